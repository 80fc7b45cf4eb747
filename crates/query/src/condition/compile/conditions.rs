//! Parts of a condition that are true or false.

use std::borrow::Cow;
use std::sync::Arc;

use pgnkit::syntax::Encoding;
use sqlparser::ast::{BinaryOperator, Expr, Spanned as _, UnaryOperator, Value as Literal};

use super::super::ConditionError;
use super::super::files::{ListFile, Many};
use super::super::functions::{Gives, Part};
use super::super::like::Pattern;
use super::super::regex::Regex;
use super::super::search::{Goal, Search, Somewhere};
use super::super::test::{Comparison, Node};
use super::super::value::{Scalar, days};
use super::expr::{is_about_positions, is_literal, literal, reckoning};
use super::terms::{as_text, name_of, round};
use super::{Compiler, Subject};
use crate::fields::Kind;

impl Compiler<'_> {
    pub(super) fn condition(&self, expr: &Expr) -> Result<Node, ConditionError> {
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
    pub(super) fn chain(
        &self,
        mut expr: &Expr,
        operator: &BinaryOperator,
    ) -> Result<Vec<Node>, ConditionError> {
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

    pub(super) fn comparison(
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
    pub(super) fn compared(
        &self,
        left: &Expr,
        comparison: Comparison,
        right: &Expr,
    ) -> Result<Node, ConditionError> {
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

    pub(super) fn like(
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

    pub(super) fn regex(
        &self,
        expr: &Expr,
        regex: &Expr,
        ignores_case: bool,
    ) -> Result<Node, ConditionError> {
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

    /// The file that is given in place of a list.
    pub(super) fn list_file(&self, list: &[Expr]) -> Option<&ListFile> {
        let [one] = list else { return None };
        let at = self.place(one.span().start);
        let is_literal = matches!(literal(one), Some(Literal::Number(..)));
        self.lists.iter().find(|file| is_literal && (file.span.start..=file.span.start + 1).contains(&at))
    }

    /// A value that is one of those in a file, one a line.
    pub(super) fn one_of(&self, expr: &Expr, list: &[Expr], negated: bool) -> Result<Node, ConditionError> {
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
}

pub(super) fn not(negated: bool, node: Node) -> Node {
    if negated { Node::Not(Box::new(node)) } else { node }
}
