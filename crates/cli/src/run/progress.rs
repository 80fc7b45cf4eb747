//! A progress bar, on a terminal and only for work that takes a while.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use pgnkit_archive::OpenInput;

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) struct Progress {
    started: Instant,
    enabled: bool,
    bar: Option<ProgressBar>,
    name: String,
    read: pgnkit_archive::source::Progress,
}

impl Progress {
    pub(crate) fn new(input: &OpenInput, quiet: bool) -> Self {
        Self {
            started: Instant::now(),
            enabled: !quiet && std::io::stderr().is_terminal(),
            bar: None,
            name: pgnkit::render::safe(&input.name),
            read: input.progress.clone(),
        }
    }

    pub(crate) fn advance(&mut self) {
        if !self.enabled || (self.bar.is_none() && self.started.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let (bar, template) = match self.read.stored_bytes_total() {
                Some(total) => {
                    (ProgressBar::new(total), "{wide_msg} {bar:10} {percent}% {decimal_bytes_per_sec} {eta}")
                }
                None => (
                    ProgressBar::new_spinner(),
                    "{wide_msg} {spinner} {decimal_bytes} {decimal_bytes_per_sec}",
                ),
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.with_message(self.name.clone()).with_elapsed(self.started.elapsed())
        });
        bar.set_position(self.read.stored_bytes_read());
    }

    /// Does something that may print.
    pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
