//! From the record of a game to a visitor.

use std::ops::Range;

use pgnkit::chess::{ChessMode, Move, Position};
use pgnkit::diagnostics::Span;
use pgnkit::internals::Assembler;
use pgnkit::{EndOfGame, Extent, Flow, GameBuilder, Ply, Start, Text, Variation, Visitor};

use super::board::Step;
use super::bytes::{be, le};
use super::moves::{Coding, DEEPEST, Node, ROOT, Tree};
use super::notes::{Notes, Source};
use super::setup::{self, OwnStart};
use super::tags::TagWriter;
use super::{CodePage, Damage, Entities, ExtraHeader, File, GameHeader, Reason};

/// Number of bytes that [`moves_range`] needs.
pub const MOVES_HEAD: usize = 4;

/// The place of a record in `.cbg` by its offset and its first [`MOVES_HEAD`] bytes. It can end after the file.
///
/// # Errors
/// When there are fewer bytes. The number of the game is not known here, and 0.
pub fn moves_range(offset: u64, head: &[u8]) -> Result<Range<u64>, Damage> {
    let length = be(head, 1, 3).ok_or_else(|| outside(File::Moves, offset))?;
    Ok(offset..offset.saturating_add(length.max(MOVES_HEAD as u64)))
}

/// The record at an offset of the whole file `.cbg`, cut where the file ends.
///
/// # Errors
/// When the file ends before it.
pub fn moves_of(file: &[u8], offset: u64) -> Result<&[u8], Damage> {
    let rest = usize::try_from(offset).ok().and_then(|offset| file.get(offset..));
    let rest = rest.ok_or_else(|| outside(File::Moves, offset))?;
    let range = moves_range(offset, rest)?;
    Ok(cut(rest, range))
}

/// Number of bytes that [`annotations_range`] needs.
pub const ANNOTATIONS_HEAD: usize = 14;

/// The place of a record in `.cba` by its offset and its first [`ANNOTATIONS_HEAD`] bytes. It can end after the file.
///
/// # Errors
/// When there are fewer bytes. The number of the game is not known here, and 0.
pub fn annotations_range(offset: u64, head: &[u8]) -> Result<Range<u64>, Damage> {
    let length = be(head, 10, 4).ok_or_else(|| outside(File::Annotations, offset))?;
    Ok(offset..offset.saturating_add(length.max(ANNOTATIONS_HEAD as u64)))
}

/// The record at an offset of the whole file `.cba`, cut where the file ends.
///
/// # Errors
/// When the file ends before it.
pub fn annotations_of(file: &[u8], offset: u64) -> Result<&[u8], Damage> {
    let rest = usize::try_from(offset).ok().and_then(|offset| file.get(offset..));
    let rest = rest.ok_or_else(|| outside(File::Annotations, offset))?;
    let range = annotations_range(offset, rest)?;
    Ok(cut(rest, range))
}

fn outside(file: File, offset: u64) -> Damage {
    Damage { file, record: 0, ply: None, offset: 0, reason: Reason::Outside { offset } }
}

fn cut(rest: &[u8], range: Range<u64>) -> &[u8] {
    let length = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
    &rest[..rest.len().min(length)]
}

/// The title of a text by its record in `.cbg`, the first one of its languages; `None` if the record is none of a text, or
/// has no title. PGN has no place for texts.
pub fn text_title(record: &[u8], code_page: CodePage) -> Option<String> {
    if record.first()? & 0x80 == 0 {
        return None;
    }
    let (mut at, count) = (MOVES_HEAD + 4, le(record, MOVES_HEAD + 2, 2)?);
    for _ in 0..count {
        let length = le(record, at + 2, 2)? as usize;
        let title = code_page.read(record.get(at + 4..at + 4 + length)?.trim_ascii());
        if !title.is_empty() {
            return Some(title.into_owned());
        }
        at += 4 + length;
    }
    None
}

/// A game as it is in a base.
#[derive(Clone, Copy, Debug)]
pub struct GameRecord<'a> {
    /// Number of the game, from 1, for reports.
    pub number: u32,
    /// Its header.
    pub header: &'a GameHeader,
    /// More values of its header, if there are any.
    pub extra: Option<&'a ExtraHeader>,
    /// The names of the base.
    pub names: &'a Entities,
    /// Its record in `.cbg`; see [`moves_range`].
    pub moves: &'a [u8],
    /// Offset of the record in `.cbg`, for places.
    pub moves_at: u64,
    /// Its record in `.cba`, empty without annotations; see [`annotations_range`].
    pub annotations: &'a [u8],
}

/// Decodes games; its memory is used again for each.
///
/// Spans that a visitor gets are bytes of `.cbg`, and empty where a tag or a comment is not from there. A line of which a
/// move cannot be read ends before it, and what is in other lines is read.
#[derive(Debug, Default)]
pub struct GameReader {
    tree: Tree,
    notes: Notes,
    /// Moves whose alternatives are being read.
    frames: Vec<Frame>,
}

/// A move whose alternatives are being read.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The move that they replace, after which the line goes on.
    node: u32,
    /// The next alternative.
    next: u32,
    before: Position,
    after: Position,
}

/// Reports damage of a game.
pub(super) struct Report<'r> {
    sink: &'r mut dyn FnMut(Damage),
    record: u32,
    ply: Option<u32>,
    /// Offset of the record in `.cbg`.
    base: u64,
}

impl Report<'_> {
    pub(super) fn at(&mut self, file: File, offset: usize, reason: Reason) {
        (self.sink)(Damage { file, record: self.record, ply: self.ply, offset, reason });
    }

    fn moves(&mut self, offset: usize, reason: Reason) {
        self.at(File::Moves, offset, reason);
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let base = usize::try_from(self.base).unwrap_or(usize::MAX);
        Span::new(base.saturating_add(start), base.saturating_add(end))
    }
}

/// A game before its moves.
struct Head {
    start: Start,
    /// The pieces and the coding; without them no move can be read.
    moves: Option<(OwnStart, Coding)>,
}

impl GameReader {
    /// A reader without memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Decodes a game into a builder that is used again and again.
    pub fn read_into(
        &mut self,
        record: &GameRecord<'_>,
        builder: &mut GameBuilder,
        damage: &mut dyn FnMut(Damage),
    ) -> EndOfGame {
        self.read(record, &mut Assembler::new(builder), damage)
    }

    /// Decodes a game for a visitor.
    pub fn read<V: Visitor + ?Sized>(
        &mut self,
        record: &GameRecord<'_>,
        visitor: &mut V,
        damage: &mut dyn FnMut(Damage),
    ) -> EndOfGame {
        let mut report = Report { sink: damage, record: record.number, ply: None, base: record.moves_at };
        let Head { start, moves } = read_head(record.moves, &mut report);
        self.notes.read(record.annotations);
        let time_control = self.notes.time_control(record.annotations);
        TagWriter { visitor, report: &mut report }.write(record, &start, time_control.as_deref());
        let (mut complete, mut extent) = (false, Extent::Tags);
        let flow = visitor.start(&start);
        if let (true, Some((own, coding))) = (flow.goes_on(), moves) {
            (complete, extent) = self.moves(record, &own, coding, visitor, &mut report);
        } else if flow.goes_on() {
            extent = Extent::Whole;
        }
        let span = report.span(0, record.moves.len());
        let end = EndOfGame::new(span, record.header.outcome().unwrap_or_default(), complete, extent);
        visitor.end(&end);
        end
    }

    /// Decodes moves; whether the main line is whole, and the part that the visitor was given.
    fn moves<V: Visitor + ?Sized>(
        &mut self,
        record: &GameRecord<'_>,
        own: &OwnStart,
        coding: Coding,
        visitor: &mut V,
        report: &mut Report<'_>,
    ) -> (bool, Extent) {
        let end = self.tree.read(record.moves, MOVES_HEAD + own.len, own.board, coding);
        self.notes.connect(&mut self.tree.nodes, record.annotations);
        report.ply = Some(0);
        let source = Source { record: record.annotations, code_page: record.names.code_page };
        let mut walk = Walk {
            tree: &self.tree,
            frames: &mut self.frames,
            has_notes: !self.notes.is_empty(),
            notes: &mut self.notes,
            source,
            last_nag: if record.header.result == LINE { record.header.last_nag } else { 0 },
            visitor,
            report,
            plies: 0,
        };
        let (mut is_whole, extent) = walk.all(own.position);
        let reason = if end.is_too_deep {
            Some(Reason::Depth)
        } else if !end.main_line_ends {
            Some(Reason::Short("the end of the moves"))
        } else if !end.all_lines_end {
            Some(Reason::OpenVariation)
        } else {
            None
        };
        if let Some(reason) = reason.filter(|_| extent == Extent::Whole) {
            report.moves(end.at, reason);
        }
        is_whole &= end.main_line_ends;
        report.ply = None;
        self.notes.report(report);
        (is_whole, extent)
    }
}

/// The way through a tree, in the order of PGN.
struct Walk<'w, 'r, V: ?Sized> {
    tree: &'w Tree,
    frames: &'w mut Vec<Frame>,
    visitor: &'w mut V,
    report: &'w mut Report<'r>,
    /// Number of half-moves of the main line.
    plies: u32,
    notes: &'w mut Notes,
    has_notes: bool,
    source: Source<'w>,
    /// The glyph of the last position, 0 if there is none.
    last_nag: u8,
}

/// The result of a game without one.
const LINE: u8 = 3;

/// The way on after a move.
enum Next {
    /// The move was played and leads to a position.
    Played(Position),
    /// The line ends before it, or the visitor does not want the rest of the line.
    LineEnds { is_damaged: bool },
    /// The visitor wants no more.
    Stop,
}

impl<V: Visitor + ?Sized> Walk<'_, '_, V> {
    /// Passes all moves to the visitor; whether the main line is whole, and the part that the visitor was given.
    fn all(&mut self, start: Position) -> (bool, Extent) {
        self.frames.clear();
        let (mut node, mut position) = (ROOT, start);
        if self.has_notes {
            self.comments_before(ROOT);
            self.notes_after(ROOT);
        }
        loop {
            let first = self.node(node).first;
            let next = if first == ROOT {
                Next::LineEnds { is_damaged: false }
            } else {
                self.play(first, &position)
            };
            match next {
                Next::Played(after) => {
                    let next = self.node(first).next;
                    if next == ROOT || !self.has_room(first) {
                        (node, position) = (first, after);
                        continue;
                    }
                    self.frames.push(Frame { node: first, next, before: position, after });
                }
                Next::LineEnds { is_damaged } if self.frames.is_empty() => {
                    // Without damage the visitor may have had enough.
                    let extent = if first == ROOT || is_damaged { Extent::Whole } else { Extent::Part };
                    return (first == ROOT, extent);
                }
                Next::LineEnds { .. } => self.end_variation(),
                Next::Stop => return (false, Extent::Part),
            }
            loop {
                let Some(frame) = self.frames.last_mut() else { return (true, Extent::Whole) };
                let (alternative, before) = (frame.next, frame.before);
                if alternative == ROOT {
                    (node, position) = (frame.node, frame.after);
                    self.frames.pop();
                    break;
                }
                frame.next = self.tree.nodes[alternative as usize].next;
                match self.begin_variation(alternative, &before) {
                    Next::Played(after) => {
                        (node, position) = (alternative, after);
                        break;
                    }
                    Next::LineEnds { .. } => {}
                    Next::Stop => return (false, Extent::Part),
                }
            }
        }
    }

    fn node(&self, node: u32) -> &Node {
        &self.tree.nodes[node as usize]
    }

    /// Whether variations of a move can be read.
    fn has_room(&mut self, node: u32) -> bool {
        let has_room = self.frames.len() < DEEPEST;
        if !has_room {
            self.report.moves(self.node(node).at as usize, Reason::Depth);
        }
        has_room
    }

    /// Begins a variation and plays its first move, if that can be played.
    fn begin_variation(&mut self, node: u32, before: &Position) -> Next {
        let Some(mv) = self.resolve(node, before) else { return Next::LineEnds { is_damaged: true } };
        let at = self.node(node).at as usize;
        let span = self.report.span(at, at);
        match self.visitor.begin_variation(Variation::new(span, before, self.frames.len())) {
            Flow::Continue | Flow::Finish => {}
            Flow::Skip => return Next::LineEnds { is_damaged: false },
            Flow::Stop => return Next::Stop,
        }
        let next = self.play_move(node, mv, before);
        if let Next::LineEnds { .. } = next {
            self.end_variation();
        }
        next
    }

    fn end_variation(&mut self) {
        self.visitor.end_variation(Span::default(), true);
    }

    fn play(&mut self, node: u32, before: &Position) -> Next {
        match self.resolve(node, before) {
            Some(mv) => self.play_move(node, mv, before),
            None => Next::LineEnds { is_damaged: true },
        }
    }

    #[inline]
    fn play_move(&mut self, node: u32, mv: Move, before: &Position) -> Next {
        let at = self.node(node).at as usize;
        let depth = self.frames.len();
        if depth == 0 {
            self.plies += 1;
            self.report.ply = Some(self.plies);
        }
        if self.has_notes {
            self.comments_before(node);
        }
        let after = before.after(mv);
        let span = self.report.span(at, at + 1);
        match self.visitor.play(Ply::new(mv, before, &after, span, depth)) {
            Flow::Continue | Flow::Finish => {}
            Flow::Skip => return Next::LineEnds { is_damaged: false },
            Flow::Stop => return Next::Stop,
        }
        if self.has_notes || self.last_nag > 0 {
            self.notes_after(node);
        }
        Next::Played(after)
    }

    fn comments_before(&mut self, node: u32) {
        let (visitor, nowhere) = (&mut *self.visitor, Span::default());
        let mut comment = |text: &str| visitor.comment(Text::of_str(text, nowhere));
        self.notes.before(&self.tree.nodes[node as usize], self.source, &mut comment);
    }

    /// Passes on glyphs and comments of a move, or of the game before its first.
    fn notes_after(&mut self, node: u32) {
        let is_main = self.frames.is_empty();
        let Self { tree, notes, visitor, source, .. } = self;
        let (node, nowhere) = (&tree.nodes[node as usize], Span::default());
        let mut last = if is_main && self.plies > 0 && node.first == ROOT { self.last_nag } else { 0 };
        notes.glyphs(node, source.record, |nag| {
            if nag == last {
                last = 0;
            }
            visitor.nag(nag.into(), nowhere);
        });
        if last > 0 {
            visitor.nag(last.into(), nowhere);
        }
        let mut comment = |text: &str| visitor.comment(Text::of_str(text, nowhere));
        notes.after(node, is_main.then_some(self.plies), *source, &mut comment);
    }

    /// The legal move of a node; damage is reported.
    #[inline]
    fn resolve(&mut self, node: u32, before: &Position) -> Option<Move> {
        let node = self.node(node);
        let at = node.at as usize;
        match node.step {
            Ok(step) => {
                let mv = legal_move(step, before);
                if mv.is_none() {
                    self.report.moves(at, Reason::Illegal);
                }
                mv
            }
            Err(fault) => {
                self.report.moves(at, fault.into());
                None
            }
        }
    }
}

fn legal_move(step: Step, position: &Position) -> Option<Move> {
    match step {
        Step::Null => position.is_legal(Move::NULL).then_some(Move::NULL),
        Step::Castle(side) => {
            let color = position.turn();
            let rook = position.castling_rook(color, side)?;
            position.find_move(position.king(color), rook, None)
        }
        Step::Plain { from, to, promotion } => {
            let mv = position.find_move(from, to, promotion)?;
            // A step of the king is no castling.
            (!mv.is_castling()).then_some(mv)
        }
    }
}

/// Reads what is before the moves.
fn read_head(record: &[u8], report: &mut Report<'_>) -> Head {
    let mut head = Head { start: Start::default(), moves: None };
    let Some((&flags, length)) = record.first().zip(be(record, 1, 3)) else {
        report.moves(record.len(), Reason::Short("the moves"));
        return head;
    };
    if (record.len() as u64) < length {
        report.moves(record.len(), Reason::Short("the rest of the moves"));
    }
    // Bit 7 of mode 0 is a text; games of other modes can have it, too.
    let is_text = flags & 0xbf == 0x80;
    let Some(coding) = Coding::of_mode(flags & 0x3f).filter(|_| !is_text) else {
        report.moves(0, Reason::Mode(flags & 0x3f));
        return head;
    };
    head.start.mode = coding.mode;
    if flags & 0x40 == 0 {
        head.moves = Some((OwnStart::usual(), coding));
        return head;
    }
    let mut warn = |at, reason| report.moves(MOVES_HEAD + at, reason);
    match setup::read(&record[MOVES_HEAD..], coding.mode, &mut warn) {
        Ok(own) => {
            let start = &mut head.start;
            start.position = own.position;
            start.set_up = own.position != Position::START;
            if own.position.needs_chess960() {
                start.mode = ChessMode::Chess960;
            }
            head.moves = Some((own, coding));
        }
        Err(reason) => {
            report.moves(MOVES_HEAD, reason);
            head.start.is_known = false;
        }
    }
    head
}
