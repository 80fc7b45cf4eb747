//! Functions about a position of a game and the move that led to it.

use super::{
    About, Arguments, EITHER_COLOR, Function, Gives, Make, OptionKind, Parameter, Part, SIDE, SIDES, Wrong,
    node, word,
};
use crate::condition::moment::{BookKeys, Fact, Look, Measure, Need, Pawns, Set, facts};
use crate::condition::search::{Material, Pattern, Reaches};
use crate::condition::test::{Node, Term};
use crate::fields::Kind;
use pgnkit_facts::Shape;

/// A fact about positions, by its name in the [list](pgnkit_facts::POSITIONS), and its value.
const fn fact(name: &'static str, value: Fact, need: Need) -> Function {
    let Some(listed) = pgnkit_facts::find(pgnkit_facts::POSITIONS, name) else {
        panic!("a value of positions that is no fact");
    };
    let gives = match listed.shape {
        Shape::Truth => Gives::Truth,
        _ => Gives::Value(listed.kind()),
    };
    Function {
        name: listed.name,
        parameters: &[],
        options: &[],
        gives,
        doc: listed.doc,
        example: listed.example,
        about: About::Position,
        make: Make::Fact(listed, value, need),
    }
}

const NUMBER: Gives = Gives::Value(Kind::Integer);
const PIECES: Parameter = Parameter::Literal("pieces");

/// Everything that is asked about positions. The order is that of help texts.
pub static POSITIONS: &[Function] = &[
    fact("ply", facts::PLY, Need::Board),
    fact("move_number", facts::MOVE_NUMBER, Need::Board),
    fact("turn", facts::TURN, Need::Board),
    fact("mover", facts::MOVER, Need::Move),
    fact("san", facts::SAN, Need::Move),
    fact("piece", facts::PIECE, Need::Move),
    fact("captured", facts::CAPTURED, Need::Move),
    fact("promotion", facts::PROMOTION, Need::Move),
    fact("from_square", facts::FROM_SQUARE, Need::Move),
    fact("to_square", facts::TO_SQUARE, Need::Move),
    fact("castling", facts::CASTLING, Need::Move),
    fact("is_check", facts::IS_CHECK, Need::Move),
    fact("is_double_check", facts::IS_DOUBLE_CHECK, Need::Move),
    fact("is_discovered_check", facts::IS_DISCOVERED_CHECK, Need::Move),
    fact("is_mate", facts::IS_MATE, Need::Board),
    fact("is_stalemate", facts::IS_STALEMATE, Need::Board),
    fact("is_capture", facts::IS_CAPTURE, Need::Move),
    fact("is_en_passant", facts::IS_EN_PASSANT, Need::Move),
    fact("is_castling", facts::IS_CASTLING, Need::Move),
    fact("is_fork", facts::IS_FORK, Need::Move),
    fact("is_pin", facts::IS_PIN, Need::Move),
    fact("is_skewer", facts::IS_SKEWER, Need::Move),
    fact("is_discovered_attack", facts::IS_DISCOVERED_ATTACK, Need::Move),
    fact("sacrifice", facts::SACRIFICE, Need::Move),
    fact("legal_moves", facts::LEGAL_MOVES, Need::Board),
    fact("halfmove_clock", facts::HALFMOVE_CLOCK, Need::Board),
    fact("repetitions", facts::REPETITIONS, Need::Repetitions),
    fact("has_opposite_bishops", facts::HAS_OPPOSITE_BISHOPS, Need::Board),
    fact("clock", facts::CLOCK, Need::Annotations),
    fact("move_time", facts::MOVE_TIME, Need::Annotations),
    fact("eval", facts::EVAL, Need::Annotations),
    fact("eval_cp", facts::EVAL_CP, Need::Annotations),
    fact("comment", facts::COMMENT, Need::Annotations),
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
        name: "in_book",
        parameters: &[Parameter::File],
        options: &[],
        gives: Gives::Truth,
        doc: "whether an opening book of engines has a move in it: Polyglot's (.bin), Arena's (.abk) or ChessBase's (.ctg)",
        example: "count(in_book('book.bin')) >= 20",
        about: About::Position,
        make: Make::Compiled(|arguments| {
            let keys = BookKeys::new(arguments.literal(0), &arguments.file);
            let keys = keys.map_err(|message| Wrong(0, format!("{}: {message}", arguments.literal(0))))?;
            node(Node::Look(Look::InBook(keys), Need::Board))
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
