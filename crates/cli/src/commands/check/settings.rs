//! Settings of arguments and pgn.toml together.

use std::path::{Path, PathBuf};

use pgnkit::render::BoardForm;
use pgnkit::syntax::Severity;
use pgnkit_archive::report::ReportFormat;
use pgnkit_archive::{FindingFilter, SelectionLayer};
use pgnkit_config::{BoardStyle, CheckConfig, Overrides, Report};

use super::fixes::Mode;
use crate::args::{CheckArgs, MinSeverity};

/// Findings of one game that people are shown, and that programs get.
const MAX_PER_GAME: usize = 20;
const MAX_PER_GAME_FOR_PROGRAMS: usize = 1000;
/// Warnings of one code in a file that people are shown: what a program does in every game is one mistake.
const MAX_PER_CODE: u64 = 10;

/// Settings of the whole run.
pub(super) struct Settings {
    pub(super) format: ReportFormat,
    pub(super) board: Option<BoardForm>,
    pub(super) max_per_game: usize,
    pub(super) max_per_code: u64,
    pub(super) max_diagnostics: u64,
    pub(super) statistics: bool,
    pub(super) mode: Mode,
    /// Address of the pages of diagnostics.
    pub(super) help_uri: Option<String>,
    /// File of findings that are known.
    pub(super) baseline: Option<PathBuf>,
    /// Severity from which on findings are shown.
    pub(super) shown: Severity,
}

impl Settings {
    pub(super) fn new(args: &CheckArgs, config: &CheckConfig) -> Self {
        let format = match format_of(args.report.or(config.report).unwrap_or_default()) {
            // A file cannot know that only counts are wanted.
            ReportFormat::Sarif | ReportFormat::Github if args.statistics && args.report.is_none() => {
                ReportFormat::Text
            }
            format => format,
        };
        let usual = match format {
            ReportFormat::Json | ReportFormat::Sarif => MAX_PER_GAME_FOR_PROGRAMS,
            _ => MAX_PER_GAME,
        };
        let max_per_game = match args.max_per_game.or(config.max_per_game).unwrap_or(usual) {
            0 => usize::MAX,
            limit => limit,
        };
        let usual = if format == ReportFormat::Text { MAX_PER_CODE } else { u64::MAX };
        let max_per_code = match args.max_per_code.or(config.max_per_code).unwrap_or(usual) {
            0 => u64::MAX,
            limit => limit,
        };
        let max_diagnostics = args.max_diagnostics.or(config.max_diagnostics).unwrap_or(u64::MAX);
        let board = args.show_board.or(config.show_board).map(board_form);
        Self {
            format,
            board,
            max_per_game,
            max_per_code,
            max_diagnostics,
            statistics: args.statistics,
            mode: Mode::of(args),
            baseline: args
                .baseline
                .as_deref()
                .map(Path::to_owned)
                .or_else(|| Some(short(config.baseline.as_ref()?))),
            help_uri: args.help_uri.clone().or_else(|| config.help_uri.clone()),
            shown: args.severity.map_or(Severity::Note, Severity::from),
        }
    }

    /// The findings that are wanted of one file.
    pub(super) fn filter(&self, args: &CheckArgs, config: &CheckConfig) -> FindingFilter {
        let layer = SelectionLayer {
            select: args.select.clone(),
            extend_select: args.extend_select.clone(),
            ignore: args.ignore.clone(),
            notes: args.notes || args.severity == Some(MinSeverity::Note),
        };
        let command = Overrides { level: args.level, deny: args.deny, layer };
        let selection = config.selection(&command);
        let shows_none = self.statistics || self.mode == Mode::Diff;
        let most = if shows_none { 0 } else { self.max_diagnostics };
        let max_per_block = usize::try_from(most).unwrap_or(usize::MAX);
        let mut filter = FindingFilter::all(selection, self.format.detail());
        filter.denied = config.denied(&command);
        filter.shown = self.shown;
        filter.heeds_suppressions = !args.no_suppressions;
        filter.max_per_entry = self.max_per_game;
        filter.max_per_block = max_per_block;
        filter
    }
}

fn format_of(report: Report) -> ReportFormat {
    match report {
        Report::Concise => ReportFormat::Concise,
        Report::Json => ReportFormat::Json,
        Report::Sarif => ReportFormat::Sarif,
        Report::Github => ReportFormat::Github,
        Report::Text => ReportFormat::Text,
    }
}

fn board_form(style: BoardStyle) -> BoardForm {
    match style {
        BoardStyle::Unicode => BoardForm::Unicode,
        BoardStyle::Ascii => BoardForm::Ascii,
    }
}

/// A path without the working directory where it is below it, since it is shown.
fn short(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).to_owned()
}
