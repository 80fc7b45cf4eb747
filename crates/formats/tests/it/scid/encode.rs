//! From games to databases and back.

use pgnkit_formats::scid::{
    EncodeError, Encoder, Flags, Header, IndexEntry, NameKind, Names, Reason, Version, encode_game,
};

use super::{encoded, game, read};

const GAMES: [&str; 9] = [
    "1. e4 e5 2. Nf3 Nc6 1/2-1/2",
    "[White \"M\u{fc}ller, K\"]\n[Date \"1992.11.??\"]\n[EventDate \"1993.01.02\"]\n[ECO \"B90a1\"]\n[WhiteElo \"2800\"]\n[BlackRapid \"2500\"]\n[ScidFlags \"D!1\"]\n\n*",
    // Values that the index has no place for.
    "[EventDate \"2000.01.01\"]\n[Date \"1992.??.??\"]\n[WhiteElo \"?\"]\n[BlackElo \"2500\"]\n[BlackUSCF \"2501\"]\n[ECO \"XX\"]\n[Annotator \"A\"]\n[TimeControl \"40/7200\"]\n\n1. d4 0-1",
    "{before} 1. e4! $14 {one} (1. d4 {in} d5 (1... Nf6?!) (1... f5) 2. c4) (1. c4) e5 1-0",
    "[SetUp \"1\"]\n[FEN \"r3k2r/pP6/8/8/8/8/P5pP/R3K2R w KQkq - 3 20\"]\n\n1. O-O-O (1. bxa8=N) gxh1=B 2. b8=Q+ Kf7 *",
    "[SetUp \"1\"]\n[FEN \"7k/8/8/2pP4/8/8/8/K7 w - c6 0 1\"]\n\n1. dxc6 Kg8 2. -- Kf8 *",
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/PPPPPPPP/QQQKQQQQ w - - 0 1\"]\n\n1. a3 Kd7 2. Qaa2 *",
    "1. e4 ; a } b\n e5 {} *",
    "1. f3 e5 2. g4 Qh4# 0-1",
];

#[test]
fn nothing_is_lost() {
    let games: Vec<_> = GAMES.into_iter().map(game).collect();
    let files = encoded(&games).unwrap();
    let (again, damage) = read(&files);
    assert!(damage.is_empty(), "{damage:?}");
    for (again, game) in again.iter().zip(&games) {
        assert_eq!(*again, game.to_string());
    }
    assert_eq!(again.len(), games.len());
}

/// Scid has one comment a move.
#[test]
fn comments_of_a_move_become_one() {
    for (text, expected, joined) in [
        (
            "{a} {b} 1. e4 {c} $1 {} {d} (1. d4 {e}) {f} e5 {g} *",
            "{a b} 1. e4 $1 {c d f} (1. d4 {e}) 1... e5 {g} *",
            4,
        ),
        ("1. e4 {c} (1. d4 {d}) e5 {g} *", "1. e4 {c} (1. d4 {d}) 1... e5 {g} *", 0),
    ] {
        let encoded = encode_game(&game(text), Version::V4).unwrap();
        assert_eq!(encoded.joined_comments, joined, "{text}");
        let (again, damage) = read(&super::encoded([&game(text)]).unwrap());
        assert!(damage.is_empty() && again[0].ends_with(&format!("\n\n{expected}\n\n")), "{}", again[0]);
    }
}

#[test]
fn values_of_the_moves() {
    for (text, plies, material, pawns, flags, counts) in [
        ("*", 0, 0x6a_86a8, &[][..], Flags::NONE, [0, 0, 0]),
        // Pawns of e4, e5, d4, and the one that takes has left already.
        ("1. e4 $1 e5 2. d4 exd4 *", 4, 0x6a_76a8, &[11, 3, 12], Flags::NONE, [0, 0, 1]),
        // A pawn is taken at home: the one that takes has left before.
        (
            "1. e4 {a} d5 2. exd5 (2. e5) c6 3. dxc6 e6 4. cxb7 Ke7 5. bxa8=N *",
            9,
            0x6b_75a5,
            &[11, 4, 5, 3, 6],
            Flags::PROMOTION,
            [1, 1, 0],
        ),
        (
            "1. a4 b5 2. axb5 a6 3. bxa6 h6 4. a7 h5 5. axb8=Q *",
            9,
            0xaa_7696,
            &[15, 6, 7, 0],
            Flags::PROMOTION,
            [0, 0, 0],
        ),
    ] {
        let encoded = encode_game(&game(text), Version::V4).unwrap();
        let entry = &encoded.entry;
        assert_eq!(entry.plies, plies, "{text}");
        assert_eq!(format!("{:x}", entry.material), format!("{material:x}"), "{text}");
        let nibbles: Vec<u8> = entry.home_pawns.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
        assert_eq!(nibbles[..entry.home_pawn_count.into()], *pawns, "{text}");
        assert!(entry.flags.contains(flags), "{text}: {:?}", entry.flags);
        assert_eq!([entry.variations, entry.comments, entry.nags], counts, "{text}");
    }
    // Promotions count in the main line.
    let start = "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    for (moves, flags) in [
        ("1. Kb1 (1. a8=N) *", Flags::START),
        ("1. a8=Q *", Flags::START | Flags::PROMOTION),
        ("1. a8=N *", Flags::START | Flags::PROMOTION | Flags::UNDERPROMOTION),
    ] {
        assert_eq!(
            encode_game(&game(&format!("{start}{moves}")), Version::V4).unwrap().entry.flags,
            flags,
            "{moves}"
        );
    }
}

#[test]
fn refused_games() {
    let long = "x".repeat(256);
    for (text, error) in [
        ("[Variant \"Chess960\"]\n\n1. e4 *".to_owned(), EncodeError::Rules),
        ("[Variant \"Atomic\"]\n\n1. e4 *".to_owned(), EncodeError::Rules),
        ("[FEN \"x\"]\n[SetUp \"1\"]\n\n*".to_owned(), EncodeError::Text),
        ("1. e4 e9 *".to_owned(), EncodeError::Text),
        ("1. e4\n%line\n*".to_owned(), EncodeError::Text),
        (format!("[White \"{long}\"]\n\n*"), EncodeError::Tag("White".to_owned())),
        (format!("[Note \"{long}\"]\n\n*"), EncodeError::Tag("Note".to_owned())),
        ("[Date \"1992\"]\n\n*".to_owned(), EncodeError::Tag("Date".to_owned())),
        (
            "[SetUp \"1\"]\n[FEN \"QQQQk3/Q7/8/8/8/8/QQQQQQQQ/K3QQQQ b - - 0 1\"]\n\n*".to_owned(),
            EncodeError::Pieces,
        ),
        (format!("1. e4 {{{}}} *", "x".repeat(131_066)), EncodeError::Length(131_072)),
    ] {
        let parsed = pgnkit::parse_games(text.as_bytes()).next().unwrap().game;
        let found = encode_game(&parsed, Version::V4).unwrap_err();
        assert_eq!(found, error, "{}", &text[..text.len().min(60)]);
        assert!(!found.to_string().is_empty());
    }
}

/// No blob crosses the end of a block, and one of the greatest length fills one.
#[test]
fn blocks() {
    let games = [50_000, 50_000, 50_000, 131_065, 3]
        .map(|length| game(&format!("1. e4 {{{}}} *", "x".repeat(length))));
    let files = encoded(&games).unwrap();
    let header = Header::parse(&files.index).unwrap();
    let places: Vec<(u64, u32)> = (0..header.games)
        .map(|game| IndexEntry::parse(&files.index[header.record(game)], header.version).unwrap())
        .map(|entry| (entry.offset, entry.length))
        .collect();
    assert_eq!(places, [(0, 50_006), (50_006, 50_006), (131_072, 50_006), (262_144, 131_071), (393_216, 9)]);
    let (again, damage) = read(&files);
    assert!(damage.is_empty() && again.iter().zip(&games).all(|(again, game)| *again == game.to_string()));
}

/// Version 5 has Chess960, names that version 4 has no room for, and dates of events far from the game.
#[test]
fn version_5() {
    let texts = [
        "[Event \"A\"]\n[Site \"B\"]\n[Date \"1992.11.04\"]\n[Round \"1\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"1-0\"]\n\
         [WhiteRapid \"2400\"]\n[EventDate \"1950.??.??\"]\n[ScidFlags \"D1\"]\n[Note \"x\"]\n\n1. e4 {a} 1-0\n\n",
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"D\"]\n[Black \"?\"]\n[Result \"*\"]\n\
         [FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n\
         1. O-O O-O-O *\n\n",
    ];
    let games = texts.map(game);
    let mut encoder = Encoder::with_version(Version::V5);
    encoder.header_mut().set_description("Games");
    encoder.header_mut().set_flag_name(1, "mine");
    let mut first = Vec::new();
    for game in &games {
        encoder.push(game).unwrap();
        first.append(&mut encoder.take_games());
    }
    let mut files = encoder.finish();
    assert!(files.games.is_empty());
    files.games = first;
    let (again, damage) = read(&files);
    assert!(damage.is_empty(), "{damage:?}");
    assert_eq!(again.len(), 2);
    for (again, game) in again.iter().zip(&games) {
        let again = super::game(again);
        let tags = |game: &pgnkit::Game| {
            let mut tags: Vec<_> = game.tags().map(|(name, value)| format!("{name} {value}")).collect();
            tags.sort();
            tags
        };
        assert_eq!(tags(&again), tags(game));
        let moves = |game: &pgnkit::Game| game.mainline().map(|node| node.mv()).collect::<Vec<_>>();
        assert_eq!(moves(&again), moves(game));
    }
    let mut header = Header::of_version_5(files.index.len() as u64);
    let names = Names::parse_with(&files.names, &mut header, &mut |damage| panic!("{damage}")).unwrap();
    assert_eq!((&*header.description(), &*header.flag_names()[1]), ("Games", "mine"));
    assert_eq!(names.len(NameKind::Player), 3);
    // Of names that break off, those before are there.
    let mut damage = Vec::new();
    let cut = &files.names[..files.names.len() - 1];
    let names = Names::parse_with(cut, &mut header, &mut |found| damage.push(found.reason)).unwrap();
    assert_eq!((names.len(NameKind::Player), damage), (3, vec![Reason::Short("a name")]));
}

#[test]
fn names_have_one_number_each() {
    let [first, second] =
        ["[White \"A\"]\n[Black \"B\"]\n\n*", "[White \"B\"]\n[Black \"A\"]\n\n*"].map(game);
    let files = encoded([&first, &second]).unwrap();
    let header = Header::parse(&files.index).unwrap();
    let [a, b] =
        [0, 1].map(|game| IndexEntry::parse(&files.index[header.record(game)], header.version).unwrap());
    assert_eq!((a.white, a.black), (b.black, b.white));
    assert_eq!((a.event, a.site), (b.event, b.site));
    let names = encode_game(&first, Version::V4).unwrap().names;
    assert_eq!(names[3], (NameKind::Player, "A".to_owned()));
}
