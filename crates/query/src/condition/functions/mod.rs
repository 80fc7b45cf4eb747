//! The functions of conditions: two lists, as of columns. A new function is an entry there.

mod games;
mod positions;

use std::borrow::Cow;
use std::fmt;

use pgnkit::chess::Color;

pub use games::FUNCTIONS;
pub use positions::POSITIONS;

use super::moment::{Fact, Look, Measure, Need};
use super::search::{Goal, Search, Symmetry};
use super::test::{Node, Term};
use super::value::Scalar;
use crate::fields::Kind;

/// A function; without parameters it is written without parentheses, as a column.
#[non_exhaustive]
pub struct Function {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Named options after the parameters: `stable => 4`.
    pub options: &'static [(&'static str, OptionKind)],
    /// Its result.
    pub gives: Gives,
    /// Its result in a few words, for help texts.
    pub doc: &'static str,
    /// A condition with it.
    pub example: &'static str,
    about: About,
    make: Make,
}

/// Subject of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// Its arguments and the tags.
    Tags,
    /// The whole game.
    Game,
    /// A position.
    Position,
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Parameter {
    /// A column, a tag, a function or a value.
    Value(Kind),
    /// A text in quotes, which is this.
    Literal(&'static str),
    /// One of some words, in quotes or without.
    Word(fn() -> Vec<&'static str>),
    /// The same, which may be left out.
    OptionalWord(fn() -> Vec<&'static str>),
    /// The name of a file, in quotes.
    File,
    /// A number.
    Number(&'static str),
    /// A number that every position has, such as `eval`.
    Measure,
    /// A condition on positions.
    Condition,
    /// The same, which may be left out.
    OptionalCondition,
    /// Several of them.
    Conditions,
}

/// Type of a named option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// True or false; false where it is not given.
    Flag,
    /// A number; this one where it is not given.
    Number(u64),
}

/// Type of the result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Gives {
    /// A value, to be compared.
    Value(Kind),
    /// True, false or NULL: it is a condition by itself.
    Truth,
}

/// Compilation of a function into a part of a condition.
enum Make {
    /// By its values.
    Value(for<'g> fn(&[Scalar<'g>]) -> Option<Scalar<'g>>),
    /// By what it is given in the text of the condition.
    Compiled(fn(&mut Arguments) -> Result<Part, Wrong>),
    /// As a fact about positions, by its value.
    Fact(&'static pgnkit_facts::Fact, Fact, Need),
    /// As the condition that it names.
    Theme,
}

/// Arguments of a function.
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) terms: Vec<Term>,
    pub(super) conditions: Vec<Node>,
    pub(super) options: Vec<(&'static str, u64)>,
    /// The content of the file that it names.
    pub(super) file: Vec<u8>,
}

/// A part of a condition that a function has become.
pub(super) enum Part {
    Node(Node),
    Term(Term),
}

/// An error in an argument, with the argument's place.
pub(super) struct Wrong(pub(super) usize, pub(super) String);

impl Function {
    /// Its value; the arguments are of its kinds, and none is NULL.
    pub(super) fn call<'g>(&self, arguments: &[Scalar<'g>]) -> Option<Scalar<'g>> {
        match self.make {
            Make::Value(value) => value(arguments),
            _ => None,
        }
    }

    pub(super) fn about(&self) -> About {
        self.about
    }

    pub(super) fn is_theme(&self) -> bool {
        matches!(self.make, Make::Theme)
    }

    /// Number of arguments without a name: at least, and at most.
    pub(super) fn arity(&self) -> (usize, usize) {
        let all = self.parameters.len();
        match self.parameters.last() {
            Some(Parameter::OptionalCondition | Parameter::OptionalWord(_)) => (all - 1, all),
            Some(Parameter::Conditions) => (all, usize::MAX),
            _ => (all, all),
        }
    }

    /// The part of a condition that it is with these arguments.
    pub(super) fn compile(&'static self, mut arguments: Arguments) -> Result<Part, Wrong> {
        match self.make {
            Make::Value(_) => Ok(Part::Term(Term::Call(self, arguments.terms))),
            Make::Compiled(make) => make(&mut arguments),
            Make::Fact(_, Fact::Is(is), need) => node(Node::Look(Look::Is(is), need)),
            Make::Fact(_, Fact::Value(value), need) => {
                Ok(Part::Term(Term::Measure(Measure::Fact(value), need)))
            }
            Make::Theme => Err(Wrong(0, "expected the name of a theme".to_owned())),
        }
    }

    /// The fact that it is, where it is one.
    pub fn fact(&self) -> Option<&'static pgnkit_facts::Fact> {
        match self.make {
            Make::Fact(fact, ..) => Some(fact),
            _ => None,
        }
    }

    /// The type of its result, and the unit where it is a fact with one: `decimal, seconds`.
    pub fn type_and_unit(&self) -> String {
        self.fact().map_or_else(|| self.gives.to_string(), pgnkit_facts::Fact::type_and_unit)
    }

    /// Whether a name in lower case is its own, or another one of its fact.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.fact().is_some_and(|fact| fact.aliases.contains(&name))
    }

    /// Its name and what it takes, as it is written: `player('name')`.
    pub fn signature(&self) -> String {
        let options = self.options.iter().map(|(name, kind)| match kind {
            OptionKind::Flag => format!("{name} => true"),
            OptionKind::Number(number) => format!("{name} => {number}"),
        });
        let parameters: Vec<String> =
            self.parameters.iter().map(Parameter::to_string).chain(options).collect();
        if parameters.is_empty() {
            return self.name.to_owned();
        }
        format!("{}({})", self.name, parameters.join(", "))
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(kind) => kind.fmt(f),
            Self::Literal(what) => write!(f, "'{what}'"),
            Self::Word(words) => {
                let words: Vec<String> = words().iter().map(|word| format!("'{word}'")).collect();
                f.write_str(&words.join("|"))
            }
            Self::OptionalWord(words) => write!(f, "[{}]", Self::Word(*words)),
            Self::File => f.write_str("'file'"),
            Self::Number(what) => f.write_str(what),
            Self::Measure => f.write_str("number of positions"),
            Self::Condition => f.write_str("condition"),
            Self::OptionalCondition => f.write_str("[condition]"),
            Self::Conditions => f.write_str("condition, …"),
        }
    }
}

impl fmt::Display for Gives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(kind) => kind.fmt(f),
            Self::Truth => f.write_str("condition"),
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a function that may fail")]
fn node(node: Node) -> Result<Part, Wrong> {
    Ok(Part::Node(node))
}

fn words<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(word, _)| *word).collect()
}

impl Arguments {
    /// The text of an argument that is a literal (checked by the compiler).
    fn literal(&self, at: usize) -> &str {
        match self.terms.get(at) {
            Some(Term::Literal(Scalar::Text(text))) => text,
            _ => "",
        }
    }

    fn term(&mut self, at: usize) -> Term {
        let nothing = Term::Literal(Scalar::Text(Cow::Borrowed("")));
        match self.terms.get_mut(at) {
            Some(term) => std::mem::replace(term, nothing),
            None => nothing,
        }
    }

    /// The value of a named option.
    fn option(&self, name: &str) -> u64 {
        self.options.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value)
    }

    fn flag(&self, name: &str) -> bool {
        self.option(name) != 0
    }

    /// The number that a literal is.
    fn number(&self, at: usize) -> u64 {
        match self.terms.get(at) {
            Some(Term::Literal(Scalar::Integer(number))) => *number,
            _ => 0,
        }
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry {
            either_color: self.flag("either_color"),
            mirrored: self.flag("mirrored"),
            turned: self.flag("turned"),
            shifted: self.flag("shifted"),
        }
    }

    /// Something that is looked for, in variations as well where that is asked for.
    fn search(&self, goal: Goal) -> Result<Part, Wrong> {
        node(Node::Search(0, Search { in_variations: self.flag("variations"), ..Search::from(goal) }))
    }
}

/// The sides.
const SIDES: &[(&str, Color)] = &[("white", Color::White), ("black", Color::Black)];

const ONE_SIDE: Parameter = Parameter::OptionalWord(|| words(SIDES));
const SIDE: Parameter = Parameter::Word(|| words(SIDES));

/// An option for what may be on the board in either colour.
const EITHER_COLOR: (&str, OptionKind) = ("either_color", OptionKind::Flag);
const VARIATIONS: (&str, OptionKind) = ("variations", OptionKind::Flag);

/// The meaning of a word that is given first.
fn word<T: Copy>(arguments: &Arguments, words: &[(&'static str, T)]) -> Result<T, Wrong> {
    word_at(arguments, 0, words)
}

fn word_at<T: Copy>(arguments: &Arguments, at: usize, words: &[(&'static str, T)]) -> Result<T, Wrong> {
    let written = arguments.literal(at);
    let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(written));
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let mut message = format!("expected one of {}, found {written}", names.join(", "));
        if let Some(near) = super::nearest(written, names.into_iter()) {
            message.push_str(&format!("; is it {near}?"));
        }
        Wrong(at, message)
    })
}
