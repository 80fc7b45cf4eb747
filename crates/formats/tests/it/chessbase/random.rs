//! Games of random moves, variations and notes: written by another program they are the same.

use pgnkit::chess::{Position, fen};
use pgnkit::{Game, NodeId};
use pgnkit_formats::chessbase::Reason;

use super::read;
use super::writer::Files;

struct Random(u32);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % end.max(1)
    }
}

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pP4pp/8/8/8/8/Pp4PP/R3K2R w KQkq - 0 20",
    "7k/PPPP4/8/8/8/8/pppp4/7K b - - 0 1",
    "q3k2q/8/2n2n2/b6b/B6B/2N2N2/8/Q3K2Q w - - 0 1",
    "qqqqk3/nnn1n3/8/3pP3/8/8/NNNNNN2/RRRRK3 w - d6 0 7",
    "7k/8/8/BBBB4/8/8/pppp1ppp/4K2R w K - 0 1",
];

/// A game of some moves, and of variations at random places of it.
fn random_game(random: &mut Random, mode: u8) -> Game {
    let mut game = if mode == 10 {
        Game::chess960(random.below(960) as u16).unwrap()
    } else {
        let start = fen::parse(STARTS[random.below(STARTS.len())].as_bytes()).unwrap().position;
        if start == Position::START { Game::new() } else { Game::from_position(start) }
    };
    let mut nodes: Vec<NodeId> = vec![game.root().id()];
    for _ in 0..random.below(12) {
        let mut at = nodes[random.below(nodes.len())];
        for _ in 0..random.below(40) {
            let mut cursor = game.cursor(at).unwrap();
            let moves = cursor.position().legal_moves();
            // Castling is rare among all moves.
            let castling = moves.iter().copied().find(|mv| mv.is_castling());
            let any = moves.as_slice().get(random.below(moves.len())).copied();
            let Some(mv) = castling.filter(|_| random.below(3) == 0).or(any) else { break };
            at = cursor.push(mv).unwrap();
            nodes.push(at);
            match random.below(8) {
                0 => drop(cursor.comment("a comment")),
                1 => drop(cursor.nag(1 + random.below(255) as u8).comment("\u{fc}")),
                2 => drop(cursor.nag(1)),
                _ => {}
            }
        }
    }
    game
}

#[test]
fn random_games_come_back() {
    for mode in [0, 4, 5, 10] {
        let mut random = Random(7 + u32::from(mode));
        let games: Vec<Game> = (0..300).map(|_| random_game(&mut random, mode)).collect();
        let mut files = Files::new();
        games.iter().for_each(|game| files.push_game(game, mode));
        let (again, damage) = read(&files);
        let damage: Vec<_> =
            damage.iter().filter(|found| !matches!(found.reason, Reason::NoName(..))).collect();
        assert!(damage.is_empty(), "mode {mode}: {}", damage[0]);
        assert_eq!(again.len(), games.len());
        for (again, game) in again.iter().zip(&games) {
            assert_eq!(*again, game.to_string(), "mode {mode}");
        }
        assert!(games.iter().map(Game::ply_count).sum::<usize>() > 4000);
    }
}
