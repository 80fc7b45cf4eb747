//! Completion, and lines that go on.

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Result};

use super::commands::COMMANDS;
use crate::rewrite::fold;

/// Words of the language that are worth completing.
const KEYWORDS: [&str; 54] = [
    "AND",
    "ANY_VALUE",
    "AS",
    "ASC",
    "BETWEEN",
    "BY",
    "CASE",
    "CAST",
    "COPY",
    "CREATE",
    "CROSS",
    "DESC",
    "DESCRIBE",
    "DISTINCT",
    "ELSE",
    "END",
    "EXCEPT",
    "EXISTS",
    "EXPLAIN",
    "FALSE",
    "FILTER",
    "FROM",
    "FULL",
    "GROUP",
    "HAVING",
    "ILIKE",
    "IN",
    "INNER",
    "INTERSECT",
    "IS",
    "JOIN",
    "LEFT",
    "LIKE",
    "LIMIT",
    "NOT",
    "NULL",
    "OFFSET",
    "ON",
    "OR",
    "ORDER",
    "OUTER",
    "OVER",
    "PARTITION",
    "RIGHT",
    "SELECT",
    "TABLE",
    "THEN",
    "TRUE",
    "UNION",
    "USING",
    "VIEW",
    "WHEN",
    "WHERE",
    "WITH",
];

/// Completes words of the language, functions, columns, tables, and files in quotes.
pub(super) struct Helper {
    files: FilenameCompleter,
    functions: Vec<String>,
    columns: Vec<String>,
    tables: Vec<String>,
}

impl Helper {
    pub(super) fn new(functions: Vec<String>) -> Self {
        let layouts = pgnkit_columns::Rows::ALL.into_iter().flat_map(pgnkit_columns::Rows::columns);
        let columns = layouts.map(|column| column.name.to_owned()).collect();
        let mut helper = Self { files: FilenameCompleter::new(), functions, columns, tables: Vec::new() };
        helper.sort();
        helper
    }

    /// Adds what a query has shown.
    pub(super) fn learn(&mut self, columns: Vec<String>, tables: Vec<String>) {
        self.columns.extend(columns);
        self.tables = tables;
        self.sort();
    }

    fn sort(&mut self) {
        self.columns.sort_unstable();
        self.columns.dedup();
    }

    /// What a word may become.
    fn words(&self, word: &str) -> Vec<Pair> {
        let folded = fold(word);
        let begins = |name: &&str| fold(name).starts_with(&folded);
        let pair = |display: &str, replacement: String| Pair { display: display.to_owned(), replacement };
        let is_lower = word.chars().all(|c| !c.is_uppercase());
        let keywords = KEYWORDS
            .into_iter()
            .filter(begins)
            .map(|keyword| pair(keyword, if is_lower { keyword.to_lowercase() } else { keyword.to_owned() }));
        let plain = |names: &[String]| -> Vec<Pair> {
            let names = names.iter().map(String::as_str).filter(begins);
            names.map(|name| pair(name, name.to_owned())).collect()
        };
        let functions = self.functions.iter().map(String::as_str).filter(begins);
        let functions = functions.map(|name| pair(name, format!("{name}(")));
        plain(&self.columns).into_iter().chain(plain(&self.tables)).chain(keywords).chain(functions).collect()
    }
}

/// Whether a place is in single quotes, and where these begin.
fn open_quote(line: &str) -> Option<usize> {
    let mut open = None;
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match quote {
            Some(of) if of == c => quote = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"') => {
                quote = Some(c);
                open = Some(at);
            }
            None => {}
        }
    }
    open.filter(|_| quote == Some('\''))
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _context: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        if before.starts_with('.') {
            let commands = COMMANDS.iter().map(|(command, _)| command.split(' ').next().unwrap_or(command));
            let commands = commands.filter(|command| command.starts_with(before));
            let pair = |command: &str| Pair { display: command.to_owned(), replacement: command.to_owned() };
            return Ok((0, commands.map(pair).collect()));
        }
        if let Some(open) = open_quote(before) {
            let path = &before[open + 1..];
            let (start, files) = self.files.complete_path(path, path.len())?;
            return Ok((open + 1 + start, files));
        }
        let start = before
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        let found = if word.is_empty() { Vec::new() } else { self.words(word) };
        Ok((start, found))
    }
}

/// Whether a text is whole: a command, or statements of which the last one is ended outside quotes and comments.
pub(super) fn is_whole(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.starts_with('.') {
        return true;
    }
    let mut chars = text.chars().peekable();
    let mut ended = false;
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                ended = false;
                if !chars.any(|other| other == c) {
                    return false;
                }
            }
            '-' if chars.peek() == Some(&'-') => {
                chars.by_ref().find(|c| *c == '\n');
            }
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                let mut star = false;
                if !chars.any(|c| {
                    let ends = star && c == '/';
                    star = c == '*';
                    ends
                }) {
                    return false;
                }
            }
            ';' => ended = true,
            c if c.is_whitespace() => {}
            _ => ended = false,
        }
    }
    ended
}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        Ok(if is_whole(context.input()) {
            ValidationResult::Valid(None)
        } else {
            ValidationResult::Incomplete
        })
    }
}

impl Hinter for Helper {
    type Hint = String;
}

impl Highlighter for Helper {}

impl rustyline::Helper for Helper {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_with_a_semicolon() {
        for (text, expected) in [
            ("", true),
            (".help", true),
            ("select 1", false),
            ("select 1;", true),
            ("select ';'", false),
            ("select ';';", true),
            ("select 'a", false),
            ("select 1; -- done", true),
            ("select 1 -- done;", false),
            ("select 1 /* ; */", false),
            ("select 1; /* open", false),
            ("select 1; select", false),
        ] {
            assert_eq!(is_whole(text), expected, "{text}");
        }
    }

    #[test]
    fn words_are_completed() {
        let helper = Helper::new(vec!["reaches".to_owned(), "regexp_like".to_owned()]);
        let words = |word| helper.words(word).into_iter().map(|pair| pair.replacement).collect::<Vec<_>>();
        assert_eq!(words("white_e"), ["WhiteElo"]);
        assert_eq!(words("sel"), ["select"]);
        assert_eq!(words("SEL"), ["SELECT"]);
        assert_eq!(words("reach"), ["reaches("]);
        assert_eq!(open_quote("select * from 'ga"), Some(14));
        assert_eq!(open_quote("select 'a' from \"b'"), None);
    }
}
