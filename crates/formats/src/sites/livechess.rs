//! Rounds of LiveChess, the program for boards of DGT: a document for the tournament, one for the pairings of each round, and one for the
//! moves of each game.

use std::fmt::Write as _;

use pgnkit::chess::Position;
use pgnkit::chess::fen::EnPassant;
use pgnkit::{Date, Outcome};
use serde_json::Value;

use super::times::clock;
use super::{Object, SiteError, inner, object, text};
use crate::pgn_text::{PgnText, is_move};

/// Whether a document begins as the index of a round: an object whose first member is its date or its pairings, and that has pairings.
pub fn begins_round(head: &[u8]) -> bool {
    let Some(rest) = head.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start) else {
        return false;
    };
    [&b"\"date\""[..], b"\"pairings\""].iter().any(|name| rest.starts_with(name))
        && memchr::memmem::find(rest, b"\"pairings\"").is_some()
}

/// Whether a document begins as that of a tournament or of a game, which are read with the index of a round.
pub fn begins_other_document(head: &[u8]) -> bool {
    let has = |name: &[u8]| memchr::memmem::find(head, name).is_some();
    let is_game = || has(b"\"live\"") && has(b"\"moves\"");
    head.trim_ascii_start().starts_with(b"{") && (is_game() || has(b"\"rounds\"") && has(b"\"eboards\""))
}

/// The file of a game of a round, beside its index; boards count from 1.
pub fn game_file(board: usize) -> String {
    format!("game-{board}.json")
}

/// Whether a name is one that [`game_file`] makes.
pub fn is_game_file(name: &str) -> bool {
    let board = name.strip_prefix("game-").and_then(|rest| rest.strip_suffix(".json"));
    board.is_some_and(|board| !board.is_empty() && board.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The file of the tournament, in the directory above the rounds.
pub const TOURNAMENT_FILE: &str = "tournament.json";

/// The number of a round, from the name of its directory, `round-3`.
pub fn round_number(directory: &str) -> Option<u32> {
    directory.strip_prefix("round-")?.parse().ok()
}

/// A tournament, as its document has it.
#[derive(Clone, Debug, Default)]
pub struct Tournament(Object);

impl Tournament {
    /// Reads the document.
    ///
    /// # Errors
    /// When it is no object.
    pub fn parse(document: &[u8]) -> Result<Self, SiteError> {
        object(document).map(Self)
    }
}

/// A round: its date and its pairings.
#[derive(Clone, Debug)]
pub struct Round {
    number: Option<u32>,
    date: Option<String>,
    pairings: Vec<Value>,
}

impl Round {
    /// Reads the index of a round, whose number is in none of the documents.
    ///
    /// # Errors
    /// When it is no object, or has no pairings.
    pub fn parse(index: &[u8], number: Option<u32>) -> Result<Self, SiteError> {
        let mut index = object(index)?;
        let date = text(&index, "date").map(|date| date.replace('-', "."));
        let date = date.filter(|date| date.parse::<Date>().is_ok());
        match index.remove("pairings") {
            Some(Value::Array(pairings)) => Ok(Self { number, date, pairings }),
            _ => Err(SiteError::Member("pairings")),
        }
    }

    /// The number of pairings, each of which is a game.
    pub fn len(&self) -> usize {
        self.pairings.len()
    }

    /// Whether there are no pairings.
    pub fn is_empty(&self) -> bool {
        self.pairings.is_empty()
    }

    /// Appends the PGN of the game at a board, from 1 on: names and result of its pairing, and the moves of its own document with their
    /// clocks. Without that it has no moves.
    ///
    /// # Errors
    /// When there is no such pairing, the document is no object, or a move cannot be one.
    pub fn game(
        &self,
        board: usize,
        tournament: &Tournament,
        document: Option<&[u8]>,
        out: &mut String,
    ) -> Result<(), SiteError> {
        let pairing = board.checked_sub(1).and_then(|at| self.pairings.get(at)?.as_object());
        let pairing = pairing.ok_or(SiteError::Member("pairings"))?;
        let game = document.map(object).transpose()?.unwrap_or_default();
        // The pairing is what an arbiter has corrected.
        let outcome =
            [pairing, &game].into_iter().filter_map(outcome).find(|found| *found != Outcome::Unknown);
        let outcome = outcome.unwrap_or_default();
        let mut pgn = PgnText::new(out);
        self.tags(board, (tournament, pairing, &game), outcome, &mut pgn)?;
        moves(&game, &mut pgn)?;
        pgn.end(outcome);
        Ok(())
    }

    fn tags(
        &self,
        board: usize,
        (tournament, pairing, game): (&Tournament, &Object, &Object),
        outcome: Outcome,
        pgn: &mut PgnText<'_>,
    ) -> Result<(), SiteError> {
        let of_tournament = |name: &str| text(&tournament.0, name).filter(|value| !value.is_empty());
        pgn.tag("Event", of_tournament("name").unwrap_or("?"));
        pgn.tag("Site", of_tournament("location").unwrap_or("?"));
        pgn.tag("Date", self.date.as_deref().unwrap_or("????.??.??"));
        pgn.tag("Round", &self.number.map_or_else(|| "?".to_owned(), |number| format!("{number}.{board}")));
        let sides = [("White", "white"), ("Black", "black")].map(|(tag, side)| (tag, inner(pairing, side)));
        for (tag, player) in sides {
            pgn.tag(tag, &name_of(player));
        }
        pgn.tag("Result", outcome.as_str());
        pgn.tag("Board", &board.to_string());
        for (tag, player) in sides {
            let value = |name: &str| player.and_then(|player| word(player, name));
            pgn.tag_if(&format!("{tag}Title"), value("title").as_deref());
            pgn.tag_if(&format!("{tag}Country"), value("federation").as_deref());
            pgn.tag_if(&format!("{tag}FideId"), value("fideid").as_deref());
        }
        pgn.tag_if("EventCountry", of_tournament("country"));
        pgn.tag_if("TimeControl", of_tournament("timecontrol"));
        match game.get("chess960").and_then(Value::as_u64) {
            None | Some(518) => {}
            Some(number) => {
                let start = u16::try_from(number).ok().and_then(Position::chess960);
                let start = start.ok_or(SiteError::Member("chess960"))?;
                pgn.tag("Variant", "Chess960");
                pgn.tag("SetUp", "1");
                pgn.tag("FEN", start.fen(EnPassant::Always).as_str());
            }
        }
        Ok(())
    }
}

/// A text, or a number as one; none if it is empty.
fn word(object: &Object, name: &str) -> Option<String> {
    match object.get(name)? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A name as section 8.1.1.5 has it, the family name first.
fn name_of(player: Option<&Object>) -> String {
    let part = |name: &str| player.and_then(|player| word(player, name));
    let given: Vec<String> = ["fname", "mname"].into_iter().filter_map(part).collect();
    match (part("lname"), given.is_empty()) {
        (Some(family), false) => format!("{family}, {}", given.join(" ")),
        (Some(family), true) => family,
        (None, false) => given.join(" "),
        (None, true) => "?".to_owned(),
    }
}

fn outcome(object: &Object) -> Option<Outcome> {
    match text(object, "result")? {
        "WHITEWIN" => Some(Outcome::WhiteWins),
        "BLACKWIN" => Some(Outcome::BlackWins),
        "DRAW" => Some(Outcome::Draw),
        other => other.parse().ok(),
    }
}

/// Moves, each with the time that the clock had left and the time that it took. The clocks of the game are those after the last moves,
/// where they have none of their own.
fn moves(game: &Object, pgn: &mut PgnText<'_>) -> Result<(), SiteError> {
    pgn.begin_moves(0);
    let moves = game.get("moves").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let clocks = inner(game, "clock");
    for (ply, entry) in moves.iter().enumerate() {
        let entry = entry.as_str().ok_or(SiteError::Member("moves"))?;
        let (san, times) = entry.split_once(' ').unwrap_or((entry, ""));
        if !is_move(san) {
            return Err(SiteError::Move(entry.to_owned()));
        }
        pgn.san(san);
        let (left, used) = times.split_once('+').unwrap_or((times, ""));
        let left = seconds(left).or_else(|| {
            let side = if ply.is_multiple_of(2) { "white" } else { "black" };
            if ply + 2 < moves.len() { None } else { clocks?.get(side)?.as_u64() }
        });
        let mut comment = String::new();
        if let Some(left) = left {
            let _ = write!(comment, "[%clk {}]", clock(left.saturating_mul(100)));
        }
        if let Some(used) = seconds(used) {
            let blank = if comment.is_empty() { "" } else { " " };
            let _ = write!(comment, "{blank}[%emt {}]", clock(used.saturating_mul(100)));
        }
        if !comment.is_empty() {
            pgn.comment(&comment);
        }
    }
    if let Some(comment) = text(game, "comment").filter(|comment| !comment.trim().is_empty()) {
        pgn.comment(comment.trim());
    }
    Ok(())
}

fn seconds(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}
