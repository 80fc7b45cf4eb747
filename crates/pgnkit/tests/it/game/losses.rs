//! What a writer had to change is counted.

use pgnkit::{Export, Game, NodeId, to_crlf};
use proptest::prelude::*;

fn losses(game: &Game) -> (u64, u64, u64) {
    let losses = Export::default().write_game(game, &mut Vec::new());
    assert_eq!(losses.total(), losses.braces + losses.control_characters + losses.escape_lines);
    (losses.braces, losses.control_characters, losses.escape_lines)
}

#[test]
fn each_loss_is_counted() {
    let long = "word ".repeat(30);
    for (comment, expected) in [
        ("plain", (0, 0, 0)),
        ("  white\n\tspace  ", (0, 0, 0)),
        ("a {b", (1, 0, 0)),
        // Fits after a semicolon.
        ("a {b} c", (0, 0, 0)),
        (&format!("a {{b}} {long}"), (2, 0, 0)),
        ("bell \u{7} and \u{7f}", (0, 2, 0)),
        ("\u{80} {\u{9f}", (1, 2, 0)),
        ("\u{80} }", (0, 1, 0)),
        (&format!("\u{80} }} {long}"), (1, 1, 0)),
    ] {
        let mut game = Game::new();
        game.add_comment(NodeId::ROOT, comment).unwrap();
        assert_eq!(losses(&game), expected, "{comment}");
    }
    let game: Game = "% one\n1. e4\n% two\n (1. d4) e5 *".parse().unwrap();
    assert_eq!(losses(&game), (0, 0, 0));
    let reduced = Export::reduced().write_game(&game, &mut Vec::new());
    assert_eq!(reduced.escape_lines, 2);
    assert_eq!(losses(&"1. e4 $0 $1 {} e5 *".parse().unwrap()), (0, 0, 0));
}

#[test]
fn writers_write_to_anything() {
    let game: Game = "1. e4 {a {b} e5 *".parse().unwrap();
    let (mut file, mut memory) = (Vec::new(), Vec::new());
    let losses = Export::default().write_to(&game, &mut file as &mut dyn std::io::Write).unwrap();
    assert_eq!(losses, Export::default().write_game(&game, &mut memory));
    assert_eq!(file, memory);
    to_crlf(&mut memory);
    assert_ne!(file, memory);
    let full = &mut [0_u8; 4][..];
    assert!(Export::default().write_to(&game, &mut { full }).is_err());

    let mut file = Vec::new();
    let error = pgnkit::pgc::Writer::new().write_to(&game, &mut file).unwrap_err();
    assert_eq!((error.kind(), error.to_string()), (std::io::ErrorKind::InvalidData, "1 comment".into()));
    assert!(file.is_empty());
    pgnkit::pgc::Writer::new().write_to(&"1. e4 *".parse().unwrap(), &mut file).unwrap();
    assert!(!file.is_empty());
    #[cfg(feature = "json")]
    {
        let (mut file, mut memory) = (Vec::new(), Vec::new());
        pgnkit::json::Writer::new().write_to(&game, &mut file).unwrap();
        pgnkit::json::Writer::new().write_game(&game, &mut memory);
        assert_eq!(file, memory);
    }
}

proptest! {
    #[test]
    fn what_is_not_counted_is_not_lost(
        comments in prop::collection::vec(prop_oneof!["[ -~]{0,20}", ".{0,12}", "[{};% a\u{80}\u{7}\n]{0,8}"], 1..4),
    ) {
        let mut game: Game = "1. e4 e5 *".parse().unwrap();
        let nodes: Vec<NodeId> = game.nodes().map(|node| node.id()).collect();
        for (comment, node) in comments.iter().zip(nodes.into_iter().cycle()) {
            if !comment.trim().is_empty() {
                game.add_comment(node, comment).unwrap();
            }
        }
        let mut text = Vec::new();
        let losses = Export::default().write_game(&game, &mut text);
        let again = pgnkit::parse_games(&text).next().unwrap().game;
        let words = |game: &Game| -> Vec<String> {
            let comments = game.nodes().flat_map(|node| node.comments()).collect::<Vec<_>>().join(" ");
            comments.split_whitespace().map(str::to_owned).collect()
        };
        if losses.is_empty() {
            prop_assert_eq!(words(&again), words(&game), "{}", String::from_utf8_lossy(&text));
        } else {
            prop_assert_ne!(words(&again), words(&game));
        }
    }
}
