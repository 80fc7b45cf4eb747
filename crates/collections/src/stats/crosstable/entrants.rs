//! Players or teams of an event: whom they have met, their points, and what is made of these.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::events::{Event, Record};
use crate::performance::Against;
use crate::stats::group::{Ratings, Results, half_points};

/// The unit of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Players,
    Teams,
}

/// A game of a player, or a match of a team.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// None for a bye.
    pub(super) opponent: Option<usize>,
    /// Its column; that after all rounds where it is not known.
    pub(super) round: usize,
    /// White (0) or Black (1), of a game.
    pub(super) side: Option<usize>,
    /// Two, one or none; not known where results are missing.
    pub(super) points: Option<u32>,
    /// Half points of the boards of a match.
    pub(super) board_points: u32,
}

/// A player or a team.
#[derive(Clone, Debug, Default)]
pub(super) struct Entrant<'e> {
    pub(super) name: &'e str,
    /// In the order of rounds.
    pub(super) meetings: Vec<Meeting>,
    /// Without byes.
    pub(super) results: Results,
    /// Half points, or points of matches.
    pub(super) points: u32,
    /// Half points of boards.
    pub(super) board_points: u32,
    pub(super) elo: Ratings,
    pub(super) against: Against,
    /// The points of all opponents.
    pub(super) buchholz: u64,
    /// The points against each opponent times those of the opponent.
    pub(super) sonneborn_berger: u64,
}

impl Entrant<'_> {
    fn add(&mut self, meeting: Meeting) {
        self.meetings.push(meeting);
        self.points += meeting.points.unwrap_or(0);
        self.board_points += meeting.board_points;
        if meeting.opponent.is_some() {
            self.results.add(meeting.points);
        }
    }
}

/// All of an event.
#[derive(Debug)]
pub(super) struct Entrants<'e> {
    pub(super) unit: Unit,
    pub(super) list: Vec<Entrant<'e>>,
    /// Rounds that are known, in their order.
    pub(super) rounds: Vec<&'e str>,
    pub(super) has_unknown_round: bool,
    /// Pairs that have met.
    pub(super) met: usize,
    pub(super) notes: Vec<String>,
}

/// Places of entrants by the numbers of their names.
#[derive(Default)]
struct Places<'e> {
    places: HashMap<u32, usize>,
    list: Vec<Entrant<'e>>,
}

impl<'e> Places<'e> {
    fn of(&mut self, number: u32, event: &Event<'e>) -> usize {
        let Self { places, list } = self;
        *places.entry(number).or_insert_with(|| {
            list.push(Entrant { name: event.text(number), ..Entrant::default() });
            list.len() - 1
        })
    }
}

/// The rounds of an event, and the column of each.
struct Rounds<'e> {
    list: Vec<&'e str>,
    columns: HashMap<&'e str, usize>,
}

impl<'e> Rounds<'e> {
    /// Games come in the order of their rounds.
    fn of(event: &Event<'e>) -> Self {
        let (mut list, mut columns) = (Vec::new(), HashMap::new());
        for round in event.records().iter().filter_map(|record| event.round(record)) {
            columns.entry(round).or_insert_with(|| {
                list.push(round);
                list.len() - 1
            });
        }
        Self { list, columns }
    }

    fn column(&self, event: &Event<'e>, record: &Record) -> usize {
        event.round(record).map_or(self.list.len(), |round| self.columns[round])
    }
}

fn is_bye(name: &str) -> bool {
    name.eq_ignore_ascii_case("bye")
}

fn is_match(record: &Record) -> bool {
    record.teams[0] != record.teams[1] && !record.teams.contains(&0)
}

fn note(count: usize, one: &str, several: &str) -> Option<String> {
    (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { several }))
}

impl<'e> Entrants<'e> {
    /// Whether the event is one of teams: nearly all games are between two teams in a round, two or more of them for a match
    /// (decision A-192).
    pub(super) fn are_teams(event: &Event<'e>) -> bool {
        let games = event.records().len();
        let mut matches = HashSet::new();
        let mut of_teams = 0;
        for record in event.records() {
            if let Some(round) = event.round(record).filter(|_| is_match(record)) {
                let [one, other] = record.teams;
                matches.insert((round, one.min(other), one.max(other)));
                of_teams += 1;
            }
        }
        games > 1 && of_teams * 10 >= games * 9 && matches.len() * 2 <= of_teams
    }

    pub(super) fn players(event: &Event<'e>) -> Self {
        let (mut places, rounds) = (Places::default(), Rounds::of(event));
        let (mut nameless, mut alone) = (0, 0);
        for record in event.records() {
            if record.names.contains(&0) {
                nameless += 1;
                continue;
            }
            if record.names[0] == record.names[1] {
                alone += 1;
                continue;
            }
            let round = rounds.column(event, record);
            let byes = record.names.map(|number| is_bye(event.text(number)));
            let entrants: [Option<usize>; 2] =
                std::array::from_fn(|side| (!byes[side]).then(|| places.of(record.names[side], event)));
            for side in 0..2 {
                let Some(at) = entrants[side] else { continue };
                let (opponent, points) = (entrants[1 - side], half_points(record.result, side));
                let side_of = opponent.map(|_| side);
                let entrant = &mut places.list[at];
                entrant.add(Meeting { opponent, round, side: side_of, points, board_points: 0 });
                entrant.elo.add(record.elo[side]);
                if let (Some(points), Some(_)) = (points, opponent) {
                    entrant.against.add(record.elo[1 - side], points);
                }
            }
        }
        let notes = [
            note(nameless, "game without the name of a player", "games without the name of a player"),
            note(alone, "game of a player against the same name", "games of a player against the same name"),
        ];
        Self::new(Unit::Players, places.list, rounds, event, notes.into_iter().flatten().collect())
    }

    pub(super) fn teams(event: &Event<'e>) -> Self {
        struct Match {
            round: usize,
            teams: [usize; 2],
            half_points: [u32; 2],
            is_open: bool,
        }
        let (mut places, rounds) = (Places::default(), Rounds::of(event));
        let mut matches: Vec<Match> = Vec::new();
        let mut known = HashMap::new();
        let mut without = 0;
        for record in event.records() {
            if !is_match(record) {
                without += 1;
                continue;
            }
            let round = rounds.column(event, record);
            let teams = record.teams.map(|number| places.of(number, event));
            let key = (round, teams[0].min(teams[1]), teams[0].max(teams[1]));
            let at = *known.entry(key).or_insert_with(|| {
                matches.push(Match { round, teams, half_points: [0; 2], is_open: false });
                matches.len() - 1
            });
            let found = &mut matches[at];
            for (side, team) in teams.into_iter().enumerate() {
                match half_points(record.result, side) {
                    Some(points) => found.half_points[usize::from(found.teams[0] != team)] += points,
                    None => found.is_open = true,
                }
                places.list[team].elo.add(record.elo[side]);
            }
        }
        for Match { round, teams, half_points, is_open } in matches {
            for side in 0..2 {
                let [own, other] = [half_points[side], half_points[1 - side]];
                let points = match own.cmp(&other) {
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 0,
                };
                places.list[teams[side]].add(Meeting {
                    opponent: Some(teams[1 - side]),
                    round,
                    side: None,
                    points: (!is_open).then_some(points),
                    board_points: own,
                });
            }
        }
        let notes = note(without, "game that is not of two teams", "games that are not of two teams");
        Self::new(Unit::Teams, places.list, rounds, event, notes.into_iter().collect())
    }

    fn new(
        unit: Unit,
        mut list: Vec<Entrant<'e>>,
        rounds: Rounds<'e>,
        event: &Event<'e>,
        mut notes: Vec<String>,
    ) -> Self {
        let points: Vec<u32> = list.iter().map(|entrant| entrant.points).collect();
        let mut pairs = HashSet::new();
        let mut has_unknown_round = false;
        let mut open = 0;
        for (at, entrant) in list.iter_mut().enumerate() {
            for meeting in &entrant.meetings {
                has_unknown_round |= meeting.round == rounds.list.len();
                open += usize::from(meeting.points.is_none());
                let Some(opponent) = meeting.opponent else { continue };
                if at < opponent {
                    pairs.insert((at, opponent));
                }
                if let Some(own) = meeting.points {
                    entrant.buchholz += u64::from(points[opponent]);
                    entrant.sonneborn_berger += u64::from(own) * u64::from(points[opponent]);
                }
            }
        }
        let mut games: Vec<_> = event
            .records()
            .iter()
            .filter(|record| event.round(record).is_some() && !record.names.contains(&0))
            .map(|record| (record.round, record.names))
            .collect();
        games.sort_unstable();
        let twice = games.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let of = if unit == Unit::Teams { ["match", "matches"] } else { ["game", "games"] };
        let open = open.div_ceil(2);
        notes.extend(note(
            open,
            &format!("{} without a result", of[0]),
            &format!("{} without a result", of[1]),
        ));
        notes.extend(note(
            twice,
            "game has the round and the colours of another: pgn dedup finds copies",
            "games have the round and the colours of others: pgn dedup finds copies",
        ));
        Self { unit, list, rounds: rounds.list, has_unknown_round, met: pairs.len(), notes }
    }

    /// Puts them in order, the best first: by points, and where these are equal by the points of boards, then in a
    /// round robin by Sonneborn-Berger, otherwise by Buchholz first, then by wins, and at last by name.
    pub(super) fn rank(&mut self, is_round_robin: bool) {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_by_key(|at| {
            let entrant = &self.list[*at];
            let buchholz = if is_round_robin { 0 } else { entrant.buchholz };
            let numbers = [
                entrant.points.into(),
                entrant.board_points.into(),
                buchholz,
                entrant.sonneborn_berger,
                entrant.results.won,
            ];
            (Reverse(numbers), entrant.name)
        });
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, at)| places[*at] = place);
        let mut list: Vec<Entrant<'e>> = order.iter().map(|at| std::mem::take(&mut self.list[*at])).collect();
        let meetings = list.iter_mut().flat_map(|entrant| &mut entrant.meetings);
        meetings.for_each(|meeting| meeting.opponent = meeting.opponent.map(|at| places[at]));
        self.list = list;
    }
}
