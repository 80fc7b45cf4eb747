//! Synchronisation points: where a game very probably starts, found without parsing.

use memchr::memrchr;

/// Result of examining a `[`.
enum Candidate {
    /// A synchronisation point at this offset, the start of the line.
    Point(usize),
    /// None.
    No,
    /// The bytes end before it is decided.
    Undecided,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Decides about the `[` at `bracket`, where `bytes[0]` starts a line. Adds the bytes it looks at to `examined`.
///
/// It looks forwards up to the first byte that is neither blank nor part of a name, and backwards up to the first that
/// is neither blank nor newline: never across another `[`. So the work for all brackets of a text together is linear.
fn candidate(bytes: &[u8], bracket: usize, examined: &mut u64) -> Candidate {
    let mut at = bracket + 1;
    let skip = |at: &mut usize, wanted: fn(u8) -> bool| {
        let from = *at;
        while bytes.get(*at).is_some_and(|byte| wanted(*byte)) {
            *at += 1;
        }
        *at - from
    };
    skip(&mut at, is_blank);
    let underscore_first = bytes.get(at) == Some(&b'_');
    let name_bytes = skip(&mut at, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    skip(&mut at, is_blank);
    *examined += (at - bracket) as u64;
    match bytes.get(at) {
        None => return Candidate::Undecided,
        Some(b'"') if name_bytes > 0 && !underscore_first => {}
        Some(_) => return Candidate::No,
    }

    let back = |end: usize| bytes[..end].iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    let line = back(bracket);
    let before = match &bytes[..line] {
        [.., b'\r', b'\n'] => line - 2,
        [.., b'\r' | b'\n'] => line - 1,
        // Something else on the line, or no line before this one.
        _ => return Candidate::No,
    };
    let empty_line = back(before);
    *examined += (bracket - empty_line) as u64;
    match bytes[..empty_line].last() {
        None | Some(b'\r' | b'\n') => Candidate::Point(line),
        Some(_) => Candidate::No,
    }
}

/// Whether a text begins with what begins a game after an empty line.
pub fn begins_tag_pair(text: &[u8]) -> bool {
    if text.first() != Some(&b'[') {
        return false;
    }
    let mut line = b"\n".to_vec();
    line.extend(text.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')));
    matches!(candidate(&line, 1, &mut 0), Candidate::Point(_))
}

/// The outcome of a search from the back.
pub(super) struct SearchResult {
    /// The last synchronisation point whose bracket is in the searched range.
    pub(super) point: Option<usize>,
    /// Start of the next search, in the same bytes and more, so that no bracket is missed or seen twice.
    pub(super) resume: usize,
}

/// Searches the brackets at or after `from`, from the end. Adds the number of bytes it looks at to `examined`.
pub(super) fn search_back(bytes: &[u8], from: usize, examined: &mut u64) -> SearchResult {
    let mut end = bytes.len();
    let mut resume = bytes.len();
    while let Some(at) = memrchr(b'[', &bytes[from..end]) {
        let bracket = from + at;
        *examined += (end - bracket) as u64;
        match candidate(bytes, bracket, examined) {
            Candidate::Point(point) => return SearchResult { point: Some(point), resume },
            Candidate::No => {}
            // Only the last bracket can be undecided.
            Candidate::Undecided => resume = bracket,
        }
        end = bracket;
    }
    *examined += (end - from) as u64;
    SearchResult { point: None, resume }
}

/// The beginning of the last line that begins in `bytes` after `from`, and not at their end.
pub(super) fn last_line(bytes: &[u8], from: usize, examined: &mut u64) -> SearchResult {
    // Whether a line ends with a CR or with the LF after it is known once the next byte is there.
    let resume = bytes.len().saturating_sub(1).max(from);
    let begins = |&at: &usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes[at + 1] != b'\n',
        _ => false,
    };
    let found = (from..resume).rev().find(begins);
    *examined += (resume - found.unwrap_or(from)) as u64;
    SearchResult { point: found.map(|at| at + 1), resume }
}
