//! Making fixes: taking a token away without changing how its neighbours are read.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use crate::internals::{is_space, is_symbol};
use crate::{Applicability, Edit, Fix, Span};

impl Fix {
    /// A fix of several edits, which are in the order of the text and do not overlap.
    pub fn new(applicability: Applicability, edits: Vec<Edit>) -> Self {
        Self { applicability, edits }
    }

    /// A fix of one edit.
    pub fn replace(
        applicability: Applicability,
        span: Span,
        replacement: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { applicability, edits: vec![Edit { span, replacement: replacement.into() }] }
    }

    /// Removes a token of the movetext, leaving one space where two would be left. `None` if its neighbours would then
    /// be read differently: `2. } *` as a number without a move.
    ///
    /// ```
    /// use pgnkit_diagnostics::{Applicability, Fix, Span};
    /// let remove = |text: &str, span| {
    ///     let edit = Fix::remove(Applicability::Safe, text.as_bytes(), span)?.edits.pop()?;
    ///     Some([&text[..edit.span.start], &*edit.replacement, &text[edit.span.end..]].concat())
    /// };
    /// assert_eq!(remove("e4 } e5", Span::new(3, 4)).as_deref(), Some("e4 e5"));
    /// assert_eq!(remove("e4}e5", Span::new(2, 3)).as_deref(), Some("e4 e5"));
    /// assert_eq!(remove("2. } *", Span::new(3, 4)), None);
    /// ```
    pub fn remove(applicability: Applicability, text: &[u8], span: Span) -> Option<Self> {
        if !keep_apart(text, span) {
            return None;
        }
        let before = text[..span.start].last().copied();
        let after = text.get(span.end).copied();
        let (span, replacement) = match (before, after) {
            (Some(b' '), Some(b' ')) => (Span::new(span.start, span.end + 1), ""),
            (Some(b' '), Some(b'\n' | b'\r') | None) => (Span::new(span.start - 1, span.end), ""),
            // The text after it must not move to the first column, where `%` and `[` mean something else.
            (None | Some(b'\n' | b'\r'), Some(next)) if !is_space(next) && !next.is_ascii_alphanumeric() => {
                (span, " ")
            }
            (Some(b'*'), _) => (span, ""),
            (Some(before), Some(after)) if !is_separator(before) && !is_separator(after) => (span, " "),
            _ => (span, ""),
        };
        Some(Self::replace(applicability, span, replacement))
    }

    /// Replaces a token by another one, with spaces where it would merge with a neighbour.
    ///
    /// ```
    /// use pgnkit_diagnostics::{Applicability, Fix, Span};
    /// let fix = Fix::replace_token(Applicability::Safe, b"e5*", Span::new(2, 3), "1-0");
    /// assert_eq!(fix.edits[0].replacement, " 1-0");
    /// ```
    pub fn replace_token(applicability: Applicability, text: &[u8], span: Span, token: &str) -> Self {
        let joins = |byte: u8| is_symbol(byte) || matches!(byte, b'/' | b'.' | 0x80..);
        let starts_apart = token.starts_with(['$', '{']);
        let before = !starts_apart && span.start > 0 && joins(text[span.start - 1]);
        let after = !token.ends_with('}') && text.get(span.end).copied().is_some_and(joins);
        let space = |wanted| if wanted { " " } else { "" };
        Self::replace(applicability, span, [space(before), token, space(after)].concat())
    }
}

/// Whether the tokens around `span` mean the same without the text there.
fn keep_apart(text: &[u8], span: Span) -> bool {
    let before = text[..span.start].iter().rev().find(|byte| !byte.is_ascii_whitespace());
    let next = text[span.end..].iter().copied().find(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    // Numbers want a move, and what parentheses open at once is read in a way of its own.
    !matches!(before, Some(b'.' | b'(')) || next.is_ascii_alphabetic()
}

/// Whether a token ends at this byte regardless of its neighbours.
fn is_separator(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'(' | b')' | b'{' | b'}')
}
