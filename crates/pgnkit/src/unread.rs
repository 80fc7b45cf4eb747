//! Movetext that was not read, kept so that it can be read again (decision A-68).

use std::borrow::Cow;

use pgnkit_syntax::UNREAD_MARK;

/// The text as a game keeps it: line by line as it was, without the marks of an earlier writing, trailing blanks and
/// empty lines. A brace comment is on one line, and closed, so that each line can be written after a mark of its own.
pub(crate) fn normalized(text: &str) -> Cow<'_, str> {
    if !text.contains([';', '\n', '\r', '{']) {
        return Cow::Borrowed(text.trim_end());
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', ';', '\n', '\r']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        rest = match from.as_bytes()[0] {
            b'{' => push_brace_comment(from, &mut out),
            b';' if from.as_bytes().starts_with(UNREAD_MARK) => {
                if !out.is_empty() {
                    break_line(&mut out);
                }
                &from[UNREAD_MARK.len()..]
            }
            b';' => {
                let end = from.find(['\n', '\r']).unwrap_or(from.len());
                out.push_str(&from[..end]);
                &from[end..]
            }
            _ => {
                break_line(&mut out);
                &from[1..]
            }
        };
    }
    out.push_str(rest);
    out.truncate(out.trim_end().len());
    Cow::Owned(out)
}

/// Appends the brace comment that `text` begins with, and returns what follows it.
fn push_brace_comment<'t>(text: &'t str, out: &mut String) -> &'t str {
    let end = text.find('}').unwrap_or(text.len());
    let (comment, rest) = text.split_at(end);
    for (index, line) in comment.split(['\n', '\r']).filter(|line| !line.is_empty()).enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(line);
    }
    out.push('}');
    rest.get(1..).unwrap_or_default()
}

fn break_line(out: &mut String) {
    out.truncate(out.trim_end_matches([' ', '\t']).len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
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
        ] {
            assert_eq!(normalized(text), expected);
            assert_eq!(normalized(expected), expected);
        }
    }
}
