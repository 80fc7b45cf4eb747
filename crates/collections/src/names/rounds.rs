//! Seats at the boards of rounds: nobody plays two people in one round of an event.

use std::collections::{HashMap, HashSet};

use pgnkit::Game;

use super::evidence::Evidence;
use super::item::Item;
use super::survey::hash64;

/// Half-moves by which a game is known again whose players are written otherwise.
const MIN_PLIES: usize = 20;

/// A place in a round of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Seat {
    /// The event, its date and the round.
    round: u64,
    /// Hash of the opponent's spelling.
    opponent: u32,
    /// The first moves, and in the lowest bits what `LONG`, `BLACK` and `BOARDS` say.
    line: u32,
}

/// The game has enough moves to be known again.
const LONG: u32 = 1;
/// The player has Black.
const BLACK: u32 = 2;
/// The round has several boards or games, this being one: 3 of 3.2.
const BOARDS: u32 = 4;
const ALL: u32 = LONG | BLACK | BOARDS;

/// The round of a game: of `3.2` the round 3, in which all boards are, and 3.2.
pub(super) struct RoundOf {
    rounds: [Option<u64>; 2],
    line: u32,
}

impl RoundOf {
    /// The round of a game; `None` where the event or the round is not known.
    pub(super) fn new(game: &Game) -> Option<Self> {
        let letters = |name: &str| plain(game.tag(name).unwrap_or_default());
        let (event, round) = (letters("Event"), letters("Round"));
        let start = round.find(|c: char| c.is_ascii_digit())?;
        let digits = round[start..].find(|c: char| !c.is_ascii_digit()).map_or(round.len(), |at| start + at);
        let is_none = round[start..digits].bytes().all(|byte| byte == b'0');
        if event.is_empty() || is_none {
            return None;
        }
        let date = game.tag("Date").unwrap_or_default().trim();
        let is_day = date.len() >= 8 && !date.contains('?');
        // Nobody is at two places in a day; events of one name in a year may be several.
        let site = if is_day { String::new() } else { letters("Site") };
        let date: String = date.chars().filter(char::is_ascii_digit).collect();
        let key = |round: &str| hash64(&(&event, &site, &date, round));
        let rounds = [Some(key(&round[..digits])), (digits < round.len()).then(|| key(&round))];
        let moves: Vec<_> = game.mainline().take(MIN_PLIES).map(|node| node.mv()).collect();
        let long = if moves.len() == MIN_PLIES { LONG } else { 0 };
        let line = hash64(&moves) as u32 & !ALL | long;
        Some(Self { rounds, line })
    }

    /// The places of a player with this opponent.
    pub(super) fn seats(&self, is_black: bool, opponent: u32) -> impl Iterator<Item = Seat> + use<> {
        let line = self.line | if is_black { BLACK } else { 0 };
        let boards = if self.rounds[1].is_some() { [BOARDS, 0] } else { [0, 0] };
        let rounds = self.rounds.into_iter().zip(boards);
        rounds.filter_map(move |(round, boards)| Some(Seat { round: round?, opponent, line: line | boards }))
    }
}

/// Letters in lower case and digits; other characters, such as the period of a round, are spaces, none at the ends.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().flat_map(char::to_lowercase));
    }
    plain
}

/// In so many games one may have the wrong name, event or round.
pub(super) const GAMES_OF_A_SLIP: u64 = 100;

/// Whether so many games that contradict each other are no more than the slips among those of a name.
fn is_slip(against: u64, games: u64) -> bool {
    against.saturating_mul(GAMES_OF_A_SLIP) <= games
}

/// The rounds of all spellings.
pub(super) struct Rounds<'i> {
    items: &'i [Item],
    /// The spelling of each hash.
    at: HashMap<u32, u32>,
    /// Rounds in which several have more than one opponent: simultaneous games, days of blitz.
    crowded: HashSet<u64>,
}

impl<'i> Rounds<'i> {
    /// The rounds of these spellings.
    pub(super) fn new(items: &'i [Item]) -> Self {
        let at = items.iter().zip(0..).map(|(item, at)| (item.hash, at)).collect();
        let mut rounds = Self { items, at, crowded: HashSet::new() };
        let mut twice: HashMap<u64, u32> = HashMap::new();
        for item in items {
            for seats in item.seats.chunk_by(|a, b| a.round == b.round).filter(|seats| seats.len() > 1) {
                let first = seats[0];
                if seats[1..].iter().any(|seat| rounds.are_two_games(first, *seat)) {
                    *twice.entry(first.round).or_default() += 1;
                }
            }
        }
        rounds.crowded = twice.into_iter().filter(|(_, count)| *count > 1).map(|(round, _)| round).collect();
        rounds
    }

    /// Whether games say that they are two: more than a slip does.
    pub(super) fn contradict(&self, one: u32, other: u32) -> bool {
        let games = |at: u32| self.items[at as usize].profile.games;
        !is_slip(self.against(one, other), games(one).min(games(other)))
    }

    /// Games that one player cannot have played: against each other, and against other opponents in one round of an event.
    pub(super) fn against(&self, one: u32, other: u32) -> u64 {
        let [one, other] = [one, other].map(|at| &self.items[at as usize]);
        let played = |one: &Item, other: &Item| one.profile.namesakes.0.get(&other.hash).copied();
        played(one, other).max(played(other, one)).unwrap_or(0)
            + self.rounds_against(&one.seats, &other.seats)
    }

    fn rounds_against(&self, one: &[Seat], other: &[Seat]) -> u64 {
        let (few, many) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        let is_against = |few: &&[Seat]| {
            let round = few[0].round;
            let from = many.partition_point(|seat| seat.round < round);
            let many = &many[from..];
            let many = &many[..many.partition_point(|seat| seat.round == round)];
            if many.is_empty() || self.crowded.contains(&round) || self.is_twice(few) || self.is_twice(many) {
                return false;
            }
            few.iter().any(|a| many.iter().any(|b| self.are_two_games(*a, *b)))
        };
        few.chunk_by(|a, b| a.round == b.round).filter(is_against).count() as u64
    }

    /// Whether one who has these places in a round is there more than once.
    fn is_twice(&self, seats: &[Seat]) -> bool {
        seats.iter().skip(1).any(|seat| self.are_two_games(seats[0], *seat))
    }

    /// Whether the opponents are two, and it is not one game with an opponent who is written otherwise.
    ///
    /// Opponents who are written alike are two where the moves are others, with the same colour: a second game of a match
    /// has the other one.
    fn are_two_games(&self, one: Seat, other: Seat) -> bool {
        let is_same_line = one.line & !ALL == other.line & !ALL;
        let is_long = one.line & other.line & LONG != 0;
        if one.opponent == other.opponent || (is_same_line && is_long) {
            return false;
        }
        let opponent = |seat: Seat| self.at.get(&seat.opponent).map(|at| &self.items[*at as usize].parsed);
        match (opponent(one), opponent(other)) {
            (Some(a), Some(b)) => match a.likeness(b) {
                None => true,
                Some(found) => {
                    let is_same_color = (one.line ^ other.line) & BLACK == 0;
                    let is_doubtful = [Evidence::Sound, Evidence::OtherForm, Evidence::OtherLetters];
                    let is_doubtful = is_doubtful.into_iter().any(|piece| found.has(piece));
                    let is_whole = (one.line | other.line) & BOARDS == 0;
                    !is_same_line
                        && is_same_color
                        && !found.has(Evidence::SameWords)
                        && (is_doubtful || is_whole)
                }
            },
            _ => false,
        }
    }
}
