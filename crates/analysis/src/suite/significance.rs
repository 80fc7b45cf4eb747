//! The exact sign test.

/// The probability that the split of `one + other` cases, each of them as likely on either side, is at least as uneven as this one, on whichever side:
/// the exact sign test, two-sided. With the cases in which only one of two engines was right, it is McNemar's exact test. From 0 to 1, and 1 without any
/// case.
///
/// Takes time in proportion to the smaller number.
///
/// ```
/// use pgnkit_analysis::suite::sign_test;
///
/// assert_eq!(sign_test(0, 5), 0.0625);
/// assert_eq!(sign_test(3, 3), 1.0);
/// ```
#[must_use]
pub fn sign_test(one: u64, other: u64) -> f64 {
    let (few, all) = (one.min(other), one.saturating_add(other));
    // Terms of the binomial distribution as logarithms: they are too small for large numbers.
    let mut term = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = term.exp();
    for k in 1..=few {
        term += ((all - k + 1) as f64).ln() - (k as f64).ln();
        sum += term.exp();
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_the_binomial_distribution() {
        for (one, other, expected) in [
            (0, 0, 1.0),
            (0, 1, 1.0),
            (1, 1, 1.0),
            (0, 6, 2.0 / 64.0),
            (1, 6, 2.0 * 8.0 / 128.0),
            (2, 8, 2.0 * 56.0 / 1024.0),
            (4, 5, 1.0),
            (10, 30, 0.002_221_4),
            (900, 1100, 8.457e-6),
        ] {
            for found in [sign_test(one, other), sign_test(other, one)] {
                assert!((found - expected).abs() < 1e-3 * expected, "{one} {other}: {found}");
            }
        }
        assert_eq!(sign_test(0, 1_000_000), 0.0);
    }
}
