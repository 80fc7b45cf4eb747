//! `pgn merge`.

use crate::rig::Dir;

#[test]
fn files_become_one() {
    let game = |white: &str| format!("[White \"{white}\"]\n\n1.e4 *\n\n");
    let [a, b, c] = ["a", "b", "c"].map(game);
    let dir = Dir::with("1.pgn", [&*c, a.trim_end()].concat());
    // Without an end, and without a newline.
    dir.write("2.pgn", format!("{b}[White \"open\"]\n\n1.e4"));
    dir.write("3.pgn", &a);
    let open = "[White \"open\"]\n\n1.e4\n\n";
    for (args, expected) in [
        (&[][..], [&*a, &a, &b, &c, open].concat()),
        (&["--unique"], [&*a, &b, &c, open].concat()),
        (&["--as-given"], [&*c, &a, &b, open, &a].concat()),
        (&["--as-given", "--memory", "1M", "-j", "1"], [&*c, &a, &b, open, &a].concat()),
    ] {
        let ran = dir.pgn(&[&["merge", "1.pgn", "2.pgn", "3.pgn"], args].concat());
        assert_eq!(ran.out(), expected, "{args:?}");
    }
    dir.pgn(&["merge", "1.pgn", "3.pgn", "--as-given", "-o", "1.pgn"]).status(0);
    assert_eq!(dir.read("1.pgn"), [&*c, &a, &a].concat());
    let ran = dir.pgn(&["merge", "1.pgn", "missing.pgn", "-o", "1.pgn"]).status(2);
    assert!(ran.err().contains("pgn: 1.pgn: not written, it would be only a part\n"), "{}", ran.err());
    dir.pgn(&["merge", "--as-given", "--unique", "1.pgn"]).status(2);
}
