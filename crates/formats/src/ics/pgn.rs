//! PGN within a log or a mail, which is taken as it is.

use std::ops::Range;

use super::about::text;
use super::lines::Line;

/// A game in PGN while it is read.
#[derive(Debug)]
pub(super) struct Embedded {
    pub(super) text: String,
    pub(super) span: Range<usize>,
    pub(super) lines: u64,
    state: State,
    in_comment: bool,
    depth: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Tags,
    Moves,
    Ended,
}

/// The piece of a game that a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A line of the game.
    Inner,
    /// Its last line.
    Last,
    /// A line after the game.
    Outside,
}

/// Whether a line is a tag pair: `[Name "value"]`.
pub(super) fn is_tag_pair(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let rest = rest[name..].trim_ascii();
    name > 0 && rest.starts_with(b"\"") && rest.ends_with(b"\"]") && rest.len() > 2
}

impl Embedded {
    pub(super) fn begin(line: &Line<'_>) -> Option<Self> {
        let mut new = Self {
            text: String::new(),
            span: line.span.clone(),
            lines: 0,
            state: State::Tags,
            in_comment: false,
            depth: 0,
        };
        is_tag_pair(line.text.trim_ascii_end()).then(|| {
            new.push(line);
            new
        })
    }

    /// Whether there are moves or a result, so that it is a game.
    pub(super) fn is_game(&self) -> bool {
        self.state != State::Tags
    }

    /// Whether it has its result.
    pub(super) fn is_whole(&self) -> bool {
        self.state == State::Ended
    }

    fn push(&mut self, line: &Line<'_>) {
        self.push_text(&line.text, line);
    }

    fn push_text(&mut self, part: &[u8], line: &Line<'_>) {
        self.text.push_str(&text(part));
        self.text.push('\n');
        self.lines += 1;
        self.span.end = line.span.end;
    }

    pub(super) fn line(&mut self, line: &Line<'_>) -> Piece {
        let bytes = line.text.trim_ascii_end();
        if is_tag_pair(bytes) {
            if self.state != State::Tags {
                return Piece::Outside;
            }
            self.push(line);
            return Piece::Inner;
        }
        if bytes.starts_with(b"From ") || bytes == b"--" {
            return Piece::Outside;
        }
        if bytes.is_empty() {
            self.text.push('\n');
            return Piece::Inner;
        }
        if !self.in_comment && !is_movetext(bytes) {
            return Piece::Outside;
        }
        self.state = State::Moves;
        match self.scan(bytes) {
            Some(end) => {
                self.state = State::Ended;
                self.push_text(&bytes[..end], line);
                Piece::Last
            }
            None => {
                self.push(line);
                Piece::Inner
            }
        }
    }

    /// The end of the result, if the line has it outside comments and variations.
    fn scan(&mut self, line: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            if self.in_comment {
                let close = memchr::memchr(b'}', &line[at..])?;
                self.in_comment = false;
                at += close + 1;
                continue;
            }
            match byte {
                b'{' => self.in_comment = true,
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b';' => return None,
                b'%' if at == 0 => return None,
                byte if byte.is_ascii_whitespace() => {}
                _ => {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"{}();".contains(byte);
                    let end = line[at..].iter().position(is_end).map_or(line.len(), |end| at + end);
                    let word = &line[at..end];
                    if self.depth == 0 && matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
                        return Some(end);
                    }
                    at = end.max(at + 1);
                    continue;
                }
            }
            at += 1;
        }
        None
    }
}

/// Whether a line can be movetext, by its first word: a number, a move in any language, a mark.
fn is_movetext(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let word =
        line.split(|byte| byte.is_ascii_whitespace() || b"{(;)".contains(byte)).next().unwrap_or_default();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    match word {
        [] => line.first().is_some_and(|byte| b"{(;)".contains(byte)),
        [b'$' | b'%' | b'*', ..] => true,
        b"--" | b"Z0" => line.len() > word.len(),
        [b'0'..=b'9', ..] => word.iter().take_while(|byte| !b".-/".contains(byte)).all(u8::is_ascii_digit),
        word => word.len() <= 12 && word.windows(2).any(is_square) || word.starts_with(b"O-O"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movetext() {
        for line in
            ["1. e4", "12...Sf6", "Sf3 d5", "{a", "$1", "-- 12. e4", "O-O!", "1-0", "dxe8=Q+", ") 5", "1 e4"]
        {
            assert!(is_movetext(line.as_bytes()), "{line}");
        }
        for line in ["fics% {Game", "--", "Regards", "1st", "--=_Part_1", "X(50): e4"] {
            assert!(!is_movetext(line.as_bytes()), "{line}");
        }
    }
}
