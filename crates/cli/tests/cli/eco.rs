//! `pgn eco`.

use crate::rig::{BAD, Dir, LAX, pgn, snapshot};

/// A transposition, tags that say something else, a variant, an opening that the table does not have.
const GAMES: &str = "\
[White \"Tal\"]\r\n[Result \"*\"]\r\n\r\n1.Nf3  c5 2.e4 {Sicilian} *\r\n\r\n\
[White \"Fine\"]\n[ECO \"C20\"]\n[Opening \"Ruy Lopez\"]\n\n1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 5.O-O *\n\n\
[White \"x\"]\n[Variant \"Atomic\"]\n\n1.e4 e5 *\n\n\
[White \"y\"]\n\n*\n";

#[test]
fn tags_are_added_and_no_other_byte_changes() {
    let input = format!("{{before}}\r\n{GAMES}\n{BAD}; after");
    let expected = input.replacen(
        "[Result \"*\"]\r\n",
        "[Result \"*\"]\r\n[ECO \"B27\"]\r\n[Opening \"Sicilian Defense\"]\r\n",
        1,
    );
    for jobs in ["1", "2"] {
        let dir = Dir::with("a.pgn", &input);
        let ran = dir.pgn(&["eco", "--jobs", jobs, "a.pgn"]).status(1);
        assert_eq!(ran.out(), expected);
        assert!(
            ran.account().ends_with(": 1 with errors; wrote 5, 1 of them as they were; edited: 1 changed"),
            "{}",
            ran.account()
        );
        dir.pgn(&["eco", "a.pgn", "-o", "b.pgn.gz"]).status(1);
        assert_eq!(dir.read("a.pgn"), input);
        dir.pgn(&["eco", "-i", "a.pgn"]).status(1);
        assert_eq!(dir.read("a.pgn"), expected);
        assert_eq!(dir.pgn(&["eco", "b.pgn.gz"]).status(1).out(), expected);
        assert_eq!(dir.names(), ["a.pgn", "b.pgn.gz"]);
    }
    let again = pgn(&["eco", "--replace"], pgn(&["eco", "--replace"], GAMES).status(0).out()).status(0);
    assert!(!again.account().contains("changed"), "{}", again.account());
    let only = pgn(&["eco", "--where", "white = 'Fine'", "--replace", "--names", "none"], GAMES).status(0);
    assert_eq!(only.out(), GAMES.replace("C20", "C69"));
}

#[test]
fn what_is_shown() {
    let dir = Dir::with("games.pgn", format!("{GAMES}\n{BAD}"));
    let with = |args: &[&str], status: i32| {
        let ran = dir.pgn(&[&["eco"], args, &["games.pgn"]].concat()).status(status);
        format!("{}{}", ran.out(), ran.err())
    };
    snapshot("eco-explain", &with(&["--explain"], 1));
    snapshot("eco-check", &with(&["--check"], 1));
    snapshot("eco-diff", &with(&["--diff", "--replace", "--names", "lichess"], 1));
    let both = pgn(&["eco", "--check", "--explain", "--names", "none", "--where", "white = 'Fine'"], GAMES)
        .status(1);
    assert_eq!(
        both.out(),
        "<stdin>:6: game 2: C69 Ruy Lopez: Exchange Variation, Normal Variation, after 5. O-O, by 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O\n\
         <stdin>:6: game 2: ECO is \"C20\", the book has \"C69\"\n"
    );
    pgn(&["eco", "--check"], LAX).status(0);
    // Forms without lines.
    let json = pgn(&["convert", "--to", "json"], LAX).status(0);
    let ran = pgn(&["eco", "--explain", "--from", "json"], json.out()).status(0);
    assert!(ran.out().starts_with("<stdin>:1: game 1: C60 Ruy Lopez, after 3. Bb5"), "{}", ran.out());
}

#[test]
fn books() {
    let dir = Dir::with("a.pgn", "[White \"Tal\"]\n\n1. e4 b6 *\n");
    for (name, text) in [
        ("a.tsv", "eco\tname\tpgn\nB01\tOwen: Mine, all\t1. e4 b6\n"),
        (
            "eco.pgn",
            "[ECO \"B01\"]\n[Opening \"Owen\"]\n[Variation \"Mine\"]\n[SubVariation \"all\"]\n\n1. e4 b6 *\n",
        ),
        ("scid.eco", "B01c \"Owen: Mine, all\"  1.e4 b6 *\n"),
    ] {
        dir.write(name, text);
        let ran = dir.pgn(&["eco", "--book", name, "a.pgn"]).status(0);
        assert_eq!(
            ran.out(),
            "[White \"Tal\"]\n[ECO \"B01\"]\n[Opening \"Owen\"]\n[SubVariation \"all\"]\n[Variation \"Mine\"]\n\n1. e4 b6 *\n"
        );
    }
    dir.write("bad.tsv", "eco\tname\tpgn\nB01\tOwen\t1. e4 b4\n");
    let ran = dir.pgn(&["eco", "--book", "bad.tsv", "a.pgn"]).status(2);
    assert!(
        ran.err().starts_with("pgn: bad.tsv: line 2: expected a legal move, found `b4`"),
        "{}",
        ran.err()
    );
    let ran = dir.pgn(&["eco", "--book", "none.tsv", "a.pgn"]).status(2);
    assert!(ran.err().starts_with("pgn: none.tsv: "), "{}", ran.err());
}

#[test]
fn contradicting_options_are_refused() {
    for args in [
        &["--check", "-o", "b.pgn"][..],
        &["--check", "--replace"],
        &["--explain", "-i"],
        &["--diff", "--check"],
        &["--to", "csv", "-o", "b.json"],
        &["--diff", "--to", "csv"],
        &["--on-error", "drop"],
        &["--names", "scid"],
        &["--where", "eco ="],
    ] {
        let dir = Dir::with("a.pgn", LAX);
        dir.pgn(&[&["eco"], args, &["a.pgn"]].concat()).status(2);
        assert_eq!(dir.names(), ["a.pgn"], "{args:?}");
    }
}
