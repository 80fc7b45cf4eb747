//! Crosstables: who is counted, in which order, and what a table shows of it.

use pgnkit_collections::ListForm;
use pgnkit_collections::stats::crosstable::{Events, GatherEvents, Layout};
use pgnkit_query::fields::Field;

/// Tags and values; the result is the last.
fn game(event: &str, round: &str, white: &str, black: &str, result: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{result}\n\n"
    )
}

fn games(event: &str, games: &[[&str; 4]]) -> String {
    games.iter().map(|[round, white, black, result]| game(event, round, white, black, result)).collect()
}

fn gather(text: &str) -> Events {
    GatherEvents::new().of_text(text.as_bytes())
}

/// The tables with their titles.
fn tables(events: &Events, layout: Option<Layout>, form: ListForm) -> String {
    let mut text = String::new();
    events
        .each(|event| {
            let table = event.table(layout);
            if form == ListForm::Text {
                text.push_str(&format!("{}\n", table.title));
            }
            table.append(form, &mut text);
            Ok::<(), ()>(())
        })
        .unwrap();
    text
}

fn shown(text: &str) -> String {
    tables(&gather(text), None, ListForm::Text)
}

/// Points 1½, 1½, 1, 0 of four; Sonneborn-Berger by hand: Tal 1 × 1 + ½ × 1½, Keres ½ × 1½ + 1 × 0, Fine 1 × 0.
#[test]
fn a_round_robin() {
    let text = games(
        "Riga",
        &[
            ["1", "Tal", "Fine", "1-0"],
            ["1", "Keres", "Szabo", "1-0"],
            ["2", "Keres", "Tal", "1/2-1/2"],
            ["2", "Szabo", "Fine", "0-1"],
            ["3", "Fine", "Keres", "*"],
        ],
    );
    assert_eq!(
        shown(&text),
        "Riga: 4 players, 5 games, 3 rounds\n\
         #  player  1  2  3  4  games  points    SB\n\
         1  Tal     ■  ½  1  -      2     1.5  1.75\n\
         2  Keres   ½  ■  *  1      3     1.5  0.75\n\
         3  Fine    0  *  ■  1      3     1.0  0.00\n\
         4  Szabo   -  0  0  ■      2     0.0  0.00\n\
         … 1 game without a result; 1 pair has not met\n"
    );
    // The same round by round.
    assert_eq!(
        tables(&gather(&text), Some(Layout::Swiss), ListForm::Text),
        "Riga: 4 players, 5 games, 3 rounds\n\
         #  player  1    2    3    games  points  Buchholz    SB\n\
         1  Tal     3w1  2b½  -        2     1.5       2.5  1.75\n\
         2  Keres   4w1  1w½  3b*      3     1.5       1.5  0.75\n\
         3  Fine    1b0  4b1  2w*      3     1.0       1.5  0.00\n\
         4  Szabo   2b0  3w0  -        2     0.0       2.5  0.00\n\
         … 1 game without a result\n"
    );
}

#[test]
fn a_double_round_robin_and_a_match() {
    let text = games(
        "A",
        &[
            // Not in the order of their rounds.
            ["10", "x", "y", "0-1"],
            ["9", "y", "x", "1/2-1/2"],
            ["1", "x", "z", "1-0"],
            ["2", "z", "x", "1/2-1/2"],
            ["3", "y", "z", "1-0"],
            ["4", "z", "y", "1-0"],
        ],
    );
    assert_eq!(
        shown(&text),
        "A: 3 players, 6 games, 6 rounds\n\
         #  player  1   2   3   points    SB\n\
         1  y       ■   ½1  10     2.5  4.50\n\
         2  x       ½0  ■   1½     2.0  3.50\n\
         3  z       01  0½  ■      1.5  3.50\n"
    );
    let long = (0..150).map(|at| game("M", &at.to_string(), "a", "b", "1/2-1/2")).collect::<String>();
    let halves = "½".repeat(150);
    assert!(shown(&long).contains(&halves) && tables(&gather(&long), None, ListForm::Json).contains(&halves));
}

#[test]
fn a_swiss_with_byes_and_missing_games() {
    let mut pairs = Vec::new();
    let names: Vec<String> = (0..10).map(|at| format!("p{at}")).collect();
    for at in (0..10).step_by(2) {
        pairs.push(["1.1", &names[at], &names[at + 1], "1-0"]);
    }
    pairs.extend([
        ["2.1", "p0", "p2", "1-0"],
        ["2.2", "p6", "p4", "1/2-1/2"],
        ["2.3", "p8", "BYE", "1-0"],
        ["02.4", "bye", "p1", "1/2-1/2"],
        ["?", "p3", "p5", "0-1"],
    ]);
    let text = games("Open", &pairs);
    // p8 beat p9 and had a bye; p9 lost to p8 alone. p0: 1 × 1 (p2) + 1 × ½ (p1).
    assert_eq!(
        shown(&text),
        "Open: 10 players, 10 games, 2 rounds\n\
         \x20#  player  1     2     ?    games  points  Buchholz    SB\n\
         \x201  p0      7w1   5w1   -        2     2.0       1.5  1.50\n\
         \x202  p8      9w1   bye1  -        1     2.0       0.0  0.00\n\
         \x203  p4      6w1   4b½   -        2     1.5       2.5  1.75\n\
         \x204  p6      10w1  3w½   -        2     1.5       1.5  0.75\n\
         \x205  p2      8w1   1b0   -        2     1.0       2.0  0.00\n\
         \x206  p5      3b0   -     8b1      2     1.0       1.5  0.00\n\
         \x207  p1      1b0   bye½  -        1     0.5       2.0  0.00\n\
         \x208  p3      5b0   -     6w0      2     0.0       2.0  0.00\n\
         \x209  p9      2b0   -     -        1     0.0       2.0  0.00\n\
         10  p7      4b0   -     -        1     0.0       1.5  0.00\n"
    );
}

#[test]
fn teams() {
    let game = |round: &str, teams: [&str; 2], names: [&str; 2], result: &str| {
        let tags = format!("[WhiteTeam \"{}\"]\n[BlackTeam \"{}\"]\n", teams[0], teams[1]);
        tags + &game("League", round, names[0], names[1], result)
    };
    let text = [
        game("1.1", ["A", "B"], ["a1", "b1"], "1-0"),
        game("1.2", ["B", "A"], ["b2", "a2"], "1/2-1/2"),
        game("2.1", ["A", "C"], ["a1", "c1"], "0-1"),
        game("2.2", ["C", "A"], ["c2", "a2"], "0-1"),
        game("3.1", ["B", "C"], ["b1", "c1"], "0-1"),
        game("3.2", ["C", "B"], ["c2", "b2"], "*"),
    ]
    .concat();
    assert_eq!(
        shown(&text),
        "League: 3 teams, 6 games, 3 rounds\n\
         #  team  1  2   3   +  =  -  MP   BP\n\
         1  A     ■  1   1½  1  1  0   3  2.5\n\
         2  C     1  ■   1*  0  1  0   1  2.0\n\
         3  B     ½  0*  ■   0  0  1   0  0.5\n\
         … 1 match without a result\n"
    );
    let rounds = tables(&gather(&text), Some(Layout::Swiss), ListForm::Text);
    assert!(rounds.starts_with("League: 6 players, 6 games, 3 rounds\n"), "{rounds}");
    // Clubs of players who do not meet as teams.
    let alone: String =
        ["1", "2", "3"].iter().map(|round| game(round, ["A", "B"], ["x", "y"], "1-0")).collect();
    assert!(shown(&alone).starts_with("League: 2 players, 3 games"), "{}", shown(&alone));
    assert!(tables(&gather(&alone), Some(Layout::Teams), ListForm::Text).starts_with("League: 2 teams"));
}

#[test]
fn events_are_told_apart() {
    let at = |site: &str, date: &str, event_date: &str| {
        format!(
            "[Site \"{site}\"]\n[Date \"{date}\"]\n[EventDate \"{event_date}\"]\n{}",
            game("Open", "1", "a", "b", "1-0")
        )
    };
    let titles = |games: &[String]| {
        let mut titles = Vec::new();
        gather(&games.concat())
            .each(|event| {
                titles.push(format!("{} {}", event.title(), event.games()));
                Ok::<(), ()>(())
            })
            .unwrap();
        titles
    };
    for (games, expected) in [
        // Months between them.
        (
            vec![at("Biel", "1990.07.01", "?"), at("Biel", "1991.07.01", "?"), at("Biel", "1990.07.10", "?")],
            &["Open, Biel, 1990.07.01-1990.07.10 2", "Open, Biel, 1991.07.01 1"][..],
        ),
        (
            vec![
                at("?", "1990.12.20", "?"),
                at("?", "1991.01.03", "?"),
                at("?", "1991.??.??", "?"),
                at("?", "????.??.??", "?"),
            ],
            &["Open, 1990.12.20-1991.01.03 4"],
        ),
        // A year alone is that of the only event of that year; without a date all are one.
        (
            vec![
                at("?", "1990.??.??", "?"),
                at("?", "1991.??.??", "?"),
                at("?", "?", "?"),
                at("?", "1990.05.??", "?"),
            ],
            &["Open, 1990-1990.05 2", "Open, 1991 1", "Open 1"],
        ),
        // The tag says it.
        (
            vec![
                at("?", "1990.05.01", "1990.05.01"),
                at("?", "1990.05.08", "1990.05.08"),
                at("?", "1991.05.09", "1990.05.08"),
            ],
            &["Open, 1990.05.01 1", "Open, 1990.05.08-1991.05.09 2"],
        ),
        // A site of a game is none of an event.
        (
            vec![
                at("https://lichess.org/a", "?", "?"),
                at("https://lichess.org/b", "?", "?"),
                at("Riga", "?", "?"),
            ],
            &["Open 2", "Open, Riga 1"],
        ),
    ] {
        assert_eq!(titles(&games), expected);
    }
    let by = GatherEvents::new().by(vec![Field::read("year").unwrap()]);
    let games = [at("a", "1990.01.01", "?"), at("b", "1990.12.31", "?"), at("b", "?", "?")].concat();
    let csv = tables(&by.of_text(games.as_bytes()), None, ListForm::Csv);
    let events: Vec<&str> = csv.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(events, ["event", "1990", "1990", "event", "?", "?"]);
}

#[test]
fn parts_add_up_to_the_whole() {
    let parts: Vec<String> = (0..12)
        .map(|at| {
            let name = |seed: usize| format!("n{}", (at * 7 + seed * 5) % 4);
            game(
                ["A", "B"][at % 2],
                &(at / 2).to_string(),
                &name(0),
                &name(1),
                ["1-0", "0-1", "1/2-1/2"][at % 3],
            )
        })
        .collect();
    let whole = shown(&parts.concat());
    for cut in 0..=parts.len() {
        let mut sum = gather(&parts[..cut].concat());
        sum.add(&gather(&parts[cut..].concat()));
        assert_eq!(tables(&sum, None, ListForm::Text), whole, "{cut}");
        assert_eq!(sum.games(), 12);
    }
    let json = tables(&gather(&parts.concat()), None, ListForm::Json);
    let row: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(
        (row["table"].as_str(), row["event"].as_str(), row["rank"].as_u64()),
        (Some("crosstable"), Some("A"), Some(1))
    );
}

#[test]
fn games_that_say_little_and_names_that_say_too_much() {
    assert_eq!(shown(""), "");
    let text =
        [game("?", "-", "?", "b", "1-0"), game("", "x", "a", "a", "*"), game("?", "?", "a", "b", "0-1")]
            .concat();
    assert_eq!(
        shown(&text),
        "?: 2 players, 3 games\n\
         #  player  1  2  points    SB\n\
         1  b       ■  1     1.0  0.00\n\
         2  a       0  ■     0.0  0.00\n\
         … 1 game without the name of a player; 1 game of a player against the same name\n"
    );
    let twice = [game("E", "1", "a", "b", "1-0"), game("E", "1", "a", "b", "1-0")].concat();
    assert!(
        shown(&twice).contains("1 game has the round and the colours of another: pgn dedup finds copies")
    );
    let name = format!("\u{1b}[31m\u{202e}{}", "x".repeat(100_000));
    let round = "9".repeat(100_000);
    let text =
        [game(&name, &round, &name, "b", "1-0"), game(&name, &format!("1.{round}"), "b", &name, "1-0")]
            .concat();
    let table = shown(&text) + &tables(&gather(&text), Some(Layout::Swiss), ListForm::Text);
    assert!(table.chars().all(|c| c == '\n' || !c.is_control()) && !table.contains('\u{202e}'), "{table:?}");
    assert!(table.lines().all(|line| line.chars().count() < 200), "{table}");
    // A new player and a new round with every game: a table would have as many cells as the square of the games.
    let many: String = (0..3_000)
        .map(|at| game("E", &at.to_string(), &format!("w{at}"), &format!("b{at}"), "1-0"))
        .collect();
    let table = tables(&gather(&many), None, ListForm::Text);
    assert!(
        table.len() < 1_000_000 && table.contains("3000 rounds, too many to be shown"),
        "{}",
        table.len()
    );
    let table = tables(&gather(&many), Some(Layout::RoundRobin), ListForm::Text);
    assert!(table.len() < 1_000_000, "{}", table.len());
}

/// The limit of the command counts on it.
#[test]
fn memory_is_that_of_the_games_and_of_the_largest_event() {
    let of = |events: usize| {
        let games: String = (0..1_000)
            .map(|at| game(&format!("E{}", at % events), "1", &format!("w{at}"), &format!("b{at}"), "1-0"))
            .collect();
        gather(&games).memory()
    };
    let (one, many) = (of(1), of(1_000));
    assert!(one > 2_300_000 && many < 700_000, "{one} {many}");
}
