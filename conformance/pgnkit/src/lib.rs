//! pgnkit as the conformance suite asks for it; `conformance/README.md` has the protocol.

mod diagnostics;
mod games;
mod typed;
mod written;

use pgnkit::syntax::Level;

/// The input was read, and something was found wrong with it.
const REPORTED: u8 = 10;
/// This cannot be done.
const UNSUPPORTED: u8 = 20;

/// The answer to one request: exit status and standard output.
pub fn answer(arguments: &[String], input: &[u8]) -> (u8, Vec<u8>) {
    let Some(request) = Request::new(arguments) else { return (UNSUPPORTED, Vec::new()) };
    match request.operation {
        "version" => (0, env!("CARGO_PKG_VERSION").into()),
        "read" if request.is_plain() => {
            let mut answer = diagnostics::found(input, request.level);
            answer["games"] = games::games(input);
            (0, format!("{answer}\n").into())
        }
        "export" | "reduced" => {
            let written = written::export(&request, input);
            (if written.is_clean { 0 } else { REPORTED }, written.text)
        }
        _ => (UNSUPPORTED, Vec::new()),
    }
}

/// What is asked.
struct Request<'a> {
    operation: &'a str,
    level: Level,
    crlf: bool,
    latin1: bool,
}

impl<'a> Request<'a> {
    /// `None` where an option is not known.
    fn new(arguments: &'a [String]) -> Option<Self> {
        let (operation, options) = arguments.split_first()?;
        let mut request = Self { operation, level: Level::Import, crlf: false, latin1: false };
        for option in options {
            match option.split_once('=')? {
                ("level", name) => {
                    request.level = Level::ALL.into_iter().find(|level| level.as_str() == name)?;
                }
                ("newline", "crlf") => request.crlf = true,
                ("encoding", "latin1") => request.latin1 = true,
                _ => return None,
            }
        }
        Some(request)
    }

    /// Whether nothing is asked of how it is written.
    fn is_plain(&self) -> bool {
        !self.crlf && !self.latin1
    }
}
