//! Games in export format that mean the same.
//!
//! Export format has one space between symbols (section 8.2.1) and does not say what is beside parentheses and braces, so a line
//! with any of them may be filled in more than one way. It does say in what order the tag pairs are, but a program that has its own
//! is to fail in the cases about that, and not in all others.

/// Printing characters of a line in export format.
const MAX_LINE: usize = 79;

/// The tag pairs of the roster.
const ROSTER: usize = 7;

/// Whether two texts in export format differ only where the standard leaves them open, or in the order of their tag pairs unless that
/// counts.
pub fn means_the_same(expected: &[u8], found: &[u8], ordered: bool) -> bool {
    if expected == found {
        return true;
    }
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
                (Some(a), Some(b)) if a == b => {}
                (Some(a), Some(b)) if is_open(a) && is_open(b) && tokens(a) == tokens(b) => {}
                (Some(a), Some(b)) if !ordered && is_tags(a) && is_tags(b) && sorted(a) == sorted(b) => {}
                _ => break false,
            }
        }
}

/// The parts between empty lines: tag pairs and movetext in turns.
fn sections(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n")
}

fn is_tags(section: &str) -> bool {
    section.starts_with('[')
}

/// Tag pairs, those outside the roster sorted.
fn sorted(tags: &str) -> Vec<&str> {
    let mut lines: Vec<_> = tags.lines().collect();
    if let Some(others) = lines.get_mut(ROSTER..) {
        others.sort_unstable();
    }
    lines
}

/// Whether a section is movetext with something beside which white space is free.
fn is_open(section: &str) -> bool {
    !is_tags(section) && section.contains(['(', '{'])
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
            assert_eq!(means_the_same(expected.as_bytes(), found.as_bytes(), true), same, "{found}");
        }
    }

    #[test]
    fn the_order_of_other_tag_pairs_counts_where_a_case_is_about_it() {
        let game = |tags: [&str; 9]| {
            let tags: Vec<_> = tags.iter().map(|name| format!("[{name} \"x\"]\n")).collect();
            format!("{}\n*\n\n", tags.concat())
        };
        let expected = game(["E", "S", "D", "R", "W", "B", "T", "FEN", "SetUp"]);
        let other = game(["E", "S", "D", "R", "W", "B", "T", "SetUp", "FEN"]);
        let roster = game(["S", "E", "D", "R", "W", "B", "T", "FEN", "SetUp"]);
        for (found, ordered, same) in
            [(&other, false, true), (&other, true, false), (&roster, false, false), (&expected, true, true)]
        {
            assert_eq!(means_the_same(expected.as_bytes(), found.as_bytes(), ordered), same, "{found}");
        }
    }
}
