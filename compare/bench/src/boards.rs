//! The passes over positions that are timed: sequences of moves counted, and lists of legal moves.

use std::hint::black_box;

use gigachess::Board;
use pgnkit::chess::variant::TagVariant;
use pgnkit::chess::{MoveList, Position as OurPosition, Variant, fen};
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, Chess, Position};

use crate::readers::Counts;

/// As often the moves of each position are listed, so that reading the position does not count.
const LISTINGS: u64 = 500;

fn moves(moves: u64) -> Counts {
    Counts { moves, ..Counts::default() }
}

/// The variant, the FEN and the depth of a file made by [`crate::data::positions`].
fn position_and_depth(text: &[u8]) -> Option<(TagVariant, &str, u8)> {
    let (position, depth) = std::str::from_utf8(text).ok()?.trim_end().split_once(";D")?;
    let (variant, fen) = position.split_once(": ").unwrap_or(("Standard", position));
    Some((TagVariant::from_name(variant)?, fen, depth.parse().ok()?))
}

/// pgnkit: sequences of moves counted, as moves.
pub fn perft_ours(text: &[u8]) -> Counts {
    let count = || {
        let (meant, text, depth) = position_and_depth(text)?;
        Some(fen::parse_variant(text.as_bytes(), meant.variant, None).ok()?.position.perft(depth))
    };
    moves(count().unwrap_or_default())
}

/// shakmaty: its own function for it.
pub fn perft_theirs(text: &[u8]) -> Counts {
    let count = || {
        let (meant, text, depth) = position_and_depth(text)?;
        let fen = text.parse::<Fen>().ok()?;
        if meant.variant == Variant::Standard {
            let position: Chess = fen.into_position(CastlingMode::Standard).ok()?;
            return Some(shakmaty::perft(&position, u32::from(depth)));
        }
        let variant = shakmaty::variant::Variant::from_ascii(meant.variant.name().as_bytes()).ok()?;
        let position = VariantPosition::from_setup(variant, fen.into_setup(), CastlingMode::Standard).ok()?;
        Some(shakmaty::perft(&position, u32::from(depth)))
    };
    moves(count().unwrap_or_default())
}

/// gigachess: its own function for it, standard chess only.
pub fn perft_gigachess(text: &[u8]) -> Counts {
    let count = || {
        let (_, text, depth) = position_and_depth(text)?;
        Some(gigachess::fen::parse_fen(text).ok()?.perft(u32::from(depth)))
    };
    moves(count().unwrap_or_default())
}

/// pgnkit: all legal moves of the positions of a file, a FEN in each line; in one list, which is the quick way.
pub fn list_ours(text: &[u8]) -> Counts {
    let read = |text: &str| Some(fen::parse(text.as_bytes()).ok()?.position);
    let mut moves = MoveList::new();
    list(text, read, |position: &OurPosition| {
        position.list_legal_moves(&mut moves);
        black_box(&moves).len()
    })
}

/// shakmaty: the same.
pub fn list_theirs(text: &[u8]) -> Counts {
    let read = |text: &str| text.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok();
    list(text, read, |position: &Chess| black_box(&position.legal_moves()).len())
}

/// gigachess: the same.
pub fn list_gigachess(text: &[u8]) -> Counts {
    let read = |text: &str| gigachess::fen::parse_fen(text).ok();
    list(text, read, |position: &Board| black_box(&position.legal_moves()).len())
}

fn list<T>(text: &[u8], read: impl Fn(&str) -> Option<T>, mut count: impl FnMut(&T) -> usize) -> Counts {
    let lines = std::str::from_utf8(text).unwrap_or_default().lines();
    let positions: Vec<T> = lines.filter_map(read).collect();
    let mut seen = 0;
    for _ in 0..LISTINGS {
        seen += positions.iter().map(|position| count(black_box(position)) as u64).sum::<u64>();
    }
    moves(seen)
}
