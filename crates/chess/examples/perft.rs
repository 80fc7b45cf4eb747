//! Counts move sequences: `perft FEN DEPTH`, or `perft --suite FILE [MAX_NODES]` for files whose
//! lines read `FEN ;D1 20 ;D2 400`.

use std::process::ExitCode;
use std::time::Instant;

use pgnkit_chess::{ChessMode, fen};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["--suite", file] => suite(file, u64::MAX),
        ["--suite", file, limit] => {
            limit.parse().map_err(|e| format!("{limit}: {e}")).and_then(|n| suite(file, n))
        }
        [fen, depth] => depth.parse().map_err(|e| format!("{depth}: {e}")).and_then(|n| divide(fen, n)),
        _ => Err("usage: perft FEN DEPTH | perft --suite FILE [MAX_NODES]".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("perft: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the count below each move, then the total and the speed.
fn divide(text: &str, depth: u8) -> Result<(), String> {
    let fen = fen::parse(text.as_bytes()).map_err(|e| e.to_string())?;
    let mode = if fen.chess960 { ChessMode::Chess960 } else { ChessMode::Standard };
    let start = Instant::now();
    let mut total = 0;
    for mv in &fen.position.legal_moves() {
        let nodes = fen.position.after(*mv).perft(depth.saturating_sub(1));
        println!("{}: {nodes}", mv.to_uci(mode));
        total += nodes;
    }
    report(total, start);
    Ok(())
}

/// Checks every depth of every line that has at most `limit` nodes.
fn suite(file: &str, limit: u64) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let (start, mut total, mut checked) = (Instant::now(), 0, 0);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        if line.is_empty() {
            continue;
        }
        let mut parts = line.split(';');
        let text = parts.next().unwrap_or_default().trim();
        let position = fen::parse(text.as_bytes()).map_err(|e| format!("{file}:{number}: {e}"))?.position;
        for part in parts {
            let entry = part.trim().strip_prefix('D').and_then(|entry| entry.split_once(' '));
            let Some((depth, count)) = entry else { continue };
            let depth: u8 = depth.parse().map_err(|_| format!("{file}:{number}: bad depth"))?;
            let count: u64 = count.trim().parse().map_err(|_| format!("{file}:{number}: bad count"))?;
            if count > limit {
                continue;
            }
            let found = position.perft(depth);
            if found != count {
                return Err(format!("{file}:{number}: depth {depth}: expected {count}, found {found}"));
            }
            total += found;
            checked += 1;
        }
    }
    println!("{checked} counts agree");
    report(total, start);
    Ok(())
}

fn report(nodes: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{nodes} nodes in {seconds:.2} s, {:.0} million per second", nodes as f64 / seconds / 1e6);
}
