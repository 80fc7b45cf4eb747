//! The account that closes every run, as a sentence or as JSON.

use std::collections::BTreeMap;
use std::fmt;

use pgnkit_archive::Account;

use crate::args::AccountForm;

/// The name of the tally of operations that could not be joined.
pub(crate) const CONFLICTS: &str = "conflicts";

pub(super) fn show(account: &Account, form: AccountForm) -> String {
    match form {
        AccountForm::Text => Sentence(account).to_string(),
        AccountForm::Json => json(account),
    }
}

fn json(account: &Account) -> String {
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
        "dropped": account.dropped,
        "written": account.written,
        "diagnostics": by_code,
    });
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

struct Sentence<'a>(&'a Account);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let account = self.0;
        let Account { games, records, with_errors, dropped, written, .. } = account;
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let games = (*games > 0 || *records == 0).then(|| format!("{games} game{}", plural(*games)));
        let records = (*records > 0).then(|| format!("{records} record{}", plural(*records)));
        let read: Vec<String> = games.into_iter().chain(records).collect();
        write!(
            f,
            "pgn: read {} ({}): {} clean, {with_errors} with errors, {dropped} dropped; wrote {written}",
            read.join(" and "),
            Size(account.bytes),
            account.clean(),
        )?;
        if account.replaced_characters > 0 {
            write!(f, "; {} characters replaced by ?", account.replaced_characters)?;
        }
        match account.truncated_values {
            0 => {}
            1 => write!(f, "; 1 value had no room in its record and was cut or left out")?,
            count => write!(f, "; {count} values had no room in their records and were cut or left out")?,
        }
        if !account.lost.is_empty() {
            write!(f, "; without {}", account.lost)?;
        }
        if let Some([(_, count)]) = account.tallies.get(CONFLICTS).map(Vec::as_slice) {
            write!(f, "; {count} conflict{}", plural(*count))?;
        }
        for (subject, counts) in account.tallies.iter().filter(|(subject, _)| **subject != CONFLICTS) {
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
    fn the_last_line_says_everything() {
        let mut account = Account::default();
        account.games = 467_140;
        account.bytes = 315_300_000;
        account.with_errors = 2;
        account.written = 467_140;
        assert_eq!(
            show(&account, AccountForm::Text),
            "pgn: read 467140 games (315.3 MB): 467138 clean, 2 with errors, 0 dropped; wrote 467140"
        );
    }
}
