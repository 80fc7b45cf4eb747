//! Words: symbols (section 7) and what real files put in their place.

use crate::decode_char;
use crate::scan::{
    at, is_dash, is_move_like, is_newline, is_oh, is_space, is_symbol, skip_blanks, skip_space,
};
use crate::{Encoding, Outcome, Span};

/// End of the word that begins at `pos`: symbol characters, and beyond the standard `@`, characters outside ASCII,
/// `/Q` and `(Q)` after a promotion, and `e.p.` glued to a capture. At least one character is taken.
pub(super) fn word_end(bytes: &[u8], start: usize) -> usize {
    let mut pos = start;
    while let Some(&byte) = bytes.get(pos) {
        if is_symbol(byte) || byte == b'@' || (byte == b'*' && is_in_word(bytes, start, pos)) {
            pos += 1;
        } else if byte >= 0x80 {
            let (c, len) = decode_char(&bytes[pos..]);
            if pos > start && is_separate(c) || is_blank(c) {
                break;
            }
            pos += len;
            if is_separate(c) {
                break;
            }
        } else if pos > start && matches!(bytes[pos - 1], b'1' | b'8') && is_promotion(&bytes[pos..]) {
            pos += if byte == b'(' { 3 } else { 2 };
        } else if byte == b'.' && pos > start + 1 && bytes[pos - 1] == b'e' && at(bytes, pos + 1) == b'p' {
            pos += if at(bytes, pos + 2) == b'.' { 3 } else { 2 };
        } else {
            break;
        }
    }
    if pos == start { (start + 1).min(bytes.len()) } else { pos }
}

/// Whether the asterisk at `pos` is part of the word from `start` on, as in `P*5e` and `e*d5`, and not the marker after a whole move
/// (decision A-227).
#[cold]
fn is_in_word(bytes: &[u8], start: usize, pos: usize) -> bool {
    let before = &bytes[start..pos];
    at(bytes, pos + 1).is_ascii_alphanumeric()
        && before.iter().all(u8::is_ascii_alphanumeric)
        && before.first().is_some_and(u8::is_ascii_alphabetic)
        && before.len() < 4
        && !is_whole_move(before)
}

/// Characters outside ASCII that are read as white space.
fn is_blank(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{feff}' | '\u{200b}')
}

/// `(Q)` or `/Q`.
fn is_promotion(rest: &[u8]) -> bool {
    let piece = |byte: u8| matches!(byte.to_ascii_uppercase(), b'Q' | b'R' | b'B' | b'N');
    match *rest {
        [b'(', letter, b')', ..] => piece(letter),
        [b'/', letter, ref after @ ..] => {
            piece(letter)
                && !after
                    .first()
                    .is_some_and(|&next| is_symbol(next) && !matches!(next, b'+' | b'#' | b'-' | b'='))
        }
        _ => false,
    }
}

/// Characters outside ASCII that are tokens of their own.
fn is_separate(c: char) -> bool {
    matches!(
        c,
        '±' | '∓'
            | '∞'
            | '⩲'
            | '⩱'
            | '□'
            | '⌓'
            | '⇆'
            | '↑'
            | '→'
            | '⟳'
            | '⊕'
            | '…'
            | '‼'
            | '⁇'
            | '⁈'
            | '⁉'
            | '†'
            | '‡'
    )
}

/// The part of a text that is between quotes other than `"`: “x”, „x“, «x», ‘x’, 'x'. The closing one may be a `"`.
pub(super) fn in_other_quotes(text: &[u8]) -> Option<Span> {
    let is_double = |c| matches!(c, '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '\u{84}' | '\u{93}' | '\u{94}');
    let is_single = |c| matches!(c, '‘' | '’' | '‚' | '\'' | '`' | '´' | '\u{91}' | '\u{92}');
    let (open, length) = decode_char(text);
    if !is_double(open) && !is_single(open) || text.len() < 2 * length {
        return None;
    }
    let closing = [3, 2, 1].into_iter().filter(|&length| length < text.len()).find(|&length| {
        let (c, read) = decode_char(&text[text.len() - length..]);
        let closes = c == '"' || is_double(c) && is_double(open) || is_single(c) && is_single(open);
        read == length && closes
    })?;
    let inside = Span::new(length, text.len() - closing);
    (inside.start <= inside.end && !inside.of(text).contains(&b'"')).then_some(inside)
}

/// The longest text at `pos` that could be a termination marker: digits, `O`, `½`, and the signs between them.
pub(super) fn marker(bytes: &[u8], start: usize) -> Span {
    let mut pos = start;
    while let Some(&byte) = bytes.get(pos)
        && pos - start < 24
    {
        let (c, len) = if byte.is_ascii() { (char::from(byte), 1) } else { decode_char(&bytes[pos..]) };
        if !matches!(c, '0'..='2' | 'O' | 'o' | '-' | '/' | ':' | '½' | '\u{2010}'..='\u{2015}' | '\u{2212}')
        {
            break;
        }
        pos += len;
    }
    Span::new(start, pos)
}

/// The annotation for a glyph token (decision A-38).
pub(super) fn glyph(word: &[u8]) -> Option<u32> {
    Some(match &*Encoding::read(word) {
        "+-" | "+−" | "+–" => 18,
        "-+" | "−+" | "–+" => 19,
        "=" => 10,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "+/−" | "+/–" | "±" => 16,
        "-/+" | "−/+" | "–/+" | "∓" => 17,
        "∞" | "~" => 13,
        "□" => 7,
        "N" => 146,
        "‼" => 3,
        "⁇" => 4,
        "⁉" => 5,
        "⁈" => 6,
        "RR" => 145,
        "D" => 220,
        _ => return None,
    })
}

/// Words that repeat what the move already says: `e.p.`, `mate`, `ch`, `+`.
pub(super) fn is_mark(word: &[u8]) -> bool {
    matches!(word, b"e.p." | b"e.p" | b"ep" | b"ep." | b"+" | b"++" | b"#" | b"mate" | b"ch" | b"dbl")
        || matches!(&*Encoding::read(word), "†" | "‡")
}

/// Whether the last token of a text is a move, marks and suffixes after it or not.
pub(super) fn follows_move(bytes: &[u8]) -> bool {
    let mut pos = bytes.len();
    // `exd6 e.p. +`, `Qh5 $1 +`; after more than two marks it is none.
    for _ in 0..3 {
        let text = trim_blanks_end(&bytes[..pos]);
        let before = match text {
            [.., b'(', b'B' | b'N' | b'Q' | b'R', b')'] => &text[..text.len() - 3],
            [.., b'/', b'B' | b'N' | b'Q' | b'R'] => &text[..text.len() - 2],
            _ => text,
        };
        let is_part = |&&byte: &&u8| is_symbol(byte) || matches!(byte, b'!' | b'?' | b'@' | 0x80..);
        let length = before.iter().rev().take(LONGEST_MOVE).take_while(is_part).count();
        let word = &before[before.len() - length..];
        let is_nag = before[..before.len() - length].ends_with(b"$") && is_annotation(word);
        let is_spaced_castling = matches!(word, b"O" | b"o" | b"0") && !is_nag;
        if is_move_like(word) || is_castling_without_hyphens(word) || is_spaced_castling {
            return true;
        }
        let is_suffix = !word.is_empty() && word.iter().all(|byte| matches!(byte, b'!' | b'?'));
        let passed = if is_nag {
            length + 1
        } else if before.ends_with(b"e.p.") {
            b"e.p.".len()
        } else if is_suffix || is_mark(word) {
            length
        } else {
            return false;
        };
        pos = before.len() - passed;
    }
    false
}

/// Whether a number is that of an annotation.
fn is_annotation(digits: &[u8]) -> bool {
    core::str::from_utf8(digits).is_ok_and(|digits| digits.parse::<u8>().is_ok())
}

/// The text without white space at its end, that of HTML and no-break spaces included.
fn trim_blanks_end(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_end();
        let blanks: [&[u8]; 7] =
            [b"&nbsp;", b"<br>", b"<br/>", b"<br />", "\u{feff}".as_bytes(), "\u{a0}".as_bytes(), b"\xa0"];
        match blanks.iter().find_map(|blank| text.strip_suffix(*blank)) {
            Some(before) => text = before,
            None => return text,
        }
    }
}

/// Bytes of a move that are looked at.
const LONGEST_MOVE: usize = 24;

/// `…` in one character, in any encoding: it stands for the periods of a move number.
pub(super) fn is_ellipsis(word: &[u8]) -> bool {
    Encoding::read(word) == "…"
}

/// The termination marker at `start` as it should be, with white space or nothing after it.
pub(super) fn exact_marker(bytes: &[u8], start: usize) -> Option<(Span, Outcome)> {
    let (length, outcome) = match bytes.get(start..)? {
        [b'1', b'-', b'0', ..] => (3, Outcome::WhiteWins),
        [b'0', b'-', b'1', ..] => (3, Outcome::BlackWins),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => (7, Outcome::Draw),
        _ => return None,
    };
    let end = start + length;
    bytes
        .get(end)
        .is_none_or(|&byte| byte == b' ' || is_newline(byte))
        .then_some((Span::new(start, end), outcome))
}

/// The termination marker at `start` if it has blanks inside: `1/2 - 1/2`, `1 - 0`.
pub(super) fn spaced_marker(bytes: &[u8], start: usize) -> Option<(Span, Outcome)> {
    let left = score_end(bytes, start)?;
    let dash = skip_blanks(bytes, left);
    let after_dash = dash + dash_length(bytes, dash)?;
    let right = skip_blanks(bytes, after_dash);
    if dash == left && right == after_dash {
        return None;
    }
    let end = score_end(bytes, right).filter(|&end| !is_symbol(at(bytes, end)))?;
    let mut compact = [0; 24];
    let mut length = 0;
    for part in [&bytes[start..left], &bytes[dash..after_dash], &bytes[right..end]] {
        compact.get_mut(length..length + part.len())?.copy_from_slice(part);
        length += part.len();
    }
    Some((Span::new(start, end), Outcome::from_lax(&compact[..length])?))
}

/// End of what one side scored: `1`, `0`, `1/2`, `½`.
fn score_end(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let length = match rest {
        [b'1', b'/', b'2', ..] => 3,
        [b'0' | b'1' | b'O' | b'o', ..] => 1,
        _ => match decode_char(rest) {
            ('½', length) => length,
            _ => return None,
        },
    };
    Some(start + length)
}

/// Length of a dash, of whatever form, or of a colon.
fn dash_length(bytes: &[u8], at: usize) -> Option<usize> {
    let (c, length) = decode_char(bytes.get(at..).filter(|rest| !rest.is_empty())?);
    matches!(c, '-' | ':' | '\u{2010}'..='\u{2015}' | '\u{2212}').then_some(length)
}

/// End of the castling at `start` if it has blanks inside: `O - O`.
pub(super) fn spaced_castling(bytes: &[u8], start: usize) -> Option<usize> {
    let after = |pos, is_one: fn(char) -> bool| {
        let (c, length) = decode_char(bytes.get(pos..)?);
        (length > 0 && is_one(c)).then_some(pos + length)
    };
    let (mut end, mut ohs, mut has_blank) = (after(start, is_oh)?, 1, false);
    while ohs < 3 {
        let dash = skip_blanks(bytes, end);
        let Some(after_dash) = after(dash, is_dash) else { break };
        let oh = skip_blanks(bytes, after_dash);
        let Some(after_oh) = after(oh, is_oh) else { break };
        has_blank |= dash > end || oh > after_dash;
        (end, ohs) = (after_oh, ohs + 1);
    }
    if matches!(at(bytes, end), b'+' | b'#') {
        end += 1;
    }
    (has_blank && ohs > 1 && !is_symbol(at(bytes, end))).then_some(end)
}

/// Castling without hyphens: `OO`, `000+`.
pub(super) fn is_castling_without_hyphens(word: &[u8]) -> bool {
    let mut body = match word {
        [body @ .., b'+' | b'#'] => body,
        body => body,
    };
    let mut ohs = 0;
    while ohs < 4 && !body.is_empty() {
        let (c, length) = decode_char(body);
        if !is_oh(c) {
            return false;
        }
        (body, ohs) = (&body[length..], ohs + 1);
    }
    matches!(ohs, 2 | 3)
}

/// End of the move whose first word is no move yet, as `Nb d7`, `N x d7`, `ex d5`, `e 4` have it (decision A-70). Whether
/// `N f3` is a knight or a glyph only the position can tell.
pub(super) fn spaced_move(bytes: &[u8], word: Span) -> Option<usize> {
    if let Some(end) = rank_apart(bytes, word) {
        return Some(end);
    }
    let is_piece = |letter| matches!(letter, b'K' | b'Q' | b'R' | b'B' | b'N');
    let (is_open, needs_sign) = match *word.of(bytes) {
        [b'N'] | [b'a'..=b'h'] => (true, true),
        [letter, ref origin @ ..] if is_piece(letter) => {
            let origin = origin.strip_suffix(b"x").or(origin.strip_suffix(b"-"));
            let is_origin = matches!(
                origin.unwrap_or(&word.of(bytes)[1..]),
                [] | [b'a'..=b'h'] | [b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8']
            );
            // With both of file and rank it is a move already.
            (is_origin && (origin.is_some() || word.len() < 3), false)
        }
        [b'a'..=b'h', b'x'] => (true, false),
        _ => (false, false),
    };
    if !is_open {
        return None;
    }
    let next = skip_space(bytes, word.end);
    let has_sign = next > word.end && matches!(at(bytes, next), b'x');
    if needs_sign && !has_sign {
        return None;
    }
    let is_apart = has_sign && is_space(at(bytes, next + 1));
    Some(rest_of_move(bytes, if is_apart { next + 1 } else { word.end })?.end)
}

/// End of a move whose rank stands apart: `e 4`, `Nf 3`. A digit before a period numbers a move; `dxc 4` may be a whole move
/// and the number of the next.
fn rank_apart(bytes: &[u8], word: Span) -> Option<usize> {
    let is_file = matches!(
        word.of(bytes),
        [b'a'..=b'h']
            | [b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h']
            | [b'K' | b'Q' | b'R' | b'B' | b'N', b'x', b'a'..=b'h']
    );
    let rank = skip_space(bytes, word.end);
    if !is_file || rank == word.end || !matches!(at(bytes, rank), b'1'..=b'8') {
        return None;
    }
    let end = word_end(bytes, rank);
    let rest = bytes[rank + 1..end].trim_ascii_end();
    let is_rest = matches!(rest, [] | [b'+' | b'#'] | [b'=', b'Q' | b'R' | b'B' | b'N', ..] | [b'+', b'+']);
    (is_rest && !matches!(at(bytes, end), b'.' | b'/')).then_some(end)
}

/// Whether digits have the form of a move in ICCF's numeric notation: files and ranks from 1 to 8, and a promotion.
pub(super) fn is_numeric_move(digits: &[u8]) -> bool {
    match digits {
        [squares @ .., b'1'..=b'4'] if squares.len() == 4 => is_numeric_move(squares),
        _ => digits.len() == 4 && digits.iter().all(|digit| matches!(digit, b'1'..=b'8')),
    }
}

/// Whether a word is a move in numeric notation with a hyphen between its squares.
#[cold]
pub(super) fn is_hyphenated_numeric(word: &[u8]) -> bool {
    match *word {
        [a, b, b'-', ref rest @ ..] if (2..4).contains(&rest.len()) => {
            let mut digits = [a, b, b'1', b'1', b'1'];
            digits[2..2 + rest.len()].copy_from_slice(rest);
            is_numeric_move(&digits[..2 + rest.len()])
        }
        _ => false,
    }
}

/// Whether a word has the form of a move in English descriptive notation: `P-K4`, `KtxP`, `QR-Q1`.
#[cold]
pub(super) fn is_descriptive(word: &[u8]) -> bool {
    let Some(sign) = word.iter().position(|byte| matches!(byte, b'-' | b'x')) else { return false };
    let (piece, target) = (&word[..sign], &word[sign + 1..]);
    let is_name = |name: &[u8]| {
        (1..4).contains(&name.len())
            && name.iter().all(|byte| matches!(byte, b'P' | b'K' | b'Q' | b'R' | b'B' | b'N' | b't'))
            && name[0] != b't'
    };
    is_name(piece)
        && match (word[sign], target) {
            (b'-', [file @ .., b'1'..=b'8']) | (b'x', file) => is_name(file),
            _ => false,
        }
}

/// `0.5-0.5` or `.5-.5` at `start`: a draw in decimal fractions.
#[cold]
pub(super) fn decimal_draw(bytes: &[u8], start: usize) -> Option<Span> {
    let rest = bytes.get(start..)?;
    let half = |rest: &[u8]| match rest {
        [b'0', b'.', b'5', ..] => Some(3),
        [b'.', b'5', ..] => Some(2),
        _ => None,
    };
    let left = half(rest)?;
    let dash = dash_length(bytes, start + left)?;
    let end = start + left + dash + half(&rest[left + dash..])?;
    (!is_symbol(at(bytes, end))).then_some(Span::new(start, end))
}

/// Whether text begins as nearly all movetext does: `1. e4`, `1.Nf3`.
pub(super) fn is_first_move(text: &[u8]) -> bool {
    let [b'1', b'.', rest @ ..] = text else { return false };
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    if let [b'a'..=b'h', b'1'..=b'8', ..] | [b'N', b'a'..=b'h', b'1'..=b'8', ..] = rest {
        return true;
    }
    let end = rest.iter().position(|&byte| byte <= b' ');
    end.is_some_and(|end| end < 8 && is_move_like(&rest[..end]))
}

/// The rest of a move whose piece letter ends at `end`, apart from it: `f3` after `N`, or after `N.`; without a marker that is
/// glued to it.
pub fn rest_of_move(bytes: &[u8], end: usize) -> Option<Span> {
    let is_gap = |byte: u8| is_space(byte) || byte < b' ';
    let mut start = end + usize::from(at(bytes, end) == b'.');
    while bytes.get(start).is_some_and(|&byte| is_gap(byte)) {
        start += 1;
    }
    if start == end || !matches!(at(bytes, start), b'a'..=b'h' | b'x') {
        return None;
    }
    let end = word_end(bytes, start);
    let span = Span::new(start, glued_marker(bytes, start, end).unwrap_or(end));
    let word = span.of(bytes);
    (word.len() < 8 && word.is_ascii() && is_move_like(word)).then_some(span)
}

/// Where the termination marker begins that is glued to a move, in the word from `start` to `end`: `Nf31-0`.
pub(super) fn glued_marker(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let word = &bytes[start..end];
    let length = match word {
        [.., b'1', b'-', b'0'] | [.., b'0', b'-', b'1'] => 3,
        [.., b'1'] if bytes[end..].starts_with(b"/2-1/2") => 1,
        _ => return None,
    };
    let is_move = matches!(
        &word[..word.len() - length],
        b"O-O"
            | b"O-O-O"
            | [b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N', .., b'+' | b'#']
            | [.., b'1' | b'8' | b'=', b'Q' | b'R' | b'B' | b'N']
            | [.., b'a'..=b'h', b'1'..=b'8']
    );
    is_move.then(|| end - length)
}

/// Where the glyph begins that is glued to a move, in the word from `start` to `end`: `Nf3+-`, `e8=Q=`, `O-O+/=`. Check
/// marks and promotions are of the move: the glyph is the longest one that leaves a whole move before it.
pub(super) fn glued_glyph(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let last = bytes[end - 1];
    let may_be = matches!(last, b'+' | b'-' | b'=' | b'N' | b'D' | b'R' | 0x80..) || at(bytes, end) == b'/';
    if may_be { find_glued_glyph(bytes, start, end) } else { None }
}

#[cold]
fn find_glued_glyph(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    // No move is longer, and no glyph.
    if end - start > 24 {
        return None;
    }
    (start + 2..=end).find(|&place| {
        let head = &bytes[start..place];
        let signs = signs_end(bytes, place);
        if signs > place {
            return is_whole_move(head)
                // A letter or a figurine makes it a promotion.
                && !is_symbol(at(bytes, signs))
                && (at(bytes, signs) < 0x80 || {
                    let (next, _) = decode_char(&bytes[signs..]);
                    is_blank(next) || is_separate(next)
                })
                && glyph(&bytes[place..signs]).is_some();
        }
        // Letters are a promotion on the last ranks.
        matches!(bytes[place..end], [b'N' | b'D'] | [b'R', b'R'])
            && matches!(head, [.., b'a'..=b'h', b'2'..=b'7'])
    })
}

/// End of the signs at `start` that glyphs are made of, with any dash: `+/-`, `+/–`.
pub(super) fn signs_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        end += match bytes.get(end..).unwrap_or_default() {
            [b'+' | b'-' | b'=' | b'/', ..] => 1,
            rest => match decode_char(rest) {
                ('–' | '−', length) => length,
                _ => return end,
            },
        };
    }
}

/// Whether nothing is missing at the end of a move, its check marks included.
fn is_whole_move(word: &[u8]) -> bool {
    let body = match word {
        [body @ .., b'+', b'+'] | [body @ .., b'+' | b'#'] => body,
        body => body,
    };
    is_castling_without_hyphens(body)
        || matches!(
            body,
            [.., b'a'..=b'h', b'1'..=b'8']
                | [.., b'1' | b'8' | b'=' | b'/', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n']
                | [.., b'1' | b'8', b'(', _, b')']
                | [b'O' | b'o' | b'0', b'-', b'O' | b'o' | b'0']
                | [b'O' | b'o' | b'0', b'-', b'O' | b'o' | b'0', b'-', b'O' | b'o' | b'0']
        )
}

/// Whether movetext in `range` could end with a termination marker, in any spelling.
pub(super) fn has_marker(bytes: &[u8], range: Span) -> bool {
    let begins_word = |start: usize| start == range.start || !is_symbol(bytes[start - 1]);
    (range.start..range.end).filter(|&start| begins_word(start)).any(|start| {
        let marker = marker(bytes, start);
        let is_apart = !is_symbol(at(bytes, marker.end));
        (is_apart && Outcome::from_lax(marker.of(bytes)).is_some()) || spaced_marker(bytes, start).is_some()
    })
}
