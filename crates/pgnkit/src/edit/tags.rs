//! The tag section while it is edited.

use std::borrow::Cow;

use pgnkit_syntax::{Encoding, RawTag, Span};

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
    /// Whether the section is of the usual form, in UTF-8, and every pair counts by the name that is written.
    is_usual: bool,
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
            name: Cow::Owned(Encoding::read(&name).into_owned()),
            value: match raw.value(bytes) {
                Cow::Borrowed(value) => Encoding::read(value),
                Cow::Owned(value) => Cow::Owned(Encoding::read(&value).into_owned()),
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
        let (first, last) = (tags.first()?, tags.last()?);
        let start = first.span.start;
        let text = str::from_utf8(Span::new(start, last.span.end).of(bytes)).ok()?;
        if !TagSection::is_plain(bytes, tags) {
            return None;
        }
        let part = |span: Span| text.get(span.start - start..span.end - start);
        let mut pairs = Vec::with_capacity(tags.len());
        for raw in tags {
            let value = match raw.encoded {
                false => Cow::Borrowed(part(raw.value)?),
                true => Cow::Owned(String::from_utf8(raw.value(bytes).into_owned()).ok()?),
            };
            let name = Cow::Borrowed(part(raw.name)?);
            let (raw, counts, is_removed) = (*raw, true, false);
            pairs.push(Pair {
                raw,
                name,
                value,
                counts,
                is_renamed: false,
                has_new_value: false,
                is_removed,
            });
        }
        Some(Self { is_usual: true, ..Self::of(bytes, Encoding::Utf8, pairs) })
    }

    fn of(bytes: &'a [u8], encoding: Encoding, pairs: Vec<Pair<'a>>) -> Self {
        Self {
            bytes,
            encoding,
            pairs,
            added: Vec::new(),
            changes_start: false,
            changes_reading: false,
            is_usual: false,
            order: None,
        }
    }

    /// The tags that count.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.pairs.iter().filter(|pair| pair.counts && !pair.is_removed);
        let added = self.added.iter().map(|(name, value)| (&**name, &**value));
        pairs.map(|pair| (&*pair.name, &*pair.value)).chain(added)
    }

    /// Whether the tags of a text, all of which count, are those that count here: in this order, with the added ones anywhere
    /// between them.
    pub(super) fn are_in_order(&self, text: &[u8], tags: &[RawTag]) -> bool {
        let mut kept = self.pairs.iter().filter(|pair| pair.counts && !pair.is_removed).peekable();
        let mut added = 0u64;
        let all_are_known = tags.iter().all(|tag| {
            let (name, value) = (tag.name.of(text), tag.value(text));
            let is_it = |tag: (&str, &str)| (tag.0.as_bytes(), tag.1.as_bytes()) == (name, &*value);
            if kept.next_if(|pair| is_it((&pair.name, &pair.value))).is_some() {
                return true;
            }
            let is_new = |(at, tag): &(usize, &(String, String))| {
                *at < 64 && added >> at & 1 == 0 && is_it((&tag.0, &tag.1))
            };
            let at = self.added.iter().enumerate().find(is_new).map(|(at, _)| at);
            added |= at.map_or(0, |at| 1 << at);
            at.is_some()
        });
        all_are_known && kept.next().is_none() && added.count_ones() as usize == self.added.len()
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
        self.changes_start |= is_among(name, &SETS_START);
        self.changes_reading |= self.changes_start || may_change_reading(name);
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
                edits.push((pair.raw.value, self.written(&pair.value)?.into_owned()));
            }
        }
        self.insert(place, &mut edits)?;
        Ok(edits)
    }

    /// The tags that are new, where no other edit is asked for and the section is of the usual form.
    pub(super) fn only_added(&self) -> Option<Vec<(&str, &str)>> {
        let is_kept = |pair: &Pair<'_>| !(pair.is_removed || pair.is_renamed || pair.has_new_value);
        let are_alone = self.is_usual && self.order.is_none() && self.pairs.iter().all(is_kept);
        are_alone.then(|| self.added.iter().map(|(name, value)| (&**name, &**value)).collect())
    }

    /// A value as the bytes between its quotes.
    fn written<'v>(&self, value: &'v str) -> Result<Cow<'v, [u8]>, TextEditError> {
        Ok(match encode::escaped(value) {
            Cow::Borrowed(value) => encode::encode(value, self.encoding)?,
            Cow::Owned(value) => Cow::Owned(encode::encode(&value, self.encoding)?.into_owned()),
        })
    }

    /// Appends a new pair.
    fn write_pair(&self, name: &str, value: &str, out: &mut Vec<u8>) -> Result<(), TextEditError> {
        out.push(b'[');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b" \"");
        out.extend_from_slice(&self.written(value)?);
        out.extend_from_slice(b"\"]");
        Ok(())
    }

    /// The edits that put new pairs in; those that come to one place are one edit.
    fn insert(&self, place: &Place<'_>, edits: &mut Vec<(Span, Vec<u8>)>) -> Result<(), TextEditError> {
        if self.added.is_empty() {
            return Ok(());
        }
        let mut added: Vec<_> = self.added.iter().map(|tag| (key(tag.0.as_bytes()), tag)).collect();
        added.sort_by_key(|(key, _)| *key);
        let kept: Vec<Kept<'_>> = self.pairs.iter().filter(|pair| !pair.is_removed).map(Kept::of).collect();
        let is_sorted = are_sorted(kept.iter().map(|pair| pair.key));
        let newline = place.newline.as_bytes();
        let mut insertions: Vec<(Anchor, Vec<u8>)> = Vec::new();
        for (key, (name, value)) in added {
            let anchor = self.anchor(key, &kept, is_sorted, place);
            if insertions.last().is_some_and(|(last, _)| *last == anchor) {
                insertions.last_mut().into_iter().for_each(|(_, lines)| lines.extend_from_slice(newline));
            } else {
                insertions.push((anchor, Vec::with_capacity(64)));
            }
            let Some((_, lines)) = insertions.last_mut() else { continue };
            self.write_pair(name, value, lines)?;
        }
        for (anchor, lines) in insertions {
            let (at, parts) = match anchor {
                Anchor::Before(at) => (at, [&[], &*lines, newline, &[]]),
                Anchor::After(at) => (at, [newline, &*lines, &[], &[]]),
                Anchor::First(at) if (place.begins_line)(at) => (at, [&[], &*lines, newline, newline]),
                Anchor::First(at) => (at, [newline, &*lines, newline, newline]),
            };
            edits.push((Span::new(at, at), parts.concat()));
        }
        Ok(())
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
                self.written(&pair.value)?
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
            let mut pair = Vec::new();
            self.write_pair(name, value, &mut pair)?;
            pairs.push((name, pair));
        }
        // Pairs of one name keep their order: the first known value counts.
        pairs.sort_by_key(|&(name, _)| {
            let (roster, other) = key(name.as_bytes());
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

    /// The place for a new tag among the pairs that are kept. `is_sorted` says whether those that are not of the roster are in order.
    fn anchor(&self, key: Key<'_>, kept: &[Kept<'_>], is_sorted: bool, place: &Place<'_>) -> Anchor {
        let at = place_of(key, kept.iter().map(|pair| pair.key), is_sorted);
        let next = kept.get(at).map(|pair| pair.span.start);
        let before = at.checked_sub(1).and_then(|at| kept.get(at)).map(|pair| pair.span.end);
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

/// Names of tags that set the start of a game, and others that may have a part in its reading.
const SETS_START: [&str; 3] = ["FEN", "SetUp", "Variant"];
const SETS_READING: [&str; 5] = ["Result", "WhiteA", "BlackA", "WhiteB", "BlackB"];

fn is_among(name: &str, names: &[&str]) -> bool {
    names.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// Whether a tag may have a part in how the game is read: in its start, its rules or its result.
pub(super) fn may_change_reading(name: &str) -> bool {
    is_among(name, &SETS_START) || is_among(name, &SETS_READING)
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

/// A pair that is kept: its place in the order of tags, and in the text.
struct Kept<'p> {
    key: Key<'p>,
    span: Span,
}

impl<'p> Kept<'p> {
    fn of(pair: &'p Pair<'_>) -> Self {
        Self { key: key(pair.name.as_bytes()), span: pair.raw.span }
    }
}

/// Whether those that are not of the roster are in order.
pub(super) fn are_sorted<'n>(kept: impl Iterator<Item = Key<'n>>) -> bool {
    kept.filter(|key| key.0 == ROSTER.len()).is_sorted()
}

/// How many of the pairs come before a new one.
pub(super) fn place_of<'n>(
    new: Key<'_>,
    mut kept: impl DoubleEndedIterator<Item = Key<'n>> + ExactSizeIterator,
    is_sorted: bool,
) -> usize {
    if new.0 < ROSTER.len() || is_sorted {
        // After the last of those that come before it, so that a section in another order is no obstacle.
        kept.rposition(|key| key < new).map_or(0, |at| at + 1)
    } else {
        kept.len()
    }
}

/// The place of a tag in the order of tags.
pub(super) type Key<'n> = (usize, &'n [u8]);

/// The order of tags: the roster, then the others by name.
#[inline]
pub(super) fn key(name: &[u8]) -> Key<'_> {
    // The only one of them that it can be.
    let place = match name {
        [b'E', ..] => 0,
        [b'S', ..] => 1,
        [b'D', ..] => 2,
        [b'R', b'o', ..] => 3,
        [b'W', ..] => 4,
        [b'B', ..] => 5,
        [b'R', ..] => 6,
        _ => return (ROSTER.len(), name),
    };
    if ROSTER[place].as_bytes() == name { (place, b"") } else { (ROSTER.len(), name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roster_is_in_its_order() {
        for (place, name) in ROSTER.into_iter().enumerate() {
            assert_eq!(key(name.as_bytes()), (place, &b""[..]));
        }
        for name in ["ECO", "WhiteElo", "", "event", "Rounds", "R", "Reslt"] {
            assert_eq!(key(name.as_bytes()), (ROSTER.len(), name.as_bytes()));
        }
    }
}
