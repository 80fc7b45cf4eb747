//! Databases of Scid.

mod damage;
mod encode;
mod index;
mod moves;
mod names;
mod random;

use pgnkit::{Game, GameBuilder};
use pgnkit_formats::scid::{
    Damage, EncodeError, Encoder, Files, GameReader, GameRecord, Header, IndexEntry, Names, Reason, Version,
};

/// The text of a game.
pub(crate) fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The files of games.
pub(crate) fn encoded<'a>(games: impl IntoIterator<Item = &'a Game>) -> Result<Files, EncodeError> {
    encoded_as(Version::V4, games)
}

pub(crate) fn encoded_as<'a>(
    version: Version,
    games: impl IntoIterator<Item = &'a Game>,
) -> Result<Files, EncodeError> {
    let mut encoder = Encoder::with_version(version);
    for game in games {
        encoder.push(game)?;
    }
    Ok(encoder.finish())
}

/// The games of a database as text, and its damage.
pub(crate) fn read(files: &Files) -> (Vec<String>, Vec<Damage>) {
    let mut damage = Vec::new();
    let mut header = match Header::parse(&files.index) {
        Ok(header) => header,
        // Version 5 has no header.
        Err(_) if files.index.len().is_multiple_of(56) => Header::of_version_5(files.index.len() as u64),
        Err(error) => return (Vec::new(), vec![error]),
    };
    let names = Names::parse_with(&files.names, &mut header, &mut |found| damage.push(found)).unwrap_or_else(
        |error| {
            damage.push(error);
            Names::default()
        },
    );
    let (mut reader, mut builder, mut games) = (GameReader::new(), GameBuilder::new(), Vec::new());
    for number in 0..header.games {
        let Some(bytes) = files.index.get(header.record(number)) else { break };
        let entry = IndexEntry::parse(bytes, header.version).unwrap();
        match entry.blob(&files.games) {
            Ok(blob) => {
                let record = GameRecord { number: number + 1, entry: &entry, names: &names, blob };
                reader.read_into(&record, &mut builder, &mut |found| damage.push(found));
                games.push(builder.game().to_string());
            }
            Err(error) => damage.push(error),
        }
    }
    (games, damage)
}

/// A blob read with an entry and names that say nothing: its text without the roster, and its damage.
pub(crate) fn read_blob(blob: &[u8]) -> (String, Vec<Damage>) {
    let (entry, names, mut damage) = (IndexEntry::default(), Names::default(), Vec::new());
    let record = GameRecord { number: 7, entry: &entry, names: &names, blob };
    let mut builder = GameBuilder::new();
    GameReader::new().read_into(&record, &mut builder, &mut |found| damage.push(found));
    // There are no names at all.
    damage.retain(|found| !matches!(found.reason, Reason::NoName(..)));
    let text = builder.game().to_string();
    let rest = text.split_once("[Result \"*\"]\n").map_or(&*text, |(_, rest)| rest);
    (rest.split_whitespace().collect::<Vec<_>>().join(" "), damage)
}
