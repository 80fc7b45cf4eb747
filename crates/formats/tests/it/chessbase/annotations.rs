//! Annotations of each type.

use pgnkit_formats::chessbase::{CodePage, Damage, Reason};

use super::read_records;
use super::writer::{Codes, annotations_record, moves_record, text};

/// 1. e4 (1. d4 d5) 1... e5 with annotations: moves 0, 1 of the line, 2, 3 of the variation.
fn annotated(annotations: &[(i32, u8, Vec<u8>)]) -> (String, Vec<Damage>) {
    let mut codes = Codes::new(0);
    codes.mark(254);
    codes.mv(&[128]);
    codes.mv(&[128]);
    codes.mark(255);
    codes.mv(&[124]);
    codes.mv(&[124]);
    codes.mark(255);
    read_records(&moves_record(0, &[], &codes.bytes), &annotations_record(annotations), CodePage::default())
}

fn reasons(damage: Vec<Damage>) -> Vec<Reason> {
    damage.into_iter().map(|damage| damage.reason).collect()
}

#[test]
fn places_are_those_of_the_file() {
    let note = |place: i32| (place, 2, text(format!("at {place}").as_bytes()));
    let (found, damage) = annotated(&[-1, 0, 1, 2, 3].map(note));
    assert!(damage.is_empty(), "{damage:?}");
    assert_eq!(found, "{at -1} 1. e4 {at 0} (1. d4 {at 2} 1... d5 {at 3}) 1... e5 {at 1} *");
    // In another order.
    let (found, damage) = annotated(&[3, 1].map(note));
    assert_eq!((&*found, damage.len()), ("1. e4 (1. d4 d5 {at 3}) 1... e5 {at 1} *", 0));
    let before = |place: i32| (place, 0x82, text(format!("before {place}").as_bytes()));
    let (found, _) = annotated(&[-1, 0, 1, 2, 3].map(before));
    assert_eq!(
        found,
        "{before -1} {before 0} 1. e4 {before 1} ({before 2} 1. d4 {before 3} 1... d5) 1... e5 *"
    );
}

#[test]
fn types_that_are_kept() {
    let training = |answers: &[u8]| {
        let mut data = vec![1, 0, 1, 0, 0, 60, 0, 0, 0, 10, 0];
        data.extend(*b"\x01\0\0\0\x04\0Why?\0\0\0\0\0\0");
        data.extend(answers);
        data
    };
    let mut one = vec![1, 33, 35, 0, 10, 2, 0];
    one.extend(*b"\0\0\x03\0Yes\x01\0\x02\0Ja");
    let mut evaluations = vec![0, 3];
    evaluations.extend([0, 9, 0, 25, 0, 20, 0xff, 0xc2, 1, 0, 0, 3]);
    let stage = |base: u32, increment: u32, moves: u16, kind: u8| {
        [&base.to_be_bytes()[..], &increment.to_be_bytes(), &moves.to_be_bytes(), &[kind]].concat()
    };
    let control = [stage(720_000, 3000, 40, 1), stage(90_000, 3000, 1000, 3), stage(0, 0, 0, 0)].concat();
    let quotation = [
        &b"\0\x40\0\x01\0\0\x05Tal,M\0\x04Petr\0\0\0\0\0\0\0\x03URS\0\x04Riga\0"[..],
        &(1958_u32 << 9).to_be_bytes(),
        &[0; 10],
        &[2, 0, 0],
    ]
    .concat();
    for (place, kind, data, expected) in [
        (0, 3, vec![1, 14, 0], "1. e4 $1 $14 (1. d4 d5) 1... e5 *"),
        (0, 4, vec![2, 29, 4, 1], "1. e4 {[%csl Gd5,Ra1]} (1. d4 d5) 1... e5 *"),
        (1, 5, vec![3, 34, 36, 2, 64, 1], "1. e4 (1. d4 d5) 1... e5 {[%cal Ye2e4,Gh8a1]} *"),
        (1, 7, vec![1, 2, 3, 0], "1. e4 (1. d4 d5) 1... e5 {[%emt 1:02:03]} *"),
        (1, 0x22, vec![0, 0, 0x80, 4], "1. e4 (1. d4 d5) 1... e5 {[%mdl 32772]} *"),
        (1, 0x21, vec![0xfb, 0xff, 0, 0, 20, 0], "1. e4 (1. d4 d5) 1... e5 {[%eval -0.05,20]} *"),
        (1, 0x21, vec![0xfe, 0xff, 1, 0, 0, 0], "1. e4 (1. d4 d5) 1... e5 {[%eval #-2]} *"),
        (
            -1,
            0x26,
            evaluations,
            "{[%eval 0.25,9]} 1. e4 {[%eval -0.62,20]} (1. d4 d5) 1... e5 {[%eval #3]} *",
        ),
        (-1, 0x24, control, "[TimeControl \"40/7200:900+30\"] 1. e4 (1. d4 d5) 1... e5 *"),
        (1, 0x1c, b"\x0b\0\x03a.b\x04site".to_vec(), "1. e4 (1. d4 d5) 1... e5 {site a.b} *"),
        (
            1,
            9,
            training(&one),
            "1. e4 (1. d4 d5) 1... e5 {[%tqu \"En\",\"Why?\",\"\",\"\",\"e2e4\",\"Yes\",10] \
             [%tqu \"Ge\",\"\",\"\",\"\",\"e2e4\",\"Ja\",10]} *",
        ),
        (1, 9, training(&[0]), "1. e4 (1. d4 d5) 1... e5 {[%tqu \"En\",\"Why?\",\"\",\"\",\"\",\"\",10]} *"),
        (1, 0x13, quotation, "1. e4 (1. d4 d5) 1... e5 {Tal,M - Petr, URS, Riga 1958, 1-0} *"),
    ] {
        let (found, damage) = annotated(&[(place, kind, data)]);
        assert!(damage.is_empty(), "{kind:x}: {damage:?}");
        assert_eq!(found, expected, "{kind:x}");
    }
}

#[test]
fn commands_come_before_texts() {
    let (found, _) = annotated(&[
        (0, 2, text(b"one")),
        (0, 2, text(b"zwei")),
        (0, 4, vec![2, 1]),
        (0, 3, vec![1]),
        (0, 7, vec![0, 0, 9, 0]),
    ]);
    assert_eq!(found, "1. e4 $1 {[%csl Ga1] [%emt 0:00:09] one} {zwei} (1. d4 d5) 1... e5 *");
}

#[test]
fn what_is_not_kept_is_counted() {
    let (found, damage) = annotated(&[
        (-1, 0x16, vec![0; 4]),
        (0, 0x18, vec![1]),
        (1, 0x18, vec![2]),
        (2, 0x77, vec![]),
        (3, 0x21, vec![0; 32]),
        (4, 2, text(b"after the end")),
        (-2, 2, text(b"before the game")),
    ]);
    assert_eq!(found, "1. e4 (1. d4 d5) 1... e5 *");
    assert_eq!(
        reasons(damage),
        [
            Reason::NoMove { count: 2 },
            Reason::NotKept { kind: 0x16, count: 1 },
            Reason::NotKept { kind: 0x18, count: 2 },
            Reason::NotKept { kind: 0x21, count: 1 },
            Reason::NotKept { kind: 0x77, count: 1 },
        ]
    );
}

#[test]
fn damaged_annotations() {
    for (kind, data, expected) in [
        (4, vec![9, 1, 2, 2], "{[%csl Ga2]}"),
        (4, vec![2, 65], ""),
        (4, vec![2], ""),
        (5, vec![2, 1], ""),
        (7, vec![1, 2], ""),
        (9, vec![1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0], ""),
        (0x21, vec![0, 0, 9, 0, 0, 0], ""),
        (0x22, vec![1], ""),
    ] {
        let (found, damage) = annotated(&[(1, kind, data)]);
        assert_eq!(found, format!("1. e4 (1. d4 d5) 1... e5 {expected} *").replace("  ", " "), "{kind:x}");
        assert_eq!(reasons(damage), [Reason::Annotation(kind)]);
    }
}

#[test]
fn last_glyph_of_a_game_without_result() {
    let mut files = super::writer::Files::new();
    let mut codes = Codes::new(0);
    codes.mv(&[128]);
    codes.mark(255);
    files.push(&moves_record(0, &[], &codes.bytes), &[], |header| header[28] = 14);
    let (games, _) = super::read(&files);
    assert!(games[0].ends_with("1. e4 $14 *\n\n"), "{}", games[0]);
}

/// A question in thousands of languages, each of which would repeat all answers.
#[test]
fn many_languages() {
    let mut data = vec![1, 0, 1, 0, 0, 60, 0, 0, 0, 10, 0, 0xff, 0x1f];
    for language in 0..0x1fff_u16 {
        data.extend([language.to_le_bytes(), [0, 0]].concat());
    }
    data.extend([0; 6]);
    data.push(255);
    data.extend([1, 2, 0, 1, 0, 0].repeat(255));
    let (found, damage) = annotated(&[(1, 9, data)]);
    assert!(damage.is_empty(), "{damage:?}");
    assert!(found.matches("[%tqu").count() == 8 && found.len() < 40_000, "{}", found.len());
}
