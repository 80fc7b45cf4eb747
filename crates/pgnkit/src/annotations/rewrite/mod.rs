//! Rewriting the annotations of a game in one dialect.

mod comment;
mod ends;
mod engine;
#[cfg(test)]
mod tests;

use pgnkit_chess::Color;

use super::dialect::profile::{self, Profile};
use super::dialect::{Dialect, EvalForm, Row, write};
use super::{LineEvaluations, PointOfView};
use crate::command::Score;
use crate::{Game, Node, NodeId};
use comment::{Place, Writing};
use ends::{Ends, is_over};

/// Counts of what [`rewrite`] changed and kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Values written in another form.
    pub converted: u64,
    /// Commands and fields without a counterpart in the dialect, kept unchanged.
    pub kept: u64,
    /// Times that lost a fraction of a second.
    pub rounded: u64,
    /// Commands and values removed.
    pub removed: u64,
}

impl Report {
    /// The sum of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            converted: self.converted + other.converted,
            kept: self.kept + other.kept,
            rounded: self.rounded + other.rounded,
            removed: self.removed + other.removed,
        }
    }
}

/// Writes the annotations of a game, variations included, in one dialect.
///
/// Annotations already in that dialect stay as they are, byte for byte. Clocks, times of moves, scores and marks in
/// another form become commands at the front of their comment, or for engines' tournaments a comment without commands.
/// Annotations without a counterpart (unknown commands, an
/// engine's node count, a score whose point of view is unknown, marks of unknown colours) stay in place and are counted in the [`Report`]; so
/// does a second value that contradicts the first. [`Dialect::Plain`] removes all annotations, and comments that
/// consist of nothing else. An engine's score of its move that ends the game by mate or stalemate is left out.
///
/// The evaluations of a whole game that ChessBase writes before its first move go to their moves, and in its dialect come
/// from them. The tag `Variant` is spelled as the program spells it.
///
/// ```
/// use pgnkit::Game;
/// use pgnkit::annotations::{Dialect, rewrite};
///
/// let mut game: Game = "1. e4 {d=24, mt=1500, tl=58500, n=88, wv=0.27,} e5 {-0.31/14 2.1s} *".parse()?;
/// let report = rewrite(&mut game, Dialect::Lichess);
/// let text = game.to_string().replace('\n', " ");
/// assert!(text.contains("1. e4 {[%eval 0.27,24] [%clk 0:00:58.5] [%emt 0:00:01.5] n=88,}"), "{text}");
/// assert!(text.contains("e5 {[%eval 0.31,14] [%emt 0:00:02.1]}"), "from White's point of view");
/// assert_eq!((report.converted, report.kept), (5, 1));
///
/// rewrite(&mut game, Dialect::Cutechess);
/// let text = game.to_string().replace('\n', " ");
/// assert!(text.contains("e5 {-0.31/14 2.1s} *"), "{text}");
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
pub fn rewrite(game: &mut Game, dialect: Dialect) -> Report {
    let mut report = Report::default();
    let row = dialect.row();
    let movers = movers(game);
    let ends = Ends::of(game);
    let plan = Plan::new(game, dialect, &movers, &ends, &mut report);
    let mut edits: Vec<(NodeId, Vec<String>)> = Vec::new();
    for node in game.nodes() {
        let index = node.id().index();
        let given: Vec<String> = node.comments().map(str::to_owned).collect();
        let ply = plan.plies.get(index).copied().flatten();
        let wanted = plan.before(node, ply, given.clone());
        if wanted.is_empty() && given.is_empty() {
            continue;
        }
        let place = Place { ply, line: plan.line.as_ref(), ..place(node, movers[index], ends.is_over(node)) };
        let written = settled(wanted, row, place, &mut report);
        if written != given {
            edits.push((node.id(), written));
        }
    }
    for (node, texts) in edits {
        set_comments(game, node, texts);
    }
    if row.variants.spell(game) {
        report.converted += 1;
    }
    report
}

/// The same for what is beside one move.
pub(super) fn rewrite_node(game: &mut Game, node: NodeId, dialect: Dialect) {
    let Some(at) = game.node(node) else { return };
    let given: Vec<String> = at.comments().map(str::to_owned).collect();
    let position = at.position();
    let place = place(at, !position.turn(), ends::is_end(at) && is_over(&position));
    let texts = settled(given, dialect.row(), place, &mut Report::default());
    set_comments(game, node, texts);
}

/// The number of times that comments are searched for what their annotations have hidden: an engine's own form after commands, a
/// command within another one. Only a text made for it has more.
const LAYERS: usize = 16;

/// Comments in a dialect, with nothing left to change.
fn settled(comments: Vec<String>, row: &'static Row, place: Place<'_>, report: &mut Report) -> Vec<String> {
    let mut texts = comments;
    for layer in 0..LAYERS {
        let mut of_layer = Report::default();
        let written = (Writing { row, place, report: &mut of_layer }).comments(&texts);
        // What stays has been counted.
        let kept = if layer == 0 { of_layer.kept } else { 0 };
        *report = report.and(Report { kept, ..of_layer });
        match written {
            Some(written) => texts = written,
            None => break,
        }
    }
    texts
}

/// Puts these comments in the place of those that a node has.
fn set_comments(game: &mut Game, node: NodeId, texts: Vec<String>) {
    let Some(at) = game.node(node) else { return };
    let count = at.comments().count();
    let mut texts = texts.into_iter();
    // An empty text removes.
    let first: Vec<Option<String>> = (0..count).map(|_| Some(texts.next().unwrap_or_default())).collect();
    game.edit_comments(node, first);
    for text in texts {
        // The node is there.
        let _ = game.add_comment(node, &text);
    }
}

fn place(node: Node<'_>, mover: Color, is_over: bool) -> Place<'static> {
    let is_move = node.parent().is_some() && !node.starts_line();
    Place { mover, is_over, is_move, ply: None, line: None }
}

/// For each node, by its index, the side that made the move before.
fn movers(game: &Game) -> Vec<Color> {
    let mut movers = vec![!game.start().position.turn(); game.node_bound()];
    for node in game.nodes() {
        if let Some(parent) = node.parent() {
            let before = movers[parent.id().index()];
            movers[node.id().index()] = if node.starts_line() { before } else { !before };
        }
    }
    movers
}

/// The profile of the game: what becomes of it, and which moves get their evaluations from it or give them to it.
struct Plan {
    /// The evaluations of the main line, which decide whose scores are of an unknown side.
    line: Option<LineEvaluations>,
    /// For nodes of the main line, by index, the number of half-moves before; where there is a profile.
    plies: Vec<Option<u32>>,
    /// The profile that goes, its values at their moves.
    removed: Option<Profile>,
    /// By half-moves, values that come from the profile.
    distributed: Vec<Option<Score>>,
    /// The profile that comes.
    command: String,
}

impl Plan {
    fn new(game: &Game, dialect: Dialect, movers: &[Color], ends: &Ends<'_>, report: &mut Report) -> Self {
        let none = Self {
            line: None,
            plies: Vec::new(),
            removed: None,
            distributed: Vec::new(),
            command: String::new(),
        };
        if dialect == Dialect::Plain || !game.start().rules_are_known {
            return none;
        }
        let is_of_chessbase = dialect.row().eval == EvalForm::Centipawns;
        let given = Profile::of(game);
        if given.is_none() && !is_of_chessbase {
            return none;
        }
        let mut plies = vec![None; game.node_bound()];
        plies[game.root().id().index()] = Some(0);
        for (ply, node) in (1..).zip(game.mainline()) {
            plies[node.id().index()] = Some(ply);
        }
        match given {
            Some(profile) if is_of_chessbase => Self { line: Some(profile.line), plies, ..none },
            Some(profile) => Self { plies, ..Self::distribute(game, movers, profile, report, none) },
            None => Self { plies, ..Self::collect(game, movers, ends, none) },
        }
    }

    /// Each evaluation goes to its move, unless the move has one. The profile goes when all of it is elsewhere.
    fn distribute(game: &Game, movers: &[Color], profile: Profile, report: &mut Report, none: Self) -> Self {
        let count = game.mainline().count() as u32;
        let scores = &profile.line.scores;
        let last =
            profile.line.first.saturating_add(scores.iter().rposition(Option::is_some).unwrap_or(0) as u32);
        let mut is_elsewhere = last <= count;
        let mut distributed = Vec::new();
        for (ply, node) in (0..).zip(std::iter::once(game.root()).chain(game.mainline())) {
            let own = profile::evaluation_of(node.comments());
            let wanted = profile.line.after(ply).map(|evaluation| evaluation.score);
            distributed.push(match (wanted, own) {
                (Some(score), None) => Some(score),
                (Some(score), Some((own, _))) => {
                    let own = profile.line.resolve(ply, own);
                    is_elsewhere &= own
                        .for_white(movers[node.id().index()])
                        .is_some_and(|own| profile::is_same_score(own, score));
                    None
                }
                (None, _) => None,
            });
        }
        if distributed.iter().any(Option::is_some) {
            report.converted += 1;
        }
        let line = Some(profile.line.clone());
        Self { line, removed: is_elsewhere.then_some(profile), distributed, ..none }
    }

    /// A profile of the evaluations that the moves have.
    fn collect(game: &Game, movers: &[Color], ends: &Ends<'_>, none: Self) -> Self {
        let numbers: Vec<Option<i32>> = game
            .mainline()
            .map(|node| {
                let mover = movers[node.id().index()];
                let (evaluation, is_command) = profile::evaluation_of(node.comments())?;
                if evaluation.view == PointOfView::Mover && !is_command && ends.is_over(node) {
                    return None;
                }
                profile::number(
                    evaluation.for_white(mover).filter(|score| write::is_writable(*score))?,
                    mover,
                )
            })
            .collect();
        let command = profile::command(&numbers);
        let line = match super::parse_comment(&command).pop().map(|item| item.value) {
            Some(super::AnnotationValue::LineEvaluations(line)) => Some(line),
            _ => None,
        };
        Self { line, command, ..none }
    }

    /// The comments of a node, with what comes from the profile and without what goes to it.
    fn before(&self, node: Node<'_>, ply: Option<u32>, mut comments: Vec<String>) -> Vec<String> {
        if node.parent().is_none() {
            if let Some(profile) = &self.removed {
                comments = profile.removed(comments);
            }
            if !self.command.is_empty() {
                comments.insert(0, self.command.clone());
            }
        }
        let score = ply.and_then(|ply| *self.distributed.get(ply as usize)?);
        if let Some(score) = score {
            let command = write::eval(score, None);
            // What an engine wrote is read only where there are no commands.
            let first = comments.first_mut().filter(|comment| {
                super::parse_comment(comment)
                    .first()
                    .is_none_or(|item| super::is_command(comment, &item.range))
            });
            match first {
                Some(comment) => *comment = format!("{command} {}", comment.trim_start()),
                None => comments.insert(0, command),
            }
        }
        comments
    }
}
