//! Diagnostics of a block: counted all, kept as far as they are shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use pgnkit::PieceLetters;
use pgnkit::json::Located;
use pgnkit::render::Place;
use pgnkit::syntax::{Code, Diagnostic, LineIndex, Location, Severity, Sink, Span};
use pgnkit_archive::pipeline::BlockView;

use super::account::Fixable;
use super::plies::MainLine;
use super::title::Title;
use super::{BlockResult, Content};
use crate::selection::Rules;

/// Findings of a block that are held before they are shown: some megabytes. A text without tag pairs is one block, however
/// long it is, and may have millions.
const MAX_HELD: usize = 10_000;

/// Which diagnostics are counted, and which are kept to be shown.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Which codes are counted, and how grave they are.
    pub(crate) rules: Rules,
    /// Diagnostics below this are not kept.
    pub(crate) shown: Severity,
    /// From this severity on everything is an error.
    pub(crate) denied: Severity,
    /// At most so many are kept for each game.
    pub(crate) max_per_game: usize,
    /// At most so many are kept for each block.
    pub(crate) max_per_block: usize,
    pub(crate) detail: Detail,
}

/// What is found out about a diagnostic besides its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Nothing more.
    Place,
    /// The lines it points at, and the title of the game, for people.
    Excerpts,
    /// The plies before it, and the title of the game, for programs.
    Plies,
}

/// One diagnostic with everything needed to show it.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) diagnostic: Diagnostic,
    /// Where the spans of the diagnostic count from, in bytes of the (decompressed) input.
    pub(crate) base: u64,
    /// The game it is in; `None` when it is in none.
    pub(crate) game: Option<Arc<GameOf>>,
    /// Plies played in the main line before it, where it is known.
    pub(crate) ply: Option<usize>,
    /// Where it is, and the places of its labels, the first one being its own.
    pub(crate) places: Vec<Place>,
    /// Further findings of this game that are not shown.
    pub(crate) omitted: u64,
}

/// The game that findings are in.
#[derive(Debug)]
pub(crate) struct GameOf {
    /// Games before this one in the block.
    pub(crate) before: u64,
    pub(crate) title: Title,
    /// Whether it is no game but a record of a position.
    pub(crate) is_record: bool,
}

/// Collects the diagnostics of a block, game by game.
pub(crate) struct Findings<'a> {
    block: &'a [u8],
    base: u64,
    content: Content,
    wanted: &'a Wanted,
    letters: PieceLetters,
    lines: LineIndex<'a>,
    counts: BTreeMap<(Code, Severity), u64>,
    fixable: Fixable,
    games: u64,
    /// Whether anything was reported since the last game ended, selected or not.
    touched: bool,
    /// Whether that was an error.
    unclean: bool,
    /// What was counted since the last game ended: few codes, however often.
    current: Vec<((Code, Severity), u64)>,
    kept: Vec<Diagnostic>,
    findings: Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(block: &BlockView<'a>, content: Content, wanted: &'a Wanted) -> Self {
        Self {
            block: block.bytes,
            base: block.offset,
            content,
            wanted,
            letters: PieceLetters::default(),
            lines: LineIndex::new(
                block.bytes,
                Location { line: block.first_line, column: block.first_column },
            ),
            counts: BTreeMap::new(),
            fixable: Fixable::default(),
            games: 0,
            touched: false,
            unclean: false,
            current: Vec::new(),
            kept: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Of games in other piece letters than English ones.
    pub(super) fn in_letters(self, letters: PieceLetters) -> Self {
        Self { letters, ..self }
    }

    /// Where diagnostics of the game that is open are; they begin at `start` or behind it.
    pub(super) fn located(&mut self, found: Vec<Diagnostic>, start: usize) -> Vec<Located> {
        if self.content == Content::Pgc {
            return Located::all_bytes(found, self.base);
        }
        self.lines.locate(start);
        Located::all(found, &mut { self.lines }, self.base)
    }

    /// Closes a game or record; whether it is clean, that is, without an error.
    #[inline]
    pub(super) fn end_of_game(&mut self, game: Span) -> bool {
        let clean = !self.touched || self.settle(Some(game));
        self.games += 1;
        clean
    }

    /// Whether something was reported since the last game ended.
    pub(super) fn waits(&self) -> bool {
        self.touched
    }

    /// Closes the text: counts what belongs to no game.
    pub(super) fn end_of_text(&mut self) {
        if self.touched {
            self.settle(None);
        }
    }

    #[cold]
    fn settle(&mut self, game: Option<Span>) -> bool {
        let clean = !self.unclean;
        self.touched = false;
        self.unclean = false;
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
        kept.sort_by_key(|diagnostic| diagnostic.span.start);
        let start = game.map_or(0, |span| span.start).min(kept[0].span.start);
        let excerpts = self.wanted.detail == Detail::Excerpts;
        let places = if self.content == Content::Pgc {
            Place::of_all_bytes(&kept, self.block, self.base, excerpts)
        } else {
            self.lines.locate(start);
            Place::of_all(&kept, &mut self.lines, excerpts)
        };
        let main_line = game
            .filter(|_| self.wanted.detail == Detail::Plies && self.content == Content::Games)
            .map(|span| (MainLine::of(span.of(self.block), self.letters), span.start));
        let title = |span| match (self.wanted.detail, self.content) {
            (Detail::Place, _) | (_, Content::Json) => Title::default(),
            (_, Content::Records(_)) => Title::of_record(self.block, span),
            (_, Content::Pgc) => Title::of_pgc(self.block, span),
            (_, Content::Games) => Title::of(self.block, span),
        };
        let is_record = matches!(self.content, Content::Records(_));
        let game = game.map(|span| Arc::new(GameOf { before: self.games, title: title(span), is_record }));
        let count = kept.len();
        for (at, (diagnostic, places)) in kept.drain(..).zip(places).enumerate() {
            let ply = main_line.as_ref().and_then(|(line, start)| line.plies_before(&diagnostic, *start));
            let omitted = if at + 1 == count { omitted } else { 0 };
            let game = game.clone();
            self.findings.push(Finding { diagnostic, base: self.base, game, ply, places, omitted });
        }
        self.kept = kept;
        clean
    }

    /// Whether so many are kept that they should be shown before there are more.
    pub(super) fn is_full(&self) -> bool {
        self.findings.len() >= MAX_HELD
    }

    pub(super) fn into_result(self, result: &mut BlockResult) {
        result.account.diagnostics = self.counts;
        result.account.fixable = self.fixable;
        result.findings = self.findings;
    }
}

impl Sink for Findings<'_> {
    #[inline]
    fn wants(&self, code: Code) -> bool {
        self.wanted.rules.makes(code)
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        let Wanted { rules, shown, denied, max_per_game, max_per_block, .. } = self.wanted;
        let (code, own) = (diagnostic.code, diagnostic.severity);
        self.touched = true;
        // Neither selection nor a lower severity makes a game clean that could not be read without guessing.
        self.unclean |= own == Severity::Error;
        if !rules.selects(code) {
            return;
        }
        let severity = rules.severity(&diagnostic);
        diagnostic.severity = if severity >= *denied { Severity::Error } else { severity };
        self.unclean |= diagnostic.severity == Severity::Error;
        if let Some(fix) = &diagnostic.fix {
            self.fixable.note(fix.applicability);
        }
        let key = (code, diagnostic.severity);
        match self.current.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1,
            None => self.current.push((key, 1)),
        }
        if diagnostic.severity >= *shown
            && self.kept.len() < *max_per_game
            && self.findings.len() + self.kept.len() < *max_per_block
        {
            self.kept.push(diagnostic);
        }
    }
}
