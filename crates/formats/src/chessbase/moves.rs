//! The moves of a game, from bytes to a tree in the order of the file.

use pgnkit::chess::ChessMode;

use super::Reason;
use super::board::{Board, Step};
use super::tables;

/// Codes that are marks.
const TWO_BYTES: u8 = 235;
const SKIP: u8 = 236;
const FIRST_UNUSED: u8 = 237;
const LAST_UNUSED: u8 = 253;
const ALTERNATIVE: u8 = 254;
const END: u8 = 255;
/// The greatest number of positions at a time to which alternatives follow, and of variations within each other.
pub(super) const DEEPEST: usize = 4096;

/// A way to code moves, of which each mode has another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coding {
    table: &'static [u8; 256],
    /// Whether the number of the move is taken from the byte before it is looked up, and not from the code after.
    before: bool,
    /// Whether each move is a word of squares, and not the number of a piece and its step.
    words: bool,
    pub(super) mode: ChessMode,
}

impl Coding {
    /// The coding of a mode, if its table is known.
    pub(super) fn of_mode(mode: u8) -> Option<Self> {
        let (table, before, words, mode) = match mode {
            0 => (&tables::MODE_0, true, false, ChessMode::Standard),
            4 => (&tables::MODE_4, false, false, ChessMode::Standard),
            5 => (&tables::MODE_5, false, true, ChessMode::Standard),
            10 => (&tables::MODE_10, false, false, ChessMode::Chess960),
            _ => return None,
        };
        Some(Self { table, before, words, mode })
    }

    /// The code of a byte after a number of moves.
    #[inline]
    fn code(&self, byte: u8, moves: u32) -> u8 {
        let moves = moves as u8;
        if self.before {
            self.table[usize::from(byte.wrapping_sub(moves))]
        } else {
            self.table[usize::from(byte)].wrapping_sub(moves)
        }
    }
}

/// The node before all moves; as a link, no node.
pub(super) const ROOT: u32 = 0;

/// A move of the tree, or what should have been one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) step: Result<Step, Fault>,
    /// Offset of its code in the record.
    pub(super) at: u32,
    /// The first move after it, [`ROOT`] for none: that of its line.
    pub(super) first: u32,
    last: u32,
    /// The next alternative to it.
    pub(super) next: u32,
    /// One more than the place of its first annotation among all; 0 for none.
    pub(super) notes: u32,
}

/// The reason why a node is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NoPiece,
    Code(u8),
}

impl From<Fault> for Reason {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NoPiece => Self::NoPiece,
            Fault::Code(code) => Self::Code(code),
        }
    }
}

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
struct Place {
    board: Board,
    node: u32,
    /// False after a node that is no move: what follows is counted, since annotations go by the number of the move.
    can_move: bool,
}

/// A place to which alternatives follow, and how many.
#[derive(Clone, Copy, Debug)]
struct Branching {
    place: Place,
    alternatives: u32,
}

/// A tree of moves, whose memory is used again.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    open: Vec<Branching>,
}

/// The end of the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Offset after them in the record.
    pub(super) at: usize,
    /// Whether the main line came to its end.
    pub(super) main_line_ends: bool,
    /// Whether all lines did.
    pub(super) all_lines_end: bool,
    /// Whether there were too many positions with alternatives.
    pub(super) is_too_deep: bool,
}

impl Tree {
    /// Reads the moves of a record from an offset.
    pub(super) fn read(&mut self, record: &[u8], start: usize, board: Board, coding: Coding) -> End {
        let root =
            Node { step: Ok(Step::Null), at: start as u32, first: ROOT, last: ROOT, next: ROOT, notes: 0 };
        self.nodes.clear();
        self.nodes.push(root);
        self.open.clear();
        let place = Place { board, node: ROOT, can_move: true };
        let mut end = End { at: start, main_line_ends: false, all_lines_end: false, is_too_deep: false };
        if coding.words {
            self.read_words(record, place, coding, &mut end);
        } else {
            self.read_codes(record, place, coding, &mut end);
        }
        end
    }

    fn read_codes(&mut self, record: &[u8], mut place: Place, coding: Coding, end: &mut End) {
        let mut moves = 0;
        while let Some(&byte) = record.get(end.at) {
            let at = end.at;
            end.at += 1;
            let step = match coding.code(byte, moves) {
                SKIP => continue,
                code @ FIRST_UNUSED..=LAST_UNUSED => {
                    // As a mark it has no number.
                    self.add_unread(&mut place, at, Fault::Code(code));
                    continue;
                }
                ALTERNATIVE => {
                    if !self.branch(&place) {
                        end.is_too_deep = true;
                        return;
                    }
                    continue;
                }
                END => {
                    end.main_line_ends = true;
                    match self.back() {
                        Some(before) => place = before,
                        None => {
                            end.all_lines_end = true;
                            return;
                        }
                    }
                    continue;
                }
                TWO_BYTES => {
                    let Some(&[high, low]) = record.get(end.at..).and_then(|rest| rest.first_chunk()) else {
                        end.at = record.len();
                        return;
                    };
                    end.at += 2;
                    let word = u16::from_be_bytes([high, low].map(|byte| coding.code(byte, moves)));
                    step_of_word(word, &place)
                }
                0 => Some(Step::Null),
                code => place.board.decode(code),
            };
            moves += 1;
            self.add(&mut place, at, step);
        }
    }

    fn read_words(&mut self, record: &[u8], mut place: Place, coding: Coding, end: &mut End) {
        const LINE_ENDS: u16 = 1 << 14;
        const HAS_ALTERNATIVE: u16 = 1 << 15;
        let mut moves = 0;
        while let Some(&bytes) = record.get(end.at..).and_then(|rest| rest.first_chunk::<2>()) {
            let at = end.at;
            end.at += 2;
            let word = u16::from_be_bytes(bytes.map(|byte| coding.code(byte, moves)));
            if word & HAS_ALTERNATIVE != 0 && !self.branch(&place) {
                end.is_too_deep = true;
                return;
            }
            let step = if word & !(LINE_ENDS | HAS_ALTERNATIVE) == 0 {
                Some(Step::Null)
            } else {
                step_of_word(word, &place)
            };
            moves += 1;
            self.add(&mut place, at, step);
            if word & LINE_ENDS != 0 {
                end.main_line_ends = true;
                match self.back() {
                    Some(before) => place = before,
                    None => {
                        end.all_lines_end = true;
                        return;
                    }
                }
            }
        }
        // The end of the record is that of the line.
        end.all_lines_end = self.open.is_empty();
        end.main_line_ends |= end.all_lines_end;
    }

    /// Adds a move to the tree and goes there.
    #[inline]
    fn add(&mut self, place: &mut Place, at: usize, step: Option<Step>) {
        match step {
            Some(step) if place.can_move => {
                self.link(place, at, Ok(step));
                place.board.play(step);
            }
            _ => self.add_unread(place, at, Fault::NoPiece),
        }
    }

    /// Adds what is no move; the first one of a line says so, those after it are only counted.
    fn add_unread(&mut self, place: &mut Place, at: usize, fault: Fault) {
        if place.can_move {
            self.link(place, at, Err(fault));
            place.can_move = false;
        } else {
            place.node = self.nodes.len() as u32;
            self.push(at, Err(fault));
        }
    }

    fn push(&mut self, at: usize, step: Result<Step, Fault>) {
        // A record has three bytes for its length, and each node is one at least.
        self.nodes.push(Node { step, at: at as u32, first: ROOT, last: ROOT, next: ROOT, notes: 0 });
    }

    #[inline]
    fn link(&mut self, place: &mut Place, at: usize, step: Result<Step, Fault>) {
        let node = self.nodes.len() as u32;
        self.push(at, step);
        let parent = &mut self.nodes[place.node as usize];
        let last = std::mem::replace(&mut parent.last, node);
        if last == ROOT {
            parent.first = node;
        } else {
            self.nodes[last as usize].next = node;
        }
        place.node = node;
    }

    /// Remembers a place to which an alternative follows; false if there are too many.
    fn branch(&mut self, place: &Place) -> bool {
        let open = self.open.len();
        match self.open.last_mut() {
            Some(last) if last.place.node == place.node => last.alternatives += 1,
            _ if open == DEEPEST => return false,
            _ => self.open.push(Branching { place: *place, alternatives: 1 }),
        }
        true
    }

    /// The place of the next alternative.
    fn back(&mut self) -> Option<Place> {
        let last = self.open.last_mut()?;
        let place = last.place;
        last.alternatives -= 1;
        if last.alternatives == 0 {
            self.open.pop();
        }
        Some(place)
    }
}

fn step_of_word(word: u16, place: &Place) -> Option<Step> {
    let bits = |from: u32, count: u32| (word >> from & ((1 << count) - 1)) as u8;
    place.board.between(bits(0, 6), bits(6, 6), bits(12, 2))
}
