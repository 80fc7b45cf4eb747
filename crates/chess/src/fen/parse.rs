//! Reading.

use core::ops::Range;

use super::{FenError, FenErrorKind, FenIssues, castling, extra, spelling};
use crate::board::{Color, Piece, PieceKind, Rank, Square};
use crate::moves::ChessMode;
use crate::position::{COLORS, Position, was_passed};
use crate::variant::{self, Extra, Variant};

/// Result of reading a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fen {
    /// The position; always one this crate can play from.
    pub position: Position,
    /// Whether the castling field needs the Chess960 rules: a king or rook elsewhere than in standard
    /// chess, or file letters.
    pub chess960: bool,
    /// Accepted deviations from the standard.
    pub issues: FenIssues,
}

/// Reads a FEN of two to six fields; castling letters may be of standard chess, X-FEN or Shredder-FEN,
/// clocks up to 999,999,999.
///
/// # Errors
///
/// If the text gives no position; see [`FenErrorKind`]. Lesser faults are accepted and listed in [`Fen::issues`].
///
/// ```
/// use pgnkit_chess::fen;
/// let fen = fen::parse(b"8/8/8/8/R4p1k/8/4P3/4K3 w - - 0 1").unwrap();
/// assert!(fen.issues.is_empty());
/// let error = fen::parse(b"8/8/8/8/R4p1k/8/4P3/5K w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "rank 1 has 6 squares instead of 8");
/// assert_eq!(error.span, 20..22);
/// ```
pub fn parse(text: &[u8]) -> Result<Fen, FenError> {
    read(text, Variant::Standard, None)
}

/// Like [`parse`], for a game known to follow the rules of `mode`: in [`ChessMode::Standard`],
/// castling rights with king or rook elsewhere than on e1, a1 and h1 (or their black counterparts)
/// are removed as impossible.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_as(text: &[u8], mode: ChessMode) -> Result<Fen, FenError> {
    read(text, Variant::Standard, Some(mode))
}

/// Like [`parse`] or, with a mode, [`parse_as`], for a position of a variant.
///
/// # Errors
///
/// As [`parse`], by what the variant allows on its board.
///
/// ```
/// use pgnkit_chess::{Color, PieceKind, Variant, fen};
///
/// let text = "rnb1kbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[Qp] w KQkq - 0 3";
/// let position = fen::parse_variant(text.as_bytes(), Variant::Crazyhouse, None)?.position;
/// assert_eq!(position.pocket(Color::White, PieceKind::Queen), 1);
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn parse_variant(text: &[u8], variant: Variant, mode: Option<ChessMode>) -> Result<Fen, FenError> {
    read(text, variant, mode)
}

/// The variant that the text of a FEN or of the fields of an EPD record shows: [`Variant::Crazyhouse`] by a pocket or the
/// mark of a promoted piece, [`Variant::ThreeCheck`] by the checks; all others look like [`Variant::Standard`].
///
/// ```
/// use pgnkit_chess::{Variant, fen};
///
/// let shown = |text: &str| fen::shown_variant(text.as_bytes());
/// assert_eq!(shown("4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1"), Variant::Crazyhouse);
/// assert_eq!(shown("4k3/8/8/8/8/8/8/4K2R w K - 3+1 0 1"), Variant::ThreeCheck);
/// assert_eq!(shown("4k3/8/8/8/8/8/8/4K2R w K - 0 1 +0+2"), Variant::ThreeCheck);
/// assert_eq!(shown("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Variant::Standard);
/// ```
#[must_use]
pub fn shown_variant(text: &[u8]) -> Variant {
    let mut fields = Fields::new(text);
    let placement = fields.next().map_or(&[][..], |field| field.text);
    let count = |of: &[u8]| placement.iter().filter(|byte| of.contains(byte)).count();
    if count(b"[~") > 0 || count(b"/") > 7 {
        return Variant::Crazyhouse;
    }
    let is_checks =
        |text: &[u8]| extra::remaining_checks(text).or_else(|| extra::checks_given(text)).is_some();
    // After colour, castling and en passant; or after the clocks.
    if fields.skip(3).take(3).any(|field| is_checks(field.text)) {
        return Variant::ThreeCheck;
    }
    Variant::Standard
}

pub(super) fn error<T>(kind: FenErrorKind, span: Range<usize>) -> Result<T, FenError> {
    Err(FenError { kind, span })
}

/// One field with its place.
#[derive(Clone)]
pub(super) struct Field<'a> {
    pub(super) text: &'a [u8],
    pub(super) start: usize,
}

impl Field<'_> {
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Splits at blanks and leaves out the punctuation behind a field.
struct Fields<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether there are signs that no exact FEN has. Nearly none has them, and the short way is twice as fast.
    is_odd: bool,
}

impl<'a> Fields<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, is_odd: spelling::is_odd(text) }
    }

    #[cold]
    fn next_odd(&mut self) -> Option<Field<'a>> {
        loop {
            let mut rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
            while let len @ 1.. = spelling::blank_len(rest) {
                rest = rest.get(len..)?;
            }
            let start = self.text.len() - rest.len();
            let end = (start..self.text.len()).find(|at| spelling::blank_len(&self.text[*at..]) > 0);
            let field = self.text.get(start..end.unwrap_or(self.text.len()))?;
            self.at = start + field.len();
            let text = spelling::without_punctuation(field);
            if !text.is_empty() {
                return Some(Field { text, start });
            }
            if field.is_empty() {
                return None;
            }
        }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        if self.is_odd {
            return self.next_odd();
        }
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = self.text.get(start..)?;
        let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at = start + len;
        Some(Field { text: rest.get(..len)?, start })
    }
}

fn read(text: &[u8], variant: Variant, mode: Option<ChessMode>) -> Result<Fen, FenError> {
    let mut issues = FenIssues::NONE;
    let mut fields = Fields::new(text);
    let Some(placement) = fields.next() else { return error(FenErrorKind::Empty, 0..text.len()) };
    if fields.is_odd && spelling::has_punctuation(text) {
        issues.insert(FenIssues::PUNCTUATION);
    }
    let mut extra = Extra::of(variant);
    let (board, pocket) = match variant {
        Variant::Crazyhouse => extra::split_pocket(&placement),
        _ => (placement.clone(), None),
    };
    let mut position = Position {
        boards: read_placement(&board, &mut extra, &mut issues)?,
        rights: 0,
        halfmoves: 0,
        ply: 0,
        extra,
    };
    if let Some(pocket) = pocket {
        extra::read_pocket(&mut position.extra, &pocket)?;
    }
    check_material(&position, &placement, &mut issues)?;

    let Some(color) = fields.next() else {
        return error(FenErrorKind::MissingColor, placement.span().end..text.len());
    };
    position.ply = match color.text {
        b"w" => 0,
        b"b" => 1,
        b"W" | b"B" => {
            issues.insert(FenIssues::COLOR_CASE);
            u32::from(color.text == b"B")
        }
        _ => return error(FenErrorKind::BadColor, color.span()),
    };
    // The opponent's king in check is impossible: it could be taken.
    variant::check_turn(&position).or_else(|kind| error(kind.into(), color.span()))?;

    let mut chess960 = false;
    match fields.next() {
        Some(field) => {
            chess960 = castling::parse(&mut position, plain_dash(&field, &mut issues), mode, &mut issues)
                .or_else(|(at, byte)| {
                    error(FenErrorKind::BadCastlingByte(byte), field.start + at..field.start + at + 1)
                })?;
        }
        None => issues.insert(FenIssues::MISSING_CASTLING),
    }

    let mut next = fields.next();
    match &next {
        // A number here is the halfmove clock of a text without the en passant field.
        Some(field) if is_number(field.text) => issues.insert(FenIssues::MISSING_EN_PASSANT),
        Some(field) => {
            read_en_passant(&mut position, field, &mut issues)?;
            next = fields.next();
        }
        None => issues.insert(FenIssues::MISSING_EN_PASSANT),
    }

    if variant == Variant::ThreeCheck
        && let Some(checks) = next
            .as_ref()
            .and_then(|field| extra::remaining_checks(field.text).or_else(|| extra::checks_given(field.text)))
    {
        set_checks(&mut position, checks);
        next = fields.next();
    }
    let halfmoves = next;
    let fullmoves = fields.next();
    if fullmoves.is_none() {
        issues.insert(FenIssues::MISSING_CLOCKS);
    }
    if let Some(field) = halfmoves {
        position.halfmoves = read_clock(&field, 0, FenErrorKind::BadHalfmoveClock, &mut issues)?;
        if position.halfmoves != 0 && position.ep().any() {
            issues.insert(FenIssues::CLOCK_CONTRADICTS_EN_PASSANT);
        }
    }
    if let Some(field) = fullmoves {
        let number = read_clock(&field, 1, FenErrorKind::BadFullmoveNumber, &mut issues)?;
        if number == 0 {
            issues.insert(FenIssues::FULLMOVE_ZERO);
        }
        position.ply += number.saturating_sub(1) * 2;
    }
    let mut rest = fields.next();
    if variant == Variant::ThreeCheck
        && let Some(checks) = rest.as_ref().and_then(|field| extra::checks_given(field.text))
    {
        set_checks(&mut position, checks);
        rest = fields.next();
    }
    if rest.is_some() {
        issues.insert(FenIssues::TRAILING_TEXT);
    }
    if has_extra_spaces(text, fields.is_odd) {
        issues.insert(FenIssues::EXTRA_SPACES);
    }
    Ok(Fen { position, chess960, issues })
}

fn set_checks(position: &mut Position, checks: [u8; 2]) {
    for (color, count) in Color::ALL.into_iter().zip(checks) {
        position.extra.set_checks(color, count);
    }
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// The text of a field, `-` where it is another dash.
fn plain_dash<'a>(field: &Field<'a>, issues: &mut FenIssues) -> &'a [u8] {
    if !spelling::is_other_dash(field.text) {
        return field.text;
    }
    issues.insert(FenIssues::OTHER_DASH);
    b"-"
}

/// Whether fields are separated by anything but one space, or surrounded by white space.
fn has_extra_spaces(text: &[u8], is_odd: bool) -> bool {
    let mut previous = b' ';
    for (at, &byte) in text.iter().enumerate() {
        let is_blank = byte.is_ascii_whitespace() || is_odd && spelling::blank_len(&text[at..]) > 0;
        if is_blank && (byte != b' ' || previous == b' ') {
            return true;
        }
        previous = byte;
    }
    previous == b' '
}

fn read_placement(
    field: &Field<'_>,
    extra: &mut Extra,
    issues: &mut FenIssues,
) -> Result<[u64; 8], FenError> {
    let mut boards = [0; 8];
    // Ranks are written from the eighth down, files from a.
    let (mut rank, mut file, mut rank_start) = (7u8, 0u8, field.start);
    let mut after_digit = false;
    for (at, &byte) in (field.start..).zip(field.text) {
        let rank_name = Rank::ALL[usize::from(rank & 7)];
        match byte {
            b'/' => {
                if file != 8 {
                    return error(FenErrorKind::RankTooShort(rank_name, file), rank_start..at);
                }
                if rank == 0 && at + 1 == field.span().end {
                    issues.insert(FenIssues::NINTH_SLASH);
                    break;
                }
                if rank == 0 {
                    return error(FenErrorKind::TooManyRanks, at..field.span().end);
                }
                (rank, file, rank_start) = (rank - 1, 0, at + 1);
                after_digit = false;
                continue;
            }
            b'1'..=b'8' => {
                if after_digit {
                    issues.insert(FenIssues::SPLIT_DIGITS);
                }
                file += byte - b'0';
            }
            _ => {
                let Some(piece) = Piece::from_letter(byte) else {
                    if byte == b'~' && extra.variant() == Variant::Crazyhouse && file > 0 && !after_digit {
                        extra.promoted |= 1 << (rank * 8 + file - 1);
                        continue;
                    }
                    return error(FenErrorKind::BadPlacementByte(byte), at..at + 1);
                };
                if file < 8 {
                    let bit = 1 << (rank * 8 + file);
                    boards[piece.kind.index()] |= bit;
                    boards[COLORS + piece.color.index()] |= bit;
                }
                file += 1;
            }
        }
        after_digit = byte.is_ascii_digit();
        if file > 8 {
            let tail = field.text.get(at - field.start..).unwrap_or_default();
            let end = tail.iter().position(|byte| *byte == b'/').unwrap_or(tail.len());
            return error(FenErrorKind::RankTooLong(rank_name), rank_start..at + end);
        }
    }
    let end = field.span().end;
    if file != 8 {
        return error(FenErrorKind::RankTooShort(Rank::ALL[usize::from(rank & 7)], file), rank_start..end);
    }
    if rank != 0 {
        return error(FenErrorKind::TooFewRanks(8 - rank), field.span());
    }
    Ok(boards)
}

fn check_material(
    position: &Position,
    placement: &Field<'_>,
    issues: &mut FenIssues,
) -> Result<(), FenError> {
    variant::check_board(position).or_else(|kind| error(kind.into(), placement.span()))?;
    // Pieces come back in Crazyhouse, and a horde is many.
    if matches!(position.variant(), Variant::Crazyhouse | Variant::Horde) {
        return Ok(());
    }
    for color in Color::ALL {
        if position.color(color).len() > 16 || position.pieces(color, PieceKind::Pawn).len() > 8 {
            issues.insert(FenIssues::TOO_MANY_PIECES);
        }
    }
    Ok(())
}

fn read_en_passant(
    position: &mut Position,
    field: &Field<'_>,
    issues: &mut FenIssues,
) -> Result<(), FenError> {
    if plain_dash(field, issues) == b"-" {
        return Ok(());
    }
    let &[file, rank] = field.text else { return error(FenErrorKind::BadEnPassant, field.span()) };
    let Some(square) = Square::parse(&[file.to_ascii_lowercase(), rank]) else {
        return error(FenErrorKind::BadEnPassant, field.span());
    };
    if file.is_ascii_uppercase() {
        issues.insert(FenIssues::EN_PASSANT_CASE);
    }
    let expected_rank = if position.turn() == Color::White { 5 } else { 2 };
    if square.rank().index() != expected_rank {
        issues.insert(FenIssues::EN_PASSANT_RANK);
    } else if was_passed(position, square) {
        position.set_ep(square.bit());
    } else {
        issues.insert(FenIssues::EN_PASSANT_IMPOSSIBLE);
    }
    Ok(())
}

fn read_clock(
    field: &Field<'_>,
    default: u32,
    kind: FenErrorKind,
    issues: &mut FenIssues,
) -> Result<u32, FenError> {
    if plain_dash(field, issues) == b"-" {
        issues.insert(FenIssues::CLOCK_DASH);
        return Ok(default);
    }
    let digits = field.text.strip_prefix(b"+").unwrap_or(field.text);
    let number = digits.iter().try_fold(0u32, |number, byte| {
        byte.is_ascii_digit().then(|| number.saturating_mul(10).saturating_add(u32::from(byte - b'0')))
    });
    match number {
        Some(number) if !digits.is_empty() && number <= Position::MAX_CLOCK => {
            if digits.len() != field.text.len() || (digits.len() > 1 && digits.first() == Some(&b'0')) {
                issues.insert(FenIssues::CLOCK_SPELLING);
            }
            Ok(number)
        }
        _ => error(kind, field.span()),
    }
}
