//! Dates with unknown parts, in 20 bits.

use pgnkit::Date;

/// A date: 11 bits of the year, 4 of the month, 5 of the day; 0 is an unknown part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ScidDate(u32);

/// Greatest difference of the years of an event and of its game that the index can hold.
const NEAR: i32 = 3;

impl ScidDate {
    /// A date by its bits; those above 19 are left out.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & 0xf_ffff)
    }

    /// The bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The year; 0 is unknown.
    pub const fn year(self) -> u16 {
        (self.0 >> 9) as u16
    }

    /// The month; 0 is unknown, and more than 12 means nothing.
    pub const fn month(self) -> u8 {
        (self.0 >> 5 & 0xf) as u8
    }

    /// The day of the month; 0 is unknown.
    pub const fn day(self) -> u8 {
        (self.0 & 0x1f) as u8
    }

    /// The date, if there is one of these parts.
    pub fn date(self) -> Option<Date> {
        let known = |part: u8| (part > 0).then_some(part);
        Date::new((self.year() > 0).then_some(self.year()), known(self.month()), known(self.day()))
    }

    /// The bits of a date; `None` for years after 2047.
    pub fn new(date: Date) -> Option<Self> {
        let year = date.year().unwrap_or(0);
        let (month, day) = (date.month().unwrap_or(0), date.day().unwrap_or(0));
        (year < 1 << 11).then(|| Self(u32::from(year) << 9 | u32::from(month) << 5 | u32::from(day)))
    }

    /// The date of an event in the twelve bits that an entry has for it, next to the date of the game; `None` without a
    /// date.
    pub(super) fn near(self, bits: u16) -> Option<Self> {
        let distance = i32::from(bits >> 9 & 7);
        let year = i32::from(self.year()) + distance - (NEAR + 1);
        let rest = u32::from(bits & 0x1ff);
        // The year 0 is an unknown one, which has no neighbours.
        let year = if self.year() == 0 { 0 } else { year.max(0) as u32 };
        // A date without any known part is none, too.
        Some(Self::from_bits(year << 9 | rest)).filter(|date| distance != 0 && date.0 != 0)
    }

    /// The twelve bits for the date of an event next to that of a game, if its year is near enough.
    pub(super) fn relative(self, event: Self) -> Option<u16> {
        let distance = i32::from(event.year()) - i32::from(self.year());
        let is_near = self.year() > 0 && event.year() > 0 && distance.abs() <= NEAR;
        is_near.then(|| ((distance + NEAR + 1) as u16) << 9 | (event.0 & 0x1ff) as u16)
    }
}
