//! Files of names.

use pgnkit::Game;
use pgnkit_formats::scid::{Damage, NameKind, Names, Reason};

use super::{encoded, game, read};

fn parse(file: &[u8]) -> (Names, Vec<Damage>) {
    let mut damage = Vec::new();
    let names = Names::parse(file, &mut |found| damage.push(found)).unwrap();
    (names, damage)
}

/// The header for so many players and no other names; none is more frequent than `highest`.
fn header(players: u8, highest: [u8; 3]) -> Vec<u8> {
    let mut file = b"Scid.sn\0\0\0\0\0".to_vec();
    file.extend_from_slice(&[0, 0, players, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    file.extend_from_slice(&highest);
    file.extend_from_slice(&[0; 9]);
    file
}

#[test]
fn names_share_their_beginnings() {
    for (highest, records) in [
        ([0, 0, 255], &b"\0\x01\x09\x05Karp\xf3\0\0\x05\x08\x04ovs\xcc\0\x02\x01\x01\0A"[..]),
        ([0, 1, 0], b"\0\x01\0\x09\x05Karp\xf3\0\0\0\x05\x08\x04ovs\xcc\0\x02\0\x01\x01\0A"),
        ([1, 0, 0], b"\0\x01\0\0\x09\x05Karp\xf3\0\0\0\0\x05\x08\x04ovs\xcc\0\x02\0\0\x01\x01\0A"),
    ] {
        let (names, damage) = parse(&[&header(3, highest), records].concat());
        assert!(damage.is_empty(), "{damage:?}");
        let all: Vec<_> =
            (0..4).map(|id| names.get(NameKind::Player, id).map(|name| name.into_owned())).collect();
        let expected = ["Karpovs\u{cc}", "Karp\u{f3}", "A"].map(|name| Some(name.to_owned()));
        assert_eq!(all[..3], expected);
        assert_eq!((all[3].as_deref(), names.len(NameKind::Player)), (None, 3));
        assert!(names.is_empty(NameKind::Site));
    }
}

#[test]
fn damage() {
    for (players, records, names, record, reason) in [
        // The rest of the file is missing.
        (2, &b"\0\0\x01\x02Al\0"[..], &[Some("Al"), None][..], 2, Reason::Short("a name")),
        (200, b"\0\0\x01\x02Al", &[Some("Al")], 2, Reason::Short("a name")),
        // More is shared than there is.
        (2, b"\0\0\x01\x02Al\0\x01\x01\x05\x04x", &[Some("Al"), Some("Al??x")], 2, Reason::Prefix),
        // A name shorter than what it shares: the rest makes no sense.
        (3, b"\0\0\x01\x02Al\0\x01\x01\x01\x02xyz", &[Some("Al"), None], 2, Reason::Prefix),
        // Numbers that are taken, or too large.
        (2, b"\0\0\x01\x01A\0\0\x01\x01\0B", &[Some("A"), None], 2, Reason::NameId(NameKind::Player, 0)),
        (2, b"\0\x09\x01\x01A\0\0\x01\x01\0B", &[Some("B"), None], 1, Reason::NameId(NameKind::Player, 9)),
    ] {
        let (found, damage) = parse(&[&header(players, [0, 0, 1]), records].concat());
        let all: Vec<_> = (0..names.len() as u32).map(|id| found.get(NameKind::Player, id)).collect();
        assert!(all.iter().map(Option::as_deref).eq(names.iter().copied()), "{all:?}, not {names:?}");
        let first = &damage[0];
        assert_eq!((first.record, &first.reason), (record, &reason));
        assert!(first.to_string().starts_with(&format!("names, record {}, offset ", first.record)));
    }
    let none = &mut |_| {};
    assert_eq!(Names::parse(b"Scid.si\0", none).unwrap_err().reason, Reason::Magic);
    let short = Names::parse(&header(0, [0; 3])[..35], none).unwrap_err();
    assert_eq!(short.reason, Reason::Short("the header of the names"));
}

/// Numbers of three bytes, and names that sort as signed characters.
#[test]
fn many_names() {
    let text = |number| format!("[White \"P{number}\"]\n[Black \"P\u{e9}{number}\"]\n\n1. e4 *");
    let games: Vec<Game> = (0..33_000).map(|number| game(&text(number))).collect();
    let files = encoded(&games).unwrap();
    let (again, damage) = read(&files);
    assert!(damage.is_empty(), "{:?}", damage[0]);
    assert!(again.iter().zip(&games).all(|(again, game)| *again == game.to_string()));
    // Signed: a letter above ASCII sorts before the end of a name.
    let (first, second) = (b"P\xc3\xa90", b"P0");
    let place = |name: &[u8]| memchr::memmem::find(&files.names, name);
    assert!(place(first) < place(second));
}
