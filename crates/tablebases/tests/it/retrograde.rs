//! Outcomes and distances of all positions of three men, found by going back from mates with the move generator alone.

use pgnkit_chess::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// The plies to mate, capture or a move of a pawn if neither side gives up its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// There is no such position.
    Illegal,
    Draw,
    Win(u8),
    /// 0 if the side to move is mated.
    Loss(u8),
}

/// All positions in which White has a king and a man, and Black has a king.
pub(crate) struct Solved {
    kind: PieceKind,
    truths: Vec<Truth>,
}

const SIZE: usize = 2 * 64 * 64 * 64;

/// The place of a position: side to move, man, kings.
fn place(position: &Position, kind: PieceKind) -> usize {
    let man = position.pieces(Color::White, kind).first().unwrap();
    let [white, black] = Color::ALL.map(|color| position.king(color).index());
    ((position.turn().index() * 64 + man.index()) * 64 + white) * 64 + black
}

fn at(place: usize, kind: PieceKind) -> Option<Position> {
    let square = |number: usize| Square::new((number % 64) as u8).unwrap();
    let (man, white, black) = (square(place / 4096), square(place / 64), square(place));
    if man == white || man == black || white == black {
        return None;
    }
    let mut setup = Setup::new();
    setup.put(man, Piece { color: Color::White, kind });
    setup.put(white, Piece { color: Color::White, kind: PieceKind::King });
    setup.put(black, Piece { color: Color::Black, kind: PieceKind::King });
    setup.turn(Color::ALL[place / 64 / 4096]);
    setup.position().ok()
}

impl Solved {
    /// Solves the positions with one kind of man. `promoted` has those of the men that a pawn can become.
    pub(crate) fn new(kind: PieceKind, promoted: &[Self]) -> Self {
        let mut solved = Self { kind, truths: vec![Truth::Illegal; SIZE] };
        if kind == PieceKind::Pawn {
            // A pawn does not go back: the positions after its moves are solved first.
            for rank in (1..7).rev() {
                solved.solve(|man| man / 8 == rank, promoted);
            }
        } else {
            solved.solve(|_| true, promoted);
        }
        solved
    }

    /// All legal positions with what is true of them.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Position, Truth)> {
        let legal = self.truths.iter().enumerate().filter(|(_, truth)| **truth != Truth::Illegal);
        legal.map(|(place, truth)| (at(place, self.kind).unwrap(), *truth))
    }

    /// The outcome after a move that does not go back: a capture, a move of a pawn.
    fn after(&self, next: &Position, mv: Move, promoted: &[Self]) -> Truth {
        if mv.is_capture() {
            return Truth::Draw; // bare kings
        }
        match mv.promotion() {
            None => self.truths[place(next, self.kind)],
            Some(kind) => {
                let solved = promoted.iter().find(|solved| solved.kind == kind).unwrap();
                solved.truths[place(next, kind)]
            }
        }
    }

    fn solve(&mut self, in_slice: impl Fn(usize) -> bool, promoted: &[Self]) {
        /// Moves that have not been refuted, of positions that cannot be lost.
        const NEVER: u8 = u8::MAX;
        let mut left = vec![0_u8; SIZE];
        // The edges backwards: for each place the last edge to it, and for each edge the one before and where it comes from.
        let mut last = vec![u32::MAX; SIZE];
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut found = Vec::new();
        for from in (0..SIZE).filter(|place| in_slice(place / 4096 % 64)) {
            let Some(position) = at(from, self.kind) else { continue };
            let moves = position.legal_moves();
            self.truths[from] = Truth::Draw;
            if moves.is_empty() {
                if position.is_check() {
                    found.push((from, Truth::Loss(0)));
                }
                continue;
            }
            let (mut wins, mut holds) = (false, false);
            for mv in moves.iter() {
                let next = position.after(*mv);
                if mv.is_irreversible() {
                    match self.after(&next, *mv, promoted) {
                        Truth::Loss(_) => wins = true,
                        Truth::Win(_) => {}
                        _ => holds = true,
                    }
                } else {
                    let to = place(&next, self.kind);
                    edges.push((last[to], from as u32));
                    last[to] = edges.len() as u32 - 1;
                    left[from] += 1;
                }
            }
            if wins {
                found.push((from, Truth::Win(1)));
            } else if holds {
                left[from] = NEVER;
            } else if left[from] == 0 {
                found.push((from, Truth::Loss(1)));
            }
        }

        // In the order of distance; a win by a ply comes with the losses of none.
        let mut distance = 0;
        while !found.is_empty() {
            let (now, later): (Vec<_>, Vec<_>) = found.into_iter().partition(
                |(_, truth)| matches!(truth, Truth::Win(plies) | Truth::Loss(plies) if *plies == distance),
            );
            found = later;
            for (to, truth) in now {
                if self.truths[to] != Truth::Draw {
                    continue;
                }
                self.truths[to] = truth;
                let mut edge = last[to];
                while let Some((before, from)) = edges.get(edge as usize).copied() {
                    edge = before;
                    let from = from as usize;
                    if self.truths[from] != Truth::Draw {
                        continue;
                    }
                    if let Truth::Loss(_) = truth {
                        found.push((from, Truth::Win(distance + 1)));
                    } else if left[from] != NEVER {
                        left[from] -= 1;
                        if left[from] == 0 {
                            found.push((from, Truth::Loss(distance + 1)));
                        }
                    }
                }
            }
            distance += 1;
        }
    }
}
