//! Values and games as their text, for the feature `serde`.
//!
//! Each value is a string in the form that the standard gives it in a tag: `"2001.??.03"`, `"40/7200:3600"`. A [`Nag`] is
//! a number. A [`Game`] is a string of PGN in export format (section 3.2), which any program reads and which needs no
//! recursion however deep its variations are; escape lines are no part of it. For games as objects there is the feature
//! `json`.
//!
//! [`Nag`]: crate::nag::Nag
//! [`Game`]: crate::Game

pgnkit_chess::__serde_as_text! {
    crate::Date: "a date such as 1992.08.31",
    crate::Game: "a game in PGN",
    crate::Rating: "a rating",
    crate::Round: "a round",
    crate::RunningClock: "a running clock such as W/1:30:00",
    crate::TimeControl: "a time control such as 40/7200:3600",
    crate::TimeOfDay: "a time of day such as 18:30:00",
}

impl serde::Serialize for crate::nag::Nag {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> serde::Deserialize<'de> for crate::nag::Nag {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(Self)
    }
}
