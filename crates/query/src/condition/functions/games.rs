//! Functions of games: of values and tags, of what is in a game, and of what is looked for in its moves.

use std::borrow::Cow;

use super::{
    About, Arguments, EITHER_COLOR, Function, Gives, Make, ONE_SIDE, OptionKind, Parameter, Part, SIDE,
    SIDES, VARIATIONS, Wrong, node, word, word_at, words,
};
use crate::condition::ending::{self, Ending};
use crate::condition::mark;
use crate::condition::moment::{Fact, Measure, Need, facts};
use crate::condition::player::Player;
use crate::condition::search::{
    Count, Follows, Goal, How, Last, Line, Material, Moves, Pattern, Reaches, Series, Somewhere,
};
use crate::condition::sounds::Sounds;
use crate::condition::test::{Comparison, Node, Term};
use crate::condition::value::Scalar;
use crate::fields::Kind;
use crate::spelling;

const TEXT: Parameter = Parameter::Value(Kind::Text);

/// Every function. The order is that of help texts.
pub static FUNCTIONS: &[Function] = &[
    Function {
        name: "lower",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Text),
        doc: "the text in lower case",
        example: "lower(event) = 'linares'",
        about: About::Tags,
        make: Make::Value(|values| with_text(values, |text| Scalar::Text(Cow::Owned(text.to_lowercase())))),
    },
    Function {
        name: "upper",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Text),
        doc: "the text in upper case",
        example: "upper(white) LIKE 'TAL%'",
        about: About::Tags,
        make: Make::Value(|values| with_text(values, |text| Scalar::Text(Cow::Owned(text.to_uppercase())))),
    },
    Function {
        name: "length",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Integer),
        doc: "the number of characters",
        example: "length(eco) > 3",
        about: About::Tags,
        make: Make::Value(|values| with_text(values, |text| Scalar::Integer(text.chars().count() as u64))),
    },
    Function {
        name: "left",
        parameters: &[TEXT, Parameter::Number("number")],
        options: &[],
        gives: Gives::Value(Kind::Text),
        doc: "so many characters of the beginning of the text",
        example: "left(eco, 2) = 'B9'",
        about: About::Tags,
        make: Make::Value(|values| {
            let [Scalar::Text(text), Scalar::Integer(count)] = values else { return None };
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            Some(Scalar::Text(Cow::Owned(text.chars().take(count).collect())))
        }),
    },
    Function {
        name: "number",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the number that the text is, with a sign and three decimals at the most",
        example: "number(WhiteRatingDiff) > 20",
        about: About::Tags,
        make: Make::Compiled(|arguments| Ok(Part::Term(Term::Number(Box::new(arguments.term(0)))))),
    },
    Function {
        name: "plain",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Text),
        doc: "the text in lower-case Latin letters without accents",
        example: "plain(white) LIKE 'hubner%'",
        about: About::Tags,
        make: Make::Value(|values| with_text(values, |text| Scalar::Text(Cow::Owned(spelling::fold(text))))),
    },
    Function {
        name: "sounds_like",
        parameters: &[TEXT, Parameter::Literal("words")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the text has words that sound so",
        example: "sounds_like(white, 'kasparof')",
        about: About::Tags,
        make: Make::Compiled(|arguments| {
            let sounds = Sounds::new(arguments.literal(1));
            let sounds = sounds.ok_or_else(|| Wrong(1, "expected a word, as 'kasparof'".to_owned()))?;
            node(Node::SoundsLike(arguments.term(0), sounds))
        }),
    },
    Function {
        name: "player",
        parameters: &[Parameter::Literal("name")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether one of the players is so called, however the name is spelled",
        example: "player('Tal, Mihail')",
        about: About::Tags,
        make: Make::Compiled(|arguments| node(Node::Player(player(arguments)?))),
    },
    Function {
        name: "opponent_elo",
        parameters: &[Parameter::Literal("name")],
        options: &[],
        gives: Gives::Value(Kind::Integer),
        doc: "the rating of the player who plays against the one so called",
        example: "opponent_elo('Carlsen') >= 2750",
        about: About::Tags,
        make: Make::Compiled(|arguments| Ok(Part::Term(Term::OpponentElo(player(arguments)?)))),
    },
    Function {
        name: "has",
        parameters: &[Parameter::Word(|| words(mark::WORDS))],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the game has such, also in its variations; comments are words, besides what programs put into them",
        example: "has('clocks') AND NOT has('evals')",
        about: About::Game,
        make: Make::Compiled(|arguments| node(Node::Has(word(arguments, mark::WORDS)?))),
    },
    Function {
        name: "has_tag",
        parameters: &[Parameter::Literal("name")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the game has a tag of this name, whatever its value",
        example: "NOT has_tag('SetUp')",
        about: About::Tags,
        make: Make::Compiled(|arguments| {
            let name = arguments.literal(0);
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            match name.bytes().all(is_name) && !name.is_empty() {
                true => node(Node::HasTag(name.into())),
                false => Err(Wrong(0, "expected the name of a tag, as 'SetUp'".to_owned())),
            }
        }),
    },
    Function {
        name: "ends_in",
        parameters: &[Parameter::Word(|| words(ending::WORDS))],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the last position of the main line is such; repetition is the third one, fifty are moves of each side",
        example: "ends_in('mate') AND plies < 50",
        about: About::Game,
        make: Make::Compiled(|arguments| node(Node::EndsIn(word::<Ending>(arguments, ending::WORDS)?))),
    },
    Function {
        name: "reaches",
        parameters: &[Parameter::Literal("FEN or moves")],
        options: &[VARIATIONS],
        gives: Gives::Truth,
        doc: "whether the position comes in the main line, by whatever moves; side to move and rights count",
        example: "reaches('d4 Nf6 c4 e6 Nc3 Bb4')",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let reaches = Reaches::new(arguments.literal(0)).map_err(|message| Wrong(0, message))?;
            arguments.search(Goal::Reaches(reaches))
        }),
    },
    Function {
        name: "moves",
        parameters: &[Parameter::Literal("moves")],
        options: &[("any_order", OptionKind::Flag)],
        gives: Gives::Truth,
        doc: "whether the game begins with these moves; * is any move, e4|d4 one of both, !e4 another one",
        example: "moves('e4 c5 * Nc6 Bb5')",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let moves = Moves::new(arguments.literal(0), arguments.flag("any_order"));
            arguments.search(Goal::Moves(moves.map_err(|message| Wrong(0, message))?))
        }),
    },
    Function {
        name: "follows",
        parameters: &[Parameter::File, ONE_SIDE],
        options: &[],
        gives: Gives::Truth,
        doc: "whether each move, of one side or of both, is one that the games of a file have in its position, where they have that; at least one must be",
        example: "follows('repertoire.pgn', white)",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let side = if arguments.terms.len() > 1 { Some(word_at(arguments, 1, SIDES)?) } else { None };
            let follows = Follows::new(&arguments.file, side);
            let file = arguments.literal(0);
            let follows = follows.map_err(|message| Wrong(0, format!("{file}: {message}")))?;
            arguments.search(Goal::Follows(follows))
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
            VARIATIONS,
        ],
        gives: Gives::Truth,
        doc: "whether such a board comes in the main line; ? is any square, ! any piece, A a white one, a a black one, * any squares, [Qr] one of these, [^Qr] none of these; turned by quarter turns, shifted elsewhere",
        example: "pattern('*/*/*/*/*/*/?????PPP/*RK?')",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let pattern = Pattern::new(arguments.literal(0), arguments.symmetry());
            arguments.search(Goal::Pattern(pattern.map_err(|message| Wrong(0, message))?))
        }),
    },
    Function {
        name: "material",
        parameters: &[Parameter::Literal("pieces of White and of Black")],
        options: &[("stable", OptionKind::Number(0)), EITHER_COLOR, VARIATIONS],
        gives: Gives::Truth,
        doc: "whether there is such material for so many half-moves; L is a bishop or knight, and after a letter come * + 2 2+ 2- or, beside the other side, = # > < 2> 2< >= <=",
        example: "material('RP* BP*', stable => 4)",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let stable = u32::try_from(arguments.option("stable")).unwrap_or(u32::MAX);
            let material = Material::new(arguments.literal(0), stable, arguments.flag("either_color"));
            arguments.search(Goal::Material(material.map_err(|message| Wrong(0, message))?))
        }),
    },
    Function {
        name: "line",
        parameters: &[Parameter::Literal("moves")],
        options: &[VARIATIONS],
        gives: Gives::Truth,
        doc: "whether these moves come one after the other; * is any move, .. any number of moves, Ng5|Qh5 one of both, !e4 another one, and N, x, +, #, e8=N, = are parts of moves",
        example: "line('Bxh7+ Kxh7 Ng5+ .. Qh5 .. #')",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let line = Line::new(arguments.literal(0)).map_err(|message| Wrong(0, message))?;
            arguments.search(Goal::Line(line))
        }),
    },
    Function {
        name: "position",
        parameters: &[Parameter::Condition],
        options: &[("stable", OptionKind::Number(0)), EITHER_COLOR, VARIATIONS],
        gives: Gives::Truth,
        doc: "whether there is a position, and the move before it, of which all this is true, for so many half-moves",
        example: "position(is_mate AND piece = 'N')",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let stable = u32::try_from(arguments.option("stable")).unwrap_or(u32::MAX);
            let either_color = arguments.flag("either_color");
            let Some(condition) = arguments.conditions.pop() else {
                return Err(Wrong(0, "expected a condition on positions".to_owned()));
            };
            arguments.search(Goal::Somewhere(Box::new(Somewhere { condition, stable, either_color })))
        }),
    },
    Function {
        name: "final",
        parameters: &[Parameter::Condition],
        options: &[EITHER_COLOR],
        gives: Gives::Truth,
        doc: "whether all this is true of the last position of the main line, and the move before it",
        example: "final(points(black) - points(white) > 1 AND NOT is_check)",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let either_color = arguments.flag("either_color");
            let Some(condition) = arguments.conditions.pop() else {
                return Err(Wrong(0, "expected a condition on positions".to_owned()));
            };
            arguments.search(Goal::Final(Box::new(Last { condition, either_color })))
        }),
    },
    Function {
        name: "sequence",
        parameters: &[Parameter::Condition, Parameter::Conditions],
        options: &[EITHER_COLOR, VARIATIONS],
        gives: Gives::Truth,
        doc: "whether there are positions, each later than the one before, of which these are true",
        example: "sequence(castling = 'O-O', castling = 'O-O-O', is_mate)",
        about: About::Game,
        make: Make::Compiled(|arguments| series(arguments, false)),
    },
    Function {
        name: "streak",
        parameters: &[Parameter::Condition, Parameter::Conditions],
        options: &[EITHER_COLOR, VARIATIONS],
        gives: Gives::Truth,
        doc: "whether there are positions, each the next after the one before, of which these are true",
        example: "streak(sacrifice >= 5, piece = 'K', is_check)",
        about: About::Game,
        make: Make::Compiled(|arguments| series(arguments, true)),
    },
    Function {
        name: "count",
        parameters: &[Parameter::Condition],
        options: &[],
        gives: Gives::Value(Kind::Integer),
        doc: "the number of positions of the main line of which this is true",
        example: "count(is_check AND mover = 'white') >= 10",
        about: About::Game,
        make: Make::Compiled(|arguments| count(How::Number, None, arguments.conditions.pop())),
    },
    Function {
        name: "min",
        parameters: &[Parameter::Measure, Parameter::OptionalCondition],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the least value in the main line, or at the positions of which a condition is true",
        example: "min(clock, mover = 'black') < 10",
        about: About::Game,
        make: Make::Compiled(|arguments| measured(How::Least, arguments)),
    },
    Function {
        name: "max",
        parameters: &[Parameter::Measure, Parameter::OptionalCondition],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the greatest value, likewise",
        example: "max(eval) > 3 AND result = '0-1'",
        about: About::Game,
        make: Make::Compiled(|arguments| measured(How::Greatest, arguments)),
    },
    Function {
        name: "sum",
        parameters: &[Parameter::Measure, Parameter::OptionalCondition],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the sum of the values",
        example: "sum(move_time, mover = 'white') > 3600",
        about: About::Game,
        make: Make::Compiled(|arguments| measured(How::Sum, arguments)),
    },
    Function {
        name: "avg",
        parameters: &[Parameter::Measure, Parameter::OptionalCondition],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the average of the values",
        example: "avg(legal_moves) > 40",
        about: About::Game,
        make: Make::Compiled(|arguments| measured(How::Average, arguments)),
    },
    Function {
        name: "last",
        parameters: &[Parameter::Measure, Parameter::OptionalCondition],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the value in the last position of the main line where it is known, or at the last of which a condition is true",
        example: "last(clock, mover = 'black') < 10",
        about: About::Game,
        make: Make::Compiled(|arguments| measured(How::Last, arguments)),
    },
    Function {
        name: "min_clock",
        parameters: &[SIDE],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the least number of seconds on the clock of a side",
        example: "min_clock(white) < 5 AND result = '1-0'",
        about: About::Game,
        make: Make::Compiled(|arguments| {
            let side = match word(arguments, SIDES)? {
                pgnkit::chess::Color::White => "white",
                pgnkit::chess::Color::Black => "black",
            };
            let mover = equal(facts::MOVER, Scalar::Text(Cow::Borrowed(side)));
            count(How::Least, of(facts::CLOCK, Need::Annotations), Some(mover))
        }),
    },
    Function {
        name: "time_used",
        parameters: &[Parameter::Number("half-move")],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the number of seconds used for that half-move, counted from 1",
        example: "time_used(20) > 600",
        about: About::Game,
        make: Make::Compiled(|arguments| at_ply(arguments, facts::MOVE_TIME)),
    },
    Function {
        name: "clock_at",
        parameters: &[Parameter::Number("half-move")],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the number of seconds on the clock after that half-move",
        example: "clock_at(40) < 60",
        about: About::Game,
        make: Make::Compiled(|arguments| at_ply(arguments, facts::CLOCK)),
    },
    Function {
        name: "eval_at",
        parameters: &[Parameter::Number("half-move")],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the evaluation after that half-move, in pawns, positive where White is better; a mate is 1000",
        example: "eval_at(40) BETWEEN -0.3 AND 0.3",
        about: About::Game,
        make: Make::Compiled(|arguments| at_ply(arguments, facts::EVAL)),
    },
    Function {
        name: "eval_swing",
        parameters: &[],
        options: &[],
        gives: Gives::Value(Kind::Decimal),
        doc: "the greatest difference of an evaluation from the one before, both cut at ten pawns",
        example: "eval_swing() > 5",
        about: About::Game,
        make: Make::Compiled(|_| count(How::Swing, of(facts::EVAL, Need::Annotations), None)),
    },
    Function {
        name: "theme",
        parameters: &[Parameter::Literal("name")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the condition is true that a theme of this name has",
        example: "theme('smothered-mate')",
        about: About::Game,
        make: Make::Theme,
    },
];

fn series(arguments: &mut Arguments, at_once: bool) -> Result<Part, Wrong> {
    let conditions = std::mem::take(&mut arguments.conditions);
    let series = Series::new(conditions, at_once, arguments.flag("either_color"));
    arguments.search(Goal::Series(series.map_err(|message| Wrong(0, message))?))
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a function that may fail")]
fn count(how: How, of: Option<Term>, only: Option<Node>) -> Result<Part, Wrong> {
    Ok(Part::Term(Term::Count(0, Box::new(Count { how, of, only }))))
}

fn measured(how: How, arguments: &mut Arguments) -> Result<Part, Wrong> {
    let of = arguments.term(0);
    count(how, Some(of), arguments.conditions.pop())
}

fn of(fact: Fact, need: Need) -> Option<Term> {
    match fact {
        Fact::Value(value) => Some(Term::Measure(Measure::Fact(value), need)),
        Fact::Is(_) => None,
    }
}

fn equal(fact: Fact, value: Scalar<'static>) -> Node {
    of(fact, Need::Board)
        .map_or(Node::Constant(None), |term| Node::Compare(term, Comparison::Equal, Term::Literal(value)))
}

/// The value of one half-move.
fn at_ply(arguments: &Arguments, fact: Fact) -> Result<Part, Wrong> {
    let ply = equal(facts::PLY, Scalar::Integer(arguments.number(0)));
    count(How::Greatest, of(fact, Need::Annotations), Some(ply))
}

fn player(arguments: &Arguments) -> Result<Player, Wrong> {
    Player::new(arguments.literal(0)).ok_or_else(|| Wrong(0, "expected a name, as 'Tal'".to_owned()))
}

fn with_text<'g>(arguments: &[Scalar<'g>], value: impl Fn(&str) -> Scalar<'g>) -> Option<Scalar<'g>> {
    match arguments {
        [Scalar::Text(text)] => Some(value(text)),
        _ => None,
    }
}
