//! Values as their text, for the feature `serde`.

/// Reads a type from its text. Semantic versioning does not hold for it.
#[doc(hidden)]
#[macro_export]
macro_rules! __deserialize_text {
    ($type:ty: $expected:literal, $parse:expr) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        $parse(text)
                    }
                }

                deserializer.deserialize_str(Text)
            }
        }
    };
}

/// The text that [`Display`](core::fmt::Display) writes and [`FromStr`](core::str::FromStr) reads. Semantic versioning
/// does not hold for it.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_as_text {
    ($($type:ty: $expected:literal),* $(,)?) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::__deserialize_text!($type: $expected, |text: &str| text.parse().map_err(E::custom));
    )*};
}

__serde_as_text! {
    crate::Square: "a square such as e4",
    crate::Uci: "a move in coordinates such as e2e4",
}

/// The FEN; in variants of chess with the variant's name and a colon before it.
impl serde::Serialize for crate::Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.variant() {
            crate::Variant::Standard => serializer.collect_str(self),
            variant => serializer.collect_str(&format_args!("{variant}: {self}")),
        }
    }
}

__deserialize_text!(
    crate::Position: "a position in FEN, after the name of its variant and a colon where it has one",
    position
);

fn position<E: serde::de::Error>(text: &str) -> Result<crate::Position, E> {
    let Some((name, fen)) = text.split_once(':') else { return text.parse().map_err(E::custom) };
    let meant = crate::variant::TagVariant::from_name(name)
        .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(name), &"the name of a variant"))?;
    let read = crate::fen::parse_variant(fen.trim_ascii().as_bytes(), meant.variant, None);
    read.map(|fen| fen.position).map_err(E::custom)
}

impl serde::Serialize for crate::Color {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

__deserialize_text!(crate::Color: "white or black", color);

fn color<E: serde::de::Error>(word: &str) -> Result<crate::Color, E> {
    match word {
        "white" => Ok(crate::Color::White),
        "black" => Ok(crate::Color::Black),
        other => Err(E::unknown_variant(other, &["white", "black"])),
    }
}
