//! Reading.

use core::ops::Range;

use super::{FenError, FenErrorKind, FenIssues, castling};
use crate::board::{Bitboard, Color, Piece, PieceKind, Rank, Square};
use crate::moves::ChessMode;
use crate::position::{COLORS, Position, was_passed};

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
    read(text, None)
}

/// Like [`parse`], for a game known to follow the rules of `mode`: in [`ChessMode::Standard`],
/// castling rights with king or rook elsewhere than on e1, a1 and h1 (or their black counterparts)
/// are removed as impossible.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_as(text: &[u8], mode: ChessMode) -> Result<Fen, FenError> {
    read(text, Some(mode))
}

fn error<T>(kind: FenErrorKind, span: Range<usize>) -> Result<T, FenError> {
    Err(FenError { kind, span })
}

/// One field with its place.
#[derive(Clone)]
struct Field<'a> {
    text: &'a [u8],
    start: usize,
}

impl Field<'_> {
    fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Splits at white space.
struct Fields<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = self.text.get(start..)?;
        let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at = start + len;
        Some(Field { text: rest.get(..len)?, start })
    }
}

fn read(text: &[u8], mode: Option<ChessMode>) -> Result<Fen, FenError> {
    let mut issues = FenIssues::NONE;
    let mut fields = Fields { text, at: 0 };
    let Some(placement) = fields.next() else { return error(FenErrorKind::Empty, 0..text.len()) };
    let mut position = Position {
        boards: read_placement(&placement, &mut issues)?,
        castling: 0,
        halfmoves: 0,
        ply: 0,
        ep: 0,
    };
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
    let (us, them) = (position.turn(), !position.turn());
    if let Some(by) = position.attackers(position.king(them), us, position.occupied()).first() {
        return error(FenErrorKind::OpponentInCheck { color: them, by }, color.span());
    }

    let mut chess960 = false;
    match fields.next() {
        Some(field) => {
            chess960 =
                castling::parse(&mut position, field.text, mode, &mut issues).or_else(|(at, byte)| {
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

    let halfmoves = next;
    let fullmoves = fields.next();
    if fullmoves.is_none() {
        issues.insert(FenIssues::MISSING_CLOCKS);
    }
    if let Some(field) = halfmoves {
        position.halfmoves = read_clock(&field, 0, FenErrorKind::BadHalfmoveClock, &mut issues)?;
        if position.halfmoves != 0 && position.ep != 0 {
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
    if fields.next().is_some() {
        issues.insert(FenIssues::TRAILING_TEXT);
    }
    if has_extra_spaces(text) {
        issues.insert(FenIssues::EXTRA_SPACES);
    }
    Ok(Fen { position, chess960, issues })
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Whether fields are separated by anything but one space, or surrounded by white space.
fn has_extra_spaces(text: &[u8]) -> bool {
    let mut previous = b' ';
    for &byte in text {
        if byte.is_ascii_whitespace() && (byte != b' ' || previous == b' ') {
            return true;
        }
        previous = byte;
    }
    previous == b' '
}

fn read_placement(field: &Field<'_>, issues: &mut FenIssues) -> Result<[u64; 8], FenError> {
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
    for color in Color::ALL {
        match position.pieces(color, PieceKind::King).len() {
            0 => return error(FenErrorKind::NoKing(color), placement.span()),
            1 => {}
            _ => return error(FenErrorKind::SeveralKings(color), placement.span()),
        }
        if position.color(color).len() > 16 || position.pieces(color, PieceKind::Pawn).len() > 8 {
            issues.insert(FenIssues::TOO_MANY_PIECES);
        }
    }
    let stranded = position.kind(PieceKind::Pawn) & Bitboard(0xff00_0000_0000_00ff);
    match stranded.first() {
        Some(square) => error(FenErrorKind::PawnOnBackRank(square), placement.span()),
        None => Ok(()),
    }
}

fn read_en_passant(
    position: &mut Position,
    field: &Field<'_>,
    issues: &mut FenIssues,
) -> Result<(), FenError> {
    if field.text == b"-" {
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
        position.ep = square.bit().0;
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
    if field.text == b"-" {
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
