//! Kinds of games that a question may ask for: speeds, groups of ratings, rated or casual.

use std::fmt;
use std::marker::PhantomData;

/// A kind of game that can be asked for, one of a short list. Only types of this crate are kinds.
pub trait Kind: Copy + PartialEq + sealed::Sealed + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// The name in questions and answers.
    fn name(self) -> &'static str;
}

mod sealed {
    /// A set has place for 16 kinds.
    pub trait Sealed {}

    impl Sealed for super::Speed {}
    impl Sealed for super::Mode {}
    impl Sealed for super::RatingGroup {}
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice<T> {
    bits: u16,
    of: PhantomData<T>,
}

impl<T: Kind> Choice<T> {
    /// The set of all kinds.
    #[must_use]
    pub fn all() -> Self {
        T::ALL.iter().copied().collect()
    }

    /// The set without a kind.
    #[must_use]
    pub const fn none() -> Self {
        Self { bits: 0, of: PhantomData }
    }

    /// Whether it has a kind.
    #[must_use]
    pub fn contains(self, kind: T) -> bool {
        self.bits & Self::bit(kind) != 0
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: T) {
        self.bits |= Self::bit(kind);
    }

    /// Whether it has every kind, so that no game need be looked at.
    #[must_use]
    pub fn is_all(self) -> bool {
        self == Self::all()
    }

    /// Its kinds, in their order.
    pub fn iter(self) -> impl Iterator<Item = T> {
        T::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }

    fn bit(kind: T) -> u16 {
        T::ALL.iter().position(|other| *other == kind).map_or(0, |at| 1 << at)
    }

    /// The kinds of names separated by commas; the name that is not known is the error.
    pub(super) fn parse(names: &str) -> Result<Self, &str> {
        if names.is_empty() {
            return Ok(Self::none());
        }
        let find = |name| T::ALL.iter().copied().find(|kind| kind.name() == name).ok_or(name);
        names.split(',').map(find).collect()
    }
}

impl<T: Kind> FromIterator<T> for Choice<T> {
    fn from_iter<I: IntoIterator<Item = T>>(kinds: I) -> Self {
        let mut set = Self::none();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

impl<T: Kind> fmt::Debug for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(T::name)).finish()
    }
}

/// Names separated by commas, as questions have them.
impl<T: Kind> fmt::Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(at, kind)| {
            let comma = if at > 0 { "," } else { "" };
            write!(f, "{comma}{}", kind.name())
        })
    }
}

/// A speed of games, by the time that both players have: base + 40 × increment.
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
    /// More, or no limit.
    Correspondence,
}

impl Speed {
    /// The speed of a number of seconds, base + 40 × increment.
    ///
    /// ```
    /// use pgnkit_serve::Speed;
    ///
    /// assert_eq!(Speed::of_seconds(180 + 40 * 2), Speed::Blitz);
    /// ```
    #[must_use]
    pub const fn of_seconds(seconds: u32) -> Self {
        match seconds {
            0..30 => Self::UltraBullet,
            30..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1_500 => Self::Rapid,
            1_500..21_600 => Self::Classical,
            _ => Self::Correspondence,
        }
    }
}

impl Kind for Speed {
    const ALL: &'static [Self] =
        &[Self::UltraBullet, Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    fn name(self) -> &'static str {
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

/// Whether the result of a game counts for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// It does not.
    Casual,
    /// It does.
    Rated,
}

impl Kind for Mode {
    const ALL: &'static [Self] = &[Self::Casual, Self::Rated];

    fn name(self) -> &'static str {
        match self {
            Self::Casual => "casual",
            Self::Rated => "rated",
        }
    }
}

/// A group of ratings: from its number to the next group's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RatingGroup {
    /// Below 1000.
    From0,
    /// 1000 to 1199.
    From1000,
    /// 1200 to 1399.
    From1200,
    /// 1400 to 1599.
    From1400,
    /// 1600 to 1799.
    From1600,
    /// 1800 to 1999.
    From1800,
    /// 2000 to 2199.
    From2000,
    /// 2200 to 2499.
    From2200,
    /// 2500 and above.
    From2500,
}

impl RatingGroup {
    /// The lowest rating of the group.
    #[must_use]
    pub const fn lowest(self) -> u32 {
        match self {
            Self::From0 => 0,
            Self::From1000 => 1000,
            Self::From1200 => 1200,
            Self::From1400 => 1400,
            Self::From1600 => 1600,
            Self::From1800 => 1800,
            Self::From2000 => 2000,
            Self::From2200 => 2200,
            Self::From2500 => 2500,
        }
    }

    /// The group of a game, by the ratings of both players: their mean, as a whole number.
    ///
    /// ```
    /// use pgnkit_serve::RatingGroup;
    ///
    /// assert_eq!(RatingGroup::of_game(2199, 2200), RatingGroup::From2000);
    /// ```
    #[must_use]
    pub fn of_game(white: u32, black: u32) -> Self {
        let mean = white.midpoint(black);
        Self::ALL.iter().copied().rfind(|group| group.lowest() <= mean).unwrap_or(Self::From0)
    }
}

impl Kind for RatingGroup {
    const ALL: &'static [Self] = &[
        Self::From0,
        Self::From1000,
        Self::From1200,
        Self::From1400,
        Self::From1600,
        Self::From1800,
        Self::From2000,
        Self::From2200,
        Self::From2500,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::From0 => "0",
            Self::From1000 => "1000",
            Self::From1200 => "1200",
            Self::From1400 => "1400",
            Self::From1600 => "1600",
            Self::From1800 => "1800",
            Self::From2000 => "2000",
            Self::From2200 => "2200",
            Self::From2500 => "2500",
        }
    }
}
