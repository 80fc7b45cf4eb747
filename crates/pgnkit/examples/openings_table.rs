//! Writes `src/openings/table.rs` anew from the tables of <https://github.com/lichess-org/chess-openings>:
//!
//! ```sh
//! cargo run -p pgnkit --example openings_table -- a.tsv b.tsv c.tsv d.tsv e.tsv
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;

use pgnkit::Game;
use pgnkit::chess::{Move, PieceKind};
use pgnkit::openings::Eco;

fn main() -> Result<(), Box<dyn Error>> {
    let mut lines = BTreeMap::new();
    let mut longest = 0;
    let mut common: [Option<BTreeSet<u16>>; 50] = [const { None }; 50];
    for path in std::env::args().skip(1) {
        for row in std::fs::read_to_string(path)?.lines().skip(1) {
            let mut columns = row.split('\t');
            let (Some(eco), Some(_name), Some(moves)) = (columns.next(), columns.next(), columns.next())
            else {
                return Err(format!("expected eco, name and moves, found {row}").into());
            };
            let eco: Eco = eco.parse()?;
            let game: Game = moves.parse().map_err(|error| format!("{row}: {error:?}"))?;
            longest = longest.max(game.ply_count());
            let squares = |mv: Move| (mv.from().index() * 64 + mv.to().index()) as u16;
            let moves = game.mainline().map(|node| node.mv());
            let moves: BTreeSet<_> = moves.filter(|mv| mv.kind() == PieceKind::Pawn).map(squares).collect();
            let common = &mut common[usize::from(eco.index() / 10)];
            *common = Some(match common.take() {
                Some(others) => &others & &moves,
                None => moves,
            });
            let last = game.mainline().last().ok_or("a line without moves")?.position();
            let key = last.repetition_key() & !511;
            if let Some(other) = lines.insert(key, eco)
                && other != eco
            {
                return Err(format!(
                    "{other} and {eco} have the same position, or keys are too short: {row}"
                )
                .into());
            }
        }
    }
    let mut table = format!(
        "\
//! The position at the end of each line of <https://github.com/lichess-org/chess-openings>, which is in the public
//! domain (CC0). Made from its tables by the example `openings_table`.

/// Half-moves of the longest line there is.
pub const LONGEST: usize = {longest};

/// The key of each position, in ascending order; in place of its lowest nine bits, the index of the ECO code.
#[rustfmt::skip]
pub(super) static LINES: [u64; {}] = [
",
        lines.len()
    );
    let entries: Vec<u64> = lines.iter().map(|(key, eco)| key | u64::from(eco.index())).collect();
    for row in entries.chunks(5) {
        let row: Vec<_> = row.iter().map(|entry| format!("0x{entry:016x}")).collect();
        writeln!(table, "    {},", row.join(", "))?;
    }
    table.push_str(
        "\
];

/// The pawn moves that all lines have in common of codes with the same volume and tens, from A0 to E9; of each the
/// square it starts from times 64, and the one it leads to. (Pieces reach their squares by many ways.)
#[rustfmt::skip]
pub(super) static COMMON_PAWN_MOVES: [&[u16]; 50] = [
",
    );
    for moves in common {
        let moves: Vec<_> = moves.unwrap_or_default().iter().map(u16::to_string).collect();
        writeln!(table, "    &[{}],", moves.join(", "))?;
    }
    table.push_str("];\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openings/table.rs");
    Ok(std::fs::write(path, table)?)
}
