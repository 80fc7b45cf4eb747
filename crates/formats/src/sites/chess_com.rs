//! The archive of a month at chess.com: a document `{"games":[…]}`, in which each game has its PGN.

use super::{SiteError, object, text};

/// The bytes before the first game.
const BEGIN: &[u8] = b"\"games\"";

/// Whether a document begins as an archive: an object whose first member is `games`, an array.
pub fn begins_archive(head: &[u8]) -> bool {
    after_begin(head).is_some()
}

/// The length of what comes before the first game of an archive.
fn after_begin(head: &[u8]) -> Option<usize> {
    let rest = head.trim_ascii_start().strip_prefix(b"{")?.trim_ascii_start();
    let rest = rest.strip_prefix(BEGIN)?.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    Some(head.len() - rest.strip_prefix(b"[")?.len())
}

/// The next game of an archive, as its place in the bytes, which begin with the archive or after a game. `None` if no further one is whole.
pub fn next_game(bytes: &[u8]) -> Option<std::ops::Range<usize>> {
    let begin = after_begin(bytes).unwrap_or(0);
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let start = begin + bytes[begin..].iter().position(|byte| !is_between(byte))?;
    if bytes[start] != b'{' {
        return None;
    }
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => depth += 1,
            b'}' | b']' if !in_text => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(start..at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Appends the PGN of a game, an object of the archive.
///
/// # Errors
/// When it is no object, or has no PGN.
pub fn game(record: &[u8], out: &mut String) -> Result<(), SiteError> {
    let game = object(record)?;
    let pgn = text(&game, "pgn").ok_or(SiteError::Member("pgn"))?;
    out.push_str(pgn.trim());
    out.push_str("\n\n");
    Ok(())
}
