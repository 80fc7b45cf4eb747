//! Looks up positions, one FEN a line, in the tables of folders: `probe FOLDER… < FENS`. Each gets a line with outcome (-2 to 2),
//! distance, whether it is exact, category, and the best move; `-` for what is unknown.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

use pgnkit_chess::{Position, fen};
use pgnkit_tablebases::{Tablebases, Wdl};

fn main() -> Result<(), Box<dyn Error>> {
    let tables = Tablebases::open(std::env::args_os().skip(1))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let position: Position = fen::parse(line?.as_bytes())?.position;
        match tables.probe(&position)? {
            None => writeln!(out, "-")?,
            Some(found) => {
                let wdl = Wdl::ALL.iter().position(|wdl| *wdl == found.wdl).unwrap_or_default() as i32 - 2;
                write!(out, "{wdl} ")?;
                match found.dtz {
                    Some(dtz) => {
                        write!(out, "{} {} ", dtz.plies, if dtz.exact { "exact" } else { "rounded" })?
                    }
                    None => write!(out, "- - ")?,
                }
                let best = tables.best_move(&position)?;
                let best = best.map(|mv| mv.to_uci(pgnkit_chess::ChessMode::Standard).to_string());
                writeln!(out, "{} {}", found.category, best.as_deref().unwrap_or("-"))?;
            }
        }
    }
    out.flush()?;
    Ok(())
}
