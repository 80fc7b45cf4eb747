//! Each value decides its own encoding (decision A-01): every byte at every place, beside values in UTF-8.

use pgnkit::edit::EditableGame;
use pgnkit::syntax::{Encoding, Ignore};
use pgnkit::{Export, Exporter, Game, Replayer};

/// What must not change, whatever is beside it.
const UTF8: &str = "Ł. Bürger—ž";

/// A byte as text in a value: itself and something that keeps it from being a UTF-8 sequence by chance.
fn value_of(byte: u8) -> Vec<u8> {
    vec![b'a', byte, b'b']
}

/// Its characters in the encoding that the standard or Windows has.
fn characters(value: &[u8]) -> String {
    Encoding::Windows1252.decode(value).into_owned()
}

/// Places of a game, with `@` for a value in one encoding and `#` for the other.
const GAMES: [&str; 6] = [
    "[White \"@\"]\n[Black \"#\"]\n\n1. e4 e5 *\n",
    "[White \"#\"]\n\n1. e4 {@} e5 *\n",
    "[White \"@\"]\n\n1. e4 {#} e5 *\n",
    "[White \"#\"]\n\n1. e4 ; @\n{#} 1... e5 (1... c5 {@} {#}) *\n",
    "%@\n[White \"#\"]\n\n1. e4 {#} e5 *\n",
    "[White \"#\"]\n\n1. e4 Ke7 {@} {#} Nf6 *\n",
];

fn text(pattern: &str, value: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for byte in pattern.bytes() {
        match byte {
            b'@' => text.extend_from_slice(value),
            b'#' => text.extend_from_slice(UTF8.as_bytes()),
            byte => text.push(byte),
        }
    }
    text
}

#[test]
fn every_byte_in_every_place_beside_utf8() {
    for pattern in GAMES {
        for byte in 0x80..=0xff {
            let value = value_of(byte);
            let mixed = text(pattern, &value);
            // The same game with all of it in UTF-8.
            let plain = text(pattern, characters(&value).as_bytes());
            let shown = mixed.escape_ascii();
            let (game, expected) = (Game::read(&mixed, &mut Ignore), Game::read(&plain, &mut Ignore));
            let (game, expected) = (game.unwrap(), expected.unwrap());
            assert_eq!(game, expected, "{shown}");
            let export = |game: &Game| {
                let mut out = Vec::new();
                Export::default().write_game(game, &mut out);
                String::from_utf8(out).unwrap()
            };
            assert_eq!(export(&game), export(&expected), "{shown}");
            let direct = |text: &[u8]| {
                let mut exporter = Exporter::new(Export::default());
                exporter.read_game(&mut Replayer::new(text), &mut Ignore);
                let mut out = Vec::new();
                exporter.write(&mut out);
                out
            };
            assert_eq!(direct(&mixed), direct(&plain), "{shown}");
            let edited = EditableGame::open(&mixed).unwrap();
            let tags = |game: &EditableGame<'_>| {
                game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
            };
            assert_eq!(tags(&edited), tags(&EditableGame::open(&plain).unwrap()), "{shown}");
        }
    }
}

/// What is put in is read back, in an encoding that the game has already.
#[test]
fn edits_beside_either_encoding() {
    for (before, value, expected) in [
        (&b"[White \"M\xfcller\"]\n\n*\n"[..], "Größe", &b"[Black \"Gr\xf6\xdfe\"]"[..]),
        (b"[White \"M\xfcller\"]\n[Site \"K\xc3\xb6ln\"]\n\n*\n", "Größe", "[Black \"Größe\"]".as_bytes()),
        (b"[White \"M\xfcller\"]\n[Site \"K\xc3\xb6ln\"]\n\n*\n", "Łódź", "[Black \"Łódź\"]".as_bytes()),
        // In ISO 8859-1 these two characters would be one of UTF-8.
        (b"[White \"M\xfcller\"]\n\n*\n", "Ã¼", "[Black \"Ã¼\"]".as_bytes()),
        (b"1. e4 {\x93x\x94} *\n", "“x”", b"[Black \"\x93x\x94\"]"),
    ] {
        let mut game = EditableGame::open(before).unwrap();
        game.set_tag("Black", value).unwrap();
        let edited = game.finish().unwrap().text.into_owned();
        let is_there = edited.windows(expected.len()).any(|part| part == expected);
        assert!(is_there, "{}", edited.escape_ascii());
        assert_eq!(Game::read(&edited, &mut Ignore).unwrap().tag("Black"), Some(value));
        let (old, new) =
            (Game::read(before, &mut Ignore).unwrap(), Game::read(&edited, &mut Ignore).unwrap());
        assert_eq!(old.tag("White"), new.tag("White"));
    }
}

/// The text in Windows-1252.
fn in_windows_1252(text: &str) -> Vec<u8> {
    let byte_of = |c: char| (0x80..=0xff).find(|&byte| characters(&[byte]) == c.to_string());
    text.chars()
        .map(|c| if c.is_ascii() { c as u8 } else { byte_of(c).expect("a character of it") })
        .collect()
}

/// What movetext has in place of ASCII is read in both encodings.
#[test]
fn odd_characters_of_movetext_in_either_encoding() {
    for (odd, plain) in [
        ("1. e4 e5 1–0", "1. e4 e5 1-0"),
        ("1. e4 e5 1 — 0", "1. e4 e5 1-0"),
        ("1. e4 e5 ½–½", "1. e4 e5 1/2-1/2"),
        ("1. e4 e5 ½ - ½", "1. e4 e5 1/2-1/2"),
        ("1. e4 e5 ½", "1. e4 e5 1/2-1/2"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0 — 0 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *"),
        ("1. e2–e4 e7—e5 *", "1. e4 e5 *"),
        ("1. e4 d5 2. e×d5 Q×d5 *", "1. e4 d5 2. exd5 Qxd5 *"),
        ("1. e4 d5 2. e4×d5 *", "1. e4 d5 2. exd5 *"),
        ("1. e4 d5 2. Bb5† *", "1. e4 d5 2. Bb5+ *"),
        ("1. e4 e5 2. Qh5 Ke7 3. Q×e5‡ *", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# *"),
        ("1. e4 1… e5 2. Nf3 2 … Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1. e4 … e5 *", "1. e4 e5 *"),
        ("1. e4± e5 2. Nf3 ± *", "1. e4 $16 e5 2. Nf3 $16 *"),
        ("1. e4+– e5 +– *", "1. e4 $18 e5 $18 *"),
        ("1. e4+/– e5 2. Nf3 –+ *", "1. e4 $16 e5 2. Nf3 $19 *"),
        ("1. e4 e5\u{a0}2. Nf3 *", "1. e4 e5 2. Nf3 *"),
    ] {
        let expected = Game::read(plain.as_bytes(), &mut Ignore).unwrap();
        for text in [odd.as_bytes(), &in_windows_1252(odd)] {
            let read = Game::read(text, &mut Ignore).unwrap();
            assert_eq!(read, expected, "{}", text.escape_ascii());
            let fixed = pgnkit::Fixer::new().fix(text);
            assert!(fixed.text.is_ascii() && fixed.left.is_empty(), "{}", fixed.text.escape_ascii());
        }
    }
}
