//! The moves of a game as JSON, in the order of its text: from a tree, or while they are read.

use pgnkit_chess::fen::EnPassant;
use pgnkit_chess::san::San;
use pgnkit_chess::{ChessMode, Color, Move, Position};

use super::{notes, text};
use crate::game::RawNote;

/// Writes the members `notes` and `moves`, call by call.
///
/// Everything is closed as soon as it is written, so that most moves are written alike whatever comes next; what belongs into
/// something closed is put before its last bytes, which are known.
#[derive(Debug)]
pub(super) struct Moves {
    out: Vec<u8>,
    mode: ChessMode,
    /// The side that played the last move, or would have.
    mover: Color,
    state: State,
}

/// The end of what is written: after a move, if it is 0.
type State = u8;
/// There is no move in this line of play.
const NO_MOVE: State = 1;
const NOTES: State = 2;
const VARIATIONS: State = 4;

impl Moves {
    /// Begins a game after what `out` holds.
    pub(super) fn new(mut out: Vec<u8>, mode: ChessMode, turn: Color) -> Self {
        out.extend_from_slice(b"\"moves\":[");
        Self { out, mode, mover: !turn, state: NO_MOVE }
    }

    /// The start of the game, where that was not known before.
    pub(super) fn start(&mut self, mode: ChessMode, turn: Color) {
        (self.mode, self.mover) = (mode, !turn);
    }

    /// Ends the game.
    pub(super) fn finish(mut self) -> Vec<u8> {
        close(b']', &mut self.out);
        self.out
    }

    /// The side that played the last move, or would have.
    pub(super) fn mover(&self) -> Color {
        self.mover
    }

    /// Whether there is a comment, an annotation or the like before the first move of this line of play.
    pub(super) fn begins_with_notes(&self) -> bool {
        self.state == NO_MOVE | NOTES
    }

    /// Whether the line of play has no move yet.
    pub(super) fn has_no_move(&self) -> bool {
        self.state & NO_MOVE != 0
    }

    /// Whether the last move has variations, after which it gets no notes.
    pub(super) fn has_variations(&self) -> bool {
        self.state & VARIATIONS != 0
    }

    /// A move of `turn`.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move, san: San, turn: Color) {
        (self.mover, self.state) = (turn, 0);
        let Some(squares) = mv.plain_squares() else { return self.unusual(mv, san) };
        // Written in steps of constant length over room for the longest; what is too much is cut off.
        const FORM: &[u8; 32] = br#"{"san":"                        "#;
        const SAN_AT: usize = br#"{"san":""#.len();
        const BETWEEN: &[u8; 8] = br#"","uci":"#;
        const QUOTED: u64 = u64::from_le_bytes(*b"\"\0\0\0\0\"},");
        let start = self.out.len();
        self.out.extend_from_slice(FORM);
        let (san, length) = san.to_word();
        if let Some(place) = self.out.last_chunk_mut::<32>() {
            place[SAN_AT..][..8].copy_from_slice(&san.to_le_bytes());
            let place = &mut place[SAN_AT + (length & 7)..][..16];
            place[..8].copy_from_slice(BETWEEN);
            place[8..].copy_from_slice(&(QUOTED | u64::from(squares) << 8).to_le_bytes());
        }
        self.out.truncate(start + SAN_AT + length + 16);
    }

    /// A move that is more than its two squares.
    #[inline(never)]
    fn unusual(&mut self, mv: Move, san: San) {
        let (word, length) = san.to_word();
        self.out.extend_from_slice(b"{\"san\":\"");
        self.out.extend_from_slice(word.to_le_bytes().get(..length).unwrap_or_default());
        self.out.extend_from_slice(b"\",\"uci\":\"");
        self.out.extend_from_slice(mv.to_uci(self.mode).as_bytes());
        self.out.extend_from_slice(b"\"},");
    }

    /// The position after the move that was written last.
    #[inline(never)]
    pub(super) fn position(&mut self, position: &Position) {
        self.cut(2);
        self.out.extend_from_slice(b",\"fen\":\"");
        self.out.extend_from_slice(position.fen(EnPassant::Always).as_bytes());
        self.out.extend_from_slice(b"\"},");
    }

    /// A move of a game whose rules are not known.
    #[cold]
    pub(super) fn unchecked(&mut self, unchecked: &str) {
        self.out.extend_from_slice(b"{\"text\":");
        text::string(unchecked.as_bytes(), &mut self.out);
        self.out.extend_from_slice(b"},");
        self.mover = !self.mover;
        self.state = 0;
    }

    /// A comment, an annotation or the like: after a move before its variations.
    pub(super) fn note(&mut self, note: RawNote<'_>) {
        let has_no_move = self.has_no_move();
        if self.state & NOTES != 0 {
            self.cut(if has_no_move { br#"],"moves":["#.len() } else { 3 });
            self.out.push(b',');
        } else if has_no_move {
            self.cut(br#""moves":["#.len());
            self.out.extend_from_slice(b"\"notes\":[");
        } else {
            self.cut(2);
            self.out.extend_from_slice(b",\"notes\":[");
        }
        notes::write(note, self.mover, &mut self.out);
        self.out.extend_from_slice(if has_no_move { b"],\"moves\":[" } else { b"]}," });
        self.state |= NOTES;
    }

    /// A comment that is nothing but `[%clk d:dd:dd]`, with a space on either side or none, right after a move. False where it
    /// is anything else, or comes after something else.
    #[inline]
    pub(super) fn exact_clock(&mut self, comment: &[u8]) -> bool {
        if self.state != 0 {
            return false;
        }
        self.cut(2);
        let is_one = notes::only_exact_clock(comment, &mut self.out);
        self.out.extend_from_slice(b"},");
        self.state = if is_one { NOTES } else { 0 };
        is_one
    }

    /// Begins a variation of the last move.
    pub(super) fn begin_variation(&mut self) {
        if self.has_variations() {
            self.cut(3);
            self.out.extend_from_slice(b",{\"moves\":[");
        } else {
            self.cut(2);
            self.out.extend_from_slice(b",\"variations\":[{\"moves\":[");
        }
        self.mover = !self.mover;
        self.state = NO_MOVE;
    }

    /// Ends a variation of a move of `mover`.
    pub(super) fn end_variation(&mut self, mover: Color) {
        close(b']', &mut self.out);
        self.out.extend_from_slice(b"}]},");
        self.mover = mover;
        self.state = VARIATIONS;
    }

    /// Takes back the last bytes.
    #[inline]
    fn cut(&mut self, length: usize) {
        self.out.truncate(self.out.len().saturating_sub(length));
    }
}

/// Ends a list or an object of which each part has a comma after it.
#[inline]
pub(super) fn close(bracket: u8, out: &mut Vec<u8>) {
    match out.last_mut() {
        Some(comma) if *comma == b',' => *comma = bracket,
        _ => out.push(bracket),
    }
}
