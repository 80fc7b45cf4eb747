//! From the text of a condition to what is tested.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use pgnkit::syntax::Encoding;
use sqlparser::ast::{
    BinaryOperator, CastKind, Expr, Function as Call, FunctionArg, FunctionArgExpr, FunctionArguments, Ident,
    Spanned as _, UnaryOperator, Value as Literal,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Location, Token, Tokenizer};

use super::ConditionError;
use super::arithmetic::Operator;
use super::error::nearest;
use super::files::{self, ListFile, Many};
use super::functions::{
    About, Arguments, FUNCTIONS, Function, Gives, OptionKind, POSITIONS, Parameter, Part, Wrong,
};
use super::like::Pattern;
use super::regex::Regex;
use super::search::{Goal, Search, Somewhere};
use super::test::{Comparison, Node, Term};
use super::themes::Themes;
use super::value::{Scalar, days};
use crate::fields::{COLUMNS, Decimal, Field, Kind, Round, Source, by_name};

/// Longer conditions are refused, so that nothing is nested deeper than the stack goes.
const LONGEST: usize = 16 << 10;

/// Compiles a condition.
pub(super) fn compile(text: &str, themes: &Themes) -> Result<(Node, Vec<String>), ConditionError> {
    let notes = RefCell::default();
    let (files, plain) = files::lists(text);
    let node = Compiler::new(text, themes, &files, &notes).condition_of_text(&plain)?;
    Ok((node, notes.into_inner()))
}

/// Compiles a call of a function that gives a value, or what is reckoned; none where the text is something else.
pub(super) fn value(text: &str, themes: &Themes) -> Result<Option<(Term, Kind)>, ConditionError> {
    let (notes, (files, plain)) = (RefCell::default(), files::lists(text));
    let compiler = Compiler::new(text, themes, &files, &notes);
    let expr = compiler.expr(&plain)?;
    let mut inner = &expr;
    while let Expr::Nested(nested) = inner {
        inner = nested;
    }
    match inner {
        Expr::BinaryOp { op, .. } if reckoning(op).is_some() => compiler.term(&expr, None).map(Some),
        Expr::Cast { .. } | Expr::UnaryOp { op: UnaryOperator::Minus | UnaryOperator::Plus, .. } => {
            compiler.term(&expr, None).map(Some)
        }
        Expr::Function(call) if matches!(compiler.function(&expr, call)?.gives, Gives::Value(_)) => {
            compiler.term(&expr, None).map(Some)
        }
        _ => Ok(None),
    }
}

/// Parts of a condition within each other that are read: a stack of two megabytes must do.
const DEEPEST: usize = 24;

/// Themes that name each other.
const DEEPEST_THEMES: usize = 4;

#[derive(Clone, Copy)]
struct Compiler<'t> {
    text: &'t str,
    themes: &'t Themes,
    /// Files in the place of lists.
    lists: &'t [ListFile],
    /// Advice for whoever wrote the condition.
    notes: &'t RefCell<Vec<String>>,
    /// The subject that names refer to: a game, or a position of one.
    about: Subject,
    /// Number of themes that this is nested in.
    within: usize,
}

/// Subject of a part of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Game,
    Position,
}

impl<'t> Compiler<'t> {
    fn new(
        text: &'t str,
        themes: &'t Themes,
        lists: &'t [ListFile],
        notes: &'t RefCell<Vec<String>>,
    ) -> Self {
        Self { text, themes, lists, notes, about: Subject::Game, within: 0 }
    }

    /// For conditions on positions.
    fn of_positions(self) -> Self {
        Self { about: Subject::Position, ..self }
    }
}

impl Compiler<'_> {
    fn condition_of_text(&self, plain: &str) -> Result<Node, ConditionError> {
        self.condition(&self.expr(plain)?)
    }

    /// The expression that the text is, with lists in the place of files.
    fn expr(&self, plain: &str) -> Result<Expr, ConditionError> {
        if self.text.len() > LONGEST {
            let message = format!("expected at most {LONGEST} characters; IN @file takes a list from a file");
            return Err(self.error(0..0, message));
        }
        let dialect = GenericDialect {};
        let tokens = Tokenizer::new(&dialect, plain).tokenize_with_location();
        let mut tokens = tokens.map_err(|error| self.error(self.from(error.location), error.message))?;
        for token in &mut tokens {
            // POSITION(x IN y) is no function here; the parser would read what is in it twice.
            if let Token::Word(word) = &mut token.token
                && word.keyword == Keyword::POSITION
            {
                word.keyword = Keyword::NoKeyword;
            }
        }
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
        let text = match error {
            ParserError::ParserError(text) | ParserError::TokenizerError(text) => text.as_str(),
            ParserError::RecursionLimitExceeded => "the condition is nested too deeply",
        };
        let (message, location) = text.rsplit_once(" at Line: ").unwrap_or((text, ""));
        let mut numbers = location.split(", Column: ").filter_map(|number| number.trim().parse().ok());
        let (line, column) = (numbers.next(), numbers.next());
        let span = match (line, column) {
            (Some(line), Some(column)) => self.from(Location { line, column }),
            _ => self.text.len()..self.text.len(),
        };
        let message = message.replacen("Expected: ", "expected ", 1).replacen(", found: ", ", found ", 1);
        let mut message = message.replace("found EOF", "found the end");
        // `white LIKE Tal%`
        if !self.text.contains('\'') && message.starts_with("expected an expression") {
            message.push_str("; text is in single quotes, as 'Tal%'");
        }
        self.error(span, message)
    }

    fn condition(&self, expr: &Expr) -> Result<Node, ConditionError> {
        if self.about == Subject::Game && is_about_positions(expr) {
            let condition = self.of_positions().condition(expr)?;
            let somewhere = Somewhere { condition, stable: 0, either_color: false };
            return Ok(Node::Search(0, Search::from(Goal::Somewhere(Box::new(somewhere)))));
        }
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
            Expr::InList { expr, list, negated } if self.list_file(list).is_some() => {
                self.one_of(expr, list, *negated)
            }
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
            Expr::Identifier(name)
                if self.position_fact(name).is_some_and(|fact| fact.gives == Gives::Truth) =>
            {
                self.fact(expr, name)
            }
            Expr::Identifier(_) | Expr::Function(_) => {
                let (_, kind) = self.term(expr, None)?;
                let example = match kind {
                    Kind::Integer | Kind::Decimal => "> 0",
                    Kind::Date => "= '1992'",
                    Kind::Round => "= 1",
                    Kind::Text => "= '…'",
                };
                self.wrong(expr, format!("expected a condition, as {expr} {example}, found only {expr}"))
            }
            Expr::UnaryOp { .. } | Expr::Cast { .. } => {
                self.term(expr, None)?;
                self.wrong(expr, format!("expected a condition, as {expr} > 0, found only {expr}"))
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
            other if reckoning(other).is_some() => {
                self.term(whole, None)?;
                self.wrong(whole, format!("expected a condition, as {whole} > 0, found only {whole}"))
            }
            other => self.wrong(whole, format!("expected =, <>, <, <=, > or >=, found {other}")),
        }
    }

    /// Two terms of one kind, compared; a literal is read as what it is compared with.
    fn compared(&self, left: &Expr, comparison: Comparison, right: &Expr) -> Result<Node, ConditionError> {
        let kind = self.kind(left)?.or(self.kind(right)?);
        let ((left_term, found), (right_term, other)) = (self.term(left, kind)?, self.term(right, kind)?);
        self.note_units(left, &right_term);
        self.note_units(right, &left_term);
        let are_numbers = [found, other].iter().all(|kind| matches!(kind, Kind::Integer | Kind::Decimal));
        if found != other && !are_numbers {
            let message = format!("expected {}, as {left} is, found {}", name_of(found), name_of(other));
            return self.wrong(right, message);
        }
        // What is given stands for all of its days only on the right.
        if is_literal(left) && !is_literal(right) {
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
        let (term, kind) = as_text(self.term(expr, None)?);
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
        let (term, kind) = as_text(self.term(expr, None)?);
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
            _ if is_literal(expr) => Ok(None),
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
        if let Some(text) = negative(expr) {
            return match Decimal::parse(&format!("-{text}")) {
                Some(number) if matches!(wanted, None | Some(Kind::Decimal | Kind::Integer)) => {
                    Ok((Term::Literal(Scalar::Decimal(number.thousandths())), Kind::Decimal))
                }
                _ => self.wrong(expr, format!("expected {}, found {expr}", expected(wanted))),
            };
        }
        match expr {
            Expr::Nested(inner) => self.term(inner, wanted),
            Expr::Identifier(name) if self.position_fact(name).is_some() => {
                match self.position_fact(name).map(|fact| (fact, fact.gives)) {
                    Some((fact, Gives::Value(kind))) => match fact.compile(Arguments::default()) {
                        Ok(Part::Term(term)) => Ok((term, kind)),
                        _ => self.wrong(expr, format!("expected a value, found {expr}")),
                    },
                    _ => {
                        let message =
                            format!("expected a value, found {expr}, which is a condition by itself");
                        self.wrong(expr, message)
                    }
                }
            }
            Expr::Identifier(name) => {
                let field = match name.quote_style {
                    Some(_) => Field::Tag(name.value.as_str().into()),
                    None => self.field(expr, &name.value)?,
                };
                let kind = field.kind();
                if self.about == Subject::Position && !is_of_tags(&field) {
                    let message = format!(
                        "expected what a position has or a tag, found {expr}, which is asked of the whole game, outside the condition on positions"
                    );
                    return self.wrong(expr, message);
                }
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
            Expr::BinaryOp { left, op, right } if reckoning(op).is_some() => {
                let terms = [self.number(left)?, self.number(right)?];
                let operator = reckoning(op).unwrap_or(Operator::Plus);
                Ok((Term::Reckoned(operator, Box::new(terms)), Kind::Decimal))
            }
            Expr::UnaryOp { op: UnaryOperator::Plus, expr } => Ok((self.number(expr)?, Kind::Decimal)),
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
                let terms = [Term::Literal(Scalar::Integer(0)), self.number(expr)?];
                Ok((Term::Reckoned(Operator::Minus, Box::new(terms)), Kind::Decimal))
            }
            Expr::Cast { kind: CastKind::Cast | CastKind::DoubleColon, expr: inner, data_type, .. } => {
                self.cast(expr, inner, &data_type.to_string())
            }
            _ => self.wrong(expr, format!("expected a column, a tag or a value, found {expr}")),
        }
    }

    /// A number that is reckoned with.
    fn number(&self, expr: &Expr) -> Result<Term, ConditionError> {
        let (term, kind) = self.term(expr, Some(Kind::Decimal).filter(|_| is_literal(expr)))?;
        match kind {
            Kind::Integer | Kind::Decimal => Ok(term),
            Kind::Text => {
                let message = format!("expected a number, found the text {expr}; number({expr}) is one");
                self.wrong(expr, message)
            }
            Kind::Date | Kind::Round => {
                self.wrong(expr, format!("expected a number, found {}", name_of(kind)))
            }
        }
    }

    /// `CAST(x AS INTEGER)`, `x::text`.
    fn cast(&self, whole: &Expr, expr: &Expr, to: &str) -> Result<(Term, Kind), ConditionError> {
        let to = to.to_ascii_uppercase();
        let is_one_of = |names: &[&str]| names.iter().any(|name| to.starts_with(name));
        let (term, kind) = self.term(expr, None)?;
        if is_one_of(&["INT", "BIGINT", "SMALLINT", "DECIMAL", "NUMERIC", "DOUBLE", "FLOAT", "REAL"]) {
            let (term, kind) = as_text((term, kind));
            if kind == Kind::Date {
                return self.wrong(expr, "expected text or a number, found a date");
            }
            return Ok((Term::Number(Box::new(term)), Kind::Decimal));
        }
        if is_one_of(&["TEXT", "VARCHAR", "CHAR", "STRING"]) {
            return Ok(match as_text((term, kind)) {
                (term, Kind::Text) => (term, Kind::Text),
                (term, _) => (Term::Text(Box::new(term)), Kind::Text),
            });
        }
        self.wrong(whole, format!("expected INTEGER, DECIMAL or TEXT, found {to}"))
    }

    /// The file that is given in place of a list.
    fn list_file(&self, list: &[Expr]) -> Option<&ListFile> {
        let [one] = list else { return None };
        let at = self.place(one.span().start);
        let is_literal = matches!(literal(one), Some(Literal::Number(..)));
        self.lists.iter().find(|file| is_literal && (file.span.start..=file.span.start + 1).contains(&at))
    }

    /// A value that is one of those in a file, one a line.
    fn one_of(&self, expr: &Expr, list: &[Expr], negated: bool) -> Result<Node, ConditionError> {
        let Some(file) = self.list_file(list) else { return Ok(Node::Constant(None)) };
        let (term, kind) = self.term(expr, None)?;
        let content = self.content(&file.path).map_err(|message| self.error(file.span.clone(), message))?;
        let mut many = Many::default();
        let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&content);
        for (at, line) in content.split(|byte| *byte == b'\n').enumerate() {
            let line = Encoding::read(line);
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let value = match kind {
                Kind::Text => Some(Scalar::Text(Cow::Owned(line.to_owned()))),
                Kind::Date => days(line),
                Kind::Round => round(line),
                Kind::Integer | Kind::Decimal => Scalar::Text(Cow::Owned(line.to_owned())).number(),
            };
            let Some(value) = value else {
                let message =
                    format!("{}, line {}: expected {}, found {line}", file.path, at + 1, name_of(kind));
                return Err(self.error(file.span.clone(), message));
            };
            many.insert(value);
        }
        Ok(not(negated, Node::OneOf(term, Arc::new(many))))
    }

    /// The content of a file that the condition names.
    fn content(&self, path: &str) -> Result<Vec<u8>, String> {
        if self.themes.read_files() {
            files::read(path)
        } else {
            Err(format!("expected no file: none is read for a condition here, found {path}"))
        }
    }

    /// Says so where an evaluation is compared with centipawns: only mates would be beyond them.
    fn note_units(&self, expr: &Expr, with: &Term) {
        let number = match with {
            Term::Literal(value) => value.thousandths().map_or(0, i64::abs),
            _ => return,
        };
        if PAWNS < number && number < MATE && is_evaluation(expr) {
            let mut notes = self.notes.borrow_mut();
            let note = format!("{expr} is in pawns, and a mate is 1000: 3 pawns are 3, not 300");
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }

    fn field(&self, expr: &Expr, name: &str) -> Result<Field, ConditionError> {
        if let Some(column) = by_name(name) {
            return Ok(Field::Column(column));
        }
        name.parse().or_else(|_| {
            let mut all = FUNCTIONS.iter().chain(POSITIONS);
            if let Some(function) = all.find(|function| function.name == name.to_lowercase()) {
                let message =
                    format!("expected a column or a tag, found the function {}", function.signature());
                return self.wrong(expr, message);
            }
            let mut message = format!("expected a column or a tag, found {name}");
            let columns = COLUMNS.iter().map(|column| column.name);
            let facts = POSITIONS.iter().filter(|fact| fact.parameters.is_empty()).map(|fact| fact.name);
            match nearest(name, columns.chain(facts)) {
                Some(near) => message.push_str(&format!("; is it {near}?")),
                None => {
                    message.push_str("; tags begin with an upper-case letter, and text is in single quotes")
                }
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

    /// The fact of a position that has this name.
    fn position_fact(&self, name: &Ident) -> Option<&'static Function> {
        (self.about == Subject::Position).then(|| fact_named(name)).flatten()
    }

    /// The condition that such a fact is.
    fn fact(&self, expr: &Expr, name: &Ident) -> Result<Node, ConditionError> {
        match self.position_fact(name).map(|fact| fact.compile(Arguments::default())) {
            Some(Ok(Part::Node(node))) => Ok(node),
            _ => self.wrong(expr, format!("expected a condition, found {expr}")),
        }
    }

    /// The function of a call.
    fn function(&self, expr: &Expr, call: &Call) -> Result<&'static Function, ConditionError> {
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

    fn call(&self, expr: &Expr, call: &Call) -> Result<Part, ConditionError> {
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
    fn argument(
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
    fn theme(&self, argument: &Expr) -> Result<Part, ConditionError> {
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
    ) -> Result<Scalar<'static>, ConditionError> {
        let value = match (literal, wanted) {
            (Literal::SingleQuotedString(text), None | Some(Kind::Text)) => {
                Some(Scalar::Text(Cow::Owned(text.clone())))
            }
            (Literal::SingleQuotedString(text), Some(Kind::Date)) => days(text),
            (Literal::SingleQuotedString(text), Some(Kind::Round)) => round(text),
            (Literal::Number(digits, _), None | Some(Kind::Integer)) => {
                digits.parse().ok().map(Scalar::Integer)
            }
            (Literal::Number(digits, _), Some(Kind::Round)) => round(digits),
            (Literal::Number(digits, _), Some(Kind::Decimal)) => {
                Decimal::parse(digits).map(|number| Scalar::Decimal(number.thousandths()))
            }
            (Literal::Null, _) => {
                return self.wrong(expr, "expected a value, found NULL, which equals nothing; use IS NULL");
            }
            _ => None,
        };
        match value {
            Some(value) => Ok(value),
            None => self.wrong(expr, format!("expected {}, found {literal}", expected(wanted))),
        }
    }
}

/// Description of the literal that is expected, for error messages.
fn expected(wanted: Option<Kind>) -> &'static str {
    match wanted {
        Some(Kind::Date) => "a date, as '1992.11.22', '1992.11' or '1992'",
        Some(Kind::Round) => "a round, as 3 or '3.1'",
        Some(Kind::Text) => "text in single quotes",
        Some(Kind::Decimal) => "a number of at most three decimals without quotes, as 1.5",
        None | Some(Kind::Integer) => "a number without quotes",
    }
}

fn round(text: &str) -> Option<Scalar<'static>> {
    matches!(Round::of(text), Round::Parts(_)).then(|| Scalar::round(Cow::Owned(text.to_owned())))
}

/// Thousandths of a pawn that no evaluation has in a game that is still played.
const PAWNS: i64 = 150_000;

/// Value of a mate, in thousandths of a pawn.
const MATE: i64 = 1_000_000;

/// Whether a value is an evaluation, or the least, the greatest and so on of some.
fn is_evaluation(expr: &Expr) -> bool {
    match expr {
        Expr::Nested(inner) => is_evaluation(inner),
        Expr::Identifier(name) => name.quote_style.is_none() && name.value.eq_ignore_ascii_case("eval"),
        Expr::Function(call) => match call.name.to_string().to_lowercase().as_str() {
            "eval_at" => true,
            "min" | "max" | "avg" | "last" => arguments(call).next().is_some_and(is_evaluation),
            _ => false,
        },
        _ => false,
    }
}

/// The arithmetic operation of a binary operator.
fn reckoning(operator: &BinaryOperator) -> Option<Operator> {
    Some(match operator {
        BinaryOperator::Plus => Operator::Plus,
        BinaryOperator::Minus => Operator::Minus,
        BinaryOperator::Multiply => Operator::Times,
        BinaryOperator::Divide => Operator::By,
        BinaryOperator::Modulo => Operator::Modulo,
        _ => return None,
    })
}

/// Whether something is a value of a position, and no condition on it.
fn is_value_of_positions(expr: &Expr) -> bool {
    let gives_value = |function: &Function| matches!(function.gives, Gives::Value(_));
    match expr {
        Expr::Nested(inner) => is_value_of_positions(inner),
        Expr::Identifier(name) => fact_named(name).is_some_and(gives_value),
        Expr::Function(call) => {
            let name = call.name.to_string().to_lowercase();
            POSITIONS.iter().chain(FUNCTIONS).find(|function| function.name == name).is_some_and(gives_value)
        }
        Expr::BinaryOp { op, .. } => reckoning(op).is_some(),
        Expr::UnaryOp { op, .. } => !matches!(op, UnaryOperator::Not),
        Expr::Cast { .. } | Expr::Value(_) => true,
        _ => false,
    }
}

/// A round as the text that its tag has; other terms as they are.
fn as_text((term, kind): (Term, Kind)) -> (Term, Kind) {
    match (&term, kind) {
        (Term::Field(Field::Column(column)), Kind::Round) => match column.source {
            Source::Tags([name]) => (Term::Field(Field::Tag((*name).into())), Kind::Text),
            _ => (term, kind),
        },
        _ => (term, kind),
    }
}

/// The value of a literal.
fn literal(expr: &Expr) -> Option<&Literal> {
    match expr {
        Expr::Value(value) => Some(&value.value),
        _ => None,
    }
}

fn is_literal(expr: &Expr) -> bool {
    literal(expr).is_some() || negative(expr).is_some()
}

/// The digits of a negative number.
fn negative(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => match literal(expr) {
            Some(Literal::Number(digits, _)) => Some(digits),
            _ => None,
        },
        _ => None,
    }
}

/// A word without quotes.
fn is_word(expr: &Expr) -> bool {
    matches!(expr, Expr::Identifier(name) if name.quote_style.is_none())
}

/// The fact of a position by its name, which is in lower case.
fn fact_named(name: &Ident) -> Option<&'static Function> {
    let mut facts = POSITIONS.iter().filter(|fact| fact.parameters.is_empty());
    facts.find(|fact| name.quote_style.is_none() && fact.name == name.value)
}

/// Whether something is known of a game as soon as its tags are.
fn is_of_tags(field: &Field) -> bool {
    match field {
        Field::Tag(_) => true,
        Field::Column(column) => matches!(column.source, Source::Tags(_) | Source::Start),
        Field::Expression(_) => false,
    }
}

/// Whether a test, which is no chain of others, asks about a position.
fn is_about_positions(expr: &Expr) -> bool {
    match expr {
        Expr::Identifier(name) => fact_named(name).is_some(),
        Expr::Function(call) => {
            let name = call.name.to_string().to_lowercase();
            match FUNCTIONS.iter().find(|function| function.name == name) {
                Some(function) if function.about() == About::Game => false,
                Some(_) => arguments(call).any(is_about_positions),
                None => POSITIONS.iter().any(|function| function.name == name),
            }
        }
        Expr::BinaryOp { op: BinaryOperator::And | BinaryOperator::Or, .. }
        | Expr::UnaryOp { op: UnaryOperator::Not, .. }
        | Expr::Nested(_) => false,
        Expr::BinaryOp { left, right, .. } => is_part_about_positions(left) || is_part_about_positions(right),
        Expr::IsNull(expr)
        | Expr::IsNotNull(expr)
        | Expr::Like { expr, .. }
        | Expr::ILike { expr, .. }
        | Expr::InList { expr, .. } => is_part_about_positions(expr),
        Expr::UnaryOp { expr, .. } | Expr::Cast { expr, .. } => is_part_about_positions(expr),
        Expr::Between { expr, low, high, .. } => {
            [expr, low, high].into_iter().any(|part| is_part_about_positions(part))
        }
        _ => false,
    }
}

/// Whether a value is one of a position.
fn is_part_about_positions(expr: &Expr) -> bool {
    match expr {
        Expr::Nested(inner) => is_part_about_positions(inner),
        expr => is_about_positions(expr),
    }
}

/// The arguments of a call that are expressions.
fn arguments(call: &Call) -> impl Iterator<Item = &Expr> {
    let list = match &call.args {
        FunctionArguments::List(list) => list.args.as_slice(),
        _ => &[],
    };
    list.iter().filter_map(|argument| match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
        _ => None,
    })
}

fn not(negated: bool, node: Node) -> Node {
    if negated { Node::Not(Box::new(node)) } else { node }
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Integer => "a number",
        Kind::Decimal => "a decimal number",
        Kind::Date => "a date",
        Kind::Round => "a round",
    }
}
