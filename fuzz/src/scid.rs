//! Databases of Scid: games come back, and any bytes are games or damage.

use pgnkit::chess::ChessMode;
use pgnkit::syntax::Ignore;
use pgnkit::{Export, Game, GameBuilder, Replayer};
use pgnkit_formats::scid::{
    Damage, Encoder, File, Files, GameReader, GameRecord, Header, IndexEntry, Names, Version, begins_index,
    encode_game,
};

use crate::input::{self, shown};
use crate::reported;

/// The bytes as games, as the parts of a database, and as damage of the one that the games make.
pub fn check(data: &[u8]) {
    let choice = input::choice(data);
    let text = input::text(data);
    check_games(&text, Version::V5);
    let files = check_games(&text, Version::V4);
    check_parts(data, &files);
    check_damaged(files, data, choice);
}

fn export(game: &Game) -> String {
    let mut text = Vec::new();
    Export::default().write_game(game, &mut text);
    shown(&text)
}

/// The database of the games of a text that fit into one; they come back.
fn check_games(text: &[u8], version: Version) -> Files {
    let (mut encoder, mut builder) = (Encoder::with_version(version), GameBuilder::new());
    let (mut replayer, mut exports) = (Replayer::new(text), Vec::new());
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let game = builder.game();
        // Of comments that become one there is a test.
        let encoded = encode_game(game, version).ok().filter(|encoded| encoded.joined_comments == 0);
        if encoded.is_some_and(|encoded| encoder.push_encoded(encoded).is_ok()) {
            exports.push(export(&as_stored(game)));
        }
    }
    let files = encoder.finish();
    let (games, damage) = read(&files);
    assert!(damage.is_empty(), "{:?} in {}", damage.first(), shown(text));
    let games: Vec<String> = games.iter().map(export).collect();
    assert_eq!(games, exports, "{}", shown(text));
    files
}

/// The game with one word on its result, and with the tag of Chess960, as a database has it.
fn as_stored(game: &Game) -> Game {
    let mut game = game.clone();
    game.set_result(game.result());
    let has_variant = game.tags().any(|(name, _)| name.eq_ignore_ascii_case("Variant"));
    if game.start().mode == ChessMode::Chess960 && !has_variant {
        game.set_tag("Variant", "Chess960").expect("a tag that every game may have");
    }
    game
}

fn read(files: &Files) -> (Vec<Game>, Vec<Damage>) {
    let (mut games, mut damage) = (Vec::new(), Vec::new());
    let mut header = match Header::parse(&files.index) {
        Ok(header) => header,
        // Version 5 has none.
        Err(_) if files.index.len().is_multiple_of(Version::V5.record_len()) => {
            Header::of_version_5(files.index.len() as u64)
        }
        Err(error) => return (games, vec![error]),
    };
    assert!(begins_index(&files.index) || header.version == Version::V5);
    let names = read_names(&files.names, &mut header, &mut damage);
    let mut reader = GameReader::new();
    for number in 0..header.games {
        let Some(bytes) = files.index.get(header.record(number)) else { break };
        let entry = IndexEntry::parse(bytes, header.version).expect("a whole record");
        match entry.blob(&files.games) {
            Ok(blob) => games.push(read_game(&mut reader, number + 1, &entry, &names, blob, &mut damage)),
            Err(error) => damage.push(error),
        }
    }
    (games, damage)
}

/// The names of a file; damage is within it.
fn read_names(file: &[u8], header: &mut Header, damage: &mut Vec<Damage>) -> Names {
    Names::parse_with(file, header, &mut |found| {
        assert!(found.file == File::Names && found.record > 0 && found.offset <= file.len(), "{found:?}");
        damage.push(found);
    })
    .unwrap_or_else(|error| {
        damage.push(error);
        Names::default()
    })
}

/// The game of a blob; damage and the end of the game are within it.
fn read_game(
    reader: &mut GameReader,
    number: u32,
    entry: &IndexEntry,
    names: &Names,
    blob: &[u8],
    damage: &mut Vec<Damage>,
) -> Game {
    let mut builder = GameBuilder::new();
    let record = GameRecord { number, entry, names, blob };
    let end = reader.read_into(&record, &mut builder, &mut |found| {
        assert!(
            found.file == File::Games && found.record == number && found.offset <= blob.len(),
            "{found:?}"
        );
        assert!(!found.to_string().is_empty());
        damage.push(found);
    });
    assert_eq!((end.span.start, end.span.end - end.span.start), (entry.offset as usize, blob.len()));
    builder.into_game()
}

/// The bytes as a header and a record of an index, as names, and as the blob of a game.
fn check_parts(data: &[u8], files: &Files) {
    let _ = Header::parse(data);
    for version in [Version::V3, Version::V4, Version::V5] {
        let Ok(entry) = IndexEntry::parse(data, version) else { continue };
        let mut again = Vec::new();
        entry.write(&mut again);
        let written = if version == Version::V3 { Version::V4 } else { version };
        let mut kept = IndexEntry::parse(&again, written).expect("a whole record");
        kept.version = version;
        assert_eq!(kept, entry, "{}", shown(data));
        let names = Names::default();
        let game = read_game(&mut GameReader::new(), 1, &entry, &names, data, &mut Vec::new());
        reported::check_text(data, &game);
    }
    let mut damage = Vec::new();
    read_names(data, &mut Header::of_version_5(0), &mut damage);
    let names = [&files.names[..files.names.len().min(36)], data].concat();
    let names = read_names(&names, &mut Header::default(), &mut damage);
    let entry = IndexEntry::default();
    // Moves are reached after an end of tags and a start byte.
    for blob in [data.to_vec(), [&b"\0\0"[..], data].concat()] {
        let game = read_game(&mut GameReader::new(), 1, &entry, &names, &blob, &mut damage);
        reported::check_text(&blob, &game);
        // Of a game that was read, nothing is lost.
        let Ok(encoded) = encode_game(&game, Version::V4) else { continue };
        let (mut lost, names) = (Vec::new(), Names::default());
        let again = read_game(&mut GameReader::new(), 1, &encoded.entry, &names, &encoded.blob, &mut lost);
        assert!(lost.len() == 5, "{lost:?} in {}", shown(&blob));
        assert_eq!(again.ply_count(), game.ply_count(), "{}", shown(&blob));
        assert_eq!(again.nodes().count(), game.nodes().count(), "{}", shown(&blob));
    }
}

/// A database with some bytes changed, and cut.
fn check_damaged(mut files: Files, data: &[u8], mut choice: u32) {
    for &byte in data.iter().take(8) {
        choice = choice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let file = match choice >> 30 {
            0 => &mut files.index,
            1 => &mut files.names,
            _ => &mut files.games,
        };
        let at = (choice >> 4) as usize % file.len().max(1);
        match file.get_mut(at) {
            Some(_) if byte == b'!' => file.truncate(at),
            Some(place) => *place = byte,
            None => {}
        }
    }
    let (games, _) = read(&files);
    for game in games.iter().take(100) {
        reported::check_text(data, game);
    }
}
