//! Statistics of accuracy, beside a count that is as simple as can be.

use std::collections::BTreeMap;

use pgnkit::chess::Color;
use pgnkit::command::{Commands, Score};
use pgnkit::parse_games;
use pgnkit_collections::ListForm;
use pgnkit_collections::eco::Book;
use pgnkit_collections::judgement::{START, accuracies, average_loss, centipawns};
use pgnkit_collections::stats::{GatherStats, Stats, Subject};

fn gather(text: &str) -> Stats {
    GatherStats::new(Book::lichess(), &[Subject::Accuracy]).of_text(text.as_bytes())
}

fn shown(stats: &Stats, form: ListForm) -> String {
    let mut text = String::new();
    stats.table(Subject::Accuracy, &Book::lichess()).append(form, &mut text);
    text
}

/// Lichess's games, but of few players.
fn games_of_few() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clocks.pgn");
    let names = ["Tal", "Fine", "Euwe"];
    let (mut text, mut tags) = (String::new(), 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        match line.split_once(" \"") {
            Some((tag @ ("[White" | "[Black"), _)) => {
                tags += 1;
                text.push_str(&format!("{tag} \"{}\"]\n", names[tags % 3]));
            }
            _ => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

/// A game of a player: accuracy, lost centipawns, moves, and the same by bands.
struct Naive {
    accuracy: f64,
    loss: f64,
    moves: f64,
    bands: [(f64, f64); 3],
}

fn naive(text: &str) -> BTreeMap<String, Vec<Naive>> {
    let mut players = BTreeMap::<String, Vec<Naive>>::new();
    for parsed in parse_games(text.as_bytes()) {
        let game = parsed.game;
        let score =
            |comment: &str| Commands::new(comment.as_bytes()).flatten().find_map(|found| found.evaluation());
        let scores: Vec<Option<Score>> =
            game.mainline().map(|node| node.comments().find_map(score).map(|found| found.score)).collect();
        let is_mate = game.mainline().last().is_some_and(|node| node.san().to_string().ends_with('#'));
        let scores =
            if is_mate && scores.last() == Some(&None) { &scores[..scores.len() - 1] } else { &scores };
        let Some(scores) = scores.iter().copied().collect::<Option<Vec<Score>>>() else { continue };
        let found = accuracies(START, &scores, Color::White);
        for (color, tag, accuracy) in
            [(Color::White, "White", found.white), (Color::Black, "Black", found.black)]
        {
            let moves = scores.len() / 2 + usize::from(color == Color::White) * (scores.len() % 2);
            let loss = average_loss(START, &scores, Color::White, color).unwrap();
            let mut bands = [(0.0, 0.0); 3];
            for (ply, after) in
                scores.iter().enumerate().filter(|(ply, _)| (ply % 2 == 0) == (color == Color::White))
            {
                let before = if ply == 0 { START } else { scores[ply - 1] };
                let (own, later) = (centipawns(before, color), centipawns(*after, color));
                let band = if own > 200.0 {
                    1
                } else if own < -200.0 {
                    2
                } else {
                    0
                };
                bands[band].0 += 1.0;
                bands[band].1 += (own.clamp(-1000.0, 1000.0) - later.clamp(-1000.0, 1000.0)).max(0.0);
            }
            let game_of =
                Naive { accuracy: accuracy.unwrap(), loss: loss * moves as f64, moves: moves as f64, bands };
            players.entry(game.tag(tag).unwrap().to_owned()).or_default().push(game_of);
        }
    }
    players
}

#[test]
fn a_naive_count_agrees() {
    let text = games_of_few();
    let stats = gather(&text);
    let csv = shown(&stats, ListForm::Csv);
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let rows: BTreeMap<&str, Vec<&str>> = lines.map(|line| (line[0], line)).collect();
    let naive = naive(&text);
    assert_eq!(rows.len(), 3);
    for (name, games) in &naive {
        let row = &rows[name.as_str()];
        let of = |column: &str| {
            let at = head.iter().position(|name| *name == column).unwrap();
            row[at].parse::<f64>().unwrap()
        };
        let count = games.len() as f64;
        let mean = games.iter().map(|game| game.accuracy).sum::<f64>() / count;
        let squares: f64 = games.iter().map(|game| (game.accuracy - mean).powi(2)).sum();
        let moves: f64 = games.iter().map(|game| game.moves).sum();
        let loss = games.iter().map(|game| game.loss).sum::<f64>() / moves;
        let rests: f64 = games.iter().map(|game| (game.loss - loss * game.moves).powi(2)).sum();
        let mut expected = vec![
            ("games", count),
            ("evaluated_moves", moves),
            ("accuracy", mean),
            ("accuracy_error", (squares / (count - 1.0) / count).sqrt()),
            ("average_centipawn_loss", loss),
            ("average_centipawn_loss_error", (rests / (count - 1.0) / count).sqrt() / (moves / count)),
        ];
        let bands = [
            ("even_moves", "even_centipawn_loss"),
            ("better_moves", "better_centipawn_loss"),
            ("worse_moves", "worse_centipawn_loss"),
        ];
        for (band, (counted, lost)) in bands.into_iter().enumerate() {
            let sum =
                |of: fn(&(f64, f64)) -> f64| games.iter().map(|game| of(&game.bands[band])).sum::<f64>();
            expected.extend([(counted, sum(|band| band.0)), (lost, sum(|band| band.1) / sum(|band| band.0))]);
        }
        for (column, value) in expected {
            assert!(
                (of(column) - value).abs() < 0.06,
                "{name} {column}: expected {value}, found {}",
                of(column)
            );
        }
        assert!(count >= 5.0, "{name}");
    }
    // Games are the same wherever blocks end.
    let games: Vec<&str> = text.split_inclusive("\n\n[Event").collect();
    assert!(games.len() > 20);
    for cut in [1, 7, 20] {
        let (one, other): (String, String) = (games[..cut].concat(), games[cut..].concat());
        let (one, other) = (one.trim_end_matches("[Event"), format!("[Event{other}"));
        let mut sum = gather(one);
        sum.add(gather(&other));
        assert_eq!(shown(&sum, ListForm::Csv), csv, "{cut}");
    }
}

#[test]
fn games_that_are_left_out_and_why() {
    const EVALS: &str = "1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} Nc6 {[%eval 0.1]}";
    for (moves, reason) in [
        (format!("{EVALS} *"), None),
        ("1. e4 e5 *".to_owned(), Some("without evaluations")),
        ("*".to_owned(), Some("without evaluations")),
        ("1. e4 {[%clk 0:01:00]} e5 *".to_owned(), Some("without evaluations")),
        (format!("{EVALS} 3. Bc4 *"), Some("with evaluations of some moves only")),
        (format!("{EVALS} 3. Bc4 {{[%eval 0.1]}} Nf6 {{[%eval #1]}} 4. Qxf7# 1-0"), None),
        (format!("{EVALS} 3. Bc4 Nf6 {{[%eval #1]}} 4. Qxf7# 1-0"), Some("with evaluations of some moves only")),
        ("1. e4 {+0.20/14 2.1s} e5 {-0.30/14 2.0s} *".to_owned(), Some("with evaluations by engines of their own moves")),
        (format!("{EVALS} 3. Ke4 *"), Some("with moves that could not be read")),
        ("1. e4 {[%eval 0.2]} *".to_owned(), Some("with too few moves")),
        // Nobody has evaluated that start: the first move is not judged.
        (
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kf2 {[%eval 5.0]} Kd7 {[%eval 5.0]} *".to_owned(),
            Some("with too few moves"),
        ),
        (
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kf2 {[%eval 5.0]} Kd7 {[%eval 5.0]} 2. Kf3 {[%eval 5.0]} *".to_owned(),
            None,
        ),
        ("1. e4 {[%eval #0]} e5 {[%eval 0.3]} *".to_owned(), Some("with evaluations of some moves only")),
    ] {
        let tags = "[White \"Tal\"]\n[Black \"Fine\"]\n";
        let separator = if moves.starts_with('[') { "" } else { "\n" };
        let text = shown(&gather(&format!("{tags}{separator}{moves}\n")), ListForm::Text);
        match reason {
            None => assert!(text.lines().count() == 3 && text.contains("Tal") && !text.contains('…'), "{moves}: {text}"),
            Some(reason) => assert_eq!(text, format!("… 1 game left out: 1 {reason}; 2 players without such a game\n"), "{moves}"),
        }
    }
}

#[test]
fn extremes_are_numbers() {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let scores = ["99999999", "-99999999", "#1", "#-1", "0.0"];
    let mut text = String::from("[White \"Tal\"]\n[Black \"Fine\"]\n\n");
    for ply in 0..2000 {
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        }
        text.push_str(&format!("{} {{[%eval {}]}}\n", moves[ply % 4], scores[ply % 5]));
    }
    let csv = shown(&gather(&format!("{text} *\n\n{text} *\n")), ListForm::Csv);
    let tal: Vec<&str> = csv.lines().find(|line| line.starts_with("Tal,")).unwrap().split(',').collect();
    assert_eq!((tal[1], tal[3], tal[5], tal[7]), ("2", "2000", "0.0", "0.0"), "{csv}");
    assert!(!csv.contains("NaN") && !csv.contains("inf"), "{csv}");
}

#[test]
fn without_the_table_nothing_of_it_is_counted() {
    let stats = GatherStats::new(Book::lichess(), &[Subject::Players]).of_text(games_of_few().as_bytes());
    assert!(stats.table(Subject::Accuracy, &Book::lichess()).is_empty());
}
