//! A game read in its surroundings, to prove what an edit keeps.

use std::borrow::Cow;

use pgnkit_syntax::{
    Code, Diagnostic, Encoding, Event, Ignore, Outcome, Parser, RawTag, Severity, Sink, Span,
};

use super::places::{Item, Kind, NodePlace, Places};
use crate::fix::Window;
use crate::read::{Start, TagSection};
use crate::{Game, GameBuilder};

/// The parts of a game that its text shows without being played.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    /// From the first to the last token.
    pub(super) game: Span,
    /// All tag pairs.
    pub(super) tags: Vec<RawTag>,
    /// The beginning of the movetext, if there is any.
    pub(super) movetext: Option<usize>,
    pub(super) marker: Option<(Span, Outcome)>,
    /// Different for events that differ.
    pub(super) digest: u64,
}

impl Outline {
    /// Reads the next game of `parser`; places count from `base`.
    pub(super) fn read(parser: &mut Parser<'_>, base: usize) -> Option<Self> {
        let back = |span: Span| Span::new(span.start - base, span.end - base);
        let mut outline = Self { digest: 0xcbf2_9ce4_8422_2325, ..Self::default() };
        loop {
            let event = parser.next_event(&mut Ignore)?;
            let (kind, at) = match event {
                Event::Tag(tag) => {
                    outline.tags.push(RawTag {
                        span: back(tag.span),
                        name: back(tag.name),
                        value: back(tag.value),
                        ..tag
                    });
                    (1, tag.value)
                }
                Event::Comment(span) => (2, span),
                Event::Escape(span) => (3, span),
                Event::Move(span) => (4, span),
                Event::MoveNumber { span, .. } => (5, span),
                Event::Nag { span, .. } => (6, span),
                Event::RavBegin(at) => (7, Span::new(at, at)),
                Event::RavEnd(at) => (8, Span::new(at, at)),
                Event::Termination { span, outcome } => {
                    outline.marker = Some((back(span), outcome));
                    (9, span)
                }
                Event::Unread(span) => (11, span),
                Event::GameEnd(span) => {
                    outline.game = back(span);
                    outline.note(10, back(span));
                    return Some(outline);
                }
            };
            if (4..10).contains(&kind) && outline.movetext.is_none() {
                outline.movetext = Some(at.start - base);
            }
            outline.note(kind, back(at));
        }
    }

    fn note(&mut self, kind: u64, span: Span) {
        for word in [kind, span.start as u64, span.end as u64] {
            self.digest = (self.digest ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        }
    }
}

/// A game, and the places of its parts.
#[derive(Clone, Debug)]
pub(super) struct Reading<'t> {
    pub(super) text: Cow<'t, [u8]>,
    pub(super) outline: Outline,
    pub(super) items: Vec<Item>,
    pub(super) nodes: Vec<NodePlace>,
    /// The tags that count, in the order of the text: name and value.
    pub(super) tags: Vec<(String, String)>,
    pub(super) game: Game,
    /// By item: the line that it is in, or, of the beginning of a variation, that it begins.
    lines: Vec<u32>,
    /// By line: the items that begin and end it; none for the main line.
    line_edges: Vec<(Option<usize>, Option<usize>)>,
    /// The errors reported, by code and in its order.
    errors: Vec<Code>,
}

impl<'t> Reading<'t> {
    /// Reads the one game that `bytes` hold; `None` when they hold none or several, or when it does not begin and end
    /// with them.
    pub(super) fn read(window: Window<'_>, bytes: Cow<'t, [u8]>) -> Option<Self> {
        let (text, place) = window.with(&bytes);
        let mut outline = Outline::read(&mut window.parser(&text).resumed_at(place.start), place.start)?;
        let mut places = Places::new(&text);
        let mut errors = Errors::default();
        let mut builder = GameBuilder::new();
        let mut games = 0;
        window.each_game(&text, place, |replayer| {
            let is_game = games == 0 && builder.read_with(replayer, &mut places, &mut errors).is_some();
            games += 1;
            is_game
        })?;
        if games != 1 {
            return None;
        }
        let (mut items, nodes) = (places.items, places.nodes);
        for item in &mut items {
            for span in [&mut item.span, &mut item.text] {
                *span = Span::new(span.start.checked_sub(place.start)?, span.end.checked_sub(place.start)?);
            }
        }
        // Under unknown rules a word may be a move that is no token.
        let first = items.iter().find(|item| matches!(item.kind, Kind::Move(_))).map(|item| item.span.start);
        outline.movetext = [outline.movetext, first].into_iter().flatten().min();
        let (mut lines, mut line_edges, mut open) =
            (Vec::with_capacity(items.len()), vec![(None, None)], vec![0]);
        for (at, item) in items.iter().enumerate() {
            if item.kind == Kind::Begin {
                open.push(line_edges.len());
                line_edges.push((Some(at), None));
            }
            let line = open.last().copied().unwrap_or_default();
            lines.push(line as u32);
            if matches!(item.kind, Kind::End { .. }) && open.len() > 1 {
                line_edges[line].1 = Some(at);
                open.pop();
            }
        }
        let game = builder.into_game();
        errors.0.sort_unstable();
        Some(Self {
            tags: game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            text: bytes,
            outline,
            items,
            nodes,
            lines,
            line_edges,
            game,
            errors: errors.0,
        })
    }

    /// The item that ends the line of an item, or the variation that it begins; none for the main line.
    pub(super) fn line_end(&self, item: usize) -> Option<usize> {
        self.line_edges.get(*self.lines.get(item)? as usize)?.1
    }

    /// The item that begins the line of an item; none for the main line.
    pub(super) fn line_start(&self, item: usize) -> Option<usize> {
        self.line_edges.get(*self.lines.get(item)? as usize)?.0
    }

    pub(super) fn start(&self) -> &Start {
        self.game.start()
    }

    /// The text of an item.
    pub(super) fn says(&self, item: &Item) -> Cow<'_, str> {
        let text = item.text.of(&self.text);
        if item.kind == Kind::Unread { Encoding::read_movetext(text) } else { Encoding::read(text) }
    }

    /// Whether an item of this game is one of another: as to a move, however it is spelled.
    pub(super) fn is_same(&self, item: &Item, other: &Self, of_other: &Item) -> bool {
        if item.kind != of_other.kind {
            return false;
        }
        match item.kind {
            Kind::Move(_) | Kind::Nag(_) | Kind::Begin | Kind::End { .. } => true,
            Kind::Comment | Kind::Escape | Kind::Unread => {
                item.text.of(&self.text) == of_other.text.of(&other.text)
                    || self.says(item) == other.says(of_other)
            }
        }
    }

    /// Whether no error is reported more often than in `before`.
    pub(super) fn is_no_worse_than(&self, before: &Self) -> bool {
        let mut old = before.errors.iter();
        self.errors.iter().all(|code| old.by_ref().any(|other| other == code))
    }
}

/// Which errors are reported.
#[derive(Debug, Default)]
struct Errors(Vec<Code>);

impl Sink for Errors {
    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.0.push(diagnostic.code);
        }
    }
}

/// The tag pairs of a section as they count: for each the name that it stands for, and whether it is the one that counts.
pub(super) fn counting(text: &[u8], tags: &[RawTag]) -> Vec<(Vec<u8>, bool)> {
    let mut section = TagSection::default();
    for tag in tags {
        section.push(*tag);
    }
    section.resolve(text, &mut Ignore);
    let names = crate::read::ExactNames::among(tags.iter().map(|tag| tag.name.of(text)));
    let mut counts = section.iter(text).map(|(_, tag)| tag.span.start).collect::<Vec<_>>();
    counts.sort_unstable();
    tags.iter()
        .map(|tag| {
            let spelled = tag.name.of(text);
            let name = names.rename(spelled).map_or(spelled, str::as_bytes);
            (name.to_vec(), counts.binary_search(&tag.span.start).is_ok())
        })
        .collect()
}
