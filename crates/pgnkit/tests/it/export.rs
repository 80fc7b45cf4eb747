//! Export format: what goes in, what must come out, byte for byte. Numbers such as CEX-04 are entries of the conformance
//! checklist.

use pgnkit::syntax::{Ignore, Sink};
use pgnkit::{Export, Game, GameBuilder, Replayer, TagSelection};

use crate::properties::same_while_reading;

fn export_with(text: &[u8], export: &Export, sink: &mut impl Sink) -> String {
    let mut replayer = Replayer::new(text);
    let mut builder = GameBuilder::new();
    let mut out = Vec::new();
    while replayer.read_into(&mut builder, sink).is_some() {
        export.write_game(builder.game(), &mut out);
    }
    same_while_reading(text, export);
    String::from_utf8(out).unwrap()
}

fn full(text: impl AsRef<[u8]>) -> String {
    export_with(text.as_ref(), &Export::default(), &mut Ignore)
}

/// The movetext of the first game.
fn movetext(text: impl AsRef<[u8]>) -> String {
    let out = full(text);
    let (_, movetext) = out.split_once("\n\n").unwrap();
    movetext.strip_suffix("\n\n").unwrap().to_owned()
}

const ROSTER: &str =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";

#[track_caller]
fn check(table: &[(&str, &str, &str)]) {
    for &(id, text, expected) in table {
        for newline in ["\n", "\r\n", "\r"] {
            let out = movetext(text.replace('\n', newline));
            assert_eq!(out, expected, "{id} {newline:?} {text:?}");
        }
        let once = full(text);
        assert_eq!(full(&once), once, "{id} is not stable");
    }
}

#[test]
fn the_sample_game_of_section_2_3_is_reproduced() {
    let sample = include_str!("golden/sample-2.3.pgn");
    assert_eq!(full(sample), sample);
    let squeezed = sample.replace('\n', " ").replace(". ", ".");
    assert_eq!(full(squeezed), sample);
    assert_eq!(export_with(sample.as_bytes(), &Export::reduced(), &mut Ignore), sample);
    let game: Game = sample.parse().unwrap();
    assert_eq!(game.ply_count(), 85);
    let last = game.mainline().last().unwrap().position();
    assert_eq!(last.fen(Default::default()).as_str(), "8/8/4R1p1/2k3p1/1p4P1/1P1b1P2/3K1n2/8 b - - 2 43");
}

#[test]
fn the_golden_full_export_is_reproduced() {
    let input = include_str!("golden/full-input.pgn");
    assert_eq!(full(input), include_str!("golden/full-output.pgn"));
    let reduced = export_with(input.as_bytes(), &Export::reduced(), &mut Ignore);
    assert!(reduced.ends_with("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n"), "{reduced}");
    assert_eq!(reduced.matches('[').count(), 7);
}

#[test]
fn layout_and_numbers() {
    check(&[
        ("MVT-13", "*", "*"),
        ("GEN-01", "1.e4 e5 2 . Nf3*", "1. e4 e5 2. Nf3 *"),
        ("NUM-02", "e4 e5 Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("NUM-03", "1. 1. e4 1... 1 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("NUM-04", "7. e4 e5 3. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("NUM-06", "1 . e4 1\n... e5 *", "1. e4 e5 *"),
        ("NUM-10", "1. e4 {x} e5 *", "1. e4 {x} 1... e5 *"),
        ("NUM-11", "1. e4 (1. d4) e5 *", "1. e4 (1. d4) 1... e5 *"),
        ("NUM-12", "1. e4 $1 e5 *", "1. e4 $1 1... e5 *"),
        (
            "NUM-13",
            "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\ne5 Nf3 *",
            "1... e5 2. Nf3 *",
        ),
        ("NUM-14", "1. e4 e5 (c5 Nf3) 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"),
        ("NUM-16", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\"]\ne4 *", "39. e4 *"),
        ("NUM-16", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\nKe7 e4 *", "39... Ke7 40. e4 *"),
        ("NUM-17", "1. e4 e5 {x} (1... c5) 2. Nf3 *", "1. e4 e5 {x} (1... c5) 2. Nf3 *"),
        ("NUM-18", "1. e4 (1. d4 {x} d5 c4) e5 *", "1. e4 (1. d4 {x} 1... d5 2. c4) 1... e5 *"),
        ("SAN-22", "1. e2-e4 e7e5 2. Ng1f3 *", "1. e4 e5 2. Nf3 *"),
        ("SAI-01", "1. E4 E5 2. nf3 NC6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("SAI-04", "1. f3 e5 2. g4 Qh4 *", "1. f3 e5 2. g4 Qh4# *"),
        ("PRC-10", "1. e4 -- 2. d4 Z0 *", "1. e4 -- 2. d4 -- *"),
    ]);
}

#[test]
fn comments() {
    check(&[
        ("CEX-01", "1. e4 ; best\ne5 *", "1. e4 {best} 1... e5 *"),
        ("CEX-02", "1. e4 { a\n\n  b } {} e5 *", "1. e4 {a b} 1... e5 *"),
        ("TAB-01", "1.\te4\te5 {a\tb} *", "1. e4 e5 {a b} *"),
        ("COM-15", "{i} 1. e4 {a} e5 *", "{i} 1. e4 {a} 1... e5 *"),
        ("COM-15", "1. e4 ({v} 1. d4) e5 *", "1. e4 ({v} 1. d4) 1... e5 *"),
        ("COM-16", "1. e4 e5 2. {y} Nf3 *", "1. e4 e5 {y} 2. Nf3 *"),
        ("CEX-06", "1. e4 ; a } b\ne5 *", "1. e4 ;a } b\n1... e5 *"),
        ("CEX-06", "1. e4 (1. d4 ; a } b\n) e5 *", "1. e4 (1. d4 ;a } b\n) 1... e5 *"),
        ("A-07", "1. e4 {a {b} e5 *", "1. e4 {a (b} 1... e5 *"),
        ("CEX-08", "1. e4 {a} $1 {b} (1. d4) e5 *", "1. e4 $1 {a} {b} (1. d4) 1... e5 *"),
        ("CEX-09", "1. {i} e4 *", "{i} 1. e4 *"),
        ("A-33", "1. e4 (1. d4) {late} e5 *", "1. e4 {late} (1. d4) 1... e5 *"),
        ("TRM-08", "1. e4 1-0 ; resigns", "1. e4 {resigns} 1-0"),
        ("CHR-04", "1. e4 {a\u{7f}b} *", "1. e4 {a b} *"),
        ("CHR-05", "1. e4 {a\u{86}b \u{86}} *", "1. e4 {a?b ?} *"),
        ("CEX-04", "1. e4 {[%\u{1}c   1,  2]} *", "1. e4 {[% c 1, 2]} *"),
        ("A-23", "{head}\n[Event \"x\"]\n\n1. e4 *", "{head} 1. e4 *"),
    ]);
}

#[test]
fn comments_are_filled_like_moves() {
    let words = "word ".repeat(60);
    let out = movetext(format!("1. e4 {{{words}}} e5 *"));
    assert!(out.lines().all(|line| line.len() <= 79 && line.trim() == line), "{out}");
    assert_eq!(out.matches("word").count(), 60);
    for indent in 0..90 {
        let pad = "x".repeat(indent);
        // CEX-04: a command is one word; CEX-05: neither it nor `%` may begin a line.
        let out = movetext(format!("1. e4 {{{pad} y [%clk 1:05:23] z 50 % of [%csl Ra1, Gb2]}} *"));
        assert!(out.contains(" [%clk 1:05:23]") && out.contains("[%csl Ra1, Gb2]}"), "{out}");
        assert!(out.lines().all(|line| !line.starts_with(['%', '['])), "{out}");
        assert!(
            out.lines().filter(|line| line.len() > 79).all(|line| !line.contains(' ') || line.contains('[')),
            "{out}"
        );
    }
    let long = "y".repeat(200);
    assert_eq!(movetext(format!("1. e4 {{a {long} b}} *")), format!("1. e4 {{a\n{long}\nb}} *"));
    // Widths are counted in characters, not bytes.
    let umlauts = "\u{fc}".repeat(38);
    assert_eq!(
        movetext(format!("{{{umlauts} {umlauts}}} 1. e4 *")),
        format!("{{{umlauts} {umlauts}}}\n1. e4 *")
    );
}

#[test]
fn annotations_and_variations() {
    check(&[
        (
            "SUF-03",
            "e4! e5? f4!! f5?? g4!? g5?! *",
            "1. e4 $1 1... e5 $2 2. f4 $3 2... f5 $4 3. g4 $5 3... g5 $6 *",
        ),
        ("NAG-03", "e4 $0 e5 *", "1. e4 e5 *"),
        ("NAG-12", "e4 $14 $001 $1! *", "1. e4 $1 $14 *"),
        ("NAG-02", "e4 $256 *", "1. e4 {$256} *"),
        ("NAG-02", "e4 $4294967296 *", "1. e4 {$4294967296} *"),
        ("NAG-14", "$13 1. e4 *", "{$13} 1. e4 *"),
        ("SUF-06", "1. e4 += *", "1. e4 $14 *"),
        ("RAV-01", "1. e4 () e5 *", "1. e4 e5 *"),
        ("RAV-01", "1. e4 ({x}) e5 *", "1. e4 {x} 1... e5 *"),
        ("RAV-04", "1. e4 e5 (c5 2. Nf3 (2. c3)) Nf3 *", "1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *"),
        ("RAV-05", "1. e4 (1. d4) (1. c4) e5 *", "1. e4 (1. d4) (1. c4) 1... e5 *"),
        ("RAV-06", "(1. d4) 1. e4 *", "1. e4 (1. d4) *"),
        ("RAV-06", "(1. d4) (1. c4) 1. e4 (1. b4) e5 *", "1. e4 (1. d4) (1. c4) (1. b4) 1... e5 *"),
        ("RAV-06", "1. e4 ((1. d4) 1. c4) e5 *", "1. e4 (1. d4) (1. c4) 1... e5 *"),
        ("RAV-06", "(1. d4) *", ";[%unread] (1. d4)\n*"),
        ("RAV-06", "(1. Qh6f8) *", ";[%unread] (1. Qh6f8)\n*"),
        ("RAV-06", "(1. d4) (1. Qh6f8) (1. c4) *", ";[%unread] (1. d4) (1. Qh6f8) (1. c4)\n*"),
        ("RAV-07", "1. e4 (1... e5) e5 *", "1. e4\n;[%unread] (1... e5)\n1... e5 *"),
        ("RAV-08", "1. e4 (1. d4 *", "1. e4 (1. d4) *"),
        ("RAV-09", "1. e4 (1. d4 d5 1/2-1/2) 1... e5 *", "1. e4 (1. d4 d5 {1/2-1/2}) 1... e5 *"),
        ("RAV-13", "1. e4 (1. e4 c5) e5 *", "1. e4 (1. e4 c5) 1... e5 *"),
        ("RAV-14", "1. e4 e5 (1... c5) *", "1. e4 e5 (1... c5) *"),
        ("A-28", "1. e4 e5 * (1... c5)", "1. e4 e5 (1... c5) *"),
        (
            "A-29",
            "1. e4 e5 2. Ke3 * (1... c5 2. Nf3 {x})",
            "1. e4 e5\n;[%unread] 2. Ke3\n;[%unread] (1... c5 2. Nf3 {x})\n*",
        ),
        ("A-29", "1. e4 e5 2. Ke3 {why} Nc6 *", "1. e4 e5\n;[%unread] 2. Ke3 {why} Nc6\n*"),
        (
            "A-29",
            "[FEN \"8/8/3k4/8/3K4/8/8/8 w - - 0 1\"] 1. Kd5 Kc7 2. Ke4 Kd7 3. Kf4 Ke7 *",
            ";[%unread] 1. Kd5 Kc7 2. Ke4 Kd7 3. Kf4 Ke7\n*",
        ),
        ("A-29", "1. e4 (1. d4 Ke3 d5) e5 *", "1. e4 (1. d4\n;[%unread] Ke3 d5\n) 1... e5 *"),
        ("SAI-17", "[FEN \"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1\"]\nNe2 Kd7 *", ";[%unread] Ne2 Kd7\n*"),
        ("A-29", "1. e4 e5 2. Nf3 2... Ke3 3. d4 *", "1. e4 e5 2. Nf3\n;[%unread] 2... Ke3 3. d4\n*"),
    ]);
}

#[test]
fn an_annotation_before_any_move_is_written_as_a_comment() {
    let mut game: Game = "{a} 1. e4 (1. d4) *".parse().unwrap();
    let starts: Vec<_> = game.nodes().filter(|node| node.starts_line()).map(|node| node.id()).collect();
    starts.iter().for_each(|start| game.add_nag(*start, 6).unwrap());
    let text = game.to_string();
    assert!(text.ends_with("\n\n{$6} {a} 1. e4 ({$6} 1. d4) *\n\n"), "{text}");
    assert_eq!(full(&text), text);
    let mut moves = Export::default();
    moves.comments = false;
    let mut out = Vec::new();
    moves.write_game(&game, &mut out);
    assert!(out.ends_with(b"\n\n1. e4 (1. d4) *\n\n"));
}

#[test]
fn results() {
    for (id, text, expected) in [
        ("TRM-05", "[Result \"1-0\"]\n\n1. e4 e5\n\n", "1-0"),
        ("TRM-05", "1. e4 e5", "*"),
        ("A-13", "[Result \"1-0\"] 1. e4 0-1", "1-0"),
        ("A-13", "[Result \"*\"] 1. e4 0-1", "0-1"),
        ("A-13", "[Result \"0-1\"] 1. e4 *", "0-1"),
        ("A-13", "[Result \"1-0\"] 1. f3 e5 2. g4 Qh4# 1/2-1/2", "0-1"),
        ("STR-14", "[Result \"1/2\"] 1. e4 *", "1/2-1/2"),
        ("STR-14", "[Result \"White wins\"] 1. e4 1-0", "1-0"),
    ] {
        let out = full(text);
        assert!(
            out.contains(&format!("[Result \"{expected}\"]")) && out.ends_with(&format!(" {expected}\n\n")),
            "{id} {out}"
        );
    }
}

#[test]
fn tag_section() {
    let tags = |text: &str| full(text).split_once("\n\n").unwrap().0.to_owned() + "\n";
    assert_eq!(tags("1. e4 *"), format!("{ROSTER}[Result \"*\"]\n"), "TAG-19");
    for (id, text, others) in [
        (
            "TAG-18",
            "[WhiteElo \"1\"][ECO \"2\"][BlackElo \"3\"]*",
            "[BlackElo \"3\"]\n[ECO \"2\"]\n[WhiteElo \"1\"]\n",
        ),
        (
            "TAG-18",
            "[Zeta \"\"][alpha \"\"][A_b \"\"][AB \"\"][Aa \"\"]*",
            "[AB \"\"]\n[A_b \"\"]\n[Aa \"\"]\n[Zeta \"\"]\n[alpha \"\"]\n",
        ),
        ("TOK-07", r#"[A "a\"b\\c"]*"#, "[A \"a\\\"b\\\\c\"]\n"),
        ("TAG-22", "[A \"a\tb\"]*", "[A \"a b\"]\n"),
        ("CHR-05", "[A \"a\u{86}\u{c2}\u{a0}b\"]*", "[A \"a?\u{c2}\u{a0}b\"]\n"),
        ("PRC-01", "[EVENT \"?\"][eco \"C20\"]*", "[ECO \"C20\"]\n"),
        ("A-17", "[Site \"?\"][A \"?\"][A \"x\"][A \"y\"]*", "[A \"x\"]\n"),
        ("A-47", "[Round \"\"]*", ""),
        ("A-47", "[White \"\0\"][Black \" \t\"]*", ""),
        ("SUP-24", "[PlyCount \"7\"] 1. e4 e5 *", "[PlyCount \"2\"]\n"),
        (
            "SET-03",
            "[FEN \"8/P7/8/8/8/8/k7/7K w - -\"] a8=Q+ *",
            "[FEN \"8/P7/8/8/8/8/k7/7K w - - 0 1\"]\n[SetUp \"1\"]\n",
        ),
        (
            "TAG-22",
            "[FEN \"4k3/8/8/8/8/8/8/4K3 b\0\u{7f}\"]*",
            "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n",
        ),
        ("SET-07", "[SetUp \"1\"][FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]*", ""),
        // Without them another tag would tell the start.
        (
            "SET-07",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq\"][fen \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]*",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n[fen \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n",
        ),
        (
            "SET-07",
            "[SetUp \"\"][SETUP \"1\"]*",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SETUP \"1\"]\n[SetUp \"1\"]\n",
        ),
        ("SET-09", "[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"] 1. Kb1 *", "[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n"),
        ("SUP-26", "[Variant \"Bughouse\"] 1. e4 *", "[Variant \"Bughouse\"]\n"),
    ] {
        assert_eq!(tags(text), format!("{ROSTER}[Result \"*\"]\n{others}"), "{id}");
        let once = full(text);
        assert_eq!(full(&once), once, "{id} is not stable");
    }
}

#[test]
fn a_comment_does_not_become_movetext() {
    assert_eq!(movetext("1. e4 ; [%unread] e5 } x\n*"), "1. e4 {[%unread] e5 ) x} *");
    assert_eq!(movetext("1. e4 ; [%unread]e5 } x\n*"), "1. e4 ;[%unread]e5 } x\n*");
}

#[test]
fn moves_without_rules_are_kept_as_text() {
    assert_eq!(movetext("[Variant \"Bughouse\"] {start} 1. e4 e5 {x} 1-0"), "{start} 1. e4 e5 {x} 1-0");
    assert_eq!(movetext("[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"] 1. Kb1 *"), ";[%unread] 1. Kb1\n*");
}

#[test]
fn encodings_are_told_apart_game_by_game() {
    let text = b"[White \"M\xfcller\"] 1. e4 {\xe9} *\n\n[White \"M\xc3\xbcller\"] {\xc3\xa9} *\n\n[White \"\x93x\x94\"] *";
    let out = full(text);
    assert_eq!(out.matches("[White \"M\u{fc}ller\"]").count(), 2);
    assert_eq!(out.matches("{\u{e9}}").count(), 2);
    assert!(out.contains("[White \"\u{201c}x\u{201d}\"]"), "{out}");
    // Only at the beginning of a line would this parenthesis belong to no game.
    let out = full(b"1-0)\xe2\x8c\x99e3\n\n[White \"\x82\"]");
    assert!(out.contains(";[%unread] \u{2319}e3\n") && out.contains("[White \"\u{201a}\"]"), "{out}");
}

#[test]
fn games_stand_one_empty_line_apart() {
    let out = full("1. e4 * 1. d4 *");
    assert_eq!(
        out,
        format!("{ROSTER}[Result \"*\"]\n\n1. e4 *\n\n{ROSTER}[Result \"*\"]\n\n1. d4 *\n\n"),
        "MVT-15"
    );
}

#[test]
fn chess960_games_keep_their_castling() {
    let text = "[Variant \"Chess960\"][FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\"] 1. e4 e5 2. f4 f5 *";
    let out = full(text);
    assert!(out.contains("[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1\"]"), "{out}");
    assert!(out.contains("[Variant \"Chess960\"]"));
    assert_eq!(full(&out), out);
}

#[test]
fn what_ends_an_unread_variation_is_no_part_of_its_text() {
    for (text, expected) in [
        ("(1. e4 1-0", "(1. e4"),
        ("(1. e4) 1-0", "(1. e4)"),
        ("(1. e4 (1. d4 1/2-1/2", "(1. e4 (1. d4"),
        ("(1. e4 (1. d4", "(1. e4 (1. d4"),
        ("(1. e4\n\n[Event \"x\"]\n\n*", "(1. e4"),
    ] {
        let game = pgnkit::Game::read(text.as_bytes(), &mut pgnkit::syntax::Ignore).unwrap();
        assert!(game.to_string().contains(&format!("\n;[%unread] {expected}\n")), "{text}: {game}");
    }
}

#[test]
fn deep_variations_need_no_stack() {
    let depth = 100_000;
    let text = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let once = full(&text);
    assert_eq!(once.matches('(').count(), depth);
    assert_eq!(full(&once), once);
    let opened = full(format!("1. e4 {} e5 *", "(".repeat(depth)));
    assert!(
        opened.ends_with("1. e4\n;[%unread] (e5)\n*\n\n") || opened.ends_with("1. e4 *\n\n"),
        "{}",
        &opened[opened.len() - 60..]
    );
}

#[test]
fn what_ends_unread_text_is_still_told() {
    let mut diagnostics = pgnkit::syntax::Collect::default();
    export_with(b"1. d4 (1. Nf3 d5 2. Ke3 foo {d4", &Export::default(), &mut diagnostics);
    let names: Vec<&str> = diagnostics.iter().map(|found| found.code.name()).collect();
    assert_eq!(names, ["illegal-move", "unterminated-comment", "unclosed-variation", "missing-termination"]);
}

#[test]
fn names_of_tags_are_decoded_as_their_values_are() {
    let game = Game::read(b"[\xb9a \"x\"]\n[B \"\xe9\"]\n\n*", &mut pgnkit::syntax::Ignore).unwrap();
    let text = game.to_string();
    assert!(text.contains("[\u{b9}a \"x\"]\n") && text.contains("[B \"\u{e9}\"]\n"), "{text}");
}

#[test]
fn a_date_is_completed_as_it_will_be_read() {
    for (value, written) in [
        ("2000", "2000.??.??"),
        ("????.??\u{0}", "????.??.??"),
        ("????.\u{85}", "????.??.??"),
        ("20\u{7}0", "20 0"),
    ] {
        let game: Game = format!("[Date \"{value}\"]\n\n*").parse().unwrap();
        let once = game.to_string();
        assert!(once.contains(&format!("[Date \"{written}\"]")), "{value:?}: {once}");
        assert_eq!(once.parse::<Game>().unwrap().to_string(), once);
    }
}

#[test]
fn games_are_written_while_they_are_read() {
    for game in [
        "1. e4 e5 2. Nf3 {why} Nc6 {[%clk 0:03:00]} 3. Bb5 { [%clk 0:02:59] } a6 1-0",
        "1. e4 $3 $1 $3 $0 {twice} e5 $0 2. Nf3 $300 Nc6 $5 {a} $6 3. Bb5 *",
        "{first} {second} 1. e4 {a} {} {b  c} e5 {d\te} *",
        "$1 1. e4 {[%eval 0.17] [%clk 0:03:00]} 1... e5 {[%clk 0:03:00] x} *",
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5 2. Nf3 (2. f4 {gambit}) *",
        "1. e4 (1. d4) {after} e5 $2 (1... c5) $1 2. Nf3 *",
        "1. e4 ({only}) (1. d4 ({nothing})) e5 () 2. Nf3 *",
        "(1. d4) 1. e4 ((1... c5) 1... e5) 2. Nf3 (2. f4 *",
        "1. e4 e5 2. Ke3 Nc6 (2... x) *",
        "1. e4 foo e5 ; to the end }\n% escape\n2. Nf3 ;\n*",
        "%pgnkit: allow no-result\n1. e4 e5",
        "[Variant \"x\"]\n\n1. P@e4 e5 (1... f5) *",
        "[PlyCount \"9\"]\n[fen \"4k3/8/8/8/8/8/8/4K3 b - - 0 1999\"]\n1999... Kd7 2000. Kd2 (2000. Ke2 Kc7) Kc7 2001. Kd3 *",
        "[White \"M\u{fc}ller\"]\n[Setup \"1\"]\n[FEN \"bad\"]\n\n1. e4 *",
        "1. e4 {M\u{fc}ller \u{1} \u{85}} e5 {a{b} 2. Nf3 {a|b} -- {~} *",
        "1. e4 {a comment that is too long for a line and has words that must not begin one: [%cal Ga1a2] %x [y], and on and on} e5 *",
        "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0 {after the end}",
        "*",
        "[Event \"x\"]",
    ] {
        let twice = format!("{game}\n\n[Event \"again\"]\n\n{game}");
        for width in [1, 7, 30, 79] {
            for text in [game.as_bytes(), twice.as_bytes(), &utf8_to_latin1(game)] {
                same_while_reading(text, &Export::default().width(width));
            }
        }
    }
}

/// Tag pairs that are copied from the text, among others that are not.
#[test]
fn tags_are_written_while_they_are_read() {
    let many = |count: usize| (0..count).map(|n| format!("[T{} \"{n}\"]\n", count - n)).collect::<String>();
    let plain = "[White \"Tal, Mikhail\"]\n[Result \"1-0\"]\n[WhiteElo \"2700\"]\n[Date \"1960.05.07\"]\n";
    let long = format!("[Event \"{}\"]\n[Annotator \"{}\"]\n", "e".repeat(40), "a".repeat(300));
    for other in [
        "",
        "[A \"\"]\n",
        "[White  \"two spaces\"]\n",
        "[ECO\"B00\"]\n",
        "[ ECO \"B00\" ]\n",
        "[ECO \"a\\\"b\"]\n",
        "[ECO \"a\tb\"]\n",
        "[ECO \"{B00}\"]\n",
        "[Site \"M\u{fc}nchen\"]\n",
        "[N\u{e4}me \"x\"]\n",
        "[eco \"B00\"]\n",
        "[WHITE \"x\"]\n",
        "[ECO \"B00\"]\n[ECO \"B01\"]\n",
        "[ECO \"B00\"] [NIC \"KP\"]\n",
        "[ECO \"B00\"]\r\n[NIC \"KP\"]\r\n",
        "[ECO \"B00\"",
        "[ECO \"B00]\n",
        "{between}\n",
        "% escape\n",
        "[PlyCount \"99\"]\n",
        "[PlyCountAll \"99\"]\n",
        "[Result \"won\"]\n",
        "[Date \"7.5.1960\"]\n",
        "[Round \"  \"]\n",
        "[SetUp \"0\"]\n",
        "[SETUP \"1\"]\n",
        "[SetUps \"1\"]\n",
        "[FEN \"8/P7/8/8/8/8/k7/7K w - - 0 1\"]\n",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n",
        "[FEN \"bad\"]\n",
        "[Variant \"Atomic\"]\n",
        "[Variant \"x\"]\n",
        &many(24),
        &many(25),
        &many(32),
        &many(33),
        &many(70),
        &long,
        "[WhiteTitle \"a\"]\n[WhiteTeam \"b\"]\n[WhiteTea \"c\"]\n[WhiteFideId \"d\"]\n",
    ] {
        for text in [
            format!("{plain}{other}\n1. a3 a6 1-0\n\n{plain}\n1. a3 *"),
            format!("{other}{plain}\n1. a3 a6 1-0\n\n{other}{plain}*"),
            format!("{plain}{other}"),
        ] {
            for text in [text.as_bytes(), &utf8_to_latin1(&text), text.replace('\n', "\r\n").as_bytes()] {
                for tags in
                    [TagSelection::All, TagSelection::Roster, TagSelection::Named(vec!["ECO".to_owned()])]
                {
                    let mut export = Export::default();
                    export.tags = tags;
                    same_while_reading(text, &export);
                }
            }
        }
    }
}

fn utf8_to_latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}
