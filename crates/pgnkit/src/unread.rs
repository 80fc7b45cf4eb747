//! Movetext that was not read, kept so that it can be read again (decision A-68).

use pgnkit_syntax::{Event, Ignore, Parser, Span, UNREAD_MARK};

/// The text as a game keeps it: line by line as it was, without the marks of an earlier writing, trailing blanks and
/// empty lines. A brace comment is on one line, and closed, so that each line can be written after a mark of its own.
pub(crate) fn normalized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for comment in comments(text) {
        // With the brace or semicolon before it.
        let start = comment.start - 1;
        push_lines(&text[done..start], &mut out);
        done = comment.end;
        if text.as_bytes()[start] == b'{' {
            let lines = text[start..comment.end].split(['\n', '\r']).filter(|line| !line.is_empty());
            out.push_str(&lines.collect::<Vec<_>>().join(" "));
            out.push('}');
            done += usize::from(text.as_bytes().get(done) == Some(&b'}'));
        } else {
            out.push_str(&text[start..comment.end]);
        }
    }
    push_lines(&text[done..], &mut out);
    out.truncate(out.trim_end().len());
    out
}

/// The comments of a text, as the parser finds them in movetext.
fn comments(text: &str) -> Vec<Span> {
    // Inside a variation, as the text may be, a marker need not end the game.
    let context = "( ";
    let movetext = [context, text].concat();
    let mut parser = Parser::new(movetext.as_bytes());
    let mut spans = Vec::new();
    while let Some(event) = parser.next_event(&mut Ignore) {
        match event {
            // Not a command that is outside any comment.
            Event::Comment(span) if matches!(movetext.as_bytes()[span.start - 1], b'{' | b';') => {
                spans.push(Span::new(span.start - context.len(), span.end - context.len()));
            }
            Event::GameEnd(_) => break,
            _ => {}
        }
    }
    spans
}

/// The text as it is written, and the number of characters that are replaced in it: a space stands for a control
/// character, U+FFFD for one of the codes from 128 to 159.
pub(crate) fn printable(text: &str) -> (String, u64) {
    let mut count = 0;
    let mut replaced = |c| {
        count += 1;
        c
    };
    let printed = text.chars().map(|c| match c {
        '\t' | '\n' => c,
        '\0'..='\x1f' | '\x7f' => replaced(' '),
        '\u{80}'..='\u{9f}' => replaced('\u{fffd}'),
        _ => c,
    });
    (printed.collect(), count)
}

/// Appends text without comments.
fn push_lines(text: &str, out: &mut String) {
    let mark = str::from_utf8(UNREAD_MARK).unwrap_or_default();
    for (index, line) in text.split(['\n', '\r']).enumerate() {
        for (index_in_line, part) in line.split(mark).enumerate() {
            if index + index_in_line > 0 {
                out.truncate(out.trim_end_matches([' ', '\t']).len());
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
            }
            out.push_str(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_and_marks_go() {
        for (text, expected) in [
            ("2. Sf3 Sc6 ", "2. Sf3 Sc6"),
            ("2. Sf3 {a\nb\r\n} Sc6 \r\n\r\n3. Lb5", "2. Sf3 {a b} Sc6\n3. Lb5"),
            ("2. Sf3 ;[%clk 0]  {no\n 3. Lb5", "2. Sf3 ;[%clk 0]  {no\n 3. Lb5"),
            ("2. Sf3\n;[%unread] Sc6 {x\n;[%unread] y} a6", "2. Sf3\nSc6 {x ;[%unread] y} a6"),
            ("2. Sf3 ;[%unread] Sc6\n%escape\n3. Lb5", "2. Sf3\nSc6\n%escape\n3. Lb5"),
            ("2. Sf3 {open\n", "2. Sf3 {open}"),
            ("2. Sf3&nbsp;{a\nb} (1-0) {c\nd}", "2. Sf3&nbsp;{a b} (1-0) {c d}"),
        ] {
            assert_eq!(normalized(text), expected);
            assert_eq!(normalized(expected), expected);
        }
    }
}
