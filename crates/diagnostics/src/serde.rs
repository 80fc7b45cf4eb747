//! Codes as their text, for the feature `serde`: `"PGN-C001"`; names such as `"illegal-move"` are read too.

use alloc::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Code;

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let unknown = || serde::de::Error::custom(format_args!("unknown code {name:?}"));
        Self::from_name(&name).ok_or_else(unknown)
    }
}
