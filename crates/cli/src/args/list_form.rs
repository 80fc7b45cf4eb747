//! The form of a list on standard output.

use clap::builder::TypedValueParser;
use pgnkit_collections::ListForm;

use super::choices::one_of;

pub(super) fn list_form() -> impl TypedValueParser<Value = ListForm> {
    one_of(&ListForm::ALL, ListForm::as_str, |form| Some(form.summary()))
}
