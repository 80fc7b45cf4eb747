//! Edits of the movetext.

use pgnkit_syntax::Span;

use super::places::{Item, Kind, NotePlace};
use super::plan::{NewItem, Patch};
use super::reading::Reading;
use super::{EditableGame, TextEditError, encode, index, no_such, spaced};
use crate::NodeId;

impl Item {
    /// Whether it is a comment that reaches to the end of its line.
    pub(super) fn ends_line(&self, text: &[u8]) -> bool {
        self.kind == Kind::Escape || (self.kind == Kind::Comment && text.get(self.span.start) == Some(&b';'))
    }
}

impl EditableGame<'_> {
    /// The place in [`text`](Self::text) of a move as it is spelled, without suffixes; of the beginning of a variation,
    /// its `(`.
    pub fn node_span(&self, node: NodeId) -> Option<Span> {
        let reading = self.reading().ok()?;
        Some(reading.items[reading.nodes.get(index(node))?.item?].span)
    }

    /// The place of a comment, with its braces or its `;`: of those beside `node` the one at `index`, from 0. `None`
    /// also for text that could not be read, which a game has as a comment.
    pub fn comment_span(&self, node: NodeId, index: usize) -> Option<Span> {
        let reading = self.reading().ok()?;
        Some(reading.items[comment(reading, node, index).ok()?].span)
    }

    /// The place of the termination marker.
    pub fn marker_span(&self) -> Option<Span> {
        self.outline().marker.map(|(span, _)| span)
    }

    /// The place of a tag pair in the text; of several with one name, the one that counts.
    pub fn tag_span(&self, name: &str) -> Option<Span> {
        self.tag_state().span(name)
    }

    /// Replaces the text of a comment: of those beside `node` the one at `index`, from 0, as
    /// [`Node::comments`](crate::Node::comments) gives them. Line breaks are written as the game has them.
    ///
    /// # Errors
    /// When there is no such comment, or it is text that could not be read; when the text holds `}`, a control character
    /// or a character that the encoding does not have.
    pub fn set_comment(&mut self, node: NodeId, index: usize, text: &str) -> Result<(), TextEditError> {
        let text = self.comment_text(text)?;
        let item = comment(self.reading()?, node, index)?;
        self.items.insert(item, Some(NewItem::Comment(text)));
        Ok(())
    }

    /// Adds a comment after those beside `node`; before the first move for [`NodeId::ROOT`] and for the beginning of a
    /// variation.
    ///
    /// # Errors
    /// As for [`set_comment`](Self::set_comment), and when there is no such node.
    pub fn add_comment(&mut self, node: NodeId, text: &str) -> Result<(), TextEditError> {
        let text = self.comment_text(text)?;
        let reading = self.reading()?;
        let notes = &no_such(reading.nodes.get(index(node)))?.notes;
        // After text that could not be read it would become part of it.
        let readable =
            |note: &&NotePlace| !matches!(reading.items[note.item].kind, Kind::Unread | Kind::Begin);
        let last = notes.iter().rfind(readable).map(|note| note.item);
        let patch = self.put_after(node, last, NewItem::Comment(text))?;
        self.inserted.push(patch);
        Ok(())
    }

    /// Puts a comment before the one at `index` beside `node`, from 0; as many as there are adds one after them.
    ///
    /// # Errors
    /// As for [`set_comment`](Self::set_comment).
    pub fn insert_comment(&mut self, node: NodeId, index: usize, text: &str) -> Result<(), TextEditError> {
        let reading = self.reading()?;
        let notes = &no_such(reading.nodes.get(super::index(node)))?.notes;
        if notes.iter().filter(|note| note.is_comment).count() == index {
            return self.add_comment(node, text);
        }
        let text = self.comment_text(text)?;
        let reading = self.reading()?;
        let item = comment(reading, node, index)?;
        let at = reading.items[item].span.start;
        let bytes = encode::encode(&format!("{{{text}}} "), self.encoding())?.into_owned();
        let new = vec![NewItem::Comment(text)];
        self.inserted.push(Patch { span: Span::new(at, at), bytes, items: item..item, new });
        Ok(())
    }

    /// Removes a comment: of those beside `node` the one at `index`, from 0.
    ///
    /// # Errors
    /// When there is none, or it is text that could not be read.
    pub fn remove_comment(&mut self, node: NodeId, index: usize) -> Result<(), TextEditError> {
        let item = comment(self.reading()?, node, index)?;
        self.items.insert(item, None);
        Ok(())
    }

    /// Adds a numeric annotation glyph to a move (section 8.2.4), `$14`, after those it has. Nothing happens where the
    /// move has it.
    ///
    /// # Errors
    /// When there is no such move.
    pub fn add_nag(&mut self, node: NodeId, nag: u8) -> Result<(), TextEditError> {
        let reading = self.reading()?;
        let notes = &no_such(reading.nodes.get(index(node)))?.notes;
        let kind = |note: &NotePlace| reading.items[note.item].kind;
        if !self.is_move(node) {
            return Err(TextEditError::NoSuchPlace);
        }
        let has_it = |note: &NotePlace| {
            kind(note) == Kind::Nag(nag.into()) && self.items.get(&note.item).is_none_or(Option::is_some)
        };
        if notes.iter().any(has_it) {
            return Ok(());
        }
        let last = notes.iter().take_while(|note| matches!(kind(note), Kind::Nag(_))).last();
        let patch = self.put_after(node, last.map(|note| note.item), NewItem::Nag(nag))?;
        self.inserted.push(patch);
        Ok(())
    }

    /// Removes each annotation of that value from a move, however it is written (`$1`, `!`).
    ///
    /// # Errors
    /// When there is no such move, or it has no such annotation.
    pub fn remove_nag(&mut self, node: NodeId, nag: u8) -> Result<(), TextEditError> {
        let reading = self.reading()?;
        let notes = &no_such(reading.nodes.get(index(node)))?.notes;
        let is_it =
            |note: &&NotePlace| reading.items[note.item].kind == Kind::Nag(nag.into()) && !note.is_comment;
        let found: Vec<usize> = notes.iter().filter(is_it).map(|note| note.item).collect();
        if found.is_empty() {
            return Err(TextEditError::NoSuchPlace);
        }
        self.items.extend(found.into_iter().map(|item| (item, None)));
        Ok(())
    }

    /// Spells a move in another way: `e4` for `e2-e4`. It must mean the same move.
    ///
    /// # Errors
    /// When there is no such move, or the spelling is none: empty, or with white space or control characters in it.
    pub fn set_spelling(&mut self, node: NodeId, spelling: &str) -> Result<(), TextEditError> {
        if let Some(wrong) = spelling.chars().find(|c| c.is_whitespace() || c.is_control()) {
            return Err(TextEditError::Character(wrong));
        }
        encode::encode(spelling, self.encoding())?;
        let reading = self.reading()?;
        let item = no_such(reading.nodes.get(index(node)).and_then(|place| place.item))?;
        if !self.is_move(node) || spelling.is_empty() {
            return Err(TextEditError::NoSuchPlace);
        }
        self.items.insert(item, Some(NewItem::Same(item, spelling.to_owned())));
        Ok(())
    }

    /// Removes the variation that `node` is in, from its beginning to its end.
    ///
    /// # Errors
    /// When there is no such node, it is in the main line, or the text does not say where the variation ends.
    pub fn remove_variation(&mut self, node: NodeId) -> Result<(), TextEditError> {
        let reading = self.reading()?;
        let item = no_such(reading.nodes.get(index(node)).and_then(|place| place.item))?;
        let first = no_such(reading.line_start(item))?;
        let items = &reading.items;
        let last = no_such(reading.line_end(first))?;
        let whole = Span::new(items[first].span.start, items[last].span.end);
        if !matches!(whole.of(self.bytes), [b'(', .., b')']) {
            return Err(TextEditError::SideEffect);
        }
        let (span, bytes) = removal(self.bytes, whole, false);
        self.inserted.push(Patch { span, bytes, items: first..last + 1, new: Vec::new() });
        Ok(())
    }

    /// Ends a line after `node`: what follows in it goes, with its comments and variations. What belongs to the move
    /// itself stays. After the place before the first move of a variation, the whole variation goes.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn truncate_after(&mut self, node: NodeId) -> Result<(), TextEditError> {
        let reading = self.reading()?;
        let place = no_such(reading.nodes.get(index(node)))?;
        let items = &reading.items;
        if place.item.is_some_and(|item| items[item].kind == Kind::Begin) {
            return self.remove_variation(node);
        }
        // After the move, its notes, and its variations.
        let mut from = place.item.map_or(0, |item| item + 1);
        while let Some(item) = items.get(from) {
            match item.kind {
                Kind::Move(_) | Kind::End { .. } => break,
                Kind::Begin if place.item.is_none() => break,
                Kind::Begin => from = no_such(reading.line_end(from))? + 1,
                _ => from += 1,
            }
        }
        let end = reading.line_end(place.item.unwrap_or(usize::MAX));
        let until = end.unwrap_or(items.len());
        if from == until {
            return Ok(());
        }
        let line_end = match (end, self.outline().marker) {
            (Some(end), _) => items[end].span.start,
            (None, Some((marker, _))) => marker.start,
            (None, None) => self.outline().game.end,
        };
        let start = match from.checked_sub(1).filter(|_| place.item.is_some()) {
            Some(last) => items[last].span.end,
            None => {
                let notes = from.checked_sub(1).map_or(0, |last| items[last].span.end);
                reading.outline.movetext.unwrap_or(notes).max(notes)
            }
        };
        let after_line_comment = start > 0 && from > 0 && items[from - 1].ends_line(self.bytes);
        let begins_line = start == 0 || matches!(self.bytes[start - 1], b' ' | b'\n' | b'\r');
        let bytes = if after_line_comment {
            self.newline()
        } else if self.bytes.get(line_end) == Some(&b')')
            || begins_line
            || line_end == self.outline().game.end
        {
            ""
        } else {
            " "
        };
        // Comments after the marker stay. A glyph there belongs to the last move, and would be that of another one.
        let (before_marker, after_marker) =
            items[..until].split_at(items[..until].partition_point(|item| item.span.start < line_end));
        if after_marker.iter().any(|item| !matches!(item.kind, Kind::Comment | Kind::Escape | Kind::Unread)) {
            return Err(TextEditError::SideEffect);
        }
        let until = before_marker.len();
        let patch = Patch {
            span: Span::new(start, line_end),
            bytes: bytes.as_bytes().to_vec(),
            items: from..until,
            new: Vec::new(),
        };
        self.inserted.push(patch);
        Ok(())
    }

    fn is_move(&self, node: NodeId) -> bool {
        let item = self
            .reading()
            .ok()
            .and_then(|reading| Some(reading.items[reading.nodes.get(index(node))?.item?].kind));
        matches!(item, Some(Kind::Move(_)))
    }

    fn comment_text(&self, text: &str) -> Result<String, TextEditError> {
        encode::check_comment(text)?;
        encode::encode(text, self.encoding())?;
        Ok(encode::with_newlines(text, self.newline()))
    }

    /// Puts something after `note`, an item beside `node`, or, without one, after the move.
    fn put_after(&self, node: NodeId, note: Option<usize>, new: NewItem) -> Result<Patch, TextEditError> {
        let token = match &new {
            NewItem::Comment(text) => format!("{{{text}}}"),
            NewItem::Nag(nag) => format!("${nag}"),
            NewItem::Same(..) | NewItem::Old(_) => return Err(TextEditError::NoSuchPlace),
        };
        let token = encode::encode(&token, self.encoding())?.into_owned();
        let reading = self.reading()?;
        let place = no_such(reading.nodes.get(index(node)))?;
        let movetext = reading.outline.movetext;
        // Notes of the root may come before the tags.
        let note = note.filter(|&note| {
            place.item.is_some()
                || self.outline().tags.last().is_none_or(|tag| tag.span.end <= reading.items[note].span.start)
        });
        let (at, items, before, after) = match (note, place.item) {
            (None, None) => {
                let (at, before, after) = match movetext {
                    Some(at) => (at, String::new(), " "),
                    None => (self.outline().game.end, self.newline().repeat(2), ""),
                };
                (at, reading.items.partition_point(|item| item.span.start < at), before, after)
            }
            (None, Some(item)) if reading.items[item].kind == Kind::Begin => {
                (reading.items[item].span.end, item + 1, String::new(), " ")
            }
            (Some(item), _) | (None, Some(item)) => {
                let last = &reading.items[item];
                let at = last.span.end;
                let ends_line = last.ends_line(self.bytes);
                let before = if ends_line { self.newline().to_owned() } else { " ".to_owned() };
                let is_comment = matches!(new, NewItem::Comment(_));
                let next = self.bytes.get(at).copied();
                let apart = next.is_none_or(|byte| byte <= b' ' || b"(){};".contains(&byte));
                (at, item + 1, before, if apart || (is_comment && !ends_line) { "" } else { " " })
            }
        };
        let bytes = [before.as_bytes(), &token, after.as_bytes()].concat();
        Ok(Patch { span: Span::new(at, at), bytes, items: items..items, new: vec![new] })
    }

    /// The edit of an item: its replacement, or its removal.
    pub(super) fn item_patch(
        &self,
        reading: &Reading<'_>,
        at: usize,
        new: Option<&NewItem>,
    ) -> Result<Patch, TextEditError> {
        let item = &reading.items[at];
        let items = at..at + 1;
        let Some(new) = new else {
            let (span, bytes) = removal(self.bytes, item.span, item.ends_line(self.bytes));
            return Ok(Patch { span, bytes, items, new: Vec::new() });
        };
        let (span, text) = match new {
            NewItem::Comment(text) if item.ends_line(self.bytes) && text.contains(['\n', '\r']) => {
                (item.span, format!("{{{text}}}"))
            }
            NewItem::Comment(text) => (item.text, text.clone()),
            NewItem::Nag(nag) => (item.span, spaced(self.bytes, item.span, &format!("${nag}"))),
            NewItem::Same(_, spelling) => (item.span, spelling.clone()),
            NewItem::Old(_) => return Err(TextEditError::NoSuchPlace),
        };
        Ok(Patch {
            span,
            bytes: encode::encode(&text, self.encoding())?.into_owned(),
            items,
            new: vec![new.clone()],
        })
    }
}

/// The item of a comment beside a node.
fn comment(reading: &Reading<'_>, node: NodeId, index: usize) -> Result<usize, TextEditError> {
    let notes = &no_such(reading.nodes.get(super::index(node)))?.notes;
    let item = no_such(notes.iter().filter(|note| note.is_comment).nth(index))?.item;
    match reading.items[item].kind {
        Kind::Comment => Ok(item),
        _ => Err(TextEditError::Unreadable),
    }
}

/// The bytes that go with a token that is removed, and what takes their place: its line where it is alone there, else the
/// blanks on one side; a space where its neighbours would grow together.
fn removal(text: &[u8], token: Span, ends_line: bool) -> (Span, Vec<u8>) {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let before = token.start - text[..token.start].iter().rev().take_while(is_blank).count();
    let after = token.end + text[token.end..].iter().take_while(is_blank).count();
    let line_break = match &text[after..] {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    };
    let begins_line = before > 0 && matches!(text[before - 1], b'\n' | b'\r');
    let is_edge = |byte: Option<&u8>| byte.is_none_or(|byte| b" \t\r\n(){}".contains(byte));
    if begins_line && line_break > 0 {
        (Span::new(before, after + line_break), Vec::new())
    } else if line_break > 0
        || ends_line
        || after == text.len()
        || (before < token.start && text.get(token.end) == Some(&b')'))
    {
        (Span::new(before, token.end), Vec::new())
    } else if after > token.end && is_edge(text[..token.start].last()) {
        (Span::new(token.start, after), Vec::new())
    } else if is_edge(text[..token.start].last()) || is_edge(text.get(token.end)) {
        (token, Vec::new())
    } else {
        (token, b" ".to_vec())
    }
}
