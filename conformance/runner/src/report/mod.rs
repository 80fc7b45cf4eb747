//! Results of a run.

pub mod html;
pub mod markdown;
mod table;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::case::{AREAS, Class, Part};
use crate::verdict::Verdict;

/// The verdicts on all cases that were run.
#[derive(Debug, Clone, Deserialize)]
pub struct Report {
    /// The name of the program.
    pub adapter: String,
    /// Its version, if the adapter says it.
    pub version: Option<String>,
    /// Whether the run was strict.
    pub strict: bool,
    /// The verdicts, in the suite's order.
    pub cases: Vec<Tested>,
}

/// The verdict on one case.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tested {
    /// `AREA/NAME`.
    pub case: String,
    /// Its area.
    pub area: String,
    /// Its class.
    pub class: Class,
    /// Its part.
    pub part: Part,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, a line each; of a case that passes, where it does otherwise than recommended.
    pub reasons: Vec<String>,
}

impl Report {
    /// Name and version of the program, and whether it was compared strictly.
    pub fn title(&self) -> String {
        let title = match &self.version {
            // A version often begins with the name.
            Some(version) if version.starts_with(&self.adapter) => version.clone(),
            Some(version) => format!("{} {version}", self.adapter),
            None => self.adapter.clone(),
        };
        if self.strict { title + ", strict" } else { title }
    }

    /// The cases that make the run fail.
    pub fn failures(&self) -> impl Iterator<Item = &Tested> {
        self.cases.iter().filter(|case| case.verdict.is_failure(self.strict))
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct File<'r> {
            adapter: &'r str,
            version: Option<&'r str>,
            strict: bool,
            cases: &'r [Tested],
            totals: BTreeMap<&'static str, usize>,
        }
        let counts = Counts::of(&self.cases);
        let mut totals: BTreeMap<_, _> =
            Verdict::ALL.map(|verdict| (verdict.name(), counts.of_verdict(verdict))).into();
        totals.insert("total", counts.total());
        let file = File {
            adapter: &self.adapter,
            version: self.version.as_deref(),
            strict: self.strict,
            cases: &self.cases,
            totals,
        };
        serde_json::to_string_pretty(&file).expect("a report has only names as keys") + "\n"
    }

    /// Reads what [`Report::to_json`] has written.
    ///
    /// # Errors
    ///
    /// The text is not of that form.
    pub fn from_json(text: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }
}

impl fmt::Display for Report {
    /// The cases that did not pass with the reasons, then the tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        table::cases(f, self)?;
        self.tables().fmt(f)
    }
}

impl Report {
    /// The tables alone: by area and by class.
    pub fn tables(&self) -> impl fmt::Display {
        Tables(self)
    }
}

struct Tables<'r>(&'r Report);

impl fmt::Display for Tables<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        table::tables(f, self.0)
    }
}

/// Number of cases with each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts([usize; Verdict::ALL.len()]);

impl Counts {
    pub fn of<'t>(cases: impl IntoIterator<Item = &'t Tested>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            let column = Verdict::ALL.iter().position(|&verdict| verdict == case.verdict);
            counts.0[column.expect("ALL has all")] += 1;
        }
        counts
    }

    pub fn of_verdict(&self, wanted: Verdict) -> usize {
        Verdict::ALL
            .into_iter()
            .zip(self.0)
            .filter(|&(verdict, _)| verdict == wanted)
            .map(|(_, count)| count)
            .sum()
    }

    pub fn columns(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter()
    }

    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }

    /// Passed of those that passed or failed, and after a plus sign the partial ones, which did neither; `–` if there
    /// are none.
    pub fn ratio(&self) -> String {
        let partial = self.of_verdict(Verdict::Partial);
        let judged = self.total()
            - partial
            - self.of_verdict(Verdict::Unsupported)
            - self.of_verdict(Verdict::Pending);
        let passed = self.of_verdict(Verdict::Pass);
        match (judged, partial) {
            (0, 0) => "–".to_owned(),
            (0, _) => format!("+{partial}"),
            (_, 0) => format!("{passed}/{judged}"),
            _ => format!("{passed}/{judged} +{partial}"),
        }
    }
}

/// The areas that occur, in the order of the standard; unknown ones last.
pub(crate) fn areas<'t>(cases: impl IntoIterator<Item = &'t str>) -> Vec<&'t str> {
    let mut areas: Vec<_> = cases.into_iter().collect();
    areas.sort_unstable_by_key(|area| (AREAS.iter().position(|a| a == area).unwrap_or(AREAS.len()), *area));
    areas.dedup();
    areas
}
