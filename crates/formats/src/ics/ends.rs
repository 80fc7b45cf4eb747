//! Ends of games: the reason and the result.

use pgnkit::Outcome;

/// The end of a game, as a server gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) reason: String,
    pub(super) outcome: Outcome,
}

impl End {
    /// The end of a text `{reason} result`, without the names and the number of a game.
    pub(super) fn parse(line: &[u8]) -> Option<Self> {
        let rest = line.trim_ascii().strip_prefix(b"{")?;
        let close = rest.iter().rposition(|byte| *byte == b'}')?;
        Self::new(&rest[..close], rest[close + 1..].trim_ascii())
    }

    pub(super) fn new(reason: &[u8], result: &[u8]) -> Option<Self> {
        let outcome = match result {
            b"1-0" => Outcome::WhiteWins,
            b"0-1" => Outcome::BlackWins,
            b"1/2-1/2" => Outcome::Draw,
            b"*" => Outcome::Unknown,
            _ => return None,
        };
        Some(Self { reason: super::about::text(reason.trim_ascii()).into_owned(), outcome })
    }

    /// Whether the game may go on later.
    pub(super) fn is_adjourned(&self) -> bool {
        self.outcome == Outcome::Unknown && self.has("adjourn")
    }

    /// Whether the game is going on.
    pub(super) fn is_in_progress(&self) -> bool {
        self.outcome == Outcome::Unknown && self.has("in progress")
    }

    fn has(&self, part: &str) -> bool {
        self.reason.to_ascii_lowercase().contains(part)
    }

    /// The value of the tag Termination.
    pub(super) fn termination(&self) -> &'static str {
        match self.outcome {
            Outcome::Unknown => "unterminated",
            _ if self.has("adjudicat") => "adjudication",
            _ if self.has("disconnect") || self.has("lost connection") => "abandoned",
            _ if self.has("on time") || self.has("ran out of time") => "time forfeit",
            _ => "normal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminations() {
        for (text, expected) in [
            ("{White checkmated} 0-1", Some("normal")),
            ("   {drakorg forfeits on time} 1-0 ", Some("time forfeit")),
            ("{Black ran out of time and White has no material to mate} 1/2-1/2", Some("time forfeit")),
            ("{White forfeits by disconnection} 0-1", Some("abandoned")),
            ("{Black wins by adjudication} 0-1", Some("adjudication")),
            ("{a lost connection; game adjourned} *", Some("unterminated")),
            ("{PVFLU's partner won} 1-0", Some("normal")),
            ("{no result}", None),
            ("White checkmated 0-1", None),
        ] {
            assert_eq!(End::parse(text.as_bytes()).map(|end| end.termination()), expected, "{text}");
        }
    }
}
