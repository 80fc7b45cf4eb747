//! Commands of the prompt, which begin with a dot.

use pgnkit_query::condition::POSITIONS;

use crate::error::{Failure, safe};
use crate::program::Program;
use crate::rewrite::Name;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Tables,
    Schema(String),
    Functions,
    Timer(Option<bool>),
    Quit,
}

/// What comes after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Ask,
    End,
}

/// The commands with what they do.
pub(super) const COMMANDS: [(&str, &str); 6] = [
    (".help", "this list"),
    (".tables", "tables and views that have names"),
    (".schema T", "columns of a table or file"),
    (".functions", "functions about games and positions"),
    (".timer on|off", "show how long queries take"),
    (".quit", "end, as Ctrl-D does"),
];

impl Command {
    /// Reads what comes after the dot.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim().trim_end_matches(';').trim_end();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match (name, rest) {
            ("help" | "h" | "?", "") => Ok(Self::Help),
            ("tables", "") => Ok(Self::Tables),
            ("schema", "") => Err("expected a table: .schema games.pgn".to_owned()),
            ("schema", table) => Ok(Self::Schema(table.trim_matches(['\'', '"']).to_owned())),
            ("functions", "") => Ok(Self::Functions),
            ("timer", "") => Ok(Self::Timer(None)),
            ("timer", "on") => Ok(Self::Timer(Some(true))),
            ("timer", "off") => Ok(Self::Timer(Some(false))),
            ("quit" | "exit" | "q", "") => Ok(Self::Quit),
            _ => Err(format!("there is no command .{}; .help lists them", safe(text))),
        }
    }

    /// Carries it out.
    pub(super) async fn run(self, program: &Program<'_>, times: &mut bool) -> Result<Next, Failure> {
        match self {
            Self::Help => {
                for (command, doc) in COMMANDS {
                    println!("{command:<14} {doc}");
                }
                println!("\nTables are files in single quotes: SELECT White, Black FROM 'games.pgn';");
                println!("Ctrl-C ends a query, Tab completes words, the arrows bring back what was asked.");
            }
            Self::Tables => {
                for name in program.session.table_names() {
                    println!("{}", safe(&name));
                }
            }
            Self::Schema(table) => {
                for field in program.session.table_schema(&table).await?.fields() {
                    let metadata = |name| field.metadata().get(name).map(String::as_str);
                    let unit = metadata("unit").map(|unit| format!(" ({unit})")).unwrap_or_default();
                    let doc = format!("{}{unit}", metadata("description").unwrap_or_default());
                    println!("{:<18} {:<12} {}", safe(field.name()), kind(field.data_type()), safe(&doc));
                }
            }
            Self::Functions => {
                for name in Name::all() {
                    println!("{:<16} {}", name.to_string(), name.0.doc);
                }
                println!("\nIn position(…), sequence(…), streak(…), and game_count(…) and its like:");
                for function in POSITIONS {
                    println!("{:<16} {}", function.name, function.doc);
                }
            }
            Self::Timer(is_on) => {
                *times = is_on.unwrap_or(!*times);
                println!("the timer is {}", if *times { "on" } else { "off" });
            }
            Self::Quit => return Ok(Next::End),
        }
        Ok(Next::Ask)
    }
}

/// A type in a word.
fn kind(data_type: &datafusion::arrow::datatypes::DataType) -> String {
    use datafusion::arrow::datatypes::DataType;
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "text".to_owned(),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => "bytes".to_owned(),
        DataType::Boolean => "boolean".to_owned(),
        DataType::Date32 | DataType::Date64 => "date".to_owned(),
        DataType::Time32(_) | DataType::Time64(_) => "time".to_owned(),
        DataType::List(of) | DataType::LargeList(of) => format!("[{}]", kind(of.data_type())),
        DataType::Map(..) => "map".to_owned(),
        data_type if data_type.is_integer() => "integer".to_owned(),
        data_type if data_type.is_numeric() => "number".to_owned(),
        data_type => safe(&data_type.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        for (text, expected) in [
            ("help", Some(Command::Help)),
            ("quit;", Some(Command::Quit)),
            ("schema 'games.pgn'", Some(Command::Schema("games.pgn".to_owned()))),
            ("timer", Some(Command::Timer(None))),
            ("timer off", Some(Command::Timer(Some(false)))),
            ("timer maybe", None),
            ("schema", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(Command::read(text).ok(), expected, "{text}");
        }
    }
}
