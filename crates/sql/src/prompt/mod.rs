//! The prompt: questions one after the other.

mod commands;
mod complete;
mod history;

use std::time::Instant;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Editor};
use tokio::runtime::Runtime;

use crate::error::Failure;
use crate::program::{Program, Status, say};
use commands::{Command, Next};
use complete::Helper;

const PROMPT: &str = "pgn> ";

/// Lines of the history that are kept.
const KEPT: usize = 2000;

/// Asks for questions until there are no more.
pub(crate) fn run(program: &mut Program<'_>, runtime: &Runtime) -> Result<Status, Failure> {
    let failed = |error: ReadlineError| Failure::Other(format!("the terminal: {error}"));
    let config = Config::builder().max_history_size(KEPT).map_err(failed)?.auto_add_history(false);
    let mut editor: Editor<Helper, DefaultHistory> =
        Editor::with_config(config.completion_type(rustyline::CompletionType::List).build())
            .map_err(failed)?;
    let history = history::file();
    if let Some(path) = &history {
        // At the first time there is none.
        let _ = editor.load_history(path);
    }
    editor.set_helper(Some(Helper::new(program.functions.clone())));
    println!("pgn-sql {}: a statement ends with ; and .help lists commands.", env!("CARGO_PKG_VERSION"));
    let mut times = false;
    loop {
        let line = match editor.readline(PROMPT) {
            Ok(line) => line,
            // What was typed is given up.
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error)),
        };
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        // That it is remembered no more is no reason to stop.
        let _ = editor.add_history_entry(text);
        if let Some(path) = &history {
            let _ = editor.append_history(path);
        }
        if let Some(command) = text.strip_prefix('.') {
            match Command::read(command) {
                Ok(command) => match runtime.block_on(command.run(program, &mut times)) {
                    Ok(Next::Ask) => {}
                    Ok(Next::End) => break,
                    Err(failure) => {
                        program.fail(&failure, text);
                    }
                },
                Err(message) => say(&message),
            }
            continue;
        }
        let start = Instant::now();
        match runtime.block_on(program.statements(text)) {
            Ok(()) if times => println!("{:.3} s", start.elapsed().as_secs_f64()),
            Ok(()) => {}
            Err(failure) => {
                program.fail(&failure, text);
            }
        }
        if let Some(account) = program.take_account() {
            say(&account);
        }
        let columns = runtime.block_on(program.session.known_columns(text));
        if let Some(helper) = editor.helper_mut() {
            helper.learn(columns, program.session.table_names());
        }
    }
    Ok(Status::Clean)
}
