//! Conditions: what they are true of, and what is said of wrong ones.

use pgnkit::Game;
use pgnkit_archive::condition::Condition;
use proptest::prelude::*;

const GAME: &str = "[Event \"Riga\"]\n[Site \"?\"]\n[Date \"1992.11.22\"]\n[EventDate \"1992.??.??\"]\n[Round \"3.10\"]\n\
    [White \"Tal, M\"]\n[Black \"-\"]\n[Result \"1-0\"]\n[Annotator \"O'Neill\"]\n[BlackElo \"?\"]\n[ECO \"C20\"]\n\
    [WhiteElo \"2700\"]\n\n1. e4 e5 {x} 2. Nf3 1-0\n";

fn test(condition: &str, game: &Game) -> Option<bool> {
    match condition.parse::<Condition>() {
        Ok(condition) => condition.test(game),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn conditions_are_true_false_or_neither() {
    let game: Game = GAME.parse().unwrap();
    let (yes, no, null) = (Some(true), Some(false), None);
    for (condition, expected) in [
        ("white = 'Tal, M'", yes),
        ("White = 'Tal, M'", yes),
        ("white = 'tal, m'", no),
        ("white <> 'Tal, M'", no),
        ("white != 'Fine'", yes),
        ("white < 'Tb' AND white >= 'Ta'", yes),
        ("'Ta' <= white", yes),
        ("Annotator = 'O''Neill'", yes),
        ("\"Annotator\" LIKE 'O_N%'", yes),
        ("white ILIKE 'TAL%'", yes),
        ("white NOT ILIKE 'TAL%'", no),
        ("white LIKE 'TAL%'", no),
        ("white LIKE 'Tal!, M' ESCAPE '!'", yes),
        ("\"WhiteElo\" LIKE '2_00'", yes),
        ("\"WhiteElo\" = '2700'", yes),
        ("whiteelo > 2600", yes),
        ("WhiteElo BETWEEN 2700 AND 2700", yes),
        ("whiteelo NOT BETWEEN 1 AND 2", yes),
        ("whiteelo IN (1, 2700)", yes),
        ("whiteelo NOT IN (1, 2)", yes),
        ("2600 < whiteelo", yes),
        ("year = 1992 AND month = 11 AND day = 22", yes),
        ("plies = 3", yes),
        ("result = '1-0' AND eco >= 'C20' AND eco < 'C3'", yes),
        ("movetext LIKE '%{x}%'", yes),
        ("round = '3.10'", yes),
        ("round = '3.010'", yes),
        ("round > 3 AND round > '3.9' AND round < 4", yes),
        ("lower(white) = 'tal, m' AND UPPER(White) LIKE 'TAL%' AND length(eco) = 3", yes),
        ("white = Event", no),
        ("TRUE", yes),
        ("FALSE OR NULL", null),
        // What is not known.
        ("site = '?'", null),
        ("site <> 'x'", null),
        ("NOT site = 'x'", null),
        ("site IS NULL AND black IS NULL AND Nothing IS NULL AND blackelo IS NULL", yes),
        ("site IS NOT NULL", no),
        ("blackelo > 1 OR white = 'Tal, M'", yes),
        ("blackelo > 1 AND white = 'Fine'", no),
        ("blackelo > 1 AND white = 'Tal, M'", null),
        ("NOT (blackelo > 1 OR white = 'Fine')", null),
        ("white IN ('Fine', lower(site))", null),
        ("white IN ('Tal, M', site)", yes),
        ("white = lower(site)", null),
        // Dates.
        ("date = '1992.11.22'", yes),
        ("date = '1992-11-22'", yes),
        ("date = '1992.11'", yes),
        ("date = '1992'", yes),
        ("date <> '1992'", no),
        ("date > '1992'", no),
        ("date >= '1992'", yes),
        ("date < '1992.12'", yes),
        ("date <= '1992.11'", yes),
        ("date > '1992.11.21'", yes),
        ("date BETWEEN '1992.11' AND '1992.11'", yes),
        ("date BETWEEN '1990' AND '1991'", no),
        ("eventdate = '1992'", yes),
        ("eventdate = '1992.11'", null),
        ("eventdate = '1993'", no),
        ("eventdate < '1993'", yes),
        ("eventdate < '1992.06'", null),
        ("eventdate <= date", null),
        ("eventdate < '1992'", no),
        ("eventdate >= '1992'", yes),
        ("eventdate > '1991.12.31'", yes),
    ] {
        assert_eq!(test(condition, &game), expected, "{condition}");
    }
    let empty = Game::new();
    for condition in ["date = '1992'", "white = 'x'", "whiteelo > 1", "round = 1", "eco LIKE '%'"] {
        assert_eq!(test(condition, &empty), None, "{condition}");
    }
    assert_eq!(test("plies = 0 AND result = '*'", &empty), Some(true));
}

#[test]
fn what_is_wrong_is_shown_at_its_word() {
    for (condition, message, words) in [
        ("withe = 'Tal'", "expected a column or a tag, found withe; is it white?", "withe"),
        ("xyz = 'Tal'", "expected a column or a tag, found xyz; tags begin with an upper-case letter", "xyz"),
        ("white = Tal", "expected", ""),
        ("white =", "expected an expression, found the end", ""),
        ("white = 'x' date", "expected AND, OR or the end, found date", "date"),
        ("white = 'x", "Unterminated string literal", "'"),
        ("plies", "expected a condition, as plies > 0, found only plies", "plies"),
        ("'x'", "expected a condition, found only the value 'x'", "'x'"),
        (
            "date = '1992.13.45.1'",
            "expected a date, as '1992.11.22', '1992.11' or '1992', found '1992.13.45.1'",
            "'1992.13.45.1'",
        ),
        ("date > 1992", "expected a date, as '1992.11.22', '1992.11' or '1992', found 1992", "1992"),
        ("whiteelo > '2500'", "expected a number without quotes, found '2500'", "'2500'"),
        ("white = 5", "expected text in single quotes, found 5", "5"),
        ("round = 'x'", "expected a round, as 3 or '3.1', found 'x'", "'x'"),
        ("white = plies", "expected text, as white is, found a number", "plies"),
        ("white = NULL", "expected a value, found NULL, which equals nothing; use IS NULL", "NULL"),
        ("date LIKE '1992%'", "expected text before LIKE, found a date", "date"),
        ("white LIKE black", "expected a pattern in single quotes, as 'Tal%'", "black"),
        ("whiteelo + 1 = 2", "expected a column, a tag or a value, found whiteelo + 1", "whiteelo + 1"),
        ("lowr(white) = 'x'", "expected a function, found lowr; is it lower?", "lowr"),
        ("lower() = 'x'", "expected 1 argument for lower, found 0", ""),
        ("length(plies) = 1", "expected text in length, found a number", "plies"),
        ("white SOUNDS 'x'", "expected AND, OR or the end, found SOUNDS", "SOUNDS"),
        (
            "EXISTS (SELECT 1)",
            "expected a comparison, found EXISTS (SELECT 1), which conditions do not have",
            "",
        ),
    ] {
        if condition == "white = Tal" {
            // A tag of that name.
            assert!(condition.parse::<Condition>().is_ok());
            continue;
        }
        let error = condition.parse::<Condition>().unwrap_err();
        assert!(error.message.starts_with(message), "{condition}: {error}");
        if !words.is_empty() {
            assert_eq!(&condition[error.span.clone()], words, "{error}");
        }
    }
    let error = "white = 'x'\n  AND blakc = 'x'".parse::<Condition>().unwrap_err();
    assert!(error.to_string().ends_with("\n    AND blakc = 'x'\n        ^^^^^"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn nothing_panics(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "white", "date", "plies", "Round", "\"x", "\"A\"", "'1992'", "'x'", "'", "5", "NULL", "=", "<", "AND", "OR", "NOT",
                "(", ")", "LIKE", "IN", "BETWEEN", "IS", "lower", ",", "-", "\u{e9}", "\n", "CASE", "1e9", "*", "::", "ESCAPE",
            ]),
            0..12,
        ),
    ) {
        let text = words.join(" ");
        match text.parse::<Condition>() {
            Ok(condition) => drop(condition.test(&GAME.parse::<Game>().unwrap())),
            Err(error) => drop(error.to_string()),
        }
    }
}

#[test]
fn long_conditions_are_read_or_refused() {
    let chain = vec!["plies = 1"; 1000].join(" OR ");
    assert_eq!(test(&chain, &Game::new()), Some(false));
    assert!(vec!["plies = 1"; 4000].join(" OR ").parse::<Condition>().is_err());
    for text in
        ["(".repeat(10_000), "NOT ".repeat(4000), "-".repeat(16_000), format!("{}1=1", "NOT ".repeat(30))]
    {
        let _ = text.parse::<Condition>();
    }
}
