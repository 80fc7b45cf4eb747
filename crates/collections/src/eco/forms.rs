//! The three forms of books.

use std::borrow::Cow;
use std::error;
use std::fmt;

use pgnkit::chess::san::SanWord;
use pgnkit::chess::{Color, Move, Position, Variant};
use pgnkit::openings::Eco;
use pgnkit::syntax::{Encoding, First};
use pgnkit::{Flow, Ply, Replayer, Start, Text, Variation, Visitor};

use super::book::End;
use super::{Book, OpeningName};
use pgnkit_archive::internals::LineCounter;

/// An error in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookError {
    /// The line of the text, from 1.
    pub line: u64,
    /// The reason.
    pub reason: String,
}

impl BookError {
    fn new(line: u64, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl error::Error for BookError {}

pub(super) fn read(text: &[u8], book: &mut Book) -> Result<(), BookError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let is_content = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    let first = text.split(|byte| matches!(byte, b'\n' | b'\r')).find(is_content);
    match first {
        Some([b'[' | b'{' | b'%' | b';', ..]) => read_games(text, book),
        Some(line) if Columns::of(&String::from_utf8_lossy(line)).is_some() => {
            read_table(&Encoding::read(text), book)
        }
        Some(line) if Head::of(&String::from_utf8_lossy(line)).is_some() => {
            read_scid(&Encoding::read(text), book)
        }
        _ => {
            let forms =
                "a table with the columns eco, name and pgn, games with ECO tags, or lines of scid.eco";
            Err(BookError::new(1, format!("expected {forms}")))
        }
    }?;
    if book.lines().len() == 0 {
        return Err(BookError::new(1, "there is no line of moves in it"));
    }
    Ok(())
}

/// A code, whose extensions (`B90a`, `B90/06`) are left out.
fn eco(text: &str) -> Option<Eco> {
    text.get(..3)?.parse().ok()
}

/// The columns of a table that count.
struct Columns {
    eco: usize,
    name: usize,
    moves: usize,
}

impl Columns {
    fn of(head: &str) -> Option<Self> {
        let cells: Vec<&str> = head.split('\t').map(str::trim).collect();
        let at = |name: &str| cells.iter().position(|cell| *cell == name);
        Some(Self { eco: at("eco")?, name: at("name")?, moves: at("pgn").or_else(|| at("moves"))? })
    }
}

fn read_table(text: &str, book: &mut Book) -> Result<(), BookError> {
    let mut reader = LineReader::default();
    each_row(text, |number, eco, name, moves| {
        if !reader.read_plain(moves.as_bytes()) {
            reader.read(moves.as_bytes()).map_err(|reason| BookError::new(number, reason))?;
        }
        book.add(eco, OpeningName::of(name), &reader.moves, &reader.last);
        Ok(())
    })
}

/// Reads a table of whose lines it is known where they end.
pub(super) fn read_known_table(
    text: &str,
    mut ends: impl Iterator<Item = End>,
    book: &mut Book,
) -> Result<(), BookError> {
    each_row(text, |number, eco, name, _| {
        let end =
            ends.next().ok_or_else(|| BookError::new(number, "there are more lines than ends of lines"))?;
        book.add_known(eco, OpeningName::of(name), end);
        Ok(())
    })
}

/// The cells of a row, between its tabs.
fn cells_of(row: &str) -> impl Iterator<Item = &str> {
    let ends = memchr::memchr_iter(b'\t', row.as_bytes()).chain([row.len()]);
    ends.scan(0, |start, end| Some(&row[std::mem::replace(start, end + 1)..end]))
}

/// Gives the number, code, name and moves of each row of a table.
fn each_row<'t>(
    text: &'t str,
    mut give: impl FnMut(u64, Eco, &'t str, &'t str) -> Result<(), BookError>,
) -> Result<(), BookError> {
    let mut lines =
        text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    let Some(columns) = lines.find_map(|(row, _)| Columns::of(row)) else { return Ok(()) };
    let wanted = [columns.eco, columns.name, columns.moves];
    for (row, number) in lines {
        let mut cells: [&str; 3] = [""; 3];
        for (at, cell) in cells_of(row).enumerate() {
            for (wanted, found) in wanted.into_iter().zip(&mut cells) {
                if wanted == at {
                    *found = cell.trim();
                }
            }
        }
        let [code, name, moves] = cells;
        give(number, eco(code).ok_or_else(|| no_code(number, code))?, name, moves)?;
    }
    Ok(())
}

fn no_code(line: u64, found: &str) -> BookError {
    BookError::new(line, format!("expected a code as B90, found {found:?}"))
}

/// The beginning of a line of `scid.eco`: code, name, and what comes after them.
struct Head<'t> {
    eco: Eco,
    name: &'t str,
    rest: &'t str,
}

impl<'t> Head<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let (code, rest) = line.split_once('"')?;
        let (name, rest) = rest.split_once('"')?;
        let code = code.strip_suffix([' ', '\t'])?.trim_end();
        let extension = code.get(3..)?.bytes();
        let is_code = extension.into_iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        Some(Self { eco: eco(code).filter(|_| is_code)?, name, rest })
    }
}

/// A record begins with a code and ends with an asterisk, and may go over several lines.
fn read_scid(text: &str, book: &mut Book) -> Result<(), BookError> {
    let mut reader = LineReader::default();
    let mut open: Option<(Eco, &str, String, u64)> = None;
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        let (eco, name, mut moves, begun) = match open.take() {
            None => {
                let expected = || BookError::new(number, "expected a code and a name in quotes");
                let Head { eco, name, rest } = Head::of(line).ok_or_else(expected)?;
                (eco, name, rest.to_owned(), number)
            }
            Some((eco, name, moves, begun)) => (eco, name, moves + " " + line, begun),
        };
        if !moves.trim_end().ends_with('*') {
            open = Some((eco, name, moves, begun));
            continue;
        }
        moves.truncate(moves.trim_end().len());
        reader.read(moves.as_bytes()).map_err(|reason| BookError::new(begun, reason))?;
        book.add(eco, OpeningName::of(name), &reader.moves, &reader.last);
    }
    match open {
        Some((.., begun)) => Err(BookError::new(begun, "expected * at the end of the line of moves")),
        None => Ok(()),
    }
}

fn read_games(text: &[u8], book: &mut Book) -> Result<(), BookError> {
    let mut reader = LineReader::default();
    let mut replayer = Replayer::new(text);
    let mut lines = LineCounter::default();
    loop {
        let mut errors = First::default();
        reader.begin();
        let Some(span) = replayer.read_game(&mut reader, &mut errors).map(|game| game.span) else { break };
        let line = 1 + lines.lines_before(text, span.start);
        let fault = |reason: Cow<'_, str>| BookError::new(line, reason);
        if let Some(error) = errors.0 {
            return Err(fault(error.message));
        }
        if reader.is_elsewhere {
            return Err(fault("a line begins at the usual initial position".into()));
        }
        let [code, name @ ..] = &reader.tags;
        let eco = eco(code).ok_or_else(|| no_code(line, code))?;
        book.add(
            eco,
            OpeningName::of_parts(name.each_ref().map(|part| &**part)),
            &reader.moves,
            &reader.last,
        );
    }
    Ok(())
}

/// The tags of games that count.
const TAGS: [&str; 4] = ["ECO", "Opening", "Variation", "SubVariation"];

/// Reads lines of moves.
#[derive(Default)]
struct LineReader {
    moves: Vec<Move>,
    last: Position,
    /// Whether the line begins at another position than the usual one, or is of a variant.
    is_elsewhere: bool,
    tags: [String; 4],
    /// The line that was plain and read last, and its moves.
    plain: Vec<u8>,
    steps: Vec<PlainStep>,
}

/// A move of a plain line.
struct PlainStep {
    mv: Move,
    after: Position,
    /// The end of its text in the line.
    end: usize,
}

impl LineReader {
    fn begin(&mut self) {
        self.moves.clear();
        self.last = Position::START;
        self.is_elsewhere = false;
        self.tags.iter_mut().for_each(String::clear);
    }

    /// Reads a line in export format, as those of lichess are: with the numbers of White's moves, and one space between words. Tables are
    /// in order, so that most moves are those of the line before. False for any other line, and for what is no line.
    fn read_plain(&mut self, text: &[u8]) -> bool {
        let shared = self.plain.iter().zip(text).take_while(|(one, other)| one == other).count();
        let is_shared =
            |step: &PlainStep| step.end <= shared && matches!(text.get(step.end), None | Some(b' '));
        self.steps.truncate(self.steps.partition_point(|step| step.end <= shared));
        self.steps.pop_if(|step| !is_shared(step));
        self.plain.clear();
        self.plain.extend_from_slice(text);
        self.begin();
        let mut at = self.steps.last().map_or(0, |step| step.end);
        while at < text.len() || self.steps.is_empty() {
            let before = self.steps.last().map_or(Position::START, |step| step.after);
            let Some((mv, length)) = plain_move(&before, &text[at..], at == 0) else {
                self.plain.clear();
                self.steps.clear();
                return false;
            };
            at += length;
            self.steps.push(PlainStep { mv, after: before.after(mv), end: at });
        }
        self.moves.extend(self.steps.iter().map(|step| step.mv));
        self.last = self.steps.last().map_or(Position::START, |step| step.after);
        true
    }

    /// Reads a line that is alone.
    fn read(&mut self, moves: &[u8]) -> Result<(), String> {
        self.begin();
        let mut errors = First::default();
        let mut replayer = Replayer::new(moves);
        if replayer.read_game(self, &mut errors).is_none() {
            return Err("expected moves".to_owned());
        }
        if replayer.read_game(&mut (), &mut errors).is_some() {
            return Err("expected one line of moves, found more".to_owned());
        }
        errors.0.map_or(Ok(()), |error| Err(error.message.into_owned()))
    }
}

/// The move that a text begins with, and the bytes of it, with the space before it and its number.
fn plain_move(position: &Position, text: &[u8], is_first: bool) -> Option<(Move, usize)> {
    let mut rest = text;
    if !is_first {
        rest = rest.strip_prefix(b" ")?;
    }
    if position.turn() == Color::White {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, after) =
            rest.split_at_checked(digits).filter(|(number, _)| !number.starts_with(b"0"))?;
        if str::from_utf8(number).ok()?.parse() != Ok(position.fullmove_number()) {
            return None;
        }
        rest = after.strip_prefix(b". ")?;
    }
    let word = rest.split(|byte| *byte == b' ').next()?;
    let mv = position.resolve(SanWord::parse(word)?)?;
    let mut canonical = [0; 8];
    let length = position.san(mv).write(&mut canonical);
    (canonical.get(..length)? == word).then_some((mv, text.len() - rest.len() + length))
}

impl Visitor for LineReader {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        if let Some(at) = TAGS.iter().position(|known| name == *known) {
            let value = value.to_str();
            if value != "?" {
                self.tags[at].push_str(&value);
            }
        }
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.is_elsewhere = start.set_up || !start.is_known || start.position.variant() != Variant::Standard;
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.moves.push(ply.mv);
        self.last = *ply.after;
        Flow::Continue
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        Flow::Skip
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line as it is read in either way; nothing where it is not plain.
    fn both(reader: &mut LineReader, text: &str) -> Option<[(Vec<Move>, Position); 2]> {
        let plain = reader.read_plain(text.as_bytes()).then(|| (reader.moves.clone(), reader.last));
        let mut other = LineReader::default();
        let read = other.read(text.as_bytes());
        assert!(plain.is_none() || read.is_ok(), "{text}");
        plain.map(|plain| [plain, (other.moves, other.last)])
    }

    #[test]
    fn plain_lines_are_read_as_others() {
        let mut reader = LineReader::default();
        let mut count = 0;
        for row in include_str!("lichess.tsv").lines().filter_map(|row| row.split('\t').nth(2)).skip(1) {
            let [plain, other] = both(&mut reader, row).unwrap_or_else(|| panic!("{row}"));
            assert_eq!(plain, other, "{row}");
            count += 1;
        }
        assert!(count > 3000);
    }

    #[test]
    fn lines_that_are_not_plain() {
        let mut reader = LineReader::default();
        for (text, is_plain) in [
            ("1. e4 e5 2. Nf3", true),
            ("1. e4 e5 2. Nf3 Nc6", true),
            ("1. e4 e5 2. Nf3+", false),
            ("1. e4 e5 2. Nf3", true),
            ("1. e4 e5 2. Nf", false),
            ("1. e4 e5", true),
            ("1. e4 e5 ", false),
            ("1. e4  e5", false),
            ("01. e4 e5", false),
            ("2. e4 e5", false),
            ("1. e4 d5 2. ed5", false),
            ("1. e4 d5 2. exd5", true),
            ("1. e4 d5 2. Ke3", false),
            ("1. e4 d5 2. e8=Q", false),
            ("1. e4 1... d5", false),
            ("1. e4 d5 *", false),
            ("1.e4 d5", false),
            ("1. f3 e5 2. g4 Qh4#", true),
            ("1. f3 e5 2. g4 Qh4", false),
            ("", false),
        ] {
            let found = both(&mut reader, text);
            assert_eq!(found.is_some(), is_plain, "{text}");
            found.into_iter().for_each(|[plain, other]| assert_eq!(plain, other, "{text}"));
        }
    }
}
