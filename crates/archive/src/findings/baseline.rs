//! Baselines: files of findings that are known, so that only new ones are reported.
//!
//! ```json
//! {
//!   "version": 1,
//!   "files": {
//!     "club/1994.pgn": [
//!       {"code": "PGN-C001", "name": "illegal-move", "text": "1b2c3d4e5f607182", "count": 1}
//!     ]
//!   }
//! }
//! ```
//!
//! Paths count from the directory of the baseline. `text` is a hash of the line, so that a finding stays known when lines
//! before it come and go, and becomes new when its line is changed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use pgnkit::syntax::Code;
use serde::{Deserialize, Serialize};

use super::known::{Fingerprint, KnownFindings};
use crate::inputs::{Input, STDIN_NAME};

/// The version of the form of the file.
const VERSION: u32 = 1;

/// Known findings of many inputs.
#[derive(Debug, Default)]
pub struct Baseline {
    directory: PathBuf,
    files: BTreeMap<String, BTreeMap<Fingerprint, u64>>,
    /// The inputs of this run.
    current: BTreeMap<String, KnownFindings>,
    learns: bool,
}

/// A text that is no baseline.
#[derive(Debug)]
pub struct BaselineError(String);

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a baseline of this version: {}", self.0)
    }
}

impl std::error::Error for BaselineError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    files: BTreeMap<String, Vec<Entry>>,
}

#[derive(Deserialize, Serialize)]
struct Entry {
    code: String,
    #[serde(default)]
    name: String,
    text: String,
    count: u64,
}

impl Baseline {
    /// A baseline at `path`, in which nothing is known yet.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        let path = absolute(path);
        Self { directory: path.parent().unwrap_or(&path).to_owned(), ..Self::default() }
    }

    /// The baseline at `path`, which has this text.
    ///
    /// # Errors
    /// When the text is not a baseline.
    pub fn parse(path: &Path, text: &str) -> Result<Self, BaselineError> {
        let file: File = serde_json::from_str(text).map_err(|error| BaselineError(error.to_string()))?;
        if file.version != VERSION {
            return Err(BaselineError(format!("it has version {}, this is {VERSION}", file.version)));
        }
        let mut baseline = Self::new(path);
        for (name, entries) in file.files {
            let counts = baseline.files.entry(name).or_default();
            for entry in entries {
                let unknown = || BaselineError(format!("{} with the text {}", entry.code, entry.text));
                let code = Code::from_name(&entry.code).ok_or_else(unknown)?;
                let hash = u64::from_str_radix(&entry.text, 16).map_err(|_| unknown())?;
                *counts.entry((code, hash)).or_default() += entry.count;
            }
        }
        Ok(baseline)
    }

    /// Whether all that is found in the inputs of this run becomes known, in place of what was known of them.
    #[must_use]
    pub fn learn(self, learns: bool) -> Self {
        Self { learns, ..self }
    }

    /// What is known of an input, for [`RunInput::known`](crate::RunInput::known).
    pub fn of(&mut self, input: &Input) -> KnownFindings {
        let name = self.name_of(input);
        let known = || self.files.get(&name).cloned().unwrap_or_default();
        let learns = self.learns;
        self.current.entry(name.clone()).or_insert_with(|| KnownFindings::new(known(), learns)).clone()
    }

    /// Number of known findings, in the inputs of this run, that were not found.
    #[must_use]
    pub fn gone(&self) -> u64 {
        let gone = |known: &KnownFindings| -> u64 {
            let counts = known.counts();
            let found = |fingerprint| counts.found.get(fingerprint).copied().unwrap_or_default();
            counts.known.iter().map(|(fingerprint, count)| count.saturating_sub(found(fingerprint))).sum()
        };
        self.current.values().map(gone).sum()
    }

    /// The baseline after this run: what was found in its inputs, and what was known of others.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut files = self.files.clone();
        for (name, known) in &self.current {
            files.insert(name.clone(), known.counts().found.clone());
        }
        files.retain(|_, counts| !counts.is_empty());
        let quote = |text: &str| serde_json::Value::from(text).to_string();
        let file = |(name, counts): (&String, &BTreeMap<Fingerprint, u64>)| {
            let lines: Vec<_> = counts.iter().map(|((code, text), count)| {
                let (name, code) = (code.name(), code.to_string());
                format!("\n      {{\"code\": \"{code}\", \"name\": \"{name}\", \"text\": \"{text:016x}\", \"count\": {count}}}")
            }).collect();
            format!("\n    {}: [{}\n    ]", quote(name), lines.join(","))
        };
        let files: Vec<_> = files.iter().map(file).collect();
        let end = if files.is_empty() { "" } else { "\n  " };
        format!("{{\n  \"version\": {VERSION},\n  \"files\": {{{}{end}}}\n}}\n", files.join(","))
    }

    /// The path of an input from the directory of the baseline, with slashes.
    fn name_of(&self, input: &Input) -> String {
        if input.path().is_none() && input.name() == STDIN_NAME {
            return STDIN_NAME.to_owned();
        }
        let path = absolute(input.path().unwrap_or(Path::new(input.name())));
        let common = path
            .components()
            .zip(self.directory.components())
            .take_while(|(one, other)| one == other)
            .count();
        let up = self.directory.components().skip(common).map(|_| "..".to_owned());
        let down = path.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
        up.chain(down).collect::<Vec<_>>().join("/")
    }
}

/// An absolute path without `.` and `..`, as it is written: links are not followed.
fn absolute(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            part => whole.push(part),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let path = Path::new("/a/b.json");
        assert!(Baseline::parse(path, &Baseline::new(path).to_json()).is_ok());
        let text = "{\n  \"version\": 1,\n  \"files\": {\n    \"x.pgn\": [\n      {\"code\": \"PGN-C001\", \"name\": \"illegal-move\", \"text\": \"00000000000000ff\", \"count\": 2}\n    ]\n  }\n}\n";
        assert_eq!(Baseline::parse(path, text).unwrap().to_json(), text);
        for (wrong, why) in [
            ("7", "invalid type"),
            (r#"{"version": 2, "files": {}}"#, "it has version 2"),
            (r#"{"version": 1}"#, "missing field"),
            (
                r#"{"version": 1, "files": {"a": [{"code": "PGN-Q999", "text": "0", "count": 1}]}}"#,
                "PGN-Q999",
            ),
            (r#"{"version": 1, "files": {"a": [{"code": "C001", "text": "x", "count": 1}]}}"#, "text x"),
        ] {
            let error = Baseline::parse(path, wrong).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
