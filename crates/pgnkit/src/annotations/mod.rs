//! Values embedded in comments, read from the dialects of programs and sites into one set of types.
//!
//! | who writes it | what is read |
//! | --- | --- |
//! | the supplement of 2001 | `[%clk 1:05:23]`, `[%egt …]`, `[%emt …]`, `[%mct …]` |
//! | lichess | `[%eval 0.17]`, `[%eval #-3,12]`, `[%csl Gd4]`, `[%cal Gd2d4]` |
//! | chess.com | `[%clk 0:02:58.6]`, `[%timestamp 14]`: tenths of a second used for the move; `[%c_highlight d4;keyPressed;shift;…]`, `[%c_arrow d2d4;…]`: the key says the colour |
//! | ChessBase | `[#]`, `{#}`: the position is to be printed; `[%evp 0,35,19,…]`, `[%emt …]`, `[%eval 34,19]`: centipawns and depth |
//! | Scid | `[%draw arrow,e2,e4,green]`, `[%draw full,e4,red]`, `[%arrow e2 e4 green]`, `[%mark e4 red]` |
//! | cutechess, fastchess | `{+0.31/14 2.1s}`, `{+0.31/14, 2.1s, tl=9.5s, n=88}`, `{-M6/20 0.5s}`, `{book}`: score from the mover's point of view, mates in half-moves from the position before the move |
//! | WinBoard | `{+0.30/18 41}`, `{+0.61/18 1:36}`: the same score, and seconds or minutes and seconds; `+1000.03` is mate in three moves from the position before the move |
//! | TCEC | `{d=24, mt=40815, tl=1955836, wv=0.27, …}`, `{ev=0.31, d=21, mt=00:03:29, tl=01:56:30, …}` |
//!
//! Other commands (`tqu`, `mdl` and so on) are returned by name and never changed. [`parse_comment`] returns each value
//! with its place in the comment, [`Annotations`] sums up the comments of a move, and [`rewrite`] writes a game in one
//! dialect.

mod dialect;
mod engine;
mod marks;
mod parts;
mod rewrite;
mod set;

use std::ops::Range;

use pgnkit_chess::Color;

use crate::command::{ClockForm, ClockTime, Command, Commands, Mark, Score};
pub use dialect::Dialect;
pub use rewrite::{Report, rewrite};
pub(crate) use set::CommandPlace;

/// A value embedded in a comment, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// Byte range in the comment, including separators that belong to the value. Both ends are character boundaries.
    pub range: Range<usize>,
    /// The value.
    pub value: AnnotationValue,
}

/// The value of an [`Annotation`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnnotationValue {
    /// A time.
    Time(Time),
    /// An engine's evaluation of the position.
    Evaluation(Evaluation),
    /// Squares and arrows; malformed ones are left out.
    Marks(Vec<Mark>),
    /// `evp`: evaluations of a whole line.
    LineEvaluations(LineEvaluations),
    /// The move was played from an opening book.
    Book,
    /// Depth of an engine's search, in half-moves.
    Depth(u32),
    /// `[#]` or a comment of `#` alone, used by ChessBase: the position is to be printed (decision A-244).
    Diagram,
    /// Name of any other command.
    Command(String),
    /// Any other field of an engine's comment, such as `n=25554755402`.
    Field,
}

/// A time given in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Time {
    /// The command or field it comes from, which determines its meaning.
    pub source: TimeSource,
    /// The time.
    pub time: ClockTime,
    /// Precision: a second, a tenth, a thousandth.
    pub unit: ClockTime,
}

/// Command or field that gives a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeSource {
    /// `[%clk 0:05:00]`
    Clk,
    /// `[%egt 0:25:00]`
    Egt,
    /// `[%emt 0:00:05]`
    Emt,
    /// `[%mct 17:10:42]`
    Mct,
    /// `[%timestamp 14]`, used by chess.com
    Timestamp,
    /// `tl=1955836` or `tl=01:56:30`, used by TCEC
    TimeLeft,
    /// `mt=40815` or `mt=00:03:29`, used by TCEC
    MoveTime,
    /// `2.1s`, used by cutechess
    Seconds,
}

impl TimeSource {
    /// The name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clk => "clk",
            Self::Egt => "egt",
            Self::Emt => "emt",
            Self::Mct => "mct",
            Self::Timestamp => "timestamp",
            Self::TimeLeft => "tl",
            Self::MoveTime => "mt",
            Self::Seconds => "s",
        }
    }

    /// The equivalent command of the supplement.
    pub const fn command(self) -> Self {
        match self {
            Self::TimeLeft => Self::Clk,
            Self::Timestamp | Self::MoveTime | Self::Seconds => Self::Emt,
            other => other,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "clk" => Self::Clk,
            "egt" => Self::Egt,
            "emt" => Self::Emt,
            "mct" => Self::Mct,
            _ => return None,
        })
    }
}

/// A score as given in a comment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The score, from the point of view of `view`, although [`Score`] is otherwise White's.
    pub score: Score,
    /// The point of view of the score.
    pub view: PointOfView,
    /// Depth of the search, in half-moves.
    pub depth: Option<u32>,
}

/// Side for which a score is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointOfView {
    /// Positive if White is better.
    White,
    /// Positive if the side that has just moved is better.
    Mover,
    /// Unknown: programs differ on whole centipawns in `eval`, which ChessBase gives for White and ChessGUI for the
    /// mover.
    Unknown,
}

impl Evaluation {
    /// The score from White's point of view, after a move of `mover`; `None` if the point of view is unknown.
    pub fn for_white(&self, mover: Color) -> Option<Score> {
        let turned = match self.view {
            PointOfView::White => false,
            PointOfView::Mover => mover == Color::Black,
            PointOfView::Unknown => return None,
        };
        Some(match self.score {
            score if !turned => score,
            // Avoids -0.
            Score::Pawns(pawns) => Score::Pawns(0.0 - pawns),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        })
    }
}

/// `[%evp 0,34,61,53]`: evaluations of a line from White's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct LineEvaluations {
    /// Number of half-moves before the first of them.
    pub first: u32,
    /// One for each position; `None` for positions without one.
    pub scores: Vec<Option<Score>>,
}

impl LineEvaluations {
    /// The score after a number of half-moves.
    pub fn after(&self, ply: u32) -> Option<Evaluation> {
        let score = *self.scores.get(ply.checked_sub(self.first)? as usize)?;
        Some(Evaluation { score: score?, view: PointOfView::White, depth: None })
    }
}

/// Annotations of one move, collected from its comments. If a value is given twice, the first counts.
///
/// ```
/// use pgnkit::annotations::{Annotations, PointOfView};
/// use pgnkit::command::Score;
///
/// let said = Annotations::read([" [%clk 0:05:00] [%eval 0.31,14] solid "]);
/// assert_eq!(said.clock.unwrap().time.seconds(), 300);
/// assert_eq!(said.evaluation.unwrap().score, Score::Pawns(0.31));
/// assert_eq!(said.text, "solid");
///
/// let said = Annotations::read(["-0.31/14 2.1s, White wins by adjudication"]);
/// assert_eq!(said.evaluation.unwrap().view, PointOfView::Mover);
/// assert_eq!(said.move_time.unwrap().time.to_string(), "0:00:02.1");
/// assert_eq!(said.text, "White wins by adjudication");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// Time left until the next time control: `clk`, `tl`.
    pub clock: Option<Time>,
    /// Time used for the move: `emt`, `timestamp`, `mt`, `2.1s`.
    pub move_time: Option<Time>,
    /// Time used in the game: `egt`.
    pub game_time: Option<Time>,
    /// Reading of a mechanical clock: `mct`.
    pub wall_clock: Option<Time>,
    /// An engine's evaluation of the position.
    pub evaluation: Option<Evaluation>,
    /// Squares and arrows.
    pub marks: Vec<Mark>,
    /// Evaluations of a whole line.
    pub line_evaluations: Option<LineEvaluations>,
    /// Whether the move was played from a book.
    pub is_book: bool,
    /// The remaining human-readable text, with white space normalised.
    pub text: String,
}

impl Annotations {
    /// Reads the comments of one move.
    pub fn read<'a>(comments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        for comment in comments {
            all.add(comment, |_| true);
        }
        all
    }

    /// Like `read`, but ignores times that are not wanted.
    pub(crate) fn read_times(comments: &[&str], wants: impl Fn(&Time) -> bool) -> Self {
        let mut all = Self::default();
        for comment in comments {
            all.add(comment, &wants);
        }
        all
    }

    /// Reads what an engine has written in a comment without commands, which is UTF-8; all but its text.
    #[cfg(feature = "json")]
    pub(crate) fn of_engine(comment: &[u8]) -> Self {
        let (mut all, mut depth) = (Self::default(), None);
        if !engine::each_value::<false>(comment, |_, value| all.take(value, &mut depth)) {
            return Self::default();
        }
        all.set_depth(depth);
        all
    }

    fn add(&mut self, comment: &str, wants: impl Fn(&Time) -> bool) {
        let mut from = 0;
        let mut depth = None;
        for Annotation { range, value } in parse_comment(comment) {
            self.add_text(&comment[from..range.start]);
            from = range.end;
            match value {
                AnnotationValue::Time(time) if !wants(&time) => {}
                value => self.take(value, &mut depth),
            }
        }
        self.add_text(&comment[from..]);
        self.set_depth(depth);
    }

    /// Takes a value of a comment; a depth of its own is for the evaluation.
    #[inline(always)]
    fn take(&mut self, value: AnnotationValue, depth: &mut Option<u32>) {
        match value {
            AnnotationValue::Time(time) => {
                let place = match time.source.command() {
                    TimeSource::Clk => &mut self.clock,
                    TimeSource::Egt => &mut self.game_time,
                    TimeSource::Mct => &mut self.wall_clock,
                    _ => &mut self.move_time,
                };
                place.get_or_insert(time);
            }
            AnnotationValue::Evaluation(evaluation) => {
                self.evaluation.get_or_insert(evaluation);
            }
            AnnotationValue::Depth(found) => *depth = Some(found),
            AnnotationValue::Marks(marks) => self.marks.extend(marks),
            AnnotationValue::LineEvaluations(found) => {
                self.line_evaluations.get_or_insert(found);
            }
            AnnotationValue::Book => self.is_book = true,
            AnnotationValue::Command(_) | AnnotationValue::Diagram | AnnotationValue::Field => {}
        }
    }

    fn set_depth(&mut self, depth: Option<u32>) {
        if let Some(evaluation) = &mut self.evaluation {
            evaluation.depth = evaluation.depth.or(depth);
        }
    }

    fn add_text(&mut self, text: &str) {
        for word in text.split_ascii_whitespace() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }
}

/// Values of a comment, in order: its commands, or the fields of an engine's comment. Everything between them is text.
///
/// ```
/// use pgnkit::annotations::{AnnotationValue, parse_comment};
///
/// let said: Vec<AnnotationValue> = parse_comment("a=1, b=2").into_iter().map(|item| item.value).collect();
/// assert_eq!(said, [], "text: gives neither time nor score");
/// assert_eq!(parse_comment("[%tqu \"En\"] [%clk 0:05:00]").len(), 2);
/// ```
pub fn parse_comment(comment: &str) -> Vec<Annotation> {
    let commands: Vec<Annotation> =
        Commands::new(comment.as_bytes()).flatten().map(|found| item(&found)).collect();
    let mut items = if commands.is_empty() { engine::parse_comment(comment) } else { commands };
    if memchr::memchr(b'#', comment.as_bytes()).is_some() {
        add_diagrams(comment, &mut items);
    }
    items
}

/// Adds the signs of ChessBase for a printed position that are in no other value.
fn add_diagrams(comment: &str, items: &mut Vec<Annotation>) {
    let sign = if comment.trim_ascii() == "#" { "#" } else { "[#]" };
    let mut signs: Vec<Range<usize>> =
        comment.match_indices(sign).map(|(at, sign)| at..at + sign.len()).collect();
    // Both are in the order of the text.
    let mut others = items.iter().map(|item| &item.range).peekable();
    signs.retain(|sign| {
        while others.next_if(|other| other.end <= sign.start).is_some() {}
        others.peek().is_none_or(|other| sign.end <= other.start)
    });
    if !signs.is_empty() {
        items.extend(signs.into_iter().map(|range| Annotation { range, value: AnnotationValue::Diagram }));
        items.sort_by_key(|item| item.range.start);
    }
}

fn item(command: &Command<'_>) -> Annotation {
    let range = command.span.start..command.span.end;
    let value = read_command(command).unwrap_or_else(|| AnnotationValue::Command(command.name().to_owned()));
    Annotation { range, value }
}

/// The value of a known command; `None` for others and for malformed operands.
fn read_command(command: &Command<'_>) -> Option<AnnotationValue> {
    let name = command.name();
    if let Some(source) = TimeSource::named(name) {
        let operand = command.time_operand()?;
        let (time, form) = operand.read?;
        let unit = match form {
            ClockForm::HoursMinutes => ClockTime::from_seconds(60),
            _ => unit_of(command.text(operand.span).as_bytes()),
        };
        return Some(AnnotationValue::Time(Time { source, time, unit }));
    }
    let operands: Vec<&str> = command.operands().map(|operand| command.text(operand.value)).collect();
    match (name, operands.as_slice()) {
        ("timestamp", [tenths]) => {
            let tenths: u32 = tenths.parse().ok()?;
            Some(AnnotationValue::Time(Time {
                source: TimeSource::Timestamp,
                time: ClockTime::from_nanoseconds(i64::from(tenths) * 100_000_000),
                unit: ClockTime::from_nanoseconds(100_000_000),
            }))
        }
        // Whole numbers with a depth are centipawns; lichess writes two decimals.
        ("eval", [score, depth]) if is_integer(score) => Some(AnnotationValue::Evaluation(Evaluation {
            score: centipawns(score)?,
            view: PointOfView::Unknown,
            depth: Some(depth.parse().ok()?),
        })),
        ("eval", _) => {
            let read = command.evaluation()?;
            Some(AnnotationValue::Evaluation(Evaluation {
                score: read.score,
                view: PointOfView::White,
                depth: read.depth,
            }))
        }
        ("csl" | "cal", _) => {
            let marks: Vec<Mark> = command.marks().collect();
            // Those of unknown colours stay in the text (decision A-243).
            (!marks.is_empty()).then_some(AnnotationValue::Marks(marks))
        }
        ("draw" | "arrow" | "mark", operands) => {
            marks::read(name, operands).map(|mark| AnnotationValue::Marks(vec![mark]))
        }
        ("c_highlight" | "c_arrow", operands) => {
            // All or none: what it becomes in another dialect has nothing else.
            let read = |operand: &&str| dialect::write::read_keys(operand, name == "c_arrow");
            let marks: Vec<Mark> = operands.iter().map(read).collect::<Option<_>>()?;
            (!marks.is_empty()).then_some(AnnotationValue::Marks(marks))
        }
        ("evp", operands) => line_evaluations(operands).map(AnnotationValue::LineEvaluations),
        _ => None,
    }
}

/// Whether a value is that of a command, and not part of an engine's comment.
fn is_command(comment: &str, range: &Range<usize>) -> bool {
    comment[range.clone()].starts_with("[%")
}

pub(crate) fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn centipawns(text: &str) -> Option<Score> {
    Some(Score::Pawns(f64::from(text.parse::<i32>().ok()?) / 100.0))
}

/// `first,last,score…`: scores in centipawns, 32767 for none, mate in n half-moves as 30000 - n.
fn line_evaluations(operands: &[&str]) -> Option<LineEvaluations> {
    let numbers: Vec<i32> = operands.iter().map(|operand| operand.parse().ok()).collect::<Option<_>>()?;
    let [first, last, scores @ ..] = numbers.as_slice() else { return None };
    let first = u32::try_from(*first).ok()?;
    let last = u32::try_from(*last).ok()?;
    if last.checked_sub(first)? as usize + 1 != scores.len() {
        return None;
    }
    let score = |value: &i32| match *value {
        32767 => None,
        mate @ 29000..=29999 => Some(Score::Mate((30001 - mate) / 2)),
        mate @ -29999..=-29000 => Some(Score::Mate(-(30001 + mate) / 2)),
        value => Some(Score::Pawns(f64::from(value) / 100.0)),
    };
    Some(LineEvaluations { first, scores: scores.iter().map(score).collect() })
}

/// The precision of a time in this spelling.
fn unit_of(text: &[u8]) -> ClockTime {
    let point = text.iter().rposition(|byte| matches!(byte, b'.' | b','));
    let digits = point.map_or(0, |at| (text.len() - at - 1).min(9));
    ClockTime::from_nanoseconds(10i64.pow(9 - digits as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(comment: &str) -> Option<AnnotationValue> {
        let mut found = parse_comment(comment);
        assert!(found.len() < 2, "{comment}");
        found.pop().map(|item| item.value)
    }

    #[test]
    fn signs_of_diagrams() {
        for (comment, signs, text) in [
            ("[#]", 1, ""),
            ("#", 1, ""),
            (" # ", 1, ""),
            ("[#] White to move", 1, "White to move"),
            ("before [#] and after [#]", 2, "before and after"),
            ("[%clk 0:01:00] [#] x", 1, "x"),
            ("+0.31/14 2.1s, [#]", 1, ""),
            ("[%tqu \"[#]\"] x", 0, "x"),
            ("#5", 0, "#5"),
            ("mate by Qh7#", 0, "mate by Qh7#"),
            ("[ # ] [##]", 0, "[ # ] [##]"),
        ] {
            let found = parse_comment(comment);
            let is_sign = |item: &&Annotation| item.value == AnnotationValue::Diagram;
            assert_eq!(found.iter().filter(is_sign).count(), signs, "{comment}");
            assert!(found.is_sorted_by_key(|item| item.range.start), "{comment}");
            assert_eq!(Annotations::read([comment]).text, text, "{comment}");
        }
    }

    #[test]
    fn commands_of_all_dialects() {
        use pgnkit_chess::Square;
        let time = |source, nanoseconds, unit| {
            let [time, unit] = [nanoseconds, unit].map(ClockTime::from_nanoseconds);
            Some(AnnotationValue::Time(Time { source, time, unit }))
        };
        let eval = |score, view, depth| Some(AnnotationValue::Evaluation(Evaluation { score, view, depth }));
        let unknown = |name: &str| Some(AnnotationValue::Command(name.to_owned()));
        let second = 1_000_000_000;
        for (comment, expected) in [
            ("[%clk 0:05:00]", time(TimeSource::Clk, 300 * second, second)),
            ("[%clk 0:02:58.6]", time(TimeSource::Clk, 178_600_000_000, second / 10)),
            ("[%emt 0.01]", time(TimeSource::Emt, second / 100, second / 100)),
            ("[%emt 00:00:58]", time(TimeSource::Emt, 58 * second, second)),
            ("[%clk 1:05]", time(TimeSource::Clk, 3900 * second, 60 * second)),
            ("[%timestamp 14]", time(TimeSource::Timestamp, 14 * second / 10, second / 10)),
            ("[%timestamp x]", unknown("timestamp")),
            ("[%clk soon]", unknown("clk")),
            ("[%eval 0.31]", eval(Score::Pawns(0.31), PointOfView::White, None)),
            ("[%eval 2]", eval(Score::Pawns(2.0), PointOfView::White, None)),
            ("[%eval -34,19]", eval(Score::Pawns(-0.34), PointOfView::Unknown, Some(19))),
            ("[%eval #-3,12]", eval(Score::Mate(-3), PointOfView::White, Some(12))),
            ("[%eval good]", unknown("eval")),
            ("[%tqu \"En\",\"\",10]", unknown("tqu")),
            ("[%mdl 4]", unknown("mdl")),
            ("[%cal Gd2]", unknown("cal")),
            (
                "[%csl Gd4,Xe4]",
                Some(AnnotationValue::Marks(vec![Mark {
                    color: crate::command::MarkColor::Green,
                    square: Square::D4,
                    to: None,
                }])),
            ),
            (
                "[%evp 0,4,34,-7,32767,29997,-29997]",
                Some(AnnotationValue::LineEvaluations(LineEvaluations {
                    first: 0,
                    scores: vec![
                        Some(Score::Pawns(0.34)),
                        Some(Score::Pawns(-0.07)),
                        None,
                        Some(Score::Mate(2)),
                        Some(Score::Mate(-2)),
                    ],
                })),
            ),
            ("[%evp 0,9,34]", unknown("evp")),
            ("[%clk 1", None),
            ("text", None),
        ] {
            assert_eq!(only(comment), expected, "{comment}");
        }
    }

    #[test]
    fn points_of_view() {
        let said = |score, view| Evaluation { score, view, depth: None };
        for (assessment, white, black) in [
            (said(Score::Pawns(0.5), PointOfView::White), Some(Score::Pawns(0.5)), Some(Score::Pawns(0.5))),
            (said(Score::Pawns(0.5), PointOfView::Mover), Some(Score::Pawns(0.5)), Some(Score::Pawns(-0.5))),
            (said(Score::Mate(3), PointOfView::Mover), Some(Score::Mate(3)), Some(Score::Mate(-3))),
            (said(Score::Mate(3), PointOfView::Unknown), None, None),
        ] {
            assert_eq!(assessment.for_white(Color::White), white);
            assert_eq!(assessment.for_white(Color::Black), black);
        }
    }

    #[test]
    fn all_comments_of_a_move_together() {
        let said = Annotations::read([" [%clk 0:05:00] a ", "b [%clk 0:04:00] [%csl Gd4] c", "{+0.10/3 1s"]);
        assert_eq!(said.clock.unwrap().time.seconds(), 300, "the first counts");
        assert_eq!((said.marks.len(), said.text.as_str()), (1, "a b c {+0.10/3 1s"));
    }
}
