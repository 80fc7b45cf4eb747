//! The signs after a move: check, mate, en passant.

use crate::moves::Move;
use crate::position::Position;

/// The signs after a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) sign: Option<Sign>,
    /// `e.p.`
    pub(super) is_en_passant: bool,
}

/// A sign for check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// `+`, `ch`, and `++`, which is mate to some and double check to others.
    Check,
    /// `#`, `mate`
    Mate,
    /// `dis ch`
    Discovered,
    /// `dbl ch`
    Double,
}

impl Sign {
    /// Whether a move, after which that is the position, deserves it.
    pub(super) fn is_of(self, mv: Move, after: &Position) -> bool {
        let checkers = after.checkers();
        match self {
            Self::Check => after.is_check(),
            Self::Mate => after.is_checkmate(),
            Self::Discovered => (checkers.any() && !checkers.contains(mv.destination())) || checkers.many(),
            Self::Double => checkers.many(),
        }
    }
}

/// White space between a move and its signs that is looked at.
const MOST_BLANKS: usize = 8;
/// A move has no more of them: `e.p. dis ch`.
const MOST_MARKS: usize = 4;

/// The signs at `at`, and their end; with words, as books have them, or the characters directly after the move only.
pub(super) fn parse(text: &[u8], at: usize, has_words: bool) -> (Marks, usize) {
    let (mut marks, mut end) = (Marks::default(), at);
    for _ in 0..MOST_MARKS {
        let Some((mark, after)) = one(text, end, has_words) else { break };
        match mark {
            Mark::EnPassant => marks.is_en_passant = true,
            // `dis ch mate`: the last says most.
            Mark::Sign(sign) => marks.sign = Some(sign),
        }
        end = after;
    }
    (marks, end)
}

enum Mark {
    Sign(Sign),
    EnPassant,
}

fn one(text: &[u8], at: usize, has_words: bool) -> Option<(Mark, usize)> {
    let start = if has_words { skip_gap(text, at) } else { at };
    let rest = text.get(start..)?;
    let signs: [(&[u8], Sign); 6] = [
        (b"++", Sign::Check),
        (b"+", Sign::Check),
        (b"##", Sign::Mate),
        (b"#", Sign::Mate),
        ("\u{2020}".as_bytes(), Sign::Check),
        ("\u{2021}".as_bytes(), Sign::Mate),
    ];
    if let Some((sign, length)) =
        signs.iter().find_map(|(written, sign)| rest.starts_with(written).then_some((*sign, written.len())))
    {
        // `+-`, `+/=` are said of the position.
        let is_glyph = matches!(rest.get(length), Some(b'-' | b'/' | b'='));
        return (!is_glyph).then_some((Mark::Sign(sign), start + length));
    }
    if !has_words {
        return None;
    }
    let is_enclosed = rest.first() == Some(&b'(');
    let (mark, mut end) = word(text, start + usize::from(is_enclosed))?;
    if is_enclosed {
        if text.get(end) != Some(&b')') {
            return None;
        }
        end += 1;
    }
    Some((mark, end))
}

/// A word for a sign, its period included.
fn word(text: &[u8], at: usize) -> Option<(Mark, usize)> {
    if let Some(end) = en_passant(text, at) {
        return Some((Mark::EnPassant, end));
    }
    if let Some(end) = letters(text, at, &["mate", "checkmate"]) {
        return Some((Mark::Sign(Sign::Mate), end));
    }
    let check = |at: usize| letters(text, at, &["ch", "check"]);
    if let Some(end) = check(at) {
        return Some((Mark::Sign(Sign::Check), end));
    }
    let kinds: [(&[&str], &[&str], Sign); 2] = [
        (&["dis", "disc", "discovered"], &["disch"], Sign::Discovered),
        (&["dbl", "dble", "double", "doub", "db"], &["dblch", "dbch"], Sign::Double),
    ];
    kinds.iter().find_map(|(apart, together, sign)| {
        let end = letters(text, at, apart).and_then(|end| check(skip_gap(text, end)));
        end.or_else(|| letters(text, at, together)).map(|end| (Mark::Sign(*sign), end))
    })
}

/// End of one of some words at `at`, in small letters or capitals, with the period after it.
fn letters(text: &[u8], at: usize, words: &[&str]) -> Option<usize> {
    let rest = text.get(at..)?;
    let length = rest.iter().take(MOST_LETTERS).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let written = &rest[..length];
    let is_whole = !rest.get(length).is_some_and(u8::is_ascii_alphanumeric);
    let is_one = is_whole && words.iter().any(|word| written.eq_ignore_ascii_case(word.as_bytes()));
    is_one.then(|| at + length + usize::from(rest.get(length) == Some(&b'.')))
}

/// Letters of the longest word.
const MOST_LETTERS: usize = 12;

/// End of `e.p.`, `ep`, `e. p.`
fn en_passant(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let forms: [&[u8]; 5] = [b"e. p.", b"e.p.", b"e.p", b"ep.", b"ep"];
    let form = forms
        .iter()
        .find(|form| rest.len() >= form.len() && rest[..form.len()].eq_ignore_ascii_case(form))?;
    let is_whole = !rest.get(form.len()).is_some_and(u8::is_ascii_alphanumeric);
    is_whole.then_some(at + form.len())
}

/// End of the white space at `at`: a few blanks, one line break among them at most.
pub(super) fn skip_gap(text: &[u8], at: usize) -> usize {
    let mut breaks = 0;
    let mut end = at;
    while end < at + MOST_BLANKS {
        match text.get(end) {
            Some(b' ' | b'\t' | b'\r') => {}
            Some(b'\n') if breaks == 0 => breaks += 1,
            _ => break,
        }
        end += 1;
    }
    end
}
