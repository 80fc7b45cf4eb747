//! From the text of a condition to what is tested.

mod calls;
mod conditions;
mod expr;
mod terms;

use std::cell::RefCell;
use std::ops::Range;

use sqlparser::ast::{Expr, Spanned as _, UnaryOperator};
use sqlparser::dialect::GenericDialect;
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Location, Token, Tokenizer};

use super::ConditionError;
use super::files::{self, ListFile};
use super::functions::Gives;
use super::test::{Node, Term};
use super::themes::Themes;
use crate::fields::Kind;
use expr::reckoning;

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
}
