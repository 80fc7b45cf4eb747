//! Values as a dialect spells them.

use pgnkit_chess::{Color, Square};

use super::super::marks;
use super::{Accepted, EngineForm, MarksForm, MoveTimeForm, Row, TimeForm};
use crate::command::{ClockForm, ClockTime, Mark, MarkColor, Score};

impl TimeForm {
    /// The time, and whether decimals were cut off.
    pub(in super::super) fn spell(self, time: ClockTime) -> (String, bool) {
        let time_of = |decimals: usize| match cut(time, decimals) {
            cut if cut.is_whole() => format!("{cut:.0}"),
            cut => cut.to_string(),
        };
        let text = time_of(self.decimals);
        // One digit of hours.
        let zero = if self.pads_hours && text.find(':') == Some(1) { "0" } else { "" };
        (format!("{zero}{text}"), cut(time, self.decimals) != time)
    }

    /// Whether the operand of a command about time stays as it is.
    pub(in super::super) fn accepts(self, operand: &str) -> bool {
        let Some((_, form)) = ClockTime::read(operand.as_bytes()) else { return false };
        match (self.accepts, form) {
            (Accepted::Fields, form) => form != ClockForm::Seconds,
            (_, ClockForm::Exact) | (Accepted::Padded, ClockForm::PaddedHours) => true,
            (_, ClockForm::Fraction) => {
                let decimals = operand.split_once('.').map_or(usize::MAX, |(_, fraction)| fraction.len());
                let (whole, _) = operand.split_once('.').unwrap_or((operand, ""));
                let is_exact = matches!(ClockTime::read(whole.as_bytes()), Some((_, ClockForm::Exact)));
                decimals <= self.decimals && is_exact
            }
            _ => false,
        }
    }
}

fn cut(time: ClockTime, decimals: usize) -> ClockTime {
    let unit = 10i64.pow(9 - decimals.min(9) as u32);
    ClockTime::from_nanoseconds(time.nanoseconds() - time.nanoseconds().rem_euclid(unit))
}

impl MoveTimeForm {
    /// The command of a time used for a move, and whether it was rounded.
    pub(in super::super) fn spell(self, time: ClockTime, form: TimeForm) -> (String, bool) {
        match self {
            Self::Emt => {
                let (text, is_rounded) = form.spell(time);
                (format!("[%emt {text}]"), is_rounded)
            }
            Self::Timestamp => {
                let tenths = time.nanoseconds() / 100_000_000;
                (format!("[%timestamp {tenths}]"), cut(time, 1) != time)
            }
        }
    }
}

/// Whether a score can be written with two decimals without loss.
pub(in super::super) fn is_writable(score: Score) -> bool {
    match score {
        Score::Pawns(pawns) => pawns.is_finite() && ((pawns * 100.0).round() - pawns * 100.0).abs() < 1e-6,
        Score::Mate(_) => true,
    }
}

pub(in super::super) fn eval(score: Score, depth: Option<u32>) -> String {
    let depth = depth.map_or(String::new(), |depth| format!(",{depth}"));
    match score {
        Score::Pawns(pawns) => format!("[%eval {pawns:.2}{depth}]"),
        Score::Mate(moves) => format!("[%eval #{moves}{depth}]"),
    }
}

/// Marks as commands, one for each unless the dialect has a list; `None` for colours that it does not know.
pub(in super::super) fn mark_commands(row: &Row, given: &[Mark]) -> Option<Vec<String>> {
    if given.iter().any(|mark| !row.colors.contains(&mark.color)) {
        return None;
    }
    Some(match row.marks {
        MarksForm::Letters | MarksForm::Given => given.iter().map(letters).collect(),
        MarksForm::Draw => given.iter().map(draw).collect(),
        MarksForm::Keys => {
            let of = |is_arrow: bool| -> Vec<String> {
                given.iter().filter(|mark| mark.to.is_some() == is_arrow).map(keys).collect()
            };
            let commands = [("c_highlight", of(false)), ("c_arrow", of(true))];
            let given = commands.into_iter().filter(|(_, marks)| !marks.is_empty());
            given.map(|(name, marks)| format!("[%{name} {}]", marks.join(","))).collect()
        }
    })
}

fn letters(mark: &Mark) -> String {
    let name = if mark.to.is_some() { "cal" } else { "csl" };
    format!("[%{name} {}]", marks::write(mark))
}

fn draw(mark: &Mark) -> String {
    let (square, color) = (mark.square, mark.color.name());
    match mark.to {
        Some(to) => format!("[%draw arrow,{square},{to},{color}]"),
        None => format!("[%draw full,{square},{color}]"),
    }
}

/// The keys that are held while a mark is drawn on chess.com's board, by colour.
const KEYS: [(MarkColor, bool, &str); 8] = [
    (MarkColor::Red, false, "none"),
    (MarkColor::Yellow, false, "ctrl"),
    (MarkColor::Green, false, "shift"),
    (MarkColor::Blue, false, "alt"),
    (MarkColor::Yellow, true, "none"),
    (MarkColor::Red, true, "ctrl"),
    (MarkColor::Green, true, "shift"),
    (MarkColor::Blue, true, "alt"),
];

/// `d4;keyPressed;shift;opacity;0.8;square;d4;persistent;false`
fn keys(mark: &Mark) -> String {
    let is_arrow = mark.to.is_some();
    let found = KEYS.iter().find(|(color, arrow, _)| *color == mark.color && *arrow == is_arrow);
    let key = found.map_or("none", |(_, _, key)| key);
    let from = mark.square;
    match mark.to {
        Some(to) => {
            format!("{from}{to};keyPressed;{key};from;{from};opacity;0.8;to;{to};persistent;false")
        }
        None => format!("{from};keyPressed;{key};opacity;0.8;square;{from};persistent;false"),
    }
}

/// A mark of chess.com: squares, then names and values; the colour is that of the key, or has a name of its own.
pub(in super::super) fn read_keys(operand: &str, is_arrow: bool) -> Option<Mark> {
    let mut words = operand.split(';').map(str::trim);
    let squares = words.next()?;
    let (from, to) = squares.split_at_checked(2)?;
    let to = match (is_arrow, to) {
        (false, "") => None,
        (true, to) => Some(Square::parse(to.as_bytes())?),
        _ => return None,
    };
    let mut key = None;
    while let (Some(name), Some(value)) = (words.next(), words.next()) {
        match name {
            "keyPressed" => key = Some(if value == "control" { "ctrl" } else { value }),
            // Any colour of the web, most of which have no letter.
            "color" => return None,
            _ => {}
        }
    }
    let (color, ..) = KEYS.iter().find(|(_, arrow, name)| *arrow == is_arrow && Some(*name) == key)?;
    Some(Mark { color: *color, square: Square::parse(from.as_bytes())?, to })
}

/// The values that an engine gives with its move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in super::super) struct Head {
    /// For White.
    pub(in super::super) score: Option<Score>,
    pub(in super::super) depth: Option<u32>,
    pub(in super::super) move_time: Option<ClockTime>,
    pub(in super::super) clock: Option<ClockTime>,
}

impl EngineForm {
    /// Whether the form has a place for the time left.
    pub(in super::super) fn has_clock(self) -> bool {
        matches!(self, Self::Fastchess | Self::Tcec)
    }

    /// The comment after a move of `mover`, and whether a time was rounded; `None` if the form cannot hold it.
    pub(in super::super) fn spell(self, head: &Head, mover: Color) -> Option<(String, bool)> {
        let score = head.score.filter(|score| is_writable(*score))?;
        let score = self.score(score, mover)?;
        let mut is_rounded = false;
        let text = match self {
            Self::Cutechess | Self::Fastchess => {
                let mut text = format!("{score}/{}", head.depth.unwrap_or(0));
                let spell = |time: ClockTime| match self {
                    Self::Fastchess => milliseconds(time),
                    _ => (time.in_seconds().to_string(), false),
                };
                if let Some(time) = head.move_time {
                    let (time, rounded) = spell(time);
                    text.push_str(&format!(" {time}s"));
                    is_rounded |= rounded;
                }
                if let Some(clock) = head.clock.filter(|_| self.has_clock()) {
                    let (time, rounded) = spell(clock);
                    text.push_str(&format!(", tl={time}s"));
                    is_rounded |= rounded;
                }
                text
            }
            Self::WinBoard => {
                // It writes nothing of a move without a depth.
                let mut text = format!("{score}/{}", head.depth.filter(|depth| *depth > 0)?);
                if let Some(time) = head.move_time {
                    let (time, rounded) = winboard_time(time);
                    text.push_str(&format!(" {time}"));
                    is_rounded |= rounded;
                }
                text
            }
            Self::Tcec => {
                let whole = |time: ClockTime| time.nanoseconds() / 1_000_000;
                let fields = [
                    head.depth.map(|depth| format!("d={depth},")),
                    head.move_time.map(|time| format!("mt={},", whole(time))),
                    head.clock.map(|time| format!("tl={},", whole(time))),
                    Some(format!("wv={score},")),
                ];
                let times = [head.move_time, head.clock];
                is_rounded = times.into_iter().flatten().any(|time| cut(time, 3) != time);
                let fields: Vec<String> = fields.into_iter().flatten().collect();
                // One field is nothing that an engine has written.
                if fields.len() < 2 {
                    return None;
                }
                fields.join(" ")
            }
        };
        Some((text, is_rounded))
    }

    /// A score for White after a move of `mover`.
    fn score(self, score: Score, mover: Color) -> Option<String> {
        let is_of_mover = self != Self::Tcec;
        let turn = |negative: bool| negative != (is_of_mover && mover == Color::Black);
        Some(match score {
            Score::Pawns(pawns) => {
                let sign = match (turn(pawns < 0.0), self) {
                    _ if pawns == 0.0 && matches!(self, Self::Fastchess | Self::WinBoard) => "+",
                    _ if pawns == 0.0 => "",
                    (true, _) => "-",
                    (false, Self::Tcec) => "",
                    (false, _) => "+",
                };
                format!("{sign}{:.2}", pawns.abs())
            }
            Score::Mate(0) => return None,
            Score::Mate(moves) => {
                let mates = if moves > 0 { Color::White } else { Color::Black };
                let moves = moves.unsigned_abs();
                // Counted from the position before the move.
                let sign = match (turn(mates == Color::Black), self) {
                    (true, _) => "-",
                    (false, Self::Tcec) => "",
                    (false, _) => "+",
                };
                if self == Self::WinBoard {
                    let moves = moves.checked_add(u32::from(mates == mover))?;
                    // 100000 centipawns and the moves.
                    return (moves < 1000)
                        .then(|| format!("{sign}{}.{:02}", 1000 + moves / 100, moves % 100));
                }
                let plies = moves.checked_mul(2)?.checked_add(u32::from(mates == mover))?;
                i32::try_from(plies).ok()?;
                format!("{sign}M{plies}")
            }
        })
    }
}

/// Three decimals.
fn milliseconds(time: ClockTime) -> (String, bool) {
    let cut = cut(time, 3);
    let milliseconds = cut.nanoseconds() / 1_000_000;
    (format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000), cut != time)
}

/// Tenths up to a minute, then minutes and seconds.
fn winboard_time(time: ClockTime) -> (String, bool) {
    if time.seconds() < 60 {
        let cut = cut(time, 1);
        return (cut.in_seconds().to_string(), cut != time);
    }
    let seconds = time.seconds();
    (format!("{}:{:02}", seconds / 60, seconds % 60), !time.is_whole())
}
