//! Steps that take long: each game by itself, in order, and on from where a killed run stopped.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::syntax::Sink;
use pgnkit::{Game, NodeId};
use pgnkit_archive::files::JournaledFile;
use pgnkit_archive::output::{self, PgnText};
use pgnkit_archive::run::{self, RunPosition};
use pgnkit_archive::step::{ChangeGame, EditText, Step, StepWorker, Verdict};
use pgnkit_archive::task::Rewrite;
use pgnkit_archive::{Account, FindingFilter, Input, InputFormat, Inputs, RunEvent, RunInput, RunOptions};

use crate::toy;

/// A toy engine: it says of each game how long it is. Those with many moves take longer.
#[derive(Debug, Default)]
struct Engine {
    /// The most games that were looked at at the same time, and those that are now.
    busy: Mutex<(usize, usize)>,
    changed: Condvar,
    /// Games that must be looked at together before one is done.
    together: usize,
}

#[derive(Clone, Debug)]
struct Analysis(Arc<Engine>);

struct Process<'s>(&'s Engine);

impl Step for Analysis {
    fn worker(&self) -> StepWorker<'_> {
        StepWorker::Change(Box::new(Process(&self.0)))
    }

    fn is_slow(&self) -> bool {
        true
    }
}

impl ChangeGame for Process<'_> {
    fn apply(&mut self, game: &mut Game, account: &mut Account, _sink: &mut dyn Sink) -> Verdict {
        let Self(Engine { busy, changed, together }) = self;
        let mut state = busy.lock().unwrap();
        state.1 += 1;
        state.0 = state.0.max(state.1);
        changed.notify_all();
        while state.0 < *together {
            let (next, timeout) = changed.wait_timeout(state, Duration::from_secs(20)).unwrap();
            assert!(!timeout.timed_out(), "the others never came");
            state = next;
        }
        state.1 -= 1;
        drop(state);
        std::thread::sleep(Duration::from_micros(game.ply_count() as u64 % 5 * 300));
        game.add_comment(NodeId::ROOT, &format!("{} half-moves", game.ply_count())).unwrap();
        account.tally("analysed", &[("games", 1)]);
        Verdict::Keep
    }
}

fn options(jobs: usize, format: Option<&'static dyn InputFormat>) -> RunOptions {
    let mut options = RunOptions::default().jobs(jobs);
    options.format = format;
    options
}

fn inputs(paths: &[PathBuf]) -> Vec<Result<RunInput, pgnkit_archive::InputError>> {
    let filter = Arc::new(FindingFilter::errors(9, 99));
    Inputs::new(paths.to_vec()).map(|input| Ok(RunInput::new(input?, Arc::clone(&filter)))).collect()
}

/// Runs the engine over inputs into a file, and is killed after so many games; the number of games that were looked at.
fn analyse(paths: &[PathBuf], target: &Path, options: &RunOptions, killed_after: usize) -> usize {
    let (mut file, last) = JournaledFile::open(target, "engine").unwrap();
    let mut options = options.clone();
    options.begin = last.map_or_else(RunPosition::default, |last| last.parse().unwrap());
    let task = Rewrite::new(Box::new(PgnText::default())).step(Analysis(Arc::default()));
    let mut assembler = output::assembler(&*task.output, 1);
    let (mut position, mut games) = (options.begin, 0);
    let flow = run::run(inputs(paths), &task, &options, |event| match event {
        RunEvent::Entries(open, numbers, done) => {
            position.advance(open, numbers, &done);
            games += done.account.read() as usize;
            // Two on one line are one block.
            assert!(done.account.read() <= 2, "a block is a game");
            let mut text = Vec::new();
            assembler.add(done.value, numbers, &open.name, &mut text).unwrap();
            file.append(&text, &position.to_string()).unwrap();
            if games >= killed_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
        RunEvent::End(_, Err(error)) => panic!("{error}"),
        RunEvent::Failed(error) => panic!("{error}"),
        RunEvent::Begin(_) | RunEvent::End(..) => ControlFlow::Continue(()),
    });
    if flow.unwrap().is_continue() {
        file.commit().unwrap();
    }
    games
}

#[test]
fn a_killed_run_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        "[White \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"b\"]\n\n1. d4 *\r\n\r\n[White \"ü\"]\r\n\r\n1. c4 c5 1-0\r\n",
        "{ü} 1. e4 * 1. d4 *\n% escape\n1. c4 Nf6 2. Ke9 *\n\n1. a3",
    ];
    let paths: Vec<PathBuf> = (0..2).map(|at| folder.path().join(format!("{at}.pgn"))).collect();
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    let databases: Vec<PathBuf> = ["a.toy", "b.toy"].map(|name| folder.path().join(name)).into();
    toy::write(folder.path(), "a.toy", &toy::GAMES);
    toy::write(folder.path(), "b.toy", &toy::GAMES[..2]);
    let target = folder.path().join("out.pgn");
    for (paths, format, count) in
        [(&paths, None, 7), (&databases, Some(&toy::Toy as &'static dyn InputFormat), 9)]
    {
        for jobs in [1, 3] {
            let options = options(jobs, format);
            assert!(analyse(paths, &target, &options, usize::MAX) >= count - 1);
            let whole = std::fs::read(&target).unwrap();
            for steps in 1..count {
                std::fs::remove_file(&target).unwrap();
                let mut looked_at = 0;
                while !target.exists() {
                    looked_at += analyse(paths, &target, &options, steps);
                    assert!(looked_at <= count + 2, "it begins anew");
                }
                let resumed = std::fs::read(&target).unwrap();
                assert_eq!(
                    String::from_utf8_lossy(&resumed),
                    String::from_utf8_lossy(&whole),
                    "{steps} {jobs}"
                );
            }
        }
    }
}

#[test]
fn as_many_games_are_looked_at_as_there_are_jobs() {
    let text = "[White \"x\"]\n\n1. e4 e5 *\n\n".repeat(12);
    let engine = Arc::new(Engine { together: 6, ..Engine::default() });
    let task = Rewrite::new(Box::new(PgnText::default())).step(Analysis(Arc::clone(&engine)));
    let input = Input::from_reader("a.pgn", std::io::Cursor::new(text)).unwrap();
    let input = RunInput::new(input, Arc::new(FindingFilter::default()));
    let mut numbers_seen = Vec::new();
    let flow = run::run([Ok(input)], &task, &options(6, None), |event| {
        if let RunEvent::Entries(_, numbers, done) = event {
            assert_eq!(done.account.read(), 1);
            numbers_seen.push(numbers.before_in_run);
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    assert_eq!(numbers_seen, (0..12).collect::<Vec<u64>>());
    assert_eq!(engine.busy.lock().unwrap().0, 6);
}

/// A pipe whose next piece comes when somebody sends it.
struct Pipe(Receiver<Vec<u8>>);

impl Read for Pipe {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        match self.0.recv_timeout(Duration::from_secs(20)) {
            Ok(piece) => {
                output[..piece.len()].copy_from_slice(&piece);
                Ok(piece.len())
            }
            Err(RecvTimeoutError::Disconnected) => Ok(0),
            Err(RecvTimeoutError::Timeout) => Err(io::Error::other("nobody took what there was")),
        }
    }
}

#[test]
fn what_is_complete_in_a_pipe_is_worked_before_more_comes() {
    let games = ["1. e4 *\n", "1. d4 *\n1. c4 *\n", "[White \"x\"]\n\n1. a3 1-0\n", "1. b3"];
    for (jobs, is_slow) in [(1, false), (3, false), (1, true), (3, true)] {
        let task = Rewrite::new(Box::new(PgnText::default()));
        let task = if is_slow { task.step(Analysis(Arc::default())) } else { task };
        let (sender, receiver) = channel();
        let mut sender = Some(sender);
        let mut pieces = games.iter().map(|game| game.as_bytes().to_vec());
        let mut send = move || match pieces.next() {
            Some(piece) => sender.as_ref().map_or((), |sender| sender.send(piece).unwrap()),
            None => sender = None,
        };
        send();
        let input = Input::from_pipe("pipe", Pipe(receiver)).unwrap();
        let input = RunInput::new(input, Arc::new(FindingFilter::default()));
        let mut read = 0;
        let flow = run::run([Ok(input)], &task, &options(jobs, None), |event| {
            match event {
                RunEvent::Entries(open, _, done) => {
                    assert!(open.is_pipe);
                    read += done.account.read();
                    // The next piece comes only when all of this one has been worked; after the last one the pipe is closed.
                    match read {
                        1 | 3 => send(),
                        4 => {
                            send();
                            send();
                        }
                        _ => {}
                    }
                }
                RunEvent::End(_, Err(error)) => panic!("{error}"),
                _ => {}
            }
            ControlFlow::<()>::Continue(())
        });
        assert!(flow.unwrap().is_continue());
        assert_eq!(read, 5, "{jobs} {is_slow}");
    }
}

/// A toy edit with a buffer of its thread: it sets the tag of the length.
#[derive(Debug)]
struct NameLength;

struct Buffer(String);

impl Step for NameLength {
    fn worker(&self) -> StepWorker<'_> {
        StepWorker::Edit(Box::new(Buffer(String::new())))
    }
}

impl EditText for Buffer {
    fn edit(
        &mut self,
        game: &Game,
        text: &mut EditableGame<'_>,
        account: &mut Account,
        _sink: &mut dyn Sink,
    ) -> Result<(), TextEditError> {
        use std::fmt::Write as _;
        self.0.clear();
        write!(self.0, "{}", game.ply_count()).unwrap();
        account.tally("lengths", &[("set", 1)]);
        text.set_tag(if game.ply_count() == 1 { "no name" } else { "PlyCount" }, &self.0)
    }
}

#[test]
fn an_edit_of_text_is_a_step_of_documents_too() {
    let text = "[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n\n1. d4 *\n";
    let task = Rewrite::new(Box::new(PgnText::default())).step(NameLength);
    let input = Input::from_reader("a.pgn", text.as_bytes()).unwrap();
    let (mut written, mut account) = (Vec::new(), Account::default());
    let mut assembler = output::assembler(&*task.output, 1);
    let input = RunInput::new(input, Arc::new(FindingFilter::default()));
    let flow = run::run([Ok(input)], &task, &options(1, None), |event| {
        event.count(&mut account);
        if let RunEvent::Entries(_, numbers, done) = event {
            assembler.add(done.value, numbers, "", &mut written).unwrap();
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    let written = String::from_utf8(written).unwrap();
    assert_eq!(written.matches("[PlyCount \"2\"]").count(), 1, "{written}");
    assert_eq!(account.tallies["edited"], [("changed", 1), ("refused", 1)]);
    assert_eq!(account.tallies["lengths"], [("set", 2)]);
}
