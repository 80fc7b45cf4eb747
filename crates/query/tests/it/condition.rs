//! Conditions: what they are true of, and what is said of wrong ones.

use pgnkit::Game;
use pgnkit::syntax::Ignore;
use pgnkit_query::condition::{Condition, Tester};
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

/// Text that programs put into comments is no comment.
#[test]
fn comments_are_words() {
    for (comment, comments, clocks, evals) in [
        ("words", true, false, false),
        ("[%clk 0:01:00]", false, true, false),
        (" [%eval 0.3] [%clk 0:01:00] ", false, true, true),
        ("[%clk 0:01:00] words", true, true, false),
        ("[%c_effect e4;square;e4]", false, false, false),
        ("[%csl Gd4,Xe4]", false, false, false),
        ("+0.31/14 2.1s", false, true, true),
        ("+0.31/14, 2.1s, tl=9.5s, n=88", false, true, true),
        ("+0.61/18 1:36", false, true, true),
        ("+M1/3 0.1s, White mates", true, true, false),
        ("[#]", false, false, false),
        ("#", false, false, false),
        ("#5", true, false, false),
    ] {
        let game: Game = format!("1. e4 {{{comment}}} *").parse().unwrap();
        for (name, expected) in [("comments", comments), ("clocks", clocks), ("evals", evals)] {
            assert_eq!(test(&format!("has('{name}')"), &game), Some(expected), "{comment} {name}");
        }
    }
}

#[test]
fn times_of_berserk_and_in_words() {
    let berserk = "[Site \"https://lichess.org/x\"]\n[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:01:30]} 2. d4 {[%clk 0:02:52]} d6 {[%clk 0:01:27]} *";
    for (text, condition, expected) in [
        (berserk, "position(move_time >= 60)", Some(false)),
        (berserk, "position(move_time = 3)", Some(true)),
        (berserk, "position(move_time = 10)", Some(true)),
        (
            "[TimeControl \"1:30:00+30\"]\n\n1. e4 *",
            "time_control_base = 5400 AND time_control_increment = 30",
            Some(true),
        ),
        (
            "[TimeControl \"15 min + 10 sec\"]\n\n1. e4 *",
            "time_control_base = 900 AND time_control_increment = 10",
            Some(true),
        ),
        ("[TimeControl \"5 0\"]\n\n1. e4 *", "time_control_base = 5", None),
    ] {
        let game: Game = text.parse().unwrap();
        assert_eq!(test(condition, &game), expected, "{text} {condition}");
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
        ("white ~ '^Tal, [A-Z]$'", yes),
        ("white ~ '^tal'", no),
        ("white ~* '^tal'", yes),
        ("white !~ 'Fine|Tal'", no),
        ("white !~* 'fine'", yes),
        ("site ~ 'x'", null),
        ("NOT white ~ 'x' AND lower(white) ~ 't.l'", yes),
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

/// Games for conditions on more than tags: the number of each that is chosen, and of each for which the condition is NULL.
const GAMES: &str = "[White \"Tal, Mihail\"]\n[Black \"Fine, Reuben\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2600\"]\n[TimeControl \"180+2\"]\n[Result \"1-0\"]\n\n\
    1. e4 c5 2. Nf3 {x [%clk 0:03:00]} 1-0\n\n\
    [White \"Kasparov, Garry\"]\n[Black \"Tal, M\"]\n[WhiteElo \"2800\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Qh5 Ke7 $1 (2... Nc6 {[%eval 0.3]}) 3. Qxe5# *\n\n\
    [White \"H\u{fc}bner, Robert\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 c5 2. Ke5 1/2-1/2\n\n\
    [White \"?\"]\n[Black \"Kortschnoj, V\"]\n[FEN \"7k/Q7/8/8/8/8/8/K7 w - - 99 60\"]\n[SetUp \"1\"]\n\n60. Kb1 1/2-1/2\n\n\
    [Variant \"Atomic\"]\n[White \"a\"]\n\n1. Nf3 d5 2. Ne5 h6 3. Nxf7 1-0\n\n\
    [Variant \"Bughouse\"]\n[White \"b\"]\n\n1. e4 d5 2. exd5 P@d6 0-1\n\n\
    [White \"c\"]\n[Result \"*\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n";

const CHOSEN: &[(&str, &[usize], &[usize])] = &[
    ("player('Tal')", &[1, 2], &[3, 4, 5, 6, 7]),
    ("NOT player('Tal')", &[], &[3, 4, 5, 6, 7]),
    ("player('Korchnoi')", &[4], &[3, 5, 6, 7]),
    ("opponent_elo('Tal') > 2700", &[2], &[3, 4, 5, 6, 7]),
    ("opponent_elo('Tal') = 2600", &[1], &[3, 4, 5, 6, 7]),
    ("opponent_elo('Kasparov') IS NULL", &[1, 2, 3, 4, 5, 6, 7], &[]),
    ("sounds_like(white, 'kasparof')", &[2], &[4]),
    ("sounds_like(white, 'garry kasparov')", &[2], &[4]),
    ("plain(white) LIKE 'hubner%'", &[3], &[4]),
    ("left(white, 2) = 'Hü'", &[3], &[4]),
    ("elo_min = 2600 AND elo_max = 2700 AND elo_diff = 100", &[1], &[3, 4, 5, 6, 7]),
    ("time_control_base = 180 AND time_control_increment = 2", &[1], &[2, 3, 4, 5, 6, 7]),
    ("variant = 'atomic' OR variant = 'bughouse'", &[5, 6], &[]),
    ("has('comments')", &[1], &[]),
    ("has('comments') OR has('evals')", &[1, 2], &[]),
    ("has('clocks')", &[1], &[]),
    ("has('evals')", &[2], &[]),
    ("has('variations') AND has('nags')", &[2], &[]),
    ("has('setup')", &[4], &[]),
    ("NOT has('setup') AND NOT has('nags')", &[1, 3, 5, 6, 7], &[]),
    ("ends_in('mate')", &[2], &[3, 6]),
    ("NOT ends_in('mate')", &[1, 4, 5, 7], &[3, 6]),
    ("ends_in('stalemate')", &[], &[3, 6]),
    ("ends_in('fifty')", &[4], &[3, 6]),
    ("ends_in('seventyfive') OR ends_in('insufficient') OR ends_in('fivefold')", &[], &[3, 6]),
    ("ends_in('repetition')", &[7], &[3, 6]),
    ("ends_in('variant')", &[5], &[3, 6]),
    ("result = '1-0'", &[1, 5], &[]),
    ("result = '*'", &[7], &[]),
    ("result = '0-1' OR plies = 5", &[2, 5, 6], &[]),
    ("plies = 2 OR plies = 4", &[3, 6], &[]),
    ("reaches('Nf3 c5')", &[3], &[6]),
    ("reaches('1. Nf3 c5 2. e4')", &[1], &[3, 6]),
    (
        "reaches('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1') AND plies < 9",
        &[1, 2, 3, 7],
        &[6],
    ),
    ("reaches('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')", &[1, 2], &[3, 6]),
    ("reaches('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1')", &[], &[3, 6]),
    ("moves('e4 c5')", &[1], &[6]),
    ("moves('1. e4 * 2. Nf3|Qh5')", &[1, 2], &[6]),
    ("moves('!e4 * g1f3|Ng1')", &[7], &[3, 6]),
    ("moves('Nf3 c5 e4', any_order => false)", &[], &[3, 6]),
    ("moves('Nf3 c5 e4', any_order => true)", &[1], &[3, 6]),
    ("moves('* Ng8 Nf3 *', any_order => true)", &[7], &[3, 6]),
    ("pattern('*/*/*/*/*/*/*/*K*')", &[1, 2, 3, 4, 5, 7], &[6]),
    ("pattern('*/*/*/*/4P3/*/*/*')", &[1, 2], &[3, 6]),
    ("pattern('*/*/*/*/3P4/*/*/*', either_color => true)", &[5], &[3, 6]),
    ("pattern('*/*/*/*/3P4/*/*/*', either_color => true, mirrored => true)", &[1, 2, 5], &[3, 6]),
    ("material('Q k', stable => 1)", &[4], &[3, 6]),
    ("material('Q k')", &[4], &[3, 6]),
    ("material('Q k', stable => 2)", &[], &[3, 6]),
    ("material('k Q', stable => 0, either_color => true)", &[4], &[3, 6]),
    ("material('QR2L4P8 QR2B2N2P7', stable => 0)", &[2], &[3, 6]),
    ("white = 'c' OR reaches('e4 e5')", &[2, 7], &[3, 4, 6]),
    ("movetext LIKE '%Ke7%' AND reaches('e4 e5')", &[2], &[]),
];

fn games() -> Vec<Game> {
    pgnkit::parse_games(GAMES.as_bytes()).map(|parsed| parsed.game).collect()
}

#[test]
fn functions_ask_for_more_than_tags() {
    let games = games();
    assert_eq!(games.len(), 7);
    for (condition, chosen, unknown) in CHOSEN {
        let found: Vec<Option<bool>> = games.iter().map(|game| test(condition, game)).collect();
        let numbers = |value| {
            let found = found.iter().zip(1..).filter(|(found, _)| **found == value);
            found.map(|(_, number)| number).collect::<Vec<usize>>()
        };
        assert_eq!((numbers(Some(true)), numbers(None)), (chosen.to_vec(), unknown.to_vec()), "{condition}");
        let condition: Condition = condition.parse().unwrap();
        let holding: Vec<bool> = games.iter().map(|game| condition.holds(game)).collect();
        assert_eq!(holding, found.iter().map(|value| *value == Some(true)).collect::<Vec<_>>());
    }
}

/// While it is read, and whether or not it is read to its end, a game is chosen as it is in memory.
#[test]
fn games_are_chosen_alike_while_they_are_read() {
    for (condition, chosen, _) in CHOSEN.iter().filter(|(condition, ..)| !condition.contains("result")) {
        let condition: Condition = condition.parse().unwrap();
        for reads_on in [false, true] {
            let mut tester = Tester::new(&condition).reading_on(reads_on);
            let mut replayer = pgnkit::Replayer::new(GAMES.as_bytes());
            let mut number = 0;
            while replayer.read_game(&mut tester, &mut Ignore).is_some() {
                number += 1;
                let expected = (!condition.needs_games()).then_some(chosen.contains(&number));
                let verdict = tester.verdict();
                assert!(
                    verdict == expected || (verdict == Some(false) && expected.is_none()),
                    "{condition:?} {number}"
                );
            }
            assert_eq!(number, 7);
        }
    }
}

#[test]
fn what_is_wrong_with_a_function_is_shown_at_its_word() {
    for (condition, message, words) in [
        ("player = 3", "expected a column or a tag, found the function player('name')", "player"),
        ("player('Tal') = 3", "expected a value, found player, which is a condition by itself", ""),
        ("player(white)", "expected 'name' in single quotes in player, found white", "white"),
        ("player('?')", "expected a name, as 'Tal'", "'?'"),
        (
            "has('clock')",
            "expected one of comments, variations, nags, clocks, evals, setup, found clock; is it clocks?",
            "'clock'",
        ),
        ("ends_in('x')", "expected one of mate, stalemate", "'x'"),
        ("reaches('e4 e4')", "expected moves or a FEN: expected a legal move, found `e4`", "'e4 e4'"),
        ("reaches('8/8/8 w')", "expected a position in FEN", "'8/8/8 w'"),
        ("reaches('')", "expected moves or a FEN", "''"),
        ("sounds_like(plies, 'x')", "expected text in sounds_like, found a number", "plies"),
        ("sounds_like(white)", "expected 2 arguments for sounds_like, found 1", "sounds_like"),
        ("moves('e4 e4')", "expected a legal move, found e4 after the moves before it", "'e4 e4'"),
        ("moves('e4', any => true)", "expected any_order before => in moves, found any", "moves"),
        ("moves('e4', any_order => 1)", "expected true or false after any_order =>, found 1", "1"),
        ("player('Tal', x => 1)", "expected nothing before => in player, found x", "player"),
        ("pattern('8')", "expected eight ranks", "'8'"),
        ("material('Q')", "expected the pieces of both sides", "'Q'"),
        ("material('Q k', stable => 'x')", "expected a number after stable =>, found 'x'", "'x'"),
        ("opponent_elo('Tal')", "expected a condition, as opponent_elo('Tal') > 0", ""),
        ("players('Tal')", "expected a function, found players; is it player?", "players"),
    ] {
        let error = condition.parse::<Condition>().unwrap_err();
        assert!(error.message.starts_with(message), "{condition}: {error}");
        if !words.is_empty() {
            assert_eq!(&condition[error.span.clone()], words, "{error}");
        }
    }
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
        ("white ~ '(a'", "expected a regular expression: unclosed group", "'(a'"),
        ("white ~ black", "expected a regular expression in single quotes, as '^Tal'", "black"),
        ("plies ~ '1'", "expected text before ~, found a number", "plies"),
        ("white LIKE black", "expected a pattern in single quotes, as 'Tal%'", "black"),
        ("white + 1 = 2", "expected a number, found the text white; number(white) is one", "white"),
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
                "(", ")", "LIKE", "IN", "BETWEEN", "IS", "lower", ",", "-", "\u{e9}", "\n", "CASE", "1e9", "*", "::", "ESCAPE", "~",
                "reaches('e4')", "material('Q k', stable", "=>", "player", "has('nags')",
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
