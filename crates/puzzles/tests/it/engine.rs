//! A small engine, always the same: this test program, started again with [`SWITCH`] in its environment. It counts material and looks a few
//! half-moves ahead, captures further.

use std::io::{self, BufRead, Write};

use pgnkit::chess::{ChessMode, Color, Move, PieceKind, Position};

/// The variable that makes this program an engine. Its value is `play`, or a way to fail.
pub const SWITCH: &str = "PGNKIT_SMALL_ENGINE";

/// Arguments of the test program that run [`engine`] alone.
pub fn arguments(test: &str) -> [String; 3] {
    [test.to_owned(), "--exact".to_owned(), "--nocapture".to_owned()]
}

/// The `main` of the engine. As a test it ends at once.
#[test]
fn engine() {
    let Ok(behaviour) = std::env::var(SWITCH) else { return };
    say("");
    let (mut root, mut lines) = (Position::START, 1);
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "uci" => say("id name Small\noption name MultiPV type spin default 1 min 1 max 9\nuciok"),
            "setoption" if words.contains(&"MultiPV") => lines = words.last().unwrap().parse().unwrap(),
            "isready" => say("readyok"),
            "position" => root = position(&line),
            "go" if behaviour == "crash" => std::process::exit(3),
            "go" if behaviour == "bounds" => {
                let mv = root.legal_moves()[0].to_uci(ChessMode::Standard);
                say(&format!("info depth 1 score cp 1 lowerbound pv {mv}\nbestmove {mv}"));
            }
            "go" => go(&root, words.last().unwrap().parse().unwrap(), lines),
            "quit" => break,
            _ => {}
        }
    }
    // Not back to the harness, which would write more.
    std::process::exit(0);
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(9);
    }
}

fn position(line: &str) -> Position {
    let text = line.strip_prefix("position fen ").unwrap();
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let start: Position = fen.parse().unwrap();
    moves
        .split_whitespace()
        .fold(start, |position, word| position.after(position.parse_uci(word.as_bytes()).unwrap()))
}

/// A mate in this position is worth this; each half-move before it is one less.
const MATE: i32 = 30_000;

fn go(root: &Position, depth: u32, lines: usize) {
    // Bounded, so that tests are quick.
    let searched = depth.min(4);
    let mut moves: Vec<(i32, Move)> = root
        .legal_moves()
        .iter()
        .map(|mv| (-search(&root.after(*mv), searched - 1, 1, -MATE, MATE), *mv))
        .collect();
    moves.sort_by_key(|(score, mv)| (-score, mv.to_uci(ChessMode::Standard).to_string()));
    for (at, (score, mv)) in moves.iter().take(lines).enumerate() {
        let shown = match MATE - score.abs() {
            plies @ ..=100 => format!("mate {}", (plies + 1) / 2 * score.signum()),
            _ => format!("cp {score}"),
        };
        say(&format!(
            "info depth {depth} multipv {} score {shown} pv {}",
            at + 1,
            mv.to_uci(ChessMode::Standard)
        ));
    }
    say(&format!("bestmove {}", moves[0].1.to_uci(ChessMode::Standard)));
}

/// The value for the side to move, between two bounds.
fn search(position: &Position, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
    if position.is_checkmate() {
        return ply - MATE;
    }
    if !position.has_legal_move() {
        return 0;
    }
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    if depth == 0 {
        let value = material(position);
        if value >= beta {
            return value;
        }
        alpha = alpha.max(value);
        moves.retain(|mv| mv.is_capture());
    }
    moves.sort_by_key(|mv| !mv.is_capture());
    for mv in moves {
        let value = -search(&position.after(mv), depth.saturating_sub(1), ply + 1, -beta, -alpha);
        if value >= beta {
            return value;
        }
        alpha = alpha.max(value);
    }
    alpha
}

fn material(position: &Position) -> i32 {
    let worth = [
        (PieceKind::Pawn, 100),
        (PieceKind::Knight, 300),
        (PieceKind::Bishop, 310),
        (PieceKind::Rook, 500),
        (PieceKind::Queen, 900),
    ];
    let side = |color: Color| -> i32 {
        worth.iter().map(|(kind, worth)| position.pieces(color, *kind).len() as i32 * worth).sum()
    };
    side(position.turn()) - side(!position.turn())
}
