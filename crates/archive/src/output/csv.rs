use std::borrow::Cow;
use std::io::Write as _;

use pgnkit::annotations::{AnnotationValue, TimeSource, parse_comment};
use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Position};
use pgnkit::command::{ClockTime, Score};
use pgnkit::internals::unchecked_word;
use pgnkit::{Game, Node};
use pgnkit_facts::{Named, column_of_games, column_of_moves};

use super::fields::{field, write_value};
use super::lost::{self, Kept};
use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::Entry;

/// The roster but for the result, which is a column of its own.
pub const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Kinds of times, in the order of their columns.
const CLOCKS: [TimeSource; 4] = [TimeSource::Clk, TimeSource::Emt, TimeSource::Egt, TimeSource::Mct];

/// Columns before the tags of games, and after them.
const OF_GAMES: ([Named; 2], [Named; 2]) = (
    [column_of_games("file"), column_of_games("game")],
    [column_of_games("plies"), column_of_games("result")],
);

/// The column of the last position of a game, where positions are wanted.
const FINAL_FEN: Named = column_of_games("final_fen");

/// Columns of moves before the position, and after it.
const OF_PLIES: ([Named; 7], [Named; 9]) = (
    [
        column_of_moves("file"),
        column_of_moves("game"),
        column_of_moves("ply"),
        column_of_moves("number"),
        column_of_moves("color"),
        column_of_moves("san"),
        column_of_moves("uci"),
    ],
    [
        column_of_moves("clk_seconds"),
        column_of_moves("emt_seconds"),
        column_of_moves("egt_seconds"),
        column_of_moves("mct_seconds"),
        column_of_moves("eval_pawns"),
        column_of_moves("eval_mate"),
        column_of_moves("eval_depth"),
        column_of_moves("nags"),
        column_of_moves("comment"),
    ],
);

const FEN: Named = column_of_moves("fen");

/// The rows of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rows {
    /// A row for each move of the main line: notation, clocks, evaluation, annotations, comment.
    #[default]
    Plies,
    /// A row for each game: tags, number of plies, result.
    Games,
}

/// Games as a table: comma-separated values, quoted as RFC 4180 has it, lines ended with LF.
#[derive(Clone, Debug, Default)]
pub struct Csv {
    rows: Rows,
    /// Tags that are columns.
    tags: Vec<String>,
    /// Whether positions are a column.
    fen: bool,
}

impl OutputFormat for Csv {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(self))
    }

    fn begin(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.head().as_bytes());
    }

    fn input_name(&self, name: &str) -> String {
        field(name).into_owned()
    }

    fn expected_bytes(&self, _read: usize) -> usize {
        0
    }
}

struct Writer<'o>(&'o Csv);

impl EntryWriter for Writer<'_> {
    fn write(&mut self, entry: Entry<'_>, number: u64, out: &mut Chunk, account: &mut Account) {
        let game = entry.content.to_game();
        self.0.write_game(&game, number, out);
        account.written += 1;
        let is_of_moves = self.0.rows == Rows::Plies;
        lost::tally(&game, Kept { comments: is_of_moves, glyphs: is_of_moves, moves: true }, account);
    }
}

impl Csv {
    /// A table with these columns besides its own: tags (by default none, or the roster where rows are games), and
    /// whether positions are one.
    pub fn new(rows: Rows, tags: Option<&[String]>, fen: bool) -> Self {
        let tags = match (tags, rows) {
            (Some(tags), _) => tags.iter().map(|name| name.trim().to_owned()).collect(),
            (None, Rows::Games) => ROSTER.map(str::to_owned).to_vec(),
            (None, Rows::Plies) => Vec::new(),
        };
        Self { rows, tags, fen }
    }

    /// The names of the columns, in a line.
    fn head(&self) -> String {
        let names = |columns: &[Named]| -> Vec<Cow<'_, str>> {
            columns.iter().map(|column| Cow::Borrowed(column.name)).collect()
        };
        let tags: Vec<Cow<'_, str>> = self.tags.iter().map(|name| field(name)).collect();
        let position = |column: Named| names(if self.fen { std::slice::from_ref(&column) } else { &[] });
        let columns = match self.rows {
            Rows::Games => {
                let (before, after) = OF_GAMES;
                [names(&before), tags, names(&after), position(FINAL_FEN)].concat()
            }
            Rows::Plies => {
                let (before, after) = OF_PLIES;
                [names(&before), position(FEN), names(&after), tags].concat()
            }
        };
        columns.join(",") + "\n"
    }

    /// Writes the rows of a game, the `number`-th of its block.
    fn write_game(&self, game: &Game, number: u64, out: &mut Chunk) {
        match self.rows {
            Rows::Games => {
                write_place(number, out);
                self.write_whole(game, &mut out.bytes);
                out.bytes.push(b'\n');
            }
            Rows::Plies => self.write_plies(game, number, out),
        }
    }

    fn write_whole(&self, game: &Game, out: &mut Vec<u8>) {
        self.write_tags(game, out);
        let _ = write!(out, ",{},{}", game.ply_count(), game.result());
        if self.fen && !game.start().is_known {
            out.push(b',');
        } else if self.fen {
            let end = game.mainline().last().unwrap_or(game.root()).position();
            let _ = write!(out, ",{}", end.fen(EnPassant::Always).as_str());
        }
    }

    fn write_plies(&self, game: &Game, number_of_game: u64, out: &mut Chunk) {
        let start = game.start();
        let mut position = start.position;
        let mut tags = Vec::new();
        self.write_tags(game, &mut tags);
        // Moves are numbered from the start on, whatever they are.
        let offset = u64::from(position.turn() == Color::Black);
        let first = u64::from(position.fullmove_number());
        for (at, node) in (0u64..).zip(game.mainline()) {
            let number = first + (at + offset) / 2;
            let mover = if (at + offset).is_multiple_of(2) { Color::White } else { Color::Black };
            let color = if mover == Color::White { "white" } else { "black" };
            write_place(number_of_game, out);
            let out = &mut out.bytes;
            let _ = write!(out, ",{},{number},{color},", at + 1);
            match node.unchecked() {
                Some(text) => {
                    out.extend_from_slice(field(unchecked_word(text)).as_bytes());
                    out.push(b',');
                }
                None => {
                    let _ = write!(out, "{},{}", node.san(), node.mv().to_uci(start.mode));
                }
            }
            if self.fen && !start.is_known {
                out.push(b',');
            } else if self.fen {
                position.play(node.mv());
                write_fen(&position, out);
            }
            write_notes(node, mover, out);
            out.extend_from_slice(&tags);
            out.push(b'\n');
        }
    }

    fn write_tags(&self, game: &Game, out: &mut Vec<u8>) {
        for name in &self.tags {
            out.push(b',');
            out.extend_from_slice(field(game.tag(name).unwrap_or_default()).as_bytes());
        }
    }
}

fn write_fen(position: &Position, out: &mut Vec<u8>) {
    out.push(b',');
    out.extend_from_slice(position.fen(EnPassant::Always).as_bytes());
}

/// The file of a game, and its number in the run.
fn write_place(number: u64, out: &mut Chunk) {
    out.input_name();
    out.bytes.push(b',');
    out.number_in_run(number);
}

/// The columns of the notes beside a move of `mover`. The first of each value counts; the comment is the text without
/// those that are in a column.
fn write_notes(node: Node<'_>, mover: Color, out: &mut Vec<u8>) {
    let mut clocks: [Option<ClockTime>; CLOCKS.len()] = [None; CLOCKS.len()];
    let (mut score, mut depth) = (None, None);
    let mut words: Vec<&str> = Vec::new();
    for comment in node.comments() {
        let mut written = 0;
        for found in parse_comment(comment) {
            let is_taken = match found.value {
                AnnotationValue::Time(time) => {
                    let column = CLOCKS.iter().position(|source| *source == time.source.command());
                    let column = column.map(|at| &mut clocks[at]).filter(|column| column.is_none());
                    column.map(|column| *column = Some(time.time)).is_some()
                }
                AnnotationValue::Evaluation(evaluation) if score.is_none() => {
                    score = evaluation.for_white(mover);
                    if score.is_some() {
                        depth = evaluation.depth.or(depth);
                    }
                    score.is_some()
                }
                AnnotationValue::Depth(found) if depth.is_none() => {
                    depth = Some(found);
                    true
                }
                _ => false,
            };
            if is_taken {
                words.extend(comment[written..found.range.start].split_ascii_whitespace());
                written = found.range.end;
            }
        }
        words.extend(comment[written..].split_ascii_whitespace());
    }
    for clock in clocks {
        write_value(clock.map(ClockTime::in_seconds), out);
    }
    let (mut pawns, mut mate) = (None, None);
    match score {
        Some(Score::Pawns(value)) => pawns = Some(value).filter(|value| value.is_finite()),
        Some(Score::Mate(moves)) => mate = Some(moves),
        None => {}
    }
    write_value(pawns, out);
    write_value(mate, out);
    write_value(depth, out);
    let nags: Vec<String> = node.nags().map(|nag| nag.to_string()).collect();
    let _ = write!(out, ",{},{}", nags.join(" "), field(&words.join(" ")));
}

#[cfg(test)]
mod tests {
    use pgnkit_facts::{Kind, Shape, game, position};

    use super::*;

    /// The rows of a game, without its file and number, which are gaps.
    fn rows(csv: &Csv, text: &str) -> String {
        let mut chunk = Chunk::default();
        csv.write_game(&text.parse().unwrap(), 1, &mut chunk);
        String::from_utf8(chunk.bytes).unwrap()
    }

    #[test]
    fn values_have_the_types_of_their_facts() {
        let text = "1. e4 $1 {[%clk 0:03:00.5] [%eval 0.17,18] good} e5 {[%emt 0:00:02] [%egt 1:00:00]} \
                    2. Qh5 {[%eval #-3] [%mct 17:10:42]} 1-0";
        for (of, fen) in [(Rows::Games, true), (Rows::Plies, true), (Rows::Plies, false)] {
            let csv = Csv::new(of, Some(&[]), fen);
            let head = csv.head();
            let mut known = vec![false; head.split(',').count()];
            for line in rows(&csv, text).lines() {
                for ((name, value), known) in head.trim_end().split(',').zip(line.split(',')).zip(&mut known)
                {
                    let fact = match of {
                        Rows::Games => game(name),
                        Rows::Plies => position(name).or(game(name)),
                    };
                    let fits = match fact.unwrap().shape {
                        _ if value.is_empty() => continue,
                        Shape::One(Kind::Integer) => value.parse::<u64>().is_ok(),
                        Shape::Signed => value.parse::<i64>().is_ok(),
                        Shape::One(Kind::Decimal) => value.parse::<f64>().is_ok(),
                        Shape::List(Kind::Integer) => value.split(' ').all(|one| one.parse::<u64>().is_ok()),
                        _ => true,
                    };
                    assert!(fits, "{name}: {value}");
                    *known = true;
                }
            }
            // The file and the number of the game are gaps.
            assert!(known[2..].iter().all(|known| *known), "{head}");
        }
    }
}
