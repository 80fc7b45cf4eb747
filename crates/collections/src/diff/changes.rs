//! Differences between two games that belong together.

use std::collections::{HashMap, HashSet};
use std::fmt;

use pgnkit::chess::{Color, Move};
use pgnkit::{Game, Node, NodeId, Note};

/// A part of a game that is different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// The value of a tag.
    Tag,
    /// The marker at the end, where the tag Result does not show it.
    Result,
    /// The position the game begins from, or its rules; then moves are not compared.
    Start,
    /// The main line from some move on.
    Moves,
    /// A variation.
    Variation,
    /// A comment.
    Comment,
    /// A numeric annotation glyph.
    Glyph,
    /// An escape line.
    Escape,
    /// Text that could not be read.
    Unread,
    /// Only how it is written.
    Writing,
}

impl ChangeKind {
    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Result => "result",
            Self::Start => "start",
            Self::Moves => "moves",
            Self::Variation => "variation",
            Self::Comment => "comment",
            Self::Glyph => "glyph",
            Self::Escape => "escape line",
            Self::Unread => "unread text",
            Self::Writing => "writing",
        }
    }
}

/// A place in the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// Half-moves from the start of the game, those of variations with what is before them.
    pub ply: u32,
    /// The move with its number; none before the first one.
    pub mv: Option<String>,
    /// Whether it is before the move that begins a variation, and not after the move.
    pub is_before: bool,
    /// Whether it is in a variation.
    pub in_variation: bool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.mv {
            None => f.write_str("before the moves")?,
            Some(mv) => write!(f, "{} {mv}", if self.is_before { "before" } else { "after" })?,
        }
        if self.in_variation { f.write_str(" in a variation") } else { Ok(()) }
    }
}

/// A difference in a game: what was there, and what is there now; nothing for what was added or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The part of the game that differs.
    pub kind: ChangeKind,
    /// The name of a tag.
    pub name: Option<String>,
    /// Its place in the moves.
    pub place: Option<Place>,
    /// The old value.
    pub old: Option<String>,
    /// The new value.
    pub new: Option<String>,
}

/// The differences between two games, in the order of their text: tags, result, moves.
pub(super) fn changes(old: &Game, new: &Game) -> Vec<Change> {
    let mut found = Comparison { changes: Vec::new(), before: plies_before(new) };
    found.tags(old, new);
    let (one, other) = (old.result(), new.result());
    let is_shown = found.changes.iter().any(|change| change.name.as_deref() == Some("Result"));
    if one != other && !is_shown {
        let [one, other] = [one, other].map(|result| Some(result.as_str().to_owned()));
        found.add(ChangeKind::Result, None, one, other);
    }
    let (one, other) = (old.start(), new.start());
    if (one.position, one.mode, one.rules_are_known) == (other.position, other.mode, other.rules_are_known) {
        found.moves(old, new);
    } else {
        let [one, other] = [one, other].map(|start| Some(start.position.to_string()));
        found.add(ChangeKind::Start, None, one, other);
    }
    if found.changes.is_empty() {
        found.add(ChangeKind::Writing, None, None, None);
    }
    found.changes
}

/// Half-moves of the numbering before the start of a game.
fn plies_before(game: &Game) -> u32 {
    let start = game.start().position;
    2 * (start.fullmove_number().max(1) - 1) + u32::from(start.turn() == Color::Black)
}

struct Comparison {
    changes: Vec<Change>,
    before: u32,
}

/// Places of both games that the same moves lead to.
struct Pair<'g> {
    old: Node<'g>,
    new: Node<'g>,
    ply: u32,
    /// Whether it is in the main line of both.
    is_main: bool,
}

impl Comparison {
    fn add(&mut self, kind: ChangeKind, place: Option<Place>, old: Option<String>, new: Option<String>) {
        self.changes.push(Change { kind, name: None, place, old, new });
    }

    fn tags(&mut self, old: &Game, new: &Game) {
        let values = |game: &Game| -> HashMap<String, String> {
            // Of a tag that is there twice the first one counts.
            let mut values = HashMap::new();
            for (name, value) in game.tags() {
                values.entry(name.to_owned()).or_insert_with(|| value.to_owned());
            }
            values
        };
        let (mut of_old, mut of_new) = (values(old), values(new));
        for name in old.tags().chain(new.tags()).map(|(name, _)| name) {
            let (one, other) = (of_old.remove(name), of_new.remove(name));
            if one != other {
                let name = Some(name.to_owned());
                self.changes.push(Change { kind: ChangeKind::Tag, name, place: None, old: one, new: other });
            }
        }
    }

    /// The move that leads to a node, with its number.
    fn label(&self, node: Node<'_>, ply: u32) -> String {
        if let Some(text) = node.unchecked() {
            return text.to_owned();
        }
        let number = self.before + ply.saturating_sub(1);
        let dots = if number.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots} {}", number / 2 + 1, node.san())
    }

    /// The moves of a line from one on, a few of them.
    fn line(&self, first: Node<'_>, ply: u32) -> String {
        let rest = first.following();
        let count = 1 + rest.clone().count();
        let mut text = self.label(first, ply);
        for (node, ply) in rest.take(3).zip(ply + 1..) {
            let label = self.label(node, ply);
            let is_white = !(self.before + ply).is_multiple_of(2);
            let shown = if is_white { label.as_str() } else { label.rsplit(' ').next().unwrap_or_default() };
            text = format!("{text} {shown}");
        }
        let more = if count > 4 { " …" } else { "" };
        let plural = if count == 1 { "" } else { "s" };
        format!("{text}{more} ({count} half-move{plural})")
    }

    fn moves(&mut self, old: &Game, new: &Game) {
        let mut pairs = vec![Pair { old: old.root(), new: new.root(), ply: 0, is_main: true }];
        while let Some(pair) = pairs.pop() {
            let mv = (pair.ply > 0).then(|| self.label(pair.new, pair.ply));
            let place = Place { ply: pair.ply, mv, is_before: false, in_variation: !pair.is_main };
            self.notes(&notes(pair.old), &notes(pair.new), &place);
            self.next_moves(&pair, &mut pairs);
        }
    }

    /// Compares the moves after a place that both games have.
    fn next_moves<'g>(&mut self, pair: &Pair<'g>, pairs: &mut Vec<Pair<'g>>) {
        let Pair { old, new, ply, is_main } = *pair;
        let ply = ply + 1;
        let (first, other) = (old.next(), new.next());
        let goes_on_alike = match (first, other) {
            (None, None) => return,
            (Some(first), Some(other)) => move_of(first) == move_of(other),
            _ => false,
        };
        if is_main && !goes_on_alike {
            let mv = first.or(other).map(|node| self.label(node, ply));
            let place = Place { ply, mv, is_before: false, in_variation: false };
            let [one, two] = [first, other].map(|node| node.map(|node| self.line(node, ply)));
            self.add(ChangeKind::Moves, Some(place), one, two);
        }
        let is_alone = |node: Node<'_>| node.variations().next().is_none();
        if let (Some(old), Some(new), true) = (first, other, goes_on_alike)
            && is_alone(old)
            && is_alone(new)
        {
            pairs.push(Pair { old, new, ply, is_main });
            return;
        }
        // A move may be there more than once: the first with the first, and so on.
        let mut left: HashMap<(Move, Option<&str>), Vec<Node<'g>>> = HashMap::new();
        let of_new: Vec<Node<'g>> = new.children().collect();
        for child in of_new.iter().rev() {
            left.entry(move_of(*child)).or_default().push(*child);
        }
        let mut found = Vec::new();
        for (number, child) in old.children().enumerate() {
            match left.get_mut(&move_of(child)).and_then(Vec::pop) {
                Some(same) => {
                    let is_main = is_main && number == 0 && goes_on_alike;
                    found.push(Pair { old: child, new: same, ply, is_main });
                }
                // In the main line it has been said.
                None if is_main && number == 0 => {}
                None => self.variation(child, ply, true),
            }
        }
        let left: HashSet<NodeId> = left.into_values().flatten().map(|node| node.id()).collect();
        for (number, child) in of_new.iter().enumerate() {
            if left.contains(&child.id()) && !(is_main && number == 0) {
                self.variation(*child, ply, false);
            }
        }
        for Pair { old, new, .. } in &found {
            // What is before the first move of a variation.
            let starts = [old, new]
                .map(|node| node.parent().filter(|parent| parent.starts_line() && parent.parent().is_some()));
            let [one, other] = starts.map(|start| start.map(notes).unwrap_or_default());
            let place = Place { ply, mv: Some(self.label(*new, ply)), is_before: true, in_variation: true };
            self.notes(&one, &other, &place);
        }
        // Variations of a move come before what follows it: the last one pushed comes first.
        let mut found = found.into_iter();
        pairs.extend(found.next());
        pairs.extend(found.rev());
    }

    fn variation(&mut self, first: Node<'_>, ply: u32, is_old: bool) {
        let place = Place { ply, mv: Some(self.label(first, ply)), is_before: false, in_variation: true };
        let line = Some(self.line(first, ply));
        let (old, new) = if is_old { (line, None) } else { (None, line) };
        self.add(ChangeKind::Variation, Some(place), old, new);
    }

    /// Compares what is beside two places.
    fn notes(&mut self, old: &[(ChangeKind, String)], new: &[(ChangeKind, String)], place: &Place) {
        if old == new {
            return;
        }
        let without = |some: &[(ChangeKind, String)], others: &[(ChangeKind, String)]| {
            let mut left: HashMap<(ChangeKind, String), usize> = HashMap::new();
            others.iter().for_each(|note| *left.entry(note.clone()).or_default() += 1);
            let is_alone = |note: &&(ChangeKind, String)| match left.get_mut(*note) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            };
            some.iter().filter(is_alone).cloned().collect::<Vec<_>>()
        };
        let mut removed = without(old, new);
        let mut added = without(new, old);
        // One for another one of its kind.
        if let ([one], [other]) = (&mut *removed, &mut *added)
            && one.0 == other.0
        {
            let [one, other] = [one, other].map(|note| Some(std::mem::take(&mut note.1)));
            self.add(removed[0].0, Some(place.clone()), one, other);
            return;
        }
        for (kind, text) in removed {
            self.add(kind, Some(place.clone()), Some(text), None);
        }
        for (kind, text) in added {
            self.add(kind, Some(place.clone()), None, Some(text));
        }
    }
}

fn move_of<'g>(node: Node<'g>) -> (Move, Option<&'g str>) {
    (node.mv(), node.unchecked())
}

/// Comments and glyphs at a place; white space in comments does not count.
fn notes(node: Node<'_>) -> Vec<(ChangeKind, String)> {
    let note = |note: Note<'_>| match note {
        Note::Comment(text) => {
            Some((ChangeKind::Comment, text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")))
        }
        Note::Nag(nag) => Some((ChangeKind::Glyph, format!("${nag}"))),
        Note::Escape(text) => Some((ChangeKind::Escape, text.to_owned())),
        Note::Unread(text) => Some((ChangeKind::Unread, text.to_owned())),
        _ => None,
    };
    node.notes().filter_map(note).collect()
}
