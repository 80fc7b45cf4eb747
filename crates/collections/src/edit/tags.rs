//! Tags by name.

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};

use super::{Operation, says_nothing};

/// Sets a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetTag {
    name: String,
    value: String,
    if_missing: bool,
}

impl SetTag {
    /// Sets the tag of that name to a value. The result is also that of the termination marker.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), if_missing: false }
    }

    /// Sets it only where there is none, or where it says nothing: `?`, `????.??.??`.
    #[must_use]
    pub fn if_missing(self) -> Self {
        Self { if_missing: true, ..self }
    }
}

impl Operation for SetTag {
    fn apply(&self, _game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if self.if_missing && !says_nothing(text.tag(&self.name)) {
            return Ok(());
        }
        text.set_tag(&self.name, &self.value)
    }

    fn needs_game(&self) -> bool {
        false
    }
}

/// Removes a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoveTag(pub String);

impl Operation for RemoveTag {
    fn apply(&self, _game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if text.tag(&self.0).is_some() {
            text.remove_tag(&self.0);
        }
        Ok(())
    }

    fn needs_game(&self) -> bool {
        false
    }
}

/// Gives a tag another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameTag {
    /// The name it has.
    pub from: String,
    /// The name it gets.
    pub to: String,
}

impl Operation for RenameTag {
    fn apply(&self, _game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if text.tag(&self.from).is_some() {
            text.rename_tag(&self.from, &self.to)?;
        }
        Ok(())
    }

    fn needs_game(&self) -> bool {
        false
    }
}

/// Puts the tags in order: the roster, then these, then the others by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderTags(pub Vec<String>);

impl Operation for OrderTags {
    fn apply(&self, _game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        text.order_tags(&names);
        Ok(())
    }

    fn needs_game(&self) -> bool {
        false
    }
}
