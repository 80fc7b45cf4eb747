//! The form of a list.

/// A form of a list, as of duplicates or names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ListForm {
    /// Lines for people.
    #[default]
    Text,
    /// A JSON object a line.
    Json,
    /// A table with a head.
    Csv,
}

impl ListForm {
    /// All of them, in the order in which lists show them.
    pub const ALL: [Self; 3] = [Self::Text, Self::Json, Self::Csv];

    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Text => "Lines for people",
            Self::Json => "A JSON object a line",
            Self::Csv => "A table with a head",
        }
    }
}
