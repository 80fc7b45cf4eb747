//! Puzzles, a line of a table each.

use pgnkit::Outcome;
use pgnkit::chess::{Color, Position, fen};

use super::super::SiteError;
use crate::pgn_text::PgnText;

/// The first columns of the table of puzzles.
pub const PUZZLE_HEADER: &str = "PuzzleId,FEN,Moves,Rating";

/// Whether a line is a puzzle, or the header of their table: an id of five characters, a position, moves.
pub fn begins_puzzle(line: &[u8]) -> bool {
    if line.starts_with(PUZZLE_HEADER.as_bytes()) {
        return true;
    }
    let mut columns = line.split(|byte| *byte == b',');
    columns.next().is_some_and(is_id) && columns.next().is_some_and(|position| fen::parse(position).is_ok())
}

/// Whether this may be the name of a puzzle of lichess.
fn is_id(id: &[u8]) -> bool {
    id.len() == 5 && id.iter().all(u8::is_ascii_alphanumeric)
}

/// Appends the PGN of a puzzle, a line of the table of lichess: a game from the position, with the solution, the themes and the rating as tags.
/// The first move is the opponent's. Nothing for the header of the table.
///
/// # Errors
/// When a column is missing, or a move is not legal.
pub fn puzzle(line: &[u8], out: &mut String) -> Result<(), SiteError> {
    let line = String::from_utf8_lossy(line.trim_ascii_end());
    if line.starts_with(PUZZLE_HEADER) {
        return Ok(());
    }
    let mut columns = line.split(',');
    let mut next = |name| columns.next().ok_or(SiteError::Column(name));
    let (id, position, moves, rating) = (next("PuzzleId")?, next("FEN")?, next("Moves")?, next("Rating")?);
    let [deviation, popularity, plays, themes, url, openings] =
        ["RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl", "OpeningTags"]
            .map(|name| next(name).ok());
    let start = fen::parse(position.as_bytes()).map_err(|_| SiteError::Fen(position.to_owned()))?.position;
    let solution = solution(start, moves)?;
    let mut pgn = PgnText::new(out);
    // Other programs write such tables, with names that are unknown there.
    if is_id(id.as_bytes()) {
        pgn.tag("Event", &format!("lichess puzzle {id}"));
        pgn.tag("Site", &format!("https://lichess.org/training/{id}"));
    } else {
        pgn.tag("Event", &format!("puzzle {id}"));
        pgn.tag("Site", "?");
    }
    for (name, value) in
        [("Date", "????.??.??"), ("Round", "-"), ("White", "?"), ("Black", "?"), ("Result", "*")]
    {
        pgn.tag(name, value);
    }
    pgn.tag("FEN", position);
    pgn.tag("SetUp", "1");
    pgn.tag("PuzzleId", id);
    let more = [
        ("PuzzleRating", Some(rating)),
        ("PuzzleRatingDeviation", deviation),
        ("PuzzlePopularity", popularity),
        ("PuzzlePlays", plays),
        ("PuzzleThemes", themes),
        ("PuzzleGame", url),
        ("PuzzleOpening", openings),
    ];
    for (name, value) in more {
        pgn.tag_if(name, value.filter(|value| !value.is_empty()));
    }
    let ply =
        2 * (start.fullmove_number() as usize).saturating_sub(1) + usize::from(start.turn() == Color::Black);
    pgn.begin_moves(ply);
    solution.iter().for_each(|san| pgn.san(san));
    pgn.end(Outcome::Unknown);
    Ok(())
}

/// Moves as engines speak them, in SAN.
fn solution(mut position: Position, moves: &str) -> Result<Vec<String>, SiteError> {
    let mut all = Vec::new();
    for word in moves.split_ascii_whitespace() {
        let mv = position.read_uci(word).map_err(|_| SiteError::Move(word.to_owned()))?;
        all.push(position.san(mv).to_string());
        position.play(mv);
    }
    Ok(all)
}
