//! Text of files in a picture.

/// Characters that a picture keeps of a text; what is longer ends in an ellipsis.
const LONGEST: usize = 5000;

/// A text as XML has it: without control characters and those that turn the direction of writing, on one line.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(LONGEST));
    for (index, c) in text.chars().filter(|c| !is_dropped(*c)).enumerate() {
        if index == LONGEST {
            out.push('…');
            break;
        }
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Whether a character is none of XML, or is obeyed in place of being shown.
pub(crate) const fn is_dropped(c: char) -> bool {
    let is_space = matches!(c, '\t' | '\n' | '\r');
    let is_control = matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}');
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_none = c as u32 & 0xfffe == 0xfffe || matches!(c, '\u{fdd0}'..='\u{fdef}' | '\u{feff}');
    !is_space && (is_control || turns || is_none)
}

#[cfg(test)]
mod tests {
    #[test]
    fn hostile_texts() {
        for (hostile, harmless) in [
            ("", ""),
            ("Müller – Łuczak ♞", "Müller – Łuczak ♞"),
            (
                "</title><script>alert('1')</script>",
                "&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;",
            ),
            ("\"&amp;\"", "&quot;&amp;amp;&quot;"),
            ("]]>", "]]&gt;"),
            ("a\0\x1b[31m\x07\u{9b}\x7fb", "a[31mb"),
            ("a\u{202e}b\u{2066}c\u{2069}\u{200f}\u{61c}d", "abcd"),
            ("a\nb\tc\rd\u{2028}e", "a b c de"),
            ("\u{fffe}\u{ffff}\u{1fffe}\u{fdd0}\u{feff}\u{fffd}", "\u{fffd}"),
        ] {
            assert_eq!(super::text(hostile), harmless, "{hostile:?}");
        }
        let long = super::text(&"<".repeat(1 << 20));
        assert_eq!(long.len(), 4 * super::LONGEST + '…'.len_utf8());
    }
}
