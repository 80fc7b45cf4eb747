//! White space in movetext that the standard leaves open.
//!
//! Export format has one space between symbols (section 8.2.1) and does not say what is beside parentheses and braces, so a line
//! with any of them may be filled in more than one way.

/// Printing characters of a line in export format.
const MAX_LINE: usize = 79;

/// Whether two texts in export format differ only where the standard leaves them open.
pub fn means_the_same(expected: &[u8], found: &[u8]) -> bool {
    let (Ok(expected), Ok(found)) = (str::from_utf8(expected), str::from_utf8(found)) else { return false };
    let is_filled = |line: &str| line.chars().count() <= MAX_LINE && line == line.trim_matches(' ');
    if expected.lines().all(is_filled) && !found.lines().all(is_filled) {
        return false;
    }
    let ends_alike = expected.ends_with('\n') == found.ends_with('\n');
    let (mut expected, mut found) = (sections(expected), sections(found));
    ends_alike
        && loop {
            match (expected.next(), found.next()) {
                (None, None) => break true,
                (Some(a), Some(b)) if a == b || is_open(a) && is_open(b) && tokens(a) == tokens(b) => {}
                _ => break false,
            }
        }
}

/// The parts between empty lines: tag pairs and movetext in turns.
fn sections(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n")
}

/// Whether a section is movetext with something beside which white space is free.
fn is_open(section: &str) -> bool {
    !section.starts_with('[') && section.contains(['(', '{'])
}

/// Movetext with one space between everything, and none within parentheses and braces at their ends.
fn tokens(movetext: &str) -> String {
    let mut spaced = String::new();
    for c in movetext.chars() {
        match c {
            '(' | '{' => spaced.extend([' ', c]),
            ')' | '}' => spaced.extend([c, ' ']),
            c => spaced.push(c),
        }
    }
    let mut tokens = String::new();
    for word in spaced.split_whitespace() {
        if !(tokens.is_empty() || tokens.ends_with(['(', '{']) || word.starts_with([')', '}'])) {
            tokens.push(' ');
        }
        tokens.push_str(word);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_beside_parentheses_and_braces_is_free() {
        let long = |end: &str| format!("1. e4 {{{}{end}", "x ".repeat(30));
        for (expected, found, same) in [
            ("1. e4 (1. d4 {a b}) *\n\n", "1. e4 ( 1. d4 { a b } ) *\n\n", true),
            ("1. e4 {a b} *\n\n", "1. e4 {a\nb} *\n\n", true),
            ("1. e4 {a b} *\n\n", "1. e4 {ab} *\n\n", false),
            ("1. e4 {a b} *\n\n", "1. e4 {a b} *\n", false),
            ("1. e4 {a b} *\n\n", "1. e4 {a b} 1... *\n\n", false),
            ("1. e4 {a b} *\n\n", "1. e4  {a b} * \n\n", false),
            ("1. e4 e5 *\n\n", "1. e4\ne5 *\n\n", false),
            ("[A \"(\"]\n\n*\n\n", "[A \" (\"]\n\n*\n\n", false),
            ("[A \"x\"]\n\n(1. e4) *\n\n", "[A \"x\"]\n\n( 1. e4 ) *\n\n", true),
            (&long("}\n1. *\n\n"), &long("} 1. *\n\n"), true),
            (&long("}\n1. *\n\n"), &long("                 } 1. *\n\n"), false),
        ] {
            assert_eq!(means_the_same(expected.as_bytes(), found.as_bytes()), same, "{found}");
        }
    }
}
