//! Conditions on positions: what is found in the moves of games, and what is said of wrong ones.

use pgnkit::Game;
use pgnkit::syntax::Ignore;
use pgnkit_query::condition::{Condition, Tester, Themes};

/// A game with clocks and evaluations; a Greek gift in it, and a mate by a knight in a variation; one that castles late, with
/// passed pawns; one that repeats; one that cannot be read to its end; one from a position.
const GAMES: &str = "[White \"a\"]\n[TimeControl \"60\"]\n\n1. e4 {[%clk 0:00:59] [%eval 0.3]} e5 {[%clk 0:00:50] [%eval 0.2]} 2. Bc4 $6 {[%clk 0:00:40.5] [%eval 0.1]} \
    Nc6 {[%clk 0:00:30] [%eval 0.25] natural} 3. Qh5 {[%clk 0:00:35] [%eval -0.8]} Nf6 $4 {[%clk 0:00:20] [%eval #1]} 4. Qxf7# {[%clk 0:00:33]} 1-0\n\n\
    [White \"b\"]\n\n1. e4 e6 2. d4 d5 3. e5 Nf6 4. Nf3 Nfd7 5. Bd3 Be7 6. O-O O-O 7. Bxh7+ Kxh7 8. Ng5+ Kg8 9. Qh5 Bxg5 \
    (9... f6 {sad} 10. Qh7# $3 {[%eval #1] [%clk 0:01:00]}) 10. Bxg5 $5 1-0\n\n\
    [White \"c\"]\n[FEN \"r3k2r/5p2/8/1P6/8/8/P6P/R3K2R w KQkq - 0 40\"]\n[SetUp \"1\"]\n\n40. Rb1 Ra7 41. O-O O-O 42. b6 Rd7 43. b7 Rxb7 44. Rxb7 1-0\n\n\
    [White \"d\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 *\n\n\
    [White \"e\"]\n\n1. e4 e5 2. Bb5 Nc6 3. Bxc6 Ke4 4. Qh5 *\n\n\
    [White \"f\"]\n[FEN \"6rk/6pp/3N4/8/8/8/4b3/3QB1K1 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Nf7# 1-0\n\n";

/// Conditions, the games of which they are true, and those for which they are NULL.
const CHOSEN: &[(&str, &[usize], &[usize])] = &[
    // By itself a test asks for one position; AND joins games, position(…) what is said of one position.
    ("is_mate", &[1, 6], &[5]),
    ("is_mate AND captured = 'P'", &[1], &[5]),
    ("is_mate AND captured = 'N'", &[], &[5]),
    ("is_check AND captured = 'B'", &[2], &[5]),
    ("position(is_check AND captured = 'B')", &[], &[5]),
    ("position(is_check AND captured = 'P')", &[1, 2], &[5]),
    ("NOT is_mate", &[2, 3, 4], &[5]),
    ("position(NOT is_mate)", &[1, 2, 3, 4, 5, 6], &[]),
    ("captured IS NOT NULL", &[1, 2, 3, 5], &[]),
    ("captured <> 'P'", &[2, 3, 5], &[]),
    ("captured IN ('R', 'N')", &[2, 3, 5], &[]),
    ("position(piece = 'Q' AND to_square = 'f7')", &[1], &[5]),
    ("position(piece = 'Q' AND to_square = 'h7', variations => true)", &[2], &[5]),
    ("position(piece = 'Q' AND to_square = 'h7')", &[], &[5]),
    ("position(is_mate, variations => true)", &[1, 2, 6], &[5]),
    ("position(from_square = 'g8' AND mover = 'black')", &[1, 2, 4], &[5]),
    ("position(from_square = 'g8' AND mover = 'white')", &[], &[5]),
    ("position(from_square = 'g8' AND mover = 'white', either_color => true)", &[], &[5]),
    ("position(from_square = 'b1' AND mover = 'white', either_color => true)", &[1, 3, 5], &[]),
    ("san LIKE 'Q%#'", &[1], &[5]),
    ("san = 'Bxh7+'", &[2], &[5]),
    ("position(san = 'Nf6' AND mover = 'white', either_color => true)", &[], &[5]),
    ("position(san = 'Nf3' AND mover = 'black')", &[], &[5]),
    ("position(san = 'Nc3' AND mover = 'white', either_color => true)", &[1, 5], &[]),
    ("castling = 'O-O'", &[2, 3], &[5]),
    ("position(is_castling AND move_number > 20)", &[3], &[5]),
    ("position(ply = 0 AND turn = 'white')", &[1, 2, 3, 4, 5, 6], &[]),
    ("position(ply = 1 AND piece = 'N')", &[4, 6], &[5]),
    ("position(mover = 'white' AND White = 'b' AND is_check)", &[2], &[5]),
    ("repetitions = 3", &[4], &[5]),
    ("repetitions = 4", &[], &[5]),
    ("halfmove_clock >= 9", &[4], &[5]),
    ("sacrifice >= 2", &[2, 3], &[5]),
    ("position(sacrifice >= 2 AND mover = 'black')", &[2, 3], &[5]),
    ("sacrifice > 3", &[3], &[5]),
    ("is_fork", &[], &[5]),
    ("is_double_check OR is_discovered_check OR is_en_passant OR is_stalemate", &[], &[5]),
    ("legal_moves > 40", &[1], &[5]),
    ("position(legal_moves = 0)", &[1, 6], &[5]),
    ("promotion IS NOT NULL", &[], &[5]),
    // Sets of pieces.
    ("pieces('A') < 10", &[3, 6], &[5]),
    ("position(pieces('Bh7') = 1)", &[2], &[5]),
    ("position(attacked_by('f7', 'A') = 1 AND pieces('pf7') = 1)", &[1, 2, 3], &[5]),
    ("position(attackers('f7', '[QB]') = 2)", &[1], &[5]),
    ("position(attacked_by('[_A]', 'k') = 0 AND is_mate)", &[6], &[5]),
    ("passed_pawns(white) = 3", &[3], &[5]),
    ("passed_pawns('white') = 3 AND passed_pawns(black) = 1", &[3], &[5]),
    ("doubled_pawns(black) = 1", &[], &[5]),
    ("isolated_pawns(white) = 1", &[3], &[5]),
    ("points(black) = 10", &[6], &[5]),
    ("position(pinned('!') > 0)", &[1, 5], &[]),
    ("has_opposite_bishops", &[2, 6], &[5]),
    ("position(material('QBN BRP2'))", &[6], &[5]),
    ("position(pattern('??????rk/*/*/*/*/*/*/*') AND is_mate)", &[6], &[5]),
    ("position(pattern('*rk/*/*/*/*/*/*/*') AND turn = 'black')", &[6], &[5]),
    ("position(reaches('e4 e5') AND mover = 'black')", &[1, 5], &[]),
    ("reaches('e4 e6 d4 d5 e5 Nf6 Nf3 Nfd7 Bd3 Be7 O-O O-O Bxh7+ Kxh7 Ng5+ Kg8 Qh5 f6')", &[], &[5]),
    (
        "reaches('e4 e6 d4 d5 e5 Nf6 Nf3 Nfd7 Bd3 Be7 O-O O-O Bxh7+ Kxh7 Ng5+ Kg8 Qh5 f6', variations => true)",
        &[2],
        &[5],
    ),
    // For how long.
    ("position(NOT is_check, stable => 8)", &[2, 3, 4], &[5]),
    ("position(is_check, stable => 1)", &[], &[5]),
    // Moves one after the other.
    ("line('Bxh7+ Kxh7 Ng5+')", &[2], &[5]),
    ("line('Bxh7+ Ng5+')", &[], &[5]),
    ("line('Bxh7 .. Ng5 .. Qh5')", &[2], &[5]),
    ("line('Bxh7+ Kxh7 Ng5+ .. Qh5 .. #', variations => true)", &[2], &[5]),
    ("line('Bxh7+ Kxh7 Ng5+ .. Qh5 .. #')", &[], &[5]),
    ("line('O-O O-O')", &[2, 3], &[5]),
    ("line('x x')", &[2, 3], &[5]),
    ("line('Qxf7#')", &[1], &[5]),
    ("line('e4 !e5')", &[2], &[5]),
    ("line('N N N N')", &[4], &[5]),
    ("line('Nf3 Nf6 * Ng8 Nf3')", &[4], &[5]),
    ("line('e4|d4 * Bc4|Bb5')", &[1, 5], &[]),
    ("line('Ra7')", &[3], &[5]),
    ("line('R8a7')", &[3], &[5]),
    ("line('Rh7')", &[], &[5]),
    ("sequence(castling = 'O-O', san = 'Bxh7+', is_check)", &[2], &[5]),
    ("sequence(is_check, castling = 'O-O')", &[], &[5]),
    ("sequence(piece = 'N', piece = 'N', piece = 'N')", &[2, 4], &[5]),
    ("streak(piece = 'N', piece = 'N', piece = 'N')", &[2, 4], &[5]),
    ("streak(is_check, piece = 'K', is_check, piece = 'K')", &[2], &[5]),
    ("streak(piece = 'R' AND mover = 'black', castling = 'O-O', castling = 'O-O')", &[3], &[5]),
    ("streak(piece = 'R' AND mover = 'white', castling = 'O-O', castling = 'O-O')", &[], &[5]),
    (
        "streak(piece = 'R' AND mover = 'white', castling = 'O-O', castling = 'O-O', either_color => true)",
        &[3],
        &[5],
    ),
    // Put together.
    ("count(is_check) = 2", &[2], &[5]),
    ("count(TRUE) = 8", &[1], &[5]),
    ("count(is_capture AND mover = 'black') >= 1", &[2, 3], &[5]),
    ("min(legal_moves) = 0", &[1, 6], &[5]),
    ("avg(ply) = 0.5", &[6], &[5]),
    ("sum(ply) = 45", &[3, 4], &[5]),
    ("min(pieces('A'), mover = 'black') = 15", &[], &[5, 6]),
    ("min(pieces('a'), mover = 'white') = 15", &[1], &[5]),
    ("min(pieces('a')) FILTER (WHERE mover = 'white') = 15", &[1], &[5]),
    // What is said of moves.
    ("min_clock(white) = 33", &[1], &[2, 3, 4, 5, 6]),
    ("min_clock(black) < 20.5 AND min_clock(black) > 19.999", &[1], &[2, 3, 4, 5, 6]),
    ("clock_at(3) = 40.5", &[1], &[2, 3, 4, 5, 6]),
    ("time_used(4) = 20", &[1], &[2, 3, 4, 5, 6]),
    ("time_used(99) = 20", &[], &[1, 2, 3, 4, 5, 6]),
    ("eval_at(5) = -0.8", &[1], &[2, 3, 4, 5, 6]),
    ("eval_at(5) BETWEEN -1 AND -0.5", &[1], &[2, 3, 4, 5, 6]),
    ("max(eval) = 1000", &[1], &[2, 3, 4, 5, 6]),
    ("eval_swing() = 10", &[], &[2, 3, 4, 5, 6]),
    ("eval_swing() = 10.8", &[1], &[2, 3, 4, 5, 6]),
    ("position(eval < -0.5 AND piece = 'Q')", &[1], &[5]),
    ("position(eval > 0.5 AND piece = 'Q', either_color => true)", &[1], &[5]),
    ("position(clock < 34 AND mover = 'white')", &[1], &[5]),
    ("move_time > 14", &[1], &[5]),
    ("position(comment = 'sad' AND san = 'f6', variations => true)", &[2], &[5]),
    ("comment = 'sad'", &[], &[5]),
    ("position(is_mate AND nag(3) AND eval > 100 AND clock = 60, variations => true)", &[2], &[5]),
    // After a variation what is said belongs to its move all the same.
    ("position(nag(5) AND san = 'Bxg5' AND mover = 'white', variations => true)", &[2], &[5]),
    ("position(nag(5) AND san = 'Bxg5' AND mover = 'white')", &[2], &[5]),
    ("comment ILIKE 'NATURAL'", &[1], &[5]),
    ("nag(4) AND NOT nag(2)", &[1], &[5]),
    ("position(nag(6) AND piece = 'B')", &[1], &[5]),
    ("theme('smothered-mate')", &[6], &[5]),
];

fn test(condition: &str, game: &Game) -> Option<bool> {
    condition.parse::<Condition>().unwrap_or_else(|error| panic!("{error}")).test(game)
}

#[test]
fn positions_are_found() {
    let games: Vec<Game> = pgnkit::parse_games(GAMES.as_bytes()).map(|parsed| parsed.game).collect();
    assert_eq!(games.len(), 6);
    let mut wrong = Vec::new();
    for (condition, chosen, unknown) in CHOSEN.iter() {
        let found: Vec<Option<bool>> = games.iter().map(|game| test(condition, game)).collect();
        let numbers = |value| {
            let found = found.iter().zip(1..).filter(|(found, _)| **found == value);
            found.map(|(_, number)| number).collect::<Vec<usize>>()
        };
        if (numbers(Some(true)), numbers(None)) != (chosen.to_vec(), unknown.to_vec()) {
            wrong.push(format!("{condition}: {:?} {:?}", numbers(Some(true)), numbers(None)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// While it is read, a game is chosen as it is in memory, or not decided where it must be in memory.
#[test]
fn positions_are_found_while_games_are_read() {
    for (condition, chosen, _) in CHOSEN.iter() {
        let condition: Condition = condition.parse().unwrap();
        let mut tester = Tester::new(&condition);
        let mut replayer = pgnkit::Replayer::new(GAMES.as_bytes());
        for number in 1..=6 {
            replayer.read_game(&mut tester, &mut Ignore).unwrap();
            let verdict = tester.verdict();
            if condition.needs_games() {
                assert!(
                    verdict.is_none() || verdict == Some(chosen.contains(&number)),
                    "{condition:?} {number}"
                );
            } else {
                assert_eq!(verdict, Some(chosen.contains(&number)), "{condition:?} {number}");
            }
        }
    }
}

#[test]
fn what_is_wrong_with_a_condition_on_positions_is_shown_at_its_word() {
    for (condition, message, words) in [
        ("is_chek", "expected a column or a tag, found is_chek; is it is_check?", "is_chek"),
        ("piece", "expected a condition, as piece = '…', found only piece", "piece"),
        ("piece = 3", "expected text in single quotes, found 3", "3"),
        (
            "position(plies > 3)",
            "expected what a position has or a tag, found plies, which is asked of the whole game",
            "plies",
        ),
        ("position(result = '1-0')", "expected what a position has or a tag, found result", "result"),
        (
            "position(ends_in(mate))",
            "expected a condition on positions, found ends_in, which asks about the whole game",
            "ends_in",
        ),
        ("position(position(is_mate))", "expected a condition on positions, found position", "position"),
        ("position()", "expected 1 argument for position, found 0", "position"),
        ("sequence(is_mate)", "expected 2 arguments at least for sequence, found 1", "sequence"),
        ("count(is_mate)", "expected a condition, as count(is_mate) > 0", ""),
        ("min(piece) = 3", "expected a number in min, found text", "piece"),
        ("min(eval, clock) = 3", "expected a condition, as clock > 0, found only clock", "clock"),
        ("min(eval, is_mate, is_mate) = 3", "expected 1 or 2 arguments for min, found 3", "min"),
        (
            "max(eval) = 1.2345",
            "expected a number of at most three decimals without quotes, as 1.5, found 1.2345",
            "1.2345",
        ),
        ("count(is_mate) FILTER (WHERE is_mate) = 1", "expected nothing to be filtered in count", ""),
        ("eval_at('x') = 3", "expected the number of a half-move in eval_at, found 'x'", "'x'"),
        ("passed_pawns(red) = 3", "expected one of white, black, found red", "red"),
        (
            "has(clock)",
            "expected one of comments, variations, nags, clocks, evals, setup, found clock; is it clocks?",
            "clock",
        ),
        ("pieces('Z') = 1", "expected pieces and squares, as N, [QR]7, pa-c, e4, found Z", "'Z'"),
        (
            "attacked_by('N', 'h9') = 1",
            "expected pieces and squares, as N, [QR]7, pa-c, e4, found h9",
            "'h9'",
        ),
        (
            "line('e9')",
            "expected a move, *, .. or a part of a move, as Nf3, N, x, e8=N, +, #, found e9",
            "'e9'",
        ),
        ("line('')", "expected moves, as 'Bxh7+ Kxh7 Ng5+ .. #'", "''"),
        ("nag(300)", "expected a number up to 255", "300"),
        ("theme('smothered')", "expected a theme, found smothered", "'smothered'"),
        (
            "theme('smothered-mat')",
            "expected a theme, found smothered-mat; is it smothered-mate?",
            "'smothered-mat'",
        ),
        ("piece(1) = 'N'", "expected 0 arguments for piece, found 1", ""),
    ] {
        let error = condition.parse::<Condition>().map(|_| ()).expect_err(condition);
        assert!(error.message.starts_with(message), "{condition}: {error}");
        if !words.is_empty() {
            assert_eq!(&condition[error.span.clone()], words, "{error}");
        }
    }
}

#[test]
fn deep_conditions_are_refused_at_once() {
    for text in
        ["position(".repeat(23) + "is_mate" + &")".repeat(23), "position(".repeat(1000), "min(".repeat(1000)]
    {
        assert!(text.parse::<Condition>().is_err());
    }
}

#[test]
fn themes_of_ones_own() {
    let mut themes = Themes::default();
    themes.add("early", "-- Early.\n-- Before move ten.\nposition(is_mate AND move_number < 10)").unwrap();
    themes.add("mate-by-queen", "theme('early') AND line('Q#')").unwrap();
    let doc = themes.iter().find(|theme| theme.name() == "early").unwrap().doc();
    assert_eq!(doc, "Early. Before move ten.");
    let games: Vec<Game> = pgnkit::parse_games(GAMES.as_bytes()).map(|parsed| parsed.game).collect();
    let holds = |text: &str| {
        let condition = Condition::with_themes(text, &themes).unwrap();
        games.iter().map(|game| condition.holds(game)).collect::<Vec<_>>()
    };
    assert_eq!(holds("theme('early')"), [true, false, false, false, false, true]);
    assert_eq!(holds("theme('mate-by-queen')"), [true, false, false, false, false, false]);
    for (name, text, message) in [
        ("", "is_mate", "expected a name of letters, digits, - and _, found "),
        ("a b", "is_mate", "expected a name of letters"),
        (
            "x",
            "is_mat",
            "theme x: expected a column or a tag, found is_mat; is it is_mate?\n  is_mat\n  ^^^^^^",
        ),
        ("self", "theme('self')", "theme self: "),
        ("early", "theme('x')", "theme early: expected a theme, found x"),
    ] {
        let error = themes.add(name, text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    // What was there before is there still.
    assert!(Condition::with_themes("theme('early')", &themes).is_ok());
    assert!(Condition::with_themes("theme('x')", &themes).is_err());
}
