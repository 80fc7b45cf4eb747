//! Colours: whether they are wanted.

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

fn is_styled(when: ColorWhen, stream: &impl IsTerminal) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}
