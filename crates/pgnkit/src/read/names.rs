//! Tag names with a meaning, and a perfect hash that identifies them.

use pgnkit_syntax::Span;
use pgnkit_syntax::internals::KNOWN_TAGS as KNOWN;

/// The seven tags of the roster, in their order (section 8.1.1).
pub(crate) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Number of known names.
pub(super) const COUNT: usize = KNOWN.len();

/// One of the known names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known(u8);

impl Known {
    pub(crate) const EVENT: Self = Self::named("Event");
    pub(crate) const SITE: Self = Self::named("Site");
    pub(crate) const DATE: Self = Self::named("Date");
    pub(crate) const ROUND: Self = Self::named("Round");
    pub(crate) const WHITE: Self = Self::named("White");
    pub(crate) const BLACK: Self = Self::named("Black");
    pub(crate) const RESULT: Self = Self::named("Result");
    pub(crate) const WHITE_TITLE: Self = Self::named("WhiteTitle");
    pub(crate) const BLACK_TITLE: Self = Self::named("BlackTitle");
    pub(crate) const WHITE_ELO: Self = Self::named("WhiteElo");
    pub(crate) const BLACK_ELO: Self = Self::named("BlackElo");
    pub(crate) const WHITE_USCF: Self = Self::named("WhiteUSCF");
    pub(crate) const BLACK_USCF: Self = Self::named("BlackUSCF");
    pub(crate) const WHITE_NA: Self = Self::named("WhiteNA");
    pub(crate) const BLACK_NA: Self = Self::named("BlackNA");
    pub(crate) const WHITE_TYPE: Self = Self::named("WhiteType");
    pub(crate) const BLACK_TYPE: Self = Self::named("BlackType");
    pub(crate) const EVENT_DATE: Self = Self::named("EventDate");
    pub(crate) const EVENT_SPONSOR: Self = Self::named("EventSponsor");
    pub(crate) const SECTION: Self = Self::named("Section");
    pub(crate) const STAGE: Self = Self::named("Stage");
    pub(crate) const BOARD: Self = Self::named("Board");
    pub(crate) const VARIATION: Self = Self::named("Variation");
    pub(crate) const SUB_VARIATION: Self = Self::named("SubVariation");
    pub(crate) const ECO: Self = Self::named("ECO");
    pub(crate) const NIC: Self = Self::named("NIC");
    pub(crate) const TIME: Self = Self::named("Time");
    pub(crate) const UTC_TIME: Self = Self::named("UTCTime");
    pub(crate) const UTC_DATE: Self = Self::named("UTCDate");
    pub(crate) const TIME_CONTROL: Self = Self::named("TimeControl");
    pub(crate) const SET_UP: Self = Self::named("SetUp");
    pub(crate) const FEN: Self = Self::named("FEN");
    pub(crate) const TERMINATION: Self = Self::named("Termination");
    pub(crate) const ANNOTATOR: Self = Self::named("Annotator");
    pub(crate) const PLY_COUNT: Self = Self::named("PlyCount");
    pub(crate) const CLOCK: Self = Self::named("Clock");
    pub(crate) const WHITE_CLOCK: Self = Self::named("WhiteClock");
    pub(crate) const BLACK_CLOCK: Self = Self::named("BlackClock");
    pub(crate) const VARIANT: Self = Self::named("Variant");
    pub(crate) const WHITE_ECF: Self = Self::named("WhiteECF");
    pub(crate) const BLACK_ECF: Self = Self::named("BlackECF");

    const fn named(name: &str) -> Self {
        let known = Key::of(name.as_bytes()).candidate();
        assert!(Key::of(known.as_str().as_bytes()).is(Key::of(name.as_bytes())));
        known
    }

    /// The known name that `name` is, to the letter.
    pub(super) fn from_name(name: &[u8]) -> Option<Self> {
        match Key::of(name).recognise() {
            Recognised::Known(known) => Some(known),
            Recognised::Doubtful | Recognised::Unknown => None,
        }
    }

    /// The name at a place of the list.
    #[inline]
    pub(super) const fn at(index: usize) -> Option<Self> {
        if index < COUNT { Some(Self(index as u8)) } else { None }
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn as_str(self) -> &'static str {
        KNOWN[self.index()]
    }
}

/// The name of the standard that `name` spells in another case, if it does (decision A-18).
///
/// ```
/// assert_eq!(pgnkit::canonical_tag_name(b"EVENT"), Some("Event"));
/// assert_eq!(pgnkit::canonical_tag_name(b"Event"), None);
/// ```
pub fn canonical_tag_name(name: &[u8]) -> Option<&'static str> {
    in_other_case(name).map(Known::as_str)
}

fn in_other_case(name: &[u8]) -> Option<Known> {
    let known = Key::of(name).candidate();
    let text = known.as_str().as_bytes();
    (text != name && text.eq_ignore_ascii_case(name)).then_some(known)
}

/// The known names among those of a tag section, to the letter: one bit for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactNames(u64);

impl ExactNames {
    pub(crate) fn among<'a>(names: impl Iterator<Item = &'a [u8]>) -> Self {
        Self(names.filter_map(Known::from_name).fold(0, |all, name| all | 1 << name.index()))
    }

    /// The standard's name for a spelling in another case, unless that name itself is there too (decision A-18).
    pub(crate) fn rename(self, spelled: &[u8]) -> Option<&'static str> {
        in_other_case(spelled).filter(|known| self.0 >> known.index() & 1 == 0).map(Known::as_str)
    }
}

/// Whether a name is FEN or SetUp in another case: such a tag determines the start of the game unless that name itself
/// is there.
pub(crate) fn is_start_in_other_case(name: &[u8]) -> bool {
    matches!(canonical_tag_name(name), Some("FEN" | "SetUp"))
}

/// The first and the last eight bytes of a name and its length, which is the whole of any known name. Shorter names are
/// padded with NUL and included twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    first: u64,
    last: u64,
    length: usize,
}

impl Key {
    const fn of(name: &[u8]) -> Self {
        let length = name.len();
        let (mut first, mut last) = (0, 0);
        let mut at = if length < 8 { length } else { 8 };
        while at > 0 {
            at -= 1;
            first = first << 8 | name[at] as u64;
            last = last << 8 | name[if length < 8 { at } else { length - 8 + at }] as u64;
        }
        Self { first, last, length }
    }

    /// The same of a name in a text, without a loop where the text goes on for a few bytes.
    #[inline(always)]
    pub(super) fn in_text(text: &[u8], name: Span) -> Self {
        let word = |at: usize| Some(u64::from_le_bytes(*text.get(at..)?.first_chunk()?));
        let Some(first) = word(name.start) else { return Self::of(name.of(text)) };
        let length = name.len();
        if length < 8 {
            let first = first & !(u64::MAX << (8 * length));
            return Self { first, last: first, length };
        }
        Self { first, last: word(name.end - 8).unwrap_or(first), length }
    }

    #[inline]
    const fn is(self, other: Self) -> bool {
        self.first == other.first && self.last == other.last && self.length == other.length
    }

    /// The same for all spellings that differ in the case of letters only, and for some others.
    #[inline(always)]
    const fn folded(self) -> u64 {
        const LOWER_CASE: u64 = 0x20 * crate::bytes::ONES;
        (self.first | LOWER_CASE) ^ (self.last | LOWER_CASE).rotate_left(29)
    }

    /// A number from 0 to 63, different for most names.
    #[inline]
    pub(super) const fn hash(self) -> u32 {
        (self.folded().wrapping_mul(MULTIPLIER) >> 48 & 63) as u32
    }

    /// The only known name that this one can be, whatever the case of its letters.
    #[inline(always)]
    const fn candidate(self) -> Known {
        Known(CANDIDATES[slot(self.folded(), MULTIPLIER)])
    }

    /// Recognition of the name.
    #[inline(always)]
    pub(super) fn recognise(self) -> Recognised {
        let known = self.candidate();
        let key = &KEYS[known.index()];
        if key.is(self) {
            Recognised::Known(known)
        } else if key.folded() == self.folded() {
            Recognised::Doubtful
        } else {
            Recognised::Unknown
        }
    }
}

/// Recognition of a name by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recognised {
    /// It is one of the known names, to the letter.
    Known(Known),
    /// It may be one of the known names in another case.
    Doubtful,
    /// It is none, in any case.
    Unknown,
}

const SLOTS: usize = 256;

#[inline(always)]
const fn slot(folded: u64, multiplier: u64) -> usize {
    (folded.wrapping_mul(multiplier) >> 56) as usize
}

static KEYS: [Key; COUNT] = {
    let mut keys = [Key::of(b""); COUNT];
    let mut at = 0;
    while at < COUNT {
        keys[at] = Key::of(KNOWN[at].as_bytes());
        at += 1;
    }
    keys
};

/// The name of each slot, if no two names share one with this multiplier. Free slots hold the first name.
const fn candidates(multiplier: u64) -> Option<[u8; SLOTS]> {
    let mut table = [0; SLOTS];
    let mut taken = [false; SLOTS];
    let mut at = 0;
    while at < COUNT {
        let slot = slot(Key::of(KNOWN[at].as_bytes()).folded(), multiplier);
        if taken[slot] {
            return None;
        }
        taken[slot] = true;
        table[slot] = at as u8;
        at += 1;
    }
    Some(table)
}

/// A number that gives each known name a slot of its own.
const MULTIPLIER: u64 = {
    let mut multiplier = 0x9e37_79b9_7f4a_7c15u64;
    while candidates(multiplier).is_none() {
        multiplier = multiplier.wrapping_mul(0x5851_f42d_4c95_7f2d);
    }
    multiplier
};

static CANDIDATES: [u8; SLOTS] = match candidates(MULTIPLIER) {
    Some(table) => table,
    None => [0; SLOTS],
};

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(name: &str) -> Recognised {
        let text = format!("[{name} \"value\"]");
        let (text, span) = (text.as_bytes(), Span::new(1, 1 + name.len()));
        let key = Key::in_text(text, span);
        assert_eq!(key, Key::of(name.as_bytes()), "{name}");
        assert_eq!(key, Key::in_text(&text[..span.end], span), "{name} at the end of the text");
        key.recognise()
    }

    #[test]
    fn known_names_are_recognised_in_any_case() {
        for name in KNOWN {
            assert_eq!(recognise(name), Recognised::Known(Known::named(name)), "{name}");
            assert_eq!(canonical_tag_name(name.as_bytes()), None, "{name}");
            let capitals = name.chars().next().unwrap().to_string() + &name[1..].to_uppercase();
            for other in [name.to_lowercase(), name.to_uppercase(), capitals] {
                if other != name {
                    assert_eq!(recognise(&other), Recognised::Doubtful, "{other}");
                    assert_eq!(canonical_tag_name(other.as_bytes()), Some(name), "{other}");
                }
            }
            for other in [format!("{name}s"), format!("My{name}"), name[1..].to_owned()] {
                assert!(!matches!(recognise(&other), Recognised::Known(_)) || KNOWN.contains(&&*other));
                assert_eq!(canonical_tag_name(other.as_bytes()), None, "{other}");
            }
        }
        for name in ["WhiteRatingDiff", "x", "TerminationDetails", "Eventt", "Event_", "_", "Event\0"] {
            assert_ne!(recognise(name), Recognised::Known(Known::named("Event")), "{name}");
            assert_eq!(canonical_tag_name(name.as_bytes()), None, "{name}");
        }
        assert_eq!(canonical_tag_name(b""), None);
    }
}
