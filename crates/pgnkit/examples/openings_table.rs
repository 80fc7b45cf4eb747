//! Writes `src/openings/table.rs` anew from the tables of <https://github.com/lichess-org/chess-openings>:
//!
//! ```sh
//! cargo run -p pgnkit --example openings_table -- a.tsv b.tsv c.tsv d.tsv e.tsv
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;

use pgnkit::Game;
use pgnkit::openings::Eco;

fn main() -> Result<(), Box<dyn Error>> {
    let mut lines = BTreeMap::new();
    let mut longest = 0;
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
//! The position at the end of each line of <https://github.com/lichess-org/chess-openings>, which is in the public domain (CC0).
//! Made from its tables by the example `openings_table`.

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
    table.push_str("];\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openings/table.rs");
    Ok(std::fs::write(path, table)?)
}
