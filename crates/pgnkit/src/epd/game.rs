//! Turning a record into a game.

use pgnkit_chess::{Color, Move};

use super::{Centipawns, Epd, Opcode};
use crate::{Game, NodeId};

impl Epd {
    /// Turns the record into a game that starts from its position.
    ///
    /// The predicted variation is played, or else the supplied or the predicted move. `eco`, `nic` and `v0` to `v2`
    /// become the tags ECO, NIC, Opening, Variation and SubVariation, `id` becomes the tag Event; `c0` becomes a
    /// comment, `ce` the command `eval`, from White's point of view, in another one; `resign` and `draw_accept` become
    /// the result. All other operations, and values that do not fit, are kept in a last comment in the form of a
    /// record.
    ///
    /// ```
    /// use pgnkit::epd::Epd;
    /// let epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - acn 9; ce 85; id \"A\"; pv e4 Kd7;".parse()?;
    /// let game = epd.to_game();
    /// assert_eq!(game.tag("Event"), Some("A"));
    /// assert!(game.to_string().ends_with("{[%eval 0.85]} {acn 9;} 1. e4 Kd7 *\n\n"));
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn to_game(&self) -> Game {
        let mut game = Game::from_setup(self.position(), self.mode);
        let mut rest = self.clone();
        for opcode in [Opcode::Fmvn, Opcode::Hmvc] {
            rest.remove(&opcode);
        }
        let tags = [
            (Opcode::Id, "Event"),
            (Opcode::Eco, "ECO"),
            (Opcode::Nic, "NIC"),
            (Opcode::V0, "Opening"),
            (Opcode::V1, "Variation"),
            (Opcode::V2, "SubVariation"),
        ];
        for (opcode, tag) in tags {
            if let Some(value) = rest.take_text(&opcode) {
                game.put_tag(tag, &value);
            }
        }
        if let Some(result) = self.result() {
            game.set_result(result);
            rest.remove(if self.resigns() { &Opcode::Resign } else { &Opcode::DrawAccept });
        }
        let comment = rest.take_text(&Opcode::C0);
        let eval = self.evaluation().and_then(|value| eval(value, self.position.turn()));
        if eval.is_some() {
            rest.remove(&Opcode::Ce);
        }
        let line = rest.take_line();
        let rest = rest.operations_text();
        // The root is there, and a position of a record is one that moves can be made in.
        if let Ok(mut cursor) = game.cursor(NodeId::ROOT) {
            for comment in comment.into_iter().chain(eval.map(|eval| format!("[%eval {eval}]"))) {
                cursor.comment(&comment);
            }
            if !rest.is_empty() {
                cursor.comment(&rest);
            }
            for mv in line {
                if cursor.push(mv).is_err() {
                    break;
                }
            }
        }
        game
    }

    /// Takes an operation whose only operand is a string.
    fn take_text(&mut self, opcode: &Opcode) -> Option<String> {
        let operation = self.get(opcode).filter(|operation| operation.operands.len() == 1)?;
        let text = operation.first_text()?.to_owned();
        self.remove(opcode);
        Some(text)
    }

    /// Takes the moves to be played, if they are legal moves and nothing else.
    fn take_line(&mut self) -> Vec<Move> {
        for opcode in [Opcode::Pv, Opcode::Sm, Opcode::Pm] {
            let Some(operation) = self.get(&opcode) else { continue };
            let moves: Vec<Move> = operation.each_move().map(|(mv, _)| mv).collect();
            let is_playable = !moves.iter().any(|mv| mv.is_null()) && moves.len() == operation.operands.len();
            if is_playable && !moves.is_empty() && (opcode == Opcode::Pv || moves.len() == 1) {
                self.remove(&opcode);
                // The predicted move is the first one of the line.
                if self.predicted_move().is_some_and(|(mv, _)| opcode == Opcode::Pv && mv == moves[0]) {
                    self.remove(&Opcode::Pm);
                }
                return moves;
            }
        }
        Vec::new()
    }
}

/// The operand of `eval` for an evaluation; `None` if there is none.
fn eval(evaluation: Centipawns, turn: Color) -> Option<String> {
    let sign = if turn == Color::White { 1 } else { -1 };
    if evaluation.mate_plies().is_some() || evaluation == Centipawns::ILLEGAL {
        return evaluation.mate().map(|moves| format!("#{}", sign * moves));
    }
    let value = sign * i32::from(evaluation.get());
    let minus = if value < 0 { "-" } else { "" };
    Some(format!("{minus}{}.{:02}", value.abs() / 100, value.abs() % 100))
}
