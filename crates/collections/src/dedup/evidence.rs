//! Whether two games are one: the evidence, and its weights.

use pgnkit::chess::Move;
use pgnkit::syntax::Outcome;

use super::facts::{Facts, host};
use crate::evidence::evidence;
use pgnkit_query::spelling::{self, Likeness};

/// Why a game is a duplicate of another one, the strongest reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The same bytes.
    SameBytes,
    /// The seven tags of the roster and the main line are equal.
    SameGame,
    /// The main line is equal, and the players are the same.
    SameMoves,
    /// The main line is equal, and names are spelled otherwise.
    OtherSpelling,
    /// The players and the date are the same, and one main line is the beginning of the other.
    Beginning,
    /// The main line is equal and long enough, whatever the tags say; only where [`DedupOptions::by_moves`](super::DedupOptions::by_moves) asks for it.
    MovesAlone,
    /// The players, the day and the round are the same, and the main lines nearly so: one half-move is another one, or some are
    /// transposed; without a day the year, the event or site and the round, or 40 half-moves without one. Only where [`DedupOptions::near`](super::DedupOptions::near) asks for it.
    NearTwin,
}

impl Reason {
    /// All of them, the strongest first.
    pub const ALL: [Self; 7] = [
        Self::SameBytes,
        Self::SameGame,
        Self::SameMoves,
        Self::OtherSpelling,
        Self::Beginning,
        Self::MovesAlone,
        Self::NearTwin,
    ];

    /// Whether the games are one. Near twins are two, and only listed: neither is ever left out.
    pub fn is_of_one_game(self) -> bool {
        self != Self::NearTwin
    }

    /// The words it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SameBytes => "same bytes",
            Self::SameGame => "same game",
            Self::SameMoves => "same moves",
            Self::OtherSpelling => "other spelling",
            Self::Beginning => "beginning of the other",
            Self::MovesAlone => "moves alone",
            Self::NearTwin => "near twin",
        }
    }
}

evidence! {
    /// A piece of evidence that two games are one, or that they are not.
    WhiteSame 3 "White" "White is written alike";
    WhiteAlike 2 "White alike" "White may be another spelling of the same name: initials, order, diacritics, alphabet, titles";
    WhiteUnknown -3 "no White" "White is not known in one of them, or is NN";
    BlackSame 3 "Black" "Black is written alike";
    BlackAlike 2 "Black alike" "Black may be another spelling of the same name";
    BlackUnknown -3 "no Black" "Black is not known in one of them, or is NN";
    EventSame 2 "event" "the event is written alike";
    EventAlike 1 "event alike" "all words of one event are in the other";
    EventOther -1 "other event" "the events are different";
    SiteSame 1 "site" "the site is written alike, or has a word of four letters or more in common";
    AddressSame 6 "address" "the address of the game is the same (Site, Link, GameId …)";
    DaySame 3 "day" "the day is the same";
    DatePart 1 "date" "what is known of both dates is the same, at least the year";
    DayOther -3 "other day" "the days or months are different, the year is the same or not known";
    YearOther -4 "other year" "the years are different";
    RoundSame 1 "round" "the round is the same";
    RoundOther -5 "other round" "the rounds are different; 3 and 3.1 are not";
    ResultOther -3 "other result" "the results are different, and none is *";
    RatingsSame 1 "ratings" "the ratings of both players are known and the same";
    Plies20 2 "20 half-moves" "a decided game of 20 to 39 half-moves, or one without a result";
    Plies40 4 "40 half-moves" "one of 40 to 59";
    Plies60 6 "60 half-moves" "one of 60 to 79";
    Plies80 8 "80 half-moves" "one of 80 or more";
    Draw20 1 "drawn, 20 half-moves" "a drawn game of 20 to 39 half-moves";
    Draw40 2 "drawn, 40 half-moves" "one of 40 to 59";
    Draw60 3 "drawn, 60 half-moves" "one of 60 to 79";
    Draw80 4 "drawn, 80 half-moves" "one of 80 or more";
    GoesOn -3 "goes on" "one main line is only the beginning of the other; the length and the result of that one count";
    DrawGoesOn -5 "drawn, goes on" "the same, and it was drawn there before the 40th half-move";
    SameWinner 1 "winner" "one main line is only the beginning of the other, and the winner is the same";
}

/// The points that make two games one.
pub const REQUIRED_POINTS: i32 = 8;

/// The reason why two games are one, with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Why.
    pub reason: Reason,
    /// The points of the evidence.
    pub points: i32,
    /// The evidence; `None` if the reason needs none.
    pub(super) found: Option<EvidenceSet>,
}

impl Verdict {
    /// Two games with the same bytes.
    pub(super) const SAME_BYTES: Self = Self { reason: Reason::SameBytes, points: 0, found: None };

    /// The evidence; none where the reason needs none.
    pub fn evidence(&self) -> impl Iterator<Item = Evidence> + use<> {
        self.found.into_iter().flat_map(EvidenceSet::evidence)
    }
}

/// Searches besides that for duplicates.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wider {
    /// Near twins.
    pub(super) near: bool,
    /// Games with equal main lines of so many half-moves or more.
    pub(super) by_moves: Option<usize>,
}

impl Wider {
    /// Whether the moves alone make two games one.
    fn are_one(self, one: &Facts, other: &Facts) -> bool {
        let is_long = self.by_moves.is_some_and(|plies| one.moves.len() >= plies.max(1));
        is_long && one.start == other.start && one.moves == other.moves
    }
}

/// Whether two games are one, or what else is looked for; and whether all games that are equal to one of them are.
pub(super) fn judge_wider(one: &Facts, other: &Facts, wider: Wider) -> Option<(Verdict, bool)> {
    let are_moves_enough = wider.are_one(one, other);
    let verdict = judge(one, other);
    if let Some(verdict) = verdict {
        return Some((verdict, are_moves_enough || verdict.reason <= Reason::SameGame));
    }
    let reason = if are_moves_enough {
        Reason::MovesAlone
    } else if wider.near && are_near(one, other) {
        Reason::NearTwin
    } else {
        return None;
    };
    Some((Verdict { reason, points: 0, found: None }, are_moves_enough))
}

/// Half-moves of games that may be near twins.
const MIN_NEAR: usize = 16;

/// Half-moves within which moves may be transposed.
const MAX_TRANSPOSED: usize = 8;

fn are_near(one: &Facts, other: &Facts) -> bool {
    let is_one = |color| matches!(one.player_likeness(other, color), Likeness::Same | Likeness::Alike);
    one.start == other.start
        && is_one_change(&one.moves, &other.moves)
        && is_one_time(one, other)
        && !are_certainly_two(one, other)
        && [0, 1].into_iter().all(is_one)
}

/// Half-moves of games without a round that may be near twins: more than are theory.
const MIN_NEAR_WITHOUT_ROUND: usize = 40;

/// Whether both were played on one day; where no day says so, in one round of an event in a year, or, the round not being known
/// either, at one event or site, and with moves that nobody plays twice. An event that is not known is that of the site.
fn is_one_time(one: &Facts, other: &Facts) -> bool {
    let round = rounds(one.round(), other.round());
    match dates(one.date, other.date) {
        Some(Evidence::DaySame) => round != Likeness::Other,
        Some(Evidence::DatePart) => {
            let is_one_site = || spelling::sites(one.site(), other.site());
            let is_one_event = match spelling::events(one.event(), other.event()) {
                Likeness::Same | Likeness::Alike => true,
                Likeness::Unknown => is_one_site(),
                Likeness::Other => false,
            };
            let is_long = || one.moves.len().min(other.moves.len()) >= MIN_NEAR_WITHOUT_ROUND;
            match round {
                Likeness::Same => is_one_event,
                Likeness::Unknown => is_long() && (is_one_event || is_one_site()),
                Likeness::Alike | Likeness::Other => false,
            }
        }
        _ => false,
    }
}

/// Whether one half-move is another one or is missing at the end, or some are transposed.
fn is_one_change(one: &[Move], other: &[Move]) -> bool {
    let length = one.len().min(other.len());
    if length < MIN_NEAR {
        return false;
    }
    let mut others = (0..length).filter(|at| one[*at] != other[*at]);
    let (first, last) = (others.next(), others.next_back());
    match (one.len().abs_diff(other.len()), first, last) {
        (0 | 1, None, _) | (0, Some(_), None) => true,
        (0, Some(first), Some(last)) if last - first < MAX_TRANSPOSED => {
            let are_the_same = |color: usize| {
                let mut left: Vec<Move> = (first..=last).skip(color).step_by(2).map(|at| one[at]).collect();
                (first..=last).skip(color).step_by(2).all(|at| {
                    let found = left.iter().position(|mv| *mv == other[at]);
                    found.map(|found| left.swap_remove(found)).is_some()
                })
            };
            [0, 1].into_iter().all(are_the_same)
        }
        _ => false,
    }
}

/// Whether two games that have errors in none are one.
pub(super) fn judge(one: &Facts, other: &Facts) -> Option<Verdict> {
    if one.start != other.start {
        return None;
    }
    let goes_on = one.moves.len() != other.moves.len();
    let length = one.moves.len().min(other.moves.len());
    if one.moves[..length] != other.moves[..length] || are_certainly_two(one, other) {
        return None;
    }
    let mut found = EvidenceSet::default();
    let players = [0, 1].map(|color| one.player_likeness(other, color));
    if players.contains(&Likeness::Other) {
        return None;
    }
    for (color, likeness) in players.into_iter().enumerate() {
        use Evidence::{BlackAlike, BlackSame, BlackUnknown, WhiteAlike, WhiteSame, WhiteUnknown};
        let items = [[WhiteSame, WhiteAlike, WhiteUnknown], [BlackSame, BlackAlike, BlackUnknown]][color];
        found.add(match likeness {
            Likeness::Same => items[0],
            Likeness::Alike => items[1],
            Likeness::Unknown | Likeness::Other => items[2],
        });
    }
    let event = spelling::events(one.event(), other.event());
    let has_no_event = one.event() == "?" && other.event() == "?";
    match event {
        Likeness::Same => found.add(Evidence::EventSame),
        Likeness::Alike => found.add(Evidence::EventAlike),
        Likeness::Other => found.add(Evidence::EventOther),
        Likeness::Unknown => {}
    }
    if spelling::sites(one.site(), other.site()) {
        found.add(Evidence::SiteSame);
    }
    let is_same_address =
        |(one, other): (&Option<Box<str>>, &Option<Box<str>>)| one.is_some() && one == other;
    if one.addresses.iter().zip(&other.addresses).any(is_same_address) {
        found.add(Evidence::AddressSame);
    }
    if let Some(item) = dates(one.date, other.date) {
        found.add(item);
    }
    match rounds(one.round(), other.round()) {
        Likeness::Same => found.add(Evidence::RoundSame),
        // Of one event: a play-off, a match, a simultaneous display.
        Likeness::Other if event == Likeness::Same || has_no_event => return None,
        Likeness::Other => found.add(Evidence::RoundOther),
        _ => {}
    }
    let is_open = |facts: &Facts| facts.result == Outcome::Unknown;
    if one.result != other.result && !is_open(one) && !is_open(other) {
        found.add(Evidence::ResultOther);
    }
    if one.ratings.iter().all(Option::is_some) && one.ratings == other.ratings {
        found.add(Evidence::RatingsSame);
    }
    // A game that goes on was not drawn where the other one ends.
    let ends_here = |facts: &Facts| facts.moves.len() == length;
    let is_draw = [one, other].iter().any(|facts| ends_here(facts) && facts.result == Outcome::Draw);
    if let Some(item) = lengths(length, is_draw) {
        found.add(item);
    }
    if goes_on {
        let is_short_draw = is_draw && length < 40;
        found.add(if is_short_draw { Evidence::DrawGoesOn } else { Evidence::GoesOn });
        if one.result == other.result && matches!(one.result, Outcome::WhiteWins | Outcome::BlackWins) {
            found.add(Evidence::SameWinner);
        }
        // The players and the date are what there is besides.
        let are_known = !players.contains(&Likeness::Unknown);
        let is_date = matches!(dates(one.date, other.date), Some(Evidence::DaySame | Evidence::DatePart));
        if !are_known || !is_date {
            return None;
        }
    }
    let is_known = players == [Likeness::Same; 2];
    let is_same_roster = !goes_on && one.has_roster_of(other);
    let is_same_content = one.exported.is_some() && one.exported == other.exported;
    let reason = if is_same_roster && (is_known || is_same_content) {
        Reason::SameGame
    } else if found.points < REQUIRED_POINTS {
        return None;
    } else if goes_on {
        Reason::Beginning
    } else if is_known && event != Likeness::Alike {
        Reason::SameMoves
    } else {
        Reason::OtherSpelling
    };
    Some(Verdict { reason, points: found.points, found: Some(found) })
}

/// Whether something says that they are two games, whatever else is equal.
fn are_certainly_two(one: &Facts, other: &Facts) -> bool {
    let differ =
        |one: &Option<Box<str>>, other: &Option<Box<str>>| one.is_some() && other.is_some() && one != other;
    let addresses = one.addresses.iter().zip(&other.addresses).any(|(a, b)| {
        let is_of_one_place = a.as_deref().map(host) == b.as_deref().map(host);
        differ(a, b) && is_of_one_place
    });
    let times = one.times.iter().zip(&other.times).any(|(a, b)| differ(a, b));
    let ids = one.ids.iter().zip(&other.ids).any(|(a, b)| a.is_some() && b.is_some() && a != b);
    addresses || times || ids || differ(&one.boards, &other.boards)
}

fn dates(one: [u16; 3], other: [u16; 3]) -> Option<Evidence> {
    let differ = |at: usize| one[at] != other[at] && one[at] != 0 && other[at] != 0;
    if differ(0) {
        return Some(Evidence::YearOther);
    }
    if differ(1) || differ(2) {
        return Some(Evidence::DayOther);
    }
    let is_year_known = one[0] != 0 && other[0] != 0;
    let is_whole = one == other && !one.contains(&0);
    match (is_whole, is_year_known) {
        (true, _) => Some(Evidence::DaySame),
        (false, true) => Some(Evidence::DatePart),
        (false, false) => None,
    }
}

/// Rounds, part by part as far as both have them.
fn rounds(one: &str, other: &str) -> Likeness {
    let is_known = |round: &str| !matches!(round, "?" | "-" | "");
    if !is_known(one) || !is_known(other) {
        return Likeness::Unknown;
    }
    let part = |part: &str| part.trim().trim_start_matches('0').to_owned();
    let parts = |round: &str| round.split('.').map(part).collect::<Vec<_>>();
    let (one, other) = (parts(one), parts(other));
    if one == other {
        return Likeness::Same;
    }
    let is_number = |part: &String| part.bytes().all(|byte| byte.is_ascii_digit());
    if !one.iter().chain(&other).all(is_number) {
        return Likeness::Other;
    }
    if one.iter().zip(&other).all(|(one, other)| one == other) { Likeness::Alike } else { Likeness::Other }
}

fn lengths(plies: usize, is_draw: bool) -> Option<Evidence> {
    use Evidence::{Draw20, Draw40, Draw60, Draw80, Plies20, Plies40, Plies60, Plies80};
    let step = match plies {
        0..20 => return None,
        20..40 => 0,
        40..60 => 1,
        60..80 => 2,
        _ => 3,
    };
    Some(if is_draw {
        [Draw20, Draw40, Draw60, Draw80][step]
    } else {
        [Plies20, Plies40, Plies60, Plies80][step]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game: tags, half-moves, result.
    fn facts(text: &str) -> Facts {
        let mut fields = text.split(", ");
        let mut field = || fields.next().unwrap_or_default().trim();
        let (white, black, event, date, round) = (field(), field(), field(), field(), field());
        let (plies, result, others): (usize, _, _) = (field().parse().unwrap(), field(), field());
        let others =
            others.split_once('=').map_or(String::new(), |(name, value)| format!("[{name} \"{value}\"]\n"));
        let moves: Vec<&str> = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(plies).collect();
        let game = format!(
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n{others}\n{} {result}\n",
            moves.join(" ")
        );
        Facts::of(&pgnkit::parse_games(game.as_bytes()).next().unwrap().game)
    }

    #[test]
    fn pairs_and_near_misses() {
        use Reason::{Beginning, OtherSpelling, SameGame, SameMoves};
        for (why, one, other, expected) in [
            (
                "equal",
                "Tal, Fine, A, 1960.01.02, 1, 10, 1-0",
                "Tal, Fine, A, 1960.01.02, 1, 10, 1-0",
                Some(SameGame),
            ),
            (
                "nothing but names",
                "Tal, Fine, ?, ?, ?, 10, 1-0",
                "Tal, Fine, ?, ????.??.??, ?, 10, 1-0",
                Some(SameGame),
            ),
            (
                "forms of a given name",
                "Saemisch Fritz, Fine, It, 1925, ?, 42, 1-0",
                "Friedrich Saemisch, Fine, It, 1925, ?, 42, 1-0",
                Some(OtherSpelling),
            ),
            (
                "forms of a given name, drawn",
                "Saemisch Fritz, Fine, It, 1925, ?, 74, 1/2-1/2",
                "Samisch Friedrich, Fine, It, 1925, ?, 74, 1/2-1/2",
                Some(OtherSpelling),
            ),
            (
                "a result that came later",
                "Tal, Fine, A, 1960.01.02, 1, 10, 1-0",
                "Tal, Fine, A, 1960.01.02, 1, 10, *",
                Some(SameMoves),
            ),
            (
                "another name of the event",
                "Tal, Fine, A, 1960.01.02, 1, 30, 1-0",
                "Tal, Fine, B, 1960.01.02, ?, 30, 1-0",
                Some(SameMoves),
            ),
            (
                "initials",
                "Tal M, Fine R, Linares, 1960.??.??, 1, 50, 1-0",
                "Tal Mikhail, Fine Reuben, Linares, 1960.01.02, 1.3, 50, 1-0",
                Some(OtherSpelling),
            ),
            (
                "the event spelled otherwise",
                "Tal, Fine, Linares, 1960.01.02, 1, 30, 1-0",
                "Tal, Fine, Linares 12th, 1960.01.02, 1, 30, 1-0",
                Some(OtherSpelling),
            ),
            (
                "forms of a given name",
                "Saemisch Fritz, Tal, A, 1928.??.??, ?, 42, 1-0",
                "Friedrich Saemisch, Tal, A, 1928.??.??, ?, 42, 1-0",
                Some(OtherSpelling),
            ),
            (
                "alphabets",
                "Корчной В, Tal, A, 1960.01.02, 1, 40, 1-0",
                "Kortschnoj V, Tal, B, 1960.01.02, 1, 40, 1-0",
                Some(OtherSpelling),
            ),
            (
                "a wrong year of a long decided game",
                "Tal, Fine, A, 1960.01.02, 1, 90, 1-0",
                "Tal, Fine, B, 1961.01.02, ?, 90, 1-0",
                Some(SameMoves),
            ),
            (
                "moves that are missing",
                "Tal, Fine, A, 1960.01.02, 1, 40, *",
                "Tal, Fine, A, 1960.01.02, 1, 60, 1-0",
                Some(Beginning),
            ),
            (
                "moves that are missing, other spelling",
                "Tal M, Fine, A, 1960.01.02, 1, 44, 1-0",
                "Tal Mikhail, Fine, B, 1960.01.02, ?, 60, 1-0",
                Some(Beginning),
            ),
            (
                "a player who is not known",
                "Tal, ?, A, 1960.01.02, 1, 40, 1-0",
                "Tal, Fine, A, 1960.01.02, 1, 40, 1-0",
                Some(OtherSpelling),
            ),
            // What only looks so.
            (
                "a short draw in another year",
                "Tal, Fine, A, 1960.01.02, 1, 16, 1/2-1/2",
                "Tal, Fine, B, 1961.03.04, 2, 16, 1/2-1/2",
                None,
            ),
            (
                "a short draw, no dates",
                "Tal, Fine, A, ?, 1, 18, 1/2-1/2",
                "Tal, Fine, B, ?, 2, 18, 1/2-1/2",
                None,
            ),
            (
                "a duel of theory",
                "Tal, Fine, A, 1960.01.02, 1, 56, 1/2-1/2",
                "Tal, Fine, B, 1961.03.04, 2, 56, 1/2-1/2",
                None,
            ),
            (
                "a decided duel of theory",
                "Tal, Fine, A, 1960.01.02, 1, 44, 1-0",
                "Tal, Fine, B, 1961.03.04, 2, 44, 1-0",
                None,
            ),
            (
                "rounds of one event",
                "Tal, Fine, A, 1960.01.02, 1, 90, 1-0",
                "Tal, Fine, A, 1960.01.02, 2, 90, 1-0",
                None,
            ),
            (
                "rounds of an event that is not known",
                "Tal, Fine, ?, 1960.01.02, 1, 90, 1-0",
                "Tal, Fine, ?, 1960.01.02, 2, 90, 1-0",
                None,
            ),
            (
                "a short draw whose opening is played again",
                "Tal, Fine, A, 1960.01.02, ?, 30, 1/2-1/2",
                "Tal, Fine, A, 1960.01.02, ?, 80, 1/2-1/2",
                None,
            ),
            (
                "a play-off of one day",
                "Tal, Fine, A, 1960.01.02, 5.1, 30, 1/2-1/2",
                "Tal, Fine, A, 1960.01.02, 5.2, 30, 1/2-1/2",
                None,
            ),
            (
                "a play-off with a name of its own",
                "Tal, Fine, A Open, 1960.01.02, 1, 30, 1/2-1/2",
                "Tal, Fine, A Open play-off, 1960.01.02, 2, 30, 1/2-1/2",
                None,
            ),
            (
                "the same opening in a play-off",
                "Tal, Fine, A, 1960.01.02, ?, 24, 1/2-1/2",
                "Tal, Fine, A, 1960.01.02, ?, 60, 1-0",
                None,
            ),
            (
                "short draws of a match",
                "Tal, Fine, A, 1960.01.02, ?, 24, 1/2-1/2",
                "Tal, Fine, A, 1960.01.09, ?, 24, 1/2-1/2",
                None,
            ),
            (
                "a simultaneous display",
                "Tal, Fine, A, 1960.01.02, ?, 30, 1-0",
                "Tal, Smith, A, 1960.01.02, ?, 30, 1-0",
                None,
            ),
            (
                "its players without names",
                "Tal, NN, A, 1960.01.02, ?, 30, 1-0",
                "Tal, NN, A, 1960.01.02, ?, 30, 1-0, X=1",
                None,
            ),
            (
                "its boards",
                "Tal, NN, A, 1960.01.02, ?, 60, 1-0, Board=1",
                "Tal, NN, A, 1960.01.02, ?, 60, 1-0, Board=2",
                None,
            ),
            (
                "sisters",
                "Polgar Judit, Fine, A, 1990.01.02, 1, 60, 1-0",
                "Polgar Zsuzsa, Fine, A, 1990.01.02, 1, 60, 1-0",
                None,
            ),
            (
                "versions of a program",
                "Fish 15, Fine, A, 2020.01.02, 1, 120, 1-0",
                "Fish 16, Fine, A, 2020.01.02, 1, 120, 1-0",
                None,
            ),
            ("lines of a book", "?, ?, ?, ?, ?, 40, *, X=1", "?, ?, ?, ?, ?, 40, *", None),
            (
                "games of one site",
                "a1, b2, Blitz, 2024.01.02, -, 30, 1-0, Link=https://c.com/1",
                "a1, b2, Blitz, 2024.01.02, -, 30, 1-0, Link=https://c.com/2",
                None,
            ),
            (
                "games of one day",
                "a1, b2, Blitz, 2024.01.02, -, 30, 1-0, UTCTime=10:00:00",
                "a1, b2, Blitz, 2024.01.02, -, 30, 1-0, UTCTime=10:09:00",
                None,
            ),
            (
                "numbers of the federation",
                "Li Wei, Fine, A, 2024.01.02, 1, 60, 1-0, WhiteFideId=1",
                "Li Wei, Fine, A, 2024.01.02, 1, 60, 1-0, WhiteFideId=2",
                None,
            ),
            (
                "a beginning of another year",
                "Tal, Fine, A, 1960.01.02, 1, 60, 1-0",
                "Tal, Fine, A, 1961.01.02, 1, 90, 1-0",
                None,
            ),
        ] {
            let (one, other) = (facts(one), facts(other));
            for (one, other) in [(&one, &other), (&other, &one)] {
                let verdict = judge(one, other);
                let found = verdict.map(|verdict| verdict.reason);
                let evidence: Vec<_> = verdict.iter().flat_map(Verdict::evidence).collect();
                assert_eq!(found, expected, "{why}: {evidence:?}");
                let points: i32 = evidence.iter().map(|item| item.points()).sum();
                assert_eq!(verdict.map_or(0, |verdict| verdict.points), points, "{why}");
            }
        }
    }

    #[test]
    fn near_twins_are_of_one_time() {
        // Each with a half-move more than the one before.
        for (why, one, other, expected) in [
            ("a day", "Tal, Fine, A, 1960.01.02, ?, 16, *", "Tal, Fine, B, 1960.01.02, ?, 17, *", true),
            (
                "a day, another round",
                "Tal, Fine, A, 1960.01.02, 1, 16, *",
                "Tal, Fine, A, 1960.01.02, 2, 17, *",
                false,
            ),
            ("a round", "Tal, Fine, A, 1960, 1, 16, *", "Tal, Fine, A, 1960, 1, 17, *", true),
            (
                "a round of another event",
                "Tal, Fine, A, 1960, 1, 16, *",
                "Tal, Fine, B, 1960, 1, 17, *",
                false,
            ),
            (
                "a round at a site",
                "Tal, Fine, ?, 1960, 1, 16, *, Site=Bonn",
                "Tal, Fine, ?, 1960, 1, 17, *, Site=Bonn (GER)",
                true,
            ),
            (
                "an event in one",
                "Tal, Fine, It, 1960, 1, 16, *, Site=Bonn",
                "Tal, Fine, ?, 1960, 1, 17, *, Site=Bonn",
                true,
            ),
            (
                "another site",
                "Tal, Fine, ?, 1960, 1, 16, *, Site=Bonn",
                "Tal, Fine, ?, 1960, 1, 17, *, Site=Rome",
                false,
            ),
            (
                "no round",
                "Tal, Fine, ?, 1960, ?, 40, *, Site=Bonn",
                "Tal, Fine, ?, 1960, ?, 41, *, Site=Bonn",
                true,
            ),
            (
                "no round, two events of a site",
                "Tal, Fine, It, 1960, ?, 40, *, Site=Bonn",
                "Tal, Fine, m 5, 1960, 2, 41, *, Site=Bonn",
                true,
            ),
            (
                "no round, short",
                "Tal, Fine, ?, 1960, ?, 39, *, Site=Bonn",
                "Tal, Fine, ?, 1960, ?, 40, *, Site=Bonn",
                false,
            ),
            ("no round, no site", "Tal, Fine, ?, 1960, ?, 40, *", "Tal, Fine, ?, 1960, ?, 41, *", false),
            ("another year", "Tal, Fine, A, 1960, 1, 40, *", "Tal, Fine, A, 1961, 1, 41, *", false),
            (
                "a name written otherwise",
                "Saemisch Fritz, Fine, ?, 1925, ?, 40, *, Site=Bonn",
                "Friedrich Saemisch, Fine, ?, 1925, ?, 41, *, Site=Bonn",
                true,
            ),
        ] {
            let (one, other) = (facts(one), facts(other));
            assert_eq!(are_near(&one, &other), expected, "{why}");
            assert_eq!(are_near(&other, &one), expected, "{why}");
        }
    }

    #[test]
    fn near_twins_have_one_change() {
        let read = |text: &str| Facts::of(&text.parse().unwrap()).moves;
        let base = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5";
        for (why, other, expected) in [
            ("another last move", base.replace("Na5", "Nb8"), true),
            ("a last move more", format!("{base} Bc2"), true),
            ("another move", base.replace("h3", "d3"), true),
            ("a transposition", base.replace("Nc6 Bb5 a6 Ba4 Nf6", "Nf6 Bb5 a6 Ba4 Nc6"), true),
            ("two other moves", base.replace("h3", "d3").replace("Na5", "Nb8"), false),
            ("two moves more", format!("{base} Bc2 c5"), false),
        ] {
            let (one, other) = (read(base), read(&other));
            assert_eq!(is_one_change(&one, &other), expected, "{why}");
            assert_eq!(is_one_change(&other, &one), expected, "{why}");
        }
        assert!(!is_one_change(&read("e4 e5"), &read("e4 c5")));
    }

    #[test]
    fn each_piece_of_evidence_has_a_name_of_its_own() {
        let mut names: Vec<_> = Evidence::ALL.iter().map(|item| item.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Evidence::ALL.len());
        assert!(Evidence::ALL.iter().all(|item| !item.doc().is_empty() && item.points() != 0));
    }
}
