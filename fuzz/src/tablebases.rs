//! Syzygy tables: changed bytes of a table are other answers or an error that names its file.

use std::cell::OnceCell;
use std::fs;

use pgnkit::chess::Position;
use pgnkit_tablebases::{Tablebases, Wdl};
use tempfile::TempDir;

use crate::input::{choice, shown};

macro_rules! tables {
    ($($name:literal)*) => {
        [$(($name, include_bytes!(concat!("../../crates/tablebases/tests/tables/", $name)) as &[u8])),*]
    };
}

const TABLES: [(&str, &[u8]); 10] = tables! {
    "KQvK.rtbw" "KRvK.rtbw" "KBvK.rtbw" "KNvK.rtbw" "KPvK.rtbw" "KQvK.rtbz" "KRvK.rtbz" "KBvK.rtbz" "KNvK.rtbz" "KPvK.rtbz"
};

/// Boards of three men; `X` is the man of a table, as White's and as Black's.
const BOARDS: [&str; 5] = [
    "8/8/3k4/8/8/X7/8/K7 w",
    "8/8/3k4/8/8/X7/8/K7 b",
    "8/1k6/4X3/8/8/8/6K1/8 w",
    "7k/1X6/8/8/8/4K3/8/8 b",
    "8/8/8/1k6/7X/8/7K/8 w",
];

thread_local! {
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

/// One table with changed bytes among the others: three bytes of the input are a place and a byte there, or all of them follow the
/// first bytes of a table.
pub fn check(data: &[u8]) {
    let choice = choice(data) as usize;
    let (name, whole) = TABLES[choice % TABLES.len()];
    let mut bytes = whole.to_vec();
    if (choice / TABLES.len()).is_multiple_of(4) {
        // After the word that every table begins with.
        bytes.iter_mut().skip(4).zip(data).for_each(|(byte, new)| *byte = *new);
    } else {
        for change in data.chunks_exact(3) {
            let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
            // Half of them in the head.
            let end = if place % 2 == 0 { bytes.len() } else { bytes.len().min(256) };
            bytes[place / 2 % end] ^= change[2];
        }
    }
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            for (name, bytes) in TABLES {
                fs::write(folder.path().join(name), bytes).expect("room for it");
            }
            folder
        });
        let path = folder.path().join(name);
        fs::write(&path, &bytes).expect("room for it");
        let tables = Tablebases::open([folder.path()]).expect("a folder of tables");
        for color in [true, false] {
            for board in BOARDS {
                let man = &name[1..2];
                let man = if color { man.to_owned() } else { man.to_ascii_lowercase() };
                let position: Option<Position> = format!("{} - - 3 1", board.replace('X', &man)).parse().ok();
                position.iter().for_each(|position| look_up(&tables, position, name, data));
            }
        }
        fs::write(&path, whole).expect("room for it");
    });
}

fn look_up(tables: &Tablebases, position: &Position, name: &str, data: &[u8]) {
    match tables.probe(position) {
        Ok(found) => {
            let Some(found) = found else { return };
            let signs = found
                .dtz
                .is_none_or(|dtz| dtz.plies.signum() == (found.wdl as i32 - Wdl::Draw as i32).signum());
            assert!(signs, "{position}: {found:?} of {name} with {}", shown(data));
        }
        Err(error) => assert!(error.to_string().contains(name), "{error} with {}", shown(data)),
    }
    if let Ok(Some(moves)) = tables.ranked_moves(position) {
        assert_eq!(moves.len(), position.legal_moves().len());
    }
}
