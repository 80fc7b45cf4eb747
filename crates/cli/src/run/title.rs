//! What a game is called.

use std::fmt;

use pgnkit::epd::Reader;
use pgnkit::syntax::{Encoding, Ignore, RawTag, Span};
use pgnkit::{GameBuilder, RawGame, pgc};

/// Characters of a tag value in a title, and bytes that they have at most.
const LONGEST: usize = 80;
const LONGEST_BYTES: usize = 4 * LONGEST;

/// Who played whom, where and when, as far as it is known: decoded, cut when it is long, not yet safe to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Title {
    pub(crate) white: Option<String>,
    pub(crate) black: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) date: Option<String>,
    /// Of a record.
    pub(crate) id: Option<String>,
}

impl Title {
    pub(super) fn of(block: &[u8], game: Span) -> Self {
        let raw = RawGame { bytes: game.of(block), offset: game.start };
        let tag = |name: &str| {
            let written = |tag: &RawTag| tag.name.of(raw.bytes);
            let named =
                |found: &[u8]| found == name.as_bytes() || pgnkit::canonical_tag_name(found) == Some(name);
            let value = raw.tags().find(|tag| named(written(tag)))?.value(raw.bytes);
            let value = &value[..value.len().min(LONGEST_BYTES)];
            let text = Encoding::detect(value).decode(value);
            let known = !matches!(text.as_ref(), "" | "?" | "????.??.??");
            known.then(|| text.chars().take(LONGEST).collect::<String>())
        };
        Self { white: tag("White"), black: tag("Black"), event: tag("Event"), date: tag("Date"), id: None }
    }

    pub(super) fn of_pgc(block: &[u8], game: Span) -> Self {
        let mut builder = GameBuilder::new();
        let _ = pgc::Reader::new(game.of(block)).read_into(&mut builder, &mut Ignore);
        let tag = |name: &str| {
            let value =
                builder.game().tag(name).filter(|value| !matches!(*value, "" | "?" | "????.??.??"))?;
            Some(value.chars().take(LONGEST).collect::<String>())
        };
        Self { white: tag("White"), black: tag("Black"), event: tag("Event"), date: tag("Date"), id: None }
    }

    pub(super) fn of_record(block: &[u8], line: Span) -> Self {
        let record = Reader::new(line.of(block)).read_record(&mut Ignore);
        let id = record.and_then(|record| Some(record.epd?.id()?.chars().take(LONGEST).collect()));
        Self { id, ..Self::default() }
    }
}

/// `Tal – Fine, Riga, 1960`; nothing when nothing is known.
impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = match (&self.white, &self.black) {
            (None, None) => None,
            (white, black) => {
                let name = |player: &Option<String>| player.clone().unwrap_or_else(|| "?".to_owned());
                Some(format!("{} – {}", name(white), name(black)))
            }
        };
        let year = self.date.as_ref().map(|date| date.chars().take(4).collect());
        let parts = [players, self.event.clone(), year, self.id.clone()];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
