//! Conditions of queries that are tested while games are read.

use datafusion::logical_expr::expr::{BinaryExpr, InList, Like, ScalarFunction};
use datafusion::logical_expr::{Expr, Operator};
use datafusion::scalar::ScalarValue;
use pgnkit_query::condition::Condition;

use crate::functions::{CONDITION, VALUE, text_of};

/// A condition on games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// Its text, as `pgn filter` takes it.
    pub text: String,
    /// Whether it is true of the same games; otherwise it is true of more.
    pub exact: bool,
}

/// A filter as a condition that is true wherever the filter is; `None` if there is none.
///
/// Whatever is true of games in one language and NULL in the other (`?` in tags) makes a translation inexact at most, and then it is
/// only used where the filter is true: below `NOT` all must be exact.
pub fn translate(filter: &Expr) -> Option<Pushed> {
    let pushed = part(filter)?;
    // What the reader would refuse is left to the engine.
    pushed.text.parse::<Condition>().ok()?;
    Some(pushed)
}

fn part(filter: &Expr) -> Option<Pushed> {
    let exact = |text: String| Some(Pushed { text, exact: true });
    let inexact = |text: String| Some(Pushed { text, exact: false });
    match filter {
        Expr::ScalarFunction(call) if call.name() == CONDITION => {
            exact(format!("({})", text_of(&call.args)?))
        }
        Expr::Not(inner) => match part(inner)? {
            Pushed { text, exact: true } => exact(format!("NOT ({text})")),
            Pushed { .. } => None,
        },
        Expr::BinaryExpr(BinaryExpr { left, op: Operator::And, right }) => match (part(left), part(right)) {
            (Some(left), Some(right)) => Some(Pushed {
                text: format!("({} AND {})", left.text, right.text),
                exact: left.exact && right.exact,
            }),
            (one, other) => Some(Pushed { exact: false, ..one.or(other)? }),
        },
        Expr::BinaryExpr(BinaryExpr { left, op: Operator::Or, right }) => {
            let (left, right) = (part(left)?, part(right)?);
            Some(Pushed {
                text: format!("({} OR {})", left.text, right.text),
                exact: left.exact && right.exact,
            })
        }
        Expr::BinaryExpr(BinaryExpr { left, op, right }) => {
            let (left, right) = (without_cast(left), without_cast(right));
            match (left, right) {
                (Expr::ScalarFunction(call), Expr::Literal(value, _)) => {
                    value_compared(call, *op, value).and_then(exact)
                }
                (Expr::Column(column), Expr::Literal(value, _)) => {
                    column_compared(column.name(), *op, value).and_then(inexact)
                }
                (Expr::Literal(value, _), Expr::Column(column)) => {
                    column_compared(column.name(), op.swap()?, value).and_then(inexact)
                }
                _ => None,
            }
        }
        Expr::InList(InList { expr, list, negated: false }) => {
            let Expr::Column(column) = without_cast(expr) else { return None };
            let equal = |item: &Expr| match without_cast(item) {
                Expr::Literal(value, _) => column_compared(column.name(), Operator::Eq, value),
                _ => None,
            };
            let parts =
                list.iter().map(equal).collect::<Option<Vec<_>>>().filter(|parts| !parts.is_empty())?;
            inexact(format!("({})", parts.join(" OR ")))
        }
        // ILIKE of both languages may disagree on some letters.
        Expr::Like(Like { negated: false, expr, pattern, escape_char: None, case_insensitive: false }) => {
            let (Expr::Column(column), Expr::Literal(pattern, _)) =
                (without_cast(expr), without_cast(pattern))
            else {
                return None;
            };
            let tag = text_tag(column.name())?;
            let pattern = text(pattern).filter(|pattern| is_known(pattern) && !pattern.contains('\\'))?;
            inexact(format!("\"{tag}\" LIKE {}", quoted(pattern)))
        }
        _ => None,
    }
}

fn without_cast(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast(cast) => &cast.expr,
        Expr::TryCast(cast) => &cast.expr,
        expr => expr,
    }
}

/// A value of a game compared with a number or a text.
fn value_compared(call: &ScalarFunction, op: Operator, value: &ScalarValue) -> Option<String> {
    if call.name() != VALUE {
        return None;
    }
    let literal = match value {
        ScalarValue::Float64(Some(number)) if number.is_finite() => {
            // More decimals than the language has make another comparison.
            let written = format!("{number:.3}");
            (written.parse::<f64>() == Ok(*number)).then_some(written)?
        }
        value => match number(value) {
            Some(number) => number.to_string(),
            None => quoted(text(value)?),
        },
    };
    Some(format!("{} {} {literal}", text_of(&call.args)?, comparison(op)?))
}

/// The value of a tag compared with one that is known.
fn column_compared(name: &str, op: Operator, value: &ScalarValue) -> Option<String> {
    match name {
        "WhiteElo" | "BlackElo" => {
            let number = number(value).filter(|number| *number >= 0)?;
            Some(format!("{} {} {number}", name.to_ascii_lowercase(), comparison(op)?))
        }
        _ if op == Operator::Eq => {
            let text = text(value).filter(|text| is_known(text))?;
            Some(format!("\"{}\" = {}", text_tag(name)?, quoted(text)))
        }
        _ => None,
    }
}

/// The tag whose text a column is.
fn text_tag(name: &str) -> Option<&'static str> {
    pgnkit_facts::game(name)?.text_of_tag().filter(|tag| *tag == name)
}

/// Whether a text, or all that is like a pattern, is a value and none of the signs for what is not known.
fn is_known(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn text(value: &ScalarValue) -> Option<&str> {
    match value {
        ScalarValue::Utf8(text) | ScalarValue::LargeUtf8(text) | ScalarValue::Utf8View(text) => {
            text.as_deref()
        }
        _ => None,
    }
}

fn number(value: &ScalarValue) -> Option<i64> {
    match *value {
        ScalarValue::Int8(number) => number.map(i64::from),
        ScalarValue::Int16(number) => number.map(i64::from),
        ScalarValue::Int32(number) => number.map(i64::from),
        ScalarValue::Int64(number) => number,
        ScalarValue::UInt8(number) => number.map(i64::from),
        ScalarValue::UInt16(number) => number.map(i64::from),
        ScalarValue::UInt32(number) => number.map(i64::from),
        _ => None,
    }
}

fn comparison(op: Operator) -> Option<&'static str> {
    Some(match op {
        Operator::Eq => "=",
        Operator::NotEq => "<>",
        Operator::Lt => "<",
        Operator::LtEq => "<=",
        Operator::Gt => ">",
        Operator::GtEq => ">=",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use datafusion::logical_expr::{col, in_list, lit, not};
    use datafusion::prelude::ident;

    use super::*;
    use crate::functions::condition_call;

    #[test]
    fn filters_become_conditions_that_are_true_of_no_fewer_games() {
        let white = || ident("White");
        let mate = || condition_call("ends_in('mate')");
        for (filter, expected, exact) in [
            (white().eq(lit("Tal")), "\"White\" = 'Tal'", false),
            (white().eq(lit("O'Kelly")), "\"White\" = 'O''Kelly'", false),
            (lit("Tal").eq(white()), "\"White\" = 'Tal'", false),
            (white().like(lit("Tal%")), "\"White\" LIKE 'Tal%'", false),
            (ident("WhiteElo").gt(lit(2500_i16)), "whiteelo > 2500", false),
            (lit(2500_i64).lt(ident("WhiteElo")), "whiteelo > 2500", false),
            (
                in_list(white(), vec![lit("a"), lit("b")], false),
                "(\"White\" = 'a' OR \"White\" = 'b')",
                false,
            ),
            (mate(), "(ends_in('mate'))", true),
            (not(mate()), "NOT ((ends_in('mate')))", true),
            (mate().and(ident("plies").lt(lit(40))), "(ends_in('mate'))", false),
            (mate().or(white().eq(lit("Tal"))), "((ends_in('mate')) OR \"White\" = 'Tal')", false),
        ] {
            let pushed = translate(&filter);
            assert_eq!(pushed, Some(Pushed { text: expected.to_owned(), exact }), "{filter}");
        }
        for filter in [
            white().eq(lit("?")),
            white().not_eq(lit("Tal")),
            not(white().eq(lit("Tal"))),
            white().like(lit("%")),
            white().like(lit("_")),
            white().ilike(lit("Tal%")),
            white().not_like(lit("Tal%")),
            mate().or(ident("plies").lt(lit(40))),
            in_list(white(), vec![lit("a"), lit("?")], false),
            in_list(white(), vec![lit("a")], true),
            ident("WhiteElo").gt(lit(-1_i16)),
            ident("Result").eq(lit("1-0")),
            col("x").eq(lit("Tal")),
            white().eq(lit(ScalarValue::Utf8(None))),
        ] {
            assert_eq!(translate(&filter), None, "{filter}");
        }
    }
}
