//! The tag section as a whole: names in the wrong case, repeated and contradicting tags (section 8.1).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pgnkit_syntax::{Code, Diagnostic, RawTag, Sink};

/// The seven tags of the roster, in their order (section 8.1.1).
pub(crate) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tag names of section 9 and the supplement, for lower-case spellings of them.
const SUPPLEMENTAL: [&str; 38] = [
    "WhiteTitle",
    "BlackTitle",
    "WhiteElo",
    "BlackElo",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Opening",
    "Variation",
    "SubVariation",
    "ECO",
    "NIC",
    "Time",
    "UTCTime",
    "UTCDate",
    "TimeControl",
    "SetUp",
    "FEN",
    "Termination",
    "Annotator",
    "Mode",
    "PlyCount",
    "Clock",
    "WhiteClock",
    "BlackClock",
    "Variant",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
];

/// The name of the standard that `name` spells in another case, if it does (decision A-18).
///
/// ```
/// assert_eq!(pgnkit::roster_name(b"EVENT"), Some("Event"));
/// assert_eq!(pgnkit::roster_name(b"Event"), None);
/// ```
pub fn roster_name(name: &[u8]) -> Option<&'static str> {
    let known = ROSTER.iter().chain(&SUPPLEMENTAL).copied();
    known
        .into_iter()
        .find(|known| known.as_bytes().eq_ignore_ascii_case(name))
        .filter(|known| known.as_bytes() != name)
}

/// Up to this many tags are compared pair by pair.
const FEW: usize = 24;

/// What a tag section means: each tag's name as it counts, repetitions left out.
///
/// Of a repeated tag the first value other than `?` counts (decision A-17).
#[derive(Debug, Default)]
pub(super) struct TagSection {
    tags: Vec<RawTag>,
    /// Whether every name is spelled as the standard spells it and stands once; known after `settle`.
    effective: Vec<(RawTag, Option<&'static str>)>,
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
            let renamed = if looks_canonical(spelled) { None } else { self.rename(text, spelled) };
            let name = renamed.map_or(spelled, str::as_bytes);
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
                    .position(|(tag, renamed)| effective_name(text, tag, *renamed) == name),
            };
            if let (Some(renamed), true) = (renamed, sink.wants(Code::TagNameCase)) {
                let message = format!("expected the tag name `{renamed}`, found it in another case");
                sink.report(Diagnostic::new(Code::TagNameCase, tag.name, message));
            }
            match earlier {
                None => self.effective.push((*tag, renamed)),
                Some(at) => {
                    let first = self.effective[at].0;
                    repeated(text, first, *tag, sink);
                    if matches!(first.value(text).as_ref(), b"?" | b"" | b"????.??.??") {
                        self.effective[at] = (*tag, renamed);
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
        self.effective.iter().map(move |(tag, renamed)| (effective_name(text, tag, *renamed), tag))
    }

    pub(super) fn get<'a>(&'a self, text: &'a [u8], name: &str) -> Option<&'a RawTag> {
        self.iter(text).find(|(found, _)| *found == name.as_bytes()).map(|(_, tag)| tag)
    }
}

fn effective_name<'a>(text: &'a [u8], tag: &RawTag, renamed: Option<&'static str>) -> &'a [u8] {
    renamed.map_or_else(|| tag.name.of(text), str::as_bytes)
}

/// Names that can only be meant as they stand: an upper-case letter followed by a lower-case one. All names of the
/// standard but ECO, NIC, FEN and UTC… are so; a cheap test that spares most tags the look-up.
fn looks_canonical(name: &[u8]) -> bool {
    match name {
        [b'A'..=b'Z', b'a'..=b'z', ..] => !matches!(name.len(), 3 | 5) || known_or_not_similar(name),
        _ => false,
    }
}

fn known_or_not_similar(name: &[u8]) -> bool {
    roster_name(name).is_none()
}

#[cold]
fn repeated<S: Sink + ?Sized>(text: &[u8], first: RawTag, again: RawTag, sink: &mut S) {
    let same = first.value(text) == again.value(text);
    let code = if same { Code::RepeatedTag } else { Code::ContradictingTag };
    if sink.wants(code) {
        let message = if same {
            "tag stands twice with the same value"
        } else {
            "tag stands twice with different values"
        };
        sink.report(
            Diagnostic::new(code, again.span, message)
                .label(first.span, "it stands here first")
                .help("the first value that is not `?` counts; remove the other"),
        );
    }
}
