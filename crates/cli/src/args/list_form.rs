//! The form of a list on standard output.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListForm {
    /// Lines for people
    Text,
    /// A JSON object a line
    Json,
    /// A table with a head
    Csv,
}

impl From<ListForm> for pgnkit_collections::ListForm {
    fn from(form: ListForm) -> Self {
        match form {
            ListForm::Text => Self::Text,
            ListForm::Json => Self::Json,
            ListForm::Csv => Self::Csv,
        }
    }
}
