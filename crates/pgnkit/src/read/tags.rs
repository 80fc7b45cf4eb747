//! The tag section as a whole: names in the wrong case, repeated and contradicting tags (section 8.1).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pgnkit_syntax::{Code, Diagnostic, RawTag, Sink, quoted};

/// The seven tags of the roster, in their order (section 8.1.1).
pub(crate) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

macro_rules! known_names {
    ($($name:literal)*) => {
        /// The tag names of sections 8.1.1 and 9, of the supplement, and a few that everybody uses.
        const KNOWN: &[&[u8]] = &[$($name),*];

        /// Whether a name is one of them, to the letter.
        #[inline]
        fn is_known(name: &[u8]) -> bool {
            matches!(name, $($name)|*)
        }
    };
}

known_names! {
    b"Event" b"Site" b"Date" b"Round" b"White" b"Black" b"Result"
    b"WhiteTitle" b"BlackTitle" b"WhiteElo" b"BlackElo" b"WhiteUSCF" b"BlackUSCF" b"WhiteNA" b"BlackNA" b"WhiteType"
    b"BlackType" b"EventDate" b"EventSponsor" b"Section" b"Stage" b"Board" b"Opening" b"Variation" b"SubVariation"
    b"ECO" b"NIC" b"Time" b"UTCTime" b"UTCDate" b"TimeControl" b"SetUp" b"FEN" b"Termination" b"Annotator" b"Mode"
    b"PlyCount" b"Clock" b"WhiteClock" b"BlackClock" b"Variant" b"WhiteTeam" b"BlackTeam" b"WhiteFideId" b"BlackFideId"
}

const LONGEST_KNOWN: usize = {
    let mut longest = 0;
    let mut at = 0;
    while at < KNOWN.len() {
        if KNOWN[at].len() > longest {
            longest = KNOWN[at].len();
        }
        at += 1;
    }
    longest
};

/// The name of the standard that `name` spells in another case, if it does (decision A-18).
///
/// ```
/// assert_eq!(pgnkit::roster_name(b"EVENT"), Some("Event"));
/// assert_eq!(pgnkit::roster_name(b"Event"), None);
/// ```
pub fn roster_name(name: &[u8]) -> Option<&'static str> {
    if is_known(name) || name.len() > LONGEST_KNOWN {
        return None;
    }
    let known = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name))?;
    core::str::from_utf8(known).ok()
}

/// Up to this many tags are compared pair by pair.
const FEW: usize = 24;

/// What a tag section means: each tag's name as it counts, repetitions left out.
///
/// Of a repeated tag the first value other than `?` counts (decision A-17).
#[derive(Debug, Default)]
pub(super) struct TagSection {
    tags: Vec<RawTag>,
    /// The tags that count; known after `settle`.
    effective: Vec<Effective>,
}

/// A tag that counts.
#[derive(Clone, Copy, Debug)]
struct Effective {
    tag: RawTag,
    /// The beginning of the name and its length, to tell different names apart without looking at the text.
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
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.effective.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, tag: RawTag) {
        self.tags.push(tag);
    }

    /// Works out which tags count. To be called once, when the section is complete.
    pub(super) fn settle<S: Sink + ?Sized>(&mut self, text: &[u8], sink: &mut S) {
        let mut index: Option<HashMap<&[u8], usize>> = (self.tags.len() > FEW).then(HashMap::new);
        for tag in &self.tags {
            let spelled = tag.name.of(text);
            let renamed = self.rename(text, spelled);
            let name = renamed.map_or(spelled, str::as_bytes);
            let key = key(name);
            let earlier = match &mut index {
                Some(index) => match index.entry(name) {
                    Entry::Occupied(entry) => Some(*entry.get()),
                    Entry::Vacant(entry) => {
                        entry.insert(self.effective.len());
                        None
                    }
                },
                None => self.effective.iter().position(|other| other.key == key && other.name(text) == name),
            };
            if let (Some(renamed), true) = (renamed, sink.wants(Code::TagNameCase)) {
                let message = format!("expected the tag name `{renamed}`, found it in another case");
                sink.report(Diagnostic::new(Code::TagNameCase, tag.name, message));
            }
            let counts = Effective { tag: *tag, key, renamed };
            match earlier {
                None => self.effective.push(counts),
                Some(at) => {
                    let first = self.effective[at].tag;
                    repeated(text, first, *tag, sink);
                    if matches!(first.value(text).as_ref(), b"?" | b"" | b"????.??.??") {
                        self.effective[at] = counts;
                    }
                }
            }
        }
    }

    /// The standard's name for a lower-case or upper-case spelling, unless that name itself is there too.
    fn rename(&self, text: &[u8], spelled: &[u8]) -> Option<&'static str> {
        let known = roster_name(spelled)?;
        (!self.tags.iter().any(|tag| tag.name.of(text) == known.as_bytes())).then_some(known)
    }

    /// The tags that count, in the order of the text: the name that counts, and the pair.
    pub(super) fn iter<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (&'a [u8], &'a RawTag)> {
        self.effective.iter().map(move |effective| (effective.name(text), &effective.tag))
    }

    pub(super) fn get<'a>(&'a self, text: &'a [u8], name: &str) -> Option<&'a RawTag> {
        let key = key(name.as_bytes());
        let found =
            self.effective.iter().find(|other| other.key == key && other.name(text) == name.as_bytes());
        found.map(|effective| &effective.tag)
    }
}

#[cold]
fn repeated<S: Sink + ?Sized>(text: &[u8], first: RawTag, again: RawTag, sink: &mut S) {
    let same = first.value(text) == again.value(text);
    let code = if same { Code::RepeatedTag } else { Code::ContradictingTag };
    if sink.wants(code) {
        let (what, help) = if same {
            ("the same value", "remove one of them")
        } else {
            ("another value", "the first value that is not `?` counts; remove the other")
        };
        let name = quoted(again.name.of(text));
        let message = format!("expected each tag once, found {name} again with {what}");
        sink.report(
            Diagnostic::new(code, again.span, message).label(first.span, "it stands here first").help(help),
        );
    }
}
