//! Books of Arena (`.abk`): a tree of moves from the usual start.
//!
//! Entries have 28 bytes; the tree begins with entry [`FIRST`]. An entry is a move and points at the first answer to it
//! and at the next move beside it.

use pgnkit::chess::{Move, PieceKind, Position, Square};

use super::{Book, BookBuilder, BookMove, Damage, Reason};

/// Length of an entry in bytes.
pub const ENTRY_LEN: usize = 28;
/// Number of the first entry of the tree.
pub const FIRST: usize = 900;
/// Half-moves of a line at the most.
pub const DEEPEST: usize = 400;

const MAGIC: &[u8] = b"\x03ABK";

/// Whether the beginning of a file is that of such a book. Four bytes decide.
pub fn begins(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// An entry of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AbkEntry {
    /// The square that the piece leaves.
    pub from: u8,
    /// The square that it goes to, for castling that of the king.
    pub to: u8,
    /// 0, or the piece that a pawn becomes: 1 rook, 2 knight, 3 bishop, 4 queen, or less than 0.
    pub promotion: i8,
    /// Priority of the move: Arena prefers the greater ones, and never plays 0.
    pub priority: u8,
    /// Games with the move.
    pub games: i32,
    /// Those that were won.
    pub won: i32,
    /// Those that were lost.
    pub lost: i32,
    /// A number of half-moves.
    pub plies: i32,
    /// Number of the first answer; −1 or 0 is none.
    pub next: i32,
    /// Number of the next move in the same position; −1 or 0 is none.
    pub beside: i32,
}

impl AbkEntry {
    /// Reads an entry.
    pub fn parse(bytes: &[u8; ENTRY_LEN]) -> Self {
        let [from, to, promotion, priority, ..] = *bytes;
        let (words, _) = bytes[4..].as_chunks();
        let number = |at: usize| i32::from_le_bytes(words[at]);
        Self {
            from,
            to,
            promotion: promotion as i8,
            priority,
            games: number(0),
            won: number(1),
            lost: number(2),
            plies: number(3),
            next: number(4),
            beside: number(5),
        }
    }

    /// The move, if squares and promotion are such.
    pub fn book_move(&self) -> Option<BookMove> {
        let promotion = match self.promotion.unsigned_abs() {
            0 => None,
            1 => Some(PieceKind::Rook),
            2 => Some(PieceKind::Knight),
            3 => Some(PieceKind::Bishop),
            4 => Some(PieceKind::Queen),
            _ => return None,
        };
        Some(BookMove::new(Square::new(self.from)?, Square::new(self.to)?, promotion))
    }
}

/// A move of the tree.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AbkRow<'w> {
    /// Half-moves before it.
    pub ply: usize,
    /// The position that it is played in.
    pub position: &'w Position,
    /// The move.
    pub mv: Move,
    /// Its entry.
    pub entry: &'w AbkEntry,
}

/// A position of the walk, and the number of its next move.
struct Open {
    position: Position,
    next: i32,
    /// The entry that has that number.
    from: usize,
}

/// Goes through the tree: each move, then what follows it. No entry is visited twice, so that a tree with cycles ends.
pub fn walk(bytes: &[u8], visit: &mut dyn FnMut(&AbkRow<'_>), damage: &mut dyn FnMut(Damage)) {
    let (entries, rest) = bytes.as_chunks::<ENTRY_LEN>();
    if !rest.is_empty() {
        damage(Damage::new(entries.len(), Reason::Short(rest.len())));
    }
    if entries.len() <= FIRST {
        return;
    }
    let mut visited = vec![false; entries.len()];
    let mut open = vec![Open { position: Position::START, next: FIRST as i32, from: FIRST }];
    while let Some(last) = open.last_mut() {
        if last.next <= 0 {
            open.pop();
            continue;
        }
        let (number, from) = (last.next, last.from);
        let at = number as usize;
        last.next = 0;
        let Some(bytes) = entries.get(at).filter(|_| at >= FIRST) else {
            damage(Damage::new(from, Reason::Outside(number)));
            continue;
        };
        if std::mem::replace(&mut visited[at], true) {
            damage(Damage::new(from, Reason::Again(number)));
            continue;
        }
        let entry = AbkEntry::parse(bytes);
        (last.next, last.from) = (entry.beside, at);
        let Some(written) = entry.book_move() else {
            damage(Damage::new(at, Reason::NoMove));
            continue;
        };
        let position = last.position;
        let Some(mv) = written.find(&position) else {
            damage(Damage::new(at, Reason::Illegal(written)));
            continue;
        };
        visit(&AbkRow { ply: open.len() - 1, position: &position, mv, entry: &entry });
        if entry.next <= 0 {
            continue;
        }
        if open.len() < DEEPEST {
            open.push(Open { position: position.after(mv), next: entry.next, from: at });
        } else {
            damage(Damage::new(at, Reason::Deep));
        }
    }
}

/// The moves of the tree by position.
pub(super) fn to_book(bytes: &[u8], damage: &mut dyn FnMut(Damage)) -> Book<'static> {
    let mut builder = BookBuilder::new();
    walk(
        bytes,
        &mut |row| {
            let weight = if row.entry.priority == 0 { 0 } else { row.entry.games.max(1) };
            if let Some(mv) = BookMove::of(row.mv) {
                builder.push(row.position.polyglot_key(), mv, weight.unsigned_abs().into(), 0);
            }
        },
        damage,
    );
    Book::of_bytes(builder.finish())
}
