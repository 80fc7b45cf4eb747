//! Games are shown by numbers that only the whole input knows, and blocks of it are worked on at the same time. So a
//! thread writes the number a game has in its block between two NULs, which stand nowhere else in what is shown, and
//! two NULs for the name of the file.

/// The place of a game's number.
pub(super) fn number(in_block: u64) -> String {
    format!("\0{in_block}\0")
}

/// The place of the file's name.
pub(super) const FILE: &str = "\0\0";

/// Puts in what was left out: the name, and numbers that go on from `before`.
pub(super) fn fill_in(text: &[u8], file: &str, before: u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    for (at, part) in text.split(|byte| *byte == 0).enumerate() {
        if at % 2 == 0 {
            out.extend_from_slice(part);
        } else if part.is_empty() {
            out.extend_from_slice(file.as_bytes());
        } else {
            let in_block = part.iter().fold(0, |number, byte| number * 10 + u64::from(byte - b'0'));
            out.extend_from_slice((before + in_block).to_string().as_bytes());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names() {
        let text = format!("{FILE},{},a\n{},b\n", number(1), number(12));
        assert_eq!(fill_in(text.as_bytes(), "x", 30), b"x,31,a\n42,b\n");
        assert_eq!(fill_in(b"", "x", 30), b"");
    }
}
