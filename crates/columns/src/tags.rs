//! Tags that have a column of their own, and their values.

use std::fmt::Write as _;

use arrow_schema::DataType;

use crate::schema::TIME;

macro_rules! tags {
    ($($tag:ident $name:literal),* $(,)?) => {
        /// A tag with a column.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Tag { $($tag),* }

        impl Tag {
            /// All of them, in the order of their numbers.
            pub(crate) const ALL: &[Self] = &[$(Self::$tag),*];

            /// The tag of that name.
            #[inline]
            pub(crate) fn named(name: &[u8]) -> Option<Self> {
                match name {
                    $($name => Some(Self::$tag),)*
                    _ => None,
                }
            }

            /// Its name.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$tag => std::str::from_utf8($name).unwrap_or_default(),)*
                }
            }
        }
    };
}

tags! {
    Event b"Event",
    Site b"Site",
    Date b"Date",
    Round b"Round",
    White b"White",
    Black b"Black",
    Result b"Result",
    WhiteElo b"WhiteElo",
    BlackElo b"BlackElo",
    WhiteRatingDiff b"WhiteRatingDiff",
    BlackRatingDiff b"BlackRatingDiff",
    WhiteTitle b"WhiteTitle",
    BlackTitle b"BlackTitle",
    WhiteTeam b"WhiteTeam",
    BlackTeam b"BlackTeam",
    WhiteFideId b"WhiteFideId",
    BlackFideId b"BlackFideId",
    UtcDate b"UTCDate",
    UtcTime b"UTCTime",
    Eco b"ECO",
    Opening b"Opening",
    Variation b"Variation",
    TimeControl b"TimeControl",
    Termination b"Termination",
    Annotator b"Annotator",
    EventDate b"EventDate",
    Fen b"FEN",
    Variant b"Variant",
}

/// How the value of a tag is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagKind {
    Text,
    /// A number from 0 on.
    Rating,
    /// A number with its sign.
    Difference,
    Id,
    Date,
    Time,
}

impl Tag {
    pub(crate) const fn kind(self) -> TagKind {
        match self {
            Self::WhiteElo | Self::BlackElo => TagKind::Rating,
            Self::WhiteRatingDiff | Self::BlackRatingDiff => TagKind::Difference,
            Self::WhiteFideId | Self::BlackFideId => TagKind::Id,
            Self::UtcDate => TagKind::Date,
            Self::UtcTime => TagKind::Time,
            _ => TagKind::Text,
        }
    }

    pub(crate) fn data_type(self) -> DataType {
        match self.kind() {
            TagKind::Text => DataType::Utf8,
            TagKind::Rating | TagKind::Difference => DataType::Int16,
            TagKind::Id => DataType::Int32,
            TagKind::Date => DataType::Date32,
            TagKind::Time => TIME,
        }
    }
}

impl TagKind {
    /// The kind of numbers of a type, where the tag does not say it.
    pub(crate) fn of(data_type: &DataType) -> Self {
        match data_type {
            DataType::Date32 | DataType::Date64 => Self::Date,
            DataType::Time32(_) | DataType::Time64(_) => Self::Time,
            _ => Self::Id,
        }
    }

    /// The number that a value is.
    pub(crate) fn number(self, value: &str) -> Option<i32> {
        match self {
            Self::Text => None,
            Self::Rating => value.parse::<i16>().ok().filter(|number| *number >= 0).map(i32::from),
            Self::Difference => value.parse::<i16>().ok().map(i32::from),
            Self::Id => value.parse::<i32>().ok().filter(|number| *number >= 0),
            Self::Date => day_number(value),
            Self::Time => match *value.as_bytes() {
                [a, b, b':', c, d, b':', e, f] => {
                    let [h, m, s] = [two(a, b)?, two(c, d)?, two(e, f)?];
                    (h < 24 && m < 60 && s < 60).then_some(h * 3600 + m * 60 + s)
                }
                _ => None,
            },
        }
    }

    /// Whether a value is written as [`write`](Self::write) writes the number that it is.
    pub(crate) fn is_usual(self, value: &str) -> bool {
        let without_zeros = |digits: &[u8]| matches!(digits, [b'0'] | [b'1'..=b'9', ..]);
        match (self, value.as_bytes()) {
            (Self::Text, _) => false,
            (Self::Rating | Self::Id, digits) => without_zeros(digits),
            (Self::Difference, [b'-', digits @ ..]) => without_zeros(digits) && digits != b"0",
            (Self::Difference, [b'+', digits @ ..]) => without_zeros(digits),
            (Self::Difference, _) => false,
            (Self::Date, value) => matches!(value, [_, _, _, _, b'.', _, _, b'.', _, _]),
            (Self::Time, _) => true,
        }
    }

    /// The value as it is usually written.
    pub(crate) fn write(self, number: i32, out: &mut String) {
        let size = number.unsigned_abs();
        match self {
            Self::Text => {}
            Self::Rating | Self::Id | Self::Difference => {
                match (number < 0, self) {
                    (true, _) => out.push('-'),
                    (false, Self::Difference) => out.push('+'),
                    (false, _) => {}
                }
                push_digits(size, 1, out);
            }
            Self::Date => match date(number) {
                (year @ 0.., month, day) => push_parts([(year, 4), (month, 2), (day, 2)], '.', out),
                // Writing to memory cannot fail.
                (year, month, day) => _ = write!(out, "{year:04}.{month:02}.{day:02}"),
            },
            Self::Time if number >= 0 => {
                push_parts([(number / 3600, 2), (number / 60 % 60, 2), (number % 60, 2)], ':', out);
            }
            Self::Time => _ = write!(out, "{:02}:{:02}:{:02}", number / 3600, number / 60 % 60, number % 60),
        }
    }
}

/// Appends numbers from 0 on, each with so many digits at least.
fn push_parts(parts: [(i32, usize); 3], separator: char, out: &mut String) {
    for (at, (number, digits)) in parts.into_iter().enumerate() {
        if at > 0 {
            out.push(separator);
        }
        push_digits(number.unsigned_abs(), digits, out);
    }
}

/// Appends a number with so many digits at least, which formatting takes several times as long for.
fn push_digits(mut number: u32, at_least: usize, out: &mut String) {
    let mut digits = [b'0'; 10];
    let mut start = digits.len();
    while number > 0 {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    start = start.min(digits.len() - at_least);
    out.push_str(std::str::from_utf8(&digits[start..]).unwrap_or_default());
}

fn two(tens: u8, ones: u8) -> Option<i32> {
    (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| i32::from(10 * (tens - b'0') + (ones - b'0')))
}

/// Year, month and day of a date as the standard writes it (section 8.1.1.3), as far as they are known.
fn date_parts(value: &str) -> [Option<i32>; 3] {
    match *value.as_bytes() {
        [a, b, c, d, b'.', e, f, b'.', g, h] => {
            let year =
                two(a, b).zip(two(c, d)).map(|(century, year)| 100 * century + year).filter(|year| *year > 0);
            let month = two(e, f).filter(|month| (1..=12).contains(month));
            let day = two(g, h).filter(|day| (1..=31).contains(day));
            [year, month, day]
        }
        _ => match value.parse::<pgnkit::Date>() {
            Ok(date) => [date.year().map(i32::from), date.month().map(i32::from), date.day().map(i32::from)],
            Err(_) => [None; 3],
        },
    }
}

/// Days since 1970-01-01 of a date that is known.
fn day_number(value: &str) -> Option<i32> {
    if value.len() != 10 {
        return None;
    }
    let [Some(year), Some(month), Some(day)] = date_parts(value) else { return None };
    // Years that begin in March have the odd day at their end.
    let shifted = year - i32::from(month <= 2);
    let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let number = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    // The 31st of April is the 1st of May, and no date.
    (date(number) == (year, month, day)).then_some(number)
}

/// Year, month and day of a number of days since 1970-01-01.
pub(crate) fn date(number: i32) -> (i32, i32, i32) {
    let days = i64::from(number) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year as i32, month as i32, day as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        for (text, number) in [
            ("1970.01.01", 0),
            ("2000.02.29", 11_016),
            ("2024.12.31", 20_088),
            ("1969.12.31", -1),
            ("0001.01.01", -719_162),
        ] {
            assert_eq!(TagKind::Date.number(text), Some(number), "{text}");
        }
        for number in -719_162..60_000 {
            let mut text = String::new();
            TagKind::Date.write(number, &mut text);
            assert_eq!(TagKind::Date.number(&text), Some(number), "{text}");
        }
        for wrong in ["2001.02.29", "2001.04.31", "2001.??.01", "????.??.??", "2001-01-01", "", "2001.1.1"] {
            assert_eq!(TagKind::Date.number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn values_of_other_kinds() {
        for (kind, text, number) in [
            (TagKind::Rating, "2700", Some(2700)),
            (TagKind::Rating, "-5", None),
            (TagKind::Rating, "?", None),
            (TagKind::Rating, "40000", None),
            (TagKind::Difference, "+12", Some(12)),
            (TagKind::Difference, "-7", Some(-7)),
            (TagKind::Time, "23:59:59", Some(86_399)),
            (TagKind::Time, "24:00:00", None),
            (TagKind::Id, "1503014", Some(1_503_014)),
        ] {
            assert_eq!(kind.number(text), number, "{text}");
            if let Some(number) = number {
                let mut written = String::new();
                kind.write(number, &mut written);
                assert_eq!(written, text);
            }
        }
    }

    #[test]
    fn numbers_are_written_as_formatting_does() {
        for number in
            [i32::MIN, -719_529, -719_528, -1, 0, 7, 59, 60, 3599, 3600, 86_399, 359_999, 2_932_897, i32::MAX]
        {
            let (year, month, day) = date(number);
            for (kind, expected) in [
                (TagKind::Rating, format!("{number}")),
                (TagKind::Id, format!("{number}")),
                (TagKind::Difference, format!("{number:+}")),
                (TagKind::Date, format!("{year:04}.{month:02}.{day:02}")),
                (TagKind::Time, format!("{:02}:{:02}:{:02}", number / 3600, number / 60 % 60, number % 60)),
            ] {
                let mut written = String::new();
                kind.write(number, &mut written);
                assert_eq!(written, expected, "{kind:?}");
            }
        }
    }

    #[test]
    fn the_usual_way_to_write_a_value() {
        let numbers = [
            "0", "00", "7", "07", "2700", "-0", "+0", "-5", "+5", "-05", "+05", "32767", "-32768", "1503014",
        ];
        let dates =
            ["2013.01.31", "2013-01-31", "2013/01/31", "0001.01.01", "2000.02.30", "2013.1.31", "2013.01.??"];
        let others = ["", "?", "x", "22:59:01", "1:02:03", "24:00:00", "22:59:01 ", " 7"];
        let kinds =
            [TagKind::Rating, TagKind::Difference, TagKind::Id, TagKind::Date, TagKind::Time, TagKind::Text];
        for value in numbers.iter().chain(&dates).chain(&others) {
            for kind in kinds {
                let written = kind.number(value).map(|number| {
                    let mut written = String::new();
                    kind.write(number, &mut written);
                    written
                });
                let is_usual = written.is_some() && kind.is_usual(value);
                assert_eq!(is_usual, written.as_deref() == Some(*value), "{kind:?} {value}");
            }
        }
    }

    #[test]
    fn parts_of_dates() {
        assert_eq!(date_parts("1992.11.??"), [Some(1992), Some(11), None]);
        assert_eq!(date_parts("????.??.??"), [None; 3]);
    }

    #[test]
    fn names() {
        for tag in Tag::ALL {
            assert_eq!(Tag::named(tag.name().as_bytes()), Some(*tag));
            assert_eq!(Tag::ALL[*tag as usize], *tag);
        }
        assert_eq!(Tag::named(b"white"), None);
    }
}
