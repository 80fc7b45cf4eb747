//! A progress bar, on a terminal and only for work that takes a while.

use std::fmt;
use std::io::IsTerminal as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use pgnkit_archive::{Compression, OpenInput};

use super::Notice;

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Columns from which on there is room for everything, and a name before it.
const WIDE: usize = 60;

/// The template of the bar: one line, however narrow the terminal is.
fn template(knows_total: bool, columns: Option<usize>) -> &'static str {
    match (knows_total, columns.is_none_or(|columns| columns >= WIDE)) {
        (true, true) => "{wide_msg} {bar:10} {percent}% {decimal_bytes_per_sec} {eta}",
        (true, false) => "{wide_msg} {percent}%",
        (false, true) => "{wide_msg} {spinner} {decimal_bytes} {decimal_bytes_per_sec}",
        (false, false) => "{wide_msg} {decimal_bytes}",
    }
}

pub(crate) struct Progress {
    started: Instant,
    enabled: bool,
    bar: Option<ProgressBar>,
    name: String,
    read: pgnkit_archive::source::Progress,
    /// The text of work that takes longer than reading, and the bytes that are done.
    work: Option<(Notice, u64)>,
    /// The bytes of the input as it is read, if they are known.
    total: Option<u64>,
}

/// Time between two looks at work that takes longer than reading.
const TICK: Duration = Duration::from_millis(250);

impl Progress {
    pub(crate) fn new(input: &OpenInput, quiet: bool, notice: Option<Notice>) -> Self {
        let is_as_stored = input.compression == Compression::Plain && !input.is_decoded;
        let total = input.progress.stored_bytes_total();
        let mut progress = Self {
            started: Instant::now(),
            enabled: !quiet && std::io::stderr().is_terminal(),
            bar: None,
            name: pgnkit::render::safe(&input.name),
            read: input.progress.clone(),
            total: total.filter(|_| notice.is_none() || is_as_stored),
            work: notice.map(|notice| (notice, 0)),
        };
        // The first game may take long.
        if progress.work.is_some() {
            progress.show();
        }
        progress
    }

    /// Counts bytes that are done.
    pub(crate) fn advance(&mut self, bytes: u64) {
        if let Some((_, done)) = &mut self.work {
            *done += bytes;
        }
        if self.bar.is_some() || self.started.elapsed() >= PATIENCE {
            self.show();
        }
    }

    fn show(&mut self) {
        if !self.enabled {
            return;
        }
        if self.bar.is_none() {
            let bar = self.total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            self.bar = Some(match &self.work {
                Some((notice, _)) => of_work(bar, self.name.clone(), Arc::clone(notice)),
                None => self.of_bytes(bar),
            });
        }
        if let Some(bar) = &self.bar {
            bar.set_position(
                self.work.as_ref().map_or_else(|| self.read.stored_bytes_read(), |(_, done)| *done),
            );
        }
    }

    fn of_bytes(&self, bar: ProgressBar) -> ProgressBar {
        let template = template(self.total.is_some(), crate::terminal::stderr_columns());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.with_message(self.name.clone()).with_elapsed(self.started.elapsed())
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

/// A bar of work that says what is done, and how long the rest may take.
fn of_work(bar: ProgressBar, name: String, notice: Notice) -> ProgressBar {
    let text = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{name}: {}", notice());
        if let (Some(total), done @ 1..) = (state.len(), state.pos()) {
            let left = time_left(state.elapsed(), done, total);
            let _ = write!(out, ", {}%, {} left", done.min(total) * 100 / total.max(1), HumanDuration(left));
        }
    };
    if let Ok(style) = ProgressStyle::with_template("{work} {spinner}") {
        bar.set_style(style.with_key("work", text));
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// The time that the rest takes if it is as fast as what was done.
fn time_left(elapsed: Duration, done: u64, total: u64) -> Duration {
    elapsed.mul_f64(total.saturating_sub(done) as f64 / done.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_has_room_for_it() {
        assert_eq!(template(true, Some(40)), "{wide_msg} {percent}%");
        assert_eq!(template(false, Some(59)), "{wide_msg} {decimal_bytes}");
        assert!(template(true, Some(60)).contains("{bar:10}") && template(true, None).contains("{bar:10}"));
        // What is not cut to fit: ` 100% 999.99 MB/s 59m` and the bar.
        assert!(" xxxxxxxxxx 100% 1,023.99 MB/s 59m".len() + 10 < WIDE);
    }

    #[test]
    fn the_rest_takes_as_long_as_what_was_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_left(minute, 25, 100), 3 * minute);
        assert_eq!(time_left(minute, 100, 100), Duration::ZERO);
        assert_eq!(time_left(minute, 120, 100), Duration::ZERO);
    }
}
