//! Applies the fixes that diagnostics offer, and proves each before it is kept.
//!
//! A text is mended game by game, and a game in rounds: the fixes that its diagnostics offer are applied, what came of
//! it is read again and held against what was there before, and where that fails, fewer of them are tried (`round`).
//! Rounds go on until nothing is left that can be applied. What a round does depends on the text alone, so that mending
//! what is mended changes nothing.

mod changes;
mod round;
mod survey;
mod window;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use pgnkit_syntax::{Applicability, Area, Code, CodeSet, Diagnostic, Fix, Ignore, Level, Parser, Span};

use crate::{Checker, GameBuilder, Replayer};
pub use changes::Change;
use changes::{compose, lengths};
use survey::{Offered, Survey};
use window::Window;

/// Rounds of one game. Each removes diagnostics; more than a few are needed only where fixes stand in each other's way.
const MAX_ROUNDS: usize = 50;

/// Games that may stay as they are before all of them do.
const MAX_KEPT: usize = 24;

/// Passes over all games. One more than the changes need tells that nothing is left.
const MAX_PASSES: usize = 10;

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
        match again_and_again(&parser, |parser| self.proven(parser)) {
            (fixed, true) => fixed,
            // There is no end of it.
            (_, false) => self.unmended(&parser),
        }
    }

    /// Mends the games that can be, all of them taken together; and whether nothing is left to be done.
    fn proven<'a>(&self, parser: &Parser<'a>) -> (Fixed<'a>, bool) {
        let mut kept = BTreeSet::new();
        loop {
            let (fixed, is_settled) = self.passes(parser, &kept);
            // Each game was proven by itself. In junk its reading may yet hang on its neighbours: then they stay.
            let Some(differing) =
                self.first_difference(parser, &fixed).or_else(|| self.worsened(parser, &kept, &fixed))
            else {
                return (fixed, is_settled);
            };
            let more = differing.into_iter().filter(|start| kept.insert(*start)).count();
            if more == 0 || kept.len() > MAX_KEPT {
                return (self.unmended(parser), true);
            }
        }
    }

    /// All games as they are.
    fn unmended<'a>(&self, parser: &Parser<'a>) -> Fixed<'a> {
        self.pass(parser.clone(), &stretches(parser))
    }

    /// Where something is reported more often than before, all games taken together: the first game whose mending brings
    /// that about, and the ones beside it, with those `kept` as they are.
    fn worsened(&self, parser: &Parser<'_>, kept: &BTreeSet<usize>, fixed: &Fixed<'_>) -> Option<Vec<usize>> {
        if fixed.changes.is_empty() {
            return None;
        }
        let before = Survey::all_of(self, parser.clone());
        let is_worse =
            |fixed: &Fixed<'_>| !Survey::all_of(self, parser.over(&fixed.text)).is_no_worse_than(&before);
        if !is_worse(fixed) {
            return None;
        }
        let starts: Vec<usize> = stretches(parser).into_iter().collect();
        // How many games can be mended, from the first on, without it.
        let (mut good, mut bad) = (0, starts.len());
        while good + 1 < bad {
            let middle = good.midpoint(bad);
            let kept = kept.iter().chain(&starts[middle..]).copied().collect();
            if is_worse(&self.passes(parser, &kept).0) { bad = middle } else { good = middle }
        }
        Some(starts[good.saturating_sub(1)..starts.len().min(good + 2)].to_vec())
    }

    /// Mends all games but those that begin where `kept` says; and whether nothing is left to be done.
    fn passes<'a>(&self, parser: &Parser<'a>, kept: &BTreeSet<usize>) -> (Fixed<'a>, bool) {
        if kept.is_empty() {
            // What became of one game may change where the next one begins, and so what can be proven of it.
            again_and_again(parser, |parser| (self.pass(parser.clone(), kept), false))
        } else {
            // Their places in the new text are not known.
            (self.pass(parser.clone(), kept), false)
        }
    }

    /// Where the first game whose meaning safe fixes have changed begins, and the games beside it; `None` when all are
    /// what they were.
    fn first_difference(&self, parser: &Parser<'_>, fixed: &Fixed<'_>) -> Option<Vec<usize>> {
        if self.unsafe_fixes || fixed.changes.is_empty() {
            return None;
        }
        let mut old = Replayer::over(parser.clone());
        let mut new = Replayer::over(parser.over(&fixed.text));
        let (mut before, mut after) = (GameBuilder::new(), GameBuilder::new());
        let mut starts = Vec::new();
        loop {
            starts.push(old.parser().consumed());
            let is_game = before.read_from(&mut old, &mut Ignore).is_some();
            match (is_game, after.read_from(&mut new, &mut Ignore).is_some()) {
                (false, false) => return None,
                (true, true) if before.game().means_the_same(after.game()) => {}
                _ => {
                    starts.push(old.parser().consumed());
                    return Some(starts.split_off(starts.len().saturating_sub(3)));
                }
            }
        }
    }

    fn pass<'a>(&self, parser: Parser<'a>, kept: &BTreeSet<usize>) -> Fixed<'a> {
        let text = parser.text();
        let (is_partial, beginning) = (parser.is_partial(), parser.beginning());
        let mut fixed = Fixed::default();
        // The text as it is to be, up to what was `copied` of the text as it is.
        let (mut out, mut copied) = (Vec::new(), 0);
        let mut replayer = Replayer::over(parser);
        let mut checker = Checker::new();
        loop {
            let start = replayer.parser().consumed();
            let mut offered = Offered::new(self);
            let game = checker.read_game(&mut replayer, &mut offered);
            let offers_some = offered.counts.is_some();
            // Behind the last game there may be text that belongs to none.
            if game.is_some() || !is_partial {
                let game = Span::new(start, replayer.parser().consumed());
                if let Some(offered) = offered.counts {
                    out.extend_from_slice(&text[copied..start]);
                    let window = Window::new(&out, text, game, is_partial, beginning);
                    let at = out.len();
                    let mended = if kept.contains(&start) { None } else { self.mend(window, game.of(text)) };
                    match mended {
                        Some(mended) => {
                            let text = mended.text.as_deref().unwrap_or(game.of(text));
                            out.extend_from_slice(text);
                            fixed.changes.extend(mended.changes.iter().map(|one| one.moved(start, at)));
                            add(&mut fixed.applied, mended.applied);
                            add(&mut fixed.left, mended.left);
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
    fn mend(&self, window: Window<'_>, original: &[u8]) -> Option<Mended> {
        let mut mended = Mended::default();
        let mut reading = window.read(original, self)?;
        for _ in 0..MAX_ROUNDS {
            let text = mended.text.as_deref().unwrap_or(original);
            let Some(step) = round::round(self, window, text, &reading) else {
                add(&mut mended.left, reading.offers.iter().map(|offer| (offer.code, 1)));
                return Some(mended);
            };
            add(&mut mended.applied, step.offers.iter().map(|&at| (reading.offers[at].code, 1)));
            let edits = lengths(&round::edits(&reading, &step.offers));
            mended.changes = compose(&mended.changes, &edits);
            mended.text = Some(step.text);
            reading = step.reading;
        }
        None
    }
}

/// Mends, and then what came of it, until nothing is left to be done; and whether that was reached. `mend` also tells
/// that, where it knows.
fn again_and_again<'a>(
    parser: &Parser<'a>,
    mend: impl for<'t> Fn(&Parser<'t>) -> (Fixed<'t>, bool),
) -> (Fixed<'a>, bool) {
    let (mut fixed, mut is_settled) = mend(parser);
    for _ in 0..MAX_PASSES {
        if is_settled || fixed.changes.is_empty() {
            return (fixed, true);
        }
        let (again, is_settled_now) = mend(&parser.over(&fixed.text));
        if fixed.text.len() - again.consumed != parser.text().len() - fixed.consumed {
            // What is done with ends somewhere else: that is for who reads on there.
            return (fixed, true);
        }
        let Fixed { text, changes, applied, left, .. } = again;
        fixed.left = left;
        is_settled = is_settled_now || changes.is_empty();
        if !changes.is_empty() {
            let edits: Vec<_> = changes.iter().map(|change| (change.old, change.new.len())).collect();
            fixed.changes = compose(&fixed.changes, &edits);
            add(&mut fixed.applied, applied);
            fixed.text = Cow::Owned(text.into_owned());
        }
    }
    (fixed, is_settled)
}

/// A game after all rounds.
#[derive(Debug, Default)]
struct Mended {
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

/// Where the stretches of games, and what stands behind the last one, begin.
fn stretches(parser: &Parser<'_>) -> BTreeSet<usize> {
    let mut replayer = Replayer::over(parser.clone());
    let mut starts = BTreeSet::from([0]);
    while replayer.read_game(&mut (), &mut Ignore).is_some() {
        starts.insert(replayer.parser().consumed());
    }
    starts
}

fn add(sum: &mut BTreeMap<Code, u64>, counts: impl IntoIterator<Item = (Code, u64)>) {
    for (code, count) in counts {
        *sum.entry(code).or_default() += count;
    }
}
