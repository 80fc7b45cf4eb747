//! Rewriting the annotations of a game in one dialect.

use pgnkit_chess::Color;

use super::engine::says_mate;
use super::{Annotation, AnnotationValue, Evaluation, PointOfView, Time, TimeSource, marks, parse_comment};
use crate::command::{ClockForm, ClockTime, Mark, Score};
use crate::{Game, Node, NodeId};

/// Format in which annotations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The form that lichess reads and writes: `{ [%eval 0.17] [%clk 0:02:58.6] }`, with fractions of a second.
    Lichess,
    /// The form of the supplement of 2001: `{[%clk 0:02:58][%eval 0.17]}`, times in whole seconds, rounded down.
    Supplement,
    /// Human-readable text only.
    Plain,
}

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
/// another form become commands at the front of their comment. Annotations without a counterpart (unknown commands, an
/// engine's node count, a score whose point of view is unknown, marks of unknown colours) stay in place and are counted in the [`Report`]; so
/// does a second value that contradicts the first. [`Dialect::Plain`] removes all annotations, and comments that
/// consist of nothing else. An engine's score of its move that ends the game by mate or stalemate is left out.
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
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
pub fn rewrite(game: &mut Game, dialect: Dialect) -> Report {
    let mut report = Report::default();
    // The new text of comments that change; empty for those that are removed.
    let mut edits: Vec<(NodeId, Vec<Option<String>>)> = Vec::new();
    let movers = movers(game);
    for node in game.nodes() {
        let texts = texts(node, movers[node.id().index()], dialect, &mut report);
        if texts.iter().any(Option::is_some) {
            edits.push((node.id(), texts));
        }
    }
    for (node, texts) in edits {
        game.edit_comments(node, texts);
    }
    report
}

/// The same for what is beside one move.
pub(super) fn rewrite_node(game: &mut Game, node: NodeId, dialect: Dialect) {
    let Some(at) = game.node(node) else { return };
    let texts = texts(at, !at.position().turn(), dialect, &mut Report::default());
    game.edit_comments(node, texts);
}

/// The comments of a node after a move of `mover` in a dialect: `None` for those that stay, empty for those that go.
fn texts(node: Node<'_>, mover: Color, dialect: Dialect, report: &mut Report) -> Vec<Option<String>> {
    let is_last = node.next().is_none() && node.comments().next().is_some();
    let is_over = is_last && node.unchecked().is_none() && {
        let position = node.position();
        position.is_checkmate() || position.is_stalemate()
    };
    let mut writing = Writing { dialect, mover, is_over, report };
    // Values that commands of the dialect already give are not repeated.
    let mut written = Written::of(node, dialect);
    node.comments().map(|comment| writing.comment(comment, &mut written)).collect()
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

/// Values that the comments of a move give as commands.
#[derive(Clone, Copy, Debug, Default)]
struct Written {
    clk: bool,
    emt: bool,
    eval: bool,
}

impl Written {
    fn of(node: Node<'_>, dialect: Dialect) -> Self {
        let mut written = Self::default();
        for comment in node.comments() {
            for Annotation { range, value } in parse_comment(comment) {
                match value {
                    AnnotationValue::Time(Time { source: TimeSource::Clk, .. }) => written.clk = true,
                    AnnotationValue::Time(Time { source: TimeSource::Emt, .. }) => written.emt = true,
                    AnnotationValue::Evaluation(_) => written.eval |= is_command(comment, &range),
                    _ => {}
                }
            }
        }
        if dialect == Dialect::Plain { Self::default() } else { written }
    }
}

fn is_command(comment: &str, range: &std::ops::Range<usize>) -> bool {
    comment[range.clone()].starts_with("[%")
}

/// So often is a comment looked through for what its annotations have hidden: an engine's own form after commands, a command
/// within another one. Only a text made for it has more.
const LAYERS: usize = 16;

struct Writing<'a> {
    dialect: Dialect,
    mover: Color,
    /// Whether the game ends here by mate or stalemate: no engine has anything to say then.
    is_over: bool,
    report: &'a mut Report,
}

/// Disposition of an annotation.
enum Disposition {
    /// Stays in place unchanged.
    Stays,
    /// Stays in place in another form.
    Becomes(String),
    /// Moves to the front, as commands that belong to a rank.
    Moves(Vec<(u8, String)>),
    /// Removed: redundant or not wanted.
    Goes,
}

impl Writing<'_> {
    /// The comment in the dialect; `None` if it does not change.
    fn comment(&mut self, comment: &str, written: &mut Written) -> Option<String> {
        if self.dialect == Dialect::Plain {
            let mut plain = self.plain(comment)?;
            for _ in 1..LAYERS {
                match self.plain(&plain) {
                    Some(next) => plain = next,
                    None => break,
                }
            }
            return Some(plain);
        }
        let items = parse_comment(comment);
        // The depth moves to the front with its score.
        let score = items.iter().find_map(|item| match item.value {
            AnnotationValue::Evaluation(evaluation) => self.score(comment, item, evaluation, *written),
            _ => None,
        });
        let depth = items.iter().find_map(|item| match item.value {
            AnnotationValue::Depth(depth) if score.is_some() => Some(depth),
            _ => None,
        });
        let mut front: Vec<(u8, String)> = Vec::new();
        let mut rest = String::with_capacity(comment.len());
        let (mut from, mut changed) = (0, false);
        for Annotation { range, value } in items {
            rest.push_str(&comment[from..range.start]);
            from = range.end;
            let text = &comment[range.clone()];
            let disposition = self.disposition(text, value, score, depth, written);
            changed |= !matches!(disposition, Disposition::Stays);
            match disposition {
                Disposition::Stays => rest.push_str(text),
                Disposition::Becomes(text) => rest.push_str(&text),
                Disposition::Moves(commands) => front.extend(commands),
                Disposition::Goes => {}
            }
        }
        if !changed {
            return None;
        }
        rest.push_str(&comment[from..]);
        front.sort_by_key(|(rank, _)| *rank);
        let between = if self.dialect == Dialect::Lichess { " " } else { "" };
        let front = front.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(between);
        let rest = rest.trim();
        let space = if front.is_empty() || rest.is_empty() { "" } else { " " };
        Some(format!("{front}{space}{rest}"))
    }

    /// The comment without annotations; `None` if it has none.
    fn plain(&mut self, comment: &str) -> Option<String> {
        let items = parse_comment(comment);
        if items.is_empty() {
            return None;
        }
        self.report.removed += items.len() as u64;
        let mut rest = String::with_capacity(comment.len());
        let mut from = 0;
        for Annotation { range, .. } in items {
            rest.push_str(&comment[from..range.start]);
            from = range.end;
        }
        rest.push_str(&comment[from..]);
        Some(rest.trim().to_owned())
    }

    /// A score that is to be written as a command, for White.
    fn score(
        &self,
        comment: &str,
        item: &Annotation,
        evaluation: Evaluation,
        written: Written,
    ) -> Option<Score> {
        let is_new = !written.eval && !is_command(comment, &item.range);
        let is_of_mover = evaluation.view == PointOfView::Mover;
        let is_new = is_new && !(self.is_over && is_of_mover);
        evaluation.for_white(self.mover).filter(|score| is_new && is_writable(*score))
    }

    fn disposition(
        &mut self,
        text: &str,
        value: AnnotationValue,
        score: Option<Score>,
        depth: Option<u32>,
        written: &mut Written,
    ) -> Disposition {
        match value {
            AnnotationValue::Time(time) => self.time(text, time, written),
            AnnotationValue::Evaluation(Evaluation { view: PointOfView::Mover, .. }) if self.is_over => {
                self.goes()
            }
            AnnotationValue::Field if self.is_over && says_mate(text) => self.goes(),
            AnnotationValue::Evaluation(evaluation) => match score {
                Some(score) if !std::mem::replace(&mut written.eval, true) => {
                    self.report.converted += 1;
                    let rank = if self.dialect == Dialect::Lichess { 0 } else { 2 };
                    Disposition::Moves(vec![(rank, eval(score, evaluation.depth.or(depth)))])
                }
                _ => self.stays(text.starts_with("[%") && evaluation.view == PointOfView::White),
            },
            AnnotationValue::Depth(found) if depth == Some(found) => Disposition::Goes,
            AnnotationValue::Marks(marks) if !text.starts_with("[%c") => {
                self.report.converted += 1;
                Disposition::Moves(marks.iter().map(|mark| (4, mark_command(mark))).collect())
            }
            AnnotationValue::Marks(marks) => self.stays(text.matches(',').count() + 1 == marks.len()),
            AnnotationValue::Book => Disposition::Stays,
            AnnotationValue::LineEvaluations(_)
            | AnnotationValue::Command(_)
            | AnnotationValue::Diagram
            | AnnotationValue::Field
            | AnnotationValue::Depth(_) => self.stays(false),
        }
    }

    fn time(&mut self, text: &str, time: Time, written: &mut Written) -> Disposition {
        let command = time.source.command();
        if command == time.source {
            return self.time_command(text, time);
        }
        let place = if command == TimeSource::Clk { &mut written.clk } else { &mut written.emt };
        if std::mem::replace(place, true) {
            return self.stays(false);
        }
        self.report.converted += 1;
        let rank = match (command, self.dialect) {
            (TimeSource::Clk, Dialect::Supplement) => 0,
            (TimeSource::Clk, _) => 1,
            _ => 2,
        };
        // The supplement puts scores after times.
        let rank = if self.dialect == Dialect::Supplement && rank == 2 { 1 } else { rank };
        Disposition::Moves(vec![(rank, format!("[%{} {}]", command.name(), self.clock(time.time)))])
    }

    /// A command about time that is already there.
    fn time_command(&mut self, text: &str, time: Time) -> Disposition {
        let operand = text.split_ascii_whitespace().nth(1).unwrap_or_default().trim_end_matches(']');
        let is_exact = |form| match time.source {
            TimeSource::Mct => matches!(form, ClockForm::Exact | ClockForm::PaddedHours),
            _ => form == ClockForm::Exact,
        };
        let form = ClockTime::read(operand.as_bytes()).map(|(_, form)| form);
        let stays = match self.dialect {
            // Lichess reads all forms except bare seconds.
            Dialect::Lichess => form.is_some_and(|form| form != ClockForm::Seconds),
            _ => form.is_some_and(is_exact),
        };
        let stays = stays && (time.source != TimeSource::Mct || operand.len() >= "hh:mm:ss".len());
        if stays {
            return Disposition::Stays;
        }
        if time.time < ClockTime::default() {
            // The supplement has no form for a negative time.
            return self.stays(false);
        }
        self.report.converted += 1;
        let written = self.clock(time.time);
        let zero = if time.source == TimeSource::Mct && written.len() < "hh:mm:ss".len() { "0" } else { "" };
        Disposition::Becomes(format!("[%{} {zero}{written}]", time.source.name()))
    }

    fn clock(&mut self, time: ClockTime) -> String {
        if self.dialect == Dialect::Supplement && !time.is_whole() {
            self.report.rounded += 1;
            return format!("{time:.0}");
        }
        time.to_string()
    }

    fn goes(&mut self) -> Disposition {
        self.report.removed += 1;
        Disposition::Goes
    }

    fn stays(&mut self, is_of_the_dialect: bool) -> Disposition {
        if !is_of_the_dialect {
            self.report.kept += 1;
        }
        Disposition::Stays
    }
}

/// Whether a score can be written with two decimals without loss.
fn is_writable(score: Score) -> bool {
    match score {
        Score::Pawns(pawns) => pawns.is_finite() && ((pawns * 100.0).round() - pawns * 100.0).abs() < 1e-6,
        Score::Mate(_) => true,
    }
}

fn eval(score: Score, depth: Option<u32>) -> String {
    let depth = depth.map_or(String::new(), |depth| format!(",{depth}"));
    match score {
        Score::Pawns(pawns) => format!("[%eval {pawns:.2}{depth}]"),
        Score::Mate(moves) => format!("[%eval #{moves}{depth}]"),
    }
}

fn mark_command(mark: &Mark) -> String {
    let name = if mark.to.is_some() { "cal" } else { "csl" };
    format!("[%{name} {}]", marks::write(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The comment of a move of Black, in each dialect; `=` if it is the same, `-` if it is removed.
    fn rewritten(comment: &str) -> [(String, Report); 3] {
        [Dialect::Lichess, Dialect::Supplement, Dialect::Plain].map(|dialect| {
            let mut game: Game = "1. e4 e5 *".parse().unwrap();
            let node = game.mainline().nth(1).unwrap().id();
            game.add_comment(node, comment).unwrap();
            let report = rewrite(&mut game, dialect);
            let after = game.node(node).unwrap().comments().next();
            let shown = match after {
                None => "-",
                Some(same) if same == comment => "=",
                Some(other) => other,
            };
            (shown.to_owned(), report)
        })
    }

    /// Engines tell of the position before their move; on a board without a move they tell nothing.
    #[test]
    fn mates_are_counted_from_the_board_after_the_move() {
        let tags = "[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n";
        for (movetext, expected) in [
            (
                "1. Kf7 {+M3/9 1s} Kh7 {-M2/9 1s} 2. Qh1# {+M1/9 1s, White mates} *",
                "1. Kf7 {[%eval #1,9] [%emt 0:00:01]} 1... Kh7 {[%eval #1,9] [%emt 0:00:01]} 2. Qh1# {[%emt 0:00:01] White mates} *",
            ),
            // A score in pawns is none of a mated board either, nor of a stalemate.
            ("1. Kf7 Kh7 2. Qh1# {+327.60/9 1s} *", "1. Kf7 Kh7 2. Qh1# {[%emt 0:00:01]} *"),
            ("1. Qg6 {+0.00/9 1s} *", "1. Qg6 {[%emt 0:00:01]} *"),
            // Whoever is adjudicated has not been mated.
            ("1. Kf7 Kh7 2. Qg6+ {+M1/9 1s} *", "1. Kf7 Kh7 2. Qg6+ {[%emt 0:00:01] +M1/9} *"),
            ("1. Kf7 {d=9, mt=1000, wv=M3} *", "1. Kf7 {[%eval #1,9] [%emt 0:00:01]} *"),
        ] {
            let mut game: Game = format!("{tags}{movetext}").parse().unwrap();
            rewrite(&mut game, Dialect::Lichess);
            let text = game.to_string();
            let text = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
            assert_eq!(text, expected, "{movetext}");
        }
    }

    #[test]
    fn each_dialect() {
        for (comment, lichess, supplement, plain) in [
            ("", "=", "=", "="),
            (" only  text ", "=", "=", "="),
            (" [%clk 0:05:00] ", "=", "=", "-"),
            ("good [%eval 0.17] move", "=", "=", "good  move"),
            (
                "[%clk 0:02:58.6][%timestamp 14] x",
                "[%emt 0:00:01.4] [%clk 0:02:58.6] x",
                "[%emt 0:00:01] [%clk 0:02:58] x",
                "x",
            ),
            ("[%emt 0.01]", "[%emt 0:00:00.01]", "[%emt 0:00:00]", "-"),
            ("[%mct 7:10:42]", "[%mct 07:10:42]", "[%mct 07:10:42]", "-"),
            ("[%eval 0.10] d=3", "=", "=", "d=3"),
            ("[%emt 0:00:01][%timestamp 14]", "=", "=", "-"),
            ("-0.31/14 2.1s", "[%eval 0.31,14] [%emt 0:00:02.1]", "[%emt 0:00:02][%eval 0.31,14]", "-"),
            (
                "+M5/14 2s, Black mates",
                "[%eval #-2,14] [%emt 0:00:02] Black mates",
                "[%emt 0:00:02][%eval #-2,14] Black mates",
                "Black mates",
            ),
            ("[%eval -34,19]", "=", "=", "-"),
            ("[%tqu \"x\"] why", "=", "=", "why"),
            (
                "[%draw arrow,e2,e4,green][%draw full,e4,red][%draw disk,e4,red]",
                "[%cal Ge2e4] [%csl Re4] [%draw disk,e4,red]",
                "[%cal Ge2e4][%csl Re4] [%draw disk,e4,red]",
                "-",
            ),
            ("book, mb=+0,", "=", "=", "-"),
            ("[%clk 1:05:23 and on", "=", "=", "="),
        ] {
            let expected = [lichess, supplement, plain];
            let found = rewritten(comment).map(|(text, _)| text);
            assert_eq!(found.each_ref().map(String::as_str), expected, "{comment}");
        }
    }

    #[test]
    fn everything_is_counted() {
        let report = |converted, kept, rounded, removed| Report { converted, kept, rounded, removed };
        for (comment, expected) in [
            ("[%clk 0:05:00]", [report(0, 0, 0, 0), report(0, 0, 0, 0), report(0, 0, 0, 1)]),
            ("[%timestamp 14][%tqu 1]", [report(1, 1, 0, 0), report(1, 1, 1, 0), report(0, 0, 0, 2)]),
            ("d=3, mt=1500, n=4, wv=1.00", [report(2, 1, 0, 0), report(2, 1, 1, 0), report(0, 0, 0, 4)]),
        ] {
            assert_eq!(rewritten(comment).map(|(_, report)| report), expected, "{comment}");
        }
    }

    #[test]
    fn variations_and_both_sides() {
        let mut game: Game =
            "{[%draw full,e4,red]} 1. e4 {+0.10/1 1s} (1. d4 {+0.20/1 1s} d5 {+0.30/1 1s}) e5 {+0.40/1 1s} *"
                .parse()
                .unwrap();
        rewrite(&mut game, Dialect::Lichess);
        let text = game.to_string().replace('\n', " ");
        let movetext = &text[text.find("  {").unwrap() + 2..];
        assert!(movetext.starts_with("{[%csl Re4]} 1. e4 {[%eval 0.10,1]"), "{movetext}");
        for expected in ["d4 {[%eval 0.20,1]", "d5 {[%eval -0.30,1]", "e5 {[%eval -0.40,1]"] {
            assert!(movetext.contains(expected), "{movetext}");
        }
        let once = game.to_string();
        rewrite(&mut game, Dialect::Lichess);
        assert_eq!(game.to_string(), once);
    }
}
