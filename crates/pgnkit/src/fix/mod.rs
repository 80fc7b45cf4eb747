//! Applying the fixes that diagnostics offer. Each is verified before it is kept.
//!
//! A text is fixed game by game, and a game in rounds: the fixes that its diagnostics offer are applied, the result is
//! read again and compared with the game before, and if that fails, fewer of them are tried (`round`). Rounds go on
//! until no fix is left that can be applied. A round depends only on the text, so that fixing is idempotent.

mod changes;
mod round;
mod survey;
mod whole_text;
mod window;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use pgnkit_diagnostics::Suppression;
use pgnkit_syntax::{Applicability, Area, Code, CodeSet, Diagnostic, Fix, Level, Parser, Span};

use crate::{Checker, Replayer};
pub use changes::Change;
pub(crate) use changes::{apply, compose, lengths};
use survey::Offered;
use whole_text::until_stable;
pub(crate) use window::Window;

/// Largest number of rounds of one game. Each removes diagnostics; more than a few are needed only if fixes conflict.
const MAX_ROUNDS: usize = 50;

/// Fixes texts: applies the [`Fix`]es of diagnostics and changes nothing else.
///
/// By default safe fixes of all codes are applied. Guarantees:
///
/// * **Only faulty text changes.** Every byte outside [`Fixed::changes`] stays as it was.
/// * **No new faults.** No code of level import, nor of the level asked for, is reported more often in a game than
///   before, notes included, except for style ([`Area::Export`]); and at least one fault is gone.
/// * **A safe fix keeps the game**: the same start, moves, variations, comments, annotations and result, the same tags
///   with the same values.
/// * **Idempotence.** Fixing a fixed text changes nothing.
///
/// Each fix is verified before it is kept; those that fail are counted in [`Fixed::left`]. A game without fixes costs
/// no more than with a [`Checker`].
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
    /// Codes whose fixes are applied.
    codes: CodeSet,
    /// Codes that must not be reported more often.
    watched: CodeSet,
    unsafe_fixes: bool,
    heeds_suppressions: bool,
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
    /// The fixed text; borrowed if nothing changed.
    pub text: Cow<'a, [u8]>,
    /// Changes, in the order of the text.
    pub changes: Vec<Change>,
    /// Number of fixes applied, by code.
    pub applied: BTreeMap<Code, u64>,
    /// Number of fixes wanted but not applied, by code, since they would have had other effects.
    pub left: BTreeMap<Code, u64>,
    /// Number of bytes of the original text that are processed, as returned by [`Parser::consumed`]. The bytes after
    /// them are unchanged.
    pub consumed: usize,
}

impl Fixer {
    /// Applies safe fixes of all codes at level import.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies safe fixes of all codes at a level.
    pub fn at_level(level: Level) -> Self {
        let at = |level| Code::ALL.iter().copied().filter(move |code| code.severity_at(level).is_some());
        Self {
            codes: at(level).collect(),
            watched: without_style(at(Level::Import).chain(at(level))),
            unsafe_fixes: false,
            heeds_suppressions: false,
        }
    }

    /// Applies only fixes of these codes, whatever their level.
    #[must_use]
    pub fn codes(self, codes: CodeSet) -> Self {
        let watched = without_style(self.watched.iter().chain(codes.iter()));
        Self { codes, watched, ..self }
    }

    /// Whether unsafe fixes are applied too, which may change the meaning of the text.
    #[must_use]
    pub fn unsafe_fixes(self, wanted: bool) -> Self {
        Self { unsafe_fixes: wanted, ..self }
    }

    /// Whether codes that a game asks not to report ([`Suppression::of_game`]) are not fixed in it either.
    #[must_use]
    pub fn heed_suppressions(self, heed: bool) -> Self {
        Self { heeds_suppressions: heed, ..self }
    }

    /// Without the fixes of these codes.
    #[must_use]
    pub fn without(&self, codes: &CodeSet) -> Self {
        let codes = self.codes.iter().filter(|code| !codes.contains(*code)).collect();
        Self { codes, ..self.clone() }
    }

    /// The fixer of one game: this, or one with fewer fixes.
    fn of_game(&self, text: &[u8], start: usize) -> Cow<'_, Self> {
        if !self.heeds_suppressions {
            return Cow::Borrowed(self);
        }
        let suppressed = Suppression::of_game(text, start);
        if suppressed == CodeSet::EMPTY { Cow::Borrowed(self) } else { Cow::Owned(self.without(&suppressed)) }
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

    /// Fixes a whole text.
    pub fn fix<'a>(&self, text: &'a [u8]) -> Fixed<'a> {
        self.fix_games(Parser::new(text))
    }

    /// Fixes the games of `parser`; of a [block](Parser::block), those that are complete.
    pub fn fix_games<'a>(&self, parser: Parser<'a>) -> Fixed<'a> {
        match until_stable(&parser, |parser| self.proven(parser)) {
            (fixed, true) => fixed,
            // Fixing does not come to an end.
            (_, false) => self.unfixed(&parser),
        }
    }

    /// Fixes each game once, except for those that begin at one of `kept`.
    fn pass<'a>(&self, parser: Parser<'a>, kept: &BTreeSet<usize>) -> Fixed<'a> {
        let text = parser.bytes();
        let (is_partial, beginning) = (parser.is_block(), parser.start_context());
        let mut fixed = Fixed::default();
        // The new text, up to the place to which the old text was `copied`.
        let (mut out, mut copied) = (Vec::new(), 0);
        let mut replayer = Replayer::from_parser(parser);
        let mut checker = Checker::new();
        loop {
            let start = replayer.parser().consumed();
            let fixer = self.of_game(text, start);
            let mut offered = Offered::new(&fixer);
            let game = checker.check_game(&mut replayer, &mut offered);
            let offers_some = offered.counts.is_some();
            // After the last game there may be text that belongs to none.
            if game.is_some() || !is_partial {
                let game = Span::new(start, replayer.parser().consumed());
                if let Some(offered) = offered.counts {
                    out.extend_from_slice(&text[copied..start]);
                    let window = Window::new(&out, text, game, is_partial, beginning);
                    let at = out.len();
                    let fixed_game =
                        if kept.contains(&start) { None } else { fixer.fix_game(window, game.of(text)) };
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
                // Faults between two games are fixed with the second one.
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

    /// Fixes one game, round by round; `None` if that does not come to an end, or if the game reads differently when it
    /// is read alone.
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
    /// `None` if it is unchanged.
    text: Option<Vec<u8>>,
    changes: Vec<Change>,
    applied: BTreeMap<Code, u64>,
    left: BTreeMap<Code, u64>,
}

/// Layout depends on the text beside a game, and a correct word may be longer than a wrong one.
fn without_style(codes: impl Iterator<Item = Code>) -> CodeSet {
    codes.filter(|code| code.area() != Area::Export).collect()
}

fn add(sum: &mut BTreeMap<Code, u64>, counts: impl IntoIterator<Item = (Code, u64)>) {
    for (code, count) in counts {
        *sum.entry(code).or_default() += count;
    }
}
