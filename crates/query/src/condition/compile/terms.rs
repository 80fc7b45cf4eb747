//! Parts of a condition that have a value.

use std::borrow::Cow;

use pgnkit_facts::score::MATE_IN_PAWNS;
use sqlparser::ast::{CastKind, Expr, UnaryOperator, Value as Literal};

use super::super::ConditionError;
use super::super::arithmetic::Operator;
use super::super::error::nearest;
use super::super::functions::{Arguments, FUNCTIONS, Gives, POSITIONS, Part};
use super::super::test::Term;
use super::super::value::{Scalar, days};
use super::expr::{is_evaluation, is_literal, is_of_tags, literal, negative, reckoning};
use super::{Compiler, Subject};
use crate::fields::{COLUMNS, Decimal, Extent, Field, Kind, Round, by_name};

impl Compiler<'_> {
    /// The kind that a term has by itself; literals have none.
    pub(super) fn kind(&self, expr: &Expr) -> Result<Option<Kind>, ConditionError> {
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
    pub(super) fn term(&self, expr: &Expr, wanted: Option<Kind>) -> Result<(Term, Kind), ConditionError> {
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
    pub(super) fn number(&self, expr: &Expr) -> Result<Term, ConditionError> {
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
    pub(super) fn cast(&self, whole: &Expr, expr: &Expr, to: &str) -> Result<(Term, Kind), ConditionError> {
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

    /// Says so where an evaluation is compared with centipawns: only mates would be beyond them.
    pub(super) fn note_units(&self, expr: &Expr, with: &Term) {
        let number = match with {
            Term::Literal(value) => value.thousandths().map_or(0, i64::abs),
            _ => return,
        };
        if PAWNS < number && number < MATE_IN_PAWNS.thousandths() && is_evaluation(expr) {
            let mut notes = self.notes.borrow_mut();
            let note = format!(
                "{expr} is in pawns, and a mate is 1000: 3 pawns are 3, not 300; eval_cp is in centipawns"
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }

    pub(super) fn field(&self, expr: &Expr, name: &str) -> Result<Field, ConditionError> {
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

    /// A literal as a value of a kind; of its own where none is wanted.
    pub(super) fn literal(
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
pub(super) fn expected(wanted: Option<Kind>) -> &'static str {
    match wanted {
        Some(Kind::Date) => "a date, as '1992.11.22', '1992.11' or '1992'",
        Some(Kind::Round) => "a round, as 3 or '3.1'",
        Some(Kind::Text) => "text in single quotes",
        Some(Kind::Decimal) => "a number of at most three decimals without quotes, as 1.5",
        None | Some(Kind::Integer) => "a number without quotes",
    }
}

pub(super) fn round(text: &str) -> Option<Scalar<'static>> {
    matches!(Round::of(text), Round::Parts(_)).then(|| Scalar::round(Cow::Owned(text.to_owned())))
}

/// Thousandths of a pawn that no evaluation has in a game that is still played.
const PAWNS: i64 = 150_000;

/// A round as the text that its tag has; other terms as they are.
pub(super) fn as_text((term, kind): (Term, Kind)) -> (Term, Kind) {
    match (&term, kind) {
        (Term::Field(Field::Column(column)), Kind::Round) => match column.reads {
            Extent::Tags([name]) => (Term::Field(Field::Tag((*name).into())), Kind::Text),
            _ => (term, kind),
        },
        _ => (term, kind),
    }
}

pub(super) fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Integer => "a number",
        Kind::Decimal => "a decimal number",
        Kind::Date => "a date",
        Kind::Round => "a round",
    }
}
