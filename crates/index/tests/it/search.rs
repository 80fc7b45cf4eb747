//! Positions that one game alone has, among more games than a block of phases has.

use std::collections::HashMap;

use pgnkit_chess::{Move, Position};
use pgnkit_index::{Annotations, GameBatch, GameEntry, GameFacts, Index, IndexBuilder, Line, key};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Short games, and some long ones, in which most men go.
fn games(count: usize) -> Vec<Vec<Move>> {
    let mut random = Random(4);
    (0..count)
        .map(|number| {
            let (mut position, mut moves) = (Position::START, Vec::new());
            let length = if number % 500 == 0 { 250 } else { 4 + random.below(9) };
            while moves.len() < length {
                let legal = position.legal_moves();
                let captures: Vec<Move> = legal.iter().copied().filter(|mv| mv.is_capture()).collect();
                let legal = if captures.is_empty() { legal.iter().copied().collect() } else { captures };
                let Some(mv) = legal.get(random.below(legal.len())) else { break };
                moves.push(*mv);
                position.play(*mv);
            }
            moves
        })
        .collect()
}

fn index(games: &[Vec<Move>], threads: usize) -> Index {
    let mut builder = IndexBuilder::new(&std::env::temp_dir(), 16 << 20).threads(threads);
    let mut batch = GameBatch::default();
    for (number, moves) in (1..).zip(games) {
        batch.push(&GameEntry {
            start: &Position::START,
            line: &Line::of(Position::START, moves),
            facts: GameFacts::default(),
            number,
            place: None,
            tags: &[],
            annotations: &Annotations::default(),
        });
    }
    builder.add(&batch, 0, 0).unwrap();
    Index::of(builder.finish(&[String::new()], tempfile::tempfile().unwrap()).unwrap()).unwrap()
}

#[test]
fn positions_of_one_game_are_found() {
    let games = games(70_000);
    let index = index(&games, 3);
    index.check().unwrap();
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for moves in &games {
        let mut position = Position::START;
        let mut keys: Vec<u64> = vec![key(&position)];
        for mv in moves {
            position.play(*mv);
            keys.push(key(&position));
        }
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
    }
    let mut random = Random(8);
    let (mut found, mut late) = (0, 0);
    while found < 300 {
        // Every other one of a long game.
        let number = random.below(games.len());
        let game = &games[if found % 2 == 0 { number } else { number / 500 * 500 }];
        let mut position = Position::START;
        let mut ply = 0;
        let length = random.below(game.len() + 1);
        game[..length].iter().for_each(|mv| position.play(*mv));
        if counts[&key(&position)] > 1 {
            continue;
        }
        let occurrences = index.find(&position).unwrap();
        let [one] = occurrences[..] else { panic!("{} games of {position}", occurrences.len()) };
        let moves = index.game(one.game).unwrap().moves;
        assert_eq!(&moves, game, "{position}");
        // It goes on with the move that was played there last.
        let mut at = Position::START;
        for (number, mv) in (1..).zip(game) {
            at.play(*mv);
            ply = if key(&at) == key(&position) { number } else { ply };
        }
        assert_eq!(one.mv, game.get(ply).copied(), "{position}");
        found += 1;
        late += usize::from(position.occupied().len() < 20);
        // Another one, which no game has.
        let other = position.with_clocks(0, 1);
        let Some(mv) =
            other.legal_moves().iter().copied().find(|mv| !counts.contains_key(&key(&other.after(*mv))))
        else {
            continue;
        };
        assert!(index.find(&other.after(mv)).unwrap().is_empty());
    }
    assert!(late > 50, "{late}");
}
