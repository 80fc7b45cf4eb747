//! Characters that are obeyed in place of being shown.

use std::borrow::Cow;

use crate::markup::is_dropped;

/// A text on one line, without control characters and those that turn the direction of writing.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !is_dropped(c) && !matches!(c, '\t' | '\n' | '\r');
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().filter(|c| !is_dropped(*c));
    Cow::Owned(shown.map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c }).collect())
}

/// Texts of files that want to be more than text, for the tests of every form.
#[cfg(test)]
pub(super) const HOSTILE: [&str; 14] = [
    "#panic() #import \"/etc/passwd\": * #[x] #{1}",
    "*bold* _it_ `raw` $x$ ~ \\ \\u{41} @ref <label> [x] // no /* yes */",
    "= head",
    "- item",
    "+ item",
    "1. item",
    "/ term: x",
    "--- -- ... -? https://example.org 'a' \"b\"",
    "\\input{/etc/passwd} \\write18{id} {}{ }} $ & # ^^41 _ ~ % ^",
    "\"); panic(\"",
    "</p><script>alert(1)</script> &amp; &#0; ]]> <!-- -->",
    "a\0\x1b[31m\x07\u{9b}b\nc\td\re\u{2028}f\u{202e}g\u{2066}h\u{200f}i\u{feff}j",
    "Łódź Čapek Петров ế 中 ♘ 𝔸",
    "-- --- << >> ,, '' `` ?` !` --",
];
