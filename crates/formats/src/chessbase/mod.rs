//! The classic databases of ChessBase: a file of headers (`.cbh`), one of moves (`.cbg`), one of annotations (`.cba`), and
//! files of names.

mod board;
mod bytes;
mod code_page;
mod damage;
mod entities;
mod header;
mod moves;
mod nation;
mod notes;
mod read;
mod setup;
mod tables;
mod tags;
mod text;

pub use code_page::CodePage;
pub use damage::{Damage, File, Reason};
pub use entities::{Entities, EntityKind, Player, Source, Team, Tournament};
pub use header::{CbDate, ExtraHeader, Extras, GameHeader, Header, HeaderRecord, TextHeader, begins_headers};
pub use read::{
    ANNOTATIONS_HEAD, GameReader, GameRecord, MOVES_HEAD, annotations_of, annotations_range, moves_of,
    moves_range,
};
