//! The tag pairs of a game.

use std::fmt;

use pgnkit_chess::fen;
use pgnkit_syntax::{Outcome, Span};

use super::text::{TagLine, TextRange, name_key};
use super::{Game, as_str};
use crate::read::{canonical_tag_name, tag_variant};
use crate::values::{Date, ParseDateError};

/// The tag pairs of a game, as lines of its text.
#[derive(Clone, Debug, Default)]
pub(super) struct TagStore {
    lines: Vec<TagLine>,
}

impl TagStore {
    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        self.lines.capacity() * size_of::<TagLine>()
    }

    pub(super) fn shrink(&mut self) {
        self.lines.shrink_to_fit();
    }

    pub(super) fn lines(&self) -> &[TagLine] {
        &self.lines
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (TextRange, TextRange)> {
        self.lines.iter().map(|line| (line.name(), line.value()))
    }

    /// Appends a pair whose name is known to be new.
    #[inline]
    pub(super) fn push(&mut self, line: TagLine) {
        self.lines.push(line);
    }

    fn replace(&mut self, at: usize, line: TagLine) {
        if let Some(old) = self.lines.get_mut(at) {
            *old = line;
        }
    }

    fn remove(&mut self, at: usize) {
        self.lines.remove(at);
    }
}

/// A tag pair, for writing it.
pub(crate) struct WrittenTag<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) value: &'a [u8],
    /// The pair as it is written, and the memory after it; and its length, without a line break.
    pub(crate) line: (&'a [u8], usize),
    /// Whether it may be written unchanged.
    pub(crate) is_plain: bool,
    /// The beginning of the name, in the order of the names.
    pub(crate) key: u64,
}

impl Game {
    fn tag_index(&self, name: &str) -> Option<usize> {
        let name = name.as_bytes();
        // The beginning of each name is known without a look at the text.
        let key = name_key(name, Span::new(0, name.len()));
        self.tags.lines().iter().position(|line| line.key == key && self.bytes(line.name()) == name)
    }

    /// Number of tag pairs.
    pub(crate) fn tag_count(&self) -> usize {
        self.tags.lines().len()
    }

    /// The tag pair at `at`, below [`tag_count`](Self::tag_count), for writing it.
    #[inline]
    pub(crate) fn written_tag(&self, at: usize) -> WrittenTag<'_> {
        let tag: &TagLine = &self.tags.lines()[at];
        WrittenTag {
            name: self.bytes(tag.name()),
            value: self.bytes(tag.value()),
            line: (self.text.get_padded(tag.line), tag.line.end - tag.line.start - 1),
            is_plain: tag.is_plain,
            key: tag.key,
        }
    }

    /// The raw tag pairs, for writing them.
    pub(crate) fn raw_tags(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.tags.iter().map(|(name, value)| (self.bytes(name), self.bytes(value)))
    }

    /// The tag pairs in the order of the text.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.raw_tags().map(|(name, value)| (as_str(name), as_str(value)))
    }

    /// The value of a tag; names are case sensitive.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let line = self.tags.lines()[self.tag_index(name)?];
        Some(as_str(self.bytes(line.value())))
    }

    /// Sets a tag, whether it was there or not, if it will be read back as it is written.
    ///
    /// `Result` sets the [`result`](Self::result), too. `FEN`, `SetUp` and `Variant` must say what the game's
    /// [`start`](Self::start) says, which [`set_start`](Self::set_start) changes; a game of Bughouse without `Variant`, known by
    /// its four players, can get that tag, and only then a `White`. `PlyCount` is written with the number of
    /// half-moves that the game has, whatever value it has here, and a tag of the roster with `?` where it is empty.
    ///
    /// ```
    /// use pgnkit::{Game, Outcome, TagError};
    ///
    /// let mut game = Game::new();
    /// game.set_tag("White", "Tal, Mikhail")?;
    /// game.set_tag("Result", "1-0")?;
    /// assert_eq!(game.result(), Outcome::WhiteWins);
    /// assert_eq!(game.set_tag("My Tag", "x"), Err(TagError::Name));
    /// assert_eq!(game.set_tag("eco", "B20"), Err(TagError::Spelling { expected: "ECO" }));
    /// # Ok::<(), TagError>(())
    /// ```
    ///
    /// # Errors
    /// When a reader would read something else, see [`TagError`]; the game is as it was then. A name that the game has
    /// already may be any.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if self.tag_index(name).is_none() {
            check_name(name)?;
        }
        if let Some(at) = value.find(char::is_control) {
            return Err(TagError::ControlCharacter { at });
        }
        match name {
            "Result" => {
                let result: Outcome = value.parse().map_err(|_| TagError::Result)?;
                self.put_tag(name, result.as_str());
                (self.result, self.other_marker) = (result, None);
                return Ok(());
            }
            "FEN" | "SetUp" | "Variant" if !self.says_of_start(name, value) => return Err(TagError::Start),
            "White" if self.is_known_by_four_players() && !matches!(value, "" | "?") => {
                return Err(TagError::Start);
            }
            _ => {}
        }
        self.put_tag(name, value);
        Ok(())
    }

    /// Whether nothing but the tags of four players, and that there is no name in `White`, says that it is Bughouse.
    fn is_known_by_four_players(&self) -> bool {
        !self.start().rules_are_known && self.tag("Variant").is_none()
    }

    /// Whether a tag about the start says what is true of it.
    fn says_of_start(&self, name: &str, value: &str) -> bool {
        let start = self.start();
        if !start.is_known {
            let names_bughouse = || name == "Variant" && value.eq_ignore_ascii_case("bughouse");
            return self.tag(name) == Some(value) || self.is_known_by_four_players() && names_bughouse();
        }
        match name {
            "FEN" => {
                let read = fen::parse_variant(value.as_bytes(), start.position.variant(), None);
                read.is_ok_and(|fen| fen.position == start.position)
            }
            "SetUp" => value == if start.set_up { "1" } else { "0" },
            _ => tag_variant(value.as_bytes()).is_some_and(|meant| {
                // What is read with castling rights that only Chess960 has need not name it.
                let is_said = start.position.needs_chess960() && self.tag(name) == Some(value);
                meant.variant == start.position.variant() && (meant.mode == start.mode || is_said)
            }),
        }
    }

    /// Sets a tag, whatever its name and value are.
    pub(crate) fn put_tag(&mut self, name: &str, value: &str) {
        let tag = self.text.append_tag(name.as_bytes(), value.as_bytes(), !value.contains('\\'));
        match self.tag_index(name) {
            Some(at) => self.tags.replace(at, tag),
            None => self.tags.push(tag),
        }
    }

    /// Removes a tag, whatever it says; false when it was not there.
    pub(super) fn take_tag(&mut self, name: &str) -> bool {
        self.tag_index(name).inspect(|&at| self.tags.remove(at)).is_some()
    }

    /// Removes a tag; false when it was not there. The roster and the tags that the start needs are written all the same.
    ///
    /// # Errors
    /// [`TagError::Start`] for `FEN` and `SetUp` of a game that starts from another position, and for `Variant` of a game
    /// that is not of standard chess: without them its moves mean something else. [`set_start`](Self::set_start) changes
    /// the start.
    pub fn remove_tag(&mut self, name: &str) -> Result<bool, TagError> {
        if self.start().needs_tag(name.as_bytes()) && self.tag_index(name).is_some() {
            return Err(TagError::Start);
        }
        Ok(self.take_tag(name))
    }

    /// The Date tag, read (section 8.1.1.3); `????.??.??` when it is missing.
    ///
    /// # Errors
    /// When the value is not ten characters of the form `YYYY.MM.DD`.
    pub fn date(&self) -> Result<Date, ParseDateError> {
        self.tag("Date").map_or(Ok(Date::default()), str::parse)
    }
}

/// A name is made of letters, digits and underscores (section 8.1), and those of the standard are spelled as there.
fn check_name(name: &str) -> Result<(), TagError> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err(TagError::Name);
    }
    match canonical_tag_name(name.as_bytes()) {
        Some(expected) => Err(TagError::Spelling { expected }),
        None => Ok(()),
    }
}

/// The reason why a tag cannot be set or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagError {
    /// The name is empty, or not made of ASCII letters, digits and underscores (section 8.1).
    Name,
    /// The name is one of the standard in another case.
    Spelling {
        /// The name as the standard spells it.
        expected: &'static str,
    },
    /// The value holds a control character, for which a space is written.
    ControlCharacter {
        /// Its offset in the value, in bytes.
        at: usize,
    },
    /// The value of `Result` is no result.
    Result,
    /// The tag says something else than the game's [`Start`](crate::Start), or the start needs it; or a name in `White` would
    /// make a game of Bughouse one of standard chess.
    Start,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("expected a tag name of ASCII letters, digits and underscores"),
            Self::Spelling { expected } => write!(f, "expected the tag name to be spelled `{expected}`"),
            Self::ControlCharacter { at } => {
                write!(f, "expected a tag value without control characters, found one at byte {at}")
            }
            Self::Result => f.write_str("expected `1-0`, `0-1`, `1/2-1/2` or `*` as the value of Result"),
            Self::Start => {
                f.write_str("expected the tags FEN, SetUp and Variant to agree with the start of the game")
            }
        }
    }
}

impl std::error::Error for TagError {}
