//! Random games.

use pgnkit_chess::{Move, Position, fen};

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

/// A random Chess960 arrangement of one side's back rank, `K` between two `R`, all other squares
/// filled at random: a superset of the 960.
pub fn back_rank(random: &mut Random) -> String {
    let mut places = ['.'; 8];
    let mut pieces = vec!['N', 'B', 'Q', 'N', 'B'];
    let mut royal: Vec<usize> = (0..8).collect();
    while royal.len() > 3 {
        royal.remove(random.below(royal.len()));
    }
    for (place, piece) in royal.into_iter().zip(['R', 'K', 'R']) {
        places[place] = piece;
    }
    places
        .iter()
        .map(|place| if *place == '.' { pieces.remove(random.below(pieces.len())) } else { *place })
        .collect()
}

pub fn games(count: usize, seed: u64, chess960: bool, mut check: impl FnMut(&Position, &[(Move, Position)])) {
    let mut random = Random(seed);
    for _ in 0..count {
        let mut position = Position::START;
        if chess960 {
            let (white, black) = (back_rank(&mut random), back_rank(&mut random).to_lowercase());
            let text = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
            position = fen::parse(text.as_bytes()).unwrap().position;
        }
        for _ in 0..120 {
            let moves: Vec<(Move, Position)> =
                position.legal_moves().iter().map(|mv| (*mv, position.after(*mv))).collect();
            check(&position, &moves);
            if moves.is_empty() {
                break;
            }
            position = moves[random.below(moves.len())].1;
        }
    }
}
