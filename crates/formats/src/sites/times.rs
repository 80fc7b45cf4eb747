//! Times as the interfaces of sites have them.

use std::fmt::Write as _;

use pgnkit::{Date, TimeOfDay};

/// The date and the time of day, UTC, of milliseconds since 1970.
pub(super) fn date_and_time(milliseconds: i64) -> Option<(String, String)> {
    let seconds = milliseconds.div_euclid(1000);
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days of a year that begins in March, in eras of 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let date = Date::new(Some(u16::try_from(year).ok()?), Some(month as u8), Some(day as u8))?;
    let time = format!("{:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60);
    Some((date.to_string(), time))
}

/// The milliseconds since 1970 of a whole date and a time of day, UTC: what [`date_and_time`] makes of them again.
pub(super) fn milliseconds(date: &str, time: &str) -> Option<i64> {
    let date: Date = date.parse().ok()?;
    let (year, month, day) = (i64::from(date.year()?), i64::from(date.month()?), i64::from(date.day()?));
    let time: TimeOfDay = time.parse().ok()?;
    // Years that begin in March, in eras of 400.
    let year = year - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let part = |part: Option<u8>| part.map(i64::from);
    let of_day = part(time.hour())? * 3600 + part(time.minute())? * 60 + part(time.second())?;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468;
    Some((days * 86_400 + of_day) * 1000)
}

/// A time of a clock, `h:mm:ss` and the part of a second that is not zero.
pub(super) fn clock(centiseconds: u64) -> String {
    let (seconds, part) = (centiseconds / 100, centiseconds % 100);
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if part > 0 {
        let _ = write!(text, ".{part:02}");
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for (milliseconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_400_000, "2000.02.29", "00:00:00"),
            (1_709_251_199_999, "2024.02.29", "23:59:59"),
            (-1, "1969.12.31", "23:59:59"),
        ] {
            assert_eq!(date_and_time(milliseconds), Some((date.to_owned(), time.to_owned())));
            assert_eq!(super::milliseconds(date, time), Some(milliseconds.div_euclid(1000) * 1000));
        }
        assert_eq!(date_and_time(i64::MAX), None);
        assert_eq!(milliseconds("2024.??.??", "00:00:00"), None);
        for (centiseconds, text) in
            [(0, "0:00:00"), (6003, "0:01:00.03"), (360_010, "1:00:00.1"), (12_345_600, "34:17:36")]
        {
            assert_eq!(clock(centiseconds), text);
        }
    }
}
