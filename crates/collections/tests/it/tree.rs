//! The tree of openings: what it counts, against positions as text.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Move, Position};
use pgnkit::syntax::{First, Outcome};
use pgnkit::{Game, GameBuilder, Replayer};
use pgnkit_collections::tree::{GatherLines, OpeningTree, Row};

fn games() -> Vec<u8> {
    let mut text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clocks.pgn")).unwrap();
    text.extend_from_slice(
        b"\n\n[Result \"1-0\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2500\"]\n[Date \"1999.??.??\"]\n\n1. d4 Nf6 2. c4 e6 3. Nf3 b6 1-0\n\n\
          [Result \"0-1\"]\n[Date \"2003.01.01\"]\n[BlackElo \"2600\"]\n\n1. c4 e6 2. Nf3 Nf6 3. d4 b6 0-1\n\n\
          [Result \"1/2-1/2\"]\n\n1. Nf3 (1. d4 d5) 1... Nf6 2. c4 e6 3. d4 d5 1/2-1/2\n\n\
          [Variant \"Atomic\"]\n\n1. Nf3 Nf6 *\n\n\
          [Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Kxe4 1-0\n\n\
          1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *\n\n\
          [FEN \"rnbqkb1r/pppp1ppp/4pn2/8/2PP4/5N2/PP2PPPP/RNBQKB1R b KQkq - 0 3\"]\n[SetUp \"1\"]\n\n3... b6 *\n",
    );
    text
}

fn text(position: &Position) -> String {
    let fen = position.fen(EnPassant::Legal);
    fen.as_str().rsplitn(3, ' ').last().unwrap_or_default().to_owned()
}

/// Counts of a move, by half-moves before it, position and move.
type Counts = BTreeMap<(usize, String, String), ([u64; 4], Option<[u16; 2]>, BTreeSet<u64>)>;

fn naive(games: &[u8], root: &Position, depth: usize) -> (u64, Counts) {
    let (mut builder, mut replayer) = (GameBuilder::new(), Replayer::new(games));
    let (mut all, mut counts, mut number) = (0, Counts::new(), 0);
    loop {
        let mut errors = First::default();
        if replayer.read_into(&mut builder, &mut errors).is_none() {
            return (all, counts);
        }
        number += 1;
        let game = builder.game();
        if errors.0.is_some() || game.tag("Variant").is_some() {
            continue;
        }
        let start = game.start().position;
        let mut positions: Vec<Position> = vec![start];
        positions.extend(game.mainline_with_positions().map(|played| played.after));
        let Some(at) = positions.iter().position(|position| text(position) == text(root)) else { continue };
        all += 1;
        for (ply, node) in game.mainline().skip(at).take(depth).enumerate() {
            let key = (ply, text(&positions[at + ply]), node.san().to_string());
            let (results, years, numbers) = counts.entry(key).or_default();
            results[0] += 1;
            match game.result() {
                Outcome::WhiteWins => results[1] += 1,
                Outcome::Draw => results[2] += 1,
                Outcome::BlackWins => results[3] += 1,
                _ => {}
            }
            if let Some(year) = game.tag("Date").and_then(|date| date.get(..4)?.parse::<u16>().ok()) {
                let [first, last] = years.unwrap_or([year, year]);
                *years = Some([first.min(year), last.max(year)]);
            }
            numbers.insert(number);
        }
    }
}

fn counted(tree: &OpeningTree) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    tree.each(1, |row| {
        rows.push(row.clone());
        Ok::<(), ()>(())
    })
    .unwrap();
    rows
}

#[test]
fn what_is_counted_is_what_a_count_by_text_gives() {
    let games = games();
    let fen = b"rnbqkb1r/pppp1ppp/4pn2/8/2PP4/5N2/PP2PPPP/RNBQKB1R b KQkq - 0 3";
    let indian = pgnkit::chess::fen::parse(fen).unwrap().position;
    for (root, depth) in [(Position::START, 1), (Position::START, 7), (Position::START, 40), (indian, 3)] {
        let mut tree = OpeningTree::new(root, depth);
        tree.add(0, 0, &GatherLines::new(root, depth).of_text(&games));
        let (all, expected) = naive(&games, &root, depth);
        assert_eq!((tree.games(), tree.moves(), tree.depth()), (all, expected.len() as u64, depth));
        let rows = counted(&tree);
        assert_eq!(rows.len(), expected.len(), "each position is told once");
        for row in rows {
            let key = (row.ply, text(&row.position), row.position.san(row.mv).to_string());
            let (results, years, numbers) = &expected[&key];
            let [white, draws, black] = row.stats.results();
            assert_eq!([row.stats.games(), white, draws, black], *results, "{key:?}");
            assert_eq!(row.stats.years(), *years, "{key:?}");
            assert!(
                row.stats.example().is_some_and(|example| numbers.contains(&(example.game + 1))),
                "{key:?}"
            );
        }
    }
}

/// Games of moves at random, few of them in each position, so that many games have the same positions.
fn random_games(count: usize, plies: usize) -> Vec<u8> {
    let mut state = 7u64;
    let mut text = String::new();
    for _ in 0..count {
        let mut position = Position::START;
        let mut moves = Vec::new();
        for _ in 0..plies {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let legal = position.legal_moves();
            let Some(mv) = legal.get((state >> 33) as usize % 4 * 5 % legal.len().max(1)) else { break };
            moves.push(*mv);
            position.play(*mv);
        }
        text += &format!("{} *\n\n", pgnkit_query::movetext::write(Position::START, &moves));
    }
    text.into_bytes()
}

/// A row as text: half-moves, move, games, games of the position, and the moves to the same position before.
type RowText = (usize, String, u64, u64, Option<Vec<String>>);

/// The rows of a tree by recursion over counts by text.
fn naive_rows(
    counts: &Counts,
    min_games: u64,
    position: Position,
    line: &mut Vec<String>,
    first: &mut BTreeMap<(usize, String), Vec<String>>,
    out: &mut Vec<RowText>,
) {
    let moves_of = |ply: usize, position: &Position| {
        let here = text(position);
        let range = counts.range((ply, here.clone(), String::new())..);
        let own = range.take_while(|((at, text, _), _)| *at == ply && *text == here);
        let mut moves: Vec<_> = own.map(|((_, _, san), (results, ..))| (results[0], san.clone())).collect();
        let games: u64 = moves.iter().map(|(games, _)| games).sum();
        moves.retain(|(games, _)| *games >= min_games);
        moves.sort_by_key(|(games, san)| (u64::MAX - games, san.clone()));
        (games, moves)
    };
    let (ply, (all, moves)) = (line.len(), moves_of(line.len(), &position));
    for (games, san) in moves {
        let after = position.after(position.parse_san(&san).unwrap());
        line.push(san.clone());
        let follows = !moves_of(ply + 1, &after).1.is_empty();
        let before = first.get(&(ply + 1, text(&after))).filter(|_| follows).cloned();
        out.push((ply, san, games, all, before.clone()));
        if follows && before.is_none() {
            first.insert((ply + 1, text(&after)), line.clone());
            naive_rows(counts, min_games, after, line, first, out);
        }
        line.pop();
    }
}

#[test]
fn rows_are_those_of_a_walk_on_any_number_of_threads() {
    let games = random_games(1500, 9);
    for depth in [1, 6, 9] {
        let mut tree = OpeningTree::new(Position::START, depth);
        tree.add(0, 0, &GatherLines::new(Position::START, depth).of_text(&games));
        let (_, counts) = naive(&games, &Position::START, depth);
        for min_games in [1, 3, 40, 2000] {
            let mut expected = Vec::new();
            naive_rows(
                &counts,
                min_games,
                Position::START,
                &mut Vec::new(),
                &mut BTreeMap::new(),
                &mut expected,
            );
            for jobs in [1, 2, 5].map(|jobs| NonZeroUsize::new(jobs).unwrap()) {
                let rows = tree.rows(min_games, jobs);
                assert_eq!(rows.len(), expected.len());
                assert_eq!(rows.is_empty(), expected.is_empty());
                let mut written = String::new();
                let form = |row: &Row<'_>, line: &[Move], out: &mut String| {
                    let sans = |moves: &[Move]| {
                        let mut position = Position::START;
                        moves
                            .iter()
                            .map(|mv| {
                                let san = position.san(*mv).to_string();
                                position.play(*mv);
                                san
                            })
                            .collect::<Vec<_>>()
                    };
                    assert_eq!(line.len(), row.ply + 1);
                    let before = row.transposes_to.as_deref().map(sans);
                    let line = sans(line);
                    assert!(row.numbered().ends_with(&line[row.ply]));
                    *out += &format!(
                        "{:?}\n",
                        (row.ply, &line[row.ply], row.stats.games(), row.of_games, before)
                    );
                };
                rows.write(jobs, form, |text| {
                    written += text;
                    Ok::<(), ()>(())
                })
                .unwrap();
                let expected: String = expected.iter().map(|row| format!("{row:?}\n")).collect();
                assert!(written == expected, "{depth} {min_games} {jobs}");
            }
        }
    }
}

#[test]
fn a_transposition_is_told_once() {
    let text = b"1. d4 Nf6 2. c4 e6 *\n\n1. d4 Nf6 2. c4 *\n\n1. c4 Nf6 2. d4 g6 *\n";
    let mut tree = OpeningTree::new(Position::START, 4);
    tree.add(0, 0, &GatherLines::new(Position::START, 4).of_text(text));
    let rows = counted(&tree);
    let told: Vec<String> = rows
        .iter()
        .map(|row| {
            format!("{} {} {:?}", row.numbered(), row.stats.games(), row.transposes_to.as_ref().map(Vec::len))
        })
        .collect();
    assert_eq!(
        told,
        [
            "1. d4 2 None",
            "1... Nf6 2 None",
            "2. c4 2 None",
            "2... e6 1 None",
            "2... g6 1 None",
            "1. c4 1 None",
            "1... Nf6 1 None",
            "2. d4 1 Some(3)",
        ]
    );
    assert_eq!(rows[3].of_games, 2);
}

#[test]
fn ratings_and_performance() {
    let game = |elo: &str, other: &str, result: &str| {
        format!("[WhiteElo \"{elo}\"]\n[BlackElo \"{other}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n")
    };
    for (games, elo, performance, score) in [
        (
            vec![game("2400", "2500", "1-0"), game("2500", "2600", "1/2-1/2")],
            Some(2450),
            Some(2550 + 193),
            Some(75.0),
        ),
        (vec![game("2400", "2500", "0-1")], Some(2400), Some(1700), Some(0.0)),
        (vec![game("2400", "2500", "1-0")], Some(2400), Some(3300), Some(100.0)),
        // What is not known does not count.
        (vec![game("?", "2500", "1-0"), game("2410", "-", "0-1")], Some(2410), Some(3300), Some(50.0)),
        (vec![game("2400", "2500", "*")], Some(2400), None, None),
        (vec![game("99999", "0", "1/2-1/2")], None, None, Some(50.0)),
    ] {
        let mut tree = OpeningTree::new(Position::START, 1);
        tree.add(0, 0, &GatherLines::new(Position::START, 1).of_text(games.concat().as_bytes()));
        let rows = counted(&tree);
        let stats = rows[0].stats;
        assert_eq!(
            (stats.elo(), stats.performance(), stats.score(Color::White)),
            (elo, performance, score),
            "{games:?}"
        );
        assert_eq!(stats.score(Color::Black), score.map(|score| 100.0 - score));
    }
}

#[test]
fn for_want_of_memory_the_tree_is_less_deep_and_otherwise_the_same() {
    let games = games();
    let lines = GatherLines::new(Position::START, 30).of_text(&games);
    let mut small = OpeningTree::new(Position::START, 30).memory(20_000);
    small.add(0, 0, &lines);
    let depth = small.depth();
    assert!((2..20).contains(&depth), "{depth}");
    // What comes later is counted as deep as the tree is then.
    small.add(1, 0, &lines);
    let mut shallow = OpeningTree::new(Position::START, small.depth());
    shallow.add(0, 0, &lines);
    shallow.add(1, 0, &lines);
    let told = |tree: &OpeningTree| -> Vec<String> {
        counted(tree).iter().map(|row| format!("{} {} {:?}", row.ply, row.numbered(), row.stats)).collect()
    };
    assert_eq!(told(&small), told(&shallow));
    assert_eq!(small.games(), shallow.games());
}

#[test]
fn as_a_game_it_has_all_moves() {
    let games = games();
    let mut tree = OpeningTree::new(Position::START, 6);
    tree.add(0, 0, &GatherLines::new(Position::START, 6).of_text(&games));
    let game = tree.to_game(1, None, None);
    let again: Game = game.to_string().parse().unwrap();
    let moves = again.nodes().filter(|node| !node.starts_line()).count();
    assert_eq!(moves as u64, tree.moves());
    assert!(again.to_string().contains("goes on after 1. d4 Nf6 2. c4"), "{again}");
}
