//! Showing findings: one file for each format.

mod concise;
mod github;
mod json;
mod sarif;
pub(crate) mod statistics;
mod text;

use std::io::{self, IsTerminal, Write};

use pgnkit::render::BoardForm;

use crate::args::{CheckFormat, ColorWhen};
use crate::run::{Detail, Finding};

pub(crate) use json::to_writer as write_json;
pub(crate) use pgnkit::render::safe;

/// Writes findings in one of the formats.
pub(crate) struct Renderer {
    format: Format,
    /// Findings of this run, and of the input being read.
    games_before: u64,
    name: String,
}

enum Format {
    Text(pgnkit::render::Renderer),
    Concise,
    Json,
    Sarif(sarif::Log),
    Github,
}

/// What is known when a run is over.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Closing {
    /// Diagnostics that were counted and not shown.
    pub(crate) hidden: u64,
    /// Inputs that could not be read, or not to their end.
    pub(crate) failures: usize,
}

impl Renderer {
    pub(crate) fn new(format: CheckFormat, styled: bool, board: Option<BoardForm>) -> Self {
        let format = match format {
            CheckFormat::Text => {
                let renderer = pgnkit::render::Renderer::new().styled(styled);
                Format::Text(board.map_or(renderer, |form| renderer.board(form)))
            }
            CheckFormat::Concise => Format::Concise,
            CheckFormat::Json => Format::Json,
            CheckFormat::Sarif => Format::Sarif(sarif::Log::default()),
            CheckFormat::Github => Format::Github,
        };
        Self { format, games_before: 0, name: String::new() }
    }

    /// What is written before the first finding.
    pub(crate) fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.format {
            Format::Sarif(log) => log.begin(out),
            _ => Ok(()),
        }
    }

    /// The findings that follow are of the input called `name`, of which so many games have been read.
    pub(crate) fn at(&mut self, name: &str, games_before: u64) {
        if self.name != name {
            name.clone_into(&mut self.name);
        }
        self.games_before = games_before;
    }

    /// Writes one finding.
    pub(crate) fn write(&mut self, out: &mut dyn Write, finding: &Finding) -> io::Result<()> {
        let name = self.name.as_str();
        let game = finding.game.as_ref().map(|game| self.games_before + game.before + 1);
        match &mut self.format {
            Format::Text(renderer) => text::write(out, renderer, name, game, finding),
            Format::Concise => concise::write(out, name, finding),
            Format::Json => json::write(out, name, game, finding),
            Format::Sarif(log) => log.write(out, name, game, finding),
            Format::Github => github::write(out, name, finding),
        }
    }

    /// What is written behind the last finding.
    pub(crate) fn finish(&mut self, out: &mut dyn Write, closing: Closing) -> io::Result<()> {
        match &mut self.format {
            Format::Sarif(log) => log.finish(out, closing),
            Format::Github => github::finish(out, closing),
            _ => Ok(()),
        }
    }
}

impl CheckFormat {
    /// What this format shows of a finding besides its place.
    pub(crate) fn detail(self) -> Detail {
        match self {
            Self::Text => Detail::Excerpts,
            Self::Concise | Self::Github => Detail::Place,
            Self::Json | Self::Sarif => Detail::Plies,
        }
    }
}

/// Whether what goes to standard output may have colours.
pub(crate) fn stdout_is_styled(when: ColorWhen) -> bool {
    is_styled(when, &io::stdout())
}

/// Whether what goes to standard error may have colours.
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
