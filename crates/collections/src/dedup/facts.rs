//! Facts of a game that candidates are compared by.

use std::cell::OnceCell;

use pgnkit::chess::Move;
use pgnkit::syntax::Outcome;
use pgnkit::{Export, Game, Note, Start};

use crate::fingerprint::date;
use crate::roster::{known, roster, title_of};
use pgnkit_archive::internals::ROSTER;
use pgnkit_query::spelling::{self, Likeness, Name};

/// Tags that are different for any two games, with the address of the place that gives them.
const ADDRESSES: [&str; 5] = ["Site", "Link", "GameURL", "GameId", "LichessURL"];

/// Tags with the time at which a game began or ended.
const TIMES: [&str; 4] = ["UTCTime", "StartTime", "EndTime", "Time"];

/// The bytes that the names of two players take when they have been read, about.
const NAMES_BYTES: usize = 1024;

/// Facts of a game.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) start: Option<Box<Start>>,
    pub(super) moves: Box<[Move]>,
    pub(super) result: Outcome,
    roster: [Box<str>; 6],
    /// The names of the players, read when they are first compared.
    names: [OnceCell<Option<Name>>; 2],
    pub(super) date: [u16; 3],
    pub(super) addresses: [Option<Box<str>>; ADDRESSES.len()],
    pub(super) times: [Option<Box<str>>; TIMES.len()],
    pub(super) boards: Option<Box<str>>,
    pub(super) ratings: [Option<u32>; 2],
    /// The federation's numbers of the players.
    pub(super) ids: [Option<u64>; 2],
    pub(super) quality: Quality,
    /// In export format, where the players are not known.
    pub(super) exported: Option<Box<[u8]>>,
}

impl Facts {
    pub(super) fn of(game: &Game) -> Self {
        let value = |name: &str| known(game.tag(name).unwrap_or_default()).map(Box::<str>::from);
        let number =
            |name: &str| value(name).and_then(|value| value.parse().ok()).filter(|number| *number > 0);
        let roster = roster(game).map(Box::from);
        let are_players_known = &*roster[4] != "?" && &*roster[5] != "?";
        let exported = (!are_players_known).then(|| {
            let mut exported = Vec::new();
            Export::default().write_game(game, &mut exported);
            exported.into_boxed_slice()
        });
        Self {
            start: game.start().set_up.then(|| Box::new(*game.start())),
            moves: game.mainline().map(|node| node.mv()).collect(),
            result: game.result(),
            roster,
            names: [const { OnceCell::new() }; 2],
            date: date(game),
            addresses: ADDRESSES.map(|name| value(name).filter(|value| name != "Site" || is_address(value))),
            times: TIMES.map(value),
            boards: value("Board"),
            ratings: ["WhiteElo", "BlackElo"].map(|name| number(name).map(|number| number as u32)),
            ids: ["WhiteFideId", "BlackFideId"].map(number),
            quality: Quality::of(game),
            exported,
        }
    }

    pub(super) fn event(&self) -> &str {
        &self.roster[0]
    }

    pub(super) fn site(&self) -> &str {
        &self.roster[1]
    }

    pub(super) fn round(&self) -> &str {
        &self.roster[3]
    }

    pub(super) fn player(&self, color: usize) -> &str {
        &self.roster[4 + color]
    }

    /// Likeness of the players of a colour.
    pub(super) fn player_likeness(&self, other: &Self, color: usize) -> Likeness {
        let [(one, a), (other, b)] = [self, other].map(|facts| {
            let name = facts.names[color].get_or_init(|| Name::read(facts.player(color)));
            (facts.player(color), name.as_ref())
        });
        spelling::named_players((one, a), (other, b))
    }

    /// Whether the seven tags of the roster are equal in canonical form.
    pub(super) fn has_roster_of(&self, other: &Self) -> bool {
        let same = |at: usize| self.roster[at] == other.roster[at];
        let is_date = same(2) || (self.date == other.date && self.date != [0; 3]);
        self.result == other.result && is_date && [0, 1, 3, 4, 5].into_iter().all(same)
    }

    /// The bytes it takes in memory, about.
    pub(super) fn bytes(&self) -> usize {
        let texts: usize = self.roster.iter().map(|text| text.len() + 16).sum();
        size_of::<Self>()
            + texts
            + size_of_val(&*self.moves)
            + self.exported.as_ref().map_or(0, |text| text.len())
            + NAMES_BYTES
            + 128
    }

    /// Players, date and event, for people.
    pub(super) fn title(&self) -> String {
        title_of(self.roster.each_ref().map(AsRef::as_ref), self.result)
    }
}

/// Whether it is the address of a page, and not that of a site.
fn is_address(value: &str) -> bool {
    value.split_once("://").and_then(|(_, rest)| rest.split_once('/')).is_some_and(|(_, path)| path.len() > 1)
}

/// The place that an address is of: games of two places have different addresses anyway.
pub(super) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split_once('/').map_or("", |(host, _)| host)
}

/// Criteria for the better one of two equal games, compared in this order, the greater the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Quality {
    /// Half-moves of the main line.
    plies: u32,
    /// Letters in comments, glyphs, moves in variations.
    annotation: u32,
    /// Tags whose values say something.
    tags: u32,
    /// Letters and digits in the values of the roster: full names and whole dates have more.
    letters: u32,
}

impl Quality {
    fn of(game: &Game) -> Self {
        let mut quality = Self::default();
        let mut annotation = 0;
        for node in game.nodes() {
            annotation += usize::from(!node.starts_line());
            for note in node.notes() {
                annotation += match note {
                    Note::Comment(text) | Note::Unread(text) | Note::Escape(text) => text.len(),
                    _ => 1,
                };
            }
        }
        let plies = game.ply_count();
        quality.plies = plies as u32;
        quality.annotation = (annotation - plies.min(annotation)) as u32;
        quality.tags = game.tags().filter(|(_, value)| known(value).is_some()).count() as u32;
        let is_said = |c: &char| c.is_alphanumeric();
        let letters = |name: &&str| game.tag(name).unwrap_or_default().chars().filter(is_said).count();
        quality.letters = ROSTER.iter().map(letters).sum::<usize>() as u32;
        quality
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_of_two_games() {
        for (better, worse) in [
            ("1. e4 e5 2. Nf3 *", "[White \"Tal\"]\n\n1. e4 {a comment} e5 *"),
            ("1. e4 {xy} e5 *", "1. e4 e5 (1... c5) *"),
            ("1. e4 e5 (1... c5) *", "[White \"Tal\"]\n\n1. e4 e5 *"),
            ("1. e4 $1 e5 *", "1. e4 e5 *"),
            ("[White \"Tal\"]\n[WhiteElo \"2600\"]\n\n1. e4 e5 *", "[White \"Tal, Mikhail\"]\n\n1. e4 e5 *"),
            ("[White \"Tal, Mikhail\"]\n\n1. e4 e5 *", "[White \"Tal\"]\n[Site \"?\"]\n\n1. e4 e5 *"),
            ("[Date \"1960.03.15\"]\n\n1. e4 e5 *", "[Date \"1960.??.??\"]\n\n1. e4 e5 *"),
        ] {
            let quality = |text: &str| Quality::of(&text.parse().unwrap());
            assert!(quality(better) > quality(worse), "{better} / {worse}");
        }
    }

    #[test]
    fn addresses() {
        for (value, expected) in [
            ("https://lichess.org/abcd1234", true),
            ("https://lichess.org/", false),
            ("https://lichess.org", false),
            ("Chess.com", false),
            ("Moscow URS", false),
        ] {
            assert_eq!(is_address(value), expected, "{value}");
        }
        assert_eq!(host("https://lichess.org/abcd1234"), "lichess.org");
    }
}
