//! The tag pair section in export format (section 8.1.1): roster, then the others in ASCII order.

use std::borrow::Cow;

use pgnkit_chess::fen::EnPassant;
use pgnkit_syntax::Outcome;

use super::out::Out;
use super::{Export, TagSelection};
use crate::game::{Game, Note, WrittenTag};
use crate::read::{ROSTER, canonical_tag_name, is_start_in_other_case, understood_result};
use crate::values::certain_date;

/// The roster's tags where nothing is known of them, except for the result.
const UNKNOWN: [&[u8]; 6] = [
    b"[Event \"?\"]\n",
    b"[Site \"?\"]\n",
    b"[Date \"????.??.??\"]\n",
    b"[Round \"?\"]\n",
    b"[White \"?\"]\n",
    b"[Black \"?\"]\n",
];

/// More tags than this are sorted in the general way.
pub(super) const FEW: usize = 32;

/// The value of the tag PlyCount, where a game has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlyCount {
    /// The one it has: the number of half-moves is not known (decision A-76).
    AsWritten,
    /// The half-moves of the main line.
    OfTree,
    /// The same, counted before.
    Is(u32),
}

impl PlyCount {
    fn of(self, game: &Game) -> Option<usize> {
        match self {
            Self::AsWritten => None,
            Self::OfTree => Some(game.ply_count()),
            Self::Is(count) => Some(count as usize),
        }
    }
}

impl Export {
    pub(super) fn write_tags(&self, game: &Game, ply_count: PlyCount, out: &mut Out<'_>) {
        let start = game.start();
        let is_usual = start.is_known && !start.set_up && game.tag_count() <= FEW;
        let is_usual = is_usual && self.tags == TagSelection::All && !has_start_tag(game);
        if is_usual {
            write_few_tags(game, game.result(), ply_count.of(game), out);
        } else {
            self.write_selected_tags(game, ply_count, out);
        }
        out.put(b"\n");
    }

    fn write_selected_tags(&self, game: &Game, ply_count: PlyCount, out: &mut Out<'_>) {
        let tags = ExportedTags::of(game, ply_count, |name| match &self.tags {
            TagSelection::All => true,
            TagSelection::Roster => is_needed(name, game),
            TagSelection::Named(names) => {
                is_needed(name, game) || names.iter().any(|wanted| wanted.as_bytes() == name)
            }
        });
        let result = result_value(game);
        for (name, value) in ROSTER.iter().zip(tags.roster().chain([result])) {
            match certain_date(&as_written(value)).filter(|_| *name == "Date") {
                Some(date) => write_pair(name.as_bytes(), date.as_bytes(), out),
                None => write_pair(name.as_bytes(), value, out),
            }
        }
        for (name, value) in &tags.others {
            write_pair(name, value, out);
        }
    }
}

/// The values of the roster's tags, but for the result, of which nothing is known.
const UNKNOWN_VALUES: [&[u8]; 6] = [b"?", b"?", b"????.??.??", b"?", b"?", b"?"];

/// The tag pairs of a game as export format has them: FEN, SetUp and PlyCount say what is true of the game.
pub(crate) struct ExportedTags<'g> {
    /// The roster's values but for the result, where anything is known of them.
    roster: [Option<&'g [u8]>; 6],
    /// The others, in ASCII order.
    pub(crate) others: Vec<(&'g [u8], Cow<'g, [u8]>)>,
}

impl<'g> ExportedTags<'g> {
    /// The wanted tags outside the roster.
    pub(crate) fn of(game: &'g Game, ply_count: PlyCount, is_wanted: impl Fn(&[u8]) -> bool) -> Self {
        let mut roster = [None; 6];
        let mut others: Vec<(&[u8], Cow<'_, [u8]>)> = Vec::new();
        for (name, value) in game.raw_tags() {
            match ROSTER.iter().position(|known| known.as_bytes() == name) {
                Some(6) => {}
                Some(at) if value.iter().any(|byte| !is_blank(*byte)) => roster[at] = Some(value),
                Some(_) => {}
                None if is_wanted(name) => others.push((name, value.into())),
                None => {}
            }
        }
        let start = game.start();
        if start.is_known {
            others.retain(|(name, _)| !matches!(*name, b"FEN" | b"SetUp"));
            if start.set_up || others.iter().any(|(name, _)| is_start_in_other_case(name)) {
                let fen = start.position.fen(EnPassant::Always);
                others.push((b"FEN", fen.as_bytes().to_vec().into()));
                others.push((b"SetUp", b"1".into()));
            }
            if let Some(pair) = others.iter_mut().find(|(name, _)| *name == b"PlyCount")
                && let Some(count) = ply_count.of(game)
            {
                pair.1 = count.to_string().into_bytes().into();
            }
        }
        others.sort_unstable_by_key(|(name, _)| *name);
        Self { roster, others }
    }

    /// The roster's values but for the result, with `?` where nothing is known.
    pub(crate) fn roster(&self) -> impl Iterator<Item = &[u8]> {
        self.roster.iter().zip(UNKNOWN_VALUES).map(|(value, unknown)| value.unwrap_or(unknown))
    }

    /// The roster's tags of which something is known, but for the result; and those that another tag would be taken for
    /// because it spells the name in another case.
    pub(crate) fn needed_roster(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        let is_spelled_otherwise =
            |name| self.others.iter().any(|(other, _)| canonical_tag_name(other) == Some(name));
        ROSTER.into_iter().zip(self.roster).zip(UNKNOWN_VALUES).filter_map(move |((name, value), unknown)| {
            Some((name, value.or_else(|| is_spelled_otherwise(name).then_some(unknown))?))
        })
    }
}

/// Tag pairs, for writing them.
pub(super) trait Pairs {
    /// Number of pairs.
    fn count(&self) -> usize;

    /// The beginning of the name of the pair at `at`, below [`count`](Self::count), in the order of the names; and its length.
    fn name(&self, at: usize) -> (u64, usize);

    /// The pair at `at`.
    fn pair(&self, at: usize) -> WrittenTag<'_>;
}

impl Pairs for Game {
    fn count(&self) -> usize {
        self.tag_count()
    }

    #[inline]
    fn name(&self, at: usize) -> (u64, usize) {
        let tag = self.written_tag(at);
        (tag.key, tag.name.len())
    }

    #[inline]
    fn pair(&self, at: usize) -> WrittenTag<'_> {
        self.written_tag(at)
    }
}

/// Whether the start must be given although it is the usual one.
fn has_start_tag(game: &Game) -> bool {
    (0..game.tag_count()).any(|at| {
        let tag = game.written_tag(at);
        may_tell_start(tag.key) && !matches!(tag.name, b"FEN" | b"SetUp")
    })
}

/// All tags of a game from the usual start, up to [`FEW`] of them, which do not say that it has another: as
/// [`Export::write_selected_tags`] would write them, but mostly in whole lines that were there already.
pub(super) fn write_few_tags(
    tags: &impl Pairs,
    result: Outcome,
    ply_count: Option<usize>,
    out: &mut Out<'_>,
) {
    const NONE: u8 = u8::MAX;
    let mut roster = [NONE; 7];
    // The others in the order of their names: the key of each, and where it is.
    let mut others = [(0u64, NONE); FEW];
    let mut count = 0;
    for at in 0..tags.count() {
        let (key, length) = tags.name(at);
        match kind(key, length) {
            Kind::Roster(place) => roster[place] = at as u8,
            Kind::Start => {}
            Kind::PlyCount | Kind::Other => {
                let mut place = count.min(FEW - 1);
                while place > 0 && is_before(tags, (key, at), others[place - 1]) {
                    others[place] = others[place - 1];
                    place -= 1;
                }
                others[place] = (key, at as u8);
                count += 1;
            }
        }
    }
    let pair = |at: u8| (at != NONE).then(|| tags.pair(at.into()));
    for (place, (unknown, at)) in UNKNOWN.iter().zip(roster).enumerate() {
        match pair(at).filter(|tag| tag.value.iter().any(|byte| !is_blank(*byte))) {
            Some(tag) if place == DATE && !has_form_of_date(tag.value) => write_date(&tag, out),
            Some(tag) => write_tag(&tag, out),
            None => out.put(unknown),
        }
    }
    write_pair(b"Result", written_result(result, pair(roster[RESULT]).map(|tag| tag.value)), out);
    for (_, at) in others.iter().take(count) {
        let tag = tags.pair((*at).into());
        match ply_count.filter(|_| tag.name == b"PlyCount") {
            Some(count) => write_pair(tag.name, count.to_string().as_bytes(), out),
            None => write_tag(&tag, out),
        }
    }
}

/// Whether a name can be FEN or SetUp in another case, judging by its beginning.
#[inline]
pub(super) fn may_tell_start(name_key: u64) -> bool {
    // In capitals.
    let capitals = name_key & !0x2020_2020_2020_2020;
    capitals == const { key("FEN") } || capitals == const { key("SETUP") }
}

/// The beginning of a name, as tags have it for comparing.
const fn key(name: &str) -> u64 {
    let (name, mut key, mut at) = (name.as_bytes(), 0, 0);
    while at < 8 {
        key = key << 8 | if at < name.len() { name[at] as u64 } else { 0 };
        at += 1;
    }
    key
}

/// A special meaning of a tag.
enum Kind {
    /// A place in the roster.
    Roster(usize),
    /// It determines where the game starts.
    Start,
    PlyCount,
    Other,
}

#[inline]
fn kind(name_key: u64, length: usize) -> Kind {
    macro_rules! kinds {
        ($($name:literal => $kind:expr,)*) => {
            match name_key {
                // A longer name can begin like one of these.
                $(k if k == const { key($name) } && length == $name.len() => $kind,)*
                _ => Kind::Other,
            }
        };
    }
    kinds! {
        "Event" => Kind::Roster(0),
        "Site" => Kind::Roster(1),
        "Date" => Kind::Roster(2),
        "Round" => Kind::Roster(3),
        "White" => Kind::Roster(4),
        "Black" => Kind::Roster(5),
        "Result" => Kind::Roster(6),
        "FEN" => Kind::Start,
        "SetUp" => Kind::Start,
        "PlyCount" => Kind::PlyCount,
    }
}

/// The value of the tag Result: the result, or a text that says something that no result of the standard does.
pub(crate) fn result_value(game: &Game) -> &[u8] {
    let given = game.raw_tags().find(|(name, _)| *name == b"Result").map(|(_, value)| value);
    written_result(game.result(), given)
}

/// The same of a game with this result, and perhaps a tag with a value.
fn written_result(result: Outcome, given: Option<&[u8]>) -> &[u8] {
    let result = result.as_str().as_bytes();
    let given = given.unwrap_or(result);
    if given == result || given.is_empty() || understood_result(given).is_some() { result } else { given }
}

/// Whether all moves of the main line were read: else the number of half-moves is not known (decision A-76).
#[cold]
pub(super) fn is_read_to_its_end(game: &Game) -> bool {
    let last = game.mainline().last().unwrap_or_else(|| game.root());
    !last.notes().any(|note| matches!(note, Note::Unread(_)))
}

/// Whether a tag comes before another one, both given by their keys and where they are.
#[inline]
fn is_before(tags: &impl Pairs, one: (u64, usize), other: (u64, u8)) -> bool {
    one.0 < other.0 || (one.0 == other.0 && tags.pair(one.1).name < tags.pair(other.1.into()).name)
}

#[inline]
fn write_tag(tag: &WrittenTag<'_>, out: &mut Out<'_>) {
    if tag.is_plain {
        out.put_line(tag.line.0, tag.line.1);
    } else {
        write_pair(tag.name, tag.value, out);
    }
}

/// The places of date and result in the roster.
const DATE: usize = 2;
const RESULT: usize = 6;

#[inline]
fn has_form_of_date(value: &[u8]) -> bool {
    matches!(value, [_, _, _, _, b'.', _, _, b'.', _, _])
}

/// Writes a date in another form than the standard's: in that, where it is certain (decision A-98).
#[cold]
fn write_date(tag: &WrittenTag<'_>, out: &mut Out<'_>) {
    match certain_date(&as_written(tag.value)) {
        Some(date) => write_pair(tag.name, date.as_bytes(), out),
        None => write_tag(tag, out),
    }
}

/// A value with the characters that [`write_pair`] puts for those that no string may have: dates and results are judged as
/// they will be read again.
pub(crate) fn as_written(value: &[u8]) -> Vec<u8> {
    let is_unused = |at: usize| value[at] == 0xc2 && matches!(value.get(at + 1), Some(0x80..0xa0));
    let mut written = Vec::with_capacity(value.len());
    for (at, &byte) in value.iter().enumerate() {
        match byte {
            0..0x20 | 0x7f => written.push(b' '),
            0x80..0xa0 if at > 0 && is_unused(at - 1) => written.push(b'?'),
            _ if is_unused(at) => {}
            byte => written.push(byte),
        }
    }
    written
}

/// White space, and what is written as white space.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7f)
}

/// Whether the moves mean nothing without this tag.
fn is_needed(name: &[u8], game: &Game) -> bool {
    game.start().needs_tag(name)
}

/// `[Name "value"]`, with `"` and `\` escaped and characters that no string may hold replaced: control characters by spaces
/// (TAG-22), the unused ones from 128 to 159, whose first byte is 0xC2, by question marks (CHR-05).
fn write_pair(name: &[u8], value: &[u8], out: &mut Out<'_>) {
    out.put(b"[");
    out.put(name);
    out.put(b" \"");
    let odd = |&byte: &u8| byte < b' ' || matches!(byte, b'"' | b'\\' | 0x7f | 0xc2);
    if value.iter().any(odd) {
        for (at, &byte) in value.iter().enumerate() {
            match byte {
                b'"' | b'\\' => out.put(&[b'\\', byte]),
                0..0x20 | 0x7f => {
                    out.losses.control_characters += 1;
                    out.put(b" ");
                }
                0xc2 if matches!(value.get(at + 1), Some(0x80..0xa0)) => {}
                0x80..0xa0 if at > 0 && value[at - 1] == 0xc2 => {
                    out.losses.control_characters += 1;
                    out.put(b"?");
                }
                byte => out.put(&[byte]),
            }
        }
    } else {
        out.put(value);
    }
    out.put(b"\"]\n");
}
