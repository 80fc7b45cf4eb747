//! From the text of a condition to what is tested.

use std::borrow::Cow;
use std::ops::Range;

use sqlparser::ast::{
    BinaryOperator, Expr, Function as Call, FunctionArg, FunctionArgExpr, FunctionArguments, Spanned as _,
    UnaryOperator, Value as Literal,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Location, Token, Tokenizer};

use super::ConditionError;
use super::error::nearest;
use super::functions::{Arguments, FUNCTIONS, Function, Gives, OptionKind, Parameter, Part, Wrong};
use super::like::Pattern;
use super::regex::Regex;
use super::test::{Comparison, Node, Term};
use super::value::{Known, days};
use crate::columns::{COLUMNS, Field, Kind, Round, by_name};

/// Longer conditions are refused, so that nothing is nested deeper than the stack goes.
const LONGEST: usize = 16 << 10;

/// Compiles a condition.
pub(super) fn compile(text: &str) -> Result<Node, ConditionError> {
    Compiler { text }.condition_of_text()
}

/// Compiles a call of a function that gives a value; none where the text is something else.
pub(super) fn value(text: &str) -> Result<Option<(Term, Kind)>, ConditionError> {
    let compiler = Compiler { text };
    let expr = compiler.expr()?;
    match &expr {
        Expr::Function(call) if matches!(compiler.function(&expr, call)?.gives, Gives::Value(_)) => {
            compiler.term(&expr, None).map(Some)
        }
        _ => Ok(None),
    }
}

/// Parts of a condition within each other that are read: a stack of two megabytes must do.
const DEEPEST: usize = 24;

struct Compiler<'t> {
    text: &'t str,
}

impl Compiler<'_> {
    fn condition_of_text(&self) -> Result<Node, ConditionError> {
        self.condition(&self.expr()?)
    }

    fn expr(&self) -> Result<Expr, ConditionError> {
        if self.text.len() > LONGEST {
            return Err(self.error(0..0, format!("expected at most {LONGEST} characters")));
        }
        let dialect = GenericDialect {};
        let tokens = Tokenizer::new(&dialect, self.text).tokenize_with_location();
        let tokens = tokens.map_err(|error| self.error(self.from(error.location), error.message))?;
        let parser = Parser::new(&dialect).with_recursion_limit(DEEPEST);
        let mut parser = parser.with_tokens_with_locations(tokens);
        let expr = parser.parse_expr().map_err(|error| self.parser_error(&error))?;
        let next = parser.peek_token();
        if next.token != Token::EOF {
            let message = format!("expected AND, OR or the end, found {}", next.token);
            return Err(self.error(self.from(next.span.start), message));
        }
        Ok(expr)
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> ConditionError {
        ConditionError { text: self.text.to_owned(), span, message: message.into() }
    }

    fn wrong<T>(&self, expr: &Expr, message: impl Into<String>) -> Result<T, ConditionError> {
        Err(self.error(self.span(expr), message))
    }

    /// A location of the parser, lines and characters from 1, as a place in the text.
    fn place(&self, Location { line, column }: Location) -> usize {
        let lines = self.text.split_inclusive('\n');
        let skipped: usize =
            lines.take(usize::try_from(line).unwrap_or(1).saturating_sub(1)).map(str::len).sum();
        let column = usize::try_from(column).unwrap_or(1).saturating_sub(1);
        let rest = &self.text[skipped..];
        skipped + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
    }

    /// The word at a place.
    fn from(&self, location: Location) -> Range<usize> {
        let start = self.place(location);
        let rest = &self.text[start..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let one = rest.chars().next().map_or(0, char::len_utf8);
        start..start + end.max(one)
    }

    fn span(&self, expr: &Expr) -> Range<usize> {
        let span = expr.span();
        let (start, end) = (self.place(span.start), self.place(span.end));
        if span.start.line == 0 || end <= start { 0..self.text.len() } else { start..end }
    }

    /// `Expected: an expression, found: EOF at Line: 1, Column: 8`
    fn parser_error(&self, error: &ParserError) -> ConditionError {
        let said = match error {
            ParserError::ParserError(said) | ParserError::TokenizerError(said) => said.as_str(),
            ParserError::RecursionLimitExceeded => "expected fewer parentheses within each other",
        };
        let (message, location) = said.rsplit_once(" at Line: ").unwrap_or((said, ""));
        let mut numbers = location.split(", Column: ").filter_map(|number| number.trim().parse().ok());
        let (line, column) = (numbers.next(), numbers.next());
        let span = match (line, column) {
            (Some(line), Some(column)) => self.from(Location { line, column }),
            _ => self.text.len()..self.text.len(),
        };
        let message = message.replacen("Expected: ", "expected ", 1).replacen(", found: ", ", found ", 1);
        self.error(span, message.replace("found EOF", "found the end"))
    }

    fn condition(&self, expr: &Expr) -> Result<Node, ConditionError> {
        match expr {
            Expr::Nested(inner) => self.condition(inner),
            Expr::BinaryOp { op: BinaryOperator::And, .. } => {
                Ok(Node::All(self.chain(expr, &BinaryOperator::And)?))
            }
            Expr::BinaryOp { op: BinaryOperator::Or, .. } => {
                Ok(Node::Any(self.chain(expr, &BinaryOperator::Or)?))
            }
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => Ok(not(true, self.condition(expr)?)),
            Expr::BinaryOp { left, op: BinaryOperator::PGRegexMatch, right } => {
                self.regex(left, right, false)
            }
            Expr::BinaryOp { left, op: BinaryOperator::PGRegexIMatch, right } => {
                self.regex(left, right, true)
            }
            Expr::BinaryOp { left, op: BinaryOperator::PGRegexNotMatch, right } => {
                Ok(not(true, self.regex(left, right, false)?))
            }
            Expr::BinaryOp { left, op: BinaryOperator::PGRegexNotIMatch, right } => {
                Ok(not(true, self.regex(left, right, true)?))
            }
            Expr::BinaryOp { left, op, right } => self.comparison(expr, left, op, right),
            Expr::IsNull(term) => Ok(Node::IsNull(self.term(term, None)?.0)),
            Expr::IsNotNull(term) => Ok(not(true, Node::IsNull(self.term(term, None)?.0))),
            Expr::InList { expr, list, negated } => {
                let equal = |one| self.compared(expr, Comparison::Equal, one);
                let any = list.iter().map(equal).collect::<Result<_, _>>()?;
                Ok(not(*negated, Node::Any(any)))
            }
            Expr::Between { expr, negated, low, high } => {
                let both = vec![
                    self.compared(low, Comparison::LessOrEqual, expr)?,
                    self.compared(expr, Comparison::LessOrEqual, high)?,
                ];
                Ok(not(*negated, Node::All(both)))
            }
            Expr::Like { negated, any: false, expr, pattern, escape_char } => {
                self.like(expr, pattern, escape_char.as_ref(), false, *negated)
            }
            Expr::ILike { negated, any: false, expr, pattern, escape_char } => {
                self.like(expr, pattern, escape_char.as_ref(), true, *negated)
            }
            Expr::Value(value) => match value.value {
                Literal::Boolean(value) => Ok(Node::Constant(Some(value))),
                Literal::Null => Ok(Node::Constant(None)),
                _ => self.wrong(expr, format!("expected a condition, found only the value {}", value.value)),
            },
            Expr::Function(call) if self.function(expr, call)?.gives == Gives::Truth => {
                match self.call(expr, call)? {
                    Part::Node(node) => Ok(node),
                    Part::Term(_) => self.wrong(expr, format!("expected a condition, found {expr}")),
                }
            }
            Expr::Identifier(_) | Expr::Function(_) => {
                let (_, kind) = self.term(expr, None)?;
                let example = match kind {
                    Kind::Integer => "> 0",
                    Kind::Date => "= '1992'",
                    Kind::Round => "= 1",
                    Kind::Text => "= '…'",
                };
                self.wrong(expr, format!("expected a condition, as {expr} {example}, found only {expr}"))
            }
            _ => {
                self.wrong(expr, format!("expected a comparison, found {expr}, which conditions do not have"))
            }
        }
    }

    /// The parts of a chain of one operator, however long it is, the cheapest first.
    fn chain(&self, mut expr: &Expr, operator: &BinaryOperator) -> Result<Vec<Node>, ConditionError> {
        let mut parts = Vec::new();
        while let Expr::BinaryOp { left, op, right } = expr
            && op == operator
        {
            parts.push(self.condition(right)?);
            expr = left;
        }
        parts.push(self.condition(expr)?);
        parts.reverse();
        parts.sort_by_key(Node::cost);
        Ok(parts)
    }

    fn comparison(
        &self,
        whole: &Expr,
        left: &Expr,
        operator: &BinaryOperator,
        right: &Expr,
    ) -> Result<Node, ConditionError> {
        match operator {
            BinaryOperator::Eq => self.compared(left, Comparison::Equal, right),
            BinaryOperator::NotEq => Ok(not(true, self.compared(left, Comparison::Equal, right)?)),
            BinaryOperator::Lt => self.compared(left, Comparison::Less, right),
            BinaryOperator::LtEq => self.compared(left, Comparison::LessOrEqual, right),
            BinaryOperator::Gt => Ok(not(true, self.compared(left, Comparison::LessOrEqual, right)?)),
            BinaryOperator::GtEq => Ok(not(true, self.compared(left, Comparison::Less, right)?)),
            other => self.wrong(whole, format!("expected =, <>, <, <=, > or >=, found {other}")),
        }
    }

    /// Two terms of one kind, compared; a literal is read as what it is compared with.
    fn compared(&self, left: &Expr, comparison: Comparison, right: &Expr) -> Result<Node, ConditionError> {
        let kind = self.kind(left)?.or(self.kind(right)?);
        let ((left_term, found), (right_term, other)) = (self.term(left, kind)?, self.term(right, kind)?);
        if found != other {
            let message = format!("expected {}, as {left} is, found {}", name_of(found), name_of(other));
            return self.wrong(right, message);
        }
        // What is given stands for all of its days only on the right.
        if literal(left).is_some() && literal(right).is_none() {
            return Ok(match comparison {
                Comparison::Equal => Node::Compare(right_term, Comparison::Equal, left_term),
                Comparison::Less => not(true, Node::Compare(right_term, Comparison::LessOrEqual, left_term)),
                Comparison::LessOrEqual => not(true, Node::Compare(right_term, Comparison::Less, left_term)),
            });
        }
        Ok(Node::Compare(left_term, comparison, right_term))
    }

    fn like(
        &self,
        expr: &Expr,
        pattern: &Expr,
        escape: Option<&sqlparser::ast::ValueWithSpan>,
        ignores_case: bool,
        negated: bool,
    ) -> Result<Node, ConditionError> {
        let (term, kind) = self.term(expr, None)?;
        if kind != Kind::Text {
            return self.wrong(expr, format!("expected text before LIKE, found {}", name_of(kind)));
        }
        let Some(Literal::SingleQuotedString(text)) = literal(pattern) else {
            return self.wrong(pattern, "expected a pattern in single quotes, as 'Tal%'");
        };
        let escape = match escape.map(|escape| &escape.value) {
            None => None,
            Some(Literal::SingleQuotedString(text)) if text.chars().count() == 1 => text.chars().next(),
            Some(_) => return self.wrong(expr, "expected one character in quotes after ESCAPE"),
        };
        Ok(not(negated, Node::Like(term, Pattern::new(text, escape, ignores_case))))
    }

    fn regex(&self, expr: &Expr, regex: &Expr, ignores_case: bool) -> Result<Node, ConditionError> {
        let (term, kind) = self.term(expr, None)?;
        if kind != Kind::Text {
            return self.wrong(expr, format!("expected text before ~, found {}", name_of(kind)));
        }
        let Some(Literal::SingleQuotedString(text)) = literal(regex) else {
            return self.wrong(regex, "expected a regular expression in single quotes, as '^Tal'");
        };
        match Regex::new(text, ignores_case) {
            Ok(regex) => Ok(Node::Matches(term, regex)),
            Err(message) => self.wrong(regex, message),
        }
    }

    /// The kind that a term has by itself; literals have none.
    fn kind(&self, expr: &Expr) -> Result<Option<Kind>, ConditionError> {
        match expr {
            Expr::Nested(inner) => self.kind(inner),
            Expr::Function(call) => match self.function(expr, call)?.gives {
                Gives::Value(kind) => Ok(Some(kind)),
                Gives::Truth => Ok(Some(self.term(expr, None)?.1)),
            },
            _ if literal(expr).is_some() => Ok(None),
            _ => Ok(Some(self.term(expr, None)?.1)),
        }
    }

    /// A term, and its kind; a literal is to be of the kind `wanted`.
    fn term(&self, expr: &Expr, wanted: Option<Kind>) -> Result<(Term, Kind), ConditionError> {
        if let Some(literal) = literal(expr) {
            let value = self.literal(expr, literal, wanted)?;
            let kind = value.kind();
            return Ok((Term::Literal(value), kind));
        }
        match expr {
            Expr::Nested(inner) => self.term(inner, wanted),
            Expr::Identifier(name) => {
                let field = match name.quote_style {
                    Some(_) => Field::Tag(name.value.as_str().into()),
                    None => self.field(expr, &name.value)?,
                };
                let kind = field.kind();
                Ok((Term::Field(field), kind))
            }
            Expr::Function(call) => {
                let function = self.function(expr, call)?;
                let Gives::Value(kind) = function.gives else {
                    let message =
                        format!("expected a value, found {}, which is a condition by itself", function.name);
                    return self.wrong(expr, message);
                };
                match self.call(expr, call)? {
                    Part::Term(term) => Ok((term, kind)),
                    Part::Node(_) => self.wrong(expr, format!("expected a value, found {expr}")),
                }
            }
            _ => self.wrong(expr, format!("expected a column, a tag or a value, found {expr}")),
        }
    }

    fn field(&self, expr: &Expr, name: &str) -> Result<Field, ConditionError> {
        if let Some(column) = by_name(name) {
            return Ok(Field::Column(column));
        }
        name.parse().or_else(|_| {
            if let Some(function) = FUNCTIONS.iter().find(|function| function.name == name.to_lowercase()) {
                let message =
                    format!("expected a column or a tag, found the function {}", function.signature());
                return self.wrong(expr, message);
            }
            let mut message = format!("expected a column or a tag, found {name}");
            match nearest(name, COLUMNS.iter().map(|column| column.name)) {
                Some(near) => message.push_str(&format!("; is it {near}?")),
                None => message.push_str("; tags begin with an upper-case letter"),
            }
            self.wrong(expr, message)
        })
    }

    /// The error at the name of a function.
    fn wrong_name<T>(&self, expr: &Expr, call: &Call, message: String) -> Result<T, ConditionError> {
        let start = self.span(expr).start;
        let end = self.text.len().min(start + call.name.to_string().len());
        Err(self.error(start..end, message))
    }

    /// The function of a call.
    fn function(&self, expr: &Expr, call: &Call) -> Result<&'static Function, ConditionError> {
        let name = call.name.to_string().to_lowercase();
        if let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) {
            return Ok(function);
        }
        let mut message = format!("expected a function, found {name}");
        if let Some(near) = nearest(&name, FUNCTIONS.iter().map(|function| function.name)) {
            message.push_str(&format!("; is it {near}?"));
        }
        self.wrong_name(expr, call, message)
    }

    fn call(&self, expr: &Expr, call: &Call) -> Result<Part, ConditionError> {
        let function = self.function(expr, call)?;
        let name = function.name;
        let given = match &call.args {
            FunctionArguments::List(list) => list.args.as_slice(),
            _ => &[],
        };
        let is_named = |argument: &&FunctionArg| !matches!(argument, FunctionArg::Unnamed(_));
        let (named, arguments): (Vec<_>, Vec<_>) = given.iter().partition(is_named);
        if arguments.len() != function.parameters.len() {
            let (wanted, found) = (function.parameters.len(), arguments.len());
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("expected {wanted} argument{plural} for {name}, found {found}");
            return self.wrong_name(expr, call, message);
        }
        let options = self.options(expr, call, function, &named)?;
        let mut terms = Vec::new();
        let mut places = Vec::new();
        for (argument, wanted) in arguments.into_iter().zip(function.parameters) {
            let FunctionArg::Unnamed(FunctionArgExpr::Expr(argument)) = argument else {
                return self.wrong_name(expr, call, format!("expected a column, a tag or a value in {name}"));
            };
            let kind = match wanted {
                Parameter::Value(kind) => *kind,
                Parameter::Literal(_) | Parameter::Word(_) => {
                    if !matches!(literal(argument), Some(Literal::SingleQuotedString(_))) {
                        let message =
                            format!("expected {wanted} in single quotes in {name}, found {argument}");
                        return self.wrong(argument, message);
                    }
                    Kind::Text
                }
            };
            let (term, found) = self.term(argument, Some(kind))?;
            if found != kind {
                let message = format!("expected {} in {name}, found {}", name_of(kind), name_of(found));
                return self.wrong(argument, message);
            }
            places.push(argument);
            terms.push(term);
        }
        function.compile(Arguments { terms, options }).or_else(|Wrong(at, message)| match places.get(at) {
            Some(argument) => self.wrong(argument, message),
            None => self.wrong_name(expr, call, message),
        })
    }

    /// The values of what a function takes by name.
    fn options(
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

    /// A literal as a value of a kind; of its own where none is wanted.
    fn literal(
        &self,
        expr: &Expr,
        literal: &Literal,
        wanted: Option<Kind>,
    ) -> Result<Known<'static>, ConditionError> {
        let value = match (literal, wanted) {
            (Literal::SingleQuotedString(text), None | Some(Kind::Text)) => {
                Some(Known::Text(Cow::Owned(text.clone())))
            }
            (Literal::SingleQuotedString(text), Some(Kind::Date)) => days(text),
            (Literal::SingleQuotedString(text), Some(Kind::Round)) => round(text),
            (Literal::Number(digits, _), None | Some(Kind::Integer)) => {
                digits.parse().ok().map(Known::Integer)
            }
            (Literal::Number(digits, _), Some(Kind::Round)) => round(digits),
            (Literal::Null, _) => {
                return self.wrong(expr, "expected a value, found NULL, which equals nothing; use IS NULL");
            }
            _ => None,
        };
        match value {
            Some(value) => Ok(value),
            None => {
                let expected = match wanted {
                    Some(Kind::Date) => "a date, as '1992.11.22', '1992.11' or '1992'",
                    Some(Kind::Round) => "a round, as 3 or '3.1'",
                    Some(Kind::Text) => "text in single quotes",
                    None | Some(Kind::Integer) => "a number without quotes",
                };
                self.wrong(expr, format!("expected {expected}, found {literal}"))
            }
        }
    }
}

fn round(text: &str) -> Option<Known<'static>> {
    matches!(Round::of(text), Round::Parts(_)).then(|| Known::round(Cow::Owned(text.to_owned())))
}

/// The value of a literal.
fn literal(expr: &Expr) -> Option<&Literal> {
    match expr {
        Expr::Value(value) => Some(&value.value),
        _ => None,
    }
}

fn not(negated: bool, node: Node) -> Node {
    if negated { Node::Not(Box::new(node)) } else { node }
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Integer => "a number",
        Kind::Date => "a date",
        Kind::Round => "a round",
    }
}
