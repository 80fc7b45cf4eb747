//! Dialects of annotations: a file in the style of each program, read, and written in the dialect of each other one.

use pgnkit::annotations::{Annotations, Dialect, Report, rewrite};
use pgnkit::chess::Color;
use pgnkit::command::Score;
use pgnkit::diagnostics::{AtLevel, Level, Severity};
use pgnkit::syntax::{Code, Diagnostic, Sink};
use proptest::prelude::*;

use pgnkit::{Checker, Export, Game, Node, Replayer};

/// Small files made for this test.
const FILES: [(&str, &str); 10] = [
    ("chessbase", include_str!("../data/dialects/chessbase.pgn")),
    ("lichess", include_str!("../data/dialects/lichess.pgn")),
    ("chesscom", include_str!("../data/dialects/chesscom.pgn")),
    ("cutechess", include_str!("../data/dialects/cutechess.pgn")),
    ("fastchess", include_str!("../data/dialects/fastchess.pgn")),
    ("tcec", include_str!("../data/dialects/tcec.pgn")),
    ("winboard", include_str!("../data/dialects/winboard.pgn")),
    ("dgt", include_str!("../data/dialects/dgt.pgn")),
    ("scid", include_str!("../data/dialects/scid.pgn")),
    ("supplement", include_str!("../data/dialects/supplement.pgn")),
];

fn game(name: &str) -> Game {
    let (_, text) = FILES.iter().find(|(file, _)| *file == name).unwrap();
    text.parse().unwrap()
}

/// The dialects that keep what they read.
fn dialects() -> impl Iterator<Item = Dialect> {
    Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::Plain)
}

fn mover(node: Node<'_>) -> Color {
    !node.position().turn()
}

/// All that is said beside a move; `?` before a score whose side is unknown.
fn shown(node: Node<'_>) -> String {
    let said = node.annotations();
    let mut parts = Vec::new();
    let times =
        [("clk", said.clock), ("emt", said.move_time), ("egt", said.game_time), ("mct", said.wall_clock)];
    parts.extend(times.into_iter().filter_map(|(name, time)| Some(format!("{name}={}", time?.time))));
    if let Some(evaluation) = said.evaluation {
        let depth = evaluation.depth.map_or(String::new(), |depth| format!("/{depth}"));
        let (sign, score) = match evaluation.for_white(mover(node)) {
            Some(score) => ("", score),
            None => ("?", evaluation.score),
        };
        parts.push(match score {
            Score::Pawns(pawns) => format!("{sign}{pawns}{depth}"),
            Score::Mate(moves) => format!("{sign}#{moves}{depth}"),
        });
    }
    for mark in &said.marks {
        let to = mark.to.map_or(String::new(), |to| to.to_string());
        parts.push(format!("{}{}{to}", mark.color.letter(), mark.square));
    }
    if let Some(line) = &said.line_evaluations {
        let score = |score: &Option<Score>| match score {
            None => "-".to_owned(),
            Some(Score::Pawns(pawns)) => pawns.to_string(),
            Some(Score::Mate(moves)) => format!("#{moves}"),
        };
        let scores: Vec<String> = line.scores.iter().map(score).collect();
        parts.push(format!("from {}: {}", line.first, scores.join(",")));
    }
    if said.is_book {
        parts.push("book".to_owned());
    }
    if !said.text.is_empty() {
        parts.push(format!("\"{}\"", said.text));
    }
    parts.join(" ")
}

/// Every file is understood without an option. Scores are White's: half-moves of engines, moves of WinBoard, both of the
/// position before the move, are moves of the position after it.
#[test]
fn what_each_file_says() {
    for (name, expected) in [
        (
            "lichess",
            &[
                "\"A study\"",
                "clk=0:03:00 emt=0:00:02 0.31/14",
                "clk=0:02:58 emt=0:00:04 -0.27/15",
                "clk=0:02:55 emt=0:00:07 #3/20",
                "clk=0:02:50 emt=0:00:10 #-2/21 Ge5 Rf7 Gb1c3 Yf1b5 \"(0.31 → -0.27) Inaccuracy. d6 was best.\"",
                "0.1/9",
                "#-7/11",
                "#7/12",
                "clk=0:02:30 emt=0:00:27 #-4/18 Ba7 \"Spanish\"",
                "clk=0:02:40 emt=0:00:12 #5/19",
                "0/22",
                "\"solid\"",
            ][..],
        ),
        (
            "chesscom",
            &[
                "clk=0:02:58.6 emt=0:00:03.4",
                "clk=0:02:59.9 emt=0:00:02.1",
                "clk=0:02:50 emt=0:00:10.6 Re5 Gd4",
                "Yf1b5 Bb1c3 \"now the bishop\"",
                "clk=0:02:40.1",
            ],
        ),
        (
            "chessbase",
            &[
                "from 2: -0.27,#3,#-2,#-4,#5,0,-,0.18",
                "?-0.27/15",
                "emt=0:00:07",
                "emt=0:00:10 Ge5 Rf7 Gb1c3 Yf1b5 Od8h4",
                "Cd6 \"quiet\"",
                "\"Spanish\"",
                "clk=1:12:03",
            ],
        ),
        (
            "cutechess",
            &[
                "book",
                "book",
                "emt=0:00:02.1 0.31/14",
                "emt=0:00:00.7 -0.27/15",
                "emt=0:00:13 #3/20",
                "emt=0:00:00.033 #-2/21",
                "emt=0:00:01.6 #-4/18",
                "emt=0:00:00 #5/19 \"White's flag falls\"",
            ],
        ),
        (
            "fastchess",
            &[
                "book",
                "clk=0:00:09.896 emt=0:00:00.204 -0.87/15",
                "clk=0:00:09.097 emt=0:00:01.003 #-1/20",
                "clk=0:00:09.989 emt=0:00:00.007 \"Black mates\"",
            ],
        ),
        (
            "tcec",
            &[
                "\"WhiteEngineOptions: Protocol=uci; Threads=4;, BlackEngineOptions: Protocol=uci; Ponder=false;\"",
                "book",
                "clk=0:27:03.28 emt=0:02:59.72 0.88/37",
                "clk=0:28:20.345 emt=0:00:35.979 -0.27/23",
                "clk=0:27:00 emt=0:00:00.007 #-8/30",
                "clk=0:28:20 emt=0:00:02 #4/31 \"Adjudication: TCEC draw rule\"",
            ],
        ),
        (
            "winboard",
            &[
                "emt=0:00:02.3 0.31/14",
                "emt=0:00:41 -0.27/15",
                "emt=0:01:36 #3/20",
                "emt=0:00:12 #-2/21",
                "emt=0:00:00.4 #-4/18",
                "emt=0:00:59 #5/19",
                "0/22",
                "emt=0:00:01 327.6/9",
            ],
        ),
        (
            "dgt",
            &[
                "clk=0:59:44 emt=0:00:16",
                "emt=0:00:35",
                "clk=0:59:26",
                "clk=1:12:38 emt=0:00:05",
                "clk=12:59:06",
            ],
        ),
        ("scid", &["Gd2d4 Re5 \"plan\"", "Bg8f6 Yf7", "emt=0:00:07", "Of4 \"gambit\""]),
        (
            "supplement",
            &[
                "clk=1:59:50 emt=0:00:10 0.31/14",
                "clk=1:58:00 -0.27/15 \"open\"",
                "egt=0:01:10 mct=17:10:42",
                "#-2/21 Ge5 Rf1b5 Yd2d4",
            ],
        ),
    ] {
        let game = game(name);
        let found: Vec<String> = game.nodes().map(shown).filter(|text| !text.is_empty()).collect();
        assert_eq!(found, expected, "{name}");
    }
}

/// The values that must survive: times in whole seconds, the score for White, depth, marks, book moves and, if asked for, text.
fn values(game: &Game, with_text: bool) -> Vec<String> {
    let mut game = game.clone();
    // The one dialect in which every score is White's.
    rewrite(&mut game, Dialect::Lichess);
    let value = |node: Node<'_>| {
        let Annotations {
            clock, move_time, game_time, wall_clock, evaluation, mut marks, is_book, text, ..
        } = node.annotations();
        marks.sort_by_key(|mark| (mark.to.is_some(), mark.square, mark.to));
        let times = [clock, move_time, game_time, wall_clock].map(|time| Some(time?.time.seconds()));
        let evaluation = evaluation.map(|evaluation| (evaluation.for_white(mover(node)), evaluation.depth));
        let text = if with_text { text } else { String::new() };
        format!("{times:?} {evaluation:?} {marks:?} {is_book} {text}")
    };
    game.nodes().map(value).collect()
}

fn text(game: &Game, dialect: Dialect) -> String {
    let mut out = Vec::new();
    Export::default().suffixes(dialect.has_suffixes()).write_game(game, &mut out);
    String::from_utf8(out).unwrap()
}

/// Errors that any file may have.
struct Errors(Vec<Diagnostic>);

impl Sink for Errors {
    fn wants(&self, _: Code) -> bool {
        true
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.0.push(diagnostic);
        }
    }
}

fn errors(text: &str) -> Vec<Diagnostic> {
    let mut sink = AtLevel { level: Level::Import, sink: Errors(Vec::new()) };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text.as_bytes()));
    while checker.check_game(&mut replayer, &mut sink).is_some() {}
    sink.sink.0
}

#[test]
fn each_file_in_each_dialect() {
    for (name, given) in FILES {
        assert_eq!(errors(given), [], "{name}");
        // The fields of these tournaments are text beside commands.
        let with_text = !matches!(name, "fastchess" | "tcec");
        let expected = values(&game(name), with_text);
        for dialect in dialects() {
            let mut first = game(name);
            rewrite(&mut first, dialect);
            let written = text(&first, dialect);
            let mut read: Game = written.parse().unwrap();
            assert_eq!(values(&read, with_text), expected, "{name} as {}:\n{written}", dialect.name());
            assert_eq!(errors(&written), [], "{name} as {}:\n{written}", dialect.name());
            let report = rewrite(&mut read, dialect);
            assert_eq!(text(&read, dialect), written, "{name} as {} twice", dialect.name());
            assert_eq!((report.converted, report.removed), (0, 0), "{name} as {} twice", dialect.name());
            // And from there to any other.
            for other in dialects() {
                let mut second = read.clone();
                rewrite(&mut second, other);
                let again: Game = text(&second, other).parse().unwrap();
                let (from, to) = (dialect.name(), other.name());
                assert_eq!(values(&again, with_text), expected, "{name} as {from} as {to}");
            }
        }
    }
}

#[test]
fn a_file_in_its_own_dialect_stays() {
    for (name, _) in FILES {
        let given = game(name);
        let mut written = given.clone();
        let report = rewrite(&mut written, Dialect::from_name(name).unwrap());
        assert_eq!(text(&written, Dialect::Plain), text(&given, Dialect::Plain), "{name}");
        assert_eq!((report.converted, report.rounded, report.removed), (0, 0, 0), "{name}");
    }
}

/// The comments of the moves `e4` and `e5`, and what is reported.
fn both(comments: [&str; 2], dialect: Dialect) -> (String, Report) {
    let [white, black] = comments;
    let mut game: Game = format!("1. e4 {white} e5 {black} *").parse().unwrap();
    let report = rewrite(&mut game, dialect);
    let comments = game.nodes().map(|node| {
        let comments: Vec<String> = node.comments().map(|comment| format!("{{{comment}}}")).collect();
        comments.join(" ")
    });
    (comments.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" | "), report)
}

/// Scores and mates of both sides, after moves of both.
#[test]
fn scores_in_each_dialect() {
    let pawns = ["{[%eval 0.31,14] [%emt 0:00:02.1]}", "{[%eval 0.31,14] [%emt 0:01:36]}"];
    let white = ["{[%eval #2,14] [%emt 0:00:02]}", "{[%eval #2,14] [%emt 0:00:02]}"];
    let black = ["{[%eval #-2,14] [%emt 0:00:02]}", "{[%eval #-2,14] [%emt 0:00:02]}"];
    for (dialect, of_pawns, of_white, of_black) in [
        (
            Dialect::ChessBase,
            "{[%evp 1,2,31,31]} | {[%eval 31,14] [%emt 0:00:02]} | {[%eval 31,14] [%emt 0:01:36]}",
            "{[%evp 1,2,29996,29997]} | {[%eval #2,14] [%emt 0:00:02]} | {[%eval #2,14] [%emt 0:00:02]}",
            "{[%evp 1,2,-29997,-29996]} | {[%eval #-2,14] [%emt 0:00:02]} | {[%eval #-2,14] [%emt 0:00:02]}",
        ),
        (
            Dialect::Cutechess,
            "{+0.31/14 2.1s} | {-0.31/14 96s}",
            "{+M5/14 2s} | {-M4/14 2s}",
            "{-M4/14 2s} | {+M5/14 2s}",
        ),
        (
            Dialect::Fastchess,
            "{+0.31/14 2.100s} | {-0.31/14 96.000s}",
            "{+M5/14 2.000s} | {-M4/14 2.000s}",
            "{-M4/14 2.000s} | {+M5/14 2.000s}",
        ),
        (
            Dialect::Tcec,
            "{d=14, mt=2100, wv=0.31,} | {d=14, mt=96000, wv=0.31,}",
            "{d=14, mt=2000, wv=M5,} | {d=14, mt=2000, wv=M4,}",
            "{d=14, mt=2000, wv=-M4,} | {d=14, mt=2000, wv=-M5,}",
        ),
        (
            Dialect::WinBoard,
            "{+0.31/14 2.1} | {-0.31/14 1:36}",
            "{+1000.03/14 2} | {-1000.02/14 2}",
            "{-1000.02/14 2} | {+1000.03/14 2}",
        ),
    ] {
        for (given, expected) in [(pawns, of_pawns), (white, of_white), (black, of_black)] {
            assert_eq!(both(given, dialect).0, expected, "{}", dialect.name());
        }
    }
}

#[test]
fn what_has_no_counterpart_stays_and_is_counted() {
    for (dialect, comment, expected, kept) in [
        // No place for a clock, nor for marks.
        (
            Dialect::Cutechess,
            "[%eval 0.31,14] [%clk 0:05:00] [%csl Re4] x",
            "{+0.31/14} {[%clk 0:05:00] [%csl Re4] x}",
            2,
        ),
        (Dialect::Fastchess, "[%eval 0.31,14] [%clk 0:05:00] x", "{+0.31/14, tl=300.000s, x}", 0),
        // A score without a depth, times without a score.
        (Dialect::Cutechess, "[%eval 0.31]", "{+0.31/0}", 0),
        (Dialect::WinBoard, "[%eval 0.31] [%emt 0:00:02]", "{[%eval 0.31] [%emt 0:00:02]}", 2),
        (Dialect::Cutechess, "[%timestamp 14] [%clk 0:05:00]", "{[%emt 0:00:01.4] [%clk 0:05:00]}", 1),
        (Dialect::Tcec, "[%eval 0.31]", "{[%eval 0.31]}", 1),
        (Dialect::Tcec, "[%eval 0.31] [%clk 0:05:00] x", "{tl=300000, wv=0.31, x}", 0),
        // Text that would be taken for fields stays for itself, and for what an engine says where it is.
        (Dialect::Cutechess, "[%eval 0.31,14] book", "{[%eval 0.31,14] book}", 1),
        (Dialect::Cutechess, "[%eval 0.31,14] d=3, x", "{+0.31/14} {d=3, x}", 0),
        // Colours without a key or a letter.
        (
            Dialect::ChessCom,
            "[%csl Re4,Od4] [%cal Ge2e4]",
            "{[%c_arrow e2e4;keyPressed;shift;from;e2;opacity;0.8;to;e4;persistent;false] [%csl Re4,Od4]}",
            1,
        ),
        (Dialect::Lichess, "[%csl Cd4]", "{[%csl Cd4]}", 1),
        (
            Dialect::Lichess,
            "[%c_highlight d4;color;#a88865;opacity;0.5;square;d4]",
            "{[%c_highlight d4;color;#a88865;opacity;0.5;square;d4]}",
            1,
        ),
        (Dialect::Scid, "[%csl Re4,Xd4]", "{[%csl Re4,Xd4]}", 1),
        // The side is unknown.
        (Dialect::Lichess, "[%eval 31,14]", "{[%eval 31,14]}", 1),
        (Dialect::Cutechess, "[%eval 31,14] [%emt 0:00:02]", "{[%eval 31,14] [%emt 0:00:02]}", 2),
        (Dialect::Lichess, "[%tqu 1] [%mdl 4]", "{[%tqu 1] [%mdl 4]}", 2),
        // Two times of a move contradict each other.
        (Dialect::ChessCom, "[%timestamp 14] [%emt 0:00:09]", "{[%timestamp 14] [%emt 0:00:09]}", 1),
    ] {
        let (found, report) = both([&format!("{{{comment}}}"), ""], dialect);
        assert_eq!((found.as_str(), report.kept), (expected, kept), "{} {comment}", dialect.name());
    }
}

/// Fractions that a dialect does not have are cut off and counted.
#[test]
fn rounded_times() {
    let comment = ["{[%clk 0:05:00.678] [%emt 0:00:01.999] [%eval 0.31,14]}", ""];
    for (dialect, expected, rounded) in [
        (Dialect::ChessCom, "{[%clk 0:05:00.6] [%timestamp 19] [%eval 0.31,14]}", 2),
        (Dialect::Dgt, "{[%clk 00:05:00] [%emt 00:00:01] [%eval 0.31,14]}", 2),
        (Dialect::Scid, "{[%clk 0:05:00.678] [%emt 0:00:01.999] [%eval 0.31,14]}", 0),
        (Dialect::WinBoard, "{+0.31/14 1.9} {[%clk 0:05:00.678]}", 1),
        (Dialect::Tcec, "{d=14, mt=1999, tl=300678, wv=0.31,}", 0),
    ] {
        let (found, report) = both(comment, dialect);
        assert_eq!((found.as_str(), report.rounded), (expected, rounded), "{}", dialect.name());
    }
}

/// The profile goes to its moves, and stays where a move says otherwise.
#[test]
fn profiles_of_chessbase() {
    for (given, expected) in [
        (
            "{[%evp 0,2,20,31,-27]} 1. e4 e5 *",
            "{[%eval 0.20]} 1. e4 {[%eval 0.31]} 1... e5 {[%eval -0.27]} *",
        ),
        (
            "{[%evp 1,2,31,-27] x} 1. e4 {a} e5 {[%eval 27,9]} *",
            "{x} 1. e4 {[%eval 0.31] a} 1... e5 {[%eval -0.27,9]} *",
        ),
        (
            "{[%evp 1,2,31,-27]} 1. e4 {[%eval 0.50]} e5 *",
            "{[%evp 1,2,31,-27]} 1. e4 {[%eval 0.50]} 1... e5 {[%eval -0.27]} *",
        ),
        // More than the game has.
        (
            "{[%evp 1,3,31,-27,5]} 1. e4 e5 *",
            "{[%evp 1,3,31,-27,5]} 1. e4 {[%eval 0.31]} 1... e5 {[%eval -0.27]} *",
        ),
        (
            "{[%evp 1,2,31,-27]} 1. e4 {+0.40/9 1s} (1. d4 {[%eval 31,9]}) e5 *",
            "{[%evp 1,2,31,-27]} 1. e4 {[%eval 0.40,9] [%emt 0:00:01]} (1. d4 {[%eval 31,9]}) 1... e5 {[%eval -0.27]} *",
        ),
    ] {
        let mut game: Game = given.parse().unwrap();
        rewrite(&mut game, Dialect::Lichess);
        let found = text(&game, Dialect::Plain).replace('\n', " ");
        assert!(found.trim_end().ends_with(&format!("  {expected}")), "{given}: {found}");
        let mut again = game.clone();
        rewrite(&mut again, Dialect::Lichess);
        assert_eq!(text(&again, Dialect::Plain), text(&game, Dialect::Plain), "{given}");
    }
}

#[test]
fn names_of_variants() {
    for (name, fen, expected) in [
        ("fischerandom", "", ["Chess960", "Chess960", "fischerandom"]),
        ("Chess 960", "", ["Chess960", "Chess960", "fischerandom"]),
        ("normal", "", ["normal", "normal", "normal"]),
        ("kingofthehill", "", ["King of the Hill", "kingofthehill", "kingofthehill"]),
        ("Three-check", "", ["Three-check", "Three-check", "3check"]),
        ("Bughouse", "", ["Bughouse", "Bughouse", "Bughouse"]),
        ("nocastle", "", ["nocastle", "nocastle", "nocastle"]),
    ] {
        let dialects = [Dialect::Lichess, Dialect::ChessCom, Dialect::Tcec];
        for (dialect, expected) in dialects.into_iter().zip(expected) {
            let mut game: Game = format!("[Variant \"{name}\"]\n{fen}\n1. e4 *").parse().unwrap();
            let report = rewrite(&mut game, dialect);
            assert_eq!(game.tag("Variant"), Some(expected), "{name} as {}", dialect.name());
            assert_eq!(report.converted, u64::from(name != expected), "{name} as {}", dialect.name());
        }
    }
}

/// A comment of commands and text.
fn comment() -> impl Strategy<Value = String> {
    let score = prop_oneof![
        (-2900i32..2900).prop_map(|centipawns| format!("{:.2}", f64::from(centipawns) / 100.0)),
        (1i32..300).prop_map(|moves| format!("#{moves}")),
        (1i32..300).prop_map(|moves| format!("#-{moves}")),
    ];
    let eval = (score, prop::option::of(1u32..60)).prop_map(|(score, depth)| match depth {
        Some(depth) => format!("[%eval {score},{depth}]"),
        None => format!("[%eval {score}]"),
    });
    let time = || {
        (0u32..3, 0u32..60, 0u32..60)
            .prop_map(|(hours, minutes, seconds)| format!("{hours}:{minutes:02}:{seconds:02}"))
    };
    let mark =
        prop::sample::select(vec!["[%csl Gd4,Re5]", "[%cal Bd2d4]", "[%csl Od4]", "[%csl Yd4] [%cal Ce2e4]"]);
    let text = prop::sample::select(vec![
        "solid",
        "a, b",
        "book",
        "d=3, x",
        "+0.10/3 1s",
        "#",
        "1.5s",
        "x=1, y=2",
        "[#] see",
    ]);
    let parts = (
        prop::option::of(eval),
        prop::option::of(time().prop_map(|time| format!("[%clk {time}]"))),
        prop::option::of(time().prop_map(|time| format!("[%emt {time}]"))),
        prop::option::of(mark.prop_map(str::to_owned)),
        prop::option::of(text.prop_map(str::to_owned)),
    );
    parts.prop_map(|(eval, clk, emt, mark, text)| {
        [eval, clk, emt, mark, text].into_iter().flatten().collect::<Vec<_>>().join(" ")
    })
}

proptest! {
    /// Through any two dialects, the values of all moves are the same.
    #[test]
    fn values_survive(comments in prop::collection::vec(comment(), 7)) {
        let mut game: Game = "1. e4 e5 (1... c5 2. Nc3 Nc6) 2. Nf3 Nc6 *".parse().unwrap();
        let nodes: Vec<_> = game.nodes().filter(|node| node.parent().is_some()).map(|node| node.id()).collect();
        for (node, comment) in nodes.into_iter().zip(comments) {
            if !comment.is_empty() {
                game.add_comment(node, &comment).unwrap();
            }
        }
        let expected = values(&game, true);
        for first in dialects() {
            let mut once = game.clone();
            rewrite(&mut once, first);
            let once: Game = text(&once, first).parse().unwrap();
            prop_assert_eq!(&values(&once, true), &expected, "{}: {}", first.name(), text(&once, first));
            for second in dialects() {
                let mut twice = once.clone();
                rewrite(&mut twice, second);
                let written = text(&twice, second);
                let read: Game = written.parse().unwrap();
                prop_assert_eq!(&values(&read, true), &expected, "{} and {}: {}", first.name(), second.name(), written);
            }
        }
    }
}
