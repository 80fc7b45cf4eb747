//! Questions for the evaluation of a position.

use pgnkit_chess::Position;

use super::month::number;
use super::parse::start;
use super::query::Parameters;
use super::{BadRequest, Parameter};

/// The greatest number of lines of moves in an evaluation.
const MAX_LINES: usize = 5;

/// A question for the evaluation of a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EvaluationQuestion {
    /// The position. Its variant is that of the question.
    pub position: Position,
    /// The FEN as it was given, which the answer repeats.
    pub fen: String,
    /// The greatest number of lines of moves, from 1 to 5.
    pub lines: usize,
}

impl EvaluationQuestion {
    /// Reads the query string of a question, the text after `?`: `fen`, which must be there, `multiPv`, 1 by default and 5 at most, and `variant`.
    ///
    /// ```
    /// use pgnkit_serve::EvaluationQuestion;
    ///
    /// let question = EvaluationQuestion::parse("fen=4k3/8/8/8/8/8/8/4K2R+w+K+-&multiPv=9")?;
    /// assert_eq!((&*question.fen, question.lines), ("4k3/8/8/8/8/8/8/4K2R w K -", 5));
    /// # Ok::<(), pgnkit_serve::BadRequest>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no position, or a value makes no sense.
    pub fn parse(query: &str) -> Result<Self, BadRequest> {
        let given = Parameters::parse(query)?;
        let fen = given.get(Parameter::Fen).ok_or(BadRequest::Missing(Parameter::Fen))?.to_owned();
        let position = start(&given)?;
        let lines = given.read(Parameter::MultiPv, 1, |text| number(text).filter(|lines| *lines > 0))?;
        Ok(Self { position, fen, lines: lines.min(MAX_LINES) })
    }
}
