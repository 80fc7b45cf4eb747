//! The index: its header and records, byte by byte.

use pgnkit::Outcome;
use pgnkit_formats::scid::{
    Flags, Header, IndexEntry, Reason, ScidDate, ScidEco, ScidRating, Version, begins_index,
};

fn header_bytes() -> Vec<u8> {
    let mut bytes = b"Scid.si\0\x01\x90\0\0\0\x05\0\x01\x02\0\0\x07".to_vec();
    bytes.extend_from_slice(b"My games\0rest");
    bytes.resize(128, 0);
    bytes.extend_from_slice(b"Mine\0\0\0\0\0");
    bytes.resize(182, 0);
    bytes
}

#[test]
fn headers() {
    let bytes = header_bytes();
    let header = Header::parse(&bytes).unwrap();
    assert_eq!((header.version, header.base_type, header.games, header.autoload), (Version::V4, 5, 258, 7));
    assert_eq!((&*header.description(), &*header.flag_names()[0]), ("My games", "Mine"));
    assert_eq!(header.record(2), 276..323);
    let mut again = Vec::new();
    header.write(&mut again);
    assert_eq!(Header::parse(&again).unwrap(), header);
    let mut old = bytes.clone();
    old[9] = 0x2c;
    let old = Header::parse(&old[..128]).unwrap();
    assert_eq!((old.version, old.record(1)), (Version::V3, 174..220));
    assert_eq!((Version::V3.extensions()[0], Version::V4.extensions()[2]), ("si3", "sg4"));
    let mut cut = Header::default();
    cut.set_description(&"\u{e9}".repeat(80));
    cut.set_flag_name(5, "nine bytes");
    cut.set_flag_name(6, "none");
    assert_eq!(cut.description().chars().count(), 53);
    assert_eq!(&*cut.flag_names()[5], "nine byt");
}

#[test]
fn other_files_are_no_index() {
    let bytes = header_bytes();
    assert!(begins_index(&bytes[..10]) && !begins_index(&bytes[..9]) && !begins_index(b"[Event \"a\"]"));
    for (bytes, reason) in [
        (&b"Scid.sn\0\0\0"[..], Reason::Magic),
        (b"", Reason::Magic),
        (b"Scid.si\0\x01\x91", Reason::Version(401)),
        (&bytes[..181], Reason::Short("the header of an index")),
        (b"Scid.si\0\x01", Reason::Short("the header of an index")),
    ] {
        assert_eq!(Header::parse(bytes).unwrap_err().reason, reason);
    }
}

/// A record with a value in each field.
const RECORD: [u8; 47] = [
    0x00, 0x02, 0x00, 0x10, // offset
    0x12, 0x34, // length
    0x81, // its bit 16, and the flag 1 of the user
    0x20, 0x08, // flags: deleted, and `!`
    0x21, 0x00, 0x03, 0x00, 0x04, // White 131075, Black 65540
    0xe5, 0x00, 0x05, 0x00, 0x06, 0x00, 0x07, // event 458757, site 65542, round 65543
    0x23, 0xa1, // result 0-1; classes 3, 10, 1
    0x61, 0x3d, // B90a1
    0x8c, 0x0f, 0x91, 0x64, // event date in the year of the game, June; date 1992.11.04
    0x0a, 0xf0, // 2800, Elo
    0x29, 0xc4, // 2500, Rapid
    0x00, 0x6a, 0x86, 0xa8, // no stored line; the material of the start
    0x05, 0x42, // 261 half-moves, two pawns
    0xb4, 0, 0, 0, 0, 0, 0, 0,
];

#[test]
fn records() {
    let entry = IndexEntry::parse(&RECORD, Version::V4).unwrap();
    assert_eq!((entry.offset, entry.length), (0x20010, 0x11234));
    assert_eq!(entry.flags, Flags::DELETED | Flags::from_letters("!1").unwrap());
    assert_eq!(entry.flags.letters(), "D!1");
    assert_eq!((entry.white, entry.black), (131_075, 65_540));
    assert_eq!((entry.event, entry.site, entry.round), (458_757, 65_542, 65_543));
    assert_eq!(entry.outcome(), Some(Outcome::BlackWins));
    assert_eq!((entry.nags, entry.comments, entry.variations), (3, 10, 1));
    assert_eq!(entry.eco, ScidEco::from_name("B90a1").unwrap());
    assert_eq!(entry.date.date().unwrap().to_string(), "1992.11.04");
    assert_eq!(entry.event_date().unwrap().date().unwrap().to_string(), "1992.06.??");
    assert_eq!(entry.white_rating, ScidRating { value: 2800, kind: 0 });
    assert_eq!(entry.black_rating, ScidRating { value: 2500, kind: 2 });
    assert_eq!((entry.stored_line, entry.material), (0, 0x6a_86a8));
    assert_eq!((entry.plies, entry.home_pawn_count, entry.home_pawns[0]), (261, 2, 0xb4));
    // Version 3 lacks the byte with the flags of the user.
    let old = [&RECORD[..6], &RECORD[7..]].concat();
    let old = IndexEntry::parse(&old, Version::V3).unwrap();
    assert_eq!((old.length, old.flags.letters(), old.plies), (0x1234, "D!".to_owned(), 261));
    assert!(IndexEntry::parse(&RECORD[..46], Version::V4).is_err());
}

/// Whatever its bits are, a record is written as it was read.
#[test]
fn every_bit_is_kept() {
    let mut seed = 1_u32;
    for _ in 0..2000 {
        let record: Vec<u8> = (0..47)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 24) as u8
            })
            .collect();
        let mut again = Vec::new();
        IndexEntry::parse(&record, Version::V4).unwrap().write(&mut again);
        // The bit 6 of that byte has no meaning.
        let mut expected = record;
        expected[6] &= 0xbf;
        assert_eq!(again, expected);
    }
}

/// A record of version 5 with a value in each field, as words.
const RECORD_5: [u32; 12] = [
    0xa000_0003, // ten comments, White 3
    0x1fff_ffff, // one variation, Black 268435455
    0x3000_0005, // three glyphs, event 5
    0xffff_fff6, // site
    0x8000_0007, // Chess960, round 7
    0xaf0f_9164, // 2800; date 1992.11.04
    0x9c4f_90c0, // 2500; event date 1992.06.??
    0x4140_2008, // 261 half-moves; flags: deleted and `!`
    0x891a_0001, // length 70196, offset 1 << 32 and
    0x0002_0010, // more
    0x006a_86a8, // the material of the start
    0x0209_613d, // two pawns, kinds 0 and 2, result 1-0; B90a1
];

#[test]
fn records_of_version_5() {
    let mut record: Vec<u8> = RECORD_5.iter().flat_map(|word| word.to_le_bytes()).collect();
    record.extend_from_slice(&[0xb4, 0, 0, 0, 0, 0, 0, 0]);
    let entry = IndexEntry::parse(&record, Version::V5).unwrap();
    assert_eq!((entry.offset, entry.length), (0x1_0002_0010, 0x11234));
    assert_eq!(entry.flags.letters(), "D!");
    assert_eq!((entry.white, entry.black), (3, (1 << 28) - 1));
    assert_eq!((entry.event, entry.site, entry.round), (5, u32::MAX - 9, 7));
    assert!(entry.chess960);
    assert_eq!(entry.outcome(), Some(Outcome::WhiteWins));
    assert_eq!((entry.nags, entry.comments, entry.variations), (3, 10, 1));
    assert_eq!(entry.eco, ScidEco::from_name("B90a1").unwrap());
    assert_eq!(entry.date.date().unwrap().to_string(), "1992.11.04");
    assert_eq!(entry.event_date().unwrap().date().unwrap().to_string(), "1992.06.??");
    assert_eq!(entry.white_rating, ScidRating { value: 2800, kind: 0 });
    assert_eq!(entry.black_rating, ScidRating { value: 2500, kind: 2 });
    assert_eq!((entry.stored_line, entry.material), (0, 0x6a_86a8));
    assert_eq!((entry.plies, entry.home_pawn_count, entry.home_pawns[0]), (261, 2, 0xb4));
    let mut again = Vec::new();
    entry.write(&mut again);
    assert_eq!(again, record);
    assert!(IndexEntry::parse(&record[..55], Version::V5).is_err());
}

#[test]
fn values() {
    for name in ["A00", "E99", "B90a", "B90z4", "C45j3"] {
        assert_eq!(ScidEco::from_name(name).unwrap().to_string(), name);
    }
    for name in ["", "F00", "A0", "A000", "A00a5", "A00a0", "a00", "A00A"] {
        assert_eq!(ScidEco::from_name(name), None, "{name}");
    }
    assert_eq!(ScidEco::from_bits(1).to_string(), "A00");
    assert!(ScidEco::from_bits(65_500).is_valid() && !ScidEco::from_bits(65_501).is_valid());
    assert_eq!(ScidEco::from_bits(65_535).to_string(), "");
    for (count, class) in
        [(0, 0), (10, 10), (12, 10), (13, 11), (17, 11), (18, 12), (34, 13), (44, 14), (45, 15)]
    {
        assert_eq!(IndexEntry::count_class(count), class, "{count}");
    }
    let date = |text: &str| ScidDate::new(text.parse().unwrap());
    assert_eq!(date("2048.01.01"), None);
    for (game, event, kept) in [
        ("1992.11.04", "1995.01.??", true),
        ("1992.11.04", "1989.??.??", true),
        ("1992.11.04", "1996.01.01", false),
        ("????.11.04", "1992.01.01", false),
        ("1992.11.04", "????.01.01", false),
    ] {
        let mut entry = IndexEntry::default();
        entry.date = date(game).unwrap();
        assert_eq!(entry.set_event_date(date(event).unwrap()), kept, "{game} {event}");
        assert_eq!(entry.event_date(), date(event).filter(|_| kept), "{game} {event}");
    }
}
