//! The script and the style of a page.

/// Declarations that see one another.
const SCRIPTS: [&str; 3] = [include_str!("game.js"), include_str!("board.js"), include_str!("viewer.js")];
const STYLE: &str = include_str!("style.css");

/// The hashes of what [`script`] and [`style`] give, in base64. A test compares them; with `PGN_BLESS=1` it writes them.
pub(super) const SCRIPT_HASH: &str = include_str!("script.sha256");
pub(super) const STYLE_HASH: &str = include_str!("style.sha256");

/// The script as it is in a page.
pub(super) fn script() -> String {
    let scripts = SCRIPTS.map(without_comments).concat();
    format!("'use strict';\n(() => {{\n{scripts}}})();\n")
}

/// The declarations of games and drawings, without the reader's side.
pub(super) fn drawing_script() -> String {
    let [game, board, _] = SCRIPTS;
    without_comments(game) + &without_comments(board)
}

/// The style as it is in a page.
pub(super) fn style() -> String {
    without_comments(STYLE)
}

/// A source without its indentation, empty lines, and lines that are comments.
fn without_comments(source: &str) -> String {
    let lines = source.lines().map(str::trim).filter(|line| {
        let is_comment = line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
        !line.is_empty() && !is_comment
    });
    let mut text = String::with_capacity(source.len());
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sha2::{Digest, Sha256};

    use super::*;

    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for group in bytes.chunks(3) {
            let bits =
                group.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
            for place in 0..4 {
                let digit = (bits >> (18 - 6 * place)) & 63;
                text.push(if place <= group.len() { char::from(DIGITS[digit as usize]) } else { '=' });
            }
        }
        text
    }

    #[test]
    fn the_policy_has_the_hashes_of_script_and_style() {
        // The hash of nothing, as every description of policies has it.
        assert_eq!(base64(&Sha256::digest("")), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        for (text, kept, name) in
            [(script(), SCRIPT_HASH, "script.sha256"), (style(), STYLE_HASH, "style.sha256")]
        {
            let hash = base64(&Sha256::digest(&text));
            if std::env::var_os("PGN_BLESS").is_some() {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/html").join(name);
                std::fs::write(path, format!("{hash}\n")).unwrap();
            } else {
                assert_eq!(kept.trim(), hash, "{name}: written anew with PGN_BLESS=1");
            }
        }
    }

    #[test]
    fn comments_are_left_out_and_nothing_else() {
        assert_eq!(
            without_comments("// one\n  a('//b'); // two\n\n/* three */\n  c { d: e } /* four */\n"),
            "a('//b'); // two\nc { d: e } /* four */\n"
        );
        // Lines of a text that goes over several would lose their indentation.
        for line in SCRIPTS.concat().lines() {
            assert!(line.matches('`').count() % 2 == 0, "{line}");
        }
    }

    #[test]
    fn sources_cannot_end_their_elements() {
        for (source, element) in [(script(), "script"), (style(), "style")] {
            assert!(!source.contains(&format!("</{element}")));
            assert!(!source.contains("<!--") && source.is_ascii());
        }
        assert!(!script().contains("innerHTML"));
    }
}
