//! Diagnostics of a block: counted all, kept as far as they are shown.

use std::collections::BTreeMap;

use pgnkit::RawGame;
use pgnkit::syntax::{Code, Diagnostic, Encoding, LineIndex, Location, RawTag, Severity, Sink, Span};
use pgnkit_archive::pipeline::BlockView;

use super::BlockResult;

/// Which diagnostics are counted, and which are kept to be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Diagnostics below this are neither made nor counted.
    pub(crate) counted: Severity,
    /// Diagnostics below this are not kept.
    pub(crate) shown: Severity,
    /// From this severity on everything is an error.
    pub(crate) denied: Severity,
    /// At most so many are kept for each game.
    pub(crate) max_per_game: usize,
    /// At most so many are kept for each block.
    pub(crate) max_per_block: usize,
}

/// One diagnostic with everything needed to show it.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) diagnostic: Diagnostic,
    /// Games before this one in the block.
    pub(crate) game: u64,
    /// `Tal – Fine, Riga 1960`, as far as it is known.
    pub(crate) title: String,
    /// Where it is, and the lines it points at, the first one being its own.
    pub(crate) places: Vec<Place>,
    /// Further findings of this game that are not shown.
    pub(crate) omitted: u64,
}

/// A stretch of one line.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) location: Location,
    /// The line, or the part of it around the span.
    pub(crate) line: String,
    /// The span in `line`, in bytes.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) label: String,
}

/// Collects the diagnostics of a block, game by game.
pub(crate) struct Findings<'a> {
    block: &'a [u8],
    wanted: Wanted,
    lines: LineIndex<'a>,
    counts: BTreeMap<(Code, Severity), u64>,
    games: u64,
    /// What was reported since the last game ended: few codes, however often.
    current: Vec<((Code, Severity), u64)>,
    kept: Vec<Diagnostic>,
    findings: Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(block: &BlockView<'a>, wanted: Wanted) -> Self {
        Self {
            block: block.bytes,
            wanted,
            lines: LineIndex::new(block.bytes, block.first_line),
            counts: BTreeMap::new(),
            games: 0,
            current: Vec::new(),
            kept: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Closes a game; whether it is clean, that is, without an error.
    #[inline]
    pub(super) fn end_of_game(&mut self, game: Span) -> bool {
        let clean = self.current.is_empty() || self.settle(Some(game));
        self.games += 1;
        clean
    }

    /// Closes the text: counts what belongs to no game.
    pub(super) fn end_of_text(&mut self) {
        if !self.current.is_empty() {
            self.settle(None);
        }
    }

    #[cold]
    fn settle(&mut self, game: Option<Span>) -> bool {
        let clean = self.current.iter().all(|((_, severity), _)| *severity < Severity::Error);
        let mut shown = 0;
        for ((code, severity), count) in self.current.drain(..) {
            shown += if severity >= self.wanted.shown { count } else { 0 };
            *self.counts.entry((code, severity)).or_default() += count;
        }
        let mut kept = std::mem::take(&mut self.kept);
        if kept.is_empty() {
            return clean;
        }
        let omitted = shown - kept.len() as u64;
        let title = game.map_or_else(String::new, |span| title(self.block, span));
        kept.sort_by_key(|diagnostic| diagnostic.span.start);
        let start = game.map_or(0, |span| span.start).min(kept[0].span.start);
        self.lines.locate(start);
        let count = kept.len();
        for (at, diagnostic) in kept.drain(..).enumerate() {
            let places = self.places(&diagnostic);
            let omitted = if at + 1 == count { omitted } else { 0 };
            self.findings.push(Finding {
                diagnostic,
                game: self.games,
                title: title.clone(),
                places,
                omitted,
            });
        }
        self.kept = kept;
        clean
    }

    fn places(&self, diagnostic: &Diagnostic) -> Vec<Place> {
        let mut places = vec![self.place(diagnostic.span, "")];
        places.extend(diagnostic.labels.iter().map(|label| self.place(label.span, &label.text)));
        places
    }

    /// The line of a span. Asks from the beginning of the game, since labels may point backwards.
    fn place(&self, span: Span, label: &str) -> Place {
        let mut lines = self.lines;
        let location = lines.locate(span.start);
        let start = lines.line_start();
        let (line, from, to) = excerpt(&self.block[start..], span.start - start, span.end - start);
        Place { location, line, start: from, end: to, label: label.to_owned() }
    }

    pub(super) fn into_result(self, result: &mut BlockResult) {
        result.account.diagnostics = self.counts;
        result.findings = self.findings;
    }
}

impl Sink for Findings<'_> {
    #[inline]
    fn wants(&self, code: Code) -> bool {
        code.severity() >= self.wanted.counted
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.severity < self.wanted.counted {
            return;
        }
        if diagnostic.severity >= self.wanted.denied {
            diagnostic.severity = Severity::Error;
        }
        let key = (diagnostic.code, diagnostic.severity);
        match self.current.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1,
            None => self.current.push((key, 1)),
        }
        let Wanted { shown, max_per_game, max_per_block, .. } = self.wanted;
        if diagnostic.severity >= shown
            && self.kept.len() < max_per_game
            && self.findings.len() + self.kept.len() < max_per_block
        {
            self.kept.push(diagnostic);
        }
    }
}

/// Characters shown before and after a span in a long line.
const BEFORE: usize = 60;
const AFTER: usize = 60;

/// Bytes shown of the span itself.
const INSIDE: usize = 1024;

/// Bytes of the longest character.
const CHAR: usize = 4;

/// The part of a line around a span, as text that is safe to show: the text, and the span in it. `text` begins with the
/// line; of it only what lies near the span is looked at, since a line can be as long as the file.
fn excerpt(text: &[u8], start: usize, end: usize) -> (String, usize, usize) {
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
    (line, from, to)
}

/// The encoding of a piece of a line, which may begin or end within a character where the line was cut.
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
    // The cut through UTF-8 leaves half of a character at the edge.
    let text = encoding.decode(bytes);
    crate::render::safe(text.trim_matches('\u{fffd}'))
}

/// Characters of a tag value in a title.
const TITLE_PART: usize = 80;

/// Who played whom, where and when.
fn title(block: &[u8], game: Span) -> String {
    let raw = RawGame { bytes: game.of(block), offset: game.start };
    let tag = |name: &str| {
        let written = |tag: &RawTag| tag.name.of(raw.bytes);
        let named = |found: &[u8]| found == name.as_bytes() || pgnkit::roster_name(found) == Some(name);
        let value = raw.tags().find(|tag| named(written(tag)))?.value(raw.bytes);
        let value = &value[..value.len().min(TITLE_PART * CHAR)];
        let text = Encoding::detect(value).decode(value);
        let known = !matches!(text.as_ref(), "" | "?" | "????.??.??");
        known.then(|| crate::render::safe(&text.chars().take(TITLE_PART).collect::<String>()))
    };
    let mut title = match (tag("White"), tag("Black")) {
        (None, None) => String::new(),
        (white, black) => {
            let name = |player: Option<String>| player.unwrap_or_else(|| "?".to_owned());
            format!("{} – {}", name(white), name(black))
        }
    };
    for part in [tag("Event"), tag("Date").map(|date| date.chars().take(4).collect())].into_iter().flatten() {
        if !title.is_empty() {
            title.push_str(", ");
        }
        title.push_str(&part);
    }
    title
}
