//! L10: games that are kept take the memory they need.

use std::io::Write as _;

use pgnkit::syntax::Ignore;
use pgnkit::{Game, GameBuilder, Replayer};

/// A long game and many short ones after it.
fn text() -> Vec<u8> {
    let mut text = b"[Event \"long\"]\n\n{".to_vec();
    text.extend_from_slice(&b"much text ".repeat(2_000));
    text.push(b'}');
    for number in 0..500 {
        let _ = write!(text, " {}. Nf3 Nf6 {}. Ng1 Ng8", 2 * number + 1, 2 * number + 2);
    }
    text.extend_from_slice(b" *\n\n");
    for _ in 0..100 {
        text.extend_from_slice(
            b"[Event \"short\"]\n[White \"Tal\"]\n\n1. e4 $1 {best} e5 (1... c5) 2. Nf3 *\n\n",
        );
    }
    text
}

fn check(game: &Game) {
    let kept = game.allocated_bytes();
    let mut least = game.clone();
    least.shrink_to_fit();
    assert!(kept <= least.allocated_bytes(), "{kept} bytes, {} would do", least.allocated_bytes());
}

#[test]
fn games_that_are_kept_have_no_slack() {
    let text = text();
    let games: Vec<Game> = pgnkit::parse_games(&text).map(|parsed| parsed.game).collect();
    assert_eq!(games.len(), 101);
    games.iter().for_each(check);
    assert!(games[0].allocated_bytes() > 50_000 && games[1].allocated_bytes() < 1_000);
    check(&Game::read(&text, &mut Ignore).unwrap());
    check(&"1. e4 e5 2. Nf3 Nc6 *".parse().unwrap());
    // A builder that has read a long game gives short ones away small.
    let (mut replayer, mut builder) = (Replayer::new(&text), GameBuilder::new());
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {}
    check(&builder.game().clone());
    check(&builder.into_game());
}
