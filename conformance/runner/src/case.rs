//! A case: one JSON file, its input, and the texts expected of it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::expect::Expect;
use crate::request::{Format, Text};

/// The areas, in the order of the standard; each is a folder of cases.
pub const AREAS: [&str; 20] = [
    "lexical",
    "comments",
    "escapes",
    "tags",
    "roster",
    "movetext",
    "san",
    "nag",
    "rav",
    "termination",
    "timecontrol",
    "fen",
    "epd",
    "pgc",
    "collation",
    "names",
    "commands",
    "display",
    "practice",
    "variants",
];

/// A case.
#[derive(Debug, Clone)]
pub struct Case {
    /// The area: the name of the folder.
    pub area: String,
    /// The name within the area.
    pub name: String,
    /// Content of the JSON file.
    pub file: CaseFile,
    /// Format of the input.
    pub format: Format,
    /// The input.
    pub input: Vec<u8>,
    /// The texts that must come of it.
    pub texts: Vec<Text>,
}

impl Case {
    /// Area and name, as in `comments/brace-spans-lines`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.area, self.name)
    }
}

/// The JSON file of a case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The rule that is tested, in one sentence.
    pub purpose: String,
    /// Ids of `requirements.tsv`.
    pub requirements: Vec<String>,
    /// Section of the standard.
    pub section: String,
    /// Force of the rule.
    pub class: Class,
    /// Capability that a program needs for the case.
    pub part: Part,
    /// Origin of the case.
    pub origin: String,
    /// Options of the requests.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The other format cannot hold the whole input, and whoever exports to it has to say so.
    #[serde(default)]
    pub loss: bool,
    /// The answer to `read`.
    pub expect: Option<Expect>,
    /// The answer to `names`.
    pub names: Option<Vec<String>>,
}

/// Force of the rule of a case, which determines the criterion for passing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The standard binds it.
    MustAccept,
    /// The standard forbids the text.
    MustRejectOrReport,
    /// The standard leaves it open; the expectation is a recommendation.
    ImplementationDefined,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::MustAccept, Self::MustRejectOrReport, Self::ImplementationDefined];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::MustAccept => "must-accept",
            Self::MustRejectOrReport => "must-reject-or-report",
            Self::ImplementationDefined => "implementation-defined",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Capability that a program needs for the case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// PGN is read and written.
    Pgn,
    /// Files of FEN records.
    Fen,
    /// Files of EPD records.
    Epd,
    /// The binary format of section 17.
    Pgc,
    /// Games are sorted.
    Collation,
    /// Files are named after their games.
    Names,
    /// Embedded commands are understood.
    Commands,
    /// Games are shown to people.
    Display,
    /// Piece letters of other languages.
    Languages,
    /// The tree of directories.
    Directories,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 10] = [
        Self::Pgn,
        Self::Fen,
        Self::Epd,
        Self::Pgc,
        Self::Collation,
        Self::Names,
        Self::Commands,
        Self::Display,
        Self::Languages,
        Self::Directories,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Fen => "fen",
            Self::Epd => "epd",
            Self::Pgc => "pgc",
            Self::Collation => "collation",
            Self::Names => "names",
            Self::Commands => "commands",
            Self::Display => "display",
            Self::Languages => "languages",
            Self::Directories => "directories",
        }
    }

    /// The part of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
