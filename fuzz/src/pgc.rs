//! Records of PGC: whatever was read, written it is read as the same, in records and as text.

use pgnkit::chess::{Position, fen};
use pgnkit::pgc::{self, Dialect, Losses, Reader, Writer, whole_games};
use pgnkit::syntax::{Area, Code, Collect, Diagnostic, Ignore, Span};
use pgnkit::{Checker, Date, EndOfGame, Export, Flow, Game, GameBuilder, Ply, Text, Variation, Visitor};

use crate::input::{self, shown};
use crate::reported;

/// The bytes as a file or, after a byte from 0 to 8, sometimes the records and moves encoded by the others; in one of
/// the dialects.
pub fn check(data: &[u8]) {
    let choice = input::choice(data);
    let dialect = if choice & 2 == 0 { Dialect::Standard } else { Dialect::Pgn2pgc };
    match data {
        [0..=8, words @ ..] if choice & 1 == 0 => check_file(&of_words(words), choice >> 2, dialect),
        _ => check_file(data, choice >> 2, dialect),
    }
}

/// As a file and as encoded records, in all dialects.
pub fn check_all(data: &[u8]) {
    let choice = input::choice(data) >> 2;
    for dialect in [Dialect::Standard, Dialect::Pgn2pgc] {
        check_file(data, choice, dialect);
        if let [0..=8, words @ ..] = data {
            check_file(&of_words(words), choice, dialect);
        }
    }
}

/// A game as it was read, with what was reported of it and before it.
struct Found {
    game: Game,
    end: EndOfGame,
    found: Vec<Diagnostic>,
}

fn check_file(file: &[u8], choice: u32, dialect: Dialect) {
    let _ = pgc::begins_file(file);
    let (games, last) = read(file);
    check_places(file, &games, &last);
    check_checker(file, &games);
    check_replay(file, &games);
    check_pieces(file, choice, &games, &last);
    for game in &games {
        check_records(file, game, dialect);
        reported::check_text(file, &game.game);
    }
}

/// The games, and the diagnostics after the last one.
fn read(file: &[u8]) -> (Vec<Found>, Vec<Diagnostic>) {
    let (mut reader, mut games) = (Reader::new(file), Vec::new());
    loop {
        let (mut builder, mut found) = (GameBuilder::new(), Collect::default());
        match reader.read_into(&mut builder, &mut found) {
            Some(end) => games.push(Found { game: builder.into_game(), end, found }),
            None => {
                assert!(reader.unread().is_none_or(|unread| unread.end == file.len()), "{}", shown(file));
                return (games, found);
            }
        }
    }
}

/// Games follow one another in the file, and diagnostics are within the game that has them.
fn check_places(file: &[u8], games: &[Found], last: &[Diagnostic]) {
    let mut end = 0;
    for game in games {
        let span = game.end.span;
        assert!(end <= span.start && span.start < span.end && span.end <= file.len(), "{}", shown(file));
        check_spans(file, &game.found, end, span.end);
        end = span.end;
    }
    check_spans(file, last, end, file.len());
    let found: Vec<&[u8]> = pgc::games(file).collect();
    let expected: Vec<&[u8]> = games.iter().map(|game| game.end.span.of(file)).collect();
    assert_eq!(found, expected);
}

fn check_spans(file: &[u8], found: &[Diagnostic], start: usize, end: usize) {
    for one in found {
        for span in std::iter::once(one.span).chain(one.labels.iter().map(|label| label.span)) {
            // A nested game is reported at the beginning of the next one.
            let reaches = end + usize::from(one.code == Code::NestedGame);
            let lies_there = start <= span.start && span.start <= span.end && span.end <= reaches;
            assert!(lies_there, "{one:?} not in {start}..{end} of {}", shown(file));
        }
        assert!(!one.message.is_empty() && one.fix.is_none(), "{one:?}");
    }
}

/// The reader of the checks finds the same games.
fn check_checker(file: &[u8], games: &[Found]) {
    let (mut reader, mut checker) = (Reader::new(file), Checker::new());
    let mut before = 0;
    for game in games {
        let mut found = Collect::default();
        let end = checker.check_pgc(&mut reader, &mut found);
        assert_eq!(end, Some(game.end), "{}", shown(file));
        check_spans(file, &found, before, game.end.span.end);
        before = game.end.span.end;
        // Faults of the records are reported either way.
        let of_records = |found: &[Diagnostic]| -> Vec<Diagnostic> {
            found.iter().filter(|one| one.code.area() == Area::Pgc).cloned().collect()
        };
        assert_eq!(of_records(&found), of_records(&game.found), "{}", shown(file));
    }
    assert_eq!(checker.check_pgc(&mut reader, &mut Ignore), None);
}

/// A visitor gets the moves of the trees, and the tags by their places.
fn check_replay(file: &[u8], games: &[Found]) {
    let mut reader = Reader::new(file);
    for game in games {
        let mut found = Collect::default();
        let mut seen = Seen { file, moves: 0, before: Vec::new(), tags: Vec::new() };
        let end = reader.read_game(&mut seen, &mut found);
        assert_eq!(end, Some(game.end), "{}", shown(file));
        assert_eq!(found, game.found, "{}", shown(file));
        let tags: Vec<(&str, &str)> = game.game.tags().collect();
        assert!(seen.tags.iter().map(|(name, value)| (&**name, &**value)).eq(tags), "{}", shown(file));
        if game.end.complete && seen.before.is_empty() {
            assert_eq!(seen.moves, game.game.ply_count(), "{}", shown(file));
        }
    }
    assert_eq!(reader.read_game(&mut (), &mut Ignore), None);
}

/// Calls received by a visitor.
struct Seen<'a> {
    file: &'a [u8],
    /// The moves of this line.
    moves: usize,
    /// Those of the lines it interrupts.
    before: Vec<usize>,
    tags: Vec<(String, String)>,
}

impl Visitor for Seen<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let text = |bytes: &[u8]| -> String {
            bytes.iter().map(|&byte| if byte.is_ascii_control() { ' ' } else { char::from(byte) }).collect()
        };
        let in_file = name.span();
        assert!(in_file.is_empty() || text(in_file.of(self.file)).eq_ignore_ascii_case(&name.to_str()));
        assert_eq!(value, text(value.span().of(self.file)).as_str());
        self.tags.push((name.to_str().into_owned(), value.to_str().into_owned()));
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        // Games of pgn2pgc, which begin with marker 0x05, have an order of their own.
        let is_by_order = ply.before.move_at_ordinal(ply.span.of(self.file)[0]) == Some(ply.mv);
        assert!(is_by_order || self.file.contains(&5) && ply.before.is_legal(ply.mv), "{}", shown(self.file));
        assert_eq!(ply.before.after(ply.mv), *ply.after);
        assert_eq!(ply.depth, self.before.len());
        self.moves += 1;
        Flow::Continue
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        self.before.push(self.moves);
        Flow::Continue
    }

    fn end_variation(&mut self, _: Span, _: bool) {
        self.moves = self.before.pop().expect("a variation that was begun");
    }
}

/// In pieces, cut where [`whole_games`] says, the stream is the file.
fn check_pieces(file: &[u8], mut choice: u32, games: &[Found], last: &[Diagnostic]) {
    let mut whole = games.iter();
    let (mut start, mut end) = (0, 0);
    while end < file.len() {
        choice = choice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        end = file.len().min(end + 1 + (choice >> 24) as usize % 60);
        let length = if end < file.len() { whole_games(&file[start..end]) } else { end - start };
        assert!(length <= end - start);
        let (games, following) = read(&file[start..start + length]);
        for game in games {
            let expected = whole.next().unwrap_or_else(|| panic!("one more game in {}", shown(file)));
            let span = moved(game.end.span, start);
            let mut end = game.end;
            end.span = span;
            assert_eq!(end, expected.end, "{}", shown(file));
            assert_eq!(game.game.to_string(), expected.game.to_string(), "{}", shown(file));
            assert_eq!(places(&game.found, start), places(&expected.found, 0), "{}", shown(file));
        }
        let expected = if end == file.len() { places(last, 0) } else { Vec::new() };
        assert_eq!(places(&following, start), expected, "{}", shown(file));
        start += length;
    }
    assert!(whole.next().is_none(), "a game is missing of {}", shown(file));
}

fn moved(span: Span, by: usize) -> Span {
    Span::new(span.start + by, span.end + by)
}

fn places(found: &[Diagnostic], by: usize) -> Vec<(Code, Span, &str)> {
    found.iter().map(|one| (one.code, moved(one.span, by), &*one.message)).collect()
}

/// Written as records nothing is lost but what became a comment, and it is read as the same.
fn check_records(file: &[u8], found: &Found, dialect: Dialect) {
    // An annotation before any move cannot be in a game, and is kept as a comment.
    let has_comment = found.found.iter().any(|one| one.code == Code::NagBeforeMove);
    // Without a date as it should be, a bare roster may look like records of the standard.
    let has_date = found.game.tag("Date").is_none_or(|date| date.parse::<Date>().is_ok());
    if dialect == Dialect::Pgn2pgc && !has_date {
        return;
    }
    let (mut writer, mut records) = (Writer::new().dialect(dialect), Vec::new());
    let losses = writer.write_lossy(&found.game, &mut records);
    let escapes = if dialect == Dialect::Pgn2pgc { losses.escapes } else { 0 };
    let comments = if has_comment { losses.comments } else { 0 };
    let mut expected = Losses::default();
    (expected.escapes, expected.comments) = (escapes, comments);
    expected.results = if dialect == Dialect::Pgn2pgc { losses.results } else { 0 };
    assert_eq!(losses, expected, "{}", shown(file));
    let (again, last) = read(&records);
    assert!(last.is_empty() && again.len() == 1, "{} from {}", shown(&records), shown(file));
    // Without it the tag pair Result is another one.
    if losses.results > 0 {
        return;
    }
    let mut without_comments = Export::default();
    without_comments.comments = false;
    let [before, after] = [&found.game, &again[0].game].map(|game| {
        let mut text = Vec::new();
        without_comments.write_game(game, &mut text);
        text
    });
    assert!(
        after == before,
        "{} is {} and not {} from {}",
        shown(&records),
        shown(&after),
        shown(&before),
        shown(file)
    );
    if losses.is_empty() {
        assert_eq!(again[0].game.to_string(), found.game.to_string());
    }
    for one in &again[0].found {
        assert!(reported::is_fine(one), "{one:?} in {} from {}", shown(&records), shown(file));
    }
    let mut twice = Vec::new();
    let losses = writer.write_lossy(&again[0].game, &mut twice);
    assert!(losses.is_empty() && twice == records, "{} {}", shown(&records), shown(&twice));
    // It is never cut elsewhere; a bare roster without a date may have to wait for what follows.
    let whole = whole_games(&[&records[..], b"\x0a\x00\x08", &[0; 2048]].concat());
    let waits = dialect == Dialect::Pgn2pgc && whole == 0;
    assert!(whole == records.len() || waits, "{whole} of {}", shown(&records));
}

/// Bytes from here on are legal moves.
const FIRST_MOVE: u8 = 168;

/// A file of records.
pub(crate) fn of_words(words: &[u8]) -> Vec<u8> {
    let mut file = File { bytes: Vec::with_capacity(words.len() * 5), ..File::default() };
    for &byte in words {
        if byte >= FIRST_MOVE {
            file.play(byte - FIRST_MOVE);
        } else {
            file.word(WORDS[usize::from(byte) % WORDS.len()], byte);
        }
    }
    file.end_moves(0);
    file.bytes
}

/// Records being written, and the state of the game, roughly as seen by a reader.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    moves: Vec<u8>,
    /// Whether the moves belong to a reduced game.
    is_reduced: bool,
    before: Position,
    now: Position,
    outer: Vec<(Position, Position)>,
}

impl File {
    fn play(&mut self, choice: u8) {
        let moves = self.now.legal_moves();
        // Sometimes a move that there is not.
        let ordinal = if choice == 0 { 255 } else { (usize::from(choice) * 5 % moves.len().max(1)) as u8 };
        self.moves.push(ordinal);
        let Some(mv) = self.now.move_at_ordinal(ordinal) else { return };
        (self.before, self.now) = (self.now, self.now.after(mv));
    }

    fn end_moves(&mut self, choice: u8) {
        let moves = std::mem::take(&mut self.moves);
        let length = moves.len() as u8;
        match (std::mem::take(&mut self.is_reduced), choice % 4) {
            (true, _) => self.bytes.extend_from_slice(&[length, 0]),
            (false, _) if moves.is_empty() => {}
            (false, 3) => self.bytes.extend_from_slice(&[4, length, 0]),
            (false, _) => self.bytes.extend_from_slice(&[3, length]),
        }
        self.bytes.extend_from_slice(&moves);
    }

    fn word(&mut self, word: &[u8], choice: u8) {
        self.end_moves(choice);
        self.bytes.extend_from_slice(word);
        match word {
            b"\x05" | REDUCED | BARE => {
                (self.before, self.now) = Default::default();
                self.outer.clear();
                self.is_reduced = word == REDUCED;
            }
            b"\x08" => {
                self.outer.push((self.before, self.now));
                self.now = self.before;
            }
            b"\x09" => (self.before, self.now) = self.outer.pop().unwrap_or((self.before, self.now)),
            [2, 3, b'F', b'E', b'N', _, text @ ..] => {
                if let Ok(read) = fen::parse(text) {
                    self.now = read.position;
                }
            }
            _ => {}
        }
    }
}

const REDUCED: &[u8] = b"\x01\x01a\x00\x0a1992.11.04\x011\x02\xe9\"\x01B\x031-0";
const BARE: &[u8] = b"\x05\x04Test\x01?\x0a????.??.??\x01-\x01A\x01B\x01*";

/// Records, and pieces that break them.
const WORDS: [&[u8]; 56] = [
    b"\x05",
    b"\x05",
    b"\x05",
    b"\x06",
    b"\x06",
    b"\x06",
    b"\x08",
    b"\x08",
    b"\x08",
    b"\x08",
    b"\x09",
    b"\x09",
    b"\x09",
    b"\x09",
    b"\x07\x01",
    b"\x07\x05",
    b"\x07\x00",
    b"\x07\xff",
    b"\x00",
    REDUCED,
    REDUCED,
    BARE,
    b"\x05\x06Berlin\x01?\x0a1992.??.??\x01-\x01A\x01B\x030-1",
    b"\x05\x0aLinares 92\x00\x041992\x00\x01A\x01B\x071/2-1/2",
    b"\x05\x02NN\x01?\x0a????.??.??\x01-\x01A\x01B\x01*",
    b"\x02\x05White\x01A",
    b"\x02\x05Event\x0ca \"b\" \\ \xe9\xa0\xff",
    b"\x02\x06Result\x031-0",
    b"\x02\x06Result\x031/2",
    b"\x02\x06Result\x00",
    b"\x02\x03ECO\x03B00",
    b"\x02\x05Round\x00",
    b"\x02\x08PlyCount\x0217",
    b"\x02\x03FEN\x204k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
    b"\x02\x03FEN\x1c8/P7/8/8/8/8/k7/7K w - - 0 1",
    b"\x02\x03FEN\x01x",
    b"\x02\x05SetUp\x011",
    b"\x02\x05SetUp\x010",
    b"\x02\x07Variant\x08Chess960",
    b"\x02\x07Variant\x01x",
    b"\x02\x00\x01x",
    b"\x02\x01-\x01x",
    b"\x02\x02\xe9]\x01x",
    b"\x02\x01\xe9\x01x",
    b"\x02\x03\x01\x0d\x06\x0a\x0d",
    b"\x02\x0410-0\x01a",
    b"\x0a\x02\x00 x",
    b"\x0a\x00\x00",
    b"\x0a\x04\x00a\nb\xe9",
    b"\x03\x00",
    b"\x04\x00\x00",
    b"\x03",
    b"\x02",
    b"\x0b",
    b"\x01\x01",
    b"\xff",
];
