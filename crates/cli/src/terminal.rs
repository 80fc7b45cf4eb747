//! Properties of the terminal: whether it gets colours, and its width.

use std::io::{self, IsTerminal};

use crate::args::ColorWhen;

/// Whether standard output may have colours.
pub(crate) fn stdout_is_styled(when: ColorWhen) -> bool {
    is_styled(when, &io::stdout())
}

/// Whether standard error may have colours.
pub(crate) fn stderr_is_styled(when: ColorWhen) -> bool {
    is_styled(when, &io::stderr())
}

/// Whether a person reads and types, with nothing before `pgn` in a pipe or after it.
pub(crate) fn is_all_there_is() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal()
}

fn is_styled(when: ColorWhen, stream: &impl IsTerminal) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

/// The columns that COLUMNS says, or else those of the terminal that standard output is.
pub(crate) fn stdout_columns() -> Option<usize> {
    columns(terminal_size::terminal_size_of(io::stdout()))
}

/// The columns that COLUMNS says, or else those of the terminal that standard error is.
pub(crate) fn stderr_columns() -> Option<usize> {
    columns(terminal_size::terminal_size_of(io::stderr()))
}

/// Whether the locale of the terminal has characters outside ASCII (decision of the C library: `LC_ALL`, or else `LC_CTYPE`,
/// or else `LANG`).
pub(crate) fn shows_unicode() -> bool {
    if cfg!(windows) {
        return true;
    }
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os);
    let locale = said.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

fn columns(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|value| value.parse().ok());
    said.or(size.map(|(width, _)| usize::from(width.0))).filter(|columns| *columns > 0)
}
