//! Questions about expressions that need no compiler.

use sqlparser::ast::{
    BinaryOperator, Expr, Function as Call, FunctionArg, FunctionArgExpr, FunctionArguments, Ident,
    UnaryOperator, Value as Literal,
};

use super::super::arithmetic::Operator;
use super::super::functions::{About, FUNCTIONS, Function, Gives, POSITIONS};
use crate::fields::{Extent, Field};

/// Whether a value is an evaluation, or the least, the greatest and so on of some.
pub(super) fn is_evaluation(expr: &Expr) -> bool {
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
pub(super) fn reckoning(operator: &BinaryOperator) -> Option<Operator> {
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
pub(super) fn is_value_of_positions(expr: &Expr) -> bool {
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

/// The value of a literal.
pub(super) fn literal(expr: &Expr) -> Option<&Literal> {
    match expr {
        Expr::Value(value) => Some(&value.value),
        _ => None,
    }
}

pub(super) fn is_literal(expr: &Expr) -> bool {
    literal(expr).is_some() || negative(expr).is_some()
}

/// The digits of a negative number.
pub(super) fn negative(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => match literal(expr) {
            Some(Literal::Number(digits, _)) => Some(digits),
            _ => None,
        },
        _ => None,
    }
}

/// A word without quotes.
pub(super) fn is_word(expr: &Expr) -> bool {
    matches!(expr, Expr::Identifier(name) if name.quote_style.is_none())
}

/// The fact of a position by its name, which is in lower case.
pub(super) fn fact_named(name: &Ident) -> Option<&'static Function> {
    let mut facts = POSITIONS.iter().filter(|fact| fact.parameters.is_empty());
    facts.find(|fact| name.quote_style.is_none() && fact.is_called(&name.value))
}

/// Whether something is known of a game as soon as its tags are.
pub(super) fn is_of_tags(field: &Field) -> bool {
    match field {
        Field::Tag(_) => true,
        Field::Column(column) => matches!(column.reads, Extent::Tags(_) | Extent::Start),
        Field::Expression(_) => false,
    }
}

/// Whether a test, which is no chain of others, asks about a position.
pub(super) fn is_about_positions(expr: &Expr) -> bool {
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
pub(super) fn is_part_about_positions(expr: &Expr) -> bool {
    match expr {
        Expr::Nested(inner) => is_part_about_positions(inner),
        expr => is_about_positions(expr),
    }
}

/// The arguments of a call that are expressions.
pub(super) fn arguments(call: &Call) -> impl Iterator<Item = &Expr> {
    let list = match &call.args {
        FunctionArguments::List(list) => list.args.as_slice(),
        _ => &[],
    };
    list.iter().filter_map(|argument| match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
        _ => None,
    })
}
