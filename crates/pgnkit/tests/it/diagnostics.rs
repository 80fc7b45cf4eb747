//! Where diagnostics of the replay point, and where there must be none.

use pgnkit::syntax::{Collect, Ignore, Sink};
use pgnkit::{GameBuilder, Note, Replayer};

/// Reads a text: name and place of each diagnostic.
fn read(text: &str) -> String {
    let mut diagnostics = Collect::default();
    let mut replayer = Replayer::new(text.as_bytes());
    while replayer.read_game(&mut (), &mut diagnostics as &mut dyn Sink).is_some() {}
    let place = |diagnostic: &pgnkit::syntax::Diagnostic| {
        format!("{} {}", diagnostic.code.name(), diagnostic.span.text(text.as_bytes()))
    };
    diagnostics.iter().map(place).collect::<Vec<_>>().join(", ")
}

#[test]
fn diagnostics_point_at_what_they_mean() {
    for (text, expected) in [
        // At most one suffix for each move, wherever it stands.
        ("e4! e5! Nf3? *", ""),
        ("e4! ? *", "repeated-suffix ?"),
        ("e4! $14 {x} ?! ! *", "repeated-suffix ?!, repeated-suffix !"),
        ("e4 ; good!\n ! *", ""),
        ("e4! (d4! d5?) (c4!) e5! *", ""),
        ("e4 e5! (c5! ?) *", "repeated-suffix ?"),
        ("1. ! ? e4 *", "nag-before-move !, nag-before-move ?"),
        ("e4! * ?", "nag-after-termination ?, repeated-suffix ?"),
        // The number, with its periods.
        ("1. e4 e5 2. *", "number-without-move 2."),
        ("1. e4 e5 2 ... *", "number-without-move 2 ..."),
        ("1. e4 e5 2 *", ""),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "stray-mark e.p."),
        ("1. e4 ... *", "stray-period ..."),
        // The whole variation.
        ("1. e4 () e5 *", "empty-variation ()"),
        ("1. e4 ( {x} ) e5 *", "empty-variation ( {x} )"),
        ("1. e4 ( {x} *", "unclosed-variation (, empty-variation ( {x}"),
        // The field of the FEN that is at fault.
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 x - - 0 1\"] [SetUp \"1\"] *", "invalid-fen x"),
        ("[FEN \"\"] [SetUp \"1\"] *", "empty-tag-value [FEN \"\"], missing-fen [SetUp \"1\"]"),
    ] {
        assert_eq!(read(text), expected, "{text:?}");
    }
}

#[test]
fn messages_name_what_is_wrong() {
    let crowd = "4k3/8/PPPPPPPP/PPPPPPPP/8/8/8/4K3 w - - 0 1";
    for (text, code, message, help) in [
        (
            format!("[FEN \"{crowd}\"] [SetUp \"1\"] *"),
            "lax-fen",
            "expected a FEN of six exact fields, found: 17 pieces of white, where 16 are possible, \
             16 pawns of white, where 8 are possible",
            "",
        ),
        (
            "11. e4 e5 12. Nf3 Nc6 13. Bb5 *".to_owned(),
            "wrong-move-number",
            "expected move number 1, found `11.`; 2 more numbers are off by 10",
            "a game that begins at move 11 needs its position in a FEN tag",
        ),
        (
            "[Result \"1-0\"] 1. f3 e5 2. g4 Qh4# 0-1".to_owned(),
            "result-mismatch",
            "expected one result, found `1-0` in the Result tag and the marker `0-1`",
            "the board shows mate: the result is `0-1`",
        ),
        (
            "1. e4 e5 (1... c5 (2. Nf3.)) *".to_owned(),
            "wrong-move-number",
            "expected move number 1, found `2.`",
            "a variation begins with a move in place of the one before it: it may be at the wrong place",
        ),
        (
            "[Round \"57”]\n*".to_owned(),
            "unterminated-string",
            "expected `\"` to close this string, found `”`",
            "",
        ),
        (
            "1. e4 1-0 $1".to_owned(),
            "nag-after-termination",
            "expected an annotation before the termination marker, found `$1` after it",
            "",
        ),
        (
            "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] [SetUp \"1\"] 1. a8 = N *".to_owned(),
            "lax-move",
            "expected `a8=N`, found `a8 = N`, a move with white space inside",
            "",
        ),
    ] {
        let mut found = Collect::default();
        let game = Replayer::new(text.as_bytes()).read_game(&mut (), &mut found as &mut dyn Sink);
        assert!(game.is_some());
        let mut of_code = found.iter().filter(|one| one.code.name() == code);
        let (Some(one), None) = (of_code.next(), of_code.next()) else { panic!("{text}: {found:?}") };
        // Only the marker that a mate contradicts, and what can be read for certain, have a fix.
        assert_eq!(
            one.fix.is_none(),
            code != "result-mismatch" && code != "lax-move" && !help.contains("FEN tag")
        );
        assert_eq!((&one.message[..], one.help.as_deref().unwrap_or_default()), (message, help), "{text}");
    }
}

#[test]
fn messages_quote_no_more_than_a_few_words() {
    let long = "x".repeat(100_000);
    for text in [
        format!("1. Ke4{long} *"),
        format!("1. {long} *"),
        format!("[Result \"{long}\"] *"),
        format!("[Variant \"{long}\"] *"),
        format!("[SetUp \"{long}\"] *"),
        format!("[FEN \"{long}\"] [SetUp \"1\"] *"),
        format!("[{long} \"\"] [{long} \"1\"] *"),
    ] {
        let mut diagnostics = Collect::default();
        Replayer::new(text.as_bytes()).read_game(&mut (), &mut diagnostics);
        assert!(!diagnostics.is_empty(), "{}", &text[..20]);
        for diagnostic in diagnostics {
            assert!(diagnostic.message.len() < 250, "{}", diagnostic.code);
        }
    }
}

#[test]
fn a_move_number_belongs_to_the_game_it_stands_in() {
    for text in ["e4 1-0\nKe3 *", "e4 1/2 Ke3 *", "1. e4\n\n[White \"x\"]\nKe3 *"] {
        let mut replayer = Replayer::new(text.as_bytes());
        let mut builder = GameBuilder::new();
        for _ in 0..2 {
            replayer.read_into(&mut builder, &mut Ignore).unwrap();
        }
        assert_eq!(builder.game().root().notes().collect::<Vec<_>>(), [Note::Unread("Ke3")], "{text:?}");
    }
}

#[test]
fn labels_show_the_second_place() {
    for (text, label) in [
        ("1. e4 {oops \n\n", "10 the comment is taken to end here"),
        ("1. e4 {oops \n\n[Event \"b\"]\n\n*", "11 the comment is taken to end here"),
        ("[Event \"abc]\n*", "11 the value is taken to end here"),
        ("[Event \"abc]\n\n1. e4 *", "11 the value is taken to end here"),
        ("[A \"x\"\n[B \"y\"]\n\n*", "0 the tag pair begins here"),
        ("1. e4 (1. d4 (1. c4 *", "20 the variation is taken to end here"),
        ("1. e4 * (1. d4)", "6 the game ends here"),
        ("1. e4 (1. d4 1-0) *", "6 the variation begins here"),
        ("1. e4 (1. d5) *", "6 the variation begins here"),
        ("1. e4! ? *", "5 the suffix before"),
        ("[Result \"1-0\"] 1. e4 0-1", "0 the Result tag"),
    ] {
        let mut found = Collect::default();
        let mut replayer = Replayer::new(text.as_bytes());
        while replayer.read_game(&mut (), &mut found).is_some() {}
        let labels = found.iter().flat_map(|diagnostic| &diagnostic.labels);
        let labels: Vec<String> =
            labels.map(|label| format!("{} {}", label.span.start, label.text)).collect();
        assert_eq!(labels, [label], "{text:?}");
    }
}
