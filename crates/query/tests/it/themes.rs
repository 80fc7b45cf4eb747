//! The themes that come with the library: each on games that match and games that do not, and on puzzles that lichess has tagged.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use pgnkit::Replayer;
use pgnkit::chess::Position;
use pgnkit::chess::fen::EnPassant;
use pgnkit::syntax::Ignore;
use pgnkit_query::condition::{Condition, Tester, Theme, Themes};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/themes").join(name)
}

fn blesses() -> bool {
    std::env::var_os("PGN_BLESS").is_some()
}

fn condition(theme: &Theme) -> Condition {
    theme.text().parse().unwrap_or_else(|error| panic!("{}: {error}", theme.name()))
}

/// `NAME.pgn` has three games at least with the tag `[Theme "NAME"]`, and three with `[Theme "not NAME"]`, which come near.
#[test]
fn each_theme_has_games_that_match_and_games_that_do_not() {
    let themes = Themes::default();
    assert!(themes.iter().count() >= 30);
    let mut wrong = Vec::new();
    for theme in themes.iter() {
        let name = theme.name();
        let text =
            fs::read(file(&format!("{name}.pgn"))).unwrap_or_else(|error| panic!("{name}.pgn: {error}"));
        let condition = condition(theme);
        let mut counts = [0, 0];
        let mut seen = BTreeSet::new();
        for (parsed, number) in pgnkit::parse_games(&text).zip(1..) {
            assert!(!parsed.has_errors(), "{name}.pgn, game {number}: {:?}", parsed.diagnostics);
            let expected = match parsed.game.tag("Theme") {
                Some(of) if of == name => true,
                Some(of) if of.strip_prefix("not ") == Some(name) => false,
                other => panic!("{name}.pgn, game {number}: it is a game for {other:?}"),
            };
            if condition.test(&parsed.game) != Some(expected) {
                wrong.push(format!("{name}.pgn, game {number}"));
            }
            counts[usize::from(expected)] += 1;
            assert!(seen.insert(parsed.game.to_string()), "{name}.pgn, game {number} comes twice");
        }
        assert!(counts.iter().all(|count| *count >= 3), "{name}.pgn: {counts:?} games");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// No file of games is left over, and each theme says what it is in whole sentences.
#[test]
fn themes_are_told_and_tested_by_their_names() {
    let themes = Themes::default();
    let names: BTreeSet<String> = themes.iter().map(|theme| theme.name().to_owned()).collect();
    for entry in fs::read_dir(file("")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(names.contains(name), "{name}");
        }
    }
    for theme in themes.iter() {
        let doc = theme.doc();
        assert!(doc.ends_with('.') && doc.len() < 250, "{}: {doc}", theme.name());
        assert!(theme.text().len() < 1500, "{}", theme.name());
        assert!(
            theme.text().lines().all(|line| line.len() <= 140 && line.trim_end() == line),
            "{}",
            theme.name()
        );
    }
}

/// The page has every theme: what it is, and its file.
#[test]
fn the_page_has_the_themes() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/themes.md");
    let mut page = fs::read_to_string(&path).unwrap();
    let mut table = String::from("| theme | what it is |\n| --- | --- |\n");
    let mut files = String::from("## Their files\n");
    for theme in Themes::default().iter() {
        let _ = writeln!(table, "| [`{0}`](#{0}) | {1} |", theme.name(), theme.doc());
        let condition =
            theme.text().lines().filter(|line| !line.starts_with("--")).collect::<Vec<_>>().join("\n");
        let _ = write!(files, "\n### {}\n\n```sql\n{condition}\n```\n", theme.name());
    }
    let start = page.find("| theme | what it is |").unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    let last = page.find("## Their files\n").unwrap();
    if blesses() {
        page.replace_range(last.., &files);
        page.replace_range(start..end, &table);
        fs::write(&path, page).unwrap();
    } else {
        let hint = "PGN_BLESS=1 cargo test -p pgnkit-archive --test it themes writes it anew";
        assert_eq!(page[start..end], table, "{hint}");
        assert_eq!(page[last..], files, "{hint}");
    }
}

/// Number of puzzles that lichess has tagged with a theme, that the theme finds, and both, as in `agreement.tsv`, which
/// also says why they differ. `PGN_PUZZLES=FILE` compares those of another file of this form, and shows the shares.
#[test]
fn themes_agree_with_the_tags_of_puzzles() {
    let other = std::env::var_os("PGN_PUZZLES").map(PathBuf::from);
    let puzzles = fs::read_to_string(other.clone().unwrap_or_else(|| file("puzzles.csv"))).unwrap();
    let puzzles: Vec<Puzzle<'_>> = puzzles.lines().skip(1).filter_map(Puzzle::new).collect();
    let text: String = puzzles.iter().map(|puzzle| puzzle.text.as_str()).collect();
    assert!(puzzles.len() >= 300);
    let path = file("agreement.tsv");
    let expected = fs::read_to_string(&path).unwrap();
    let themes = Themes::default();
    let mut found = String::new();
    for line in expected.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, tag, _, _, _, why] = *cells else { panic!("{line}: six columns") };
        if name == "theme" {
            found.push_str(line);
        } else {
            let theme = themes.iter().find(|theme| theme.name() == name).unwrap_or_else(|| panic!("{name}"));
            let agreement = agreement(theme, tag, &puzzles, &text);
            if other.is_some() {
                let [tagged, chosen, both] = agreement.map(|number| number as f64);
                println!(
                    "| `{name}` | {tagged} | {chosen} | {:.1} | {:.1} | {why} |",
                    100.0 * both / tagged,
                    100.0 * both / chosen
                );
            }
            let [tagged, chosen, both] = agreement;
            let _ = write!(found, "{name}\t{tag}\t{tagged}\t{chosen}\t{both}\t{why}");
        }
        found.push('\n');
    }
    if other.is_some() {
        return;
    }
    if blesses() {
        fs::write(&path, found).unwrap();
    } else {
        assert_eq!(
            expected, found,
            "PGN_BLESS=1 cargo test -p pgnkit-archive --test it themes writes it anew"
        );
    }
}

/// Puzzles with the tag, those that the theme finds, and those that are both.
fn agreement(theme: &Theme, tag: &str, puzzles: &[Puzzle<'_>], text: &str) -> [usize; 3] {
    let condition = condition(theme);
    let mut tester = Tester::new(&condition);
    let mut replayer = Replayer::new(text.as_bytes());
    let mut counts = [0; 3];
    for puzzle in puzzles {
        replayer.read_game(&mut tester, &mut Ignore).unwrap();
        let is_tagged = puzzle.themes.split_whitespace().any(|theme| theme == tag);
        let is_found = tester.verdict().unwrap();
        for (count, is) in counts.iter_mut().zip([is_tagged, is_found, is_tagged && is_found]) {
            *count += usize::from(is);
        }
    }
    counts
}

/// A puzzle as a game: it begins with the position that is shown, and has the solution.
struct Puzzle<'p> {
    text: String,
    themes: &'p str,
}

impl<'p> Puzzle<'p> {
    /// Reads `PuzzleId,FEN,Moves,Themes`. The first of the moves, in UCI, leads to the position that is shown.
    fn new(line: &'p str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let [_, fen, moves, themes] = *cells else { return None };
        let mut position: Position = fen.parse().ok()?;
        let mut text = String::new();
        for (at, uci) in moves.split_whitespace().enumerate() {
            let mv = position.parse_uci(uci.as_bytes())?;
            let after = position.after(mv);
            if at == 0 {
                let _ = write!(text, "[FEN \"{}\"]\n[SetUp \"1\"]\n\n", after.fen(EnPassant::Legal));
            } else {
                let _ = write!(text, "{} ", position.san(mv));
            }
            position = after;
        }
        text.push_str("*\n\n");
        Some(Self { text, themes })
    }
}
