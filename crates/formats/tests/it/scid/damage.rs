//! Damaged databases: what is there is read, and the rest reported with its place.

use pgnkit::chess::fen;
use pgnkit_formats::scid::{File, Files, NameKind, Reason};

use super::{encoded, game, read, read_blob};

#[test]
fn damaged_blobs() {
    let [fen, blank] = [&b"x"[..], b"  "].map(|text| fen::parse(text).unwrap_err());
    for (blob, text, ply, offset, reason) in [
        (&b""[..], "*", None, 0, Reason::Short("the end of the tags")),
        (b"\0", "*", None, 1, Reason::Short("the start of the game")),
        (b"\x05Ev", "*", None, 0, Reason::Short("a tag")),
        (b"\xf3\x05Tal", "*", None, 0, Reason::Short("a tag")),
        (b"\xfb\x01x\0\0\x0f", "*", None, 0, Reason::TagName("251".to_owned())),
        (b"\x03a b\x01x\x01a\x01y\0\0\x0f", "[a \"y\"] *", None, 0, Reason::TagName("a b".to_owned())),
        (b"\x01a\x01x\x01a\x01y\0\0\x0f", "[a \"x\"] *", None, 5, Reason::RepeatedTag("a".to_owned())),
        (b"\x05White\x01x\0\0\x0f", "*", None, 1, Reason::RepeatedTag("White".to_owned())),
        (b"\x03FEN\x01x\0\0\x0f", "*", None, 1, Reason::StartTag("FEN".to_owned())),
        (b"\x07variant\x06Atomic\0\0\x0f", "*", None, 1, Reason::StartTag("Variant".to_owned())),
        (b"\0\x01x\0\xcf\x0f", "[FEN \"x\"] [SetUp \"1\"] *", None, 2, Reason::Fen(fen)),
        (b"\0\x01\n \0\xcf\x0f", "*", None, 2, Reason::Fen(blank)),
        // The end of the game is missing.
        (b"\0\0\xcf", "1. e4 *", Some(1), 3, Reason::Short("the end of the moves")),
        (b"\0\0\xcf\x0b", "1. e4 *", Some(1), 3, Reason::Short("a glyph")),
        // Moves that are none: the main line ends there.
        (b"\0\0\xcf\xcf\xc0\xcf\x0f", "1. e4 e5 *", Some(2), 4, Reason::Illegal),
        (b"\0\0\x10\x0f", "*", Some(0), 2, Reason::Illegal),
        (b"\0\0\x20\x0f", "*", Some(0), 2, Reason::Code(0)),
        (b"\0\0\x2f\x0f", "*", Some(0), 2, Reason::Code(15)),
        (b"\0\0\xc1\xc1\x43\x10\x0f", "1. e3 e6 *", Some(2), 4, Reason::Code(16)),
        (b"\0\0\x0a\x0f", "*", Some(0), 2, Reason::Illegal),
        // A variation ends there, and the game goes on with its own comments.
        (
            b"\0\0\xcf\x0d\xbf\xc0\x0c\x0d\x0b\x0e\x0e\x0c\x0e\x0c\xcf\x0f1\x002\x003\0",
            "1. e4 {3} (1. d4) 1... e5 *",
            Some(1),
            5,
            Reason::Illegal,
        ),
        (b"\0\0\xcf\x0e\xcf\x0f", "1. e4 e5 *", Some(1), 3, Reason::NoVariation),
        (b"\0\0\xcf\x0d\xbf\x0f", "1. e4 (1. d4) *", Some(1), 6, Reason::OpenVariation),
        (b"\0\0\x0c\xcf\x0f", "1. e4 *", Some(1), 5, Reason::Comments { marks: 1, texts: 0 }),
        (b"\0\0\x0c\xcf\x0fa\0b\0", "{a} 1. e4 *", Some(1), 5, Reason::Comments { marks: 1, texts: 2 }),
    ] {
        let (found, damage) = read_blob(blob);
        assert_eq!(found, text, "{}", blob.escape_ascii());
        let first = damage.first().unwrap_or_else(|| panic!("no damage in {}", blob.escape_ascii()));
        assert_eq!(
            (first.ply, first.offset, &first.reason),
            (ply, offset, &reason),
            "{}",
            blob.escape_ascii()
        );
        assert_eq!((first.file, first.record), (File::Games, 7));
        assert!(first.to_string().starts_with("game 7, "), "{first}");
    }
}

#[test]
fn the_other_games_are_read() {
    let games =
        ["[White \"A\"]\n\n1. e4 *", "[White \"B\"]\n\n1. d4 *", "[White \"C\"]\n\n1. c4 *"].map(game);
    let whole = encoded(&games).unwrap();
    let texts: Vec<String> = games.iter().map(|game| game.to_string()).collect();
    let damaged = |change: &dyn Fn(&mut Files)| {
        let mut files = whole.clone();
        change(&mut files);
        read(&files)
    };
    // The second game is elsewhere.
    let (found, damage) = damaged(&|files| files.index[182 + 47] = 0xff);
    assert_eq!(found, [&*texts[0], &*texts[2]]);
    assert!(matches!(damage[..], [ref one] if matches!(one.reason, Reason::Outside { length: 4, .. })));
    // The last record is not whole.
    let (found, damage) = damaged(&|files| files.index.truncate(182 + 3 * 47 - 1));
    assert_eq!((found, damage.len()), (texts[..2].to_vec(), 0));
    // A number without a name, and values that mean nothing.
    let (found, damage) = damaged(&|files| files.index[182 + 47 + 11] = 9);
    assert_eq!(found[1], texts[1].replace("\"B\"", "\"?\""));
    assert_eq!((damage[0].record, &damage[0].reason), (2, &Reason::NoName(NameKind::Player, 9)));
    for (byte, value, tag) in
        [(21, 0x70, "Result"), (27, 0xff, "Date"), (29, 0xff, "WhiteElo"), (23, 0xff, "ECO")]
    {
        let (found, damage) = damaged(&|files| files.index[182 + byte..182 + byte + 2].fill(value));
        assert_eq!((found.len(), &damage[0].reason), (3, &Reason::Value(tag)), "{damage:?}");
    }
    // Without names the moves are there.
    let (found, damage) = damaged(&|files| files.names.clear());
    assert!(found[2].contains("1. c4") && damage[0].reason == Reason::Magic, "{damage:?}");
}

/// Each byte of a database with each of some values, and each of its beginnings: games or damage.
#[test]
fn no_byte_panics() {
    let text = "[White \"A\"]\n[Annotator \"x\"]\n[SetUp \"1\"]\n[FEN \"r3k2r/pP6/8/8/8/8/Pp6/R2QK2R w KQkq - 3 20\"]\n\n\
        1. O-O {a} (1. bxa8=N $5 Ke7 (1... Kf7)) b1=B 2. Qd4 *";
    let whole = encoded(&[game(text), game("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0")]).unwrap();
    let changed = |at: usize, change: &dyn Fn(&mut Vec<u8>, usize)| {
        let mut files = whole.clone();
        let (index, names) = (files.index.len(), files.names.len());
        match at {
            at if at < index => change(&mut files.index, at),
            at if at < index + names => change(&mut files.names, at - index),
            at => change(&mut files.games, at - index - names),
        }
        read(&files)
    };
    let mut damaged = 0;
    for at in 0..whole.index.len() + whole.names.len() + whole.games.len() {
        for value in [0, 1, 7, 11, 12, 13, 14, 15, 64, 128, 240, 255] {
            let (games, damage) = changed(at, &|file, at| file[at] = value);
            damaged += usize::from(!damage.is_empty());
            for text in games {
                // What was read is a game that PGN can hold.
                let parsed: Vec<_> = pgnkit::parse_games(text.as_bytes()).collect();
                assert!(parsed.len() == 1, "{text}");
            }
        }
        changed(at, &|file, at| file.truncate(at));
    }
    assert!(damaged > 500, "only {damaged}");
}

/// Deep variations take no stack, and time and memory in proportion.
#[test]
fn deep_variations() {
    let open = [&b"\0\0\xcf"[..], &[13; 100_000], b"\x0f"].concat();
    let (_, damage) = read_blob(&open);
    assert_eq!(damage[0].reason, Reason::OpenVariation);
    let closed = [&b"\0\0\xcf"[..], &[13; 60_000], &[14; 60_000], b"\xcf\x0f"].concat();
    let (text, damage) = read_blob(&closed);
    assert!(damage.is_empty() && text.starts_with("1. e4") && text.ends_with("e5 *"), "{damage:?}");
}
