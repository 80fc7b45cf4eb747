//! What is planted: copies, and games that only look so.

use crate::game::Plain;
use crate::names;
use crate::random::Random;

/// How a game came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It was there.
    Real,
    /// A copy, changed so.
    Copy(usize),
    /// A game that looks like another one.
    NearMiss(usize),
}

/// Where a game comes from: games with the same number are one.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    pub game: usize,
    pub kind: Kind,
}

/// A change.
type Change = (&'static str, fn(&mut Plain, &mut Random));

/// Changes to both games of a pair.
type Pair = fn(&mut Plain, &mut Plain);

const COPIES: [Change; 14] = [
    ("exact", |_, _| {}),
    ("other line breaks, tags gone", |game, _| {
        game.width = 60;
        game.only(&["Event", "Site", "Date", "Round", "White", "Black"]);
    }),
    ("annotated", |game, _| game.annotated = true),
    ("result not yet known", |game, _| game.result = "*".to_owned()),
    ("round and site missing", |game, _| {
        game.set("Round", "?");
        game.set("Site", "?");
    }),
    ("beginning", |game, random| game.plies -= 1 + random.below(game.plies / 5)),
    ("beginning, other line breaks", |game, random| {
        game.plies -= 1 + random.below(4);
        game.width = 70;
    }),
    ("initials", |game, _| players(game, names::initials)),
    ("names turned", |game, _| players(game, names::turned)),
    ("titles and ratings in names", |game, _| players(game, names::titled)),
    ("German spelling", |game, _| players(game, names::german)),
    ("Cyrillic", |game, _| players(game, names::cyrillic)),
    ("event with more words", |game, _| {
        game.change("Event", |event| format!("{} Open 7th", event.trim_matches('?')).trim().to_owned())
    }),
    ("initials and annotated", |game, _| {
        players(game, names::initials);
        game.annotated = true;
    }),
];

/// Both games of a pair are made from a real one, which is not there itself.
const NEAR_MISSES: [(&str, Pair); 10] = [
    ("short draw in another year", |one, other| {
        cut(one, other, 18, "1/2-1/2");
        later(other, 3);
        other.set("Event", "Another Event");
        other.set("Site", "Elsewhere");
    }),
    ("duel of theory", |one, other| {
        cut(one, other, 38, "1/2-1/2");
        later(other, 2);
        other.set("Event", "Another Event");
        other.set("Site", "Elsewhere");
    }),
    ("play-off of one day", |one, other| {
        cut(one, other, 30, "1/2-1/2");
        one.set("Round", "5.1");
        other.set("Round", "5.2");
    }),
    ("engine match, round by round", |one, other| {
        one.set("Event", "Engine Match");
        other.set("Event", "Engine Match");
        one.set("Round", "11");
        other.set("Round", "12");
    }),
    ("simultaneous display", |_, other| other.change("Black", names::other)),
    ("family", |_, other| other.change("White", names::other)),
    ("display against players without names", |one, other| {
        cut(one, other, 36, "1-0");
        one.set("Black", "NN");
        other.set("Black", "NN");
        one.set("Board", "1");
        other.set("Board", "2");
    }),
    ("lines of a book", |one, other| {
        cut(one, other, 30, "*");
        one.only(&[]);
        other.only(&["ECO"]);
        other.set("Opening", "Line");
    }),
    ("rematch on a site", |one, other| {
        cut(one, other, 30, "0-1");
        one.set("Site", "https://lichess.org/abcdefgh");
        other.set("Site", "https://lichess.org/ijklmnop");
    }),
    ("the same opening in a later year", |one, other| {
        one.plies = one.plies.min(40);
        one.result = "1/2-1/2".to_owned();
        later(other, 4);
    }),
];

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Real => "a real game",
            Self::Copy(at) => COPIES[at].0,
            Self::NearMiss(at) => NEAR_MISSES[at].0,
        }
    }

    /// Whether it is a copy.
    pub fn is_copy(self) -> bool {
        matches!(self, Self::Copy(_))
    }

    /// Whether it only looks so.
    pub fn is_near_miss(self) -> bool {
        matches!(self, Self::NearMiss(_))
    }
}

fn players(game: &mut Plain, change: fn(&str) -> String) {
    game.change("White", change);
    game.change("Black", change);
}

fn cut(one: &mut Plain, other: &mut Plain, plies: usize, result: &str) {
    for game in [one, other] {
        game.plies = game.plies.min(plies);
        game.result = result.to_owned();
    }
}

fn later(game: &mut Plain, years: u32) {
    game.change("Date", |date| {
        let year: u32 = date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(1990);
        format!("{}{}", year + years, date.get(4..).unwrap_or(".??.??"))
    });
}

/// Every third game with a copy; every fifth becomes a pair that is none.
pub fn plant(games: &[Plain]) -> Vec<(Plain, Origin)> {
    let mut random = Random::new(0x6465_6475);
    let (mut collection, mut copies) = (Vec::new(), Vec::new());
    let mut next = games.len();
    for (number, game) in games.iter().enumerate() {
        if number % 5 == 1 {
            let kind = number / 5 % NEAR_MISSES.len();
            let (mut one, mut other) = (game.clone(), game.clone());
            NEAR_MISSES[kind].1(&mut one, &mut other);
            next += 2;
            let origin = |game| Origin { game, kind: Kind::NearMiss(kind) };
            collection.push((one, origin(next - 2)));
            copies.push((other, origin(next - 1)));
            continue;
        }
        collection.push((game.clone(), Origin { game: number, kind: Kind::Real }));
        if number % 3 == 0 {
            let kind = number / 3 % COPIES.len();
            let mut copy = game.clone();
            COPIES[kind].1(&mut copy, &mut random);
            copies.push((copy, Origin { game: number, kind: Kind::Copy(kind) }));
        }
    }
    // Copies anywhere among the others.
    for at in (1..copies.len()).rev() {
        copies.swap(at, random.below(at + 1));
    }
    let step = (collection.len() / copies.len().max(1)).max(1);
    let mut mixed = Vec::with_capacity(collection.len() + copies.len());
    let mut copies = copies.into_iter();
    for (number, game) in collection.into_iter().enumerate() {
        mixed.push(game);
        if number % step == 0 {
            mixed.extend(copies.next());
        }
    }
    mixed.extend(copies);
    mixed
}
