//! Texts of files that want to be more than text, for the tests of every form.

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
