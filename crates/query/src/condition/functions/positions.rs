//! Functions about a position of a game and the move that led to it.

use super::{
    About, Arguments, EITHER_COLOR, Function, Gives, Make, OptionKind, Parameter, Part, SIDE, SIDES, Wrong,
    node, word,
};
use crate::condition::moment::{Fact, Look, Measure, Need, Pawns, Set, facts};
use crate::condition::search::{Material, Pattern, Reaches};
use crate::condition::test::{Node, Term};
use crate::fields::Kind;

/// Something that a position says by itself.
const fn fact(
    name: &'static str,
    gives: Gives,
    doc: &'static str,
    example: &'static str,
    fact: Fact,
    need: Need,
) -> Function {
    let make = Make::Fact(fact, need);
    Function { name, parameters: &[], options: &[], gives, doc, example, about: About::Position, make }
}

const TEXT: Gives = Gives::Value(Kind::Text);
const NUMBER: Gives = Gives::Value(Kind::Integer);
const DECIMAL: Gives = Gives::Value(Kind::Decimal);
const PIECES: Parameter = Parameter::Literal("pieces");

/// Everything that is asked about positions. The order is that of help texts.
pub static POSITIONS: &[Function] = &[
    fact(
        "ply",
        NUMBER,
        "half-moves before the position; 0 where the game starts",
        "position(ply = 20 AND is_check)",
        facts::PLY,
        Need::Board,
    ),
    fact(
        "move_number",
        NUMBER,
        "the number of the move",
        "position(is_castling AND move_number > 20)",
        facts::MOVE_NUMBER,
        Need::Board,
    ),
    fact(
        "turn",
        TEXT,
        "'white' or 'black': the side to move",
        "position(is_stalemate AND turn = 'white')",
        facts::TURN,
        Need::Board,
    ),
    fact(
        "mover",
        TEXT,
        "'white' or 'black': the side that has moved",
        "position(mover = 'black' AND captured = 'Q')",
        facts::MOVER,
        Need::Move,
    ),
    fact("san", TEXT, "the move in SAN", "san LIKE 'N%#'", facts::SAN, Need::Move),
    fact(
        "piece",
        TEXT,
        "what has moved: 'K', 'Q', 'R', 'B', 'N' or 'P'",
        "position(piece = 'K' AND is_check)",
        facts::PIECE,
        Need::Move,
    ),
    fact(
        "captured",
        TEXT,
        "what was taken, likewise",
        "position(piece = 'Q' AND captured = 'Q')",
        facts::CAPTURED,
        Need::Move,
    ),
    fact(
        "promotion",
        TEXT,
        "what a pawn became",
        "promotion IN ('R', 'B', 'N')",
        facts::PROMOTION,
        Need::Move,
    ),
    fact(
        "from_square",
        TEXT,
        "the square that the piece left",
        "position(piece = 'P' AND from_square = 'h2')",
        facts::FROM_SQUARE,
        Need::Move,
    ),
    fact(
        "to_square",
        TEXT,
        "the square that the piece, or the king in castling, has come to",
        "position(is_mate AND to_square = 'f7')",
        facts::TO_SQUARE,
        Need::Move,
    ),
    fact(
        "castling",
        TEXT,
        "'O-O' or 'O-O-O'",
        "sequence(castling = 'O-O', castling = 'O-O-O')",
        facts::CASTLING,
        Need::Move,
    ),
    fact(
        "is_check",
        Gives::Truth,
        "whether the side to move is in check",
        "count(is_check) > 20",
        facts::IS_CHECK,
        Need::Move,
    ),
    fact(
        "is_double_check",
        Gives::Truth,
        "whether two pieces give check",
        "is_double_check",
        facts::IS_DOUBLE_CHECK,
        Need::Move,
    ),
    fact(
        "is_discovered_check",
        Gives::Truth,
        "whether a piece gives check that has not moved",
        "position(is_discovered_check AND captured = 'Q')",
        facts::IS_DISCOVERED_CHECK,
        Need::Move,
    ),
    fact(
        "is_mate",
        Gives::Truth,
        "whether the side to move is mated",
        "position(is_mate AND is_double_check)",
        facts::IS_MATE,
        Need::Board,
    ),
    fact(
        "is_stalemate",
        Gives::Truth,
        "whether the side to move is stalemated",
        "position(is_stalemate AND captured IS NOT NULL)",
        facts::IS_STALEMATE,
        Need::Board,
    ),
    fact(
        "is_capture",
        Gives::Truth,
        "whether the move takes something",
        "count(is_capture) = 30",
        facts::IS_CAPTURE,
        Need::Move,
    ),
    fact(
        "is_en_passant",
        Gives::Truth,
        "whether it takes en passant",
        "position(is_en_passant AND is_mate)",
        facts::IS_EN_PASSANT,
        Need::Move,
    ),
    fact(
        "is_castling",
        Gives::Truth,
        "whether it castles",
        "position(is_castling AND is_check)",
        facts::IS_CASTLING,
        Need::Move,
    ),
    fact(
        "is_fork",
        Gives::Truth,
        "whether the piece that has moved attacks two pieces at least, each the king, worth more, or not protected",
        "position(is_fork AND piece = 'N')",
        facts::IS_FORK,
        Need::Move,
    ),
    fact(
        "is_pin",
        Gives::Truth,
        "whether a piece of the side to move is pinned to its king and lost: an attacker is worth less, or it is not protected",
        "position(is_pin AND piece = 'B')",
        facts::IS_PIN,
        Need::Move,
    ),
    fact(
        "is_skewer",
        Gives::Truth,
        "whether the piece that has moved attacks the king or a piece that must go, with a lesser one behind it that is then lost",
        "position(is_skewer AND is_check)",
        facts::IS_SKEWER,
        Need::Move,
    ),
    fact(
        "is_discovered_attack",
        Gives::Truth,
        "whether the move opens the line of a piece that then attacks the king, or a piece worth more or not protected",
        "position(is_discovered_attack AND is_check)",
        facts::IS_DISCOVERED_ATTACK,
        Need::Move,
    ),
    fact(
        "sacrifice",
        NUMBER,
        "points that the move gives up if the other side takes on its square, and both go on there while it pays",
        "position(sacrifice >= 5 AND mover = 'white')",
        facts::SACRIFICE,
        Need::Move,
    ),
    fact(
        "legal_moves",
        NUMBER,
        "the number of legal moves",
        "max(legal_moves) > 70",
        facts::LEGAL_MOVES,
        Need::Board,
    ),
    fact(
        "halfmove_clock",
        NUMBER,
        "half-moves since a capture or a move of a pawn",
        "halfmove_clock >= 100",
        facts::HALFMOVE_CLOCK,
        Need::Board,
    ),
    fact(
        "repetitions",
        NUMBER,
        "how often the position has come in the main line",
        "repetitions >= 3",
        facts::REPETITIONS,
        Need::Repetitions,
    ),
    fact(
        "has_opposite_bishops",
        Gives::Truth,
        "whether each side has one bishop, one on light squares and one on dark ones",
        "position(has_opposite_bishops, stable => 20)",
        facts::HAS_OPPOSITE_BISHOPS,
        Need::Board,
    ),
    fact(
        "clock",
        DECIMAL,
        "seconds on the clock of the side that has moved",
        "position(clock < 5 AND piece = 'K')",
        facts::CLOCK,
        Need::Annotations,
    ),
    fact(
        "move_time",
        DECIMAL,
        "seconds used for the move",
        "move_time > 1800",
        facts::MOVE_TIME,
        Need::Annotations,
    ),
    fact(
        "eval",
        DECIMAL,
        "evaluation in pawns, positive where White is better; a mate is 1000",
        "min(eval) < -5 AND result = '1-0'",
        facts::EVAL,
        Need::Annotations,
    ),
    fact(
        "comment",
        TEXT,
        "comments on the move, without what programs put into them",
        "comment ILIKE '%novelty%'",
        facts::COMMENT,
        Need::Annotations,
    ),
    Function {
        name: "nag",
        parameters: &[Parameter::Number("number")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the move has this glyph: 1 is !, 2 is ?, 3 !!, 4 ??, 5 !?, 6 ?!",
        example: "count(nag(4)) >= 2",
        about: About::Position,
        make: Make::Compiled(|arguments| {
            let nag = u8::try_from(arguments.number(0));
            let nag = nag.map_err(|_| Wrong(0, "expected a number up to 255".to_owned()))?;
            node(Node::Look(Look::Nag(nag), Need::Annotations))
        }),
    },
    Function {
        name: "pieces",
        parameters: &[PIECES],
        options: &[],
        gives: NUMBER,
        doc: "how many there are of these: N, [QR], a for any black one, Nf3, P7, pa-c, e4 for whatever is there, _ for nothing; P~k those beside a king, R@ that which has moved, ~k and @ such squares",
        example: "position(pieces('Q') >= 2 AND pieces('q') >= 2)",
        about: About::Position,
        make: Make::Compiled(|arguments| measure(Measure::Pieces(set(arguments, 0)?))),
    },
    Function {
        name: "attacked_by",
        parameters: &[Parameter::Literal("targets"), PIECES],
        options: &[],
        gives: NUMBER,
        doc: "how many of the targets, pieces or squares, these pieces attack",
        example: "position(attacked_by('[qr]', 'N') >= 3)",
        about: About::Position,
        make: Make::Compiled(|arguments| measure(Measure::Attacked(set(arguments, 0)?, set(arguments, 1)?))),
    },
    Function {
        name: "attackers",
        parameters: &[Parameter::Literal("targets"), PIECES],
        options: &[],
        gives: NUMBER,
        doc: "how many of these pieces attack one of the targets",
        example: "position(attackers('f7', 'A') >= 4)",
        about: About::Position,
        make: Make::Compiled(|arguments| measure(Measure::Attackers(set(arguments, 0)?, set(arguments, 1)?))),
    },
    Function {
        name: "pinned",
        parameters: &[PIECES],
        options: &[],
        gives: NUMBER,
        doc: "how many of these are pinned to their king",
        example: "position(pinned('q') = 1 AND turn = 'black')",
        about: About::Position,
        make: Make::Compiled(|arguments| measure(Measure::Pinned(set(arguments, 0)?))),
    },
    Function {
        name: "passed_pawns",
        parameters: &[SIDE],
        options: &[],
        gives: NUMBER,
        doc: "how many pawns of a side have no pawn of the other side before them, on their file or beside it",
        example: "passed_pawns(white) >= 4",
        about: About::Position,
        make: Make::Compiled(|arguments| pawns(arguments, Pawns::Passed)),
    },
    Function {
        name: "isolated_pawns",
        parameters: &[SIDE],
        options: &[],
        gives: NUMBER,
        doc: "how many have no pawn of their own side on a file beside theirs",
        example: "position(isolated_pawns(white) = 1 AND pieces('Pd4') = 1)",
        about: About::Position,
        make: Make::Compiled(|arguments| pawns(arguments, Pawns::Isolated)),
    },
    Function {
        name: "doubled_pawns",
        parameters: &[SIDE],
        options: &[],
        gives: NUMBER,
        doc: "how many have a pawn of their own side before them on their file",
        example: "doubled_pawns(black) >= 3",
        about: About::Position,
        make: Make::Compiled(|arguments| pawns(arguments, Pawns::Doubled)),
    },
    Function {
        name: "points",
        parameters: &[SIDE],
        options: &[],
        gives: NUMBER,
        doc: "the pieces of a side in points: 1, 3, 3, 5, 9",
        example: "position(points(white) <= 10 AND points(black) >= 20)",
        about: About::Position,
        make: Make::Compiled(|arguments| measure(Measure::Points(word(arguments, SIDES)?))),
    },
    Function {
        name: "reaches",
        parameters: &[Parameter::Literal("FEN or moves")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether it is this position",
        example: "position(reaches('e4 c5') AND move_number > 1)",
        about: About::Position,
        make: Make::Compiled(|arguments| {
            let reaches = Reaches::new(arguments.literal(0)).map_err(|message| Wrong(0, message))?;
            node(Node::Look(Look::Reaches(reaches), Need::Board))
        }),
    },
    Function {
        name: "pattern",
        parameters: &[Parameter::Literal("FEN pattern")],
        options: &[
            EITHER_COLOR,
            ("mirrored", OptionKind::Flag),
            ("turned", OptionKind::Flag),
            ("shifted", OptionKind::Flag),
        ],
        gives: Gives::Truth,
        doc: "whether the board is such, as of games",
        example: "position(is_mate AND pattern('??????k?/?????ppp/*/*/*/*/*/*'))",
        about: About::Position,
        make: Make::Compiled(|arguments| {
            let pattern = Pattern::new(arguments.literal(0), arguments.symmetry());
            node(Node::Look(Look::Pattern(pattern.map_err(|message| Wrong(0, message))?), Need::Board))
        }),
    },
    Function {
        name: "material",
        parameters: &[Parameter::Literal("pieces of White and of Black")],
        options: &[EITHER_COLOR],
        gives: Gives::Truth,
        doc: "whether there is such material, as of games",
        example: "position(is_mate AND material('BN Q0'))",
        about: About::Position,
        make: Make::Compiled(|arguments| {
            let material = Material::new(arguments.literal(0), 0, arguments.flag("either_color"));
            node(Node::Look(Look::Material(material.map_err(|message| Wrong(0, message))?), Need::Board))
        }),
    },
];

fn set(arguments: &Arguments, at: usize) -> Result<Set, Wrong> {
    Set::new(arguments.literal(at)).map_err(|message| Wrong(at, message))
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a function that may fail")]
fn measure(measure: Measure) -> Result<Part, Wrong> {
    Ok(Part::Term(Term::Measure(measure, Need::Board)))
}

fn pawns(arguments: &Arguments, pawns: Pawns) -> Result<Part, Wrong> {
    measure(Measure::Pawns(pawns, word(arguments, SIDES)?))
}
