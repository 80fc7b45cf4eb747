//! Turning the bytes of a fuzzer into texts that reach deep.

use std::borrow::Cow;

use pgnkit::chess::variant::TagVariant;
use pgnkit::chess::{ChessMode, Position, Variant, fen};

/// A first byte up to this one means that the others encode words. No text begins with such a byte.
const LAST_WORDS_MARK: u8 = 0x08;

/// The rules of words, by their mark from 2 on; those of standard chess before.
const VARIANTS: [&str; 7] =
    ["Crazyhouse", "Three-check", "King of the Hill", "Antichess", "Atomic", "Horde", "Racing Kings"];

/// The text encoded by `data`: itself or, after a byte from 0 to 8, a word for each byte. Words are pieces of PGN and,
/// for a quarter of the bytes, moves that are legal there by the rules that the first byte says, so that a few random
/// bytes are a game with variations.
pub fn text(data: &[u8]) -> Cow<'_, [u8]> {
    match data {
        [mark @ 0..=LAST_WORDS_MARK, words @ ..] => {
            let variant = usize::from(*mark).checked_sub(2).and_then(|index| VARIANTS.get(index));
            Cow::Owned(of_words(words, variant.copied()))
        }
        _ => Cow::Borrowed(data),
    }
}

/// A number that depends on every byte: what a target may choose freely, so that the seeds can be plain files.
pub fn choice(data: &[u8]) -> u32 {
    let hash = data.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) as u32 ^ (hash >> 17) as u32
}

/// A text as it is shown where a claim does not hold.
pub fn shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}

/// Bytes from here on are legal moves.
const FIRST_MOVE: u8 = 192;

/// A text without chess content that depends on a position.
fn of_words(words: &[u8], name: Option<&str>) -> Vec<u8> {
    let variant = name.and_then(TagVariant::from_name).map_or(Variant::Standard, |meant| meant.variant);
    let tag = name.map_or_else(String::new, |name| format!("[Variant \"{name}\"]\n"));
    let mut text = Vec::with_capacity(tag.len() + words.len() * 5);
    text.extend_from_slice(tag.as_bytes());
    let mut lines = Lines::new(variant.start());
    for &byte in words {
        if byte >= FIRST_MOVE {
            lines.play(byte - FIRST_MOVE, &mut text);
            continue;
        }
        let word = WORDS[usize::from(byte) % WORDS.len()];
        text.extend_from_slice(word.as_bytes());
        match word {
            "(" => lines.open(),
            ")" => lines.close(),
            "*" | "1-0" | "1/2-1/2\n\n" => {
                lines = Lines::new(variant.start());
                if name.is_some() {
                    text.extend_from_slice(b"\n");
                    text.extend_from_slice(tag.as_bytes());
                }
            }
            _ => {
                if let Some(start) = word.strip_prefix("[FEN \"").and_then(|rest| rest.strip_suffix("\"]\n"))
                    && let Ok(start) = fen::parse_variant(start.as_bytes(), variant, None)
                {
                    lines = Lines::new(start.position);
                }
            }
        }
    }
    text
}

/// State of the game, roughly as seen by a reader.
struct Lines {
    before: Position,
    now: Position,
    outer: Vec<(Position, Position)>,
}

impl Lines {
    fn new(start: Position) -> Self {
        Self { before: start, now: start, outer: Vec::new() }
    }

    fn open(&mut self) {
        self.outer.push((self.before, self.now));
        self.now = self.before;
    }

    fn close(&mut self) {
        (self.before, self.now) = self.outer.pop().unwrap_or((self.before, self.now));
    }

    /// Plays a legal move; every fourth is spelled with its whole origin square.
    fn play(&mut self, choice: u8, text: &mut Vec<u8>) {
        let moves = self.now.legal_moves();
        let Some(&mv) = moves.as_slice().get(usize::from(choice >> 1) * 5 % moves.len().max(1)) else {
            return;
        };
        let next = self.now.after(mv);
        if choice % 4 == 3 {
            text.extend_from_slice(mv.to_uci(ChessMode::Standard).as_bytes());
        } else {
            text.extend_from_slice(self.now.san_with_next(mv, &next).to_string().as_bytes());
        }
        text.push(b' ');
        (self.before, self.now) = (self.now, next);
    }
}

/// Pieces that PGN is made of, and pieces that break it.
const WORDS: [&str; 128] = [
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "[Event \"a\"]\n",
    "[Site \"\"]\n",
    "[White \"M\u{fc}ller, K\"]\n",
    "[Black \"a \"b\" c\"]\n",
    "[Result \"1-0\"]\n",
    "[Result \"1/2\"]\n",
    "[Round \"?",
    "[Round \"03.1\"]\n",
    "[Date \"1992.8.31\"]\n",
    "[EventDate \"2000.02.29\"]\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\"]\n",
    "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\"]\n",
    "[FEN \"8/P6k/8/8/8/8/p6K/8 w - -\"]\n",
    "[FEN \"x\"]\n",
    "[SetUp \"1\"]\n",
    "[SetUp \"0\"]\n",
    "[Variant \"Chess960\"]\n",
    "[Variant \"x\"]",
    "[event \"a\"]\n",
    "[White \"a\\\\b\"]\n",
    "[White \"a\\b\"]\n",
    "[ECO \"C60\"]\n",
    "[Opening \"Ruy Lopez\"]\n",
    "[WhiteElo \"2800\"]\n",
    "[WhiteElo \"\"]\n",
    "[BlackTitle \"GM\"]\n",
    "[PlyCount \"3\"]\n",
    "[TimeControl \"40/600+5\"]\n",
    "[TimeControl \"5+3\"]\n",
    "[Termination \"Normal\"]\n",
    "[UTCTime \"1:02:03\"]\n",
    "[WhiteClock \"W/1:00:00\"]\n",
    "[Mode \"OTB\"]\n",
    "[Event \"a\" \"b\"]",
    "[",
    "[E{",
    "[E ",
    "]",
    "\"",
    "\\",
    "\\\"",
    "1. ",
    "1... ",
    "2.",
    "17. ",
    "1",
    "...",
    "e4 ",
    "e5 ",
    "Nf3 ",
    "Nc6 ",
    "O-O ",
    "0-0-0 ",
    "exd5 ",
    "ed ",
    "e8=Q ",
    "a8 ",
    "-- ",
    "Z0 ",
    "Ke3 ",
    "Sf3 ",
    "foo ",
    "Ng1f3",
    "e2e4",
    "e7-e5",
    "1.e4",
    "2e5",
    "+",
    "#",
    "++",
    "mate",
    "e.p. ",
    "!",
    "?!",
    "!!!",
    "$1 ",
    "$14$1 ",
    "$300",
    "$0",
    "$",
    "\u{b1}",
    "+- ",
    "N ",
    "(",
    ")",
    "()",
    "{",
    "}",
    "{a}",
    "{}",
    "{ a } b }",
    "{[%clk 0:01:02] x}",
    "{[%clk 0:61:00][%emt 0:0:1]",
    "{[%clk 0:59:00] [%egt \"x,",
    "{ 50 % of [%csl Ra1,Gb2] [%eval -0.5,12] }",
    "[%cal Ra1b2]",
    "; [%mct 7:00:00]\n",
    "; rest\n",
    ";",
    "%esc\n",
    "\n%",
    "*",
    "1-0",
    "1/2-1/2\n\n",
    "1/2",
    "\u{bd}-\u{bd}",
    "0-1\n",
    "<x>",
    "<",
    "&nbsp;",
    "\u{a0}",
    "\u{2654}",
    "\u{2658}f3 ",
    "\u{2013}",
    "\u{feff}",
    "\u{200b}",
    "\u{e9}",
    "\u{1}",
    "\u{7f}",
    "word word word word word word word word word word word",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
    "\n\n[Event \"b\"]\n\n",
    "\n\n [ White\t\"c\" ]\n",
];
