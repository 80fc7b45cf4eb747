//! `pgn convert --to csv`.

use crate::rig::{BAD, Dir, LAX, pgn};

const CLOCKS: &str = "[White \"Tal, M\"]\n[Black \"\\\"X\\\"\"]\n[ECO \"C20\"]\n\n\
    1. e4 $1 $14 {[%clk 0:03:00.5] [%eval 0.17,18] best, \"by test\"} e5 {[%emt 0:00:02][%csl Ge5]} {two\nlines} (1... c5) \
    2. Qh5 {[%eval #-3] [%egt 1:00:00] [%mct 17:10:42] [%clk x]} 1-0\n";

const HEAD: &str = "file,game,ply,number,color,san,uci,clk_seconds,emt_seconds,egt_seconds,mct_seconds,\
    eval_pawns,eval_mate,eval_depth,nags,comment";

#[test]
fn plies() {
    let ran = pgn(&["convert", "--to", "csv"], CLOCKS).status(0);
    let expected = format!(
        "{HEAD}\n\
        <stdin>,1,1,1,white,e4,e2e4,180.5,,,,0.17,,18,1 14,\"best, \"\"by test\"\"\"\n\
        <stdin>,1,2,1,black,e5,e7e5,,2,,,,,,,[%csl Ge5] two lines\n\
        <stdin>,1,3,2,white,Qh5,d1h5,,,3600,61842,,-3,,,[%clk x]\n"
    );
    assert_eq!(ran.out(), expected);
    assert!(ran.account().ends_with("no errors; wrote 1; without 1 variation"));
}

#[test]
fn games() {
    let input = format!("{CLOCKS}\n{LAX}");
    let ran = pgn(&["convert", "--to", "csv", "--rows", "games"], &input).status(0);
    assert_eq!(
        ran.out(),
        "file,game,Event,Site,Date,Round,White,Black,plies,result\n\
        <stdin>,1,,,,,\"Tal, M\",\"\"\"X\"\"\",3,1-0\n\
        <stdin>,2,,,,,Tal,,5,1-0\n"
    );
    let ran =
        pgn(&["convert", "--to", "csv", "--rows", "games", "--tags", "ECO,White", "--fen"], CLOCKS).status(0);
    let fen = "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
    assert_eq!(
        ran.out(),
        format!("file,game,ECO,White,plies,result,final_fen\n<stdin>,1,C20,\"Tal, M\",3,1-0,{fen}\n")
    );
}

#[test]
fn tags_and_positions_beside_each_ply() {
    let input = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[A \"x\ty\"]\n\n7... Kd7 8. e4 *";
    let ran = pgn(&["convert", "--to", "csv", "--fen", "--tags", "A,B"], input).status(0);
    assert_eq!(
        ran.out(),
        format!(
            "{},A,B\n\
            <stdin>,1,1,7,black,Kd7,e8d7,8/3k4/8/8/8/8/4P3/4K3 w - - 1 8,,,,,,,,,,x y,\n\
            <stdin>,1,2,8,white,e4,e2e4,8/3k4/8/8/4P3/8/8/4K3 b - e3 0 8,,,,,,,,,,x y,\n",
            HEAD.replace(",clk_", ",fen,clk_")
        )
    );
}

#[test]
fn games_are_numbered_through_the_run_and_the_head_comes_once() {
    let many = format!("{LAX}\n{BAD}").repeat(3000);
    let dir = Dir::with("a.pgn", &many);
    dir.write("b.pgn", &many);
    let args = ["convert", "-q", "--to", "csv", "--rows", "games", "a.pgn", "b.pgn"];
    let ran = dir.pgn(&args);
    let lines: Vec<&str> = ran.out().lines().collect();
    assert_eq!(lines.len(), 12_001);
    for (at, line) in lines.iter().enumerate().skip(1) {
        let file = if at <= 6000 { "a.pgn" } else { "b.pgn" };
        assert!(line.starts_with(&format!("{file},{at},")), "{line}");
    }
    assert!(dir.pgn(&[&args[..], &["-j", "3"]].concat()).bytes() == ran.bytes());
    // What is left out has its number all the same.
    let dropped = dir.pgn(&[&args[..], &["--on-error", "drop"]].concat());
    assert!(dropped.out().lines().nth(2).unwrap().starts_with("a.pgn,3,"));
    // From JSON the same.
    dir.pgn(&["convert", "-q", "--to", "json", "a.pgn", "b.pgn", "-o", "c.json"]);
    let of_json = dir.pgn(&["convert", "-q", "--to", "csv", "--rows", "games", "c.json"]);
    let without_files = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_once(',').unwrap().1.to_owned()).collect()
    };
    assert!(without_files(of_json.out()) == without_files(ran.out()));
}

/// U4: comments of engines left these columns empty.
#[test]
fn comments_of_engines_have_the_columns_of_commands() {
    let input = "1. e4 {d=24, mt=40815, tl=1955836, wv=0.27, R50=50} e5 {+0.31/14 2.1s} \
        2. Nf3 {[%timestamp 14] [%eval 34,19]} Nc6 {book, -0.5/7 1s} *";
    let ran = pgn(&["convert", "--to", "csv"], input).status(0);
    let rows: Vec<&str> = ran.out().lines().skip(1).collect();
    assert_eq!(
        rows,
        [
            "<stdin>,1,1,1,white,e4,e2e4,1955.836,40.815,,,0.27,,24,,R50=50",
            "<stdin>,1,2,1,black,e5,e7e5,,2.1,,,-0.31,,14,,",
            // From whose side is unknown: nothing is guessed, and nothing is lost.
            "<stdin>,1,3,2,white,Nf3,g1f3,,1.4,,,,,,,\"[%eval 34,19]\"",
            "<stdin>,1,4,2,black,Nc6,b8c6,,,,,,,,,\"book, -0.5/7 1s\"",
        ]
    );
    let json = pgn(&["convert", "--to", "json"], input).status(0);
    let expected = r#""values":{"clk":1955.836,"emt":40.815,"pawns":0.27,"depth":24}"#;
    assert!(json.out().contains(expected), "{}", json.out());
    let records = pgn(&["epd", "from-pgn", "--opcodes", "ce"], input).status(0);
    let values: Vec<&str> =
        records.out().lines().filter_map(|line| line.split_once(" ce ").map(|(_, value)| value)).collect();
    assert_eq!(values, ["-27;", "-31;"], "{}", records.out());
}
