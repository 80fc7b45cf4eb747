//! The lines of a log, without what the connection and the terminal put around them.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr2;

use super::server::Server;

/// A line as the server meant it: continuations are joined, prompts, bells and the like are gone.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) text: Cow<'a, [u8]>,
    /// Its bytes in the log.
    pub(super) span: Range<usize>,
    /// Lines of the log that it consists of.
    raw: u64,
    /// Offset of the text if it is a part of the log as it is.
    start: Option<usize>,
}

impl Line<'_> {
    /// The offset in the log of a byte of the text, or else of the line.
    pub(super) fn offset(&self, at: usize) -> usize {
        self.start.map_or(self.span.start, |start| start + at)
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.iter().all(u8::is_ascii_whitespace)
    }
}

/// Reads lines; knows the transfer encoding of a mail and the server.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    log: &'a [u8],
    /// Offset after the last line.
    pub(super) at: usize,
    /// Whether the text is in quoted-printable, by the header of its mail.
    is_quoted_printable: bool,
    pub(super) server: Option<Server>,
    /// Lines of the log, each continuation is one.
    pub(super) count: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(log: &'a [u8]) -> Self {
        Self { log, at: 0, is_quoted_printable: false, server: None, count: 0 }
    }

    /// The next line. Of PGN, prompts and continuations are none.
    pub(super) fn next(&mut self, is_pgn: bool) -> Option<Line<'a>> {
        let (start, count) = (self.at, self.count);
        let raw = self.raw()?;
        let mut text = clean(raw);
        if self.is_quoted_printable {
            text = self.unquoted(text);
        }
        text = self.without_prefixes(text, is_pgn);
        while !is_pgn && is_continuation(&self.log[self.at..]) {
            let Some(more) = self.raw() else { break };
            let text = text.to_mut();
            text.push(b' ');
            text.extend_from_slice(clean(more).trim_ascii_start()[1..].trim_ascii());
        }
        self.note_header(&text);
        let begin = match &text {
            Cow::Borrowed(text) => Some(text.as_ptr() as usize - self.log.as_ptr() as usize),
            Cow::Owned(_) => None,
        };
        Some(Line { text, span: start..self.at, raw: self.count - count, start: begin })
    }

    /// Takes the last line back, so that it is read again.
    pub(super) fn back(&mut self, line: &Line<'_>) {
        self.at = line.span.start;
        self.count -= line.raw;
    }

    /// The next line of the log, which ends with LF or CR in any combination.
    fn raw(&mut self) -> Option<&'a [u8]> {
        let rest = &self.log[self.at..];
        if rest.is_empty() {
            return None;
        }
        self.count += 1;
        let Some(end) = memchr2(b'\n', b'\r', rest) else {
            self.at = self.log.len();
            return Some(rest);
        };
        let mut next = end;
        let mut skip = |byte: u8, is_many: bool| {
            while rest.get(next) == Some(&byte) {
                next += 1;
                if !is_many {
                    break;
                }
            }
        };
        skip(b'\r', true);
        skip(b'\n', false);
        skip(b'\r', true);
        self.at += next;
        Some(&rest[..end])
    }

    /// A text in quoted-printable, with the lines that it goes on in.
    fn unquoted(&mut self, text: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        if !text.contains(&b'=') {
            return text;
        }
        let mut out = Vec::with_capacity(text.len());
        let mut line = text;
        loop {
            let trimmed = line.trim_ascii_end();
            let goes_on = trimmed.ends_with(b"=");
            decode_quoted_printable(trimmed.strip_suffix(b"=").unwrap_or(trimmed), &mut out);
            let next = if goes_on { self.raw() } else { None };
            match next {
                Some(next) => line = clean(next),
                None => return Cow::Owned(out),
            }
        }
    }

    /// The text without marks of quotation and prompts.
    fn without_prefixes(&mut self, text: Cow<'a, [u8]>, is_pgn: bool) -> Cow<'a, [u8]> {
        let mut rest = &*text;
        while let Some(quoted) = rest.strip_prefix(b">") {
            rest = quoted.strip_prefix(b" ").unwrap_or(quoted);
        }
        while !is_pgn && let Some((server, after)) = prompt(rest) {
            rest = after;
            self.server = server.or(self.server);
        }
        let skipped = text.len() - rest.len();
        match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[skipped..]),
            Cow::Owned(mut text) => {
                text.drain(..skipped);
                Cow::Owned(text)
            }
        }
    }

    /// Notes what the headers of a mail say about its text, and who sent it.
    fn note_header(&mut self, text: &[u8]) {
        match text.first() {
            Some(b'C' | b'c') => {
                if let Some(value) = header(text, b"Content-Transfer-Encoding:") {
                    self.is_quoted_printable = value.eq_ignore_ascii_case(b"quoted-printable");
                }
            }
            Some(b'S' | b's')
                if header(text, b"Subject:").is_some_and(|value| value.starts_with(b"FICS game report")) =>
            {
                self.server = Some(Server::Fics);
            }
            Some(b'F') if text.starts_with(b"From ") => self.is_quoted_printable = false,
            // A part of a mail begins.
            Some(b'-')
                if text.starts_with(b"--") && text.get(2).is_some_and(|byte| !b"- ".contains(byte)) =>
            {
                self.is_quoted_printable = false;
            }
            _ => {}
        }
    }
}

/// The value of a header of a mail.
pub(super) fn header<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let (found, value) = text.split_at_checked(name.len())?;
    found.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
}

/// Whether the rest of a log begins with the continuation of a line.
fn is_continuation(rest: &[u8]) -> bool {
    rest.starts_with(b"\\   ")
}

/// A line without control characters, telnet's commands, the server's questions for the time, and colours.
fn clean(raw: &[u8]) -> Cow<'_, [u8]> {
    let is_odd = |byte: &u8| (*byte < b' ' && *byte != b'\t') || *byte == 0x7f || *byte == 0xff;
    let Some(first) = raw.iter().position(is_odd) else { return Cow::Borrowed(raw) };
    // Usually a bell or a question for the time is all, and at the start.
    let mut out = Vec::with_capacity(raw.len());
    out.extend_from_slice(&raw[..first]);
    let mut at = first;
    while let Some(&byte) = raw.get(at) {
        at += 1;
        match byte {
            0 if out.ends_with(b"[G]") => out.truncate(out.len() - 3),
            0x1b if raw.get(at) == Some(&b'[') => {
                let end = raw[at + 1..].iter().position(|byte| (0x40..0x7f).contains(byte));
                at = end.map_or(raw.len(), |end| at + end + 2);
            }
            0xff => match raw.get(at) {
                Some(0xfb..=0xfe) => at += 2,
                Some(0xfa) => {
                    let end = raw[at..].iter().position(|byte| *byte == 0xf0);
                    at = end.map_or(raw.len(), |end| at + end + 1);
                }
                Some(0xf0..=0xff) => at += 1,
                _ => out.push(byte),
            },
            b'\t' => out.push(b' '),
            _ if is_odd(&byte) => {}
            _ => out.push(byte),
        }
    }
    Cow::Owned(out)
}

/// A prompt at the start of a line, such as `fics% ` or `12:34_fics% `, with the server that it names and what follows.
fn prompt(text: &[u8]) -> Option<(Option<Server>, &[u8])> {
    let percent = text.iter().take(24).position(|byte| *byte == b'%')?;
    let rest = &text[percent + 1..];
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(b" ")? };
    let word = &text[..percent];
    let word = match word.iter().position(|byte| *byte == b'_') {
        Some(at) if word[..at].iter().all(|byte| byte.is_ascii_digit() || *byte == b':') => &word[at + 1..],
        _ => word,
    };
    let is_word = (3..=12).contains(&word.len()) && word.iter().all(u8::is_ascii_lowercase);
    is_word.then(|| (Server::of_prompt(word), rest))
}

fn decode_quoted_printable(text: &[u8], out: &mut Vec<u8>) {
    let digit = |at: usize| text.get(at).and_then(|byte| (*byte as char).to_digit(16));
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match (byte, digit(at), digit(at + 1)) {
            (b'=', Some(high), Some(low)) => {
                at += 2;
                out.push((high * 16 + low) as u8);
            }
            _ => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(log: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(log);
        std::iter::from_fn(|| lines.next(false))
            .map(|line| String::from_utf8_lossy(&line.text).into_owned())
            .collect()
    }

    #[test]
    fn noise_is_left_out() {
        for (log, text) in [
            (&b"a\nb\r\nc\n\rd\re"[..], &["a", "b", "c", "d", "e"][..]),
            (b"a\n\r\n\rb\r\n\r\nc", &["a", "", "b", "", "c"]),
            (b"fics% fics% \x07Game 5\nfics% \n", &["Game 5", ""]),
            (b"18:30_fics% hi\n100% sure\n", &["hi", "100% sure"]),
            (b"\xff\xfb\x01[G]\0\xff\xf9login: [G]\n", &["login: [G]"]),
            (b"\x1b[1;31mred\x1b[0m\n", &["red"]),
            (b"one two\n\\   three\r\n\\   four\nfive", &["one two three four", "five"]),
            (b"> > fics% quoted\n>\n", &["quoted", ""]),
            (
                b"Content-Transfer-Encoding: quoted-printable\n\ne8=3DQ an=\nd =41\nFrom x\n=41",
                &["Content-Transfer-Encoding: quoted-printable", "", "e8=Q and A", "From x", "=41"],
            ),
        ] {
            assert_eq!(lines(log), text);
        }
    }

    #[test]
    fn offsets_are_those_of_the_log() {
        let mut lines = Lines::new(b"x\nfics% abc\n\x07abc\n");
        lines.next(false);
        let line = lines.next(false).unwrap();
        assert_eq!((line.offset(1), line.span), (9, 2..12));
        assert_eq!(lines.next(false).unwrap().offset(1), 12);
    }
}
