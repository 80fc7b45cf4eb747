//! Moves that come somewhere in a line, with signs for any.

use pgnkit::chess::{PieceKind, Square};

use super::super::moment::{Moment, Played};
use super::{Progress, State};

/// Moves one after the other, somewhere in a line.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Line {
    steps: Vec<Step>,
    /// Steps after which any number of moves may come, as bits.
    gaps: u64,
}

/// A test of one move: it has one of several shapes, or none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    moves: Vec<MoveShape>,
    is_inverted: bool,
}

/// Properties that a move must have; those not given may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct MoveShape {
    piece: Option<PieceKind>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Option<Square>,
    castling: Option<Castling>,
    promotion: Option<Promotion>,
    captures: bool,
    checks: bool,
    mates: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Castling {
    King,
    Queen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promotion {
    Any,
    To(PieceKind),
}

impl Line {
    /// Reads moves: `Bxh7+ Kxh7 Ng5+ .. Qh5 .. #`. `*` is any move, `..` any number of moves, `e4|d4` one of both, `!e4` another
    /// one; what is not said of a move may be anything.
    pub(in crate::condition) fn new(text: &str) -> Result<Self, String> {
        let (mut steps, mut gaps) = (Vec::new(), 0);
        for word in text.split_whitespace() {
            if matches!(word, ".." | "..." | "…") {
                // Before the first move there may be any number of others as it is.
                gaps |= 1_u64.checked_shl(steps.len() as u32).unwrap_or(0);
            } else {
                steps.push(step(word)?);
            }
        }
        match steps.len() {
            0 => Err("expected moves, as 'Bxh7+ Kxh7 Ng5+ .. #'".to_owned()),
            1..64 => Ok(Self { steps, gaps }),
            _ => Err("expected at most 63 moves".to_owned()),
        }
    }

    pub(super) fn look(&self, moment: &Moment<'_>, state: &mut State) -> Progress {
        let Some(played) = moment.played else { return Progress::Open };
        // Bit 0: the line may begin with any move.
        let before = state.done[0] | 1;
        // Bit n is set if the first n steps can end with this move. All beginnings are followed at once, so that no move is
        // read twice. A step before a gap stays done while other moves pass.
        let mut after = before & self.gaps;
        for (at, step) in self.steps.iter().enumerate() {
            if before & 1 << at != 0 && step.is(&played, moment) {
                after |= 1 << (at + 1);
            }
        }
        state.done[0] = after;
        if after & 1 << self.steps.len() != 0 { Progress::Found } else { Progress::Open }
    }
}

impl Step {
    fn is(&self, played: &Played<'_>, moment: &Moment<'_>) -> bool {
        !played.mv.is_null() && self.moves.iter().any(|wanted| wanted.is(played, moment)) != self.is_inverted
    }
}

impl MoveShape {
    fn is(&self, played: &Played<'_>, moment: &Moment<'_>) -> bool {
        let mv = played.mv;
        let is_castling = |castling| match castling {
            Castling::King => mv.is_king_side_castling(),
            Castling::Queen => mv.is_castling() && !mv.is_king_side_castling(),
        };
        let is_promotion = |wanted| match wanted {
            Promotion::Any => mv.promotion().is_some(),
            Promotion::To(kind) => mv.promotion() == Some(kind),
        };
        // What most moves are not comes first.
        self.to.is_none_or(|to| to == mv.destination())
            && self.piece.is_none_or(|kind| kind == mv.kind())
            && self.castling.is_none_or(is_castling)
            && self.promotion.is_none_or(is_promotion)
            && self.from_file.is_none_or(|wanted| wanted == mv.from().name()[0])
            && self.from_rank.is_none_or(|wanted| wanted == mv.from().name()[1])
            && (!self.captures || mv.is_capture())
            && (!self.checks || moment.position.is_check())
            && (!self.mates || moment.position.is_checkmate())
    }
}

fn step(word: &str) -> Result<Step, String> {
    let wrong =
        || format!("expected a move, *, .. or a part of a move, as Nf3, N, x, e8=N, +, #, found {word}");
    if word == "*" {
        return Ok(Step { moves: vec![MoveShape::default()], is_inverted: false });
    }
    let (is_inverted, rest) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
    let moves = rest.split('|').map(wanted).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
    Ok(Step { moves, is_inverted })
}

/// `Nbxd2+`, `exd5`, `N`, `x`, `e8=N`, `=`, `O-O#`, `#`.
fn wanted(text: &str) -> Option<MoveShape> {
    let mut wanted = MoveShape::default();
    let mut rest = text;
    if let Some(before) = rest.strip_suffix('#') {
        (wanted.checks, wanted.mates, rest) = (true, true, before);
    } else if let Some(before) = rest.strip_suffix('+') {
        (wanted.checks, rest) = (true, before);
    }
    if let Some((before, promotion)) = rest.split_once('=') {
        wanted.promotion = Some(match promotion.as_bytes() {
            [] => Promotion::Any,
            [letter] if letter.is_ascii_uppercase() => Promotion::To(PieceKind::from_letter(*letter)?),
            _ => return None,
        });
        rest = before;
    }
    wanted.castling = match rest {
        "O-O-O" | "0-0-0" => Some(Castling::Queen),
        "O-O" | "0-0" => Some(Castling::King),
        _ => None,
    };
    if wanted.castling.is_some() {
        return Some(wanted);
    }
    if let Some(letter) = rest.bytes().next().filter(u8::is_ascii_uppercase) {
        wanted.piece = Some(PieceKind::from_letter(letter)?);
        rest = &rest[1..];
    }
    let (mut origin, target) = match rest.split_once('x') {
        Some((origin, target)) => {
            wanted.captures = true;
            (origin, target)
        }
        None => ("", rest),
    };
    let mut target = target;
    // Without x, everything before the last two characters is the origin.
    if !wanted.captures && target.len() > 2 && target.is_ascii() {
        (origin, target) = target.split_at(target.len() - 2);
    }
    if !target.is_empty() {
        wanted.to = Some(Square::parse(target.as_bytes())?);
    }
    for sign in origin.bytes() {
        match sign {
            b'a'..=b'h' if wanted.from_file.is_none() && wanted.from_rank.is_none() => {
                wanted.from_file = Some(sign);
            }
            b'1'..=b'8' if wanted.from_rank.is_none() => wanted.from_rank = Some(sign),
            _ => return None,
        }
    }
    // A square without a letter is that of a pawn.
    let names_place = wanted.to.is_some() || !origin.is_empty();
    if names_place && wanted.piece.is_none() {
        wanted.piece = Some(PieceKind::Pawn);
    }
    (wanted != MoveShape::default()).then_some(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_lines() {
        let gaps = |text| Line::new(text).map(|line| (line.steps.len(), line.gaps));
        assert_eq!(gaps("Bxh7+ Kxh7 Ng5+ .. Qh5 .. #"), Ok((5, 0b1_1000)));
        assert_eq!(gaps("… e8=N"), Ok((1, 1)));
        assert_eq!(gaps("* !e4|d4 O-O-O x N R1e2 Qh4e1 exd8=Q+ = e4"), Ok((10, 0)));
        for text in
            ["", "..", "e", "Nz3", "e9", "Nbb", "x9", "Ng5!", "=X", "é", "e4||d4", "!", "N12e4", "Xe4"]
        {
            assert!(Line::new(text).is_err(), "{text}");
        }
        assert!(Line::new(&"* ".repeat(64)).is_err());
    }
}
