//! The verdict on a case.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::case::Class;
use crate::compare::{Comparison, Outcome, Reported};

/// The verdict on a case, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As expected.
    Pass,
    /// All that was expressed is right, but something asked for was not.
    Partial,
    /// The program cannot do it.
    Unsupported,
    /// The same, and the program's own list says so.
    Pending,
    /// Another answer than expected, or a forbidden text taken in silence.
    Fail,
    /// No answer in time.
    TimeOut,
    /// No proper answer.
    Crash,
}

impl Verdict {
    /// All verdicts in the order of the table.
    pub const ALL: [Self; 7] =
        [Self::Pass, Self::Fail, Self::Partial, Self::Unsupported, Self::Pending, Self::Crash, Self::TimeOut];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Partial => "partial",
            Self::Unsupported => "unsupported",
            Self::Pending => "pending",
            Self::Fail => "fail",
            Self::TimeOut => "time-out",
            Self::Crash => "crash",
        }
    }

    /// The verdict of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == name)
    }

    /// Rank of the verdict, the worst last; a missing capability has the same rank whether it is in the program's list
    /// or not.
    pub(crate) fn badness(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Partial => 1,
            Self::Unsupported | Self::Pending => 2,
            Self::Fail => 3,
            Self::TimeOut => 4,
            Self::Crash => 5,
        }
    }

    /// Whether it is a failure of the run.
    pub fn is_failure(self, strict: bool) -> bool {
        match self {
            Self::Fail | Self::TimeOut | Self::Crash => true,
            Self::Partial | Self::Unsupported => strict,
            Self::Pass | Self::Pending => false,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

const SILENCE: &str = "read: accepted in silence";

/// Judges a case by what came of its requests, each with its label.
pub(crate) fn judge(class: Class, strict: bool, outcomes: &[(String, Outcome)]) -> (Verdict, Vec<String>) {
    let crashes: Vec<_> = reasons(outcomes, |outcome| match outcome {
        Outcome::Crash(how) => vec![how.clone()],
        _ => Vec::new(),
    });
    if !crashes.is_empty() {
        return (Verdict::Crash, crashes);
    }
    let late = reasons(outcomes, |outcome| match outcome {
        Outcome::TimeOut => vec!["no answer in time".to_owned()],
        _ => Vec::new(),
    });
    if !late.is_empty() {
        return (Verdict::TimeOut, late);
    }
    if outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Unsupported)) {
        return (Verdict::Unsupported, Vec::new());
    }
    let said = |wanted: Reported| {
        let is =
            |outcome: &Outcome| matches!(outcome, Outcome::Answered { reported, .. } if *reported == wanted);
        outcomes.iter().any(|(_, outcome)| is(outcome))
    };
    let silence = class == Class::MustRejectOrReport && !said(Reported::Yes) && said(Reported::No);
    if class == Class::MustRejectOrReport && !strict {
        return if said(Reported::Yes) {
            (Verdict::Pass, Vec::new())
        } else if silence {
            (Verdict::Fail, vec![SILENCE.to_owned()])
        } else {
            (Verdict::Partial, vec!["not expressed: whether something is wrong".to_owned()])
        };
    }
    let mut differences =
        reasons(outcomes, |outcome| comparison(outcome).map_or(Vec::new(), |c| c.differences.clone()));
    if silence {
        differences.insert(0, SILENCE.to_owned());
    }
    let missing = reasons(outcomes, |outcome| match outcome {
        Outcome::Unsupported => vec!["not supported".to_owned()],
        outcome => comparison(outcome)
            .map_or(Vec::new(), |c| c.missing.iter().map(|path| format!("{path}: not expressed")).collect()),
    });
    if class == Class::ImplementationDefined && !strict {
        let differs = differences.iter().map(|reason| format!("differs: {reason}"));
        return (Verdict::Pass, differs.chain(missing).collect());
    }
    if !differences.is_empty() {
        (Verdict::Fail, differences)
    } else if !missing.is_empty() {
        (Verdict::Partial, missing)
    } else {
        (Verdict::Pass, Vec::new())
    }
}

fn comparison(outcome: &Outcome) -> Option<&Comparison> {
    match outcome {
        Outcome::Answered { comparison, .. } => Some(comparison),
        _ => None,
    }
}

fn reasons(outcomes: &[(String, Outcome)], of: impl Fn(&Outcome) -> Vec<String>) -> Vec<String> {
    let all = outcomes.iter().map(|(label, outcome)| (label, of(outcome)));
    all.flat_map(|(label, reasons)| reasons.into_iter().map(move |reason| format!("{label}: {reason}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(reported: Reported) -> Outcome {
        Outcome::Answered { reported, comparison: Comparison::default() }
    }

    fn verdict(class: Class, outcomes: Vec<Outcome>) -> Verdict {
        let outcomes: Vec<_> = outcomes.into_iter().map(|outcome| ("read".to_owned(), outcome)).collect();
        judge(class, false, &outcomes).0
    }

    #[test]
    fn the_requests_of_a_case_have_one_verdict() {
        use Outcome::{Crash, TimeOut, Unsupported};
        use Reported::{No, Unknown, Yes};
        let crash = || Crash("status 1".to_owned());
        for (class, outcomes, expected) in [
            (Class::MustAccept, vec![answered(No), TimeOut, crash()], Verdict::Crash),
            (Class::MustAccept, vec![answered(No), TimeOut], Verdict::TimeOut),
            (Class::MustAccept, vec![Unsupported, Unsupported], Verdict::Unsupported),
            (Class::MustAccept, vec![answered(No), Unsupported], Verdict::Partial),
            (Class::MustAccept, vec![answered(No), answered(Unknown)], Verdict::Pass),
            (Class::MustRejectOrReport, vec![answered(No), answered(Unknown)], Verdict::Fail),
            (Class::MustRejectOrReport, vec![answered(No), answered(Yes)], Verdict::Pass),
            (Class::MustRejectOrReport, vec![Unsupported, answered(Unknown)], Verdict::Partial),
            (Class::MustRejectOrReport, vec![Unsupported, answered(Yes)], Verdict::Pass),
            (Class::MustRejectOrReport, vec![answered(Yes), crash()], Verdict::Crash),
            (Class::ImplementationDefined, vec![answered(Yes), Unsupported], Verdict::Pass),
            (Class::ImplementationDefined, vec![answered(Yes), TimeOut], Verdict::TimeOut),
        ] {
            let shown = format!("{class} {outcomes:?}");
            assert_eq!(verdict(class, outcomes), expected, "{shown}");
        }
    }
}
