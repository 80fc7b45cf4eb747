//! Text of files in Typst source.

use crate::markup::line;

/// A text in markup: every character that markup may take for more than itself has a backslash before it.
pub(super) fn markup(text: &str, out: &mut String) {
    for c in line(text).chars() {
        // Parentheses, commas and the like mean nothing in markup; all others may, somewhere.
        if c.is_ascii_punctuation() && !matches!(c, '(' | ')' | ',' | ';' | '!' | '?' | '&' | '%' | '|') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// A text as a string, with its quotes.
pub(super) fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in line(text).chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::hostile::HOSTILE;

    #[test]
    fn markup_is_only_text() {
        let escaped = |text| {
            let mut out = String::new();
            markup(text, &mut out);
            out
        };
        for (text, expected) in [
            ("", ""),
            ("Müller (1. e4, c5)!?", "Müller (1\\. e4, c5)!?"),
            ("#x *b* _i_ `r` $m$", "\\#x \\*b\\* \\_i\\_ \\`r\\` \\$m\\$"),
            ("[a] {b} \\u{41} <l> @r ~", "\\[a\\] \\{b\\} \\\\u\\{41\\} \\<l\\> \\@r \\~"),
            ("= h\n- i\r+ j", "\\= h \\- i \\+ j"),
            (
                "// -- ... -? 'a' \"b\" https://x",
                "\\/\\/ \\-\\- \\.\\.\\. \\-? \\'a\\' \\\"b\\\" https\\:\\/\\/x",
            ),
            ("a\0\x1b[\u{202e}b\u{2028}c", "a\\[bc"),
        ] {
            assert_eq!(escaped(text), expected, "{text:?}");
        }
        for text in HOSTILE {
            let escaped = escaped(text);
            let mut rest = escaped.chars();
            while let Some(c) = rest.next() {
                let c = if c == '\\' {
                    rest.next()
                } else {
                    (!"#*_`$@<>=-+/~'\"[]:.{}\\".contains(c)).then_some(c)
                };
                assert!(c.is_some_and(|c| !c.is_control()), "{escaped}");
            }
        }
    }

    #[test]
    fn strings_end_where_they_end() {
        let mut out = String::new();
        string("a\"); panic(\"\\\nb", &mut out);
        assert_eq!(out, "\"a\\\"); panic(\\\"\\\\ b\"");
    }
}
