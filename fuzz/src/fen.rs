//! Any text as a FEN: read, written and read again it is the same position, and so are those that moves lead to.

use pgnkit::chess::fen::{self, EnPassant, Fen};
use pgnkit::chess::{ChessMode, Position};

use crate::{input, places};

/// Largest clock of a FEN that is read.
const LARGEST_CLOCK: u32 = 999_999_999;

/// The text by itself and by the rules of either mode; after a byte from 0 to 8, the FEN of a position in which the
/// last bytes, in pairs, have changed a character.
pub fn check(data: &[u8]) {
    match data {
        [0..=8, way @ ..] => {
            let (position, changes) = places::reach(way);
            let mut text = position.fen(EnPassant::Always).as_bytes().to_vec();
            for change in changes.chunks_exact(2).take(6) {
                let at = usize::from(change[0]) % text.len();
                text[at] = change[1];
            }
            check_text(&text);
        }
        _ => check_text(data),
    }
}

fn check_text(data: &[u8]) {
    check_read(data, fen::parse(data));
    for mode in [ChessMode::Standard, ChessMode::Chess960] {
        check_read(data, fen::parse_as(data, mode));
    }
}

fn check_read(text: &[u8], read: Result<Fen, fen::FenError>) {
    match read {
        Ok(fen) => check_position(&fen.position, input::choice(text)),
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{error:?}");
            assert!(!error.to_string().is_empty());
        }
    }
}

/// One legal move is played, and now and then each.
fn check_position(position: &Position, choice: u32) {
    assert_survives(position);
    let moves = position.legal_moves();
    assert_eq!(moves.len() as u64, position.legal_move_count());
    assert_eq!(moves.is_empty(), !position.has_legal_move());
    let all = moves.as_slice();
    let one = choice as usize / 32 % all.len().max(1);
    let played = if choice.is_multiple_of(32) { all } else { all.get(one..=one).unwrap_or_default() };
    for &mv in played {
        assert!(position.is_legal(mv));
        for mode in [ChessMode::Standard, ChessMode::Chess960] {
            let uci = mv.to_uci(mode);
            // By the rules of standard chess castling can look like a move of the king beside it.
            if mode == ChessMode::Chess960 || !mv.is_castling() {
                assert_eq!(position.parse_uci(uci.as_bytes()), Some(mv), "{uci:?} in {position:?}");
            }
        }
        assert_survives(&position.after(mv));
    }
}

/// Its FEN is read as this very position, in the words of the standard.
fn assert_survives(position: &Position) {
    if position.halfmove_clock().max(position.fullmove_number()) > LARGEST_CLOCK {
        return;
    }
    let text = position.fen(EnPassant::Always);
    assert!(text.as_str().starts_with(position.epd(EnPassant::Always).as_str()));
    let again = fen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again.position, *position, "{text}");
    assert_eq!(again.position.fen(EnPassant::Always).as_str(), text.as_str());
    let kept = again.issues.without(fen::FenIssues::CASTLING_CHESS960 | fen::FenIssues::CASTLING_FILES);
    let kept = kept.without(fen::FenIssues::TOO_MANY_PIECES | fen::FenIssues::CLOCK_CONTRADICTS_EN_PASSANT);
    assert!(kept.is_empty(), "{text}: {kept}");
}
