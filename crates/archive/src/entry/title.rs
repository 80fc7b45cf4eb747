use std::fmt;

use pgnkit_facts::year_in;

/// The names that people know a game or record by: decoded, cut when they are long, not yet safe to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Title {
    /// The player of the white pieces.
    pub white: Option<String>,
    /// The player of the black pieces.
    pub black: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The date as the tag has it.
    pub date: Option<String>,
    /// The `id` of a record.
    pub id: Option<String>,
}

impl Title {
    /// Characters of a value, at most.
    const LONGEST: usize = 80;
    /// Bytes that need to be decoded for them, at most.
    pub(crate) const LONGEST_BYTES: usize = 4 * Self::LONGEST;

    /// The title of a game by the values of its tags.
    #[doc(hidden)]
    pub fn of_game(tag: impl Fn(&'static str) -> Option<String>) -> Self {
        let tag = |name| {
            let value = tag(name).filter(|value| !matches!(value.as_str(), "" | "?" | "????.??.??"))?;
            Some(cut(&value))
        };
        Self { white: tag("White"), black: tag("Black"), event: tag("Event"), date: tag("Date"), id: None }
    }

    /// The title of a record by its `id`.
    pub(crate) fn of_record(id: Option<&str>) -> Self {
        Self { id: id.map(cut), ..Self::default() }
    }
}

fn cut(value: &str) -> String {
    value.chars().take(Title::LONGEST).collect()
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
        // Also of `12.03.2024`; of `?.??` there is none.
        let year = self.date.as_deref().and_then(year_in).map(|year| format!("{year:04}"));
        let parts = [players, self.event.clone(), year, self.id.clone()];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
