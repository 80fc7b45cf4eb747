//! One table of several.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::Write;

use super::{Entries, Table, TableError, TableWriter};

/// Writes the entries of some tables, in order. A key that several have gets the value that `combine` makes of theirs, which are in the order of the
/// tables.
///
/// Takes linear time in the number of entries, times the logarithm of that of the tables, and the memory of a block of each.
///
/// # Errors
/// When a block is damaged or cannot be read, or `out` takes no more.
pub fn merge<W: Write>(
    tables: &[&Table],
    mut combine: impl FnMut(&[&[u8]], &mut Vec<u8>),
    out: &mut TableWriter<W>,
) -> Result<(), TableError> {
    let mut sources = Vec::with_capacity(tables.len());
    let mut heads = BinaryHeap::with_capacity(tables.len());
    for (number, table) in tables.iter().enumerate() {
        let mut source = Source { entries: table.entries(), value: Vec::new() };
        if let Some(key) = source.advance()? {
            heads.push(Reverse((key, number)));
        }
        sources.push(source);
    }
    let mut combined = Vec::new();
    let mut same = Vec::new();
    while let Some(Reverse((key, first))) = heads.pop() {
        same.clear();
        same.push(first);
        while let Some(Reverse((next, number))) = heads.peek().copied()
            && next == key
        {
            heads.pop();
            same.push(number);
        }
        if let [only] = same[..] {
            out.push(key, &sources[only].value)?;
        } else {
            let values: Vec<&[u8]> = same.iter().map(|number| &*sources[*number].value).collect();
            combined.clear();
            combine(&values, &mut combined);
            out.push(key, &combined)?;
        }
        for &number in &same {
            if let Some(next) = sources[number].advance()? {
                heads.push(Reverse((next, number)));
            }
        }
    }
    Ok(())
}

/// A table that is read to its end, with the value of its last key.
struct Source<'t> {
    entries: Entries<'t>,
    value: Vec<u8>,
}

impl Source<'_> {
    fn advance(&mut self) -> Result<Option<u64>, TableError> {
        let Some((key, value)) = self.entries.next_entry()? else { return Ok(None) };
        self.value.clear();
        self.value.extend_from_slice(value);
        Ok(Some(key))
    }
}
