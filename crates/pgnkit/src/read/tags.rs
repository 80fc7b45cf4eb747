//! The tag section as a whole: names in the wrong case, repeated and contradicting tags (section 8.1).

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pgnkit_syntax::internals::quoted_up_to;
use pgnkit_syntax::{Applicability, Code, Diagnostic, Encoding, RawTag, Sink, Span, quoted};

use super::names::{self, ExactNames, Key, Known, ROSTER, Recognised};
use super::visitor::TagNames;

/// Up to this many tags are compared pair by pair.
const FEW: usize = 24;

/// Meaning of a tag section: each tag under its effective name, without repetitions.
///
/// If a tag is repeated, its first value other than `?` counts (decision A-17).
#[derive(Clone, Debug)]
pub(crate) struct TagSection {
    tags: Vec<RawTag>,
    /// Whether all tags count unchanged. Then the places of all known names are entered.
    plain: bool,
    places: Places,
    /// The tags that count, where not all do; known after `resolve`.
    effective: Vec<Effective>,
    /// A bit for each of the first 64 tags: whether it is in the plain form, see [`push_plain`](Self::push_plain).
    plain_form: u64,
}

/// Places of the known names in a section without repetitions.
#[derive(Clone, Debug)]
struct Places {
    /// One bit for each name that is there.
    present: u64,
    place: [u8; names::COUNT],
}

impl Places {
    #[inline]
    fn get(&self, name: Known) -> Option<usize> {
        (self.present >> name.index() & 1 != 0).then(|| usize::from(self.place[name.index()]))
    }

    /// Enters a name; false when it is there already.
    #[inline(always)]
    fn insert(&mut self, name: Known, place: usize) -> bool {
        let bit = 1 << name.index();
        let is_new = self.present & bit == 0;
        self.present |= bit;
        self.place[name.index()] = place as u8;
        is_new
    }
}

impl Default for TagSection {
    fn default() -> Self {
        let places = Places { present: 0, place: [0; names::COUNT] };
        Self { tags: Vec::new(), plain: true, places, effective: Vec::new(), plain_form: 0 }
    }
}

/// A tag that counts.
#[derive(Clone, Copy, Debug)]
struct Effective {
    tag: RawTag,
    /// The beginning of the name and its length, to distinguish names without reading the text.
    key: u64,
    /// The name it should have.
    renamed: Option<&'static str>,
}

impl Effective {
    #[inline]
    fn name<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        self.renamed.map_or_else(|| self.tag.name.of(text), str::as_bytes)
    }
}

/// A name as it is compared: names of the same characters are the same in any encoding (decision A-01).
fn decoded(name: &[u8]) -> Cow<'_, [u8]> {
    match Encoding::read(name) {
        Cow::Borrowed(name) => Cow::Borrowed(name.as_bytes()),
        Cow::Owned(name) => Cow::Owned(name.into_bytes()),
    }
}

/// Different for most names that differ: the first bytes, and the length and last byte mixed in.
#[inline]
fn key(name: &[u8]) -> u64 {
    let head = match name.first_chunk::<8>() {
        Some(head) => u64::from_le_bytes(*head),
        None => name.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    let last = name.last().copied().unwrap_or_default();
    head ^ (u64::from(last) << 8 | name.len() as u64).rotate_right(16)
}

impl TagSection {
    pub(crate) fn clear(&mut self) {
        self.tags.clear();
        self.effective.clear();
        self.plain_form = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, tag: RawTag) {
        self.tags.push(tag);
    }

    /// Adds a tag that is in the text as `[Name "value"]`, with a value of printing ASCII without quotes and backslashes.
    #[inline]
    pub(crate) fn push_plain(&mut self, tag: RawTag) {
        self.plain_form |= 1u64.checked_shl(self.tags.len() as u32).unwrap_or(0);
        self.tags.push(tag);
    }

    /// Works out which tags count. To be called once, when the section is complete.
    #[inline]
    pub(crate) fn resolve(&mut self, text: &[u8], sink: &mut dyn Sink) {
        self.plain = all_count(text, &self.tags, &mut self.places);
        if !self.plain {
            self.resolve_odd(text, sink);
        }
    }

    #[cold]
    fn resolve_odd(&mut self, text: &[u8], sink: &mut dyn Sink) {
        let names = ExactNames::among(self.tags.iter().map(|tag| tag.name.of(text)));
        let mut index: Option<HashMap<Cow<'_, [u8]>, usize>> = (self.tags.len() > FEW).then(HashMap::new);
        for tag in &self.tags {
            let spelled = tag.name.of(text);
            let renamed = names.rename(spelled);
            let name = decoded(renamed.map_or(spelled, str::as_bytes));
            let key = key(&name);
            let earlier = match &mut index {
                Some(index) => match index.entry(name) {
                    Entry::Occupied(entry) => Some(*entry.get()),
                    Entry::Vacant(entry) => {
                        entry.insert(self.effective.len());
                        None
                    }
                },
                None => self
                    .effective
                    .iter()
                    .position(|other| other.key == key && decoded(other.name(text)) == name),
            };
            if let (Some(renamed), true) = (renamed, sink.wants(Code::TagNameCase)) {
                let message = format!("expected the tag name `{renamed}`, found it in another case");
                sink.report(Diagnostic::new(Code::TagNameCase, tag.name, message).fix(
                    Applicability::Safe,
                    tag.name,
                    renamed,
                ));
            }
            if renamed.is_none()
                && sink.wants(Code::TagNameCase)
                && let Some(known) = names::canonical_tag_name(spelled)
            {
                let message = format!(
                    "expected each tag once, found `{known}` again with its name in another case; it does not count"
                );
                sink.report(Diagnostic::new(Code::TagNameCase, tag.name, message));
            }
            let counts = Effective { tag: *tag, key, renamed };
            match earlier {
                None => self.effective.push(counts),
                Some(at) => {
                    let first = self.effective[at].tag;
                    let same = repeated(text, first, *tag, sink);
                    if !same && matches!(first.value(text).as_ref(), b"?" | b"" | b"????.??.??") {
                        self.effective[at] = counts;
                    }
                }
            }
        }
    }

    /// Whether all of some tags count, by the names that they are written with. False where that is only found out by
    /// [resolving](Self::resolve) them.
    pub(crate) fn is_plain(text: &[u8], tags: &[RawTag]) -> bool {
        all_count(text, tags, &mut Places { present: 0, place: [0; names::COUNT] })
    }

    /// The tags that count, in the order of the text: the name that counts, and the pair.
    #[inline]
    pub(crate) fn iter<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (&'a [u8], &'a RawTag)> {
        let plain = if self.plain { self.tags.as_slice() } else { &[] };
        let effective = self.effective.iter().map(move |effective| (effective.name(text), &effective.tag));
        plain.iter().map(move |tag| (tag.name.of(text), tag)).chain(effective)
    }

    /// The tags that count and that are asked for: only those where the section has each known name once, as written. With each
    /// whether it is in the plain form, under the name that it has there.
    #[inline]
    pub(crate) fn each<'a>(
        &'a self,
        text: &'a [u8],
        names: TagNames,
        mut give: impl FnMut(&'a [u8], &'a RawTag, bool),
    ) {
        let plain = if self.plain { self.plain_form } else { 0 };
        let is_plain = |at: usize| plain.checked_shr(at as u32).unwrap_or(0) & 1 != 0;
        if !self.plain || names == TagNames::ALL {
            self.iter(text).enumerate().for_each(|(at, (name, tag))| give(name, tag, is_plain(at)));
            return;
        }
        let mut bits = self.places.present & names.bits();
        while bits != 0 {
            let at = usize::from(self.places.place[bits.trailing_zeros() as usize]);
            let tag = &self.tags[at];
            give(tag.name.of(text), tag, is_plain(at));
            bits &= bits - 1;
        }
    }

    /// The tags that count whose names are known.
    #[inline]
    pub(crate) fn known<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (Known, &'a RawTag)> {
        let mut present = if self.plain { self.places.present } else { 0 };
        let plain = std::iter::from_fn(move || {
            let name = Known::at(present.trailing_zeros() as usize)?;
            present &= present - 1;
            Some((name, &self.tags[usize::from(self.places.place[name.index()])]))
        });
        let named =
            |effective: &'a Effective| Some((Known::from_name(effective.name(text))?, &effective.tag));
        plain.chain(self.effective.iter().filter_map(named))
    }

    /// Whether the section has all tags of the roster.
    #[inline]
    pub(crate) fn has_roster(&self, text: &[u8]) -> bool {
        // Their places among the known names are the first seven.
        const ALL: u64 = (1 << ROSTER.len()) - 1;
        if self.plain {
            return self.places.present & ALL == ALL;
        }
        ROSTER.iter().all(|known| self.iter(text).any(|(name, _)| name == known.as_bytes()))
    }

    /// All tag pairs in the order of the text, including repeated ones.
    #[inline]
    pub(crate) fn all(&self) -> &[RawTag] {
        &self.tags
    }

    #[inline]
    pub(crate) fn get<'a>(&'a self, text: &'a [u8], name: Known) -> Option<&'a RawTag> {
        if self.plain {
            return self.places.get(name).map(|place| &self.tags[place]);
        }
        self.iter(text).find_map(|(other, tag)| (other == name.as_str().as_bytes()).then_some(tag))
    }
}

/// Whether all tags count unchanged, as nearly always: no name twice, none in another case. Enters the places of the
/// known ones.
#[inline(always)]
fn all_count(text: &[u8], tags: &[RawTag], places: &mut Places) -> bool {
    places.present = 0;
    if tags.len() > FEW {
        return false;
    }
    let mut unknown = 0u64;
    for (place, tag) in tags.iter().enumerate() {
        let key = Key::in_text(text, tag.name);
        match key.recognise() {
            Recognised::Known(name) => {
                if !places.insert(name, place) {
                    return false;
                }
            }
            Recognised::Doubtful => return false,
            Recognised::Unknown => {
                let bit = 1 << key.hash();
                let name = tag.name.of(text);
                // It may be there in another encoding.
                if !name.is_ascii()
                    || unknown & bit != 0 && tags[..place].iter().any(|other| other.name.of(text) == name)
                {
                    return false;
                }
                unknown |= bit;
            }
        }
    }
    true
}

/// Characters of a value that does not count, in the message that names it.
const LONGEST_VALUE: usize = 255;

/// Reports a tag that comes again; whether it has the same value.
#[cold]
fn repeated(text: &[u8], first: RawTag, again: RawTag, sink: &mut dyn Sink) -> bool {
    let [one, other] = [first, again].map(|tag| tag.value(text));
    let same = Encoding::read(&one) == Encoding::read(&other);
    let code = if same { Code::RepeatedTag } else { Code::ContradictingTag };
    if sink.wants(code) {
        let name = quoted(again.name.of(text));
        let (what, help) = if same {
            ("the same value".to_owned(), "remove one of them")
        } else {
            // One of them is not in what is written.
            let [first, again] = [first, again].map(|tag| quoted_up_to(tag.value.of(text), LONGEST_VALUE));
            (
                format!("another value: {first} and {again}"),
                "the first value that is not `?` counts; remove the other",
            )
        };
        let message = format!("expected each tag once, found {name} again with {what}");
        let diagnostic =
            Diagnostic::new(code, again.span, message).label(first.span, "it stands here first").help(help);
        sink.report(if same { remove_tag(text, &again, diagnostic) } else { diagnostic });
    }
    same
}

/// With the removal of a tag as its fix: safe, unless the pair has a comment inside.
pub(crate) fn remove_tag(text: &[u8], tag: &RawTag, diagnostic: Diagnostic) -> Diagnostic {
    let between = [
        Span::new(tag.span.start, tag.name.start),
        Span::new(tag.name.end, tag.value.start),
        Span::new(tag.value.end, tag.span.end),
    ];
    let is_plain = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b'"' | b']');
    let is_safe = between.iter().all(|part| part.of(text).iter().all(is_plain));
    let applicability = if is_safe { Applicability::Safe } else { Applicability::Unsafe };
    diagnostic.fix(applicability, whole_line(text, tag.span), "")
}

/// Text removed with a part of a text: its line if it is alone there, else the blanks on one side.
fn whole_line(text: &[u8], part: Span) -> Span {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let start = part.start - text[..part.start].iter().rev().take_while(is_blank).count();
    let end = part.end + text[part.end..].iter().take_while(is_blank).count();
    let line_break = match &text[end..] {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    };
    let begins_line = start == 0 || matches!(text[start - 1], b'\n' | b'\r');
    match (begins_line, line_break > 0) {
        (true, true) => Span::new(start, end + line_break),
        (true, false) => Span::new(part.start, end),
        (false, _) => Span::new(start, part.end),
    }
}

#[cfg(test)]
mod tests {
    use pgnkit_syntax::{Collect, Event, Parser};

    use super::*;

    #[test]
    fn what_is_seen_at_once_is_what_comparing_shows() {
        let many: String = (0..30).map(|n| format!("[Tag{n} \"{n}\"]\n")).collect();
        // Names that share a bit, though they differ.
        let some: String = (0..FEW - 1).map(|n| format!("[X{n} \"{n}\"]\n")).collect();
        for (text, plain) in [
            ("[Event \"a\"]\n[Result \"*\"]\n[FEN \"f\"]\n[SetUp \"1\"]\n[Variant \"v\"]\n*      ", true),
            ("[Event \"a\"]\n[Event \"b\"]\n[Result \"*\"]\n*      ", false),
            ("[Result \"?\"]\n[Event \"a\"]\n[Result \"1-0\"]\n*      ", false),
            ("[event \"a\"]\n[RESULT \"1-0\"]\n*      ", false),
            ("[event \"a\"]\n[Event \"b\"]\n[Result \"1-0\"]\n*      ", false),
            ("[Mine \"a\"]\n[Mine \"a\"]\n[mine \"b\"]\n*      ", false),
            ("[Mine \"a\"]\n[mine \"a\"]\n[FEN \"f\"]\n*      ", true),
            ("[White Elo \"1\"]\n[White-Elo \"2\"]\n[WhiteElo \"3\"]\n*      ", true),
            ("[A \"\"]", true),
            ("*", true),
            (&some, true),
            (&many, false),
        ] {
            let [mut at_once, mut compared] = [(); 2].map(|()| {
                let mut section = TagSection::default();
                let mut parser = Parser::new(text.as_bytes());
                while let Some(event) = parser.next_event(&mut Collect::default()) {
                    if let Event::Tag(tag) = event {
                        section.push(tag);
                    }
                }
                section
            });
            let text = text.as_bytes();
            let [mut found, mut expected] = [(); 2].map(|()| Collect::default());
            at_once.resolve(text, &mut found);
            compared.plain = false;
            compared.resolve_odd(text, &mut expected);
            let text_shown = text.escape_ascii();
            assert_eq!(at_once.plain, plain, "{text_shown}");
            assert_eq!(found, expected, "{text_shown}");
            assert!(at_once.iter(text).eq(compared.iter(text)), "{text_shown}");
            let [at_once_known, compared_known] = [&at_once, &compared].map(|section| {
                let mut known: Vec<_> = section.known(text).collect();
                known.sort_unstable_by_key(|(name, _)| name.index());
                known
            });
            assert_eq!(at_once_known, compared_known, "{text_shown}");
            for name in [Known::RESULT, Known::FEN, Known::SET_UP, Known::VARIANT] {
                assert_eq!(at_once.get(text, name), compared.get(text, name), "{text_shown}");
            }
        }
    }
}
