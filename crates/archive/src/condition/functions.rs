//! The functions of conditions: one list, as of columns. A new function is an entry there.

use std::borrow::Cow;
use std::fmt;

use super::ending::{self, Ending};
use super::mark;
use super::player::Player;
use super::search::{Material, Moves, Pattern, Reaches, Search};
use super::sounds::Sounds;
use super::test::{Node, Term};
use super::value::Known;
use crate::columns::Kind;
use crate::spelling;

/// A function.
#[non_exhaustive]
pub struct Function {
    /// Its name, in lower case.
    pub name: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// What it takes by name, after that: `stable => 4`.
    pub options: &'static [(&'static str, OptionKind)],
    /// What it gives.
    pub gives: Gives,
    /// What it gives, in a few words for help texts.
    pub doc: &'static str,
    /// A condition with it.
    pub example: &'static str,
    make: Make,
}

/// What a function takes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Parameter {
    /// A column, a tag, a function or a value.
    Value(Kind),
    /// A text in quotes, which is this.
    Literal(&'static str),
    /// One of some words, in quotes.
    Word(fn() -> Vec<&'static str>),
}

/// What is given to a function by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// True or false; false where it is not given.
    Flag,
    /// A number; this one where it is not given.
    Number(u64),
}

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Gives {
    /// A value, to be compared.
    Value(Kind),
    /// True, false or NULL: it is a condition by itself.
    Truth,
}

/// How a function becomes a part of a condition.
enum Make {
    /// By its values.
    Value(for<'g> fn(&[Known<'g>]) -> Option<Known<'g>>),
    /// By what it is given in the text of the condition.
    Compiled(fn(&mut Arguments) -> Result<Part, Wrong>),
}

/// What a function is given.
pub(super) struct Arguments {
    pub(super) terms: Vec<Term>,
    pub(super) options: Vec<(&'static str, u64)>,
}

/// A part of a condition that a function has become.
pub(super) enum Part {
    Node(Node),
    Term(Term),
}

/// What is wrong with an argument, by its place.
pub(super) struct Wrong(pub(super) usize, pub(super) String);

impl Function {
    /// Its value; the arguments are of its kinds, and none is NULL.
    pub(super) fn call<'g>(&self, arguments: &[Known<'g>]) -> Option<Known<'g>> {
        match self.make {
            Make::Value(value) => value(arguments),
            Make::Compiled(_) => None,
        }
    }

    /// The part of a condition that it is with these arguments.
    pub(super) fn compile(&'static self, mut arguments: Arguments) -> Result<Part, Wrong> {
        match self.make {
            Make::Value(_) => Ok(Part::Term(Term::Call(self, arguments.terms))),
            Make::Compiled(make) => make(&mut arguments),
        }
    }

    /// Its name and what it takes, as it is written: `player('name')`.
    pub fn signature(&self) -> String {
        let options = self.options.iter().map(|(name, kind)| match kind {
            OptionKind::Flag => format!("{name} => true"),
            OptionKind::Number(number) => format!("{name} => {number}"),
        });
        let parameters: Vec<String> =
            self.parameters.iter().map(Parameter::to_string).chain(options).collect();
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
        make: Make::Value(|values| with_text(values, |text| Known::Text(Cow::Owned(text.to_lowercase())))),
    },
    Function {
        name: "upper",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Text),
        doc: "the text in upper case",
        example: "upper(white) LIKE 'TAL%'",
        make: Make::Value(|values| with_text(values, |text| Known::Text(Cow::Owned(text.to_uppercase())))),
    },
    Function {
        name: "length",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Integer),
        doc: "the number of characters",
        example: "length(eco) > 3",
        make: Make::Value(|values| with_text(values, |text| Known::Integer(text.chars().count() as u64))),
    },
    Function {
        name: "plain",
        parameters: &[TEXT],
        options: &[],
        gives: Gives::Value(Kind::Text),
        doc: "the text in lower-case Latin letters without accents",
        example: "plain(white) LIKE 'hubner%'",
        make: Make::Value(|values| with_text(values, |text| Known::Text(Cow::Owned(spelling::fold(text))))),
    },
    Function {
        name: "sounds_like",
        parameters: &[TEXT, Parameter::Literal("words")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the text has words that sound so",
        example: "sounds_like(white, 'kasparof')",
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
        make: Make::Compiled(|arguments| node(Node::Player(player(arguments)?))),
    },
    Function {
        name: "opponent_elo",
        parameters: &[Parameter::Literal("name")],
        options: &[],
        gives: Gives::Value(Kind::Integer),
        doc: "the rating of the player who plays against the one so called",
        example: "opponent_elo('Carlsen') >= 2750",
        make: Make::Compiled(|arguments| Ok(Part::Term(Term::OpponentElo(player(arguments)?)))),
    },
    Function {
        name: "has",
        parameters: &[Parameter::Word(|| words(mark::WORDS))],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the game has such, also in its variations",
        example: "has('clocks') AND NOT has('evals')",
        make: Make::Compiled(|arguments| node(Node::Has(word(arguments, mark::WORDS)?))),
    },
    Function {
        name: "ends_in",
        parameters: &[Parameter::Word(|| words(ending::WORDS))],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the last position of the main line is such; repetition is the third one, fifty are moves of each side",
        example: "ends_in('mate') AND plies < 50",
        make: Make::Compiled(|arguments| node(Node::EndsIn(word::<Ending>(arguments, ending::WORDS)?))),
    },
    Function {
        name: "reaches",
        parameters: &[Parameter::Literal("FEN or moves")],
        options: &[],
        gives: Gives::Truth,
        doc: "whether the position comes in the main line, by whatever moves; side to move and rights count",
        example: "reaches('d4 Nf6 c4 e6 Nc3 Bb4')",
        make: Make::Compiled(|arguments| {
            let reaches = Reaches::new(arguments.literal(0)).map_err(|message| Wrong(0, message))?;
            node(Node::Search(0, Search::Reaches(reaches)))
        }),
    },
    Function {
        name: "moves",
        parameters: &[Parameter::Literal("moves")],
        options: &[("any_order", OptionKind::Flag)],
        gives: Gives::Truth,
        doc: "whether the game begins with these moves; * is any move, e4|d4 one of both, !e4 another one",
        example: "moves('e4 c5 * Nc6 Bb5')",
        make: Make::Compiled(|arguments| {
            let moves = Moves::new(arguments.literal(0), arguments.flag("any_order"));
            node(Node::Search(0, Search::Moves(moves.map_err(|message| Wrong(0, message))?)))
        }),
    },
    Function {
        name: "pattern",
        parameters: &[Parameter::Literal("FEN pattern")],
        options: &[("either_color", OptionKind::Flag), ("mirrored", OptionKind::Flag)],
        gives: Gives::Truth,
        doc: "whether such a board comes in the main line; ? is any square, ! any piece, A a white one, a a black one, * any squares, [Qr] one of these, [^Qr] none of these",
        example: "pattern('*/*/*/*/*/*/?????PPP/*RK?')",
        make: Make::Compiled(|arguments| {
            let (either, mirrored) = (arguments.flag("either_color"), arguments.flag("mirrored"));
            let pattern = Pattern::new(arguments.literal(0), either, mirrored);
            node(Node::Search(0, Search::Pattern(pattern.map_err(|message| Wrong(0, message))?)))
        }),
    },
    Function {
        name: "material",
        parameters: &[Parameter::Literal("pieces of White and of Black")],
        options: &[("stable", OptionKind::Number(2)), ("either_color", OptionKind::Flag)],
        gives: Gives::Truth,
        doc: "whether there is such material for so many half-moves; L is a bishop or knight, and after a letter come * + 2 2+ 2- or, beside the other side, = # > < 2> 2< >= <=",
        example: "material('RP* BP*', stable => 4)",
        make: Make::Compiled(|arguments| {
            let stable = u32::try_from(arguments.option("stable")).unwrap_or(u32::MAX);
            let material = Material::new(arguments.literal(0), stable, arguments.flag("either_color"));
            node(Node::Search(0, Search::Material(material.map_err(|message| Wrong(0, message))?)))
        }),
    },
];

#[expect(clippy::unnecessary_wraps, reason = "it ends a function that may fail")]
fn node(node: Node) -> Result<Part, Wrong> {
    Ok(Part::Node(node))
}

fn words<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(word, _)| *word).collect()
}

impl Arguments {
    /// The text of an argument that is a literal, as the compiler has seen to.
    fn literal(&self, at: usize) -> &str {
        match self.terms.get(at) {
            Some(Term::Literal(Known::Text(text))) => text,
            _ => "",
        }
    }

    fn term(&mut self, at: usize) -> Term {
        let nothing = Term::Literal(Known::Text(Cow::Borrowed("")));
        match self.terms.get_mut(at) {
            Some(term) => std::mem::replace(term, nothing),
            None => nothing,
        }
    }

    /// What is given by name.
    fn option(&self, name: &str) -> u64 {
        self.options.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value)
    }

    fn flag(&self, name: &str) -> bool {
        self.option(name) != 0
    }
}

fn player(arguments: &Arguments) -> Result<Player, Wrong> {
    Player::new(arguments.literal(0)).ok_or_else(|| Wrong(0, "expected a name, as 'Tal'".to_owned()))
}

fn word<T: Copy>(arguments: &Arguments, words: &[(&'static str, T)]) -> Result<T, Wrong> {
    let written = arguments.literal(0);
    let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(written));
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let mut message = format!("expected one of {}, found {written}", names.join(", "));
        if let Some(near) = super::nearest(written, names.into_iter()) {
            message.push_str(&format!("; is it {near}?"));
        }
        Wrong(0, message)
    })
}

fn with_text<'g>(arguments: &[Known<'g>], value: impl Fn(&str) -> Known<'g>) -> Option<Known<'g>> {
    match arguments {
        [Known::Text(text)] => Some(value(text)),
        _ => None,
    }
}
