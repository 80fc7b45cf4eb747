//! Writing games as records.

use std::io;

use pgnkit_chess::{Move, Position};

use super::loss::Losses;
use super::order;
use super::record::marker;
use crate::game::{Game, Node, Note};
use crate::instructions::{Hot, Instructions};
use crate::write::{ExportedTags, PlyCount, exported_nags, result_value};

/// Dialect in which games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// As the standard says.
    #[default]
    Standard,
    /// The form of the program pgn2pgc: every game is between markers 0x05 and 0x06, the seven bare values of the
    /// roster follow 0x05, moves are in short sequences, and there are no escape strings.
    Pgn2pgc,
}

/// Writes games as PGC (section 20.4), appending them to bytes.
///
/// A game with only the roster and moves becomes one record of marker 0x01, any other becomes records between 0x05 and
/// 0x06: its tags in export order, including its result; moves in sequences that are as long as possible; annotations
/// in ascending order before variations.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    dialect: Dialect,
    /// The moves since the last record.
    moves: Vec<u8>,
    /// The records of the movetext.
    records: Vec<u8>,
    losses: Losses,
    instructions: Instructions,
}

impl Writer {
    /// A writer of the standard's PGC.
    pub fn new() -> Self {
        Self::default()
    }

    /// A writer in a dialect.
    #[must_use]
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// Appends a game, whole.
    ///
    /// # Errors
    /// When PGC cannot hold all of it; then nothing is appended.
    pub fn write_game(&mut self, game: &Game, out: &mut Vec<u8>) -> Result<(), Losses> {
        let start = out.len();
        let losses = self.write_lossy(game, out);
        if losses.is_empty() {
            return Ok(());
        }
        out.truncate(start);
        Err(losses)
    }

    /// Writes a game to a file, a socket or the like, whole.
    ///
    /// # Errors
    /// Those of `out`; and when PGC cannot hold all of the game an error of the kind
    /// [`InvalidData`](io::ErrorKind::InvalidData) that holds the [`Losses`], with nothing written.
    pub fn write_to(&mut self, game: &Game, out: &mut (impl io::Write + ?Sized)) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.write_game(game, &mut bytes)
            .map_err(|losses| io::Error::new(io::ErrorKind::InvalidData, losses))?;
        out.write_all(&bytes)
    }

    /// Appends what PGC can hold of a game, and says what it cannot.
    pub fn write_lossy(&mut self, game: &Game, out: &mut Vec<u8>) -> Losses {
        self.losses = Losses::default();
        self.moves.clear();
        self.records.clear();
        self.instructions.run(Movetext { writer: self, game });
        let tags = ExportedTags::of(game, PlyCount::OfTree, |_| true);
        let result = result_value(game);
        let can_be_reduced = self.dialect == Dialect::Standard
            && tags.others.is_empty()
            && self.records.is_empty()
            && u16::try_from(self.moves.len()).is_ok();
        if can_be_reduced {
            out.push(marker::REDUCED_GAME);
            self.roster(&tags, result, out);
            long_sequence(&self.moves, out);
            return self.losses;
        }
        self.end_moves();
        out.push(marker::BEGIN_GAME);
        match self.dialect {
            Dialect::Pgn2pgc => {
                let known = game.result().as_str().as_bytes();
                self.losses.results += u64::from(result != known);
                self.roster(&tags, known, out);
            }
            Dialect::Standard => {
                for (name, value) in tags.needed_roster() {
                    self.tag(name.as_bytes(), value, out);
                }
                self.tag(b"Result", result, out);
            }
        }
        for (name, value) in &tags.others {
            self.tag(name, value, out);
        }
        out.extend_from_slice(&self.records);
        out.push(marker::END_GAME);
        self.losses
    }

    fn roster(&mut self, tags: &ExportedTags<'_>, result: &[u8], out: &mut Vec<u8>) {
        for value in tags.roster() {
            self.string(value, out);
        }
        self.string(result, out);
    }

    fn tag(&mut self, name: &[u8], value: &[u8], out: &mut Vec<u8>) {
        if name.len() > usize::from(u8::MAX) && characters(name).count() > usize::from(u8::MAX) {
            self.losses.long_strings += 1;
            return;
        }
        out.push(marker::TAG);
        self.string(name, out);
        self.string(value, out);
    }

    /// A string of up to 255 characters; what is more is cut off.
    fn string(&mut self, text: &[u8], out: &mut Vec<u8>) {
        let is_plain = text.iter().all(|byte| matches!(byte, b' '..0x7f));
        if let (true, Ok(length)) = (is_plain, u8::try_from(text.len())) {
            out.push(length);
            return out.extend_from_slice(text);
        }
        let at = out.len();
        out.push(0);
        let mut count: u8 = 0;
        for character in characters(text) {
            let Some(more) = count.checked_add(1) else {
                self.losses.long_strings += 1;
                break;
            };
            count = more;
            out.push(self.latin1(character));
        }
        out[at] = count;
    }

    fn latin1(&mut self, character: char) -> u8 {
        match u8::try_from(character) {
            // As export format has it.
            Ok(..b' ' | 0x7f) => b' ',
            Ok(byte) => byte,
            Err(_) => {
                self.losses.characters += 1;
                b'?'
            }
        }
    }

    #[inline(always)]
    fn ordinal(&self, position: &Position, mv: Move) -> Option<u8> {
        match self.dialect {
            Dialect::Standard => position.ordinal(mv),
            Dialect::Pgn2pgc => order::ordinal(position, mv),
        }
    }

    #[inline(always)]
    fn movetext(&mut self, game: &Game) {
        let mut position = game.start().position;
        self.notes(game.root());
        let mut interrupted: Vec<Interrupted<'_>> = Vec::new();
        let mut next = game.root().next();
        loop {
            while let Some(node) = next {
                let Some(ordinal) = self.ordinal(&position, node.mv()) else {
                    self.lose(node);
                    break;
                };
                self.moves.push(ordinal);
                let before = position;
                position.play(node.mv());
                next = node.next();
                if node.has_company() {
                    self.notes(node);
                    if let Some(variation) = self.next_variation(node.first_variation(), &before) {
                        interrupted.push(Interrupted { owner: node, variation, before, after: position });
                        position = before;
                        next = self.open(variation);
                    }
                }
            }
            let Some(outer) = interrupted.last_mut() else { break };
            let (owner, before) = (outer.owner, outer.before);
            let after = outer.variation.next_variation();
            self.put(marker::END_VARIATION);
            match self.next_variation(after, &before) {
                Some(variation) => {
                    outer.variation = variation;
                    position = before;
                    next = self.open(variation);
                }
                None => {
                    next = owner.next();
                    position = outer.after;
                    interrupted.pop();
                }
            }
        }
    }

    /// The first of some variations whose first move can be written.
    fn next_variation<'g>(&mut self, first: Option<Node<'g>>, position: &Position) -> Option<Node<'g>> {
        let mut variation = first;
        while let Some(start) = variation {
            match start.next() {
                Some(node) if self.ordinal(position, node.mv()).is_some() => break,
                Some(node) => {
                    self.losses.comments += start.comments().count() as u64;
                    self.lose(node);
                }
                None => self.losses.comments += start.comments().count() as u64,
            }
            variation = start.next_variation();
        }
        variation
    }

    fn open<'g>(&mut self, variation: Node<'g>) -> Option<Node<'g>> {
        self.put(marker::BEGIN_VARIATION);
        self.notes(variation);
        variation.next()
    }

    /// A record that is nothing but its marker.
    fn put(&mut self, marker: u8) {
        self.end_moves();
        self.records.push(marker);
    }

    /// Annotations, comments and escape lines of a move, or before the first one.
    fn notes(&mut self, node: Node<'_>) {
        for nag in exported_nags(node) {
            self.put(marker::NAG);
            self.records.push(nag);
        }
        for note in node.notes() {
            match note {
                Note::Comment(_) | Note::Unread(_) => self.losses.comments += 1,
                Note::Escape(text) => self.escape(text.as_bytes()),
                Note::Nag(_) | Note::Move(_) => {}
            }
        }
    }

    fn escape(&mut self, text: &[u8]) {
        let length = u16::try_from(characters(text).count());
        let (Ok(length), Dialect::Standard) = (length, self.dialect) else {
            self.losses.escapes += 1;
            return;
        };
        self.put(marker::ESCAPE);
        self.records.extend_from_slice(&length.to_le_bytes());
        for character in characters(text) {
            let byte = if character == '\t' { b'\t' } else { self.latin1(character) };
            self.records.push(byte);
        }
    }

    /// Writes the moves that were played since the last record.
    fn end_moves(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        match self.dialect {
            Dialect::Standard if moves.len() > usize::from(u8::MAX) => {
                for part in moves.chunks(usize::from(u16::MAX)) {
                    self.records.push(marker::LONG_MOVES);
                    long_sequence(part, &mut self.records);
                }
            }
            _ => {
                for part in moves.chunks(usize::from(u8::MAX)) {
                    self.records.extend_from_slice(&[marker::SHORT_MOVES, part.len() as u8]);
                    self.records.extend_from_slice(part);
                }
            }
        }
        self.moves = moves;
        self.moves.clear();
    }

    /// Counts what is lost with a move that has no ordinal, all that follows it in its line included.
    #[cold]
    fn lose(&mut self, first: Node<'_>) {
        self.losses.moves_without_ordinal += 1;
        let mut moves = 0;
        // In any order: these are sums.
        let mut left = vec![first];
        while let Some(node) = left.pop() {
            if !node.starts_line() {
                moves += 1;
            }
            for note in node.notes() {
                match note {
                    Note::Comment(_) | Note::Unread(_) => self.losses.comments += 1,
                    Note::Escape(_) => self.losses.escapes += 1,
                    Note::Nag(_) | Note::Move(_) => {}
                }
            }
            left.extend(node.variations());
            left.extend(node.next());
        }
        self.losses.moves_after += moves - 1;
    }
}

/// [`Writer::movetext`], where the time goes.
struct Movetext<'w, 'g> {
    writer: &'w mut Writer,
    game: &'g Game,
}

impl Hot for Movetext<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.writer.movetext(self.game);
    }
}

/// A line that is interrupted by a variation. [`Game::walk`] has no part in this: it plays a move before its ordinal can be
/// asked for, begins variations that are left out here, and copies both positions into each of its steps.
struct Interrupted<'g> {
    /// The move the variations belong to, and the positions around it.
    owner: Node<'g>,
    before: Position,
    after: Position,
    /// The start of the variation being written.
    variation: Node<'g>,
}

fn long_sequence(moves: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(moves.len() as u16).to_le_bytes());
    out.extend_from_slice(moves);
}

/// The characters of text, which is UTF-8.
fn characters(text: &[u8]) -> impl Iterator<Item = char> {
    text.utf8_chunks().flat_map(|chunk| chunk.valid().chars())
}
