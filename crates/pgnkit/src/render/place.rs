//! Places of diagnostics as lines and columns, with an excerpt of the text.

use pgnkit_syntax::{Diagnostic, Encoding, LineIndex, Location, Span};

use super::safe;

/// A stretch of text to which a diagnostic points.
#[derive(Clone, Debug)]
pub struct Place {
    /// Start of the text.
    pub start: Location,
    /// End of the text, after its last character.
    pub end: Location,
    /// Excerpt of its first line.
    #[cfg_attr(not(feature = "render"), allow(dead_code))]
    pub(super) excerpt: Excerpt,
}

/// A line, or the part of it around a span.
#[derive(Clone, Debug, Default)]
#[cfg_attr(not(feature = "render"), allow(dead_code))]
pub(super) struct Excerpt {
    pub(super) line: String,
    /// The span in `line`, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Excerpt {
    /// The part of it around the span that is not wider than so many columns.
    #[cfg(feature = "render")]
    pub(super) fn fitted(&self, columns: usize) -> Self {
        let columns = columns.max(NARROWEST);
        let width = |text: &str| text.chars().map(width).sum::<usize>();
        if width(&self.line) <= columns {
            return self.clone();
        }
        let (before, rest) = self.line.split_at(self.start);
        let (inside, after) = rest.split_at(self.end - self.start);
        // Two columns are for the dots at the ends. The span comes first, then what is before it, up to a half of the rest
        // unless there is less after it.
        let room = columns - 2;
        let inside = prefix(inside, room);
        let room = room - width(inside);
        let wanted_after = if inside.len() < self.end - self.start { 0 } else { width(after) };
        let room_before = (room / 2).max(room.saturating_sub(wanted_after));
        let before = suffix(before, room_before);
        let after = if wanted_after == 0 { "" } else { prefix(after, room - width(before)) };
        let start = self.start - before.len();
        let end = self.start + inside.len() + after.len();
        let mut line = String::new();
        if start > 0 {
            line.push('…');
        }
        let shift = line.len();
        line.push_str(&self.line[start..end]);
        if end < self.line.len() {
            line.push('…');
        }
        let start = shift + before.len();
        Self { line, start, end: start + inside.len() }
    }
}

/// Columns of an excerpt, however narrow the terminal is.
#[cfg(feature = "render")]
const NARROWEST: usize = 12;

/// Columns of a character: two for those of East Asia and most pictures, as terminals show them; four for a tab.
#[cfg(feature = "render")]
fn width(c: char) -> usize {
    match c {
        '\t' => 4,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' => 2,
        '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' => 2,
        '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// The longest beginning of a text that is so wide at most.
#[cfg(feature = "render")]
fn prefix(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += width(*c);
        used > columns
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// The longest end of a text that is so wide at most.
#[cfg(feature = "render")]
fn suffix(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        used += width(c);
        if used > columns {
            break;
        }
        start = at;
    }
    &text[start..]
}

impl Place {
    /// The same with its excerpt not wider than so many columns.
    #[cfg(feature = "render")]
    pub(super) fn fitted(&self, columns: usize) -> Self {
        Self { excerpt: self.excerpt.fitted(columns), ..self.clone() }
    }

    /// Places in binary `bytes` that begin at `base` in their file: all are on line 1, and columns count bytes.
    /// Excerpts show bytes as pairs of hexadecimal digits.
    pub fn of_all_bytes(
        diagnostics: &[Diagnostic],
        bytes: &[u8],
        base: u64,
        excerpts: bool,
    ) -> Vec<Vec<Self>> {
        let location = |offset: usize| Location { line: 1, column: base + offset as u64 + 1 };
        let place = |span: Span| Self {
            start: location(span.start),
            end: location(span.end),
            excerpt: if excerpts { hexadecimal(bytes, span) } else { Excerpt::default() },
        };
        diagnostics.iter().map(|diagnostic| spans(diagnostic).map(place).collect()).collect()
    }

    /// Places of each diagnostic: its own first, then those of its labels. `lines` counts lines in the text that was
    /// read; without `excerpts` only lines and columns are returned, which is enough for programs.
    ///
    /// Takes one pass over the text from the place of `lines`, and sorting: labels may point backwards, and a game may
    /// have as many diagnostics as words.
    pub fn of_all(diagnostics: &[Diagnostic], lines: &mut LineIndex<'_>, excerpts: bool) -> Vec<Vec<Self>> {
        let text = lines.text();
        let located = LocatedOffsets::new(lines, diagnostics);
        let place = |span: Span| {
            let (start, line_start) = located.get(span.start);
            let (end, _) = located.get(span.end);
            let excerpt = if excerpts {
                excerpt(&text[line_start..], span.start - line_start, span.end - line_start)
            } else {
                Excerpt::default()
            };
            Self { start, end, excerpt }
        };
        diagnostics.iter().map(|diagnostic| spans(diagnostic).map(place).collect()).collect()
    }
}

/// Spans to which a diagnostic points, its own first.
fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    std::iter::once(diagnostic.span).chain(diagnostic.labels.iter().map(|label| label.span))
}

/// Lines and columns of all spans of some diagnostics.
struct LocatedOffsets {
    offsets: Vec<usize>,
    /// For each offset, its place and the start of its line.
    places: Vec<(Location, usize)>,
}

impl LocatedOffsets {
    fn new(lines: &mut LineIndex<'_>, diagnostics: &[Diagnostic]) -> Self {
        let mut offsets: Vec<usize> =
            diagnostics.iter().flat_map(spans).flat_map(|span| [span.start, span.end]).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let places = offsets.iter().map(|offset| (lines.locate(*offset), lines.line_start())).collect();
        Self { offsets, places }
    }

    fn get(&self, offset: usize) -> (Location, usize) {
        match self.offsets.binary_search(&offset) {
            Ok(at) => self.places[at],
            Err(_) => (Location::START, 0),
        }
    }
}

/// Bytes shown before, in and after a span as digits.
const BYTES_BEFORE: usize = 8;
const BYTES_INSIDE: usize = 8;
const BYTES_AFTER: usize = 8;

fn hexadecimal(bytes: &[u8], span: Span) -> Excerpt {
    let mut line = String::new();
    let mut put = |from: usize, to: usize| {
        let start = line.len();
        for byte in bytes.get(from..to).unwrap_or_default() {
            line += &format!("{byte:02x} ");
        }
        start..line.len()
    };
    let start = span.start.min(bytes.len());
    let end = span.end.clamp(start, bytes.len().min(start + BYTES_INSIDE));
    put(start.saturating_sub(BYTES_BEFORE), start);
    let inside = put(start, end);
    put(end, bytes.len().min(end + BYTES_AFTER));
    line.truncate(line.trim_end().len());
    // The space after the last byte belongs to none.
    let end = inside.end.saturating_sub(usize::from(!inside.is_empty()));
    Excerpt { start: inside.start.min(line.len()), end: end.min(line.len()), line }
}

/// Characters shown before and after a span in a long line.
const BEFORE: usize = 60;
const AFTER: usize = 60;

/// Bytes shown of the span itself.
const INSIDE: usize = 1024;

/// Bytes of the longest character.
const CHAR: usize = 4;

/// The part of a line around a span as text that is safe to show, and the span in it. `text` begins with the line; only
/// the surroundings of the span are read, since a line can be as long as the file.
fn excerpt(text: &[u8], start: usize, end: usize) -> Excerpt {
    let start = start.min(text.len());
    let end = end.clamp(start, text.len().min(start + INSIDE));
    let first = start.saturating_sub(BEFORE * CHAR);
    let last = text.len().min(end + AFTER * CHAR);
    let newline = |from: usize| text[from..last].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let (last, cut) = newline(start).map_or((last, last < text.len()), |at| (start + at, false));
    let end = end.min(last);
    let encoding = encoding_of(&text[first..last], first > 0, cut);
    let before = shown(encoding, &text[first..start]);
    let inside = shown(encoding, &text[start..end]);
    let after = shown(encoding, &text[end..last]);
    let mut line = String::new();
    let skip = before.chars().count().saturating_sub(BEFORE);
    if skip > 0 || first > 0 {
        line.push('…');
    }
    line.extend(before.chars().skip(skip));
    let from = line.len();
    line.push_str(&inside);
    let to = line.len();
    line.extend(after.chars().take(AFTER));
    if after.chars().count() > AFTER || cut {
        line.push('…');
    }
    Excerpt { line, start: from, end: to }
}

/// Encoding of a piece of a line, which may begin or end within a character.
fn encoding_of(piece: &[u8], cut_before: bool, cut_behind: bool) -> Encoding {
    let continues = |byte: &&u8| (0x80..0xc0).contains(*byte);
    let half = if cut_before { piece.iter().take(CHAR - 1).take_while(continues).count() } else { 0 };
    let whole = &piece[half..];
    match std::str::from_utf8(whole) {
        Err(error) if cut_behind && error.error_len().is_none() => Encoding::Utf8,
        _ => Encoding::detect(whole),
    }
}

fn shown(encoding: Encoding, bytes: &[u8]) -> String {
    // Cutting UTF-8 can leave part of a character at the edge.
    let text =
        if encoding == Encoding::Utf8 { encoding.decode(bytes) } else { Encoding::read_movetext(bytes) };
    safe(text.trim_matches('\u{fffd}'))
}
