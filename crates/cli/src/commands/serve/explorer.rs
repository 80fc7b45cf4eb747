//! The answers of an index to the questions of clients.

use std::cmp::Reverse;

use pgnkit::Outcome;
use pgnkit::chess::Color;
use pgnkit_archive::input::game_of;
use pgnkit_collections::performance;
use pgnkit_index::{Counts, Day, Exploration, Filter, Index, IndexError, Level, Lists, Occurrence};
use pgnkit_serve::{
    Answer, Choice, Counts as Results, Database, ExploreError, FoundGames, Game, GameMove, GameSearch, Kind,
    Mode, Month, MonthCounts, MoveAnswer, Player, Question, RatingGroup, Speed,
};

use super::names::OpeningNames;

/// Games of a segment that are read at the most in the search for a position that the table does not have.
const SEARCHED: u64 = 400_000;

/// Games of a player that are put in order of their dates; of more, which would have to be looked at one by one, the order is that
/// of the index.
const DATED: usize = 2_000;

/// An index that answers.
pub(super) struct IndexExplorer {
    pub(super) index: Index,
    pub(super) names: OpeningNames,
}

impl IndexExplorer {
    pub(super) fn explore(&self, question: &Question) -> Result<Answer, ExploreError> {
        let Some(filter) = filter(question) else { return Ok(Answer::default()) };
        let explored = self.index.explore(&question.position, &filter, wanted(question)).map_err(failed)?;
        self.answer(question, &explored).map_err(failed)
    }

    pub(super) fn pgn(&self, id: &str) -> Result<Option<Vec<u8>>, ExploreError> {
        let found = self.index.find_id(id).map_err(failed)?;
        let game = found.map(|number| game_of(&self.index, number)).transpose().map_err(failed)?;
        Ok(game.map(|game| game.to_string().into_bytes()))
    }

    pub(super) fn games(&self, search: &GameSearch) -> Result<FoundGames, ExploreError> {
        self.found(search).map_err(failed)
    }
}

fn failed(error: IndexError) -> ExploreError {
    match error {
        IndexError::NoGames => ExploreError::Refused("there are no games here, only positions".to_owned()),
        error => ExploreError::Failed(error.to_string()),
    }
}

/// The games that count; `None` if none can.
fn filter(question: &Question) -> Option<Filter> {
    let mut filter = Filter::default();
    filter.is_decided = true;
    let is_masters = question.database == Database::Masters;
    if let Database::Player { name, color } = &question.database {
        filter.player = Some((name.clone(), *color));
    }
    // Of a year also games whose month is not known.
    filter.since =
        question.since.map(|month| Day::new(month.year(), if is_masters { 0 } else { month.month() }, 0));
    filter.before = question
        .until
        .and_then(Month::next)
        .map(|month| Day::new(month.year(), if month.month() == 1 { 0 } else { month.month() }, 0));
    if !question.speeds.is_all() {
        let names: Vec<&str> = question.speeds.iter().map(Kind::name).collect();
        let speeds = pgnkit_index::Speed::ALL.into_iter().filter(|speed| names.contains(&speed.name()));
        filter.speeds = Some(speeds.collect());
    }
    if !question.ratings.is_all() {
        filter.ratings = Some(question.ratings.iter().map(range).collect());
    }
    let modes = question.modes;
    if !modes.is_all() {
        filter.is_rated = Some(modes.contains(Mode::Rated));
    }
    let is_empty = modes == Choice::none()
        || filter.speeds.as_ref().is_some_and(Vec::is_empty)
        || filter.ratings.as_ref().is_some_and(Vec::is_empty);
    (!is_empty).then_some(filter)
}

/// The ratings of a group, from the lowest to below that of the next group.
fn range(group: RatingGroup) -> (u16, u16) {
    let lowest = group.lowest() as u16;
    let next = RatingGroup::ALL.iter().map(|other| other.lowest() as u16).find(|other| *other > lowest);
    (lowest, next.unwrap_or(u16::MAX))
}

fn wanted(question: &Question) -> Lists {
    let (top, top_from) = match (&question.database, question.top_group()) {
        (Database::Masters, _) => (question.top_games, 0),
        (_, Some(group)) => (question.top_games, group.lowest() as u16),
        (_, None) => (0, 0),
    };
    let recent = if question.database == Database::Masters { 0 } else { question.recent_games };
    Lists { top, top_from, recent, months: question.history, searched: SEARCHED }
}

impl IndexExplorer {
    fn answer(&self, question: &Question, explored: &Exploration) -> Result<Answer, IndexError> {
        let (position, has_games) = (&question.position, self.index.level() >= Level::Games);
        let mut answer = Answer { counts: results(&explored.all), ..Answer::default() };
        answer.opening = self.names.of_question(question);
        for one in explored.moves.iter().take(question.move_count) {
            let game = match one.counts.best {
                Some((number, _)) if has_games && one.counts.games == 1 => Some(self.game(number)?),
                _ => None,
            };
            let (average_rating, performance) = ratings(question, &one.counts);
            answer.moves.push(MoveAnswer {
                mv: one.mv,
                counts: results(&one.counts),
                average_rating,
                performance,
                game,
                opening: self.names.of(&position.after(one.mv)),
            });
        }
        let games = |list: &[Occurrence]| -> Result<Vec<GameMove>, IndexError> {
            let listed = list.iter().filter_map(|found| Some((found.game, found.mv?)));
            listed.map(|(number, mv)| Ok(GameMove { mv, game: self.game(number)? })).collect()
        };
        (answer.top_games, answer.recent_games) = (games(&explored.top)?, games(&explored.recent)?);
        answer.history =
            explored.months.iter().filter_map(|(month, counts)| months(*month, *counts)).collect();
        Ok(answer)
    }

    /// The games of a player, latest first.
    fn found(&self, search: &GameSearch) -> Result<FoundGames, IndexError> {
        let mut numbers = Vec::new();
        for color in [Color::White, Color::Black] {
            if search.color.is_none_or(|wanted| wanted == color) {
                numbers.extend(self.index.games_of(&search.player, color)?);
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() <= DATED {
            let mut dated = Vec::with_capacity(numbers.len());
            for number in numbers {
                dated.push((Reverse(self.index.facts(number)?.date), number));
            }
            dated.sort_unstable();
            numbers = dated.into_iter().map(|(_, number)| number).collect();
        }
        let from = usize::try_from(search.from).unwrap_or(usize::MAX);
        let games = numbers.iter().skip(from).take(search.limit).map(|number| self.game(*number));
        Ok(FoundGames { total: numbers.len() as u64, games: games.collect::<Result<_, _>>()? })
    }

    fn game(&self, number: u64) -> Result<Game, IndexError> {
        let game = self.index.game(number)?;
        let player = |name: &str, rating: u16| Player {
            name: game.tag(name).unwrap_or("?").to_owned(),
            rating: rating.into(),
        };
        let facts = &game.facts;
        Ok(Game {
            winner: match facts.result {
                Outcome::WhiteWins => Some(Color::White),
                Outcome::BlackWins => Some(Color::Black),
                _ => None,
            },
            speed: facts
                .speed
                .and_then(|speed| Speed::ALL.iter().copied().find(|one| one.name() == speed.name())),
            mode: facts.is_rated.map(|is_rated| if is_rated { Mode::Rated } else { Mode::Casual }),
            white: player("White", facts.elo[0]),
            black: player("Black", facts.elo[1]),
            year: facts.date.year(),
            month: Month::new(facts.date.year(), facts.date.month()),
            id: game.id,
        })
    }
}

/// The mean rating of those who play a move; of a player's games that of the opponents, and the performance.
fn ratings(question: &Question, counts: &Counts) -> (Option<u32>, Option<i32>) {
    let side = |color: Color| usize::from(color == Color::Black);
    match &question.database {
        Database::Player { color, .. } => {
            let (sum, opponents, half_points) = counts.against[side(*color)];
            let mean = (opponents > 0).then(|| ((sum + opponents / 2) / opponents) as u32);
            (mean, performance(sum, opponents, half_points))
        }
        _ => (counts.mean_rating(side(question.position.turn())).map(u32::from), None),
    }
}

fn results(counts: &Counts) -> Results {
    let [white, draws, black] = counts.results;
    Results { white, draws, black }
}

fn months((year, month): (u16, u8), [white, draws, black]: [u64; 3]) -> Option<MonthCounts> {
    Some(MonthCounts { month: Month::new(year, month)?, counts: Results { white, draws, black } })
}
