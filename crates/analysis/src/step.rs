//! The analysis as a step of a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pgnkit::Game;
use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit_archive::Account;
use pgnkit_archive::input::{EntryBuf, InputFormat, Target};
use pgnkit_archive::step::{ChangeGame, Step, StepWorker, Verdict};
use pgnkit_archive::task::{At, Task};

use crate::candidates::CandidateRow;
use crate::evaluator::Evaluator;
use crate::game::{GameAnalysis, Grading};
use crate::mark::{Marked, Marks};
use crate::scope::Scope;

/// Analyses games, and writes the analyses into them. A position without a result is reported, and its neighbours are not judged.
#[derive(Clone, Debug)]
pub struct AnalyseGames {
    /// The sources of evaluations.
    pub evaluator: Arc<Evaluator>,
    /// The moves that are judged.
    pub scope: Scope,
    /// The rules of judgements.
    pub grading: Grading,
    /// The form in which the analysis is written.
    pub marks: Marks,
    /// Counts for those who wait.
    pub progress: Arc<Progress>,
}

/// Counts of games and half-moves that are done.
#[derive(Debug, Default)]
pub struct Progress {
    games: AtomicU64,
    plies: AtomicU64,
}

impl Progress {
    /// Games and half-moves that are done.
    #[must_use]
    pub fn done(&self) -> (u64, u64) {
        (self.games.load(Ordering::Relaxed), self.plies.load(Ordering::Relaxed))
    }

    pub(crate) fn add(&self, analysis: &GameAnalysis) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.plies.fetch_add(analysis.plies.len() as u64, Ordering::Relaxed);
    }
}

impl Step for AnalyseGames {
    fn worker(&self) -> StepWorker<'_> {
        StepWorker::Change(Box::new(Worker(self)))
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn reports(&self) -> &'static [Code] {
        &[Code::UnanalysedPosition]
    }
}

struct Worker<'s>(&'s AnalyseGames);

impl ChangeGame for Worker<'_> {
    fn apply(&mut self, game: &mut Game, account: &mut Account, sink: &mut dyn Sink) -> Verdict {
        let AnalyseGames { evaluator, scope, grading, marks, progress } = self.0;
        let analysis = GameAnalysis::of(game, scope, *grading, evaluator);
        progress.add(&analysis);
        report_failures(&analysis, sink);
        count(&analysis, account);
        match marks.write(game, &analysis) {
            Ok(marked) => count_marks(&marked, account),
            Err(error) => sink.report(unanalysed(format!("the analysis cannot be written: {error}"))),
        }
        Verdict::Keep
    }
}

fn unanalysed(text: String) -> Diagnostic {
    Diagnostic::new(Code::UnanalysedPosition, Span::default(), text)
}

/// Reports positions without a result, those of one game and one reason together.
pub(crate) fn report_failures(analysis: &GameAnalysis, sink: &mut dyn Sink) {
    let mut reported: Vec<String> = Vec::new();
    for (at, error) in &analysis.failures {
        let text = error.to_string();
        if !sink.wants(Code::UnanalysedPosition) || reported.contains(&text) {
            continue;
        }
        let same = analysis.failures.iter().filter(|(_, error)| error.to_string() == text).count();
        let others = if same > 1 { format!(", and {} more of the game", same - 1) } else { String::new() };
        let place = if *at == 0 {
            "the first position".to_owned()
        } else {
            format!("the position after half-move {at}")
        };
        sink.report(unanalysed(format!("no evaluation of {place}{others}: {text}")));
        reported.push(text);
    }
}

pub(crate) fn count(analysis: &GameAnalysis, account: &mut Account) {
    let failed = analysis.failures.len() as u64;
    let unknown = u64::from(analysis.plies.is_empty() && analysis.analysed == 0 && analysis.kept == 0);
    let counts = [("analysed", analysis.analysed), ("kept", analysis.kept), ("failed", failed)];
    account.tally("positions", &counts);
    account.tally("games", &[("without moves to analyse", unknown)]);
}

fn count_marks(marked: &Marked, account: &mut Account) {
    let [inaccuracies, mistakes, blunders] = marked.judgements;
    let counts = [
        ("inaccuracies", inaccuracies),
        ("mistakes", mistakes),
        ("blunders", blunders),
        ("with another glyph", marked.contradicted),
        ("replaced", marked.removed),
    ];
    account.tally("judgements", &counts);
    account.tally("evaluations", &[("added", marked.evaluations), ("replaced", marked.replaced)]);
    account.tally("lines", &[("added", marked.lines)]);
    account.tally("games", &[("without accuracy", marked.incomplete)]);
}

/// Analyses games, and gives the candidates of their moves as rows.
#[derive(Clone, Debug)]
pub struct ListCandidates {
    /// The sources of evaluations.
    pub evaluator: Arc<Evaluator>,
    /// The moves that are judged.
    pub scope: Scope,
    /// The rules of judgements.
    pub grading: Grading,
    /// Counts for those who wait.
    pub progress: Arc<Progress>,
}

/// The memory of a thread that lists candidates.
#[derive(Debug, Default)]
pub struct ListScratch {
    buffer: EntryBuf,
    analysis: GameAnalysis,
}

/// The rows of a block, with the number of the game in it, from 1.
#[derive(Debug, Default)]
pub struct ListedCandidates {
    /// The rows.
    pub rows: Vec<(u64, CandidateRow)>,
}

impl Task for ListCandidates {
    type Scratch<'t> = ListScratch;
    type Out = ListedCandidates;

    fn scratch(&self) -> ListScratch {
        ListScratch::default()
    }

    fn target<'s>(&self, scratch: &'s mut ListScratch, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(&mut scratch.buffer)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn look(&self, scratch: &mut ListScratch, at: &At<'_>, sink: &mut dyn Sink) {
        let game = at.entry(&scratch.buffer).content.to_game();
        scratch.analysis = GameAnalysis::of(&game, &self.scope, self.grading, &self.evaluator);
        self.progress.add(&scratch.analysis);
        report_failures(&scratch.analysis, sink);
    }

    fn take(
        &self,
        scratch: &mut ListScratch,
        at: &At<'_>,
        out: &mut ListedCandidates,
        account: &mut Account,
    ) {
        let analysis = std::mem::take(&mut scratch.analysis);
        count(&analysis, account);
        let game = at.entry(&scratch.buffer).content.to_game();
        out.rows.extend(CandidateRow::of_game(&game, &analysis).into_iter().map(|row| (at.number, row)));
    }
}
