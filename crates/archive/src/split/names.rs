//! Parts of file names that every file system takes (decision A-64).

/// Names that Windows keeps for devices, whatever comes after a period.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A value as a part of a file name, of at most so many bytes: characters that some file system refuses become `_`, and
/// nothing becomes `_`, too.
pub(super) fn portable(value: &str, room: usize) -> String {
    let is_impossible =
        |c: char| c.is_control() || matches!(c, '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*');
    let mut name: String = value.trim().chars().map(|c| if is_impossible(c) { '_' } else { c }).collect();
    if name.len() > room {
        let end = (0..=room).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        name.truncate(end);
        name.truncate(name.trim_end().len());
    }
    if name.is_empty() { "_".to_owned() } else { name }
}

/// A file name, with `_` after the name of a device.
pub(super) fn without_device(name: &str) -> String {
    let stem = name.split('.').next().unwrap_or_default();
    if DEVICES.iter().any(|device| stem.trim_end().eq_ignore_ascii_case(device)) {
        format!("{stem}_{}", &name[stem.len()..])
    } else {
        name.to_owned()
    }
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
            ("Müller", "Müller"),
            ("aaaaaaaaaaaaaaaaaaaü", "aaaaaaaaaaaaaaaaaaa"),
        ] {
            assert_eq!(portable(value, 20), expected, "{value}");
        }
    }

    #[test]
    fn names_of_devices() {
        for (name, expected) in [
            ("con.pgn", "con_.pgn"),
            ("NUL", "NUL_"),
            ("Lpt1.a.pgn", "Lpt1_.a.pgn"),
            ("console.pgn", "console.pgn"),
        ] {
            assert_eq!(without_device(name), expected);
        }
    }
}
