//! The nodes of a condition, and their values as far as a game has been read.

use std::cmp::Ordering;
use std::sync::Arc;

use pgnkit::chess::Position;

use super::arithmetic::{Operator, reckon};
use super::ending::Ending;
use super::files::Many;
use super::functions::Function;
use super::like::Pattern;
use super::mark::Mark;
use super::moment::{Look, Measure, Moment, Need};
use super::player::Player;
use super::regex::Regex;
use super::search::{Count, Goal, Search};
use super::sounds::Sounds;
use super::tester::GameState;
use super::truth::Truth;
use super::value::Scalar;
use crate::fields::{Field, GameValues};

/// A part of a condition that is true, false or neither.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// All of them, the cheapest first.
    All(Vec<Self>),
    /// One of them, the cheapest first.
    Any(Vec<Self>),
    Not(Box<Self>),
    Compare(Term, Comparison, Term),
    Like(Term, Pattern),
    Matches(Term, Regex),
    IsNull(Term),
    Constant(Option<bool>),
    /// It is one of many.
    OneOf(Term, Arc<Many>),
    /// There is a tag of this name.
    HasTag(Box<str>),
    /// One of the players is so called.
    Player(Player),
    SoundsLike(Term, Sounds),
    Has(Mark),
    EndsIn(Ending),
    /// Something comes in a line of the game; its number among all that are looked for.
    Search(usize, Search),
    /// Something is so in a position.
    Look(Look, Need),
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Less,
    LessOrEqual,
}

/// A part of a condition that has a value.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Field(Field),
    Literal(Scalar<'static>),
    Call(&'static Function, Vec<Self>),
    /// The rating of the opponent of a player.
    OpponentElo(Player),
    /// A value of a position.
    Measure(Measure, Need),
    /// Values of positions put together; its number among all that are looked for.
    Count(usize, Box<Count>),
    /// Two numbers, reckoned with.
    Reckoned(Operator, Box<[Self; 2]>),
    /// The number that a text is.
    Number(Box<Self>),
    /// A value as text.
    Text(Box<Self>),
}

/// Facts about a game, as far as it has been read.
pub(super) struct Facts<'f> {
    pub(super) values: &'f dyn GameValues,
    pub(super) game: &'f GameState,
    pub(super) stage: Stage,
    /// The position, where it is one that is asked about.
    pub(super) moment: Option<&'f Moment<'f>>,
}

impl<'f> Facts<'f> {
    /// Facts about a game, as far as it has been read.
    pub(super) fn new(values: &'f dyn GameValues, game: &'f GameState, stage: Stage) -> Self {
        Self { values, game, stage, moment: None }
    }

    /// Facts about one of its positions.
    pub(super) fn at<'m>(&self, moment: &'m Moment<'m>) -> Facts<'m>
    where
        'f: 'm,
    {
        Facts { values: self.values, game: self.game, stage: self.stage, moment: Some(moment) }
    }
}

/// Amount of a game that has been read, in increasing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// To the end of its tags, or somewhere among its moves.
    Tags,
    /// To its end.
    End,
    /// And it is in memory.
    Game,
}

/// The value of a term, where it is known.
pub(super) enum TermValue<'g> {
    Value(Scalar<'g>),
    Null,
    Later,
}

impl<'g> From<Option<Scalar<'g>>> for TermValue<'g> {
    fn from(value: Option<Scalar<'g>>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<'g> TermValue<'g> {
    fn and_then(self, value: impl FnOnce(Scalar<'g>) -> Option<Scalar<'g>>) -> Self {
        match self {
            Self::Value(known) => value(known).into(),
            other => other,
        }
    }
}

impl Node {
    /// Adds the positions that the main line of every game has of which it is true.
    pub(super) fn needed_positions(&self, positions: &mut Vec<Position>) {
        match self {
            Self::All(parts) => parts.iter().for_each(|part| part.needed_positions(positions)),
            Self::Search(_, Search { goal: Goal::Reaches(reaches), in_variations: false, .. }) => {
                positions.push(reaches.position());
            }
            _ => {}
        }
    }

    pub(super) fn test(&self, facts: &Facts<'_>) -> Truth {
        match self {
            Self::All(parts) => Truth::all(parts.iter().map(|part| part.test(facts))),
            Self::Any(parts) => Truth::any(parts.iter().map(|part| part.test(facts))),
            Self::Not(part) => !part.test(facts),
            Self::Compare(left, comparison, right) => {
                if let Some((left, right)) = left.count(facts).zip(right.count(facts)) {
                    return Truth::of(Some(comparison.holds(left.cmp(&right))));
                }
                match (left.value(facts), right.value(facts)) {
                    (TermValue::Value(left), TermValue::Value(right)) => {
                        Truth::of(left.compare(*comparison, &right))
                    }
                    (TermValue::Null, _) | (_, TermValue::Null) => Truth::NULL,
                    _ => Truth::LATER,
                }
            }
            Self::Like(term, pattern) => term.test_text(facts, |text| pattern.matches(text)),
            Self::Matches(term, regex) => term.test_text(facts, |text| regex.is_in(text)),
            Self::SoundsLike(term, sounds) => term.test_text(facts, |text| sounds.are_in(text)),
            Self::IsNull(term) => match term.value(facts) {
                TermValue::Value(_) => Truth::FALSE,
                TermValue::Null => Truth::TRUE,
                TermValue::Later => Truth::LATER,
            },
            Self::Constant(value) => Truth::of(*value),
            Self::OneOf(term, many) => match term.value(facts) {
                TermValue::Value(value) => many.has(&value),
                TermValue::Null => Truth::NULL,
                TermValue::Later => Truth::LATER,
            },
            Self::HasTag(name) => Truth::of(Some(facts.values.tag_value(name).is_some())),
            Self::Player(player) => Truth::of(player.plays(facts)),
            Self::Has(mark) => facts.game.has(*mark, facts.stage),
            Self::EndsIn(ending) => facts.game.ends_in(*ending, facts.stage),
            Self::Search(at, search) => facts.game.found(*at, search, facts.stage),
            Self::Look(look, _) => Truth::of(facts.moment.and_then(|moment| look.test(moment))),
        }
    }

    /// Whether it asks about the move that led to a position, or what is said of it.
    pub(super) fn is_about_moves(&self) -> bool {
        let is = |need: Need| matches!(need, Need::Move | Need::Annotations);
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::is_about_moves),
            Self::Not(part) => part.is_about_moves(),
            Self::Compare(left, _, right) => left.is_about_moves() || right.is_about_moves(),
            Self::Like(term, _)
            | Self::Matches(term, _)
            | Self::SoundsLike(term, _)
            | Self::IsNull(term)
            | Self::OneOf(term, _) => term.is_about_moves(),
            Self::Look(_, need) => is(*need),
            Self::Constant(_)
            | Self::HasTag(_)
            | Self::Player(_)
            | Self::Has(_)
            | Self::EndsIn(_)
            | Self::Search(..) => false,
        }
    }

    /// Approximate cost of a test: comparing tags is cheap, then patterns, reading moves, writing them.
    pub(super) fn cost(&self) -> u32 {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::cost).sum(),
            Self::Not(part) => part.cost(),
            Self::Compare(left, _, right) => left.cost() + right.cost(),
            Self::Like(term, _) => 2 + term.cost(),
            Self::Matches(term, _) => 4 + term.cost(),
            Self::SoundsLike(term, _) => 20 + term.cost(),
            Self::IsNull(term) => term.cost(),
            Self::Constant(_) => 0,
            Self::OneOf(term, _) => 2 + term.cost(),
            Self::HasTag(_) => 1,
            Self::Player(_) => 20,
            Self::Has(_) | Self::EndsIn(_) | Self::Search(..) => 100,
            Self::Look(look, _) => look.cost(),
        }
    }
}

impl Comparison {
    pub(super) fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
        }
    }
}

impl Term {
    /// A number, and how many there are of something in a position: what is compared at every move, and without a value around it.
    fn count(&self, facts: &Facts<'_>) -> Option<u64> {
        match self {
            Self::Literal(Scalar::Integer(number)) => Some(*number),
            Self::Measure(measure, _) => measure.count(facts.moment?),
            _ => None,
        }
    }

    pub(super) fn value<'g>(&'g self, facts: &Facts<'g>) -> TermValue<'g> {
        match self {
            Self::Field(field) if stage_of(field) > facts.stage => TermValue::Later,
            Self::Field(field) => Scalar::of(field, facts.values).into(),
            Self::Literal(value) => TermValue::Value(value.lent()),
            Self::Call(function, arguments) => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    match argument.value(facts) {
                        TermValue::Value(value) => values.push(value),
                        other => return other,
                    }
                }
                function.call(&values).into()
            }
            Self::OpponentElo(player) => player.opponent_elo(facts).into(),
            Self::Measure(measure, _) => facts.moment.and_then(|moment| measure.value(moment)).into(),
            Self::Count(at, count) => facts.game.counted(*at, count, facts.stage),
            Self::Reckoned(operator, terms) => match [&terms[0], &terms[1]].map(|term| term.value(facts)) {
                [TermValue::Value(left), TermValue::Value(right)] => reckon(*operator, &left, &right).into(),
                [TermValue::Null, _] | [_, TermValue::Null] => TermValue::Null,
                _ => TermValue::Later,
            },
            Self::Number(term) => term.value(facts).and_then(|value| value.number()),
            Self::Text(term) => term.value(facts).and_then(|value| Some(value.into_text())),
        }
    }

    fn is_about_moves(&self) -> bool {
        match self {
            Self::Measure(_, need) => matches!(need, Need::Move | Need::Annotations),
            Self::Call(_, arguments) => arguments.iter().any(Self::is_about_moves),
            Self::Reckoned(_, terms) => terms.iter().any(Self::is_about_moves),
            Self::Number(term) | Self::Text(term) => term.is_about_moves(),
            Self::Field(_) | Self::Literal(_) | Self::OpponentElo(_) | Self::Count(..) => false,
        }
    }

    fn test_text(&self, facts: &Facts<'_>, test: impl Fn(&str) -> bool) -> Truth {
        match self.value(facts) {
            TermValue::Value(Scalar::Text(text)) => Truth::of(Some(test(&text))),
            TermValue::Later => Truth::LATER,
            _ => Truth::NULL,
        }
    }

    fn cost(&self) -> u32 {
        match self {
            Self::Field(field) => match stage_of(field) {
                Stage::Tags => 1,
                Stage::End => 100,
                Stage::Game => 1000,
            },
            Self::Literal(_) => 0,
            Self::Call(_, arguments) => 1 + arguments.iter().map(Self::cost).sum::<u32>(),
            Self::OpponentElo(_) => 20,
            Self::Measure(measure, _) => measure.cost(),
            Self::Count(..) => 100,
            Self::Reckoned(_, terms) => 1 + terms.iter().map(Self::cost).sum::<u32>(),
            Self::Number(term) | Self::Text(term) => 1 + term.cost(),
        }
    }
}

/// Amount of a game that must have been read before a field is known.
pub(super) fn stage_of(field: &Field) -> Stage {
    use crate::fields::Extent;
    match field {
        Field::Tag(_) => Stage::Tags,
        Field::Column(column) => match column.reads {
            Extent::Place | Extent::Tags(_) | Extent::Start => Stage::Tags,
            Extent::Result | Extent::Marker | Extent::Moves => Stage::End,
            _ => Stage::Game,
        },
        Field::Expression(_) => Stage::Game,
    }
}
