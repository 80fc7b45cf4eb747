//! Errors of sources.

use std::{error, fmt, io};

/// Step that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceErrorKind {
    /// It does not exist or may not be opened.
    Open,
    /// A directory could not be listed.
    Walk,
    /// A directory holds no file of games.
    Empty,
    /// The system failed to deliver the bytes.
    Read,
    /// Compressed data end in the middle. Everything decoded before has been delivered.
    Truncated,
    /// Compressed data are not valid. Everything decoded before has been delivered.
    Corrupt,
    /// The directory of a zip archive cannot be used.
    Zip,
    /// A form of compression or encryption that is not supported, or not compiled in.
    Unsupported,
    /// A file of another program, which is no text of games.
    Foreign,
    /// A game, or a line of records, is larger than allowed. Everything before it has been delivered.
    TooLarge,
}

impl SourceErrorKind {
    /// The problem as a phrase: "cannot open", "damaged compressed data", ...
    pub fn phrase(self) -> &'static str {
        match self {
            SourceErrorKind::Open => "cannot open",
            SourceErrorKind::Walk => "cannot list the directory",
            SourceErrorKind::Empty => "no games in the directory",
            SourceErrorKind::Read => "cannot read",
            SourceErrorKind::Truncated => "compressed data are cut off",
            SourceErrorKind::Corrupt => "compressed data are damaged",
            SourceErrorKind::Zip => "cannot use the zip archive",
            SourceErrorKind::Unsupported => "unsupported compression",
            SourceErrorKind::Foreign => "no games can be read",
            SourceErrorKind::TooLarge => "a game is too large",
        }
    }

    /// Advice for the user, if there is any.
    pub fn help(self) -> Option<&'static str> {
        match self {
            SourceErrorKind::Truncated | SourceErrorKind::Corrupt => {
                Some("fetch the file again; the games before this place were read")
            }
            SourceErrorKind::Zip => Some("test it with `unzip -t`"),
            SourceErrorKind::TooLarge => Some(
                "the games before it were read; --max-game allows larger ones, which take several times their size in memory",
            ),
            SourceErrorKind::Unsupported => Some("unpack it first and read the unpacked file"),
            SourceErrorKind::Open
            | SourceErrorKind::Walk
            | SourceErrorKind::Empty
            | SourceErrorKind::Read
            | SourceErrorKind::Foreign => None,
        }
    }
}

/// A source that could not be opened or read to its end: its name, what failed, and the cause.
///
/// A [`Source`](crate::Source) reports it inside an [`io::Error`] of the same kind as the cause; get it back with
/// [`SourceError::from_io`].
#[derive(Debug)]
pub struct SourceError {
    name: String,
    kind: SourceErrorKind,
    cause: io::Error,
}

impl SourceError {
    pub(crate) fn new(name: impl Into<String>, kind: SourceErrorKind, cause: io::Error) -> Self {
        SourceError { name: name.into(), kind, cause }
    }

    /// An error of reading the source called `name`; one that names its source already stays what it is.
    pub(crate) fn of(name: &str, error: io::Error) -> Self {
        match error.downcast::<SourceError>() {
            Ok(own) => own,
            Err(error) => {
                let failure = error.get_ref().and_then(|inner| inner.downcast_ref::<DecodeFailure>());
                let kind = failure.map_or(SourceErrorKind::Read, |failure| failure.kind);
                SourceError::new(name, kind, error)
            }
        }
    }

    /// The display name of the source: a path, `<stdin>`, or archive and entry as `games.zip/a.pgn`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The step that failed.
    pub fn kind(&self) -> SourceErrorKind {
        self.kind
    }

    /// The kind of the cause, for example [`io::ErrorKind::NotFound`].
    pub fn io_kind(&self) -> io::ErrorKind {
        self.cause.kind()
    }

    /// The cause alone, without name and kind.
    pub fn cause(&self) -> &io::Error {
        &self.cause
    }

    /// The source error inside an [`io::Error`] that came from reading a [`Source`](crate::Source), if there is one.
    pub fn from_io(error: &io::Error) -> Option<&SourceError> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.name, self.kind.phrase(), self.cause)?;
        match self.kind.help() {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl error::Error for SourceError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        // The cause is in the message already; who walks the chain must not see it twice.
        self.cause.source()
    }
}

impl From<SourceError> for io::Error {
    fn from(error: SourceError) -> Self {
        io::Error::new(error.io_kind(), error)
    }
}

/// A failure of a decoder, before anybody has said what the source is called.
#[derive(Clone, Debug)]
pub(crate) struct DecodeFailure {
    pub(crate) kind: SourceErrorKind,
    pub(crate) text: String,
}

impl DecodeFailure {
    pub(crate) fn into_io(self) -> io::Error {
        let kind = match self.kind {
            SourceErrorKind::Truncated => io::ErrorKind::UnexpectedEof,
            SourceErrorKind::Unsupported => io::ErrorKind::Unsupported,
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, self)
    }
}

impl fmt::Display for DecodeFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl error::Error for DecodeFailure {}
