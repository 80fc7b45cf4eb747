//! The opcodes of section 16.2.5.

use std::cmp::Ordering;
use std::fmt;

/// Operands that an opcode takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    /// One integer from `.0` to `.1`.
    Integer(i64, i64),
    /// Any number of moves from the position, in ASCII order.
    Moves,
    /// One move from the position.
    Move,
    /// Any number of moves, each played after those before it.
    Line,
    /// One string.
    Text,
    /// One string or nothing.
    OptionalText,
    /// Two strings in this order.
    TwoTexts,
    Anything,
}

impl Takes {
    /// The smallest and the largest number of operands.
    pub(super) fn count(self) -> (usize, usize) {
        match self {
            Self::Nothing => (0, 0),
            Self::Integer(..) | Self::Move | Self::Text => (1, 1),
            Self::OptionalText => (0, 1),
            Self::TwoTexts => (2, 2),
            Self::Moves | Self::Line | Self::Anything => (0, usize::MAX),
        }
    }
}

const NATURAL: Takes = Takes::Integer(0, i64::MAX);
const POSITIVE: Takes = Takes::Integer(1, i64::MAX);
const CENTIPAWNS: Takes = Takes::Integer(-32767, 32766);

macro_rules! opcodes {
    ($($(#[doc = $summary:literal])+ $variant:ident = $name:literal, $takes:expr;)*) => {
        /// Subject of an operation. The opcodes are in ASCII order of their mnemonics, like the operations of a record.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Opcode {
            $($(#[doc = $summary])+ $variant,)*
            /// Any other mnemonic. Those that begin with an upper-case letter are private (section 16.2.4.2).
            Other(Box<str>),
        }

        impl Opcode {
            /// The opcodes of the standard, in ASCII order.
            pub const STANDARD: &'static [Self] = &[$(Self::$variant,)*];

            /// The mnemonic.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Other(name) => name,
                }
            }

            /// The opcode of the standard with this mnemonic.
            #[must_use]
            pub fn standard(mnemonic: &str) -> Option<Self> {
                Some(match mnemonic {
                    $($name => Self::$variant,)*
                    _ => return None,
                })
            }

            pub(super) fn takes(&self) -> Takes {
                match self {
                    $(Self::$variant => $takes,)*
                    Self::Other(_) => Takes::Anything,
                }
            }
        }
    };
}

opcodes! {
    /// Analysis count: nodes examined (section 16.2.5.1).
    Acn = "acn", NATURAL;
    /// Analysis count: seconds used (section 16.2.5.2).
    Acs = "acs", NATURAL;
    /// Moves to avoid (section 16.2.5.3).
    Am = "am", Takes::Moves;
    /// Best moves (section 16.2.5.4).
    Bm = "bm", Takes::Moves;
    /// Primary comment (section 16.2.5.5).
    C0 = "c0", Takes::OptionalText;
    /// Comment of rank 1.
    C1 = "c1", Takes::OptionalText;
    /// Comment of rank 2.
    C2 = "c2", Takes::OptionalText;
    /// Comment of rank 3.
    C3 = "c3", Takes::OptionalText;
    /// Comment of rank 4.
    C4 = "c4", Takes::OptionalText;
    /// Comment of rank 5.
    C5 = "c5", Takes::OptionalText;
    /// Comment of rank 6.
    C6 = "c6", Takes::OptionalText;
    /// Comment of rank 7.
    C7 = "c7", Takes::OptionalText;
    /// Comment of rank 8.
    C8 = "c8", Takes::OptionalText;
    /// Comment of rank 9.
    C9 = "c9", Takes::OptionalText;
    /// Centipawn evaluation from the point of view of the side to move (section 16.2.5.6).
    Ce = "ce", CENTIPAWNS;
    /// Direct mate: moves until the side to move mates (section 16.2.5.7).
    Dm = "dm", POSITIVE;
    /// A draw offer is accepted (section 16.2.5.8).
    DrawAccept = "draw_accept", Takes::Nothing;
    /// A draw is claimed with the supplied move (section 16.2.5.9).
    DrawClaim = "draw_claim", Takes::Nothing;
    /// A draw is offered with the supplied move (section 16.2.5.10).
    DrawOffer = "draw_offer", Takes::Nothing;
    /// A draw offer is rejected (section 16.2.5.11).
    DrawReject = "draw_reject", Takes::Nothing;
    /// Opening code of the Encyclopedia of Chess Openings (section 16.2.5.12).
    Eco = "eco", Takes::OptionalText;
    /// Fullmove number (section 16.2.5.13).
    Fmvn = "fmvn", POSITIVE;
    /// Halfmove clock (section 16.2.5.14).
    Hmvc = "hmvc", NATURAL;
    /// Identification of the position (section 16.2.5.15).
    Id = "id", Takes::Text;
    /// Opening code of New In Chess (section 16.2.5.16).
    Nic = "nic", Takes::OptionalText;
    /// No operation (section 16.2.5.17).
    Noop = "noop", Takes::Anything;
    /// Predicted move (section 16.2.5.18).
    Pm = "pm", Takes::Move;
    /// Predicted variation (section 16.2.5.19).
    Pv = "pv", Takes::Line;
    /// Repetition count (section 16.2.5.20).
    Rc = "rc", POSITIVE;
    /// The side to move resigns (section 16.2.5.21).
    Resign = "resign", Takes::Nothing;
    /// Supplied move: the move that is played (section 16.2.5.22).
    Sm = "sm", Takes::Move;
    /// Telecommunication: game selector (section 16.2.5.23).
    Tcgs = "tcgs", POSITIVE;
    /// Telecommunication: address and name of the receiver (section 16.2.5.24).
    Tcri = "tcri", Takes::TwoTexts;
    /// Telecommunication: address and name of the sender (section 16.2.5.25).
    Tcsi = "tcsi", Takes::TwoTexts;
    /// Primary variation name: the opening (section 16.2.5.26).
    V0 = "v0", Takes::OptionalText;
    /// Variation name of rank 1: the variation.
    V1 = "v1", Takes::OptionalText;
    /// Variation name of rank 2: the variation of the variation.
    V2 = "v2", Takes::OptionalText;
    /// Variation name of rank 3.
    V3 = "v3", Takes::OptionalText;
    /// Variation name of rank 4.
    V4 = "v4", Takes::OptionalText;
    /// Variation name of rank 5.
    V5 = "v5", Takes::OptionalText;
    /// Variation name of rank 6.
    V6 = "v6", Takes::OptionalText;
    /// Variation name of rank 7.
    V7 = "v7", Takes::OptionalText;
    /// Variation name of rank 8.
    V8 = "v8", Takes::OptionalText;
    /// Variation name of rank 9.
    V9 = "v9", Takes::OptionalText;
}

impl Opcode {
    /// The longest mnemonic has fifteen characters (section 16.2.4.1).
    pub(super) const MAX_LENGTH: usize = 15;

    const COMMENTS: [Self; 10] =
        [Self::C0, Self::C1, Self::C2, Self::C3, Self::C4, Self::C5, Self::C6, Self::C7, Self::C8, Self::C9];

    const VARIATION_NAMES: [Self; 10] =
        [Self::V0, Self::V1, Self::V2, Self::V3, Self::V4, Self::V5, Self::V6, Self::V7, Self::V8, Self::V9];

    /// The opcode with a mnemonic, of the standard or not; `None` where it is not a letter followed by up to fourteen
    /// letters, digits and underscores (section 16.2.4.1).
    ///
    /// ```
    /// use pgnkit::epd::Opcode;
    /// assert_eq!(Opcode::new("bm"), Some(Opcode::Bm));
    /// assert!(Opcode::new("Zdepth").unwrap().is_private());
    /// assert_eq!(Opcode::new("1a"), None);
    /// ```
    #[must_use]
    pub fn new(mnemonic: &str) -> Option<Self> {
        let is_rest = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_valid = mnemonic.len() <= Self::MAX_LENGTH
            && mnemonic.starts_with(|first: char| first.is_ascii_alphabetic())
            && mnemonic.bytes().all(is_rest);
        is_valid.then(|| Self::any(mnemonic))
    }

    /// The opcode with any text for a mnemonic.
    pub(super) fn any(mnemonic: &str) -> Self {
        Self::standard(mnemonic).unwrap_or_else(|| Self::Other(mnemonic.into()))
    }

    /// Whether it is a number, like the counters of a FEN.
    pub(super) fn is_number(&self) -> bool {
        self.as_str().bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The comment of a rank from 0 to 9: `c0` to `c9`.
    #[must_use]
    pub fn comment(rank: usize) -> Option<Self> {
        Self::COMMENTS.get(rank).cloned()
    }

    /// The variation name of a rank from 0 to 9: `v0` to `v9`.
    #[must_use]
    pub fn variation_name(rank: usize) -> Option<Self> {
        Self::VARIATION_NAMES.get(rank).cloned()
    }

    /// The rank of a comment.
    pub(super) fn comment_rank(&self) -> Option<usize> {
        Self::COMMENTS.iter().position(|opcode| opcode == self)
    }

    /// The rank of a variation name.
    pub(super) fn variation_rank(&self) -> Option<usize> {
        Self::VARIATION_NAMES.iter().position(|opcode| opcode == self)
    }

    /// Whether the opcode is private to its writer: its mnemonic begins with an upper-case letter.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.as_str().starts_with(|first: char| first.is_ascii_uppercase())
    }
}

/// ASCII order. A number, which is not an opcode, comes last: at the beginning of a record it would be a counter of a
/// FEN.
impl Ord for Opcode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.is_number().cmp(&other.is_number()).then_with(|| self.as_str().cmp(other.as_str()))
    }
}

impl PartialOrd for Opcode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_has_44_in_ascii_order() {
        assert_eq!(Opcode::STANDARD.len(), 44);
        assert!(Opcode::STANDARD.is_sorted());
        for opcode in Opcode::STANDARD {
            assert_eq!(Opcode::new(opcode.as_str()).as_ref(), Some(opcode));
        }
    }

    #[test]
    fn mnemonics() {
        for (text, is_one) in [
            ("abcdefghijklmno", true),
            ("abcdefghijklmnop", false),
            ("a_1", true),
            ("_a", false),
            ("a-b", false),
            ("", false),
            ("c10", true),
        ] {
            assert_eq!(Opcode::new(text).is_some(), is_one, "{text}");
        }
    }
}
