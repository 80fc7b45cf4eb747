//! Tables of three men, which are in the repository, and those of a folder that `PGNKIT_SYZYGY` names.

mod folders;
mod games;
mod known;
mod moves;
mod probe;
mod retrograde;
mod three_men;

use std::path::{Path, PathBuf};

use pgnkit_chess::Position;
use pgnkit_tablebases::Tablebases;

/// The folder of the tables of three men.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

fn tables() -> Tablebases {
    Tablebases::open([folder()]).unwrap()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}
