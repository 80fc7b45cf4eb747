//! Adds the line that an engine prefers to a game: as a variation with a glyph on its first move, and its evaluation.

use std::error::Error;

use pgnkit::Game;
use pgnkit::command::{Evaluation, Score};

const GAME: &str = "1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 {why?} 4. Qh5+ 1-0";

/// What an engine answers, in its own words: the score of the position, from White's point of view, and the line.
struct Answer<'a> {
    score: Score,
    depth: u32,
    line: &'a str,
}

/// Puts the answer beside the move that it is better than: a glyph for that move, and a variation.
fn annotate(game: &mut Game, ply: usize, answer: &Answer<'_>) -> Result<(), Box<dyn Error>> {
    let played = game.mainline().nth(ply).ok_or("no such move")?;
    let (played, before) = (played.id(), played.parent().ok_or("no move")?.id());
    let mut cursor = game.cursor(before)?;
    let mut first = None;
    for mv in answer.line.split(' ') {
        let node = cursor.push_uci(mv)?;
        first.get_or_insert(node);
    }
    game.add_nag(played, 4)?; // a blunder
    if let Some(first) = first {
        game.add_nag(first, 1)?; // a good move
        game.set_evaluation(first, Evaluation { score: answer.score, depth: Some(answer.depth) })?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut game: Game = GAME.parse()?;
    let answer = Answer { score: Score::Pawns(0.62), depth: 24, line: "d8e7 e5f3 e7e4 f1e2" };
    annotate(&mut game, 5, &answer)?;
    print!("{game}");
    let text = game.to_string().replace('\n', " ");
    assert!(
        text.contains("fxe5 $4 {why?} (3... Qe7 $1 {[%eval 0.62,24]} 4. Nf3 Qxe4+ 5. Be2) 4. Qh5+"),
        "{text}"
    );
    // What cannot be played is refused, and says why.
    let answer = Answer { score: Score::Mate(1), depth: 1, line: "d8h5" };
    let error = annotate(&mut game, 5, &answer).unwrap_err();
    println!("{error}");
    assert_eq!(error.to_string(), "illegal move: no queen can reach h5");
    Ok(())
}
