//! `pgn show`: games as a magazine prints them.

use crate::rig::{BAD, Dir, LAX, pgn, snapshot};

const ANNOTATED: &str = r#"[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[WhiteElo "2785"]
[WhiteTitle "GM"]
[ECO "C95"]
[Opening "Ruy Lopez"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {This opening is called the Ruy Lopez.} 3... a6
4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 $5 {The Breyer,
which was new when both were young: the knight goes to d7, and the bishop gets
its diagonal.} (9... Na5 10. Bc2 c5 11. d4 Qc7 {is Chigorin's way} 12. Nbd2 cxd4
(12... Bd7 13. Nf1 $14) 13. cxd4 $10 Nc6) (9... h6) 10. d4 Nbd7 11. c4 c6
(11... Bb7) 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 $220 15. Nb1 h6 $2 {[%csl Gh6] so}
16. Bh4 $9 c5 17. dxe5 1/2-1/2
"#;

const TIMED: &str = r#"[White "A"]
[Black "B"]
[TimeControl "60+0"]
[Termination "Time forfeit"]
[Result "1-0"]

1. e4 {[%eval 0.17] [%clk 0:01:00]} e5 {[%eval 0.2] [%clk 0:00:59]} 2. Nf3 {[%eval 0.2] [%clk 0:00:58]}
Nc6 $6 {[%eval 1.7] [%clk 0:00:09.3] (0.20 -> 1.70) Inaccuracy. d6 was best.} (2... d6 3. d4)
3. Bb5 {[%eval #3] [%clk 0:00:57]} 1-0
"#;

const CHESS960: &str = r#"[Variant "Chess960"]
[FEN "bbrkqnrn/pppppppp/8/8/8/8/PPPPPPPP/BBRKQNRN w GCgc - 0 1"]
[SetUp "1"]

1. e4 e5 2. Nfg3 Nfg6 3. d3 *
"#;

const STUDY: &str = r#"[White "Réti, Richard"]
[Date "1921.??.??"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1. Kg7! {The king runs on two roads.} h4 2. Kf6 Kb6 (2... h3 3. Ke7) 3. Ke5 {[%csl Gd6,Gf4]} 1/2-1/2
"#;

const DUCK: &str = "[Variant \"Duck\"]\n[White \"中文 名\"]\n\n1. e4,d3 e5,d6 (1... c5) {quack} *\n";

#[test]
fn games_look_like_this() {
    let games = [ANNOTATED, TIMED, CHESS960, STUDY, DUCK, BAD];
    for width in ["80", "160"] {
        let all: String =
            games.iter().map(|game| pgn(&["show", "--width", width], game).out().to_owned() + "\n").collect();
        snapshot(&format!("show-{width}"), &all);
    }
    let colours = pgn(&["show", "--color", "always", "--theme", "light", "--final"], STUDY).status(0);
    snapshot("show-colours", colours.out());
    let timed = pgn(&["show", "--color", "always"], TIMED).status(0);
    snapshot("show-colours-timed", timed.out());
}

#[test]
fn the_exit_status_is_that_of_the_games() {
    pgn(&["show"], LAX).status(0);
    let ran = pgn(&["show"], BAD).status(1);
    assert!(ran.out().contains("   Not read: 2. Ke3 {why} Nc6\n"), "{}", ran.out());
    assert_eq!(ran.err(), "pgn: the game has errors; this is what could be read, `pgn check` says more\n");
    let ran = pgn(&["show", "--all"], format!("{LAX}\n{BAD}")).status(1);
    assert_eq!(ran.err(), "pgn: 1 of 2 games have errors; `pgn check` says more\n");
    let ran = pgn(&["show"], "").status(2);
    assert_eq!((ran.out(), ran.err()), ("", "pgn: -: there is no game\n"));
    let ran = pgn(&["show", "--game", "3"], format!("{LAX}\n{LAX}")).status(2);
    assert_eq!(ran.err(), "pgn: -: there is no such game; it has 2\n");
    let dir = Dir::with("a.pgn", LAX);
    let ran = dir.pgn(&["show", "missing.pgn", "a.pgn"]).status(2);
    assert!(ran.out().contains("Tal"), "{}", ran.out());
    dir.pgn(&["show", "--game", "x", "a.pgn"]).status(2);
}

#[test]
fn several_games_are_a_list() {
    let dir = Dir::with("a.pgn", format!("{ANNOTATED}\n{STUDY}\n{BAD}"));
    let list = dir.pgn(&["show", "a.pgn"]).status(0);
    snapshot("show-list", list.out());
    assert_eq!(list.err(), "pgn: 3 games; --games NUMBER shows one of them, --all shows all\n");
    let second = dir.pgn(&["show", "--game", "2", "a.pgn"]).status(0);
    assert!(second.out().starts_with("Game 2\nRéti, Richard – ?"), "{}", second.out());
    let all = dir.pgn(&["show", "--all", "a.pgn"]).status(1);
    assert_eq!(all.out().matches("Game ").count(), 3);
    let some = dir.pgn(&["show", "--game", "1,3-", "a.pgn"]).status(1);
    assert!(
        some.out().contains("Game 1\n")
            && some.out().contains("\n\nGame 3\n")
            && !some.out().contains("Game 2")
    );
    // A name above the games of each file.
    dir.write("b.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"one\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"two\";\n");
    let both = dir.pgn(&["show", "--width", "60", "a.pgn", "b.epd"]).status(0);
    let lines: Vec<&str> = both.out().lines().collect();
    assert_eq!((lines[0], lines[4], lines[5]), ("a.pgn", "", "b.epd"), "{}", both.out());
    assert_eq!(lines[6], "     1  one           4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let second = dir.pgn(&["show", "--game", "2", "."]).status(0);
    assert!(second.out().contains("Réti") && second.out().contains("two"), "{}", second.out());
}

#[test]
fn a_single_game_needs_no_number() {
    let dir = Dir::with("a.pgn", LAX);
    let shown = dir.pgn(&["show", "a.pgn"]).status(0);
    let numbered = dir.pgn(&["show", "--game", "1", "a.pgn"]).status(0);
    assert_eq!(numbered.out(), format!("Game 1\n{}", shown.out()));
    assert_eq!(pgn(&["show"], LAX).out(), shown.out());
    let json = dir.pgn(&["convert", "--to", "json", "a.pgn"]).status(0);
    assert_eq!(pgn(&["show", "--from", "json"], json.bytes()).out(), shown.out());
}

#[test]
fn what_is_shown_can_be_chosen() {
    let shown = |args: &[&str], game: &str| pgn(&[&["show"], args].concat(), game).status(0).out().to_owned();
    let boards = |args: &[&str], game: &str| shown(args, game).matches("a b c d e f g h").count();
    assert_eq!(boards(&[], ANNOTATED), 1);
    assert_eq!(boards(&["--no-boards"], ANNOTATED), 0);
    assert_eq!(boards(&["--every", "10", "--final", "--ply", "0,3", "--move", "2b,400"], ANNOTATED), 8);
    assert_eq!(boards(&["--no-boards"], STUDY), 0);
    assert!(shown(&["--flip", "--final"], LAX).contains("     h g f e d c b a\n"));
    assert!(shown(&["--lang", "de"], LAX).contains("1. e4 e5 2. Sf3! Sc6 good (2... d6) 3. Lb5 1-0"));
    assert!(shown(&["--figurine"], LAX).contains("2. ♘f3! ♘c6 good (2... d6) 3. ♗b5"));
    assert!(shown(&["--from-lang", "de"], "1. e4 e5 2. Sf3 *").contains("2. Nf3"));
    assert!(shown(&["--no-comments", "--no-variations"], LAX).contains("1. e4 e5 2. Nf3! Nc6 3. Bb5 1-0"));
    assert!(shown(&["--commands"], ANNOTATED).contains("[%csl Gh6] so"));
    assert!(shown(&["--few-signs"], "1. e4 $132 *").contains("1. e4 White has moderate counterplay"));
    let moves = shown(&["--no-clocks", "--no-evals"], TIMED);
    assert!(
        moves.contains("1. e4 e5 2. Nf3 Nc6?! (0.20 -> 1.70) Inaccuracy. d6 was best. (2... d6 3. d4)"),
        "{moves}"
    );
    assert!(shown(&["--ascii", "--every", "1"], STUDY).is_ascii());
    assert!(shown(&["--ascii"], STUDY).starts_with("R?ti, Richard - ?"));
    assert_eq!(
        shown(&["--plain", "--few-signs"], LAX),
        "[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3! Nc6 {good} (2... d6) 3. Bb5 1-0\n\n"
    );
}

#[test]
fn records_are_shown_with_their_operations() {
    let record = "r3k2r/8/8/8/8/8/8/4K3 b kq - id \"x\"; bm O-O Ra1+; pm Kd8; pv Kd8 Kd2 Ke8; ce -30; c0 \"a b\"; draw_offer; Zz 3;\n";
    snapshot("show-record", pgn(&["show"], record).status(0).out());
    assert_eq!(
        pgn(&["show", "--plain", "--figurine"], record).status(0).out(),
        "r3k2r/8/8/8/8/8/8/4K3 b kq - pm ♔d8\n"
    );
    assert!(pgn(&["show", "--ascii", "--lang", "fr"], record).out().contains("Predicted        -> Rd8\n"));
}

#[test]
fn settings_are_those_of_the_nearest_file() {
    let dir = Dir::with("a.pgn", TIMED);
    let plain = dir.pgn(&["show", "a.pgn"]).status(0);
    dir.write(
        "pgn.toml",
        "[show]\nlang = \"de\"\nclocks = false\nevals = false\nfinal = true\ntheme = \"plain\"\nwidth = 40\n",
    );
    let set = dir.pgn(&["show", "a.pgn"]).status(0);
    assert!(set.out().contains("2. Sf3 Sc6?!") && set.out().contains("a b c"), "{}", set.out());
    // The command line has the last word, and what is for programs depends on nothing.
    assert!(dir.pgn(&["show", "--lang", "fr", "a.pgn"]).status(0).out().contains("2. Cf3"));
    assert!(dir.pgn(&["show", "--plain", "a.pgn"]).status(0).out().contains("2. Nf3"));
    let coloured = dir.pgn(&["show", "--color", "always", "a.pgn"]).status(0);
    assert!(coloured.out().contains("\x1b[1m") && !coloured.out().contains("\x1b[3"), "{}", coloured.out());
    dir.write("pgn.toml", "[show]\nfigurine = true\n");
    assert!(dir.pgn(&["show", "a.pgn"]).status(0).out().contains("♘f3"));
    for (wrong, said) in [
        ("[show]\nthem = \"dark\"", "unknown field `them`"),
        ("[show]\ntheme = \"pink\"", "unknown variant `pink`"),
        ("[show]\nlang = \"xx\"", "`xx`: "),
        ("[diagram]\npieces = \"wood\"", "`wood`: "),
    ] {
        dir.write("pgn.toml", wrong);
        let ran = dir.pgn(&["show", "a.pgn"]).status(2);
        assert!(ran.err().contains(said), "{}", ran.err());
        dir.pgn(&["diagram", "a.pgn"]).status(2);
    }
    dir.write(
        "pgn.toml",
        "[diagram]\ntheme = \"blue\"\npieces = \"discs\"\nsize = 99\ncoordinates = false\n",
    );
    let drawn = dir.pgn(&["diagram", "a.pgn"]).status(0);
    let asked = dir.pgn(&[
        "diagram",
        "--theme",
        "blue",
        "--pieces",
        "discs",
        "--size",
        "99",
        "--no-coordinates",
        "a.pgn",
    ]);
    assert_eq!(drawn.out(), asked.out());
    assert!(drawn.out().contains("height=\"99\""));
    assert_eq!(plain.out().matches("0:01:00").count(), 1);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let dir = Dir::with("a.pgn", format!("{LAX}\n").repeat(20_000));
    let mut child = dir.command(&["show", "a.pgn"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}
