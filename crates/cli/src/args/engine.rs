//! The options of an engine that analyses.

use clap::{ArgAction, Args};

/// An engine by its command, and its options.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// The engine that analyses, as a command; auto is that of the user's settings
    #[arg(long, value_name = "CMD|auto", help_heading = "Engine")]
    pub(crate) engine: Option<String>,

    /// An option of the engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", action = ArgAction::Append, value_parser = parse_option, help_heading = "Engine")]
    pub(crate) engine_option: Vec<(String, String)>,
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.trim().is_empty() {
        return Err("expected the name of an option, = and its value, as Hash=64".to_owned());
    }
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
