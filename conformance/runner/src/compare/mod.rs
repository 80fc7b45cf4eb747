//! Compares answers with expectations.

mod comment;
mod diagnostics;
mod exported;
mod game;
mod record;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod value;

use std::fmt::Write;

use serde_json::Value;

use crate::adapter::{ANSWERED, Answer, REPORTED, UNSUPPORTED};
use crate::expect::{Diagnostic, Expect};
use crate::json;
use crate::request::Wanted;

/// Result of comparing one answer.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Differences from the expectation, one line each.
    pub differences: Vec<String>,
    /// Members that were requested and are missing in the answer.
    pub missing: Vec<String>,
    /// The member at which the comparison is.
    path: String,
    strictness: Strictness,
}

impl Comparison {
    fn new(strictness: Strictness) -> Self {
        Self { strictness, ..Self::default() }
    }

    /// Whether what means the same is as good: see the README of the suite.
    fn takes_the_same(&self) -> bool {
        self.strictness != Strictness::Strict
    }

    /// Compares the member `name`.
    fn member(&mut self, name: &str, compare: impl FnOnce(&mut Self)) {
        let outside = self.path.len();
        if outside > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        compare(self);
        self.path.truncate(outside);
    }

    /// Compares the item at `index` of a list.
    fn item(&mut self, index: usize, compare: impl FnOnce(&mut Self)) {
        let outside = self.path.len();
        write!(self.path, "[{index}]").expect("a String takes everything");
        compare(self);
        self.path.truncate(outside);
    }

    fn differs(&mut self, how: impl std::fmt::Display) {
        self.differences.push(match self.path.as_str() {
            "" => how.to_string(),
            path => format!("{path}: {how}"),
        });
    }

    fn not_expressed(&mut self) {
        self.missing.push(self.path.clone());
    }
}

/// Strictness of the comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Equivalent answers are accepted; for diagnostics it only matters whether something is reported although nothing
    /// is expected.
    Lenient,
    /// Every kind of diagnostic; what means the same is as good.
    Meaning,
    /// Every kind of diagnostic, and everything as it is written.
    #[default]
    Strict,
}

/// Result of one request.
#[derive(Debug)]
pub enum Outcome {
    /// The program answered.
    Answered {
        /// Whether it said that something is wrong.
        reported: Reported,
        /// Comparison of the answer.
        comparison: Comparison,
    },
    /// It cannot do this.
    Unsupported,
    /// It did not answer properly.
    Crash(String),
    /// It did not answer in time.
    TimeOut,
}

/// Whether a program said that something is wrong with the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reported {
    /// It did.
    Yes,
    /// It could have, and did not.
    No,
    /// The answer has no member for it.
    Unknown,
}

/// Judges the answer to one request. `diagnostics` are those the case expects, if it asks for them.
pub fn outcome(
    wanted: Wanted<'_>,
    diagnostics: Option<&[Diagnostic]>,
    answer: Answer,
    strictness: Strictness,
) -> Outcome {
    let (status, output) = match answer {
        Answer::Exited { status: UNSUPPORTED, .. } => return Outcome::Unsupported,
        Answer::Exited { status: status @ (ANSWERED | REPORTED), output } => (status, output),
        Answer::Exited { status, .. } => return Outcome::Crash(format!("status {status}")),
        Answer::Crashed(how) => return Outcome::Crash(how),
        Answer::TimedOut => return Outcome::TimeOut,
    };
    match compare(wanted, diagnostics, &output, status == REPORTED, strictness) {
        Ok((reported, comparison)) => Outcome::Answered { reported, comparison },
        Err(how) => Outcome::Crash(how),
    }
}

/// Compares the output of a program that answered; an error if it is no answer.
fn compare(
    wanted: Wanted<'_>,
    diagnostics: Option<&[Diagnostic]>,
    output: &[u8],
    rejected: bool,
    strictness: Strictness,
) -> Result<(Reported, Comparison), String> {
    let mut out = Comparison::new(strictness);
    match wanted {
        Wanted::Read(expect) => {
            let answer = object(output, rejected)?;
            read(&mut out, expect, &answer, rejected);
            let reported =
                if diagnostics::reported(&answer, rejected) { Reported::Yes } else { Reported::No };
            return Ok((reported, out));
        }
        Wanted::Text { bytes, form, loss } => {
            // A program that refuses a loss need not write the rest.
            if !(loss && rejected && output.is_empty()) {
                text::compare(&mut out, bytes, output, form, rejected);
            }
            if loss && !rejected {
                out.differs("expected to be told what is lost (status 10), found status 0");
                return Ok((Reported::No, out));
            }
        }
        Wanted::Names(names) => {
            value::required(&mut out, "names", &object(output, rejected)?, |out, found| {
                value::list(out, names, found, |out, name, found| value::string(out, name, found));
            });
        }
    }
    if rejected && diagnostics.is_some_and(<[_]>::is_empty) {
        out.differs("expected nothing reported, found status 10");
    }
    Ok((if rejected { Reported::Yes } else { Reported::Unknown }, out))
}

/// The answer as a JSON object. Who rejects the input need not answer.
fn object(output: &[u8], rejected: bool) -> Result<Value, String> {
    if rejected && output.trim_ascii().is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    match json::read::<Value>(output) {
        Ok(answer) if answer.is_object() => Ok(answer),
        Ok(_) => Err("the answer is not a JSON object".to_owned()),
        Err(error) => Err(format!("the answer is not JSON: {error}")),
    }
}

fn read(out: &mut Comparison, expect: &Expect, answer: &Value, rejected: bool) {
    if let Some(games) = &expect.games {
        value::required(out, "games", answer, |out, found| value::list(out, games, found, game::game));
    }
    if let Some(records) = &expect.records {
        value::required(out, "records", answer, |out, found| {
            value::list(out, records, found, record::record)
        });
    }
    if let Some(expected) = &expect.diagnostics {
        out.member("diagnostics", |out| diagnostics::compare(out, expected, answer, rejected));
    }
    if out.strictness != Strictness::Lenient && !expect.notes.is_empty() {
        value::required(out, "notes", answer, |out, found| diagnostics::notes(out, &expect.notes, found));
    }
}
