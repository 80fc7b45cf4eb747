//! Functions about games.

use datafusion::sql::sqlparser::ast::{
    Expr, Function as Call, FunctionArg, FunctionArgExpr, FunctionArgumentList, FunctionArguments, Ident,
    ObjectName, ObjectNamePart, Value,
};
use pgnkit_query::condition::{Expression, FUNCTIONS, Function, Gives, POSITIONS, Reads};

use super::Names;
use crate::error::Failure;
use crate::functions::{CONDITION, NeededColumns, VALUE, needed};

/// Functions of SQL whose names functions about games have, too: these are called `game_count` and so on.
const OF_SQL: [&str; 9] = ["avg", "count", "left", "length", "lower", "max", "min", "sum", "upper"];

/// The name of a function about games in SQL.
#[derive(Clone, Copy, Debug)]
pub struct Name(pub &'static Function);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.0.name;
        if OF_SQL.contains(&name) { write!(f, "game_{name}") } else { f.write_str(name) }
    }
}

impl Name {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        FUNCTIONS.iter().map(Self)
    }
}

/// The function about games that is called so.
fn called(name: &str) -> Option<&'static Function> {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_prefix("game_").unwrap_or(&name);
    if plain == name && OF_SQL.contains(&plain) {
        return None;
    }
    let of_position = POSITIONS.iter().filter(|function| !function.parameters.is_empty());
    FUNCTIONS.iter().chain(of_position).find(|function| function.name == plain)
}

/// The text of a call of a function about games as conditions have it, and the table that it names.
fn text_of(call: &Call) -> Option<(&'static Function, String, Option<&Ident>)> {
    // `a.reaches('e4')` asks about the games of table a.
    let (name, table) = match call.name.0.as_slice() {
        [ObjectNamePart::Identifier(name)] => (name, None),
        [ObjectNamePart::Identifier(table), ObjectNamePart::Identifier(name)] => (name, Some(table)),
        _ => return None,
    };
    let function = called(&name.value).filter(|_| call.over.is_none())?;
    let mut plain = call.clone();
    plain.name = ObjectName::from(vec![Ident::new(function.name)]);
    // Whether there is such a position.
    let text = if is_of_positions(function) { format!("position({plain})") } else { plain.to_string() };
    Some((function, text, table))
}

fn is_of_positions(function: &Function) -> bool {
    !FUNCTIONS.iter().any(|other| other.name == function.name)
}

/// What a call of a function about games reads of a game.
pub(super) fn reads_of(call: &Call) -> Option<Reads> {
    let (_, text, _) = text_of(call)?;
    text.parse::<Expression>().ok().map(|expression| expression.reads())
}

/// A call of a function about games as the engine makes it; `None` for a call of another function.
pub fn of_call(call: &Call, names: &Names) -> Option<Result<Expr, Failure>> {
    let (function, text, table) = text_of(call)?;
    if let (true, Gives::Value(_)) = (is_of_positions(function), function.gives) {
        let message =
            format!("{0} asks about a position: position({1} > 1), game_max({1})", function.name, call);
        return Some(Err(Failure::at(&call.to_string(), message)));
    }
    Some(made(&text, table, names, &call.to_string()))
}

/// What a position says by its name alone: whether there is such a position.
fn fact(name: &Ident) -> Option<&'static Function> {
    let lower = name.value.to_lowercase();
    let is_fact = |function: &&Function| {
        function.name == lower && function.parameters.is_empty() && function.gives == Gives::Truth
    };
    POSITIONS.iter().find(is_fact).filter(|_| name.quote_style.is_none())
}

/// The same as a call.
pub(super) fn of_fact(name: &Ident, names: &Names) -> Option<Result<Expr, Failure>> {
    Some(made(fact(name)?.name, None, names, &name.value))
}

/// What it reads of a game.
pub(super) fn reads_of_fact(name: &Ident) -> Option<Reads> {
    fact(name)?.name.parse::<Expression>().ok().map(|expression| expression.reads())
}

fn made(text: &str, table: Option<&Ident>, names: &Names, written: &str) -> Result<Expr, Failure> {
    let expression: Expression = text.parse().map_err(Failure::Condition)?;
    let columns = match needed(&expression, &|name| names.has(name)) {
        NeededColumns::Columns(columns) => columns,
        NeededColumns::Movetext => {
            let message = "comments, glyphs and variations are read from PGN, or from a column movetext, which no table here has";
            return Err(Failure::at(written, message));
        }
        NeededColumns::Moves => {
            return Err(Failure::at(
                written,
                "functions about games need a column moves, which no table here has",
            ));
        }
    };
    let name = if expression.is_condition() { CONDITION } else { VALUE };
    let text = |text: String| Expr::value(Value::SingleQuotedString(text));
    let column = |name: &String| {
        let name = Ident::with_quote('"', name);
        match table {
            Some(table) => Expr::CompoundIdentifier(vec![table.clone(), name]),
            None => Expr::Identifier(name),
        }
    };
    let first = [text(expression.as_str().to_owned()), text(columns.join(","))];
    let arguments = first.into_iter().chain(columns.iter().map(column));
    let arguments = arguments.map(|argument| FunctionArg::Unnamed(FunctionArgExpr::Expr(argument)));
    let arguments =
        FunctionArgumentList { duplicate_treatment: None, args: arguments.collect(), clauses: Vec::new() };
    Ok(Expr::Function(Call {
        name: ObjectName::from(vec![Ident::new(name)]),
        uses_odbc_syntax: false,
        parameters: FunctionArguments::None,
        args: FunctionArguments::List(arguments),
        filter: None,
        null_treatment: None,
        over: None,
        within_group: Vec::new(),
    }))
}
