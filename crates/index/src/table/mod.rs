//! Files of keys and values in sorted blocks.
//!
//! | part | bytes | content |
//! | --- | --- | --- |
//! | head | 16 | `pgnkit\0` and the version 1; four bytes that say what the values are; the check sum of both |
//! | blocks | about 4,096 each | entries and their check sum |
//! | fences | | for each block: its first key less that of the block before, its length, as varints |
//! | foot | 40 | place and length of the fences, number of blocks, number of entries; check sums of the fences and of the foot |
//!
//! An entry is its key less that of the entry before (of the first one of a block: that of its fence, so 0), the length of its value, and
//! the value. Numbers are little-endian; varints have seven bits a byte, the lowest first, and the eighth bit says that more
//! follow. Check sums are CRC-32 as in gzip. Keys ascend, and no key comes twice.

mod error;
mod merge;
pub mod numbers;
mod read;
mod sort;
mod write;

pub use error::{Part, TableError};
pub use merge::merge;
pub use read::{Entries, Table};
pub use sort::{SortedRecords, Sorter};
pub use write::TableWriter;

/// The first bytes of a table: a name and the version of its form.
const MAGIC: [u8; 8] = *b"pgnkit\0\x01";
const HEAD: usize = 16;
const FOOT: usize = 40;
/// Bytes of a block after which the next one begins.
const BLOCK: usize = 4096;
/// Bytes of a check sum.
const SUM: usize = 4;
