//! The matrix of programs and cases as a page that needs nothing else.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

use super::{Counts, Report, Tested, areas};
use crate::case::{Case, Class};
use crate::suite::Suite;
use crate::verdict::Verdict;

const STYLE: &str = include_str!("matrix.css");

/// The page: a summary by area and by class, then every case of the suite that a report knows, with a cell for each program.
pub fn matrix(suite: &Suite, reports: &[Report]) -> String {
    let columns: Vec<Column<'_>> = reports.iter().map(Column::of).collect();
    let known = |case: &&Case| columns.iter().any(|column| column.cases.contains_key(case.id().as_str()));
    let cases: Vec<&Case> = suite.cases.iter().filter(known).collect();
    let mut page = String::new();
    write(&mut page, &columns, &cases).expect("a String takes everything");
    page
}

/// A program and its verdicts by case.
struct Column<'r> {
    title: String,
    report: &'r Report,
    cases: BTreeMap<&'r str, &'r Tested>,
}

impl<'r> Column<'r> {
    fn of(report: &'r Report) -> Self {
        let cases = report.cases.iter().map(|tested| (tested.case.as_str(), tested)).collect();
        Self { title: report.title(), report, cases }
    }
}

fn write(page: &mut String, columns: &[Column<'_>], cases: &[&Case]) -> fmt::Result {
    writeln!(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(page, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(page, "<title>PGN conformance</title>\n<style>\n{STYLE}</style>\n</head>\n<body>")?;
    writeln!(page, "<h1>PGN conformance</h1>")?;
    writeln!(page, "<p>Cases passed, of those the program can be asked.</p>")?;
    summary(page, columns, cases)?;
    let areas = areas(cases.iter().map(|case| case.area.as_str()));
    for area in areas {
        writeln!(page, "<h2 id=\"{0}\"><a href=\"#{0}\">{0}</a></h2>\n<table>", Escaped(area))?;
        head(page, "case", columns)?;
        for case in cases.iter().filter(|case| case.area == area) {
            row(page, columns, case)?;
        }
        writeln!(page, "</tbody>\n</table>")?;
    }
    writeln!(page, "</body>\n</html>")
}

fn summary(page: &mut String, columns: &[Column<'_>], cases: &[&Case]) -> fmt::Result {
    writeln!(page, "<table>")?;
    head(page, "area", columns)?;
    for area in areas(cases.iter().map(|case| case.area.as_str())) {
        let name = format!("<a href=\"#{0}\">{0}</a>", Escaped(area));
        ratios(page, &name, columns, |case| case.area == area)?;
    }
    ratios(page, "all", columns, |_| true)?;
    writeln!(page, "</tbody>\n<tbody>")?;
    for class in Class::ALL {
        ratios(page, class.name(), columns, |case| case.class == class)?;
    }
    writeln!(page, "</tbody>\n</table>")
}

fn head(page: &mut String, first: &str, columns: &[Column<'_>]) -> fmt::Result {
    write!(page, "<thead><tr><th scope=\"col\">{first}</th>")?;
    for column in columns {
        let strict = if column.report.strict { " <small>strict</small>" } else { "" };
        write!(page, "<th scope=\"col\">{}{strict}</th>", Escaped(&column.title))?;
    }
    writeln!(page, "</tr></thead>\n<tbody>")
}

/// A row of the summary; `name` is HTML.
fn ratios(
    page: &mut String,
    name: &str,
    columns: &[Column<'_>],
    chosen: impl Fn(&Tested) -> bool,
) -> fmt::Result {
    write!(page, "<tr><th scope=\"row\">{name}</th>")?;
    for column in columns {
        let counts = Counts::of(column.report.cases.iter().filter(|case| chosen(case)));
        write!(page, "<td>{}</td>", counts.ratio())?;
    }
    writeln!(page, "</tr>")
}

fn row(page: &mut String, columns: &[Column<'_>], case: &Case) -> fmt::Result {
    let (id, file) = (case.id(), &case.file);
    write!(
        page,
        "<tr id=\"{0}\"><th scope=\"row\"><a href=\"#{0}\">{1}</a>",
        Escaped(&id),
        Escaped(&case.name)
    )?;
    write!(page, "<p>{}</p>", Escaped(&file.purpose))?;
    write!(page, "<small>{}, {}, ", file.class, Escaped(&file.requirements.join(" ")))?;
    write!(page, "section {}</small></th>", Escaped(&file.section))?;
    for column in columns {
        match column.cases.get(id.as_str()) {
            Some(tested) => cell(page, tested)?,
            None => write!(page, "<td>–</td>")?,
        }
    }
    writeln!(page, "</tr>")
}

fn cell(page: &mut String, tested: &Tested) -> fmt::Result {
    let verdict = tested.verdict;
    let word = format!("{} {verdict}", sign(verdict));
    write!(page, "<td class=\"{verdict}\">")?;
    if tested.reasons.is_empty() {
        write!(page, "{word}")?;
    } else {
        let differs = if verdict == Verdict::Pass { ", differs" } else { "" };
        write!(page, "<details><summary>{word}{differs}</summary><ul>")?;
        for reason in &tested.reasons {
            write!(page, "<li>{}</li>", Escaped(reason))?;
        }
        write!(page, "</ul></details>")?;
    }
    write!(page, "</td>")
}

/// Tells verdicts apart without colours.
fn sign(verdict: Verdict) -> char {
    match verdict {
        Verdict::Pass => '✓',
        Verdict::Partial => '◐',
        Verdict::Unsupported | Verdict::Pending => '○',
        Verdict::Fail | Verdict::Crash | Verdict::TimeOut => '✗',
    }
}

/// A text in HTML; control characters, which HTML does not have, are shown as replaced.
struct Escaped<'t>(&'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c if c.is_control() => f.write_char('\u{FFFD}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn text_is_escaped() {
        assert_eq!(Escaped("<a href='\"&\x1b").to_string(), "&lt;a href=&#39;&quot;&amp;\u{FFFD}");
    }

    #[test]
    fn a_page_has_every_case_and_nothing_of_elsewhere() {
        let mut case = testing::case("must-accept", r#"{"diagnostics": []}"#);
        case.file.purpose = "A <b> is text.".to_owned();
        let suite = testing::suite([case]);
        let mut report = testing::report([("lexical/invented", Verdict::Fail)]);
        report.adapter = "a&b".to_owned();
        report.cases[0].reasons = vec!["found <script>".to_owned()];
        let page = matrix(&suite, &[report, testing::report([])]);
        for expected in [
            "A &lt;b&gt; is text.",
            "<td class=\"fail\"><details><summary>✗ fail</summary><ul><li>found &lt;script&gt;</li></ul></details></td>",
            "a&amp;b",
            "<tr id=\"lexical/invented\">",
            "<td>0/1</td><td>–</td>",
        ] {
            assert!(page.contains(expected), "{expected}\n{page}");
        }
        for foreign in ["<script", "http", "src="] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }
}
