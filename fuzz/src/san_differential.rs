//! Moves, beside a resolver that knows nothing but the legal moves: it keeps those that a text can be a spelling of.

use std::str::Utf8Chunk;

use pgnkit::chess::san::{self, SanError, SanWord};
use pgnkit::chess::{Move, PieceKind, Position};

use crate::{input, places};

/// A position, followed by words to be read in it.
pub fn check(data: &[u8]) {
    let (position, words) = places::reach(data);
    let moves = position.legal_moves();
    // It takes long, and the position is one of many with the same moves.
    if input::choice(data).is_multiple_of(16) {
        check_written(&position, moves.as_slice());
    }
    for word in words.split(|byte| matches!(byte, b'\n' | 0)).take(8) {
        check_strict(&position, moves.as_slice(), word);
        check_lenient(&position, moves.as_slice(), word);
    }
}

/// The canonical notation of every legal move, written by the words of section 8.2.3.
fn check_written(position: &Position, moves: &[Move]) {
    for &mv in moves {
        let san = position.san(mv).to_string();
        assert_eq!(san, written(position, moves, mv), "{position:?}");
    }
}

fn written(position: &Position, moves: &[Move], mv: Move) -> String {
    let after = position.after(mv);
    let mark = match (after.is_check(), after.legal_moves().is_empty()) {
        (true, true) => "#",
        (true, false) => "+",
        (false, _) => "",
    };
    if mv.is_castling() {
        return format!("{}{mark}", if mv.is_king_side_castling() { "O-O" } else { "O-O-O" });
    }
    let [file, rank] = mv.from().name().map(char::from);
    let to = name(mv);
    let sign = if mv.is_capture() { "x" } else { "" };
    if mv.kind() == PieceKind::Pawn {
        let origin = if mv.is_capture() { file.to_string() } else { String::new() };
        let promotion = mv.promotion().map(|kind| format!("={}", kind.letter())).unwrap_or_default();
        return format!("{origin}{sign}{to}{promotion}{mark}");
    }
    let others: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|other| {
            !other.is_castling() && other.kind() == mv.kind() && other.to() == mv.to() && *other != mv
        })
        .collect();
    let origin = if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.from().file() != mv.from().file()) {
        file.to_string()
    } else if others.iter().all(|other| other.from().rank() != mv.from().rank()) {
        rank.to_string()
    } else {
        format!("{file}{rank}")
    };
    format!("{}{origin}{sign}{to}{mark}", mv.kind().letter())
}

fn name(mv: Move) -> String {
    mv.to().name().map(char::from).iter().collect()
}

/// The shape of canonical notation alone: marks are not looked at, a piece's `x` neither, a pawn's decides.
fn check_strict(position: &Position, moves: &[Move], word: &[u8]) {
    let Some(parsed) = SanWord::parse(word) else { return };
    let text = str::from_utf8(word).expect("the shape is ASCII");
    let text = text.strip_suffix(['+', '#']).unwrap_or(text);
    let is_near = |mv: &Move| mv.is_castling() || text.contains(&name(*mv));
    let is_spelled = |mv: &Move| is_near(mv) && strict_spellings(*mv).any(|one| one == text);
    let fitting: Vec<Move> = moves.iter().copied().filter(is_spelled).collect();
    let expected = if let [mv] = fitting[..] { Some(mv) } else { None };
    assert_eq!(position.resolve(parsed), expected, "{text} of {fitting:?} in {position:?}");
}

fn strict_spellings(mv: Move) -> impl Iterator<Item = String> {
    let [file, rank] = mv.from().name().map(char::from);
    let to = name(mv);
    if mv.is_castling() {
        return vec![if mv.is_king_side_castling() { "O-O" } else { "O-O-O" }.to_owned()].into_iter();
    }
    if mv.kind() == PieceKind::Pawn {
        let origin = if mv.is_capture() { format!("{file}x") } else { String::new() };
        let promotion = mv.promotion().map(|kind| format!("={}", kind.letter())).unwrap_or_default();
        return vec![format!("{origin}{to}{promotion}")].into_iter();
    }
    let letter = mv.kind().letter();
    let origins = [String::new(), file.to_string(), rank.to_string(), format!("{file}{rank}")];
    let spellings =
        origins.into_iter().flat_map(|origin| ["", "x"].map(|sign| format!("{letter}{origin}{sign}{to}")));
    spellings.collect::<Vec<_>>().into_iter()
}

/// Meaning of a text.
#[derive(Debug, PartialEq)]
enum Answer {
    Move(Move),
    None,
    /// Several moves fit: in the text's own case, or only in another one.
    Several {
        in_own_case: bool,
    },
}

/// Every spelling that real files have (`san::read`).
fn check_lenient(position: &Position, moves: &[Move], word: &[u8]) {
    let expected = naive(position, moves, word);
    let found = san::read(position, word);
    let is_right = match (&found, &expected) {
        (Ok(reading), Answer::Move(mv)) => reading.mv == *mv,
        (Err(SanError::Ambiguous { .. }), Answer::Several { .. }) => true,
        (Err(SanError::Ambiguous { .. }), _) | (Ok(_), _) | (_, Answer::Move(_)) => false,
        // The error is that of the first case in which the text has the form of a move.
        (Err(_), Answer::Several { in_own_case }) => !in_own_case,
        (Err(_), Answer::None) => true,
    };
    assert!(is_right, "`{}`: {found:?}, expected {expected:?} in {position:?}", word.escape_ascii());
}

/// In the text's own case, then with the first letter as a piece, then with all letters as files: the first that names
/// exactly one move.
fn naive(position: &Position, moves: &[Move], word: &[u8]) -> Answer {
    let Some(text) = in_ascii(word) else { return Answer::None };
    let text = without_suffixes(&text);
    let is_null = matches!(text, "--" | "Z0" | "z0" | "@@@@" | "0000")
        || ["null", "pass"].iter().any(|null| text.eq_ignore_ascii_case(null));
    if is_null {
        return if position.is_check() { Answer::None } else { Answer::Move(Move::NULL) };
    }
    if let Some(is_short) = castling(text) {
        let castles = |mv: &&Move| mv.is_castling() && mv.is_king_side_castling() == is_short;
        return moves.iter().find(castles).map_or(Answer::None, |mv| Answer::Move(*mv));
    }
    let piece_first = match text.get(..1) {
        Some(first) => first.to_ascii_uppercase() + &text[1..].to_ascii_lowercase(),
        None => return Answer::None,
    };
    let mut answer = Answer::None;
    for (at, case) in [text, &piece_first, &text.to_ascii_lowercase()].into_iter().enumerate() {
        let fitting: Vec<Move> = moves.iter().copied().filter(|mv| spells(case, *mv)).collect();
        match pick(&fitting) {
            Some(mv) => return Answer::Move(mv),
            None if !fitting.is_empty() && answer == Answer::None => {
                answer = Answer::Several { in_own_case: at == 0 };
            }
            None => {}
        }
    }
    answer
}

/// The only one of the moves, or the queen's where they differ by the promotion alone.
fn pick(fitting: &[Move]) -> Option<Move> {
    let first = fitting.first()?;
    if fitting.len() == 1 {
        return Some(*first);
    }
    let is_one = fitting.iter().all(|mv| (mv.from(), mv.to()) == (first.from(), first.to()));
    fitting.iter().copied().find(|mv| is_one && mv.promotion() == Some(PieceKind::Queen))
}

/// Chess symbols as letters, dashes as hyphens, letters that look like those of castling as these, and bytes of
/// Windows-1252 where no UTF-8 is; `None` for other characters, and for texts that are too long.
fn in_ascii(word: &[u8]) -> Option<String> {
    let mut text = String::new();
    for (at, chunk) in chunks(word) {
        for c in chunk.valid().chars() {
            match c {
                '\u{2654}'..='\u{265f}' => text.push(char::from(b"KQRBNP"[(c as usize - 0x2654) % 6])),
                '\u{fe0e}' | '\u{fe0f}' => {}
                '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => text.push('-'),
                '\u{d7}' => text.push('x'),
                '\u{41e}' | '\u{43e}' | '\u{39f}' | '\u{3bf}' | '\u{ff2f}' | '\u{ff10}' | '\u{ff4f}' => {
                    text.push('O')
                }
                c if c.is_ascii() => text.push(c),
                _ => return None,
            }
        }
        match chunk.invalid() {
            [] => {}
            [0x96 | 0x97] => text.push('-'),
            [0xd7] if word.get(at).is_some_and(u8::is_ascii) => text.push('x'),
            _ => return None,
        }
    }
    (text.len() <= 24).then_some(text)
}

/// The chunks of a word, each with the place after it.
fn chunks(word: &[u8]) -> impl Iterator<Item = (usize, Utf8Chunk<'_>)> {
    word.utf8_chunks().scan(0, |at, chunk| {
        *at += chunk.valid().len() + chunk.invalid().len();
        Some((*at, chunk))
    })
}

fn without_suffixes(mut text: &str) -> &str {
    const SUFFIXES: [&str; 8] = [" ", "#", "+", "mate", "ch", "e.p.", "e.p", "ep"];
    let mut may_be_spaced = false;
    'cut: loop {
        // A space is only before the words for en passant.
        for suffix in &SUFFIXES[usize::from(!may_be_spaced)..] {
            let at = text.len().saturating_sub(suffix.len());
            if at > 0 && text[at..].eq_ignore_ascii_case(suffix) {
                text = &text[..at];
                may_be_spaced |= suffix.starts_with('e');
                continue 'cut;
            }
        }
        return text;
    }
}

/// Two or three of the letters and the digit that castling is written with, hyphens between them or not.
fn castling(text: &str) -> Option<bool> {
    let letters: Vec<&str> =
        text.split('-').flat_map(|part| part.split("")).filter(|one| !one.is_empty()).collect();
    let is_castling = letters.iter().all(|one| matches!(*one, "O" | "o" | "0"))
        && text.split('-').all(|part| !part.is_empty())
        && matches!(letters.len(), 2 | 3);
    is_castling.then_some(letters.len() == 2)
}

/// Whether a text is a spelling of a move, composed of optional parts.
fn spells(text: &str, mv: Move) -> bool {
    // Most moves go elsewhere.
    if !mv.is_castling() && !text.contains(char::from(mv.to().file().letter())) {
        return false;
    }
    let [from_file, from_rank] = mv.from().name().map(char::from);
    let origins =
        [String::new(), from_file.to_string(), from_rank.to_string(), format!("{from_file}{from_rank}")];
    let letter = mv.kind().letter();
    for (at, origin) in origins.iter().enumerate() {
        let is_full = at == 3;
        for has_letter in [true, false] {
            if !has_letter && !is_full && mv.kind() != PieceKind::Pawn {
                continue;
            }
            let rest = if has_letter { text.strip_prefix(letter) } else { Some(text) };
            let Some(rest) = rest.and_then(|rest| rest.strip_prefix(origin.as_str())) else { continue };
            for sign in ["", "x", ":", "*", "-"] {
                if let Some(rest) = rest.strip_prefix(sign)
                    && spells_target(rest, mv, at, sign)
                {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether the rest of a text is the destination and optional parts after it. Of the origin the text has nothing (0),
/// the file (1), the rank (2), or both (3).
fn spells_target(text: &str, mv: Move, origin: usize, sign: &str) -> bool {
    if mv.is_castling() {
        // As the king's move, to its own destination or to the square of the rook.
        let squares = [mv.destination(), mv.to()].map(|square| square.name().map(char::from));
        let ends = squares
            .iter()
            .any(|square| strip_square(text, square).is_some_and(|rest| ends(rest, None, sign)));
        return origin == 3 && ends;
    }
    let square = mv.to().name().map(char::from);
    // A pawn's capture may leave out the rank it goes to, when both files are there.
    let is_short = mv.kind() == PieceKind::Pawn
        && origin == 1
        && sign != "-"
        && mv.from().file() != mv.to().file()
        && text
            .strip_prefix(square[0])
            .is_some_and(|rest| !rest.starts_with(RANKS) && ends(rest, mv.promotion(), sign));
    let Some(rest) = strip_square(text, &square) else { return is_short };
    // Without its file a pawn captures when the text says so, and only then.
    let has_sign = matches!(sign, "x" | ":" | "*") || (sign.is_empty() && rest.starts_with(':'));
    let is_file_needed = mv.kind() == PieceKind::Pawn && matches!(origin, 0 | 2);
    is_short || ((!is_file_needed || mv.is_capture() == has_sign) && ends(rest, mv.promotion(), sign))
}

const RANKS: [char; 8] = ['1', '2', '3', '4', '5', '6', '7', '8'];

fn strip_square<'a>(text: &'a str, square: &[char; 2]) -> Option<&'a str> {
    text.strip_prefix(square[0])?.strip_prefix(square[1])
}

/// Whether a text is nothing, or a colon for a capture, and a promotion; without one, a pawn becomes any piece.
fn ends(text: &str, promotion: Option<PieceKind>, sign: &str) -> bool {
    let text = if sign.is_empty() { text.strip_prefix(':').unwrap_or(text) } else { text };
    if text.is_empty() {
        return true;
    }
    let Some(letter) = promotion.map(PieceKind::letter) else { return false };
    [letter, letter.to_ascii_lowercase()].iter().any(|letter| {
        ["", "=", "/"].iter().any(|sign| text.strip_prefix(sign) == Some(letter.to_string().as_str()))
            || text == format!("({letter})")
    })
}
