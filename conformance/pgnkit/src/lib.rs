//! pgnkit as the conformance suite asks for it; `conformance/README.md` has the protocol.

mod diagnostics;
mod display;
mod games;
mod names;
mod pgc;
mod records;
mod sorted;
mod typed;
mod written;

use pgnkit::PieceLetters;
use pgnkit::chess::san::Language;
use pgnkit::epd::RecordFormat;
use pgnkit::syntax::Level;
use pgnkit_archive::input::{self, Pgn};
use pgnkit_archive::{InputFormat, Kind};

use display::Shown;

/// The input was read, and something was found wrong with it.
const REPORTED: u8 = 10;
/// This cannot be done.
const UNSUPPORTED: u8 = 20;

/// The examples of docs/library.md: they use several crates, and this one is in no package.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
pub struct Documentation;

/// The answer to one request: exit status and standard output.
pub fn answer(arguments: &[String], input: &[u8]) -> (u8, Vec<u8>) {
    let Some(request) = Request::new(arguments) else { return (UNSUPPORTED, Vec::new()) };
    match (request.operation, records_of(request.format)) {
        ("version", _) => (0, env!("CARGO_PKG_VERSION").into()),
        ("read", _) if is(request.format, "pgc") => {
            (0, format!("{}\n", pgc::read(input, request.level)).into())
        }
        ("export", _) if is(request.format, "pgc") => {
            (0, pgc::written(input, request.to.unwrap_or(request.format)))
        }
        ("export", None) if request.to.is_some_and(|to| is(to, "pgc")) => {
            let (lost, written) = pgc::of_games(input);
            (if lost { REPORTED } else { 0 }, written)
        }
        ("read", None) if request.is_plain() => {
            let mut answer = diagnostics::found(input, request.level, request.letters());
            answer["games"] = games::games(input, request.letters());
            (0, format!("{answer}\n").into())
        }
        ("read", Some(records)) => (0, format!("{}\n", records::read(input, records, request.level)).into()),
        ("export", Some(records)) => {
            (0, records::written(input, records, request.to.unwrap_or(request.format)))
        }
        ("export" | "reduced", None) if request.to.is_none_or(|to| is(to, "pgn")) => {
            let written = written::export(&request, input);
            (if written.is_clean { 0 } else { REPORTED }, written.text)
        }
        ("sort", _) if request.is_plain() && request.to.is_none() => match sorted::sorted(&request, input) {
            Ok(written) => (if written.is_clean { 0 } else { REPORTED }, written.text),
            Err(_) => (UNSUPPORTED, Vec::new()),
        },
        ("names", _) => match names::names(&request, input) {
            Some(answer) => (0, format!("{answer}\n").into()),
            None => (UNSUPPORTED, Vec::new()),
        },
        ("display", records) if !is(request.format, "pgc") => {
            let shown = Shown { language: request.language.unwrap_or_default(), ..request.shown };
            (0, display::shown(input, records, shown).into())
        }
        _ => (UNSUPPORTED, Vec::new()),
    }
}

/// A format of texts that can be read and written.
type Format = &'static dyn InputFormat;

/// The format of that name; the protocol has no JSON.
fn format(name: &str) -> Option<Format> {
    input::by_name(name).filter(|format| format.name() != "json")
}

/// The form of the records of a format, if it has any.
fn records_of(format: Format) -> Option<RecordFormat> {
    (format.holds() == Kind::Positions).then(|| format.record_format())
}

/// Whether a format is the one of that name.
fn is(format: Format, name: &str) -> bool {
    format.name() == name
}

/// The request.
struct Request<'a> {
    operation: &'a str,
    format: Format,
    /// Format of the output, if it differs.
    to: Option<Format>,
    level: Level,
    crlf: bool,
    latin1: bool,
    /// Language of the piece letters, if given.
    language: Option<Language>,
    /// What files are named by, and the most games that one has.
    by: Option<&'a str>,
    limit: Option<u64>,
    /// How games are displayed, the language apart.
    shown: Shown,
}

impl<'a> Request<'a> {
    /// `None` where an option is not known.
    fn new(arguments: &'a [String]) -> Option<Self> {
        let (operation, options) = arguments.split_first()?;
        let mut request = Self {
            operation,
            format: &Pgn,
            to: None,
            level: Level::Import,
            crlf: false,
            latin1: false,
            language: None,
            by: None,
            limit: None,
            shown: Shown::default(),
        };
        for option in options {
            match option.split_once('=')? {
                ("format", name) => request.format = format(name)?,
                ("to", name) => request.to = Some(format(name)?),
                ("level", name) => {
                    request.level = Level::ALL.into_iter().find(|level| level.as_str() == name)?;
                }
                ("newline", "crlf") => request.crlf = true,
                ("encoding", "latin1") => request.latin1 = true,
                ("lang", code) => request.language = Some(Language::from_code(code)?),
                ("by", by) => request.by = Some(by),
                ("limit", limit) => request.limit = Some(limit.parse().ok()?),
                ("commands", "show") => request.shown.commands = true,
                ("pieces", "figurine") => request.shown.figurines = true,
                ("chars", "ascii") => request.shown.ascii = true,
                _ => return None,
            }
        }
        Some(request)
    }

    /// The piece letters that are read.
    fn letters(&self) -> PieceLetters {
        PieceLetters::Of(self.language.unwrap_or_default())
    }

    /// Whether nothing is asked of how it is written.
    fn is_plain(&self) -> bool {
        !self.crlf && !self.latin1
    }
}
