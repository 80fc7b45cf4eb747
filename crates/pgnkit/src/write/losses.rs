use std::fmt;

/// Counts of what a written game has otherwise than the game itself, because export format cannot hold it.
///
/// White space in comments, the order of tags and annotations, and annotations that mean nothing (`$0`) do not count:
/// nothing is lost with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ExportLosses {
    /// Braces in comments, written as parentheses.
    pub braces: u64,
    /// Control characters, left out, or written as spaces or question marks.
    pub control_characters: u64,
    /// Escape lines, left out.
    pub escape_lines: u64,
}

impl ExportLosses {
    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The sum of all counts.
    pub fn total(&self) -> u64 {
        self.braces + self.control_characters + self.escape_lines
    }
}

impl std::ops::AddAssign for ExportLosses {
    fn add_assign(&mut self, other: Self) {
        self.braces += other.braces;
        self.control_characters += other.control_characters;
        self.escape_lines += other.escape_lines;
    }
}

/// `2 braces, 1 escape line`; `nothing` where nothing is lost.
impl fmt::Display for ExportLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (count, one, many) in [
            (self.braces, "brace", "braces"),
            (self.control_characters, "control character", "control characters"),
            (self.escape_lines, "escape line", "escape lines"),
        ] {
            if count > 0 {
                write!(f, "{separator}{count} {}", if count == 1 { one } else { many })?;
                separator = ", ";
            }
        }
        if separator.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}
