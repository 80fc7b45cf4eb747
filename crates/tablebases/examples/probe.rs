//! Looks up positions in the tables of folders: `probe FILE FOLDER…`. The file has a FEN in each line, which a tab may end. Each gets a
//! line with outcome (-2 to 2), distance, whether that is exact, category, and a best move; `-` for what is unknown.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};

use pgnkit_chess::{ChessMode, fen};
use pgnkit_tablebases::{Tablebases, Wdl};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let file = arguments.next().ok_or("expected a file and folders with tables")?;
    let tables = Tablebases::open(arguments)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in BufReader::new(File::open(file)?).lines() {
        let line = line?;
        let position = fen::parse(line.split('\t').next().unwrap_or_default().as_bytes())?.position;
        let Some(found) = tables.probe(&position)? else {
            writeln!(out, "-")?;
            continue;
        };
        let wdl = Wdl::ALL.iter().position(|wdl| *wdl == found.wdl).map_or(0, |place| place as i32 - 2);
        write!(out, "{wdl} ")?;
        match found.dtz {
            Some(dtz) => write!(out, "{} {} ", dtz.plies, if dtz.exact { "exact" } else { "rounded" })?,
            None => write!(out, "- - ")?,
        }
        let best = tables.best_move(&position)?.map(|mv| mv.to_uci(ChessMode::Standard));
        writeln!(out, "{} {}", found.category, best.as_ref().map_or("-", |best| best.as_str()))?;
    }
    out.flush()?;
    Ok(())
}
