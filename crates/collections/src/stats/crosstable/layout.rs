//! The tables of events: everybody against everybody, or round by round.

use super::entrants::{Entrant, Entrants, Meeting, Unit};
use super::events::Event;
use crate::stats::table::{Cell, Column, Row, Table, shortened};

/// Layout of a crosstable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// Players against each other, in a square.
    RoundRobin,
    /// A column for each round: the opponent's number, the colour, the result.
    Swiss,
    /// Teams, by the tags WhiteTeam and BlackTeam: in a square where most of them have met, else round by round.
    Teams,
}

impl Layout {
    /// All of them, in the order in which lists show them.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Swiss, Self::Teams];

    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Swiss => "swiss",
            Self::Teams => "teams",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Self::RoundRobin => "Players against each other, in a square",
            Self::Swiss => "Round by round",
            Self::Teams => "Teams by WhiteTeam and BlackTeam",
        }
    }
}

/// Entrants of a square, where it is not asked for, and where it is.
const SQUARE: usize = 40;
const LARGEST_SQUARE: usize = 500;
/// Entrants of a square where rounds are not known, so that there is no other way to show who has met.
const SQUARE_WITHOUT_ROUNDS: usize = 24;

/// Columns of rounds, and cells of all of them.
const ROUNDS: usize = 100;
const CELLS: usize = 2_000_000;

/// Columns of what entrants have done.
enum Cells {
    Square,
    Rounds,
    None,
}

impl Entrants<'_> {
    fn cells(&self, layout: Option<Layout>) -> Cells {
        let (count, rounds) = (self.list.len(), self.columns());
        let pairs = count * count.saturating_sub(1) / 2;
        let is_square = match layout {
            Some(Layout::Swiss) => false,
            Some(Layout::RoundRobin) => count <= LARGEST_SQUARE,
            _ => {
                let is_usual = count <= SQUARE && self.met * 3 >= pairs * 2;
                is_usual || self.rounds.is_empty() && count <= SQUARE_WITHOUT_ROUNDS
            }
        };
        if is_square {
            Cells::Square
        } else if !self.rounds.is_empty() && rounds <= ROUNDS && rounds * count <= CELLS {
            Cells::Rounds
        } else {
            Cells::None
        }
    }

    /// Columns of rounds: one more where not all rounds are known.
    fn columns(&self) -> usize {
        self.rounds.len() + usize::from(self.has_unknown_round)
    }

    /// The table of an event.
    pub(super) fn table(mut self, event: &Event<'_>, layout: Option<Layout>) -> Table {
        let cells = self.cells(layout);
        self.rank(matches!(cells, Cells::Square));
        let is_of_teams = self.unit == Unit::Teams;
        let is_square = matches!(cells, Cells::Square);
        let list = &self.list;
        let has_elo = list.iter().any(|entrant| entrant.elo.count > 0);
        let games = |entrant: &Entrant<'_>| entrant.results.games();
        let is_even = list.iter().all(|entrant| games(entrant) == games(&list[0]));
        let unit = if is_of_teams { "team" } else { "player" };
        let mut columns: Vec<Column> =
            ["event", "site", "first_day", "last_day"].into_iter().map(Column::data).collect();
        columns.extend([Column::both("rank", "#"), Column::both(unit, unit)]);
        columns.extend(has_elo.then(|| Column::both("elo", "Elo")));
        match cells {
            Cells::Square => columns.extend(
                (1..=list.len()).map(|rank| Column::both(&format!("against_{rank}"), &rank.to_string())),
            ),
            Cells::Rounds => columns.extend((0..self.columns()).map(|at| {
                let round = self.rounds.get(at).copied().unwrap_or("?");
                Column::both(
                    &format!("round_{}", if round == "?" { "unknown" } else { round }),
                    &shortened(round, 12),
                )
            })),
            Cells::None => {}
        }
        let meetings = if is_of_teams { "matches" } else { "games" };
        columns.push(if is_even { Column::data(meetings) } else { Column::both(meetings, meetings) });
        for (name, head) in [("wins", "+"), ("draws", "="), ("losses", "-")] {
            let is_shown = is_of_teams || matches!(cells, Cells::None);
            columns.push(if is_shown { Column::both(name, head) } else { Column::data(name) });
        }
        if is_of_teams {
            columns.extend([Column::both("match_points", "MP"), Column::both("board_points", "BP")]);
        } else {
            columns.push(Column::both("points", "points"));
        }
        columns.push(if is_square { Column::data("buchholz") } else { Column::both("buchholz", "Buchholz") });
        if !is_of_teams {
            columns.push(Column::both("sonneborn_berger", "SB"));
        }
        let has_performance = list.iter().any(|entrant| entrant.against.performance().is_some());
        columns.extend(has_performance.then(|| Column::both("performance", "perf")));
        let [first, last] = event.days().map_or([Cell::Missing, Cell::Missing], |days| days.map(Cell::Text));
        let site = event.site().map_or(Cell::Missing, Cell::text);
        let rows = list.iter().enumerate().map(|(at, entrant)| {
            let mut row = vec![Cell::text(event.name()), site.clone(), first.clone(), last.clone()];
            row.extend([Cell::Count(at as u64 + 1), Cell::text(entrant.name)]);
            row.extend(has_elo.then(|| Cell::count(entrant.elo.average())));
            match cells {
                Cells::Square => row.extend(self.square(at)),
                Cells::Rounds => row.extend(self.by_round(entrant)),
                Cells::None => {}
            }
            row.push(Cell::Count(games(entrant)));
            let results = entrant.results;
            row.extend([results.won, results.drawn, results.lost].map(Cell::Count));
            if is_of_teams {
                let points = f64::from(entrant.board_points) / 2.0;
                row.extend([Cell::Count(entrant.points.into()), Cell::Number(points, 1)]);
                row.push(Cell::Count(entrant.buchholz));
            } else {
                row.push(Cell::Number(f64::from(entrant.points) / 2.0, 1));
                row.push(Cell::Number(entrant.buchholz as f64 / 2.0, 1));
                row.push(Cell::Number(entrant.sonneborn_berger as f64 / 4.0, 2));
            }
            row.extend(has_performance.then(|| Cell::count(entrant.against.performance())));
            Row { cells: row, at: None }
        });
        let rows = rows.collect();
        let mut notes = self.notes.clone();
        let pairs = list.len() * list.len().saturating_sub(1) / 2;
        if is_square && self.met < pairs {
            let missing = pairs - self.met;
            notes.push(format!("{missing} pair{} not met", if missing == 1 { " has" } else { "s have" }));
        }
        let byes =
            list.iter().flat_map(|entrant| &entrant.meetings).filter(|meeting| meeting.opponent.is_none());
        let byes = byes.count();
        if !matches!(cells, Cells::Rounds) && byes > 0 {
            notes.push(format!("points of {byes} bye{} are counted", if byes == 1 { "" } else { "s" }));
        }
        if matches!(cells, Cells::None) && !self.rounds.is_empty() {
            notes.push(format!("{} rounds, too many to be shown", self.columns()));
        }
        let plural =
            |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let mut title = format!("{}: {}", event.title(), plural(list.len(), unit));
        title.push_str(&format!(", {}", plural(event.games(), "game")));
        if !self.rounds.is_empty() {
            title.push_str(&format!(", {}", plural(self.rounds.len(), "round")));
        }
        Table { name: "crosstable", title, columns, rows, series: &[], step: None, notes }
    }

    /// Results against each of the others.
    fn square(&self, at: usize) -> Vec<Cell> {
        let mut texts = vec![String::new(); self.list.len()];
        for meeting in &self.list[at].meetings {
            if let Some(opponent) = meeting.opponent {
                let text = &mut texts[opponent];
                if self.unit == Unit::Teams && !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&self.result(meeting));
            }
        }
        let cell = |(opponent, text): (usize, String)| match text.as_str() {
            _ if opponent == at => Cell::Own,
            "" => Cell::Missing,
            _ => Cell::Results(text),
        };
        texts.into_iter().enumerate().map(cell).collect()
    }

    /// The opponents and results of each round.
    fn by_round(&self, entrant: &Entrant<'_>) -> Vec<Cell> {
        let mut texts = vec![String::new(); self.columns()];
        let mut before = vec![None; self.columns()];
        for meeting in &entrant.meetings {
            let text = &mut texts[meeting.round];
            let is_same = meeting.opponent.is_some() && before[meeting.round] == meeting.opponent;
            if !is_same && !text.is_empty() {
                text.push(' ');
            }
            match meeting.opponent {
                None => text.push_str("bye"),
                Some(_) if is_same && self.unit == Unit::Teams => text.push('+'),
                Some(_) if is_same => {}
                Some(opponent) => text.push_str(&(opponent + 1).to_string()),
            }
            before[meeting.round] = meeting.opponent;
            if let Some(side) = meeting.side {
                text.push(['w', 'b'][side]);
            } else if meeting.opponent.is_some() && !is_same {
                text.push(':');
            }
            text.push_str(&self.result(meeting));
        }
        let cell = |text: String| if text.is_empty() { Cell::Missing } else { Cell::Results(text) };
        texts.into_iter().map(cell).collect()
    }

    fn result(&self, meeting: &Meeting) -> String {
        if self.unit == Unit::Teams {
            let halves = meeting.board_points;
            let whole = if halves == 1 { String::new() } else { (halves / 2).to_string() };
            let half = if halves % 2 == 1 { "½" } else { "" };
            let open = if meeting.points.is_none() { "*" } else { "" };
            return format!("{whole}{half}{open}");
        }
        match meeting.points {
            Some(2) => "1",
            Some(1) => "½",
            Some(_) => "0",
            None => "*",
        }
        .to_owned()
    }
}
