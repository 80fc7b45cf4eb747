//! What nodes say, on standard error.

use std::io::Write as _;

use log::{Level, LevelFilter, Log, Metadata, Record};

/// Our own messages, and of the engine warnings and errors.
struct StandardError;

impl Log for StandardError {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let most = if metadata.target().starts_with("pgn_sql") { Level::Info } else { Level::Warn };
        metadata.level() <= most
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let level = match record.level() {
            Level::Error => "error: ",
            Level::Warn => "warning: ",
            _ => "",
        };
        let text = crate::error::safe(&record.args().to_string());
        // Nobody is left to be told that nobody listens.
        let _ = writeln!(std::io::stderr(), "pgn-sql: {level}{text}");
    }

    fn flush(&self) {}
}

/// Starts saying things; a program that has a logger of its own keeps it.
pub(super) fn start(is_quiet: bool) {
    if log::set_logger(&StandardError).is_ok() {
        log::set_max_level(if is_quiet { LevelFilter::Warn } else { LevelFilter::Info });
    }
}
