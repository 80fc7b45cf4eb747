//! Names of files made of the values of tags: the one rule for whatever makes such names (decision A-64).
//!
//! A [`part`] is what becomes of a value, a [`component`] what stands between two separators of a path. No component leads
//! to another directory, is hidden, is a device, or looks like another name than it is.

/// Names that Windows keeps for devices, whatever comes after a period.
const DEVICES: [&str; 30] = [
    "con",
    "prn",
    "aux",
    "nul",
    "conin$",
    "conout$",
    "com1",
    "com2",
    "com3",
    "com4",
    "com5",
    "com6",
    "com7",
    "com8",
    "com9",
    "com\u{b9}",
    "com\u{b2}",
    "com\u{b3}",
    "lpt1",
    "lpt2",
    "lpt3",
    "lpt4",
    "lpt5",
    "lpt6",
    "lpt7",
    "lpt8",
    "lpt9",
    "lpt\u{b9}",
    "lpt\u{b2}",
    "lpt\u{b3}",
];

/// Whether a character is not shown, or changes how others are: format characters (general category Cf), separators of
/// lines, fillers, selectors of variants.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}'
        | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character has no place in a name: some file system refuses it, or nobody sees it.
pub fn is_impossible(c: char) -> bool {
    c.is_control() || matches!(c, '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*') || is_invisible(c)
}

/// A value as a part of a name, of at most so many bytes: impossible characters become `_`, and nothing becomes `_`, too.
pub fn part(value: &str, room: usize) -> String {
    let mut name: String = value.trim().chars().map(|c| if is_impossible(c) { '_' } else { c }).collect();
    if name.len() > room {
        let end = (0..=room).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        name.truncate(end);
        name.truncate(name.trim_end().len());
    }
    if name.is_empty() { "_".to_owned() } else { name }
}

/// A component that has a value in it: a period or blank at its end becomes `_`, and so does a period at its beginning
/// that is one of a value; the name of a device gets a `_`.
pub fn component(name: &str, begins_with_value: bool) -> String {
    let mut name = name.to_owned();
    if begins_with_value && name.starts_with('.') {
        name.replace_range(..1, "_");
    }
    if let Some(last) = name.chars().next_back().filter(|c| *c == '.' || c.is_whitespace()) {
        name.truncate(name.len() - last.len_utf8());
        name.push('_');
    }
    let stem = name.split('.').next().unwrap_or_default();
    let is_device = |device: &&str| stem.trim_end().to_lowercase() == **device;
    if DEVICES.iter().any(is_device) {
        name.insert(stem.len(), '_');
    }
    if name.is_empty() { "_".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_parts_of_names() {
        for (value, expected) in [
            ("Tal, Mikhail N.", "Tal, Mikhail N."),
            ("F/S Return Match", "F_S Return Match"),
            ("a<b>c:d\"e|f?g*h\\i", "a_b_c_d_e_f_g_h_i"),
            ("../x", ".._x"),
            ("?", "_"),
            ("", "_"),
            ("  ", "_"),
            ("a\tb", "a_b"),
            ("a\u{202e}b\u{200b}c\u{feff}d\u{e0041}e\u{2028}f\u{ad}g", "a_b_c_d_e_f_g"),
            ("Müller", "Müller"),
            ("aaaaaaaaaaaaaaaaaaaü", "aaaaaaaaaaaaaaaaaaa"),
        ] {
            assert_eq!(part(value, 20), expected, "{value}");
        }
    }

    #[test]
    fn components_are_harmless() {
        for (name, from_value, expected) in [
            ("con.pgn", true, "con_.pgn"),
            ("NUL", true, "NUL_"),
            ("Lpt1.a.pgn", false, "Lpt1_.a.pgn"),
            ("COM\u{b9}", true, "COM\u{b9}_"),
            ("CONIN$.pgn", true, "CONIN$_.pgn"),
            ("con .pgn", true, "con _.pgn"),
            ("console.pgn", true, "console.pgn"),
            (".", true, "_"),
            ("..", true, "__"),
            ("..", false, "._"),
            ("...", true, "_._"),
            (". .", true, "_ _"),
            (".ssh", true, "_ssh"),
            (".ssh", false, ".ssh"),
            ("Tal M.", true, "Tal M_"),
            ("x ", true, "x_"),
            ("x\u{a0}", true, "x_"),
            ("", true, "_"),
        ] {
            assert_eq!(component(name, from_value), expected, "{name:?}");
        }
    }
}
