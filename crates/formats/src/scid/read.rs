//! From the blob of a game to a visitor.

use std::borrow::Cow;
use std::collections::HashSet;

use pgnkit::chess::ChessMode;
use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::diagnostics::{Encoding, Span};
use pgnkit::internals::Assembler;
use pgnkit::{EndOfGame, Extent, Flow, GameBuilder, Ply, Start, Text, Variation, Visitor};

use super::blob::{BEGIN, COMMENT, Comments, END, HAS_FEN, LAST, NAG, outline, skip_variation};
use super::board::Board;
use super::bytes::Cursor;
use super::tags::{TagWriter, clean, read_blob};
use super::{Damage, File, IndexEntry, Names, Reason};

/// A game as it is in a database.
#[derive(Clone, Copy, Debug)]
pub struct GameRecord<'a> {
    /// Number of the game, from 1, for reports.
    pub number: u32,
    /// Its record in the index.
    pub entry: &'a IndexEntry,
    /// The names of the database.
    pub names: &'a Names,
    /// Its bytes in the file of games; see [`IndexEntry::blob`].
    pub blob: &'a [u8],
}

/// Decodes games; its memory is used again for each.
///
/// Spans that a visitor gets are bytes of the file of games, and empty where a tag is not from there. Tags are those of
/// names and index, then those of the blob: `WhiteElo` or another rating by its kind, `ECO`, `EventDate`, and `ScidFlags` with
/// the letters of the flags. A game of which a move cannot be read ends there, and a variation likewise, after which the
/// game goes on.
#[derive(Debug, Default)]
pub struct GameReader {
    /// Lines that variations interrupt.
    outer: Vec<Line>,
    taken: HashSet<String>,
}

/// A line of moves.
#[derive(Clone, Copy, Debug)]
struct Line {
    board: Board,
    /// The board before its last move: variations begin there.
    before: Board,
    has_move: bool,
}

impl Line {
    fn new(board: Board) -> Self {
        Self { board, before: board, has_move: false }
    }
}

/// Reports damage of a game.
pub(super) struct Report<'r> {
    sink: &'r mut dyn FnMut(Damage),
    record: u32,
    ply: Option<u32>,
    /// Offset of the blob in the file of games.
    pub(super) base: usize,
}

impl Report<'_> {
    pub(super) fn at(&mut self, offset: usize, reason: Reason) {
        (self.sink)(Damage { file: File::Games, record: self.record, ply: self.ply, offset, reason });
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base.saturating_add(start), self.base.saturating_add(end))
    }
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
        let GameRecord { number, entry, blob, .. } = *record;
        let base = entry.offset as usize;
        let mut report = Report { sink: damage, record: number, ply: None, base };
        let mut cursor = Cursor::new(blob);
        let (tags, is_whole) = read_blob(&mut cursor, &mut report);
        let mut start = if is_whole { read_start(&mut cursor, &mut report) } else { OwnStart::default() };
        if entry.chess960 && start.board.is_some() {
            start.start.mode = ChessMode::Chess960;
        }
        let OwnStart { start, board, fen } = start;
        let mut writer = TagWriter { visitor, report: &mut report, taken: &mut self.taken, has_more: false };
        writer.write(record, &tags, &start, fen.as_ref().map(|(text, at)| (&**text, *at)));
        let (mut complete, mut extent) = (false, Extent::Tags);
        let flow = visitor.start(&start);
        if let (true, Some(board)) = (flow.goes_on(), board) {
            (complete, extent) = self.moves(board, cursor, blob, visitor, &mut report);
        } else if flow.goes_on() {
            extent = Extent::Whole;
        }
        let span = report.span(0, blob.len());
        let end = EndOfGame::new(span, entry.outcome().unwrap_or_default(), complete, extent);
        visitor.end(&end);
        end
    }

    /// Decodes moves; whether the main line is whole, and the part that the visitor was given.
    fn moves<V: Visitor + ?Sized>(
        &mut self,
        board: Board,
        mut cursor: Cursor<'_>,
        blob: &[u8],
        visitor: &mut V,
        report: &mut Report<'_>,
    ) -> (bool, Extent) {
        let (marks, end) = outline(cursor.rest());
        let mut comments = Comments::new(blob, cursor.at() + end);
        let texts = comments.clone().count();
        let (mut line, mut plies, mut is_whole) = (Line::new(board), 0, true);
        self.outer.clear();
        report.ply = Some(0);
        loop {
            let at = cursor.at();
            let Some(byte) = cursor.byte() else {
                report.at(at, Reason::Short("the end of the moves"));
                is_whole = false;
                break;
            };
            match byte {
                LAST => break,
                NAG => match cursor.byte() {
                    Some(nag) => visitor.nag(nag.into(), report.span(at, at + 2)),
                    None => report.at(at, Reason::Short("a glyph")),
                },
                COMMENT => {
                    let at = comments.at();
                    if let Some(text) = comments.next() {
                        let span = report.span(at, at + text.len());
                        visitor.comment(Text::of_str(&Encoding::read(text), span));
                    }
                }
                BEGIN => {
                    let inner = Line::new(if line.has_move { line.before } else { line.board });
                    let depth = self.outer.len() + 1;
                    let span = report.span(at, at + 1);
                    match visitor.begin_variation(Variation::new(span, inner.board.position(), depth)) {
                        Flow::Continue | Flow::Finish => self.outer.push(std::mem::replace(&mut line, inner)),
                        Flow::Skip => comments.pass_over(skip_variation(&mut cursor)),
                        Flow::Stop => return (false, Extent::Part),
                    }
                }
                END => match self.outer.pop() {
                    Some(outer) => {
                        visitor.end_variation(report.span(at, at + 1), line.has_move);
                        line = outer;
                    }
                    None => report.at(at, Reason::NoVariation),
                },
                _ => {
                    let depth = self.outer.len();
                    let flow = match line.board.decode(byte, &mut cursor) {
                        Ok(mv) => {
                            line.before = line.board;
                            line.board.play(mv);
                            line.has_move = true;
                            if depth == 0 {
                                plies += 1;
                                report.ply = Some(plies);
                            }
                            let (before, after) = (line.before.position(), line.board.position());
                            visitor.play(Ply::new(mv, before, after, report.span(at, cursor.at()), depth))
                        }
                        Err(reason) => {
                            report.at(at, reason);
                            if depth == 0 {
                                is_whole = false;
                                break;
                            }
                            Flow::Skip
                        }
                    };
                    match flow {
                        Flow::Continue | Flow::Finish => {}
                        Flow::Skip if depth > 0 => {
                            comments.pass_over(skip_variation(&mut cursor));
                            visitor.end_variation(report.span(cursor.at(), cursor.at()), line.has_move);
                            if let Some(outer) = self.outer.pop() {
                                line = outer;
                            }
                        }
                        Flow::Skip | Flow::Stop => return (false, Extent::Part),
                    }
                }
            }
        }
        let end = cursor.at();
        if is_whole && !self.outer.is_empty() {
            // Moves of the main line may be missing after it.
            report.at(end, Reason::OpenVariation);
            is_whole = false;
        }
        while let Some(outer) = self.outer.pop() {
            visitor.end_variation(report.span(end, end), line.has_move);
            line = outer;
        }
        if marks != texts {
            report.at(end, Reason::Comments { marks, texts });
        }
        (is_whole, Extent::Whole)
    }
}

/// The start of a game. Without a board no move can be read.
#[derive(Default)]
struct OwnStart<'a> {
    start: Start,
    board: Option<Board>,
    /// The value of the tag FEN, if the game needs one, and its place.
    fen: Option<(Cow<'a, str>, Span)>,
}

fn read_start<'a>(cursor: &mut Cursor<'a>, report: &mut Report<'_>) -> OwnStart<'a> {
    let mut own = OwnStart::default();
    let Some(byte) = cursor.byte() else {
        report.at(cursor.at(), Reason::Short("the start of the game"));
        return own;
    };
    if byte & HAS_FEN == 0 {
        own.board = Some(Board::start());
        return own;
    }
    let at = cursor.at();
    let (bytes, is_whole) = cursor.text();
    if !is_whole {
        report.at(at, Reason::Short("the end of the start position"));
    }
    let place = Span::new(at, at + bytes.len());
    // As a tag it has no control characters, and without a value it is none (decision A-97).
    let text = clean(bytes);
    match fen::parse(text.as_bytes()) {
        Ok(fen) => {
            let start = &mut own.start;
            start.position = fen.position;
            start.set_up = start.position != start.position.variant().start();
            if start.position.needs_chess960() {
                start.mode = ChessMode::Chess960;
            }
            own.board = Board::new(fen.position);
            if own.board.is_none() {
                report.at(at, Reason::Pieces);
            }
            own.fen = Some((Cow::Owned(fen.position.fen(EnPassant::Always).to_string()), place));
        }
        Err(error) => {
            report.at(at, Reason::Fen(error));
            if !text.trim().is_empty() {
                own.start.is_known = false;
                own.fen = Some((text, place));
            }
        }
    }
    own
}
