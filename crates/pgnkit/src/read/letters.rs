//! In which piece letters a game is written.

use pgnkit_chess::Move;
use pgnkit_chess::san::Language;
use pgnkit_syntax::{Code, Diagnostic, Ignore, Parser, Sink, Span, quoted};

use super::refusal::join;
use super::replay::Replayer;
use super::visitor::{Flow, Ply, Visitor};

/// In which piece letters moves are read (section 17).
///
/// ```
/// use pgnkit::chess::san::Language;
/// use pgnkit::{GameBuilder, PieceLetters, Replayer, syntax::Ignore};
///
/// let text = b"1. e4 e5 2. Sf3 Sc6 3. Lb5 Dh4 *";
/// for letters in [PieceLetters::Of(Language::German), PieceLetters::Detected] {
///     let mut builder = GameBuilder::new();
///     Replayer::new(text).letters(letters).read_into(&mut builder, &mut Ignore);
///     assert_eq!(builder.game().mainline().last().unwrap().san().to_string(), "Qh4");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PieceLetters {
    /// In those of one language and no others. English is the default: the standard knows no others, and nothing is
    /// guessed.
    Of(Language),
    /// In English ones. A game that cannot be read so is read in those of the language that makes every move of its main
    /// line legal; where there is none, or the moves of several differ, as it is without.
    Detected,
}

impl Default for PieceLetters {
    fn default() -> Self {
        Self::Of(Language::English)
    }
}

/// The languages whose letters a game is written in; they all say the same.
pub(super) struct Found(pub(super) Vec<Language>);

/// Looks for the language of the game that `again` reads anew, in which the word at `span` is the first that is not
/// certain in English: the moves before it were played already. Each language costs one reading.
#[cold]
pub(super) fn detect<'a>(again: impl Fn() -> Parser<'a>, span: Span) -> Option<Found> {
    let word = span.of(again().bytes()).to_vec();
    let english = Transcript::of(again(), Language::English)?;
    if english.is_complete {
        return None;
    }
    let mut found: Option<(Transcript, Vec<Language>)> = None;
    let mut refused: Vec<Language> = Vec::new();
    for &language in Language::ALL.iter().filter(|language| language.is_written_in(&word)) {
        let is_like = |other: &Language| other.letters() == language.letters();
        if refused.iter().any(is_like) {
            continue;
        }
        if let Some((_, languages)) = &mut found
            && languages.iter().any(is_like)
        {
            languages.push(language);
            continue;
        }
        let transcript = Transcript::of(again(), language)?;
        if !transcript.is_complete || transcript.before(span.start) != english.before(span.start) {
            refused.push(language);
            continue;
        }
        match &mut found {
            None => found = Some((transcript, vec![language])),
            Some((first, languages)) if first.plies == transcript.plies => languages.push(language),
            Some(_) => return None,
        }
    }
    found.map(|(_, languages)| Found(languages))
}

/// Notes that the word at `span` is the first one in other letters.
#[cold]
pub(super) fn report(text: &[u8], span: Span, languages: &[Language], sink: &mut dyn Sink) {
    if sink.wants(Code::NationalPieceLetters) {
        let names: Vec<String> = languages.iter().map(Language::to_string).collect();
        let message = format!(
            "expected English piece letters, found {}; the game is read in those of {}",
            quoted(span.of(text)),
            join(&names)
        );
        sink.report(Diagnostic::new(Code::NationalPieceLetters, span, message));
    }
}

/// The outcome of reading a game in one language.
#[derive(Default)]
struct Transcript {
    /// Moves, and their places.
    plies: Vec<(Move, usize)>,
    is_complete: bool,
}

impl Transcript {
    fn of(parser: Parser<'_>, language: Language) -> Option<Self> {
        let mut transcript = Self::default();
        let mut replayer = Replayer::from_parser(parser).letters(PieceLetters::Of(language));
        transcript.is_complete = replayer.read_game(&mut transcript, &mut Ignore)?.complete;
        Some(transcript)
    }

    /// The moves before a place.
    fn before(&self, place: usize) -> &[(Move, usize)] {
        &self.plies[..self.plies.partition_point(|(_, start)| *start < place)]
    }
}

impl Visitor for Transcript {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.plies.push((ply.mv, ply.span.start));
        Flow::Continue
    }
}
