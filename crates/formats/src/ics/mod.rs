//! Logs and mails of internet chess servers: FICS, ICC and the free servers that print the same.
//!
//! [`Log`] reads the text of a session or a mailbox line by line and gives the games in it as PGN, which is then read like any other:
//!
//! - lists of moves, as `moves`, `oldmoves`, `smoves` and mails have them;
//! - boards of style 12, joined to games by their numbers and players, several at a time, with moves taken back;
//! - PGN, as it is.
//!
//! What is no game is counted. A game has the place where it was found, and faults.
//!
//! ```
//! use pgnkit_formats::ics::Log;
//!
//! let text = b"fics% oldmoves 3\n\n\
//!     Alpha (1626) vs. Beta (1678) --- Mon Nov  4, 08:38 CET 2002\n\
//!     Rated blitz match, initial time: 5 minutes, increment: 2 seconds.\n\n\
//!     Move  Alpha           Beta\n----  -------------   -------------\n  \
//!       1.  e4     (0:00)   e5     (0:00)\n      {Black resigns} 1-0\n";
//! let mut log = Log::parse(text);
//! let games: Vec<_> = log.games().collect();
//! assert!(games[0].pgn.contains("[TimeControl \"300+2\"]"));
//! assert!(games[0].pgn.ends_with("1. e4 {[%emt 0:00:00]} 1... e5 {[%emt 0:00:00]} {Black resigns} 1-0\n\n"));
//! assert!(games[0].faults.is_empty());
//! assert_eq!(log.counts().talk, 1);
//! ```

mod about;
mod board;
mod ends;
mod fault;
mod game;
mod lines;
mod list;
mod log;
mod pgn;
mod server;

use board::Board;
use lines::{Lines, header};

pub use fault::{Fault, Reason};
pub use log::{Counts, Games, Log, LogGame};

/// Whether a text is a log or a mail of a server for certain: a board of style 12, the heading of a list of moves, or a report in a mail comes before
/// any tag pair. The last line may be cut.
#[must_use]
pub fn begins_log(head: &[u8]) -> bool {
    let mut lines = Lines::new(head);
    while let Some(line) = lines.next(false) {
        let text = &*line.text;
        let is_whole = line.span.end < head.len();
        if pgn::is_tag_pair(text.trim_ascii_end()) {
            return false;
        }
        let is_sign = match text.first() {
            Some(b'<') => is_whole && Board::parse(text).is_some(),
            Some(b'M') => list::number_of_list(text).is_some(),
            Some(b'S' | b's') => {
                header(text, b"Subject:").is_some_and(|subject| subject.starts_with(b"FICS game report "))
            }
            _ => false,
        };
        if is_sign || is_whole && list::List::begin(&line, None).is_some_and(|list| list.about.date.is_some())
        {
            return true;
        }
    }
    false
}
