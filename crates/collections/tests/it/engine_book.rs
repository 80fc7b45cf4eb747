//! Opening books of engines: what is counted, against a plain count, and what a walk shows.

use std::collections::BTreeMap;

use pgnkit::chess::{Color, Position};
use pgnkit::syntax::{First, Outcome};
use pgnkit::{GameBuilder, Replayer};
use pgnkit_collections::engine_book::{BookOptions, GatherMoves, MoveCounts, comment, to_game, walk};
use pgnkit_formats::book::{Book, BookBuilder, BookMove, read};

const GAMES: &[u8] = b"[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 (2. f4) Nc6 1-0\n\n\
    [Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nf6 0-1\n\n\
    [Result \"1/2-1/2\"]\n\n1. Nf3 e5 2. e4 Nc6 1/2-1/2\n\n\
    1. d4 *\n\n\
    [Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n\
    [Variant \"Atomic\"]\n\n1. Nf3 Nf6 1-0\n\n\
    [FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n[Result \"1-0\"]\n\n1. O-O O-O-O 2. bxc8 1-0\n\n\
    [FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n[Result \"1-0\"]\n\n1. O-O -- 2. bxa8=N+ 1-0\n\n";

fn counts(task: &GatherMoves, text: &[u8]) -> MoveCounts {
    let mut counts = MoveCounts::default();
    counts.add(&task.of_text(text));
    counts
}

fn options(min_games: u64, min_score: f64, uniform: bool) -> BookOptions {
    let mut options = BookOptions::default();
    (options.min_games, options.min_score, options.uniform) = (min_games, min_score, uniform);
    options
}

/// The entries of a book as text: the key in short, the move, the weight.
fn shown(bytes: &[u8]) -> Vec<(u64, String, u16)> {
    let book = read(bytes, &mut |damage| panic!("{damage}"));
    book.entries().map(|entry| (entry.key, entry.mv.to_string(), entry.weight)).collect()
}

/// Games and points of moves by the key of the position.
fn naive(text: &[u8], depth: usize, side: Option<Color>) -> BTreeMap<(u64, String), (u64, u64)> {
    let (mut builder, mut replayer, mut counts) = (GameBuilder::new(), Replayer::new(text), BTreeMap::new());
    loop {
        let mut errors = First::default();
        if replayer.read_into(&mut builder, &mut errors).is_none() {
            return counts;
        }
        let game = builder.game();
        if errors.0.is_some() || game.tag("Variant").is_some() {
            continue;
        }
        for played in game.mainline_with_positions().take(depth) {
            let Some(mv) = BookMove::of(played.node.mv()) else { continue };
            let turn = played.before.turn();
            if side.is_some_and(|side| side != turn) {
                continue;
            }
            let points = match (game.result(), turn) {
                (Outcome::WhiteWins, Color::White) | (Outcome::BlackWins, Color::Black) => 2,
                (Outcome::WhiteWins, Color::Black) | (Outcome::BlackWins, Color::White) => 0,
                _ => 1,
            };
            let count: &mut (u64, u64) =
                counts.entry((played.before.polyglot_key(), mv.to_string())).or_default();
            (count.0, count.1) = (count.0 + 1, count.1 + points);
        }
    }
}

#[test]
fn moves_are_counted_as_plainly() {
    let examples = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clocks.pgn")).unwrap();
    for text in [GAMES, &[&examples[..], b"\n\n", GAMES].concat()] {
        for depth in [0, 1, 3, 30, usize::MAX] {
            for side in [None, Some(Color::White), Some(Color::Black)] {
                let mut task = GatherMoves::default();
                (task.max_plies, task.side) = (depth, side);
                let counts = counts(&task, text);
                let plain = naive(text, depth, side);
                assert_eq!(counts.len(), plain.len());
                for (min_games, min_score) in [(1, 0.0), (2, 0.0), (1, 50.0), (2, 60.0)] {
                    let chosen = plain.iter().filter(|(_, (games, points))| {
                        *points > 0
                            && *games >= min_games
                            && (points * 50) as f64 >= min_score * *games as f64
                    });
                    let chosen: BTreeMap<_, _> =
                        chosen.map(|(mv, (_, points))| (mv.clone(), *points)).collect();
                    for uniform in [false, true] {
                        let found = shown(&counts.to_book(&options(min_games, min_score, uniform)));
                        let mut before: Option<&(u64, String, u16)> = None;
                        for entry in &found {
                            let is_ordered = before.is_none_or(|(key, _, weight)| {
                                (*key, u16::MAX - weight) <= (entry.0, u16::MAX - entry.2)
                            });
                            assert!(is_ordered, "{found:?}");
                            before = Some(entry);
                        }
                        let found: BTreeMap<_, _> = found
                            .into_iter()
                            .map(|(key, mv, weight)| ((key, mv), u64::from(weight)))
                            .collect();
                        let expected: BTreeMap<_, _> = chosen
                            .iter()
                            .map(|(mv, points)| (mv.clone(), if uniform { 1 } else { *points }))
                            .collect();
                        assert_eq!(found, expected, "{depth} {side:?} {min_games} {min_score}");
                    }
                }
            }
        }
    }
}

/// The program `polyglot` gives these numbers.
#[test]
fn large_counts_are_halved() {
    let game = |moves: &str, result: &str| format!("[Result \"{result}\"]\n\n{moves} {result}\n\n");
    let many = |moves: &str, result: &str, count| game(moves, result).repeat(count);
    for (text, expected) in [
        (
            [
                many("1. e4 e5", "1-0", 33_000),
                many("1. d4 d5", "1-0", 20_000),
                many("1. d4 d5", "1/2-1/2", 1),
                many("1. c4", "1-0", 3),
                many("1. e4 c6", "1/2-1/2", 1),
            ]
            .concat(),
            &[("d2d4", 23_617), ("e2e4", 8425), ("c2c4", 6)][..],
        ),
        (
            [many("1. e4", "1-0", 32_767), many("1. e4", "1/2-1/2", 1), many("1. c3", "1/2-1/2", 1)].concat(),
            &[("e2e4", 16_384), ("c2c3", 1)],
        ),
    ] {
        let bytes = counts(&GatherMoves::default(), text.as_bytes()).to_book(&BookOptions::default());
        let book = read(&bytes, &mut |damage| panic!("{damage}"));
        let moves = book.of(&Position::START).map(|entry| (entry.mv.to_string(), entry.weight));
        let expected: Vec<_> = expected.iter().map(|(mv, weight)| ((*mv).to_owned(), *weight)).collect();
        assert_eq!(moves.collect::<Vec<_>>(), expected);
    }
}

/// Moves of equal weight are in the order of the games, and in a uniform book all are.
#[test]
fn the_first_of_equal_moves_is_the_one_that_was_played_first() {
    let text = b"1. h3 *\n\n1. a3 *\n\n1. g3 *\n\n1. b3 *\n\n1. g3 *\n";
    let moves = |uniform| {
        let found = shown(&counts(&GatherMoves::default(), text).to_book(&options(1, 0.0, uniform)));
        found.into_iter().map(|(_, mv, _)| mv).collect::<Vec<_>>()
    };
    assert_eq!(moves(false), ["g2g3", "h2h3", "a2a3", "b2b3"]);
    assert_eq!(moves(true), ["h2h3", "a2a3", "g2g3", "b2b3"]);
}

fn book() -> Vec<u8> {
    counts(&GatherMoves::default(), GAMES).to_book(&BookOptions::default())
}

#[test]
fn a_walk_shows_each_position_once() {
    let bytes = book();
    let book = read(&bytes, &mut |damage| panic!("{damage}"));
    let rows = |depth| {
        let mut rows = Vec::new();
        let visit = |row: &pgnkit_collections::engine_book::Row<'_>| {
            rows.push(format!("{} {} {}", row.ply, row.numbered(), comment(row, &Position::START)));
            Ok::<(), ()>(())
        };
        walk(&book, &Position::START, depth, visit, &mut |_, entry| panic!("{entry:?}")).unwrap();
        rows
    };
    assert_eq!(
        rows(1),
        ["0 1. e4 weight 2, 50.0 %", "0 1. Nf3 weight 1, 25.0 %", "0 1. d4 weight 1, 25.0 %"]
    );
    assert_eq!(
        rows(9),
        [
            "0 1. e4 weight 2, 50.0 %",
            "1 1... e5 weight 2, 100.0 %",
            "2 2. Nf3 weight 2, 100.0 %",
            "3 2... Nf6 weight 2, 66.7 %",
            "3 2... Nc6 weight 1, 33.3 %",
            "0 1. Nf3 weight 1, 25.0 %",
            "1 1... e5 weight 1, 100.0 %",
            "2 2. e4 weight 1, 100.0 %; goes on after 1. e4 e5 2. Nf3",
            "0 1. d4 weight 1, 25.0 %",
        ]
    );
    let game = to_game(&book, &Position::START, None, 9, &mut |_, _| {});
    assert_eq!(game.nodes().filter(|node| !node.starts_line()).count(), 9);
    assert!(game.to_string().contains("goes on after 1. e4 e5 2. Nf3"), "{game}");
    let stopped = walk(&book, &Position::START, 9, |_| Err("enough"), &mut |_, _| {});
    assert_eq!(stopped, Err("enough"));
}

/// A line that comes back to its beginning ends, and a position is shown where the fewest moves lead to it.
#[test]
fn cycles_end() {
    let mut builder = BookBuilder::new();
    let mut push = |moves: &[&str], text: &str, weight| {
        let mut position = Position::START;
        moves.iter().for_each(|mv| position.play(position.parse_uci(mv.as_bytes()).unwrap()));
        let mv = position.parse_uci(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
        builder.push(position.polyglot_key(), BookMove::of(mv).unwrap(), weight, 0);
    };
    push(&[], "g1f3", 9);
    push(&["g1f3"], "g8f6", 9);
    push(&["g1f3", "g8f6"], "f3g1", 9);
    push(&["g1f3", "g8f6", "f3g1"], "f6g8", 9);
    push(&[], "e2e4", 1);
    let bytes = builder.finish();
    let book: Book<'_> = read(&bytes, &mut |damage| panic!("{damage}"));
    let mut rows = Vec::new();
    let visit = |row: &pgnkit_collections::engine_book::Row<'_>| {
        rows.push((row.numbered(), row.path.len(), row.transposes_to.as_ref().map(Vec::len)));
        Ok::<(), ()>(())
    };
    walk(&book, &Position::START, 400, visit, &mut |_, entry| panic!("{entry:?}")).unwrap();
    let rows: Vec<_> = rows.iter().map(|(mv, length, to)| (mv.as_str(), *length, *to)).collect();
    assert_eq!(
        rows,
        [
            ("1. Nf3", 1, None),
            ("1... Nf6", 2, None),
            ("2. Ng1", 3, None),
            ("2... Ng8", 4, Some(0)),
            ("1. e4", 1, None)
        ]
    );
}

#[test]
fn moves_that_are_not_legal_are_told() {
    let mut builder = BookBuilder::new();
    let key = Position::START.polyglot_key();
    builder.push(key, BookMove::from_bits(0o1434), 3, 0);
    builder.push(key, BookMove::from_bits(0o1444), 2, 0);
    let bytes = builder.finish();
    let book = read(&bytes, &mut |damage| panic!("{damage}"));
    let (mut moves, mut illegal) = (Vec::new(), Vec::new());
    let visit = |row: &pgnkit_collections::engine_book::Row<'_>| {
        moves.push((row.numbered(), row.percent()));
        Ok::<(), ()>(())
    };
    walk(&book, &Position::START, 1, visit, &mut |_, entry| illegal.push(entry.mv.to_string())).unwrap();
    assert_eq!((moves, illegal), (vec![("1. e4".to_owned(), 100.0)], vec!["e2e5".to_owned()]));
}
