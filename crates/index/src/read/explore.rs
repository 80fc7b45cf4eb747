//! The moves that were played in a position.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use pgnkit_chess::{Move, Position};

use super::counts::{Counts, Filter, result_place};
use super::sums::PageCounts;
use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::facts::{Day, GameFacts};
use crate::file::FACTS_PAGE;
use crate::level::Level;
use crate::moves::{decode, key, order};
use crate::rows::{Run, Runs};
use crate::sums::PageSums;

/// The games that have a position, by the moves that they go on with.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Exploration {
    /// All games.
    pub all: Counts,
    /// The moves, the most played first; of equal ones the one that is first by the squares from which and to which they go.
    pub moves: Vec<MoveCounts>,
    /// The games with the highest mean ratings, the highest first, of those that go on with a move.
    pub top: Vec<Occurrence>,
    /// The latest games, the latest first, of those that go on with a move.
    pub recent: Vec<Occurrence>,
    /// The games of each month, by their results, in order; those of which no month is known are left out.
    pub months: Vec<((u16, u8), [u64; 3])>,
}

/// The lists that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lists {
    /// The number of games with the highest mean ratings.
    pub top: usize,
    /// The lowest mean rating of these.
    pub top_from: u16,
    /// The number of the latest games.
    pub recent: usize,
    /// Whether the games of each month are counted.
    pub months: bool,
    /// The games of a segment that are read at the most in the search for a position that its table does not have: one game may have it.
    pub searched: u64,
}

impl Default for Lists {
    /// No lists, and every position is found.
    fn default() -> Self {
        Self { top: 0, top_from: 0, recent: 0, months: false, searched: u64::MAX }
    }
}

/// The games that go on with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveCounts {
    /// The move.
    pub mv: Move,
    /// The games.
    pub counts: Counts,
}

/// A game that has a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Occurrence {
    /// The number of the game.
    pub game: GameNumber,
    /// The move that it goes on with; `None` if it ends.
    pub mv: Option<Move>,
}

/// Games that go on with a move, or end.
struct Part {
    games: Range<GameNumber>,
    mv: Option<Move>,
}

impl Index {
    /// Counts the games that have a position, by the moves that they go on with. A game that has it more than once counts once, with the move that it
    /// played last. Of these games the filter takes some.
    ///
    /// A position that two games have takes one look-up in each segment, and time in proportion to the pages of its games; one that fewer have takes the
    /// time of a search over the games of a segment, or of a look-up more if the index has [occurrences](crate::Level::Occurrences). An index of
    /// [positions alone](crate::Level::Positions) does not have those that one game has, and gives no lists of games.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn explore(
        &self,
        position: &Position,
        filter: &Filter,
        wanted: Lists,
    ) -> Result<Exploration, IndexError> {
        let parts = self.parts(position, wanted.searched)?;
        let player = filter.player.as_ref();
        let players_games = player.map(|(name, color)| self.games_of(name, *color)).transpose()?;
        let mut explored = Exploration::default();
        let mut by_move: BTreeMap<u16, (Move, Counts)> = BTreeMap::new();
        let lists = if self.level() >= Level::Games { wanted } else { Lists { top: 0, recent: 0, ..wanted } };
        let mut gathering = Gathering::new(filter, lists);
        for part in parts {
            gathering.begin(part.mv);
            match &players_games {
                None => self.gather(part.games, &mut gathering)?,
                Some(games) => {
                    let first = games.partition_point(|game| *game < part.games.start);
                    for game in games[first..].iter().take_while(|game| **game < part.games.end) {
                        gathering.add(*game, &self.facts(*game)?);
                    }
                }
            }
            let counts = &gathering.counts;
            if counts.games > 0 {
                explored.all.merge(counts);
                if let Some(mv) = part.mv {
                    by_move.entry(order(mv)).or_insert((mv, Counts::default())).1.merge(counts);
                }
            }
        }
        explored.moves = by_move.into_values().map(|(mv, counts)| MoveCounts { mv, counts }).collect();
        // Stable, so that equal ones stay in the order of moves.
        explored.moves.sort_by_key(|one| std::cmp::Reverse(one.counts.games));
        (explored.top, explored.recent) = (gathering.highest.into_games(), gathering.latest.into_games());
        explored.months = gathering.months.into_iter().collect();
        Ok(explored)
    }

    /// Gathers games, whole pages of them by their sums if these are enough.
    fn gather(&self, games: Range<GameNumber>, gathering: &mut Gathering<'_>) -> Result<(), IndexError> {
        let mut number = games.start;
        while number < games.end {
            let (place, local) = self.segment_of(number).ok_or(IndexError::Damaged(Place::Game(number)))?;
            let (segment, size) = (&self.segments[place], FACTS_PAGE as u64);
            let page_end = segment.first_game + segment.games.min(local - local % size + size);
            let is_whole = local % size == 0 && page_end <= games.end;
            let end = page_end.min(games.end);
            if !is_whole || !gathering.add_page(&*self.page_sums(place, (local / size) as usize)?, number) {
                self.each_facts(number..end, |game, facts| gathering.add(game, facts))?;
            }
            number = end;
        }
        Ok(())
    }

    /// The games that have a position, in order.
    ///
    /// # Errors
    /// As [`explore`](Self::explore).
    pub fn find(&self, position: &Position) -> Result<Vec<Occurrence>, IndexError> {
        self.need_games()?;
        let parts = self.parts(position, u64::MAX)?;
        let mut found: Vec<Occurrence> = parts
            .into_iter()
            .flat_map(|part| part.games.map(move |game| Occurrence { game, mv: part.mv }))
            .collect();
        found.sort_unstable();
        Ok(found)
    }

    /// The games that have a position and the moves they go on with, each game once.
    fn parts(&self, position: &Position, searched: u64) -> Result<Vec<Part>, IndexError> {
        let key = key(position);
        let mut parts = Vec::new();
        let mut value = Vec::new();
        for (place, segment) in self.segments.iter().enumerate() {
            if segment.positions.get(key, &mut value)? {
                parts_of(segment, position, key, &value, &mut parts)?;
            } else if let Some(found) = self.lone_game(place, position, searched)? {
                let games = found.0..found.0 + 1;
                parts.push(Part { games, mv: found.1 });
            }
        }
        Ok(parts)
    }
}

/// The parts of the value of a position.
fn parts_of(
    segment: &Segment,
    position: &Position,
    key: u64,
    value: &[u8],
    parts: &mut Vec<Part>,
) -> Result<(), IndexError> {
    let damaged = || IndexError::Damaged(Place::Position(key));
    let first = parts.len();
    let (mut runs, mut run) = (Runs::new(value), Run::default());
    // Games that are counted again, with the move that does not count.
    let mut again = Again::new();
    while runs.next_into(&mut run).ok_or_else(damaged)? {
        let mut start = run.start;
        if run.start.checked_add(run.len()).is_none_or(|end| end > segment.games) {
            return Err(damaged());
        }
        let mut push = |games: u64, mv: Option<Move>| {
            let numbers = segment.first_game + start..segment.first_game + start + games;
            start += games;
            if run.is_counted_again {
                numbers.for_each(|number| *again.entry((number, mv)).or_default() += 1);
            } else {
                parts.push(Part { games: numbers, mv });
            }
        };
        if run.ended > 0 {
            push(run.ended, None);
        }
        for (code, games) in &run.moves {
            push(*games, Some(decode(position, *code).ok_or_else(damaged)?));
        }
    }
    if !again.is_empty() {
        leave_out(&mut again, first, parts);
    }
    Ok(())
}

/// The number of times that a game came to the position with a move that does not count.
type Again = HashMap<(GameNumber, Option<Move>), u32>;

/// Takes games away from the parts after the first ones, as often as they are not to be counted.
fn leave_out(again: &mut Again, first: usize, parts: &mut Vec<Part>) {
    for part in parts.split_off(first) {
        let mut start = part.games.start;
        let mut push = |games: Range<GameNumber>| {
            if !games.is_empty() {
                parts.push(Part { games, mv: part.mv });
            }
        };
        for number in part.games.clone() {
            if let Some(times) = again.get_mut(&(number, part.mv)).filter(|times| **times > 0) {
                *times -= 1;
                push(start..number);
                start = number + 1;
            }
        }
        push(start..part.games.end);
    }
}

/// Counts and lists of games, as they are gathered.
struct Gathering<'f> {
    filter: &'f Filter,
    wanted: Lists,
    /// The games that go on with this move.
    mv: Option<Move>,
    counts: Counts,
    highest: Best<u16>,
    latest: Best<Day>,
    months: BTreeMap<(u16, u8), [u64; 3]>,
}

impl<'f> Gathering<'f> {
    fn new(filter: &'f Filter, wanted: Lists) -> Self {
        Self {
            filter,
            wanted,
            mv: None,
            counts: Counts::default(),
            highest: Best::new(wanted.top),
            latest: Best::new(wanted.recent),
            months: BTreeMap::new(),
        }
    }

    /// Begins to count anew, games that go on with a move.
    fn begin(&mut self, mv: Option<Move>) {
        (self.mv, self.counts) = (mv, Counts::default());
    }

    fn add(&mut self, game: GameNumber, facts: &GameFacts) {
        if !self.filter.takes(facts) {
            return;
        }
        self.counts.add(game, facts);
        // A list shows each game with its move.
        if self.mv.is_some() {
            let found = Occurrence { game, mv: self.mv };
            let mean = facts.mean_rating().unwrap_or(0);
            if mean >= self.wanted.top_from {
                self.highest.add(mean, found);
            }
            self.latest.add(facts.date, found);
        }
        if let (true, Some(result), 1..) = (self.wanted.months, result_place(facts), facts.date.month()) {
            let month = (facts.date.year(), facts.date.month());
            self.months.entry(month).or_insert([0; 3])[result] += 1;
        }
    }

    /// Adds the games of a page, the first of which is this one, unless they must be looked at one by one.
    fn add_page(&mut self, sums: &PageSums, first: GameNumber) -> bool {
        if self.wanted.months {
            return false;
        }
        let Some(page) = PageCounts::of(sums, first, self.filter) else { return false };
        let is_listed = self.mv.is_some()
            && page.counts.games > 0
            && (page.highest >= self.wanted.top_from && self.highest.takes(page.highest)
                || self.latest.takes(page.latest));
        if !is_listed {
            self.counts.merge(&page.counts);
        }
        !is_listed
    }
}

/// The games with the highest values, the first of equal ones first.
struct Best<V> {
    most: usize,
    best: Vec<(V, Occurrence)>,
}

impl<V: Ord + Copy> Best<V> {
    fn new(most: usize) -> Self {
        Self { most, best: Vec::new() }
    }

    /// Whether a game with a value comes into the list.
    fn takes(&self, value: V) -> bool {
        self.best.len() < self.most || self.best.last().is_some_and(|(last, _)| *last < value)
    }

    fn add(&mut self, value: V, found: Occurrence) {
        if !self.takes(value) {
            return;
        }
        let place = self.best.partition_point(|(other, _)| *other >= value);
        self.best.insert(place, (value, found));
        self.best.truncate(self.most);
    }

    fn into_games(self) -> Vec<Occurrence> {
        self.best.into_iter().map(|(_, found)| found).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotations::Annotations;
    use crate::build::{GameBatch, GameEntry, IndexBuilder};
    use crate::facts::Speed;
    use crate::moves::Line;
    use pgnkit_syntax::Outcome;

    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % limit
        }

        fn of<T: Copy>(&mut self, all: &[T]) -> T {
            all[self.below(all.len())]
        }
    }

    fn facts(random: &mut Random) -> GameFacts {
        let results = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::default()];
        // Most pages have no game of the highest ratings and of the last day.
        let (elo, day) = (if random.below(3000) == 0 { 3000 } else { 2300 }, random.below(28) as u8 + 1);
        let year = if random.below(3000) == 0 { 2022 } else { random.of(&[0, 1999, 2020]) };
        GameFacts {
            result: random.of(&results),
            elo: [0, 1].map(|_| if random.below(8) == 0 { 0 } else { (elo - random.below(1900)) as u16 }),
            date: Day::new(year, random.below(13) as u8, day),
            speed: random.of(&[None, Some(Speed::Blitz), Some(Speed::Rapid)]),
            is_rated: random.of(&[None, Some(true), Some(false)]),
        }
    }

    fn index() -> Index {
        let mut random = Random(5);
        let mut index: Option<Index> = None;
        for games in [13_000_u64, 4096, 70_000, 5] {
            let mut builder = IndexBuilder::new(&std::env::temp_dir(), 8 << 20);
            let mut batch = GameBatch::default();
            for number in 1..=games {
                let entry = GameEntry {
                    start: &Position::START,
                    line: &Line::default(),
                    facts: facts(&mut random),
                    number,
                    place: None,
                    tags: &[],
                    annotations: &Annotations::default(),
                };
                batch.push(&entry);
            }
            builder.add(&batch, 0, 0).unwrap();
            let out = tempfile::tempfile().unwrap();
            let file = match &index {
                None => builder.finish(&[String::new()], out),
                Some(index) => builder.finish_with(index, &[String::new()], out),
            };
            index = Some(Index::of(file.unwrap()).unwrap());
        }
        index.unwrap()
    }

    #[test]
    fn whole_pages_count_as_their_games_do() {
        let index = index();
        index.check().unwrap();
        let mut random = Random(9);
        let all = index.games() as usize;
        let mv = Position::START.legal_moves().first().copied();
        let groups = [(0, 1000), (1000, 1200), (1200, 1400), (1300, 1900), (2000, 2200), (2500, u16::MAX)];
        let mut by_sums = 0;
        for round in 0..60 {
            let mut filter = Filter::default();
            let mut is_set = || round > 2 && random.below(3) == 0;
            let set = [is_set(), is_set(), is_set(), is_set(), is_set(), is_set()];
            let years = [1990, 1999, 2020, 2022, 2030];
            filter.is_decided = set[0];
            filter.is_rated = set[1].then(|| random.below(2) == 0);
            filter.speeds = set[2].then(|| vec![Speed::Blitz]);
            filter.ratings = set[3].then(|| vec![random.of(&groups), random.of(&groups)]);
            filter.since = set[4].then(|| Day::new(random.of(&years), 0, 0));
            filter.before = set[5].then(|| Day::new(random.of(&years), 0, 0));
            let wanted = Lists {
                top: random.below(5),
                top_from: random.of(&[0, 0, 2000]),
                recent: random.below(4),
                ..Lists::default()
            };
            let mv = mv.filter(|_| random.below(5) > 0);
            let (mut sums, mut games) = (Gathering::new(&filter, wanted), Gathering::new(&filter, wanted));
            for _ in 0..3 {
                let (one, other) = (random.below(all + 1) as u64, random.below(all + 1) as u64);
                let range = if round == 0 { 0..all as u64 } else { one.min(other)..one.max(other) };
                sums.begin(mv);
                games.begin(mv);
                index.gather(range.clone(), &mut sums).unwrap();
                index.each_facts(range, |game, facts| games.add(game, facts)).unwrap();
                assert_eq!(sums.counts, games.counts, "{filter:?}");
            }
            for page in 0..3 {
                let page_sums = index.page_sums(0, page).unwrap();
                by_sums += u32::from(PageCounts::of(&page_sums, 0, &filter).is_some());
            }
            assert_eq!(sums.highest.best, games.highest.best, "{filter:?} {wanted:?}");
            assert_eq!(sums.latest.best, games.latest.best, "{filter:?} {wanted:?}");
        }
        assert!(by_sums > 80, "{by_sums}");
    }
}
