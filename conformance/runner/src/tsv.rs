//! Tables: a line a row, cells separated by tabs, comments from `#` in the first column.

use std::fs;
use std::path::Path;

/// The rows of `file` with the numbers of their lines.
pub fn read(file: &Path) -> Result<Vec<(usize, Vec<String>)>, String> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(rows(&text)),
        Err(error) => Err(error.to_string()),
    }
}

fn rows(text: &str) -> Vec<(usize, Vec<String>)> {
    text.lines()
        .zip(1..)
        .filter(|(line, _)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(line, number)| (number, line.split('\t').map(|cell| cell.trim().to_owned()).collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_are_no_rows() {
        assert_eq!(rows("# a\tb\n\nx\ty z\n"), [(3, vec!["x".to_owned(), "y z".to_owned()])]);
    }
}
