//! Names of files and directories.

use std::io::Cursor;

use pgnkit::Game;
use pgnkit_archive::from_reader;
use pgnkit_collections::split::{Naming, chronological, tree};

use crate::Request;

/// The names of the files that the games of a text belong in; `None` where that is not known.
pub(crate) fn names(request: &Request<'_>, input: &[u8]) -> Option<serde_json::Value> {
    let ending = request.to.unwrap_or(request.format).name();
    // The ending says what the text is.
    let collection =
        from_reader(format!("input.{}", request.format.name()), Cursor::new(input.to_owned())).ok()?;
    let games: Vec<Game> =
        collection.games().map(|read| read.map(|read| read.game)).collect::<Result<_, _>>().ok()?;
    let by = match request.by? {
        "player" => Naming::Player,
        "event" => Naming::Event,
        "year" => Naming::Year,
        "month" => Naming::Month,
        "day" => Naming::Day,
        "path" => Naming::Path,
        "tree" => return Some(serde_json::json!({ "names": tree(&games) })),
        _ => return None,
    };
    let names = match request.limit {
        Some(limit) if by == Naming::Year => chronological(&games, limit),
        Some(_) => return None,
        None => games.iter().map(|game| by.name(game)).collect(),
    };
    let names: Vec<_> = names.into_iter().map(|name| format!("{name}.{ending}")).collect();
    Some(serde_json::json!({ "names": names }))
}
