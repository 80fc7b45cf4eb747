//! Facts about a game besides its moves: players, ratings, kind, times, dates.

use std::borrow::Cow;

use pgnkit::Date;
use pgnkit::chess::Variant;
use pgnkit::diagnostics::Encoding;

/// The characters of a text: UTF-8, or else Windows-1252.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Encoding::Windows1252.decode(bytes),
    }
}

/// A number of digits and nothing else.
pub(super) fn number(word: &[u8]) -> Option<u32> {
    let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    is_number.then(|| std::str::from_utf8(word).ok()?.parse().ok()).flatten()
}

/// The words of a line.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The rules of a game, as far as they follow from its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Known rules, and whether the kind says so.
    Known(Variant),
    Chess960,
    /// Standard rules from a position that the list does not have.
    Wild,
    /// Unknown rules, by their name. Moves are words.
    Unknown(String),
}

/// Known facts of a game. Names are in [`Names`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct About {
    /// Ratings of White and Black as tags have them.
    pub(super) ratings: [Option<String>; 2],
    pub(super) is_rated: Option<bool>,
    /// The kind in small letters: `blitz`, `wild/fr`.
    pub(super) kind: Option<String>,
    /// Minutes and seconds of White; of Black if they differ.
    pub(super) time: Option<(u32, u32)>,
    pub(super) black_time: Option<(u32, u32)>,
    pub(super) date: Option<String>,
    pub(super) time_of_day: Option<String>,
    pub(super) zone: Option<String>,
}

/// White and Black.
pub(super) type Names = [String; 2];

impl About {
    /// The rules; standard ones if the kind is unknown.
    pub(super) fn rules(&self) -> Rules {
        match self.kind.as_deref() {
            Some("crazyhouse") => Rules::Known(Variant::Crazyhouse),
            Some("suicide") => Rules::Known(Variant::Suicide),
            Some("atomic") => Rules::Known(Variant::Atomic),
            Some("losers") => Rules::Unknown("Losers".into()),
            Some("bughouse") => Rules::Unknown("Bughouse".into()),
            Some("wild/fr") => Rules::Chess960,
            Some(kind) if kind.starts_with("wild") => Rules::Wild,
            _ => Rules::Known(Variant::Standard),
        }
    }

    /// The tag TimeControl of a pair of minutes and seconds.
    pub(super) fn time_control((minutes, seconds): (u32, u32)) -> String {
        match (minutes, seconds) {
            (0, 0) => "-".into(),
            (minutes, 0) => (u64::from(minutes) * 60).to_string(),
            (minutes, seconds) => format!("{}+{seconds}", u64::from(minutes) * 60),
        }
    }

    fn set_kind(&mut self, kind: &[u8]) {
        let kind = text(kind).to_ascii_lowercase();
        // The free server has misspelt it since 1995.
        self.kind = Some(if kind == "lighting" { "lightning".into() } else { kind });
    }
}

/// The value of WhiteElo for `1626`, `1467P`, `UNR`, `++++`.
fn rating(text: &[u8]) -> Option<String> {
    let text = text.trim_ascii();
    let digits = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    match (number(&text[..digits]), text) {
        (Some(0), _) | (None, b"UNR" | b"++++" | b"----" | b"") => Some("-".into()),
        (Some(points), _) if points < 10_000 && text.len() - digits <= 1 => Some(points.to_string()),
        _ => None,
    }
}

/// A name and a rating in parentheses from the start of a text, and what follows. Marks of the account, `(C)`, are left out.
fn player(text: &[u8]) -> Option<(String, String, &[u8])> {
    let text = text.trim_ascii_start();
    let end = text.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'(')?;
    let name = &text[..end];
    if name.is_empty() || name.len() > 40 || !name[0].is_ascii_alphanumeric() {
        return None;
    }
    let mut rest = &text[end..];
    // At most a few marks and the rating.
    for _ in 0..6 {
        rest = rest.trim_ascii_start().strip_prefix(b"(")?;
        let end = rest.iter().take(8).position(|byte| *byte == b')')?;
        let (inner, after) = (&rest[..end], &rest[end + 1..]);
        rest = after;
        if let Some(rating) = rating(inner) {
            return Some((self::text(name).into_owned(), rating, rest));
        }
    }
    None
}

/// The players' line of a move list, `homerg (1626) vs. drakorg (1678) --- Mon Nov  4, 08:38 CET 2002`.
pub(super) fn heading(line: &[u8]) -> Option<(Names, About)> {
    let (white, white_rating, rest) = player(line)?;
    let rest = rest.trim_ascii_start().strip_prefix(b"vs.")?;
    let (black, black_rating, rest) = player(rest)?;
    let date = rest.trim_ascii_start().strip_prefix(b"---")?;
    let mut about = About { ratings: [Some(white_rating), Some(black_rating)], ..About::default() };
    set_date(date, &mut about);
    Some(([white, black], about))
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A date and a time: `Mon Nov  4, 08:38 CET 2002`, `Sat Oct 15, 12:03 1994`, `2002.11.04 08:38:00`.
fn set_date(line: &[u8], about: &mut About) {
    let (mut year, mut month, mut day) = (None, None, None);
    for word in words(line).take(8) {
        let word = word.strip_suffix(b",").unwrap_or(word);
        let parts = || word.split(|byte| b".-/:".contains(byte)).map(number);
        let value = number(word);
        if let Some(at) = MONTHS.iter().position(|name| name.as_bytes() == word) {
            month = Some(at as u8 + 1);
        } else if let Some(value) = value {
            if value > 31 { year = u16::try_from(value).ok() } else { day = Some(value as u8) }
        } else if word.contains(&b':') {
            let fits = |limit: u32| move |part: Option<u32>| part.filter(|part| *part < limit);
            let mut parts = parts();
            let hours = parts.next().and_then(fits(24));
            let minutes = parts.next().and_then(fits(60));
            let seconds = parts.next().map_or(Some(0), fits(60));
            if let (Some(hours), Some(minutes), Some(seconds)) = (hours, minutes, seconds) {
                about.time_of_day = Some(format!("{hours:02}:{minutes:02}:{seconds:02}"));
            }
        } else if word.first().is_some_and(u8::is_ascii_digit) {
            let mut parts = parts().map(Option::unwrap_or_default);
            let mut small = || parts.next().and_then(|part| u8::try_from(part).ok());
            // The year is none that fits into a byte.
            year = word.get(..4).and_then(number).map(|year| year as u16);
            small();
            (month, day) = (small(), small());
        } else if (3..=5).contains(&word.len()) && word.iter().all(u8::is_ascii_uppercase) {
            about.zone = Some(text(word).into_owned());
        }
    }
    about.date = Date::new(year, month, day).filter(|_| year.is_some()).map(|date| date.to_string());
}

/// The second line of a move list, `Rated standard match, initial time: 10 minutes, increment: 12 seconds.`.
pub(super) fn set_match(line: &[u8], about: &mut About) -> Option<()> {
    let comma = line.iter().position(|byte| *byte == b',')?;
    let mut words = words(&line[..comma]);
    let is_rated = is_rated(words.next()?)?;
    let kind = words.next()?;
    // A kind of two words, such as `wild fr`.
    let more = words.next()?;
    let kind = match (more, words.next()) {
        (b"match", None) => kind.to_vec(),
        (more, Some(b"match")) => [kind, b"/", more].concat(),
        _ => return None,
    };
    about.is_rated = Some(is_rated);
    about.set_kind(&kind);
    let mut numbers = self::words(&line[comma..]).filter_map(number);
    about.time = numbers.next().zip(numbers.next());
    about.black_time = numbers.next().zip(numbers.next());
    Some(())
}

fn is_rated(word: &[u8]) -> Option<bool> {
    if word.eq_ignore_ascii_case(b"rated") {
        Some(true)
    } else {
        word.eq_ignore_ascii_case(b"unrated").then_some(false)
    }
}

/// A line that names the players of a game and its kind: `Creating: a (1500) b (1600) rated blitz 5 0`, `Game 24: a (…) b (…) rated …`,
/// `Game notification: a (…) vs. b (…) rated …: Game 30`.
/// The number is there if the game goes on.
pub(super) fn announcement(line: &[u8]) -> Option<(Option<u32>, Names, About)> {
    let mut game = None;
    let rest = match line.first()? {
        b'C' => line.strip_prefix(b"Creating:")?,
        b'G' => {
            let rest = line.strip_prefix(b"Game ")?;
            let colon = rest.iter().take(16).position(|byte| *byte == b':')?;
            game = number(&rest[..colon]);
            (game.is_some() || &rest[..colon] == b"notification").then(|| &rest[colon + 1..])?
        }
        _ => return None,
    };
    let (white, white_rating, rest) = player(rest)?;
    let rest = rest.trim_ascii_start();
    let (black, black_rating, rest) = player(rest.strip_prefix(b"vs.").unwrap_or(rest))?;
    let mut words = words(rest);
    let mut about = About { ratings: [Some(white_rating), Some(black_rating)], ..About::default() };
    about.is_rated = Some(is_rated(words.next()?)?);
    about.set_kind(words.next()?);
    let last = |word: &[u8]| number(word.strip_suffix(b":").unwrap_or(word));
    about.time = words.next().and_then(number).zip(words.next().and_then(last));
    Some((game, [white, black], about))
}

/// A line in braces about a game of a number: `{Game 81 (white vs. black) reason} result`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Notice<'l> {
    pub(super) number: u32,
    pub(super) names: [&'l [u8]; 2],
    pub(super) reason: &'l [u8],
    pub(super) after: &'l [u8],
}

pub(super) fn notice(line: &[u8]) -> Option<Notice<'_>> {
    let rest = line.strip_prefix(b"{Game ")?;
    let space = rest.iter().take(10).position(|byte| *byte == b' ')?;
    let number = number(&rest[..space])?;
    let rest = rest[space + 1..].strip_prefix(b"(")?;
    let close = rest.iter().take(100).position(|byte| *byte == b')')?;
    let mut names = rest[..close].split(|byte| *byte == b' ');
    let (white, b"vs.", black, None) = (names.next()?, names.next()?, names.next()?, names.next()) else {
        return None;
    };
    let rest = &rest[close + 1..];
    let end = rest.iter().rposition(|byte| *byte == b'}')?;
    Some(Notice {
        number,
        names: [white, black],
        reason: rest[..end].trim_ascii(),
        after: rest[end + 1..].trim_ascii(),
    })
}

/// The start of a game: `Creating rated blitz match.` or `Continuing …`; whether it continues.
pub(super) fn opening(reason: &[u8]) -> Option<(bool, About)> {
    let mut words = words(reason);
    let continues = match words.next()? {
        b"Creating" => false,
        b"Continuing" => true,
        _ => return None,
    };
    let mut about = About { is_rated: words.next().and_then(is_rated), ..About::default() };
    if let Some(kind) = words.next() {
        about.set_kind(kind);
    }
    Some((continues, about))
}

/// A time of a move or a clock in parentheses, `(m:ss)`, `(m:ss.mmm)` or `(h:mm:ss)`, in milliseconds.
pub(super) fn milliseconds(text: &[u8]) -> Option<u64> {
    let (whole, fraction) = match text.iter().position(|byte| *byte == b'.') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &b""[..]),
    };
    let mut seconds = 0_u64;
    for (at, part) in whole.split(|byte| *byte == b':').enumerate() {
        if at > 3 {
            return None;
        }
        seconds = seconds * 60 + u64::from(number(part)?);
    }
    let digits = fraction.len() as u32;
    let fraction = if digits == 0 { 0 } else { number(fraction).filter(|_| digits <= 3)? };
    Some(seconds * 1000 + u64::from(fraction) * 10_u64.pow(3 - digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (line, date, time, zone) in [
            (" Mon Nov  4, 08:38 CET 2002", Some("2002.11.04"), Some("08:38:00"), Some("CET")),
            (" 2002.11.04 08:38:09", Some("2002.11.04"), Some("08:38:09"), None),
            ("Sat Oct 15, 12:03 1994", Some("1994.10.15"), Some("12:03:00"), None),
            ("2002-13-04 25:00:00", None, None, None),
            ("", None, None, None),
        ] {
            let mut about = About::default();
            set_date(line.as_bytes(), &mut about);
            assert_eq!((about.date.as_deref(), about.time_of_day.as_deref()), (date, time), "{line}");
            assert_eq!(about.zone.as_deref(), zone);
        }
    }

    #[test]
    fn players() {
        for (text, expected) in [
            ("a (1626) x", Some(("a", "1626"))),
            ("Main(C) (2284P)", Some(("Main", "2284"))),
            ("G(*)(SR) (++++)", Some(("G", "-"))),
            ("low ( 886)", Some(("low", "886"))),
            ("a 1626", None),
            ("(1626)", None),
        ] {
            let found = player(text.as_bytes());
            assert_eq!(found.as_ref().map(|(name, rating, _)| (&**name, &**rating)), expected, "{text}");
        }
    }

    #[test]
    fn times() {
        for (text, expected) in [
            ("0:00", Some(0)),
            ("1:20.360", Some(80_360)),
            ("1:02:03", Some(3_723_000)),
            ("0:01.5", Some(1500)),
            ("1:", None),
            ("-1:00", None),
        ] {
            assert_eq!(milliseconds(text.as_bytes()), expected, "{text}");
        }
    }
}
