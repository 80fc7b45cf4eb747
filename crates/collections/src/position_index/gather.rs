//! The task that takes games for an index.

use std::mem;

use pgnkit::chess::Position;
use pgnkit::diagnostics::Span;
use pgnkit::{Date, EndOfGame, Flow, Ply, Start, Text, Variation, Visitor};
use pgnkit_archive::Account;
use pgnkit_archive::input::{InputFormat, Target};
use pgnkit_archive::task::{At, Task};
use pgnkit_index::{Annotation, Annotations, Day, GameBatch, GameEntry, GameFacts, Line, Speed, code};

use crate::roster::{rating, year};

/// Gathers games for an index: all of them, and the facts that they are counted by. Games whose rules or first positions are not known are left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct GatherGames {
    moves_only: bool,
}

impl GatherGames {
    /// Without comments, glyphs and variations.
    #[must_use]
    pub fn moves_only(mut self, moves_only: bool) -> Self {
        self.moves_only = moves_only;
        self
    }

    /// Gathers from a text in memory.
    pub fn of_text(&self, text: &[u8]) -> IndexGames {
        pgnkit_archive::internals::of_text(self, text)
    }
}

/// The games of a block.
#[derive(Clone, Debug, Default)]
pub struct IndexGames {
    /// The games, numbered in their block.
    pub batch: GameBatch,
}

/// Memory of a thread that gathers: it sees a game as it is read.
#[derive(Debug)]
pub struct Walker {
    start: Position,
    is_known: bool,
    line: Line,
    tags: Vec<(String, String)>,
    annotations: Annotations,
    facts: GameFacts,
    moves_only: bool,
    /// Whether what it has is of the game before.
    is_over: bool,
}

impl Walker {
    fn begin(&mut self) {
        if mem::take(&mut self.is_over) {
            self.facts = GameFacts::default();
            self.line.clear();
            self.tags.clear();
            self.annotations.clear();
        }
    }

    fn annotate(&mut self, annotation: Annotation<'_>) {
        // A comment may come before the tags.
        self.begin();
        if !self.moves_only {
            self.annotations.push(annotation);
        }
    }

    /// The facts that games are counted by, as far as tags have them.
    fn facts(&self) -> GameFacts {
        let mut facts = self.facts;
        let mut utc = None;
        for (name, value) in &self.tags {
            match &**name {
                "WhiteElo" => facts.elo[0] = rating(value),
                "BlackElo" => facts.elo[1] = rating(value),
                "Date" => facts.date = day(value),
                "UTCDate" => utc = Some(day(value)),
                "TimeControl" => facts.speed = Speed::of_time_control(value),
                "Event" => facts.is_rated = is_rated(value),
                _ => {}
            }
        }
        // Sites count months by it.
        facts.date = utc.filter(|day| day.month() > 0).unwrap_or(facts.date);
        facts
    }
}

fn day(value: &str) -> Day {
    match value.trim().parse::<Date>() {
        Ok(date) => Day::new(date.year().unwrap_or(0), date.month().unwrap_or(0), date.day().unwrap_or(0)),
        Err(_) => Day::new(year(value), 0, 0),
    }
}

/// Whether a game is rated, as names of events of lichess say it: `Rated Blitz game`, `casual rapid game`.
fn is_rated(event: &str) -> Option<bool> {
    let first = event.split_ascii_whitespace().next()?;
    if first.eq_ignore_ascii_case("rated") {
        Some(true)
    } else {
        first.eq_ignore_ascii_case("casual").then_some(false)
    }
}

impl Visitor for Walker {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        self.tags.push((name.to_str().into_owned(), value.to_str().into_owned()));
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.begin();
        (self.start, self.is_known) = (start.position, start.is_known);
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth == 0 {
            self.line.push(ply.mv, ply.before, ply.after);
            self.annotations.push(Annotation::Plies(1));
        } else {
            self.annotations.push(Annotation::Move(code(ply.before, ply.mv)));
        }
        Flow::Continue
    }

    fn nag(&mut self, value: u32, _: Span) {
        self.annotate(Annotation::Nag(value));
    }

    fn comment(&mut self, text: Text<'_>) {
        self.annotate(Annotation::Comment(&text.to_str()));
    }

    fn escape(&mut self, text: Text<'_>) {
        self.annotate(Annotation::Escape(&text.to_str()));
    }

    fn unread(&mut self, text: Text<'_>) {
        self.annotate(Annotation::Unread(&text.to_str()));
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        if self.moves_only {
            return Flow::Skip;
        }
        self.annotations.push(Annotation::Begin);
        Flow::Continue
    }

    fn end_variation(&mut self, _: Span, _: bool) {
        self.annotations.push(Annotation::End);
    }

    fn end(&mut self, end: &EndOfGame) {
        self.facts.result = end.result;
        if end.marker != Some(end.result) {
            self.annotations.push(Annotation::Marker(end.marker));
        }
        self.is_over = true;
    }
}

impl Task for GatherGames {
    type Scratch<'t> = Walker;
    type Out = IndexGames;

    fn scratch(&self) -> Walker {
        Walker {
            start: Position::START,
            is_known: false,
            line: Line::default(),
            tags: Vec::new(),
            annotations: Annotations::default(),
            facts: GameFacts::default(),
            moves_only: self.moves_only,
            is_over: false,
        }
    }

    fn target<'s>(&self, walker: &'s mut Walker, _format: &dyn InputFormat) -> Target<'s> {
        Target::Visit(walker)
    }

    fn take(&self, walker: &mut Walker, at: &At<'_>, out: &mut IndexGames, account: &mut Account) {
        let (kept, left) = (u64::from(walker.is_known), u64::from(!walker.is_known));
        account.tally("index", &[("games", kept), ("left out", left)]);
        if !walker.is_known {
            return;
        }
        // The place is for what the index does not have.
        let has_place = self.moves_only && at.block.records.is_none();
        out.batch.push(&GameEntry {
            start: &walker.start,
            line: &walker.line,
            facts: walker.facts(),
            number: at.number,
            place: has_place.then(|| at.block.offset + at.span.start as u64),
            tags: &walker.tags,
            annotations: &walker.annotations,
        });
    }

    fn leave(&self, _: &mut Walker, _: &At<'_>, _: &mut IndexGames, _: &mut Account) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_tags() {
        let text = b"[Event \"Rated Blitz game\"]\n[Date \"2020.??.??\"]\n[UTCDate \"2020.02.03\"]\n[WhiteElo \"1500\"]\n[BlackElo \"?\"]\n[TimeControl \"300+3\"]\n\n1. e4 e5 1-0\n\n[Variant \"Unknown\"]\n\n1. xyz *\n";
        let games = GatherGames::default().of_text(text);
        assert_eq!(games.batch.len(), 1);
        assert_eq!(is_rated("casual rapid game"), Some(false));
        assert_eq!(is_rated("Riga"), None);
        assert_eq!(day("2020.02.03"), Day::new(2020, 2, 3));
        assert_eq!(day("2020.02.31"), Day::new(2020, 0, 0));
    }
}
