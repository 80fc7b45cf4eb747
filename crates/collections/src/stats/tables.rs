//! The tables of what was counted.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::annotated::{BAND, Band, Losses, Times};
use super::counts::Stats;
use super::group::{Group, Player, Results, Years};
use super::key::Key;
use super::table::{Cell, Column, Row, Table};
use crate::eco::Book;
use pgnkit_query::fields::Field;

/// Subject of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// All games.
    Results,
    /// Full moves, ten by ten.
    Lengths,
    /// Endings of games.
    Endings,
    /// Years.
    Years,
    /// The average of both ratings, in hundreds.
    Ratings,
    /// Openings by position: the first part of their names.
    Openings,
    /// Openings with their variations, each a line of the book.
    Variations,
    /// Players.
    Players,
    /// Players against each other.
    Opponents,
    /// Time used, by the numbers of moves.
    Time,
    /// Errors by evaluations in the games.
    Errors,
    /// Accuracy of players by evaluations in the games.
    Accuracy,
}

impl Subject {
    /// All of them, in the order in which lists show them.
    pub const ALL: [Self; 12] = [
        Self::Results,
        Self::Lengths,
        Self::Endings,
        Self::Years,
        Self::Ratings,
        Self::Openings,
        Self::Variations,
        Self::Players,
        Self::Opponents,
        Self::Time,
        Self::Errors,
        Self::Accuracy,
    ];

    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Lengths => "lengths",
            Self::Endings => "endings",
            Self::Years => "years",
            Self::Ratings => "ratings",
            Self::Openings => "openings",
            Self::Variations => "variations",
            Self::Players => "players",
            Self::Opponents => "opponents",
            Self::Time => "time",
            Self::Errors => "errors",
            Self::Accuracy => "accuracy",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Results => "All games together",
            Self::Lengths => "Numbers of moves",
            Self::Endings => "Endings of games",
            Self::Years => "Years",
            Self::Ratings => "Average ratings of both players",
            Self::Openings => "Openings by position",
            Self::Variations => "Openings with their variations",
            Self::Players => "Players: results, performance, ratings",
            Self::Opponents => "Players against each other",
            Self::Time => "Time used, by move number",
            Self::Errors => "Errors by evaluations in the games",
            Self::Accuracy => "Accuracy of players by evaluations in the games",
        }
    }
}

const GAMES: &[(&str, &str)] =
    &[("white_wins", "White won"), ("draws", "drawn"), ("black_wins", "Black won"), ("open", "no result")];
const OF_PLAYER: &[(&str, &str)] =
    &[("wins", "won"), ("draws", "drawn"), ("losses", "lost"), ("open", "no result")];

impl Stats {
    /// A table. `book` is that by which openings were found.
    pub fn table(&self, subject: Subject, book: &Book) -> Table {
        match subject {
            Subject::Results => {
                let rows = vec![(vec![Cell::text("all")], None, &self.all)];
                self.grouped("results", "results", &["games of"], rows)
            }
            Subject::Lengths => self.lengths(10),
            Subject::Endings => {
                let mut rows: Vec<_> = self.endings.iter().collect();
                rows.sort_by_key(|(ending, group)| (Reverse(group.results.games()), **ending));
                let rows =
                    rows.into_iter().map(|(ending, group)| (vec![Cell::text(ending.as_str())], None, group));
                self.grouped("endings", "endings", &["ending"], rows.collect())
            }
            Subject::Years => self.years(1),
            Subject::Ratings => self.ratings(100),
            Subject::Openings => self.openings(book),
            Subject::Variations => self.variations(book),
            Subject::Players => self.players_table(),
            Subject::Opponents => self.opponents(),
            Subject::Time => self.time(),
            Subject::Errors => self.errors(),
            Subject::Accuracy => self.accuracy(),
        }
    }

    /// The groups by these fields.
    pub fn by(&self, fields: &[Field]) -> Table {
        let mut groups: Vec<(&Vec<Key>, &Group)> = self.groups.iter().collect();
        let is_ordered = groups.iter().all(|(key, _)| key.first().is_none_or(Key::is_ordered));
        let by_key = |one: &[Key], other: &[Key]| {
            let mut parts = one.iter().zip(other).map(|(one, other)| one.compare(other));
            parts.find(|ordering| ordering.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        };
        groups.sort_by(|(one, group), (other, others)| {
            let by_games = others.results.games().cmp(&group.results.games());
            let by_games = if is_ordered { by_games.is_eq().then_some(by_games) } else { Some(by_games) };
            by_games.unwrap_or(std::cmp::Ordering::Equal).then_with(|| by_key(one, other))
        });
        let rows = groups.into_iter().map(|(key, group)| {
            let at = key.first().and_then(Key::number);
            (key.iter().map(Key::cell).collect(), at, group)
        });
        let names: Vec<&str> = fields.iter().map(Field::name).collect();
        let mut table = self.grouped("by", &names.join(", "), &names, rows.collect());
        table.step =
            (is_ordered && fields.len() == 1 && table.rows.iter().any(|row| row.at.is_some())).then_some(1);
        table
    }

    /// Lengths in bands of so many moves.
    pub(super) fn lengths(&self, step: u32) -> Table {
        let bands = bands(&self.lengths, |moves| {
            moves.map(|moves| if moves == 0 { 0 } else { (moves - 1) / step * step + 1 })
        });
        let rows = bands.iter().map(|(from, group)| {
            let (text, at) = match *from {
                None => ("not read".to_owned(), None),
                Some(0) => ("no moves".to_owned(), None),
                Some(from) => (range(from, step), Some(u64::from(from))),
            };
            (vec![Cell::Text(text)], at, group)
        });
        let rows = last(rows.collect());
        Table { step: Some(step.into()), ..self.grouped("lengths", "lengths", &["moves"], rows) }
    }

    pub(super) fn years(&self, step: u32) -> Table {
        let bands = bands(&self.years, |year| u32::from(*year) / step * step);
        self.numbered("years", "year", step, &bands)
    }

    pub(super) fn ratings(&self, step: u32) -> Table {
        let bands = bands(&self.ratings, |rating| u32::from(*rating) / step * step);
        self.numbered("ratings", "rating", step, &bands)
    }

    /// Bands of numbers, of which 0 is not known.
    fn numbered(&self, name: &'static str, head: &str, step: u32, bands: &BTreeMap<u32, Group>) -> Table {
        let rows = bands.iter().map(|(from, group)| match from {
            0 => (vec![Cell::text("not known")], None, group),
            from if step == 1 => (vec![Cell::Count((*from).into())], Some(u64::from(*from)), group),
            from => (vec![Cell::Text(range(*from, step))], Some(u64::from(*from)), group),
        });
        let rows = last(rows.collect());
        Table { step: Some(step.into()), ..self.grouped(name, name, &[head], rows) }
    }

    fn openings(&self, book: &Book) -> Table {
        let mut openings = BTreeMap::<Option<(&str, String)>, Group>::new();
        for (line, group) in &self.openings {
            let line = line.and_then(|line| book.line(line as usize));
            let key = line.map(|line| match line.name().opening {
                // A book may have codes alone.
                "" => ("", line.eco().to_string()),
                name => (name, String::new()),
            });
            openings.entry(key).or_default().merge(group);
        }
        let rows = openings.iter().map(|(key, group)| {
            let name = match key {
                None => "no opening".to_owned(),
                Some((name, eco)) => format!("{name}{eco}"),
            };
            (vec![Cell::Text(name)], None, group)
        });
        let rows = frequent(rows.collect());
        self.grouped("openings", "openings", &["opening"], rows)
    }

    fn variations(&self, book: &Book) -> Table {
        let mut lines = BTreeMap::<Option<(String, String)>, Group>::new();
        for (line, group) in &self.openings {
            let line = line.and_then(|line| book.line(line as usize));
            let key = line.map(|line| (line.eco().to_string(), line.name().to_string()));
            lines.entry(key).or_default().merge(group);
        }
        let rows = lines.iter().map(|(key, group)| match key {
            None => (vec![Cell::Missing, Cell::text("no opening")], None, group),
            Some((eco, name)) => (vec![Cell::text(eco), Cell::text(name)], None, group),
        });
        let rows = frequent(rows.collect());
        self.grouped("variations", "variations", &["eco", "opening"], rows)
    }

    fn grouped(
        &self,
        name: &'static str,
        title: &str,
        keys: &[&str],
        rows: Vec<(Vec<Cell>, Option<u64>, &Group)>,
    ) -> Table {
        let has_times = self.all.times.moves > 0;
        let has_losses = self.all.losses.moves > 0;
        let mut columns: Vec<Column> = keys.iter().map(|key| Column::both(key, key)).collect();
        columns.extend([
            Column::both("games", "games"),
            Column::shown("%"),
            Column::data("white_wins"),
            Column::data("draws"),
            Column::data("black_wins"),
            Column::data("open"),
            Column::shown("white"),
            Column::shown("draw"),
            Column::shown("black"),
            Column::both("score", "score"),
            Column::both("average_moves", "moves"),
            Column::both("elo", "Elo"),
            Column::data("first_year"),
            Column::data("last_year"),
            Column::shown("years"),
        ]);
        if has_times {
            columns.push(Column::both("seconds_per_move", "s/move"));
        }
        if has_losses {
            columns.push(Column::both("average_centipawn_loss", "ACPL"));
        }
        let all = self.games().max(1) as f64;
        let row = |(keys, at, group): (Vec<Cell>, Option<u64>, &Group)| {
            let results = group.results;
            let mut cells = keys;
            cells.extend([
                Cell::Count(results.games()),
                Cell::Number(100.0 * results.games() as f64 / all, 1),
                Cell::Count(results.won),
                Cell::Count(results.drawn),
                Cell::Count(results.lost),
                Cell::Count(results.open),
                Cell::number(results.share(results.won), 1),
                Cell::number(results.share(results.drawn), 1),
                Cell::number(results.share(results.lost), 1),
                Cell::number(results.score(), 1),
                Cell::number(group.length(), 1),
                Cell::count(group.elo.average()),
            ]);
            cells.extend(years(&group.years));
            cells.extend(has_times.then(|| Cell::number(group.times.seconds_per_move(), 1)));
            cells.extend(has_losses.then(|| Cell::number(group.losses.average(), 1)));
            Row { cells, at }
        };
        let rows = rows.into_iter().map(row).collect();
        Table { name, title: title.to_owned(), columns, rows, series: GAMES, step: None, notes: Vec::new() }
    }

    fn players_table(&self) -> Table {
        let has_times = self.all.times.moves > 0;
        let has_losses = self.all.losses.moves > 0;
        let mut columns = vec![Column::both("player", "player"), Column::both("games", "games")];
        columns.extend(
            [("wins", "+"), ("draws", "="), ("losses", "-")].map(|(name, head)| Column::both(name, head)),
        );
        columns.push(Column::data("open"));
        columns.extend(
            [("score", "score"), ("performance", "perf"), ("elo", "Elo"), ("opponents_elo", "opp")]
                .map(|(name, head)| Column::both(name, head)),
        );
        columns.extend(["white_games", "white_score", "black_games", "black_score"].map(Column::data));
        columns.extend([Column::data("first_year"), Column::data("last_year"), Column::shown("years")]);
        if has_times {
            columns.push(Column::both("seconds_per_move", "s/move"));
        }
        if has_losses {
            columns.extend(
                [
                    ("evaluated_moves", "evals"),
                    ("average_centipawn_loss", "ACPL"),
                    ("inaccuracies", "?!"),
                    ("mistakes", "?"),
                    ("blunders", "??"),
                ]
                .map(|(name, head)| Column::both(name, head)),
            );
        }
        let mut players: Vec<(&str, &Player)> =
            self.players.iter().map(|(name, player)| (&**name, player)).collect();
        players.sort_unstable_by_key(|(name, player)| (Reverse(player.all().games()), *name));
        let row = |(name, player): (&str, &Player)| {
            let all = player.all();
            let [white, black] = player.results;
            let mut cells = vec![
                Cell::text(name),
                Cell::Count(all.games()),
                Cell::Count(all.won),
                Cell::Count(all.drawn),
                Cell::Count(all.lost),
                Cell::Count(all.open),
                Cell::number(all.score(), 1),
                Cell::count(player.against.performance()),
                Cell::count(player.elo.average()),
                Cell::count(player.against.opponents()),
                Cell::Count(white.games()),
                Cell::number(white.score(), 1),
                Cell::Count(black.games()),
                Cell::number(black.score(), 1),
            ];
            cells.extend(years(&player.years));
            cells.extend(has_times.then(|| Cell::number(player.times.seconds_per_move(), 1)));
            if has_losses {
                cells.extend(loss_cells(&player.losses));
            }
            Row { cells, at: None }
        };
        let rows = players.into_iter().map(row).collect();
        let notes = self.note_on_names().into_iter().collect();
        let title = "players".to_owned();
        Table { name: "players", title, columns, rows, series: OF_PLAYER, step: None, notes }
    }

    /// The note on games in which a player has no name, if there are any.
    pub(super) fn note_on_names(&self) -> Option<String> {
        let plural = if self.nameless == 1 { "" } else { "s" };
        (self.nameless > 0).then(|| format!("{} game{plural} in which a player has no name", self.nameless))
    }

    fn opponents(&self) -> Table {
        let columns = [
            ("player", "player"),
            ("opponent", "opponent"),
            ("games", "games"),
            ("wins", "+"),
            ("draws", "="),
            ("losses", "-"),
            ("score", "score"),
        ];
        let mut columns: Vec<Column> = columns.iter().map(|(name, head)| Column::both(name, head)).collect();
        columns.insert(6, Column::data("open"));
        // The one with more games comes first.
        let games = |name: &str| self.players.get(name).map_or(0, |player| player.all().games());
        let turned = |[one, other]: &'_ [Box<str>; 2]| games(one) < games(other);
        let mut pairs: Vec<([&str; 2], Results)> = Vec::with_capacity(self.pairs.len());
        for (pair, results) in &self.pairs {
            let [one, other] = [&*pair[0], &*pair[1]];
            pairs.push(if turned(pair) {
                ([other, one], results.turned())
            } else {
                ([one, other], *results)
            });
        }
        pairs.sort_unstable_by_key(|(names, results)| (Reverse(results.games()), *names));
        let row = |(names, results): ([&str; 2], Results)| {
            let cells = vec![
                Cell::text(names[0]),
                Cell::text(names[1]),
                Cell::Count(results.games()),
                Cell::Count(results.won),
                Cell::Count(results.drawn),
                Cell::Count(results.lost),
                Cell::Count(results.open),
                Cell::number(results.score(), 1),
            ];
            Row { cells, at: None }
        };
        let rows = pairs.into_iter().map(row).collect();
        let title = "players against each other".to_owned();
        Table { name: "opponents", title, columns, rows, series: OF_PLAYER, step: None, notes: Vec::new() }
    }

    fn time(&self) -> Table {
        let columns = vec![
            Column::both("moves", "moves"),
            Column::data("white_moves"),
            Column::both("white_seconds_per_move", "White s/move"),
            Column::data("black_moves"),
            Column::both("black_seconds_per_move", "Black s/move"),
            Column::both("timed_moves", "timed moves"),
            Column::both("seconds_per_move", "s/move"),
        ];
        let row = |(label, at, [white, black]): (String, Option<u64>, [Times; 2])| {
            let mut both = white;
            both.merge(&black);
            let cells = vec![
                Cell::Text(label),
                Cell::Count(white.moves),
                Cell::number(white.seconds_per_move(), 1),
                Cell::Count(black.moves),
                Cell::number(black.seconds_per_move(), 1),
                Cell::Count(both.moves),
                Cell::number(both.seconds_per_move(), 1),
            ];
            Row { cells, at }
        };
        let rows = self.banded(|band| band.times, |times| times.iter().any(|times| times.moves > 0));
        let rows = rows.into_iter().map(row).collect();
        let series = &[("white_seconds_per_move", "White"), ("black_seconds_per_move", "Black")];
        let (title, step) = ("time used".to_owned(), Some(BAND.into()));
        Table { name: "time", title, columns, rows, series, step, notes: Vec::new() }
    }

    fn errors(&self) -> Table {
        let mut columns = vec![Column::both("moves", "moves"), Column::both("side", "side")];
        columns.extend(
            [
                ("evaluated_moves", "evaluated"),
                ("average_centipawn_loss", "ACPL"),
                ("inaccuracies", "inaccuracies"),
                ("mistakes", "mistakes"),
                ("blunders", "blunders"),
            ]
            .map(|(name, head)| Column::both(name, head)),
        );
        let bands = self.banded(|band| band.losses, |losses| losses.iter().any(|losses| losses.moves > 0));
        let mut rows = Vec::new();
        for (label, at, [white, black]) in bands {
            let mut both = white;
            both.merge(&black);
            let is_all = at.is_none();
            let sides: &[(&str, Losses)] = &[("both", both), ("White", white), ("Black", black)];
            for (side, losses) in &sides[..if is_all { 3 } else { 1 }] {
                let mut cells = vec![Cell::text(label.clone()), Cell::text(*side)];
                cells.extend(loss_cells(losses));
                rows.push(Row { cells, at });
            }
        }
        let series = &[("inaccuracies", "inaccuracies"), ("mistakes", "mistakes"), ("blunders", "blunders")];
        let (title, step) = ("errors".to_owned(), Some(BAND.into()));
        Table { name: "errors", title, columns, rows, series, step, notes: Vec::new() }
    }

    /// Something of the bands, and before them of all moves.
    fn banded<T: Copy + Mergeable>(
        &self,
        of: impl Fn(&Band) -> [T; 2],
        is_there: impl Fn(&[T; 2]) -> bool,
    ) -> Vec<(String, Option<u64>, [T; 2])> {
        let mut rows = Vec::new();
        let mut all: Option<[T; 2]> = None;
        for (at, band) in self.bands.iter().enumerate() {
            let sides = of(band);
            if !is_there(&sides) {
                continue;
            }
            let from = at as u32 * BAND + 1;
            rows.push((range(from, BAND), Some(u64::from(from)), sides));
            match &mut all {
                None => all = Some(sides),
                Some(all) => all.iter_mut().zip(&sides).for_each(|(all, side)| all.add(side)),
            }
        }
        if let Some(all) = all {
            rows.insert(0, ("all".to_owned(), None, all));
        }
        rows
    }
}

trait Mergeable {
    fn add(&mut self, other: &Self);
}

impl Mergeable for Times {
    fn add(&mut self, other: &Self) {
        self.merge(other);
    }
}

impl Mergeable for Losses {
    fn add(&mut self, other: &Self) {
        self.merge(other);
    }
}

fn loss_cells(losses: &Losses) -> [Cell; 5] {
    let [inaccuracies, mistakes, blunders] = losses.errors.map(Cell::Count);
    [Cell::Count(losses.moves), Cell::number(losses.average(), 1), inaccuracies, mistakes, blunders]
}

/// The first and the last year, and both for people.
fn years(years: &Years) -> [Cell; 3] {
    match years.range() {
        None => [Cell::Missing, Cell::Missing, Cell::Missing],
        Some((first, last)) => {
            let shown = if first == last { first.to_string() } else { format!("{first}-{last}") };
            [Cell::Count(first.into()), Cell::Count(last.into()), Cell::Text(shown)]
        }
    }
}

/// Groups joined by what `key` makes of their keys.
fn bands<K, B: Ord>(groups: &BTreeMap<K, Group>, key: impl Fn(&K) -> B) -> BTreeMap<B, Group> {
    let mut bands = BTreeMap::<B, Group>::new();
    for (from, group) in groups {
        bands.entry(key(from)).or_default().merge(group);
    }
    bands
}

/// `21-30`, or the number alone.
fn range(from: u32, step: u32) -> String {
    if step == 1 { from.to_string() } else { format!("{from}-{}", from.saturating_add(step - 1)) }
}

type Keyed<'g> = (Vec<Cell>, Option<u64>, &'g Group);

/// Puts rows without a place on the axis last, in their order.
fn last(rows: Vec<Keyed<'_>>) -> Vec<Keyed<'_>> {
    let (numbered, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, at, _)| at.is_some());
    numbered.into_iter().chain(others).collect()
}

/// The most frequent first; what is equal keeps its order.
fn frequent(mut rows: Vec<Keyed<'_>>) -> Vec<Keyed<'_>> {
    rows.sort_by_key(|(_, _, group)| Reverse(group.results.games()));
    rows
}
