//! Unified diffs, written while the text goes by.

use std::collections::VecDeque;
use std::io::{self, Write};

use pgnkit::render::safe;
use pgnkit::syntax::Encoding;

use super::FixedBlock;

/// Lines shown before and after what differs.
const CONTEXT: usize = 3;

/// The difference that fixes make to one input, as `patch -p1` and `git apply` understand it. Of the text no more is
/// kept than the hunk at hand.
///
/// Bytes are written as they are, whatever they stand for. Only for a terminal, which would obey some of them, they are
/// made safe.
#[derive(Debug)]
pub struct Unified {
    name: String,
    for_terminal: bool,
    has_header: bool,
    /// Lines that have gone by, of the old text and of the new one.
    lines: [u64; 2],
    /// The last lines, while there is no hunk.
    before: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
    /// Text of the line at hand, or of several where they differ: old and new.
    pending: [Vec<u8>; 2],
}

/// Lines that differ, with those around them.
#[derive(Debug, Default)]
struct Hunk {
    /// Lines before it, of the old text and of the new one.
    start: [u64; 2],
    lines: Vec<(Sign, Vec<u8>)>,
    /// Number of equal lines at its end.
    trailing: usize,
}

/// Place of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Both,
    Old,
    New,
}

impl Sign {
    /// Whether it is in the old text, and in the new one.
    fn is_in(self) -> [bool; 2] {
        [self != Self::New, self != Self::Old]
    }

    fn byte(self) -> u8 {
        match self {
            Self::Both => b' ',
            Self::Old => b'-',
            Self::New => b'+',
        }
    }
}

impl Unified {
    /// A diff of the input called `name`; for a terminal or for programs.
    pub fn new(name: &str, for_terminal: bool) -> Self {
        Self {
            name: crate::paths::portable(name).trim_start_matches('/').to_owned(),
            for_terminal,
            has_header: false,
            lines: [0; 2],
            before: VecDeque::new(),
            hunk: None,
            pending: Default::default(),
        }
    }

    /// Takes the next stretch of the text.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn take(&mut self, fixed: &FixedBlock, out: &mut dyn Write) -> io::Result<()> {
        let mut done = 0;
        for (new, old) in &fixed.changes {
            self.same(&fixed.text[done..new.start], out)?;
            self.pending[0].extend_from_slice(old);
            self.pending[1].extend_from_slice(new.of(&fixed.text));
            done = new.end;
        }
        self.same(&fixed.text[done..], out)
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.lines_are_complete(out)?;
        self.end_hunk(out)
    }

    fn same(&mut self, mut text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let at_line_start = self.pending.iter().all(Vec::is_empty);
        if at_line_start && self.hunk.is_none() {
            // Of a long stretch only the last lines may be needed.
            let last = memchr::memrchr_iter(b'\n', text).nth(CONTEXT).map_or(0, |at| at + 1);
            let passed = memchr::memchr_iter(b'\n', &text[..last]).count() as u64;
            self.lines = self.lines.map(|line| line + passed);
            text = &text[last..];
        }
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            self.pending.iter_mut().for_each(|pending| pending.extend_from_slice(line));
            if line.ends_with(b"\n") {
                self.lines_are_complete(out)?;
            }
        }
        Ok(())
    }

    /// Sorts the lines at hand into those that differ and those that do not.
    fn lines_are_complete(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let [old, new] = std::mem::take(&mut self.pending);
        let [old, new] =
            [&old, &new].map(|text| text.split_inclusive(|byte| *byte == b'\n').collect::<Vec<_>>());
        let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let rest = old[first..].iter().rev().zip(new[first..].iter().rev());
        let last = rest.take_while(|(old, new)| old == new).count();
        let parts = [
            (Sign::Both, &old[..first]),
            (Sign::Old, &old[first..old.len() - last]),
            (Sign::New, &new[first..new.len() - last]),
            (Sign::Both, &old[old.len() - last..]),
        ];
        for (sign, lines) in parts {
            for line in lines {
                self.line(sign, line.to_vec(), out)?;
            }
        }
        Ok(())
    }

    fn line(&mut self, sign: Sign, line: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
        if sign != Sign::Both && self.hunk.is_none() {
            let before = std::mem::take(&mut self.before);
            self.hunk = Some(Hunk {
                start: self.lines.map(|lines| lines - before.len() as u64),
                lines: before.into_iter().map(|line| (Sign::Both, line)).collect(),
                trailing: 0,
            });
        }
        for (lines, is_in) in self.lines.iter_mut().zip(sign.is_in()) {
            *lines += u64::from(is_in);
        }
        match &mut self.hunk {
            Some(hunk) => {
                hunk.lines.push((sign, line));
                hunk.trailing = if sign == Sign::Both { hunk.trailing + 1 } else { 0 };
                // So far apart that the next difference is in a hunk of its own.
                if hunk.trailing > 2 * CONTEXT { self.end_hunk(out) } else { Ok(()) }
            }
            None => {
                self.before.push_back(line);
                if self.before.len() > CONTEXT {
                    self.before.pop_front();
                }
                Ok(())
            }
        }
    }

    fn end_hunk(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(Hunk { start, mut lines, trailing }) = self.hunk.take() else { return Ok(()) };
        let last = trailing.min(CONTEXT);
        self.before = lines[lines.len() - last..].iter().map(|(_, line)| line.clone()).collect();
        lines.truncate(lines.len() - trailing + last);
        if !std::mem::replace(&mut self.has_header, true) {
            self.header(out)?;
        }
        let count = |side: usize| lines.iter().filter(|(sign, _)| sign.is_in()[side]).count();
        // The first line counts as 1; an empty range is given as the line before it.
        let range = |side: usize| format!("{},{}", start[side] + u64::from(count(side) > 0), count(side));
        writeln!(out, "@@ -{} +{} @@", range(0), range(1))?;
        for (sign, line) in &lines {
            out.write_all(&[sign.byte()])?;
            self.write_line(line, out)?;
        }
        Ok(())
    }

    fn write_line(&self, line: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let (text, end) = match line.strip_suffix(b"\n") {
            Some(text) => (text, "\n"),
            None => (line, "\n\\ No newline at end of file\n"),
        };
        if self.for_terminal {
            // A carriage return at the end is part of the newline.
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            out.write_all(safe(&Encoding::read_movetext(text)).as_bytes())?;
        } else {
            out.write_all(text)?;
        }
        out.write_all(end.as_bytes())
    }

    fn header(&self, out: &mut dyn Write) -> io::Result<()> {
        for (mark, side) in [("---", 'a'), ("+++", 'b')] {
            writeln!(out, "{mark} {}", file_name(&format!("{side}/{}", self.name)))?;
        }
        Ok(())
    }
}

/// A file name as git writes it in a diff: in quotes where it has characters that lines or terminals would stumble
/// over, and with a tab after it where it has spaces.
fn file_name(name: &str) -> String {
    let is_odd = |c: char| {
        c.is_control() || matches!(c, '"' | '\\') || safe(c.encode_utf8(&mut [0; 4])) != c.to_string()
    };
    if !name.contains(is_odd) {
        return if name.contains(' ') { format!("{name}\t") } else { name.to_owned() };
    }
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if is_odd(c) => {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| quoted.push_str(&format!("\\{byte:03o}")))
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use pgnkit::syntax::Span;

    use super::*;

    /// The diff of a text in which each `<old|new>` changes, taken in two stretches.
    fn diff(text: &str) -> String {
        let mut fixed = FixedBlock::default();
        let mut rest = text;
        while let Some((same, change)) = rest.split_once('<') {
            let (old, after) = change.split_once('|').unwrap();
            let (new, after) = after.split_once('>').unwrap();
            fixed.text.extend_from_slice(same.as_bytes());
            let start = fixed.text.len();
            fixed.text.extend_from_slice(new.as_bytes());
            fixed.changes.push((Span::new(start, fixed.text.len()), old.as_bytes().to_vec()));
            rest = after;
        }
        let second = FixedBlock { text: rest.as_bytes().to_vec(), ..FixedBlock::default() };
        let mut out = Vec::new();
        let mut unified = Unified::new("x", false);
        unified.take(&fixed, &mut out).unwrap();
        unified.take(&second, &mut out).unwrap();
        unified.finish(&mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        out.strip_prefix("--- a/x\n+++ b/x\n").unwrap_or(&out).to_owned()
    }

    #[test]
    fn hunks() {
        for (text, expected) in [
            ("", ""),
            ("a\nb\n", ""),
            ("<a|b>\n", "@@ -1,1 +1,1 @@\n-a\n+b\n"),
            ("<a\n|>", "@@ -1,1 +0,0 @@\n-a\n"),
            ("<|a\n>", "@@ -0,0 +1,1 @@\n+a\n"),
            (
                "a<|b>",
                "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+ab\n\\ No newline at end of file\n",
            ),
            ("a<|\n>", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"),
            ("1\n2\n3\n4\nx<|\ny>\n5\n6\n7\n8\n", "@@ -3,6 +3,7 @@\n 3\n 4\n x\n+y\n 5\n 6\n 7\n"),
            ("<a|b>\n1\n2\n3\n4\n5\n6\n<c|d>\n", "@@ -1,8 +1,8 @@\n-a\n+b\n 1\n 2\n 3\n 4\n 5\n 6\n-c\n+d\n"),
            (
                "<a|b>\n1\n2\n3\n4\n5\n6\n7\n<c|d>\n",
                "@@ -1,4 +1,4 @@\n-a\n+b\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-c\n+d\n",
            ),
            ("<a|b> x <c|d>\r\n", "@@ -1,1 +1,1 @@\n-a x c\r\n+b x d\r\n"),
        ] {
            assert_eq!(diff(text), expected, "{text:?}");
        }
    }

    #[test]
    fn names_are_quoted_as_git_does() {
        for (name, expected) in [
            ("a/x.pgn", "a/x.pgn"),
            ("a/x y.pgn", "a/x y.pgn\t"),
            ("a/\u{fc}.pgn", "a/\u{fc}.pgn"),
            ("a/\n\x1b\"\\", "\"a/\\n\\033\\\"\\\\\""),
        ] {
            assert_eq!(file_name(name), expected);
        }
    }
}
