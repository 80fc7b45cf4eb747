//! Functions about games, as the engine calls them.
//!
//! A call such as `reaches('e4 c5')` becomes, before it is planned ([`rewrite`](crate::rewrite)), a call of one of two
//! functions: `pgn_condition(text, names, columns …)`, which gives true, false or NULL, and `pgn_value(text, names, columns …)`, which
//! gives a text or a number. The text is what `pgn filter` takes; the columns, whose names are in the second argument, are what
//! of a game it needs. So a call is plain values, which any plan can carry to another process.

mod evaluate;
mod game;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{exec_err, plan_err};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::prelude::SessionContext;
use datafusion::scalar::ScalarValue;
use pgnkit_query::condition::Expression;
use pgnkit_query::fields::Kind;
use std::sync::Arc;

pub use game::{NeededColumns, needed};

/// The name of the function for conditions.
pub const CONDITION: &str = "pgn_condition";
/// The name of the function for values.
pub const VALUE: &str = "pgn_value";

/// Makes the functions known to a session.
pub fn register(context: &SessionContext) {
    for function in all() {
        context.register_udf(function);
    }
}

/// The functions, for whoever registers them elsewhere.
pub fn all() -> Vec<ScalarUDF> {
    [CONDITION, VALUE].into_iter().map(|name| ScalarUDF::new_from_impl(GameFunction::new(name))).collect()
}

/// A condition on games, or a value of them.
#[derive(Debug, PartialEq, Eq, Hash)]
struct GameFunction {
    name: &'static str,
    signature: Signature,
}

impl GameFunction {
    fn new(name: &'static str) -> Self {
        Self { name, signature: Signature::variadic_any(Volatility::Immutable) }
    }
}

/// The type of the values of an expression.
fn value_type(expression: &Expression) -> Result<DataType> {
    match expression.kind() {
        Kind::Integer => Ok(DataType::Int64),
        Kind::Decimal => Ok(DataType::Float64),
        Kind::Text => Ok(DataType::Utf8),
        _ => plan_err!("{} is a date or a round, which are columns", expression.as_str()),
    }
}

fn expression(text: &str) -> Result<Expression> {
    text.parse().map_err(|error| DataFusionError::External(Box::new(error)))
}

impl ScalarUDFImpl for GameFunction {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        match self.name {
            CONDITION => Ok(DataType::Boolean),
            _ => plan_err!("{VALUE} needs its text"),
        }
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let data_type = match (self.name, arguments.scalar_arguments.first()) {
            (CONDITION, _) => DataType::Boolean,
            (_, Some(Some(ScalarValue::Utf8(Some(text))))) => value_type(&expression(text)?)?,
            _ => return plan_err!("{} needs its text in single quotes", self.name),
        };
        Ok(Arc::new(Field::new(self.name, data_type, true)))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let ScalarFunctionArgs { args, number_rows, .. } = arguments;
        let [text, names, columns @ ..] = args.as_slice() else {
            return exec_err!("{} needs a text and names", self.name);
        };
        let (Some(text), Some(names)) = (constant(text), constant(names)) else {
            return exec_err!("{} needs a text and names in single quotes", self.name);
        };
        let names: Vec<&str> = names.split(',').filter(|name| !name.is_empty()).collect();
        evaluate::evaluate(self.name == CONDITION, &expression(text)?, &names, columns, number_rows)
    }

    /// The call as the query has it.
    fn schema_name(&self, arguments: &[Expr]) -> Result<String> {
        Ok(text_of(arguments).unwrap_or(self.name).to_owned())
    }

    fn display_name(&self, arguments: &[Expr]) -> Result<String> {
        self.schema_name(arguments)
    }
}

fn constant(value: &ColumnarValue) -> Option<&str> {
    match value {
        ColumnarValue::Scalar(ScalarValue::Utf8(Some(text)) | ScalarValue::Utf8View(Some(text))) => {
            Some(text)
        }
        _ => None,
    }
}

/// The text of a call.
pub(crate) fn text_of(arguments: &[Expr]) -> Option<&str> {
    match arguments.first()? {
        Expr::Literal(ScalarValue::Utf8(Some(text)) | ScalarValue::Utf8View(Some(text)), _) => Some(text),
        _ => None,
    }
}

/// A call that needs no columns.
#[cfg(test)]
pub(crate) fn condition_call(text: &str) -> Expr {
    use datafusion::logical_expr::lit;
    ScalarUDF::new_from_impl(GameFunction::new(CONDITION)).call(vec![lit(text), lit("")])
}
