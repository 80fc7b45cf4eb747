//! Comments of engines' tournaments, put together of commands.

use super::super::dialect::EngineForm;
use super::super::dialect::write::Head;
use super::super::engine::{is_mate_of_winboard, says_mate};
use super::super::{
    Annotation, AnnotationValue, Annotations, PointOfView, TimeSource, is_command, parse_comment,
};
use super::comment::{OwnValues, Writing, reveals};

impl EngineForm {
    /// Whether a comment has this form already.
    pub(super) fn is_in(self, comment: &str) -> bool {
        let mut says_something = false;
        for Annotation { range, value } in parse_comment(comment) {
            if is_command(comment, &range) {
                return false;
            }
            let text = comment[range].trim_matches([' ', ',', '\n', '\t', '\r']);
            let has_unit = text.ends_with('s');
            let is_own = match (value, self) {
                (AnnotationValue::Evaluation(said), Self::Tcec) => said.view == PointOfView::White,
                (AnnotationValue::Evaluation(said), Self::WinBoard) => {
                    said.view == PointOfView::Mover && !text.contains(['M', '#'])
                }
                (AnnotationValue::Evaluation(said), _) => {
                    said.view == PointOfView::Mover && !is_mate_of_winboard(text)
                }
                (AnnotationValue::Field, form) if says_mate(text) => match form {
                    Self::Tcec => false,
                    Self::WinBoard => !text.contains('M'),
                    _ => text.contains('M'),
                },
                (AnnotationValue::Time(time), Self::Tcec) => {
                    !has_unit && matches!(time.source, TimeSource::MoveTime | TimeSource::TimeLeft)
                }
                (AnnotationValue::Time(time), Self::WinBoard) => {
                    !has_unit && time.source == TimeSource::Seconds
                }
                (AnnotationValue::Time(time), _) => has_unit && time.source != TimeSource::MoveTime,
                (AnnotationValue::Depth(_), form) => form == Self::Tcec,
                _ => continue,
            };
            if !is_own {
                return false;
            }
            says_something = true;
        }
        says_something
    }
}

impl Writing<'_> {
    /// Makes one comment of the first evaluation and times that comments give as commands; `None` if the form has no place for
    /// them. `given` are the values that were commands before.
    pub(super) fn compose(
        &mut self,
        form: EngineForm,
        comments: &[String],
        given: OwnValues,
    ) -> Option<Vec<String>> {
        let mut head = Head::default();
        let mut texts = Vec::with_capacity(comments.len() + 1);
        let mut place = None;
        for comment in comments {
            let mut rest = String::with_capacity(comment.len());
            let mut from = 0;
            for Annotation { range, value } in parse_comment(comment) {
                let is_taken = is_command(comment, &range)
                    && match value {
                        AnnotationValue::Evaluation(said)
                            if head.score.is_none() && said.view == PointOfView::White =>
                        {
                            (head.score, head.depth) = (Some(said.score), said.depth);
                            place = Some(texts.len());
                            true
                        }
                        AnnotationValue::Time(time) if time.time.nanoseconds() >= 0 => {
                            let at = match time.source {
                                TimeSource::Emt => &mut head.move_time,
                                TimeSource::Clk if form.has_clock() => &mut head.clock,
                                _ => continue,
                            };
                            at.is_none() && at.replace(time.time).is_none()
                        }
                        _ => false,
                    };
                if is_taken {
                    let before = &comment[from..range.start];
                    // One blank of two.
                    let is_blank = before.ends_with(' ') || rest.is_empty() && before.is_empty();
                    rest.push_str(before);
                    from = range.end;
                    if is_blank && comment[from..].starts_with(' ') {
                        from += 1;
                    }
                }
            }
            if from == 0 {
                texts.push(comment.clone());
            } else {
                rest.push_str(&comment[from..]);
                if reveals(&rest) {
                    return None;
                }
                texts.push(rest.trim().to_owned());
            }
        }
        let place = place?;
        let (text, is_rounded) = form.spell(&head, self.place.mover)?;
        self.report.rounded += u64::from(is_rounded);
        let taken = [
            head.score.is_some() && given.eval,
            head.move_time.is_some() && given.emt,
            head.clock.is_some() && given.clk,
        ];
        let taken = taken.into_iter().filter(|is_new| *is_new).count() as u64;
        self.report.converted += taken;
        self.report.kept = self.report.kept.saturating_sub(taken);
        let rest = &texts[place];
        let separator = if form == EngineForm::Tcec { " " } else { ", " };
        let joined = format!("{text}{separator}{rest}");
        if rest.is_empty() {
            texts[place] = text;
        } else if is_joined(&joined, &text, rest) {
            texts[place] = joined;
        } else {
            texts.insert(place, text);
        }
        texts.retain(|text| !text.is_empty());
        Some(texts)
    }
}

/// Whether a comment says what two say.
fn is_joined(joined: &str, head: &str, rest: &str) -> bool {
    Annotations::read([joined]) == Annotations::read([head, rest])
}
