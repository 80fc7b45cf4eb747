//! The one registry of columns and functions: its page, its examples.

use pgnkit::Game;
use pgnkit_query::condition::{Condition, FUNCTIONS, Function, POSITIONS, Themes};
use pgnkit_query::fields::COLUMNS;

const TAGS: &str = "[Event \"Linares 1992\"]\n[Site \"Riga LAT\"]\n[Date \"1992.11.22\"]\n[EventDate \"1989.??.??\"]\n[Round \"3.1\"]\n\
    [White \"Tal, Mihail\"]\n[Black \"Fine\"]\n[Result \"1-0\"]\n[ECO \"B20\"]\n[Opening \"Sicilian Defence\"]\n[WhiteElo \"2700\"]\n\
    [BlackElo \"1900\"]\n[WhiteRatingDiff \"+5\"]\n[Board \"1\"]\n[TimeControl \"180+2\"]\n[Termination \"time forfeit\"]\n\n";

/// A game that knows everything, of 42 half-moves with clocks and evaluations.
fn game() -> Game {
    let moves = ["Nf6", "Nf3", "Ng8", "Ng1"].iter().cycle().take(41);
    let said = |san: &&str| format!("{san} {{a novelty [%clk 0:01:00] [%eval 0.2]}} ");
    let text = format!("{TAGS}e4 {{[%clk 0:01:00]}} {}1-0\n", moves.map(said).collect::<String>());
    text.parse().unwrap()
}

fn compare(page: &mut String, head: &str, rows: &[[String; 4]], blesses: bool) {
    let mut table = String::from(head) + "\n| --- | --- | --- | --- |\n";
    for row in rows {
        let row: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        table.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    let start = page.find(head).unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    if blesses {
        page.replace_range(start..end, &table);
    } else {
        assert_eq!(
            page[start..end],
            table,
            "PGN_BLESS=1 cargo test -p pgnkit-query functions writes it anew"
        );
    }
}

#[test]
fn the_page_has_the_registry() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/filter.md");
    let mut page = std::fs::read_to_string(&path).unwrap();
    let blesses = std::env::var_os("PGN_BLESS").is_some();
    let code = |text: &str| format!("`{text}`");
    let columns: Vec<[String; 4]> = COLUMNS
        .iter()
        .map(|column| [code(column.name), column.type_and_unit(), column.doc.into(), code(column.example)])
        .collect();
    compare(&mut page, "| column | kind | content | example |", &columns, blesses);
    let rows = |functions: &[Function]| -> Vec<[String; 4]> {
        let row = |function: &Function| {
            let gives = function.type_and_unit();
            [code(&function.signature()), gives, function.doc.into(), code(function.example)]
        };
        functions.iter().map(row).collect()
    };
    compare(&mut page, "| function | gives | meaning | example |", &rows(FUNCTIONS), blesses);
    compare(&mut page, "| of a position | gives | meaning | example |", &rows(POSITIONS), blesses);
    if blesses {
        std::fs::write(&path, page).unwrap();
    }
}

/// An example is read, is about what it is the example of, and has a value for a game that has everything.
#[test]
fn examples_are_conditions() {
    let game = game();
    let letters = |text: &str| text.replace('_', "");
    let themes = Themes::default().reading_files();
    let repertoire = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games.pgn");
    let repertoire = repertoire.to_str().unwrap();
    let book = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("functions.bin");
    std::fs::write(&book, crate::book()).unwrap();
    let columns = COLUMNS.iter().map(|column| (column.name, column.example));
    let functions = FUNCTIONS.iter().chain(POSITIONS).map(|function| (function.name, function.example));
    for (name, example) in columns.chain(functions) {
        assert!(letters(example).contains(&letters(name)), "{name}: {example}");
        let written = example.replace("'repertoire.pgn'", &format!("'{repertoire}'"));
        let written = written.replace("'book.bin'", &format!("'{}'", book.display()));
        let condition = Condition::with_themes(&written, &themes);
        let condition = condition.unwrap_or_else(|error| panic!("{name}: {error}"));
        let has_value = condition.test(&game).is_some();
        // The titles, the numbers of the federation and a player of another name are not there.
        let is_missing = name.contains("title") || name.contains("fide") || name == "opponent_elo";
        assert_eq!(has_value, !is_missing || example.contains("IS NULL"), "{name}: {example}");
    }
}

/// Every fact about positions has its value here, and what needs no arguments is in the list of facts.
#[test]
fn positions_have_the_facts_of_the_list() {
    let found: Vec<_> = POSITIONS.iter().filter_map(Function::fact).map(|fact| fact.name).collect();
    let listed: Vec<_> = pgnkit_facts::POSITIONS.iter().map(|fact| fact.name).collect();
    assert_eq!(found, listed);
    assert!(POSITIONS.iter().all(|function| function.fact().is_some() == function.parameters.is_empty()));
}

/// Numbers that comments have, under each of their names.
#[test]
fn evaluations_and_clocks_have_their_units() {
    let game = "[TimeControl \"180+2\"]\n\n1. e4 {[%eval 0.17] [%clk 0:03:00.5]} e5 {[%eval -1.234]} \
                2. Qh5 {[%eval #-3] [%clk 0:02:10]} Ke7 {[%eval 500.0]} *";
    let game: Game = game.parse().unwrap();
    for (condition, expected) in [
        ("last(eval, ply = 1) = 0.17 AND last(eval_cp, ply = 1) = 17", Some(true)),
        ("last(eval, ply = 2) = -1.234 AND last(eval_cp, ply = 2) = -123", Some(true)),
        ("min(eval) = -1000 AND min(eval_cp) = -32764", Some(true)),
        ("max(eval) = 500 AND max(eval_cp) = 32000", Some(true)),
        ("position(eval = eval_cp / 100 AND ply > 0)", Some(true)),
        ("position(clock - 10 > 170 AND color = 'white' AND number = 1)", Some(true)),
        ("position(clk_seconds = 180.5)", Some(true)),
        ("position(clock - move_time > 180)", Some(false)),
        ("clock * 2 > 360", Some(true)),
        ("position(clock / (ply - 1) > 0 AND ply = 1)", Some(false)),
        ("avg(eval_cp) / 0 > 1", None),
    ] {
        let parsed: Condition = condition.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parsed.test(&game), expected, "{condition}");
    }
}

#[test]
fn positions_of_a_book_are_found() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("positions.bin");
    std::fs::write(&path, crate::book()).unwrap();
    let themes = Themes::default().reading_files();
    let game: Game = "1. e4 c5 2. Nf3 *".parse().unwrap();
    let other: Game = "1. e3 e5 2. e4 *".parse().unwrap();
    let variant: Game = "[Variant \"Antichess\"]\n\n1. e4 *".parse().unwrap();
    for (condition, game, expected) in [
        ("count(in_book(@)) = 2", &game, true),
        ("position(in_book(@) AND ply = 1)", &game, true),
        ("position(in_book(@) AND ply = 2)", &game, false),
        ("final(in_book(@))", &game, false),
        ("position(in_book(@) AND ply > 0)", &other, false),
        // After 1. e3 e5 it is the position after 1. e4 with White to move, and a pawn on e3.
        ("position(in_book(@) AND ply = 2, either_color => true)", &other, false),
        ("position(in_book(@) AND turn = 'black', either_color => true)", &game, true),
        ("in_book(@)", &variant, false),
    ] {
        let written = condition.replace('@', &format!("'{}'", path.display()));
        let compiled =
            Condition::with_themes(&written, &themes).unwrap_or_else(|error| panic!("{condition}: {error}"));
        assert_eq!(compiled.test(game), Some(expected), "{condition}");
    }
    std::fs::write(&path, "1. e4 e5 2. Nf3 *\n").unwrap();
    let error = Condition::with_themes(&format!("in_book('{}')", path.display()), &themes).unwrap_err();
    assert!(
        error.to_string().contains("expected a book of Polyglot (.bin), entry 1: expected a whole entry"),
        "{error}"
    );
}
