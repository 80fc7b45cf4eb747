use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Value, with_value};
use crate::bytes::has_byte;

/// Names are written `Family, First I.` (section 8.1.1.5). What has no comma is let alone: a nickname, a program, or a
/// family name.
pub(super) fn check(value: &Value<'_>, sink: &mut dyn Sink) {
    // There is no flaw without one.
    if !has_byte(value.bytes, b',') || !sink.wants(Code::NameForm) {
        return;
    }
    if let Some(flaw) = value.items().find_map(flaw) {
        let fixed = (!value.tag.encoded).then(|| fixed(value.bytes)).flatten();
        let diagnostic = value.expected(Code::NameForm, flaw);
        sink.report(with_value(diagnostic, value, Applicability::Unsafe, fixed));
    }
}

/// The first flaw of a name, in words.
fn flaw(name: &[u8]) -> Option<&'static str> {
    let comma = name.iter().position(|&byte| byte == b',')?;
    let (family, given) = (&name[..comma], &name[comma + 1..]);
    match given {
        _ if family.is_empty() => Some("a family name before the comma"),
        [] => Some("a first name after the comma"),
        _ if family.ends_with(b" ") => Some("no space before the comma in a name"),
        [b' ', given @ ..] if given.split(|&byte| byte == b' ').any(is_bare_initial) => {
            Some("a period after an initial")
        }
        [b' ', ..] => None,
        _ => Some("a space after the comma in a name"),
    }
}

fn is_bare_initial(word: &[u8]) -> bool {
    matches!(word, [b'A'..=b'Z'])
}

/// The same names in the form that is asked for.
fn fixed(value: &[u8]) -> Option<String> {
    let names = std::str::from_utf8(value).ok()?.split(':').map(|name| match name.split_once(',') {
        Some((family, given)) => {
            let mut name = family.trim().to_owned();
            for (at, word) in given.split_ascii_whitespace().enumerate() {
                name.push_str(if at == 0 { ", " } else { " " });
                name.push_str(word);
                name.push_str(if is_bare_initial(word.as_bytes()) { "." } else { "" });
            }
            name
        }
        None => name.to_owned(),
    });
    Some(names.collect::<Vec<_>>().join(":"))
        .filter(|names| names.split(':').all(|name| flaw(name.as_bytes()).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in [
            "Tal, Mikhail N.",
            "van der Wiel, Johan",
            "Fine, R.",
            "Morphy",
            "Acme Pawngrabber v.3.2",
            "Kasparov, Garry",
            "Smith, John, Jr.",
            "?",
        ] {
            assert_eq!(flaw(good.as_bytes()), None, "{good}");
        }
        for (bad, good) in [
            ("Tal,Mikhail", Some("Tal, Mikhail")),
            ("Fine, R", Some("Fine, R.")),
            ("Kasparov,G", Some("Kasparov, G.")),
            ("Fischer, R J", Some("Fischer, R. J.")),
            ("Beliavsky, A ", Some("Beliavsky, A.")),
            ("Tal , Mikhail", Some("Tal, Mikhail")),
            ("Tal,", Some("Tal")),
            ("Abe, A:Zed,Z", Some("Abe, A.:Zed, Z.")),
            (", Mikhail", None),
        ] {
            assert!(bad.split(':').any(|name| flaw(name.as_bytes()).is_some()), "{bad}");
            assert_eq!(fixed(bad.as_bytes()).as_deref(), good, "{bad}");
        }
    }
}
