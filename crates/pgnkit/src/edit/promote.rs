//! A variation made the main line, in the text.

use std::borrow::Cow;

use pgnkit_chess::Color;
use pgnkit_syntax::Span;

use super::places::{Item, Kind};
use super::plan::{NewItem, Patch};
use super::reading::Reading;
use super::{EditableGame, TextEditError, index};
use crate::{Game, Node, NodeId};

impl EditableGame<'_> {
    /// Makes the line that leads to `node` the main line, with all that follows it, as [`Game::make_main_line`] does. The text of
    /// each part goes where the part goes, with comments and layout; move numbers are added and left out where parentheses
    /// ask for it.
    ///
    /// Takes time in the length of the game for each line that is exchanged. Other edits of moves and comments cannot be made
    /// together with it.
    ///
    /// # Errors
    /// When there is no such node, when moves or comments are edited besides, and when the text does not say where the parts
    /// are.
    pub fn make_main_line(&mut self, node: NodeId) -> Result<(), TextEditError> {
        let before = self.reading()?;
        let mut path = path(&before.game, node).ok_or(TextEditError::NoSuchPlace)?;
        let mut exchanged: Option<Exchanged<'_>> = None;
        while let Some(last) = path.iter().rposition(|&child| child > 0) {
            let (now, order) = match &exchanged {
                Some(exchanged) => (&exchanged.reading, exchanged.order.clone()),
                None => (before, (0..before.items.len()).collect()),
            };
            let exchange = Exchange::new(now, &path[..=last]).ok_or(TextEditError::SideEffect)?;
            let text = exchange.text(self.newline());
            let reading = Reading::read(self.window, Cow::Owned(text)).ok_or(TextEditError::SideEffect)?;
            if reading.items.len() != order.len() {
                return Err(TextEditError::SideEffect);
            }
            let order = exchange.order().map(|item| order[item]).collect();
            exchanged = Some(Exchanged { reading, order });
            path[last] = 0;
        }
        if let Some(exchanged) = exchanged {
            let patch = exchanged.patch(before);
            self.inserted.push(patch);
            self.main_line = Some(node);
        }
        Ok(())
    }
}

/// The way to a node: at each place the number of the move there, 0 in the line itself, the others in its variations.
fn path(game: &Game, node: NodeId) -> Option<Vec<usize>> {
    let mut node = game.node(node)?;
    if node.starts_line() && node.id() != NodeId::ROOT {
        node = node.next()?;
    }
    let mut path = Vec::new();
    while let Some(parent) = node.parent() {
        let place = if parent.starts_line() { parent.parent().unwrap_or(parent) } else { parent };
        path.push(place.children().position(|child| child.id() == node.id())?);
        node = place;
    }
    path.reverse();
    Some(path)
}

/// A game after exchanges.
struct Exchanged<'t> {
    reading: Reading<'t>,
    /// By item, the item of the old text that it is.
    order: Vec<usize>,
}

impl Exchanged<'_> {
    /// The one edit that all exchanges are.
    fn patch(self, before: &Reading<'_>) -> Patch {
        let (old, new, items) = (&before.text[..], &self.reading.text[..], &before.items);
        let same = |(a, b): &(&u8, &u8)| a == b;
        let from = old.iter().zip(new).take_while(same).count();
        let most = old.len().min(new.len()) - from;
        let until = old.len() - old.iter().rev().zip(new.iter().rev()).take(most).take_while(same).count();
        // Whole items, among them all that have moved.
        let is_moved = |item: &usize| self.order[*item] != *item;
        let first = items.partition_point(|item| item.span.end <= from);
        let first = (0..items.len()).find(is_moved).map_or(first, |item| item.min(first));
        let end = items.partition_point(|item| item.span.start < until);
        let end = (0..items.len()).rfind(is_moved).map_or(end, |item| end.max(item + 1));
        let start_of_first = items.get(first).map_or(from, |item| item.span.start);
        let end_of_last = end.checked_sub(1).map_or(until, |last| items[last].span.end);
        let span = Span::new(from.min(start_of_first), until.max(end_of_last));
        let bytes = new[span.start..new.len() - (old.len() - span.end)].to_vec();
        let new = self.order[first..end].iter().map(|&item| NewItem::Old(item)).collect();
        Patch { span, bytes, items: first..end, new }
    }
}

/// Items in a row.
type Items = std::ops::Range<usize>;

/// A move with what follows it in its line, and a variation of that move: they are to change places.
struct Exchange<'r, 't> {
    reading: &'r Reading<'t>,
    /// The move, with its notes up to its first variation.
    head: Items,
    /// Notes between its variations.
    between: Vec<Items>,
    /// What follows its variations.
    rest: Items,
    /// Its other variations.
    others: Vec<Items>,
    /// The comments before the first move of the variation; that move, with its notes; what follows it.
    lead: Items,
    new_head: Items,
    new_rest: Items,
    /// The numbers to be given to Black's moves: to the first one, and to the one after it.
    numbers: [Option<u32>; 2],
}

impl<'r, 't> Exchange<'r, 't> {
    fn new(reading: &'r Reading<'t>, path: &[usize]) -> Option<Self> {
        let (&variation, path) = path.split_last()?;
        let place = path.iter().try_fold(reading.game.root(), |node, &child| node.children().nth(child))?;
        let item = |node: Node<'_>| reading.nodes.get(index(node.id()))?.item;
        let main = place.next()?;
        let start = main.variations().nth(variation.checked_sub(1)?)?;
        let (first, begin, new_first) = (item(main)?, item(start)?, item(start.next()?)?);
        let end = reading.line_end(begin)?;
        let head = first..reading.end_of_notes(first + 1);
        let (mut between, mut others) = (Vec::new(), Vec::new());
        let (mut at, mut after_variations) = (head.end, head.end);
        while reading.items.get(at).is_some_and(|item| item.kind == Kind::Begin) {
            if after_variations < at {
                between.push(after_variations..at);
            }
            let ends = reading.line_end(at)?;
            if at != begin {
                others.push(at..ends + 1);
            }
            after_variations = ends + 1;
            at = reading.end_of_notes(after_variations);
        }
        let marker = reading.outline.marker.map_or(usize::MAX, |(marker, _)| marker.start);
        let until = reading
            .line_end(first)
            .unwrap_or_else(|| reading.items.partition_point(|item| item.span.start < marker));
        let new_head = new_first..reading.end_of_notes(new_first + 1);
        let exchange = Self {
            reading,
            rest: after_variations..until,
            between,
            others,
            lead: begin + 1..new_first,
            new_rest: new_head.end..end,
            new_head,
            head,
            numbers: numbers(&reading.game, place),
        };
        // A variation before its move (S010) is not, nor is one that a marker cuts.
        let in_order = first < begin && begin < after_variations && after_variations <= until;
        // An escape line is one only where it begins a line.
        let has_escape = |items: &[Item]| items.iter().any(|item| item.kind == Kind::Escape);
        (in_order && !has_escape(&reading.items[first..until])).then_some(exchange)
    }

    /// The items in their new order.
    fn order(&self) -> impl Iterator<Item = usize> {
        let (begin, end) = (self.lead.start - 1, self.new_rest.end);
        let mut order: Vec<usize> = (0..self.head.start).collect();
        order.extend(self.lead.clone().chain(self.new_head.clone()));
        order.push(begin);
        order.extend(self.head.clone());
        order.extend(self.between.iter().cloned().flatten().chain(self.rest.clone()));
        order.push(end);
        order.extend(self.others.iter().cloned().flatten().chain(self.new_rest.clone()));
        order.extend(self.rest.end..self.reading.items.len());
        order.into_iter()
    }

    fn text(&self, newline: &str) -> Vec<u8> {
        let (text, items) = (&self.reading.text[..], &self.reading.items);
        let first = items[self.head.start].span.start;
        let out = Vec::with_capacity(text.len() + 16);
        let mut out = Writing { reading: self.reading, text: out, newline, in_line_comment: false };
        let number = number_before(self.gap(self.head.start));
        let (before, number) = text[..first].split_at(first - number);
        out.text.extend_from_slice(before);
        if !self.lead.is_empty() {
            out.items(self.lead.clone());
            out.raw(b" ");
        }
        match self.numbers[0].filter(|_| number.is_empty() && !self.lead.is_empty()) {
            Some(number) => out.raw(format!("{number}... ").as_bytes()),
            None => out.raw(number),
        }
        out.items(self.new_head.clone());
        out.raw(blank(self.gap(self.head.end)));
        out.raw(b"(");
        let gap = self.gap(self.new_head.start);
        out.raw(if self.lead.is_empty() { gap } else { gap.trim_ascii_start() });
        out.items(self.head.clone());
        for notes in &self.between {
            out.raw(b" ");
            out.items(notes.clone());
        }
        self.go_on(self.rest.clone(), &mut out);
        out.raw(b")");
        for variation in &self.others {
            out.raw(blank(self.gap(variation.start)));
            out.items(variation.clone());
        }
        self.go_on(self.new_rest.clone(), &mut out);
        out.raw(&text[items[self.rest.end - 1].span.end..]);
        out.text
    }

    /// What follows a move or its variations, with a number for Black's move where there was a parenthesis or a comment before.
    fn go_on(&self, rest: Items, out: &mut Writing<'_, '_>) {
        let Some(next) = self.reading.items.get(rest.start).filter(|_| !rest.is_empty()) else { return };
        let gap = self.gap(rest.start);
        let has_number = gap.iter().any(u8::is_ascii_digit);
        let is_number =
            gap.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'0'..=b'9' | b'.'));
        let follows_other = matches!(out.text.last(), Some(b')' | b'}')) || out.in_line_comment;
        match self.numbers[1].filter(|_| matches!(next.kind, Kind::Move(_))) {
            Some(number) if follows_other && !has_number => {
                out.raw(blank(gap));
                out.raw(format!("{number}... ").as_bytes());
            }
            Some(_) if !follows_other && is_number => out.raw(blank(gap)),
            _ if gap.is_empty() => out.raw(b" "),
            _ => out.raw(gap),
        }
        out.items(rest);
    }

    /// The bytes between an item and the one before it.
    fn gap(&self, item: usize) -> &'r [u8] {
        let end = self.reading.items.get(item).map_or(self.reading.outline.game.end, |item| item.span.start);
        let start = item.checked_sub(1).map_or(0, |last| self.reading.items[last].span.end);
        &self.reading.text[start.min(end)..end]
    }
}

/// The numbers of Black's moves at a place and after a move there; none where it is White's turn.
fn numbers(game: &Game, place: Node<'_>) -> [Option<u32>; 2] {
    if !game.start().rules_are_known {
        // They are part of the moves.
        return [None; 2];
    }
    let mut position = place.position();
    let number = |turn, number| (turn == Color::Black).then_some(number);
    let here = number(position.turn(), position.fullmove_number());
    position.play(place.next().map_or(pgnkit_chess::Move::NULL, |next| next.mv()));
    [here, number(position.turn(), position.fullmove_number())]
}

/// White space before what follows: that which was there, or a space.
fn blank(gap: &[u8]) -> &[u8] {
    let length = gap.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if length == 0 { b" " } else { &gap[..length] }
}

/// The length of the move number that the bytes before a move end with, with its periods and blanks.
fn number_before(text: &[u8]) -> usize {
    let end = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'.')).count();
    let digits = text[..text.len() - end].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { 0 } else { end + digits }
}

impl Reading<'_> {
    /// The first item from `from` on that is no note.
    fn end_of_notes(&self, from: usize) -> usize {
        let is_note = |kind| !matches!(kind, Kind::Move(_) | Kind::Begin | Kind::End { .. });
        from + self.items.iter().skip(from).take_while(|item| is_note(item.kind)).count()
    }
}

/// A text that is put together from parts of another one.
struct Writing<'r, 't> {
    reading: &'r Reading<'t>,
    text: Vec<u8>,
    newline: &'r str,
    /// Whether it ends with a comment that reaches to the end of its line.
    in_line_comment: bool,
}

impl Writing<'_, '_> {
    fn raw(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if std::mem::take(&mut self.in_line_comment) && !matches!(bytes[0], b'\n' | b'\r') {
            self.text.extend_from_slice(self.newline.as_bytes());
        }
        self.text.extend_from_slice(bytes);
    }

    /// Items in a row, with what is between them.
    fn items(&mut self, items: Items) {
        let items = &self.reading.items[items];
        if let (Some(first), Some(last)) = (items.first(), items.last()) {
            let span = Span::new(first.span.start, last.span.end);
            self.raw(span.of(&self.reading.text));
            self.in_line_comment = last.ends_line(&self.reading.text);
        }
    }
}
