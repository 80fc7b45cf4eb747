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

/// Whether such moves come somewhere, one after the other: all ways are tried.
pub fn come(text: &str, line: &Line) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    (0..line.sans.len()).any(|at| follow(&words, &line.sans[at..]))
}

fn follow(words: &[&str], sans: &[String]) -> bool {
    match words {
        [] => true,
        ["..", rest @ ..] => (0..=sans.len()).any(|left_out| follow(rest, &sans[left_out..])),
        [word, rest @ ..] => {
            sans.split_first().is_some_and(|(san, sans)| looks(word, san) && follow(rest, sans))
        }
    }
}

/// Whether a move looks as a word says.
fn looks(word: &str, san: &str) -> bool {
    if let Some(others) = word.strip_prefix('!') {
        return !others.split('|').any(|word| looks(word, san));
    }
    let one = |word: &str| {
        let plain = word.trim_end_matches(['+', '#']);
        let signs = [("#", "#"), ("+", "+#")];
        let is_sign =
            |(sign, either): (&str, &str)| !word.ends_with(sign) || san.ends_with(|c| either.contains(c));
        if !signs.into_iter().all(is_sign) {
            return false;
        }
        let bare = san.trim_end_matches(['+', '#']);
        if plain.starts_with("O-O") {
            return plain == bare;
        }
        let (plain, promotion) = plain.split_once('=').map_or((plain, None), |(plain, to)| (plain, Some(to)));
        if promotion.is_some_and(|to| !san.contains(&format!("={to}"))) {
            return false;
        }
        let bare = bare.split('=').next().unwrap_or_default();
        let piece = plain.strip_prefix(['K', 'Q', 'R', 'B', 'N']);
        let place = piece.unwrap_or(plain);
        let square = place.trim_start_matches('x');
        let is_piece = match (piece, plain.chars().next()) {
            (Some(_), first) => bare.chars().next() == first || first == Some('K') && bare.starts_with('O'),
            (None, _) => square.is_empty() || bare.starts_with(|c: char| c.is_ascii_lowercase()),
        };
        is_piece && (!place.starts_with('x') || bare.contains('x')) && bare.ends_with(square)
    };
    word == "*" || word.split('|').any(one)
}
