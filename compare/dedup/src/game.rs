//! Games as far as copies of them are made here: tags, main line, result.

use std::collections::HashSet;
use std::sync::Arc;

use pgnkit::syntax::Severity;

/// A game.
#[derive(Clone, Debug)]
pub struct Plain {
    /// Names and values, the roster first.
    pub tags: Vec<(String, String)>,
    /// The main line.
    pub moves: Arc<[Box<str>]>,
    /// As many of them as are written.
    pub plies: usize,
    /// The marker.
    pub result: String,
    /// Whether comments, glyphs and a variation are written, too.
    pub annotated: bool,
    /// Letters in a line.
    pub width: usize,
}

/// Reads games without errors that begin in the usual position.
pub fn read(text: &[u8], games: &mut Vec<Plain>) {
    for parsed in pgnkit::parse_games(text) {
        let game = parsed.game;
        if game.tag("FEN").is_some()
            || parsed.diagnostics.iter().any(|found| found.severity == Severity::Error)
        {
            continue;
        }
        let tags = game.tags().filter(|(name, _)| *name != "Result");
        games.push(Plain {
            tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            moves: game.mainline().map(|node| node.san().to_string().into()).collect(),
            plies: game.ply_count(),
            result: game.result().as_str().to_owned(),
            annotated: false,
            width: 79,
        });
    }
}

/// Those whose first 30 half-moves no other one has, and that have names: of real collections nobody knows what is in them twice.
pub fn different(games: Vec<Plain>) -> Vec<Plain> {
    let mut seen = HashSet::new();
    let has_names = |game: &Plain| {
        let known = |name: &str| {
            game.tag(name).is_some_and(|value| value.chars().filter(|c| c.is_alphabetic()).count() > 3)
        };
        known("White")
            && known("Black")
            && game.tag("Date").is_some_and(|date| date.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut games: Vec<Plain> =
        games.into_iter().filter(|game| game.plies >= 40 && has_names(game)).collect();
    games.retain(|game| seen.insert(game.moves[..30].concat()));
    games
}

impl Plain {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// Changes a tag.
    pub fn change(&mut self, name: &str, change: impl FnOnce(&str) -> String) {
        let value = change(self.tag(name).unwrap_or("?"));
        self.set(name, value);
    }

    /// Takes away all tags but those.
    pub fn only(&mut self, names: &[&str]) {
        self.tags.retain(|(name, _)| names.contains(&name.as_str()));
    }

    /// Appends its text.
    pub fn append(&self, text: &mut String) {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        text.push_str(&format!("[Result \"{}\"]\n\n", self.result));
        let mut column = 0;
        let mut word = |word: &str, text: &mut String| {
            if column + word.len() + 1 > self.width && column > 0 {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += word.len();
        };
        for (ply, mv) in self.moves[..self.plies].iter().enumerate() {
            if ply % 2 == 0 {
                word(&format!("{}.", ply / 2 + 1), text);
            }
            word(mv, text);
            if self.annotated && ply % 11 == 7 {
                word(["$1", "{good}", "{the main move}", "$14"][ply % 4], text);
            }
        }
        word(&self.result, text);
        text.push_str("\n\n");
    }
}
