//! Applies the fixes that diagnostics offer, and proves each before it is kept.
//!
//! A text is mended game by game, and a game in rounds: the fixes that its diagnostics offer are applied, what came of
//! it is read again and held against what was there before, and where that fails, fewer of them are tried (`round`).
//! Rounds go on until nothing is left that can be applied. What a round does depends on the text alone, so that mending
//! what is mended changes nothing.

mod changes;
mod round;
mod survey;
mod whole_text;
mod window;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use pgnkit_syntax::{Applicability, Area, Code, CodeSet, Diagnostic, Fix, Level, Parser, Span};

use crate::{Checker, Replayer};
pub use changes::Change;
use changes::{compose, lengths};
use survey::Offered;
use whole_text::until_stable;
use window::Window;

/// Rounds of one game. Each removes diagnostics; more than a few are needed only where fixes stand in each other's way.
const MAX_ROUNDS: usize = 50;

/// Mends texts: applies the [`Fix`]es of diagnostics and changes nothing else.
///
/// By default those that are safe are applied, of all codes that are looked for. What holds:
///
/// * **Only what is faulty changes.** Every byte outside of [`Fixed::changes`] is as it was.
/// * **Nothing new is wrong.** No code of level import, nor of the level asked for, is reported more often in a game
///   than before, notes included, style aside ([`Area::Export`]); and something that was wrong no longer is.
/// * **A safe fix keeps the game**: the same start, moves, variations, comments, annotations and result, the same tags
///   with the same values.
/// * **Once is enough.** Mending a mended text changes nothing.
///
/// Each fix is put to that proof before it is kept; those that fail it are counted in [`Fixed::left`]. A game that
/// offers no fix costs no more than with a [`Checker`].
///
/// ```
/// use pgnkit::{Fixer, syntax::Code};
///
/// let text = b"[White \"Tal\"]\r\n\r\n1.e2-e4 {good}   e7e5 2.Ke2 1/2";
/// let fixed = Fixer::new().fix(text);
/// assert_eq!(fixed.text, &b"[White \"Tal\"]\r\n\r\n1.e4 {good}   e5 2.Ke2 1/2-1/2"[..]);
/// assert_eq!(fixed.applied[&Code::LaxMove], 2);
/// assert_eq!(fixed.changes.len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Fixer {
    /// Whose fixes are applied.
    codes: CodeSet,
    /// What must not become more.
    watched: CodeSet,
    unsafe_fixes: bool,
}

impl Default for Fixer {
    fn default() -> Self {
        Self::at_level(Level::Import)
    }
}

/// A text after [`Fixer::fix`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed<'a> {
    /// The text as it is now; borrowed when nothing changed.
    pub text: Cow<'a, [u8]>,
    /// What changed, in the order of the text.
    pub changes: Vec<Change>,
    /// How many fixes were applied, by code.
    pub applied: BTreeMap<Code, u64>,
    /// How many were wanted and not applied, by code, since they would have done something else besides.
    pub left: BTreeMap<Code, u64>,
    /// How many bytes of the original text are done with, as [`Parser::consumed`] tells. What stands behind them is as it
    /// was.
    pub consumed: usize,
}

impl Fixer {
    /// Safe fixes of all that is looked for at level import.
    pub fn new() -> Self {
        Self::default()
    }

    /// Safe fixes of all that is looked for at a level.
    pub fn at_level(level: Level) -> Self {
        let at = |level| Code::ALL.iter().copied().filter(move |code| code.severity_at(level).is_some());
        Self {
            codes: at(level).collect(),
            watched: without_style(at(Level::Import).chain(at(level))),
            unsafe_fixes: false,
        }
    }

    /// Only fixes of these codes, at whatever level they are looked for.
    #[must_use]
    pub fn codes(self, codes: CodeSet) -> Self {
        let watched = without_style(self.watched.iter().chain(codes.iter()));
        Self { codes, watched, ..self }
    }

    /// Whether unsafe fixes are applied too, which may change what the text means.
    #[must_use]
    pub fn unsafe_fixes(self, wanted: bool) -> Self {
        Self { unsafe_fixes: wanted, ..self }
    }

    /// The fix of a diagnostic, if it is to be applied.
    fn wanted<'d>(&self, diagnostic: &'d Diagnostic) -> Option<&'d Fix> {
        let fix = diagnostic.fix.as_ref().filter(|_| self.codes.contains(diagnostic.code))?;
        let applies = match fix.applicability {
            Applicability::Safe => true,
            Applicability::Unsafe => self.unsafe_fixes,
            Applicability::DisplayOnly => false,
        };
        applies.then_some(fix)
    }

    /// Mends a whole text.
    pub fn fix<'a>(&self, text: &'a [u8]) -> Fixed<'a> {
        self.fix_games(Parser::new(text))
    }

    /// Mends the games that `parser` gives; of a [partial](Parser::partial) one, those that are whole.
    pub fn fix_games<'a>(&self, parser: Parser<'a>) -> Fixed<'a> {
        match until_stable(&parser, |parser| self.proven(parser)) {
            (fixed, true) => fixed,
            // There is no end of it.
            (_, false) => self.unfixed(&parser),
        }
    }

    /// Mends each game once, but for those that begin where `kept` says.
    fn pass<'a>(&self, parser: Parser<'a>, kept: &BTreeSet<usize>) -> Fixed<'a> {
        let text = parser.bytes();
        let (is_partial, beginning) = (parser.is_partial(), parser.start_context());
        let mut fixed = Fixed::default();
        // The text as it is to be, up to what was `copied` of the text as it is.
        let (mut out, mut copied) = (Vec::new(), 0);
        let mut replayer = Replayer::from_parser(parser);
        let mut checker = Checker::new();
        loop {
            let start = replayer.parser().consumed();
            let mut offered = Offered::new(self);
            let game = checker.check_game(&mut replayer, &mut offered);
            let offers_some = offered.counts.is_some();
            // Behind the last game there may be text that belongs to none.
            if game.is_some() || !is_partial {
                let game = Span::new(start, replayer.parser().consumed());
                if let Some(offered) = offered.counts {
                    out.extend_from_slice(&text[copied..start]);
                    let window = Window::new(&out, text, game, is_partial, beginning);
                    let at = out.len();
                    let fixed_game =
                        if kept.contains(&start) { None } else { self.fix_game(window, game.of(text)) };
                    match fixed_game {
                        Some(game_fixed) => {
                            let text = game_fixed.text.as_deref().unwrap_or(game.of(text));
                            out.extend_from_slice(text);
                            fixed.changes.extend(game_fixed.changes.iter().map(|one| one.moved(start, at)));
                            add(&mut fixed.applied, game_fixed.applied);
                            add(&mut fixed.left, game_fixed.left);
                        }
                        None => {
                            out.extend_from_slice(game.of(text));
                            add(&mut fixed.left, offered);
                        }
                    }
                    copied = game.end;
                }
            }
            if game.is_none() {
                // What is wrong between two games is mended with the second one.
                let waits = is_partial && offers_some;
                fixed.consumed = if waits { start } else { replayer.parser().consumed() };
                break;
            }
        }
        fixed.text = if fixed.changes.is_empty() {
            Cow::Borrowed(text)
        } else {
            out.extend_from_slice(&text[copied..]);
            Cow::Owned(out)
        };
        fixed
    }

    /// Mends one game, round by round; `None` where no end of it can be found, or where the game reads differently when
    /// it is read alone.
    fn fix_game(&self, window: Window<'_>, original: &[u8]) -> Option<FixedGame> {
        let mut fixed = FixedGame::default();
        let mut reading = window.read(original, self)?;
        for _ in 0..MAX_ROUNDS {
            let text = fixed.text.as_deref().unwrap_or(original);
            let Some(step) = round::round(self, window, text, &reading) else {
                add(&mut fixed.left, reading.offers.iter().map(|offer| (offer.code, 1)));
                return Some(fixed);
            };
            add(&mut fixed.applied, step.offers.iter().map(|&at| (reading.offers[at].code, 1)));
            let edits = lengths(&round::edits(&reading, &step.offers));
            fixed.changes = compose(&fixed.changes, &edits);
            fixed.text = Some(step.text);
            reading = step.reading;
        }
        None
    }
}

/// A game after all rounds.
#[derive(Debug, Default)]
struct FixedGame {
    /// `None` when it is as it was.
    text: Option<Vec<u8>>,
    changes: Vec<Change>,
    applied: BTreeMap<Code, u64>,
    left: BTreeMap<Code, u64>,
}

/// Layout depends on what stands beside a game, and a word that is right may be longer than the wrong one.
fn without_style(codes: impl Iterator<Item = Code>) -> CodeSet {
    codes.filter(|code| code.area() != Area::Export).collect()
}

fn add(sum: &mut BTreeMap<Code, u64>, counts: impl IntoIterator<Item = (Code, u64)>) {
    for (code, count) in counts {
        *sum.entry(code).or_default() += count;
    }
}
