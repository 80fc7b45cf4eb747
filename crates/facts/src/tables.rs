//! Facts that only tables have: columns of Parquet, Arrow, SQL and CSV.

use crate::{Extent, Fact, Kind, Shape, Subject, Unit};

const fn of_game(name: &'static str, shape: Shape, reads: Extent, doc: &'static str) -> Fact {
    let (subject, unit) = (Subject::Game, Unit::None);
    Fact { name, aliases: &[], subject, shape, unit, reads, doc, example: "", value: None }
}

const fn of_position(name: &'static str, shape: Shape, reads: Extent, doc: &'static str) -> Fact {
    Fact { subject: Subject::Position, ..of_game(name, shape, reads, doc) }
}

/// A number in the comments on a move.
const fn said(name: &'static str, shape: Shape, unit: Unit, doc: &'static str) -> Fact {
    of_position(name, shape, Extent::Annotations, doc).in_unit(unit)
}

const TEXT: Shape = Shape::One(Kind::Text);
const NUMBER: Shape = Shape::One(Kind::Integer);
const DECIMAL: Shape = Shape::One(Kind::Decimal);

/// Facts about games that only tables have.
pub static GAMES: &[Fact] = &[
    of_game("game", NUMBER, Extent::Place, "number of the game, from 1, through all files that are read"),
    of_game("file", TEXT, Extent::Place, "the file that the game was read from"),
    of_game("game_in_file", NUMBER, Extent::Place, "number of the game in its file, from 1"),
    of_game(
        "WhiteRatingDiff",
        Shape::Signed,
        Extent::Tags(&["WhiteRatingDiff"]),
        "tag WhiteRatingDiff; number(WhiteRatingDiff) in conditions",
    )
    .in_unit(Unit::Rating),
    of_game(
        "BlackRatingDiff",
        Shape::Signed,
        Extent::Tags(&["BlackRatingDiff"]),
        "tag BlackRatingDiff; number(BlackRatingDiff) in conditions",
    )
    .in_unit(Unit::Rating),
    of_game("WhiteTeam", TEXT, Extent::Tags(&["WhiteTeam"]), "tag WhiteTeam"),
    of_game("BlackTeam", TEXT, Extent::Tags(&["BlackTeam"]), "tag BlackTeam"),
    of_game("UTCDate", Shape::Day, Extent::Tags(&["UTCDate"]), "tag UTCDate; text in conditions"),
    of_game("UTCTime", Shape::Time, Extent::Tags(&["UTCTime"]), "tag UTCTime; text in conditions"),
    of_game("Variation", TEXT, Extent::Tags(&["Variation"]), "tag Variation"),
    of_game("Annotator", TEXT, Extent::Tags(&["Annotator"]), "tag Annotator"),
    of_game("FEN", TEXT, Extent::Tags(&["FEN"]), "tag FEN"),
    of_game("Variant", TEXT, Extent::Tags(&["Variant"]), "tag Variant"),
    of_game(
        "tags",
        Shape::Map,
        Extent::Start,
        "all other tags, and tags whose value is not that of their column, by name",
    ),
    of_game(
        "moves",
        Shape::Bytes,
        Extent::Moves,
        "the main line, mostly one byte a half-move; NULL where the rules are not known",
    ),
    of_game(
        "san",
        Shape::List(Kind::Text),
        Extent::Moves,
        "the main line in SAN; where the rules are not known, the words of the text",
    ),
    of_game("uci", Shape::List(Kind::Text), Extent::Moves, "the main line as engines speak it"),
    of_game("final_fen", TEXT, Extent::Moves, "the last position of the main line"),
    of_game(
        "clocks_white",
        Shape::List(Kind::Integer),
        Extent::Annotations,
        "whole seconds on the clock of White after each of his moves; NULL where none has any",
    )
    .in_unit(Unit::Seconds),
    of_game("clocks_black", Shape::List(Kind::Integer), Extent::Annotations, "the same of Black")
        .in_unit(Unit::Seconds),
    of_game(
        "evals_cp",
        Shape::List(Kind::Integer),
        Extent::Annotations,
        "evaluation after each half-move: centipawns for White, from -32000 to 32000; mate in n is 32767 - n, for Black n - 32767",
    )
    .in_unit(Unit::Centipawns)
    .called(&["evals"]),
    of_game(
        "comments",
        Shape::Records,
        Extent::Game,
        "comments by place: 0 is the start, n after half-move n of the main line, then those of variations; without comments that only say what clocks and evaluations do",
    ),
    of_game("nags", Shape::Records, Extent::Game, "numeric annotation glyphs by place"),
    of_game(
        "variations",
        Shape::Records,
        Extent::Game,
        "variations in the order of the text: the place after the move that each replaces, the place before its first move, its half-moves, and its moves as in moves",
    ),
    of_game(
        "pgn",
        TEXT,
        Extent::Game,
        "the game in export format where the other columns do not give it back",
    ),
    of_game(
        "diagnostics",
        Shape::List(Kind::Text),
        Extent::Game,
        "codes of what is wrong with the text of the game: `PGN-C001`",
    ),
];

/// Facts about positions, and moves that led to them, that only tables have.
pub static POSITIONS: &[Fact] = &[
    of_position(
        "key",
        NUMBER,
        Extent::Moves,
        "Polyglot key of the position, in rows of moves of the one after the move; NULL where the rules are not known",
    ),
    of_position("uci", TEXT, Extent::Moves, "the move as engines speak it"),
    of_position(
        "move",
        TEXT,
        Extent::Moves,
        "the move played in the position, as engines speak it; NULL at the end of the game",
    ),
    of_position(
        "fen",
        TEXT,
        Extent::Moves,
        "the position, in rows of moves the one after the move; after each double step of a pawn with the square that it passed",
    ),
    of_position(
        "fen_legal",
        TEXT,
        Extent::Moves,
        "the same with that square only where a pawn can be captured there, as lichess and python-chess write it",
    ),
    said(
        "emt",
        DECIMAL,
        Unit::Seconds,
        "seconds that the move took, where the text says so (%emt and the times of engines)",
    )
    .called(&["emt_seconds"]),
    said("egt", DECIMAL, Unit::Seconds, "seconds that the game has lasted, where the text says so (%egt)")
        .called(&["egt_seconds"]),
    said("mct", DECIMAL, Unit::Seconds, "seconds on a mechanical clock after the move (%mct)")
        .called(&["mct_seconds"]),
    said("eval_pawns", DECIMAL, Unit::Pawns, "eval where it is no mate"),
    said(
        "eval_mate",
        Shape::Signed,
        Unit::Moves,
        "moves up to the mate that the evaluation is, for Black below zero",
    )
    .called(&["mate"]),
    said("eval_depth", NUMBER, Unit::HalfMoves, "depth of the search of the evaluation, in half-moves")
        .called(&["depth"]),
    of_position("nags", Shape::List(Kind::Integer), Extent::Annotations, "numeric annotation glyphs"),
    said(
        "clock_before_ms",
        Shape::Signed,
        Unit::Milliseconds,
        "time on the clock of the side that has moved before the move, given or computed",
    ),
    said("clock_ms", Shape::Signed, Unit::Milliseconds, "the same after the move"),
    of_position(
        "clock_source",
        TEXT,
        Extent::Annotations,
        "the command that gives clock_ms, or the values it is computed from",
    ),
    said("used_ms", Shape::Signed, Unit::Milliseconds, "time used for the move, given or computed"),
    of_position("used_source", TEXT, Extent::Annotations, "the same as clock_source, of used_ms"),
    said(
        "game_time_ms",
        Shape::Signed,
        Unit::Milliseconds,
        "time that the game has lasted, given or computed",
    ),
    of_position("game_time_source", TEXT, Extent::Annotations, "the same as clock_source, of game_time_ms"),
    of_position(
        "contradiction",
        TEXT,
        Extent::Annotations,
        "name of the diagnostic for times that contradict each other",
    ),
];
