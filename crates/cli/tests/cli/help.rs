//! Help, version, completions, manual.

use pgnkit_query::condition::FUNCTIONS;
use pgnkit_query::fields::COLUMNS;

use crate::rig::pgn;

#[test]
fn help_fits_a_screen() {
    let help = pgn(&["--help"], "").status(0);
    // A line for each command; the overview is what fits a small screen.
    assert!(help.out().lines().count() <= 44, "{}", help.out());
    let overview = pgn(&["help"], "").status(0);
    assert!(overview.out().lines().count() < 24, "{}", overview.out());
    assert!(overview.out().contains("\nCollect  filter "), "{}", overview.out());
    assert_eq!(pgn(&["-h"], "").status(0).out(), overview.out());
    let short = pgn(&["check", "-h"], "").status(0);
    assert!(short.out().lines().count() <= 60, "{}", short.out());
    for args in [
        &["--help"][..],
        &["-h"],
        &["fmt", "-h"],
        &["fmt", "--help"],
        &["check", "--help"],
        &["help", "check"],
        &["clocks", "-h"],
        &["clocks", "--help"],
        &["filter", "-h"],
        &["filter", "--help"],
        &["find", "-h"],
        &["find", "--help"],
        &["sort", "-h"],
        &["sort", "--help"],
        &["split", "-h"],
        &["split", "--help"],
        &["merge", "-h"],
        &["merge", "--help"],
        &["dedup", "-h"],
        &["dedup", "--help"],
        &["diff", "-h"],
        &["diff", "--help"],
        &["edit", "-h"],
        &["edit", "--help"],
        &["show", "-h"],
        &["show", "--help"],
        &["diagram", "-h"],
        &["diagram", "--help"],
        &["html", "-h"],
        &["html", "--help"],
        &["book", "-h"],
        &["book", "--help"],
        &["book", "make", "--help"],
        &["book", "show", "--help"],
        &["book", "merge", "--help"],
        &["eco", "-h"],
        &["eco", "--help"],
        &["tree", "-h"],
        &["tree", "--help"],
        #[cfg(feature = "index")]
        &["index", "-h"],
        #[cfg(feature = "index")]
        &["index", "--help"],
        #[cfg(feature = "index")]
        &["index", "check", "--help"],
        #[cfg(feature = "index")]
        &["evals", "-h"],
        #[cfg(feature = "index")]
        &["evals", "--help"],
        #[cfg(feature = "index")]
        &["evals", "build", "--help"],
        #[cfg(feature = "index")]
        &["evals", "get", "--help"],
        #[cfg(feature = "index")]
        &["evals", "check", "--help"],
        #[cfg(feature = "engines")]
        &["puzzles", "-h"],
        #[cfg(feature = "engines")]
        &["puzzles", "--help"],
        #[cfg(feature = "serve")]
        &["serve", "-h"],
        #[cfg(feature = "serve")]
        &["serve", "--help"],
        &["stats", "-h"],
        &["stats", "--help"],
        &["names", "-h"],
        &["names", "--help"],
        &["epd", "-h"],
        &["epd", "--help"],
        &["epd", "merge", "-h"],
        &["epd", "from-pgn", "--help"],
    ] {
        let ran = pgn(args, "").status(0);
        let wide = ran.out().lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{args:?}");
        assert_eq!(ran.err(), "");
    }
}

#[test]
fn every_option_is_explained() {
    for (command, options) in [
        (
            "fmt",
            "--reduced --check --output --in-place --width --tags --no-comments --no-nags --no-variations --encoding --newline",
        ),
        (
            "check",
            "--report --statistics --show-board --max-per-game --max-per-code --max-diagnostics --select --extend-select --ignore --notes --severity --baseline --update-baseline --no-suppressions --help-uri --deny --config --isolated --fix --unsafe-fixes --diff",
        ),
        ("clocks", "--add --replace --report --output --in-place"),
        ("convert", "--to --dialect --output"),
        ("filter", "--where --games --limit --count --list --fmt --not-to --tag-match --functions --output"),
        ("sort", "--by --reverse --unique --fmt --memory --temp-dir --output --in-place"),
        ("split", "--by --max-games --max-size --variations --output --force --fmt --memory --temp-dir"),
        (
            "merge",
            "--as-given --unique --tree --normalise --max-plies --max-games --fmt --memory --temp-dir --output",
        ),
        ("dedup", "--keep --list --report --removed --against --memory --temp-dir --output --in-place"),
        ("diff", "--report --brief --label --memory --temp-dir"),
        (
            "edit",
            "--where --set --set-missing --remove --rename --tag-order --names --set-from --key --result --ply-count --event-date --drop-plies --drop-before --keep-plies --promote --no-variations --no-comments --no-nags --no-commands --keep-commands --comments-after-moves --diff --check --output --in-place",
        ),
        (
            "book",
            "--output --to --title --author --paper --page-columns --lang --figurine --few-signs --every --ply --final --no-marked --flip --theme --no-comments --no-variations --no-index --no-crosstable",
        ),
        (
            "book make",
            "--max-ply --min-games --min-score --only-white --only-black --uniform --memory --where --games --limit --output",
        ),
        ("eco", "--book --name-style --replace --where --check --explain --diff --output --in-place"),
        ("tree", "--fen --moves --depth --min-games --where --report --memory"),
        #[cfg(feature = "index")]
        ("index", "--output --memory --temp-dir --where --games --limit"),
        #[cfg(feature = "index")]
        ("evals build", "--output --lines --pv-plies --memory --temp-dir --where --games --limit"),
        #[cfg(feature = "engines")]
        (
            "puzzles",
            "--engine --engine-option --hash --nodes --depth --movetime --to --min-moves --max-moves --themes --output --where --games --limit",
        ),
        ("stats", "--of --by --where --report --order --min-games --top --plot --memory"),
        ("stats crosstable", "--as --by --where --report --min-games --top --memory"),
        ("names", "--of --report --table --fide --doubtful --min-games"),
        ("epd sort", "--by --output --in-place"),
        ("epd merge", "--output"),
        ("epd from-pgn", "--every --final --opcodes --pv-plies --output"),
        ("epd to-pgn", "--output"),
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let help = pgn(&[command.as_slice(), &["--help"]].concat(), "").status(0);
        let common = "-j --on-error --rejects --account -q --color --from";
        for option in options.split(' ').chain(common.split(' ')) {
            assert!(help.out().contains(option), "{command:?} {option}");
        }
    }
}

#[test]
fn without_arguments_help_is_shown() {
    assert!(pgn(&[], "").status(2).err().contains("Usage: pgn <COMMAND>"));
}

/// The library of arguments takes some words in braces for its own.
#[test]
fn patterns_in_help_can_be_copied() {
    let help = pgn(&["split", "--help"], "").status(0);
    for example in ["-o 'big-{number}.pgn.zst'", "'{year}/{eco}-{number}.pgn'"] {
        assert!(help.out().contains(example), "{}", help.out());
    }
}

#[test]
fn version() {
    let short = concat!("pgn ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(pgn(&["-V"], "").status(0).out(), short);
    let long = pgn(&["--version"], "").status(0);
    let (first, features) = long.out().split_once('\n').unwrap();
    // The commit comes after it in released programs.
    assert!(first.starts_with(short.trim_end()), "{first}");
    assert_eq!(features.contains("columns"), cfg!(feature = "columns"), "{features}");
    assert_eq!(features.contains("zstd"), cfg!(feature = "zstd"), "{features}");
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = pgn(&["completions", shell], "").status(0);
        assert!(script.out().contains("on-error") && script.out().contains("max-per-game"), "{shell}");
        let has_codes = script.out().contains("illegal-move");
        assert_eq!(has_codes, matches!(shell, "bash" | "zsh" | "fish"), "{shell}");
    }
    pgn(&["completions", "nonsense"], "").status(2);
}

#[test]
fn columns_and_functions_are_completed() {
    // The options --where of filter, edit, eco, tree and stats, --by of sort and split; in all but fish also the condition of filter.
    for (shell, times) in [("bash", 8), ("zsh", 8), ("fish", 7)] {
        let script = pgn(&["completions", shell], "").status(0);
        let columns = COLUMNS.iter().map(|column| column.name);
        let names: Vec<&str> = columns.chain(FUNCTIONS.iter().map(|function| function.name)).collect();
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let count = |name: &str| {
            let starts = script.out().match_indices(name).map(|(at, _)| at);
            let text = script.out().as_bytes();
            let is_word = |at: &usize| {
                !text[*at - 1..].first().is_some_and(is_of_word)
                    && !text[*at + name.len()..].first().is_some_and(is_of_word)
            };
            starts.filter(is_word).count()
        };
        for name in names {
            assert!(count(name) >= times, "{shell}: {name} is there {} times", count(name));
        }
    }
}

#[test]
fn the_manual_covers_the_subcommands() {
    let manual = pgn(&["man"], "").status(0);
    for title in [
        ".TH pgn 1",
        ".TH pgn-check 1",
        ".TH pgn-fmt 1",
        ".TH pgn-filter 1",
        ".TH pgn-sort 1",
        ".TH pgn-split 1",
        ".TH pgn-merge 1",
        ".TH pgn-dedup 1",
        ".TH pgn-diff 1",
        ".TH pgn-edit 1",
        ".TH pgn-eco 1",
        ".TH pgn-names 1",
        #[cfg(feature = "index")]
        ".TH pgn-index 1",
        #[cfg(feature = "index")]
        ".TH pgn-evals 1",
        #[cfg(feature = "index")]
        ".TH pgn-evals-build 1",
        #[cfg(feature = "engines")]
        ".TH pgn-puzzles 1",
        #[cfg(feature = "serve")]
        ".TH pgn-serve 1",
        ".TH pgn-tree 1",
        ".TH pgn-stats 1",
        ".TH pgn-stats-crosstable 1",
        ".TH pgn-show 1",
        ".TH pgn-book-make 1",
        ".TH pgn-epd 1",
        ".TH pgn-epd-from-pgn 1",
        ".TH pgn-explain 1",
        ".TH pgn-completions 1",
        ".TH pgn-man 1",
    ] {
        assert!(manual.out().contains(title), "{title}");
    }
}

/// Errors of the command line say what helps: which command has the option, and no list that fills the screen.
#[test]
fn errors_of_options_are_short() {
    for (args, says) in [
        (&["show", "-i", "x.pgn"][..], "-i is an option of pgn fmt, pgn clocks"),
        (&["fmt", "--by", "year"], "--by is an option of pgn sort, pgn split, pgn stats"),
        (&["fmt", "--redused"], "a similar argument exists: '--reduced'"),
        (&["fmt", "--nonsense"], "unexpected argument '--nonsense' found"),
        (&["split", "--by"], "a value is required for '--by <FIELDS>'"),
        (&["help", "nonsense"], "there is no subcommand `nonsense`"),
    ] {
        let ran = pgn(args, "").status(2);
        assert!(ran.err().contains(says), "{args:?}: {}", ran.err());
        assert!(!ran.err().contains("to pass '"), "{args:?}: {}", ran.err());
        assert!(ran.err().lines().all(|line| line.len() < 200), "{args:?}: {}", ran.err());
    }
}

/// Names that options had are read as their new ones.
#[test]
fn old_names_of_options_are_read() {
    let game = "[Date \"1992.??.??\"]\n\n1. e4 {[%clk 0:01:00]} e5 *\n";
    for (old, new) in [
        ("fmt --lang de", "fmt --from-lang de"),
        ("check --format json --notes", "check --report json --notes"),
        ("clocks --table", "clocks --report text"),
        ("clocks --json", "clocks --report json"),
        ("clocks --csv", "clocks --report csv"),
        ("show --game 1", "show --games 1"),
        ("edit --order", "edit --tag-order"),
        ("edit --max-plies 1", "edit --keep-plies 1"),
        ("eco --names lichess", "eco --name-style lichess"),
        ("names --min-count 1", "names --min-games 1"),
        ("convert --to json --fen", "convert --to json --with-fen"),
        #[cfg(feature = "columns")]
        ("convert --to parquet --level 3", "convert --to parquet --compression-level 3"),
        ("book --to typst --columns 1", "book --to typst --page-columns 1"),
    ] {
        let words = |line: &'static str| line.split(' ').collect::<Vec<_>>();
        let (old, new) = (pgn(&words(old), game), pgn(&words(new), game));
        assert_eq!(old.0.status, new.0.status, "{}", old.err());
        assert_ne!(new.0.status.code(), Some(2), "{}", new.err());
        assert_eq!(old.bytes(), new.bytes());
    }
}
