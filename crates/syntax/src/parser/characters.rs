//! Characters that are not allowed in strings and comments (section 4.1).

use super::Parser;
use crate::{Code, Diagnostic, Encoding, Sink, Span, scan};
use alloc::format;
use alloc::string::String;

/// The characters of one kind in a string or comment.
#[derive(Clone, Copy)]
struct Seen {
    first: usize,
    length: usize,
    count: usize,
}

/// Characters of code page 437 from 0x80 to 0x9F. Code page 850 has the same letters.
const CODE_PAGE_437: [char; 32] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å', 'É', 'æ', 'Æ', 'ô', 'ö',
    'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', '¢', '£', '¥', '₧', 'ƒ',
];

impl Parser<'_> {
    /// Reports characters that section 4.1 forbids inside strings and comments.
    #[inline(always)]
    pub(super) fn check_characters(&self, sink: &mut dyn Sink, span: Span) {
        if scan::may_be_odd(span.of(self.bytes)) {
            self.check_odd_characters(sink, span);
        }
    }

    #[cold]
    pub(super) fn check_odd_characters(&self, sink: &mut dyn Sink, span: Span) {
        let bytes = span.of(self.bytes);
        let utf8 = core::str::from_utf8(bytes).is_ok();
        // U+0080 to U+009F.
        let is_unused = |at: usize| matches!(bytes.get(at + 1), Some(0x80..0xa0));
        // Nearly always it is text in another language and nothing else.
        let is_control = |byte: u8| (byte < 0x20) & !matches!(byte, b'\t'..=0x0b | b'\r');
        if utf8
            && !bytes.iter().fold(false, |any, &byte| any | is_control(byte) | (byte == 0x7f))
            && !memchr::memchr_iter(0xc2, bytes).any(is_unused)
        {
            return;
        }
        // Once for each kind: a binary blob in a comment must not give a diagnostic a byte.
        let mut seen = [None::<Seen>; 2];
        for (at, &byte) in bytes.iter().enumerate() {
            let (is_control, length) = match byte {
                b'\t'..=0x0b | b'\r' => continue,
                0..0x20 => (true, 1),
                0x7f => (false, 1),
                0x80..0xa0 if !utf8 => (false, 1),
                0xc2 if utf8 && is_unused(at) => (false, 2),
                _ => continue,
            };
            let kind = &mut seen[usize::from(!is_control)];
            kind.get_or_insert(Seen { first: at, length, count: 0 }).count += 1;
        }
        let kinds =
            [(Code::ControlCharacter, "control character"), (Code::UnusedCharacter, "unused character")];
        for ((code, kind), seen) in kinds.into_iter().zip(seen) {
            let Some(Seen { first: at, length, count }) = seen.filter(|_| sink.wants(code)) else { continue };
            let found = &bytes[at..at + length];
            let meant = Encoding::Windows1252.decode(found);
            let is_letter = length == 1 && !meant.chars().all(char::is_control);
            let written = match found {
                _ if is_letter => "",
                [0..=0x7f] => "a space",
                _ => "`?`",
            };
            let value = found[length - 1];
            let then = match (written, count) {
                ("", _) => String::new(),
                (_, 1) => format!("; export format has {written} for it"),
                _ => format!("; export format has {written} for each"),
            };
            let message = if count == 1 {
                format!("expected a printing character, found the {kind} 0x{value:02X}{then}")
            } else {
                format!(
                    "expected printing characters, found {count} {kind}s, the first of them 0x{value:02X}{then}"
                )
            };
            let span = Span::new(span.start + at, span.start + at + length);
            let mut diagnostic = Diagnostic::new(code, span, message);
            if is_letter {
                let dos = CODE_PAGE_437[usize::from(found[0] & 0x1F)];
                diagnostic = diagnostic.help(format!(
                    "it is `{meant}` in Windows-1252, `{dos}` in the code page of DOS: store the text as UTF-8"
                ));
            }
            sink.report(diagnostic);
        }
    }
}
