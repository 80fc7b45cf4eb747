//! Moves in other notations than that of the standard: for display, and for other programs.

use std::fmt::Write as _;

use pgnkit_chess::notation::Iccf;
use pgnkit_chess::san::{CheckMark, Language, San};
use pgnkit_chess::{ChessMode, Move, PieceKind};

/// Notation of moves. Games for storage and exchange use [`Notation::SAN`] with English letters, the default of
/// [`Export`](crate::Export).
///
/// ```
/// use pgnkit::chess::san::Language;
/// use pgnkit::{Game, LongAlgebraicStyle, Notation};
///
/// let game: Game = "1. e4 d5 2. exd5 Nf6 3. Bb5+ *".parse()?;
/// let check = game.mainline().last().unwrap();
/// for (notation, text) in [
///     (Notation::SAN, "Bb5+"),
///     (Notation::San(Language::German), "Lb5+"),
///     (Notation::Figurine, "♗b5+"),
///     (Notation::Uci, "f1b5"),
///     (Notation::Iccf, "6125"),
///     (Notation::Long(LongAlgebraicStyle::Full, Language::English), "Bf1-b5+"),
/// ] {
///     assert_eq!(notation.text(check.mv(), check.san(), game.start().mode), text);
/// }
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Standard algebraic, in the piece letters of a language (section 17).
    San(Language),
    /// Standard algebraic with chess symbols for the pieces, those of White for both sides: `♘f3`.
    Figurine,
    /// Coordinates as chess engines speak them: `g1f3`, `e7e8q`, castling as the move of the king. No marks.
    Uci,
    /// The numeric notation of correspondence chess: `7163`, `57581`, castling as the move of the king. No marks.
    Iccf,
    /// Long algebraic: with the square the piece comes from.
    Long(LongAlgebraicStyle, Language),
}

/// The spellings of long algebraic notation, those of the program pgn-extract. All have `+` and `#`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LongAlgebraicStyle {
    /// Squares alone: `g1f3`, `e5d6`, `e7e8q`, `e1g1`; its `lalg`.
    Squares,
    /// Squares with a hyphen between them: `g1-f3`, `e5-d6`, `e7-e8q`, `e1-g1`; its `halg`.
    Hyphen,
    /// With the letter of the piece: `Ng1f3`, `e5d6ep`, `e7e8=Q`, `O-O`; its `elalg`.
    Letter,
    /// With the letter, and `-` or `x` between the squares: `Ng1-f3`, `e5xd6ep`, `e7-e8=Q`, `O-O`; its `xolalg`, and
    /// but for castling `xlalg`.
    #[default]
    Full,
}

impl LongAlgebraicStyle {
    /// Whether it has letters of pieces other than those that pawns become.
    pub fn has_letters(self) -> bool {
        matches!(self, Self::Letter | Self::Full)
    }
}

impl Default for Notation {
    fn default() -> Self {
        Self::SAN
    }
}

impl Notation {
    /// Standard algebraic notation as the standard has it.
    pub const SAN: Self = Self::San(Language::English);

    /// A move whose canonical notation is `san`.
    #[must_use]
    pub fn text(self, mv: Move, san: San, mode: ChessMode) -> String {
        let mut text = String::new();
        self.write(mv, san, mode, &mut text);
        text
    }

    /// Appends a move whose canonical notation is `san`.
    pub fn write(self, mv: Move, san: San, mode: ChessMode, out: &mut String) {
        match self {
            Self::San(language) => write_san(san, |kind| language.letter(kind), out),
            Self::Figurine => write_san(san, figurine, out),
            Self::Uci => out.push_str(mv.to_uci(mode).as_str()),
            // It has no words for them.
            Self::Iccf if mv.is_null() || mv.is_drop() => {
                write_san(san, |kind| Language::English.letter(kind), out)
            }
            Self::Iccf => {
                let _ = write!(out, "{}", Iccf(mv));
            }
            Self::Long(form, language) => write_long(form, language, mv, san, mode, out),
        }
    }
}

fn figurine(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "♙",
        PieceKind::Knight => "♘",
        PieceKind::Bishop => "♗",
        PieceKind::Rook => "♖",
        PieceKind::Queen => "♕",
        PieceKind::King => "♔",
    }
}

fn write_san(san: San, letter: impl Fn(PieceKind) -> &'static str, out: &mut String) {
    let (word, length) = san.to_word();
    for byte in word.to_le_bytes().into_iter().take(length) {
        // The O of castling is no piece in any language.
        match byte {
            b'N' | b'B' | b'R' | b'Q' | b'K' => {
                out.push_str(PieceKind::from_letter(byte).map_or("", &letter))
            }
            byte => out.push(char::from(byte)),
        }
    }
}

fn write_long(
    form: LongAlgebraicStyle,
    language: Language,
    mv: Move,
    san: San,
    mode: ChessMode,
    out: &mut String,
) {
    if mv.is_null() || (mv.is_castling() && form.has_letters()) {
        let _ = write!(out, "{san}");
        return;
    }
    if mv.is_drop() {
        write_san(san, |kind| language.letter(kind), out);
        return;
    }
    if form.has_letters() && mv.kind() != PieceKind::Pawn {
        out.push_str(language.letter(mv.kind()));
    }
    let coordinates = mv.to_uci(mode);
    let (from, rest) = coordinates.as_str().split_at(2);
    let (to, promotion) = rest.split_at(2);
    let between = match form {
        LongAlgebraicStyle::Full if mv.is_capture() => "x",
        LongAlgebraicStyle::Full | LongAlgebraicStyle::Hyphen => "-",
        LongAlgebraicStyle::Letter | LongAlgebraicStyle::Squares => "",
    };
    let _ = write!(out, "{from}{between}{to}");
    match mv.promotion().filter(|_| form.has_letters()) {
        Some(kind) => {
            let _ = write!(out, "={}", language.letter(kind));
        }
        None => out.push_str(promotion),
    }
    if mv.is_en_passant() && form.has_letters() {
        out.push_str("ep");
    }
    out.push_str(match san.mark() {
        CheckMark::None => "",
        CheckMark::Check => "+",
        CheckMark::Mate => "#",
    });
}
