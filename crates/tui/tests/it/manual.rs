//! The manual agrees with the program.

use std::path::Path;

use pgnkit_tui::{Colors, Look, key_table};

use crate::rig::Reader;

#[test]
fn the_manual_has_the_keys_and_a_screen() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reader.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut look = Look::default();
    look.colors = Colors::None;
    let clocks = include_str!("../../../../examples/clocks.pgn");
    let mut reader = Reader::sized("clocks.pgn", clocks, (80, 24), look);
    let screen = format!("```text\n{}```\n", reader.press("Enter g '12b' Enter").screen());
    let mut written = text.clone();
    for (name, content) in [("screen", screen), ("keys", key_table())] {
        let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
        let (before, rest) = written.split_once(&start).expect(name);
        let (_, after) = rest.split_once(&end).expect(name);
        written = format!("{before}{start}{content}{end}{after}");
    }
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(&path, &written).unwrap();
    } else {
        assert_eq!(text, written, "PGN_BLESS=1 cargo test -p pgnkit-tui manual writes it anew");
    }
}
