//! Counts made before.

use pgnkit_chess::{Bitboard, Color, PieceKind, Position};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fmt, io, iter};

/// Everything except depth that determines a count, from the point of view of the side to move: two positions have the
/// same key exactly where pieces, castling rights and possible en passant captures are the same, or the same with
/// colours exchanged and the board turned over. Either way what can be played is the same.
///
/// The first three words hold the kinds, from 1 in the order pawn, knight, bishop, rook, queen, king; 7 is a rook that
/// may castle. The last holds the pieces of the side to move, and the empty square where it can capture en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionKey([u64; 4]);

impl PositionKey {
    pub(super) fn new(position: &Position) -> Self {
        let kinds = |kinds: [PieceKind; 3]| {
            let [a, b, c] = kinds.map(|kind| position.kind(kind));
            a | b | c
        };
        let en_passant = position.ep_square().filter(|_| position.has_legal_en_passant());
        let castling = position.castling_rooks();
        let planes = [
            kinds([PieceKind::Pawn, PieceKind::Bishop, PieceKind::Queen]) | castling,
            kinds([PieceKind::Knight, PieceKind::Bishop, PieceKind::King]) | castling,
            kinds([PieceKind::Rook, PieceKind::Queen, PieceKind::King]),
            position.color(position.turn()) | en_passant.map_or(Bitboard::EMPTY, Bitboard::from),
        ];
        PositionKey(match position.turn() {
            Color::White => planes.map(|plane| plane.0),
            Color::Black => planes.map(|plane| plane.0.swap_bytes()),
        })
    }

    /// A number that is spread evenly: where to look, no more.
    fn hash(self, depth: u8) -> u64 {
        self.0.into_iter().fold(u64::from(depth), |hash, word| {
            let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xbf58_476d_1ce4_e5b9;
            product as u64 ^ (product >> 64) as u64
        })
    }
}

/// A key, and a depth in the upper 8 bits over a count; all zero when nothing is remembered.
type Entry = [u64; 5];

/// Places of a count: the first holds the largest, which cost most; the second holds the latest.
type Bucket = [Entry; 2];

const COUNT_BITS: u32 = 56;

/// Parts with a lock each: so many that two threads hardly ever want the same.
const SHARD_BITS: u32 = 10;

/// A table of fixed size. All threads read and write it.
pub(super) struct Table {
    shards: Vec<Mutex<Vec<Bucket>>>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

impl Table {
    /// An empty table of so many MiB.
    pub(super) fn new(mib: usize) -> io::Result<Self> {
        let buckets =
            mib.checked_mul((1 << 20) >> SHARD_BITS).ok_or(io::ErrorKind::OutOfMemory)? / size_of::<Bucket>();
        // Memory known to be zero is not touched before it is used, which is what `vec!` knows about; but it ends the
        // program when there is none.
        Vec::<Bucket>::new().try_reserve_exact(buckets << SHARD_BITS)?;
        let shard = || Mutex::new(vec![[[0; 5]; 2]; buckets]);
        Ok(Table { shards: iter::repeat_with(shard).take(1 << SHARD_BITS).collect() })
    }

    /// The count of a key, if it is remembered.
    pub(super) fn get(&self, key: PositionKey, depth: u8) -> Option<u64> {
        let (shard, index) = self.place(key, depth);
        let bucket = shard[index];
        drop(shard);
        let found = bucket.into_iter().find(|entry| entry[..4] == key.0 && depth_of(entry) == depth)?;
        Some(count_of(&found))
    }

    /// Remembers a count, perhaps.
    pub(super) fn put(&self, key: PositionKey, depth: u8, count: u64) {
        // If so large a count fits into a `u64` in the end, there are few of them.
        if count >> COUNT_BITS != 0 {
            return;
        }
        let [a, b, c, d] = key.0;
        let entry = [a, b, c, d, u64::from(depth) << COUNT_BITS | count];
        let (mut shard, index) = self.place(key, depth);
        let [largest, last] = &mut shard[index];
        *if count >= count_of(largest) { largest } else { last } = entry;
    }

    fn place(&self, key: PositionKey, depth: u8) -> (MutexGuard<'_, Vec<Bucket>>, usize) {
        let hash = key.hash(depth);
        let shard = &self.shards[(hash >> (u64::BITS - SHARD_BITS)) as usize];
        let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let index = (u128::from(hash << SHARD_BITS) * shard.len() as u128) >> u64::BITS;
        (shard, index as usize)
    }
}

fn depth_of(entry: &Entry) -> u8 {
    (entry[4] >> COUNT_BITS) as u8
}

fn count_of(entry: &Entry) -> u64 {
    entry[4] & ((1 << COUNT_BITS) - 1)
}
