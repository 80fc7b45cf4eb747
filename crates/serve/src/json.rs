//! Answers as JSON, field by field as lichess writes them.

use pgnkit_chess::{ChessMode, Color, Move};

use crate::explorer::{Answer, Counts, FoundGames, Game, GameMove, MoveAnswer, Opening, Player};
use crate::question::{Database, GameSearch, Kind, Question};

/// The object of an answer that is in its final form.
pub(crate) fn answer(answer: &Answer, question: &Question) -> String {
    let is_masters = question.database == Database::Masters;
    let is_player = matches!(question.database, Database::Player { .. });
    let mut out = Object::begin(String::with_capacity(512));
    out.counts(answer.counts);
    out.list("moves", &answer.moves, |out, it| move_fields(out, it, question));
    if !is_masters {
        out.list("recentGames", &answer.recent_games, |out, it| listed_game(out, it, is_masters));
    }
    if !is_player {
        out.list("topGames", &answer.top_games, |out, it| listed_game(out, it, is_masters));
    }
    out.opening(answer.opening.as_ref());
    if is_player {
        out.number("queuePosition", answer.queue_position);
    }
    if question.history {
        out.list("history", &answer.history, |out, it| {
            out.text("month", &it.month.to_string());
            out.counts(it.counts);
        });
    }
    out.end()
}

/// The object of a part of the games of a player.
pub(crate) fn found(found: &FoundGames, search: &GameSearch) -> String {
    let mut out = Object::begin(String::with_capacity(512));
    out.number("total", found.total);
    out.number("from", search.from);
    out.list("games", &found.games, |out, game| game_fields(out, game, false));
    out.end()
}

fn move_fields(out: &mut Object, it: &MoveAnswer, question: &Question) {
    out.uci(it.mv);
    out.text("san", &question.position.san(it.mv).to_string());
    let rating = match question.database {
        Database::Player { .. } => "averageOpponentRating",
        _ => "averageRating",
    };
    if let Some(average) = it.average_rating {
        out.number(rating, average);
    }
    if let (Database::Player { .. }, Some(performance)) = (&question.database, it.performance) {
        out.number("performance", performance);
    }
    out.counts(it.counts);
    let is_masters = question.database == Database::Masters;
    match &it.game {
        Some(game) => out.object("game", |out| game_fields(out, game, is_masters)),
        None => out.null("game"),
    }
    out.opening(it.opening.as_ref());
}

fn listed_game(out: &mut Object, it: &GameMove, is_masters: bool) {
    out.uci(it.mv);
    game_fields(out, &it.game, is_masters);
}

fn game_fields(out: &mut Object, game: &Game, is_masters: bool) {
    out.text("id", &game.id);
    match game.winner {
        Some(Color::White) => out.text("winner", "white"),
        Some(Color::Black) => out.text("winner", "black"),
        None => out.null("winner"),
    }
    if let Some(speed) = game.speed.filter(|_| !is_masters) {
        out.text("speed", speed.name());
    }
    if let Some(mode) = game.mode.filter(|_| !is_masters) {
        out.text("mode", mode.name());
    }
    out.player("black", &game.black);
    out.player("white", &game.white);
    out.number("year", game.year);
    match game.month {
        Some(month) => out.text("month", &month.to_string()),
        None => out.null("month"),
    }
}

/// An object that is being written, without spaces.
pub(crate) struct Object {
    out: String,
    is_empty: bool,
}

impl Object {
    pub(crate) fn begin(mut out: String) -> Self {
        out.push('{');
        Self { out, is_empty: true }
    }

    pub(crate) fn end(mut self) -> String {
        self.out.push('}');
        self.out
    }

    /// A name, which needs no escapes.
    fn name(&mut self, name: &str) {
        if !self.is_empty {
            self.out.push(',');
        }
        self.is_empty = false;
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str("\":");
    }

    pub(crate) fn number(&mut self, name: &str, number: impl Into<i128>) {
        self.name(name);
        self.out.push_str(&number.into().to_string());
    }

    pub(crate) fn null(&mut self, name: &str) {
        self.name(name);
        self.out.push_str("null");
    }

    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        push_text(&mut self.out, text);
    }

    pub(crate) fn flag(&mut self, name: &str, is_so: bool) {
        self.name(name);
        self.out.push_str(if is_so { "true" } else { "false" });
    }

    pub(crate) fn object(&mut self, name: &str, fields: impl FnOnce(&mut Self)) {
        self.name(name);
        self.value(fields);
    }

    pub(crate) fn list<T>(&mut self, name: &str, items: &[T], mut fields: impl FnMut(&mut Self, &T)) {
        self.name(name);
        self.out.push('[');
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.value(|out| fields(out, item));
        }
        self.out.push(']');
    }

    /// An object within this one.
    fn value(&mut self, fields: impl FnOnce(&mut Self)) {
        let mut inner = Self::begin(std::mem::take(&mut self.out));
        fields(&mut inner);
        self.out = inner.end();
    }

    pub(crate) fn uci(&mut self, mv: Move) {
        self.text("uci", mv.to_uci(ChessMode::Chess960).as_str());
    }

    fn counts(&mut self, counts: Counts) {
        self.number("white", counts.white);
        self.number("draws", counts.draws);
        self.number("black", counts.black);
    }

    fn player(&mut self, name: &str, player: &Player) {
        self.object(name, |out| {
            out.text("name", &player.name);
            out.number("rating", player.rating);
        });
    }

    fn opening(&mut self, opening: Option<&Opening>) {
        match opening {
            Some(opening) => self.object("opening", |out| {
                out.text("eco", &opening.eco);
                out.text("name", &opening.name);
            }),
            None => self.null("opening"),
        }
    }
}

fn push_text(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    // All that is escaped is one byte.
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..b' ')) {
        let (plain, from) = rest.split_at(at);
        let (escaped, after) = from.split_at(1);
        out.push_str(plain);
        match escaped {
            "\"" => out.push_str("\\\""),
            "\\" => out.push_str("\\\\"),
            "\n" => out.push_str("\\n"),
            "\r" => out.push_str("\\r"),
            "\t" => out.push_str("\\t"),
            "\u{8}" => out.push_str("\\b"),
            "\u{c}" => out.push_str("\\f"),
            _ => escaped.bytes().for_each(|byte| out.push_str(&format!("\\u{byte:04x}"))),
        }
        rest = after;
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::push_text;

    proptest! {
        #[test]
        fn texts_are_escaped_as_other_writers_do(text in "(\\PC|[\\x00-\\x20\"\\\\é]){0,40}") {
            let mut written = String::new();
            push_text(&mut written, &text);
            prop_assert_eq!(written, serde_json::to_string(&text).unwrap());
        }
    }
}
