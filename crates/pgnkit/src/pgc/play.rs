//! The records of one game, put through the rules.

use pgnkit_chess::{Color, Position, Variant};
use pgnkit_syntax::{Code, Diagnostic, Sink, Span};

use super::order;
use super::outline::{Ending, Form, Outline};
use super::record::{self, Damage, Record};
use crate::instructions::{Hot, Instructions};
use crate::read::{Closed, Extent, Flow, Line, Ply, Source, Text, Variation, Visitor};

/// Plays the moves of a game that lies in `file` as `outline` says.
pub(super) struct Play<'p, V: ?Sized> {
    pub(super) file: &'p [u8],
    pub(super) line: &'p mut Line,
    /// The text that the escape lines are in.
    pub(super) source: &'p Source<'p>,
    /// The places of the escape lines' texts, in their order.
    pub(super) escapes: std::slice::Iter<'p, Span>,
    pub(super) visitor: &'p mut V,
    pub(super) sink: &'p mut dyn Sink,
    /// Whether the start is known, so that ordinals mean something.
    pub(super) start_is_known: bool,
    pub(super) instructions: Instructions,
}

/// The moves of a sequence, up to an ordinal that is none or one after which the visitor wants something else. Gives the
/// place where it ends, where it is not the end of the sequence, and the answer of the visitor.
struct Ordinals<'p, V: ?Sized> {
    line: &'p mut Line,
    visitor: &'p mut V,
    file: &'p [u8],
    left: Span,
}

impl<V: Visitor + ?Sized> Hot for Ordinals<'_, V> {
    type Output = (Option<usize>, Flow);

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        let flow = self.plies();
        ((!self.left.is_empty()).then_some(self.left.start), flow)
    }
}

impl<V: Visitor + ?Sized> Ordinals<'_, V> {
    /// The same for ordinals that are found among all moves: those in the order of pgn2pgc, and of variants.
    #[cold]
    fn one_by_one(mut self, of_pgn2pgc: bool) -> (Option<usize>, Flow) {
        let find = |position: &Position, ordinal| match of_pgn2pgc {
            true => order::move_at_ordinal(position, ordinal),
            false => position.move_at_ordinal(ordinal),
        };
        let mut flow = Flow::Continue;
        while flow.goes_on()
            && let Some(&ordinal) = self.left.of(self.file).first()
            && let Some(mv) = find(self.line.position(), ordinal)
        {
            self.line.play(mv);
            let at = self.left.start;
            self.left.start += 1;
            let (before, after, depth) = (self.line.before(), self.line.position(), self.line.depth());
            flow = self.visitor.play(Ply::new(mv, before, after, Span::new(at, at + 1), depth));
        }
        ((!self.left.is_empty()).then_some(self.left.start), flow)
    }

    #[inline(always)]
    fn plies(&mut self) -> Flow {
        // One loop for both colours, so that for each the compiler knows which it is.
        if self.line.turn() == Color::Black
            && let Some(flow) = self.ply(Color::Black)
        {
            return flow;
        }
        loop {
            if let Some(flow) = self.ply(Color::White) {
                return flow;
            }
            if let Some(flow) = self.ply(Color::Black) {
                return flow;
            }
        }
    }

    /// Plays the next move, one of `turn`, whose turn it is. What ends the loop where there is none, or the visitor wants no
    /// more.
    #[inline(always)]
    fn ply(&mut self, turn: Color) -> Option<Flow> {
        const LEAVE: Option<Flow> = Some(Flow::Continue);
        let at = self.left.start;
        let Some(&ordinal) = self.left.of(self.file).first() else { return LEAVE };
        let Some(mv) = self.line.follow_ordinal(turn, ordinal) else { return LEAVE };
        self.left.start += 1;
        let (before, after, depth) = (self.line.before(), self.line.position(), self.line.depth());
        let flow = self.visitor.play(Ply::new(mv, before, after, Span::new(at, at + 1), depth));
        (!flow.goes_on()).then_some(flow)
    }
}

/// State while the records of a game are read.
#[derive(Default)]
struct State {
    /// Open variations.
    depth: usize,
    /// A line that is not read on: how deep it is, and whether the visitor knows of it.
    lost: Option<Lost>,
    /// Whether the visitor wants no more of the game.
    stopped: bool,
    /// Whether anything but tags came.
    in_movetext: bool,
    /// Whether the line of play was read to its end, for the main line.
    incomplete: bool,
    /// Whether ordinals are in the order of pgn2pgc.
    of_pgn2pgc: bool,
}

#[derive(Clone, Copy)]
struct Lost {
    depth: usize,
    is_begun: bool,
}

impl<V: Visitor + ?Sized> Play<'_, V> {
    /// Reads the game: whether every move of the main line was read, and how much the visitor was given.
    pub(super) fn game(&mut self, outline: &Outline) -> (bool, Extent) {
        let mut state = State::default();
        match outline.form {
            Form::Reduced(game) => {
                if let Ending::Damage { at, damage } = outline.ending {
                    report_damage(self.file, at, damage, self.sink);
                }
                self.moves(game.moves, &mut state);
            }
            Form::General { records, movetext, bare_roster } => {
                state.of_pgn2pgc = bare_roster.is_some();
                let mut at = movetext;
                while at < records.end
                    && !state.stopped
                    && let Ok((record, end)) = record::read(self.file, at)
                {
                    self.record(Span::new(at, end), record, &mut state);
                    at = end;
                }
                if state.stopped {
                    report_damaged_end(self.file, outline, self.sink);
                } else {
                    self.ending(outline, &mut state);
                }
            }
        }
        let extent = if state.stopped { Extent::Part } else { Extent::Whole };
        (!state.incomplete && !state.stopped, extent)
    }

    fn record(&mut self, span: Span, record: Record, state: &mut State) {
        if !matches!(record, Record::Noop | Record::Escape(_) | Record::Tag { .. }) {
            state.in_movetext = true;
        }
        match record {
            Record::Tag { .. } if state.in_movetext => {
                self.sink.note(
                    Code::TagAfterMoves,
                    span,
                    || "expected all tag pairs before the first move, found one after it",
                );
            }
            Record::Escape(_) => {
                if let Some(text) = self.escapes.next() {
                    self.visitor.escape(Text::of_source(*text, self.source));
                }
            }
            Record::Moves(moves) => self.moves(moves, state),
            Record::BeginVariation => self.begin_variation(span, state),
            Record::EndVariation => self.end_variation(span, state),
            Record::Nag { at } if state.lost.is_none() => {
                let value = self.file[at];
                if !self.line.has_move {
                    self.sink.note(Code::NagBeforeMove, span, || {
                        format!(
                            "expected a move before an annotation, found ${value}; it is kept as a comment"
                        )
                    });
                }
                self.visitor.nag(value.into(), span);
            }
            _ => {}
        }
    }

    fn moves(&mut self, moves: Span, state: &mut State) {
        if state.lost.is_some() || moves.is_empty() {
            return;
        }
        if !self.start_is_known {
            let count = moves.len();
            self.sink.note(Code::UncheckedMoves, moves, || {
                format!("expected a starting position that is known, found {count} moves without one; they are not read")
            });
            return self.lose(state);
        }
        let ordinals = Ordinals { line: self.line, visitor: self.visitor, file: self.file, left: moves };
        let is_standard = ordinals.line.position().variant() == Variant::Standard;
        let done = if state.of_pgn2pgc || !is_standard {
            ordinals.one_by_one(state.of_pgn2pgc)
        } else {
            self.instructions.run(ordinals)
        };
        match done {
            (Some(at), flow) if flow.goes_on() => {
                self.report_ordinal(at, moves.end - at - 1);
                self.lose(state);
            }
            (_, flow) if flow.goes_on() => {}
            (_, flow) => self.leave(flow, state),
        }
    }

    /// Reports an ordinal that no move has.
    #[cold]
    fn report_ordinal(&mut self, at: usize, left: usize) {
        let ordinal = self.file[at];
        let count = self.line.position().legal_move_count();
        self.sink.note(Code::OrdinalOutOfRange, Span::new(at, at + 1), || {
            let limit = match count {
                0 => "no move, since the game is over".to_owned(),
                1 => "ordinal 0, there being one legal move".to_owned(),
                count => format!("an ordinal below {count}, the number of legal moves"),
            };
            let rest = match left {
                0 => String::new(),
                1 => ", nor the move behind it".to_owned(),
                left => format!(", nor are the {left} moves behind it"),
            };
            format!("expected {limit}, found {ordinal}; it is not read{rest}")
        });
    }

    /// The line of play cannot be read on.
    fn lose(&self, state: &mut State) {
        state.lost = Some(Lost { depth: state.depth, is_begun: true });
        state.incomplete |= state.depth == 0;
    }

    /// Leaves out the rest of a line, or of the game.
    #[cold]
    fn leave(&self, flow: Flow, state: &mut State) {
        if flow == Flow::Skip && state.depth > 0 {
            state.lost = Some(Lost { depth: state.depth, is_begun: true });
        } else {
            state.stopped = true;
        }
    }

    fn begin_variation(&mut self, span: Span, state: &mut State) {
        state.depth += 1;
        if state.lost.is_some() {
            return;
        }
        if !self.line.has_move {
            self.sink.note(Code::VariationBeforeMove, span, || {
                "expected a move that a variation can replace, found none; it is read as an alternative to the next move, \
                 and lost where there is none"
            });
        }
        if self.line.begin_variation(span.start) {
            let (start, depth) = (self.line.position(), self.line.depth());
            // It has no text that could be kept.
            match self.visitor.begin_variation(Variation { span: Span::default(), start, depth }) {
                Flow::Continue | Flow::Finish => {}
                Flow::Skip => {
                    self.line.abandon_variation();
                    state.lost = Some(Lost { depth: state.depth, is_begun: false });
                }
                Flow::Stop => state.stopped = true,
            }
        } else {
            self.sink.note(
                Code::VariationTooDeep,
                span,
                || "expected fewer variations within variations, found one more; it is not read",
            );
            state.lost = Some(Lost { depth: state.depth, is_begun: false });
        }
    }

    fn end_variation(&mut self, span: Span, state: &mut State) {
        let Some(depth) = state.depth.checked_sub(1) else {
            return self.sink.note(
                Code::StrayParenthesis,
                span,
                || "expected an open variation to end, found none",
            );
        };
        state.depth = depth;
        match state.lost {
            None => self.close(false),
            Some(lost) if lost.depth == depth + 1 => {
                state.lost = None;
                if lost.is_begun {
                    self.close(true);
                }
            }
            Some(_) => {}
        }
    }

    fn close(&mut self, is_lost: bool) {
        let Closed::Variation { has_move, opened } = self.line.end_variation() else { return };
        if !has_move && !is_lost {
            self.sink.note(
                Code::EmptyVariation,
                Span::new(opened, opened + 1),
                || "expected a move in a variation, found none",
            );
        }
        self.visitor.end_variation(Span::default(), has_move);
    }

    /// Closes what is open.
    fn ending(&mut self, outline: &Outline, state: &mut State) {
        let Form::General { records, .. } = outline.form else { return };
        match outline.ending {
            Ending::Proper => {}
            Ending::AnotherGame => {
                let at = records.end;
                self.sink.note(
                    Code::NestedGame,
                    Span::new(at, at + 1),
                    || "expected the end of the game, marker 0x06, found the beginning of another one",
                );
            }
            Ending::EndOfBytes => {
                let begin = Span::new(outline.span.start, outline.span.start + 1);
                self.sink.note(
                    Code::UnclosedGame,
                    begin,
                    || "expected marker 0x06 to end this game, found the end of the file",
                );
            }
            Ending::Damage { at, damage } => {
                if let Damage::Truncated(Some(Record::Moves(moves))) = damage {
                    self.moves(moves, state);
                }
                report_damage(self.file, at, damage, self.sink);
            }
        }
        let is_told = matches!(outline.ending, Ending::Damage { .. });
        while state.depth > 0 {
            let lost = state.lost;
            let lost_here = lost.is_some_and(|lost| lost.depth == state.depth);
            state.depth -= 1;
            if lost.is_some() && !lost_here {
                continue;
            }
            state.lost = None;
            if lost.is_some_and(|lost| !lost.is_begun) {
                continue;
            }
            let opened = self.line.opened().filter(|_| !is_told);
            if let Some(at) = opened {
                self.sink.note(
                    Code::UnclosedVariation,
                    Span::new(at, at + 1),
                    || "expected marker 0x09 to end this variation, found the end of its game",
                );
            }
            self.close(true);
        }
    }
}

/// Reports what ends the reading, of a game of which nothing else is reported.
#[cold]
pub(super) fn report_damaged_end(file: &[u8], outline: &Outline, sink: &mut dyn Sink) {
    if let Ending::Damage { at, damage } = outline.ending {
        report_damage(file, at, damage, sink);
    }
}

/// Reports what ends the reading, at the marker.
pub(super) fn report_damage(file: &[u8], at: usize, damage: Damage, sink: &mut dyn Sink) {
    let left = file.len() - at;
    let (code, message) = match damage {
        Damage::UnknownMarker => (
            Code::UnknownMarker,
            format!(
                "expected a marker from 0x00 to 0x0a, found 0x{:02x}; from here on nothing is read, {left} byte{}",
                file[at],
                if left == 1 { "" } else { "s" }
            ),
        ),
        Damage::Truncated(_) => (
            Code::TruncatedRecord,
            format!("expected the rest of a record of marker 0x{:02x}, found the end of the file", file[at]),
        ),
    };
    if sink.wants(code) {
        sink.report(Diagnostic::new(code, Span::new(at, at + 1), message));
    }
}
