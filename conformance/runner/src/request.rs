//! Requests to an adapter for a case.

use crate::case::Case;
use crate::expect::Expect;

/// A format of input or output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Portable Game Notation.
    Pgn,
    /// Extended Position Description.
    Epd,
    /// Forsyth-Edwards Notation.
    Fen,
    /// The binary format of section 17.
    Pgc,
}

impl Format {
    /// Its name, which is the ending of its files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Epd => "epd",
            Self::Fen => "fen",
            Self::Pgc => "pgc",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Pgn, Self::Epd, Self::Fen, Self::Pgc].into_iter().find(|format| format.name() == name)
    }
}

/// An operation that answers with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Writing {
    /// Export format, or another format.
    Export(Format),
    /// Reduced export format.
    Reduced,
    /// Export format in collating sequence.
    Sort,
    /// The text shown to a person.
    Display,
}

impl Writing {
    /// The operation whose answer is in `NAME.SUFFIX`.
    pub fn from_suffix(suffix: &str) -> Option<Self> {
        match suffix {
            "reduced.pgn" => Some(Self::Reduced),
            "sorted.pgn" => Some(Self::Sort),
            "display.txt" => Some(Self::Display),
            _ => suffix.strip_prefix("export.").and_then(Format::from_name).map(Self::Export),
        }
    }

    fn form(self, case: &Case) -> Form {
        let about_order = |id: &String| TAG_ORDER.contains(&id.as_str());
        match self {
            Self::Export(Format::Pgc) => Form::Binary,
            Self::Export(Format::Pgn) | Self::Reduced | Self::Sort => {
                Form::Games { ordered: case.file.requirements.iter().any(about_order) }
            }
            Self::Export(Format::Epd | Format::Fen) | Self::Display => Form::Lines,
        }
    }

    fn operation(self) -> &'static str {
        match self {
            Self::Export(_) => "export",
            Self::Reduced => "reduced",
            Self::Sort => "sort",
            Self::Display => "display",
        }
    }
}

/// Kind of a text, which determines its comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Games in export format; `ordered`: the case is about the order of their tag pairs.
    Games {
        /// Whether the order of tag pairs outside the roster counts.
        ordered: bool,
    },
    /// Other lines.
    Lines,
    /// No text for people.
    Binary,
}

/// A text that must come of the input of a case.
#[derive(Debug, Clone)]
pub struct Text {
    /// The operation.
    pub writing: Writing,
    /// Byte for byte.
    pub bytes: Vec<u8>,
}

impl Text {
    /// The format it is in, if that is not the one of the input.
    pub fn converts(&self, from: Format) -> Option<Format> {
        match self.writing {
            Writing::Export(to) if to != from => Some(to),
            _ => None,
        }
    }
}

/// Options of a case that only `names` is given.
pub const OF_NAMES: [&str; 3] = ["by", "limit", "to"];

/// The requirements of the order in which export format has the tag pairs outside the roster.
const TAG_ORDER: [&str; 2] = ["TAG-18", "SET-06"];

/// One request to an adapter.
#[derive(Debug)]
pub struct Request<'c> {
    /// Operation and options.
    pub arguments: Vec<String>,
    /// The expectation.
    pub wanted: Wanted<'c>,
}

/// Expectation of a request.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'c> {
    /// The answer to `read`.
    Read(&'c Expect),
    /// A text.
    Text {
        /// Byte for byte.
        bytes: &'c [u8],
        /// Kind of the text.
        form: Form,
        /// It cannot hold the whole input, which must be said.
        loss: bool,
    },
    /// The answer to `names`.
    Names(&'c [String]),
}

impl<'c> Request<'c> {
    /// All requests of a case.
    pub fn all(case: &'c Case) -> Vec<Self> {
        let mut all = Vec::new();
        if let Some(expect) = &case.file.expect {
            all.push(Self::new(case, "read", Wanted::Read(expect)));
        }
        for text in &case.texts {
            let other = text.converts(case.format);
            let loss = case.file.loss && other.is_some();
            let wanted = Wanted::Text { bytes: &text.bytes, form: text.writing.form(case), loss };
            let mut request = Self::new(case, text.writing.operation(), wanted);
            if let Some(to) = other {
                request.arguments.push(format!("to={}", to.name()));
            }
            all.push(request);
        }
        if let Some(names) = &case.file.names {
            all.push(Self::new(case, "names", Wanted::Names(names)));
        }
        all
    }

    fn new(case: &Case, operation: &str, wanted: Wanted<'c>) -> Self {
        let mut arguments = vec![operation.to_owned()];
        if case.format != Format::Pgn {
            arguments.push(format!("format={}", case.format.name()));
        }
        for (key, value) in &case.file.options {
            if operation == "names" || !OF_NAMES.contains(&key.as_str()) {
                arguments.push(format!("{key}={value}"));
            }
        }
        Self { arguments, wanted }
    }

    /// The operation, with the format it writes if that differs: identifies a request of a case.
    pub fn label(&self) -> String {
        let to = self.arguments.iter().find(|argument| argument.starts_with("to="));
        [Some(&self.arguments[0]), to].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}
