//! Showing findings to people.

mod concise;
mod text;

use std::io::{self, Write};

use crate::args::{CheckFormat, ColorWhen};
use crate::run::Finding;

/// Writes findings in one of the formats.
pub(crate) struct Renderer {
    format: CheckFormat,
    styled: bool,
}

impl Renderer {
    pub(crate) fn new(format: CheckFormat, styled: bool) -> Self {
        Self { format, styled }
    }

    /// Writes one finding of the file called `name`; `game` counts from 1.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        name: &str,
        game: u64,
        finding: &Finding,
    ) -> io::Result<()> {
        match self.format {
            CheckFormat::Text => text::write(out, name, game, finding, self.styled),
            CheckFormat::Concise => concise::write(out, name, finding),
        }
    }
}

/// Whether what goes to standard output may have colours.
pub(crate) fn stdout_is_styled(when: ColorWhen) -> bool {
    use std::io::IsTerminal as _;
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

/// Text from a file, made safe for a terminal: control characters become pictures of themselves.
pub(crate) fn safe(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match c {
            '\t' => '\t',
            '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(' '),
            '\x7f' => '\u{2421}',
            '\u{80}'..='\u{9f}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_control_sequence_reaches_a_terminal() {
        assert_eq!(super::safe("a\x1b[31m\u{9b}\u{202e}\t\u{fc}"), "a\u{241b}[31m\u{fffd}\u{fffd}\t\u{fc}");
    }
}
