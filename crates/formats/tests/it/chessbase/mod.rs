//! Databases of ChessBase.

mod annotations;
mod base;
mod damage;
mod headers;
mod moves;
mod names;
mod random;
mod tables;
mod texts;
mod writer;

use pgnkit::GameBuilder;
use pgnkit_formats::chessbase::{
    CodePage, Damage, Entities, EntityKind, ExtraHeader, Extras, GameHeader, GameReader, GameRecord, Header,
    HeaderRecord, Reason, annotations_of, moves_of,
};

use writer::Files;

/// The names of a base.
pub(crate) fn names(files: &Files, damage: &mut Vec<Damage>) -> Entities {
    let mut names = Entities::new();
    for (kind, file) in EntityKind::ALL.into_iter().zip(&files.names).filter(|(_, file)| !file.is_empty()) {
        names.read(kind, file.clone()).unwrap_or_else(|error| damage.push(error));
    }
    if !files.ends.is_empty() {
        names.read_tournament_ends(files.ends.clone()).unwrap_or_else(|error| damage.push(error));
    }
    names
}

/// The games of a base as text, and its damage.
pub(crate) fn read(files: &Files) -> (Vec<String>, Vec<Damage>) {
    let mut damage = Vec::new();
    let header = match Header::parse(&files.headers) {
        Ok(header) => header,
        Err(error) => return (Vec::new(), vec![error]),
    };
    let names = names(files, &mut damage);
    let extras = Extras::parse(&files.extras).ok();
    let (mut reader, mut builder, mut games) = (GameReader::new(), GameBuilder::new(), Vec::new());
    for number in 1..=header.records(files.headers.len() as u64) {
        let record = HeaderRecord::parse(&files.headers[header.record(number)]).unwrap();
        let HeaderRecord::Game(game) = record else { continue };
        let extra = extras.and_then(|extras| files.extras.get(extras.record(number))).map(ExtraHeader::parse);
        let moves_at = game.moves_at(extra.as_ref(), files.moves.len() as u64);
        let moves = moves_of(&files.moves, moves_at).unwrap_or_else(|error| {
            damage.push(error);
            &[]
        });
        let annotations_at = game.annotations_at(extra.as_ref(), files.annotations.len() as u64);
        let annotations = annotations_at.map_or(Ok(&[][..]), |at| annotations_of(&files.annotations, at));
        let annotations = annotations.unwrap_or_else(|error| {
            damage.push(error);
            &[]
        });
        let (header, extra, names) = (&game, extra.as_ref(), &names);
        let record = GameRecord { number, header, extra, names, moves, moves_at, annotations };
        reader.read_into(&record, &mut builder, &mut |found| damage.push(found));
        games.push(builder.game().to_string());
    }
    (games, damage)
}

/// The records of a game read with a header and names that say nothing: its text without the roster, and its damage.
pub(crate) fn read_records(moves: &[u8], annotations: &[u8], code_page: CodePage) -> (String, Vec<Damage>) {
    let mut names = Entities::new();
    names.code_page = code_page;
    let mut header = GameHeader::default();
    header.result = 3;
    let record = GameRecord {
        number: 7,
        header: &header,
        extra: None,
        names: &names,
        moves,
        moves_at: 100,
        annotations,
    };
    let (mut builder, mut damage) = (GameBuilder::new(), Vec::new());
    GameReader::new().read_into(&record, &mut builder, &mut |found| damage.push(found));
    // There are no names at all.
    damage.retain(|found| !matches!(found.reason, Reason::NoName(..)));
    let text = builder.game().to_string();
    let rest = text.split_once("[Result \"*\"]\n").map_or(&*text, |(_, rest)| rest);
    (rest.split_whitespace().collect::<Vec<_>>().join(" "), damage)
}
