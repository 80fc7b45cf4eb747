use super::*;

/// The comment of a move of Black, in each dialect; `=` if it is the same, `-` if it is removed.
fn rewritten(comment: &str) -> [(String, Report); 3] {
    [Dialect::Lichess, Dialect::Supplement, Dialect::Plain].map(|dialect| {
        let mut game: Game = "1. e4 e5 *".parse().unwrap();
        let node = game.mainline().nth(1).unwrap().id();
        game.add_comment(node, comment).unwrap();
        let report = rewrite(&mut game, dialect);
        let after = game.node(node).unwrap().comments().next();
        let shown = match after {
            None => "-",
            Some(same) if same == comment => "=",
            Some(other) => other,
        };
        (shown.to_owned(), report)
    })
}

/// Scores of engines are of the position before their move; on a board without a move they mean nothing.
#[test]
fn mates_are_counted_from_the_board_after_the_move() {
    let tags = "[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n";
    for (movetext, expected) in [
        (
            "1. Kf7 {+M3/9 1s} Kh7 {-M2/9 1s} 2. Qh1# {+M1/9 1s, White mates} *",
            "1. Kf7 {[%eval #1,9] [%emt 0:00:01]} 1... Kh7 {[%eval #1,9] [%emt 0:00:01]} 2. Qh1# {[%emt 0:00:01] White mates} *",
        ),
        // A score in pawns is none of a mated board either, nor of a stalemate.
        ("1. Kf7 Kh7 2. Qh1# {+327.60/9 1s} *", "1. Kf7 Kh7 2. Qh1# {[%emt 0:00:01]} *"),
        ("1. Qg6 {+0.00/9 1s} *", "1. Qg6 {[%emt 0:00:01]} *"),
        // Whoever is adjudicated has not been mated.
        ("1. Kf7 Kh7 2. Qg6+ {+M1/9 1s} *", "1. Kf7 Kh7 2. Qg6+ {[%emt 0:00:01] +M1/9} *"),
        ("1. Kf7 {d=9, mt=1000, wv=M3} *", "1. Kf7 {[%eval #1,9] [%emt 0:00:01]} *"),
    ] {
        let mut game: Game = format!("{tags}{movetext}").parse().unwrap();
        rewrite(&mut game, Dialect::Lichess);
        let text = game.to_string();
        let text = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(text, expected, "{movetext}");
    }
}

#[test]
fn each_dialect() {
    for (comment, lichess, supplement, plain) in [
        ("", "=", "=", "="),
        (" only  text ", "=", "=", "="),
        (" [%clk 0:05:00] ", "=", "=", "-"),
        ("good [%eval 0.17] move", "=", "=", "good  move"),
        (
            "[%clk 0:02:58.6][%timestamp 14] x",
            "[%emt 0:00:01.4] [%clk 0:02:58.6] x",
            "[%emt 0:00:01] [%clk 0:02:58] x",
            "x",
        ),
        ("[%emt 0.01]", "[%emt 0:00:00.01]", "[%emt 0:00:00]", "-"),
        ("[%mct 7:10:42]", "[%mct 07:10:42]", "[%mct 07:10:42]", "-"),
        ("[%eval 0.10] d=3", "=", "=", "d=3"),
        ("[%emt 0:00:01][%timestamp 14]", "=", "=", "-"),
        ("-0.31/14 2.1s", "[%eval 0.31,14] [%emt 0:00:02.1]", "[%emt 0:00:02][%eval 0.31,14]", "-"),
        (
            "+M5/14 2s, Black mates",
            "[%eval #-2,14] [%emt 0:00:02] Black mates",
            "[%emt 0:00:02][%eval #-2,14] Black mates",
            "Black mates",
        ),
        ("[%eval -34,19]", "=", "=", "-"),
        ("[%tqu \"x\"] why", "=", "=", "why"),
        (
            "[%draw arrow,e2,e4,green][%draw full,e4,red][%draw disk,e4,red]",
            "[%cal Ge2e4] [%csl Re4] [%draw disk,e4,red]",
            "[%cal Ge2e4][%csl Re4] [%draw disk,e4,red]",
            "-",
        ),
        ("book, mb=+0,", "=", "=", "-"),
        ("[%clk 1:05:23 and on", "=", "=", "="),
    ] {
        let expected = [lichess, supplement, plain];
        let found = rewritten(comment).map(|(text, _)| text);
        assert_eq!(found.each_ref().map(String::as_str), expected, "{comment}");
    }
}

/// One walk finds what the position of each node says.
#[test]
fn ends_are_found_wherever_they_are() {
    let mated = "[SetUp \"1\"]\n[FEN \"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\"]\n\n{over} *";
    let stalemates = "[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n\
        1. Kf7 ({none} ) (1. Qg6 {over}) (1. Qg7# {over} (1. Qg3 Kh7 2. Qg7# {over})) Kh7 {x} (1... -- 2. Qg7#) 2. Qh1# *";
    let unknown =
        "[Variant \"Duck\"]\n[SetUp \"1\"]\n[FEN \"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\"]\n\n1... Kh9 {x} *";
    let mut overs = Vec::new();
    for text in [mated, stalemates, unknown, "1. e4 *", "*"] {
        let game: Game = text.parse().unwrap();
        let ends = Ends::of(&game);
        let mut count = 0;
        for node in game.nodes() {
            let expected = ends::is_end(node) && is_over(&node.position());
            assert_eq!(ends.is_over(node), expected, "{text}: {:?}", node.id());
            count += u32::from(expected);
        }
        overs.push(count);
    }
    assert_eq!(overs, [1, 5, 0, 0, 0]);
}

/// Each line had its position played from the beginning: this one took more than a minute.
#[test]
fn nested_variations_take_linear_time() {
    const DEPTH: usize = 300_000;
    let nested = "1. e4 {+0.20/1 1s} (".repeat(DEPTH) + "1. d4" + &")".repeat(DEPTH);
    let mut game: Game = format!("{nested} *").parse().unwrap();
    let report = rewrite(&mut game, Dialect::Lichess);
    assert_eq!(report.converted, 2 * DEPTH as u64);
}

#[test]
fn everything_is_counted() {
    let report = |converted, kept, rounded, removed| Report { converted, kept, rounded, removed };
    for (comment, expected) in [
        ("[%clk 0:05:00]", [report(0, 0, 0, 0), report(0, 0, 0, 0), report(0, 0, 0, 1)]),
        ("[%timestamp 14][%tqu 1]", [report(1, 1, 0, 0), report(1, 1, 1, 0), report(0, 0, 0, 2)]),
        ("d=3, mt=1500, n=4, wv=1.00", [report(2, 1, 0, 0), report(2, 1, 1, 0), report(0, 0, 0, 4)]),
    ] {
        assert_eq!(rewritten(comment).map(|(_, report)| report), expected, "{comment}");
    }
}

#[test]
fn variations_and_both_sides() {
    let mut game: Game =
        "{[%draw full,e4,red]} 1. e4 {+0.10/1 1s} (1. d4 {+0.20/1 1s} d5 {+0.30/1 1s}) e5 {+0.40/1 1s} *"
            .parse()
            .unwrap();
    rewrite(&mut game, Dialect::Lichess);
    let text = game.to_string().replace('\n', " ");
    let movetext = &text[text.find("  {").unwrap() + 2..];
    assert!(movetext.starts_with("{[%csl Re4]} 1. e4 {[%eval 0.10,1]"), "{movetext}");
    for expected in ["d4 {[%eval 0.20,1]", "d5 {[%eval -0.30,1]", "e5 {[%eval -0.40,1]"] {
        assert!(movetext.contains(expected), "{movetext}");
    }
    let once = game.to_string();
    rewrite(&mut game, Dialect::Lichess);
    assert_eq!(game.to_string(), once);
}
