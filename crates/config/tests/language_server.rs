//! A language server: settings of open documents, the diagnostics that they select, and faults in the settings
//! themselves as diagnostics.

use std::fs;
use std::path::Path;

use pgnkit::diagnostics::{Code, Level, SelectionLayer, Severity};
use pgnkit_config::{Config, Configs, Overrides, Report, directory_of, selector};

/// Diagnostics of a document as its settings have them: code and severity.
fn diagnose(config: &Config, overrides: &Overrides, text: &str) -> Vec<(Code, Severity)> {
    let selection = config.check.selection(overrides);
    pgnkit::check_games(text.as_bytes())
        .flat_map(|game| game.diagnostics)
        .filter(|diagnostic| selection.takes(diagnostic))
        .map(|diagnostic| (diagnostic.code, selection.severity(&diagnostic)))
        .collect()
}

const TEXT: &str = "1. e2e4 e5 2. Ke3 *\n";

#[test]
fn each_document_has_the_settings_nearest_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("pgn.toml", "exclude = [\"raw/\", \"*.bak.pgn\"]\n[check]\nignore = [\"lax-move\"]\n");
    write("strict/pgn.toml", "[check]\nseverity = { M = \"error\" }\n");
    let mut configs = Configs::nearest();
    for (path, expected) in [
        // The one above, also for a document that is not on the disk yet.
        ("deep/er/new.pgn", &[(Code::IllegalMove, Severity::Error)][..]),
        // The nearest one alone: nothing is inherited.
        ("strict/a.pgn", &[(Code::LaxMove, Severity::Error), (Code::IllegalMove, Severity::Error)]),
    ] {
        let config = configs.for_file(&dir.path().join(path)).unwrap();
        assert_eq!(diagnose(&config, &Overrides::default(), TEXT), expected, "{path}");
    }
    for (path, is_excluded) in [
        ("raw/a.pgn", true),
        ("a.bak.pgn", true),
        ("x/y.bak.pgn", true),
        ("strict/raw/a.pgn", false),
        ("a.pgn", false),
    ] {
        assert_eq!(configs.excludes(&dir.path().join(path)).unwrap(), is_excluded, "{path}");
    }
    assert_eq!(directory_of(&dir.path().join("deep")).as_deref(), Some(dir.path()));

    // The user edits the settings: the old ones hold until the server has seen it.
    write("pgn.toml", "[check]\nselect = [\"lax-move\"]\n");
    let config = configs.for_file(&dir.path().join("a.pgn")).unwrap();
    assert_eq!(config.check.select, None);
    configs.forget();
    let config = configs.for_file(&dir.path().join("a.pgn")).unwrap();
    assert_eq!(diagnose(&config, &Overrides::default(), TEXT), [(Code::LaxMove, Severity::Warning)]);
}

#[test]
fn options_of_the_editor_win() {
    let text = "[check]\nlevel = \"export\"\nignore = [\"X\"]\ndeny = \"warnings\"\nreport = \"sarif\"\n";
    let config = Config::parse(text, Path::new("pgn.toml")).unwrap();
    assert_eq!(config.check.report, Some(Report::Sarif));
    let none = Overrides::default();
    assert_eq!(config.check.selection(&none).level(), Level::Export);
    assert_eq!(config.check.denied(&none), Severity::Warning);
    assert!(!config.check.selection(&none).selects(Code::LineFill));
    let layer = SelectionLayer { extend_select: vec![selector("X").unwrap()], ..SelectionLayer::default() };
    let editor = Overrides { layer, ..none };
    assert!(config.check.selection(&editor).selects(Code::LineFill));
    let import = Overrides { level: Some(Level::Import), ..Overrides::default() };
    assert_eq!(config.check.selection(&import).level(), Level::Import);
}

#[test]
fn faults_have_places() {
    for (text, span, line, message) in [
        (
            "[check]\nselect = [\n  \"C001\",\n  \"ilegal-move\",\n]\n",
            "\"ilegal-move\"",
            4,
            "did you mean `illegal-move`?",
        ),
        ("[check]\nlevel = \"strict\"\n", "\"strict\"", 2, "expected one of `import`, `export`, `archive`"),
        ("[check]\nseverity = { M = \"grave\" }\n", "\"grave\"", 2, "unknown variant `grave`"),
        ("[check]\nselct = 1\n", "selct", 2, "unknown field `selct`"),
        ("exclude = [\"a{b\"]\n", "[\"a{b\"]", 1, "unclosed alternate group"),
        ("[show]\ntheme = \"dark\"\n[check]\nmax-per-game = -1\n", "-1", 4, "invalid value"),
    ] {
        let error = Config::parse(text, Path::new("a/pgn.toml")).unwrap_err();
        let place = error.place().unwrap();
        assert_eq!(&text[place.span.clone()], span, "{error}");
        assert_eq!(&place.text[place.in_line.clone()], span, "{error}");
        assert_eq!(place.line, line, "{error}");
        assert!(error.message().contains(message), "{error}");
        assert!(error.to_string().starts_with(&format!("a/pgn.toml:{line}: ")), "{error}");
    }
    let error = Config::read(Path::new("no-such/pgn.toml")).unwrap_err();
    assert!(error.place().is_none() && error.message().starts_with("cannot be read: "), "{error}");
}

#[test]
fn one_file_for_all_or_none() {
    let config = Config::parse("[check]\nbaseline = \"known.json\"\n", Path::new("/x/pgn.toml")).unwrap();
    assert_eq!(config.check.baseline.as_deref(), Some(Path::new("/x/known.json")));
    let mut fixed = Configs::fixed(config);
    assert!(fixed.for_file(Path::new("/elsewhere/a.pgn")).unwrap().check.baseline.is_some());
}
