//! Statistics: what is counted, and that nothing of a name reaches a terminal, a table or a picture as more than text.

use std::collections::BTreeMap;

use pgnkit_collections::ListForm;
use pgnkit_collections::eco::Book;
use pgnkit_collections::stats::{GatherStats, Stats, Subject, Table};
use pgnkit_query::fields::Field;

const GAMES: &[&str] = &[
    "[White \"Tal\"]\n[Black \"Fine\"]\n[Date \"1960.03.15\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2600\"]\n[Result \"1-0\"]\n\n\
     1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
    "[White \"Fine\"]\n[Black \"Tal\"]\n[Date \"1961.??.??\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2700\"]\n[Result \"1/2-1/2\"]\n\n\
     1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n",
    "[White \"Tal\"]\n[Black \"?\"]\n[Date \"????.??.??\"]\n[Result \"0-1\"]\n[Termination \"Time forfeit\"]\n\n1. d4 0-1\n",
    "[White \"Tal\"]\n[Black \"Fine\"]\n[Date \"1962.01.01\"]\n[Result \"*\"]\n\n1. c4 e5 *\n",
    // A move that cannot be read: players and result count, the length is not known.
    "[White \"Morphy\"]\n[Black \"Fine\"]\n[Date \"1962.01.02\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n",
    "[White \"Morphy\"]\n[Black \"Tal\"]\n[Date \"1962.01.02\"]\n[Result \"1-0\"]\n\n1-0\n",
];

fn gather(games: &[&str], subjects: &[Subject]) -> Stats {
    GatherStats::new(Book::lichess(), subjects).of_text(games.join("\n").as_bytes())
}

fn text(table: &Table) -> String {
    let mut text = String::new();
    table.append(ListForm::Text, &mut text);
    text
}

const ALL: &[Subject] = &[
    Subject::Results,
    Subject::Lengths,
    Subject::Endings,
    Subject::Years,
    Subject::Ratings,
    Subject::Openings,
    Subject::Variations,
    Subject::Players,
    Subject::Opponents,
    Subject::Time,
    Subject::Errors,
    Subject::Accuracy,
];

#[test]
fn what_is_counted() {
    let book = Book::lichess();
    let stats = gather(GAMES, ALL);
    // The name of a row, its games, and those won by White or the player, drawn, lost and open.
    for (subject, expected) in [
        (Subject::Results, &["all 6 3 1 1 1"][..]),
        (Subject::Lengths, &["1-10 4 1 1 1 1", "no moves 1 1 0 0 0", "not read 1 1 0 0 0"]),
        (
            Subject::Endings,
            &[
                "mate 1 1 0 0 0",
                "time forfeit 1 0 0 1 0",
                "repetition 1 0 1 0 0",
                "no moves 1 1 0 0 0",
                "no result 1 0 0 0 1",
                "moves not read 1 1 0 0 0",
            ],
        ),
        (Subject::Years, &["1960 1 1 0 0 0", "1961 1 0 1 0 0", "1962 3 2 0 0 1", "not known 1 0 0 1 0"]),
        (Subject::Ratings, &["2600-2699 2 1 1 0 0", "not known 4 2 0 1 1"]),
        (
            Subject::Openings,
            &[
                "no opening 1 1 0 0 0",
                "English Opening 1 0 0 0 1",
                "King's Pawn Game 2 2 0 0 0",
                "Queen's Pawn Game 1 0 0 1 0",
                "Zukertort Opening 1 0 1 0 0",
            ],
        ),
        (Subject::Players, &["Tal 5 1 1 2 1", "Fine 4 0 1 2 1", "Morphy 2 2 0 0 0"]),
    ] {
        let mut csv = String::new();
        stats.table(subject, &book).append(ListForm::Csv, &mut csv);
        let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let place = |names: [&str; 2]| head.iter().position(|name| names.contains(name)).unwrap();
        let counts =
            [["games", ""], ["white_wins", "wins"], ["draws", ""], ["black_wins", "losses"], ["open", ""]];
        let mut rows: Vec<String> = lines
            .map(|line| {
                let counts: Vec<&str> = counts.iter().map(|names| line[place(*names)]).collect();
                format!("{} {}", line[0], counts.join(" "))
            })
            .collect();
        let mut expected = expected.to_vec();
        // What is equally frequent comes in an order that the test leaves open.
        rows.sort();
        expected.sort_unstable();
        assert_eq!(rows, expected, "{subject:?}");
    }
    assert_eq!((stats.games(), stats.players(), stats.unread()), (6, 3, 1));
}

/// Tal: won against 2600 and drawn with 2600, 75 %: 2600 + 193.
#[test]
fn performance_and_pairs() {
    let book = Book::lichess();
    let stats = gather(GAMES, ALL);
    let players = text(&stats.table(Subject::Players, &book));
    let tal: Vec<&str> = players.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(tal, ["Tal", "5", "1", "1", "2", "37.5", "2793", "2700", "2600", "1960-1962"], "{players}");
    assert_eq!(
        text(&stats.table(Subject::Opponents, &book)),
        "player  opponent  games  +  =  -  score\n\
         Tal     Fine          3  1  1  0   75.0\n\
         Fine    Morphy        1  0  0  1    0.0\n\
         Tal     Morphy        1  0  0  1    0.0\n"
    );
}

#[test]
fn parts_add_up_to_the_whole() {
    let book = Book::lichess();
    let by = |games: &[&str]| {
        let fields = ["year", "result"].map(|name| Field::read(name).unwrap());
        let task = GatherStats::new(Book::lichess(), ALL).by(fields.to_vec());
        (task.of_text(games.join("\n").as_bytes()), fields)
    };
    let (whole, fields) = by(GAMES);
    for cut in 0..=GAMES.len() {
        let (mut sum, _) = by(&GAMES[..cut]);
        sum.add(by(&GAMES[cut..]).0);
        for subject in ALL {
            assert_eq!(
                text(&sum.table(*subject, &book)),
                text(&whole.table(*subject, &book)),
                "{cut} {subject:?}"
            );
        }
        assert_eq!(text(&sum.by(&fields)), text(&whole.by(&fields)));
        assert_eq!(sum.screen(&book), whole.screen(&book));
    }
    let rows: Vec<String> = text(&whole.by(&fields))
        .lines()
        .map(|line| line.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        rows,
        ["year result games", "1960 1-0 1", "1961 1/2-1/2 1", "1962 * 1", "1962 1-0 2", "- 0-1 1"]
    );
}

#[test]
fn order_limit_and_few_games() {
    let book = Book::lichess();
    let mut table = gather(GAMES, ALL).table(Subject::Players, &book);
    let unknown = table.order_by("elos").unwrap_err();
    assert!(unknown.to_string().starts_with("`elos` is none of player, games, wins,"), "{unknown}");
    let names = |table: &Table| {
        let text = text(table);
        text.lines().skip(1).map(|line| line.split("  ").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    table.order_by("score").unwrap();
    assert_eq!(names(&table)[..3], ["Morphy", "Tal", "Fine"]);
    table.order_by("performance").unwrap();
    assert_eq!(names(&table)[..3], ["Tal", "Fine", "Morphy"]);
    table.min_games(4);
    table.limit(1);
    assert_eq!(
        names(&table),
        ["Tal", "… 1 game in which a player has no name; 1 with fewer than 4 games; 1 more"]
    );
}

#[test]
fn names_are_only_text() {
    let book = Book::lichess();
    let name = format!("<b>&\u{1b}[31m\u{202e},{}", "x".repeat(100_000));
    let game = format!("[White \"{name}\"]\n[Black \"a\\\"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
    let stats = gather(&[&game], ALL);
    for subject in [Subject::Players, Subject::Opponents] {
        let table = stats.table(subject, &book);
        let shown = text(&table);
        assert!(
            shown.chars().all(|c| c == '\n' || !c.is_control()) && !shown.contains('\u{202e}'),
            "{shown:?}"
        );
        assert!(shown.lines().all(|line| line.chars().count() < 200), "{shown}");
        let mut csv = String::new();
        table.append(ListForm::Csv, &mut csv);
        assert!(csv.contains(&format!("\"{name}\"")) && csv.contains("\"a\"\"b\""));
        let mut json = String::new();
        table.append(ListForm::Json, &mut json);
        let row: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert!([&row["player"], &row["opponent"]].iter().any(|found| found.as_str() == Some(&*name)));
        let svg = table.plot().unwrap();
        assert!(
            svg.contains("&lt;b&gt;&amp;\u{241b}[31m") && !svg.contains("<b>") && !svg.contains('\u{1b}'),
            "{svg}"
        );
        assert!(svg.len() < 20_000);
    }
    assert!(stats.screen(&book).lines().all(|line| line.chars().count() < 120));
}

#[test]
fn nothing_and_numbers_that_are_none() {
    let book = Book::lichess();
    let stats = gather(&[], ALL);
    assert_eq!(stats.screen(&book), "0 games\n");
    for subject in ALL {
        let table = stats.table(*subject, &book);
        assert!(table.plot().is_none(), "{subject:?}");
    }
    let game = "[WhiteElo \"99999\"]\n[BlackElo \"-1\"]\n[Date \"99999.99.99\"]\n[Round \"9999999999999999999999\"]\n\n*\n";
    let stats = gather(&[game], ALL);
    assert!(
        stats.screen(&book).starts_with(
            "1 game\nnot known: result in 1, year in 1, rating of both players in 1, name of a player in 1\n"
        ),
        "{}",
        stats.screen(&book)
    );
}

/// Numbers of any size, in bars that are as many as can be seen.
#[test]
fn bars_of_many_numbers() {
    let field = Field::read("white_fide_id").unwrap();
    let strings = |numbers: Vec<u64>| numbers.iter().map(u64::to_string).collect::<Vec<_>>();
    for (ids, bars, expected) in [
        (strings(vec![5, 7]), 2, &["5: White won 1", "7: White won 1"][..]),
        // 700 to 2799 in tens.
        (strings((700..2800).step_by(7).collect()), 210, &["700-709: White won 2", "2790-2799: White won 1"]),
        // A few are names.
        (strings(vec![705, 709, 2791]), 3, &["705: White won 1", "2791: White won 1"]),
        (strings(vec![1, u64::MAX]), 2, &["1: White won 1", "18446744073709551615: White won 1"]),
        (strings((0..41).map(|at| at * (u64::MAX / 41)).collect()), 41, &["White won 1"]),
    ] {
        let game = |id: &String| format!("[WhiteFideId \"{id}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
        let games: String = ids.iter().map(game).collect();
        let stats = GatherStats::new(Book::lichess(), &[]).by(vec![field.clone()]).of_text(games.as_bytes());
        let svg = stats.by(std::slice::from_ref(&field)).plot().unwrap();
        for bar in expected {
            assert!(svg.contains(bar), "{bar}: {svg}");
        }
        assert_eq!(svg.matches("<g>").count(), bars, "{expected:?}");
        assert!(svg.len() < 100_000);
    }
}

/// The same counted by the documents, game by game.
#[test]
fn a_naive_count_agrees() {
    let book = Book::lichess();
    for name in ["games.pgn", "clocks.pgn"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
        let text = std::fs::read(path).unwrap();
        let stats = GatherStats::new(book.clone(), ALL).of_text(&text);
        let (mut players, mut years) =
            (BTreeMap::<String, [u64; 4]>::new(), BTreeMap::<String, [u64; 4]>::new());
        let mut moves = 0;
        for parsed in pgnkit::parse_games(&text) {
            let game = parsed.game;
            // Won, drawn, lost, open, for White.
            let result = match game.result().as_str() {
                "1-0" => 0,
                "1/2-1/2" => 1,
                "0-1" => 2,
                _ => 3,
            };
            let tag = |name: &str| game.tag(name).unwrap_or_default().to_owned();
            players.entry(tag("White")).or_default()[result] += 1;
            players.entry(tag("Black")).or_default()[[2, 1, 0, 3][result]] += 1;
            years.entry(tag("Date")[..4].to_owned()).or_default()[result] += 1;
            moves += game.mainline().count().div_ceil(2);
        }
        let rows = |subject: Subject, names: [&str; 5]| {
            let mut csv = String::new();
            stats.table(subject, &book).append(ListForm::Csv, &mut csv);
            let mut reader = csv.lines();
            let head: Vec<&str> = reader.next().unwrap().split(',').collect();
            let places = names.map(|name| head.iter().position(|head| *head == name).unwrap());
            let row = |line: &str| {
                // A name may have a comma.
                let (key, rest) = match line.strip_prefix('"') {
                    Some(line) => line.split_once("\",").unwrap(),
                    None => line.split_once(',').unwrap(),
                };
                let cells: Vec<&str> = std::iter::once(key).chain(rest.split(',')).collect();
                let count = |at: usize| cells[places[at]].parse().unwrap();
                (cells[places[0]].to_owned(), [count(1), count(2), count(3), count(4)])
            };
            reader.map(row).collect::<BTreeMap<String, [u64; 4]>>()
        };
        assert_eq!(rows(Subject::Players, ["player", "wins", "draws", "losses", "open"]), players, "{name}");
        let mut found = rows(Subject::Years, ["year", "white_wins", "draws", "black_wins", "open"]);
        if let Some(unknown) = found.remove("not known") {
            found.insert("????".to_owned(), unknown);
        }
        assert_eq!(found, years, "{name}");
        let average = format!("Moves: {:.1} on average", moves as f64 / stats.games() as f64);
        assert!(stats.screen(&book).contains(&average), "{name}: {average}");
    }
}

/// A game is read into memory after one with clocks, and otherwise only seen as it is read: its counts are the same.
#[test]
fn counts_do_not_depend_on_the_games_around() {
    let annotated = "[White \"X\"]\n\n1. e4 {[%clk 0:01:00]} e5 1-0\n";
    let broken = [
        "1. e4 e5 2. Kx",
        "1. e4 e5 2. Kx Nf3 Nc6 1/2-1/2",
        "1. e4 e5 2. Ke3 Nc6 1/2-1/2",
        "1. e4 word e5 (2. Zz9) 2. Nf3 1/2-1/2",
        "1. Zz9 *",
        "##words\n[White \"A\"]\n\n1. e4 *",
        "##words\n[White \"A\"]\n\n*",
        "[White \"A\"]\n##words\n[Black \"B\"]\n\n1. e4 (1. d4 word) 1-0",
        "[Variant \"nobody's\"]\n\n1. e4 word P7f 1-0",
        "[Variant \"nobody's\"]\n\n1. e4 word",
    ];
    for game in GAMES.iter().chain(&broken) {
        let shown = |games: &[&str]| {
            let stats = gather(games, ALL);
            let tables = ALL.iter().map(|subject| text(&stats.table(*subject, &Book::lichess())));
            tables.collect::<Vec<_>>()
        };
        let game = format!("{game}\n");
        assert_eq!(shown(&[annotated, &game]), shown(&[&game, annotated]), "{game}");
    }
}
