//! Logs of internet chess servers.

mod boards;
mod lists;
mod mails;
mod random;
mod writer;

use pgnkit::Game;
use pgnkit::syntax::{Collect, Severity};
use pgnkit_formats::ics::{Counts, Log, LogGame};

/// The games of a log, which are read without errors and lie in it, and its numbers.
pub(crate) fn read(log: &[u8]) -> (Vec<LogGame>, Counts) {
    let mut parsed = Log::parse(log);
    let games: Vec<LogGame> = parsed.games().collect();
    let mut end = 0;
    for game in &games {
        assert!(
            game.span.end >= end && game.span.end <= log.len() && game.span.start <= game.span.end,
            "{game:?}"
        );
        end = game.span.end;
        for fault in &game.faults {
            assert!(fault.offset <= log.len() && !fault.to_string().is_empty());
        }
    }
    (games, parsed.counts())
}

/// The only game of a log, and the kinds of its faults.
pub(crate) fn one(log: &str) -> (String, Vec<&'static str>) {
    let (mut games, _) = read(log.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    let game = games.remove(0);
    check(&game.pgn);
    (game.pgn, game.faults.iter().map(|fault| fault.reason.kind()).collect())
}

/// A game in PGN has no errors.
pub(crate) fn check(pgn: &str) -> Game {
    let mut found = Collect::default();
    let game = Game::read(pgn.as_bytes(), &mut found).expect("a game");
    let error = found.iter().find(|one| one.severity >= Severity::Error);
    assert!(error.is_none(), "{error:?} in {pgn}");
    game
}

/// The value of a tag.
pub(crate) fn tag<'p>(pgn: &'p str, name: &str) -> Option<&'p str> {
    let rest = pgn.split_once(&format!("[{name} \""))?.1;
    Some(rest.split_once("\"]")?.0)
}

/// The movetext.
pub(crate) fn moves(pgn: &str) -> &str {
    pgn.split_once("\n\n").unwrap().1.trim()
}
