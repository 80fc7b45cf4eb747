//! Records with typed access to their operations.

use std::str::FromStr;

use pgnkit_chess::fen::EnPassant;
use pgnkit_chess::san::San;
use pgnkit_chess::{ChessMode, Color, Move, Position};
use pgnkit_syntax::{Code, Diagnostic, Outcome, Severity, Sink, Span};

use super::{Centipawns, Opcode, Operand, Operation, Reader};

/// A position with operations that describe it (section 16.2).
///
/// An opcode appears at most once. `Display` writes canonical form: operations in ASCII order of their opcodes, moves
/// in canonical notation, best moves and moves to avoid in ASCII order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// Not here itself: it is aligned to 32 bytes, which not all memory is that a record may be moved to.
    pub(super) position: Box<Position>,
    pub(super) mode: ChessMode,
    pub(super) operations: Vec<Operation>,
}

impl Epd {
    /// A position without any operation, not even its counters.
    #[must_use]
    pub fn new(position: Position, mode: ChessMode) -> Self {
        Self { position: Box::new(position.with_clocks(0, 1)), mode, operations: Vec::new() }
    }

    /// A position with its counters as `hmvc` and `fmvn`, unless these are 0 and 1; for positions read from a FEN.
    #[must_use]
    pub fn with_counters(position: Position, mode: ChessMode) -> Self {
        let mut epd = Self::new(position, mode);
        let (clock, number) = (position.halfmove_clock(), position.fullmove_number());
        if (clock, number) != (0, 1) {
            epd.set(Operation::integer(Opcode::Fmvn, number.into()));
            epd.set(Operation::integer(Opcode::Hmvc, clock.into()));
        }
        epd
    }

    /// The position, with the counters of `hmvc` and `fmvn`, or 0 and 1.
    #[must_use]
    pub fn position(&self) -> Position {
        let counter =
            |value: Option<u64>, usual| value.map_or(usual, |value| value.min(u32::MAX.into()) as u32);
        self.position.with_clocks(counter(self.halfmove_clock(), 0), counter(self.fullmove_number(), 1))
    }

    /// Standard chess or Chess960, determined by the castling rights.
    #[must_use]
    pub fn mode(&self) -> ChessMode {
        self.mode
    }

    /// The FEN of the position (section 16.1), with the counters of `hmvc` and `fmvn`.
    #[must_use]
    pub fn fen(&self) -> String {
        self.position().fen(EnPassant::Always).to_string()
    }

    /// All operations, in the order they were read or set.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The operation with an opcode.
    #[must_use]
    pub fn get(&self, opcode: &Opcode) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == *opcode)
    }

    /// Whether there is an operation with an opcode.
    #[must_use]
    pub fn has(&self, opcode: &Opcode) -> bool {
        self.get(opcode).is_some()
    }

    /// Sets an operation: replaces the one with its opcode, or adds it after the others.
    pub fn set(&mut self, operation: Operation) {
        match self.operations.iter_mut().find(|other| other.opcode == operation.opcode) {
            Some(place) => *place = operation,
            None => self.operations.push(operation),
        }
    }

    /// Removes an operation.
    pub fn remove(&mut self, opcode: &Opcode) -> Option<Operation> {
        let at = self.operations.iter().position(|operation| operation.opcode == *opcode)?;
        Some(self.operations.remove(at))
    }

    fn integer(&self, opcode: Opcode) -> Option<i64> {
        match self.get(&opcode)?.operands.as_slice() {
            [Operand::Integer(value)] => Some(*value),
            _ => None,
        }
    }

    /// An integer of at least `least`.
    fn count(&self, opcode: Opcode, least: u64) -> Option<u64> {
        u64::try_from(self.integer(opcode)?).ok().filter(|value| *value >= least)
    }

    fn text(&self, opcode: &Opcode) -> Option<&str> {
        self.get(opcode)?.first_text()
    }

    fn texts(&self, opcode: Opcode) -> Option<(&str, &str)> {
        match self.get(&opcode)?.operands.as_slice() {
            [Operand::String(first), Operand::String(second)] => Some((first, second)),
            _ => None,
        }
    }

    fn moves(&self, opcode: Opcode) -> impl Iterator<Item = (Move, San)> {
        self.get(&opcode).into_iter().flat_map(Operation::each_move)
    }

    /// `acn`: number of nodes examined.
    #[must_use]
    pub fn analysis_nodes(&self) -> Option<u64> {
        self.count(Opcode::Acn, 0)
    }

    /// `acs`: number of seconds used.
    #[must_use]
    pub fn analysis_seconds(&self) -> Option<u64> {
        self.count(Opcode::Acs, 0)
    }

    /// `am`: moves to avoid.
    pub fn avoid_moves(&self) -> impl Iterator<Item = (Move, San)> {
        self.moves(Opcode::Am)
    }

    /// `bm`: best moves.
    pub fn best_moves(&self) -> impl Iterator<Item = (Move, San)> {
        self.moves(Opcode::Bm)
    }

    /// `c0` to `c9`: the comment of a rank from 0 to 9.
    #[must_use]
    pub fn comment(&self, rank: usize) -> Option<&str> {
        self.text(&Opcode::comment(rank)?)
    }

    /// `ce`: the evaluation from the point of view of the side to move.
    #[must_use]
    pub fn evaluation(&self) -> Option<Centipawns> {
        Centipawns::new(self.integer(Opcode::Ce)?)
    }

    /// `dm`: number of moves in which the side to move mates.
    #[must_use]
    pub fn direct_mate(&self) -> Option<u64> {
        self.count(Opcode::Dm, 1)
    }

    /// `draw_accept`: the side to move accepts a draw.
    #[must_use]
    pub fn accepts_draw(&self) -> bool {
        self.has(&Opcode::DrawAccept)
    }

    /// `draw_claim`: the side to move claims a draw with the supplied move.
    #[must_use]
    pub fn claims_draw(&self) -> bool {
        self.has(&Opcode::DrawClaim)
    }

    /// `draw_offer`: the side to move offers a draw with the supplied move.
    #[must_use]
    pub fn offers_draw(&self) -> bool {
        self.has(&Opcode::DrawOffer)
    }

    /// `draw_reject`: the side to move rejects a draw.
    #[must_use]
    pub fn rejects_draw(&self) -> bool {
        self.has(&Opcode::DrawReject)
    }

    /// `eco`: the code of the Encyclopedia of Chess Openings.
    #[must_use]
    pub fn eco(&self) -> Option<&str> {
        self.text(&Opcode::Eco)
    }

    /// `fmvn`: the fullmove number.
    #[must_use]
    pub fn fullmove_number(&self) -> Option<u64> {
        self.count(Opcode::Fmvn, 1)
    }

    /// `hmvc`: the halfmove clock.
    #[must_use]
    pub fn halfmove_clock(&self) -> Option<u64> {
        self.count(Opcode::Hmvc, 0)
    }

    /// `id`: the name of the position.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.text(&Opcode::Id)
    }

    /// `nic`: the code of New In Chess.
    #[must_use]
    pub fn nic(&self) -> Option<&str> {
        self.text(&Opcode::Nic)
    }

    /// `pm`: the predicted move.
    #[must_use]
    pub fn predicted_move(&self) -> Option<(Move, San)> {
        self.moves(Opcode::Pm).next()
    }

    /// `pv`: the predicted variation, each move played after those before it, as far as it is legal.
    pub fn predicted_variation(&self) -> impl Iterator<Item = (Move, San)> {
        self.moves(Opcode::Pv)
    }

    /// `rc`: number of times the position has occurred.
    #[must_use]
    pub fn repetition_count(&self) -> Option<u64> {
        self.count(Opcode::Rc, 1)
    }

    /// `resign`: the side to move resigns.
    #[must_use]
    pub fn resigns(&self) -> bool {
        self.has(&Opcode::Resign)
    }

    /// `sm`: the move that is played.
    #[must_use]
    pub fn supplied_move(&self) -> Option<(Move, San)> {
        self.moves(Opcode::Sm).next()
    }

    /// `tcgs`: number of the game among those between sender and receiver.
    #[must_use]
    pub fn game_selector(&self) -> Option<u64> {
        self.count(Opcode::Tcgs, 1)
    }

    /// `tcri`: address and name of the receiver.
    #[must_use]
    pub fn receiver(&self) -> Option<(&str, &str)> {
        self.texts(Opcode::Tcri)
    }

    /// `tcsi`: address and name of the sender.
    #[must_use]
    pub fn sender(&self) -> Option<(&str, &str)> {
        self.texts(Opcode::Tcsi)
    }

    /// `v0` to `v9`: the variation name of a rank from 0 to 9; 0 is the opening, 1 its variation.
    #[must_use]
    pub fn variation_name(&self, rank: usize) -> Option<&str> {
        self.text(&Opcode::variation_name(rank)?)
    }

    /// The result of the game by `resign` or `draw_accept`.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        match (self.resigns(), self.position.turn()) {
            (true, Color::White) => Some(Outcome::BlackWins),
            (true, Color::Black) => Some(Outcome::WhiteWins),
            (false, _) => self.accepts_draw().then_some(Outcome::Draw),
        }
    }
}

/// Reads the first record of a text, if nothing had to be guessed.
///
/// # Errors
///
/// The first diagnostic of severity error, or a diagnostic that there is no record.
impl FromStr for Epd {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let mut error = FirstError(None);
        let record = Reader::new(text.as_bytes()).read_record(&mut error);
        match (error.0, record.and_then(|record| record.epd)) {
            (None, Some(epd)) => Ok(epd),
            (Some(error), _) => Err(error),
            (None, None) => {
                Err(Diagnostic::new(Code::InvalidFen, Span::default(), "expected a position, found nothing"))
            }
        }
    }
}

struct FirstError(Option<Diagnostic>);

impl Sink for FirstError {
    fn wants(&self, _: Code) -> bool {
        // Some are more severe than their code usually is.
        self.0.is_none()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.0.is_none() && diagnostic.severity == Severity::Error {
            self.0 = Some(diagnostic);
        }
    }
}
