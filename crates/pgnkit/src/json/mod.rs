//! Games as JSON, and back: the feature `json`.
//!
//! One object a game, one a line (JSON Lines). Everything that a [`Game`](crate::Game) keeps survives: what [`Writer`]
//! writes, [`Reader`] reads to the same game. `docs/game.schema.json` in the repository describes the form; in short:
//!
//! ```json
//! {
//!   "version": 1,
//!   "tags": [{"name": "White", "value": "Tal"}],
//!   "tag": {"White": "Tal"},
//!   "start": {"fen": "…", "mode": "chess960", "playable": false},
//!   "notes": [{"comment": "before the first move"}],
//!   "moves": [
//!     {"san": "e4", "uci": "e2e4", "fen": "…"},
//!     {"san": "e5", "uci": "e7e5",
//!      "notes": [{"nag": 2}, {"comment": "[%clk 0:03:00]", "commands": [{"name": "clk", "operands": ["0:03:00"], "seconds": 180}]},
//!                {"comment": "+0.31/14 2.1s", "values": {"emt": 2.1, "pawns": 0.31, "depth": 14}},
//!                {"escape": "the text of an escape line"}, {"unread": "moves that could not be played"}],
//!      "variations": [{"notes": [], "moves": [{"san": "c5", "uci": "c7c5"}]}]}
//!   ],
//!   "result": "1-0",
//!   "diagnostics": [{"code": "PGN-C001", "name": "illegal-move", "severity": "error", "message": "…", "byte_start": 9, "byte_end": 12}]
//! }
//! ```
//!
//! - **Order** is kept: of tags, and of the comments, annotations and escape lines of a move. These are therefore one
//!   list, `notes`, and each of its objects has one of `comment`, `nag`,
//!   `escape` and `unread`.
//! - **`variations`** of a move are what could have been played in its place, as in PGN.
//! - **`start`** is there where the game does not start as usual, or has one of the tags FEN, SetUp and Variant.
//!   Without it a reader goes by these tags. `playable` is false where no move can be checked: then there is none. A
//!   `fen` that is no position becomes the tag FEN, as PGN would have it. `variant` is there where the rules are not those
//!   of standard chess, and `unknown` where they are not known: then a move is `{"text": "1. e4"}`, as it stands.
//! - **Names of tags** in another case than the standard's are read as the standard's, as in PGN, with a diagnostic.
//! - **`version`** is 1. It changes when a member changes its meaning; members may be added.
//! - **Derived** are `tag` (the tags by name, for queries), `uci` beside `san` (either is enough), `fen`, and of a
//!   comment its `commands` and, if an engine wrote it, its `values`. A reader checks `uci` and skips the others: the
//!   tags, the moves and the comment's text say the same. Evaluations are from White's point of view.
//! - **`diagnostics`** are about the text that the game comes from, and their offsets places in it; `line`, `column`,
//!   `end_line` and `end_column` are there where the writer knew them.
//! - **Empty members** are left out: `start`, `notes`, `variations`, `diagnostics`. `null` means the same.
//!
//! Members may come in any order. Unknown ones are skipped, with a note; a member that is missing, of another
//! type, or contradictory is an error with its place. Variations may be nested as deep as in PGN, 2^20 levels, deeper
//! than most readers of JSON can follow; none of it is read or written by recursion.

mod assemble;
mod exporter;
mod moves;
mod notes;
mod read;
mod recorded;
mod tags;
mod tape;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use exporter::Exporter;
pub use pgnkit_diagnostics::Located;
pub use read::Reader;
pub use write::Writer;
