//! No requirement is forgotten: each has a row, or a reason why there is none.

use std::collections::BTreeSet;

use crate::table;

/// How many requirements the checklist has of each area; they are numbered from 01.
const AREAS: &[(&str, u32)] = &[
    ("GEN", 15),
    ("CHR", 12),
    ("TAB", 3),
    ("LIN", 5),
    ("COM", 16),
    ("CEX", 10),
    ("ESC", 7),
    ("TOK", 23),
    ("TAG", 22),
    ("STR", 18),
    ("MVT", 15),
    ("NUM", 18),
    ("SAN", 25),
    ("SAI", 20),
    ("SUF", 6),
    ("NAG", 17),
    ("RAV", 15),
    ("TRM", 9),
    ("SUP", 27),
    ("TC", 12),
    ("SET", 9),
    ("FIL", 11),
    ("COL", 12),
    ("IOC", 5),
    ("FEN", 20),
    ("EPD", 22),
    ("OPC", 34),
    ("LOC", 5),
    ("GRM", 6),
    ("PGC", 31),
    ("CMD", 25),
    ("DSP", 6),
    ("PRC", 11),
];

fn all() -> BTreeSet<String> {
    let ids =
        AREAS.iter().flat_map(|(area, count)| (1..=*count).map(move |number| format!("{area}-{number:02}")));
    ids.collect()
}

/// `FIL-01..03` is FIL-01, FIL-02, FIL-03.
fn range(ids: &str) -> Vec<String> {
    let Some((first, last)) = ids.split_once("..") else { return vec![ids.to_owned()] };
    let (area, first) = first.split_once('-').expect(ids);
    let (first, last): (u32, u32) = (first.parse().unwrap(), last.parse().unwrap());
    (first..=last).map(|number| format!("{area}-{number:02}")).collect()
}

#[test]
fn every_requirement_has_a_row_or_a_reason_for_none() {
    let all = all();
    assert_eq!(all.len(), 492);
    // Rows of decisions come besides.
    let with_row: BTreeSet<String> =
        table::rows().map(|row| row.id.to_owned()).filter(|id| !id.starts_with("A-")).collect();
    let mut exempt = BTreeSet::new();
    for entry in table::exempt() {
        assert!(!entry.reason.is_empty(), "{}: no reason", entry.ids);
        for id in range(entry.ids) {
            assert!(!with_row.contains(&id), "{id} has rows and a reason for none");
            assert!(exempt.insert(id), "{}: twice", entry.ids);
        }
    }
    let listed: BTreeSet<String> = with_row.union(&exempt).cloned().collect();
    let missing: Vec<_> = all.difference(&listed).collect();
    let unknown: Vec<_> = listed.difference(&all).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
}
