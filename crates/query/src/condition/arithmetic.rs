//! Reckoning with numbers, in thousandths.

use std::fmt;

use super::value::Scalar;

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    By,
    Modulo,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::By => "/",
            Self::Modulo => "%",
        })
    }
}

/// The result, to three decimals; NULL where something is divided by zero, or where it is larger than any value.
pub(super) fn reckon(operator: Operator, left: &Scalar<'_>, right: &Scalar<'_>) -> Option<Scalar<'static>> {
    let (left, right) = (thousandths(left)?, thousandths(right)?);
    let thousandths = match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => rounded(left * right, 1000)?,
        Operator::By => rounded(left * 1000, right)?,
        Operator::Modulo => left.checked_rem(right)?,
    };
    i64::try_from(thousandths).ok().map(Scalar::Decimal)
}

/// A number in thousandths, however large.
fn thousandths(number: &Scalar<'_>) -> Option<i128> {
    match number {
        Scalar::Integer(number) => Some(1000 * i128::from(*number)),
        Scalar::Decimal(thousandths) => Some(i128::from(*thousandths)),
        _ => None,
    }
}

/// A quotient; halves go away from zero.
fn rounded(number: i128, by: i128) -> Option<i128> {
    let (whole, rest) = (number.checked_div(by)?, number.checked_rem(by)?);
    let away = if (number < 0) == (by < 0) { 1 } else { -1 };
    Some(if 2 * rest.abs() >= by.abs() { whole + away } else { whole })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_reckoned_to_thousandths() {
        for (left, operator, right, expected) in [
            (7_000, Operator::Plus, 500, Some(7_500)),
            (1_000, Operator::Minus, 2_500, Some(-1_500)),
            (1_500, Operator::Times, -2_000, Some(-3_000)),
            (1_000, Operator::By, 3_000, Some(333)),
            (2_000, Operator::By, -3_000, Some(-667)),
            (-1, Operator::By, 2_000, Some(-1)),
            (1_000, Operator::By, 0, None),
            (7_000, Operator::Modulo, 2_000, Some(1_000)),
            (7_000, Operator::Modulo, 0, None),
            (i64::MAX, Operator::Plus, 1, None),
            (i64::MAX, Operator::Times, i64::MAX, None),
            (i64::MIN, Operator::By, -1, None),
        ] {
            let found = reckon(operator, &Scalar::Decimal(left), &Scalar::Decimal(right));
            assert_eq!(found, expected.map(Scalar::Decimal), "{left} {operator} {right}");
        }
    }

    #[test]
    fn a_whole_number_is_exact_or_null() {
        for (left, operator, right, expected) in [
            (u64::MAX, Operator::Minus, u64::MAX, Some(0)),
            (u64::MAX, Operator::By, u64::MAX, Some(1000)),
            (u64::MAX, Operator::Plus, 0, None),
            (2700, Operator::Plus, 2701, Some(5_401_000)),
        ] {
            let found = reckon(operator, &Scalar::Integer(left), &Scalar::Integer(right));
            assert_eq!(found, expected.map(Scalar::Decimal), "{left} {operator} {right}");
        }
        assert_eq!(reckon(Operator::Plus, &Scalar::Integer(1), &Scalar::Text("1".into())), None);
    }
}
