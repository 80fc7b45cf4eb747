//! The names of variants in the tag `Variant`.

use super::Variant;
use crate::moves::ChessMode;

/// What a value of the tag `Variant` says about the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TagVariant {
    /// The rules of the game.
    pub variant: Variant,
    /// Whether castling is that of Chess960.
    pub mode: ChessMode,
    /// Whether nobody may castle, although king and rooks are where castling starts.
    pub without_castling: bool,
}

/// Names by what they mean, in small letters and digits alone: as lichess, chess.com, FICS, ICC, XBoard, cutechess and
/// ChessBase write them.
const NAMES: [(&[&str], Variant); 9] = [
    (
        &[
            "",
            "standard",
            "normal",
            "chess",
            "fromposition",
            "orthodox",
            "orthochess",
            "classical",
            "regular",
            "positionsetup",
            "wild0",
            "odds",
            "oddschess",
            "thematic",
        ],
        Variant::Standard,
    ),
    (&["crazyhouse", "zh", "wild23"], Variant::Crazyhouse),
    (&["threecheck", "3check", "3checks", "threechecks", "wild25"], Variant::ThreeCheck),
    (&["kingofthehill", "koth"], Variant::KingOfTheHill),
    (&["antichess", "giveaway", "losingchess", "giveawaychess", "wild26"], Variant::Antichess),
    (&["suicide", "suicidechess"], Variant::Suicide),
    (&["atomic", "atomicchess", "wild27"], Variant::Atomic),
    (&["horde", "hordechess", "pawnhorde"], Variant::Horde),
    (&["racingkings", "racing", "racingking"], Variant::RacingKings),
];

const CHESS960: [&str; 10] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerandomchess",
    "fischerrandom",
    "fischerrandomchess",
    "frc",
    "dfrc",
    "wildfr",
    "wild22",
];
const FREESTYLE: [&str; 3] = ["freestyle", "freestylechess", "chess9lx"];
const NO_CASTLING: [&str; 3] = ["nocastle", "nocastling", "nocastlingchess"];

/// Longer values name no variant that is known.
const MAX: usize = 32;

impl TagVariant {
    /// What a value means, whatever its case, spaces and punctuation; `None` for variants that are not known. A name with
    /// `960` after it, such as `crazyhouse960`, is that variant with the castling of Chess960.
    ///
    /// ```
    /// use pgnkit_chess::variant::{TagVariant, Variant};
    /// use pgnkit_chess::ChessMode;
    ///
    /// let meant = TagVariant::from_name("King of the Hill").unwrap();
    /// assert_eq!(meant.variant, Variant::KingOfTheHill);
    /// assert_eq!(TagVariant::from_name("Fischerandom").unwrap().mode, ChessMode::Chess960);
    /// assert_eq!(TagVariant::from_name("Bughouse"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut buffer = [0; MAX];
        let mut len = 0;
        for byte in name.bytes().filter(u8::is_ascii_alphanumeric) {
            *buffer.get_mut(len)? = byte.to_ascii_lowercase();
            len += 1;
        }
        let name = core::str::from_utf8(buffer.get(..len)?).ok()?;
        let standard =
            Self { variant: Variant::Standard, mode: ChessMode::Standard, without_castling: false };
        let chess960 = Self { mode: ChessMode::Chess960, ..standard };
        if CHESS960.contains(&name) || FREESTYLE.contains(&name) {
            return Some(chess960);
        }
        if NO_CASTLING.contains(&name) {
            return Some(Self { without_castling: true, ..standard });
        }
        let find =
            |name: &str| NAMES.iter().find(|(names, _)| names.contains(&name)).map(|(_, variant)| *variant);
        if let Some(variant) = find(name) {
            return Some(Self { variant, ..standard });
        }
        let variant = find(name.strip_suffix("960").filter(|name| !name.is_empty())?)?;
        Some(Self { variant, ..chess960 })
    }
}

impl Variant {
    /// The name as lichess writes it into the tag `Variant`: `King of the Hill`. [`TagVariant::from_name`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "Standard",
            Self::Crazyhouse => "Crazyhouse",
            Self::ThreeCheck => "Three-check",
            Self::KingOfTheHill => "King of the Hill",
            Self::Antichess => "Antichess",
            Self::Atomic => "Atomic",
            Self::Horde => "Horde",
            Self::RacingKings => "Racing Kings",
            Self::Suicide => "Suicide",
        }
    }
}

impl core::fmt::Display for Variant {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_has_names_that_lead_to_it_alone() {
        for variant in Variant::ALL {
            let meant = TagVariant::from_name(variant.name()).unwrap();
            assert_eq!((meant.variant, meant.mode), (variant, ChessMode::Standard));
            assert_eq!(NAMES.iter().filter(|(_, of)| *of == variant).count(), 1, "{variant}");
        }
        let all = || {
            NAMES.iter().flat_map(|(names, _)| *names).chain(&CHESS960).chain(&FREESTYLE).chain(&NO_CASTLING)
        };
        for name in all() {
            assert_eq!(all().filter(|other| *other == name).count(), 1, "{name}");
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()), "{name}");
            assert!(TagVariant::from_name(name).is_some(), "{name}");
        }
    }

    #[test]
    fn names_as_programs_write_them() {
        use Variant::{Antichess, Crazyhouse, Standard, Suicide, ThreeCheck};
        for (name, variant, mode) in [
            ("Three-check", ThreeCheck, ChessMode::Standard),
            ("3-Check", ThreeCheck, ChessMode::Standard),
            ("Crazyhouse 960", Crazyhouse, ChessMode::Chess960),
            ("From Position", Standard, ChessMode::Standard),
            ("wild/fr", Standard, ChessMode::Chess960),
            ("Giveaway", Antichess, ChessMode::Standard),
            ("Suicide chess", Suicide, ChessMode::Standard),
            ("", Standard, ChessMode::Standard),
        ] {
            let meant = TagVariant::from_name(name).unwrap();
            assert_eq!((meant.variant, meant.mode), (variant, mode), "{name}");
        }
        for name in [
            "Bughouse",
            "Duck Chess",
            "960960",
            "Setup Chess",
            "a name that is longer than any that there is",
        ] {
            assert_eq!(TagVariant::from_name(name), None, "{name}");
        }
        assert!(TagVariant::from_name("No Castling").unwrap().without_castling);
    }
}
