//! Facts about positions and the moves that led to them. Their values are computed by whoever walks through the moves.

use crate::{Extent, Fact, Kind, Shape, Subject, Unit};

const fn fact(
    name: &'static str,
    shape: Shape,
    doc: &'static str,
    example: &'static str,
    reads: Extent,
) -> Fact {
    let (subject, unit) = (Subject::Position, Unit::None);
    Fact { name, aliases: &[], subject, shape, unit, reads, doc, example, value: None }
}

const TEXT: Shape = Shape::One(Kind::Text);
const NUMBER: Shape = Shape::One(Kind::Integer);
const DECIMAL: Shape = Shape::One(Kind::Decimal);

const fn text(name: &'static str, doc: &'static str, example: &'static str) -> Fact {
    fact(name, TEXT, doc, example, Extent::Moves)
}

const fn number(name: &'static str, unit: Unit, doc: &'static str, example: &'static str) -> Fact {
    fact(name, NUMBER, doc, example, Extent::Moves).in_unit(unit)
}

const fn truth(name: &'static str, doc: &'static str, example: &'static str) -> Fact {
    fact(name, Shape::Truth, doc, example, Extent::Moves)
}

/// A number that comments on a move have.
const fn said(name: &'static str, unit: Unit, doc: &'static str, example: &'static str) -> Fact {
    fact(name, DECIMAL, doc, example, Extent::Annotations).in_unit(unit)
}

/// Facts about positions that conditions have. The order is that of help texts.
pub static POSITIONS: &[Fact] = &[
    number(
        "ply",
        Unit::HalfMoves,
        "half-moves before the position; 0 where the game starts",
        "position(ply = 20 AND is_check)",
    ),
    number(
        "move_number",
        Unit::Moves,
        "the number of the move",
        "position(is_castling AND move_number > 20)",
    )
    .called(&["number"]),
    text("turn", "'white' or 'black': the side to move", "position(is_stalemate AND turn = 'white')"),
    text(
        "mover",
        "'white' or 'black': the side that has moved",
        "position(mover = 'black' AND captured = 'Q')",
    )
    .called(&["color"]),
    text("san", "the move in SAN; where the rules are not known, its word in the text", "san LIKE 'N%#'"),
    text("piece", "what has moved: 'K', 'Q', 'R', 'B', 'N' or 'P'", "position(piece = 'K' AND is_check)"),
    text("captured", "what was taken, likewise", "position(piece = 'Q' AND captured = 'Q')"),
    text("promotion", "what a pawn became", "promotion IN ('R', 'B', 'N')"),
    text("from_square", "the square that the piece left", "position(piece = 'P' AND from_square = 'h2')"),
    text(
        "to_square",
        "the square that the piece, or the king in castling, has come to",
        "position(is_mate AND to_square = 'f7')",
    ),
    text("castling", "'O-O' or 'O-O-O'", "sequence(castling = 'O-O', castling = 'O-O-O')"),
    truth("is_check", "whether the side to move is in check", "count(is_check) > 20"),
    truth("is_double_check", "whether two pieces give check", "is_double_check"),
    truth(
        "is_discovered_check",
        "whether a piece gives check that has not moved",
        "position(is_discovered_check AND captured = 'Q')",
    ),
    truth("is_mate", "whether the side to move is mated", "position(is_mate AND is_double_check)"),
    truth(
        "is_stalemate",
        "whether the side to move is stalemated",
        "position(is_stalemate AND captured IS NOT NULL)",
    ),
    truth("is_capture", "whether the move takes something", "count(is_capture) = 30"),
    truth("is_en_passant", "whether it takes en passant", "position(is_en_passant AND is_mate)"),
    truth("is_castling", "whether it castles", "position(is_castling AND is_check)"),
    truth(
        "is_fork",
        "whether the piece that has moved attacks two pieces at least, each the king, worth more, or not protected",
        "position(is_fork AND piece = 'N')",
    ),
    truth(
        "is_pin",
        "whether a piece of the side to move is pinned to its king and lost: an attacker is worth less, or it is not protected",
        "position(is_pin AND piece = 'B')",
    ),
    truth(
        "is_skewer",
        "whether the piece that has moved attacks the king or a piece that must go, with a lesser one behind it that is then lost",
        "position(is_skewer AND is_check)",
    ),
    truth(
        "is_discovered_attack",
        "whether the move opens the line of a piece that then attacks the king, or a piece worth more or not protected",
        "position(is_discovered_attack AND is_check)",
    ),
    number(
        "sacrifice",
        Unit::Points,
        "points that the move gives up if the other side takes on its square, and both go on there while it pays",
        "position(sacrifice >= 5 AND mover = 'white')",
    ),
    number("legal_moves", Unit::None, "the number of legal moves", "max(legal_moves) > 70"),
    number(
        "halfmove_clock",
        Unit::HalfMoves,
        "half-moves since a capture or a move of a pawn",
        "halfmove_clock >= 100",
    ),
    number("repetitions", Unit::None, "how often the position has come in the main line", "repetitions >= 3"),
    truth(
        "has_opposite_bishops",
        "whether each side has one bishop, one on light squares and one on dark ones",
        "position(has_opposite_bishops, stable => 20)",
    ),
    said(
        "clock",
        Unit::Seconds,
        "seconds on the clock of the side that has moved; conditions also compute it from other times",
        "position(clock < 5 AND piece = 'K')",
    )
    .called(&["clk_seconds"]),
    said("move_time", Unit::Seconds, "seconds used for the move", "move_time > 1800"),
    said(
        "eval",
        Unit::Pawns,
        "evaluation in pawns, positive where White is better; a mate is 1000",
        "min(eval) < -5 AND result = '1-0'",
    ),
    fact(
        "eval_cp",
        Shape::Signed,
        "evaluation in centipawns, positive where White is better, from -32000 to 32000; mate in n is 32767 - n, for Black n - 32767",
        "min(eval_cp) < -500 AND result = '1-0'",
        Extent::Annotations,
    )
    .in_unit(Unit::Centipawns),
    fact(
        "comment",
        TEXT,
        "comments on the move, without what programs put into them",
        "comment ILIKE '%novelty%'",
        Extent::Annotations,
    ),
];
