//! Screens as text. `PGN_BLESS=1 cargo test -p pgnkit-tui` writes them anew.

use pgnkit::chess::{Color, Position};
use pgnkit_tui::{Colors, Explored, ExploredMove, Explorer, Look};

use crate::rig::{Reader, golden};

const GAMES: &str = include_str!("../../../../examples/games.pgn");
const CLOCKS: &str = include_str!("../../../../examples/clocks.pgn");
const BROKEN: &str = include_str!("../../../../examples/broken.pgn");
pub const VARIATIONS: &str = "\
[Event \"Riga blitz\"]\n[Site \"Riga\"]\n[Date \"1965.03.11\"]\n[White \"Tal, M\"]\n[Black \"Fine, R\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 (1... c5 {the Sicilian, which was in fashion} 2. Nf3 d6 (2... Nc6 3. d4) 3. d4!) (1... e6) 2. Nf3 Nc6 \
3. Bb5 $1 {The Spanish. Black has tried everything against it, and [%csl Gb5] White has tried everything for it.} a6 $6 1-0\n";

pub fn plain() -> Look {
    let mut look = Look::default();
    (look.colors, look.ascii, look.notation) = (Colors::None, true, pgnkit::Notation::SAN);
    look
}

#[test]
fn screens() {
    let small = (80, 24);
    for (name, text, size, look, keys) in [
        ("list-80x24", GAMES, small, Look::default(), "Down Down"),
        ("list-160x50", CLOCKS, (160, 50), Look::default(), "Down"),
        ("search-80x24", GAMES, small, Look::default(), "/ 'anders' Space '1858'"),
        ("game-80x24", GAMES, small, Look::default(), "Enter g '10' Enter"),
        ("clocks-80x24", CLOCKS, small, Look::default(), "Enter g '17b' Enter"),
        ("clocks-160x50", CLOCKS, (160, 50), Look::default(), "Enter g '17b' Enter f"),
        ("variations-80x24", VARIATIONS, small, Look::default(), "Right Down Right Right Down"),
        ("comment-80x24", VARIATIONS, small, Look::default(), "End Left"),
        ("plain-80x24", VARIATIONS, small, plain(), "End Left"),
        ("plain-44x14", VARIATIONS, (44, 14), plain(), "End Left"),
        ("broken-80x24", BROKEN, small, Look::default(), "Down Enter d"),
        ("keys-80x24", GAMES, small, Look::default(), "?"),
        ("keys-80x60", GAMES, (80, 60), Look::default(), "?"),
    ] {
        let mut reader = Reader::sized("games.pgn", text, size, look);
        golden(format!("tests/it/screens/{name}.txt"), &reader.press(keys).screen());
    }
}

/// An index that has the same moves everywhere, as far as they can be played, and fails after 2. Nf3.
pub fn explorer() -> Explorer {
    Explorer::new(|position: &Position| {
        let played = [
            ("e4", [52_000, 31_000, 39_000], Some(2210)),
            ("c5", [3, 4, 2], Some(1999)),
            ("e5", [1, 0, 0], None),
        ];
        let more = [("Nf3", [0, 0, 0], Some(2400)), ("d4", [4, 0, 12], None)];
        let moves = played.into_iter().chain(more).filter_map(|(san, results, rating)| {
            let mv = position.parse_san(san).ok()?;
            let games = results.iter().sum::<u64>().max(1);
            Some(ExploredMove { mv, games, results, rating })
        });
        let moves: Vec<_> = moves.collect();
        match position.fullmove_number() {
            2 if position.turn() == Color::Black => {
                Err("games.idx: page 3 of the moves of the index is damaged".into())
            }
            _ => Ok(Explored { games: moves.iter().map(|one| one.games).sum(), moves }),
        }
    })
}

#[test]
fn moves_of_an_index() {
    for (name, size, look, keys) in [
        ("explorer-80x24", (80, 24), Look::default(), "x"),
        ("explorer-160x50", (160, 50), Look::default(), "Right x"),
        ("explorer-plain-80x24", (80, 24), plain(), "x Right Right"),
        ("explorer-44x14", (44, 14), plain(), "x"),
        ("explorer-failed-80x24", (80, 24), Look::default(), "x Right Right Right"),
    ] {
        let reader = Reader::sized("games.pgn", VARIATIONS, size, look);
        let mut reader = reader.exploring(explorer());
        golden(format!("tests/it/screens/{name}.txt"), &reader.press(keys).screen());
    }
    // It goes on while moves are played, and hides again.
    let moves = |keys: &str| {
        let mut reader =
            Reader::sized("games.pgn", VARIATIONS, (80, 24), Look::default()).exploring(explorer());
        reader.press(keys).screen().matches("Index: ").count()
    };
    assert_eq!((moves("x"), moves("x Right"), moves("x x"), moves("x Esc"), moves("x d")), (1, 1, 0, 0, 0));
    assert_eq!((moves("d x"), moves("x Right Down Left PgDn PgUp")), (1, 1));
    let mut without = Reader::sized("games.pgn", VARIATIONS, (80, 24), Look::default());
    assert!(without.press("x").screen().contains("there is no index"));
}

#[test]
fn marks_of_comments_colour_their_squares() {
    let cells = |comment: &str| {
        let game = format!("[White \"Tal\"]\n\n1. e4 {{{comment}}} *\n");
        let mut reader = Reader::sized("games.pgn", game, (80, 24), Look::default());
        reader.press("End").cells()
    };
    let plain = cells("");
    let size = plain.content.len() / 24;
    for (comment, squares) in [("[%csl Rd5]", 1), ("[%cal Ga2a4]", 2), ("[%csl Bd5,Yd5][%cal Rd5d6]", 2)] {
        let marked = cells(comment);
        let pairs = plain.content.iter().zip(&marked.content);
        let others = pairs.filter(|(plain, marked)| plain.bg != marked.bg).count();
        // A square has as many cells as any other.
        assert!(others > 0 && others.is_multiple_of(squares) && others < size, "{comment}: {others}");
    }
}
