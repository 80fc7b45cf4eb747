//! The account that closes every run, as a sentence or as JSON.

use std::collections::BTreeMap;
use std::fmt;

use pgnkit_archive::Account;

use super::Ledger;
use crate::args::AccountForm;

/// The name of the tally of operations that could not be joined.
pub(crate) const CONFLICTS: &str = "conflicts";

/// The name of the tally of what the form of output has no room for; its counts are plurals.
const WITHOUT: &str = "without";

pub(super) fn show(ledger: &Ledger, form: AccountForm) -> String {
    match form {
        AccountForm::Text => Sentence(ledger).to_string(),
        AccountForm::Json => json(ledger),
    }
}

fn json(ledger: &Ledger) -> String {
    let Ledger { account, gone, .. } = ledger;
    let mut by_code: BTreeMap<String, u64> = BTreeMap::new();
    for ((code, _), count) in &account.diagnostics {
        *by_code.entry(code.to_string()).or_default() += count;
    }
    let mut object = serde_json::json!({
        "games": account.games,
        "records": account.records,
        "bytes": account.bytes,
        "clean": account.clean(),
        "with_errors": account.with_errors,
        "with_warnings": account.with_warnings,
        "dropped": account.dropped,
        "written": account.written,
        "left": account.left,
        "altered": {
            "braces": account.altered.braces,
            "control_characters": account.altered.control_characters,
            "escape_lines": account.altered.escape_lines,
        },
        "fixable": { "safe": account.fixable.safe, "unsafe": account.fixable.not_safe },
        "suppressed": account.suppressed,
        "baseline": { "known": account.known, "gone": gone },
        "diagnostics": by_code,
    });
    if let Some(selected) = ledger.selected() {
        object["selected"] = selected.into();
    }
    if !account.lost.is_empty() {
        object["lost"] = account.lost.total().into();
    }
    for (subject, counts) in &account.tallies {
        object[*subject] = match counts.as_slice() {
            // A subject that is one count.
            [("", count)] => (*count).into(),
            counts => {
                let counts = counts.iter().map(|(name, count)| (name.replace(' ', "_"), (*count).into()));
                serde_json::Value::Object(counts.collect())
            }
        };
    }
    object.to_string()
}

/// What was read and is not written as it was.
pub(super) fn losses(account: &Account) -> impl Iterator<Item = String> {
    let altered = (!account.altered.is_empty()).then(|| format!("left out or altered: {}", account.altered));
    let replaced = (account.replaced_characters > 0)
        .then(|| format!("{} characters replaced by ?", account.replaced_characters));
    let truncated = match account.truncated_values {
        0 => None,
        1 => Some("1 value had no room in its record and was cut or left out".to_owned()),
        count => Some(format!("{count} values had no room in their records and were cut or left out")),
    };
    let lost = (!account.lost.is_empty()).then(|| format!("without {}", account.lost));
    [altered, replaced, truncated, lost].into_iter().flatten()
}

/// The counts of what was read, wrong and written; zeros are left out.
struct Sentence<'a>(&'a Ledger);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ledger { account, checks, unwritten, offer, gone, failures, leaves_out, .. } = self.0;
        let Account { games, records, with_errors, with_warnings, dropped, written, left, .. } = account;
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let games = (*games > 0 || *records == 0).then(|| format!("{games} game{}", plural(*games)));
        let records = (*records > 0).then(|| format!("{records} record{}", plural(*records)));
        let read: Vec<String> = games.into_iter().chain(records).collect();
        write!(f, "pgn: {} ({})", read.join(" and "), Size(account.bytes))?;
        if let Some(selected) = self.0.selected() {
            write!(f, ", {selected} selected")?;
        }
        write!(f, ": ")?;
        match with_errors {
            0 if account.has_errors() => write!(f, "errors outside games")?,
            // What was not read may have any.
            0 if *failures > 0 || *leaves_out => write!(f, "no errors in what was read")?,
            0 => write!(f, "no errors")?,
            count => write!(f, "{count} with errors")?,
        }
        // Other commands do not ask whether games make sense, so that their warnings are only some.
        if *with_warnings > 0 && *checks {
            write!(f, ", {with_warnings} with warnings")?;
        }
        if *dropped > 0 {
            write!(f, "; {dropped} left out")?;
        }
        if *written > 0 || *unwritten {
            write!(f, "; wrote {written}")?;
        }
        if *left > 0 {
            write!(f, ", {left} of them as they were")?;
        }
        for loss in losses(account) {
            write!(f, "; {loss}")?;
        }
        if account.suppressed > 0 {
            write!(f, "; {} suppressed in the text", account.suppressed)?;
        }
        if account.known > 0 {
            write!(f, "; {} in the baseline", account.known)?;
        }
        if *gone > 0 {
            write!(f, "; {gone} of the baseline no longer found")?;
        }
        if let Some(offer) = offer {
            write!(f, "; {offer}")?;
        }
        if let Some([(_, count)]) = account.tallies.get(CONFLICTS).map(Vec::as_slice) {
            write!(f, "; {count} conflict{}", plural(*count))?;
        }
        if let Some(counts) = account.tallies.get(WITHOUT) {
            let counts = counts.iter().filter(|(_, count)| *count > 0);
            let counts: Vec<String> = counts
                .map(|(name, count)| match count {
                    1 => format!("1 {}", name.trim_end_matches('s')),
                    _ => format!("{count} {name}"),
                })
                .collect();
            write!(f, "; without {}", counts.join(", "))?;
        }
        for (subject, counts) in
            account.tallies.iter().filter(|(subject, _)| ![CONFLICTS, WITHOUT].contains(*subject))
        {
            let counts: Vec<String> = counts
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(name, count)| format!("{count} {name}"))
                .collect();
            if !counts.is_empty() {
                write!(f, "; {subject}: {}", counts.join(", "))?;
            }
        }
        Ok(())
    }
}

/// Bytes as people read them.
struct Size(u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0;
        match bytes {
            0..1_000 => write!(f, "{bytes} bytes"),
            1_000..1_000_000 => write!(f, "{:.1} kB", bytes as f64 / 1e3),
            1_000_000..1_000_000_000 => write!(f, "{:.1} MB", bytes as f64 / 1e6),
            _ => write!(f, "{:.2} GB", bytes as f64 / 1e9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_says_everything_and_nothing_that_is_zero() {
        let mut ledger = Ledger { checks: true, ..Ledger::default() };
        ledger.account.games = 2579;
        ledger.account.bytes = 315_300_000;
        let text = |ledger: &Ledger| show(ledger, AccountForm::Text);
        assert_eq!(text(&ledger), "pgn: 2579 games (315.3 MB): no errors");
        ledger.account.with_errors = 41;
        ledger.account.with_warnings = 310;
        ledger.offer = Some("12 can be fixed with --fix".to_owned());
        let expected =
            "pgn: 2579 games (315.3 MB): 41 with errors, 310 with warnings; 12 can be fixed with --fix";
        assert_eq!(text(&ledger), expected);
        let mut ledger = Ledger { unwritten: true, account: ledger.account, ..Ledger::default() };
        assert_eq!(text(&ledger), "pgn: 2579 games (315.3 MB): 41 with errors; wrote 0");
        ledger.account.written = 2570;
        ledger.account.left = 2;
        ledger.account.dropped = 9;
        ledger.account.altered.braces = 1;
        let expected =
            "41 with errors; 9 left out; wrote 2570, 2 of them as they were; left out or altered: 1 brace";
        assert_eq!(text(&ledger), format!("pgn: 2579 games (315.3 MB): {expected}"));
    }
}
