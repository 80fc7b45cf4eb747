//! Tags that programs set.

use pgnkit::chess::{ChessMode, Position};
use pgnkit::{Game, Outcome, TagError};
use proptest::prelude::*;

/// L2: a tag was lost, or its game, when it was written and read again.
#[test]
fn names_that_are_not_read_back_are_refused() {
    for name in ["", "My Tag", "A]", "[A", "A\"", "a-b", "%x", "{", "Weiß", "A\n", ";", "Name:"] {
        assert_eq!(Game::new().set_tag(name, "x"), Err(TagError::Name), "{name}");
    }
    for (name, expected) in [("white", "White"), ("ECo", "ECO"), ("fen", "FEN"), ("RESULT", "Result")] {
        assert_eq!(Game::new().set_tag(name, "x"), Err(TagError::Spelling { expected }), "{name}");
    }
    for (value, at) in [("a\nb", 1), ("\u{7f}", 0), ("é\u{85}", 2)] {
        assert_eq!(Game::new().set_tag("White", value), Err(TagError::ControlCharacter { at }));
    }
    // What a text had already can be changed.
    let mut game = pgnkit::parse_games(b"[White-Elo \"2000\"]\n\n*").next().unwrap().game;
    assert_eq!(game.set_tag("White-Elo", "2100"), Ok(()));
    let again = pgnkit::parse_games(game.to_string().as_bytes()).next().unwrap().game;
    assert_eq!(again.tag("White-Elo"), Some("2100"));
}

/// L8: setting the tag Result did nothing.
#[test]
fn the_tag_result_is_the_result() {
    let mut game: Game = "[Result \"*\"]\n\n1. e4 *".parse().unwrap();
    game.set_tag("Result", "1-0").unwrap();
    assert_eq!((game.result(), game.tag("Result")), (Outcome::WhiteWins, Some("1-0")));
    assert!(game.to_string().contains("[Result \"1-0\"]") && game.to_string().ends_with("1. e4 1-0\n\n"));
    assert_eq!(game.winner(), Some(pgnkit::chess::Color::White));
    assert_eq!(game.set_tag("Result", "won"), Err(TagError::Result));
    game.set_result(Outcome::Draw);
    assert_eq!((game.tag("Result"), game.winner()), (Some("1/2-1/2"), None));
    assert_eq!(game.remove_tag("Result"), Ok(true));
    assert_eq!(game.result(), Outcome::Draw);
}

#[test]
fn tags_about_the_start_agree_with_it() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut game = Game::from_position(fen.parse().unwrap());
    assert_eq!(game.set_tag("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Err(TagError::Start));
    assert_eq!(game.set_tag("SetUp", "0"), Err(TagError::Start));
    assert_eq!(game.set_tag("Variant", "Bughouse"), Err(TagError::Start));
    for (name, value) in [("FEN", fen), ("SetUp", "1"), ("Variant", "From Position")] {
        assert_eq!(game.set_tag(name, value), Ok(()), "{name}");
        assert_eq!(game.tag(name), Some(value));
    }
    assert_eq!(game.remove_tag("FEN"), Err(TagError::Start));
    assert_eq!(game.remove_tag("SetUp"), Err(TagError::Start));
    assert_eq!(game.remove_tag("Variant"), Ok(true));
    game.set_start(Position::START, ChessMode::Standard).unwrap();
    assert_eq!(game.remove_tag("FEN"), Ok(false));
    assert_eq!(game.tags().count(), 0);

    let mut unknown =
        pgnkit::parse_games(b"[Variant \"Bughouse\"]\n[FEN \"8/8\"]\n\n1. e4 *").next().unwrap().game;
    for name in ["Variant", "FEN"] {
        assert_eq!(unknown.remove_tag(name), Err(TagError::Start));
        let value = unknown.tag(name).unwrap().to_owned();
        assert_eq!(
            (unknown.set_tag(name, "x"), unknown.set_tag(name, &value)),
            (Err(TagError::Start), Ok(()))
        );
    }
}

#[test]
fn all_tags_of_a_game_can_be_set_in_another_from_the_same_start() {
    for text in [
        "[Event \"a\"]\n[Result \"1-0\"]\n[Annotator \"x\"]\n\n1. e4 1-0",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n*",
        "[Variant \"Chess960\"]\n\n*",
    ] {
        let game: Game = text.parse().unwrap();
        let mut other = Game::from_setup(game.start().position, game.start().mode);
        for (name, value) in game.tags() {
            other.set_tag(name, value).unwrap();
        }
        assert!(game.tags().all(|(name, value)| other.tag(name) == Some(value)));
        assert_eq!(other.result(), game.result());
    }
}

proptest! {
    #[test]
    fn a_tag_is_read_back_or_refused(
        name in prop_oneof!["[A-Za-z0-9_]{0,12}", ".{0,6}", "[ECOecoFENfen]{3}"],
        value in prop_oneof!["[ -~]{0,30}", ".{0,12}", "[\"\\\\\\] ]{0,6}"],
    ) {
        let mut game: Game = "1. e4 {a comment} *".parse().unwrap();
        let refused = game.set_tag(&name, &value).is_err();
        let text = game.to_string();
        let again: Game = text.parse().unwrap();
        if refused {
            prop_assert_eq!(game.tag(&name), None);
        } else if name != "Result" && name != "PlyCount" {
            let is_roster = ["Event", "Site", "Date", "Round", "White", "Black"].contains(&name.as_str());
            let is_empty = is_roster && value.trim().is_empty();
            prop_assert_eq!(again.tag(&name), Some(if is_empty && name == "Date" { "????.??.??" } else if is_empty { "?" } else { &value }), "{}", text);
        }
        prop_assert_eq!(again.to_string(), text);
    }
}
