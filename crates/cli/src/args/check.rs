//! The options of `pgn check`.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use pgnkit::render::safe;
use pgnkit::syntax::{Level, Severity};
use pgnkit_archive::Selector;
use pgnkit_config::{BoardStyle, Deny, Report};

use super::choices::choices;

const AFTER_HELP: &str = "\
CODES are a list of
  codes                PGN-C001, C001
  names                illegal-move
  areas                L lexical, S syntax, T tags, M movetext, C chess,
                       K commands, X export, E epd, B pgc, J json
  beginnings of codes  M01 for PGN-M010 to PGN-M019
  ALL                  everything
The more specific one wins; where two are as specific, --ignore. What is not
selected is neither shown nor counted and does not change the exit status. But
whether a game is clean does not depend on it: a game with errors stays one in
the account, and for --rejects and --on-error.

In a file, for pgn check alone (other programs skip such lines):
  %pgn-check ignore T003 M001 -- why    before a game: not in this game
  %pgn-check ignore-file T003           at the beginning: not in this file

pgn.toml, found in the directory of each file or above it:
  exclude = [\"raw/\"]    # left out of directories, as in .gitignore
  [check]
  ignore = [\"M011\", \"missing-termination\"]
  severity = { \"stray-word\" = \"warning\" }

--fix and --diff apply only to what is selected, but to all of it, however
little is shown. What is shown is what remains, at its place in the fixed text.

Examples:
  pgn check games.pgn                 errors and warnings, with their lines
  pgn check --severity error .        errors alone, in all files from here on
  pgn check --fix games.pgn           apply safe fixes in place
  pgn check --diff . | git apply      look at them first
  pgn check --report sarif . > a.sarif
  pgn check --baseline known.json --update-baseline .
  pgn check --baseline known.json .   from then on, only what is new

Exit status: 0 no error, 1 errors among what is selected (with --diff:
differences), 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
#[command(group = clap::ArgGroup::new("fixes").multiple(true))]
pub(crate) struct CheckArgs {
    /// Strictness [default: import]
    #[arg(long, value_parser = choices::<Level>(), value_name = "LEVEL", help_heading = "Selection")]
    pub(crate) level: Option<Level>,

    /// Format of the diagnostics [default: text]
    #[arg(long, alias = "format", value_parser = choices::<Report>(), value_name = "FORMAT", help_heading = "Output")]
    pub(crate) report: Option<Report>,

    /// Only count by code, the most frequent first
    #[arg(long, help_heading = "Output")]
    pub(crate) statistics: bool,

    /// With text: the board of illegal and ambiguous moves [formats: ascii, unicode]
    #[arg(
        long,
        value_parser = choices::<BoardStyle>(),
        value_name = "FORMAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "ascii",
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(crate) show_board: Option<BoardStyle>,

    /// Show at most N of each game; 0: all [default: 20; json, sarif: 1000]
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(crate) max_per_game: Option<usize>,

    /// Show at most N warnings or notes of one code in a file; 0: all [default: 10; other than text: all]
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(crate) max_per_code: Option<u64>,

    /// Show at most N in all; the rest is counted
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(crate) max_diagnostics: Option<u64>,

    /// With sarif: where the pages of diagnostics are; {code} and {name} in it stand for those of each
    #[arg(long, value_name = "ADDRESS", help_heading = "Output", hide_short_help = true)]
    pub(crate) help_uri: Option<String>,

    /// Report only these, not all errors and warnings
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        value_parser = SelectorParser,
        hide_possible_values = true,
        help_heading = "Selection"
    )]
    pub(crate) select: Option<Vec<Selector>>,

    /// Report these too
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        value_parser = SelectorParser,
        hide_possible_values = true,
        help_heading = "Selection"
    )]
    pub(crate) extend_select: Vec<Selector>,

    /// Do not report these
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        value_parser = SelectorParser,
        hide_possible_values = true,
        help_heading = "Selection"
    )]
    pub(crate) ignore: Vec<Selector>,

    /// Notes too: advice that breaks no rule
    #[arg(long, help_heading = "Selection")]
    pub(crate) notes: bool,

    /// Minimum severity to show; counts include everything selected
    #[arg(long, value_enum, value_name = "SEVERITY", help_heading = "Selection")]
    pub(crate) severity: Option<MinSeverity>,

    /// Take warnings as errors, or warnings and notes
    #[arg(long, value_parser = choices::<Deny>(), value_name = "SEVERITY", help_heading = "Selection")]
    pub(crate) deny: Option<Deny>,

    /// Report only what is not recorded in FILE; --update-baseline records [default: baseline in pgn.toml]
    ///
    /// A finding is known by its file, its code and its line, wherever that has moved. A game with errors stays one in the
    /// account, and for --rejects and --on-error.
    #[arg(long, value_name = "FILE", help_heading = "Selection", hide_short_help = true)]
    pub(crate) baseline: Option<super::OutputPath>,

    /// Record in the baseline all that is found now in the files that are checked; nothing of it is reported
    #[arg(long, conflicts_with_all = ["fixes", "only", "games", "limit"], help_heading = "Selection", hide_short_help = true)]
    pub(crate) update_baseline: bool,

    /// Report what `%pgn-check ignore` lines of the files suppress
    #[arg(long, help_heading = "Selection", hide_short_help = true)]
    pub(crate) no_suppressions: bool,

    /// Settings from FILE, in place of every pgn.toml
    #[arg(long, value_name = "FILE", help_heading = "Configuration")]
    pub(crate) config: Option<PathBuf>,

    /// Ignore all pgn.toml files
    #[arg(long, conflicts_with = "config", help_heading = "Configuration")]
    pub(crate) isolated: bool,

    /// Apply safe fixes in place
    ///
    /// Only faulty bytes change, and a file is replaced whole or not at all. Each fix is verified first: the game must
    /// read the same with it and have no new diagnostic. Standard input goes fixed to standard output, and what
    /// remains wrong is reported on standard error. Compressed files and archives stay as they are. --rejects has
    /// games as they were.
    #[arg(long, group = "fixes", conflicts_with_all = super::SELECT, help_heading = "Fixing")]
    pub(crate) fix: bool,

    /// Also apply fixes that may change the meaning
    #[arg(long, requires = "fixes", help_heading = "Fixing")]
    pub(crate) unsafe_fixes: bool,

    /// Show what --fix would change, and write nothing
    ///
    /// A unified diff, for `patch -p1` and `git apply`. The exit status is 1 if there is a difference.
    #[arg(
        long,
        group = "fixes",
        conflicts_with_all = ["statistics", "report", "show_board", "only", "games", "limit"],
        help_heading = "Fixing"
    )]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MinSeverity {
    /// Errors alone
    Error,
    /// Errors and warnings
    Warning,
    /// Notes too, as with --notes
    Note,
}

impl From<MinSeverity> for Severity {
    fn from(min: MinSeverity) -> Self {
        match min {
            MinSeverity::Error => Self::Error,
            MinSeverity::Warning => Self::Warning,
            MinSeverity::Note => Self::Note,
        }
    }
}

/// Reads selectors, and lists them for completions.
#[derive(Clone)]
struct SelectorParser;

impl TypedValueParser for SelectorParser {
    type Value = Selector;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Selector, clap::Error> {
        let parse = |text: &str| pgnkit_config::selector(text).map_err(|error| safe(&error.to_string()));
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Selector::known().map(|(name, help)| PossibleValue::new(name).help(help))))
    }
}
