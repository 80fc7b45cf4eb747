//! Comparing what the two readers made of one file.

use std::fmt::Write as _;

use corpus::Difference;

use crate::ours::{self, Game};
use crate::record::{Record, Wanted};
use crate::theirs;

/// A difference with what a person needs to judge it.
pub struct Found {
    pub difference: Difference,
    pub detail: String,
}

/// Content of a file.
#[derive(Default)]
pub struct Comparison {
    pub games: usize,
    pub plies: usize,
    pub illegal: usize,
    pub found: Vec<Found>,
}

/// Reads `text` both ways.
///
/// If both find the same number of games, these are compared in order, as read from the whole file. Otherwise the
/// number is a difference of its own, and the peer reads each game alone, as delimited by pgnkit.
pub fn compare(file: &str, text: &[u8], wanted: Wanted) -> Comparison {
    let mine = ours::games(text, wanted);
    let (theirs, error) = theirs::games(text, wanted);
    let mut comparison = Comparison {
        games: mine.len(),
        plies: mine.iter().map(|game| game.record.plies).sum(),
        illegal: mine.iter().filter(|game| !game.record.legal).count(),
        found: Vec::new(),
    };
    let mut found = |game: usize, kind: &str, detail: String| {
        let difference = Difference { file: file.to_owned(), game, kind: kind.to_owned() };
        comparison.found.push(Found { difference, detail });
    };
    if let Some(error) = &error {
        found(0, "peer-stops", error.to_string());
    }
    let same_count = error.is_none() && mine.len() == theirs.len();
    if error.is_none() && !same_count {
        found(0, "game-count", format!("{} games, the peer sees {}", mine.len(), theirs.len()));
    }
    for (at, game) in mine.iter().enumerate() {
        let own = game.span.of(text);
        if same_count {
            if same(&game.record, &theirs[at]) {
                continue;
            }
            let (_, alone) = pair_alone(own, wanted);
            if alone.len() == 1 && !same(&game.record, &alone[0]) {
                let (kind, detail) = explain(own, wanted);
                found(at + 1, kind, detail);
            } else {
                let (kind, _) = kind_of(&game.record, &theirs[at]);
                found(at + 1, kind, format!("only when read with its neighbours\n{}", excerpt(own)));
            }
            continue;
        }
        let (_, alone) = pair_alone(own, wanted);
        match alone.len() {
            1 if same(&game.record, &alone[0]) => {}
            1 => {
                let (kind, detail) = explain(own, wanted);
                found(at + 1, kind, detail);
            }
            0 => found(at + 1, "peer-sees-no-game", excerpt(own)),
            n => {
                found(at + 1, "peer-splits-game", format!("into {n} games\n{}", excerpt(own)));
                let joined = without_empty_lines(own);
                let (mine, theirs) = pair_alone(&joined, wanted);
                if let ([mine], [theirs]) = (&mine[..], &theirs[..])
                    && !same(&mine.record, theirs)
                {
                    let (kind, detail) = explain(&joined, wanted);
                    found(at + 1, kind, detail);
                }
            }
        }
    }
    comparison
}

fn pair_alone(game: &[u8], wanted: Wanted) -> (Vec<Game>, Vec<Record>) {
    let wanted = Wanted { fens: true, ..wanted };
    (ours::games(game, wanted), theirs::games(game, wanted).0)
}

/// The game without the empty lines in its movetext, which end a game for the peer.
fn without_empty_lines(game: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(game.len());
    let mut in_movetext = false;
    for line in game.split_inclusive(|&byte| byte == b'\n') {
        let empty = line.trim_ascii().is_empty();
        in_movetext |= !empty && !matches!(line[0], b'[' | b'%' | b';');
        if !(empty && in_movetext) {
            joined.extend_from_slice(line);
        }
    }
    joined
}

fn same(mine: &Record, theirs: &Record) -> bool {
    // A start position that is refused is written by one of the two only.
    mine.legal == theirs.legal
        && mine.plies == theirs.plies
        && (mine.digest == theirs.digest || no_start(theirs))
}

fn no_start(theirs: &Record) -> bool {
    !theirs.legal && theirs.digest == 0
}

fn kind_of(mine: &Record, theirs: &Record) -> (&'static str, String) {
    if mine.legal != theirs.legal {
        return if mine.legal {
            let detail = format!("the peer refuses {} after {} plies", theirs.refused, theirs.plies);
            if mine.null_moves > 0 { ("null-move", detail) } else { ("only-peer-refuses", detail) }
        } else {
            ("only-pgnkit-refuses", format!("pgnkit refuses {:?} after {} plies", mine.refused, mine.plies))
        };
    }
    if mine.plies != theirs.plies {
        return ("ply-count", format!("{} plies, the peer plays {}", mine.plies, theirs.plies));
    }
    ("position", String::new())
}

/// The kind of difference and where it first shows, for a game that both read alone.
fn explain(game: &[u8], wanted: Wanted) -> (&'static str, String) {
    let (mine, theirs) = pair_alone(game, wanted);
    let (Some(mine), Some(theirs)) = (mine.first(), theirs.first()) else {
        return ("position", excerpt(game));
    };
    let mine = &mine.record;
    let (kind, mut detail) = kind_of(mine, theirs);
    if let Some(ply) =
        (0..mine.fens.len().min(theirs.fens.len())).find(|&ply| mine.fens[ply] != theirs.fens[ply])
    {
        let _ = write!(
            detail,
            "\n  after ply {ply}:\n    pgnkit {}\n    peer   {}",
            mine.fens[ply], theirs.fens[ply]
        );
    }
    let _ = write!(detail, "\n{}", excerpt(game));
    (kind, detail)
}

fn excerpt(game: &[u8]) -> String {
    let text = String::from_utf8_lossy(game);
    let lines: Vec<String> = text.lines().take(40).map(|line| format!("  | {line}")).collect();
    lines.join("\n")
}
