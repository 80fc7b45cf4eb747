//! Names of players, events and sites by a table, as `pgn names` writes it.

use std::collections::HashMap;

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};

use super::table::Cells;
use super::{Operation, TableError, says_nothing};

/// Corrects names. The table has the columns `kind` (`player`, `event` or `site`), `from` and `to`, and may have `fide_id`
/// and `title`; others are for people. A line without a `to` does nothing.
///
/// The name in `from` becomes that in `to`; the number of the federation and the title of a player are added where the game has
/// none.
///
/// ```
/// use pgnkit_collections::edit::{CorrectNames, EditGames};
///
/// let table = "kind\tfrom\tto\tfide_id\ttitle\nplayer\tTal M\tTal, Mikhail\t\tGM\n";
/// let edited = EditGames::new(vec![Box::new(CorrectNames::read(table)?)]).edit_text(b"[Black \"Tal M\"]\n\n*\n");
/// assert_eq!(edited.fixed.text, b"[Black \"Tal, Mikhail\"]\n[BlackTitle \"GM\"]\n\n*\n");
/// # Ok::<(), pgnkit_collections::edit::TableError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorrectNames {
    players: HashMap<String, Player>,
    events: HashMap<String, String>,
    sites: HashMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Player {
    name: String,
    fide_id: String,
    title: String,
}

impl CorrectNames {
    /// Reads a table.
    ///
    /// # Errors
    /// When a column is missing, a kind is not known, or a name is to become two others.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let Cells { head, rows } = Cells::read(text)?;
        let column = |name: &str| head.iter().position(|column| *column == name);
        let wanted = |name: &str| {
            let missing = || TableError::new(1, format!("there is no column {name}"));
            column(name).ok_or_else(missing)
        };
        let (kind, from, to) = (wanted("kind")?, wanted("from")?, wanted("to")?);
        let (fide_id, title) = (column("fide_id"), column("title"));
        let mut names = Self::default();
        for (number, row) in rows {
            let cell =
                |at: Option<usize>| at.and_then(|at| row.get(at)).copied().unwrap_or_default().to_owned();
            let (from, name) = (cell(Some(from)), cell(Some(to)));
            let is_known = ["player", "event", "site"].contains(&&*cell(Some(kind)));
            if !is_known {
                let reason = format!("expected player, event or site, found {:?}", cell(Some(kind)));
                return Err(TableError::new(number, reason));
            }
            if name.is_empty() {
                continue;
            }
            let is_new = match cell(Some(kind)).as_str() {
                "player" => {
                    let player = Player { name, fide_id: cell(fide_id), title: cell(title) };
                    let old = names.players.insert(from.clone(), player.clone());
                    old.is_none_or(|old| old == player)
                }
                kind => {
                    let known = if kind == "event" { &mut names.events } else { &mut names.sites };
                    known.insert(from.clone(), name.clone()).is_none_or(|old| old == name)
                }
            };
            if !is_new {
                return Err(TableError::new(number, format!("there is another line for {from:?} already")));
            }
        }
        Ok(names)
    }
}

impl Operation for CorrectNames {
    fn apply(&self, _game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        for (tag, fide_id, title) in
            [("White", "WhiteFideId", "WhiteTitle"), ("Black", "BlackFideId", "BlackTitle")]
        {
            let Some(player) = text.tag(tag).and_then(|name| self.players.get(name)) else { continue };
            text.set_tag(tag, &player.name)?;
            for (tag, value) in [(fide_id, &player.fide_id), (title, &player.title)] {
                if !value.is_empty() && says_nothing(text.tag(tag)) {
                    text.set_tag(tag, value)?;
                }
            }
        }
        for (tag, names) in [("Event", &self.events), ("Site", &self.sites)] {
            if let Some(name) = text.tag(tag).and_then(|name| names.get(name)) {
                text.set_tag(tag, name)?;
            }
        }
        Ok(())
    }

    fn needs_game(&self) -> bool {
        false
    }
}
