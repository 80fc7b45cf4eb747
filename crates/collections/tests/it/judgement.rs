//! Judgements beside the glyphs that lichess wrote.

use std::fs;

use pgnkit::chess::Color;
use pgnkit::command::{Commands, Score};
use pgnkit::{Game, parse_games};
use pgnkit_collections::judgement::{Curve, Judgement, Rule, START, accuracies, average_loss, judge};

/// The scores after the moves of a game, as far as it has them, and the glyphs of these moves.
fn evaluated(game: &Game) -> (Vec<Score>, Vec<Option<u8>>) {
    let score =
        |comment: &str| Commands::new(comment.as_bytes()).flatten().find_map(|command| command.evaluation());
    let moves = game.mainline().map_while(|node| {
        let found = node.comments().find_map(score)?;
        Some((found.score, node.nags().find(|nag| [2, 4, 6].contains(nag))))
    });
    moves.unzip()
}

#[test]
fn games_of_lichess_are_judged_as_they_were() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clocks.pgn");
    let (mut judged, mut missing) = (0, 0);
    for parsed in parse_games(&fs::read(path).unwrap()) {
        let game = parsed.game;
        let (scores, glyphs) = evaluated(&game);
        let mut before = START;
        let mut mover = Color::White;
        for (score, glyph) in scores.iter().zip(&glyphs) {
            // They are of October 2021.
            let found = judge(before, *score, mover, Rule::Files, Curve::UntilJune2022);
            let found = found.map(|judgement| judgement.nag() as u8);
            match (found, *glyph) {
                (Some(_), None) => missing += 1,
                (found, glyph) => assert_eq!(found, glyph, "{before:?} {score:?} {mover:?}"),
            }
            judged += usize::from(glyph.is_some());
            (before, mover) = (*score, !mover);
        }
        let accuracy = accuracies(START, &scores, Color::White);
        for (side, accuracy) in [(Color::White, accuracy.white), (Color::Black, accuracy.black)] {
            let loss = average_loss(START, &scores, Color::White, side);
            assert_eq!(accuracy.is_some(), loss.is_some());
            assert!(accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)));
        }
    }
    // Where no better line was kept, lichess has no glyph.
    assert_eq!((judged, missing), (203, 6));
    assert_eq!(Judgement::ALL.map(Judgement::nag), [6, 2, 4]);
    assert_eq!(Judgement::ALL.map(Judgement::name), ["Inaccuracy", "Mistake", "Blunder"]);
}
