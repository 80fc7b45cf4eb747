//! Who played, where and when.

use std::fmt::Write as _;

use pgnkit::{Date, Game};

/// What stands above a game. A value is `None` where its tag is missing or unknown (`?`, `-`, empty).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Heading {
    /// The player of the white pieces.
    pub white: Player,
    /// The player of the black pieces.
    pub black: Player,
    /// The event.
    pub event: Option<String>,
    /// The site.
    pub site: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The date as far as it is known: `1992.11.04`, `1992.11`, `1992`; whatever else the tag has, as it is.
    pub date: Option<String>,
    /// The code of the opening: `C69`.
    pub eco: Option<String>,
    /// The opening with its variation, as the tags name it.
    pub opening: Option<String>,
    /// The time control.
    pub time_control: Option<String>,
    /// The variant, unless it is standard chess.
    pub variant: Option<String>,
    /// The annotator.
    pub annotator: Option<String>,
    /// The end of the game in words, if the tag says more than that it was played.
    pub termination: Option<String>,
    /// The result as people print it: `1-0`, `0-1`, `½-½`, `*`.
    pub result: String,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Player {
    /// The name.
    pub name: Option<String>,
    /// The title: `GM`.
    pub title: Option<String>,
    /// The rating.
    pub rating: Option<String>,
    /// The team.
    pub team: Option<String>,
}

impl Heading {
    /// The heading of a game.
    pub fn of(game: &Game) -> Self {
        let known = |name| {
            let value = game.tag(name)?.trim();
            (!matches!(value, "" | "?" | "-")).then(|| value.to_owned())
        };
        let player = |name, title, rating, team| Player {
            name: known(name),
            title: known(title),
            rating: known(rating).filter(|rating| rating != "0"),
            team: known(team),
        };
        let opening = match (known("Opening"), known("Variation")) {
            (Some(opening), Some(variation)) => Some(format!("{opening}: {variation}")),
            (opening, variation) => opening.or(variation),
        };
        let is_standard =
            |name: &String| ["standard", "chess", "normal"].iter().any(|w| name.eq_ignore_ascii_case(w));
        Self {
            white: player("White", "WhiteTitle", "WhiteElo", "WhiteTeam"),
            black: player("Black", "BlackTitle", "BlackElo", "BlackTeam"),
            event: known("Event"),
            site: known("Site"),
            round: known("Round"),
            date: known("Date").or_else(|| known("UTCDate")).and_then(|date| printed_date(&date)),
            eco: known("ECO"),
            opening,
            time_control: known("TimeControl"),
            variant: known("Variant").filter(|name| !is_standard(name)),
            annotator: known("Annotator"),
            termination: known("Termination").filter(|end| !end.eq_ignore_ascii_case("normal")),
            result: match game.result().as_str() {
                "1/2-1/2" => "½-½".to_owned(),
                result => result.to_owned(),
            },
        }
    }

    /// Both players: `Fischer, Robert J. – Spassky, Boris V.`, with `?` for one who is unknown; `None` if both are.
    pub fn players(&self) -> Option<String> {
        let name = |player: &Player| player.name.clone().unwrap_or_else(|| "?".to_owned());
        (self.white.name.is_some() || self.black.name.is_some())
            .then(|| format!("{} – {}", name(&self.white), name(&self.black)))
    }

    /// Event, round, site and date, as far as they are known: `F/S Return Match (29), Belgrade, 1992.11.04`.
    pub fn occasion(&self) -> Option<String> {
        let round = self.round.as_ref().map(|round| format!("({round})"));
        let event = match (&self.event, round) {
            (Some(event), Some(round)) => Some(format!("{event} {round}")),
            (Some(event), None) => Some(event.clone()),
            (None, round) => round,
        };
        let parts: Vec<String> =
            [event, self.site.clone(), self.date.clone()].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The same heading with each of its texts changed.
    pub(super) fn map(self, change: impl Fn(String) -> String) -> Self {
        let change = |text: Option<String>| text.map(&change);
        let player = |player: Player| Player {
            name: change(player.name),
            title: change(player.title),
            rating: change(player.rating),
            team: change(player.team),
        };
        Self {
            white: player(self.white),
            black: player(self.black),
            event: change(self.event),
            site: change(self.site),
            round: change(self.round),
            date: change(self.date),
            eco: change(self.eco),
            opening: change(self.opening),
            time_control: change(self.time_control),
            variant: change(self.variant),
            annotator: change(self.annotator),
            termination: change(self.termination),
            result: match self.result.as_str() {
                "½-½" => "1/2-1/2".to_owned(),
                _ => self.result,
            },
        }
    }
}

impl Player {
    /// Title, name and rating: `GM Carlsen, Magnus (2864)`; `?` for an unknown name.
    pub fn with_rating(&self) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            let _ = write!(text, "{title} ");
        }
        text.push_str(self.name.as_deref().unwrap_or("?"));
        if let Some(rating) = &self.rating {
            let _ = write!(text, " ({rating})");
        }
        text
    }
}

/// The parts of a date that are known.
fn printed_date(tag: &str) -> Option<String> {
    let Ok(date) = tag.parse::<Date>() else { return Some(tag.to_owned()) };
    let mut text = date.year()?.to_string();
    if let Some(month) = date.month() {
        let _ = write!(text, ".{month:02}");
        if let Some(day) = date.day() {
            let _ = write!(text, ".{day:02}");
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_a_heading() {
        for (tags, players, occasion) in [
            ("", None, None),
            ("[White \"?\"]\n[Event \"-\"]\n[Date \"????.??.??\"]", None, None),
            ("[White \"Tal\"]", Some("Tal – ?"), None),
            ("[Black \" Tal \"]\n[Round \"3\"]", Some("? – Tal"), Some("(3)")),
            (
                "[White \"A\"]\n[Black \"B\"]\n[Event \"Cup\"]\n[Round \"3.1\"]\n[Site \"Riga\"]\n[Date \"1965.02.??\"]",
                Some("A – B"),
                Some("Cup (3.1), Riga, 1965.02"),
            ),
            ("[Date \"????.02.03\"]", None, None),
            ("[Date \"in spring\"]", None, Some("in spring")),
            ("[UTCDate \"2021.04.05\"]", None, Some("2021.04.05")),
        ] {
            let game: Game = format!("{tags}\n\n1. e4 *").parse().unwrap();
            let heading = Heading::of(&game);
            assert_eq!(heading.players().as_deref(), players, "{tags}");
            assert_eq!(heading.occasion().as_deref(), occasion, "{tags}");
        }
    }

    #[test]
    fn players_have_titles_and_ratings() {
        let game: Game =
            "[White \"Carlsen, M\"]\n[WhiteTitle \"GM\"]\n[WhiteElo \"2864\"]\n[BlackElo \"0\"]\n\n1/2-1/2"
                .parse()
                .unwrap();
        let heading = Heading::of(&game);
        assert_eq!(heading.white.with_rating(), "GM Carlsen, M (2864)");
        assert_eq!(heading.black.with_rating(), "?");
        assert_eq!(heading.result, "½-½");
    }
}
