//! Openings by position: the table of lichess, other books, and what is written into games.

use std::collections::HashMap;
use std::sync::Arc;

use pgnkit::chess::Position;
use pgnkit::chess::fen::EnPassant;
use pgnkit::syntax::Ignore;
use pgnkit::{Game, GameBuilder, Replayer, openings};
use pgnkit_archive::internals::of_text;
use pgnkit_collections::eco::{Book, OpeningName, OpeningTags, SetOpening, SetOpenings};
use pgnkit_collections::edit::EditGames;

fn game(text: &str) -> Game {
    Game::read(text.as_bytes(), &mut Ignore).unwrap()
}

#[test]
fn every_line_of_the_table_is_found_by_its_moves_and_by_the_checker() {
    let book = Book::lichess();
    assert_eq!(book.lines().len(), 3807);
    for line in book.lines() {
        let game = game(&format!("{} *", line.movetext()));
        let found = book.classify(&game).unwrap();
        assert_eq!((found.line.index(), found.ply), (line.index(), line.moves().len()), "{line}");
        let last = game.mainline().last().unwrap().position();
        assert_eq!(openings::find(&last), Some(line.eco()), "{line}");
        let name = line.name();
        assert_eq!(OpeningName::of(&name.to_string()), name);
        assert!(!name.opening.is_empty() && name.to_string().trim() == name.to_string(), "{line}");
    }
}

/// Books are small texts, and what they say is compared with the positions as text.
#[test]
fn games_are_classified_as_by_the_text_of_their_positions() {
    let book = Book::lichess();
    let text = |position: &Position| {
        let fen = position.fen(EnPassant::Legal);
        fen.as_str().rsplitn(3, ' ').last().unwrap_or_default().to_owned()
    };
    let by_text: HashMap<String, usize> = book
        .lines()
        .map(|line| {
            let mut position = Position::START;
            line.moves().iter().for_each(|mv| position.play(*mv));
            (text(&position), line.index())
        })
        .collect();
    let mut games = 0;
    for name in ["clocks.pgn", "broken.pgn", "games.pgn"] {
        let path = format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).unwrap();
        let mut replayer = Replayer::new(&bytes);
        let mut builder = GameBuilder::new();
        while replayer.read_into(&mut builder, &mut Ignore).is_some() {
            let game = builder.game();
            if !game.start().is_known || game.start().set_up {
                continue;
            }
            let positions = game.mainline_with_positions().zip(1..);
            let expected =
                positions.filter_map(|(played, ply)| Some((*by_text.get(&text(&played.after))?, ply))).last();
            let found = book.classify(game).map(|found| (found.line.index(), found.ply));
            assert_eq!(found, expected, "{game}");
            games += 1;
        }
    }
    assert!(games > 40, "{games}");
}

#[test]
fn an_opening_is_that_of_the_last_known_position_whichever_moves_lead_there() {
    let book = Book::lichess();
    for (moves, expected, ply) in [
        ("1. e4 c5 2. Nf3", "B27 Sicilian Defense", 3),
        ("1. Nf3 c5 2. e4", "B27 Sicilian Defense", 3),
        ("1. c4 e6 2. d4 d5", "D30 Queen's Gambit Declined", 4),
        ("1. d4 e6 2. c4 d5", "D30 Queen's Gambit Declined", 4),
        // A tempo is lost on either side; the clocks of moves do not count.
        ("1. e3 e6 2. e4 e5", "C20 King's Pawn Game", 4),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5", "C20 King's Pawn Game", 6),
        // The position is left and comes back.
        ("1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. a4 a5", "C20 King's Pawn Game", 6),
        // Variations do not count.
        ("1. e4 (1. d4 d5 2. c4) 1... e5 (1... c5)", "C20 King's Pawn Game", 2),
        // A capture en passant that is possible makes another position.
        ("1. e4 e6 2. d4 d5 3. e5 f5", "C02 French Defense: Advance Variation", 5),
    ] {
        let game = game(&format!("{moves} *"));
        let found = book.classify(&game).unwrap();
        assert_eq!((found.line.to_string().as_str(), found.ply), (expected, ply), "{moves}");
    }
    for nothing in ["*", "[Variant \"Atomic\"]\n\n1. e4 e5 *", "[Variant \"Duck chess\"]\n\n1. e4 e5 *"] {
        assert!(book.classify(&game(nothing)).is_none(), "{nothing}");
    }
    let sicilian =
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n";
    for (moves, expected) in [("", ("B20 Sicilian Defense", 0)), ("2. Nf3 ", ("B27 Sicilian Defense", 1))] {
        let game = game(&format!("{sicilian}{moves}*"));
        let found = book.classify(&game).unwrap();
        assert_eq!((found.line.to_string().as_str(), found.ply), expected);
    }
    let chess960 =
        |fen: &str| game(&format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 *"));
    assert!(book.classify(&chess960("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1")).is_some());
    assert!(book.classify(&chess960("nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w HBhb - 0 1")).is_none());
}

#[test]
fn books_of_three_forms_say_the_same() {
    let table = "eco\tname\tpgn\nA00\tBenko Opening: Reversed, Late\t1. g3 e5\nB00\tOwen Defense\t1. e4 b6\n";
    let other_table = "\u{feff}# mine\r\nuci\tmoves\tname\teco\r\n-\t1.g3 e5 *\tBenko Opening: Reversed, Late\tA00b\r\n\r\n-\te4 b6\tOwen Defense\tB00\r\n";
    let games = "{a comment}\n\n[ECO \"A00/03\"]\n[Opening \"Benko Opening\"]\n[Variation \"Reversed\"]\n[SubVariation \"Late\"]\n\n1. g3 e5 (1... c5) *\n\n\
                 [Event \"?\"]\n[ECO \"B00\"]\n[Opening \"Owen Defense\"]\n[Variation \"?\"]\n\n1. e4 b6 *\n";
    let scid = "# scid.eco\n\nA00a1 \"Benko Opening: Reversed, Late\"\n  1.g3\n  e5 *\nB00 \"Owen Defense\"  1.e4 b6 * # all\n";
    for text in [table, other_table, games, scid] {
        let book = Book::read(text.as_bytes()).unwrap();
        let lines: Vec<_> = book.lines().map(|line| (line.to_string(), line.movetext())).collect();
        let expected = [("A00 Benko Opening: Reversed, Late", "1. g3 e5"), ("B00 Owen Defense", "1. e4 b6")];
        assert_eq!(lines, expected.map(|(name, moves)| (name.to_owned(), moves.to_owned())), "{text}");
        let name = book.line(0).unwrap().name();
        assert_eq!([name.opening, name.variation, name.sub_variation], ["Benko Opening", "Reversed", "Late"]);
    }
    // Scid knows the position before the first move; ISO 8859-1 is read; of equal positions the first counts.
    let book = Book::read(b"A00a \"Start position\" *\nA00l \"Van Geet: T\xfcbingen Gambit\" 1.Nc3 Nf6 2.g4 *\nA99 \"x\" 1.Nc3 Nf6 2.g4 *\n").unwrap();
    assert_eq!(book.classify(&game("1. a4 *")).unwrap().line.to_string(), "A00 Start position");
    let found = book.classify(&game("1. g4 Nf6 2. Nc3 *")).unwrap();
    assert_eq!(found.line.to_string(), "A00 Van Geet: T\u{fc}bingen Gambit");
    // A book without names has codes.
    let book = Book::read(b"[ECO \"C20\"]\n\n1. e4 e5 *\n").unwrap();
    assert_eq!(book.line(0).unwrap().to_string(), "C20");
}

#[test]
fn what_is_wrong_with_a_book_is_said_with_its_line() {
    let forms =
        "expected a table with the columns eco, name and pgn, games with ECO tags, or lines of scid.eco";
    for (text, expected) in [
        ("", format!("line 1: {forms}")),
        ("eco,name,pgn\nA00,x,1. a3\n", format!("line 1: {forms}")),
        ("eco\tname\tfen\n", format!("line 1: {forms}")),
        ("eco\tname\tpgn\n", "line 1: there is no line of moves in it".into()),
        (
            "eco\tname\tpgn\nA00\tx\t1. a3\n\nF00\tx\t1. a3\n",
            "line 4: expected a code as B90, found \"F00\"".into(),
        ),
        ("eco\tname\tpgn\nA00\tx\n", "line 2: expected moves".into()),
        (
            "eco\tname\tpgn\nA00\tx\t1. e5\n",
            "line 2: expected a legal move, found `e5`: it is white's move".into(),
        ),
        (
            "eco\tname\tpgn\nA00\tx\t1. a3 * 1. a4 *\n",
            "line 2: expected one line of moves, found more".into(),
        ),
        ("[Event \"x\"]\n\n1. e4 *\n", "line 1: expected a code as B90, found \"\"".into()),
        (
            "[ECO \"A00\"]\n\n1. a3 *\n\n[ECO \"A00\"]\n\n1. a5 *\n",
            "line 5: expected a legal move, found `a5`: it is white's move".into(),
        ),
        (
            "[ECO \"A00\"]\n[Variant \"Atomic\"]\n\n1. a3 *\n",
            "line 1: a line begins at the usual initial position".into(),
        ),
        ("A00 \"x\" 1.a3\n", "line 1: expected * at the end of the line of moves".into()),
        ("A00 \"x\" 1.a3 *\nA01 x 1.b3 *\n", "line 2: expected a code and a name in quotes".into()),
    ] {
        assert_eq!(Book::read(text.as_bytes()).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn tags_are_added_or_replaced_and_no_other_byte_changes() {
    const MOVES: &str = "\n1.e4   c6 2.d4 d5 3.e5 Bf5 4.h4 *\n";
    const ALL: &str = "[ECO \"B12\"]\n[Opening \"Caro-Kann Defense\"]\n[SubVariation \"Tal Variation\"]\n[Variation \"Advance Variation\"]\n";
    const WHOLE: &str = "[ECO \"B12\"]\n[Opening \"Caro-Kann Defense: Advance Variation, Tal Variation\"]\n";
    use OpeningTags::{Lichess, None, Standard};
    for (before, tags, replaces, after) in [
        ("", Standard, false, ALL),
        ("", Lichess, false, WHOLE),
        ("", None, false, "[ECO \"B12\"]\n"),
        ("[ECO \"?\"]\n[Opening \"?\"]\n", Lichess, false, WHOLE),
        ("[ECO \"-\"]\n[Opening \"\"]\n", Lichess, false, WHOLE),
        // What is there stays; the names belong together.
        ("[ECO \"B10\"]\n", Lichess, false, &WHOLE.replace("B12", "B10")),
        ("[Opening \"Caro-Kann\"]\n", Standard, false, "[ECO \"B12\"]\n[Opening \"Caro-Kann\"]\n"),
        (
            "[ECO \"B12/04\"]\n[Variation \"Tal\"]\n",
            Standard,
            false,
            "[ECO \"B12/04\"]\n[Variation \"Tal\"]\n",
        ),
        // All of it is replaced, but for a code that only says more.
        ("[ECO \"B10\"]\n[Opening \"x\"]\n[SubVariation \"y\"]\n[Variation \"z\"]\n", Standard, true, ALL),
        ("[ECO \"B10\"]\n[Opening \"x\"]\n[SubVariation \"y\"]\n[Variation \"z\"]\n", Lichess, true, WHOLE),
        ("[ECO \"B12/04\"]\n[Opening \"x\"]\n", None, true, "[ECO \"B12/04\"]\n[Opening \"x\"]\n"),
    ] {
        let operation = SetOpening::new(Book::lichess(), tags).replace(replaces);
        let text = format!("[White \"Tal\"]\n{before}{MOVES}");
        let block = EditGames::new(vec![Box::new(operation)]).edit_text(text.as_bytes());
        assert_eq!(block.refused, []);
        assert_eq!(
            String::from_utf8(block.fixed.text).unwrap(),
            format!("[White \"Tal\"]\n{after}{MOVES}"),
            "{before}"
        );
    }
    for text in [
        "[ECO \"A00\"]\n[Variant \"Atomic\"]\n\n1.e4   e5 *\n",
        "[ECO \"A00\"]\n\n1.e4   e5 2.Ke3 *\n",
        "[ECO \"A00\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 *\n",
        "; nothing\n",
    ] {
        let operation = SetOpening::new(Book::lichess(), Standard).replace(true);
        let block = EditGames::new(vec![Box::new(operation)]).edit_text(text.as_bytes());
        assert_eq!((block.edited, String::from_utf8(block.fixed.text).unwrap()), (0, text.to_owned()));
    }
    let book = Arc::new(Book::read(b"[ECO \"C20\"]\n\n1. e4 e5 *\n").unwrap());
    let operation = SetOpening::new(book, Standard).replace(true);
    let edited = EditGames::new(vec![Box::new(operation)]).edit_text(b"[Opening \"x\"]\n\n1. e4 e5 *\n");
    assert_eq!(edited.fixed.text, b"[ECO \"C20\"]\n[Opening \"x\"]\n\n1. e4 e5 *\n");
}

#[test]
fn tags_are_the_same_whether_games_are_kept_or_not() {
    let books = [
        Book::lichess(),
        Arc::new(
            Book::read(b"[ECO \"C20\"]\n[Opening \"o\"]\n[SubVariation \"v\"]\n\n1. e4 e5 *\n").unwrap(),
        ),
        Arc::new(Book::read("eco\tname\tpgn\nC20\tGr\u{fc}n: a \"b\"\t1. e4 e5\n".as_bytes()).unwrap()),
    ];
    let headers = [
        "",
        "[ECO \"B10\"]\n",
        "[ECO \"?\"]\n",
        "[eco \"?\"]\n",
        "[ECO \"\"]\n[ECO \"B10\"]\n",
        "[Opening \"x\"]\n",
        "[Opening \"?\"]\n",
        "[Variation \"-\"]\n",
        "[SubVariation \"y\"]\n",
        "[ECO \"C20/1\"] [Opening \"x\"]\n",
        "{c}\n",
        "[WhiteElo \"2000\"]\n",
        "[Z \"\\\"\"]\r\n",
        "[Z \"\u{fc}\"]\n",
        "[Z \"",
    ];
    let mut edited = 0;
    for (book, tags, replaces) in books.iter().flat_map(|book| {
        let tags = [OpeningTags::Standard, OpeningTags::Lichess, OpeningTags::None];
        tags.into_iter().flat_map(move |tags| [(book, tags, false), (book, tags, true)])
    }) {
        let opening = SetOpening::new(Arc::clone(book), tags).replace(replaces);
        let mut text = String::new();
        for (one, other) in headers.iter().flat_map(|one| headers.iter().map(move |other| (one, other))) {
            let game = format!("[Event \"a\"]\n{one}{other}\n1. e4 e5 2. Nf3 Nf6 *\n\n");
            text.push_str(&game);
            for text in [game.as_bytes(), &text.as_bytes()[text.len().saturating_sub(400)..]] {
                let quick = of_text(&SetOpenings::new(opening.clone()), text);
                let slow = EditGames::new(vec![Box::new(opening.clone())]).edit_text(text);
                assert_eq!(
                    quick.fixed.text.escape_ascii().to_string(),
                    slow.fixed.text.escape_ascii().to_string()
                );
                assert_eq!(
                    (quick.edited, quick.refused),
                    (slow.edited, slow.refused),
                    "{}",
                    text.escape_ascii()
                );
                edited += slow.edited;
            }
        }
    }
    assert!(edited > 1_000, "{edited}");
}
