//! Ten pictures, byte for byte. `PGN_BLESS=1 cargo test -p pgnkit-view` writes them anew; look at them then.

use std::path::Path;

use pgnkit::chess::Color;
use pgnkit_view::{Diagram, PieceSet, Theme};

use crate::cases::{cases, end_of};

#[test]
fn pictures_are_what_they_were() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden");
    for case in cases() {
        let name = case.name;
        let prefix = if name == "discs" { "a\"><b" } else { "pgn" };
        let picture = case.svg().id_prefix(prefix).to_string();
        let path = golden.join(format!("{name}.svg"));
        if std::env::var_os("PGN_BLESS").is_some() {
            std::fs::write(&path, &picture).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(picture == expected, "{name} is another picture");
        assert!(picture.len() <= 15_000, "{name}: {} bytes", picture.len());
        assert!(!picture.contains("NaN") && !picture.contains("\"-0") && !picture.contains(" -0 "), "{name}");
    }
}

#[test]
fn every_theme_and_every_set_draws_every_piece() {
    let start = end_of("*");
    for theme in Theme::ALL {
        for pieces in PieceSet::ALL {
            let picture = start.svg().theme(theme).pieces(pieces).to_string();
            assert!(picture.len() <= 15_000, "{theme:?} {pieces:?}: {} bytes", picture.len());
            for letter in "KQRBNPkqrbnp".chars() {
                let used = picture.matches(&format!("href=\"#pgn-{letter}\"")).count();
                let expected = match letter.to_ascii_lowercase() {
                    'k' | 'q' => 1,
                    'p' => 8,
                    _ => 2,
                };
                assert_eq!(used, expected, "{letter}");
                assert_eq!(picture.matches(&format!("id=\"pgn-{letter}\"")).count(), 1, "{letter}");
            }
        }
    }
}

#[test]
fn sizes_and_sides() {
    let mut diagram = end_of("1. e4");
    assert!(
        diagram
            .svg()
            .size(360)
            .to_string()
            .contains("viewBox=\"-44 -44 888 888\" width=\"360\" height=\"360\"")
    );
    // Black is to move: the sign is above the board, and below it when Black is.
    assert!(diagram.svg().to_string().contains("<circle cx=\"822\" cy=\"16\" r=\"11\" fill=\"#000\""));
    diagram.bottom = Color::Black;
    assert!(diagram.svg().to_string().contains("<circle cx=\"822\" cy=\"784\" r=\"11\" fill=\"#000\""));
    diagram.coordinates = false;
    let bare = diagram.svg().size(u32::MAX).to_string();
    assert!(bare.contains("viewBox=\"0 0 800 800\" width=\"4294967295\" height=\"4294967295\""), "{bare}");
    assert!(!bare.contains("<circle"));
    // The pieces in hand stand beside the board, with and without a frame, and the ground covers all.
    let mut diagram = end_of("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 *");
    let ground = |diagram: &Diagram| diagram.svg().to_string();
    assert!(ground(&diagram).contains("<rect x=\"-44\" y=\"-44\" width=\"1028\" height=\"888\""));
    assert!(ground(&diagram).contains("<rect x=\"844\" width=\"120\" height=\"800\""));
    diagram.coordinates = false;
    assert!(ground(&diagram).contains("<rect x=\"0\" y=\"0\" width=\"940\" height=\"800\""));
    assert!(ground(&diagram).contains("<rect x=\"820\" width=\"120\" height=\"800\""));
}
