//! Help: short with `-h`, with examples by `pgn help`, in full with `--help` and in the manual. The options that every
//! command has are explained once, by `pgn help options`. Without the name of a command, the first two are one screen.

mod overview;

use std::fmt::Write as _;

use clap::{Arg, Args, Command, CommandFactory};

use crate::args::{Cli, ColorWhen, CommonArgs, FILES_AND_STATUS, FORM, LettersArgs};
use crate::run::{Status, complain, print};
use crate::terminal;

pub(crate) use overview::FIRST;

const COMMON: &str = "Common options";

const OPTIONS: &str = "Options of every command that reads games";

/// The command line with the options of all commands.
pub(crate) fn whole() -> Command {
    let mut whole = Cli::command();
    whole.build();
    whole
}

fn is_common(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(COMMON)
}

/// Whether the page of the common options explains it, and not that of each command.
pub(crate) fn is_explained_once(arg: &Arg) -> bool {
    is_common(arg) && arg.is_hide_long_help_set()
}

/// The command that explains the options of the output format.
const EXPLAINS_FORM: &str = "convert";

/// Whether it is an option of the output format, which only `pgn convert` explains.
fn is_of_form(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(FORM)
}

/// The old name of `--from-lang`, where `--lang` is not the language that is written.
fn with_old_names(command: Command) -> Command {
    let has = |long: &str| command.get_arguments().any(|arg| arg.get_long() == Some(long));
    match has("from-lang") && !has("lang") {
        true => command.mut_arg("from_lang", |arg| arg.alias("lang")),
        false => command,
    }
}

/// A command in whose help the common options are named, since `pgn help options` explains them.
pub(crate) fn refer_to_common(command: Command) -> Command {
    let command = with_old_names(command);
    let command = match command.get_name() {
        EXPLAINS_FORM => command.mut_args(|arg| match arg.get_help_heading() {
            Some(FORM) => arg.help_heading(None),
            _ => arg,
        }),
        _ => command,
    };
    let names = |is_one: fn(&Arg) -> bool| -> Vec<String> {
        command.get_arguments().filter(|arg| is_one(arg)).map(name).collect()
    };
    let (common, of_form) = (names(is_common), names(is_of_form));
    let command = command.mut_subcommands(refer_to_common);
    if common.is_empty() {
        return command;
    }
    let mut lines = format!("{COMMON} (pgn help options): {}", common.join(" "));
    if !of_form.is_empty() {
        lines = format!("{FORM} (pgn help {EXPLAINS_FORM}): {}\n\n{lines}", of_form.join(" "));
    }
    let mut long = command.get_after_long_help().cloned().unwrap_or_default();
    // Appending to memory cannot fail.
    let _ = write!(long, "\n\n{lines}");
    let is_elsewhere = |arg: &Arg| is_common(arg) || is_of_form(arg);
    command
        .mut_args(|arg| if is_elsewhere(&arg) { arg.hide_short_help(true).hide_long_help(true) } else { arg })
        .after_long_help(long)
        .after_help(lines)
}

/// `-j`, or `--from` where there is no letter.
fn name(arg: &Arg) -> String {
    match (arg.get_short(), arg.get_long()) {
        (Some(letter), _) => format!("-{letter}"),
        (None, long) => format!("--{}", long.unwrap_or_default()),
    }
}

/// `pgn help`: the summary of `-h` with the examples, for the command that `words` name.
pub(crate) fn run(words: &[String]) -> Status {
    let text = match words {
        [] => all_commands(terminal::stdout_is_styled(ColorWhen::Auto)),
        [topic] if topic == "options" => common().render_long_help().to_string(),
        _ => match find(words) {
            Some(command) => with_examples(command).render_help().to_string(),
            None => {
                let words = words.join(" ");
                complain(&format_args!("there is no subcommand `{words}`; `pgn help` lists them"));
                return Status::Failed;
            }
        },
    };
    print(text.as_bytes())
}

/// All commands in one screen.
fn all_commands(is_styled: bool) -> String {
    let command = Cli::command();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    overview::overview(&about, FILES_AND_STATUS, is_styled)
}

fn find(words: &[String]) -> Option<Command> {
    let mut command = whole();
    for word in words {
        command = command.find_subcommand(word)?.clone();
    }
    Some(command)
}

/// The text after the options: the examples of the full help, without the explanations before them.
fn with_examples(command: Command) -> Command {
    let long = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    match long.find("Examples:\n") {
        Some(at) => command.after_help(long[at..].to_owned()),
        None => command.after_help(long),
    }
}

/// The common options as a command of their own, for their help and their page of the manual.
pub(crate) fn common() -> Command {
    let groups = CommonArgs::augment_args(LettersArgs::augment_args(Command::new("options")));
    let options = groups.get_arguments().filter(|arg| is_common(arg)).cloned();
    Command::new("options")
        .about(OPTIONS)
        .args(options)
        .disable_help_flag(true)
        .help_template("{about}\n\n{all-args}\n")
        .max_term_width(80)
}

#[cfg(test)]
mod tests;
