//! Contradictions among the operations of a record, and with the board.

use pgnkit_syntax::{Code, Diagnostic, Sink, Span};

use super::{Centipawns, Epd, Opcode};

/// Reports contradictions in `epd`; `places` are those of its opcodes.
pub(super) fn check(epd: &Epd, places: &[Span], sink: &mut dyn Sink) {
    let place = |opcode: &Opcode| {
        let at = epd.operations.iter().position(|operation| operation.opcode == *opcode)?;
        places.get(at).copied()
    };
    if let Some(at) = place(&Opcode::Ce) {
        check_evaluation(epd, at, place(&Opcode::Dm), sink);
    }
    for opcode in [Opcode::DrawClaim, Opcode::DrawOffer] {
        if let Some(at) = place(&opcode).filter(|_| !epd.has(&Opcode::Sm)) {
            sink.note(Code::MissingSuppliedMove, at, || {
                format!("expected the move that goes with `{opcode}`, found no operation `sm`")
            });
        }
    }
    if let (Some(accept), Some(reject)) = (place(&Opcode::DrawAccept), place(&Opcode::DrawReject)) {
        contradiction(sink, reject, accept, || {
            "expected a draw that is accepted or rejected, found both".to_owned()
        });
    }
    if let (Some(at), Some(pv)) = (place(&Opcode::Pm), place(&Opcode::Pv))
        && let (Some((predicted, san)), Some((first, line))) =
            (epd.predicted_move(), epd.predicted_variation().next())
        && predicted != first
    {
        contradiction(sink, at, pv, || {
            format!("expected the first move of `pv`, `{line}`, as the predicted move, found `{san}`")
        });
    }
    if place(&Opcode::Am).is_some()
        && let Some(at) = place(&Opcode::Bm)
        && let Some((_, san)) =
            epd.best_moves().find(|(mv, _)| epd.avoid_moves().any(|(other, _)| other == *mv))
    {
        sink.note(Code::AvoidedBestMove, at, || {
            format!("expected best moves that need not be avoided, found `{san}` among both")
        });
    }
}

fn check_evaluation(epd: &Epd, at: Span, dm: Option<Span>, sink: &mut dyn Sink) {
    let Some(evaluation) = epd.evaluation() else { return };
    let (value, position) = (evaluation.get(), &epd.position);
    let truth = if !position.has_legal_move() && position.is_check() {
        Some("the side to move is mated, for which there is no value")
    } else if evaluation == Centipawns::ILLEGAL {
        Some("the position is legal")
    } else if value == 0 {
        None
    } else if position.is_insufficient_material() {
        Some("nobody can mate, which is 0")
    } else {
        (!position.has_legal_move()).then_some("it is stalemate, which is 0")
    };
    if let Some(truth) = truth {
        sink.note(Code::EvaluationContradictsBoard, at, || {
            format!("expected an evaluation that fits the board, found {value}: {truth}")
        });
        return;
    }
    let Some(plies) = evaluation.mate_plies() else { return };
    match (evaluation.mate(), dm.zip(epd.direct_mate())) {
        (None, _) => sink.note(Code::InvalidMateDistance, at, || {
            let (side, parity) = if value > 0 { ("to move", "an odd") } else { ("not to move", "an even") };
            format!(
                "expected mate by the side {side} in {parity} number of plies, found {value}, which is {plies}"
            )
        }),
        (Some(moves), Some((dm, direct))) if u64::try_from(moves) != Ok(direct) => {
            contradiction(sink, dm, at, || {
                format!("expected the mate in {moves} that `ce` gives, found mate in {direct}")
            });
        }
        _ => {}
    }
}

fn contradiction(sink: &mut dyn Sink, at: Span, other: Span, message: impl FnOnce() -> String) {
    if sink.wants(Code::ContradictingOperations) {
        let diagnostic = Diagnostic::new(Code::ContradictingOperations, at, message());
        sink.report(diagnostic.label(other, "the other one"));
    }
}
