//! Values of the operands of known commands.

use pgnkit_chess::Square;
use pgnkit_syntax::Span;

use super::{ClockForm, ClockTime, Command};
use crate::bytes::decimal;

/// An engine's evaluation of a position: the command `eval`, as lichess and others write it.
///
/// ```
/// use pgnkit::command::{Commands, Evaluation, Score};
///
/// let evaluation = |comment: &str| Commands::new(comment.as_bytes()).flatten().next()?.evaluation();
/// let mated = Evaluation { score: Score::Mate(-3), depth: Some(12) };
/// assert_eq!(evaluation("[%eval #-3,12]"), Some(mated));
/// assert_eq!(evaluation("[%eval -6.05]").unwrap().score, Score::Pawns(-6.05));
/// assert_eq!(evaluation("[%eval deep]"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The score.
    pub score: Score,
    /// Depth of the search, in half-moves.
    pub depth: Option<u32>,
}

/// A score from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Pawns; negative if Black is better.
    Pawns(f64),
    /// Mate in that many moves; negative if Black mates.
    Mate(i32),
}

impl Score {
    /// ```text
    /// score = [ sign ] 1*digit [ "." 1*digit ] | "#" [ sign ] 1*digit
    /// sign  = "+" | "-"
    /// ```
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        let (is_negative, digits) = match text {
            [b'#', moves @ ..] => return str::from_utf8(moves).ok()?.parse().ok().map(Self::Mate),
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        let pawns = decimal(digits)?;
        Some(Self::Pawns(if is_negative { -pawns } else { pawns }))
    }
}

/// A coloured square or an arrow on the board: the commands `csl` and `cal`.
///
/// ```
/// use pgnkit::chess::Square;
/// use pgnkit::command::{Commands, Mark, MarkColor};
///
/// let comment = b"[%csl Yd4][%cal Gd2d4,Re7e5]";
/// let marks: Vec<Mark> = Commands::new(comment).flatten().flat_map(|command| command.marks()).collect();
/// assert_eq!(marks[0], Mark { color: MarkColor::Yellow, square: Square::D4, to: None });
/// assert_eq!((marks[1].square, marks[1].to), (Square::D2, Some(Square::D4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Its colour.
    pub color: MarkColor,
    /// The square, or the start of the arrow.
    pub square: Square,
    /// The end of the arrow; `None` for a square.
    pub to: Option<Square>,
}

/// The colour of a [`Mark`], by its letter (decision A-243).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
    /// `O`
    Orange,
    /// `C`
    Cyan,
}

impl MarkColor {
    /// All colours.
    pub const ALL: [Self; 6] = [Self::Green, Self::Red, Self::Yellow, Self::Blue, Self::Orange, Self::Cyan];

    /// Its letter in files, a capital one.
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
            Self::Orange => 'O',
            Self::Cyan => 'C',
        }
    }

    /// Its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Orange => "orange",
            Self::Cyan => "cyan",
        }
    }

    /// The colour of a letter or a name as files have it.
    ///
    /// ```
    /// use pgnkit::command::MarkColor;
    ///
    /// assert_eq!(MarkColor::named("O"), MarkColor::named("orange"));
    /// assert_eq!(MarkColor::named("mauve"), None);
    /// ```
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| text == color.name() || text.chars().eq([color.letter()]))
    }
}

impl Mark {
    /// `Gd4` or, for an arrow, `Gd2d4`.
    pub(crate) fn read(text: &[u8], is_arrow: bool) -> Option<Self> {
        let (letter, squares) = text.split_first()?;
        let color = MarkColor::ALL.into_iter().find(|color| color.letter() == char::from(*letter))?;
        let (square, to) = squares.split_at_checked(2)?;
        let square = Square::parse(square)?;
        match (is_arrow, to) {
            (false, []) => Some(Self { color, square, to: None }),
            (true, to) => Some(Self { color, square, to: Some(Square::parse(to)?) }),
            _ => None,
        }
    }
}

/// The operand of a command about time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeOperand {
    /// Span of the operand.
    pub(crate) span: Span,
    /// The time and its spelling, if it is a time.
    pub(crate) read: Option<(ClockTime, ClockForm)>,
}

impl<'a> Command<'a> {
    /// The value of `clk`, `egt`, `emt` or `mct` and its spelling; `None` for other commands and for values that are no
    /// time.
    pub fn time(&self) -> Option<(ClockTime, ClockForm)> {
        if !matches!(self.name(), "clk" | "egt" | "emt" | "mct") {
            return None;
        }
        self.time_operand()?.read
    }

    /// The time given by the only operand; `None` if there are several.
    pub(crate) fn time_operand(&self) -> Option<TimeOperand> {
        let mut operands = self.operands();
        let Some(first) = operands.next() else {
            let end = self.name.end;
            return Some(TimeOperand { span: Span::new(end, end), read: None });
        };
        if operands.next().is_none() {
            let read = ClockTime::read(first.value.of(self.text));
            return Some(TimeOperand { span: first.value, read });
        }
        // The comma of a fraction (decision A-41).
        let span = self.operands?.trim(self.text);
        let read = ClockTime::read(span.of(self.text))?;
        Some(TimeOperand { span, read: Some(read) })
    }

    /// The value of `eval`; `None` for other commands and for values that are no evaluation.
    pub fn evaluation(&self) -> Option<Evaluation> {
        if self.name() != "eval" {
            return None;
        }
        let mut operands = self.operands().map(|operand| operand.value.text(self.text));
        let score = Score::read(operands.next()?.as_bytes())?;
        let depth = operands.next().map(str::parse).transpose().ok()?;
        operands.next().is_none().then_some(Evaluation { score, depth })
    }

    /// The squares of `csl` or arrows of `cal`, without malformed ones; empty for other commands.
    pub fn marks(&self) -> impl Iterator<Item = Mark> + use<'a> {
        let is_arrow = match self.name() {
            "csl" => Some(false),
            "cal" => Some(true),
            _ => None,
        };
        let text = self.text;
        is_arrow
            .map(|is_arrow| {
                self.operands().filter_map(move |operand| Mark::read(operand.value.of(text), is_arrow))
            })
            .into_iter()
            .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Commands;

    fn first(comment: &str) -> Command<'_> {
        Commands::new(comment.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn evaluations() {
        for (operands, score, depth) in [
            ("2", Score::Pawns(2.0), None),
            ("+0.31", Score::Pawns(0.31), None),
            ("-0.00", Score::Pawns(0.0), None),
            ("#3", Score::Mate(3), None),
            ("#-3,12", Score::Mate(-3), Some(12)),
            ("0.17, 18", Score::Pawns(0.17), Some(18)),
        ] {
            let read = first(&format!("[%eval {operands}]")).evaluation();
            assert_eq!(read, Some(Evaluation { score, depth }), "{operands}");
        }
        for bad in
            ["", "x", "1.", ".5", "1e3", "inf", "nan", "--1", "#", "#x", "#1.5", "1,x", "1,2,3", "1,-2"]
        {
            assert_eq!(first(&format!("[%eval {bad}]")).evaluation(), None, "{bad}");
        }
        assert_eq!(first("[%evl 1]").evaluation(), None);
    }

    #[test]
    fn marks() {
        for (command, count) in [
            ("csl Gd4,Re5,Ya1,Bh8", 4),
            ("cal Gd2d4,Re7e5", 2),
            ("csl Gd4,Oe4,Ce5", 3),
            ("cal Oc1c7,Ch1h7,Xe2e4", 2),
            ("csl Gd9,Xd4,gd4,Gd4e5,G,", 0),
            ("cal Gd2,Gd2d9,d2d4", 0),
            ("eval 1", 0),
        ] {
            assert_eq!(first(&format!("[%{command}]")).marks().count(), count, "{command}");
        }
    }

    #[test]
    fn times() {
        let seconds = |comment: &str| Some(first(comment).time()?.0.nanoseconds() as f64 / 1e9);
        assert_eq!(seconds("[%clk 1:05:23]"), Some(3923.0));
        assert_eq!(seconds("[%emt 0:00:58,6]"), Some(58.6));
        assert_eq!(seconds("[%mct \"17:10:42\"]"), Some(61842.0));
        for none in ["[%clk]", "[%clk x]", "[%clk 1:00:00,x]", "[%eval 1]"] {
            assert_eq!(seconds(none), None, "{none}");
        }
    }
}
