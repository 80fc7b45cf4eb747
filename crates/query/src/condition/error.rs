//! Errors of a condition, with the word that causes them.

use std::error;
use std::fmt;
use std::ops::Range;

/// A condition that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConditionError {
    /// The condition.
    pub text: String,
    /// The bytes of the words at fault.
    pub span: Range<usize>,
    /// The message: what was expected, and what was found.
    pub message: String,
}

impl ConditionError {
    /// The line of the words at fault, from 1.
    pub fn line(&self) -> usize {
        self.text[..self.span.start].matches('\n').count() + 1
    }
}

/// The message and, below it, the line with the words at fault underlined.
impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, span, message } = self;
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[start..end].trim_end();
        let before = text[start..span.start].chars().count();
        let words = text[span.start..span.end.min(end).max(span.start)].chars().count().max(1);
        write!(f, "{message}\n  {line}\n  {}{}", " ".repeat(before), "^".repeat(words))
    }
}

impl error::Error for ConditionError {}

/// The name that a word is probably meant to be.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.to_lowercase();
    let names: Vec<&str> = names.collect();
    // `elo` is in whiteelo; what is only spelled like it is less near.
    let is_part = |name: &&&str| {
        word.len() > 2 && name.len() > word.len() && (name.ends_with(&word) || name.starts_with(&word))
    };
    if let Some(whole) = names.iter().find(is_part) {
        return Some(whole);
    }
    let most = word.chars().count() / 3 + 1;
    let length = word.chars().count();
    let rank = |name: &'n str| {
        // On ties prefer the one with the same first letter.
        let begins_otherwise = !word.starts_with(name.chars().next().unwrap_or_default());
        let whole = distance(&word, name);
        // `fork` is near `is_fork`.
        let question = name.split_once('_').filter(|(verb, _)| matches!(*verb, "is" | "has"));
        let distance = question.map_or(whole, |(_, of)| whole.min(distance(&word, of) + 1));
        (distance, begins_otherwise, name.chars().count().abs_diff(length))
    };
    names.into_iter().filter(|name| rank(name).0 <= most.min(3)).min_by_key(|name| rank(name))
}

/// The number of letters that are to be changed, put in, taken out, or exchanged with the next one.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().take(64).collect(), other.chars().collect());
    let mut rows = vec![(0..=other.len()).collect::<Vec<_>>()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let change = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}
