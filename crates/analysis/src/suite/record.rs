//! An analysis written into its record.

use pgnkit::epd::{Centipawns, Epd, Opcode, Operation};
use pgnkit_uci::Score;

use super::outcome::Outcome;

/// Half-moves of a `pv`: lines of records should not be long (section 16.2.3 of the standard).
const LONGEST: usize = 20;

/// The value of `ce` for a score: evaluations are cut to ±32000, beyond which are mates, and a mate that is too far away is as good as the best evaluation.
fn centipawns(score: Score) -> i64 {
    match score {
        Score::Centipawns(number) => i64::from(number.clamp(-32_000, 32_000)),
        Score::Mate(moves) => Centipawns::from_mate(moves)
            .map_or(if moves > 0 { 32_000 } else { -32_000 }, |value| i64::from(value.get())),
    }
}

/// Writes an analysis into its record: `acd` (depth), `acn` (nodes), `acs` (seconds), `ce` (score), `pv` (line). Those of an earlier analysis are replaced,
/// or removed where the value is not known now; a `pm` that is there becomes the first move of the `pv`, as the standard wants it. All other operations
/// stay. Without a result the record stays as it is.
pub fn annotate(epd: &mut Epd, outcome: &Outcome) {
    let Some(best_move) = outcome.best_move else { return };
    let position = epd.position();
    let depth = (outcome.depth > 0).then_some(i64::from(outcome.depth));
    let nodes = outcome.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX));
    let seconds = i64::try_from(outcome.time.as_millis().saturating_add(500) / 1000).unwrap_or(i64::MAX);
    let values = [
        (Opcode::new("acd"), depth),
        (Some(Opcode::Acn), nodes),
        (Some(Opcode::Acs), Some(seconds)),
        (Some(Opcode::Ce), outcome.score.map(centipawns)),
    ];
    for (opcode, value) in values {
        match (opcode, value) {
            (Some(opcode), Some(value)) => epd.set(Operation::integer(opcode, value)),
            (Some(opcode), None) => _ = epd.remove(&opcode),
            (None, _) => {}
        }
    }
    epd.set(Operation::line(Opcode::Pv, &position, outcome.line.iter().copied().take(LONGEST)));
    if epd.has(&Opcode::Pm) {
        epd.set(Operation::moves(Opcode::Pm, &position, [best_move]));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::suite::tests::read;

    #[test]
    fn scores_as_the_standard_has_them() {
        for (score, value) in [
            (Score::Centipawns(-31), -31),
            (Score::Centipawns(32_001), 32_000),
            (Score::Centipawns(i32::MIN), -32_000),
            (Score::Mate(1), 32_766),
            (Score::Mate(5), 32_758),
            (Score::Mate(-1), -32_765),
            (Score::Mate(-5), -32_757),
            (Score::Mate(384), 32_000),
            (Score::Mate(i32::MIN), -32_000),
        ] {
            assert_eq!(centipawns(score), value, "{score}");
        }
    }

    #[test]
    fn nothing_else_is_lost() {
        let mut outcome = Outcome::failed();
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - acd 3; bm Nf3; c0 \"a\"; ce 1; dm 3; id \"x\"; pm e4; pv e4 e5; Zz 5;";
        let mut epd = read(text);
        let before = epd.to_string();
        annotate(&mut epd, &outcome);
        assert_eq!(epd.to_string(), before);
        let position = epd.position();
        outcome.line = vec![position.parse_san("d4").unwrap()];
        outcome.best_move = outcome.line.first().copied();
        (outcome.nodes, outcome.time, outcome.score) =
            (Some(77), Duration::from_millis(1500), Some(Score::Centipawns(9)));
        annotate(&mut epd, &outcome);
        assert_eq!(
            epd.to_string(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Zz 5; acn 77; acs 2; bm Nf3; c0 \"a\"; ce 9; dm 3; id \"x\"; pm d4; pv d4;"
        );
        outcome.depth = 12;
        annotate(&mut epd, &outcome);
        assert!(epd.to_string().contains(" acd 12; acn 77; acs 2; "), "{epd}");
        assert_eq!(read(&epd.to_string()).to_string(), epd.to_string());
    }
}
