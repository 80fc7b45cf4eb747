//! The first bytes of a stream, by which its compression, encoding and form are known.

use std::io::{self, Read};

use super::Waiting;

/// Reads at most so many bytes. Of a pipe that waits, what has come is enough once there is a line that says something.
///
/// # Errors
/// When nothing can be read. Damage further on comes after everything before it: the next read reports it again.
pub(crate) fn read_head(
    reader: &mut impl Read,
    most: usize,
    waiting: Option<&Waiting>,
) -> io::Result<Vec<u8>> {
    let mut head = vec![0; most];
    let mut filled = 0;
    while filled < most {
        if let Some(waiting) = waiting
            && says_something(&head[..filled])
            && waiting.is_waiting()
        {
            break;
        }
        match reader.read(&mut head[filled..]) {
            Ok(0) => break,
            Ok(got) => filled = most.min(filled + got),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) if filled > 0 => break,
            Err(error) => return Err(error),
        }
    }
    head.truncate(filled);
    Ok(head)
}

/// Whether there is a whole line with a text that is no escape: a form is known by it, and what escape lines say of a file comes before it.
fn says_something(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    // What is after the last line break is not yet a line.
    lines.next_back();
    lines.any(|line| !matches!(line.trim_ascii(), [] | [b'%', ..] | b"\xef\xbb\xbf"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_line_says_something() {
        for (head, expected) in [
            (&b""[..], false),
            (b"[Event \"x\"]", false),
            (b"[Event \"x\"]\n", true),
            (b"\n\r\n", false),
            (b"\xef\xbb\xbf\n% pgnkit\r\n1. e4", false),
            (b"% pgnkit\r1. e4\r", true),
        ] {
            assert_eq!(says_something(head), expected, "{}", head.escape_ascii());
        }
    }
}
