//! Records of positions.

use pgnkit::epd::{Centipawns, Epd, Opcode, Operation};
use pgnkit_uci::Score;

use super::numbers;
use crate::puzzle::Puzzle;
use crate::solution::mating_moves;

pub(super) fn write(puzzle: &Puzzle, out: &mut Vec<u8>) {
    let position = puzzle.position();
    let mut epd = Epd::with_counters(position, puzzle.mode);
    let solution = puzzle.solution();
    let first = match puzzle.choices.len() {
        // Each of them is right.
        1 if puzzle.mates > 0 => mating_moves(&position),
        _ => solution.first().copied().into_iter().collect(),
    };
    epd.set(Operation::moves(Opcode::Bm, &position, first));
    epd.set(Operation::line(Opcode::Pv, &position, solution.iter().copied()));
    epd.set(Operation::text(Opcode::Id, &puzzle.id()));
    epd.set(Operation::text(Opcode::C0, &puzzle.themes.join(" ")));
    let numbers = numbers(puzzle).map(|(name, value)| format!("{name} {value}"));
    epd.set(Operation::text(Opcode::C1, &numbers.join(", ")));
    if let Some(source) = source(puzzle) {
        epd.set(Operation::text(Opcode::C2, &source));
    }
    match puzzle.choices.first().map(|choice| choice.score) {
        Some(Score::Centipawns(score)) => {
            let score = Centipawns::new(score.into());
            epd.set(Operation::integer(
                Opcode::Ce,
                score.map_or(i64::from(i16::MAX), |score| score.get().into()),
            ));
        }
        Some(Score::Mate(moves)) => epd.set(Operation::integer(Opcode::Dm, moves.into())),
        None => {}
    }
    out.extend_from_slice(format!("{epd}\n").as_bytes());
}

/// The game: players, event, date and address, as far as they are known.
fn source(puzzle: &Puzzle) -> Option<String> {
    let tag = |name| {
        let mut tags = puzzle.source.tags.iter().filter(|(known, _)| *known == name);
        tags.next().map(|(_, value)| value.as_str()).filter(|value| value.chars().any(char::is_alphanumeric))
    };
    let players = (tag("White").is_some() || tag("Black").is_some())
        .then(|| format!("{} - {}", tag("White").unwrap_or("?"), tag("Black").unwrap_or("?")));
    let parts =
        [players, tag("Event").map(str::to_owned), tag("Date").map(str::to_owned), puzzle.source.address()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
