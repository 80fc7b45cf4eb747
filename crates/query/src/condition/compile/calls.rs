//! Calls of functions, and facts that are written without parentheses.

use sqlparser::ast::{
    Expr, Function as Call, FunctionArg, FunctionArgExpr, FunctionArguments, Ident, Value as Literal,
};

use super::super::ConditionError;
use super::super::error::nearest;
use super::super::files;
use super::super::functions::{
    About, Arguments, FUNCTIONS, Function, OptionKind, POSITIONS, Parameter, Part, Wrong,
};
use super::super::test::{Node, Term};
use super::super::value::Scalar;
use super::expr::{arguments, fact_named, is_value_of_positions, is_word, literal};
use super::terms::{as_text, name_of};
use super::{Compiler, DEEPEST_THEMES, Subject};
use crate::fields::Kind;

impl Compiler<'_> {
    /// The error at the name of a function.
    pub(super) fn wrong_name<T>(
        &self,
        expr: &Expr,
        call: &Call,
        message: String,
    ) -> Result<T, ConditionError> {
        let start = self.span(expr).start;
        let end = self.text.len().min(start + call.name.to_string().len());
        Err(self.error(start..end, message))
    }

    /// The fact of a position that has this name.
    pub(super) fn position_fact(&self, name: &Ident) -> Option<&'static Function> {
        (self.about == Subject::Position).then(|| fact_named(name)).flatten()
    }

    /// The condition that such a fact is.
    pub(super) fn fact(&self, expr: &Expr, name: &Ident) -> Result<Node, ConditionError> {
        match self.position_fact(name).map(|fact| fact.compile(Arguments::default())) {
            Some(Ok(Part::Node(node))) => Ok(node),
            _ => self.wrong(expr, format!("expected a condition, found {expr}")),
        }
    }

    /// The function of a call.
    pub(super) fn function(&self, expr: &Expr, call: &Call) -> Result<&'static Function, ConditionError> {
        let name = call.name.to_string().to_lowercase();
        // Either is taken for what it is asked: a value of the last position, or whether something is true of it.
        let is_value = || arguments(call).next().is_some_and(is_value_of_positions);
        let name = match name.as_str() {
            "final" if is_value() => "last".to_owned(),
            "last" if arguments(call).count() == 1 && !is_value() => "final".to_owned(),
            _ => name,
        };
        let of = |list: &'static [Function]| list.iter().find(|function| function.name == name);
        let found = match self.about {
            Subject::Game => of(FUNCTIONS),
            Subject::Position => of(POSITIONS).or_else(|| of(FUNCTIONS)),
        };
        if let Some(function) = found {
            if self.about == Subject::Position && function.about() == About::Game {
                let message = format!(
                    "expected a condition on positions, found {name}, which asks about the whole game"
                );
                return self.wrong_name(expr, call, message);
            }
            return Ok(function);
        }
        let mut message = format!("expected a function, found {name}");
        let names = FUNCTIONS.iter().chain(POSITIONS).map(|function| function.name);
        if let Some(near) = nearest(&name, names) {
            message.push_str(&format!("; is it {near}?"));
        }
        self.wrong_name(expr, call, message)
    }

    pub(super) fn call(&self, expr: &Expr, call: &Call) -> Result<Part, ConditionError> {
        let function = self.function(expr, call)?;
        let name = function.name;
        let given = match &call.args {
            FunctionArguments::List(list) => list.args.as_slice(),
            _ => &[],
        };
        let is_named = |argument: &&FunctionArg| !matches!(argument, FunctionArg::Unnamed(_));
        let (named, arguments): (Vec<_>, Vec<_>) = given.iter().partition(is_named);
        let (least, most) = function.arity();
        if !(least..=most).contains(&arguments.len()) {
            let wanted = match (least, most) {
                (1, 1) => "1 argument".to_owned(),
                (least, usize::MAX) => format!("{least} arguments at least"),
                (least, most) if least == most => format!("{least} arguments"),
                (least, most) => format!("{least} or {most} arguments"),
            };
            let message = format!("expected {wanted} for {name}, found {}", arguments.len());
            return self.wrong_name(expr, call, message);
        }
        let options = self.options(expr, call, function, &named)?;
        let mut found = Arguments { options, ..Arguments::default() };
        let mut places = Vec::new();
        for (at, argument) in arguments.into_iter().enumerate() {
            let FunctionArg::Unnamed(FunctionArgExpr::Expr(argument)) = argument else {
                return self.wrong_name(expr, call, format!("expected a column, a tag or a value in {name}"));
            };
            let Some(wanted) = function.parameters.get(at).or(function.parameters.last()) else { break };
            self.argument(name, argument, *wanted, &mut found)?;
            places.push(argument);
        }
        if let Some(filter) = &call.filter {
            if !matches!(function.parameters.last(), Some(Parameter::OptionalCondition)) {
                return self.wrong(filter, format!("expected nothing to be filtered in {name}"));
            }
            found.conditions.push(self.of_positions().condition(filter)?);
        }
        if function.is_theme() {
            return self.theme(places.first().copied().unwrap_or(expr));
        }
        function.compile(found).or_else(|Wrong(at, message)| match places.get(at) {
            Some(argument) => self.wrong(argument, message),
            None => self.wrong_name(expr, call, message),
        })
    }

    /// Reads an argument of a function as what is wanted.
    pub(super) fn argument(
        &self,
        name: &str,
        argument: &Expr,
        wanted: Parameter,
        found: &mut Arguments,
    ) -> Result<(), ConditionError> {
        let kind = match wanted {
            Parameter::Value(kind) => kind,
            Parameter::Word(_) | Parameter::OptionalWord(_) if is_word(argument) => {
                found.terms.push(Term::Literal(Scalar::Text(argument.to_string().into())));
                return Ok(());
            }
            Parameter::Literal(_) | Parameter::Word(_) | Parameter::OptionalWord(_) | Parameter::File => {
                if !matches!(literal(argument), Some(Literal::SingleQuotedString(_))) {
                    let message = format!("expected {wanted} in single quotes in {name}, found {argument}");
                    return self.wrong(argument, message);
                }
                Kind::Text
            }
            Parameter::Number(what) => {
                if !matches!(literal(argument), Some(Literal::Number(..))) {
                    let message = format!("expected the number of a {what} in {name}, found {argument}");
                    return self.wrong(argument, message);
                }
                Kind::Integer
            }
            Parameter::Measure => {
                let (term, kind) = self.of_positions().term(argument, Some(Kind::Decimal))?;
                if !matches!(kind, Kind::Integer | Kind::Decimal) {
                    let message = format!("expected a number in {name}, found {}", name_of(kind));
                    return self.wrong(argument, message);
                }
                found.terms.push(term);
                return Ok(());
            }
            Parameter::Condition | Parameter::OptionalCondition | Parameter::Conditions => {
                found.conditions.push(self.of_positions().condition(argument)?);
                return Ok(());
            }
        };
        if let (Parameter::File, Some(Literal::SingleQuotedString(path))) = (wanted, literal(argument)) {
            found.file = self.content(path).or_else(|message| self.wrong(argument, message))?;
        }
        let (term, is) = self.term(argument, Some(kind))?;
        let (term, is) = if kind == Kind::Text { as_text((term, is)) } else { (term, is) };
        if is != kind {
            let message = format!("expected {} in {name}, found {}", name_of(kind), name_of(is));
            return self.wrong(argument, message);
        }
        found.terms.push(term);
        Ok(())
    }

    /// The condition that a theme is.
    pub(super) fn theme(&self, argument: &Expr) -> Result<Part, ConditionError> {
        let Some(Literal::SingleQuotedString(name)) = literal(argument) else {
            return self.wrong(argument, "expected the name of a theme in single quotes");
        };
        let Some(text) = self.themes.condition(name) else {
            let mut message = format!("expected a theme, found {name}");
            if let Some(near) = nearest(name, self.themes.names()) {
                message.push_str(&format!("; is it {near}?"));
            }
            return self.wrong(argument, message);
        };
        if self.within == DEEPEST_THEMES {
            return self
                .wrong(argument, format!("expected themes that do not name each other, found {name}"));
        }
        let (lists, plain) = files::lists(text);
        let inner =
            Compiler { within: self.within + 1, ..Compiler::new(text, self.themes, &lists, self.notes) };
        inner.condition_of_text(&plain).map(Part::Node).or_else(|error| {
            let (line, message) = (error.line(), &error.message);
            self.wrong(argument, format!("theme {name}, line {line}: {message}"))
        })
    }

    /// The values of what a function takes by name.
    pub(super) fn options(
        &self,
        expr: &Expr,
        call: &Call,
        function: &'static Function,
        named: &[&FunctionArg],
    ) -> Result<Vec<(&'static str, u64)>, ConditionError> {
        let of_kind = |kind: &OptionKind| match kind {
            OptionKind::Flag => 0,
            OptionKind::Number(number) => *number,
        };
        let mut options: Vec<_> =
            function.options.iter().map(|(name, kind)| (*name, of_kind(kind))).collect();
        for argument in named {
            let (name, value) = match argument {
                FunctionArg::Named { name, arg: FunctionArgExpr::Expr(value), .. } => {
                    (name.to_string(), value)
                }
                FunctionArg::ExprNamed { name, arg: FunctionArgExpr::Expr(value), .. } => {
                    (name.to_string(), value)
                }
                _ => return self.wrong_name(expr, call, format!("expected a value in {argument}")),
            };
            let known = function.options.iter().position(|(known, _)| known.eq_ignore_ascii_case(&name));
            let Some(at) = known else {
                let names: Vec<&str> = function.options.iter().map(|(name, _)| *name).collect();
                let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
                let message = format!("expected {names} before => in {}, found {name}", function.name);
                return self.wrong_name(expr, call, message);
            };
            let found = match (function.options[at].1, literal(value)) {
                (OptionKind::Flag, Some(Literal::Boolean(is))) => Some(u64::from(*is)),
                (OptionKind::Number(_), Some(Literal::Number(digits, _))) => digits.parse().ok(),
                _ => None,
            };
            let Some(found) = found else {
                let kind =
                    if function.options[at].1 == OptionKind::Flag { "true or false" } else { "a number" };
                return self.wrong(value, format!("expected {kind} after {name} =>, found {value}"));
            };
            options[at].1 = found;
        }
        Ok(options)
    }

    /// The content of a file that the condition names.
    pub(super) fn content(&self, path: &str) -> Result<Vec<u8>, String> {
        if self.themes.read_files() {
            files::read(path)
        } else {
            Err(format!("expected no file: none is read for a condition here, found {path}"))
        }
    }
}
