//! Facts about games that an index counts by: result, ratings, date, speed, whether the game was rated. Each has a column.

use pgnkit_chess::{Color, PieceKind, Position};
use pgnkit_syntax::Outcome;

use crate::table::numbers;

/// The facts about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFacts {
    /// The result.
    pub result: Outcome,
    /// Ratings of White and Black; 0 where they are not known.
    pub elo: [u16; 2],
    /// The day.
    pub date: Day,
    /// The speed, if the time control is known.
    pub speed: Option<Speed>,
    /// Whether the game was rated, if that is known.
    pub is_rated: Option<bool>,
}

impl GameFacts {
    /// The mean of both ratings, in whole numbers as explorers group by it; `None` if one is not known.
    #[must_use]
    pub fn mean_rating(&self) -> Option<u16> {
        let [white, black] = self.elo;
        (white > 0 && black > 0).then(|| ((u32::from(white) + u32::from(black)) / 2) as u16)
    }
}

/// A day, a month or a year; 0 for parts that are not known. Days are in order, and what is not known comes before what is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    /// A day. Numbers that are none count as not known, with those after them.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Self {
        let month = if year == 0 || month > 12 { 0 } else { month };
        let day = if month == 0 || day > 31 { 0 } else { day };
        Self(u32::from(year) << 9 | u32::from(month) << 5 | u32::from(day))
    }

    /// The year; 0 if it is not known.
    #[must_use]
    pub fn year(self) -> u16 {
        (self.0 >> 9) as u16
    }

    /// The month from 1; 0 if it is not known.
    #[must_use]
    pub fn month(self) -> u8 {
        (self.0 >> 5 & 15) as u8
    }

    /// The day of the month from 1; 0 if it is not known.
    #[must_use]
    pub fn day(self) -> u8 {
        (self.0 & 31) as u8
    }

    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    pub(crate) fn of_bits(bits: u32) -> Self {
        Self::new((bits >> 9) as u16, (bits >> 5 & 15) as u8, (bits & 31) as u8)
    }
}

/// The speed of a game, by its time control: the base and forty increments together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Speed {
    /// Less than 30 seconds.
    UltraBullet,
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than 6 hours.
    Classical,
    /// More, or days.
    Correspondence,
}

impl Speed {
    /// Every speed, the fastest first.
    pub const ALL: [Self; 6] =
        [Self::UltraBullet, Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// The speed of a game with so many seconds for all moves, and so many more a move.
    #[must_use]
    pub fn of_seconds(base: u64, increment: u64) -> Self {
        match base.saturating_add(increment.saturating_mul(40)) {
            0..30 => Self::UltraBullet,
            30..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1_500 => Self::Rapid,
            1_500..21_600 => Self::Classical,
            _ => Self::Correspondence,
        }
    }

    /// The speed by a value of the tag `TimeControl`: `600+5`, `300`, `-` for correspondence; `None` for other values.
    #[must_use]
    pub fn of_time_control(value: &str) -> Option<Self> {
        let value = value.trim();
        if value == "-" {
            return Some(Self::Correspondence);
        }
        let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
        let number =
            |text: &str| text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        Some(Self::of_seconds(number(base)?, number(increment)?))
    }

    /// The name that explorers use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UltraBullet => "ultraBullet",
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}

pub(crate) fn result_bits(result: Outcome) -> u8 {
    match result {
        Outcome::WhiteWins => 1,
        Outcome::Draw => 2,
        Outcome::BlackWins => 3,
        _ => 0,
    }
}

pub(crate) fn result_of(bits: u8) -> Outcome {
    match bits & 3 {
        1 => Outcome::WhiteWins,
        2 => Outcome::Draw,
        3 => Outcome::BlackWins,
        _ => Outcome::default(),
    }
}

/// Result in bits 0 and 1, speed from 1 in bits 2 to 4, rated (1) or not (2) in bits 5 and 6.
pub(crate) fn kind(facts: &GameFacts) -> u8 {
    let speed = facts.speed.map_or(0, |speed| speed as u8 + 1);
    let mode = facts.is_rated.map_or(0, |is_rated| if is_rated { 1 } else { 2 });
    result_bits(facts.result) | speed << 2 | mode << 5
}

/// The end of a game, as far as it excludes positions: men do not come back, and what is at home at the end has never moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The men of White less one in the high bits, those of Black in the low bits; 15 is as many or more.
    men: u8,
    /// The pawns of White on the second rank, a2 first, and those of Black on the seventh.
    home: [u8; 2],
}

impl Ending {
    pub(crate) fn of(position: &Position) -> Self {
        let men = |color| position.color(color).len().clamp(1, 16) as u8 - 1;
        let pawns = |color| position.pieces(color, PieceKind::Pawn).0;
        Self {
            men: men(Color::White) << 4 | men(Color::Black),
            home: [(pawns(Color::White) >> 8) as u8, (pawns(Color::Black) >> 48) as u8],
        }
    }

    /// Whether a game that has a position may end so; only in standard chess.
    pub(crate) fn can_come_after(self, position: Self) -> bool {
        self.men >> 4 <= position.men >> 4
            && self.men & 15 <= position.men & 15
            && self.home[0] & !position.home[0] == 0
            && self.home[1] & !position.home[1] == 0
    }
}

/// Appends the number of games, and column after column of their ends.
pub(crate) fn put_endings(endings: &[Ending], out: &mut Vec<u8>) {
    numbers::put(endings.len() as u64, out);
    out.extend(endings.iter().map(|ending| ending.men));
    (0..2).for_each(|side| out.extend(endings.iter().map(|ending| ending.home[side])));
}

/// Takes what [`put_endings`] wrote off the beginning of bytes.
pub(crate) fn take_endings(bytes: &mut &[u8], endings: &mut Vec<Ending>) -> Option<()> {
    let count = usize::try_from(numbers::take(bytes)?).ok()?;
    let (columns, rest) = bytes.split_at_checked(count.checked_mul(3)?)?;
    *bytes = rest;
    let ((men, homes), count) = (columns.split_at(count), count);
    let (white, black) = homes.split_at(count);
    endings.clear();
    let all = men.iter().zip(white).zip(black);
    endings.extend(all.map(|((men, white), black)| Ending { men: *men, home: [*white, *black] }));
    Some(())
}

/// Appends the facts about a game and its end, as they are before they have columns.
pub(crate) fn put(facts: &GameFacts, ending: Ending, out: &mut Vec<u8>) {
    out.push(kind(facts));
    out.extend(facts.elo.iter().flat_map(|elo| elo.to_le_bytes()));
    out.extend(facts.date.0.to_le_bytes());
    out.extend([ending.men, ending.home[0], ending.home[1]]);
}

/// Takes them off the beginning of bytes.
pub(crate) fn take(bytes: &mut &[u8]) -> Option<(GameFacts, Ending)> {
    let (head, rest) = bytes.split_first_chunk::<WIDTH>()?;
    *bytes = rest;
    let [kind, a, b, c, d, e, f, g, h, men, white, black] = *head;
    let elo = [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])];
    let ending = Ending { men, home: [white, black] };
    Some((of_parts(kind, elo, u32::from_le_bytes([e, f, g, h])), ending))
}

/// Bytes of the facts about a game, and with those of its end.
const COLUMNS: usize = 9;
const WIDTH: usize = 12;

pub(crate) fn of_parts(kind: u8, elo: [u16; 2], date: u32) -> GameFacts {
    let speed =
        (kind >> 2 & 7).checked_sub(1).and_then(|number| Speed::ALL.get(usize::from(number)).copied());
    let is_rated = match kind >> 5 & 3 {
        1 => Some(true),
        2 => Some(false),
        _ => None,
    };
    GameFacts { result: result_of(kind), elo, date: Day::of_bits(date), speed, is_rated }
}

/// The facts of a page of games as columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactColumns {
    kinds: Vec<u8>,
    elo: [Vec<u16>; 2],
    dates: Vec<u32>,
}

impl FactColumns {
    pub(crate) fn push(&mut self, facts: &GameFacts) {
        self.kinds.push(kind(facts));
        self.elo[0].push(facts.elo[0]);
        self.elo[1].push(facts.elo[1]);
        self.dates.push(facts.date.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
        self.elo.iter_mut().for_each(Vec::clear);
        self.dates.clear();
    }

    pub(crate) fn get(&self, place: usize) -> Option<GameFacts> {
        let elo = [*self.elo[0].get(place)?, *self.elo[1].get(place)?];
        Some(of_parts(*self.kinds.get(place)?, elo, *self.dates.get(place)?))
    }

    /// Memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        COLUMNS * self.len() + 128
    }

    /// Appends the number of games, and column after column, of each number its low bytes before its high ones.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        numbers::put(self.len() as u64, out);
        out.extend_from_slice(&self.kinds);
        for column in &self.elo {
            (0..2).for_each(|byte| out.extend(column.iter().map(|elo| elo.to_le_bytes()[byte])));
        }
        (0..4).for_each(|byte| out.extend(self.dates.iter().map(|date| date.to_le_bytes()[byte])));
    }

    /// Reads what [`write`](Self::write) wrote; `None` if the bytes are no such columns.
    pub(crate) fn read(mut bytes: &[u8]) -> Option<Self> {
        let count = usize::try_from(numbers::take(&mut bytes)?).ok()?;
        if bytes.len() != count.checked_mul(COLUMNS)? {
            return None;
        }
        let column = |number: usize| &bytes[number * count..(number + 1) * count];
        let wide = |low: usize| {
            let pairs = column(low).iter().zip(column(low + 1));
            pairs.map(|(low, high)| u16::from_le_bytes([*low, *high])).collect()
        };
        let date = |place: usize| u32::from_le_bytes([5, 6, 7, 8].map(|number| column(number)[place]));
        Some(Self {
            kinds: column(0).to_vec(),
            elo: [wide(1), wide(3)],
            dates: (0..count).map(date).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_back() {
        let mut columns = FactColumns::default();
        let results = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::default()];
        let speeds = Speed::ALL.map(Some).into_iter().chain([None]);
        let mut all = Vec::new();
        for (number, speed) in speeds.enumerate() {
            for (place, result) in results.into_iter().enumerate() {
                let is_rated = [None, Some(true), Some(false)][(number + place) % 3];
                let elo = [1 + 500 * place as u16, 300 * number as u16];
                let date = Day::new(1990 + number as u16, place as u8 + 10, 31 - number as u8);
                all.push(GameFacts { result, elo, date, speed, is_rated });
            }
        }
        let ending = Ending { men: 0x3c, home: [7, 9] };
        all.iter().for_each(|facts| columns.push(facts));
        let mut bytes = Vec::new();
        columns.write(&mut bytes);
        let read = FactColumns::read(&bytes).unwrap();
        let back: Vec<_> = (0..read.len()).map(|place| read.get(place).unwrap()).collect();
        assert_eq!(back, all);
        assert!(FactColumns::read(&bytes[..bytes.len() - 1]).is_none());
        let mut loose = Vec::new();
        all.iter().for_each(|facts| put(facts, ending, &mut loose));
        let mut rest = &loose[..];
        all.iter().for_each(|facts| assert_eq!(take(&mut rest), Some((*facts, ending))));
    }

    #[test]
    fn endings_come_back() {
        let endings: Vec<Ending> =
            (0..9).map(|number| Ending { men: number, home: [number + 9, number + 90] }).collect();
        let (mut bytes, mut read) = (Vec::new(), Vec::new());
        put_endings(&endings, &mut bytes);
        let mut rest = &bytes[..];
        assert_eq!((take_endings(&mut rest, &mut read), rest), (Some(()), &[][..]));
        assert_eq!(read, endings);
        assert_eq!(take_endings(&mut &bytes[..20], &mut read), None);
    }

    #[test]
    fn an_end_excludes_positions() {
        let ending = |fen: &str| Ending::of(&fen.parse().unwrap());
        let start = Ending::of(&Position::START);
        let few = ending("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!(start.can_come_after(start) && few.can_come_after(start) && !start.can_come_after(few));
        let moved = ending("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert!(moved.can_come_after(start) && !start.can_come_after(moved) && !few.can_come_after(moved));
    }

    #[test]
    fn speeds_by_time_control() {
        for (value, speed) in [
            ("15", Some(Speed::UltraBullet)),
            ("60+0", Some(Speed::Bullet)),
            ("180+2", Some(Speed::Blitz)),
            ("480", Some(Speed::Rapid)),
            ("900+15", Some(Speed::Classical)),
            ("21600", Some(Speed::Correspondence)),
            ("-", Some(Speed::Correspondence)),
            ("40/7200", None),
            ("?", None),
            ("+5", None),
            ("99999999999999999999", None),
            ("18446744073709551615+18446744073709551615", Some(Speed::Correspondence)),
        ] {
            assert_eq!(Speed::of_time_control(value), speed, "{value}");
        }
    }

    #[test]
    fn days_are_in_order() {
        let days = [(0, 5, 5), (1999, 0, 7), (1999, 1, 0), (1999, 1, 31), (1999, 12, 1), (2000, 0, 0)];
        let days = days.map(|(year, month, day)| Day::new(year, month, day));
        assert!(days.is_sorted());
        assert_eq!(days[0], Day::default());
        assert_eq!((days[1].year(), days[1].month(), days[1].day()), (1999, 0, 0));
    }
}
