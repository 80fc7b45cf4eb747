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
