//! Servers that a log names.

/// A server whose name is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Server {
    Fics,
    Icc,
}

impl Server {
    pub(super) fn of_prompt(word: &[u8]) -> Option<Self> {
        match word {
            b"fics" => Some(Self::Fics),
            b"aics" => Some(Self::Icc),
            _ => None,
        }
    }

    /// The word with which events of a server begin.
    pub(super) fn event(server: Option<Self>) -> &'static str {
        match server {
            Some(Self::Fics) => "FICS",
            Some(Self::Icc) => "ICC",
            None => "ICS",
        }
    }

    pub(super) fn site(server: Option<Self>) -> &'static str {
        match server {
            Some(Self::Fics) => "FICS freechess.org",
            Some(Self::Icc) => "Internet Chess Club",
            None => "?",
        }
    }
}
