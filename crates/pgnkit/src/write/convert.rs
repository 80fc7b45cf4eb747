//! Written text in another encoding or with other line ends.

/// Converts text from UTF-8 to ISO 8859-1 (section 4.1) and returns the number of characters that it lacks; each of
/// them becomes `?`.
///
/// ```
/// let mut text = "Günther – Łódź".as_bytes().to_vec();
/// assert_eq!(pgnkit::to_latin1(&mut text), 3);
/// assert_eq!(text, b"G\xfcnther ? ?\xf3d?");
/// ```
pub fn to_latin1(text: &mut Vec<u8>) -> u64 {
    if text.is_ascii() {
        return 0;
    }
    let mut replaced = 0;
    let latin1 = |c| {
        u8::try_from(u32::from(c)).unwrap_or_else(|_| {
            replaced += 1;
            b'?'
        })
    };
    *text = String::from_utf8_lossy(text).chars().map(latin1).collect();
    replaced
}

/// Ends lines with CR LF in place of LF, for data that stays on one machine: archives have LF (section 3.2.2).
pub fn to_crlf(text: &mut Vec<u8>) {
    let mut lines = Vec::with_capacity(text.len() + text.len() / 40);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => {
                lines.extend_from_slice(line);
                lines.extend_from_slice(b"\r\n");
            }
            None => lines.extend_from_slice(line),
        }
    }
    *text = lines;
}
