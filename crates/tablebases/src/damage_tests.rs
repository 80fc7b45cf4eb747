//! Tables that are cut, whose bits are changed, and that are noise: they are errors or other answers, and nothing else.

use std::fs;
use std::path::Path;

use pgnkit_chess::Position;

use crate::error::Fault;
use crate::material::Material;
use crate::source::Source;
use crate::table::{Kind, Table};
use crate::wdl::Wdl;

/// The tables of three men: name, kind, bytes.
fn files() -> Vec<(Material, Kind, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    let kinds = [Kind::Wdl, Kind::Dtz];
    let files = names.iter().flat_map(|name| kinds.map(|kind| (*name, kind)));
    files
        .map(|(name, kind)| {
            let path = folder.join(format!("{name}.{}", kind.extension()));
            (name.parse().unwrap(), kind, fs::read(path).unwrap())
        })
        .collect()
}

/// Positions of a table, with both sides to move, both colours, and pawns on several files.
fn positions(material: Material) -> Vec<Position> {
    let man = material.to_string().as_bytes()[1];
    let boards = [
        ('K', "8/8/3k4/8/8/X7/8/K7"),
        ('k', "5k2/8/8/X7/8/8/8/K7"),
        ('K', "8/1k6/3X4/8/8/8/6K1/8"),
        ('k', "8/8/8/1k6/8/8/5X2/7K"),
    ];
    let with_turns = boards.iter().flat_map(|board| [(board, 'w'), (board, 'b')]);
    with_turns
        .filter_map(|((owner, board), turn)| {
            let man = if *owner == 'K' { man } else { man.to_ascii_lowercase() } as char;
            format!("{} {turn} - - 0 1", board.replace('X', &man.to_string())).parse().ok()
        })
        .collect()
}

/// Opens a table and asks it for the positions. Gives the number of answers.
fn ask(material: Material, kind: Kind, bytes: Vec<u8>, positions: &[Position]) -> Result<usize, Fault> {
    let table = Table::read(Source::in_memory(bytes), material, kind)?;
    let mut answers = 0;
    for position in positions {
        match kind {
            Kind::Wdl => answers += usize::from(table.wdl(position).is_ok()),
            Kind::Dtz => {
                for wdl in [Wdl::Win, Wdl::Loss, Wdl::CursedWin, Wdl::BlessedLoss] {
                    answers += usize::from(table.distance(position, wdl).is_ok());
                }
            }
        }
    }
    Ok(answers)
}

#[test]
fn whole_tables_answer() {
    for (material, kind, bytes) in files() {
        let positions = positions(material);
        assert!(positions.len() >= 5, "{material}");
        let answers = ask(material, kind, bytes, &positions).unwrap();
        // Tables have no distances of draws, which are asked for here too.
        assert!(
            if kind == Kind::Wdl { answers == positions.len() } else { answers > 0 },
            "{material} {kind:?}"
        );
    }
}

#[test]
fn cut_tables_are_errors() {
    for (material, kind, bytes) in files() {
        for len in 0..bytes.len() {
            let found = ask(material, kind, bytes[..len].to_vec(), &[]);
            assert!(
                matches!(found, Err(Fault::NotATable | Fault::Damaged(_))),
                "{material} {kind:?} {len}: {found:?}"
            );
        }
        // Nor is one that is longer.
        for more in [1, 15, 16, 64] {
            let longer = [&bytes[..], &vec![0; more]].concat();
            assert!(
                matches!(ask(material, kind, longer, &[]), Err(Fault::Damaged("end"))),
                "{material} {kind:?}"
            );
        }
    }
}

#[test]
fn changed_bits_never_panic() {
    let (mut errors, mut answers) = (0, 0);
    for (material, kind, bytes) in files() {
        let positions = positions(material);
        for at in 0..bytes.len() {
            // Each bit of the head, where the numbers are, and one of each byte of the data.
            let bits = if at < 256 { 0..8 } else { at % 8..at % 8 + 1 };
            for bit in bits {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                match ask(material, kind, bytes, &positions) {
                    Ok(some) => answers += some,
                    Err(_) => errors += 1,
                }
            }
        }
    }
    // Both come about.
    assert!(errors > 1000 && answers > 1000, "{errors} {answers}");
}

#[test]
fn extreme_bytes_never_panic() {
    for (material, kind, bytes) in files() {
        let positions = positions(material);
        for at in 4..bytes.len().min(512) {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                for len in [1, 2, 4, 8] {
                    let mut bytes = bytes.clone();
                    let end = (at + len).min(bytes.len());
                    bytes[at..end].fill(value);
                    let _ = ask(material, kind, bytes, &positions);
                }
            }
        }
    }
}

#[test]
fn noise_never_panics() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for (material, kind, whole) in files() {
        let positions = positions(material);
        for round in 0..400 {
            let mut bytes = whole.clone();
            // From some byte on, all of the file or a few bytes.
            let start = 4 + random() as usize % (bytes.len() - 4);
            let end = if round % 2 == 0 {
                bytes.len()
            } else {
                (start + 1 + random() as usize % 24).min(bytes.len())
            };
            bytes[start..end].iter_mut().for_each(|byte| *byte = random() as u8);
            let _ = ask(material, kind, bytes, &positions);
        }
    }
}
