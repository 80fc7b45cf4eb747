//! Games that go into an index and come out of it, beside a naive count.

use std::collections::HashMap;
use std::io::{Seek as _, SeekFrom, Write as _};

use pgnkit_chess::{Color, Move, Position, Variant, fen};
use pgnkit_index::{
    Annotations, Counts, Day, Filter, GameBatch, GameEntry, GameFacts, Index, IndexBuilder, IndexError,
    IndexPieces, Level, Line, Lists, Speed, key,
};
use pgnkit_syntax::Outcome;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

pub(crate) struct TestGame {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    facts: GameFacts,
}

/// Games that share beginnings, transpose, repeat positions, end early, and begin elsewhere.
pub(crate) fn games(count: usize) -> Vec<TestGame> {
    let mut random = Random(1);
    let knights = "n3k3/8/8/8/8/8/8/N3K3 w - - 0 1";
    let starts = [
        Position::START,
        Position::START,
        Position::START,
        fen::parse(knights.as_bytes()).unwrap().position,
        Variant::Crazyhouse.start(),
        Variant::Antichess.start(),
    ];
    let outcomes = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::default()];
    (0..count)
        .map(|number| {
            let start = starts[random.below(starts.len())];
            let mut position = start;
            let mut moves = Vec::new();
            // Few moves are chosen from, so that lines meet.
            let (length, width) = (random.below(60), 1 + random.below(3));
            for _ in 0..length {
                let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
                let step = if random.below(10) == 0 { legal.len() } else { width };
                let Some(mv) = legal.get(random.below(step.min(legal.len()))).copied() else { break };
                moves.push(mv);
                position.play(mv);
            }
            let mut facts = GameFacts::default();
            facts.result = outcomes[random.below(4)];
            facts.elo = [random.below(3000) as u16, (random.below(2) * (1000 + number % 1500)) as u16];
            facts.date = Day::new([0, 1999, 2020, 2021][random.below(4)], random.below(13) as u8, 3);
            facts.speed = [None, Some(Speed::Blitz), Some(Speed::Rapid)][random.below(3)];
            facts.is_rated = [None, Some(true), Some(false)][random.below(3)];
            TestGame { start, moves, facts }
        })
        .collect()
}

pub(crate) fn index_of(games: &[TestGame], memory: usize) -> (Index, std::fs::File) {
    let file = builder(games, memory).finish(&sources(games), tempfile::tempfile().unwrap()).unwrap();
    (Index::of(file.try_clone().unwrap()).unwrap(), file)
}

fn sources(games: &[TestGame]) -> Vec<String> {
    (0..games.len().div_ceil(400)).map(|source| format!("source {source}")).collect()
}

pub(crate) fn builder(games: &[TestGame], memory: usize) -> IndexBuilder {
    let mut builder = IndexBuilder::new(&std::env::temp_dir(), memory);
    for (source, part) in games.chunks(400).enumerate() {
        for (number, block) in part.chunks(90).enumerate() {
            let mut batch = GameBatch::default();
            for (number, game) in block.iter().enumerate() {
                let tags = [
                    ("White".to_owned(), format!("player {}", game.facts.elo[0])),
                    ("Black".to_owned(), format!("Player {}", game.facts.elo[0] % 3)),
                ];
                let entry = GameEntry {
                    annotations: &Annotations::default(),
                    start: &game.start,
                    line: &Line::of(game.start, &game.moves),
                    facts: game.facts,
                    number: number as u64 + 1,
                    place: Some(10 * number as u64),
                    tags: &tags,
                };
                batch.push(&entry);
            }
            builder.add(&batch, source as u64, 90 * number as u64).unwrap();
        }
    }
    assert_eq!(builder.len(), games.len() as u64);
    builder
}

/// By position: the games that have it, each with the last move from it.
type Naive<'g> = HashMap<u64, (Position, Vec<(&'g TestGame, Option<Move>)>)>;

fn naive(games: &[TestGame]) -> Naive<'_> {
    let mut all: Naive<'_> = HashMap::new();
    for game in games {
        let mut position = game.start;
        let mut last: HashMap<u64, (Position, Option<Move>)> = HashMap::new();
        for ply in 0..=game.moves.len() {
            let mv = game.moves.get(ply).copied();
            last.insert(key(&position), (position, mv));
            mv.into_iter().for_each(|mv| position.play(mv));
        }
        for (key, (position, mv)) in last {
            all.entry(key).or_insert((position, Vec::new())).1.push((game, mv));
        }
    }
    all
}

fn counted<'g>(games: impl Iterator<Item = &'g TestGame>) -> Counts {
    let mut counts = Counts::default();
    games.for_each(|game| counts.add(0, &game.facts));
    counts
}

/// Without the game that is named, whose number is another one here.
fn plain(mut counts: Counts) -> Counts {
    counts.best = counts.best.map(|(_, rating)| (0, rating));
    counts
}

#[test]
fn every_position_has_the_games_that_a_naive_count_finds() {
    let games = games(1000);
    for memory in [1, 64 << 20] {
        let (index, _) = index_of(&games, memory);
        let shared = naive(&games).values().filter(|(_, games)| games.len() > 1).count();
        assert_eq!(index.positions(), shared as u64);
        check_positions(&index, &games, &filters());
    }
}

#[test]
fn an_index_of_positions_alone_counts_and_has_no_games() {
    let games = games(1000);
    let index = builder(&games, 1 << 20).level(Level::Positions);
    let index = index.finish(&sources(&games), tempfile::tempfile().unwrap()).unwrap();
    let index = Index::of(index).unwrap();
    index.check().unwrap();
    assert_eq!(index.level(), Level::Positions);
    assert_eq!(index.sizes().iter().map(|(part, _)| *part).collect::<Vec<_>>(), ["positions", "facts"]);
    check_positions(&index, &games, &filters()[..7]);
    let lone = naive(&games).into_values().find(|(_, games)| games.len() == 1).unwrap().0;
    assert_eq!(index.explore(&lone, &Filter::default(), Lists::default()).unwrap().all.games, 0);
    let no_games = |error: IndexError| assert!(matches!(error, IndexError::NoGames), "{error}");
    no_games(index.game(0).unwrap_err());
    no_games(index.reader().read(0).unwrap_err());
    no_games(index.find(&Position::START).unwrap_err());
    no_games(index.find_id("abcdefgh").unwrap_err());
    no_games(index.games_of("player 1", Color::White).unwrap_err());
    no_games(index.candidates(&[]).unwrap_err());
    no_games(index.each_line(&Position::START, 3, |_, _| Ok::<_, IndexError>(())).unwrap_err());
}

#[test]
fn every_occurrence_is_looked_up() {
    let games = games(1200);
    let (first, second) = games.split_at(700);
    let finish = |builder: IndexBuilder, games: &[TestGame]| {
        let file = builder.finish(&sources(games), tempfile::tempfile().unwrap()).unwrap();
        Index::of(file).unwrap()
    };
    for (memory, threads) in [(1, 1), (64 << 20, 3)] {
        let index = builder(&games, memory).threads(threads).level(Level::Occurrences);
        let index = finish(index, &games);
        index.check().unwrap();
        check_positions(&index, &games, &[Filter::default()]);
    }
    // Games that are added have the parts that those before them have.
    let index = finish(builder(first, 1 << 20).level(Level::Occurrences), first);
    let file = builder(second, 1 << 20).finish_with(&index, &sources(second), tempfile::tempfile().unwrap());
    let index = Index::of(file.unwrap()).unwrap();
    assert_eq!(index.level(), Level::Occurrences);
    check_positions(&index, &games, &[Filter::default()]);
}

#[test]
fn pieces_are_one_index() {
    let games = games(900);
    let (mut pieces, mut file) = (IndexPieces::default(), tempfile::tempfile().unwrap());
    assert_eq!(pieces.games(), 0);
    for (number, part) in games.chunks(400).enumerate() {
        pieces.add(builder(part, 1 << 20), &sources(part), &mut file).unwrap();
        assert_eq!(pieces.written(), file.stream_position().unwrap());
        // Another process goes on.
        let note = pieces.note();
        pieces = IndexPieces::of_note(&note).unwrap();
        assert_eq!((pieces.games(), pieces.note()), ([400, 800, 900][number], note.clone()));
        for wrong in ["", "12", "x 00", "12 0", "12 zz", &note[..note.len() - 2], &format!("{note}00")] {
            assert!(IndexPieces::of_note(wrong).is_none(), "{wrong}");
        }
    }
    pieces.finish(&mut file).unwrap();
    let index = Index::of(file).unwrap();
    index.check().unwrap();
    check_positions(&index, &games, &[Filter::default()]);
    let mut nothing = tempfile::tempfile().unwrap();
    IndexPieces::default().finish(&mut nothing).unwrap();
    assert_eq!(Index::of(nothing).unwrap().games(), 0);
}

#[test]
fn the_first_games_of_a_batch_are_left_out() {
    let games = games(40);
    let batch = || {
        let mut batch = GameBatch::default();
        for (number, game) in (1..).zip(&games) {
            let tags = [("White".to_owned(), number.to_string())];
            batch.push(&GameEntry {
                annotations: &Annotations::default(),
                start: &game.start,
                line: &Line::of(game.start, &game.moves),
                facts: game.facts,
                number,
                place: None,
                tags: &tags,
            });
        }
        batch
    };
    for skipped in [&[0][..], &[1], &[39], &[40], &[41], &[7, 9], &[30, 30]] {
        let mut batch = batch();
        skipped.iter().for_each(|games| batch.skip(*games));
        let left = 40 - skipped.iter().sum::<usize>().min(40);
        assert_eq!((batch.len(), batch.is_empty()), (left, left == 0));
        let mut builder = IndexBuilder::new(&std::env::temp_dir(), 1 << 20);
        builder.add(&batch, 0, 0).unwrap();
        let index =
            Index::of(builder.finish(&[String::new()], tempfile::tempfile().unwrap()).unwrap()).unwrap();
        let mut numbers: Vec<u64> =
            (0..index.games()).map(|game| index.game(game).unwrap().origin.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (41 - left as u64..41).collect::<Vec<_>>());
    }
}

#[test]
fn games_that_were_added_later_count_like_the_others() {
    let games = games(900);
    let (first, rest) = games.split_at(400);
    let (second, third) = rest.split_at(400);
    let (index, _) = index_of(first, 1 << 20);
    let add = |index: &Index, games: &[TestGame]| {
        let file = builder(games, 1 << 20).finish_with(index, &sources(games), tempfile::tempfile().unwrap());
        Index::of(file.unwrap()).unwrap()
    };
    let index = add(&add(&index, second), third);
    index.check().unwrap();
    assert_eq!(index.sources().len(), 3);
    check_positions(&index, &games, &[Filter::default()]);
    let mut found = vec![false; games.len()];
    for number in 0..index.games() {
        let game = index.game(number).unwrap();
        // The sources of each part have 400 games, and the names of the first ones.
        let place = 400 * game.origin.source as usize + game.origin.number as usize - 1;
        assert_eq!((game.start, &game.moves), (games[place].start, &games[place].moves));
        assert!(!std::mem::replace(&mut found[place], true));
    }
}

/// All filters, and none.
fn filters() -> Vec<Filter> {
    let mut filters = vec![Filter::default(); 8];
    filters[1].since = Some(Day::new(2020, 5, 0));
    filters[2].before = Some(Day::new(2021, 0, 0));
    filters[3].speeds = Some(vec![Speed::Blitz]);
    filters[4].ratings = Some(vec![(0, 1200), (2000, 2200)]);
    filters[5].is_rated = Some(true);
    filters[6].is_decided = true;
    filters[7].player = Some(("PLAYER 1".to_owned(), Color::Black));
    filters
}

fn check_positions(index: &Index, games: &[TestGame], filters: &[Filter]) {
    let naive = naive(games);
    let wanted = Lists { top: 3, recent: 2, months: true, ..Lists::default() };
    assert_eq!(index.games(), games.len() as u64);
    for (number, (position, games)) in naive.values().enumerate() {
        let is_looked_at = match index.level() {
            Level::Positions => games.len() > 1,
            // Of those that one game has there are many, and they are searched for.
            Level::Games => games.len() > 1 || number % 100 == 0,
            _ => games.len() > 1 || number % 5 == 0,
        };
        if !is_looked_at {
            continue;
        }
        for filter in filters {
            let of_player = |game: &TestGame| filter.player.is_none() || game.facts.elo[0] % 3 == 1;
            let taken = || games.iter().filter(|(game, _)| filter.takes(&game.facts) && of_player(game));
            let explored = index.explore(position, filter, wanted).unwrap();
            assert_eq!(plain(explored.all), counted(taken().map(|(game, _)| *game)), "{position}");
            for one in &explored.moves {
                let with = taken().filter(|(_, mv)| *mv == Some(one.mv)).map(|(game, _)| *game);
                assert_eq!(plain(one.counts), counted(with), "{position} {:?}", one.mv);
            }
            let going_on = taken().filter(|(_, mv)| mv.is_some()).count() as u64;
            assert_eq!(explored.moves.iter().map(|one| one.counts.games).sum::<u64>(), going_on);
            assert!(explored.moves.is_sorted_by_key(|one| std::cmp::Reverse(one.counts.games)));
            let dated =
                |game: &&TestGame| game.facts.date.month() > 0 && game.facts.result != Outcome::default();
            let months = explored.months.iter().map(|(_, results)| results.iter().sum::<u64>()).sum::<u64>();
            assert_eq!(months, taken().map(|(game, _)| *game).filter(dated).count() as u64);
            if index.level() == Level::Positions {
                assert_eq!((explored.top.len(), explored.recent.len()), (0, 0));
                continue;
            }
            let going_on = || taken().filter(|(_, mv)| mv.is_some());
            let mut days: Vec<Day> = going_on().map(|(game, _)| game.facts.date).collect();
            days.sort_by_key(|day| std::cmp::Reverse(*day));
            days.truncate(2);
            let recent = explored.recent.iter().map(|found| index.facts(found.game).unwrap().date);
            assert_eq!(recent.collect::<Vec<_>>(), days);
            let mut means: Vec<u16> =
                going_on().map(|(game, _)| game.facts.mean_rating().unwrap_or(0)).collect();
            means.sort_by_key(|mean| std::cmp::Reverse(*mean));
            means.truncate(3);
            let top = explored.top.iter().map(|number| index.facts(number.game).unwrap());
            assert_eq!(top.map(|facts| facts.mean_rating().unwrap_or(0)).collect::<Vec<_>>(), means);
        }
        if index.level() > Level::Positions {
            assert_eq!(index.find(position).unwrap().len(), games.len(), "{position}");
        }
    }
}

#[test]
fn games_come_back() {
    let games = games(1000);
    let (index, _) = index_of(&games, 1 << 20);
    let mut found = vec![false; games.len()];
    for number in 0..index.games() {
        let game = index.game(number).unwrap();
        let source: usize = index.source(&game.origin).strip_prefix("source ").unwrap().parse().unwrap();
        let place = 400 * source + game.origin.number as usize - 1;
        let expected = &games[place];
        assert_eq!((game.start, &game.moves, game.facts), (expected.start, &expected.moves, expected.facts));
        let same = index.find_id(&game.id).unwrap().unwrap();
        let twin = index.game(same).unwrap();
        assert_eq!((twin.start, &twin.moves, &twin.tags), (game.start, &game.moves, &game.tags));
        assert_eq!(game.tag("White"), Some(&*format!("player {}", expected.facts.elo[0])));
        assert_eq!(game.origin.place, Some(10 * ((game.origin.number - 1) % 90)));
        assert!(!std::mem::replace(&mut found[place], true));
    }
    assert!(index.game(index.games()).is_err());
}

#[test]
fn an_index_of_no_games_has_no_positions() {
    let (index, _) = index_of(&[], 1 << 20);
    assert_eq!((index.games(), index.positions()), (0, 0));
    assert_eq!(index.explore(&Position::START, &Filter::default(), Lists::default()).unwrap().all.games, 0);
}

#[test]
fn damage_is_an_error_and_never_an_answer() {
    let games = games(150);
    let file = builder(&games, 1 << 20).level(Level::Occurrences);
    let file = file.finish(&sources(&games), tempfile::tempfile().unwrap()).unwrap();
    let index = Index::of(file.try_clone().unwrap()).unwrap();
    let length = file.metadata().unwrap().len();
    let mut bytes = vec![0; length as usize];
    let read = |file: &std::fs::File, bytes: &mut Vec<u8>| {
        use std::io::Read as _;
        let mut file = file;
        file.seek(SeekFrom::Start(0)).unwrap();
        file.read_exact(bytes).unwrap();
    };
    read(&file, &mut bytes);
    let answers = |index: &Index| -> Result<Vec<u64>, IndexError> {
        let mut answers = Vec::new();
        for start in [Position::START, Variant::Crazyhouse.start()] {
            answers.push(index.explore(&start, &Filter::default(), Lists::default())?.all.games);
        }
        for number in 0..index.games() {
            answers.push(index.game(number)?.moves.len() as u64);
        }
        index.check()?;
        Ok(answers)
    };
    let expected = answers(&index).unwrap();
    let mut random = Random(3);
    let open = |bytes: &[u8]| {
        let mut copy = tempfile::tempfile().unwrap();
        copy.write_all(bytes).unwrap();
        Index::of(copy).and_then(|index| answers(&index))
    };
    assert_eq!(open(&bytes).unwrap(), expected);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        let place = random.below(bytes.len());
        damaged[place] ^= 1 << random.below(8);
        assert!(open(&damaged).is_err(), "byte {place} of {length}");
        damaged.truncate(random.below(bytes.len()));
        assert!(open(&damaged).is_err());
    }
}

#[test]
fn lines_begin_where_a_game_has_the_position_first() {
    let games = games(800);
    let (index, _) = index_of(&games, 1 << 20);
    for (number, (position, with)) in naive(&games).values().enumerate() {
        if with.len() == 1 && number % 100 > 0 {
            continue;
        }
        let mut lines: Vec<Vec<Move>> = Vec::new();
        let mut expected: Vec<Vec<Move>> = with
            .iter()
            .map(|(game, _)| {
                let mut at = game.start;
                let mut moves = game.moves.iter().copied();
                while key(&at) != key(position) {
                    at.play(moves.next().unwrap());
                }
                moves.take(3).collect()
            })
            .collect();
        let mut last = None;
        index
            .each_line(position, 3, |game, line| {
                assert!(last < Some(game));
                last = Some(game);
                let mut at = *position;
                for (mv, after) in line {
                    at.play(*mv);
                    assert_eq!(key(&at), key(after));
                }
                lines.push(line.iter().map(|(mv, _)| *mv).collect());
                Ok::<(), IndexError>(())
            })
            .unwrap();
        lines.sort();
        expected.sort();
        assert_eq!(lines, expected, "{position}");
    }
}

#[test]
fn bytes_do_not_depend_on_threads_and_memory() {
    use std::io::Read as _;
    let games = games(700);
    let bytes = |games: &[TestGame], threads: usize, memory: usize| {
        let builder = builder(games, memory).threads(threads).level(Level::Occurrences);
        let mut file = builder.finish(&sources(games), tempfile::tempfile().unwrap()).unwrap();
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).unwrap();
        file.read_to_end(&mut bytes).unwrap();
        bytes
    };
    // Also fewer games than threads.
    for games in [&games[..], &games[..3], &games[..20], &[]] {
        let expected = bytes(games, 1, 64 << 20);
        for threads in [1, 2, 3, 5, 16, 200] {
            for memory in [1, 64 << 20] {
                assert!(bytes(games, threads, memory) == expected, "{threads} threads, {memory} bytes");
            }
        }
    }
}
