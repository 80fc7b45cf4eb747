use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};

use pgnkit_index::table::{Part, Table, TableError, TableWriter, merge};
use proptest::prelude::*;

const VALUES: [u8; 4] = *b"test";

fn written(entries: &BTreeMap<u64, Vec<u8>>) -> File {
    let mut writer = TableWriter::new(tempfile::tempfile().unwrap(), VALUES).unwrap();
    for (key, value) in entries {
        writer.push(*key, value).unwrap();
    }
    assert_eq!(writer.len(), entries.len() as u64);
    writer.finish().unwrap()
}

fn opened(entries: &BTreeMap<u64, Vec<u8>>) -> Table {
    Table::open(written(entries), VALUES).unwrap()
}

fn bytes_of(mut file: File) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}

fn file_of(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn all(table: &Table) -> BTreeMap<u64, Vec<u8>> {
    let mut entries = table.entries();
    let mut all = BTreeMap::new();
    while let Some((key, value)) = entries.next_entry().unwrap() {
        assert_eq!(all.insert(key, value.to_vec()), None);
    }
    all
}

/// Keys that are near to each other and far, values that are small and longer than a block.
fn entries(most: usize) -> impl Strategy<Value = BTreeMap<u64, Vec<u8>>> {
    let key = prop_oneof![0_u64..500, any::<u64>(), Just(u64::MAX)];
    let length = prop_oneof![30 => 0_usize..20, 1 => 3000_usize..9000];
    let value = (length, any::<u8>()).prop_map(|(length, byte)| vec![byte; length]);
    prop::collection::btree_map(key, value, 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn entries_come_back(given in entries(2000), others in prop::collection::vec(any::<u64>(), 20)) {
        let table = opened(&given);
        prop_assert_eq!(table.len(), given.len() as u64);
        table.check().unwrap();
        prop_assert_eq!(&all(&table), &given);
        let mut value = Vec::new();
        for key in given.keys().flat_map(|key| [*key, key.wrapping_add(1), key.wrapping_sub(1)]).chain(others) {
            let found = table.get(key, &mut value).unwrap();
            prop_assert_eq!(found.then_some(&value), given.get(&key));
        }
    }

    #[test]
    fn merged_tables_have_the_entries_of_all(given in prop::collection::vec(entries(300), 0..5)) {
        let tables: Vec<Table> = given.iter().map(opened).collect();
        let mut writer = TableWriter::new(tempfile::tempfile().unwrap(), VALUES).unwrap();
        let join = |values: &[&[u8]], out: &mut Vec<u8>| values.iter().for_each(|value| out.extend_from_slice(value));
        merge(&tables.iter().collect::<Vec<_>>(), join, &mut writer).unwrap();
        let merged = Table::open(writer.finish().unwrap(), VALUES).unwrap();
        let mut expected = BTreeMap::<u64, Vec<u8>>::new();
        for (key, value) in given.iter().flatten() {
            expected.entry(*key).or_default().extend_from_slice(value);
        }
        prop_assert_eq!(all(&merged), expected);
    }
}

#[test]
fn every_bit_is_checked() {
    let entries: BTreeMap<u64, Vec<u8>> = (0..600_u64).map(|key| (key * key, vec![key as u8; 8])).collect();
    let bytes = bytes_of(written(&entries));
    let table = Table::open(file_of(&bytes), VALUES).unwrap();
    assert!(table.blocks() > 1);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        let error = match Table::open(file_of(&changed), VALUES) {
            Err(error) => error,
            Ok(table) => table.check().expect_err("a changed bit is found"),
        };
        let expected = matches!(error, TableError::Damaged(_) | TableError::NotATable);
        assert!(expected, "byte {at}: {error}");
        if at > 16 && at < 4000 {
            assert!(matches!(error, TableError::Damaged(Part::Block(0))), "byte {at}: {error}");
        }
    }
    for length in 0..bytes.len() {
        let error = Table::open(file_of(&bytes[..length]), VALUES).unwrap_err();
        let expected = matches!(error, TableError::NotATable | TableError::Damaged(_));
        assert!(expected, "{length} bytes: {error}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let mut writer = TableWriter::new(Vec::new(), VALUES).unwrap();
    writer.push(5, b"").unwrap();
    for key in [5, 4] {
        assert!(matches!(writer.push(key, b""), Err(TableError::Order(found)) if found == key));
    }
    writer.push(6, b"x").unwrap();
    let bytes = writer.finish().unwrap();
    let table = Table::open(file_of(&bytes), VALUES).unwrap();
    assert_eq!(all(&table), BTreeMap::from([(5, Vec::new()), (6, b"x".to_vec())]));

    let error = Table::open(file_of(&bytes), *b"else").unwrap_err();
    assert_eq!(error.to_string(), "expected a table of other values, found `test`");
    let error = Table::open(file_of(b"[Event \"A game, and no table\"]"), VALUES).unwrap_err();
    assert_eq!(error.to_string(), "expected a table of pgnkit, found another file");
    let empty = opened(&BTreeMap::new());
    assert!(empty.is_empty() && empty.blocks() == 0);
    assert!(!empty.get(0, &mut Vec::new()).unwrap());
    empty.check().unwrap();
}

/// A table that says more than it has costs no more memory than its file.
#[test]
fn numbers_of_a_foot_are_not_believed() {
    let bytes = bytes_of(written(&BTreeMap::from([(1, vec![2])])));
    let foot = bytes.len() - 40;
    for (place, number) in [(0, u64::MAX), (8, u64::MAX), (16, u64::MAX), (0, 0), (8, 1 << 40), (16, 2)] {
        let mut changed = bytes.clone();
        changed[foot + place..foot + place + 8].copy_from_slice(&number.to_le_bytes());
        let sum = pgnkit_sum(&changed[foot..foot + 36]);
        changed[foot + 36..].copy_from_slice(&sum.to_le_bytes());
        let error = Table::open(file_of(&changed), VALUES).unwrap_err();
        assert!(matches!(error, TableError::Damaged(Part::Foot | Part::Fences)), "{place} {number}: {error}");
    }
    let mut changed = bytes.clone();
    changed[foot + 24..foot + 32].copy_from_slice(&7_u64.to_le_bytes());
    let sum = pgnkit_sum(&changed[foot..foot + 36]);
    changed[foot + 36..].copy_from_slice(&sum.to_le_bytes());
    let table = Table::open(file_of(&changed), VALUES).unwrap();
    assert!(matches!(table.check(), Err(TableError::Damaged(Part::Foot))));
}

/// CRC-32 bit by bit.
fn pgnkit_sum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}
