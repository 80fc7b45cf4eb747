//! The task that takes from games what crosstables need.

use pgnkit::syntax::Span;
use pgnkit::{EndOfGame, Flow, Game, Start, Text, Visitor};

use super::events::{Events, GameFacts};
use crate::roster::{known, rating};
use crate::stats::key::Key;
use pgnkit_archive::Account;
use pgnkit_archive::input::{EntryBuf, InputFormat, Kind, Target};
use pgnkit_archive::task::{At, Task};
use pgnkit_query::fields::{Field, date_of};

/// Takes from games what crosstables need.
#[derive(Clone, Debug, Default)]
pub struct GatherEvents {
    by: Vec<Field>,
}

impl GatherEvents {
    /// Takes all games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Games that are equal in these fields are an event, whatever else they are.
    #[must_use]
    pub fn by(self, by: Vec<Field>) -> Self {
        Self { by }
    }

    /// Takes the games of a text in memory.
    pub fn of_text(&self, text: &[u8]) -> Events {
        pgnkit_archive::internals::of_text(self, text)
    }

    fn builds(&self, format: &dyn InputFormat) -> bool {
        !self.by.is_empty() || !format.is_fixable()
    }
}

impl Events {
    /// Adds a game that is in memory.
    pub fn add_read(&mut self, game: &Game) {
        let mut walker = Walker::default();
        game.visit(Span::default(), &mut walker);
        self.add_game(&walker.seen);
    }
}

/// Memory of a thread that gathers.
#[derive(Debug)]
pub struct GatherScratch {
    walker: Walker,
    buffer: EntryBuf,
}

impl Task for GatherEvents {
    type Scratch<'t> = GatherScratch;
    type Out = Events;

    fn scratch(&self) -> GatherScratch {
        GatherScratch { walker: Walker::default(), buffer: EntryBuf::default() }
    }

    fn target<'s>(&self, scratch: &'s mut GatherScratch, format: &dyn InputFormat) -> Target<'s> {
        if self.builds(format) {
            Target::Build(&mut scratch.buffer)
        } else {
            Target::Visit(&mut scratch.walker)
        }
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Games)
    }

    fn take(&self, scratch: &mut GatherScratch, at: &At<'_>, out: &mut Events, account: &mut Account) {
        let GatherScratch { walker, buffer } = scratch;
        if self.builds(at.format) {
            let game = at.entry(buffer).content.to_game();
            game.visit(at.span, walker);
            if !self.by.is_empty() {
                let text = |field: &Field| Key::of(&field.of(&game)).text().unwrap_or_else(|| "?".to_owned());
                walker.seen.event = self.by.iter().map(text).collect::<Vec<_>>().join(", ");
                walker.seen.is_chosen = true;
            }
        }
        out.add_game(&walker.seen);
        account.tally("stats", &[("counted", 1)]);
    }
}

/// Sees the tags and the result of a game.
#[derive(Debug)]
struct Walker {
    seen: GameFacts,
    /// Whether what it has is of the game before.
    is_over: bool,
}

impl Default for Walker {
    fn default() -> Self {
        Self { seen: GameFacts::default(), is_over: true }
    }
}

impl Walker {
    fn begin(&mut self) {
        if std::mem::take(&mut self.is_over) {
            self.seen.clear();
        }
    }
}

/// A place on a board or on the map; an address of the internet is that of a game.
fn is_place(site: &str) -> bool {
    !site.contains("://")
}

impl Visitor for Walker {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        let seen = &mut self.seen;
        let side = usize::from(name.as_bytes().starts_with(b"Black"));
        let set = |to: &mut String, value: &str| {
            to.clear();
            to.push_str(known(value).filter(|value| *value != "-").unwrap_or_default());
        };
        match name.as_bytes() {
            b"White" | b"Black" => set(&mut seen.names[side], &value.to_str()),
            b"WhiteTeam" | b"BlackTeam" => set(&mut seen.teams[side], &value.to_str()),
            b"WhiteElo" | b"BlackElo" => seen.elo[side] = rating(&value.to_str()),
            b"Event" => set(&mut seen.event, &value.to_str()),
            b"Site" => {
                let value = value.to_str();
                set(&mut seen.site, if is_place(&value) { &value } else { "" });
            }
            b"Round" => set(&mut seen.round, &value.to_str()),
            b"Date" => seen.date = date_of(&value.to_str()).unwrap_or_default(),
            b"EventDate" => seen.event_date = date_of(&value.to_str()).unwrap_or_default(),
            _ => {}
        }
    }

    fn start(&mut self, _: &Start) -> Flow {
        self.begin();
        Flow::Continue
    }

    fn end(&mut self, end: &EndOfGame) {
        self.begin();
        self.seen.result = end.result;
        self.is_over = true;
    }
}
