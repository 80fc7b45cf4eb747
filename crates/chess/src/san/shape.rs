//! Taking a move text apart, without a board.
//!
//! ```text
//! text      = core *( mark / en-passant )
//! mark      = "+" / "#" / "mate" / "ch"
//! en-passant = [ " " ] ( "e.p." / "e.p" / "ep" )
//! core      = null / castling / [ letter ] "@" square / [ letter ] [ file ] [ rank ] [ sign ] file [ rank ] [ ":" ] [ promotion ]
//! sign      = "x" / ":" / "*" / "-"
//! promotion = [ "=" / "/" / "(" ] letter [ ")" ]
//! ```

use super::canonical::CheckMark;
use super::changes::SanChanges;
use crate::board::{Bitboard, File, PieceKind, Rank, Square};

/// Longer texts are no moves: `Qh4xe1=Q+# e.p.` is the longest spelling that makes sense.
const MAX: usize = 24;

/// A text with every character mapped to ASCII and its suffixes cut off.
#[derive(Clone, Copy)]
pub(super) struct Normal {
    bytes: [u8; MAX],
    len: usize,
    pub(super) mark: CheckMark,
    pub(super) changes: SanChanges,
}

impl Normal {
    /// `None` for texts that are too long or hold characters of no move.
    pub(super) fn new(text: &[u8]) -> Option<Self> {
        let mut normal = Self { bytes: [0; MAX], len: 0, mark: CheckMark::None, changes: SanChanges::NONE };
        let mut rest = text;
        while let [first, tail @ ..] = rest {
            let (byte, change, tail) = match rest {
                [0xe2, 0x99, symbol @ 0x94..=0x9f, tail @ ..] => {
                    let letter = b"KQRBNP"[usize::from((symbol - 0x94) % 6)];
                    (letter, SanChanges::FIGURINE, tail)
                }
                // A variation selector after a figurine asks for text or emoji style.
                [0xef, 0xb8, 0x8e | 0x8f, tail @ ..] => (0, SanChanges::FIGURINE, tail),
                [0xe2, 0x80, 0x90..=0x95, tail @ ..] | [0xe2, 0x88, 0x92, tail @ ..] => {
                    (b'-', SanChanges::DASH, tail)
                }
                [0xc3, 0x97, tail @ ..] => (b'x', SanChanges::CAPTURE_SIGN, tail),
                // The same in Windows-1252.
                [0x96 | 0x97, tail @ ..] => (b'-', SanChanges::DASH, tail),
                [0xd7, tail @ ..] if tail.first().is_some_and(u8::is_ascii) => {
                    (b'x', SanChanges::CAPTURE_SIGN, tail)
                }
                [0xef, 0xb9, 0xa3, tail @ ..] | [0xef, 0xbc, 0x8d, tail @ ..] => {
                    (b'-', SanChanges::DASH, tail)
                }
                // Cyrillic, Greek and wide letters and digits that look like those of castling.
                [0xd0, 0x9e | 0xbe, tail @ ..]
                | [0xce, 0x9f | 0xbf, tail @ ..]
                | [0xef, 0xbc, 0xaf | 0x90, tail @ ..]
                | [0xef, 0xbd, 0x8f, tail @ ..] => (b'O', SanChanges::CASTLING_SPELLING, tail),
                _ if first.is_ascii() => (*first, SanChanges::NONE, tail),
                _ => return None,
            };
            normal.changes |= change;
            if byte != 0 {
                *normal.bytes.get_mut(normal.len)? = byte;
                normal.len += 1;
            }
            rest = tail;
        }
        normal.cut_suffixes();
        Some(normal)
    }

    pub(super) fn text(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    fn cut_suffixes(&mut self) {
        let mut marks = 0;
        loop {
            let text = self.text();
            let cut = |suffix: &[u8]| {
                let tail = text.len().checked_sub(suffix.len()).and_then(|start| text.get(start..));
                (text.len() > suffix.len() && tail.is_some_and(|tail| tail.eq_ignore_ascii_case(suffix)))
                    .then_some(suffix.len())
            };
            let (len, mark, change) = if let Some(len) = cut(b"#") {
                (len, CheckMark::Mate, SanChanges::NONE)
            } else if let Some(len) = cut(b"+") {
                (len, CheckMark::Check, SanChanges::NONE)
            } else if let Some(len) = cut(b"mate") {
                (len, CheckMark::Mate, SanChanges::MARK_SPELLING)
            } else if let Some(len) = cut(b"ch") {
                (len, CheckMark::Check, SanChanges::MARK_SPELLING)
            } else if let Some(len) = cut(b"e.p.").or_else(|| cut(b"e.p")).or_else(|| cut(b"ep")) {
                (len, CheckMark::None, SanChanges::EN_PASSANT_SUFFIX)
            } else if let Some(len) =
                cut(b" ").filter(|_| self.changes.contains(SanChanges::EN_PASSANT_SUFFIX))
            {
                (len, CheckMark::None, SanChanges::NONE)
            } else {
                break;
            };
            self.len -= len;
            self.changes |= change;
            if mark != CheckMark::None {
                marks += 1;
                self.mark = self.mark.max(mark);
            }
        }
        if marks > 1 {
            self.changes |= SanChanges::MARK_SPELLING;
            // `++` was written for mate by some and for double check by others: the board decides.
        }
    }
}

/// Claims of a text about a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claim {
    Null,
    /// Castling, to the king's side or not.
    Castling(bool),
    /// A piece put on the board from the pocket.
    Drop(PieceKind, Square),
    Piece(PieceClaim),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PieceClaim {
    /// `None` for coordinates without a letter, which fit any piece.
    pub(super) kind: Option<PieceKind>,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    pub(super) to_file: File,
    /// `None` in abbreviated pawn captures.
    pub(super) to_rank: Option<Rank>,
    pub(super) capture: bool,
    pub(super) hyphen: bool,
    /// The promotion letter: a kind, or one that no pawn promotes to.
    pub(super) promotion: Option<PieceKind>,
}

impl PieceClaim {
    pub(super) fn to(&self) -> Option<Square> {
        self.to_rank.map(|rank| Square::at(self.to_file, rank))
    }

    /// The squares the text allows the piece to come from.
    pub(super) fn origin(&self) -> Bitboard {
        self.from_file.map_or(Bitboard::ALL, File::squares)
            & self.from_rank.map_or(Bitboard::ALL, Rank::squares)
    }
}

/// Which letters may be read in another case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// Unchanged.
    Exact,
    /// The first letter as a piece, the others as files.
    PieceFirst,
    /// All letters as files.
    AllFiles,
}

/// The claims of a text, the changes made to reach each.
pub(super) fn claim(normal: &Normal, case: Case) -> Option<(Claim, SanChanges)> {
    let text = normal.text();
    if case == Case::Exact {
        if let Some(changes) = null_spelling(text) {
            return Some((Claim::Null, normal.changes | changes));
        }
        if let Some((king_side, changes)) = castling_spelling(text) {
            return Some((Claim::Castling(king_side), normal.changes | changes));
        }
        if let Some((claim, changes)) = drop_spelling(text) {
            return Some((claim, normal.changes | changes));
        }
    }
    // `b2d3` names two squares, and no bishop on the second rank (decision A-220).
    if case == Case::PieceFirst && names_two_squares(text) {
        return None;
    }
    let mut mapped = *normal;
    let letters = mapped.bytes.get_mut(..normal.len)?;
    match case {
        Case::Exact => {}
        Case::PieceFirst => {
            let (first, rest) = letters.split_first_mut()?;
            first.make_ascii_uppercase();
            rest.make_ascii_lowercase();
        }
        Case::AllFiles => letters.make_ascii_lowercase(),
    }
    if case != Case::Exact && mapped.text() == text {
        return None;
    }
    let (claim, mut changes) = piece_claim(mapped.text())?;
    if case != Case::Exact {
        // The mapped letter of the promotion is judged as it was written.
        let end = text.len().saturating_sub(usize::from(claim.promotion.is_some()));
        if text.get(..end) != mapped.text().get(..end) {
            changes |= SanChanges::CASE;
        }
        if matches!(text, [.., b'=', b'N' | b'B' | b'R' | b'Q' | b'K']) {
            changes = changes.without(SanChanges::PROMOTION_SPELLING);
        }
    }
    Some((Claim::Piece(claim), normal.changes | changes))
}

/// Whether a text is two squares in letters of one case, with a sign between them or not, whatever comes after: `b2f3`, `B2-F3`,
/// `b7xa8q`.
fn names_two_squares(text: &[u8]) -> bool {
    let (origin, rest) = text.split_at_checked(2).unwrap_or((text, &[]));
    let rest = match rest {
        [b'x' | b'X' | b':' | b'*' | b'-', rest @ ..] => rest,
        rest => rest,
    };
    let destination = rest.get(..2).unwrap_or_default();
    let squares = [origin, destination].map(|square| match square {
        [file, rank] => Square::parse(&[file.to_ascii_lowercase(), *rank]).map(|_| file.is_ascii_lowercase()),
        _ => None,
    });
    matches!(squares, [Some(one), Some(other)] if one == other)
}

fn null_spelling(text: &[u8]) -> Option<SanChanges> {
    match text {
        b"--" => Some(SanChanges::NONE),
        b"Z0" | b"z0" | b"@@@@" | b"0000" => Some(SanChanges::NULL_SPELLING),
        _ if text.eq_ignore_ascii_case(b"null") || text.eq_ignore_ascii_case(b"pass") => {
            Some(SanChanges::NULL_SPELLING)
        }
        _ => None,
    }
}

fn castling_spelling(text: &[u8]) -> Option<(bool, SanChanges)> {
    let mut changes = SanChanges::NONE;
    let (mut letters, mut hyphens, mut after_letter) = (0, 0, false);
    for byte in text {
        match byte {
            b'O' => {}
            b'o' => changes |= SanChanges::CASE,
            b'0' => changes |= SanChanges::ZERO_CASTLING,
            b'-' if after_letter => {
                hyphens += 1;
                after_letter = false;
                continue;
            }
            _ => return None,
        }
        letters += 1;
        after_letter = true;
    }
    if !after_letter || !(2..=3).contains(&letters) {
        return None;
    }
    if hyphens + 1 != letters {
        changes |= SanChanges::CASTLING_SPELLING;
    }
    Some((letters == 2, changes))
}

/// `N@f3`, `@f3` or `P@f3`, the letter in either case.
fn drop_spelling(text: &[u8]) -> Option<(Claim, SanChanges)> {
    let (letter, square) = match text {
        [b'@', square @ ..] => (None, square),
        [letter, b'@', square @ ..] => (Some(*letter), square),
        _ => return None,
    };
    let kind = letter.map_or(Some(PieceKind::Pawn), PieceKind::from_letter)?;
    let mut changes = SanChanges::NONE;
    if letter.is_some_and(|letter| letter.is_ascii_lowercase()) {
        changes |= SanChanges::CASE;
    }
    if kind == PieceKind::Pawn && letter.is_some() {
        changes |= SanChanges::PAWN_DROP;
    }
    Some((Claim::Drop(kind, Square::parse(square)?), changes))
}

/// A cursor over the bytes.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn take<T>(&mut self, accept: impl FnOnce(u8) -> Option<T>) -> Option<T> {
        let (first, rest) = self.0.split_first()?;
        let found = accept(*first)?;
        self.0 = rest;
        Some(found)
    }

    fn file(&mut self) -> Option<File> {
        self.take(|byte| byte.checked_sub(b'a').and_then(File::new))
    }

    fn rank(&mut self) -> Option<Rank> {
        self.take(|byte| byte.checked_sub(b'1').and_then(Rank::new))
    }

    fn byte(&mut self, bytes: &[u8]) -> Option<u8> {
        self.take(|byte| bytes.contains(&byte).then_some(byte))
    }
}

fn piece_claim(text: &[u8]) -> Option<(PieceClaim, SanChanges)> {
    let mut changes = SanChanges::NONE;
    let mut cursor = Cursor(text);
    let letter = cursor.byte(b"PNBRQK").and_then(PieceKind::from_letter);
    if letter == Some(PieceKind::Pawn) {
        changes |= SanChanges::PAWN_PREFIX;
    }
    let (first_file, first_rank) = (cursor.file(), cursor.rank());
    let sign = cursor.byte(b"x:*-");
    // The last letter of `a8b` is a bishop, not one more file.
    let is_promotion = first_rank.is_some() && matches!(sign, None | Some(b':')) && cursor.0 == b"b";
    let second = if is_promotion { None } else { cursor.file() };
    let (from_file, from_rank, to_file, to_rank) = match second {
        Some(file) => (first_file, first_rank, file, cursor.rank()),
        None if matches!(sign, None | Some(b':')) => (None, None, first_file?, first_rank),
        None => return None,
    };
    let mut capture = matches!(sign, Some(b'x' | b':' | b'*'));
    if matches!(sign, Some(b':' | b'*')) {
        changes |= SanChanges::CAPTURE_SIGN;
    }
    let hyphen = sign == Some(b'-');
    // `Bc4xf7:` would be nonsense, `Bc4f7:` is not.
    if sign.is_none() && cursor.byte(b":").is_some() {
        capture = true;
        changes |= SanChanges::CAPTURE_SIGN;
    }
    let promotion = if cursor.0.is_empty() { None } else { Some(promotion(&mut cursor, &mut changes)?) };

    let full_origin = from_file.is_some() && from_rank.is_some();
    let kind = match letter {
        None if full_origin => None,
        None => Some(PieceKind::Pawn),
        letter => letter,
    };
    if to_rank.is_none() {
        // Only a pawn capture may leave its rank out, and needs both files.
        let adjacent = from_file?.index().abs_diff(to_file.index()) == 1;
        if kind != Some(PieceKind::Pawn) || from_rank.is_some() || hyphen || !adjacent {
            return None;
        }
        capture = true;
        changes |= SanChanges::ABBREVIATED_CAPTURE;
    }
    if hyphen && !full_origin {
        changes |= SanChanges::LONG_ALGEBRAIC;
    }
    Some((PieceClaim { kind, from_file, from_rank, to_file, to_rank, capture, hyphen, promotion }, changes))
}

fn promotion(cursor: &mut Cursor<'_>, changes: &mut SanChanges) -> Option<PieceKind> {
    let sign = cursor.byte(b"=/(");
    let letter = cursor.take(|byte| {
        PieceKind::from_letter(byte).inspect(|_| {
            if byte.is_ascii_lowercase() || sign != Some(b'=') {
                changes.insert(SanChanges::PROMOTION_SPELLING);
            }
        })
    })?;
    if sign == Some(b'(') {
        cursor.byte(b")")?;
    }
    cursor.0.is_empty().then_some(letter)
}
