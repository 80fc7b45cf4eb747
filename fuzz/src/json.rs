//! Games in JSON: whatever was read, written it is read as the same, in JSON and as text.

use pgnkit::chess::{ChessMode, Position};
use pgnkit::json::{Reader, Writer};
use pgnkit::syntax::{Code, Collect, Diagnostic, Ignore};
use pgnkit::{Game, GameBuilder, Replayer};

use crate::input::{self, shown};
use crate::{pgc, reported};

/// The bytes as lines of JSON, as PGN or as PGC; after a byte from 0 to 8, the text encoded by the others in one of
/// these.
pub fn check(data: &[u8]) {
    let choice = input::choice(data);
    match (choice % 4, data) {
        (0, _) => check_games(&input::text(data), choice >> 2),
        (1, [0..=8, words @ ..]) => check_coded(&pgc::of_words(words), choice >> 2),
        (_, [0..=8, words @ ..]) => check_lines(&of_words(words), choice >> 2),
        (_, _) => check_lines(data, choice >> 2),
    }
}

/// All of it.
pub fn check_all(data: &[u8]) {
    let choice = input::choice(data) >> 2;
    check_games(&input::text(data), choice);
    check_coded(data, choice);
    check_lines(data, choice);
    if let [0..=8, words @ ..] = data {
        check_coded(&pgc::of_words(words), choice);
        check_lines(&of_words(words), choice);
    }
}

/// Games of PGN go through JSON as they are.
fn check_games(text: &[u8], choice: u32) {
    let (mut builder, mut replayer) = (GameBuilder::new(), Replayer::new(text));
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        check_game(text, builder.game(), choice);
    }
}

/// So do those of PGC.
fn check_coded(file: &[u8], choice: u32) {
    let (mut builder, mut reader) = (GameBuilder::new(), pgnkit::pgc::Reader::new(file));
    while reader.read_into(&mut builder, &mut Ignore).is_some() {
        check_game(file, builder.game(), choice);
    }
}

/// Lines are read one by one, and what is reported lies in them.
fn check_lines(text: &[u8], choice: u32) {
    let (mut reader, mut builder) = (Reader::new(text), GameBuilder::new());
    loop {
        let start = reader.consumed();
        let mut found = Collect::default();
        let Some(end) = reader.read_into(&mut builder, &mut found) else { break };
        let line = end.span;
        assert!(start <= line.start && line.start < line.end && line.end <= reader.consumed());
        for one in &found {
            for span in reported::spans(one) {
                let is_inside = line.start <= span.start && span.start <= span.end && span.end <= line.end;
                assert!(is_inside, "{one:?} in {}", shown(text));
            }
            assert!(!one.message.is_empty(), "{one:?} in {}", shown(text));
        }
        let mut alone = Collect::default();
        let lines = &text[start..reader.consumed()];
        let game = next(&mut Reader::new(lines), &mut alone).expect("a line is a game");
        assert_eq!(written(&game, false), written(builder.game(), false), "{}", shown(text));
        assert_eq!(texts(&alone), texts(&found), "{}", shown(text));
        check_game(text, builder.game(), choice);
        if !is_start_of_json_alone(builder.game()) {
            reported::check_text(text, builder.game());
        }
    }
    assert_eq!(reader.consumed(), text.len());
}

/// The next game.
fn next(reader: &mut Reader<'_>, found: &mut Collect) -> Option<Game> {
    let mut builder = GameBuilder::new();
    reader.read_into(&mut builder, found)?;
    Some(builder.into_game())
}

fn texts(found: &Collect) -> Vec<(Code, &str)> {
    found.iter().map(|one| (one.code, &*one.message)).collect()
}

fn written(game: &Game, with_fen: bool) -> String {
    let mut line = Vec::new();
    Writer::new().fen(with_fen).write_game(game, &mut line);
    String::from_utf8(line).expect("UTF-8")
}

/// Written and read again it is the same game, of which nothing is to be said but what is odd about it.
fn check_game(text: &[u8], game: &Game, choice: u32) {
    let line = written(game, choice & 1 != 0);
    assert!(line.ends_with("}\n") && line.find(['\n', '\r']) == Some(line.len() - 1), "{line:?}");
    let (mut reader, mut found) = (Reader::new(line.as_bytes()), Collect::default());
    let again = next(&mut reader, &mut found).expect("what is written is a game");
    assert_eq!(reader.consumed(), line.len());
    let is_odd = |one: &Diagnostic| matches!(one.code, Code::NullMove | Code::LaxFen);
    assert!(found.iter().all(is_odd), "{found:?} in {line} from {}", shown(text));
    assert_eq!(written(&again, choice & 1 != 0), line, "from {}", shown(text));
    assert_eq!(again.to_string(), game.to_string(), "{line} from {}", shown(text));
    assert_eq!(again.root().position(), game.root().position(), "{line}");
}

/// JSON can express an unknown start, or rules other than those of the Variant tag, which text cannot.
fn is_start_of_json_alone(game: &Game) -> bool {
    let is_odd = !game.start().is_known || game.tag("Variant").is_some();
    is_odd
        && Game::read(game.to_string().as_bytes(), &mut Ignore)
            .is_some_and(|read| read.start() != game.start())
}

/// Bytes from here on are legal moves.
const FIRST_MOVE: u8 = 160;

/// Lines of JSON that nearly always are well formed: commas and what is open at the end are put in.
fn of_words(words: &[u8]) -> Vec<u8> {
    let mut lines = Lines::default();
    for &byte in words {
        match byte {
            FIRST_MOVE.. => lines.play(byte - FIRST_MOVE),
            _ => lines.word(WORDS[usize::from(byte) % WORDS.len()]),
        }
    }
    lines.end_line();
    lines.text
}

/// Open containers of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Object,
    Array,
    /// The moves of a line of play, and the positions before and after its last one.
    Moves(Position, Position),
}

impl Open {
    fn closer(self) -> u8 {
        if self == Self::Object { b'}' } else { b']' }
    }
}

#[derive(Default)]
struct Lines {
    text: Vec<u8>,
    open: Vec<Open>,
}

impl Lines {
    /// A member in an object, or a value in an array: in the other kind of container it is opened or closed first.
    fn word(&mut self, word: &str) {
        match word {
            "\n" => return self.end_line(),
            "^" => return self.close(),
            "(" => return self.begin_variation(),
            _ => {}
        }
        if self.open.is_empty() {
            self.begin(Open::Object, "{");
        }
        let is_member = word.starts_with('"') && word.contains("\":");
        match (is_member, self.open.last()) {
            (true, Some(Open::Array | Open::Moves(..))) => self.begin(Open::Object, "{"),
            (false, Some(Open::Object)) if self.open.len() > 1 => self.close(),
            _ => {}
        }
        match word.as_bytes().last() {
            Some(b'{') => self.begin(Open::Object, word),
            Some(b'[') if word.contains("moves") => {
                self.begin(Open::Moves(Position::START, Position::START), word);
            }
            Some(b'[') => self.begin(Open::Array, word),
            _ => self.value(word),
        }
    }

    fn value(&mut self, text: &str) {
        if !matches!(self.text.last(), None | Some(b'{' | b'[' | b'\n')) {
            self.text.push(b',');
        }
        self.text.extend_from_slice(text.as_bytes());
    }

    fn begin(&mut self, open: Open, text: &str) {
        self.value(text);
        self.open.push(open);
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.text.push(open.closer());
        }
    }

    fn end_line(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
        self.text.push(b'\n');
    }

    /// Goes back to the innermost moves, or opens those of the game.
    fn moves(&mut self) -> (Position, Position) {
        while self.open.len() > 1 && !matches!(self.open.last(), Some(Open::Moves(..))) {
            self.close();
        }
        if !matches!(self.open.last(), Some(Open::Moves(..))) {
            self.word("\"moves\":[");
        }
        match self.open.last() {
            Some(Open::Moves(before, now)) => (*before, *now),
            _ => (Position::START, Position::START),
        }
    }

    fn play(&mut self, choice: u8) {
        let (_, now) = self.moves();
        let moves = now.legal_moves();
        let Some(&mv) = moves.as_slice().get(usize::from(choice >> 2) * 5 % moves.len().max(1)) else {
            return;
        };
        let next = now.after(mv);
        if let Some(last) = self.open.last_mut() {
            *last = Open::Moves(now, next);
        }
        let (san, uci) = (now.san_with_next(mv, &next), mv.to_uci(ChessMode::Standard));
        self.begin(Open::Object, "{");
        match choice % 4 {
            0 => self.value(&format!("\"uci\":\"{uci}\"")),
            1 => self.value(&format!("\"uci\":\"{uci}\",\"san\":\"{san}\"")),
            _ => self.value(&format!("\"san\":\"{san}\"")),
        }
    }

    /// Instead of the last move; notes of the move are closed first.
    fn begin_variation(&mut self) {
        let Some(at) = self.open.iter().rposition(|open| matches!(open, Open::Moves(..))) else { return };
        let Open::Moves(before, _) = self.open[at] else { return };
        if self.open.len() < at + 2 {
            return;
        }
        while self.open.len() > at + 2 {
            self.close();
        }
        self.begin(Open::Array, "\"variations\":[");
        self.begin(Open::Object, "{");
        self.begin(Open::Moves(before, before), "\"moves\":[");
    }
}

/// Members and values, and pieces that break them.
const WORDS: [&str; 80] = [
    "\n",
    "^",
    "^",
    "^",
    "(",
    "(",
    "\"tags\":[",
    "\"tags\":[",
    "{\"name\":\"Event\",\"value\":\"a \\\"b\\\" \\\\ \\u00e9\"}",
    "{\"name\":\"White\",\"value\":\"M\u{fc}ller, K\"}",
    "{\"name\":\"event\",\"value\":\"\"}",
    "{\"name\":\"Result\",\"value\":\"1-0\"}",
    "{\"name\":\"Result\",\"value\":\"1/2\"}",
    "{\"name\":\"SetUp\",\"value\":\"1\"}",
    "{\"name\":\"FEN\",\"value\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 3 17\"}",
    "{\"name\":\"fen\",\"value\":\"x\"}",
    "{\"name\":\"Variant\",\"value\":\"Chess960\"}",
    "{\"name\":\"Variant\",\"value\":\"Bughouse\"}",
    "{\"name\":\"A b\",\"value\":\"\"}",
    "{\"name\":\"\\u00e9%\",\"value\":\"\\n\\t\\u001b\\\\\"}",
    "{\"value\":\"1\",\"name\":\"Z\"}",
    "{\"name\":\"Round\"}",
    "\"start\":{",
    "\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 3 17\"",
    "\"fen\":\"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\"",
    "\"fen\":\"8/8\"",
    "\"mode\":\"chess960\"",
    "\"mode\":\"standard\"",
    "\"playable\":false",
    "\"playable\":true",
    "\"playable\":null",
    "\"notes\":[",
    "\"notes\":[",
    "\"notes\":[",
    "{\"comment\":\"a\"}",
    "{\"comment\":\"\"}",
    "{\"comment\":\" a } b ; { \\n\\n% c\"}",
    "{\"comment\":\"[%clk 0:05:00] \\u2654 \\\\ \\\"\"}",
    "{\"comment\":\"b\",\"commands\":[{}]}",
    "{\"commands\":[],\"comment\":\"1. e4 (\"}",
    "{\"nag\":1}",
    "{\"nag\":0}",
    "{\"nag\":139}",
    "{\"nag\":255}",
    "{\"nag\":256}",
    "{\"nag\":-1}",
    "{\"nag\":1.0}",
    "{\"nag\":1e1}",
    "{\"nag\":\"1\"}",
    "{\"escape\":\"e\"}",
    "{\"escape\":\"\"}",
    "{\"escape\":\" a \\\" \\u00ff\"}",
    "{\"escape\":\"a\\nb\"}",
    "{\"nag\":2,\"comment\":\"c\"}",
    "\"moves\":[",
    "\"moves\":[",
    "{\"san\":\"--\"}",
    "{\"uci\":\"0000\"}",
    "{\"san\":\"Ke3\"}",
    "{\"san\":\"e2e4\",\"uci\":\"e2e4\"}",
    "{\"san\":\"\\u0065\\u0034\"}",
    "{\"san\":\"e4!?\",\"fen\":\"\"}",
    "{\"san\":\"O-O\",\"uci\":\"e1h1\"}",
    "{\"san\":1}",
    "{\"uci\":\"e7e8q\"}",
    "{}",
    "\"variations\":[",
    "\"result\":\"1-0\"",
    "\"result\":\"1/2-1/2\"",
    "\"result\":\"x\"",
    "\"diagnostics\":[",
    "{\"code\":\"PGN-M004\",\"name\":\"x\",\"severity\":\"error\",\"message\":\"m\",\"byte_start\":1,\"byte_end\":2}",
    "{\"code\":\"illegal-move\",\"severity\":\"note\",\"message\":\"\\n\",\"byte_start\":0,\"byte_end\":0,\"labels\":[{\"byte_start\":1,\"byte_end\":1,\"text\":\"l\"}],\"help\":\"h\",\"fen\":\"f\"}",
    "{\"code\":\"illegal-move\",\"severity\":\"note\",\"message\":\"\",\"byte_start\":3,\"byte_end\":2}",
    "\"unknown\":{",
    "\"unknown\":[",
    "1",
    "null",
    "\"a\"",
    "{",
];
