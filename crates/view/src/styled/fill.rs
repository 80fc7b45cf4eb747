//! Paragraphs: words put into lines of a width.

use super::line::{Line, Role, char_width};

/// Puts words into lines. Only a word that is wider than a line is broken.
#[derive(Debug)]
pub(super) struct Fill {
    width: usize,
    indent: usize,
    lines: Vec<Line>,
    line: Line,
    word: Line,
}

impl Fill {
    pub(super) fn new(width: usize) -> Self {
        Self { width, indent: 0, lines: Vec::new(), line: Line::default(), word: Line::default() }
    }

    /// Begins a paragraph.
    pub(super) fn paragraph(&mut self, indent: usize) {
        self.end_line();
        self.indent = indent.min(self.width / 2);
    }

    /// The indent of the lines to come, in the same paragraph.
    pub(super) fn hang(&mut self, indent: usize) {
        self.end_word();
        self.indent = indent.min(self.width / 2);
    }

    /// Begins a word.
    pub(super) fn word(&mut self, role: Role, text: &str) {
        self.end_word();
        self.add(role, text);
    }

    /// Goes on with the word.
    pub(super) fn add(&mut self, role: Role, text: &str) {
        self.word.push(role, text);
    }

    /// The words of a text.
    pub(super) fn words(&mut self, role: Role, text: &str) {
        text.split_ascii_whitespace().for_each(|word| self.word(role, word));
    }

    /// A line as it is.
    pub(super) fn whole(&mut self, line: Line) {
        self.end_line();
        self.lines.push(line);
    }

    /// An empty line, unless there is one already or nothing above it.
    pub(super) fn blank(&mut self) {
        self.end_line();
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(Line::default());
        }
    }

    pub(super) fn finish(mut self) -> Vec<Line> {
        self.end_line();
        while self.lines.last().is_some_and(Line::is_empty) {
            self.lines.pop();
        }
        self.lines
    }

    fn end_line(&mut self) {
        self.end_word();
        self.break_line();
    }

    fn break_line(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return;
        }
        if !self.line.is_empty() {
            if self.line.width() + 1 + word.width() > self.width {
                self.break_line();
            } else {
                // Within a text of one role the blank is of it, too.
                let before = self.line.spans.last().map(|span| span.role);
                let after = word.spans.first().map(|span| span.role);
                let role = before.filter(|role| Some(*role) == after).unwrap_or(Role::Plain);
                self.line.push(role, " ");
            }
        }
        if self.line.is_empty() {
            self.line.pad(self.indent);
        }
        if self.line.width() + word.width() <= self.width {
            return self.line.append(word);
        }
        for span in word.spans {
            let mut start = 0;
            let mut column = self.line.width();
            for (at, c) in span.text.char_indices() {
                if column + char_width(c) > self.width && column > self.indent {
                    self.line.push(span.role, &span.text[start..at]);
                    self.break_line();
                    self.line.pad(self.indent);
                    (start, column) = (at, self.indent);
                }
                column += char_width(c);
            }
            self.line.push(span.role, &span.text[start..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_into_lines() {
        for (width, text, expected) in [
            (9, "one two three", "one two|three"),
            (3, "one two", "one|two"),
            (5, "", ""),
            (5, "  a   b ", "a b"),
            (4, "abcdefghij k", "abcd|efgh|ij k"),
            (5, "中文中文 x", "中文|中文|x"),
            (6, "e\u{301}e\u{301}e\u{301}e\u{301} xy", "e\u{301}e\u{301}e\u{301}e\u{301}|xy"),
            (1, "中", "中"),
            (1, "中文", "中|文"),
        ] {
            let mut fill = Fill::new(width);
            fill.words(Role::Plain, text);
            let lines: Vec<String> = fill.finish().iter().map(Line::to_string).collect();
            assert_eq!(lines.join("|"), expected, "{width}: {text}");
        }
    }

    #[test]
    fn paragraphs_and_parts_of_words() {
        let mut fill = Fill::new(10);
        fill.words(Role::Comment, "some words here");
        fill.paragraph(3);
        fill.word(Role::Number, "1.");
        fill.add(Role::Move, "e4");
        fill.word(Role::Comment, "longest");
        fill.blank();
        fill.blank();
        fill.paragraph(0);
        fill.word(Role::Move, "e5");
        let lines = fill.finish();
        let text: Vec<String> = lines.iter().map(Line::to_string).collect();
        assert_eq!(text.join("|"), "some words|here|   1.e4|   longest||e5");
        assert_eq!(lines[0].spans.len(), 1);
        assert_eq!(lines[2].spans.len(), 3);
    }
}
