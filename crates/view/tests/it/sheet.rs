//! Games as they are printed: items in order.

use pgnkit::Game;
use pgnkit_view::{Boards, Item, Sheet};

/// Each item in a word or two.
fn items(sheet: &Sheet<'_>) -> String {
    let words = sheet.items().map(|item| match item {
        Item::Move(mv) => {
            let number = mv.number.as_deref().map_or(String::new(), |number| format!("{number} "));
            let times = [("clk", mv.clock), ("emt", mv.used)];
            let times = times.map(|(name, time)| time.map_or(String::new(), |time| format!("@{name}{time}")));
            let score = mv.score_text().map_or(String::new(), |score| format!("@{score}"));
            format!("{number}{}/{}{}{score}", mv.with_signs(), mv.ply, times.concat())
        }
        Item::Comment(text) => format!("{{{text}}}"),
        Item::Unread(text) => format!("unread:{text}"),
        Item::Board(board) => format!("board:{:?}:{}", board.bottom, board.title),
        Item::BeginVariation => "(".to_owned(),
        Item::EndVariation => ")".to_owned(),
        Item::Result(result) => result.as_str().to_owned(),
        _ => "?".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn items_come_in_order() {
    for (text, expected) in [
        ("*", "*"),
        (
            "{a} 1. e4 {b} e5 (1... c5 {c} 2. Nf3 (2. c3)) 2. d4 1-0",
            "{a} 1. e4/1 {b} 1... e5/2 ( 1... c5/2 {c} 2. Nf3/3 ( 2. c3/3 ) ) 2. d4/3 1-0",
        ),
        ("1. e4 ({x} 1. d4 d5) (1. c4) e5 *", "1. e4/1 ( {x} 1. d4/1 d5/2 ) ( 1. c4/1 ) 1... e5/2 *"),
        ("1. e4 $220 e5 $14 $1 *", "1. e4/1 board:White:After 1. e4 1... e5! ⩲/2 *"),
        ("1. e4 e5 $221 {two} 2. Nf3 *", "1. e4/1 e5/2 board:Black:After 1... e5 {two} 2. Nf3/3 *"),
        ("1. e4 {[%diagram] here} *", "1. e4/1 board:White:After 1. e4 {here} *"),
        // ChessBase.
        ("1. e4 {[#] here} *", "1. e4/1 board:White:After 1. e4 {here} *"),
        ("1. e4 {[#]} *", "1. e4/1 board:White:After 1. e4 *"),
        ("1. e4 { # } *", "1. e4/1 board:White:After 1. e4 *"),
        ("1. e4 {#5} *", "1. e4/1 {#5} *"),
        ("[Orientation \"black\"]\n\n1. e4 {[#]} *", "1. e4/1 board:Black:After 1. e4 *"),
        ("[Orientation \"Black\"]\n\n1. e4 $221 *", "1. e4/1 board:White:After 1. e4 *"),
        ("[Orientation \"white\"]\n\n1. e4 $220 *", "1. e4/1 board:White:After 1. e4 *"),
        ("1. e4 {[%c_effect e4;square;e4] good} *", "1. e4/1 {good} *"),
        ("1. e4 $9 $200 *", "1. e4 $200/1 {worst move} *"),
        (
            "1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 {-0.31/14 2.1s} *",
            "1. e4/1@clk0:01:00@+0.30 e5/2@emt0:00:02.1@+0.31 *",
        ),
        ("1. e4 (1. d4 {[%clk 0:00:09]}) *", "1. e4/1 ( 1. d4/1@clk0:00:09 ) *"),
        ("1. e4 e5 2. Ke3 rest *", "1. e4/1 e5/2 unread:2. Ke3 rest *"),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n[SetUp \"1\"]\n\n7... Kd8 8. O-O *",
            "7... Kd8/1 8. O-O/2 *",
        ),
    ] {
        let game = Game::read(text.as_bytes(), &mut pgnkit::diagnostics::Ignore).unwrap();
        assert_eq!(items(&Sheet::new(&game)), expected, "{text}");
    }
}

#[test]
fn boards_are_where_they_are_asked_for() {
    let game: Game = "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 $220 Nc6 3. Bb5 *".parse().unwrap();
    let mut boards = Boards::NONE;
    assert!(!items(&Sheet::new(&game).boards(boards.clone())).contains("board"));
    boards.every = 2;
    boards.last = true;
    boards.plies = vec![0, 1];
    assert_eq!(
        items(&Sheet::new(&game).boards(boards).variations(false)),
        "board:White: 1. e4/1 board:White:After 1. e4 1... e5/2 board:White:After 1... e5 2. Nf3/3 Nc6/4 \
         board:White:After 2... Nc6 3. Bb5/5 board:White:After 3. Bb5 *"
    );
}

#[test]
fn ascii_has_no_other_characters() {
    let text = "[White \"Müller\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 $1 $16 $132 {Łódź} 1/2-1/2";
    let game: Game = text.parse().unwrap();
    let sheet = Sheet::new(&game).notation(pgnkit::Notation::Figurine).ascii(true);
    assert_eq!(items(&sheet), "1. Nf3! +/-/1 {White has moderate counterplay} {??d?} 1/2-1/2");
    assert_eq!(
        (sheet.heading().white.name.as_deref(), &*sheet.heading().result),
        (Some("M?ller"), "1/2-1/2")
    );
    assert_eq!(items(&Sheet::new(&game).signs(false).comments(false)), "1. Nf3/1 1/2-1/2");
}

#[test]
fn long_games_and_deep_variations_take_linear_time() {
    let long: String = (0..20_000).map(|_| "Nf3 Nf6 Ng1 Ng8 ").collect();
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(4_000) + &")".repeat(4_000) + " *";
    for (text, count) in [(long, 80_002), (deep, 12_003)] {
        let game = Game::read(text.as_bytes(), &mut pgnkit::diagnostics::Ignore).unwrap();
        let mut boards = Boards::default();
        boards.last = true;
        assert_eq!(Sheet::new(&game).boards(boards).items().count(), count);
    }
}
