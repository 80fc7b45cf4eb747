//! The games of a book by players and openings.

use std::collections::BTreeMap;

use pgnkit::chess::Color;

use crate::Heading;

/// What contents and indexes say of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
    /// The code of the opening, and its name.
    pub(super) opening: Option<[String; 2]>,
    pub(super) result: String,
}

impl Entry {
    pub(super) fn of(heading: &Heading) -> Self {
        // Without the variation, so that games of an opening are together.
        let name = heading.opening.as_deref().map(|name| name.split(':').next().unwrap_or(name).trim_end());
        let opening = [heading.eco.as_deref(), name].map(|text| text.unwrap_or_default().to_owned());
        Self {
            white: heading.white.name.clone(),
            black: heading.black.name.clone(),
            opening: opening.iter().any(|text| !text.is_empty()).then_some(opening),
            result: heading.result.clone(),
        }
    }

    /// The players: `Tal – Botvinnik`.
    pub(super) fn title(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        format!("{} – {}", name(&self.white), name(&self.black))
    }
}

/// The number of a game, and the colour of the player, in the index of players.
pub(super) type Place = (u64, Option<Color>);

/// The indexes of a book.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// By name in lower case, so that spellings of it are neighbours.
    players: BTreeMap<(String, String), Vec<Place>>,
    /// By code, those without one after the others, and by name.
    openings: BTreeMap<(bool, [String; 2]), Vec<Place>>,
}

impl Index {
    pub(super) fn add(&mut self, number: u64, entry: &Entry) {
        for (name, color) in [(&entry.white, Color::White), (&entry.black, Color::Black)] {
            let Some(name) = name else { continue };
            let key = (name.to_lowercase(), name.clone());
            self.players.entry(key).or_default().push((number, Some(color)));
        }
        if let Some(opening) = &entry.opening {
            let key = (opening[0].is_empty(), opening.clone());
            self.openings.entry(key).or_default().push((number, None));
        }
    }

    /// Names, each with its games.
    pub(super) fn players(&self) -> impl ExactSizeIterator<Item = (&str, &[Place])> {
        self.players.iter().map(|((_, name), places)| (name.as_str(), places.as_slice()))
    }

    /// Codes and names of openings, each with its games.
    pub(super) fn openings(&self) -> impl ExactSizeIterator<Item = (&[String; 2], &[Place])> {
        self.openings.iter().map(|((_, opening), places)| (opening, places.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_player_and_opening() {
        let mut index = Index::default();
        for (number, (white, black, eco, opening)) in (1..).zip([
            ("tal", "Fine", "C20", "b"),
            ("Fine", "Tal", "", "a"),
            ("Tal", "", "A00", ""),
            ("", "", "", ""),
        ]) {
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let mut heading = Heading::default();
            (heading.white.name, heading.black.name) = (text(white), text(black));
            (heading.eco, heading.opening) = (text(eco), text(opening));
            index.add(number, &Entry::of(&heading));
        }
        let players: Vec<String> =
            index.players().map(|(name, places)| format!("{name}{places:?}")).collect();
        assert_eq!(
            players,
            [
                "Fine[(1, Some(Black)), (2, Some(White))]",
                "Tal[(2, Some(Black)), (3, Some(White))]",
                "tal[(1, Some(White))]"
            ]
        );
        let openings: Vec<String> = index
            .openings()
            .map(|(opening, places)| format!("{} {}", opening.join(" "), places.len()))
            .collect();
        assert_eq!(openings, ["A00  1", "C20 b 1", " a 1"]);
    }
}
