//! Positions of four and five men, with what python-chess finds in the tables of Ronald de Man. They are compared if `PGNKIT_SYZYGY`
//! names a folder with such tables.

use pgnkit_tablebases::{Tablebases, Wdl};

use crate::position;

/// FEN, outcome from -2 to 2, distance.
const KNOWN: &str = include_str!("../known.tsv");

#[test]
fn positions_of_more_men() {
    let rows: Vec<Vec<&str>> = KNOWN.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 3 && position(row[0]).occupied().len() <= 5));
    let Some(folder) = std::env::var_os("PGNKIT_SYZYGY") else { return };
    let tables = Tablebases::open([folder]).unwrap();
    let mut compared = 0;
    for row in rows {
        let Some(found) = tables.probe(&position(row[0])).unwrap() else { continue };
        let wdl: usize = row[1].parse::<i32>().map(|wdl| wdl + 2).unwrap() as usize;
        assert_eq!(found.wdl, Wdl::ALL[wdl], "{}", row[0]);
        if let Some(dtz) = found.dtz {
            assert_eq!(dtz.plies, row[2].parse::<i32>().unwrap(), "{}", row[0]);
        }
        compared += 1;
    }
    assert!(compared > 0, "no table in the folder has any of the positions");
}
