//! The tags of openings: what they are to be, and what they are.

use std::sync::Arc;

use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::internals::TagNames;
use pgnkit::{Game, Text};

use super::{Book, Line, OpeningName};
use crate::edit::{Operation, says_nothing};

/// The tags that names are in, from the whole to its parts.
const NAMES: [&str; 3] = ["Opening", "Variation", "SubVariation"];

/// The tags that the name of an opening is written to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpeningTags {
    /// Its parts in Opening, Variation and SubVariation (section 9.3).
    #[default]
    Standard,
    /// The whole in Opening, as lichess has it.
    Lichess,
    /// Nothing: only the code is of interest.
    None,
}

/// Sets ECO and the names of the opening.
///
/// What is there stays, unless it is to be [replaced](Self::replace): then also parts of a name go that the book does not have. The
/// three tags of a name belong together, and are added where none of them says anything.
#[derive(Clone, Debug)]
pub struct SetOpening {
    book: Arc<Book>,
    tags: OpeningTags,
    replaces: bool,
}

impl SetOpening {
    /// Sets tags where there are none, or where they say nothing (`?`, `-`).
    pub fn new(book: Arc<Book>, tags: OpeningTags) -> Self {
        Self { book, tags, replaces: false }
    }

    /// Whether tags are set that say something else, too.
    #[must_use]
    pub fn replace(self, replaces: bool) -> Self {
        Self { replaces, ..self }
    }
}

impl Operation for SetOpening {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        self.book.classify(game).map_or(Ok(()), |opening| self.set(opening.line, text))
    }
}

impl SetOpening {
    pub(super) fn book(&self) -> &Book {
        &self.book
    }

    /// Whether anything may change in a game of which a line was found. `known` are the tags that say something.
    pub(super) fn may_change(&self, line: Line<'_>, known: &KnownTags) -> bool {
        let names_are_missing = self.tags != OpeningTags::None && !known.names && line.has_name();
        self.replaces || !known.eco || names_are_missing
    }

    /// The values of the tags that names are in; all are empty where none is to be set.
    fn parts<'n>(&self, line: Line<'n>, whole: &'n mut String) -> [&'n str; 3] {
        match self.tags {
            OpeningTags::None => [""; 3],
            OpeningTags::Standard => line.name().parts(),
            OpeningTags::Lichess => {
                *whole = line.name().to_string();
                [&**whole, "", ""]
            }
        }
    }

    /// Gives the tags that [`set`](Self::set) adds to a game of which the tags are known; false where it does more than that.
    pub(super) fn add(
        &self,
        line: Line<'_>,
        known: &KnownTags,
        add: impl FnOnce(&[(&str, &str)]) -> bool,
    ) -> bool {
        let KnownTags { eco, has_eco, names, has_names } = *known;
        let says_nothing = has_eco && !eco || has_names && !names;
        if says_nothing || self.replaces && (has_eco || has_names) {
            return false;
        }
        let (mut tags, mut count) = ([("", ""); 4], 0);
        if !has_eco {
            tags[0] = ("ECO", line.code());
            count = 1;
        }
        let mut whole = String::new();
        let parts = if has_names { [""; 3] } else { self.parts(line, &mut whole) };
        let has_name = !parts[0].is_empty();
        for (tag, part) in NAMES.into_iter().zip(parts).filter(|(_, part)| has_name && !part.is_empty()) {
            tags[count] = (tag, part);
            count += 1;
        }
        add(&tags[..count])
    }

    /// Sets the tags to those of a line.
    pub(super) fn set(&self, line: Line<'_>, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let eco = line.code();
        let is_set = |value: &str| !is_unknown(Some(value)) && (!self.replaces || value.starts_with(eco));
        if !text.tag("ECO").is_some_and(is_set) {
            text.set_tag("ECO", eco)?;
        }
        let mut whole = String::new();
        let parts = self.parts(line, &mut whole);
        if parts[0].is_empty() || !self.replaces && NAMES.iter().any(|tag| !is_unknown(text.tag(tag))) {
            return Ok(());
        }
        for (tag, part) in NAMES.into_iter().zip(parts) {
            if !part.is_empty() {
                text.set_tag(tag, part)?;
            } else if text.tag(tag).is_some() {
                text.remove_tag(tag);
            }
        }
        Ok(())
    }
}

/// Which tags of a game are there, and which say something.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnownTags {
    eco: bool,
    has_eco: bool,
    /// One of those that names are in.
    names: bool,
    has_names: bool,
}

impl KnownTags {
    /// The names of the tags that are asked for.
    pub(super) fn names() -> TagNames {
        TagNames::of(["ECO"].into_iter().chain(NAMES))
    }

    pub(super) fn note(&mut self, name: Text<'_>, value: Text<'_>) {
        let (says, has) = match name.as_bytes() {
            b"ECO" => (&mut self.eco, &mut self.has_eco),
            b"Opening" | b"Variation" | b"SubVariation" => (&mut self.names, &mut self.has_names),
            _ => return,
        };
        *has = true;
        *says |= !is_unknown(Some(&value.to_str()));
    }
}

fn is_unknown(value: Option<&str>) -> bool {
    says_nothing(value) || value == Some("-")
}

/// A tag that says something else than the book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The tag: `ECO` or `Opening`.
    pub tag: &'static str,
    /// The value in the game; a name as a whole, however many tags it is in.
    pub found: String,
    /// The value in the book.
    pub expected: String,
}

/// Contradictions between the tags of a game and a line. Names are compared as a whole, in however many tags they are; what is missing or
/// unknown contradicts nothing.
pub(super) fn contradictions(game: &Game, line: Line<'_>, tags: OpeningTags) -> Vec<Contradiction> {
    let mut all = Vec::new();
    let eco = line.eco().to_string();
    if let Some(found) = game.tag("ECO").filter(|found| !is_unknown(Some(found)) && !found.starts_with(&eco))
    {
        all.push(Contradiction { tag: "ECO", found: found.to_owned(), expected: eco });
    }
    let parts = NAMES.map(|tag| game.tag(tag).filter(|part| !is_unknown(Some(part))).unwrap_or_default());
    if tags != OpeningTags::None && !parts[0].is_empty() && !line.name().opening.is_empty() {
        let (found, expected) = (OpeningName::of_parts(parts).to_string(), line.name().to_string());
        if found != expected {
            all.push(Contradiction { tag: NAMES[0], found, expected });
        }
    }
    all
}
