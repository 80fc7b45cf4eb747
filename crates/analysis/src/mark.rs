//! The analysis of a game, written into it.

use pgnkit::annotations::{AnnotationValue, parse_comment};
use pgnkit::chess::Color;
use pgnkit::command::Score;
use pgnkit::{EditError, Game, Node, NodeId};
use pgnkit_collections::judgement::Judgement;
use pgnkit_query::movetext::SanText;

use crate::evaluated::Origin;
use crate::game::{AnalysedPly, GameAnalysis};
use crate::text::{self, Former};

/// The form in which an analysis is written into a game.
#[derive(Clone, Debug)]
pub struct Marks {
    /// Marks beside moves.
    pub style: Style,
    /// Half-moves of better lines, at the most; with 0 there are none.
    pub line: usize,
    /// Whether evaluations have the depth of the search: `[%eval 0.17,22]`.
    pub depth: bool,
    /// Tags that are set.
    pub tags: Vec<Tag>,
    /// The value of the tag `Annotator`: the engine with its limits.
    pub annotator: String,
}

/// Marks beside moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As lichess does: evaluations, glyphs, a comment with the better move.
    #[default]
    Lichess,
    /// Evaluations and glyphs.
    Nags,
    /// Evaluations.
    None,
}

/// Tags that an analysis can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// `WhiteAccuracy` and `BlackAccuracy`, in whole percent.
    Accuracy,
    /// `WhiteACPL` and `BlackACPL`: the average loss in whole centipawns.
    Acpl,
    /// `Annotator`, where the game has none.
    Annotator,
}

/// Half-moves of better lines that lichess keeps.
pub const LICHESS_LINE: usize = 14;

impl Default for Marks {
    fn default() -> Self {
        Self {
            style: Style::Lichess,
            line: LICHESS_LINE,
            depth: false,
            tags: Vec::new(),
            annotator: String::new(),
        }
    }
}

/// Counts of what was written into a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Marked {
    /// Evaluations that were written where there was none.
    pub evaluations: u64,
    /// Evaluations that replaced others.
    pub replaced: u64,
    /// Judgements of an earlier analysis that were removed, with their glyphs and lines.
    pub removed: u64,
    /// Inaccuracies, mistakes and blunders.
    pub judgements: [u64; 3],
    /// Judgements that are not written, since the move has a glyph of somebody else.
    pub contradicted: u64,
    /// Better lines that were added.
    pub lines: u64,
    /// Games without the tags of accuracy and loss, since not all of their positions are evaluated.
    pub incomplete: u64,
}

impl Marks {
    /// Writes an analysis into the game that it is of. Comments, glyphs and lines of others stay; those of an earlier analysis are replaced, where the move is
    /// judged anew.
    ///
    /// # Errors
    /// None that is known: what is written can be written into any game.
    pub fn write(&self, game: &mut Game, analysis: &GameAnalysis) -> Result<Marked, EditError> {
        let mut marked = Marked::default();
        if let Some(first) = analysis.plies.first()
            && !analysis.is_usual_start
            && first.evaluation_before.as_ref().is_some_and(|found| found.origin != Origin::Game)
            && let Some(score) = first.score_before
        {
            self.write_evaluation(game, NodeId::ROOT, score, None, &mut marked)?;
        }
        for ply in &analysis.plies {
            self.write_ply(game, ply, &mut marked)?;
        }
        self.write_tags(game, analysis, &mut marked);
        Ok(marked)
    }

    fn write_ply(&self, game: &mut Game, ply: &AnalysedPly, marked: &mut Marked) -> Result<(), EditError> {
        // A score that is in the game stays as it is written, with its depth.
        if let (Some(score), Some(evaluation)) = (ply.score_after, &ply.evaluation_after)
            && evaluation.origin != Origin::Game
        {
            let depth = evaluation.lines.first().map(|line| line.depth);
            self.write_evaluation(game, ply.node, score, depth, marked)?;
        }
        let (Some(before), Some(after)) = (ply.score_before, ply.score_after) else { return Ok(()) };
        if !ply.is_chosen || self.style == Style::None {
            return Ok(());
        }
        let former = remove_former(game, ply)?;
        let Some(judgement) = ply.judgement else {
            marked.removed += u64::from(former.is_some());
            return Ok(());
        };
        marked.judgements[judgement as usize] += 1;
        let mut is_same = false;
        if self.style == Style::Lichess {
            let best = ply.better().and_then(|line| line.first());
            let best = best.map(|mv| SanText::of(&ply.before, *mv).as_str().to_owned());
            let best = best.or_else(|| former.as_ref()?.best.clone());
            let comment = text::write(judgement, before, after, best.as_deref());
            is_same = former.as_ref().is_some_and(|former| former.text == comment);
            put_first(game, ply.node, comment)?;
        }
        marked.contradicted += u64::from(!add_glyph(game, ply.node, judgement.nag() as u8)?);
        let is_added = self.write_line(game, ply)?;
        // What is written again as it was is no change.
        marked.removed += u64::from(former.is_some() && !is_same);
        marked.lines += u64::from(is_added && !is_same);
        Ok(())
    }

    /// Writes the evaluation of the position after a move.
    fn write_evaluation(
        &self,
        game: &mut Game,
        node: NodeId,
        score: Score,
        depth: Option<u32>,
        marked: &mut Marked,
    ) -> Result<(), EditError> {
        let (score, depth) = (text::operand(score), depth.filter(|depth| self.depth && *depth > 0));
        let depth = depth.map(|depth| depth.to_string());
        let operands: Vec<&str> = [&score].into_iter().chain(&depth).map(String::as_str).collect();
        let before = comments(game, node);
        let is_there = before.iter().any(|comment| has_command(comment));
        game.set_command(node, "eval", &operands)?;
        let after = comments(game, node);
        if after != before {
            *(if is_there { &mut marked.replaced } else { &mut marked.evaluations }) += 1;
        }
        // What an engine says of its own move comes after it, since of two evaluations the first one counts.
        let at = after.iter().position(|comment| has_command(comment));
        if let Some(at) = at.filter(|at| after[..*at].iter().any(|comment| has_evaluation(comment))) {
            let mut texts = after;
            texts[..=at].rotate_right(1);
            set_comments(game, node, &texts)?;
        }
        Ok(())
    }

    /// Adds the better line; false where there is none, or one that begins so.
    fn write_line(&self, game: &mut Game, ply: &AnalysedPly) -> Result<bool, EditError> {
        let Some(line) = ply.better().filter(|_| self.line > 0) else { return Ok(false) };
        let Some(node) = game.node(ply.node) else { return Ok(false) };
        let is_there =
            |first| node.variations().any(|start| start.next().is_some_and(|node| node.mv() == first));
        let (Some(parent), Some(first)) = (node.parent(), line.first().copied()) else { return Ok(false) };
        if is_there(first) {
            return Ok(false);
        }
        let parent = parent.id();
        game.add_line(parent, line.iter().take(self.line).copied())?;
        Ok(true)
    }

    fn write_tags(&self, game: &mut Game, analysis: &GameAnalysis, marked: &mut Marked) {
        // The values are numbers, and names without control characters.
        let mut set = |name: String, value: Option<f64>| {
            if let Some(value) = value {
                let _ = game.set_tag(&name, &format!("{value:.0}"));
            }
        };
        let sides = [("White", Color::White), ("Black", Color::Black)];
        let accuracy = analysis.accuracy();
        for tag in &self.tags {
            match tag {
                Tag::Accuracy => {
                    let accuracy = accuracy.unwrap_or_default();
                    for ((side, _), value) in sides.iter().zip([accuracy.white, accuracy.black]) {
                        set(format!("{side}Accuracy"), value);
                    }
                }
                Tag::Acpl => {
                    for (side, color) in sides {
                        set(format!("{side}ACPL"), analysis.average_loss(color));
                    }
                }
                Tag::Annotator => {}
            }
        }
        let wants_whole = self.tags.iter().any(|tag| *tag != Tag::Annotator);
        marked.incomplete += u64::from(wants_whole && accuracy.is_none());
        if self.tags.contains(&Tag::Annotator)
            && !self.annotator.is_empty()
            && analysis.analysed > 0
            && game.tag("Annotator").is_none_or(|value| matches!(value.trim(), "" | "?" | "-"))
        {
            let _ = game.set_tag("Annotator", &self.annotator);
        }
    }
}

/// Removes the judgement of an earlier analysis: its comment, its glyph, and its line, if nobody has added something to it. The move that was better, and its line, stay if
/// no other one is known.
fn remove_former(game: &mut Game, ply: &AnalysedPly) -> Result<Option<Former>, EditError> {
    let texts = comments(game, ply.node);
    let formers = texts.iter().enumerate().find_map(|(at, comment)| Some((at, Former::read(comment)?)));
    let Some((at, former)) = formers else { return Ok(None) };
    game.remove_comment(ply.node, at)?;
    let nags: Vec<u8> = game.node(ply.node).into_iter().flat_map(|node| node.nags()).collect();
    let is_judgement = |nag: &u8| Judgement::ALL.iter().any(|judgement| judgement.nag() == u32::from(*nag));
    let kept: Vec<u8> = nags.iter().copied().filter(|nag| !is_judgement(nag)).collect();
    if kept != nags {
        game.set_nags(ply.node, &kept)?;
    }
    let is_known = ply.evaluation_before.as_ref().is_some_and(|evaluation| evaluation.best().is_some());
    if !is_known && ply.judgement.is_some() {
        return Ok(Some(former));
    }
    let line = former.best.as_deref().and_then(|best| bare_line(game, ply.node, best));
    if let Some(line) = line {
        game.remove_variation(line)?;
    }
    Ok(Some(Former { best: None, ..former }))
}

/// The variation of a move that begins with a move and has nothing but moves.
fn bare_line(game: &Game, node: NodeId, best: &str) -> Option<NodeId> {
    let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    let is_plain = |node: Node<'_>| node.notes().next().is_none() && node.first_variation().is_none();
    let begins = |first: Node<'_>| bare(&first.san().to_string()) == bare(best);
    let is_bare = |start: &Node<'_>| {
        let first = start.next().filter(|first| begins(*first));
        first.is_some_and(|first| is_plain(*start) && is_plain(first) && first.following().all(is_plain))
    };
    game.node(node)?.variations().find(is_bare).map(|start| start.id())
}

fn comments(game: &Game, node: NodeId) -> Vec<String> {
    game.node(node)
        .into_iter()
        .flat_map(|node| node.comments().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

fn set_comments(game: &mut Game, node: NodeId, texts: &[String]) -> Result<(), EditError> {
    texts.iter().enumerate().try_for_each(|(at, text)| game.set_comment(node, at, text))
}

/// Adds a glyph to a move that has none of this kind; false if it has another one.
pub(crate) fn add_glyph(game: &mut Game, node: NodeId, glyph: u8) -> Result<bool, EditError> {
    let of_kind = game.node(node).and_then(|node| node.nags().find(|nag| (1..=6).contains(nag)));
    match of_kind {
        Some(found) => Ok(found == glyph),
        None => game.add_nag(node, glyph).map(|()| true),
    }
}

/// Removes comments that are of this kind.
pub(crate) fn remove_comments(
    game: &mut Game,
    node: NodeId,
    is_meant: impl Fn(&str) -> bool,
) -> Result<(), EditError> {
    while let Some(at) = comments(game, node).iter().position(|comment| is_meant(comment)) {
        game.remove_comment(node, at)?;
    }
    Ok(())
}

/// Adds a comment before all others.
pub(crate) fn put_first(game: &mut Game, node: NodeId, comment: String) -> Result<(), EditError> {
    let mut texts = comments(game, node);
    game.add_comment(node, &comment)?;
    texts.insert(0, comment);
    set_comments(game, node, &texts)
}

/// Whether a comment has an evaluation as a command.
fn has_command(comment: &str) -> bool {
    parse_comment(comment).iter().any(|item| comment[item.range.clone()].starts_with("[%eval"))
}

fn has_evaluation(comment: &str) -> bool {
    parse_comment(comment).iter().any(|item| matches!(item.value, AnnotationValue::Evaluation(_)))
}
