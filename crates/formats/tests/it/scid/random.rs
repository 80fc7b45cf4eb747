//! Games of random moves, variations and notes: encoded and read they are the same.

use pgnkit::chess::{Position, fen};
use pgnkit::{Game, NodeId};

use pgnkit_formats::scid::Version;

use super::{encoded_as, read};

struct Random(u32);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % end.max(1)
    }
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pP4pp/8/8/8/8/Pp4PP/R3K2R w KQkq - 3 20",
    "7k/PPPP4/8/8/8/8/pppp4/7K b - - 0 1",
    "q3k2q/8/2n2n2/b6b/B6B/2N2N2/8/Q3K2Q w - - 0 1",
];

/// A game of some moves, and of variations at random places of it.
fn random_game(random: &mut Random) -> Game {
    let start = STARTS[random.below(STARTS.len())];
    let start = fen::parse(start.as_bytes()).unwrap().position;
    let mut game = if start == Position::START { Game::new() } else { Game::from_position(start) };
    let mut nodes: Vec<NodeId> = vec![game.root().id()];
    for _ in 0..random.below(12) {
        let mut at = nodes[random.below(nodes.len())];
        for _ in 0..random.below(40) {
            let mut cursor = game.cursor(at).unwrap();
            let moves = cursor.position().legal_moves();
            let Some(&mv) = moves.as_slice().get(random.below(moves.len())) else { break };
            at = cursor.push(mv).unwrap();
            nodes.push(at);
            match random.below(8) {
                0 => drop(cursor.comment("a comment")),
                1 => drop(cursor.comment("\u{fc}").nag(random.below(256) as u8)),
                2 => drop(cursor.nag(1)),
                _ => {}
            }
        }
    }
    game
}

#[test]
fn random_games_come_back() {
    let mut random = Random(7);
    let games: Vec<Game> = (0..400).map(|_| random_game(&mut random)).collect();
    for version in [Version::V4, Version::V5] {
        let (again, damage) = read(&encoded_as(version, &games).unwrap());
        assert!(damage.is_empty(), "{}", damage[0]);
        assert_eq!(again.len(), games.len());
        for (again, game) in again.iter().zip(&games) {
            assert_eq!(*again, game.to_string());
        }
    }
    assert!(games.iter().map(Game::ply_count).sum::<usize>() > 5000);
}
