//! Positions of a few pieces: who can still win.

use std::collections::BTreeMap;

use pgnkit::chess::{Color, PieceKind, Position, Variant, fen};
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, Position as _};

use crate::{Random, peer};

/// Compares random positions of a few pieces, and returns the number of those that differ.
pub fn compare_all(variant: Variant, count: u64, seed: u64) -> u64 {
    let (mut random, mut differences, mut compared) = (Random(seed), BTreeMap::new(), 0);
    for _ in 0..count {
        let text = random_fen(variant, &mut random);
        let Ok(ours) = fen::parse_variant(text.as_bytes(), variant, None) else { continue };
        let Ok(theirs) = text.parse::<Fen>() else { continue };
        let theirs = VariantPosition::from_setup(peer(variant), theirs.into_setup(), CastlingMode::Standard);
        let Ok(theirs) = theirs else { continue };
        compared += 1;
        if let Err(difference) = compare(&ours.position, &theirs) {
            differences.entry(pieces(&ours.position)).or_insert(difference);
        }
    }
    println!("{variant}: {compared} positions of a few pieces, {} combinations differ", differences.len());
    differences.values().take(20).for_each(|difference| println!("{difference}"));
    differences.len() as u64
}

fn pieces(position: &Position) -> String {
    let mut letters: Vec<char> = position
        .occupied()
        .into_iter()
        .filter_map(|at| position.piece_at(at))
        .map(|piece| piece.letter())
        .collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// Up to four pieces of each colour besides kings, on any squares.
fn random_fen(variant: Variant, random: &mut Random) -> String {
    let mut board = [b'1'; 64];
    let mut put = |letter: u8, random: &mut Random| {
        let free = loop {
            let at = random.below(64);
            if board[at] == b'1' && (!letter.eq_ignore_ascii_case(&b'p') || (8..56).contains(&at)) {
                break at;
            }
        };
        board[free] = letter;
    };
    let kings: &[u8] = match variant {
        Variant::Antichess | Variant::Suicide => b"",
        Variant::Horde => b"k",
        _ => b"Kk",
    };
    kings.iter().for_each(|king| put(*king, random));
    for is_white in [true, false] {
        for _ in 0..random.below(if variant == Variant::Horde { 6 } else { 5 }) {
            let letter = b"pnbrqbn"[random.below(7)];
            put(if is_white { letter.to_ascii_uppercase() } else { letter }, random);
        }
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| String::from_utf8_lossy(rank).into_owned()).collect();
    let pocket = if variant == Variant::Crazyhouse { "[]" } else { "" };
    let turn = ['w', 'b'][random.below(2)];
    format!("{}{pocket} {turn} - - 0 1", ranks.join("/"))
}

/// Compares who can still win.
pub fn compare(ours: &Position, theirs: &VariantPosition) -> Result<(), String> {
    for (color, peer) in [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)] {
        let (here, there) = (ours.has_insufficient_material(color), theirs.has_insufficient_material(peer));
        if here != there && !is_explained(ours, color, here) {
            return Err(format!("{ours}: {color} cannot win: {here}, or {there}"));
        }
    }
    Ok(())
}

/// Whether it is a known difference: the peer says that a knight and bishops on squares of one colour do not mate a bare
/// king in Horde. They do: `k7/1B6/B1N5/8/8/8/8/8 b - - 0 1`.
fn is_explained(ours: &Position, color: Color, is_insufficient: bool) -> bool {
    let own = ours.color(color);
    let (bishops, knights) = (own & ours.kind(PieceKind::Bishop), own & ours.kind(PieceKind::Knight));
    ours.variant() == Variant::Horde
        && !is_insufficient
        && knights.len() == 1
        && own == bishops | knights
        && ours.color(!color).len() == 1
}
