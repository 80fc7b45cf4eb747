//! Expressions evaluated on rows.

use datafusion::arrow::array::{ArrayRef, BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use datafusion::common::exec_err;
use datafusion::error::Result;
use datafusion::logical_expr::ColumnarValue;
use pgnkit_query::condition::Expression;
use pgnkit_query::fields::{Kind, Value};
use std::sync::Arc;

use super::game::Rebuilder;

/// Evaluates an expression on games that are in columns of these names.
pub(super) fn evaluate(
    is_condition: bool,
    expression: &Expression,
    names: &[&str],
    columns: &[ColumnarValue],
    rows: usize,
) -> Result<ColumnarValue> {
    if names.len() != columns.len() {
        return exec_err!("{} names of {} columns", names.len(), columns.len());
    }
    let arrays = columns.iter().map(|column| column.to_array(rows)).collect::<Result<Vec<ArrayRef>>>()?;
    let mut rebuilder = Rebuilder::new(names, arrays, rows)?;
    let mut values = Values::new(is_condition, expression.kind(), rows);
    for row in 0..rows {
        match rebuilder.game(row)? {
            Some(game) => values.push(expression.of(game)),
            None => values.push(Value::Missing),
        }
    }
    Ok(ColumnarValue::Array(values.finish()))
}

/// A column of values.
enum Values {
    Truth(BooleanBuilder),
    Text(StringBuilder),
    Integer(Int64Builder),
    Decimal(Float64Builder),
}

impl Values {
    fn new(is_condition: bool, kind: Kind, rows: usize) -> Self {
        match kind {
            _ if is_condition => Self::Truth(BooleanBuilder::with_capacity(rows)),
            Kind::Integer => Self::Integer(Int64Builder::with_capacity(rows)),
            Kind::Decimal => Self::Decimal(Float64Builder::with_capacity(rows)),
            _ => Self::Text(StringBuilder::new()),
        }
    }

    fn push(&mut self, value: Value<'_>) {
        match (self, value) {
            // The value of a condition is the text of it.
            (Self::Truth(values), Value::Text(text)) => values.append_value(text == "true"),
            (Self::Text(values), Value::Text(text)) => values.append_value(text),
            (Self::Integer(values), Value::Integer(number)) => {
                values.append_option(i64::try_from(number).ok())
            }
            (Self::Decimal(values), Value::Decimal(number)) => {
                values.append_option(number.to_string().parse::<f64>().ok());
            }
            (Self::Decimal(values), Value::Integer(number)) => values.append_value(number as f64),
            (Self::Truth(values), _) => values.append_null(),
            (Self::Text(values), _) => values.append_null(),
            (Self::Integer(values), _) => values.append_null(),
            (Self::Decimal(values), _) => values.append_null(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Truth(mut values) => Arc::new(values.finish()),
            Self::Text(mut values) => Arc::new(values.finish()),
            Self::Integer(mut values) => Arc::new(values.finish()),
            Self::Decimal(mut values) => Arc::new(values.finish()),
        }
    }
}
