//! The summary of a matrix as Markdown.

use super::{Counts, Report, Tested, areas};
use crate::case::Class;
use crate::verdict::Verdict;

const BEGIN: &str = "<!-- matrix -->";
const END: &str = "<!-- /matrix -->";

/// The tables by area and by class, each cell passed of passed and failed; then how often each verdict was given.
pub fn matrix(reports: &[Report]) -> String {
    let all = || reports.iter().flat_map(|report| &report.cases);
    let mut text = String::new();
    head(&mut text, "area", reports);
    for area in areas(all().map(|case| case.area.as_str())) {
        row(&mut text, area, reports, |case| case.area == area);
    }
    row(&mut text, "**all**", reports, |_| true);
    text.push('\n');
    head(&mut text, "class", reports);
    for class in Class::ALL.into_iter().filter(|&class| all().any(|case| case.class == class)) {
        row(&mut text, class.name(), reports, |case| case.class == class);
    }
    text.push('\n');
    head(&mut text, "verdict", reports);
    for verdict in Verdict::ALL {
        let counts = reports.iter().map(|report| Counts::of(&report.cases).of_verdict(verdict));
        line(&mut text, verdict.name(), counts.map(|count| count.to_string()));
    }
    text
}

fn head(text: &mut String, first: &str, reports: &[Report]) {
    let names: Vec<_> = reports.iter().map(|report| escape(&report.title())).collect();
    *text += &format!("| {first} | {} |\n| --- |{}\n", names.join(" | "), " ---: |".repeat(names.len()));
}

fn row(text: &mut String, first: &str, reports: &[Report], chosen: impl Fn(&Tested) -> bool) {
    line(
        text,
        first,
        reports.iter().map(|report| Counts::of(report.cases.iter().filter(|case| chosen(case))).ratio()),
    );
}

fn line(text: &mut String, first: &str, cells: impl Iterator<Item = String>) {
    *text += &format!("| {first} | {} |\n", cells.collect::<Vec<_>>().join(" | "));
}

/// Names of programs come from the command line.
fn escape(text: &str) -> String {
    text.chars().flat_map(|c| ["\\|<>`*_[]".contains(c).then_some('\\'), Some(c)]).flatten().collect()
}

/// Puts `tables` between the two comments of `text` that are there for it.
///
/// # Errors
///
/// The comments are not there, or not in this order.
pub fn insert(text: &str, tables: &str) -> Result<String, String> {
    let begin = text.find(BEGIN).ok_or_else(|| format!("there is no {BEGIN}"))? + BEGIN.len();
    let end = text[begin..].find(END).ok_or_else(|| format!("there is no {END} after {BEGIN}"))? + begin;
    Ok([&text[..begin], "\n", tables, &text[end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn only_what_is_between_the_comments_is_replaced() {
        let text = "a\n<!-- matrix -->\nold\n<!-- /matrix -->\nb\n";
        let expected = "a\n<!-- matrix -->\n| new |\n<!-- /matrix -->\nb\n";
        assert_eq!(insert(text, "| new |\n").as_deref(), Ok(expected));
        assert_eq!(insert(expected, "| new |\n").as_deref(), Ok(expected));
        assert!(insert("<!-- /matrix --> <!-- matrix -->", "").is_err());
        assert!(insert("", "").is_err());
    }

    #[test]
    fn what_is_left_out_is_no_fault() {
        use Verdict::{Crash, Fail, Partial, Pass, Pending, Unsupported};
        for (verdicts, expected) in [
            (&[Pass, Fail, Crash, Unsupported, Pending][..], "1/3"),
            (&[Pass, Partial, Partial], "1/1 +2"),
            (&[Partial, Unsupported], "+1"),
            (&[Unsupported, Pending], "–"),
        ] {
            let report = testing::report(verdicts.iter().map(|&verdict| ("lexical/invented", verdict)));
            assert_eq!(Counts::of(&report.cases).ratio(), expected, "{verdicts:?}");
        }
    }

    #[test]
    fn names_are_escaped() {
        assert_eq!(escape("a|b <i>"), r"a\|b \<i\>");
    }
}
