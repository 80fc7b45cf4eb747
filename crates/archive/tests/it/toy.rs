//! A toy database of two files, as the least that a form with state needs, and as proof that the stream carries one.
//!
//! `NAME.toy` is the index: eight bytes for each record, the offset and the length of its moves. `NAME.words` has the moves in the notation of
//! engines, divided by blanks.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};

use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit::{Export, Game, Replayer};
use pgnkit_archive::headers::GatherHeaders;
use pgnkit_archive::input::{
    Access, EntryReader, InputFormat, Kind, Locations, ReadOptions, RecordSlice, RecordSlices, RecordStore,
    Sniff, Target,
};
use pgnkit_archive::output::{self, PgnText};
use pgnkit_archive::source::{Companion, Opened};
use pgnkit_archive::step::{ChangeGame, Step, StepWorker, Verdict};
use pgnkit_archive::task::{Check, Rewrite};
use pgnkit_archive::{
    Account, Done, FindingFilter, Inputs, OnError, RunEvent, RunInput, RunOptions, Task, Title, run,
};

#[derive(Debug)]
pub(crate) struct Toy;

impl InputFormat for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn summary(&self) -> &'static str {
        "Games of a toy database"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["toy"]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, _head: &[u8]) -> Sniff {
        Sniff::No
    }

    fn access(&self) -> Access<'_> {
        Access::Records(self)
    }

    fn locations(&self) -> Locations {
        Locations::Records("record")
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it is a database")
    }

    fn title(&self, _entry: &[u8]) -> Title {
        Title::default()
    }

    fn append_reject(&self, stretch: &[u8], _entry: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(stretch);
    }
}

/// Records of a slice.
const SLICE: usize = 3;

impl RecordStore for Toy {
    fn companions(&self, _name: &str, _head: &[u8]) -> Vec<Companion> {
        vec![Companion::Ending("words")]
    }

    fn open(&self, mut opened: Opened) -> io::Result<RecordSlices> {
        let words = Arc::new(Mutex::new(opened.companions().open("words")?));
        let mut index = Vec::new();
        opened.read_to_end(&mut index)?;
        let slices: Vec<io::Result<Arc<dyn RecordSlice>>> = index
            .chunks(8 * SLICE)
            .map(|index| Ok(Arc::new(Slice { index: index.to_vec(), words: Arc::clone(&words) }) as _))
            .collect();
        Ok(Box::new(slices.into_iter()))
    }
}

/// A stretch of the index, with the file that all stretches share.
#[derive(Debug)]
struct Slice {
    index: Vec<u8>,
    words: Arc<Mutex<File>>,
}

impl Slice {
    fn words(&self, record: usize) -> io::Result<String> {
        let place = &self.index[8 * record..8 * record + 8];
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
        let (start, length) = (number(&place[..4]), number(&place[4..]));
        let mut words = self.words.lock().unwrap();
        words.seek(SeekFrom::Start(start.into()))?;
        let mut text = String::new();
        (&mut *words).take(length.into()).read_to_string(&mut text)?;
        let is_whole = text.len() == length as usize;
        is_whole.then_some(text).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl RecordSlice for Slice {
    fn count(&self) -> usize {
        self.index.len() / 8
    }

    fn bytes(&self) -> u64 {
        self.index.len() as u64
    }

    fn open<'r>(&'r self, skipped: usize, _options: &ReadOptions) -> Box<dyn EntryReader + 'r> {
        Box::new(Reader {
            slice: self,
            first: skipped,
            next: skipped,
            saved: skipped,
            text: Vec::new(),
            lost: 0,
        })
    }
}

struct Reader<'r> {
    slice: &'r Slice,
    first: usize,
    next: usize,
    saved: usize,
    /// The text of the record that was read last.
    text: Vec<u8>,
    lost: u64,
}

impl EntryReader for Reader<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        if self.next == self.slice.count() {
            return None;
        }
        let record = self.next;
        (self.next, self.lost) = (record + 1, 0);
        self.text.clear();
        let span = Span::new(record - self.first, self.next - self.first);
        let words = match self.slice.words(record) {
            Ok(words) => words,
            Err(error) => {
                self.lost = 1;
                sink.report(Diagnostic::new(Code::DamagedRecord, Span::default(), error.to_string()));
                return Some(span);
            }
        };
        let mut game = Game::new();
        let mut at = pgnkit::NodeId::ROOT;
        for word in words.split(' ') {
            let position = game.node(at).unwrap().position();
            match position.read_uci(word) {
                Ok(mv) => at = game.add_move(at, mv).unwrap(),
                Err(_) => {
                    let text = format!("expected a move, found {word}");
                    sink.report(Diagnostic::new(Code::DamagedRecord, Span::default(), text));
                    break;
                }
            }
        }
        match target {
            Target::Build(buffer) => *buffer.builder.game_mut() = game,
            Target::Export(exporter) => *exporter.builder().game_mut() = game,
            Target::Visit(visitor) => _ = game.visit(Span::default(), visitor),
            Target::Check(checker) => {
                Export::default().write_game(&game, &mut self.text);
                checker.check_game(&mut Replayer::new(&self.text), sink);
            }
        }
        Some(span)
    }

    fn consumed(&self) -> usize {
        self.next - self.first
    }

    fn save(&mut self) {
        self.saved = self.next;
    }

    fn restore(&mut self) {
        self.next = self.saved;
    }

    fn write_text(&mut self, out: &mut Vec<u8>) {
        if self.text.is_empty() {
            let words = self.slice.words(self.next - 1).unwrap_or_default();
            out.extend_from_slice(words.as_bytes());
        } else {
            out.extend_from_slice(&self.text);
        }
    }

    fn lost(&self) -> u64 {
        self.lost
    }
}

/// Writes a database of games in words.
pub(crate) fn write(directory: &Path, name: &str, games: &[&str]) {
    let (mut index, mut words) = (Vec::new(), String::new());
    for game in games {
        index.extend((words.len() as u32).to_le_bytes());
        index.extend((game.len() as u32).to_le_bytes());
        words.push_str(game);
    }
    std::fs::write(directory.join(name), index).unwrap();
    std::fs::write(directory.join(name).with_extension("WORDS"), words).unwrap();
}

pub(crate) const GAMES: [&str; 7] =
    ["e2e4 e7e5 g1f3", "d2d4", "c2c4 e7e5 e1e2", "b2b3 b7b6", "f2f3 e7e5 g2g4 d8h4", "g1f3 g8f6", "a2a3"];

/// Works the database with a task.
fn work<T: Task>(
    path: &Path,
    task: &T,
    options: RunOptions,
    mut each: impl FnMut(u64, Done<T::Out>),
) -> (Account, Vec<String>) {
    let mut options = options;
    options.format = Some(&Toy);
    let filter = Arc::new(FindingFilter::errors(9, 99));
    let inputs = Inputs::new([path]).map(|input| Ok(RunInput::new(input?, Arc::clone(&filter))));
    let (mut account, mut failures) = (Account::default(), Vec::new());
    let flow = run::run(inputs, task, &options, |event| {
        event.count(&mut account);
        match event {
            RunEvent::Entries(_, numbers, done) => each(numbers.before_in_input, done),
            RunEvent::End(_, Err(error)) => failures.push(error.to_string()),
            RunEvent::Failed(error) => failures.push(error.to_string()),
            RunEvent::Begin(_) | RunEvent::End(..) => {}
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    (account, failures)
}

/// The options under which results must be the same.
fn ways() -> impl Iterator<Item = RunOptions> {
    [(1, false), (3, false), (1, true), (3, true)].into_iter().map(|(jobs, single)| {
        let mut options = RunOptions::default().jobs(jobs);
        options.pipeline = options.pipeline.single_entries(single);
        options
    })
}

fn text_of(path: &Path, options: RunOptions) -> (String, Account) {
    let mut text = Vec::new();
    let task = Rewrite::new(Box::new(PgnText::default()));
    let mut assembler = output::assembler(&*task.output, 1);
    let (account, failures) = work(path, &task, options, |_, done| {
        assembler.add(done.value, output::Numbers::default(), "", &mut text).unwrap();
    });
    assert!(failures.is_empty(), "{failures:?}");
    (String::from_utf8(text).unwrap(), account)
}

fn movetexts(text: &str) -> Vec<&str> {
    text.split("\n\n").filter(|part| !part.starts_with('[') && !part.is_empty()).collect()
}

#[test]
fn a_database_is_read_by_all_threads() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.toy");
    write(directory.path(), "a.toy", &GAMES);
    for options in ways() {
        let (text, account) = text_of(&path, options);
        let expected = [
            "1. e4 e5 2. Nf3 *",
            "1. d4 *",
            "1. c4 e5 *",
            "1. b3 b6 *",
            "1. f3 e5 2. g4 Qh4# *",
            "1. Nf3 Nf6 *",
            "1. a3 *",
        ];
        assert_eq!(movetexts(&text), expected);
        assert_eq!((account.read(), account.with_errors, account.written, account.bytes), (7, 1, 7, 56));
    }
}

#[test]
fn findings_are_in_records() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.toy");
    write(directory.path(), "a.toy", &GAMES);
    for options in ways() {
        let mut found = Vec::new();
        work(&path, &Check, options, |before, done| {
            for finding in done.findings {
                let entry = finding.entry.as_ref().map(|entry| before + entry.before + 1);
                found.push((entry, finding.record_name, finding.diagnostic.message.to_string()));
            }
        });
        assert_eq!(found, [(Some(3), Some("record"), "expected a move, found e1e2".to_owned())]);
    }
}

#[test]
fn a_damaged_record_ends_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.toy");
    write(directory.path(), "a.toy", &GAMES);
    let mut index = std::fs::read(&path).unwrap();
    index[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    std::fs::write(&path, index).unwrap();
    for options in ways() {
        let (text, account) = text_of(&path, options.clone());
        assert_eq!(movetexts(&text).len(), 6, "{text}");
        let counts = (account.read(), account.with_errors, account.dropped, account.written);
        assert_eq!(counts, (7, 2, 1, 6));
        let mut stopping = options;
        stopping.on_error = OnError::Stop;
        assert_eq!(movetexts(&text_of(&path, stopping).0), ["1. e4 e5 2. Nf3 *"]);
    }
}

#[test]
fn records_are_chosen_by_number() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.toy");
    write(directory.path(), "a.toy", &GAMES);
    for options in ways() {
        let mut options = options;
        options.selection.numbers = Some("2,5-".parse().unwrap());
        options.selection.limit = Some(3);
        let (text, account) = text_of(&path, options);
        assert_eq!(movetexts(&text), ["1. d4 *", "1. f3 e5 2. g4 Qh4# *", "1. Nf3 Nf6 *"]);
        assert_eq!(account.written, 3);
    }
}

#[test]
fn headers_have_the_text_of_records() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.toy");
    write(directory.path(), "a.toy", &GAMES);
    let task = GatherHeaders::new(["Event"]).with_texts(true);
    let mut texts = Vec::new();
    work(&path, &task, RunOptions::default(), |_, done| {
        for header in done.value.iter() {
            let text = &done.value.text[header.offset as usize..][..header.length];
            texts.push(String::from_utf8(text.to_vec()).unwrap());
        }
    });
    assert_eq!(texts, GAMES);
}

#[test]
fn a_database_without_its_other_file_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.toy");
    std::fs::write(&path, [0; 8]).unwrap();
    let (account, failures) = work(&path, &Check, RunOptions::default(), |_, _| {});
    assert_eq!(account.read(), 0);
    let expected =
        format!("{}: cannot read: there is no file .words beside it, which belongs to it", path.display());
    assert_eq!(failures, [expected]);
}

/// A toy step: it leaves out games that are longer than asked for, and fails for those without moves. The memory of a thread is a buffer that is
/// used again and again.
#[derive(Debug)]
struct AtMost(usize);

struct Counter<'s> {
    step: &'s AtMost,
    buffer: String,
}

impl Step for AtMost {
    fn worker(&self) -> StepWorker<'_> {
        StepWorker::Change(Box::new(Counter { step: self, buffer: String::new() }))
    }
}

impl ChangeGame for Counter<'_> {
    fn apply(&mut self, game: &mut Game, account: &mut Account, sink: &mut dyn Sink) -> Verdict {
        use std::fmt::Write as _;
        let plies = game.ply_count();
        if plies == 0 {
            let text = "expected moves, found none".to_owned();
            sink.report(Diagnostic::new(Code::IllegalMove, Span::default(), text));
            return Verdict::Keep;
        }
        self.buffer.clear();
        write!(self.buffer, "{plies} half-moves").unwrap();
        game.add_comment(pgnkit::NodeId::ROOT, &self.buffer).unwrap();
        account.tally("lengths", &[("noted", 1)]);
        if plies > self.step.0 { Verdict::LeaveOut } else { Verdict::Keep }
    }
}

#[test]
fn a_step_has_memory_of_its_thread_and_may_fail() {
    let text =
        "1. e4 e5 *\n\n[White \"x\"]\n\n*\n\n[White \"y\"]\n\n1. d4 d5 2. c4 *\n\n[White \"z\"]\n\n1. c4 *\n";
    for (on_error, expected) in [
        (OnError::Keep, &["{2 half-moves} 1. e4 e5 *", "*", "{1 half-moves} 1. c4 *"][..]),
        (OnError::Drop, &["{2 half-moves} 1. e4 e5 *", "{1 half-moves} 1. c4 *"]),
        (OnError::Stop, &["{2 half-moves} 1. e4 e5 *"]),
    ] {
        for options in ways() {
            let mut options = options;
            options.on_error = on_error;
            options.pipeline = options.pipeline.block_bytes(8);
            let task = Rewrite::new(Box::new(PgnText::default())).step(AtMost(2));
            let input = pgnkit_archive::Input::from_reader("a.pgn", text.as_bytes()).unwrap();
            let input = RunInput::new(input, Arc::new(FindingFilter::errors(9, 99)));
            let (mut written, mut account, mut found) = (Vec::new(), Account::default(), Vec::new());
            let mut assembler = output::assembler(&*task.output, 1);
            let flow = run::run([Ok(input)], &task, &options, |event| {
                event.count(&mut account);
                if let RunEvent::Entries(_, numbers, done) = event {
                    found.extend(done.findings.iter().map(|found| found.diagnostic.message.to_string()));
                    assembler.add(done.value, numbers, "", &mut written).unwrap();
                }
                ControlFlow::<()>::Continue(())
            });
            assert!(flow.unwrap().is_continue());
            assert_eq!(movetexts(std::str::from_utf8(&written).unwrap()), expected);
            assert_eq!(found, ["expected moves, found none"]);
            let noted = account.tallies.get("lengths").map(|counts| counts[0].1);
            assert_eq!(noted, Some(if on_error == OnError::Stop { 1 } else { 3 }));
        }
    }
}
