//! The headers of games, byte by byte.

use pgnkit::Outcome;
use pgnkit_formats::chessbase::{
    CbDate, CodePage, Entities, EntityKind, ExtraHeader, Extras, Header, HeaderRecord, Reason,
    annotations_range, begins_headers, moves_of, moves_range, text_title,
};

fn file() -> Vec<u8> {
    let mut file = vec![0, 0, 0x24, 0, 46, 1, 0, 0, 0, 3];
    file.resize(46, 0);
    file
}

/// A record with a value in each field.
const RECORD: [u8; 46] = [
    0x81, 0, 0, 1, 2, // deleted; offset in `.cbg`
    0, 0, 3, 4, // offset in `.cba`
    0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0, 8, 0, 0, 9, // players, tournament, annotator, source
    0x0f, 0x91, 0x64, // 1992.11.04
    2, 0, 5, 3, // 1-0, round 5.3
    0x0a, 0x8c, 0, 0, // 2700
    0x31, 0x80, // B99 - one: 0x3180 / 128 - 1 = 98
    0, 4, 0, 0, 0, 3, 0, 0, 40,
];

#[test]
fn headers() {
    let file = file();
    assert!(begins_headers(&file[..5]) && !begins_headers(&file[..4]) && !begins_headers(b"[Event"));
    let header = Header::parse(&file).unwrap();
    assert_eq!((header.declared, header.record(2)), (2, 92..138));
    // The length of the file decides, and some bytes at its end are no record.
    assert_eq!([0, 46, 92, 140, u64::MAX].map(|len| header.records(len)), [0, 0, 1, 2, u32::MAX]);
    for (bytes, reason) in [
        (&b""[..], Reason::Magic),
        (b"Scid.si\0", Reason::Magic),
        (&file[..45], Reason::Short("the header of the headers")),
    ] {
        assert_eq!(Header::parse(bytes).unwrap_err().reason, reason);
    }
}

#[test]
fn records_of_games() {
    let HeaderRecord::Game(game) = HeaderRecord::parse(&RECORD).unwrap() else { panic!("a text") };
    assert!(game.is_deleted);
    assert_eq!((game.moves, game.annotations), (258, 772));
    assert_eq!((game.white, game.black, game.tournament, game.annotator, game.source), (5, 6, 7, 8, 9));
    assert_eq!(game.date.date().unwrap().to_string(), "1992.11.04");
    assert_eq!((game.outcome(), game.round, game.subround), (Some(Outcome::WhiteWins), 5, 3));
    assert_eq!(
        (game.white_rating, game.black_rating, game.eco(), game.chess960()),
        (2700, 0, Some(98), None)
    );
    assert_eq!((game.medals, game.flags, game.moves_count), (4, 3, 40));
    let mut other = RECORD;
    other[27] = 8;
    other[35..37].copy_from_slice(&(64_576_u16 + 518).to_be_bytes());
    let HeaderRecord::Game(game) = HeaderRecord::parse(&other).unwrap() else { panic!("a text") };
    assert_eq!((game.outcome(), game.eco(), game.chess960()), (None, None, Some(518)));
    assert_eq!(
        HeaderRecord::parse(&RECORD[..45]).unwrap_err().reason,
        Reason::Short("a record of the headers")
    );
}

#[test]
fn records_of_texts() {
    let mut record = RECORD;
    record[0] = 3;
    let HeaderRecord::Text(text) = HeaderRecord::parse(&record).unwrap() else { panic!("a game") };
    assert_eq!((text.is_deleted, text.text, text.text_at(None, 0)), (false, 258, 258));
    assert_eq!((text.tournament, text.source, text.annotator), (0x03_04_00, 0x00_05_00, 0x00_06_00));
}

#[test]
fn offsets_above_four_gigabytes() {
    let HeaderRecord::Game(game) = HeaderRecord::parse(&RECORD).unwrap() else { panic!("a text") };
    let mut record = vec![0xff; 8];
    record.resize(120, 0);
    record[12..20].copy_from_slice(&(1_u64 << 33).to_be_bytes());
    record[30..38].copy_from_slice(&(1_u64 << 34).to_be_bytes());
    record[116..120].copy_from_slice(&9_u32.to_be_bytes());
    let extra = ExtraHeader::parse(&record);
    assert_eq!((extra.white_team, extra.game_tag), (None, Some(9)));
    let huge = 1 << 40;
    assert_eq!(game.moves_at(Some(&extra), huge), 1 << 34);
    assert_eq!(game.annotations_at(Some(&extra), huge), Some(1 << 33));
    // A small file has small offsets.
    assert_eq!((game.moves_at(Some(&extra), 1000), game.annotations_at(None, huge)), (258, Some(772)));
    assert_eq!(ExtraHeader::parse(&[0; 8]).moves, None);
    let head = [&[11_u8, 0, 0, 0, 120][..], &[0; 27]].concat();
    assert_eq!(Extras::parse(&head).unwrap().record(2), 152..272);
    assert_eq!(Extras::parse(&[0; 32]).unwrap_err().reason, Reason::Magic);
    assert_eq!(Extras::parse(&[0; 3]).unwrap_err().reason, Reason::Short("the header"));
}

#[test]
fn places_of_records() {
    assert_eq!(moves_range(7, &[0x40, 0, 1, 2]).unwrap(), 7..265);
    assert_eq!(moves_range(u64::MAX - 1, &[0, 0, 0, 0]).unwrap(), u64::MAX - 1..u64::MAX);
    let head = [&[0; 10][..], &[0, 0, 1, 0]].concat();
    assert_eq!(annotations_range(7, &head).unwrap(), 7..263);
    assert_eq!(moves_range(7, &[0; 3]).unwrap_err().reason, Reason::Outside { offset: 7 });
    assert_eq!(annotations_range(7, &[0; 13]).unwrap_err().reason, Reason::Outside { offset: 7 });
    // The file can end in it.
    assert_eq!(moves_of(&[9, 0, 0, 0, 9, 1], 1).unwrap(), [0, 0, 0, 9, 1]);
    assert_eq!(moves_of(&[0; 9], u64::MAX).unwrap_err().reason, Reason::Outside { offset: u64::MAX });
}

#[test]
fn dates() {
    for (bits, date) in
        [(0, Some("????.??.??")), (1992 << 9, Some("1992.??.??")), (1992 << 9 | 15 << 5, None)]
    {
        assert_eq!(CbDate::from_bits(bits).date().map(|date| date.to_string()).as_deref(), date, "{bits:x}");
    }
}

#[test]
fn titles_of_texts() {
    let record = b"\x80\0\0\x20\x03\0\x02\0\0\0\0\0\x01\0\x05\0Begin\0\x01\0";
    assert_eq!(text_title(record, CodePage::default()).as_deref(), Some("Begin"));
    for cut in [0, 3, 7, 14, 20] {
        assert_eq!(text_title(&record[..cut], CodePage::default()), None);
    }
    assert_eq!(text_title(&[0; 30], CodePage::default()), None);
}

#[test]
fn titles_of_games_end_before_their_counts() {
    let mut file: Vec<u8> = Vec::new();
    for number in [1, u32::MAX, 1_234_567_890, 1608, u32::MAX, 1, 4, 0, u32::MAX, u32::MAX] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    file.push(0);
    file.resize(file.len() + 1600, 0);
    file.extend_from_slice(&[0xe5, 0x17, 0, 0, 1, 0, 0, 0]);
    let mut names = Entities::new();
    names.read(EntityKind::GameTag, file.clone()).unwrap();
    assert_eq!(names.game_tag(0).as_deref(), Some(""));
    // The second language, where the first is empty.
    file[41 + 200..41 + 205].copy_from_slice(b"Titel");
    names.read(EntityKind::GameTag, file).unwrap();
    assert_eq!(names.game_tag(0).as_deref(), Some("Titel"));
}
