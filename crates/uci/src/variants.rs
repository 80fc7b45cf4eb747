//! Variants by their names in `UCI_Variant`.

use pgnkit_chess::Variant;

/// The option that says by which rules the engine plays.
pub(crate) const UCI_VARIANT: &str = "UCI_Variant";
/// The option for castling as king takes rook.
pub(crate) const UCI_CHESS960: &str = "UCI_Chess960";

/// The names of a variant, the usual one first.
pub(crate) const fn names(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Standard => &["chess", "standard", "normal"],
        Variant::Crazyhouse => &["crazyhouse"],
        Variant::ThreeCheck => &["3check", "threecheck"],
        Variant::KingOfTheHill => &["kingofthehill", "koth"],
        Variant::Antichess => &["antichess", "giveaway"],
        Variant::Atomic => &["atomic"],
        Variant::Horde => &["horde"],
        Variant::RacingKings => &["racingkings", "racing"],
        Variant::Suicide => &["suicide"],
        // A variant that is new to the rules has no name here, so that no engine has it.
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_has_names_of_its_own() {
        let all = || Variant::ALL.iter().flat_map(|variant| names(*variant));
        for variant in Variant::ALL {
            assert!(!names(variant).is_empty(), "{variant}");
        }
        for name in all() {
            assert_eq!(all().filter(|other| *other == name).count(), 1, "{name}");
        }
    }
}
