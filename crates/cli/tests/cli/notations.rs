//! Games with moves in other notations than SAN.

use crate::rig::{Dir, pgn};

/// A game in each notation, and the last lines of what is written of it.
pub(crate) const DESCRIPTIVE: &str = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
    1. P-K4 P-K4 2. P-KB4 PxP {the gambit} 3. B-B4 (3. N-KB3 P-KN4) Q-R5 ch 4. K-B1 P-QN4 1-0\n";
pub(crate) const ICCF: &str = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
    1. 5254 5755 2. 6264 5564 {the gambit} 3. 6134 (3. 7163 7775) 4884 4. 5161 2725 1-0\n";
pub(crate) const SMITH: &str = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
    1. e2e4 e7e5 2. f2f4 e5f4p {the gambit} 3. f1c4 (3. g1f3 g7g5) d8h4 4. e1f1 b7b5 1-0\n";
const WRITTEN: &str = "1. e4 e5 2. f4 exf4 {the gambit} 3. Bc4 (3. Nf3 g5) 3... Qh4+ 4. Kf1 b5 1-0\n\n";

const ALL: [(&str, &str); 3] = [("descriptive", DESCRIPTIVE), ("iccf", ICCF), ("smith", SMITH)];

#[test]
fn every_command_reads_them() {
    for (form, text) in ALL {
        let two = format!("{text}\n{text}");
        for jobs in ["1", "3"] {
            let ran = pgn(&["check", "-j", jobs, "--from", form], &two).status(0);
            assert!(ran.account().starts_with("pgn: 2 games"), "{form}: {}", ran.account());
        }
        let fmt = pgn(&["fmt", "--from", form], text).status(0);
        assert!(fmt.out().ends_with(WRITTEN), "{form}: {}", fmt.out());
        let plain = fmt.out().to_owned();
        for args in [
            &["filter", "white = 'Anderssen'"][..],
            &["sort", "--by", "white"],
            &["convert", "--to", "pgn"],
            &["merge"],
        ] {
            let ran = pgn(&[args, &["--from", form]].concat(), text).status(0);
            assert_eq!(ran.out(), plain, "{form}: {args:?}");
        }
        let ran = pgn(&["filter", "--count", "--from", form, "plies = 8 AND eco IS NULL"], &two);
        assert_eq!(ran.out().trim(), "2", "{}", ran.err());
        // Edits of the text would leave moves that no other program reads.
        let dir = Dir::with("a.txt", text);
        let ran = dir.pgn(&["fmt", "-i", "--from", form, "a.txt"]).status(2);
        assert!(ran.err().contains("another notation"), "{}", ran.err());
        assert_eq!(dir.read("a.txt"), text);
    }
}

#[test]
fn errors_are_at_their_words() {
    let text = "1. P-K4 P-K4\n2. N-B3 N-QB3 *\n";
    let ran = pgn(&["check", "--from", "descriptive", "--format", "concise"], text).status(1);
    let expected = "<stdin>:2:4: error[PGN-C002] ambiguous-move: expected a move that fits one piece only, found `N-B3`: \
        it may be Nc3 or Nf3\n";
    assert_eq!(ran.out(), expected);
    // The game keeps its moves, and the rest as it was.
    let ran = pgn(&["fmt", "--on-error", "keep", "--from", "descriptive"], text).status(1);
    assert!(ran.out().ends_with("1. e4 e5\n;[%unread] 2. N-B3 N-QB3\n*\n\n"), "{}", ran.out());
    let ran = pgn(&["check", "--from", "iccf", "--format", "concise"], "1. 5254 5755\n2. 5457 *").status(1);
    assert!(ran.out().starts_with("<stdin>:2:4: error[PGN-C001]"), "{}", ran.out());
    let dir = Dir::with("a.txt", format!("{text}\n[White \"x\"]\n\n1. P-Q4 *\n"));
    let ran = dir.pgn(&["fmt", "--from", "descriptive", "--rejects", "bad.txt", "a.txt"]).status(1);
    assert!(ran.out().ends_with("1. d4 *\n\n") && ran.out().matches("[Event").count() == 2, "{}", ran.out());
    assert_eq!(dir.read("bad.txt"), format!("{text}\n"));
}

#[test]
fn certain_texts_are_recognised() {
    for (form, text) in &ALL[..2] {
        let ran = pgn(&["fmt"], text).status(0);
        assert!(ran.out().ends_with(WRITTEN), "{form}: {}", ran.out());
        // A name says more than the content.
        let dir = Dir::with("a.pgn", text);
        let ran = dir.pgn(&["check", "a.pgn"]).status(1);
        let proposal = format!("--from {form}");
        assert!(ran.out().contains(&proposal), "{}", ran.out());
        dir.pgn(&["check", "--from", form, "a.pgn"]).status(0);
        // One word that does not fit, a game in SAN, too few moves.
        for other in [
            text.replace("1-0\n", "5. e4 1-0\n"),
            format!("{text}\n[White \"x\"]\n\n1. e4 *\n"),
            "1. 5254 5755 *".to_owned(),
            "1. P-K4 P-K4 *".to_owned(),
        ] {
            let ran = pgn(&["check"], &other).status(1);
            assert!(ran.out().contains("--from"), "{other}: {}", ran.out());
        }
    }
}

#[test]
fn numeric_notation_is_written() {
    let ran =
        pgn(&["convert", "--to", "iccf"], "1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *").status(0);
    let moves = "1. 5254 5755 (1... 3735) 2. 7163 2836 3. 6125 7866 4. 5171 *\n\n";
    assert!(ran.out().ends_with(moves), "{}", ran.out());
    let ran = pgn(&["fmt", "--from", "iccf"], ran.out()).status(0);
    assert!(ran.out().ends_with("1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *\n\n"), "{}", ran.out());
}
