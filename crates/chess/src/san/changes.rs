//! Differences between a move as written and its canonical SAN.

use crate::bitset::flag_set;

flag_set! {
    /// The differences between a text read and the canonical SAN of the move found.
    SanChanges: u32 {
        /// Upper and lower case (section 8.2.3.7).
        CASE = "letter case changed";
        /// The capture sign `x` was missing (section 8.2.3.7).
        CAPTURE_INSERTED = "capture sign inserted";
        /// A capture sign although nothing is captured.
        CAPTURE_REMOVED = "capture sign removed";
        /// Another capture sign than `x`, or one in another place.
        CAPTURE_SIGN = "capture sign respelled";
        /// A check or mate mark was missing (section 8.2.3.7).
        MARK_INSERTED = "check or mate mark inserted";
        /// A check or mate mark that the position contradicts.
        MARK_CORRECTED = "wrong check or mate mark corrected";
        /// `++`, `mate` and the like.
        MARK_SPELLING = "check or mate mark respelled";
        /// Origin file or rank that no other legal move makes necessary (section 8.2.3.4).
        OVER_DISAMBIGUATED = "superfluous disambiguation removed";
        /// The whole origin square: `e2-e4`, `Ng1f3`, `g1f3`.
        LONG_ALGEBRAIC = "long algebraic or coordinate notation";
        /// Castling with zeros.
        ZERO_CASTLING = "castling written with zeros";
        /// Castling without hyphens, or as a move of the king.
        CASTLING_SPELLING = "castling respelled";
        /// `P` before a pawn move (section 8.2.3.2).
        PAWN_PREFIX = "pawn letter removed";
        /// `P` before the drop of a pawn, as many servers write it: `P@e4`.
        PAWN_DROP = "letter of a dropped pawn removed";
        /// A promotion not spelled `=Q`.
        PROMOTION_SPELLING = "promotion respelled";
        /// A promotion without its piece, read as a queen.
        PROMOTION_ASSUMED = "missing promotion piece read as a queen";
        /// `e.p.` and the like.
        EN_PASSANT_SUFFIX = "en passant suffix removed";
        /// A pawn capture without its rank or origin file: `ed`, `exd`, `xd5`.
        ABBREVIATED_CAPTURE = "abbreviated pawn capture completed";
        /// A typographic dash for a hyphen.
        DASH = "typographic dash replaced";
        /// A chess symbol for a letter (section 8.2.3).
        FIGURINE = "figurine replaced by a letter";
        /// A null move not spelled `--`.
        NULL_SPELLING = "null move respelled";
    }
}
