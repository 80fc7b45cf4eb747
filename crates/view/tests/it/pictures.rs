//! Ten pictures, byte for byte. `PGN_BLESS=1 cargo test -p pgnkit-view` writes them anew; look at them then.

use std::path::Path;

use pgnkit::chess::Color;
use pgnkit::{Game, Node};
use pgnkit_view::{Diagram, PieceSet, Theme, parse_mark};

/// The end of a game, with the marks there.
fn end_of(text: &str) -> Diagram {
    let game: Game = text.parse().unwrap();
    let root = game.root();
    let last: Node<'_> = game.mainline().last().unwrap_or(root);
    Diagram::of_node(&last)
}

fn setup(fen: &str, rest: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{rest}\n")
}

/// Each with its name.
fn pictures() -> Vec<(&'static str, String)> {
    let plain = |text: &str| end_of(text);
    let flipped = |text: &str| {
        let mut diagram = end_of(text);
        diagram.bottom = Color::Black;
        diagram
    };
    let bare = |text: &str| {
        let mut diagram = end_of(text);
        diagram.coordinates = false;
        diagram
    };
    let marked = |text: &str, marks: &str| {
        let mut diagram = end_of(text);
        diagram.marks.extend(marks.split(' ').map(|mark| parse_mark(mark).unwrap()));
        diagram
    };
    let mate = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
    let marks = "1. d4 d5 2. c4 {[%csl Gc4,Rd5,Yb2,Be7] [%cal Gc4d5,Rd8d5,Yb1c3,Bg8f6]} *";
    let star = "d4:green d4a4 d4a7:red d4d8:yellow d4g7:blue d4h4 d4g1:red d4d1:yellow d4a1:blue d4e6 h8h7";
    let house = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 P@e4 5. Q@d5 *";
    let endgame = setup("8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50", "*");
    vec![
        ("start", plain("*").svg().to_string()),
        ("last-move-blue", plain("1. e4 c5 2. Nf3").svg().theme(Theme::Blue).to_string()),
        ("mate-green", plain(mate).svg().theme(Theme::Green).size(720).to_string()),
        ("marks-brown", plain(marks).svg().size(720).to_string()),
        ("flipped-grey", flipped("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6").svg().theme(Theme::Grey).to_string()),
        (
            "arrows-contrast",
            marked(&setup("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "*"), star)
                .svg()
                .theme(Theme::Contrast)
                .to_string(),
        ),
        (
            "marks-print",
            flipped(
                &marks
                    .replace(" *", " Nf6 3. Qa4+ {[%csl Gc4,Rd5,Yb2,Be7] [%cal Gc4d5,Rd8d5,Yb1c3,Bg8f6]} *"),
            )
            .svg()
            .theme(Theme::Print)
            .to_string(),
        ),
        ("discs", plain("1. e4 e5 2. Nf3").svg().pieces(PieceSet::Discs).id_prefix("a\"><b").to_string()),
        ("crazyhouse", plain(house).svg().theme(Theme::Blue).to_string()),
        (
            "print-bare",
            bare(&endgame).svg().theme(Theme::Print).pieces(PieceSet::Discs).size(240).to_string(),
        ),
    ]
}

#[test]
fn pictures_are_what_they_were() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden");
    for (name, picture) in pictures() {
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
