//! A progress bar, on a terminal and only for work that takes a while.

use std::fmt;
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use pgnkit_archive::OpenInput;

use super::Notice;

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Columns from which on there is room for everything, and a name before it.
const WIDE: usize = 60;

/// The template of the bar: one line, however narrow the terminal is. Of long work what is done is worth more than bytes.
fn template(knows_total: bool, columns: Option<usize>, has_notice: bool) -> &'static str {
    if has_notice {
        return if knows_total { "{wide_msg} {percent}% {eta}" } else { "{wide_msg} {spinner}" };
    }
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
    notice: Option<Notice>,
}

/// Time between two looks at long work.
const TICK: Duration = Duration::from_millis(250);

impl Progress {
    pub(crate) fn new(input: &OpenInput, quiet: bool, notice: Option<Notice>) -> Self {
        let mut progress = Self {
            started: Instant::now(),
            enabled: !quiet && std::io::stderr().is_terminal(),
            bar: None,
            name: pgnkit::render::safe(&input.name),
            read: input.progress.clone(),
            notice,
        };
        // The first game may take long.
        if progress.notice.is_some() {
            progress.show();
        }
        progress
    }

    pub(crate) fn advance(&mut self) {
        if self.bar.is_some() || self.started.elapsed() >= PATIENCE {
            self.show();
        }
    }

    fn show(&mut self) {
        if !self.enabled {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let total = self.read.stored_bytes_total();
            let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            let columns = crate::terminal::stderr_columns();
            let template = template(total.is_some(), columns, self.notice.is_some());
            let template = if self.notice.is_some() {
                template.replace("{wide_msg}", "{notice}")
            } else {
                template.to_owned()
            };
            if let Ok(mut style) = ProgressStyle::with_template(&template) {
                if let Some(notice) = self.notice.clone() {
                    let name = self.name.clone();
                    let text = move |_: &ProgressState, out: &mut dyn fmt::Write| {
                        let _ = write!(out, "{name}: {}", notice());
                    };
                    style = style.with_key("notice", text);
                }
                bar.set_style(style);
            }
            if self.notice.is_some() {
                bar.enable_steady_tick(TICK);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_has_room_for_it() {
        assert_eq!(template(true, Some(40), false), "{wide_msg} {percent}%");
        assert_eq!(template(false, Some(59), false), "{wide_msg} {decimal_bytes}");
        assert!(
            template(true, Some(60), false).contains("{bar:10}")
                && template(true, None, false).contains("{bar:10}")
        );
        // What is not cut to fit: ` 100% 999.99 MB/s 59m` and the bar.
        assert!(" xxxxxxxxxx 100% 1,023.99 MB/s 59m".len() + 10 < WIDE);
    }
}
