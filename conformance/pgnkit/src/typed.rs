//! Values of tags and commands with their types.

use pgnkit::chess::Color;
use pgnkit::command::{ClockTime, Command, Commands, Evaluation, Mark, Score};
use pgnkit::{Date, Nation, Rating, Round, RunningClock, TimeControl, TimeOfDay, TimeStage, split_values};
use serde_json::{Value, json};

/// The value of a tag; `None` where it has no type that pgnkit knows, or is not of that type.
pub(crate) fn tag(name: &str, value: &str) -> Option<Value> {
    Some(match name {
        "Date" | "EventDate" | "UTCDate" => date(value.parse().ok()?),
        "Time" | "UTCTime" => time_of_day(value.parse().ok()?),
        "Round" => round(value.parse().ok()?),
        "Site" => site(value),
        "White" | "Black" | "WhiteTitle" | "BlackTitle" | "WhiteType" | "BlackType" | "WhiteNA"
        | "BlackNA" | "Annotator" => {
            json!({ "items": split_values(value).collect::<Vec<_>>() })
        }
        "WhiteElo" | "BlackElo" | "WhiteUSCF" | "BlackUSCF" => {
            json!({ "rating": rating(value.parse().ok()?) })
        }
        "PlyCount" => json!({ "plies": value.parse::<u32>().ok()? }),
        "TimeControl" => time_control(&TimeControl::read(value)?),
        "Clock" => running_clock(value.parse().ok()?),
        "WhiteClock" | "BlackClock" => seconds(ClockTime::read(value.as_bytes())?.0),
        _ => return None,
    })
}

fn site(value: &str) -> Value {
    match Nation::of_site(value) {
        Some(nation) => json!({ "nation": nation.code(), "name": nation.name() }),
        None => json!({ "nation": null }),
    }
}

fn time_of_day(time: TimeOfDay) -> Value {
    json!({ "hour": time.hour(), "minute": time.minute(), "second": time.second() })
}

fn rating(rating: Rating) -> Option<u32> {
    match rating {
        Rating::Points(points) => Some(points),
        Rating::Unrated => None,
    }
}

fn running_clock(clock: RunningClock) -> Value {
    let side = match clock.side {
        Some(Color::White) => "white",
        Some(Color::Black) => "black",
        None => "none",
    };
    let mut clock = seconds(clock.time);
    clock["side"] = side.into();
    clock
}

fn date(date: Date) -> Value {
    json!({ "year": date.year(), "month": date.month(), "day": date.day() })
}

fn round(round: Round) -> Value {
    let parts = match round {
        Round::Unknown => "?".into(),
        Round::Inappropriate => "-".into(),
        Round::Parts(parts) => json!(parts),
    };
    json!({ "parts": parts })
}

fn time_control(control: &TimeControl) -> Value {
    let period = |stage: &TimeStage| match *stage {
        TimeStage::Untimed => json!({ "kind": "none" }),
        TimeStage::Sandclock { total } => {
            json!({ "kind": "sandclock", "seconds": number(total.as_secs_f64()) })
        }
        TimeStage::Timed { moves, base, increment } => {
            let kind = match moves {
                Some(_) => "moves",
                None if increment.is_zero() => "sudden-death",
                None => "increment",
            };
            let mut period = json!({ "kind": kind, "seconds": number(base.as_secs_f64()) });
            if let Some(moves) = moves {
                period["moves"] = moves.into();
            }
            if !increment.is_zero() {
                period["increment"] = number(increment.as_secs_f64());
            }
            period
        }
        _ => json!({ "kind": "unknown" }),
    };
    let mut typed = json!({ "periods": control.stages().iter().map(period).collect::<Value>() });
    if let Some(start) = control.initial() {
        typed["start"] = number(start.as_secs_f64());
    }
    typed
}

/// The embedded commands of a comment.
pub(crate) fn commands(comment: &str) -> Value {
    let text = comment.as_bytes();
    Commands::new(text).flatten().map(|command| of_command(text, &command)).collect()
}

fn of_command(text: &[u8], command: &Command<'_>) -> Value {
    let operands: Vec<&str> = command.operands().map(|operand| operand.value.text(text)).collect();
    let typed = match command.name() {
        "csl" | "cal" => marks(command),
        "eval" => command.evaluation().map(evaluation),
        _ => command.time().map(|(time, _)| seconds(time)),
    };
    let mut object = json!({ "name": command.name(), "operands": operands });
    if let Some(typed) = typed {
        object["typed"] = typed;
    }
    object
}

fn evaluation(evaluation: Evaluation) -> Value {
    let mut object = match evaluation.score {
        Score::Pawns(pawns) => json!({ "pawns": number(pawns) }),
        Score::Mate(moves) => json!({ "mate": moves }),
    };
    if let Some(depth) = evaluation.depth {
        object["depth"] = depth.into();
    }
    object
}

/// Squares or arrows as they are written, `None` where one of the operands is neither.
fn marks(command: &Command<'_>) -> Option<Value> {
    let written = |mark: Mark| {
        let color = mark.color.letter();
        format!("{color}{}{}", mark.square, mark.to.map(|square| square.to_string()).unwrap_or_default())
    };
    let marks: Vec<String> = command.marks().map(written).collect();
    let kind = if command.name() == "cal" { "arrows" } else { "squares" };
    (marks.len() == command.operands().count()).then(|| json!({ kind: marks }))
}

fn seconds(time: ClockTime) -> Value {
    json!({ "seconds": number(time.nanoseconds() as f64 / 1e9) })
}

/// A whole number without a point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}
