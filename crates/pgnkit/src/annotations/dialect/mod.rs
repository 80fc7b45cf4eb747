//! The table of dialects: a row for each program or site, a column for each difference of what it writes.

pub(super) mod profile;
mod variant;
pub(super) mod write;

use crate::command::MarkColor;

use MarkColor::{Blue, Green, Red, Yellow};

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
    /// ChessBase: `{[%eval 17,24] [%emt 0:00:02]}`, centipawns for White, and `[%evp 1,40,17,…]` before the first move.
    ChessBase,
    /// chess.com: `{[%clk 0:02:58.6][%timestamp 14]}`, `[%c_arrow …]`, `[%c_highlight …]`.
    ChessCom,
    /// Cutechess: `{+0.31/14 2.1s}`, from the point of view of the side that moved, mates in half-moves.
    Cutechess,
    /// Fastchess: `{+0.31/14 2.100s, tl=58.500s}`.
    Fastchess,
    /// TCEC: `{d=24, mt=1500, tl=58500, wv=0.27,}`.
    Tcec,
    /// WinBoard and XBoard: `{+0.31/14 2.1}`, `{+1000.03/20 1:36}` for a mate in three.
    WinBoard,
    /// DGT LiveChess: `{[%clk 00:59:44][%emt 00:00:16]}`.
    Dgt,
    /// Scid: marks as `[%draw full,e4,red]`.
    Scid,
}

/// Decimals of the seconds of a time, and the width of its hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeForm {
    /// The most decimals; the rest is cut off and counted.
    pub(super) decimals: usize,
    /// Whether hours have two digits.
    pub(super) pads_hours: bool,
    /// The forms that stay as they are.
    pub(super) accepts: Accepted,
}

/// Forms of a time that are left as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accepted {
    /// `h:mm:ss`, with a fraction of no more than the decimals of the form.
    Exact,
    /// That, and `hh:mm:ss`.
    Padded,
    /// All but bare seconds.
    Fields,
}

/// The command of the time used for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveTimeForm {
    /// `[%emt 0:00:01.4]`
    Emt,
    /// `[%timestamp 14]`, tenths of a second
    Timestamp,
}

/// The unit of `[%eval]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EvalForm {
    /// `[%eval 0.31,14]`
    Pawns,
    /// `[%eval 31,14]`, and a profile of the main line
    Centipawns,
}

/// The commands of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarksForm {
    /// `[%csl Gd4]`, `[%cal Gd2d4]`
    Letters,
    /// `[%c_highlight d4;keyPressed;shift;…]`, `[%c_arrow d2d4;…]`
    Keys,
    /// `[%draw full,d4,green]`, `[%draw arrow,d2,d4,green]`
    Draw,
    /// None is known: those that are there stay.
    Given,
}

/// The comment of an engine's move, which is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineForm {
    /// `+0.31/14 2.1s`
    Cutechess,
    /// `+0.31/14 2.100s, tl=58.500s`
    Fastchess,
    /// `+0.31/14 2.1`, `+0.31/14 1:36`
    WinBoard,
    /// `d=14, mt=2100, tl=58500, wv=0.31,`
    Tcec,
}

/// The names in the tag `Variant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariantNames {
    /// As they are.
    Given,
    /// `Chess960`, `King of the Hill`.
    Lichess,
    /// `Chess960`; of other variants nothing is known.
    OnlyChess960,
    /// `fischerandom`, `3check`: those of XBoard's protocol, which cutechess has too.
    XBoard,
}

/// The differences of a dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) dialect: Dialect,
    pub(super) name: &'static str,
    pub(super) time: TimeForm,
    pub(super) move_time: MoveTimeForm,
    pub(super) eval: EvalForm,
    pub(super) marks: MarksForm,
    /// The colours that it knows.
    pub(super) colors: &'static [MarkColor],
    pub(super) engine: Option<EngineForm>,
    pub(super) variants: VariantNames,
    /// The order of evaluation, clock, and time used: their ranks.
    pub(super) ranks: [u8; 3],
    /// Between two commands.
    pub(super) separator: &'static str,
    /// Whether `$1` is written as `!`, and so on up to `$6`.
    pub(super) suffixes: bool,
}

const WHOLE: TimeForm = TimeForm { decimals: 0, pads_hours: false, accepts: Accepted::Exact };
const TENTHS: TimeForm = TimeForm { decimals: 1, pads_hours: false, accepts: Accepted::Exact };
const PADDED: TimeForm = TimeForm { decimals: 0, pads_hours: true, accepts: Accepted::Padded };
const FRACTIONS: TimeForm = TimeForm { decimals: 9, pads_hours: false, accepts: Accepted::Fields };

/// The row that others differ from.
const SUPPLEMENT: Row = Row {
    dialect: Dialect::Supplement,
    name: "supplement",
    time: WHOLE,
    move_time: MoveTimeForm::Emt,
    eval: EvalForm::Pawns,
    marks: MarksForm::Letters,
    colors: &MarkColor::ALL,
    engine: None,
    variants: VariantNames::Given,
    ranks: [2, 0, 1],
    separator: "",
    suffixes: false,
};
const LICHESS: Row = Row {
    dialect: Dialect::Lichess,
    name: "lichess",
    time: FRACTIONS,
    // The letters of other colours would be no marks there.
    colors: &[Green, Red, Yellow, Blue],
    variants: VariantNames::Lichess,
    ranks: [0, 1, 2],
    separator: " ",
    suffixes: true,
    ..SUPPLEMENT
};
const ENGINE: Row = Row {
    time: FRACTIONS,
    marks: MarksForm::Given,
    variants: VariantNames::XBoard,
    ranks: [0, 1, 2],
    separator: " ",
    ..SUPPLEMENT
};

/// All dialects, in the order of help texts.
static ROWS: [Row; 11] = [
    Row {
        dialect: Dialect::ChessBase,
        name: "chessbase",
        eval: EvalForm::Centipawns,
        ranks: [0, 1, 2],
        separator: " ",
        ..SUPPLEMENT
    },
    LICHESS,
    Row {
        dialect: Dialect::ChessCom,
        name: "chesscom",
        time: TENTHS,
        move_time: MoveTimeForm::Timestamp,
        marks: MarksForm::Keys,
        colors: &[Green, Red, Yellow, Blue],
        variants: VariantNames::OnlyChess960,
        ..SUPPLEMENT
    },
    Row { dialect: Dialect::Cutechess, name: "cutechess", engine: Some(EngineForm::Cutechess), ..ENGINE },
    Row {
        dialect: Dialect::Fastchess,
        name: "fastchess",
        engine: Some(EngineForm::Fastchess),
        variants: VariantNames::OnlyChess960,
        ..ENGINE
    },
    Row { dialect: Dialect::Tcec, name: "tcec", engine: Some(EngineForm::Tcec), ..ENGINE },
    Row { dialect: Dialect::WinBoard, name: "winboard", engine: Some(EngineForm::WinBoard), ..ENGINE },
    Row { dialect: Dialect::Dgt, name: "dgt", time: PADDED, marks: MarksForm::Given, ..SUPPLEMENT },
    Row { dialect: Dialect::Scid, name: "scid", time: FRACTIONS, marks: MarksForm::Draw, ..SUPPLEMENT },
    SUPPLEMENT,
    Row { dialect: Dialect::Plain, name: "plain", ..SUPPLEMENT },
];

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 11] = [
        Self::ChessBase,
        Self::Lichess,
        Self::ChessCom,
        Self::Cutechess,
        Self::Fastchess,
        Self::Tcec,
        Self::WinBoard,
        Self::Dgt,
        Self::Scid,
        Self::Supplement,
        Self::Plain,
    ];

    /// The name of the program or site in small letters, as options have it: `chesscom`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The dialect of a name.
    ///
    /// ```
    /// use pgnkit::annotations::Dialect;
    ///
    /// assert_eq!(Dialect::from_name("tcec"), Some(Dialect::Tcec));
    /// assert_eq!(Dialect::from_name("fritz"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.dialect)
    }

    /// Whether the program writes `e4!` for `e4 $1`, which is [`Export::suffixes`](crate::Export::suffixes).
    pub fn has_suffixes(self) -> bool {
        self.row().suffixes
    }

    pub(super) fn row(self) -> &'static Row {
        ROWS.iter().find(|row| row.dialect == self).unwrap_or(&ROWS[1])
    }
}
