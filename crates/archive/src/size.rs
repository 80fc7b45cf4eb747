//! Numbers of bytes as people write them.

/// Reads a number of bytes: `M` and `MiB` are 1024², `MB` is 1000², as in the GNU programs.
///
/// # Errors
/// A message for the user, when it is no whole number with a known unit, or more than the machine can count.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let unit: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err("expected a number of bytes, such as 256M, 10MB or 2G".to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| "expected a number of bytes, such as 256M, 10MB or 2G")?;
    let bytes = number.checked_mul(unit).and_then(|bytes| usize::try_from(bytes).ok());
    bytes.ok_or_else(|| "that is more than this machine can count".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, expected) in [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("64k", Some(65_536)),
            ("256M", Some(268_435_456)),
            ("256 MiB", Some(268_435_456)),
            ("10MB", Some(10_000_000)),
            ("2G", Some(2_147_483_648)),
            ("", None),
            ("M", None),
            ("-1", None),
            ("1.5G", None),
            ("3T", None),
            ("99999999999G", None),
        ] {
            assert_eq!(parse_size(text).ok(), expected, "{text}");
        }
    }
}
