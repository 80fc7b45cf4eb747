//! Whether a game begins with some moves.

use shakmaty::san::San;

use crate::line::Line;

pub fn begin(text: &str, line: &Line, any_order: bool) -> bool {
    let wanted: Vec<&str> = text.split(' ').collect();
    if line.moves.len() < wanted.len() {
        return false;
    }
    if any_order {
        // Each side makes its own, in whatever order.
        return (0..2).all(|side| {
            let own: Vec<&str> = wanted.iter().copied().skip(side).step_by(2).collect();
            let plies: Vec<usize> = (side..wanted.len()).step_by(2).collect();
            pair(&own, &plies, line)
        });
    }
    wanted.iter().enumerate().all(|(ply, wanted)| is(wanted, line, ply))
}

/// Whether each move that is wanted can have a ply of its own: all ways are tried.
fn pair(wanted: &[&str], plies: &[usize], line: &Line) -> bool {
    let Some((first, others)) = wanted.split_first() else { return true };
    plies.iter().enumerate().any(|(at, ply)| {
        let left = [&plies[..at], &plies[at + 1..]].concat();
        is(first, line, *ply) && pair(others, &left, line)
    })
}

fn is(wanted: &str, line: &Line, ply: usize) -> bool {
    let made = |text: &str| {
        let san = San::from_ascii(text.as_bytes()).expect("a move");
        san.to_move(&line.positions[ply]) == Ok(line.moves[ply])
    };
    match wanted.strip_prefix('!') {
        Some(other) => !made(other),
        None => wanted == "*" || wanted.split('|').any(made),
    }
}
