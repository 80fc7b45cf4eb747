//! The tags of the roster as values of a game, and a game's name for people.

use pgnkit::Game;
use pgnkit::syntax::Outcome;

use pgnkit_archive::internals::ROSTER;

/// The seven tags of the roster but for the result: event, site, date, round, White, Black; `?` for what is not known.
pub(crate) fn roster(game: &Game) -> [&str; 6] {
    ROSTER.map(|name| known(game.tag(name).unwrap_or_default()).unwrap_or("?"))
}

/// Players, date and event of a game, for people.
pub(crate) fn title(game: &Game) -> String {
    title_of(roster(game), game.result())
}

pub(crate) fn title_of([event, _, date, round, white, black]: [&str; 6], result: Outcome) -> String {
    let round = if round == "?" { String::new() } else { format!(" ({round})") };
    format!("{white} – {black}, {event}{round}, {date}, {}", result.as_str())
}

/// A value that says something.
pub(crate) fn known(value: &str) -> Option<&str> {
    let value = value.trim();
    (!value.bytes().all(|byte| matches!(byte, b'?' | b'.' | b' '))).then_some(value)
}

/// A rating that can be one; 0 for what is none.
pub(crate) fn rating(text: &str) -> u16 {
    text.trim().parse().ok().filter(|elo| (1..=4000).contains(elo)).unwrap_or(0)
}

/// The year of a date; 0 where it is not known.
pub(crate) fn year(date: &str) -> u16 {
    let digits = date.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
    digits.and_then(|year| year.parse().ok()).unwrap_or(0)
}
