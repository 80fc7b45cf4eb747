//! New tag pairs in a section of the usual form.
//!
//! Such an edit needs nothing but the section: each new pair is a line of its own that is read back, all other lines stay, and so
//! they are read as before.

use pgnkit_syntax::internals::plain_tag;
use pgnkit_syntax::{Encoding, Parser, RawTag, Span, StartContext};

use super::section::{Errors, Section, usual_pairs};
use super::tags::{are_sorted, key, may_change_reading, place_of};
use super::{GameEdits, Made, encode};
use crate::fix::Change;
use crate::read::TagSection;

/// Memory that is used again for each game: for the pairs of sections, and for new pairs as lines.
#[derive(Debug, Default)]
pub(super) struct Memory {
    section: Vec<RawTag>,
    lines: Vec<u8>,
    new: Vec<RawTag>,
}

/// New pairs in a tag section, as they are added to those of other games.
pub(super) struct Out<'o> {
    pub(super) text: &'o mut Vec<u8>,
    /// Places count from the beginning of what is replaced, and of the text.
    pub(super) changes: &'o mut Vec<Change>,
}

/// Writes new pairs, each in its place in the order of tags, with what is between them, and gives what that takes the place of. `None`
/// where one of them would be the first, has the name of another pair, or is not read as it is to be; then some of it may be written.
pub(super) fn write_with_new(
    bytes: &[u8],
    section: &Section,
    new: &[(&str, &str)],
    memory: &mut Memory,
    out: &mut Out<'_>,
) -> Option<Span> {
    let Section { span, tags } = section;
    let is_there = |name: &str| tags.iter().any(|tag| tag.name.of(bytes) == name.as_bytes());
    if new.iter().any(|(name, _)| is_there(name)) {
        return None;
    }
    let mut new: Vec<_> = new.iter().map(|&(name, value)| (key(name.as_bytes()), name, value)).collect();
    new.sort_by_key(|(key, ..)| *key);
    // A section has a line break.
    let newline = encode::newline_of(span.of(bytes))?.as_bytes();
    read_back(new.iter().map(|&(_, name, value)| (name, value)), newline, memory)?;
    let Memory { lines, new: pairs, .. } = memory;
    let kept = tags.iter().map(|tag| key(tag.name.of(bytes)));
    let is_sorted = are_sorted(kept.clone());
    let Out { text, changes } = out;
    let begin = text.len();
    let (mut first, mut copied, mut last) = (None, 0, None);
    for ((key, ..), pair) in new.iter().zip(pairs) {
        let place = place_of(*key, kept.clone(), is_sorted);
        // So the section begins as before.
        let before = tags[place.checked_sub(1)?].span.end;
        let at = tags.get(place).map_or(before, |next| next.span.start);
        let first = *first.get_or_insert(at);
        text.extend_from_slice(Span::new(copied.max(first), at).of(bytes));
        let start = text.len() - begin;
        if place < tags.len() {
            text.extend_from_slice(Span::new(pair.span.start, pair.span.end + newline.len()).of(lines));
        } else {
            text.extend_from_slice(newline);
            text.extend_from_slice(pair.span.of(lines));
        }
        copied = at;
        // Those that come to one place are one change.
        if last != Some(place) {
            let old = Span::new(at - first, at - first);
            changes.push(Change { old, new: Span::new(start, start) });
            last = Some(place);
        }
        changes.last_mut()?.new.end = text.len() - begin;
    }
    Some(Span::new(first?, copied))
}

/// Writes pairs as lines, and the pairs that are read there: the same, without an error, and all of them count.
fn read_back<'n>(
    new: impl Iterator<Item = (&'n str, &'n str)> + Clone,
    newline: &[u8],
    Memory { lines, new: pairs, .. }: &mut Memory,
) -> Option<()> {
    lines.clear();
    pairs.clear();
    for (name, value) in new.clone() {
        let start = lines.len();
        write_pair(name, value, lines);
        // As nearly always: without special characters, and the name begins with none either.
        let tag = plain_tag(lines, start).filter(|tag| tag.span.end == lines.len());
        // `WhiteA` may make it a game of four players, whose tags are proven the long way.
        let is_plain = tag.is_some_and(|tag| tag.name.len() == name.len() && name != "WhiteA");
        match tag.filter(|_| is_plain && name.as_bytes()[0] != b'_') {
            Some(tag) => pairs.push(tag),
            None => return read_back_odd(new, newline, lines, pairs),
        }
        lines.extend_from_slice(newline);
    }
    // None of them is a known name in another case.
    TagSection::is_plain(lines, pairs).then_some(())
}

/// The same where any of them has special characters.
#[cold]
fn read_back_odd<'n>(
    new: impl Iterator<Item = (&'n str, &'n str)> + Clone,
    newline: &[u8],
    lines: &mut Vec<u8>,
    pairs: &mut Vec<RawTag>,
) -> Option<()> {
    lines.clear();
    for (name, value) in new.clone() {
        if encode::check_name(name).is_err() || encode::check_value(value).is_err() {
            return None;
        }
        write_pair(name, &encode::escaped(value), lines);
        lines.extend_from_slice(newline);
    }
    let mut errors = Errors(false);
    *pairs = usual_pairs(lines, &mut errors)?;
    let is_it = |(tag, (name, value)): (&RawTag, (&str, &str))| {
        tag.name.of(lines) == name.as_bytes() && *tag.value(lines) == *value.as_bytes()
    };
    let are_all = !errors.0
        && pairs.len() == new.clone().count()
        && pairs.iter().zip(new).all(is_it)
        && TagSection::is_plain(lines, pairs);
    are_all.then_some(())
}

fn write_pair(name: &str, value: &str, lines: &mut Vec<u8>) {
    lines.push(b'[');
    lines.extend_from_slice(name.as_bytes());
    lines.extend_from_slice(b" \"");
    lines.extend_from_slice(value.as_bytes());
    lines.extend_from_slice(b"\"]");
}

/// The same by itself.
pub(super) fn with_new_pairs(bytes: &[u8], section: &Section, new: &[(&str, &str)]) -> Option<Made> {
    let (mut text, mut changes) = (Vec::new(), Vec::new());
    let mut out = Out { text: &mut text, changes: &mut changes };
    let span = write_with_new(bytes, section, new, &mut Memory::default(), &mut out)?;
    Some(Made { span, text, changes, digest: None })
}

impl GameEdits {
    /// Adds tags to a game as [`edit`](Self::edit) does that [sets](super::EditableGame::set_tag) them, in less time. False where it
    /// did nothing, since the game has one of them, its tag section is not of the usual form, or a tag is not one that can be added so:
    /// then they are to be set.
    ///
    /// ```
    /// use pgnkit::edit::GameEdits;
    /// use pgnkit::syntax::{Parser, Span};
    ///
    /// let text = b"[White \"Tal\"]\n\n1. e4 *\n";
    /// let (parser, mut edits) = (Parser::new(text), GameEdits::default());
    /// let game = Span::new(0, text.len());
    /// assert!(!edits.add_tags(&parser, 0, game, &[("White", "Tal, Mikhail")]));
    /// assert!(edits.add_tags(&parser, 0, game, &[("ECO", "B00")]));
    /// assert_eq!(edits.finish(&parser, 1).text, &b"[White \"Tal\"]\n[ECO \"B00\"]\n\n1. e4 *\n"[..]);
    /// ```
    pub fn add_tags(
        &mut self,
        parser: &Parser<'_>,
        number: u64,
        stretch: Span,
        tags: &[(&str, &str)],
    ) -> bool {
        let bytes = stretch.of(parser.bytes());
        let is_first = stretch.start == 0 && parser.start_context() != StartContext::WithinLine;
        self.write(number, stretch, |memory, out| add(bytes, is_first, tags, memory, out))
    }
}

/// Writes tags that a game has not, and gives what they take the place of; `None` where that must be done otherwise.
fn add(
    bytes: &[u8],
    is_first: bool,
    new: &[(&str, &str)],
    memory: &mut Memory,
    out: &mut Out<'_>,
) -> Option<Span> {
    if new.is_empty() || new.iter().any(|(name, _)| may_change_reading(name)) {
        return None;
    }
    let section = Section::read(bytes, is_first, std::mem::take(&mut memory.section))?;
    let is_utf8 = bytes.is_ascii() || Encoding::detect(bytes) == Encoding::Utf8;
    (is_utf8 && TagSection::is_plain(bytes, &section.tags)).then_some(())?;
    let span = write_with_new(bytes, &section, new, memory, out)?;
    memory.section = section.tags;
    Some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit_syntax::Ignore;

    const PARTS: [&str; 16] = [
        "[Event \"a\"]\n",
        "[White \"b\"]\n",
        "[Result \"*\"]\n",
        "[Result \"*\"]\r\n",
        "[EventDate \"2001.02.03\"]\n",
        "[WhiteElo \"2000\"]\n",
        "[Zz \"M\u{fc}ller \\\"x\\\"\"]\n",
        "[eco \"A00\"]\n",
        "[ECO \"?\"]\n",
        "[Event \"a\"] [Site \"b\"]\n",
        "[ White \"b\" ]\n",
        "{comment}\n",
        "\n1. e4 e5 *\n\n",
        "\n1. e4 e5\n\n",
        "\n\n* ",
        "junk\n",
    ];

    #[test]
    fn tags_are_added_as_they_would_be_set() {
        let names =
            ["ECO", "Opening", "Variation", "Event", "Site", "eco", "FEN", "Zz", "a b", "WhiteA", "\u{fc}"];
        let values = ["A00", "", "say \"hi\" \\", "\u{fc}", "a\nb"];
        let (mut added, mut set, mut bytes_above) = (0, 0, 0);
        for seed in 0..30_000_u64 {
            let mut random = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut next = |bound: usize| {
                random = (random ^ random >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                (random >> 33) as usize % bound
            };
            let mut parts = String::new();
            for _ in 0..next(3) + 1 {
                // Most are as those of nearly all games.
                let (tags, movetext) = (PARTS[..8].len(), PARTS.len());
                let odd = if next(3) == 0 { PARTS[next(movetext)] } else { "" };
                let pairs = (0..next(5)).map(|_| PARTS[next(tags)]).collect::<String>();
                parts = parts + PARTS[next(2)] + odd + &pairs + PARTS[12 + next(2)];
            }
            let text = match next(8) {
                0 => parts.chars().map(|c| c as u8).collect(),
                _ => parts.into_bytes(),
            };
            let tags: Vec<_> =
                (0..next(4)).map(|_| (names[next(names.len())], values[next(values.len())])).collect();
            let whole = [Parser::new(&text), Parser::block(&text)][next(2)].clone();
            let whole = if next(4) == 0 { whole.in_context(StartContext::WithinLine) } else { whole };
            let mut replayer = crate::Replayer::from_parser(whole.clone());
            let (mut quick, mut slow, mut start) = (GameEdits::default(), GameEdits::default(), 0);
            let mut games = 0;
            while replayer.read_game(&mut (), &mut Ignore).is_some() {
                let stretch = Span::new(start, replayer.parser().consumed());
                let has_one =
                    |tag: &&str| std::str::from_utf8(stretch.of(&text)).is_ok_and(|text| text.contains(*tag));
                let set_all = |game: &mut super::super::EditableGame<'_>| {
                    tags.iter().try_for_each(|(name, value)| game.set_tag(name, value))
                };
                let is_edited = slow.edit(&whole, games, stretch, set_all);
                if quick.add_tags(&whole, games, stretch, &tags) {
                    assert!(is_edited, "{} {tags:?}", text.escape_ascii());
                    added += 1;
                    bytes_above += usize::from(!stretch.of(&text).is_ascii());
                } else {
                    set += usize::from(is_edited && !tags.iter().any(|(name, _)| has_one(name)));
                    quick.edit(&whole, games, stretch, set_all);
                }
                (start, games) = (stretch.end, games + 1);
            }
            let [quick, slow] = [quick, slow].map(|edits| edits.finish(&whole, games));
            assert_eq!(quick, slow, "{} {tags:?}", text.escape_ascii());
        }
        assert!(added > 1_000 && set > 500 && bytes_above > 100, "{added} {set} {bytes_above}");
    }
}
