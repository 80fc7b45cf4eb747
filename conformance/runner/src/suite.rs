//! The suite as it lies on disk.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::case::{Case, CaseFile};
use crate::json;
use crate::request::{Format, Text, Writing};

/// All cases, in order of area and name.
#[derive(Debug)]
pub struct Suite {
    /// The folder that holds `cases/` and the tables.
    pub dir: PathBuf,
    /// The cases.
    pub cases: Vec<Case>,
}

/// Something that is wrong with the suite itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file or folder, relative to the suite.
    pub file: String,
    /// The message.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: file.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

/// Loads the cases of the suite in `dir`, the folder that has `cases/`.
///
/// # Errors
///
/// Every file that cannot be read or is no case, every case without an input, and every file that belongs to no case.
pub fn load(dir: &Path) -> Result<Suite, Vec<Problem>> {
    let (suite, problems) = read(dir);
    if problems.is_empty() { Ok(suite) } else { Err(problems) }
}

/// The cases that can be read, and what is wrong with the others.
pub(crate) fn read(dir: &Path) -> (Suite, Vec<Problem>) {
    json::with_stack(|| {
        let mut reader = Reader { dir, cases: Vec::new(), problems: Vec::new() };
        reader.suite();
        reader.problems.sort();
        (Suite { dir: dir.to_owned(), cases: reader.cases }, reader.problems)
    })
}

struct Reader<'d> {
    dir: &'d Path,
    cases: Vec<Case>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn suite(&mut self) {
        for folder in self.entries(&self.dir.join("cases")) {
            if !folder.is_dir() {
                self.problem(&folder, "not a folder of cases");
                continue;
            }
            let mut by_name: BTreeMap<String, Vec<(String, PathBuf)>> = BTreeMap::new();
            for file in self.entries(&folder) {
                match file_name(&file).split_once('.') {
                    Some((name, suffix)) if file.is_file() => {
                        let (name, suffix) = (name.to_owned(), suffix.to_owned());
                        by_name.entry(name).or_default().push((suffix, file));
                    }
                    _ => self.problem(&file, "no file of a case"),
                }
            }
            for (name, files) in by_name {
                self.case(file_name(&folder), name, files);
            }
        }
    }

    fn case(&mut self, area: &str, name: String, files: Vec<(String, PathBuf)>) {
        let (mut json, mut inputs, mut texts) = (None, Vec::new(), Vec::new());
        for (suffix, file) in files {
            if suffix == "json" {
                json = Some(file);
            } else if let Some(format) = Format::from_name(&suffix) {
                inputs.push((format, file));
            } else if let Some(writing) = Writing::from_suffix(&suffix) {
                texts.push((writing, file));
            } else {
                self.problem(&file, "left over: no operation reads or writes a file with this ending");
            }
        }
        let Some(json) = json else {
            for (_, file) in inputs {
                self.problem(&file, "left over: there is no case of this name");
            }
            for (_, file) in texts {
                self.problem(&file, "left over: there is no case of this name");
            }
            return;
        };
        if inputs.len() != 1 {
            let endings: Vec<_> = inputs.iter().map(|(format, _)| format.name()).collect();
            self.problem(
                &json,
                if endings.is_empty() {
                    "no input: a file of the same name that ends with .pgn, .epd, .fen or .pgc".to_owned()
                } else {
                    format!("several inputs: {}", endings.join(", "))
                },
            );
        }
        let file = self.bytes(&json).and_then(|bytes| match json::read::<CaseFile>(&bytes) {
            Ok(file) => Some(file),
            Err(error) => {
                self.problem(&json, error);
                None
            }
        });
        let read = texts.into_iter().map(|(writing, file)| Some(Text { writing, bytes: self.bytes(&file)? }));
        let texts: Option<Vec<_>> = read.collect();
        if let (Some(file), Some(texts), [(format, input)]) = (file, texts, &inputs[..])
            && let Some(input) = self.bytes(input)
        {
            self.cases.push(Case { area: area.to_owned(), name, file, format: *format, input, texts });
        }
    }

    /// Entries of a folder, by name.
    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).and_then(|entries| entries.map(|e| Ok(e?.path())).collect());
        let mut entries: Vec<PathBuf> = entries.unwrap_or_else(|error: std::io::Error| {
            self.problem(folder, error.to_string());
            Vec::new()
        });
        entries.sort();
        entries
    }

    fn bytes(&mut self, file: &Path) -> Option<Vec<u8>> {
        fs::read(file).map_err(|error| self.problem(file, error.to_string())).ok()
    }

    fn problem(&mut self, file: &Path, message: impl Into<String>) {
        let file = file.strip_prefix(self.dir).unwrap_or(file);
        self.problems.push(Problem::new(file.display().to_string(), message));
    }
}

fn file_name(file: &Path) -> &str {
    // A name that is not UTF-8 is no name of a case either.
    file.file_name().and_then(OsStr::to_str).unwrap_or("?")
}
