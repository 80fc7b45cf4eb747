//! Games, written as an object of JSON a line.

use std::error::Error;
use std::fmt::{self, Display, Write as _};

use pgnkit::annotations::{AnnotationValue, Annotations, parse_comment};
use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{ChessMode, Color, Variant};
use pgnkit::command::{ClockTime, Score};
use pgnkit::{Game, Node, Outcome};

use super::super::times::milliseconds;

/// The reason why a game is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The variant is none of the site, or the rules of the game are not known.
    Rules,
    /// A null move, or a text that could not be read, in the main line.
    Moves,
}

impl Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rules => "expected a variant that lichess has, found another one",
            Self::Moves => "expected moves of chess in the main line, found a null move or other text",
        })
    }
}

impl Error for WriteError {}

/// The numbers of parts of a game that the JSON of lichess has no place for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Tags.
    pub tags: u64,
    /// Moves, or the start, with comments of which a part is left out.
    pub comments: u64,
    /// Variations.
    pub variations: u64,
    /// Glyphs.
    pub glyphs: u64,
}

/// Appends a game as the interface of lichess gives it (`application/x-ndjson`), with a line break: what [`game`](super::game) reads. A date
/// without a time of day becomes midnight.
///
/// # Errors
/// When moves or rules have no place in it; nothing is appended then.
pub fn write_game(game: &Game, out: &mut Vec<u8>) -> Result<LeftOut, WriteError> {
    let start = game.start();
    let variant = variant(game).ok_or(WriteError::Rules)?;
    let mut left_out = LeftOut::default();
    let mut moves = Moves::default();
    moves.read(game, &mut left_out)?;
    let mut json = Members::new();
    let mut tags = Tags { game, used: Vec::new() };
    tags.use_if(|name, _| matches!(name, "Result" | "SetUp" | "FEN" | "Variant" | "PlyCount"));
    tags.use_if(|name, value| matches!((name, value), ("Round", "-") | ("Date" | "UTCDate", "????.??.??")));
    json.text("id", &tags.id());
    let (rated, perf) = tags.event();
    json.put("rated", rated);
    json.text("variant", variant);
    let (clock, days) = tags.time_control();
    json.text("speed", speed(clock));
    json.text("perf", perf.unwrap_or_else(|| if variant == "standard" { speed(clock) } else { variant }));
    if let Some(created) = tags.created() {
        json.put("createdAt", created);
    }
    json.text("status", tags.status(moves.is_mate, moves.is_stalemate));
    json.put(
        "players",
        format_args!("{{\"white\":{},\"black\":{}}}", tags.player("White"), tags.player("Black")),
    );
    if start.set_up {
        json.text("initialFen", start.position.fen(EnPassant::Always).as_str());
    }
    match game.result() {
        Outcome::WhiteWins => json.text("winner", "white"),
        Outcome::BlackWins => json.text("winner", "black"),
        _ => {}
    }
    if let Some(opening) = tags.opening() {
        json.put("opening", opening);
    }
    json.text("moves", &moves.san);
    if let Some(clocks) = &moves.clocks {
        json.put("clocks", format_args!("[{}]", clocks.join(",")));
    }
    if moves.is_analysed {
        json.put("analysis", format_args!("[{}]", moves.analysis.join(",")));
    }
    if let Some((initial, increment)) = clock {
        let total = initial.saturating_add(increment.saturating_mul(40));
        json.put(
            "clock",
            format_args!("{{\"initial\":{initial},\"increment\":{increment},\"totalTime\":{total}}}"),
        );
    }
    if let Some(days) = days {
        json.put("daysPerTurn", days);
    }
    left_out.tags = tags.left_out();
    out.extend_from_slice(json.end().as_bytes());
    out.push(b'\n');
    Ok(left_out)
}

/// The key of the variant of a game.
fn variant(game: &Game) -> Option<&'static str> {
    let start = game.start();
    if !start.is_known {
        return None;
    }
    Some(match start.position.variant() {
        Variant::Standard if start.mode == ChessMode::Chess960 => "chess960",
        Variant::Standard if start.set_up => "fromPosition",
        Variant::Standard => "standard",
        Variant::KingOfTheHill => "kingOfTheHill",
        Variant::ThreeCheck => "threeCheck",
        Variant::Antichess => "antichess",
        Variant::Atomic => "atomic",
        Variant::Horde => "horde",
        Variant::RacingKings => "racingKings",
        Variant::Crazyhouse => "crazyhouse",
        _ => return None,
    })
}

/// The class of a time control, by the seconds of a side in a game of forty moves.
fn speed(clock: Option<(u64, u64)>) -> &'static str {
    let Some((initial, increment)) = clock else { return "correspondence" };
    match initial.saturating_add(increment.saturating_mul(40)) {
        0..=29 => "ultraBullet",
        30..=179 => "bullet",
        180..=479 => "blitz",
        480..=1499 => "rapid",
        _ => "classical",
    }
}

/// An object that is written member by member.
struct Members(String);

impl Members {
    fn new() -> Self {
        Self("{".to_owned())
    }

    fn put(&mut self, name: &str, value: impl Display) {
        let comma = if self.0.len() > 1 { "," } else { "" };
        let _ = write!(self.0, "{comma}\"{name}\":{value}");
    }

    fn text(&mut self, name: &str, value: &str) {
        self.put(name, serde_json::Value::from(value));
    }

    fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// The tags of a game, and those of them that are written.
struct Tags<'g> {
    game: &'g Game,
    used: Vec<&'g str>,
}

impl<'g> Tags<'g> {
    fn get(&self, name: &str) -> Option<&'g str> {
        self.game.tag(name)
    }

    fn use_if(&mut self, is_used: impl Fn(&str, &str) -> bool) {
        let used = self.game.tags().filter(|(name, value)| is_used(name, value));
        self.used.extend(used.map(|(name, _)| name));
    }

    /// The value of a tag, if `read` makes something of it, which is then written.
    fn take<T>(&mut self, name: &'static str, read: impl FnOnce(&'g str) -> Option<T>) -> Option<T> {
        let value = read(self.get(name)?)?;
        self.used.push(name);
        Some(value)
    }

    fn left_out(&self) -> u64 {
        self.game.tags().filter(|(name, value)| *value != "?" && !self.used.contains(name)).count() as u64
    }

    fn id(&mut self) -> String {
        let of_site = self.take("Site", |site| site.strip_prefix("https://lichess.org/"));
        let id = self.take("GameId", Some).or(of_site);
        if id != of_site {
            self.used.retain(|name| *name != "Site" || of_site.is_none());
        }
        id.unwrap_or_default().to_owned()
    }

    /// Whether the game was rated, and its kind: `Rated blitz game`.
    fn event(&mut self) -> (bool, Option<&'g str>) {
        let read = |event: &'g str| {
            let (kind, rest) = event.split_once(' ')?;
            let perf = rest.strip_suffix(" game").filter(|perf| !perf.contains(' '))?;
            matches!(kind, "Rated" | "Casual").then_some((kind == "Rated", perf))
        };
        let found = self.take("Event", read);
        (found.is_some_and(|(rated, _)| rated), found.map(|(_, perf)| perf))
    }

    /// Seconds at the beginning and for each move, or days for a move.
    fn time_control(&mut self) -> (Option<(u64, u64)>, Option<u64>) {
        self.use_if(|name, value| name == "TimeControl" && value == "-");
        let read = |value: &str| {
            let (initial, increment) = value.split_once('+')?;
            Some((initial.parse().ok()?, increment.parse().ok()?))
        };
        let clock = self.take("TimeControl", read);
        let days =
            |value: &str| value.strip_prefix("1/")?.parse::<u64>().ok().filter(|all| all % 86_400 == 0);
        (clock, self.take("TimeControl", days).map(|seconds| seconds / 86_400))
    }

    fn created(&mut self) -> Option<i64> {
        let time = self.get("UTCTime").unwrap_or("00:00:00");
        let utc = self.take("UTCDate", |date| Some((date, milliseconds(date, time)?)));
        let (date, created) = match utc {
            Some(found) => found,
            None => self.take("Date", |date| Some((date, milliseconds(date, time)?)))?,
        };
        self.use_if(|name, value| name == "UTCTime" || name == "Date" && value == date);
        Some(created)
    }

    fn status(&mut self, is_mate: bool, is_stalemate: bool) -> &'static str {
        let result = self.game.result();
        let by_result = match result {
            Outcome::Unknown => "started",
            Outcome::Draw => "draw",
            _ => "resign",
        };
        let read = |value: &str| {
            Some(match value {
                "Normal" if is_mate => "mate",
                "Normal" if is_stalemate => "stalemate",
                "Normal" if result == Outcome::Unknown => return None,
                "Normal" => by_result,
                "Time forfeit" => "outoftime",
                "Rules infraction" => "cheat",
                "Abandoned" if result == Outcome::Unknown => "aborted",
                "Unterminated" if result == Outcome::Unknown => "started",
                "Unknown" if result == Outcome::Unknown => "unknownFinish",
                _ => return None,
            })
        };
        let by_board = if is_mate { Some("mate") } else { is_stalemate.then_some("stalemate") };
        self.take("Termination", read).or(by_board).unwrap_or(by_result)
    }

    fn player(&mut self, side: &str) -> String {
        let mut user = Members::new();
        let mut json = Members::new();
        // Names of tags live as long as the program.
        let [name, title, rating, difference] = match side {
            "White" => ["White", "WhiteTitle", "WhiteElo", "WhiteRatingDiff"],
            _ => ["Black", "BlackTitle", "BlackElo", "BlackRatingDiff"],
        };
        self.use_if(|tag, value| tag == name && matches!(value, "?" | "Anonymous"));
        let level = self.take(name, |value| value.strip_prefix("lichess AI level ")?.parse::<u32>().ok());
        if let Some(level) = level {
            json.put("aiLevel", level);
        } else if let Some(known) =
            self.take(name, |value| Some(value).filter(|value| !matches!(*value, "?" | "Anonymous")))
        {
            user.text("name", known);
            if let Some(title) = self.take(title, Some) {
                user.text("title", title);
            }
            user.text("id", &known.to_lowercase());
            json.put("user", user.end());
        }
        if let Some(rating) = self.take(rating, |value| value.parse::<u16>().ok()) {
            json.put("rating", rating);
        }
        if let Some(difference) = self.take(difference, |value| value.parse::<i16>().ok()) {
            json.put("ratingDiff", difference);
        }
        json.end()
    }

    fn opening(&mut self) -> Option<String> {
        let (eco, name) = (self.take("ECO", Some), self.take("Opening", Some));
        let mut json = Members::new();
        if let Some(eco) = eco {
            json.text("eco", eco);
        }
        if let Some(name) = name {
            json.text("name", name);
        }
        (eco.is_some() || name.is_some()).then(|| json.end())
    }
}

/// The main line.
#[derive(Default)]
struct Moves {
    san: String,
    /// Hundredths of a second; nothing if a move has none.
    clocks: Option<Vec<String>>,
    analysis: Vec<String>,
    is_analysed: bool,
    is_mate: bool,
    is_stalemate: bool,
}

impl Moves {
    fn read(&mut self, game: &Game, left_out: &mut LeftOut) -> Result<(), WriteError> {
        let annotations: Vec<_> = game.mainline().map(|node| node.annotations()).collect();
        let clocks = annotations.iter().map(|said| Some(hundredths(said.clock?.time).to_string()));
        self.clocks = clocks.collect::<Option<Vec<_>>>().filter(|clocks| !clocks.is_empty());
        left_out.comments += u64::from(game.root().comments().next().is_some());
        left_out.glyphs += game.root().nags().count() as u64;
        let mut last = game.start().position;
        for (played, said) in game.mainline_with_positions().zip(&annotations) {
            let node = played.node;
            if node.mv().is_null() || node.unchecked().is_some() {
                return Err(WriteError::Moves);
            }
            if !self.san.is_empty() {
                self.san.push(' ');
            }
            let _ = write!(self.san, "{}", node.san());
            self.annotate(node, said, played.before.turn(), left_out);
            last = played.after;
        }
        (self.is_mate, self.is_stalemate) = (last.is_checkmate(), last.is_stalemate());
        Ok(())
    }

    fn annotate(&mut self, node: Node<'_>, said: &Annotations, mover: Color, left_out: &mut LeftOut) {
        let mut json = Members::new();
        let evaluation = said.evaluation.and_then(|evaluation| evaluation.for_white(mover));
        match evaluation {
            Some(Score::Pawns(pawns)) => json.put("eval", (pawns * 100.0).round() as i64),
            Some(Score::Mate(moves)) => json.put("mate", moves),
            None => {}
        }
        let mut variations = node.variations();
        let line = variations.next().and_then(plain_line);
        let count = node.variations().map(|start| 1 + inner_variations(start)).sum::<u64>();
        left_out.variations += count - u64::from(line.is_some());
        if let Some((best, line)) = &line {
            json.text("best", best);
            json.text("variation", line);
        }
        let judgment = node.nags().find_map(judgment);
        left_out.glyphs += node.nags().count() as u64 - u64::from(judgment.is_some());
        if let Some(name) = judgment {
            let mut members = Members::new();
            members.text("name", name);
            if !said.text.is_empty() {
                members.text("comment", &said.text);
            }
            json.put("judgment", members.end());
        }
        let is_exact = said
            .clock
            .is_none_or(|clock| clock.time.nanoseconds() == hundredths(clock.time) * HUNDREDTH)
            && !matches!(evaluation, Some(Score::Pawns(pawns)) if (pawns * 100.0 - (pawns * 100.0).round()).abs() > 1e-6);
        let is_whole = is_exact
            && said.marks.is_empty()
            && [said.move_time, said.game_time, said.wall_clock].iter().all(Option::is_none)
            && said.line_evaluations.is_none()
            && said.evaluation.is_none_or(|evaluation| evaluation.depth.is_none())
            && said.evaluation.is_some() == evaluation.is_some()
            && (said.clock.is_none() || self.clocks.is_some())
            && (said.text.is_empty() || judgment.is_some())
            && !node.comments().flat_map(parse_comment).any(|item| {
                use AnnotationValue::{Book, Command, Diagram, Field};
                matches!(item.value, Book | Command(_) | Diagram | Field)
            });
        left_out.comments += u64::from(!is_whole);
        self.is_analysed |= json.0.len() > 1;
        self.analysis.push(json.end());
    }
}

/// Nanoseconds in the unit of clocks.
const HUNDREDTH: i64 = 10_000_000;

/// A time as clocks have it: none is below zero.
fn hundredths(time: ClockTime) -> i64 {
    (time.nanoseconds() / HUNDREDTH).max(0)
}

fn judgment(nag: u8) -> Option<&'static str> {
    match nag {
        6 => Some("Inaccuracy"),
        2 => Some("Mistake"),
        4 => Some("Blunder"),
        _ => None,
    }
}

/// A variation of moves alone: its first move as engines speak it, and all in SAN.
fn plain_line(start: Node<'_>) -> Option<(String, String)> {
    let is_plain = |node: &Node<'_>| node.notes().next().is_none() && node.first_variation().is_none();
    let first = start.next()?;
    if start.notes().next().is_some()
        || !start.following().all(|node| is_plain(&node) && !node.mv().is_null())
    {
        return None;
    }
    let words: Vec<String> = start.following().map(|node| node.san().to_string()).collect();
    Some((first.mv().to_uci(ChessMode::Standard).to_string(), words.join(" ")))
}

/// Variations inside of a variation.
fn inner_variations(start: Node<'_>) -> u64 {
    let mut open = vec![start];
    let mut count = 0;
    while let Some(start) = open.pop() {
        for node in start.following() {
            for inner in node.variations() {
                count += 1;
                open.push(inner);
            }
        }
    }
    count
}
