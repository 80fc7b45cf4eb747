//! Facts about games, with their values.

use pgnkit::{TimeControl, TimeStage};

use crate::fact::ValueOf;
use crate::value::{self, Kind, Round, Value};
use crate::{Extent, Fact, GameValues, Shape, Subject, Unit};

const fn fact(
    name: &'static str,
    kind: Kind,
    doc: &'static str,
    example: &'static str,
    reads: Extent,
    value: ValueOf,
) -> Fact {
    let (subject, shape, unit) = (Subject::Game, Shape::One(kind), Unit::None);
    Fact { name, aliases: &[], subject, shape, unit, reads, doc, example, value: Some(value) }
}

/// A fact of a few tags.
const fn of_tag(
    name: &'static str,
    kind: Kind,
    tags: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
    value: ValueOf,
) -> Fact {
    fact(name, kind, doc, example, Extent::Tags(tags), value)
}

const ELO_TAGS: [&str; 2] = ["WhiteElo", "BlackElo"];
const ELOS: Extent = Extent::Tags(&ELO_TAGS);
const TIME_CONTROL: Extent = Extent::Tags(&["TimeControl"]);

/// Facts about games that conditions, orders and names of files have. The order is that of help texts.
pub static GAMES: &[Fact] = &[
    of_tag(
        "date",
        Kind::Date,
        &["Date"],
        "tag Date; digits that are not known count as 0, and tables have it as it is written",
        "date >= '1992.11'",
        |game| date(game, "Date"),
    ),
    of_tag("event", Kind::Text, &["Event"], "tag Event", "event LIKE 'Linares%'", |game| {
        roster(game, "Event")
    }),
    of_tag("site", Kind::Text, &["Site"], "tag Site", "site ILIKE '%riga%'", |game| roster(game, "Site")),
    of_tag("round", Kind::Round, &["Round"], "tag Round, part by part", "round = '3.1'", |game| {
        Value::Round(Round::of(tag(game, "Round")))
    }),
    of_tag(
        "round_number",
        Kind::Integer,
        &["Round"],
        "the first number of tag Round: 3 of 3.12",
        "round_number BETWEEN 1 AND 3",
        |game| round_parts(game, |mut parts| parts.next()),
    ),
    of_tag("white", Kind::Text, &["White"], "tag White", "white LIKE 'Tal%'", |game| roster(game, "White")),
    of_tag("black", Kind::Text, &["Black"], "tag Black", "black IN ('Fine', 'Tal')", |game| {
        roster(game, "Black")
    }),
    fact(
        "result",
        Kind::Text,
        "result of the game: 1-0, 0-1, 1/2-1/2 or *",
        "result = '1-0'",
        Extent::Result,
        |game| Value::Text(game.result().as_str().into()),
    ),
    fact(
        "marker",
        Kind::Text,
        "the result at the end of the moves, whatever the tag says",
        "marker <> \"Result\"",
        Extent::Marker,
        |game| game.marker().map_or(Value::Missing, |marker| Value::Text(marker.as_str().into())),
    ),
    fact(
        "movetext",
        Kind::Text,
        "moves with all that is among them, in export format",
        "movetext LIKE '%novelty%'",
        Extent::Game,
        |game| Value::Text(game.movetext().into()),
    ),
    of_tag("year", Kind::Integer, &["Date"], "year of the date", "year BETWEEN 1960 AND 1969", |game| {
        date_part(game, 0)
    }),
    of_tag("month", Kind::Integer, &["Date"], "month of the date", "month = 11", |game| date_part(game, 1)),
    of_tag("day", Kind::Integer, &["Date"], "day of the date", "day IS NULL", |game| date_part(game, 2)),
    of_tag(
        "eventdate",
        Kind::Date,
        &["EventDate"],
        "tag EventDate, read as tag Date",
        "event_date < '1990'",
        |game| date(game, "EventDate"),
    ),
    of_tag("eco", Kind::Text, &["ECO"], "tag ECO", "eco BETWEEN 'B20' AND 'B99'", |game| text(game, "ECO")),
    of_tag("opening", Kind::Text, &["Opening"], "tag Opening", "opening ILIKE '%sicilian%'", |game| {
        text(game, "Opening")
    }),
    of_tag("whiteelo", Kind::Integer, &["WhiteElo"], "tag WhiteElo", "white_elo >= 2500", |game| {
        integer(game, "WhiteElo")
    })
    .in_unit(Unit::Rating),
    of_tag("blackelo", Kind::Integer, &["BlackElo"], "tag BlackElo", "black_elo < 2000", |game| {
        integer(game, "BlackElo")
    })
    .in_unit(Unit::Rating),
    fact(
        "elo_min",
        Kind::Integer,
        "the lower one of both ratings; NULL where one is not known",
        "elo_min >= 2600",
        ELOS,
        |game| elos(game, u64::min),
    )
    .in_unit(Unit::Rating),
    fact(
        "elo_max",
        Kind::Integer,
        "the higher one of the ratings that are known",
        "elo_max >= 2800",
        ELOS,
        highest_elo,
    )
    .in_unit(Unit::Rating),
    fact(
        "elo_diff",
        Kind::Integer,
        "what the ratings differ by; NULL where one is not known",
        "elo_diff > 300",
        ELOS,
        |game| elos(game, u64::abs_diff),
    )
    .in_unit(Unit::Rating),
    of_tag("white_title", Kind::Text, &["WhiteTitle"], "tag WhiteTitle", "white_title = 'GM'", |game| {
        text(game, "WhiteTitle")
    }),
    of_tag("black_title", Kind::Text, &["BlackTitle"], "tag BlackTitle", "black_title IS NULL", |game| {
        text(game, "BlackTitle")
    }),
    of_tag(
        "white_fide_id",
        Kind::Integer,
        &["WhiteFideId"],
        "tag WhiteFideId",
        "white_fide_id = 1503014",
        |game| integer(game, "WhiteFideId"),
    ),
    of_tag(
        "black_fide_id",
        Kind::Integer,
        &["BlackFideId"],
        "tag BlackFideId",
        "black_fide_id = 1503014",
        |game| integer(game, "BlackFideId"),
    ),
    of_tag(
        "board",
        Kind::Integer,
        &["Board", "Round"],
        "tag Board; without it the last number of a Round of several: 12 of 3.12",
        "board = 1",
        |game| match number(game, "Board") {
            Some(board) => Value::Integer(board),
            None => round_parts(game, |parts| parts.skip(1).last()),
        },
    ),
    of_tag(
        "timecontrol",
        Kind::Text,
        &["TimeControl"],
        "tag TimeControl",
        "time_control = '180+2'",
        |game| text(game, "TimeControl"),
    ),
    fact(
        "time_control_base",
        Kind::Integer,
        "seconds of the first stage of TimeControl",
        "time_control_base <= 180",
        TIME_CONTROL,
        |game| time_control(game, |base, _| base),
    )
    .in_unit(Unit::Seconds)
    .called(&["time_initial"]),
    fact(
        "time_control_increment",
        Kind::Integer,
        "seconds added for each move in the first stage of TimeControl",
        "time_control_increment > 0",
        TIME_CONTROL,
        |game| time_control(game, |_, increment| increment),
    )
    .in_unit(Unit::Seconds)
    .called(&["time_increment"]),
    of_tag(
        "termination",
        Kind::Text,
        &["Termination"],
        "tag Termination",
        "termination ILIKE '%time forfeit%'",
        |game| text(game, "Termination"),
    ),
    fact(
        "variant",
        Kind::Text,
        "the rules: standard, chess960, atomic …, or the tag Variant where they are not known",
        "variant <> 'standard'",
        Extent::Start,
        |game| Value::Text(game.variant()),
    ),
    fact("plies", Kind::Integer, "half-moves of the main line", "plies < 40", Extent::Moves, |game| {
        Value::Integer(game.plies() as u64)
    })
    .in_unit(Unit::HalfMoves),
];

/// The value of a tag, without blanks around it: nobody sees them, and no value of the standard has any.
fn tag<'g>(game: &'g dyn GameValues, name: &str) -> &'g str {
    let value = game.tag_value(name).unwrap_or_default();
    match value.as_bytes() {
        // As nearly always.
        [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => value,
        _ => value.trim(),
    }
}

/// A tag of the roster: what is missing is not known, and has a value for that.
fn roster<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    match tag(game, name) {
        "" => Value::Text("?".into()),
        value => Value::Text(value.into()),
    }
}

/// A tag that may be missing.
fn text<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    match tag(game, name) {
        "" => Value::Missing,
        value => Value::Text(value.into()),
    }
}

fn date<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    value::date(tag(game, name)).map_or(Value::Missing, Value::Date)
}

fn date_part<'g>(game: &'g dyn GameValues, part: usize) -> Value<'g> {
    let text = tag(game, "Date");
    let date = value::date(text).or_else(|| value::year_in(text).map(|year| [year, 0, 0]));
    // A number that is too large for it is no month and no day.
    let most = [u16::MAX, 12, 31][part];
    match date.map(|date| date[part]).filter(|number| (1..=most).contains(number)) {
        Some(number) => Value::Integer(number.into()),
        None => Value::Missing,
    }
}

fn number(game: &dyn GameValues, name: &str) -> Option<u64> {
    tag(game, name).trim().parse().ok()
}

fn integer<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    number(game, name).map_or(Value::Missing, Value::Integer)
}

/// A value computed from both ratings; missing if one of them is unknown.
fn elos<'g>(game: &'g dyn GameValues, joined: fn(u64, u64) -> u64) -> Value<'g> {
    match ELO_TAGS.map(|name| number(game, name)) {
        [Some(white), Some(black)] => Value::Integer(joined(white, black)),
        _ => Value::Missing,
    }
}

/// The higher one of the ratings that are known.
fn highest_elo<'g>(game: &'g dyn GameValues) -> Value<'g> {
    let [white, black] = ELO_TAGS.map(|name| number(game, name));
    white.max(black).map_or(Value::Missing, Value::Integer)
}

/// A number of a round.
fn round_parts<'g>(
    game: &'g dyn GameValues,
    part: fn(std::str::Split<'g, char>) -> Option<&'g str>,
) -> Value<'g> {
    let Round::Parts(parts) = Round::of(tag(game, "Round")) else { return Value::Missing };
    part(parts.split('.')).and_then(|digits| digits.parse().ok()).map_or(Value::Missing, Value::Integer)
}

/// Seconds of the first stage, of its base or its increment.
fn time_control<'g>(game: &'g dyn GameValues, part: fn(u64, u64) -> u64) -> Value<'g> {
    let text = tag(game, "TimeControl");
    if let Some((base, increment)) = usual_control(text) {
        return Value::Integer(part(base, increment));
    }
    let control = TimeControl::read(text);
    match control.as_ref().and_then(|control| control.stages().first()) {
        Some(TimeStage::Timed { base, increment, .. }) => {
            Value::Integer(part(base.as_secs(), increment.as_secs()))
        }
        _ => Value::Missing,
    }
}

/// A time control of one stage with an increment: `180+2`. One without any time is left to the general way.
#[inline]
fn usual_control(text: &str) -> Option<(u64, u64)> {
    let seconds = |text: &str| {
        let is_number = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.bytes().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')))
    };
    let (base, increment) = text.split_once('+')?;
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    (base + increment > 0).then_some((base, increment))
}
