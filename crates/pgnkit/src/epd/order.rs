//! Orders of records.

use std::cmp::Ordering;

use pgnkit_chess::fen::EnPassant;

use super::Epd;
use crate::natural::natural_order;

impl Epd {
    /// Compares positions by their four fields (section 16.2.3), byte by byte, as sorting canonical lines does, and then by
    /// their variant.
    ///
    /// Records of one position are equal, so a stable sort keeps their order.
    ///
    /// ```
    /// use pgnkit::epd::Epd;
    ///
    /// let mut records = Vec::new();
    /// for record in ["8/8/8/8/8/8/4P1k1/4K3 w - - id \"B\";", "4k3/8/8/8/8/8/4P3/4K3 b - -", "8/8/8/8/8/8/4P1k1/4K3 w - - id \"A\";"] {
    ///     records.push(record.parse::<Epd>()?);
    /// }
    /// records.sort_by(Epd::cmp_position);
    /// assert_eq!(records.iter().map(Epd::id).collect::<Vec<_>>(), [None, Some("B"), Some("A")]);
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn cmp_position(&self, other: &Self) -> Ordering {
        let fields = |epd: &Self| epd.position.epd(EnPassant::Always);
        let by_fields = fields(self).as_bytes().cmp(fields(other).as_bytes());
        by_fields.then_with(|| self.position.variant().cmp(&other.position.variant()))
    }

    /// Compares names with [`id_order`].
    #[must_use]
    pub fn cmp_id(&self, other: &Self) -> Ordering {
        id_order(self.id(), other.id())
    }
}

/// Compares names of positions in `id` (section 16.2.5.15): numbers in them compare by value, so that `BK.2` comes
/// before `BK.10`, and a missing name comes last.
///
/// Other characters compare by their bytes, and so do names that differ only in leading zeros.
///
/// ```
/// let mut names = [Some("WAC.100"), None, Some("BK.10"), Some("BK.02"), Some("BK.1")];
/// names.sort_by(|a, b| pgnkit::epd::id_order(*a, *b));
/// assert_eq!(names, [Some("BK.1"), Some("BK.02"), Some("BK.10"), Some("WAC.100"), None]);
/// ```
#[must_use]
pub fn id_order(a: Option<&str>, b: Option<&str>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => natural_order(a.as_bytes(), b.as_bytes()),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_natural_order() {
        let names = [
            "",
            " 1",
            "-",
            "0",
            "00",
            "001",
            "01",
            "1",
            "1.2",
            "1.10",
            "1a",
            "1b1",
            "2",
            "10",
            "99999999999999999999998",
            "99999999999999999999999",
            "A",
            "BK",
            "BK.",
            "BK.01",
            "BK.1",
            "BK.01x",
            "BK.2",
            "BK.10",
            "BKx",
            "a1",
            "a\u{e9}",
        ];
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate() {
                assert_eq!(id_order(Some(a), Some(b)), i.cmp(&j), "{a} {b}");
            }
        }
    }

    #[test]
    fn records_without_a_name_come_last() {
        let epd =
            |operations: &str| format!("8/8/8/8/8/8/4P1k1/4K3 w - - {operations}").parse::<Epd>().unwrap();
        let (none, two, ten) = (epd(""), epd("id \"2\";"), epd("id \"10\";"));
        for (a, b, order) in [
            (&none, &none, Ordering::Equal),
            (&none, &ten, Ordering::Greater),
            (&two, &none, Ordering::Less),
            (&two, &ten, Ordering::Less),
            (&two, &two, Ordering::Equal),
        ] {
            assert_eq!(a.cmp_id(b), order, "{a} {b}");
        }
    }
}
