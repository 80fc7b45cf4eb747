//! The engine that analyses: the table `[engine]` of the settings of a user, which no file beside games may have.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Deserializer, de};

use crate::ConfigError;

/// Name of the file with the settings of a user, in the folder that is the user's own.
pub const USER_FILE_NAME: &str = "config.toml";

/// The settings of a user, which hold whatever is read: no file that comes with games takes their place. They name programs that are run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct UserConfig {
    /// The engine that analyses.
    #[serde(default)]
    pub engine: EngineConfig,
}

/// The table `[engine]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct EngineConfig {
    /// The command that starts it: program and arguments, split at blanks outside of quotes.
    pub command: Option<String>,
    /// Options of the engine by their names, as it reads them.
    #[serde(deserialize_with = "values")]
    pub options: BTreeMap<String, String>,
    /// Lines that are shown, from 1 to 5.
    #[serde(deserialize_with = "lines")]
    pub lines: Option<u16>,
}

impl UserConfig {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or its text cannot be used.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = fs::read_to_string(path).map_err(|cause| ConfigError::read(path, &cause))?;
        Self::parse(&text, path)
    }

    /// Settings of a text; the path is that of its file, which need not be there.
    ///
    /// # Errors
    /// When it is no TOML, a setting is unknown, or its value cannot be used.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| ConfigError::parse(path, text, &error))
    }
}

/// A table `[engine]` in a file that is found beside games. Whoever unpacks an archive has not chosen it, and an engine is a program with
/// options that name files.
#[derive(Clone, Debug, Default)]
pub(crate) struct RefusedEngine;

impl<'de> Deserialize<'de> for RefusedEngine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        de::IgnoredAny::deserialize(deserializer)?;
        Err(de::Error::custom(format_args!(
            "expected `[engine]` in the settings of the user, found it in a file beside games, which may not start programs: move it to \
             `pgn/{USER_FILE_NAME}` in the folder of your settings, ~/.config on most systems"
        )))
    }
}

/// A value of an option, whatever its kind, as engines read it.
struct Value(String);

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl de::Visitor<'_> for Any {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a whole number, true or false")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value(text.to_owned()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }

            fn visit_bool<E: de::Error>(self, is_so: bool) -> Result<Value, E> {
                Ok(Value(is_so.to_string()))
            }
        }

        deserializer.deserialize_any(Any)
    }
}

fn values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error> {
    let values = BTreeMap::<String, Value>::deserialize(deserializer)?;
    Ok(values.into_iter().map(|(name, value)| (name, value.0)).collect())
}

fn lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    let lines = i64::deserialize(deserializer)?;
    match u16::try_from(lines) {
        Ok(lines @ 1..=5) => Ok(Some(lines)),
        _ => Err(de::Error::custom(format_args!("expected a number of lines from 1 to 5, found {lines}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn settings_of_a_user() {
        let text = "[engine]\ncommand = \"stockfish\"\noptions = { Hash = 64, Threads = 1, Ponder = false, SyzygyPath = \"/tb\" }\nlines = 3\n";
        let engine = UserConfig::parse(text, "config.toml".as_ref()).unwrap().engine;
        assert_eq!((engine.command.as_deref(), engine.lines), (Some("stockfish"), Some(3)));
        let options: Vec<_> = engine.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(options, ["Hash=64", "Ponder=false", "SyzygyPath=/tb", "Threads=1"]);
        assert_eq!(UserConfig::parse("", "config.toml".as_ref()).unwrap().engine, EngineConfig::default());
    }

    #[test]
    fn faults_have_their_places() {
        for (text, line, message) in [
            ("[engine]\nlines = 0\n", 2, "expected a number of lines from 1 to 5, found 0"),
            ("[engine]\nlines = 70000\n", 2, "expected a number of lines from 1 to 5, found 70000"),
            (
                "[engine]\n\noptions = { Hash = 1.5 }\n",
                3,
                "invalid type: floating point `1.5`, expected a text, a whole number, true or false",
            ),
            (
                "[engine]\nprogram = \"x\"\n",
                2,
                "unknown field `program`, expected one of `command`, `options`, `lines`",
            ),
            ("[check]\nlevel = \"export\"\n", 1, "unknown field `check`, expected `engine`"),
        ] {
            let error = UserConfig::parse(text, "config.toml".as_ref()).unwrap_err();
            assert_eq!((error.place().unwrap().line, error.message()), (line, message), "{text}");
        }
    }

    #[test]
    fn a_file_beside_games_may_not_name_an_engine() {
        for text in [
            "[check]\n\n[engine]\ncommand = \"sh -c evil\"\n",
            "[engine]\noptions = { \"Debug Log File\" = \"/home/me/.profile\" }\n",
            "engine = 1\n",
        ] {
            let error = Config::parse(text, "pgn.toml".as_ref()).unwrap_err();
            assert!(
                error.message().starts_with("expected `[engine]` in the settings of the user, found it in"),
                "{error}"
            );
            assert!(error.place().is_some());
        }
    }
}
