//! Checks of games in a file of records, which are examined as texts.

use pgnkit_syntax::{Area, Code, Sink};

use super::Reader;
use super::transcript::InFile;
use crate::Checker;
use crate::read::{EndOfGame, Replayer};

impl Checker {
    /// Reads and checks the next game of a PGC file; `None` at its end. Spans are places in its bytes; the span of a
    /// tag or a move is that of its item.
    ///
    /// ```
    /// use pgnkit::syntax::Collect;
    /// use pgnkit::{Checker, pgc};
    ///
    /// let file = b"\x05\x02\x04Date\x041992\x03\x01\x0d\x06";
    /// let mut found = Collect::default();
    /// Checker::new().check_pgc(&mut pgc::Reader::new(file), &mut found);
    /// let invalid = found.iter().find(|found| found.code.name() == "invalid-date").unwrap();
    /// assert_eq!(invalid.span.of(file), b"1992");
    /// ```
    pub fn check_pgc(&mut self, reader: &mut Reader<'_>, sink: &mut dyn Sink) -> Option<EndOfGame> {
        let (end, transcript) = reader.transcribe(sink)?;
        let mut in_file = InFile { transcript, sink, passes: tells_of_records };
        self.check_game(&mut Replayer::new(transcript.text()), &mut in_file);
        Some(end)
    }
}

/// Whether what is found in the text is true of the records, too, and not found by reading them.
fn tells_of_records(code: Code) -> bool {
    let is_of_text = code.area() == Area::Export || matches!(code, Code::LineTooLong | Code::EmptyGame);
    let is_of_records = matches!(
        code,
        Code::MalformedTag
            | Code::TagNameCharacter
            | Code::StringControl
            | Code::NagBeforeMove
            | Code::VariationBeforeMove
            | Code::VariationTooDeep
            | Code::EmptyVariation
            | Code::UnclosedVariation
            | Code::StrayParenthesis
            | Code::UncheckedMoves
    );
    !is_of_text && !is_of_records
}
