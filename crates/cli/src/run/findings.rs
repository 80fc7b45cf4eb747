//! Diagnostics of a block: counted all, kept as far as they are shown.

use std::collections::BTreeMap;

use pgnkit::RawGame;
use pgnkit::syntax::{Code, Diagnostic, Encoding, LineIndex, Location, Severity, Sink, Span};
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
    /// Codes reported since the last game ended.
    current: Vec<(Code, Severity)>,
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
        let clean = self.current.iter().all(|(_, severity)| *severity < Severity::Error);
        let shown = self.current.iter().filter(|(_, severity)| *severity >= self.wanted.shown).count();
        for key in self.current.drain(..) {
            *self.counts.entry(key).or_default() += 1;
        }
        let mut kept = std::mem::take(&mut self.kept);
        if kept.is_empty() {
            return clean;
        }
        let omitted = (shown - kept.len()) as u64;
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
        let rest = &self.block[start..];
        let end = start + rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, from, to) =
            excerpt(&self.block[start..end], span.start - start, span.end.min(end).max(span.start) - start);
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
        self.current.push((diagnostic.code, diagnostic.severity));
        if diagnostic.severity >= self.wanted.shown && self.kept.len() < self.wanted.max_per_game {
            self.kept.push(diagnostic);
        }
    }
}

/// Characters shown before and after a span in a long line.
const BEFORE: usize = 60;
const AFTER: usize = 60;

/// The part of a line around a span, as text that is safe to show: the text, and the span in it.
fn excerpt(line: &[u8], start: usize, end: usize) -> (String, usize, usize) {
    let start = start.min(line.len());
    let end = end.clamp(start, line.len());
    let encoding = Encoding::detect(line);
    let before = shown(encoding, &line[start.saturating_sub(BEFORE * 4)..start]);
    let inside = shown(encoding, &line[start..end.min(start + 1024)]);
    let after =
        shown(encoding, &line[end.min(start + 1024)..line.len().min(end.min(start + 1024) + AFTER * 4)]);
    let mut text = String::new();
    let skip = before.chars().count().saturating_sub(BEFORE);
    if skip > 0 || start > BEFORE * 4 {
        text.push('…');
    }
    text.extend(before.chars().skip(skip));
    let from = text.len();
    text.push_str(&inside);
    let to = text.len();
    text.extend(after.chars().take(AFTER));
    if after.chars().count() > AFTER {
        text.push('…');
    }
    (text, from, to)
}

fn shown(encoding: Encoding, bytes: &[u8]) -> String {
    // A cut through a character leaves half of one at the edge.
    let text = encoding.decode(bytes);
    crate::render::safe(text.trim_matches('\u{fffd}'))
}

/// Who played whom, where and when.
fn title(block: &[u8], game: Span) -> String {
    let raw = RawGame { bytes: game.of(block), offset: game.start };
    let tag = |name: &str| {
        let value = raw.tag(name)?;
        let text = Encoding::detect(&value).decode(&value).into_owned();
        let known = !matches!(text.as_str(), "" | "?" | "????.??.??");
        known.then(|| crate::render::safe(&text))
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
