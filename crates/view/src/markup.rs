//! Text of files in SVG and HTML.

use std::borrow::Cow;

/// Characters that a picture keeps of a text; what is longer ends in an ellipsis.
const LONGEST: usize = 5000;

/// A text as the content of an element or a quoted attribute: without control characters and those that turn the direction of
/// writing, on one line.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| escape(c).is_none() && !is_dropped(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars().filter(|c| !is_dropped(*c)) {
        match escape(c) {
            Some(escaped) => out.push_str(escaped),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The same of the first characters of a text, for pictures.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().filter(|(_, c)| !is_dropped(*c)).nth(LONGEST) {
        Some((end, _)) => self::text(&text[..end]).into_owned() + "…",
        None => self::text(text).into_owned(),
    }
}

/// A text on one line, without control characters and those that turn the direction of writing.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !is_dropped(c) && !matches!(c, '\t' | '\n' | '\r');
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().filter(|c| !is_dropped(*c));
    Cow::Owned(shown.map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c }).collect())
}

/// The first characters of a line, for pictures.
#[cfg(feature = "raster")]
pub(crate) fn short_line(text: &str) -> String {
    line(text).chars().take(LONGEST).collect()
}

const fn escape(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        '\t' | '\n' | '\r' => Some(" "),
        _ => None,
    }
}

/// Whether a character is none of XML, or is obeyed in place of being shown.
const fn is_dropped(c: char) -> bool {
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
            ("<!-- --> <![CDATA[", "&lt;!-- --&gt; &lt;![CDATA["),
            ("\"&amp;\"", "&quot;&amp;amp;&quot;"),
            ("]]>", "]]&gt;"),
            ("a\0\x1b[31m\x07\u{9b}\x7fb", "a[31mb"),
            ("a\u{202e}b\u{2066}c\u{2069}\u{200f}\u{61c}d", "abcd"),
            ("a\nb\tc\rd\u{2028}e", "a b c de"),
            ("\u{fffe}\u{ffff}\u{1fffe}\u{fdd0}\u{feff}\u{fffd}", "\u{fffd}"),
        ] {
            assert_eq!(super::text(hostile), harmless, "{hostile:?}");
            assert_eq!(super::short(hostile), harmless, "{hostile:?}");
        }
        let long = "<".repeat(1 << 20);
        assert_eq!(super::text(&long).len(), 4 << 20);
        assert_eq!(super::short(&long).len(), 4 * super::LONGEST + '…'.len_utf8());
        let exact = "é\0".repeat(super::LONGEST);
        assert_eq!(super::short(&exact), "é".repeat(super::LONGEST));
    }
}
