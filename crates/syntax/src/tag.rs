use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::Span;

/// A tag pair in the text (section 8.1): the places of its name and value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawTag {
    /// The whole pair, brackets included.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value between its quotes, escapes not yet decoded.
    pub value: Span,
    /// Whether the value holds a backslash or a line break, so that decoding changes it.
    pub encoded: bool,
}

impl RawTag {
    /// The value's bytes with `\"` and `\\` decoded and line breaks and tabs turned into spaces (section 7).
    /// A backslash before anything else is kept.
    #[inline]
    pub fn value<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let raw = self.value.of(text);
        if self.encoded { Cow::Owned(Self::decode(raw)) } else { Cow::Borrowed(raw) }
    }

    #[cold]
    fn decode(raw: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(raw.len());
        let mut bytes = raw.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match (byte, bytes.peek().copied()) {
                (b'\\', Some(next @ (b'"' | b'\\'))) => {
                    out.push(next);
                    bytes.next();
                }
                (b'\r', Some(b'\n')) => {}
                (b'\r' | b'\n' | b'\t' | 0x0b, _) => out.push(b' '),
                _ => out.push(byte),
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded_as_section_7_says() {
        for (raw, value) in [
            (r#"a \"b\" c"#, r#"a "b" c"#),
            (r"c:\\x", r"c:\x"),
            (r"a\\", r"a\"),
            (r"\\\\", r"\\"),
            (r"a\n", r"a\n"),
            ("a\r\nb\tc", "a b c"),
        ] {
            let tag = RawTag { value: Span::new(0, raw.len()), encoded: true, ..RawTag::default() };
            assert_eq!(tag.value(raw.as_bytes()).as_ref(), value.as_bytes(), "{raw}");
        }
    }
}
