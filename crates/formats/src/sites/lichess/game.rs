//! Games, an object of JSON a line.

use std::fmt::Write as _;

use pgnkit::Outcome;
use serde_json::Value;

use super::super::times::{clock, date_and_time};
use super::super::{Object, SiteError, inner, object, text};
use crate::pgn_text::{PgnText, is_move};

/// Whether a line begins as a game: an object whose first member is `id`, and that has `moves` or a `variant`.
pub fn begins_game(line: &[u8]) -> bool {
    let rest = line.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    let has = |name: &[u8]| memchr::memmem::find(line, name).is_some();
    rest.is_some_and(|rest| rest.starts_with(b"\"id\"")) && has(b"\"variant\"") && has(b"\"players\"")
}

/// Appends the PGN of a game, a line of JSON as the interface of lichess gives it (`application/x-ndjson`): moves, clocks, evaluations, judgments
/// with the better line as a variation, the opening.
///
/// # Errors
/// When it is no object, or has no moves.
pub fn game(record: &[u8], out: &mut String) -> Result<(), SiteError> {
    let game = object(record)?;
    let moves = text(&game, "moves").ok_or(SiteError::Member("moves"))?;
    let outcome = outcome(&game);
    let variant = text(&game, "variant").unwrap_or("standard");
    let mut pgn = PgnText::new(out);
    tags(&game, variant, outcome, &mut pgn);
    let start = text(&game, "initialFen").filter(|fen| *fen != "startpos");
    let mut ply = 0;
    if let Some(start) = start {
        pgn.tag("FEN", start);
        pgn.tag("SetUp", "1");
        ply = usize::from(start.split_ascii_whitespace().nth(1) == Some("b"));
        let number = start.split_ascii_whitespace().nth(5).and_then(|number| number.parse::<usize>().ok());
        // Greater numbers than a game can have are none.
        ply += 2 * number.filter(|number| (1..10_000).contains(number)).map_or(0, |number| number - 1);
    }
    pgn.begin_moves(ply);
    let list = |name: &str| game.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let (clocks, analysis) = (list("clocks"), list("analysis"));
    for (at, san) in moves.split_ascii_whitespace().enumerate() {
        if !is_move(san) {
            return Err(SiteError::Move(san.to_owned()));
        }
        pgn.san(san);
        let found = analysis.get(at).and_then(Value::as_object);
        let judgment = found.and_then(|found| inner(found, "judgment"));
        if let Some(nag) = judgment.and_then(|judgment| nag_of(text(judgment, "name")?)) {
            pgn.nag(nag);
        }
        let mut comment = String::new();
        if let Some(score) = found.and_then(score) {
            let _ = write!(comment, "[%eval {score}]");
        }
        if let Some(left) = clocks.get(at).and_then(Value::as_u64) {
            let blank = if comment.is_empty() { "" } else { " " };
            let _ = write!(comment, "{blank}[%clk {}]", clock(left));
        }
        if let Some(words) = judgment.and_then(|judgment| text(judgment, "comment")) {
            let blank = if comment.is_empty() { "" } else { " " };
            let _ = write!(comment, "{blank}{words}");
        }
        if !comment.is_empty() {
            pgn.comment(&comment);
        }
        if let Some(line) = found.and_then(|found| text(found, "variation")) {
            pgn.variation(line.split_ascii_whitespace().take_while(|word| is_move(word)));
        }
    }
    pgn.end(outcome);
    Ok(())
}

fn outcome(game: &Object) -> Outcome {
    let is_over = !matches!(
        text(game, "status"),
        None | Some("created" | "started" | "aborted" | "noStart" | "unknownFinish")
    );
    match text(game, "winner") {
        Some("white") => Outcome::WhiteWins,
        Some("black") => Outcome::BlackWins,
        _ if is_over => Outcome::Draw,
        _ => Outcome::Unknown,
    }
}

/// Tags as lichess writes them in PGN.
fn tags(game: &Object, variant: &str, outcome: Outcome, pgn: &mut PgnText<'_>) {
    let rated = if game.get("rated").and_then(Value::as_bool) == Some(true) { "Rated" } else { "Casual" };
    let perf = text(game, "perf").or_else(|| text(game, "speed")).unwrap_or("standard");
    let id = text(game, "id").unwrap_or_default();
    let created = game.get("createdAt").and_then(Value::as_i64).and_then(date_and_time);
    let date = created.as_ref().map(|(date, _)| &**date);
    pgn.tag("Event", &format!("{rated} {perf} game"));
    pgn.tag("Site", &if id.is_empty() { "?".to_owned() } else { format!("https://lichess.org/{id}") });
    pgn.tag("Date", date.unwrap_or("????.??.??"));
    pgn.tag("Round", "-");
    let players = inner(game, "players");
    let sides = [("White", "white"), ("Black", "black")]
        .map(|(tag, side)| (tag, players.and_then(|players| inner(players, side))));
    for (tag, player) in sides {
        pgn.tag(tag, &name_of(player));
    }
    pgn.tag("Result", outcome.as_str());
    if !id.is_empty() {
        pgn.tag("GameId", id);
    }
    if let Some((date, time)) = &created {
        pgn.tag("UTCDate", date);
        pgn.tag("UTCTime", time);
    }
    for (tag, player) in sides {
        let number = |name: &str| player.and_then(|player| player.get(name)?.as_i64());
        if let Some(rating) = number("rating") {
            pgn.tag(&format!("{tag}Elo"), &rating.to_string());
        }
        if let Some(difference) = number("ratingDiff") {
            pgn.tag(&format!("{tag}RatingDiff"), &format!("{difference:+}"));
        }
        let user = player.and_then(|player| inner(player, "user"));
        pgn.tag_if(&format!("{tag}Title"), user.and_then(|user| text(user, "title")));
    }
    pgn.tag("Variant", variant_name(variant));
    let time = inner(game, "clock").and_then(|clock| {
        Some(format!("{}+{}", clock.get("initial")?.as_u64()?, clock.get("increment")?.as_u64()?))
    });
    let days = || {
        game.get("daysPerTurn")
            .and_then(Value::as_u64)
            .map(|days| format!("1/{}", days.saturating_mul(86_400)))
    };
    pgn.tag("TimeControl", &time.or_else(days).unwrap_or_else(|| "-".to_owned()));
    let opening = inner(game, "opening");
    pgn.tag_if("ECO", opening.and_then(|opening| text(opening, "eco")));
    pgn.tag_if("Opening", opening.and_then(|opening| text(opening, "name")));
    if let Some(status) = text(game, "status") {
        pgn.tag("Termination", termination(status));
    }
}

fn name_of(player: Option<&Object>) -> String {
    let Some(player) = player else { return "?".to_owned() };
    let user = inner(player, "user").and_then(|user| text(user, "name"));
    if let Some(name) = user.or_else(|| text(player, "name")) {
        return name.to_owned();
    }
    match player.get("aiLevel").and_then(Value::as_u64) {
        Some(level) => format!("lichess AI level {level}"),
        None => "Anonymous".to_owned(),
    }
}

/// The value of the tag Variant by the key of a variant.
fn variant_name(key: &str) -> &str {
    match key {
        "standard" => "Standard",
        "chess960" => "Chess960",
        "fromPosition" => "From Position",
        "kingOfTheHill" => "King of the Hill",
        "threeCheck" => "Three-check",
        "antichess" => "Antichess",
        "atomic" => "Atomic",
        "horde" => "Horde",
        "racingKings" => "Racing Kings",
        "crazyhouse" => "Crazyhouse",
        other => other,
    }
}

fn termination(status: &str) -> &'static str {
    match status {
        "created" | "started" => "Unterminated",
        "aborted" | "noStart" => "Abandoned",
        "timeout" | "outoftime" => "Time forfeit",
        "cheat" => "Rules infraction",
        "unknownFinish" => "Unknown",
        _ => "Normal",
    }
}

fn nag_of(judgment: &str) -> Option<u8> {
    match judgment {
        "Inaccuracy" => Some(6),
        "Mistake" => Some(2),
        "Blunder" => Some(4),
        _ => None,
    }
}

/// The evaluation of an entry of the analysis, as a command has it: in pawns, or moves to mate.
fn score(entry: &Object) -> Option<String> {
    if let Some(mate) = entry.get("mate").and_then(Value::as_i64) {
        return Some(format!("#{mate}"));
    }
    let centipawns = entry.get("eval")?.as_i64()?;
    Some(format!("{:.2}", centipawns as f64 / 100.0))
}
