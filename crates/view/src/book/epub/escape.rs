//! Text of files in XHTML.

use crate::book::clean::clean;

/// A text that is nothing else in content and in attributes.
pub(super) fn text(text: &str, out: &mut String) {
    for c in clean(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::book::clean::HOSTILE;

    #[test]
    fn texts() {
        for (hostile, expected) in [
            ("", ""),
            ("Müller & <b>'s' \"x\" ]]>", "Müller &amp; &lt;b&gt;&#39;s&#39; &quot;x&quot; ]]&gt;"),
            ("&#0;\0\u{1}\u{fffe}\u{202e}a\nb", "&amp;#0;a b"),
        ] {
            let mut out = String::new();
            super::text(hostile, &mut out);
            assert_eq!(out, expected, "{hostile:?}");
        }
        for hostile in HOSTILE {
            let mut out = String::new();
            super::text(hostile, &mut out);
            assert!(!out.contains(['<', '>', '"', '\'']) && !out.chars().any(char::is_control), "{out}");
        }
    }
}
