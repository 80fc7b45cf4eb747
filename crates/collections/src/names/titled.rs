//! Titles, and when players had them: a title is for life, and a higher one comes later.

use super::profile::wider;

/// Titles that follow each other, the lowest first: of all players, and of women.
const LADDERS: [[&str; 4]; 2] = [["CM", "FM", "IM", "GM"], ["WCM", "WFM", "WIM", "WGM"]];

/// The first and the last year with each title.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Titled([[Option<(u16, u16)>; 4]; 2]);

impl Titled {
    /// A game in which the player has a title; others than those of the federation say nothing.
    pub(super) fn add(&mut self, title: &str, year: u16) {
        for (ladder, years) in LADDERS.iter().zip(&mut self.0) {
            if let Some(at) = ladder.iter().position(|known| known.eq_ignore_ascii_case(title.trim())) {
                years[at] = wider(years[at], Some((year, year)));
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (years, others) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            *years = wider(*years, *others);
        }
    }

    /// Whether both have a title in common; `None` where both have titles and one is lower than what the other had years before.
    pub(super) fn agree(&self, other: &Self) -> Option<bool> {
        // Of each title that is lower the last year, against the first one of the higher.
        let falls = |high: &[Option<(u16, u16)>; 4], low: &[Option<(u16, u16)>; 4]| {
            (1..4).any(|at| {
                let last = low[..at].iter().flatten().map(|years| years.1).max();
                high[at].zip(last).is_some_and(|(high, last)| last > high.0)
            })
        };
        let mut ladders = self.0.iter().zip(&other.0);
        if ladders.clone().any(|(one, other)| falls(one, other) || falls(other, one)) {
            return None;
        }
        Some(ladders.any(|(one, other)| one.iter().zip(other).any(|(a, b)| a.is_some() && b.is_some())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_the_same_or_rise() {
        let titled = |text: &str| {
            let mut titled = Titled::default();
            for part in text.split(", ").filter(|part| !part.is_empty()) {
                let (title, year) = part.split_once(' ').unwrap();
                titled.add(title, year.parse().unwrap());
            }
            titled
        };
        for (one, other, expected) in [
            ("GM 1990", "GM 2001", Some(true)),
            ("gm 1990", "GM 1980", Some(true)),
            ("IM 1990", "GM 1995", Some(false)),
            ("IM 1990", "GM 1990", Some(false)),
            ("GM 1990", "IM 1995", None),
            ("FM 1990, GM 1999", "IM 1994", Some(false)),
            ("FM 1990, GM 1992", "IM 1994", None),
            ("WGM 1990", "IM 1995", Some(false)),
            ("WGM 1990", "WIM 1995", None),
            ("BOT 1990", "BOT 1990", Some(false)),
            ("", "GM 1990", Some(false)),
        ] {
            let (one, other) = (titled(one), titled(other));
            assert_eq!(one.agree(&other), expected, "{one:?} {other:?}");
            assert_eq!(other.agree(&one), expected, "{one:?} {other:?}");
        }
        let mut all = titled("GM 1990");
        all.merge(titled("GM 1980, IM 1975"));
        assert_eq!(all.agree(&titled("IM 1979")), Some(true));
        assert_eq!(all.agree(&titled("IM 1981")), None);
    }
}
