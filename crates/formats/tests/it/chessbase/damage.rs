//! Damaged bases: what is there is read, and the rest reported with its place.

use pgnkit::chess::{ChessMode, SetupError, fen};
use pgnkit_formats::chessbase::{CodePage, File, Reason};

use super::writer::{Codes, Files, annotations_record, moves_record, setup, text};
use super::{read, read_records};

/// Codes of mode 0: moves, and marks from 236 on.
fn codes(codes: &[u8]) -> Vec<u8> {
    let mut writer = Codes::new(0);
    for &code in codes {
        if code >= 236 { writer.mark(code) } else { writer.mv(&[code]) }
    }
    writer.bytes
}

#[test]
fn damaged_moves() {
    let record = |bytes: &[u8]| moves_record(0, &[], &codes(bytes));
    for (record, text, ply, offset, reason) in [
        (vec![], "*", None, 0, Reason::Short("the moves")),
        (vec![0, 0, 0], "*", None, 3, Reason::Short("the moves")),
        (vec![0x80, 0, 0, 4], "*", None, 0, Reason::Mode(0)),
        (vec![3, 0, 0, 4], "*", None, 0, Reason::Mode(3)),
        (vec![63, 0, 0, 4], "*", None, 0, Reason::Mode(63)),
        (record(&[128]), "1. e4 *", Some(1), 5, Reason::Short("the end of the moves")),
        // A move that is none ends the line.
        (record(&[128, 1, 128, 255]), "1. e4 *", Some(1), 5, Reason::Illegal),
        (record(&[128, 143, 128, 255]), "1. e4 *", Some(1), 5, Reason::NoPiece),
        (record(&[128, 240, 128, 255]), "1. e4 *", Some(1), 5, Reason::Code(240)),
        (record(&[9, 255]), "*", Some(0), 4, Reason::Illegal),
        // A variation ends there, and the game goes on.
        (
            record(&[254, 128, 128, 255, 124, 143, 124, 255]),
            "1. e4 (1. d4) 1... e5 *",
            Some(1),
            9,
            Reason::NoPiece,
        ),
        (record(&[254, 128, 128, 255, 1, 124, 255]), "1. e4 e5 *", Some(1), 8, Reason::Illegal),
        // Without a move of the line there is nothing that an alternative could replace.
        (record(&[254, 1, 255, 128, 255]), "*", Some(0), 5, Reason::Illegal),
        (record(&[254, 128, 128, 255, 124]), "1. e4 (1. d4) 1... e5 *", Some(2), 9, Reason::OpenVariation),
    ] {
        let (found, damage) = read_records(&record, &[], CodePage::default());
        assert_eq!(found, text, "{record:x?}");
        let first = damage.first().unwrap_or_else(|| panic!("no damage in {record:x?}"));
        assert_eq!((first.ply, first.offset, &first.reason), (ply, offset, &reason), "{record:x?}");
        assert_eq!((first.file, first.record, damage.len()), (File::Moves, 7, 1), "{damage:?}");
        assert!(first.to_string().starts_with("game 7, "), "{first}");
    }
    // The record is cut, and the rest of it is read.
    let mut cut = record(&[128, 128, 255]);
    cut.truncate(6);
    let (found, damage) = read_records(&cut, &[], CodePage::default());
    let reasons: Vec<Reason> = damage.into_iter().map(|damage| damage.reason).collect();
    let short = [Reason::Short("the rest of the moves"), Reason::Short("the end of the moves")];
    assert_eq!((&*found, &reasons[..]), ("1. e4 e5 *", &short[..]));
}

#[test]
fn damaged_starts() {
    let position = fen::parse(b"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 7").unwrap().position;
    let whole = setup(&position, ChessMode::Standard);
    let read = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut start = whole.clone();
        change(&mut start);
        read_records(&moves_record(0, &start, &codes(&[255])), &[], CodePage::default())
    };
    let (found, damage) = read(&|_| {});
    assert!(damage.is_empty() && found.contains("w KQkq d6 0 7"), "{found}: {damage:?}");
    let (found, damage) = read(&|start| start[1] = 1);
    assert_eq!(damage[0].reason, Reason::SetupValue("en passant square"));
    assert!(found.contains("w KQkq - 0 7"), "{found}");
    let (found, damage) = read(&|start| start[1] = 9);
    assert!(damage.len() == 1 && found.contains("w KQkq - 0 7"), "{found}");
    // The rook of a1 is a knight.
    let (found, damage) = read(&|start| start[4] = start[4] & !0x38 | 3 << 3);
    assert_eq!(damage[0].reason, Reason::SetupValue("castling right"));
    assert!(found.contains("w Kkq d6 0 7"), "{found}");
    let (found, damage) = read(&|start| start[4..].fill(0));
    assert!(matches!(damage[0].reason, Reason::Setup(SetupError::NoKing(_))), "{damage:?}");
    assert!(!found.contains("FEN"), "{found}");
    let (_, damage) = read(&|start| start[4..].fill(0xff));
    assert_eq!(damage[0].reason, Reason::SetupValue("piece"));
    let (_, damage) = read(&|start| start.truncate(20));
    assert_eq!(damage[0].reason, Reason::Short("the start position"));
    let bytes = moves_record(10, &whole, &[]);
    assert_eq!(
        read_records(&bytes, &[], CodePage::default()).1[0].reason,
        Reason::Short("the start position")
    );
}

#[test]
fn damaged_annotation_records() {
    let moves = moves_record(0, &[], &codes(&[128, 255]));
    let whole = annotations_record(&[(0, 2, text(b"one")), (0, 2, text(b"two"))]);
    for (length, expected, part) in [
        (5, "1. e4 *", "the header of the annotations"),
        (whole.len() - 1, "1. e4 {one} {tw} *", "the rest of an annotation"),
        (whole.len() - 8, "1. e4 {one} *", "an annotation"),
        (14, "1. e4 *", "the rest of the annotations"),
    ] {
        let (found, damage) = read_records(&moves, &whole[..length], CodePage::default());
        assert_eq!(found, expected);
        assert_eq!((damage[0].file, &damage[0].reason), (File::Annotations, &Reason::Short(part)));
    }
}

#[test]
fn damaged_headers() {
    let mut files = Files::new();
    for pawn in [128, 124, 120] {
        files.push(&moves_record(0, &[], &codes(&[pawn, 255])), &[], |_| {});
    }
    let texts = read(&files).0;
    assert_eq!(texts.len(), 3);
    let damaged = |at: usize, bytes: &[u8]| {
        let mut files = files.clone();
        files.headers[92 + at..92 + at + bytes.len()].copy_from_slice(bytes);
        let (games, mut damage) = read(&files);
        damage.retain(|damage| !matches!(damage.reason, Reason::NoName(..)));
        assert_eq!((games.len(), &games[0], &games[2]), (3, &texts[0], &texts[2]));
        damage.into_iter().map(|damage| damage.reason).collect::<Vec<_>>()
    };
    let outside = Reason::Outside { offset: 0xff00_0000 };
    assert_eq!(damaged(1, &[0xff, 0, 0, 0]), [outside.clone(), Reason::Short("the moves")]);
    assert_eq!(damaged(5, &[0xff, 0, 0, 0]), [outside]);
    assert_eq!(damaged(27, &[9]), [Reason::Value("Result")]);
    assert_eq!(damaged(27, &[7]), [Reason::BothLost]);
    assert_eq!(damaged(24, &[0xff, 0xff, 0xff]), [Reason::Value("Date")]);
    assert_eq!(damaged(35, &[0, 1]), [Reason::Value("ECO")]);
    assert_eq!(damaged(35, &[0xfb, 0xff]), [Reason::Value("ECO")]);
}

/// Each byte of a base with each of some values, and each of its beginnings: games or damage.
#[test]
fn no_byte_panics() {
    let game = "[SetUp \"1\"]\n[FEN \"r3k2r/pP6/8/8/8/8/Pp6/R2QK2R w KQkq - 0 20\"]\n\n\
        1. O-O {a} (1. bxa8=N $5 Ke7 (1... Kf7)) 1... b1=B 2. Qd4 *";
    let mut whole = Files::new();
    whole.push_game(&game.parse().unwrap(), 0);
    whole.push_game(&"1. e4 e5 (1... c5 {x}) 2. Qh5 Ke7 3. Qxe5# 1-0".parse().unwrap(), 5);
    whole.push_game(&pgnkit::Game::chess960(100).unwrap(), 10);
    let annotations =
        annotations_record(&[(0, 9, vec![1; 40]), (1, 0x13, vec![2; 60]), (-1, 0x26, vec![0, 9, 1, 1])]);
    whole.push(&moves_record(4, &[], &[9; 30]), &annotations, |_| {});
    whole.names[0] = super::writer::names_file(58, &[vec![b'a'; 58]]);
    whole.names[1] = super::writer::names_file(90, &[vec![0xb1; 90]]);
    whole.extras = [&[11_u8, 0, 0, 0, 120, 0, 0, 0][..], &[0; 24], &[0; 120]].concat();
    whole.ends = [&[3_u8, 0, 0, 0, 65, 0, 0, 0][..], &[0; 24 + 65]].concat();
    let lengths = {
        let files = &mut whole.clone();
        all_files(files).map(|file| file.len())
    };
    let mut damaged = 0;
    for (file, length) in lengths.into_iter().enumerate() {
        for at in 0..length {
            for value in [0, 1, 2, 7, 64, 127, 128, 240, 255] {
                let mut files = whole.clone();
                all_files(&mut files)[file][at] = value;
                let (games, damage) = read(&files);
                damaged +=
                    usize::from(damage.iter().any(|damage| !matches!(damage.reason, Reason::NoName(..))));
                for text in games {
                    // What was read is a game that PGN can hold.
                    let parsed: Vec<_> = pgnkit::parse_games(text.as_bytes()).collect();
                    assert!(parsed.len() == 1, "{text}");
                }
            }
            let mut files = whole.clone();
            all_files(&mut files)[file].truncate(at);
            read(&files);
        }
    }
    assert!(damaged > 500, "only {damaged}");
}

fn all_files(files: &mut Files) -> [&mut Vec<u8>; 7] {
    let [players, tournaments, ..] = &mut files.names;
    [
        &mut files.headers,
        &mut files.moves,
        &mut files.annotations,
        &mut files.extras,
        &mut files.ends,
        players,
        tournaments,
    ]
}

/// Random bytes as moves and annotations of every mode.
#[test]
fn random_bytes() {
    let mut random = 7_u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) as u8
    };
    for round in 0..4000_u32 {
        let mode = [0, 4, 5, 10][round as usize % 4];
        let bytes: Vec<u8> = (0..next()).map(|_| next()).collect();
        let start: Vec<u8> = (0..if round % 3 == 0 { 36 } else { 0 }).map(|_| next()).collect();
        let notes: Vec<(i32, u8, Vec<u8>)> = (0..next() % 8)
            .map(|_| (i32::from(next() % 8) - 2, next() % 0x28, (0..next() % 40).map(|_| next()).collect()))
            .collect();
        let moves = moves_record(mode, &start, &bytes);
        for annotations in [annotations_record(&notes), bytes.clone()] {
            let (text, damage) = read_records(&moves, &annotations, CodePage::default());
            assert_eq!(pgnkit::parse_games(text.as_bytes()).count(), 1, "{text}");
            for found in damage {
                let file = if found.file == File::Moves { &moves } else { &annotations };
                assert!(found.offset <= file.len().max(46), "{found:?}");
            }
        }
    }
}

/// Variations within each other take no stack, and time and memory in proportion; there is a limit.
#[test]
fn deep_variations() {
    // Positions with alternatives, each after the move before.
    let mut moves = Vec::new();
    for _ in 0..100_000 {
        moves.extend([254, 0]);
    }
    let (text, damage) = read_records(&moves_record(0, &[], &codes(&moves)), &[], CodePage::default());
    assert!(text.starts_with("1. -- --"), "{}", &text[..40]);
    assert_eq!(damage.last().unwrap().reason, Reason::Depth);
    // An alternative to each alternative's first move.
    let mut moves = Vec::new();
    for _ in 0..100_000 {
        moves.extend([254, 0, 255, 0]);
    }
    moves.push(255);
    let (text, damage) = read_records(&moves_record(0, &[], &codes(&moves)), &[], CodePage::default());
    assert!(text.starts_with("1. -- ("), "{}", &text[..40]);
    assert!(damage.iter().any(|found| found.reason == Reason::Depth), "{}", damage.len());
    // Marks only.
    let (text, damage) =
        read_records(&moves_record(0, &[], &codes(&[254; 100_000])), &[], CodePage::default());
    assert_eq!((&*text, damage.len()), ("*", 1));
}
