//! `pgn explain`: the pages of diagnostics.

use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use pgnkit::syntax::{Code, Severity};

use crate::args::ExplainArgs;
use crate::run::{Status, print};
use crate::terminal::stdout_is_styled;

const HEADING: Style = AnsiColor::Green.on_default().bold();
const CODE: Style = AnsiColor::Cyan.on_default().bold();

pub(crate) fn run(args: &ExplainArgs) -> Status {
    let styled = stdout_is_styled(args.color);
    let text = match args.codes.as_slice() {
        [] => table(styled),
        codes => codes.iter().map(|code| page(code.page(), styled)).collect::<Vec<_>>().join("\n\n"),
    };
    print(text.as_bytes())
}

/// `text` in a style, when there are styles.
fn paint(text: &str, style: Style, styled: bool) -> String {
    if styled { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// One line for each code.
fn table(styled: bool) -> String {
    let longest = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or_default();
    let mut out = String::new();
    for code in Code::ALL {
        let severity = match code.severity() {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Note => AnsiColor::Blue,
        };
        let code_text = paint(&code.to_string(), CODE, styled);
        let word = paint(&format!("{:7}", code.severity().as_str()), severity.on_default(), styled);
        let (name, summary) = (code.name(), code.summary());
        let _ = writeln!(out, "{code_text}  {word}  {name:longest$}  {summary}");
    }
    out
}

/// A page for a terminal: headings without their signs, examples indented.
fn page(markdown: &str, styled: bool) -> String {
    let mut out = String::new();
    let mut in_example = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_example = !in_example;
        } else if in_example {
            let _ = writeln!(out, "{}{line}", if line.is_empty() { "" } else { "    " });
        } else if let Some(heading) = line.strip_prefix("## ").or(line.strip_prefix("# ")) {
            let _ = writeln!(out, "{}", paint(heading, HEADING, styled));
        } else {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}
