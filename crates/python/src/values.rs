//! Tags read as what they are: dates, rounds, time controls, ratings.

use pgnkit::chess::Color;
use pgnkit::command::ClockTime;
use pgnkit::{Date, Nation, Rating, Round, RunningClock, TimeControl, TimeOfDay, TimeStage, split_values};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A whole number without a point.
fn number<'py>(py: Python<'py>, value: f64) -> PyResult<Bound<'py, PyAny>> {
    if value.fract() == 0.0 {
        Ok((value as i64).into_pyobject(py)?.into_any())
    } else {
        Ok(value.into_pyobject(py)?.into_any())
    }
}

fn seconds<'py>(py: Python<'py>, time: ClockTime) -> PyResult<Bound<'py, PyDict>> {
    let value = PyDict::new(py);
    value.set_item("seconds", number(py, time.nanoseconds() as f64 / 1e9)?)?;
    Ok(value)
}

fn date<'py>(py: Python<'py>, date: Date) -> PyResult<Bound<'py, PyDict>> {
    let value = PyDict::new(py);
    value.set_item("year", date.year())?;
    value.set_item("month", date.month())?;
    value.set_item("day", date.day())?;
    Ok(value)
}

fn time_of_day<'py>(py: Python<'py>, time: TimeOfDay) -> PyResult<Bound<'py, PyDict>> {
    let value = PyDict::new(py);
    value.set_item("hour", time.hour())?;
    value.set_item("minute", time.minute())?;
    value.set_item("second", time.second())?;
    Ok(value)
}

fn round<'py>(py: Python<'py>, round: Round) -> PyResult<Bound<'py, PyDict>> {
    let value = PyDict::new(py);
    match round {
        Round::Unknown => value.set_item("parts", "?")?,
        Round::Inappropriate => value.set_item("parts", "-")?,
        Round::Parts(parts) => value.set_item("parts", parts)?,
    }
    Ok(value)
}

fn site<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let value = PyDict::new(py);
    let nation = Nation::of_site(text);
    value.set_item("nation", nation.map(|nation| nation.code()))?;
    if let Some(nation) = nation {
        value.set_item("name", nation.name())?;
    }
    Ok(value)
}

fn running_clock<'py>(py: Python<'py>, clock: RunningClock) -> PyResult<Bound<'py, PyDict>> {
    let value = seconds(py, clock.time)?;
    let side = match clock.side {
        Some(Color::White) => "white",
        Some(Color::Black) => "black",
        None => "none",
    };
    value.set_item("side", side)?;
    Ok(value)
}

fn stage<'py>(py: Python<'py>, stage: &TimeStage) -> PyResult<Bound<'py, PyDict>> {
    let value = PyDict::new(py);
    match *stage {
        TimeStage::Untimed => value.set_item("kind", "none")?,
        TimeStage::Sandclock { total } => {
            value.set_item("kind", "sandclock")?;
            value.set_item("seconds", number(py, total.as_secs_f64())?)?;
        }
        TimeStage::Timed { moves, base, increment } => {
            let kind = match moves {
                Some(_) => "moves",
                None if increment.is_zero() => "sudden-death",
                None => "increment",
            };
            value.set_item("kind", kind)?;
            value.set_item("seconds", number(py, base.as_secs_f64())?)?;
            if let Some(moves) = moves {
                value.set_item("moves", moves)?;
            }
            if !increment.is_zero() {
                value.set_item("increment", number(py, increment.as_secs_f64())?)?;
            }
        }
        _ => value.set_item("kind", "unknown")?,
    }
    Ok(value)
}

fn time_control<'py>(py: Python<'py>, control: &TimeControl) -> PyResult<Bound<'py, PyDict>> {
    let value = PyDict::new(py);
    let stages = control.stages().iter().map(|one| stage(py, one)).collect::<PyResult<Vec<_>>>()?;
    value.set_item("periods", PyList::new(py, stages)?)?;
    if let Some(start) = control.initial() {
        value.set_item("start", number(py, start.as_secs_f64())?)?;
    }
    Ok(value)
}

/// The value of a tag; `None` where it has no type, or is not of that type.
pub(crate) fn typed<'py>(py: Python<'py>, name: &str, text: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
    let value = match name {
        "Date" | "EventDate" | "UTCDate" => text.parse().ok().map(|value| date(py, value)),
        "Time" | "UTCTime" => text.parse().ok().map(|value| time_of_day(py, value)),
        "Round" => text.parse().ok().map(|value| round(py, value)),
        "Site" => Some(site(py, text)),
        "White" | "Black" | "WhiteTitle" | "BlackTitle" | "WhiteType" | "BlackType" | "WhiteNA"
        | "BlackNA" | "Annotator" => {
            let value = PyDict::new(py);
            value.set_item("items", split_values(text).collect::<Vec<_>>())?;
            Some(Ok(value))
        }
        "WhiteElo" | "BlackElo" | "WhiteUSCF" | "BlackUSCF" => match text.parse() {
            Ok(rating) => {
                let value = PyDict::new(py);
                value.set_item(
                    "rating",
                    if let Rating::Points(points) = rating { Some(points) } else { None },
                )?;
                Some(Ok(value))
            }
            Err(_) => None,
        },
        "PlyCount" => match text.parse::<u32>() {
            Ok(plies) => {
                let value = PyDict::new(py);
                value.set_item("plies", plies)?;
                Some(Ok(value))
            }
            Err(_) => None,
        },
        "TimeControl" => text.parse().ok().map(|value| time_control(py, &value)),
        "Clock" => text.parse().ok().map(|value| running_clock(py, value)),
        "WhiteClock" | "BlackClock" => ClockTime::read(text.as_bytes()).map(|(time, _)| seconds(py, time)),
        _ => None,
    };
    value.transpose()
}
