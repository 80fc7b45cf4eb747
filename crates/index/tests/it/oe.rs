//! Files of counts of the Free Chess Club, beside the counts of an index.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};

use pgnkit_chess::{Move, Position, Variant, fen};
use pgnkit_index::oe::{OeError, OeFault, OeFile, OeMove, OeOptions, OeWriter};
use pgnkit_index::{Filter, Index, IndexError, Lists};
use proptest::prelude::*;

use crate::index::{TestGame, builder, games};

fn index_of(games: &[TestGame]) -> Index {
    crate::index::index_of(games, 64 << 20).0
}

fn file_of(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    file
}

fn open(bytes: &[u8]) -> Result<OeFile, OeError> {
    OeFile::of(file_of(bytes))
}

fn options(min_games: u64, plies: usize) -> OeOptions {
    let mut options = OeOptions::default();
    (options.min_games, options.plies, options.revision) = (min_games, plies, 7);
    // Little, so that rows go to files.
    options.memory = 1 << 16;
    options
}

fn written(index: &Index, options: &OeOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    index.write_oe(options, &mut bytes).unwrap();
    bytes
}

/// All positions of the games, up to a half-move.
fn positions(games: &[TestGame], plies: usize) -> Vec<Position> {
    let mut all = BTreeMap::new();
    for game in games {
        let mut position = game.start;
        for mv in game.moves.iter().take(plies) {
            all.insert(pgnkit_index::key(&position), position);
            position.play(*mv);
        }
        all.insert(pgnkit_index::key(&position), position);
    }
    all.into_values().collect()
}

#[test]
fn counts_are_those_of_the_index_for_every_position() {
    let games = games(700);
    let index = index_of(&games);
    let mut filter = Filter::default();
    filter.is_decided = true;
    for min_games in [1, 2, 5] {
        let oe = open(&written(&index, &options(min_games, usize::MAX))).unwrap();
        let (mut moves, mut found_positions) = (0, 0);
        for position in positions(&games, usize::MAX) {
            let found = oe.get(&position).unwrap().unwrap_or_default();
            if position.variant() != Variant::Standard {
                assert!(found.is_empty(), "{position}");
                continue;
            }
            let explored = index.explore(&position, &filter, Lists::default()).unwrap();
            let mover = usize::from(position.turn() == pgnkit_chess::Color::Black);
            let expected: Vec<_> = explored
                .moves
                .iter()
                .filter(|one| one.counts.games >= min_games && !one.mv.is_null())
                .map(|one| {
                    let last = one.counts.days.map(|(_, last)| last.year());
                    (one.mv, one.counts.results, one.counts.mean_rating(mover), last)
                })
                .collect();
            let found: Vec<_> =
                found.iter().map(|(mv, one)| (*mv, one.results, one.rating, one.last_year)).collect();
            assert_eq!(found, expected, "{position}");
            found_positions += u64::from(!found.is_empty());
            moves += found.len() as u64;
        }
        assert_eq!((oe.positions(), oe.moves()), (found_positions, moves));
        assert!(moves > 50, "{moves}");
    }
}

#[test]
fn later_half_moves_are_left_out() {
    let games = games(300);
    let (index, plies) = (index_of(&games), 6);
    let (all, some) = (options(1, usize::MAX), options(1, plies));
    let (all, some) = (written(&index, &all), written(&index, &some));
    let (all, some) = (open(&all).unwrap(), open(&some).unwrap());
    assert!(some.moves() > 10 && some.moves() < all.moves() / 2, "{} {}", some.moves(), all.moves());
    let mut entries = some.entries().unwrap();
    let early: Vec<_> =
        positions(&games, plies).iter().map(|position| position.explorer_key().to_le_bytes()).collect();
    while let Some(entry) = entries.next_entry().unwrap() {
        assert!(early.iter().any(|key| entry.key == key), "{entry:?}");
    }
}

#[test]
fn a_builder_writes_what_its_index_would() {
    let games = games(300);
    let mut bytes = Vec::new();
    let summary = builder(&games, 1 << 20).finish_oe(&options(2, usize::MAX), &mut bytes).unwrap();
    assert_eq!(bytes, written(&index_of(&games), &options(2, usize::MAX)));
    let oe = open(&bytes).unwrap();
    assert_eq!((summary.positions, summary.moves), (oe.positions(), oe.moves()));
}

/// Two positions: the initial one, and one in which White castles and promotes.
const TINY: &[u8] = b"FCOE\x01\0\x03\0\x08\x07\0\0\0\0\0\0\0\x02\0\0\0\xe5\x07";

const CASTLING: &str = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";

fn tiny() -> Vec<u8> {
    let castling = fen::parse(CASTLING.as_bytes()).unwrap().position;
    let mut entries = [
        // e2e4, last year 2021, 2500: 3, 1 and 2 games; d2d4, 2020, no rating: one won by each.
        (Position::START, &b"\x0c\x07\0\xc4\x13\x09\x01\x02\xcb\x06\x01\0\x04"[..]),
        // O-O as e1h1, year not known: 400 games won; a7a8=Q, 2021, 1: two drawn.
        (castling, &b"\xc4\x01\xe5\x0f\0\x96\x03\0\0\x30\x5e\0\x01\x01"[..]),
    ]
    .map(|(position, moves)| {
        let mut entry = position.explorer_key().to_le_bytes().to_vec();
        entry.extend_from_slice(moves);
        entry
    });
    entries.sort();
    let mut bytes = TINY.to_vec();
    for entry in entries {
        bytes.push(entry.len() as u8);
        bytes.extend(entry);
    }
    bytes
}

/// A move, its results, rating and last year.
type UciMove = (String, [u64; 3], Option<u16>, Option<u16>);

fn uci(moves: &[(Move, OeMove)]) -> Vec<UciMove> {
    moves
        .iter()
        .map(|(mv, one)| {
            let promotion = mv.promotion().map(|kind| format!("{kind:?}")).unwrap_or_default();
            (format!("{}{}{promotion}", mv.from(), mv.to()), one.results, one.rating, one.last_year)
        })
        .collect()
}

#[test]
fn bytes_by_hand_are_read_and_written() {
    let bytes = tiny();
    let oe = open(&bytes).unwrap();
    assert_eq!((oe.positions(), oe.moves(), oe.bytes()), (2, 4, bytes.len() as u64));
    assert_eq!((oe.head().revision, oe.head().base_year, oe.head().key_size), (7, 2021, 8));
    let castling = fen::parse(CASTLING.as_bytes()).unwrap().position;
    let start = oe.get(&Position::START).unwrap().unwrap();
    let text = |text: &str| text.to_owned();
    let expected =
        [(text("e2e4"), [3, 1, 2], Some(2500), Some(2021)), (text("d2d4"), [1, 0, 1], None, Some(2020))];
    assert_eq!(uci(&start), expected);
    let found = oe.get(&castling).unwrap().unwrap();
    let expected =
        [(text("e1h1"), [400, 0, 0], None, None), (text("a7a8Queen"), [0, 2, 0], Some(1), Some(2021))];
    assert_eq!(uci(&found), expected);
    assert_eq!(found[0].0, castling.parse_uci(b"e1g1").unwrap());
    assert!(oe.get(&fen::parse(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap().position).unwrap().is_none());
    assert!(oe.get(&Variant::Atomic.start()).unwrap().is_none());

    let mut writer = OeWriter::new(tempfile::tempfile().unwrap(), 2021);
    let mut entries = oe.entries().unwrap();
    while let Some(entry) = entries.next_entry().unwrap() {
        writer.push(entry.key.try_into().unwrap(), &entry.moves).unwrap();
    }
    let mut again = Vec::new();
    assert_eq!(writer.finish(7, &mut again).unwrap(), 2);
    assert_eq!(again, bytes);
}

/// A file with one entry, that of the initial position.
fn one(flags: u8, moves: &[u8]) -> Vec<u8> {
    let mut bytes = b"FCOE\x01\0\0\0\x08\0\0\0\0\0\0\0\0\x01\0\0\0\xe4\x07".to_vec();
    bytes[6] = flags;
    bytes.push(8 + moves.len() as u8);
    bytes.extend(Position::START.explorer_key().to_le_bytes());
    bytes.extend(moves);
    bytes
}

#[test]
fn results_are_one_number_or_three() {
    for (value, results) in [
        (&b"\x00"[..], [2, 0, 0]),
        (b"\x01", [0, 2, 0]),
        (b"\x02", [0, 0, 2]),
        (b"\x03", [1, 1, 0]),
        (b"\x04", [1, 0, 1]),
        (b"\x05", [0, 1, 1]),
        (b"\x06\x03\x04", [0, 3, 4]),
        (b"\x09\x00\x00", [3, 0, 0]),
        (b"\x86\x01\x80\x01\x01", [128, 128, 1]),
    ] {
        let oe = open(&one(0, &[b"\x0c\x07", value].concat())).unwrap();
        let found = oe.get(&Position::START).unwrap().unwrap();
        assert_eq!(uci(&found), [("e2e4".to_owned(), results, None, None)]);
    }
}

#[test]
fn en_passant_and_promotions_have_keys_and_moves_of_their_own() {
    // Only a capture that is legal counts for the key: lichess's own are the low halves of 128 bits.
    for (position, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c_u64),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
    ] {
        assert_eq!(fen::parse(position.as_bytes()).unwrap().position.explorer_key(), key, "{position}");
    }
    let position = fen::parse(b"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap().position;
    let mut squares = Vec::new();
    for (uci, expected) in [
        ("a7a8n", 0x2e30),
        ("a7a8b", 0x3e30),
        ("a7a8r", 0x4e30),
        ("a7a8q", 0x5e30),
        ("a7b8q", 0x5e70),
        ("e1d1", 0x00c4),
    ] {
        let mv = position.parse_uci(uci.as_bytes()).unwrap();
        assert_eq!(OeMove::squares_of(mv), Some(expected), "{uci}");
        let one = OeMove { squares: expected, results: [2, 0, 0], rating: None, last_year: None };
        assert_eq!(one.legal(&position), Some(mv));
        squares.push(expected);
    }
    // No promotion where there must be one, to a king, to nothing.
    for squares in [0x0e30, 0x1e30, 0x6e30, 0x7e30, 0xfe30, 0x0000] {
        let one = OeMove { squares, results: [2, 0, 0], rating: None, last_year: None };
        assert_eq!(one.legal(&position), None, "{squares:04x}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_entry_and_byte() {
    let fault = |bytes: &[u8]| match open(bytes).unwrap_err() {
        OeError::Entry { number, byte, fault } => (number, byte, fault),
        error => panic!("{error}"),
    };
    let good = one(0, b"\x0c\x07\x00");
    assert_eq!(fault(&good[..good.len() - 1]), (1, 34, OeFault::Cut));
    assert_eq!(fault(&[&good[..], b"ab"].concat()), (1 + 1, 35, OeFault::Rest(2)));
    assert_eq!(fault(&one(0, b"")), (1, 23, OeFault::Length(8)));
    assert_eq!(fault(&one(0, b"\x0c\x07\x06\x01")), (1, 32, OeFault::Number));
    assert_eq!(fault(&one(0, b"\x0c\x07\x00\x0c")), (1, 35, OeFault::Number));
    assert_eq!(fault(&one(2, b"\x0c\x07\xe5\x0f\x00")), (1, 32, OeFault::Year(2021)));
    assert_eq!(fault(&one(1, b"\x0c\x07\x80\x80\x04\x00")), (1, 32, OeFault::Rating(65_536)));
    let most = b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";
    assert_eq!(fault(&one(0, &[b"\x0c\x07", &most[..], most, most].concat())), (1, 32, OeFault::Results));
    let twice = {
        let mut bytes = one(0, b"\x0c\x07\x00");
        bytes[17] = 2;
        let entry = bytes[23..].to_vec();
        [bytes, entry].concat()
    };
    assert_eq!(fault(&twice), (2, 36, OeFault::Order));
    // Another move than one of the position is found by a look-up.
    let oe = open(&one(0, b"\x0c\x08\x00")).unwrap();
    let error = oe.get(&Position::START).unwrap_err();
    assert_eq!(error.to_string(), "entry 1, at byte 23: expected a legal move, found 0x080c");
    for (place, value, text) in [
        (0, b'G', "expected a file of the Free Chess Club (.oe), found another file"),
        (4, 2, "expected a file of version 1, found version 2"),
        (6, 4, "expected flags 0 to 3, found 4"),
        (8, 0, "expected keys of 1 to 12 bytes, found 0"),
        (8, 13, "expected keys of 1 to 12 bytes, found 13"),
    ] {
        let mut bytes = good.clone();
        bytes[place] = value;
        assert_eq!(open(&bytes).unwrap_err().to_string(), text);
    }
    let error = open(b"FCOE\x01\0").unwrap_err();
    assert_eq!(error.to_string(), "expected 23 bytes before the entries, found the end of the file");
    assert!(matches!(Index::of(file_of(&tiny())), Err(IndexError::CountsOnly)));
}

#[test]
fn keys_may_be_shorter_and_longer() {
    let key = Position::START.explorer_key().to_le_bytes();
    for size in [1, 4, 8, 9, 12] {
        let mut bytes = b"FCOE\x01\0\0\0\x08\0\0\0\0\0\0\0\0\x01\0\0\0\xe4\x07".to_vec();
        bytes[8] = size;
        let long = [&key[..], b"\xff\xee\xdd\xcc"].concat();
        bytes.push(size + 3);
        bytes.extend(&long[..usize::from(size)]);
        bytes.extend(b"\x0c\x07\x05");
        let oe = open(&bytes).unwrap();
        assert_eq!(oe.get(&Position::START).unwrap().unwrap().len(), 1, "{size}");
        let other = fen::parse(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap().position;
        assert_eq!(oe.get(&other).unwrap(), None, "{size}");
    }
}

#[test]
fn a_writer_refuses_what_a_file_cannot_have() {
    let one = OeMove { squares: 0x070c, results: [2, 0, 0], rating: None, last_year: Some(2022) };
    let mut writer = OeWriter::new(tempfile::tempfile().unwrap(), 2021);
    let fault = |result: Result<(), OeError>| match result.unwrap_err() {
        OeError::Entry { number, byte, fault } => (number, byte, fault),
        error => panic!("{error}"),
    };
    assert_eq!(fault(writer.push([2; 8], &[one])), (1, 23, OeFault::LateYear(2022)));
    let one = OeMove { last_year: None, ..one };
    assert_eq!(fault(writer.push([2; 8], &[])), (1, 23, OeFault::Length(8)));
    assert_eq!(fault(writer.push([2; 8], &vec![one; 4000])), (1, 23, OeFault::Length(8 + 6 * 4000)));
    writer.push([2; 8], &[one]).unwrap();
    assert_eq!(fault(writer.push([2; 8], &[one])), (2, 38, OeFault::Order));
    assert_eq!(fault(writer.push([1; 8], &[one])), (2, 38, OeFault::Order));
    let mut bytes = Vec::new();
    assert_eq!(writer.finish(0, &mut bytes).unwrap(), 1);
    assert_eq!(open(&bytes).unwrap().positions(), 1);
}

/// Opens bytes and asks for everything; nothing may panic.
fn ask(bytes: &[u8]) -> bool {
    let Ok(oe) = open(bytes) else { return false };
    let mut entries = oe.entries().unwrap();
    while let Ok(Some(_)) = entries.next_entry() {}
    for position in [Position::START, fen::parse(CASTLING.as_bytes()).unwrap().position] {
        let _ = oe.get(&position);
    }
    true
}

#[test]
fn damaged_files_are_refused_or_read_and_never_panic() {
    let bytes = tiny();
    for length in 0..bytes.len() {
        assert!(!ask(&bytes[..length]), "{length}");
    }
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << bit;
            ask(&damaged);
        }
    }
    let written = written(&index_of(&games(60)), &options(2, usize::MAX));
    for place in (0..written.len()).step_by(7) {
        let mut damaged = written.clone();
        damaged[place] ^= 0x55;
        ask(&damaged);
        assert!(!ask(&written[..place]));
    }
}

proptest! {
    #[test]
    fn any_entries_come_back(
        entries in proptest::collection::btree_map(
            any::<[u8; 8]>(),
            proptest::collection::vec((any::<u16>(), any::<[u32; 3]>(), any::<u16>(), 0..=2026_u16), 1..40),
            0..60,
        ),
        revision: u64,
    ) {
        let entries: Vec<(_, Vec<OeMove>)> = entries
            .into_iter()
            .map(|(key, moves)| {
                let moves = moves.into_iter().map(|(squares, results, rating, year)| OeMove {
                    squares,
                    results: results.map(|count| u64::from(count % 4) * u64::from(count % 3)),
                    rating: Some(rating).filter(|rating| *rating > 0),
                    last_year: Some(year).filter(|year| *year > 0),
                });
                (key, moves.collect())
            })
            .collect();
        let mut writer = OeWriter::new(tempfile::tempfile().unwrap(), 2026);
        for (key, moves) in &entries {
            writer.push(*key, moves).unwrap();
        }
        let mut bytes = Vec::new();
        writer.finish(revision, &mut bytes).unwrap();
        let oe = open(&bytes).unwrap();
        prop_assert_eq!(oe.head().revision, revision);
        let mut read = oe.entries().unwrap();
        for (key, moves) in &entries {
            let entry = read.next_entry().unwrap().unwrap();
            prop_assert_eq!((&entry.key[..], &entry.moves), (&key[..], moves));
        }
        prop_assert_eq!(read.next_entry().unwrap(), None);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), size in 1..=12_u8) {
        let mut file = b"FCOE\x01\0\x03\0\x08\0\0\0\0\0\0\0\0\x05\0\0\0\xe4\x07".to_vec();
        file[8] = size;
        file.extend(bytes);
        ask(&file);
    }
}
