//! The report on a terminal.

use std::fmt;

use super::{Counts, Report, Tested, areas};
use crate::case::Class;
use crate::verdict::Verdict;

/// Reasons shown of a case.
const SHOWN: usize = 5;

/// Every case that did not pass with the reasons, and of those the program cannot do only the ones that count as failures.
pub fn cases(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    for case in &report.cases {
        let failed = case.verdict.is_failure(report.strict);
        if !failed && case.verdict != Verdict::Partial {
            continue;
        }
        writeln!(f, "{}: {}", case.verdict, case.case)?;
        for reason in case.reasons.iter().take(SHOWN) {
            writeln!(f, "  {}", one_line(reason))?;
        }
        if case.reasons.len() > SHOWN {
            writeln!(f, "  and {} more", case.reasons.len() - SHOWN)?;
        }
    }
    Ok(())
}

/// Reasons may hold what a program has written to standard error.
fn one_line(reason: &str) -> String {
    reason.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}

/// The tables by area and by class.
pub fn tables(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    let of = |chosen: &dyn Fn(&Tested) -> bool| Counts::of(report.cases.iter().filter(|case| chosen(case)));
    head(f, "area")?;
    for area in areas(report.cases.iter().map(|case| case.area.as_str())) {
        row(f, area, of(&|case| case.area == area))?;
    }
    row(f, "total", of(&|_| true))?;
    writeln!(f)?;
    head(f, "class")?;
    for class in Class::ALL {
        let counts = of(&|case| case.class == class);
        if counts.total() > 0 {
            row(f, class.name(), counts)?;
        }
    }
    Ok(())
}

fn head(f: &mut fmt::Formatter<'_>, first: &str) -> fmt::Result {
    write!(f, "{first:22}")?;
    for verdict in Verdict::ALL {
        write!(f, " {verdict:>11}")?;
    }
    writeln!(f, " {:>11}", "total")
}

fn row(f: &mut fmt::Formatter<'_>, first: &str, counts: Counts) -> fmt::Result {
    write!(f, "{first:22}")?;
    for count in counts.columns() {
        if count == 0 {
            write!(f, " {:>11}", "·")?;
        } else {
            write!(f, " {count:>11}")?;
        }
    }
    writeln!(f, " {:>11}", counts.total())
}
