//! The tag section while it is edited.

use std::borrow::Cow;

use pgnkit_syntax::{Encoding, Ignore, RawTag, Span};

use super::reading::counting;
use super::{TextEditError, encode};
use crate::read::{ROSTER, TagSection};

/// A tag pair of the text, and its edit.
#[derive(Clone, Debug)]
struct Pair<'a> {
    raw: RawTag,
    /// The name it stands for, and its value, as they are now.
    name: Cow<'a, str>,
    value: Cow<'a, str>,
    /// Whether it is the one that counts among several of the same name.
    counts: bool,
    is_renamed: bool,
    has_new_value: bool,
    is_removed: bool,
}

/// The tags of a game.
#[derive(Clone, Debug)]
pub(super) struct Tags<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    pairs: Vec<Pair<'a>>,
    added: Vec<(String, String)>,
    changes_start: bool,
    changes_reading: bool,
    /// The order that the pairs are to have.
    order: Option<Vec<String>>,
}

/// The surroundings of a tag section.
pub(super) struct Place<'p> {
    /// The first token of the game.
    pub(super) start: usize,
    pub(super) newline: &'p str,
    pub(super) begins_line: &'p dyn Fn(usize) -> bool,
}

impl<'a> Tags<'a> {
    pub(super) fn new(bytes: &'a [u8], tags: &[RawTag], encoding: Encoding) -> Self {
        let pair = |(raw, (name, counts)): (&RawTag, (Vec<u8>, bool))| Pair {
            raw: *raw,
            name: Cow::Owned(encoding.decode(&name).into_owned()),
            value: match raw.value(bytes) {
                Cow::Borrowed(value) => encoding.decode(value),
                Cow::Owned(value) => Cow::Owned(encoding.decode(&value).into_owned()),
            },
            counts,
            is_renamed: false,
            has_new_value: false,
            is_removed: false,
        };
        let pairs = tags.iter().zip(counting(bytes, tags)).map(pair).collect();
        Self::of(bytes, encoding, pairs)
    }

    /// Those of a section of the usual form in a text in UTF-8, if all of them count.
    pub(super) fn usual(bytes: &'a [u8], tags: &[RawTag]) -> Option<Self> {
        let mut section = TagSection::default();
        tags.iter().for_each(|tag| section.push(*tag));
        section.resolve(bytes, &mut Ignore);
        let text = |bytes: &'a [u8]| str::from_utf8(bytes).ok();
        let pair = |raw: &RawTag| {
            let value = match raw.value(bytes) {
                Cow::Borrowed(value) => Cow::Borrowed(text(value)?),
                Cow::Owned(value) => Cow::Owned(String::from_utf8(value).ok()?),
            };
            let name = Cow::Borrowed(text(raw.name.of(bytes))?);
            let (raw, counts, is_removed) = (*raw, true, false);
            Some(Pair { raw, name, value, counts, is_renamed: false, has_new_value: false, is_removed })
        };
        let pairs: Option<Vec<_>> = tags.iter().map(pair).collect();
        Some(Self::of(bytes, Encoding::Utf8, pairs.filter(|_| section.is_plain())?))
    }

    fn of(bytes: &'a [u8], encoding: Encoding, pairs: Vec<Pair<'a>>) -> Self {
        Self {
            bytes,
            encoding,
            pairs,
            added: Vec::new(),
            changes_start: false,
            changes_reading: false,
            order: None,
        }
    }

    /// The tags that count.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.pairs.iter().filter(|pair| pair.counts && !pair.is_removed);
        let added = self.added.iter().map(|(name, value)| (&**name, &**value));
        pairs.map(|pair| (&*pair.name, &*pair.value)).chain(added)
    }

    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.all().find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    pub(super) fn is_edited(&self) -> bool {
        let is_edited = |pair: &Pair<'_>| pair.is_renamed || pair.has_new_value || pair.is_removed;
        !self.added.is_empty() || self.order.is_some() || self.pairs.iter().any(is_edited)
    }

    /// The place of the pair of a name in the text.
    pub(super) fn span(&self, name: &str) -> Option<Span> {
        let mut pairs = self.pairs.iter().filter(|pair| pair.counts && !pair.is_removed);
        Some(pairs.find(|pair| pair.name == name)?.raw.span)
    }

    /// Whether a tag that sets the start of the game is edited.
    pub(super) fn changes_start(&self) -> bool {
        self.changes_start
    }

    /// Whether a tag is edited that may have a part in how the game is read: in its start, its rules or its result.
    pub(super) fn changes_reading(&self) -> bool {
        self.changes_reading
    }

    fn note_change(&mut self, name: &str) {
        let is_among = |names: &[&str]| names.iter().any(|other| other.eq_ignore_ascii_case(name));
        self.changes_start |= is_among(&["FEN", "SetUp", "Variant"]);
        self.changes_reading |=
            self.changes_start || is_among(&["Result", "WhiteA", "BlackA", "WhiteB", "BlackB"]);
    }

    /// Asks for an order: the roster, then these names, then the others by name.
    pub(super) fn reorder(&mut self, names: &[&str]) {
        self.order = Some(names.iter().map(|name| (*name).to_owned()).collect());
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.note_change(name);
        let is_it = |pair: &&mut Pair<'_>| pair.counts && !pair.is_removed && pair.name == name;
        if let Some(pair) = self.pairs.iter_mut().find(is_it) {
            pair.has_new_value |= pair.value != value;
            pair.value = Cow::Owned(value.to_owned());
        } else if let Some((_, old)) = self.added.iter_mut().find(|(found, _)| found == name) {
            value.clone_into(old);
        } else {
            self.added.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Sets each pair of that name, also those that do not count.
    pub(super) fn set_all(&mut self, name: &str, value: &str) {
        for pair in self.pairs.iter_mut().filter(|pair| !pair.is_removed && pair.name == name) {
            pair.has_new_value |= pair.value != value;
            pair.value = Cow::Owned(value.to_owned());
        }
        for (_, old) in self.added.iter_mut().filter(|(found, _)| found == name) {
            value.clone_into(old);
        }
    }

    pub(super) fn remove(&mut self, name: &str) -> bool {
        self.note_change(name);
        let mut found = false;
        for pair in self.pairs.iter_mut().filter(|pair| pair.name == name) {
            found |= !pair.is_removed;
            pair.is_removed = true;
        }
        let before = self.added.len();
        self.added.retain(|(added, _)| added != name);
        found || self.added.len() < before
    }

    pub(super) fn rename(&mut self, old: &str, new: &str) -> bool {
        self.note_change(old);
        self.note_change(new);
        let mut found = false;
        for pair in self.pairs.iter_mut().filter(|pair| !pair.is_removed && pair.name == old) {
            pair.name = Cow::Owned(new.to_owned());
            pair.is_renamed = true;
            found = true;
        }
        for (name, _) in self.added.iter_mut().filter(|(name, _)| name == old) {
            new.clone_into(name);
            found = true;
        }
        found
    }

    /// The bytes that change.
    pub(super) fn edits(&self, place: &Place<'_>) -> Result<Vec<(Span, Vec<u8>)>, TextEditError> {
        if let Some(order) = &self.order
            && self.pairs.iter().any(|pair| !pair.is_removed)
        {
            return self.ordered(order, place);
        }
        let mut edits = Vec::new();
        for pair in &self.pairs {
            if pair.is_removed {
                edits.push((self.with_line(pair.raw.span, place.begins_line), Vec::new()));
                continue;
            }
            if pair.is_renamed {
                edits.push((pair.raw.name, pair.name.as_bytes().to_vec()));
            }
            if pair.has_new_value {
                let value = encode::encode(&encode::escaped(&pair.value), self.encoding)?;
                edits.push((pair.raw.value, value));
            }
        }
        let mut added: Vec<_> = self.added.iter().collect();
        added.sort_by_key(|(name, _)| key(name));
        // Those that come to one place are one edit.
        let mut insertions: Vec<(Anchor, Vec<u8>)> = Vec::new();
        for (name, value) in added {
            let pair = format!("[{name} \"{}\"]", encode::escaped(value));
            let pair = encode::encode(&pair, self.encoding)?;
            let anchor = self.anchor(name, place);
            match insertions.last_mut().filter(|(last, _)| *last == anchor) {
                Some((_, lines)) => {
                    lines.extend_from_slice(place.newline.as_bytes());
                    lines.extend_from_slice(&pair);
                }
                None => insertions.push((anchor, pair)),
            }
        }
        for (anchor, lines) in insertions {
            let newline = place.newline;
            let (at, before, after) = match anchor {
                Anchor::Before(at) => (at, "", newline.to_owned()),
                Anchor::After(at) => (at, newline, String::new()),
                Anchor::First(at) => {
                    (at, if (place.begins_line)(at) { "" } else { newline }, newline.repeat(2))
                }
            };
            edits.push((Span::new(at, at), [before.as_bytes(), &lines, after.as_bytes()].concat()));
        }
        Ok(edits)
    }

    /// The bytes that change where the pairs are put in order: each place of a pair gets the pair that belongs there, as it is
    /// spelled, and what is between the places stays.
    fn ordered(&self, order: &[String], place: &Place<'_>) -> Result<Vec<(Span, Vec<u8>)>, TextEditError> {
        let mut edits = Vec::new();
        let mut places = Vec::new();
        let mut pairs: Vec<(&str, Vec<u8>)> = Vec::new();
        for pair in &self.pairs {
            if pair.is_removed {
                edits.push((self.with_line(pair.raw.span, place.begins_line), Vec::new()));
                continue;
            }
            let RawTag { span, name, value, .. } = pair.raw;
            let part = |start, end| Span::new(start, end).of(self.bytes);
            let new_name = if pair.is_renamed { pair.name.as_bytes() } else { name.of(self.bytes) };
            let new_value = if pair.has_new_value {
                Cow::Owned(encode::encode(&encode::escaped(&pair.value), self.encoding)?)
            } else {
                Cow::Borrowed(value.of(self.bytes))
            };
            let parts = [
                part(span.start, name.start),
                new_name,
                part(name.end, value.start),
                &new_value,
                part(value.end, span.end),
            ];
            pairs.push((&pair.name, parts.concat()));
            places.push(span);
        }
        for (name, value) in &self.added {
            let pair = format!("[{name} \"{}\"]", encode::escaped(value));
            pairs.push((name, encode::encode(&pair, self.encoding)?));
        }
        // Pairs of one name keep their order: the first known value counts.
        pairs.sort_by_key(|(name, _)| {
            let (roster, other) = key(name);
            let asked = order.iter().position(|asked| asked == name).unwrap_or(order.len());
            (roster, if roster < ROSTER.len() { 0 } else { asked }, other)
        });
        let last = places.len() - 1;
        let mut pairs = pairs.into_iter().map(|(_, text)| text);
        for (at, span) in places.into_iter().enumerate() {
            let mut text = pairs.next().unwrap_or_default();
            if at == last {
                for more in pairs.by_ref() {
                    text.extend_from_slice(place.newline.as_bytes());
                    text.extend_from_slice(&more);
                }
            }
            if text != span.of(self.bytes) {
                edits.push((span, text));
            }
        }
        Ok(edits)
    }

    /// The place for a new tag.
    fn anchor(&self, name: &str, place: &Place<'_>) -> Anchor {
        let kept: Vec<&Pair<'_>> = self.pairs.iter().filter(|pair| !pair.is_removed).collect();
        let is_roster = key(name).0 < ROSTER.len();
        let others = kept.iter().filter(|pair| key(&pair.name).0 == ROSTER.len());
        let is_sorted = others.is_sorted_by_key(|pair| &pair.name);
        let at = if is_roster || is_sorted {
            // After the last of those that come before it, so that a section in another order is no obstacle.
            kept.iter().rposition(|pair| key(&pair.name) < key(name)).map_or(0, |at| at + 1)
        } else {
            kept.len()
        };
        let next = kept.get(at).map(|pair| pair.raw.span.start);
        let before = at.checked_sub(1).and_then(|at| kept.get(at)).map(|pair| pair.raw.span.end);
        match (next, before) {
            (Some(next), before) if before.is_none() || (place.begins_line)(next) => Anchor::Before(next),
            (_, Some(before)) => Anchor::After(before),
            _ => match self.pairs.first() {
                Some(removed) => Anchor::Before(self.with_line(removed.raw.span, place.begins_line).start),
                None => Anchor::First(place.start),
            },
        }
    }

    /// The bytes that go with a pair that is removed: its line when it is alone there, else the blanks on one side.
    fn with_line(&self, pair: Span, begins_line: &dyn Fn(usize) -> bool) -> Span {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let start = pair.start - self.bytes[..pair.start].iter().rev().take_while(is_blank).count();
        let end = pair.end + self.bytes[pair.end..].iter().take_while(is_blank).count();
        let line_break = match &self.bytes[end..] {
            [b'\r', b'\n', ..] => 2,
            [b'\n' | b'\r', ..] => 1,
            _ => 0,
        };
        match (begins_line(start), line_break > 0) {
            (true, true) => Span::new(start, end + line_break),
            (true, false) => Span::new(pair.start, end),
            (false, _) => Span::new(start, pair.end),
        }
    }
}

/// A place for new pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    /// Before a pair that begins its line.
    Before(usize),
    /// After a pair.
    After(usize),
    /// As the first of the game.
    First(usize),
}

/// The order of tags: the roster, then the others by name.
fn key(name: &str) -> (usize, &str) {
    match ROSTER.iter().position(|known| *known == name) {
        Some(place) => (place, ""),
        None => (ROSTER.len(), name),
    }
}
