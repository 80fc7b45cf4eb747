//! Edits of a game's text that keep every other byte, as `toml_edit` has them for TOML.
//!
//! [`EditableGame`] opens the bytes of one game. Its edits say what is to be different: a tag's value, a comment, the
//! result. [`EditableGame::finish`] makes them all at once in the original bytes: layout, encoding, line ends, spelling
//! and whatever the standard leaves open stay as they are. [`edit_games`] does the same for all games of a text, and
//! copies those that are not touched.
//!
//! ```
//! use pgnkit::edit::{EditableGame, edit_games};
//!
//! let text = b"[White \"Carlsen,M\"]\r\n[Result \"*\"]\r\n\r\n1.e4   e5{?}\r\n2. Nf3 *\r\n";
//! let mut game = EditableGame::open(text)?;
//! game.set_tag("White", "Carlsen, Magnus")?;
//! game.set_result(pgnkit::Outcome::WhiteWins);
//! let e5 = game.game().mainline().nth(1).map(|node| node.id()).unwrap();
//! game.set_comment(e5, 0, "solid")?;
//! let edited = game.finish()?;
//! assert_eq!(
//!     edited.text.escape_ascii().to_string(),
//!     r#"[White \"Carlsen, Magnus\"]\r\n[Result \"1-0\"]\r\n\r\n1.e4   e5{solid}\r\n2. Nf3 1-0\r\n"#
//! );
//! assert_eq!(edited.changes.len(), 4);
//!
//! let edited = edit_games(text, |game| match game.tag("White") {
//!     Some("Carlsen,M") => game.set_tag("White", "Carlsen, Magnus"),
//!     _ => Ok(()),
//! });
//! assert_eq!((edited.games, edited.edited, edited.refused.len()), (1, 1, 0));
//! # Ok::<(), pgnkit::edit::TextEditError>(())
//! ```
//!
//! Guarantees:
//!
//! * **Only what was asked for changes.** Every byte outside of [`Edited::changes`] is as it was.
//! * **What was set is what is read back**, to the character. What cannot be so is refused: control characters in values,
//!   `}` in comments, characters that the encoding of the game does not have.
//! * **Each edit is verified.** The edited game is read again, and its moves, variations, comments, annotations, tags, start
//!   and result must be the old ones but for what was asked. Otherwise the edit is a [`TextEditError`], and the text stays
//!   as it is.
//!
//! Lines are not broken anew: text that is put in may make one longer than the 255 characters of section 4.3.

mod add;
mod begin;
mod encode;
mod error;
mod games;
mod moves;
mod places;
mod plan;
mod promote;
mod reading;
mod section;
mod tags;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use pgnkit_syntax::{Encoding, Outcome, Parser, Span, StartContext};

use crate::fix::{Change, Window};
use crate::{Game, NodeId};
pub use error::TextEditError;
pub use games::{Edited, EditedGames, GameEdits, Refused, apply, edit_games};
use places::Kind;
use plan::{NewItem, Patch};
use reading::{Outline, Reading};
use section::Section;
use tags::Tags;

/// The text of one game, open for edits.
///
/// Nodes, and the comments beside them, are those of [`game`](Self::game): the game as it was opened. Edits change neither
/// their ids nor their numbers. Tags are as they were set last.
#[derive(Clone, Debug)]
pub struct EditableGame<'a> {
    window: Window<'a>,
    /// The game, and the bytes between the game before and it.
    bytes: &'a [u8],
    /// Known at first, or read when it is first needed.
    outline: OnceCell<Outline>,
    encoding: OnceCell<Encoding>,
    section: OnceCell<Option<Section>>,
    /// The game as it is read when it is first needed; `None` where it reads differently when it is read alone.
    reading: OnceCell<Option<Box<Reading<'a>>>>,
    tags: OnceCell<Tags<'a>>,
    result: Option<Outcome>,
    /// Replacements by item; `None` removes it.
    items: BTreeMap<usize, Option<NewItem>>,
    /// Insertions, and removals of several items.
    inserted: Vec<Patch>,
    /// The line that one of these makes the main line: there are no other ones then.
    main_line: Option<NodeId>,
}

impl<'a> EditableGame<'a> {
    /// Opens a text of one game.
    ///
    /// # Errors
    /// When the text holds no game, or more than one.
    pub fn open(text: &'a [u8]) -> Result<Self, TextEditError> {
        let mut parser = Parser::new(text);
        let outline = Outline::read(&mut parser, 0).ok_or(TextEditError::NoGame)?;
        if Outline::read(&mut parser, 0).is_some() {
            return Err(TextEditError::SeveralGames);
        }
        let whole = Span::new(0, text.len());
        Ok(Self::new(Window::new(&[], text, whole, false, StartContext::Text), text, Some(outline)))
    }

    fn new(window: Window<'a>, bytes: &'a [u8], outline: Option<Outline>) -> Self {
        Self {
            window,
            bytes,
            outline: outline.map_or_else(OnceCell::new, OnceCell::from),
            encoding: OnceCell::new(),
            section: OnceCell::new(),
            reading: OnceCell::new(),
            tags: OnceCell::new(),
            result: None,
            items: BTreeMap::new(),
            inserted: Vec::new(),
            main_line: None,
        }
    }

    /// The text as it was opened.
    pub fn text(&self) -> &'a [u8] {
        self.bytes
    }

    /// The place in [`text`](Self::text) of the game, from its first to its last token.
    pub fn span(&self) -> Span {
        self.outline().game
    }

    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let (text, place) = self.window.with(self.bytes);
            let mut parser = self.window.parser(&text).resumed_at(place.start);
            // Of a game that reads differently when it is read alone nothing can be edited.
            Outline::read(&mut parser, place.start).unwrap_or_default()
        })
    }

    /// The encoding that text which is put in is written in: UTF-8 where any value of the game is in that, else that of all its
    /// values.
    pub fn encoding(&self) -> Encoding {
        *self.encoding.get_or_init(|| {
            // As a rule it is one for all of the text.
            match Encoding::detect(self.bytes) {
                Encoding::Utf8 => Encoding::Utf8,
                _ => Encoding::of_values(Span::new(0, self.outline().game.end).of(self.bytes)),
            }
        })
    }

    /// The game as it was opened. An empty one where it could be read only together with the text around it: then no edit
    /// is possible.
    pub fn game(&self) -> &Game {
        static NONE: std::sync::LazyLock<Game> = std::sync::LazyLock::new(Game::new);
        self.reading().map_or(&NONE, |reading| &reading.game)
    }

    fn reading(&self) -> Result<&Reading<'a>, TextEditError> {
        let read = || Reading::read(self.window, Cow::Borrowed(self.bytes)).map(Box::new);
        self.reading.get_or_init(read).as_deref().ok_or(TextEditError::SideEffect)
    }

    fn tag_state(&self) -> &Tags<'a> {
        self.tags.get_or_init(|| self.read_tags())
    }

    fn read_tags(&self) -> Tags<'a> {
        if let Some(section) = self.section()
            && self.encoding() == Encoding::Utf8
            && let Some(tags) = Tags::usual(self.bytes, &section.tags)
        {
            return tags;
        }
        let tags = self.section().map_or_else(|| &self.outline().tags, |section| &section.tags);
        Tags::new(self.bytes, tags, self.encoding())
    }

    fn edit_tags<T: Default>(&mut self, edit: impl FnOnce(&mut Tags<'a>) -> T) -> T {
        self.tag_state();
        // They are there now.
        self.tags.get_mut().map(edit).unwrap_or_default()
    }

    /// The line breaks of the game.
    fn newline(&self) -> &'static str {
        // Those before the game are of the one before it.
        let game = encode::newline_of(self.bytes.trim_ascii_start());
        game.or_else(|| encode::newline_of(self.window.after())).unwrap_or("\n")
    }

    /// The value of a tag, as it was set last; names are case sensitive.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tag_state().value(name)
    }

    /// The tags that count, in the order of the text, those that were set last after them; their values as they were set
    /// last.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tag_state().all()
    }

    /// Sets a tag (section 8.1.1): the value changes in its place, or a new pair is put in, in the order of the roster,
    /// other tags after it in ASCII order where they are in that order already. Setting the Result tag
    /// [sets the result](Self::set_result).
    ///
    /// # Errors
    /// When `name` is no tag name, the value holds a control character or one that the encoding of the game does not have,
    /// or is no result.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TextEditError> {
        encode::check_name(name)?;
        if name == "Result" {
            let outcome = Outcome::from_exact(value.as_bytes());
            self.set_result(outcome.ok_or_else(|| TextEditError::ResultValue(value.to_owned()))?);
            return Ok(());
        }
        encode::check_value(value)?;
        encode::encode(value, self.encoding())?;
        self.edit_tags(|tags| tags.set(name, value));
        Ok(())
    }

    /// Removes a tag, with its line where it is alone there, and each repetition of it; false when there is none.
    pub fn remove_tag(&mut self, name: &str) -> bool {
        self.edit_tags(|tags| tags.remove(name))
    }

    /// Gives a tag another name; false when there is none of the old one.
    ///
    /// # Errors
    /// When `new` is no tag name, or the game has a tag of that name.
    pub fn rename_tag(&mut self, old: &str, new: &str) -> Result<bool, TextEditError> {
        encode::check_name(new)?;
        // It would be read as the known name.
        if crate::read::canonical_tag_name(new.as_bytes()).is_some_and(|known| known != new) {
            return Err(TextEditError::TagName(new.to_owned()));
        }
        if old == new {
            return Ok(self.tag(old).is_some());
        }
        if self.tag(new).is_some() {
            return Err(TextEditError::TagExists(new.to_owned()));
        }
        Ok(self.edit_tags(|tags| tags.rename(old, new)))
    }

    /// Puts the tag pairs in order: the roster (section 8.1.1), then those of `names` in their order, then the others by name.
    /// Each keeps its spelling, and what is between the places of the pairs stays there. Tags that are set or renamed
    /// afterwards have their places in that order, too.
    pub fn order_tags(&mut self, names: &[&str]) {
        self.edit_tags(|tags| tags.reorder(names));
    }

    /// Sets the result: the termination marker (section 8.2.6), which is added where it is missing, and the Result tag
    /// where there is one.
    pub fn set_result(&mut self, result: Outcome) {
        self.result = Some(result);
        if self.tag("Result").is_some() {
            self.edit_tags(|tags| tags.set_all("Result", result.as_str()));
        }
    }

    /// Whether any edit was asked for.
    pub fn is_edited(&self) -> bool {
        self.result.is_some()
            || !self.items.is_empty()
            || !self.inserted.is_empty()
            || self.tags.get().is_some_and(Tags::is_edited)
    }

    /// Makes the edits, and proves that they do what they should and nothing else.
    ///
    /// # Errors
    /// When they would do something else besides: [`TextEditError::SideEffect`].
    pub fn finish(self) -> Result<Edited<'a>, TextEditError> {
        let Some(Made { span, text, changes, .. }) = self.made()? else {
            return Ok(Edited { text: Cow::Borrowed(self.bytes), changes: Vec::new() });
        };
        let text = [&self.bytes[..span.start], &text, &self.bytes[span.end..]].concat();
        let changes = changes.into_iter().map(|change| change.moved(span.start, span.start)).collect();
        Ok(Edited { text: Cow::Owned(text), changes })
    }

    /// What becomes of the game; `None` where the bytes stay as they are.
    fn made(&self) -> Result<Option<Made>, TextEditError> {
        if !self.is_edited() {
            return Ok(None);
        }
        if let Some(made) = self.made_in_section() {
            return Ok(Some(made).filter(|made| !made.changes.is_empty()));
        }
        if self.main_line.is_some() && (!self.items.is_empty() || self.inserted.len() > 1) {
            return Err(TextEditError::Rearranged);
        }
        let before = self.reading()?;
        let mut patches = self.tag_patches()?;
        patches.extend(self.marker_patch());
        for (&at, new) in &self.items {
            patches.push(self.item_patch(before, at, new.as_ref())?);
        }
        // What was put after the last part of a line goes with that part, where the line is cut off.
        let is_cut = |patch: &&Patch| {
            let last = patch.items.start.checked_sub(1).filter(|_| patch.items.is_empty());
            last.is_some_and(|last| {
                let ends_variation = matches!(before.items[last].kind, Kind::End { .. });
                !ends_variation && self.inserted.iter().any(|cut| cut.items.contains(&last))
            })
        };
        patches.extend(self.inserted.iter().filter(|patch| !is_cut(patch)).cloned());
        patches.retain(|patch| patch.span.of(self.bytes) != patch.bytes || !patch.new.is_empty());
        let patches = plan::in_order(self.bytes, patches)?;
        let (text, changes) = plan::applied(self.bytes, &patches);
        if text == self.bytes {
            return Ok(None);
        }
        let after = Reading::read(self.window, Cow::Owned(text)).ok_or(TextEditError::SideEffect)?;
        let is_proven = plan::is_as_planned(before, &patches, &after)
            && self.main_line.is_none_or(|node| has_main_line(&before.game, node, &after.game))
            && self.has_tags_of(&after)
            && after.game.result() == self.result.unwrap_or(before.game.result())
            && (after.start() == before.start() || self.tag_state().changes_start())
            && after.start().is_known >= before.start().is_known
            && after.is_no_worse_than(before);
        if !is_proven {
            return Err(TextEditError::SideEffect);
        }
        let span = Span::new(0, self.bytes.len());
        let digest = Some(after.outline.digest);
        Ok(Some(Made { span, text: after.text.into_owned(), changes, digest }))
    }

    /// Whether a game has the tags that this one is to have.
    fn has_tags_of(&self, after: &Reading<'_>) -> bool {
        let mut wanted: Vec<_> = self.tag_state().all().collect();
        let mut found: Vec<_> =
            after.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        wanted.sort_unstable();
        found.sort_unstable();
        wanted == found
    }

    /// The edits of the tag section.
    fn tag_patches(&self) -> Result<Vec<Patch>, TextEditError> {
        let Some(tags) = self.tags.get().filter(|tags| tags.is_edited()) else { return Ok(Vec::new()) };
        let begins_line = |at: usize| match self.bytes[..at].last() {
            Some(byte) => matches!(byte, b'\n' | b'\r'),
            None => self.window.begins_line(),
        };
        let place = tags::Place {
            start: self.outline().game.start,
            newline: self.newline(),
            begins_line: &begins_line,
        };
        let edits = tags.edits(&place)?;
        let items = self.reading()?;
        let next = |at: usize| items.items.partition_point(|item| item.span.start < at);
        Ok(edits.into_iter().map(|(span, bytes)| Patch::outside(span, bytes, next(span.end))).collect())
    }

    /// The edit of the marker.
    fn marker_patch(&self) -> Option<Patch> {
        let result = self.result?.as_str();
        let items = self.reading().map_or(0, |reading| reading.items.len());
        if let Some((span, _)) = self.outline().marker {
            let items = self
                .reading()
                .map_or(0, |reading| reading.items.partition_point(|item| item.span.start < span.start));
            let text = spaced(self.bytes, span, result);
            return Some(Patch::outside(span, text.into_bytes(), items));
        }
        let end = self.outline().game.end;
        let newline = self.newline();
        let ends_in_line_comment = self.reading().is_ok_and(|reading| {
            reading.items.last().is_some_and(|item| item.span.end == end && item.ends_line(self.bytes))
        });
        let before = match self.outline().movetext {
            None => newline.repeat(2),
            Some(_) if ends_in_line_comment => newline.to_owned(),
            Some(_) => " ".to_owned(),
        };
        Some(Patch::outside(Span::new(end, end), (before + result).into_bytes(), items))
    }
}

/// Whether the tree is the old one with the line to `node` as its main line.
fn has_main_line(before: &Game, node: NodeId, after: &Game) -> bool {
    let mut expected = before.clone();
    expected.make_main_line(node).is_ok() && expected.has_tree_of(after)
}

/// The edited bytes of a game.
struct Made {
    /// The bytes that they take the place of.
    span: Span,
    text: Vec<u8>,
    /// Places count from the beginning of those bytes.
    changes: Vec<Change>,
    /// That of the whole game; none where its reading depends on nothing around it, and nothing around it on its edits.
    digest: Option<u64>,
}

/// A token in the place of another one, with spaces where it would grow together with its neighbours.
fn spaced(text: &[u8], span: Span, token: &str) -> String {
    let joins = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-/.$!?*".contains(&byte) || byte >= 0x80;
    let before = span.start > 0 && joins(text[span.start - 1]) && !token.starts_with('{');
    let after = !token.ends_with('}') && text.get(span.end).copied().is_some_and(joins);
    let space = |wanted| if wanted { " " } else { "" };
    [space(before), token, space(after)].concat()
}

/// The place of a [`NodeId`] that does not exist, as an error.
fn no_such<T>(found: Option<T>) -> Result<T, TextEditError> {
    found.ok_or(TextEditError::NoSuchPlace)
}

/// The number of a node.
fn index(node: NodeId) -> usize {
    node.index()
}
