use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit_archive::output::{self, OUTPUTS, Outlet};
use pgnkit_archive::run::run;
use pgnkit_archive::task::Rewrite;
use pgnkit_archive::{FindingFilter, Input, OutputOptions, RunEvent, RunInput, RunOptions, input};

const GAMES: &str =
    "[Event \"a, \u{fc}\"]\n[White \"Tal\"]\n\n1. e4 $1 e5 2. Nf3 1-0\n\n1. d4 (1. c4 c5) 1... d5 *\n";

/// The files of a form, in memory.
#[derive(Default)]
struct Files(Vec<(&'static str, Vec<u8>)>);

impl Files {
    fn file(&mut self, extension: &'static str) -> &mut Vec<u8> {
        let at = self.0.iter().position(|(known, _)| *known == extension).unwrap_or(self.0.len());
        if at == self.0.len() {
            self.0.push((extension, Vec::new()));
        }
        &mut self.0[at].1
    }
}

impl Write for Files {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file("").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Outlet for Files {
    fn companion(&mut self, extension: &'static str) -> io::Result<&mut dyn Write> {
        Ok(self.file(extension))
    }
}

/// Everything that a form writes for a text, one file after the other.
fn written(text: &[u8], from: &str, to: &str, jobs: usize) -> Vec<u8> {
    let to = output::by_name(to).unwrap();
    let mut options = OutputOptions::default();
    options.lossy = true;
    let task = Rewrite::new((to.make)(&options));
    let mut out = Files::default();
    let mut assembler = output::assembler(&*task.output, jobs);
    assembler.begin(&mut out).unwrap();
    let input = Input::from_reader("in", std::io::Cursor::new(text.to_vec())).unwrap();
    let input = RunInput::new(input, Arc::new(FindingFilter::default()));
    let mut run_options = RunOptions::default().jobs(jobs);
    run_options.format = input::by_name(from);
    run_options.pipeline = run_options.pipeline.block_bytes(64);
    let flow = run([Ok(input)], &task, &run_options, |event| {
        if let RunEvent::Entries(input, numbers, done) = event {
            assembler.add(done.value, numbers, &input.name, &mut out).unwrap();
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    assembler.end(&mut out).unwrap();
    drop(assembler);
    out.0.sort_unstable();
    out.0.into_iter().flat_map(|(_, bytes)| bytes).collect()
}

#[test]
fn every_form_writes_the_same_for_every_number_of_threads() {
    let text = GAMES.repeat(20);
    for output in OUTPUTS {
        let one = written(text.as_bytes(), "pgn", output.name, 1);
        assert!(one.len() > 200, "{}", output.name);
        assert_eq!(one, written(text.as_bytes(), "pgn", output.name, 3), "{}", output.name);
    }
}

#[test]
fn forms_that_hold_everything_give_the_game_back() {
    let text = GAMES.repeat(20);
    let pgn = written(text.as_bytes(), "pgn", "pgn", 1);
    for form in ["json", "pgc", "uci", "lan"] {
        let there = written(text.as_bytes(), "pgn", form, 1);
        let from = if input::by_name(form).is_some() { form } else { "pgn" };
        assert_eq!(written(&there, from, "pgn", 1), pgn, "{form}");
    }
}

#[test]
fn every_form_takes_games_and_positions() {
    let epd = b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\nno position\n";
    for output in OUTPUTS {
        let out = written(epd, "epd", output.name, 1);
        assert!(!out.is_empty(), "{}", output.name);
    }
    assert_eq!(written(epd, "epd", "epd", 1), epd);
    let back = written(&written(epd, "epd", "pgn", 1), "pgn", "fen", 1);
    assert!(String::from_utf8(back).unwrap().starts_with("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"));
}

#[test]
fn rows_of_tables_are_numbered_through_the_run() {
    let text = GAMES.repeat(20);
    let table = String::from_utf8(written(text.as_bytes(), "pgn", "csv", 2)).unwrap();
    let numbers: Vec<u64> =
        table.lines().skip(1).map(|row| row.split(',').nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(numbers.len(), 20 * (3 + 2));
    assert!(numbers.is_sorted() && numbers.first() == Some(&1) && numbers.last() == Some(&40));
}
