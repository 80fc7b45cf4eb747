//! Engines as the users of the library meet them: one that misbehaves in every way, and real ones.

mod engines;
mod fake;
mod live;
mod misbehaviour;
#[cfg(target_os = "linux")]
mod processes;
mod sessions;

use std::fmt::Write;

use pgnkit_uci::{Analysis, EngineError, Line, Score};

/// A result in one line: what is usual is left out, errors are their names.
fn shown(result: &Result<Analysis, EngineError>) -> String {
    let analysis = match result {
        Ok(analysis) => analysis,
        Err(error) => return format!("{error:?}").split([' ', '{']).next().unwrap_or_default().to_owned(),
    };
    let mut text = String::new();
    for line in &analysis.lines {
        put_line(&mut text, line);
    }
    if let Some(best) = analysis.best_move {
        write!(text, "best {best:?}").unwrap();
    }
    if let Some(ponder) = analysis.ponder {
        write!(text, " {ponder:?}").unwrap();
    }
    if analysis.missing > 0 {
        write!(text, ", {} missing", analysis.missing).unwrap();
    }
    if let Some(interruption) = analysis.interrupted {
        write!(text, ", {interruption:?}").unwrap();
    }
    if let Some(failure) = &analysis.first_failure {
        write!(text, ", after {}", shown(&Err((**failure).clone()))).unwrap();
    }
    text
}

fn put_line(text: &mut String, line: &Line) {
    let bound = match line.bound {
        pgnkit_uci::Bound::Exact => "",
        pgnkit_uci::Bound::Lower => "≥",
        pgnkit_uci::Bound::Upper => "≤",
    };
    let score = match line.score {
        Score::Centipawns(score) => score.to_string(),
        Score::Mate(moves) => format!("#{moves}"),
    };
    write!(text, "{}: {bound}{score}", line.depth).unwrap();
    if let Some(wdl) = line.wdl {
        write!(text, " ({}/{}/{})", wdl.win, wdl.draw, wdl.loss).unwrap();
    }
    for mv in &line.moves {
        write!(text, " {mv:?}").unwrap();
    }
    if let Some(cut) = &line.cut {
        write!(text, " ✂{} {}", cut.ply, cut.text).unwrap();
    }
    text.push_str("; ");
}
