//! The options of commands that ask an engine.

use std::time::Duration;

use clap::{ArgAction, Args};
use pgnkit_uci::Limits;

/// The heading of the options that say how an engine searches.
pub(super) const ENGINE: &str = "Engine";

/// Positions that an engine searches for each one, unless it is said.
const NODES: u64 = 1_000_000;

/// An engine by its command, and its options.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// The engine that analyses, as a command; auto is that of the user's settings
    ///
    /// It speaks UCI. The command is split at blanks, except in quotes; nothing is run by a shell.
    #[arg(long, value_name = "CMD|auto", help_heading = ENGINE)]
    pub(crate) engine: Option<String>,

    /// Option of the engine, as Threads=1; can be given several times
    #[arg(
        long,
        value_name = "NAME=VALUE",
        action = ArgAction::Append,
        value_parser = parse_option,
        help_heading = ENGINE,
        hide_short_help = true
    )]
    pub(crate) engine_option: Vec<(String, String)>,
}

/// The search of an engine.
#[derive(Args, Clone, Debug)]
pub(crate) struct SearchArgs {
    /// Hash table of each engine, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..), help_heading = ENGINE)]
    pub(crate) hash: Option<u32>,

    /// Nodes of each search, as 500k [default: 1M]
    ///
    /// The positions that an engine looks at: 100000, 500k or 1.5M.
    #[arg(long, value_name = "N", value_parser = parse_nodes, conflicts_with_all = ["depth", "movetime"], help_heading = ENGINE)]
    pub(crate) nodes: Option<u64>,

    /// Depth of each search, in half-moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "movetime", help_heading = ENGINE)]
    pub(crate) depth: Option<u32>,

    /// Time of each search, as 500ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = ENGINE, hide_short_help = true)]
    pub(crate) movetime: Option<Duration>,
}

impl SearchArgs {
    /// The limit of each search.
    pub(crate) fn limits(&self) -> Limits {
        match (self.nodes, self.depth, self.movetime) {
            (_, Some(depth), _) => Limits::depth(depth),
            (_, _, Some(time)) => Limits::movetime(time),
            (nodes, None, None) => Limits::nodes(nodes.unwrap_or(NODES)),
        }
    }

    /// The option of the engine that is among these.
    pub(crate) fn options(&self) -> impl Iterator<Item = (String, String)> {
        self.hash.map(|megabytes| ("Hash".to_owned(), megabytes.to_string())).into_iter()
    }
}

pub(super) fn parse_option(text: &str) -> Result<(String, String), String> {
    // A button has no value.
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let name = name.trim();
    if name.is_empty() {
        Err("expected the name of an option, = and its value, as Hash=64".to_owned())
    } else {
        Ok((name.to_owned(), value.trim().to_owned()))
    }
}

/// A number with `k` or `M` after it.
fn parse_nodes(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number from 1, as 100000, 500k or 1.5M".to_owned();
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => text.strip_suffix(['m', 'M']).map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) || fraction.len() > 6 {
        return Err(wrong());
    }
    let part = if fraction.is_empty() { 0 } else { fraction.parse::<u64>().map_err(|_| wrong())? };
    let divisor = 10_u64.pow(fraction.len() as u32);
    let nodes = whole.parse::<u64>().ok().and_then(|whole| whole.checked_mul(factor));
    let nodes = nodes.and_then(|nodes| nodes.checked_add(part * factor / divisor));
    nodes.filter(|nodes| *nodes > 0 && (part * factor).is_multiple_of(divisor)).ok_or_else(wrong)
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time from 1ms, as 500ms, 2s or 1.5s".to_owned();
    let (number, milliseconds) = match text.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1000.0),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let time = Duration::try_from_secs_f64(number * milliseconds / 1000.0).map_err(|_| wrong())?;
    if time < Duration::from_millis(1) { Err(wrong()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_nodes() {
        for (text, expected) in [
            ("1", 1),
            ("100000", 100_000),
            ("500k", 500_000),
            ("1.5M", 1_500_000),
            ("0.25m", 250_000),
            ("1.0", 1),
        ] {
            assert_eq!(parse_nodes(text), Ok(expected), "{text}");
        }
        for text in
            ["", "0", "k", "1.5", "-1", "1e6", "0.0000001M", "99999999999999999999", "20000000000000M"]
        {
            assert!(parse_nodes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("2"), Ok(Duration::from_secs(2)));
        for text in ["", "0", "-1s", "x", "nan", "inf", "0.1ms"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
