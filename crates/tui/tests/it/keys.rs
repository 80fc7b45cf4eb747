//! Keys and mouse.

use crossterm::event::MouseEventKind;
use pgnkit_tui::Look;

use crate::rig::Reader;

const GAMES: &str = "\
[White \"Tal, M\"]\n[Black \"Fine, R\"]\n[Date \"1960.05.01\"]\n[Result \"1-0\"]\n\n\
1. e4 {king's pawn} e5 (1... c5 2. Nf3 (2. Nc3 Nc6) (2. c3) 2... d6) (1... e6) 2. Nf3 Nc6 3. Bb5 1-0\n\n\
[White \"Morphy, P\"]\n[Black \"Amateur\"]\n[Date \"1857.??.??\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n\n\
[White \"Fine, R\"]\n[Black \"Tal, M\"]\n[Date \"1961.01.01\"]\n[Result \"1/2-1/2\"]\n\n1. c4 1/2-1/2\n";

#[test]
fn keys_in_a_game_lead_to_moves() {
    for (keys, selected) in [
        ("", ""),
        ("Right", "e4"),
        ("Right Right", "e5"),
        ("Right Left", ""),
        ("End", "♗b5"),
        ("End Right", "♗b5"),
        ("End Home", ""),
        ("Space l h", "e4"),
        // From the move that has variations, or from the one before.
        ("Right Right Down", "c5"),
        ("Right Down", "c5"),
        ("Right v Down", "e6"),
        ("Right Down Down Down", "e6"),
        ("Right Down Down Up", "c5"),
        ("Right Down Up", "e5"),
        ("Right Right Up", "e5"),
        // Inside of the variation are others.
        ("Right Down Right Down", "♘c3"),
        ("Right Down Right Down Down", "c3"),
        ("Right Down Right Down Right", "♘c6"),
        ("Right Down Right Down Right u", "♘f3"),
        ("Right Down Right Down Right Backspace u", "e5"),
        ("Right Down Right Down Left", "c5"),
        ("Right Down Left", "e4"),
        ("Right Down End", "d6"),
        ("PgDn", "♗b5"),
        ("PgDn PgUp", ""),
        ("g '2' Enter", "♘f3"),
        ("g '2b' Enter", "♘c6"),
        (": 'p1' Enter", "e4"),
        ("g 'p0' Enter", ""),
        ("Right g '9' Enter", "e4"),
        ("Right g '2' Esc", "e4"),
        ("Right g '22' Backspace Enter", "♘f3"),
        ("Right d d", "e4"),
    ] {
        let mut reader = Reader::of("a.pgn", GAMES);
        assert_eq!(reader.press("Enter").press(keys).selected(), selected, "{keys}");
    }
}

#[test]
fn keys_in_the_list_lead_to_games() {
    let first = "1 Tal, M            Fine, R             1-0 1960.05.01";
    let second = "2 Morphy, P         Amateur             0-1 1857.??.??";
    let third = "3 Fine, R           Tal, M              ½-½ 1961.01.01";
    for (keys, selected) in [
        ("", first),
        ("Down", second),
        ("j j j j", third),
        ("Down Up", first),
        ("End", third),
        ("G Home", first),
        ("PgDn", third),
        ("Space PgUp", first),
        ("g '3' Enter", third),
        ("g '#2' Enter", second),
        ("g '9' Enter", first),
        ("/ 'tal' Down", third),
        ("/ 'fine' Down Enter Esc", third),
        ("/ 'TAL' Space '1961'", third),
        ("/ 'mor'", second),
        ("/ 'morx' Backspace", second),
        ("/ 'mor' Esc", second),
        ("/ 'x' Backspace Backspace", first),
        ("/ 'tal' Space 'x' Ctrl-w Down", third),
        ("/ 'xyz' Ctrl-u Down", second),
        ("/ 'nobody'", ""),
    ] {
        let mut reader = Reader::of("a.pgn", GAMES);
        let found = reader.press(keys).selected();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&found), words(selected), "{keys}");
    }
}

#[test]
fn what_is_done_is_said() {
    for (keys, status) in [
        ("", "/ search   Enter open   g go to   ? all keys   q leave"),
        ("/ 'tal' Enter", "/ change search   Esc all games   Enter open   ? all keys   q leave"),
        ("/ 'tal'", "search: tal                                             all words, in any field"),
        ("g '9' Enter", "there is no game 9: 3 games"),
        ("g 'x' Enter", "type the number of a game"),
        ("g 'p4' Enter", "moves are in a game: open one first"),
        ("Enter g '9' Enter", "there is no move 9."),
        ("Enter g '3b' Enter", "there is no move 3..."),
        ("Enter g 'p9' Enter", "there is no half-move 9: they are 5"),
        ("Enter g Enter", "type 12 or 12b for a move, p30 for a half-move, #7 for a game"),
        ("Enter p", "this is the first game"),
        ("End Enter n", "this is the last game"),
        ("Enter End Down", "there is no variation here"),
        ("Enter End Up", "there is no variation before this one"),
        ("Enter End u", "this is the main line"),
        ("Enter c", "the game as PGN is on the clipboard, if this terminal lets programs copy"),
        ("Enter C", "the position as FEN is on the clipboard, if this terminal lets programs copy"),
        ("Enter C Right", "Left Right moves   Down variations   n p games   f flip   ? all keys   Esc list"),
    ] {
        let mut reader = Reader::of("a.pgn", GAMES);
        assert_eq!(reader.press(keys).status(), status, "{keys}");
    }
}

#[test]
fn games_and_positions_are_copied() {
    let mut reader = Reader::of("a.pgn", GAMES);
    reader.press("Down Enter c Right C");
    let game =
        "[White \"Morphy, P\"]\n[Black \"Amateur\"]\n[Date \"1857.??.??\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n";
    let position = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1";
    assert_eq!(reader.copied, [game, position]);
}

#[test]
fn games_of_the_list_follow_each_other() {
    for (keys, title) in [
        ("Enter n", " Morphy, P – Amateur   0-1 2/3"),
        ("Enter n ] p", " Morphy, P – Amateur   0-1 2/3"),
        ("Enter g '#3' Enter", " Fine, R – Tal, M   ½-½ 3/3"),
        // Only among those that were found.
        ("/ 'tal' Enter Enter n", " Fine, R – Tal, M   ½-½ 3/3"),
        ("/ 'tal' Enter Down Enter [", " Tal, M – Fine, R   1-0 1/3"),
    ] {
        let mut reader = Reader::of("a.pgn", GAMES);
        let screen = reader.press(keys).screen();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(screen.lines().next().unwrap()), words(title), "{keys}");
    }
}

#[test]
fn every_way_out() {
    for (keys, is_left) in [
        ("", false),
        ("q", true),
        ("Ctrl-c", true),
        ("Enter q", true),
        ("Enter Esc", false),
        ("g 'q' Enter", true),
        ("/ 'q'", false),
        ("/ Ctrl-c", false),
        ("? x", false),
        ("? q", true),
    ] {
        assert_eq!(Reader::of("a.pgn", GAMES).press(keys).is_left, is_left, "{keys}");
    }
}

#[test]
fn the_mouse_points() {
    let mut reader = Reader::of("a.pgn", GAMES);
    assert!(reader.click(5, 3).selected().contains("Morphy"));
    // Nothing is there.
    assert!(reader.click(5, 20).click(5, 0).selected().contains("Morphy"));
    assert!(reader.mouse(MouseEventKind::ScrollDown, 5, 5).selected().contains("Fine"));
    assert!(reader.mouse(MouseEventKind::ScrollUp, 5, 5).selected().contains("Tal, M"));
    // A second click opens.
    reader.click(5, 2);
    let screen = reader.screen();
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains("♘c3")).unwrap();
    let column = line.chars().take_while(|c| *c != '♘').count();
    assert_eq!(reader.click(column as u16 + 1, row as u16).selected(), "♘c3");
    assert_eq!(reader.mouse(MouseEventKind::ScrollDown, 0, 0).selected(), "♘c6");
    assert_eq!(reader.mouse(MouseEventKind::ScrollUp, 0, 0).selected(), "♘c3");
}

#[test]
fn one_game_is_opened_at_once() {
    let mut reader = Reader::of("a.pgn", "1. e4 e5 *");
    assert!(reader.screen().contains("1.e4 e5 *"));
    assert!(reader.press("Esc").screen().contains("1 game"));
}

#[test]
fn a_game_that_is_asked_for_is_opened() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.pgn");
    std::fs::write(&path, GAMES).unwrap();
    for (game, ply, expected) in [
        (Some(1), Some(2), "e5"),
        (None, Some(3), "♘f3"),
        (Some(3), None, ""),
        (Some(3), Some(1), "c4"),
        (Some(4), None, "there is no game 4: 3 games"),
        (Some(2), Some(7), "there is no half-move 7: they are 1"),
    ] {
        let app = pgnkit_tui::App::new("a.pgn", Look::default(), (80, 24)).showing(game, ply);
        let mut reader = Reader::open(vec![path.clone()], app, (80, 24));
        let found = if expected.starts_with("there") { reader.status() } else { reader.selected() };
        assert_eq!(found, expected, "{game:?} {ply:?}");
    }
}
