//! An evaluation in the bytes of a table.

use pgnkit_chess::{Move, Position};
use pgnkit_index::table::numbers::{put, take};
use pgnkit_index::{code, decode, put_code, take_code};

use crate::evaluation::{Evaluation, Score, ScoredLine};

/// Appends an evaluation of a position.
pub(crate) fn encode(position: &Position, evaluation: &Evaluation, out: &mut Vec<u8>) {
    let Evaluation { depth, knodes, lines } = evaluation;
    let is_short = matches!(&lines[..], [only] if only.moves.len() == 1);
    put(u64::from(*depth) << 1 | u64::from(!is_short), out);
    put(*knodes, out);
    if !is_short {
        put(lines.len() as u64, out);
    }
    for line in lines {
        let (number, is_mate) = match line.score {
            Score::Centipawns(number) => (number, 0),
            Score::Mate(number) => (number, 1),
        };
        put(zigzag(number) << 1 | is_mate, out);
        if !is_short {
            put(line.moves.len() as u64, out);
        }
        let mut at = *position;
        for mv in &line.moves {
            put_code(code(&at, *mv), out);
            at.play(*mv);
        }
    }
}

/// An evaluation as it is stored: its moves have a meaning in its position alone.
#[derive(Debug, Default)]
pub(crate) struct StoredEvaluation {
    pub(crate) depth: u32,
    pub(crate) knodes: u64,
    pub(crate) lines: Vec<(Score, Vec<u32>)>,
}

impl StoredEvaluation {
    /// Reads bytes; `None` if they are no evaluation.
    pub(crate) fn parse(mut bytes: &[u8]) -> Option<Self> {
        let rest = &mut bytes;
        let (depth, knodes) = head(rest)?;
        let is_short = depth & 1 == 0;
        let count = if is_short { 1 } else { take(rest).filter(|count| *count > 0)? };
        let mut stored = Self { depth: u32::try_from(depth >> 1).ok()?, knodes, lines: Vec::new() };
        for _ in 0..count {
            let score = take(rest)?;
            let number = unzigzag(score >> 1)?;
            let score = if score & 1 == 0 { Score::Centipawns(number) } else { Score::Mate(number) };
            let length = if is_short { 1 } else { take(rest).filter(|length| *length > 0)? };
            let mut codes = Vec::new();
            for _ in 0..length {
                codes.push(take_code(rest)?);
            }
            stored.lines.push((score, codes));
        }
        rest.is_empty().then_some(stored)
    }

    /// The evaluation of a position; `None` if it is one of another position, in which other moves are legal.
    pub(crate) fn of(&self, position: &Position) -> Option<Evaluation> {
        let line = |(score, codes): &(Score, Vec<u32>)| {
            let mut at = *position;
            let moves: Option<Vec<Move>> = codes
                .iter()
                .map(|code| {
                    let mv = decode(&at, *code).filter(|mv| !mv.is_null())?;
                    at.play(mv);
                    Some(mv)
                })
                .collect();
            Some(ScoredLine { score: *score, moves: moves? })
        };
        let lines = self.lines.iter().map(line).collect::<Option<_>>()?;
        Some(Evaluation { depth: self.depth, knodes: self.knodes, lines })
    }
}

/// Depth and nodes of an evaluation that was encoded: by these they are compared.
pub(crate) fn effort(mut bytes: &[u8]) -> (u64, u64) {
    head(&mut bytes).map_or((0, 0), |(depth, knodes)| (depth >> 1, knodes))
}

fn head(bytes: &mut &[u8]) -> Option<(u64, u64)> {
    Some((take(bytes)?, take(bytes)?))
}

/// Small numbers of either sign as small ones without.
fn zigzag(number: i32) -> u64 {
    u64::from((number << 1 ^ number >> 31) as u32)
}

fn unzigzag(number: u64) -> Option<i32> {
    let number = u32::try_from(number).ok()?;
    Some((number >> 1) as i32 ^ -((number & 1) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_either_sign_come_back() {
        for number in [0, 1, -1, 31, -32, i32::MAX, i32::MIN] {
            assert_eq!(unzigzag(zigzag(number)), Some(number));
        }
        assert_eq!(unzigzag(1 << 32), None);
    }

    #[test]
    fn bytes_that_are_no_evaluation_are_known() {
        for bytes in [
            &[][..],
            &[2],
            &[2, 1],
            &[2, 1, 4],
            // More than there is.
            &[2, 1, 4, 0, 0],
            // No line, a line without a move, and more lines and moves than there are.
            &[3, 1, 0],
            &[3, 1, 1, 4, 0],
            &[3, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 4, 1, 0],
            &[3, 1, 1, 4, 0xff, 0xff, 0xff, 0xff, 0x0f, 0],
            // No code of a move, a depth and a score that are too large.
            &[2, 1, 4, 243],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 1, 1, 4, 0],
            &[2, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0],
        ] {
            assert!(StoredEvaluation::parse(bytes).is_none(), "{bytes:?}");
        }
        assert!(StoredEvaluation::parse(&[2, 1, 4, 0]).is_some());
    }
}
