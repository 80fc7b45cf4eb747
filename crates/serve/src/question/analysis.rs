//! Questions to an engine.

use pgnkit_chess::{Move, Position};

use super::month::number;
use super::parse::{play, start};
use super::query::Parameters;
use super::{BadRequest, Parameter};

/// The greatest number of lines of moves that an engine is asked for.
const MAX_LINES: u16 = 5;

/// A position that an engine is to analyse.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnalysisQuestion {
    /// The position of `fen`, or the start of the variant.
    pub(crate) start: Position,
    /// The moves of `play` from there.
    pub(crate) moves: Vec<Move>,
    /// The position after them.
    pub(crate) position: Position,
    /// Lines of moves, from 1 to 5.
    pub(crate) lines: u16,
}

impl AnalysisQuestion {
    /// Reads the query string: `fen`, `play`, `variant`, and `multiPv`, of which `lines` is the default.
    pub(crate) fn parse(query: &str, lines: u16) -> Result<Self, BadRequest> {
        let given = Parameters::parse(query)?;
        let start = start(&given)?;
        let (moves, position) = play(&given, start)?;
        let lines = given.read(Parameter::MultiPv, lines, |text| number(text).filter(|lines| *lines > 0))?;
        Ok(Self { start, moves, position, lines: lines.clamp(1, MAX_LINES) })
    }
}
