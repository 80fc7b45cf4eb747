//! Annotations of one move, written.

use super::rewrite::rewrite_node;
use super::{Annotation, AnnotationValue, Dialect, Time, TimeSource, marks, parse_comment};
use crate::command::{
    ClockTime, Evaluation, Mark, Score, name_length, remove_command, set_command, write_command,
};
use crate::game::{EditError, Game, Node, NodeId};

/// The place that a command of a move goes to.
pub(crate) struct CommandPlace {
    /// The comment, of those the move has; `None` for a new one.
    comment: Option<usize>,
    /// Whether the command is there already.
    pub(crate) is_given: bool,
}

impl CommandPlace {
    pub(crate) fn of(node: Node<'_>, name: &str) -> Self {
        let (mut with_commands, mut of_text) = (None, None);
        for (index, comment) in node.comments().enumerate() {
            let items = parse_comment(comment);
            let is_command = |item: &Annotation| comment[item.range.clone()].starts_with("[%");
            // One with an operand of another kind is replaced as well.
            let is_same = |item: &Annotation| {
                let rest = comment[item.range.clone()].strip_prefix("[%");
                rest.is_some_and(|rest| &rest[..name_length(rest.as_bytes())] == name)
            };
            if items.iter().any(is_same) {
                return Self { comment: Some(index), is_given: true };
            }
            let place = match items.first() {
                Some(item) if is_command(item) => &mut with_commands,
                Some(_) => continue,
                None => &mut of_text,
            };
            place.get_or_insert(index);
        }
        Self { comment: with_commands.or(of_text), is_given: false }
    }
}

impl Game {
    /// Sets a command beside a move, in place of the first one of this name or, where there is none, with the commands that
    /// the move has, before the text of a comment, or in a comment of its own; never in one that an engine wrote without
    /// commands. All else stays.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let mut game: Game = "1. e4 {[%clk 0:05:00] solid} *".parse()?;
    /// let e4 = game.mainline().next().unwrap().id();
    /// game.set_command(e4, "emt", &["0:00:04"])?;
    /// assert!(game.to_string().contains("{[%clk 0:05:00] [%emt 0:00:04] solid}"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node, and [`EditError::Command`] when the command cannot be written.
    pub fn set_command(&mut self, node: NodeId, name: &str, operands: &[&str]) -> Result<(), EditError> {
        let at = self.node(node).ok_or(EditError::UnknownNode(node))?;
        let index = CommandPlace::of(at, name).comment;
        match index.and_then(|index| Some((index, at.comments().nth(index)?))) {
            Some((index, comment)) => {
                let text = set_command(comment, name, operands)?;
                self.set_comment(node, index, &text)
            }
            None => self.add_comment(node, &write_command(name, operands)?),
        }
    }

    /// Removes the commands of a name beside a move, and comments that say nothing else; false where there was none.
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn remove_command(&mut self, node: NodeId, name: &str) -> Result<bool, EditError> {
        let at = self.node(node).ok_or(EditError::UnknownNode(node))?;
        let texts: Vec<Option<String>> = at
            .comments()
            .map(|comment| {
                let rest = remove_command(comment, name);
                (rest != comment).then(|| if rest.trim().is_empty() { String::new() } else { rest })
            })
            .collect();
        let any = texts.iter().any(Option::is_some);
        if any {
            self.edit_comments(node, texts);
        }
        Ok(any)
    }

    /// Sets the evaluation of the position after a move, as the command `eval`, with two decimals of a pawn. A score that an
    /// engine's comment gives otherwise becomes that command.
    ///
    /// ```
    /// use pgnkit::Game;
    /// use pgnkit::command::{Evaluation, Score};
    ///
    /// let mut game: Game = "1. e4 {king's pawn} *".parse()?;
    /// let e4 = game.mainline().next().unwrap().id();
    /// game.set_evaluation(e4, Evaluation { score: Score::Pawns(0.31), depth: Some(22) })?;
    /// assert!(game.to_string().contains("1. e4 {[%eval 0.31,22] king's pawn} *"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node, and [`EditError::Score`] for a score that is no number.
    pub fn set_evaluation(&mut self, node: NodeId, evaluation: Evaluation) -> Result<(), EditError> {
        let score = match evaluation.score {
            Score::Pawns(pawns) if !pawns.is_finite() => return Err(EditError::Score),
            // Not -0.
            Score::Pawns(pawns) => format!("{:.2}", (pawns * 100.0).round() / 100.0 + 0.0),
            Score::Mate(moves) => format!("#{moves}"),
        };
        self.convert(node, "[%eval", |value| matches!(value, AnnotationValue::Evaluation(_)))?;
        match evaluation.depth {
            Some(depth) => self.set_command(node, "eval", &[&score, &depth.to_string()]),
            None => self.set_command(node, "eval", &[&score]),
        }
    }

    /// Sets the time that the player has left after a move, as the command `clk`. A time that a comment gives otherwise
    /// becomes that command.
    ///
    /// ```
    /// use pgnkit::{Game, command::ClockTime};
    ///
    /// let mut game: Game = "1. e4 *".parse()?;
    /// let e4 = game.mainline().next().unwrap().id();
    /// game.set_clock(e4, ClockTime::from_seconds(299))?;
    /// assert_eq!(game.node(e4).unwrap().annotations().clock.unwrap().time.seconds(), 299);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn set_clock(&mut self, node: NodeId, time: ClockTime) -> Result<(), EditError> {
        let is_clock = |time: &Time| time.source.command() == TimeSource::Clk;
        self.convert(node, "[%clk", |value| matches!(value, AnnotationValue::Time(time) if is_clock(time)))?;
        self.set_command(node, "clk", &[&time.to_string()])
    }

    /// Sets the coloured squares and arrows beside a move, as the commands `csl` and `cal`, in place of all that it has.
    ///
    /// ```
    /// use pgnkit::Game;
    /// use pgnkit::chess::Square;
    /// use pgnkit::command::{Mark, MarkColor};
    ///
    /// let mut game: Game = "1. e4 {[%csl Rd4] why?} *".parse()?;
    /// let e4 = game.mainline().next().unwrap().id();
    /// game.set_marks(e4, &[Mark { color: MarkColor::Green, square: Square::E2, to: Some(Square::E4) }])?;
    /// assert!(game.to_string().contains("{[%cal Ge2e4] why?}"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn set_marks(&mut self, node: NodeId, marks: &[Mark]) -> Result<(), EditError> {
        self.convert(node, "[%c", |value| matches!(value, AnnotationValue::Marks(_)))?;
        for (name, is_arrow) in [("csl", false), ("cal", true)] {
            let texts: Vec<String> =
                marks.iter().filter(|mark| mark.to.is_some() == is_arrow).map(marks::write).collect();
            let operands: Vec<&str> = texts.iter().map(String::as_str).collect();
            // Of several commands of a name the first is set, the others would stay.
            let is_repeated = self.commands_named(node, name) > 1;
            if operands.is_empty() || is_repeated {
                self.remove_command(node, name)?;
            }
            if !operands.is_empty() {
                self.set_command(node, name, &operands)?;
            }
        }
        Ok(())
    }

    fn commands_named(&self, node: NodeId, name: &str) -> usize {
        let comments = self.node(node).into_iter().flat_map(|node| node.comments());
        let commands =
            comments.flat_map(|comment| crate::command::Commands::new(comment.as_bytes()).flatten());
        commands.filter(|command| command.name() == name).count()
    }

    /// Makes commands of what the comments of a move say otherwise than by a command that begins like this.
    fn convert(
        &mut self,
        node: NodeId,
        command: &str,
        is_said: impl Fn(&AnnotationValue) -> bool,
    ) -> Result<(), EditError> {
        let at = self.node(node).ok_or(EditError::UnknownNode(node))?;
        let is_elsewhere = |comment: &str| {
            let said = parse_comment(comment).into_iter().filter(|item| is_said(&item.value));
            said.into_iter().any(|item| !comment[item.range].starts_with(command))
        };
        if at.comments().any(is_elsewhere) {
            rewrite_node(self, node, Dialect::Lichess);
        }
        Ok(())
    }
}
