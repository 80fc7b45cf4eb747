//! Measurements, their peers, and the checks before them.

mod forms;
mod jobs;
mod own;
mod peers;
mod questions;
mod stages;

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::child::{self, Sample};
use crate::data::Data;
use crate::readers::Counts;
use crate::report::{Goal, Measure, Row};

pub use stages::table as stages;

/// Options of the run.
pub struct Suite {
    /// The product's profile.
    pub profile: String,
    /// Samples of each contender.
    pub rounds: usize,
    /// The command `pgn`.
    pub pgn: PathBuf,
    /// This program, with our library as that profile makes it.
    pub library: child::Library,
    /// Only works whose name begins so.
    pub only: Option<String>,
    /// Whether to take the full sizes: 2 GB of games, a comment of a gibibyte.
    pub big: bool,
    /// Measurements so far.
    pub rows: Vec<Row>,
}

/// Contender for a piece of work, with its input.
struct Contender<'a> {
    name: String,
    data: &'a Data,
    plies: u64,
    run: Box<dyn Fn() -> io::Result<Sample> + 'a>,
}

impl<'a> Contender<'a> {
    fn new(name: &str, data: &'a Data, plies: u64, run: impl Fn() -> io::Result<Sample> + 'a) -> Self {
        Self { name: name.to_owned(), data, plies, run: Box::new(run) }
    }
}

/// Counts of both readers for a file.
struct Agreed<'a> {
    data: &'a Data,
    counts: Counts,
}

impl Suite {
    /// Everything: first all checks, then all times.
    ///
    /// # Errors
    /// When a contender fails, or two do not see the same games.
    pub fn run(&mut self, data: &[Data; 3]) -> io::Result<()> {
        let mut agreed = Vec::new();
        for data in data {
            agreed.push(Agreed { data, counts: agree(data)? });
        }
        let extract = self.find_extract();
        self.formats_agree(&agreed, extract.as_deref())?;
        self.own_outputs_agree(&agreed)?;

        self.stages(&agreed)?;
        self.read(&agreed)?;
        self.tokens(&agreed)?;
        self.check(&agreed)?;
        self.check_beyond_reading(&agreed)?;
        self.perft()?;
        self.legal_moves(agreed[0].data)?;
        self.format(&agreed, extract.as_deref())?;
        self.json(&agreed, extract.as_deref())?;
        self.pgc(&agreed)?;
        let plain = &agreed[0];
        self.filter(plain, extract.as_deref())?;
        self.eco(plain, extract.as_deref())?;
        self.tree(plain)?;
        self.start(plain)?;
        self.million(plain)?;
        self.columns(&agreed)?;
        self.python_chess(plain)?;
        self.compressed(&agreed)?;
        self.second_core(plain)?;
        self.growth(plain)?;
        self.memory(plain)?;
        self.linear()
    }

    fn wants(&self, work: &str) -> bool {
        self.only.as_ref().is_none_or(|only| work.starts_with(only.as_str()))
    }

    /// Takes samples of contenders in turns, so that whatever else the machine does falls on all of them. Says where
    /// their rows are.
    fn time(&mut self, work: &str, measure: Measure, who: Vec<Contender<'_>>) -> io::Result<Range<usize>> {
        let mut samples = vec![Vec::new(); who.len()];
        for _ in 0..self.rounds {
            for (samples, contender) in samples.iter_mut().zip(&who) {
                samples.push((contender.run)()?);
            }
        }
        let before = self.rows.len();
        for (contender, samples) in who.into_iter().zip(samples) {
            let seen = samples[0].counts;
            if let Some(other) = samples.iter().find(|sample| sample.counts != seen) {
                same("two runs of one program", contender.data, seen, other.counts)?;
            }
            self.rows.push(Row {
                profile: self.profile.clone(),
                work: work.to_owned(),
                data: contender.data.name.clone(),
                contender: contender.name,
                bytes: contender.data.bytes,
                plies: contender.plies,
                samples,
                measure,
                ratio: None,
                goal: None,
            });
        }
        Ok(before..self.rows.len())
    }

    /// The other rows have ratios to the first.
    fn against_first(&mut self, rows: Range<usize>, goal: Option<Goal>) {
        if let [first, others @ ..] = &mut self.rows[rows] {
            for other in others {
                other.ratio = Some(other.ratio_to(first));
                other.goal = goal;
            }
        }
    }

    /// `pgn` with arguments and files.
    fn pgn(&self, arguments: &[&str], files: &[&Path]) -> Vec<String> {
        words(&self.pgn, arguments, files)
    }
}

/// Both readers must see the same before anything is timed.
fn agree(data: &Data) -> io::Result<Counts> {
    let mine = child::pass("count-ours", &data.path)?.counts;
    let theirs = child::pass("count-theirs", &data.path)?.counts;
    same("pgnkit and pgn-reader", data, mine, theirs)?;
    println!(
        "{}: {:.1} MB, {} games ({} legal), {} plies, {} comments: both readers agree",
        data.name,
        data.bytes as f64 / 1e6,
        mine.games,
        mine.legal_games,
        mine.moves,
        mine.comments
    );
    Ok(mine)
}

fn same(who: &str, data: &Data, one: Counts, other: Counts) -> io::Result<()> {
    if one == other {
        return Ok(());
    }
    Err(io::Error::other(format!("{}: {who} do not agree:\n  {one:?}\n  {other:?}", data.name)))
}

/// Two runs of the command, each with a file as its standard input, must write the same to standard output.
fn same_output(one: (&[String], &Data), other: (&[String], &Data)) -> io::Result<()> {
    let start = |(words, input): (&[String], &Data)| -> io::Result<Child> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(File::open(&input.path)?);
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    };
    let (mut mine, mut theirs) = (start(one)?, start(other)?);
    let (Some(mut left), Some(mut right)) = (mine.stdout.take(), theirs.stdout.take()) else {
        return Err(io::Error::other("no output to compare"));
    };
    let mut buffers = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut equal = true;
    while equal {
        let (a, b) = (fill(&mut left, &mut buffers.0)?, fill(&mut right, &mut buffers.1)?);
        equal = buffers.0[..a] == buffers.1[..b];
        if a == 0 {
            break;
        }
    }
    drop((left, right));
    let statuses = (mine.wait()?, theirs.wait()?);
    if equal && statuses.0 == statuses.1 && matches!(statuses.0.code(), Some(0 | 1)) {
        return Ok(());
    }
    let names = (&one.1.name, &other.1.name);
    Err(io::Error::other(format!("{:?} of {} and {:?} of {} differ", one.0, names.0, other.0, names.1)))
}

/// Reads until the buffer is full or there is no more.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..])? {
            0 => break,
            more => filled += more,
        }
    }
    Ok(filled)
}

fn find_program(names: &[&'static str]) -> Option<PathBuf> {
    let runs = |name: &&&str| {
        let mut command = Command::new(name);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok()
    };
    names.iter().find(runs).map(PathBuf::from)
}

fn words(program: &Path, arguments: &[&str], paths: &[&Path]) -> Vec<String> {
    let mut all = vec![program.to_string_lossy().into_owned()];
    all.extend(arguments.iter().map(|&argument| argument.to_owned()));
    all.extend(paths.iter().map(|path| path.to_string_lossy().into_owned()));
    all
}
