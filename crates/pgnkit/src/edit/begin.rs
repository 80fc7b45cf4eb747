//! A game that begins later, in the text.

use pgnkit_chess::Color;
use pgnkit_chess::fen::EnPassant;
use pgnkit_syntax::Span;

use super::places::Kind;
use super::plan::Patch;
use super::reading::Reading;
use super::{EditableGame, TextEditError, index, no_such};
use crate::NodeId;

impl EditableGame<'_> {
    /// Begins the game with the position after `node`, a move of the main line. The moves that lead there go, with their
    /// glyphs, comments and variations, and the tags FEN and SetUp (section 9.7) say the position. What is said about it stays
    /// as comments before the first move: those on `node`, and those before the first move until now. Numbers of moves go on.
    ///
    /// # Errors
    /// When the main line has no such move, or the rules or the start of the game are not known.
    pub fn begin_after(&mut self, node: NodeId) -> Result<(), TextEditError> {
        let reading = self.reading()?;
        let place = no_such(reading.game.node(node).filter(|place| place.is_main_line()))?;
        if !reading.start().is_known || !reading.start().rules_are_known {
            return Err(TextEditError::UnknownPosition);
        }
        if node == NodeId::ROOT {
            return Ok(());
        }
        let position = place.position();
        let next = match place.next() {
            Some(next) => no_such(reading.nodes.get(index(next.id())))?.item,
            None => None,
        };
        let next = next.map(|item| reading.items[item].span.start);
        let number = match (next, position.turn()) {
            (Some(_), Color::Black) => format!("{}... ", position.fullmove_number()).into_bytes(),
            (Some(next), Color::White) => number_before(reading, next).to_vec(),
            (None, _) => Vec::new(),
        };
        let outline = &reading.outline;
        let until = next.or(outline.marker.map(|(marker, _)| marker.start)).unwrap_or(outline.game.end);
        let comments = comments_of(reading, [NodeId::ROOT, node]);
        // Those that are to go need no place.
        let stays = comments.filter(|comment| self.items.get(comment).is_none_or(Option::is_some)).collect();
        let patches = removals(reading, stays, until, self.newline(), &number)?;
        self.inserted.extend(patches);
        self.set_tag("SetUp", "1")?;
        self.set_tag("FEN", position.fen(EnPassant::Always).as_str())
    }
}

/// The number of a move of White, as it is written, and the blanks after it.
fn number_before<'r>(reading: &'r Reading<'_>, at: usize) -> &'r [u8] {
    let last = reading.items.partition_point(|item| item.span.start < at).checked_sub(1);
    let start = last.map_or(at, |last| reading.items[last].span.end);
    Span::new(start, at).of(&reading.text).trim_ascii_start()
}

/// The items of the comments beside nodes.
fn comments_of(reading: &Reading<'_>, nodes: [NodeId; 2]) -> impl Iterator<Item = usize> {
    let notes =
        nodes.into_iter().filter_map(|node| reading.nodes.get(index(node))).flat_map(|place| &place.notes);
    notes.map(|note| note.item).filter(|&item| reading.items[item].kind == Kind::Comment)
}

/// Takes away all from the beginning of the movetext on but for the comments that stay.
fn removals(
    reading: &Reading<'_>,
    stays: Vec<usize>,
    until: usize,
    newline: &str,
    number: &[u8],
) -> Result<Vec<Patch>, TextEditError> {
    let items = &reading.items;
    let mut at = no_such(reading.outline.movetext)?;
    let mut item = items.partition_point(|item| item.span.start < at);
    let end = items.partition_point(|item| item.span.start < until);
    let (mut patches, mut before) = (Vec::new(), "");
    // The others are before the movetext, or after the marker.
    let within = item..end;
    for comment in stays.into_iter().filter(|comment| within.contains(comment)) {
        if item < comment || before.is_empty() {
            let span = Span::new(at, items[comment].span.start);
            patches.push(Patch {
                span,
                bytes: before.as_bytes().to_vec(),
                items: item..comment,
                new: Vec::new(),
            });
        }
        (at, item) = (items[comment].span.end, comment + 1);
        before = if items[comment].ends_line(&reading.text) { newline } else { " " };
    }
    let bytes = [before.as_bytes(), number].concat();
    patches.push(Patch { span: Span::new(at, until), bytes, items: item..end, new: Vec::new() });
    Ok(patches)
}
