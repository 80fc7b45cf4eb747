//! What is said of a text that is not export format, and that nothing is said of one that is.

use pgnkit::syntax::{AtLevel, Collect, Level, Severity};
use pgnkit::{Checker, Replayer};

const TAGS: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";

/// Names and texts of what is found.
fn found(text: &[u8], level: Level) -> Vec<(&'static str, String)> {
    let mut sink = AtLevel { level, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text));
    while checker.check_game(&mut replayer, &mut sink).is_some() {}
    let at_least = |severity| move |found: &&pgnkit::syntax::Diagnostic| found.severity >= severity;
    let named = sink.sink.iter().filter(at_least(Severity::Warning));
    named.map(|found| (found.code.name(), found.span.text(text).to_owned())).collect()
}

fn check(text: &str, expected: &[(&str, &str)]) {
    let found = found(text.as_bytes(), Level::Export);
    let found: Vec<_> = found.iter().map(|(name, text)| (*name, text.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn tags() {
    for (tags, expected) in [
        (TAGS.to_owned(), &[][..]),
        (TAGS.replace("[Event ", "[ Event "), &[("tag-layout", " ")]),
        (TAGS.replace("[Event ", "[Event"), &[("tag-layout", "")]),
        (TAGS.replace("\"]\n[Site", "\" ]\n[Site"), &[("tag-layout", " ")]),
        (TAGS.replace("\n[Site", " [Site"), &[("tag-layout", " ")]),
        (TAGS.replace("\n[Site", " \n[Site"), &[("white-space", " \n")]),
        (TAGS.replace("\n[Site", "\n\n[Site"), &[("empty-lines", "\n")]),
        (format!(" {TAGS}"), &[("white-space", " ")]),
        (format!("\n{TAGS}"), &[("empty-lines", "\n")]),
        (format!("\n {TAGS}"), &[("empty-lines", "\n"), ("white-space", " ")]),
        (format!("{TAGS}[A \"\"]\n[B \"\"]\n"), &[]),
        (format!("{TAGS}[B \"\"]\n[A \"\"]\n[C \"\"]\n"), &[("tag-order", "A")]),
        (format!("[ECO \"\"]\n{TAGS}"), &[("tag-order", "Event")]),
        (format!("{TAGS}\n"), &[("empty-lines", "\n")]),
        (format!("{TAGS}[SetUp \"0\"]\n"), &[("needless-setup", "[SetUp \"0\"]")]),
        (
            format!(
                "{TAGS}[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SETUP \"\"]\n[SetUp \"1\"] \n"
            ),
            &[("tag-name-case", "SETUP"), ("white-space", " \n\n")],
        ),
        (format!("{{c}}\n{TAGS}"), &[("annotation-order", "{c}")]),
    ] {
        check(&format!("{tags}\n1. e4 *\n\n"), expected);
    }
}

#[test]
fn movetext() {
    for (movetext, expected) in [
        ("*", &[][..]),
        ("1. e4 e5 2. Nf3 *", &[]),
        ("1. e4 $1 $14 {a} {b} (1. d4 d5) (1. c4 {c} 1... c5 (1... e5)) 1... e5 *", &[]),
        ("{a} {b} 1. e4 *", &[]),
        ("1. e4 {50 % of [%clk 0:00:01] it} 1... e5 *", &[]),
        ("1. e4 ;a } b\n1... e5 *", &[]),
        // White space.
        ("1. e4\n\ne5 *", &[("empty-lines", "\n")]),
        ("1. e4 \n \n e5 *", &[("empty-lines", " \n ")]),
        ("1. e4  e5 *", &[("white-space", "  ")]),
        ("1. e4\te5 *", &[("white-space", "\t")]),
        ("1. e4{a} 1... e5 *", &[("white-space", "")]),
        ("1. e4 e5 * ", &[("white-space", " \n\n")]),
        ("1. e4 ( 1. d4 ) 1... e5 *", &[("variation-layout", " ")]),
        // Move numbers.
        ("1.e4 e5 2.Nf3 *", &[("move-number-form", "1.")]),
        ("e4 e5 *", &[("move-number-form", "e4")]),
        ("1 e4 e5 *", &[("move-number-form", "1")]),
        ("1 . e4 e5 *", &[("move-number-form", "1 .")]),
        ("01. e4 e5 *", &[("move-number-form", "01.")]),
        ("1... e4 e5 *", &[("move-number-form", "1...")]),
        ("1. e4 1... e5 *", &[("move-number-form", "1...")]),
        ("1. e4 {a} e5 *", &[("move-number-form", "e5")]),
        ("1. e4 (1. d4) 1. e5 *", &[("move-number-form", "1.")]),
        ("1. e4 e5 (c5) *", &[("move-number-form", "c5")]),
        ("1. {a} e4 e5 *", &[("move-number-form", "1.")]),
        ("1e4 e5 *", &[("glued-move-number", "1")]),
        ("2. e4 e5 *", &[("wrong-move-number", "2.")]),
        // Annotations.
        ("1. e4!? 1... e5 *", &[("suffix-annotation", "!?")]),
        ("1. e4 !? 1... e5 *", &[("suffix-annotation", "!?")]),
        ("1. e4 $0 e5 *", &[("nag-form", "$0")]),
        ("1. e4 $01 1... e5 *", &[("nag-form", "$01")]),
        ("1. e4 $2 $1 1... e5 *", &[("annotation-order", "$1")]),
        ("1. e4 $1 $1 1... e5 *", &[("annotation-order", "$1")]),
        ("1. e4 (1. d4) $1 1... e5 *", &[("annotation-order", "$1")]),
        ("1. e4 (1. d4) {a} 1... e5 *", &[("annotation-order", "{a}")]),
        ("1. e4 e5 * {a}", &[("annotation-order", "{a}")]),
        // Comments.
        ("1. e4 ;a\n1... e5 *", &[("comment-layout", ";a")]),
        ("1. e4 ; a } b\n1... e5 *", &[("comment-layout", "; a } b")]),
        ("1. e4 { a} 1... e5 *", &[("comment-layout", " ")]),
        ("1. e4 {a  b } 1... e5 *", &[("comment-layout", "  ")]),
        ("1. e4 {a\n\nb} 1... e5 *", &[("comment-layout", "\n\n"), ("line-fill", "b}")]),
        ("1. e4 {} e5 *", &[("comment-layout", "{}")]),
        ("1. e4 {a { b} 1... e5 *", &[("nested-brace", "{")]),
        // Other codes say it all.
        ("1. e4 ( d4 e5 *", &[("unclosed-variation", "(")]),
        ("1. e4 Ke3 2.d4 ! *", &[("illegal-move", "Ke3")]),
        ("1. e4+ e5 *", &[("non-canonical-move", "e4+")]),
        ("%a\n1. e4 *", &[("escape-line", "%a")]),
    ] {
        check(&format!("{TAGS}\n{movetext}\n\n"), expected);
    }
}

#[test]
fn lines() {
    let long = format!("{{{}}} 1. e4 *", ["ten chars."; 12].join(" "));
    let broken = |at: usize| format!("{}\n{}", &long[..at], &long[at + 1..]);
    for (movetext, expected) in [
        (broken(77), &[][..]),
        (broken(70), &[("line-fill", "chars.")]),
        (long.clone(), &[("long-line", "ten")]),
        ("1. e4 e5\n2. Nf3 *".to_owned(), &[("line-fill", "2.")]),
        ("1. e4 (1. d4\nd5) 1... e5 *".to_owned(), &[("line-fill", "d5)")]),
        (format!("{{{}}}\n1. e4 *", "x".repeat(100)), &[]),
        (format!("{{\u{e4}{}}} 1.\ne4 *", "x".repeat(73)), &[]),
    ] {
        check(&format!("{TAGS}\n{movetext}\n\n"), expected);
    }
}

#[test]
fn between_games() {
    let game = format!("{TAGS}\n1. e4 *");
    for (text, expected) in [
        (String::new(), &[][..]),
        ("\n".to_owned(), &[("empty-lines", "\n")]),
        (" ".to_owned(), &[("empty-lines", " ")]),
        (format!("{game}\n\n{game}\n\n"), &[]),
        (format!("{game}\n\n\n{game}\n\n"), &[("empty-lines", "\n")]),
        (format!("{game}\n{game}\n\n"), &[("empty-lines", "\n")]),
        (format!("{game}{game}\n\n"), &[("empty-lines", "")]),
        (format!("{game}\n\n {game}\n\n"), &[("white-space", " ")]),
        (format!("{game}\n\n{game}\n"), &[("empty-lines", "\n")]),
        (game.clone(), &[("empty-lines", "")]),
        (format!("{game}\n\n ").clone(), &[("white-space", "\n\n ")]),
        (format!("\u{feff}{game}\n\n"), &[("byte-order-mark", "\u{feff}")]),
    ] {
        check(&text, expected);
    }
}

#[test]
fn any_newline_will_do_but_in_an_archive() {
    let text = format!("{TAGS}\n1. e4 {{a}} 1... e5 *\n\n");
    for newline in ["\n", "\r\n", "\r"] {
        let text = text.replace('\n', newline);
        assert_eq!(found(text.as_bytes(), Level::Export), [], "{newline:?}");
        let expected: &[_] = if newline == "\n" { &[] } else { &[("line-ends", newline.to_owned())] };
        assert_eq!(found(text.as_bytes(), Level::Archive), expected, "{newline:?}");
    }
}

#[test]
fn iso_8859_1_is_export_format() {
    let text = format!("{TAGS}\n{{Fr*hling}} 1. e4 *\n\n");
    let text: Vec<u8> = text.bytes().map(|byte| if byte == b'*' { 0xfc } else { byte }).collect();
    let text = [&text[..text.len() - 3], b"*\n\n"].concat();
    let text: Vec<u8> =
        String::from_utf8_lossy(TAGS.as_bytes()).bytes().chain(text[TAGS.len()..].iter().copied()).collect();
    assert_eq!(found(&text, Level::Archive), []);
}

/// Lines of 254 characters and a newline are allowed (decision A-03).
#[test]
fn long_lines_of_import_format() {
    for (length, codes) in [(254, 0), (255, 1)] {
        for (character, newline) in [("x", "\n"), ("\u{e4}", "\n"), ("x", "\r\n")] {
            let comment = format!("{{{}}}", character.repeat(length - 2));
            let text = format!("1. e4{newline}{comment}{newline}e5 *{newline}");
            let mut sink = AtLevel { level: Level::Import, sink: Collect::default() };
            Checker::new().check_game(&mut Replayer::new(text.as_bytes()), &mut sink);
            let names: Vec<_> = sink.sink.iter().map(|found| found.code.name()).collect();
            assert_eq!(names, ["line-too-long"][..codes], "{length}");
        }
    }
}

#[test]
fn what_is_written_is_export_format() {
    for text in [&include_bytes!("golden/full-output.pgn")[..], include_bytes!("golden/sample-2.3.pgn")] {
        assert_eq!(found(text, Level::Archive), []);
    }
}
