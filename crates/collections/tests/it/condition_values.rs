//! Values of tags as conditions take them: blanks, ratings, dates, markers; and places of what is found.

use pgnkit::Game;
use pgnkit::syntax::Ignore;
use pgnkit_archive::Title;
use pgnkit_collections::edit::{EditGames, Mark, MarkPlaces};
use pgnkit_query::condition::{Condition, Expression, Tester, Themes};
use pgnkit_query::fields::{COLUMNS, Field};

fn test(condition: &str, game: &Game) -> Option<bool> {
    condition.parse::<Condition>().unwrap_or_else(|error| panic!("{error}")).test(game)
}

const TAGS: &[(&str, &str)] = &[
    ("Event", "Riga"),
    ("Site", "Riga LAT"),
    ("Date", "1992.11.22"),
    ("Round", "3.1"),
    ("White", "Tal, Mihail"),
    ("Black", "Fine"),
    ("ECO", "B20"),
    ("EventDate", "1992.11.??"),
    ("Opening", "Sicilian"),
    ("WhiteElo", "2700"),
    ("BlackElo", "1900"),
    ("WhiteTitle", "GM"),
    ("BlackTitle", "-"),
    ("WhiteFideId", "1"),
    ("BlackFideId", "?"),
    ("Board", "1"),
    ("TimeControl", "180+2"),
    ("Termination", "normal"),
    ("Annotator", "x"),
];

fn padded(before: &str, after: &str) -> Game {
    let tags: String =
        TAGS.iter().map(|(name, value)| format!("[{name} \"{before}{value}{after}\"]\n")).collect();
    format!("{tags}\n1. e4 *\n").parse().unwrap()
}

/// Every column and every tag, so that a new one cannot be forgotten.
#[test]
fn blanks_around_a_value_are_no_part_of_it() {
    let plain = padded("", "");
    for (before, after) in [("", " "), (" ", ""), ("  ", "\u{a0}"), ("\u{3000}", " ")] {
        let padded = padded(before, after);
        for column in COLUMNS.iter().filter(|column| column.name != "movetext") {
            assert_eq!(column.of(&padded), column.of(&plain), "{}", column.name);
            let field = column.name.parse::<Field>().unwrap();
            assert_eq!(field.of(&padded), field.of(&plain), "{}", column.name);
        }
        for (name, value) in TAGS {
            let condition = format!("\"{name}\" = '{value}'");
            let unknown = matches!(*value, "-" | "?");
            assert_eq!(test(&condition, &padded), (!unknown).then_some(true), "{condition}");
        }
        for condition in [
            "round = '3.1' AND eco = 'B20' AND eco IN ('B20') AND white LIKE '%Mihail' AND Annotator = 'x'",
            "length(eco) = 3 AND lower(black) = 'fine' AND white ~ '^Tal, Mihail$' AND left(white, 5) = 'Tal, '",
            "eco = 'B20 ' AND ' B20' = eco AND board = 1 AND eco BETWEEN 'B20' AND 'B20'",
        ] {
            assert_eq!(test(condition, &padded), Some(true), "{condition}");
        }
    }
}

#[test]
fn the_higher_rating_is_that_of_those_known() {
    for (white, black, least, most, difference) in [
        ("2700", "2600", Some(2600), Some(2700), Some(100)),
        ("2800", "?", None, Some(2800), None),
        ("", "2850", None, Some(2850), None),
        ("-", "x", None, None, None),
    ] {
        let game: Game = format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n*").parse().unwrap();
        for (column, expected) in [("elo_min", least), ("elo_max", most), ("elo_diff", difference)] {
            let is = |number: u32| test(&format!("{column} = {number}"), &game);
            match expected {
                Some(number) => assert_eq!(is(number), Some(true), "{column} of {white}, {black}"),
                None => assert_eq!(is(1), None, "{column} of {white}, {black}"),
            }
        }
    }
}

/// The year of a finding's title is that of conditions.
#[test]
fn a_year_that_is_shown_is_one_in_conditions() {
    for (date, year, days) in [
        ("2025.11.", "2025", "2025.11"),
        ("2025..", "2025", "2025"),
        ("2025-11-", "2025", "2025.11"),
        ("2025.11.04.", "2025", "2025.11.04"),
        ("12.03.2024", "2024", "2024"),
        ("Nov 2025", "2025", "2025"),
        ("2025.11.04 ", "2025", "2025.11.04"),
        ("2001-01-02", "2001", "2001.01.02"),
    ] {
        let game: Game = format!("[Date \"{date}\"]\n\n*").parse().unwrap();
        let mut title = Title::default();
        title.date = Some(date.to_owned());
        assert_eq!(title.to_string(), year, "{date}");
        for condition in [format!("year = {year}"), format!("date = '{year}'"), format!("date = '{days}'")] {
            assert_eq!(test(&condition, &game), Some(true), "{condition} of {date}");
        }
    }
    for date in ["????.??.??", "Tuesday", "99999.01.01", "?"] {
        let game: Game = format!("[Date \"{date}\"]\n\n*").parse().unwrap();
        assert_eq!(test("year > 0 OR date > '0001'", &game), None, "{date}");
    }
}

#[test]
fn the_marker_is_a_column_whatever_the_tag_says() {
    let cases = [
        (
            "[Result \"1-0\"]\n\n1. e4 e5 0-1\n",
            "marker = '0-1' AND result = '1-0' AND \"Result\" <> marker",
            Some(true),
        ),
        ("[Result \"1-0\"]\n\n1. e4 e5 1-0\n", "\"Result\" = marker", Some(true)),
        ("[Result \"*\"]\n\n1. e4 e5 1-0\n", "\"Result\" = marker", Some(false)),
        ("[Result \"1-0\"]\n\n1. e4 e5\n", "marker IS NULL", Some(true)),
        ("[Result \"1-0\"]\n\n1. e4 e5\n", "\"Result\" = marker", None),
        ("[Result \"0-1\"]\n\n1. e4 Ke3 1-0\n", "marker = '1-0'", Some(true)),
    ];
    for (text, condition, expected) in cases {
        assert_eq!(
            test(
                condition,
                &text.parse().unwrap_or_else(|_| Game::read(text.as_bytes(), &mut Ignore).unwrap())
            ),
            expected,
            "{condition} of {text}"
        );
        // While it is read, too.
        let condition: Condition = condition.parse().unwrap();
        let mut tester = Tester::new(&condition);
        let mut replayer = pgnkit::Replayer::new(text.as_bytes());
        assert!(replayer.read_game(&mut tester, &mut Ignore).is_some());
        assert_eq!(tester.verdict(), Some(expected == Some(true)), "{text}");
    }
    let mut game = Game::read(b"[Result \"1-0\"]\n\n1. e4 e5 0-1\n", &mut Ignore).unwrap();
    game.set_tag("Result", "1/2-1/2").unwrap();
    assert_eq!(game.marker(), Some(pgnkit::Outcome::Draw));
}

#[test]
fn a_tag_is_there_whatever_its_value() {
    let game: Game = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[X \"\"]\n[Y \"?\"]\n\n1. e4 *".parse().unwrap();
    for (condition, expected) in [
        ("has_tag('SetUp')", true),
        ("has('setup')", false),
        ("has_tag('Y') AND has_tag('X')", true),
        ("has_tag('Setup') OR has_tag('Z')", false),
        ("NOT has_tag('Annotator')", true),
    ] {
        assert_eq!(test(condition, &game), Some(expected), "{condition}");
    }
    assert!("has_tag('Set Up')".parse::<Condition>().is_err());
}

/// By itself, and in one position.
#[test]
fn material_is_the_same_by_itself_and_of_a_position() {
    let game: Game = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Qxd2 e5 5. Qd8+ Kxd8 *".parse().unwrap();
    for material in [
        "QR2L4P8 QR2L4P8",
        "QR2L4P8 QR2L4P7",
        "QR2L4P7 QR2L4P7",
        "QR2L4P6 QR2L4P7",
        "QR2L4P6 R2L4P7",
        "QR2L4P7 R2L4P7",
        "R2L4P6 R2L4P7",
        "RP* RP*",
    ] {
        for options in ["", ", either_color => true", ", stable => 1", ", stable => 3"] {
            let inner = if options.contains("stable") { "" } else { options };
            let outer = if options.contains("stable") { options } else { "" };
            let alone = format!("material('{material}'{options})");
            let of_position = format!("position(material('{material}'{inner}){outer})");
            assert_eq!(test(&alone, &game), test(&of_position, &game), "{alone}, {of_position}");
        }
    }
}

#[test]
fn all_places_are_marked() {
    const REPEATED: &str = "1.Nf3 Nf6 2.Ng1 Ng8 3.Nf3 Nf6 4.Ng1 Ng8 *\n";
    for (condition, text, expected) in [
        ("reaches('Nf3')", REPEATED, "1.Nf3 {x} Nf6 2.Ng1 Ng8 3.Nf3 {x} Nf6 4.Ng1 Ng8 *\n"),
        ("to_square = 'g8'", REPEATED, "1.Nf3 Nf6 2.Ng1 Ng8 {x} 3.Nf3 Nf6 4.Ng1 Ng8 {x} *\n"),
        ("line('Nf3 *')", REPEATED, "1.Nf3 Nf6 {x} 2.Ng1 Ng8 3.Nf3 Nf6 {x} 4.Ng1 Ng8 *\n"),
        ("moves('Nf3 Nf6')", REPEATED, "1.Nf3 Nf6 {x} 2.Ng1 Ng8 3.Nf3 Nf6 4.Ng1 Ng8 *\n"),
        // What stays is marked where it comes.
        ("pieces('Nf3') = 1", REPEATED, "1.Nf3 {x} Nf6 2.Ng1 Ng8 3.Nf3 {x} Nf6 4.Ng1 Ng8 *\n"),
        ("pattern('*/*/*/*/*/*N*/*/*')", REPEATED, "1.Nf3 {x} Nf6 2.Ng1 Ng8 3.Nf3 {x} Nf6 4.Ng1 Ng8 *\n"),
        ("material('QR2L4P8 QR2L4P8')", REPEATED, "{x} 1.Nf3 Nf6 2.Ng1 Ng8 3.Nf3 Nf6 4.Ng1 Ng8 *\n"),
        (
            "sequence(piece = 'N', to_square = 'g1')",
            REPEATED,
            "1.Nf3 Nf6 2.Ng1 {x} Ng8 3.Nf3 Nf6 4.Ng1 {x} Ng8 *\n",
        ),
        // Each move is a place of its own, also beside another one.
        ("is_check", "1.e4 e5 2.Qh5 Nc6 3.Qxf7+ Kxf7 *\n", "1.e4 e5 2.Qh5 Nc6 3.Qxf7+ {x} Kxf7 *\n"),
        ("is_capture", "1.e4 d5 2.exd5 Qxd5 *\n", "1.e4 d5 2.exd5 {x} Qxd5 {x} *\n"),
        ("nag(1)", "1.e4 $1 d5 $1 2.exd5 *\n", "1.e4 $1 {x} d5 $1 {x} 2.exd5 *\n"),
        (
            "position(piece = 'N', variations => true)",
            "1.e4 (1.Nf3 Nf6) e5 2.Nf3 (2.d4 Nc6) *\n",
            "1.e4 (1.Nf3 {x} Nf6 {x}) e5 2.Nf3 {x} (2.d4 Nc6 {x}) *\n",
        ),
        ("is_capture OR moves('d4')", "1.e4 d5 2.exd5 Qxd5 *\n", "1.e4 d5 2.exd5 {x} Qxd5 {x} *\n"),
        ("moves('d4')", "1.e4 d5 2.exd5 Qxd5 *\n", "1.e4 d5 2.exd5 Qxd5 *\n"),
    ] {
        let mark = MarkPlaces::new(condition.parse().unwrap(), Mark::Comment("x".into()));
        let edited = EditGames::new(vec![Box::new(mark)]).edit_text(text.as_bytes());
        assert_eq!(String::from_utf8(edited.fixed.text).unwrap(), expected, "{condition}");
    }
}

/// As Black in the Caro-Kann, lost on time with more than a pawn ahead.
const ON_TIME: &str = "[Black \"Me\"]\n[Result \"1-0\"]\n[ECO \"B12\"]\n[Round \"2.3\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n\
    [WhiteRatingDiff \"+7\"]\n[BlackRatingDiff \"-12.5\"]\n[Termination \"Time forfeit\"]\n\n\
    1. e4 {[%clk 0:03:00] [%eval 0.3]} c6 {[%clk 0:02:50]} 2. Qg4 {[%clk 0:02:59]} d5 {[%clk 0:01:00]} 3. Qe6 {[%eval -9]} Bxe6 {[%clk 0:00:05]} 1-0\n";

#[test]
fn numbers_are_reckoned_with() {
    let game: Game = ON_TIME.parse().unwrap();
    let (yes, no, null) = (Some(true), Some(false), None);
    for (condition, expected) in [
        (
            "black = 'Me' AND eco BETWEEN 'B10' AND 'B19' AND result = '1-0' AND termination ILIKE '%time%' AND final(points(black) - points(white) > 1)",
            yes,
        ),
        ("last(points(black) - points(white)) = 9", yes),
        ("final(points(black) - points(white)) = 9 AND last(is_capture)", yes),
        ("final(points(black) - points(white) > 9)", no),
        ("final(points(white) - points(black) = 9, either_color => true)", yes),
        ("final(points(white) - points(black) = 9)", no),
        ("position(points(black) - points(white) > 8)", yes),
        ("points(black) - points(white) > 8", yes),
        ("position(points(black) - points(white) > 8 AND mover = 'white')", no),
        ("max(points(black) - points(white)) = 9", yes),
        ("final(piece = 'B' AND captured = 'Q')", yes),
        ("final(turn = 'black')", no),
        // Neither here nor there.
        ("final(eval < 0)", null),
        ("NOT final(eval < 0)", null),
        ("last(eval) = -9", yes),
        ("last(clock, mover = 'black') = 5 AND last(clock, mover = 'white') = 179", yes),
        ("last(clock) < 60 / 2", yes),
        ("white_elo - black_elo = 100 AND white_elo + black_elo > 3800", yes),
        (
            "white_elo * 2 = 4000 AND white_elo / 3 = 666.667 AND -white_elo = -2000 AND +white_elo = 2000",
            yes,
        ),
        ("white_elo - (black_elo - 50) = 150 AND white_elo - black_elo - 50 = 50 AND 1 + 2 * 3 = 7", yes),
        ("plies % 2 = 0 AND 100 = white_elo - black_elo", yes),
        ("white_elo / 0 = 1", null),
        ("white_elo - number(Missing) > 0", null),
        ("number(WhiteRatingDiff) = 7 AND number(BlackRatingDiff) = -12.5", yes),
        ("number(WhiteRatingDiff) - number(BlackRatingDiff) = 19.5", yes),
        (
            "CAST(\"WhiteElo\" AS INTEGER) = 2000 AND \"BlackElo\"::int < 2000 AND white_elo::text = '2000'",
            yes,
        ),
        ("number(black) IS NULL", yes),
        ("white_elo - black_elo BETWEEN 50 AND 150 AND plies / 2 IN (3, 4)", yes),
        // Rounds.
        ("round_number = 2 AND board = 3", yes),
        ("round LIKE '2.%' AND left(round, 1) = '2' AND round ~ '^2' AND length(round) = 3", yes),
        ("CAST(round AS TEXT) = '2.3' AND round = '2.3' AND round > 2", yes),
    ] {
        assert_eq!(test(condition, &game), expected, "{condition}");
    }
    // What is not known of the end is not known.
    let cut = Game::read(b"1. e4 e5 2. Ke5 *", &mut Ignore).unwrap();
    assert_eq!((test("final(turn = 'white')", &cut), test("last(ply) > 0", &cut)), (None, None));
    let empty = Game::new();
    assert_eq!(test("final(ply = 0 AND turn = 'white') AND last(ply) = 0", &empty), Some(true));
    for (condition, message) in [
        ("white + 1 > 2", "expected a number, found the text white; number(white) is one"),
        ("date - 1 > 2", "expected a number, found a date"),
        ("white_elo - black_elo", "expected a condition, as white_elo - black_elo > 0"),
        ("-white_elo", "expected a condition, as -white_elo > 0"),
        ("position(plies - 1 > 2)", "expected what a position has or a tag, found plies"),
        ("final(plies > 3)", "expected what a position has or a tag, found plies"),
        ("CAST(white AS DATE) = 1", "expected INTEGER, DECIMAL or TEXT"),
        ("white LIKE Tal%", "expected an expression, found the end; text is in single quotes"),
        (
            "white = karpov",
            "expected a column or a tag, found karpov; tags begin with an upper-case letter, and text is in single quotes",
        ),
        ("elo > 2000", "expected a column or a tag, found elo; is it whiteelo?"),
        ("white IN @names.txt", "expected no file: none is read for a condition here, found names.txt"),
        ("follows('x.pgn')", "expected no file: none is read for a condition here, found x.pgn"),
    ] {
        let error = condition.parse::<Condition>().unwrap_err();
        assert!(error.message.starts_with(message), "{condition}: {error}");
    }
    let shown = |expression: &str| expression.parse::<Expression>().unwrap().of(&game).to_string();
    assert_eq!(shown("white_elo - black_elo"), "100");
    assert_eq!(shown("(white_elo - black_elo) / 8"), "12.5");
    assert_eq!(shown("last(points(black) - points(white))"), "9");
    assert_eq!(shown("round_number + 1"), "3");
}

#[test]
fn rounds_have_a_number_and_a_board() {
    for (tags, round, board) in [
        ("[Round \"3.12\"]", Some(3), Some(12)),
        ("[Round \"3.12\"]\n[Board \"7\"]", Some(3), Some(7)),
        ("[Round \"3.12\"]\n[Board \"?\"]", Some(3), Some(12)),
        ("[Round \"4.1.2\"]", Some(4), Some(2)),
        ("[Round \"011\"]", Some(11), None),
        ("[Round \"-\"]", None, None),
        ("[Round \"R3\"]\n[Board \"2\"]", None, Some(2)),
        ("[Round \"99999999999999999999.1\"]", None, Some(1)),
    ] {
        let game: Game = format!("{tags}\n\n*").parse().unwrap();
        for (column, expected) in [("round_number", round), ("board", board)] {
            let found = test(&format!("{column} = {}", expected.unwrap_or(0)), &game);
            assert_eq!(found, expected.map(|_| true), "{column} of {tags}");
        }
    }
}

#[test]
fn centipawns_are_noticed() {
    for (condition, notes) in [
        ("position(eval > 300)", 1),
        ("max(eval) > 300 OR eval_at(20) < -200", 2),
        ("300 < eval", 1),
        ("eval BETWEEN -300 AND 300", 1),
        ("eval > 3 OR eval < -150 OR eval >= 1000 OR max(clock) > 300", 0),
    ] {
        assert_eq!(condition.parse::<Condition>().unwrap().notes().len(), notes, "{condition}");
    }
}

#[test]
fn lists_and_repertoires_come_from_files() {
    let dir = std::env::temp_dir().join(format!("pgnkit-conditions-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = |name: &str, content: &str| {
        let path = dir.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let themes = Themes::default().reading_files();
    let holds = |condition: &str, game: &Game| {
        Condition::with_themes(condition, &themes).unwrap_or_else(|error| panic!("{error}")).test(game)
    };
    let names = file("names.txt", &format!("\u{feff}Tal, M\r\n\n  Fine \n{}", "Another, One\n".repeat(2000)));
    let (elos, rounds) = (file("my elos", "2500\n+2600\n"), file("rounds", "3.1\n4\n"));
    let game: Game =
        "[White \"Tal, M \"]\n[WhiteElo \"2600\"]\n[Round \"3.01\"]\n\n1. e4 e5 *".parse().unwrap();
    for (condition, expected) in [
        (format!("white IN @{names}"), Some(true)),
        (format!("white NOT IN (@{names}) OR FALSE"), Some(false)),
        (format!("black IN @{names}"), None),
        (format!("white_elo IN @'{elos}' AND round IN @{rounds}"), Some(true)),
        (format!("lower(white) IN @{names}"), Some(false)),
        (format!("san IN @{}", file("moves", "e5\n")), Some(true)),
    ] {
        assert_eq!(holds(&condition, &game), expected, "{condition}");
    }
    let wrong = Condition::with_themes(&format!("TRUE AND white_elo IN @{names}"), &themes).unwrap_err();
    assert!(wrong.message.ends_with("line 1: expected a number, found Tal, M"), "{wrong}");
    assert!(wrong.text[wrong.span.clone()].starts_with('@'), "{wrong}");
    let long = format!("eco = '{}'", "x".repeat(20_000)).parse::<Condition>().unwrap_err();
    assert!(long.message.ends_with("IN @file takes a list from a file"), "{long}");

    let repertoire = file("rep.pgn", "1. e4 c5 (1... e5 2. Nf3) 2. Nf3 d6 *\n\n1. e4 e6 *\n");
    for (moves, both, white, black) in [
        ("1. e4 c5 2. Nf3 d6 3. d4", true, true, true),
        ("1. e4 c5 2. Nc3", false, false, true),
        ("1. e4 e5 2. Nf3 Nc6", true, true, true),
        ("1. e4 c6 2. Nf3", false, true, false),
        ("1. d4 c5 2. e4", false, false, false),
        // By another order of moves.
        ("1. Nf3 c5 2. e4 d6", false, false, true),
        ("1. Nf3 c5 2. e4 e6", false, false, false),
        ("", false, false, false),
    ] {
        let game: Game = format!("{moves} *").parse().unwrap();
        for (side, expected) in [("", both), (", white", white), (", 'black'", black)] {
            let condition = format!("follows('{repertoire}'{side})");
            assert_eq!(holds(&condition, &game), Some(expected), "{moves}{side}");
        }
    }
    for (content, message) in [("", "found no moves"), ("1. e4 Ke4 *", "games without errors, found Ke4")] {
        let path = file("bad.pgn", content);
        let error = Condition::with_themes(&format!("follows('{path}')"), &themes).unwrap_err();
        assert!(error.message.contains(message), "{error}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}
