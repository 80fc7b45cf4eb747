//! Tags: of the index and the names, and those in the blob of a game.

use std::borrow::Cow;
use std::collections::HashSet;

use pgnkit::chess::variant::TagVariant;
use pgnkit::chess::{ChessMode, Variant};
use pgnkit::diagnostics::{Encoding, Span};
use pgnkit::{Date, Start, Text, Visitor, canonical_tag_name};

use super::bytes::Cursor;
use super::read::{GameRecord, Report};
use super::{IndexEntry, Reason, ScidDate, ScidRating};

/// Names that have a byte of their own, from [`FIRST_CODE`] on.
pub(super) const CODED: [&str; 10] = [
    "WhiteCountry",
    "BlackCountry",
    "Annotator",
    "PlyCount",
    "EventDate",
    "Opening",
    "Variation",
    "Setup",
    "Source",
    "SetUp",
];
pub(super) const FIRST_CODE: u8 = 241;
const OLD_EVENT_DATE: u8 = 255;
/// Greatest length of the name of a tag without a code.
pub(super) const LONGEST_NAME: usize = 240;
/// Greatest length of a value in bytes.
pub(super) const LONGEST_VALUE: usize = 255;

/// A tag with its places in the blob.
pub(super) struct BlobTag<'a> {
    name: Cow<'a, str>,
    name_at: Span,
    value: Cow<'a, str>,
    value_at: Span,
}

/// The tags of a blob, and whether they are whole; nothing says where the next part begins if they are not.
pub(super) fn read_blob<'a>(cursor: &mut Cursor<'a>, report: &mut Report<'_>) -> (Vec<BlobTag<'a>>, bool) {
    let mut tags = Vec::new();
    loop {
        let at = cursor.at();
        match cursor.byte() {
            Some(0) => return (tags, true),
            Some(code) => match read_tag(code, cursor) {
                Ok(tag) if is_tag_name(&tag.name) => tags.push(tag),
                Ok(tag) => report.at(at, Reason::TagName(tag.name.into_owned())),
                Err(reason) => {
                    report.at(at, reason);
                    return (tags, false);
                }
            },
            None => {
                report.at(at, Reason::Short("the end of the tags"));
                return (tags, false);
            }
        }
    }
}

fn read_tag<'a>(code: u8, cursor: &mut Cursor<'a>) -> Result<BlobTag<'a>, Reason> {
    let short = || Reason::Short("a tag");
    let start = cursor.at();
    if code == OLD_EVENT_DATE {
        let bits = cursor.number(3).ok_or_else(short)?;
        let (value, _) = date_text(ScidDate::from_bits(bits));
        let value_at = Span::new(start, cursor.at());
        let name_at = Span::new(start, start);
        return Ok(BlobTag { name: "EventDate".into(), name_at, value: value.into(), value_at });
    }
    let name = match CODED.get(usize::from(code).wrapping_sub(FIRST_CODE.into())) {
        Some(name) => Cow::Borrowed(*name),
        None if code > LONGEST_NAME as u8 => return Err(Reason::TagName(code.to_string())),
        None => clean(cursor.take(code.into()).ok_or_else(short)?),
    };
    let name_at = Span::new(start, cursor.at());
    let length = cursor.byte().ok_or_else(short)?;
    let value_start = cursor.at();
    let value = clean(cursor.take(length.into()).ok_or_else(short)?);
    Ok(BlobTag { name, name_at, value, value_at: Span::new(value_start, cursor.at()) })
}

/// A text in characters; see [`clean_text`].
pub(super) fn clean(bytes: &[u8]) -> Cow<'_, str> {
    clean_text(Encoding::read(bytes))
}

/// A text without control characters of ASCII, which no tag of PGN can have.
fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && !name.contains([' ', '"', '[', ']', '{', ';'])
}

/// Whether a tag says of the start of a game what is true of it, if it says anything: a reader of PGN would take it from
/// there.
fn agrees(name: &str, value: &str, start: &Start) -> bool {
    match name {
        "FEN" => false,
        "Variant" => TagVariant::from_name(value).is_some_and(|meant| {
            // Rights that only Chess960 has make it that, whatever the tag says.
            let has_mode = meant.mode == start.mode || start.position.needs_chess960();
            meant.variant == Variant::Standard && has_mode && !meant.without_castling
        }),
        _ => true,
    }
}

/// A date as PGN writes it, and whether all of its parts can be. Parts that cannot are unknown.
fn date_text(date: ScidDate) -> (String, bool) {
    let whole = date.date();
    let without_day = || ScidDate::from_bits(date.bits() & !0x1f).date();
    let year = || Date::new(Some(date.year()).filter(|year| *year > 0), None, None);
    let best = whole.or_else(without_day).or_else(year).unwrap_or_default();
    (best.to_string(), whole.is_some())
}

/// Passes the tags of a game to a visitor: those of the names and the index, and then those of the blob.
pub(super) struct TagWriter<'w, 'r, V: ?Sized> {
    pub(super) visitor: &'w mut V,
    pub(super) report: &'w mut Report<'r>,
    /// Names that have come, if the blob has any that may come again.
    pub(super) taken: &'w mut HashSet<String>,
    pub(super) has_more: bool,
}

impl<V: Visitor + ?Sized> TagWriter<'_, '_, V> {
    /// All tags; a start position that the blob has is among them.
    pub(super) fn write(
        &mut self,
        record: &GameRecord<'_>,
        blob: &[BlobTag<'_>],
        start: &Start,
        fen: Option<(&str, Span)>,
    ) {
        self.taken.clear();
        self.has_more = !blob.is_empty();
        self.roster(record);
        self.index(record.entry);
        let has_variant = || blob.iter().any(|tag| tag.name.eq_ignore_ascii_case("Variant"));
        if record.entry.chess960 && start.mode == ChessMode::Chess960 && !has_variant() {
            self.put("Variant", "Chess960");
        }
        if let Some((fen, at)) = fen {
            self.put("SetUp", "1");
            self.put_at("FEN", at, fen, at);
        }
        // Names of the standard in another case are taken for it, unless it is there itself (decision A-18).
        let mut exact: Option<HashSet<&str>> = None;
        for BlobTag { name, name_at, value, value_at } in blob {
            let standard = canonical_tag_name(name.as_bytes()).filter(|standard| {
                let exact = exact.get_or_insert_with(|| blob.iter().map(|tag| &*tag.name).collect());
                !exact.contains(standard) && !self.taken.contains(*standard)
            });
            let name = standard.unwrap_or(name);
            if matches!(name, "SetUp" | "Setup" | "FEN") && fen.is_some() {
                continue;
            }
            if !agrees(name, value, start) {
                self.report.at(name_at.start, Reason::StartTag(name.to_owned()));
            } else if self.taken.contains(name) {
                self.report.at(name_at.start, Reason::RepeatedTag(name.to_owned()));
            } else {
                self.put_at(name, *name_at, value, *value_at);
            }
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        self.put_at(name, Span::default(), value, Span::default());
    }

    fn put_at(&mut self, name: &str, name_at: Span, value: &str, value_at: Span) {
        let base = self.report.base;
        let in_file = |span: Span| Span::new(base + span.start, base + span.end);
        self.visitor.tag(Text::of_str(name, in_file(name_at)), Text::of_str(value, in_file(value_at)));
        if self.has_more {
            self.taken.insert(name.to_owned());
        }
    }

    fn roster(&mut self, record: &GameRecord<'_>) {
        let GameRecord { entry, names, .. } = *record;
        let [event, site, others @ ..] = entry.names();
        for (tag, kind, id) in [event, site] {
            self.name(tag, kind, id, names);
        }
        self.date("Date", entry.date);
        for (tag, kind, id) in others {
            self.name(tag, kind, id, names);
        }
        let outcome = entry.outcome();
        if outcome.is_none() {
            self.report.at(0, Reason::Value("Result"));
        }
        self.put("Result", outcome.unwrap_or_default().as_str());
    }

    fn name(&mut self, tag: &'static str, kind: super::NameKind, id: u32, names: &super::Names) {
        match names.get(kind, id) {
            Some(name) => self.put(tag, &clean_text(name)),
            None => {
                self.report.at(0, Reason::NoName(kind, id));
                self.put(tag, "?");
            }
        }
    }

    fn date(&mut self, tag: &'static str, date: ScidDate) {
        let (text, is_whole) = date_text(date);
        if !is_whole {
            self.report.at(0, Reason::Value(tag));
        }
        self.put(tag, &text);
    }

    /// The values that entries have besides the roster.
    fn index(&mut self, entry: &IndexEntry) {
        for (color, tag, rating) in
            [("White", "WhiteElo", entry.white_rating), ("Black", "BlackElo", entry.black_rating)]
        {
            if rating.value == 0 {
                continue;
            }
            let kind = ScidRating::KINDS.get(usize::from(rating.kind));
            if kind.is_none() {
                self.report.at(0, Reason::Value(tag));
            }
            let name = format!("{color}{}", kind.unwrap_or(&ScidRating::KINDS[0]));
            self.put(&name, &rating.value.to_string());
        }
        if !entry.eco.is_valid() {
            self.report.at(0, Reason::Value("ECO"));
        } else if !entry.eco.is_none() {
            self.put("ECO", &entry.eco.to_string());
        }
        if let Some(date) = entry.event_date() {
            self.date("EventDate", date);
        }
        let letters = entry.flags.letters();
        if !letters.is_empty() {
            self.put("ScidFlags", &letters);
        }
    }
}

fn clean_text(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        Cow::Owned(text.replace(|c: char| c.is_ascii_control(), " "))
    } else {
        text
    }
}
