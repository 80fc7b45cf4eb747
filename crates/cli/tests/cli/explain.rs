//! `pgn explain`.

use crate::rig::{pgn, snapshot};

#[test]
fn a_code_has_many_names() {
    let page = pgn(&["explain", "PGN-C001"], "").status(0);
    assert!(
        page.out().starts_with("illegal-move (PGN-C001)\n\nSeverity: error. Section: 8.2.3. Fix: none.\n")
    );
    assert!(!page.out().contains("```") && !page.out().contains('\x1b') && !page.out().contains("\n#"));
    assert_eq!(page.err(), "");
    for name in ["pgn-c001", "C001", "c001", "illegal-move", "Illegal-Move"] {
        assert_eq!(pgn(&["explain", name], "").status(0).out(), page.out(), "{name}");
    }
}

#[test]
fn a_page_on_the_terminal() {
    let ran = pgn(&["explain", "unescaped-quote", "control-character"], "").status(0);
    snapshot("explain", ran.out());
    let styled = pgn(&["explain", "--color", "always", "unescaped-quote", "control-character"], "").status(0);
    let plain: String = styled.out().split('\x1b').map(strip_style).collect();
    assert!(plain == ran.out() && styled.out().contains("\x1b[1m"));
}

/// What follows the end of a style sequence.
fn strip_style(part: &str) -> &str {
    if part.starts_with('[') { part.split_once('m').map_or("", |(_, text)| text) } else { part }
}

#[test]
fn without_a_code_all_are_listed() {
    let ran = pgn(&["explain"], "").status(0);
    snapshot("explain-list", ran.out());
}

#[test]
fn an_unknown_code() {
    for (name, tip) in [
        ("ilegal-move", "tip: did you mean 'illegal-move' (PGN-C001)?"),
        ("setup", "'missing-setup' (PGN-T006), 'invalid-setup' (PGN-T008) or 'needless-setup' (PGN-X014)?"),
        ("xyzzy", "no diagnostic is called 'xyzzy'; 'pgn explain' lists all"),
        ("", "no diagnostic is called ''; 'pgn explain' lists all"),
        ("\u{9b}31m", "no diagnostic is called '\u{fffd}31m'; "),
    ] {
        let ran = pgn(&["explain", "illegal-move", name], "").status(2);
        assert!(ran.err().contains(tip), "{}", ran.err());
        assert_eq!(ran.out(), "");
    }
}
