//! The comments of one node in a dialect.

use pgnkit_chess::Color;

use super::super::dialect::profile::is_same_score;
use super::super::dialect::{Dialect, EvalForm, MarksForm, MoveTimeForm, Row, write};
use super::super::engine::says_mate;
use super::super::{
    Annotation, AnnotationValue, Evaluation, LineEvaluations, PointOfView, Time, TimeSource, is_command,
    parse_comment,
};
use super::Report;
use crate::command::{ClockTime, Mark, Score};

/// Values that the comments of a move give in the form of the dialect, which are not repeated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnValues {
    pub(super) clk: bool,
    /// The time used, by the command of the dialect.
    pub(super) emt: bool,
    pub(super) eval: bool,
}

impl OwnValues {
    pub(super) fn of(comments: &[String], row: &Row) -> Self {
        let move_time = match row.move_time {
            MoveTimeForm::Emt => TimeSource::Emt,
            MoveTimeForm::Timestamp => TimeSource::Timestamp,
        };
        let mut written = Self::default();
        for comment in comments {
            for Annotation { range, value } in parse_comment(comment) {
                match value {
                    AnnotationValue::Time(Time { source: TimeSource::Clk, .. }) => written.clk = true,
                    AnnotationValue::Time(Time { source, .. }) if source == move_time => written.emt = true,
                    AnnotationValue::Evaluation(_) => written.eval |= is_command(comment, &range),
                    _ => {}
                }
            }
        }
        written
    }
}

/// Commands that engines' comments have another form for, or none: evaluations for White, and others.
fn commands_of_moves(comments: &[String]) -> (u64, u64) {
    let (mut evaluations, mut times) = (0, 0);
    for comment in comments {
        for item in parse_comment(comment).iter().filter(|item| is_command(comment, &item.range)) {
            match item.value {
                AnnotationValue::Time(time) => {
                    times += u64::from(matches!(time.source, TimeSource::Clk | TimeSource::Emt));
                }
                AnnotationValue::Evaluation(said) => {
                    evaluations += u64::from(said.view == PointOfView::White)
                }
                _ => {}
            }
        }
    }
    (evaluations, times)
}

/// Whether a text without commands, such as `book` or `#`, would be taken for what an engine says of its move, or for a sign.
pub(super) fn reveals(text: &str) -> bool {
    let is_of_engine =
        |item: &Annotation| !is_command(text, &item.range) && item.value != AnnotationValue::Diagram;
    text.trim_ascii() == "#" || parse_comment(text).iter().any(is_of_engine)
}

/// The place of comments in the game.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) mover: Color,
    /// Whether the game ends here by mate or stalemate: no engine has anything to say then.
    pub(super) is_over: bool,
    /// Whether there is a move before.
    pub(super) is_move: bool,
    /// Half-moves before, in the main line of a game with a profile.
    pub(super) ply: Option<u32>,
    pub(super) line: Option<&'a LineEvaluations>,
}

pub(super) struct Writing<'a> {
    pub(super) row: &'static Row,
    pub(super) place: Place<'a>,
    pub(super) report: &'a mut Report,
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
    /// All comments of the node; `None` if they do not change.
    pub(super) fn comments(&mut self, comments: &[String]) -> Option<Vec<String>> {
        if self.row.dialect == Dialect::Plain {
            return self.each(comments, |writing, comment| writing.plain(comment));
        }
        let mut given = OwnValues::of(comments, self.row);
        let form = self.row.engine.filter(|_| self.place.is_move);
        let own = form.and_then(|form| comments.iter().position(|comment| form.is_in(comment)));
        let mut written = given;
        if let Some(own) = own {
            // An engine has said it; whatever else says so stays.
            let said = super::super::Annotations::read([comments[own].as_str()]);
            written.eval = true;
            written.emt |= said.move_time.is_some();
            written.clk |= said.clock.is_some();
        }
        let mut index = 0;
        let texts = self.each(comments, |writing, comment| {
            index += 1;
            if own == Some(index - 1) { None } else { writing.comment(comment, &mut written) }
        });
        if form.is_some() {
            // Those that are taken into an engine's comment are not kept.
            let (evaluations, times) = commands_of_moves(comments);
            self.report.kept += evaluations + times;
            given.eval = evaluations > 0;
        }
        match form.filter(|_| own.is_none() && !self.place.is_over) {
            Some(form) => {
                let composed = self.compose(form, texts.as_deref().unwrap_or(comments), given);
                composed.or(texts)
            }
            None => texts,
        }
    }

    /// Changes each comment, and leaves out those that become empty.
    fn each(
        &mut self,
        comments: &[String],
        mut change: impl FnMut(&mut Self, &str) -> Option<String>,
    ) -> Option<Vec<String>> {
        let mut has_changed = false;
        let mut texts = Vec::with_capacity(comments.len());
        for comment in comments {
            match change(self, comment) {
                Some(text) => {
                    has_changed = true;
                    if !text.is_empty() {
                        texts.push(text);
                    }
                }
                None => texts.push(comment.clone()),
            }
        }
        has_changed.then_some(texts)
    }

    /// The comment in the dialect; `None` if it does not change.
    fn comment(&mut self, comment: &str, written: &mut OwnValues) -> Option<String> {
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
        let before = *self.report;
        let had_commands = items.iter().any(|item| is_command(comment, &item.range));
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
        if had_commands && front.is_empty() && reveals(&rest) {
            *self.report = before;
            return None;
        }
        front.sort_by_key(|(rank, _)| *rank);
        let texts = front.into_iter().map(|(_, text)| text).filter(|text| !text.is_empty());
        let front = texts.collect::<Vec<_>>().join(self.row.separator);
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
        written: OwnValues,
    ) -> Option<Score> {
        let is_new = !written.eval && !is_command(comment, &item.range);
        let is_of_mover = evaluation.view == PointOfView::Mover;
        let is_new = is_new && !(self.place.is_over && is_of_mover);
        evaluation.for_white(self.place.mover).filter(|score| is_new && write::is_writable(*score))
    }

    fn disposition(
        &mut self,
        text: &str,
        value: AnnotationValue,
        score: Option<Score>,
        depth: Option<u32>,
        written: &mut OwnValues,
    ) -> Disposition {
        match value {
            AnnotationValue::Time(time) => self.time(text, time, written),
            AnnotationValue::Evaluation(Evaluation { view: PointOfView::Mover, .. })
                if self.place.is_over =>
            {
                self.goes()
            }
            AnnotationValue::Field if self.place.is_over && says_mate(text) => self.goes(),
            AnnotationValue::Evaluation(evaluation) if text.starts_with("[%") => {
                self.eval_command(text, evaluation)
            }
            AnnotationValue::Evaluation(evaluation) => match score {
                Some(score) if !std::mem::replace(&mut written.eval, true) => {
                    self.report.converted += 1;
                    let command = self.eval(score, evaluation.depth.or(depth));
                    Disposition::Moves(vec![(self.row.ranks[0], command)])
                }
                _ => self.stays(false),
            },
            AnnotationValue::Depth(found) if depth == Some(found) => Disposition::Goes,
            AnnotationValue::Marks(marks) => self.marks(text, &marks),
            AnnotationValue::Book => Disposition::Stays,
            AnnotationValue::LineEvaluations(_) | AnnotationValue::Diagram => {
                self.stays(self.row.dialect == Dialect::ChessBase)
            }
            AnnotationValue::Command(_) | AnnotationValue::Field | AnnotationValue::Depth(_) => {
                self.stays(false)
            }
        }
    }

    /// A score for White as a command; empty where the profile says the same.
    fn eval(&self, score: Score, depth: Option<u32>) -> String {
        let is_in_profile = || {
            let said = self.place.line?.after(self.place.ply?)?;
            Some(is_same_score(said.score, score))
        };
        match (self.row.eval, score, depth) {
            (EvalForm::Centipawns, _, None) if is_in_profile() == Some(true) => String::new(),
            (EvalForm::Centipawns, Score::Pawns(pawns), Some(depth)) if is_in_profile() == Some(true) => {
                format!("[%eval {},{depth}]", (pawns * 100.0).round() + 0.0)
            }
            _ => write::eval(score, depth),
        }
    }

    /// A command that gives a score already.
    fn eval_command(&mut self, text: &str, given: Evaluation) -> Disposition {
        let is_of_chessbase = self.row.eval == EvalForm::Centipawns;
        if given.view == PointOfView::Unknown && is_of_chessbase {
            return Disposition::Stays;
        }
        let read = match (self.place.line, self.place.ply) {
            (Some(line), Some(ply)) => line.resolve(ply, given),
            _ => given,
        };
        let Some(score) = read.for_white(self.place.mover) else { return self.stays(false) };
        let written = self.eval(score, read.depth);
        let is_standard = written == write::eval(score, read.depth);
        if is_standard && given.view == PointOfView::White {
            // No other spelling of the same is any better.
            return self.stays(!is_of_chessbase);
        }
        if written == text {
            return Disposition::Stays;
        }
        self.report.converted += 1;
        if written.is_empty() { Disposition::Goes } else { Disposition::Becomes(written) }
    }

    fn marks(&mut self, text: &str, marks: &[Mark]) -> Disposition {
        let has_letters = text.starts_with("[%csl") || text.starts_with("[%cal");
        // Those that could not be read would be lost.
        let is_whole = !has_letters || text.matches(',').count() + 1 == marks.len();
        let is_own = match self.row.marks {
            MarksForm::Letters => has_letters,
            MarksForm::Draw => ["[%draw", "[%arrow", "[%mark"].iter().any(|name| text.starts_with(name)),
            MarksForm::Keys => text.starts_with("[%c_"),
            MarksForm::Given => return self.stays(false),
        };
        let commands = write::mark_commands(self.row, marks).filter(|_| is_whole);
        match commands {
            Some(commands) if !is_own => {
                self.report.converted += 1;
                Disposition::Moves(commands.into_iter().map(|command| (4, command)).collect())
            }
            commands => self.stays(is_own && commands.is_some()),
        }
    }

    fn time(&mut self, text: &str, time: Time, written: &mut OwnValues) -> Disposition {
        let has_timestamps = self.row.move_time == MoveTimeForm::Timestamp;
        match time.source {
            TimeSource::Timestamp if has_timestamps => return Disposition::Stays,
            TimeSource::Emt if has_timestamps => {
                if time.time < ClockTime::default() || std::mem::replace(&mut written.emt, true) {
                    return self.stays(false);
                }
                self.report.converted += 1;
                return Disposition::Becomes(self.move_time(time.time));
            }
            _ => {}
        }
        let command = time.source.command();
        if command == time.source {
            return self.time_command(text, time);
        }
        let place = if command == TimeSource::Clk { &mut written.clk } else { &mut written.emt };
        if std::mem::replace(place, true) {
            return self.stays(false);
        }
        self.report.converted += 1;
        Disposition::Moves(vec![match command {
            TimeSource::Clk => (self.row.ranks[1], format!("[%clk {}]", self.clock(time.time))),
            _ => (self.row.ranks[2], self.move_time(time.time)),
        }])
    }

    /// A command about time that is already there.
    fn time_command(&mut self, text: &str, time: Time) -> Disposition {
        let operand = text.split_ascii_whitespace().nth(1).unwrap_or_default().trim_end_matches(']');
        let is_wall_clock = time.source == TimeSource::Mct;
        let form = ClockTime::read(operand.as_bytes()).map(|(_, form)| form);
        let stays = self.row.time.accepts(operand)
            || is_wall_clock && form == Some(crate::command::ClockForm::PaddedHours);
        if stays && (!is_wall_clock || operand.len() >= "hh:mm:ss".len()) {
            return Disposition::Stays;
        }
        if time.time < ClockTime::default() {
            // There is no form for a negative time.
            return self.stays(false);
        }
        self.report.converted += 1;
        let written = self.clock(time.time);
        let zero = if is_wall_clock && written.len() < "hh:mm:ss".len() { "0" } else { "" };
        Disposition::Becomes(format!("[%{} {zero}{written}]", time.source.name()))
    }

    fn clock(&mut self, time: ClockTime) -> String {
        let (text, is_rounded) = self.row.time.spell(time);
        self.report.rounded += u64::from(is_rounded);
        text
    }

    fn move_time(&mut self, time: ClockTime) -> String {
        let (text, is_rounded) = self.row.move_time.spell(time, self.row.time);
        self.report.rounded += u64::from(is_rounded);
        text
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
