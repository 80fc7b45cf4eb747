//! From the values of a line to a game.

use std::borrow::Cow;
use std::collections::HashMap;

use pgnkit_chess::fen::{self, FenIssues};
use pgnkit_chess::variant::TagVariant;
use pgnkit_chess::{ChessMode, Move};
use pgnkit_syntax::{Code, Diagnostic, Outcome, Sink, Span, quoted};

use super::recorded;
use super::tags::tells_start;
use super::tape::{Elements, Id, Kind, Values};
use crate::read::{EndOfGame, Extent, Flow, Ply, Text, Variation, Visitor};
use crate::read::{
    ExactNames, Line, MAX_DEPTH, Replayer, Start, described_fen, read_move, understood_result,
};
use crate::unchecked;

/// A game being put together.
pub(super) struct Assembly<'r, 'a, V: ?Sized> {
    pub(super) values: Values<'a>,
    pub(super) line: &'r mut Line,
    pub(super) visitor: &'r mut V,
    /// The tags that determine start and result, as far as they have been read.
    pub(super) tags: Vec<(&'a str, &'a str)>,
    /// The part of the game that the visitor is given.
    pub(super) extent: Extent,
    pub(super) sink: &'r mut dyn Sink,
    /// Whether every move of the main line could be read so far.
    pub(super) complete: bool,
}

/// A list that is being read, from the main line inwards.
enum Open {
    Moves(Elements, Id),
    Variations(Elements),
}

/// Members of a game that are read, and those that say the same once more.
const MEMBERS: [&str; 6] = ["tags", "start", "notes", "moves", "result", "diagnostics"];
const DERIVED_MEMBERS: [&str; 2] = ["version", "tag"];

/// Whether an object may be a game: it has no members, or one that games have.
pub(super) fn may_be_game(values: Values<'_>) -> bool {
    let mut names = values.members(Values::ROOT).map(|(name, _)| name).peekable();
    names.peek().is_none() || names.any(|name| MEMBERS.contains(&name) || DERIVED_MEMBERS.contains(&name))
}

impl<'a, V: Visitor + ?Sized> Assembly<'_, 'a, V> {
    /// Reads the game that is at `span`; how it ended, and the diagnostics it was written with.
    pub(super) fn game(mut self, span: Span) -> (EndOfGame, Vec<Diagnostic>) {
        let [tags, start, notes, moves, result, diagnostics] =
            self.members(Values::ROOT, MEMBERS, &DERIVED_MEMBERS);
        if let Some(tags) = tags {
            self.tags(tags);
        }
        let start = match start {
            Some(start) => self.start(start),
            None => self.start_of_tags(tags),
        };
        self.line.reset(start.position);
        if self.visitor.start(&start).goes_on() {
            self.notes(notes);
            if moves.is_none() {
                let place = self.values.span(Values::ROOT);
                self.wrong(
                    Span::new(place.start, place.start + 1),
                    || "expected the member `moves`, found none",
                );
            }
            if let Some(moves) = moves.filter(|id| self.is(*id, Kind::Array, "an array of moves")) {
                self.moves(moves, &start);
            }
        } else {
            (self.extent, self.complete) = (Extent::Tags, false);
        }
        let result = self.result(result);
        let recorded = diagnostics.map_or_else(Vec::new, |list| self.recorded(list));
        let end =
            EndOfGame { span, result, marker: Some(result), complete: self.complete, extent: self.extent };
        self.visitor.end(&end);
        (end, recorded)
    }

    /// The values of the members of an object, by name. What is neither known nor derived is named, and so is what
    /// comes twice: the first counts.
    fn members<const N: usize>(&mut self, object: Id, names: [&str; N], derived: &[&str]) -> [Option<Id>; N] {
        let mut found = [None; N];
        if !self.is(object, Kind::Object, "an object") {
            return found;
        }
        for (name, value) in self.values.members(object) {
            match names.iter().position(|known| *known == name) {
                Some(at) if found[at].is_some() => {
                    self.sink.note(Code::ContradictingMembers, self.values.span(value), || {
                        format!("expected the member `{name}` once, found it again; the first one counts")
                    });
                }
                // As other programs say that there is none.
                Some(_) if self.values.kind(value) == Kind::Null => {}
                Some(at) => found[at] = Some(value),
                None if derived.contains(&name) => {}
                None => self.sink.note(Code::UnknownMember, self.values.span(value), || {
                    format!(
                        "expected a member that is known, found {}; it is passed over",
                        quoted(name.as_bytes())
                    )
                }),
            }
        }
        found
    }

    /// Whether a value is of a kind; if not, that is said, and the value left out.
    fn is(&mut self, id: Id, kind: Kind, expected: &str) -> bool {
        let fits = self.values.kind(id) == kind;
        if !fits {
            self.wrong_value(id, expected);
        }
        fits
    }

    fn wrong_value(&mut self, id: Id, expected: &str) {
        let raw = self.values.raw(id);
        self.wrong(self.values.span(id), || {
            format!("expected {expected}, found {}; it is left out", quoted(raw))
        });
    }

    fn wrong<M: Into<Cow<'static, str>>>(&mut self, span: Span, message: impl FnOnce() -> M) {
        self.sink.note(Code::WrongMember, span, message);
    }

    fn string(&mut self, id: Option<Id>, expected: &str) -> Option<&'a str> {
        let text = self.values.string(id?);
        if text.is_none() {
            self.wrong_value(id?, expected);
        }
        text
    }

    fn tag(&mut self, name: &'a str, name_at: Span, value: &'a str, value_at: Span) {
        self.visitor.tag(Text::of_str(name, name_at), Text::of_str(value, value_at));
        if tells_start(name.as_bytes()) || name == "Result" {
            self.tags.push((name, value));
        }
    }

    fn tags(&mut self, list: Id) {
        if !self.is(list, Kind::Array, "an array of tags") {
            return;
        }
        let values = self.values;
        let mut tags = Vec::new();
        for tag in values.each(list) {
            let [name, value] = self.members(tag, ["name", "value"], &[]);
            let (Some(name), Some(value)) = (name, value) else {
                if values.kind(tag) == Kind::Object {
                    self.wrong_value(tag, "a tag with `name` and `value`");
                }
                continue;
            };
            let Some(name_text) = values.string(name).filter(|name| is_tag_name(name)) else {
                self.wrong_value(tag, "a tag name without white space, quotes, brackets, `{` and `;`");
                continue;
            };
            let Some(text) = values.string(value) else {
                self.wrong_value(value, "a string");
                continue;
            };
            tags.push((tag, [name, value], name_text, text));
        }
        let names = ExactNames::among(tags.iter().map(|(_, _, name, _)| name.as_bytes()));
        let mut taken = HashMap::new();
        for (tag, [name_id, value_id], spelled, text) in tags {
            let renamed = names.rename(spelled.as_bytes());
            let name = renamed.unwrap_or(spelled);
            if renamed.is_some() {
                self.sink.note(Code::TagNameCase, values.span(tag), || {
                    format!("expected the tag name `{name}`, found it in another case")
                });
            }
            let first = *taken.entry(name).or_insert((tag, text));
            if first.0 == tag {
                self.tag(name, values.inside(name_id), text, values.inside(value_id));
            } else {
                let code = if first.1 == text { Code::RepeatedTag } else { Code::ContradictingTag };
                self.sink.note(code, values.span(tag), || {
                    let name = quoted(name.as_bytes());
                    format!("expected each tag once, found {name} again; the first one counts")
                });
            }
        }
    }

    fn start(&mut self, object: Id) -> Start {
        let mut start = Start::default();
        let [fen, mode, variant, playable] =
            self.members(object, ["fen", "mode", "variant", "playable"], &[]);
        if let Some(id) = variant {
            match self.values.string(id).and_then(TagVariant::from_name) {
                Some(meant) => start = Start::of(meant),
                None => {
                    if self.values.string(id) != Some("unknown") {
                        self.wrong_value(id, "the name of a variant whose rules are known, or `unknown`");
                    }
                    start = Start::UNKNOWN_RULES;
                }
            }
        }
        if let Some(mode) = mode {
            match self.values.string(mode) {
                Some("standard") => {}
                Some("chess960") => start.mode = ChessMode::Chess960,
                _ => self.wrong_value(mode, "`standard` or `chess960`"),
            }
        }
        match playable.map(|id| (id, self.values.kind(id))) {
            None | Some((_, Kind::Boolean(true))) => {}
            Some((_, Kind::Boolean(false))) => start.is_known = false,
            Some((id, _)) => self.wrong_value(id, "`true` or `false`"),
        }
        if let (Some(id), true) = (fen, start.is_known) {
            let Some(text) = self.string(fen, "a FEN") else { return start };
            let variant = start.position.variant();
            match fen::parse_variant(text.as_bytes(), variant, None) {
                Ok(fen) => {
                    if fen.position.needs_chess960() {
                        start.mode = ChessMode::Chess960;
                    }
                    start.position = fen.position;
                    start.set_up = fen.position != variant.start();
                    let issues =
                        fen.issues.without(FenIssues::CASTLING_CHESS960.union(FenIssues::CASTLING_FILES));
                    if !issues.is_empty() {
                        let found = described_fen(issues, &fen.position);
                        let message = || format!("expected a FEN of six exact fields, found: {found}");
                        self.sink.note(Code::LaxFen, self.values.span(id), message);
                    }
                }
                Err(error) => {
                    start.is_known = false;
                    let message = || format!("the member `fen` gives no position: {error}");
                    self.sink.note(Code::InvalidFen, self.values.span(id), message);
                    // Where PGN keeps it.
                    if !self.tags.iter().any(|(name, _)| *name == "FEN") {
                        self.tag("FEN", Span::default(), text, self.values.inside(id));
                    }
                }
            }
        }
        start
    }

    /// The start that the tags give, as in PGN, where there is no member `start`.
    fn start_of_tags(&mut self, tags: Option<Id>) -> Start {
        let Some(list) = tags else { return Start::default() };
        let mut section = Vec::new();
        for (name, value) in &self.tags {
            if tells_start(name.as_bytes()) {
                let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                section.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
            }
        }
        if section.is_empty() {
            return Start::default();
        }
        section.extend_from_slice(b"\n*\n");
        let mut replayer = Replayer::new(&section);
        replayer.read_game(&mut (), &mut At { span: self.values.span(list), sink: self.sink });
        *replayer.start()
    }

    fn result(&mut self, result: Option<Id>) -> Outcome {
        if let Some(id) = result {
            let text = self.values.string(id).unwrap_or_default();
            if let Some(outcome) = Outcome::from_exact(text.as_bytes()) {
                return outcome;
            }
            self.wrong_value(id, "`1-0`, `0-1`, `1/2-1/2` or `*`");
        }
        let tag = self.tags.iter().find(|(name, _)| *name == "Result");
        tag.and_then(|(_, value)| understood_result(value.as_bytes())).unwrap_or_default()
    }

    fn recorded(&mut self, list: Id) -> Vec<Diagnostic> {
        if !self.is(list, Kind::Array, "an array of diagnostics") {
            return Vec::new();
        }
        let mut all = Vec::new();
        for id in self.values.each(list) {
            match recorded::read(self.values, id) {
                Some(diagnostic) => all.push(diagnostic),
                None => self.wrong_value(id, "a diagnostic"),
            }
        }
        all
    }

    /// The notes beside the move that was played last, or before the first one.
    fn notes(&mut self, list: Option<Id>) {
        let Some(list) = list.filter(|id| self.is(*id, Kind::Array, "an array of notes")) else { return };
        for note in self.values.each(list) {
            match self.members(note, ["comment", "nag", "escape", "unread"], &["commands", "values"]) {
                [Some(text), None, None, None] => {
                    if let Some(comment) = self.values.string(text) {
                        self.visitor.comment(Text::of_str(comment, self.values.inside(text)));
                    } else {
                        self.wrong_value(text, "a string");
                    }
                }
                [None, Some(nag), None, None] => match self.values.number(nag).map(u8::try_from) {
                    Some(Ok(value)) => self.visitor.nag(value.into(), self.values.span(nag)),
                    _ => self.wrong_value(nag, "a number from 0 to 255"),
                },
                [None, None, Some(text), None] => {
                    match self.values.string(text).filter(|text| !has_line_break(text)) {
                        Some(line) => self.visitor.escape(Text::of_str(line, self.values.inside(text))),
                        None => self.wrong_value(text, "a string without line breaks"),
                    }
                }
                [None, None, None, Some(text)] => match self.values.string(text) {
                    Some(unread) => self.visitor.unread(Text::of_str(unread, self.values.inside(text))),
                    None => self.wrong_value(text, "a string"),
                },
                _ if self.values.kind(note) == Kind::Object => {
                    self.wrong_value(note, "one of `comment`, `nag`, `escape` and `unread`");
                }
                _ => {}
            }
        }
    }

    fn moves(&mut self, list: Id, start: &Start) {
        let mut open = vec![Open::Moves(self.values.elements(list), list)];
        while let Some(innermost) = open.last_mut() {
            match innermost {
                Open::Moves(rest, list) => match self.values.take(rest) {
                    Some(id) => match self.ply(id, start) {
                        Some((flow, variations)) if flow.goes_on() => {
                            open.extend(variations.map(Open::Variations));
                        }
                        Some((flow, _)) => {
                            if flow == Flow::Stop || open.len() == 1 {
                                return self.stop();
                            }
                            if let Some(Open::Moves(rest, _)) = open.last_mut() {
                                *rest = Elements::default();
                            }
                        }
                        None => {
                            self.unread(id, *list);
                            *rest = Elements::default();
                            self.complete &= open.len() > 1;
                        }
                    },
                    None => {
                        let span = self.values.span(*list);
                        open.pop();
                        if !open.is_empty() {
                            let has_move = self.line.has_move;
                            self.line.end_variation();
                            self.visitor.end_variation(Span::new(span.end - 1, span.end), has_move);
                        }
                    }
                },
                Open::Variations(rest) => match self.values.take(rest) {
                    Some(id) => match self.variation(id) {
                        Some((Flow::Continue | Flow::Finish, moves)) => {
                            open.push(Open::Moves(self.values.elements(moves), moves));
                        }
                        Some((Flow::Skip, _)) => self.line.abandon_variation(),
                        Some((Flow::Stop, _)) => return self.stop(),
                        None => {}
                    },
                    None => {
                        open.pop();
                    }
                },
            }
        }
    }

    fn stop(&mut self) {
        (self.extent, self.complete) = (Extent::Part, false);
    }

    /// Begins a variation: the answer of the visitor, and its moves.
    fn variation(&mut self, id: Id) -> Option<(Flow, Id)> {
        let span = self.values.span(id);
        let [notes, moves] = self.members(id, ["notes", "moves"], &[]);
        let moves = moves.filter(|id| self.is(*id, Kind::Array, "an array of moves"));
        if moves.is_none() && self.values.kind(id) == Kind::Object {
            self.wrong_value(id, "a variation with `moves`");
        }
        let moves = moves?;
        if !self.line.begin_variation(span.start) {
            self.sink.note(Code::VariationTooDeep, Span::new(span.start, span.start + 1), || {
                format!("expected at most {MAX_DEPTH} variations within variations, found one more; it is kept as a comment")
            });
            self.keep(span);
            return None;
        }
        let (start, depth) = (self.line.position(), self.line.depth());
        let begins = Span::new(span.start, span.start + 1);
        let flow = self.visitor.begin_variation(Variation { span: begins, start, depth });
        if !flow.goes_on() {
            return Some((flow, moves));
        }
        self.notes(notes);
        if self.values.take(&mut self.values.elements(moves)).is_none() {
            let message =
                || "expected a move in the variation, found none; its notes go to the move before it";
            self.sink.note(Code::EmptyVariation, span, message);
        }
        Some((flow, moves))
    }

    /// Plays a move and takes its notes: the answer of the visitor, and its variations, if there are any. `None` where it
    /// cannot be played, which has been reported.
    fn ply(&mut self, id: Id, start: &Start) -> Option<(Flow, Option<Elements>)> {
        if !start.rules_are_known {
            return self.unchecked_ply(id);
        }
        if !start.is_known {
            let message =
                || "expected a position and rules to check moves by, found none; the moves are kept unread";
            self.sink.note(Code::UncheckedMoves, self.values.span(id), message);
            return None;
        }
        let known = ["san", "uci", "notes", "variations"];
        let [san, uci, notes, variations] = self.members(id, known, &["fen"]);
        let mv = match (san, uci) {
            (Some(san), uci) => {
                let mv = self.san(san)?;
                if let Some(uci) = uci {
                    self.compare(mv, san, uci, start.mode)?;
                }
                mv
            }
            (None, Some(uci)) => self.uci(uci)?,
            (None, None) => {
                if self.values.kind(id) == Kind::Object {
                    let raw = self.values.raw(id);
                    let message = || format!("expected a move with `san` or `uci`, found {}", quoted(raw));
                    self.wrong(self.values.span(id), message);
                }
                return None;
            }
        };
        self.line.play(mv);
        let span = self.values.span(san.or(uci).unwrap_or(id));
        let (before, after, depth) = (self.line.before(), self.line.position(), self.line.depth());
        let flow = self.visitor.play(Ply::new(mv, before, after, span, depth));
        if !flow.goes_on() {
            return Some((flow, None));
        }
        self.notes(notes);
        let variations = variations.filter(|id| self.is(*id, Kind::Array, "an array of variations"));
        Some((flow, variations.map(|list| self.values.elements(list))))
    }

    /// Takes a move of a game whose rules are not known, and its notes, as [`ply`](Self::ply) does.
    #[cold]
    fn unchecked_ply(&mut self, id: Id) -> Option<(Flow, Option<Elements>)> {
        let [text, notes, variations] = self.members(id, ["text", "notes", "variations"], &["san", "uci"]);
        let Some(text) = text.filter(|text| self.values.string(*text).is_some_and(is_one_move)) else {
            if self.values.kind(id) == Kind::Object {
                self.wrong_value(id, "a move with a `text` of one move");
            }
            return None;
        };
        self.line.play(Move::NULL);
        let word = self.values.string(text).unwrap_or_default();
        let flow = self.visitor.unchecked(Text::of_str(word, self.values.inside(text)));
        if !flow.goes_on() {
            return Some((flow, None));
        }
        self.notes(notes);
        let variations = variations.filter(|id| self.is(*id, Kind::Array, "an array of variations"));
        Some((flow, variations.map(|list| self.values.elements(list))))
    }

    /// The legal move that a notation means.
    fn san(&mut self, id: Id) -> Option<Move> {
        match self.values.kind(id) {
            // As it is in the text, so that diagnostics about it have their place.
            Kind::String => read_move(self.values.text(), self.values.inside(id), self.line, self.sink),
            Kind::EscapedString => {
                let text = self.values.string(id)?.as_bytes();
                let mut sink = At { span: self.values.span(id), sink: self.sink };
                read_move(text, Span::new(0, text.len()), self.line, &mut sink)
            }
            _ => {
                self.wrong_value(id, "a move");
                None
            }
        }
    }

    fn uci(&mut self, id: Id) -> Option<Move> {
        let exact = self.values.string(id).and_then(|text| self.line.position().parse_uci(text.as_bytes()));
        exact.or_else(|| self.san(id))
    }

    /// Whether `uci` is the move that `san` has given.
    fn compare(&mut self, mv: Move, san: Id, uci: Id, mode: ChessMode) -> Option<()> {
        let text = self.values.string(uci).unwrap_or_default().as_bytes();
        if mv.to_uci(mode).as_bytes() == text || self.line.position().parse_uci(text) == Some(mv) {
            return Some(());
        }
        let values = self.values;
        if self.sink.wants(Code::ContradictingMembers) {
            let (expected, found) = (mv.to_uci(mode), quoted(values.raw(uci)));
            let message = format!("expected `{expected}` as `san` says, found {found}");
            let diagnostic = Diagnostic::new(Code::ContradictingMembers, values.span(uci), message);
            self.sink.report(diagnostic.label(values.span(san), "the member `san`"));
        }
        None
    }

    /// Keeps the moves of a list from `first` on as a comment, word for word. Play never goes on after a move that is
    /// not one: games would appear that never existed.
    fn unread(&mut self, first: Id, list: Id) {
        let (start, end) = (self.values.span(first).start, self.values.span(list).end);
        self.keep(Span::new(start, end.saturating_sub(1)).trim(self.values.text()));
    }

    fn keep(&mut self, span: Span) {
        let text = String::from_utf8_lossy(span.of(self.values.text()));
        self.visitor.comment(Text::of_str(&text, span));
    }
}

/// Whether a name can be that of a tag pair in PGN, however odd it is: it goes on to white space, a quote, a bracket or the
/// beginning of a comment.
fn is_tag_name(name: &str) -> bool {
    let ends = |c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '"' | '[' | ']' | '{' | ';');
    !name.is_empty() && !name.contains(ends)
}

/// Whether a text can be a move in PGN whatever the rules are: a word, with or without a number before it.
fn is_one_move(text: &str) -> bool {
    let mut moves = unchecked::moves(text.as_bytes());
    matches!(moves.next(), Some(unchecked::Part::Move(_))) && moves.next().is_none()
}

fn has_line_break(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

/// Gives diagnostics of a text that was made or decoded the place in the line that it comes from.
struct At<'s> {
    span: Span,
    sink: &'s mut dyn Sink,
}

impl Sink for At<'_> {
    fn wants(&self, code: Code) -> bool {
        self.sink.wants(code)
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.span = self.span;
        diagnostic.labels.clear();
        diagnostic.fix = None;
        self.sink.report(diagnostic);
    }
}
