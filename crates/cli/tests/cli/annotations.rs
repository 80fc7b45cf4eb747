//! `pgn convert --to pgn --annotations`.

use crate::rig::pgn;

const GAME: &str = "1. e4 {[%clk 0:02:58.6][%timestamp 14] best} e5 {-0.31/14 2.1s} \
    2. Nf3 {[%draw full,e5,red] [%tqu \"En\",\"a, b\"]} (2. f4 {d=24, mt=1500, tl=58500, n=88, wv=0.27,}) 2... Nc6 {[%eval 0.1} *\n";

fn movetext(dialect: &str) -> (String, String) {
    let ran = pgn(&["convert", "--to", "pgn", "--annotations", dialect], GAME).status(0);
    let text = ran.out().replace('\n', " ");
    let start = text.find("1. e4").unwrap();
    (text[start..].trim_end().to_owned(), ran.account().to_owned())
}

#[test]
fn each_dialect() {
    for (dialect, expected, account) in [
        (
            "lichess",
            "1. e4 {[%emt 0:00:01.4] [%clk 0:02:58.6] best} 1... e5 {[%eval 0.31,14] [%emt 0:00:02.1]} \
             2. Nf3 {[%csl Re5] [%tqu \"En\",\"a, b\"]} (2. f4 {[%eval 0.27,24] [%clk 0:00:58.5] [%emt 0:00:01.5] n=88,}) \
             2... Nc6 {[%eval 0.1} *",
            "; annotations: 7 converted, 2 kept as they are",
        ),
        (
            "supplement",
            "1. e4 {[%emt 0:00:01] [%clk 0:02:58] best} 1... e5 {[%emt 0:00:02][%eval 0.31,14]} \
             2. Nf3 {[%csl Re5] [%tqu \"En\",\"a, b\"]} (2. f4 {[%clk 0:00:58][%emt 0:00:01][%eval 0.27,24] n=88,}) \
             2... Nc6 {[%eval 0.1} *",
            "; annotations: 8 converted, 2 kept as they are, 5 rounded",
        ),
        ("plain", "1. e4 {best} e5 2. Nf3 (2. f4) 2... Nc6 {[%eval 0.1} *", "; annotations: 11 removed"),
    ] {
        let (found, said) = movetext(dialect);
        assert_eq!(found.replace("{best} 1... e5", "{best} e5"), expected, "{dialect}");
        assert!(said.ends_with(account), "{said}");
    }
}

#[test]
fn without_the_option_nothing_changes() {
    let ran = pgn(&["convert", "--to", "pgn"], GAME).status(0);
    assert_eq!(ran.out(), pgn(&["fmt"], GAME).status(0).out());
}

#[test]
fn only_games_have_annotations() {
    let ran = pgn(&["convert", "--to", "fen", "--annotations", "plain"], GAME).status(2);
    assert!(ran.err().contains("--annotations has no effect on what --to fen writes"), "{}", ran.err());
}

#[test]
fn once_more_is_the_same() {
    for dialect in ["lichess", "supplement", "plain"] {
        let args = ["convert", "--to", "pgn", "--annotations", dialect];
        let once = pgn(&args, GAME).status(0);
        assert_eq!(pgn(&args, once.bytes()).status(0).out(), once.out(), "{dialect}");
    }
}
