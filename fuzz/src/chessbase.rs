//! Databases and archives of ChessBase: any bytes are games or damage.

use pgnkit::{Game, GameBuilder};
use pgnkit_formats::cbv::{Archive, list_len, unpack};
use pgnkit_formats::chessbase::{
    ANNOTATIONS_HEAD, CodePage, Entities, EntityKind, ExtraHeader, Extras, File, GameHeader, GameReader,
    GameRecord, Header, HeaderRecord, annotations_of, moves_of, text_title,
};

use crate::{input, reported};

/// Modes of moves that are read.
const MODES: [u8; 4] = [0, 4, 5, 10];

/// The bytes as a header with its names, as moves, as annotations, and as an archive.
pub fn check(data: &[u8]) {
    let choice = input::choice(data);
    let names = names(data, choice);
    let header = header(data);
    check_game(data, &record_of_moves(data, choice), &annotations(data, choice), &header, &names);
    // As they are, too.
    let moves = moves_of(data, 0).unwrap_or_default();
    check_game(data, moves, annotations_of(data, 0).unwrap_or_default(), &header, &names);
    let _ = text_title(data, names.code_page);
    check_archive(data, choice);
}

/// The header in the bytes, and what must hold of those that are whole.
fn header(data: &[u8]) -> GameHeader {
    if let Ok(header) = Header::parse(data) {
        assert_eq!(header.record(1).len(), Header::LEN);
    }
    if let Ok(extras) = Extras::parse(data) {
        let _ = data.get(extras.record(1)).map(ExtraHeader::parse);
    }
    match HeaderRecord::parse(data) {
        Ok(HeaderRecord::Game(game)) => game,
        _ => GameHeader::default(),
    }
}

/// Files of names of which the bytes are the first record.
fn names(data: &[u8], choice: u32) -> Entities {
    let mut names = Entities::new();
    names.code_page =
        [CodePage::ByText, CodePage::Windows1251, CodePage::Windows1252][(choice >> 4) as usize % 3];
    for kind in EntityKind::ALL {
        let mut file = Vec::new();
        for number in [1, 0, 1_234_567_890, data.len() as u32, 0, 1, choice & 4] {
            file.extend_from_slice(&number.to_le_bytes());
        }
        file.resize(28 + (choice & 4) as usize + 9, 0);
        file.extend_from_slice(data);
        names.read(kind, file).expect("a file of names");
        assert!(names.len(kind) == 1 && !names.is_empty(kind));
    }
    let _ = names.read_tournament_ends(data.to_vec());
    names
}

/// The bytes as the record of moves, with and without a start position.
fn record_of_moves(data: &[u8], choice: u32) -> Vec<u8> {
    let mut record = (data.len() as u32 + 4).to_be_bytes().to_vec();
    record[0] = MODES[choice as usize % 4] | if choice & 0x30 == 0 { 0x40 } else { 0 };
    record.extend_from_slice(data);
    record
}

/// The bytes as annotations of the first moves: a place, a type, a length, and so much of what follows.
fn annotations(data: &[u8], choice: u32) -> Vec<u8> {
    let mut record = vec![0; ANNOTATIONS_HEAD];
    let mut rest = data;
    while let Some((&[place, kind, length], after)) = rest.split_first_chunk() {
        let length = usize::from(length % 48).min(after.len());
        record.extend_from_slice(&(i32::from(place % 8) - 1).to_be_bytes()[1..]);
        record.push(if kind < 128 { kind % 0x28 } else { 0x82 });
        record.extend_from_slice(&(length as u16 + 6).to_be_bytes());
        record.extend_from_slice(&after[..length]);
        rest = &after[length..];
    }
    let size = record.len() as u32 + u32::from(choice & 0x700 == 0);
    record[10..14].copy_from_slice(&size.to_be_bytes());
    record
}

/// Reads a game; damage and the end of the game are within the records, and the game is one that PGN can hold.
fn check_game(data: &[u8], moves: &[u8], annotations: &[u8], header: &GameHeader, names: &Entities) {
    let extra = ExtraHeader::parse(data);
    let record =
        GameRecord { number: 7, header, extra: Some(&extra), names, moves, moves_at: 1000, annotations };
    let (mut reader, mut builder) = (GameReader::new(), GameBuilder::new());
    let end = reader.read_into(&record, &mut builder, &mut |found| {
        let length = match found.file {
            File::Moves => moves.len(),
            File::Annotations => annotations.len(),
            _ => Header::LEN,
        };
        assert!(found.record == 7 && found.offset <= length, "{found:?}");
        assert!(!found.to_string().is_empty());
    });
    assert_eq!((end.span.start, end.span.len()), (1000, moves.len()));
    let game: Game = builder.into_game();
    reported::check_text(data, &game);
}

/// The bytes as an archive, and as the blocks of a file.
fn check_archive(data: &[u8], choice: u32) {
    let _ = list_len(data);
    if let Ok(archive) = Archive::parse(data) {
        for file in archive.files().iter().take(4) {
            let place = file.packed.start as usize..file.packed.end as usize;
            check_unpacked(data.get(place).unwrap_or_default(), file.len);
        }
    }
    check_unpacked(data, u64::from(choice % 4096));
    // As one block, packed by each of the means.
    let head = (data.len() as u16 + 1).to_le_bytes();
    let block = [&head[..], &[0, 0, choice as u8 & 3], data].concat();
    check_unpacked(&block, u64::from(choice % 4096));
}

fn check_unpacked(packed: &[u8], len: u64) {
    match unpack(packed, len) {
        Ok(data) => assert_eq!(data.len() as u64, len),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
