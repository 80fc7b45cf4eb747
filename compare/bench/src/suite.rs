//! What is timed, against whom, and the checks before it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::child::{self, Sample};
use crate::data::Data;
use crate::readers::Counts;
use crate::report::{Measure, Row};

/// How the run was asked for.
pub struct Suite {
    /// Samples of each contender.
    pub rounds: usize,
    /// The command `pgn`.
    pub pgn: PathBuf,
    /// Only works whose name begins so.
    pub only: Option<String>,
    /// Whether to time 2 GB too.
    pub big: bool,
    /// What was measured so far.
    pub rows: Vec<Row>,
}

type Contender<'a> = (&'a str, Box<dyn Fn() -> io::Result<Sample> + 'a>);

impl Suite {
    /// Everything, on each of `data`.
    ///
    /// # Errors
    /// When a contender fails, or two do not see the same games.
    pub fn run(&mut self, data: &[Data]) -> io::Result<()> {
        for one in data {
            let counts = self.agree(one)?;
            self.read(one, counts)?;
            self.tokens(one, counts)?;
            self.format(one, counts)?;
        }
        let Some(plain) = data.first() else { return Ok(()) };
        self.python_chess(plain)?;
        if self.has_pgn() {
            self.compressed(plain)?;
            self.second_core(plain)?;
            self.growth(plain)?;
        }
        Ok(())
    }

    fn wants(&self, work: &str) -> bool {
        self.only.as_ref().is_none_or(|only| work.starts_with(only.as_str()))
    }

    fn has_pgn(&self) -> bool {
        let there = self.pgn.is_file();
        if !there {
            println!("skipped: no command at {} (build it, or say --pgn PATH)", self.pgn.display());
        }
        there
    }

    /// Both readers must see the same before anything is timed.
    fn agree(&self, data: &Data) -> io::Result<Counts> {
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

    /// Times contenders in turns, so that whatever else the machine does falls on all of them.
    fn time(
        &mut self,
        work: &str,
        data: &Data,
        plies: u64,
        measure: Measure,
        who: Vec<Contender<'_>>,
    ) -> io::Result<()> {
        let mut samples = vec![Vec::new(); who.len()];
        for _ in 0..self.rounds {
            for (samples, (_, run)) in samples.iter_mut().zip(&who) {
                samples.push(run()?);
            }
        }
        for ((contender, _), samples) in who.into_iter().zip(samples) {
            let seen = samples[0].counts;
            if let Some(other) = samples.iter().find(|sample| sample.counts != seen) {
                same("two runs of one program", data, seen, other.counts)?;
            }
            self.rows.push(Row {
                work: work.to_owned(),
                data: data.name.clone(),
                contender: contender.to_owned(),
                bytes: data.bytes,
                plies,
                samples,
                measure,
            });
        }
        Ok(())
    }

    fn read(&mut self, data: &Data, counts: Counts) -> io::Result<()> {
        if !self.wants("read") {
            return Ok(());
        }
        let path = &data.path;
        let who: Vec<Contender<'_>> = vec![
            ("pgnkit", Box::new(|| child::pass("validate-ours", path))),
            ("pgn-reader + shakmaty", Box::new(|| child::pass("validate-theirs", path))),
        ];
        self.time("read, legality checked", data, counts.moves, Measure::Cpu, who)?;
        self.last_two_saw_the_same(data)
    }

    fn tokens(&mut self, data: &Data, counts: Counts) -> io::Result<()> {
        if !self.wants("tokens") {
            return Ok(());
        }
        let path = &data.path;
        let who: Vec<Contender<'_>> = vec![
            ("pgnkit", Box::new(|| child::pass("tokens-ours", path))),
            ("pgn-reader", Box::new(|| child::pass("tokens-theirs", path))),
        ];
        self.time("tokens", data, counts.moves, Measure::Cpu, who)?;
        self.last_two_saw_the_same(data)
    }

    fn last_two_saw_the_same(&self, data: &Data) -> io::Result<()> {
        match &self.rows[..] {
            [.., mine, theirs] => {
                same("the timed passes", data, mine.samples[0].counts, theirs.samples[0].counts)
            }
            _ => Ok(()),
        }
    }

    /// `pgn fmt` and pgn-extract, each writing a file.
    fn format(&mut self, data: &Data, counts: Counts) -> io::Result<()> {
        if !self.wants("fmt") || !self.has_pgn() {
            return Ok(());
        }
        let out = |name: &str| data.path.with_file_name(format!("out-{name}.pgn"));
        let (one, two, extract) = (out("one"), out("two"), out("extract"));
        let pinned = words(&["taskset", "-c", "0"]);
        let fmt = |jobs: &str, out: &Path| {
            words_and(&self.pgn, &["fmt", "-q", "-j", jobs, "-o"], &[out, &data.path])
        };
        let program = find_program(&["pgn-extract", "/usr/games/pgn-extract"]);
        let peer = program.as_ref().map(|program| words_and(program, &["-s", "-o"], &[&extract, &data.path]));
        let pin = |words: &[String]| [&pinned[..], words].concat();
        let (ours_one, ours_two) = (fmt("1", &one), fmt("2", &two));
        child::program(&ours_one)?;
        child::program(&ours_two)?;
        if std::fs::read(&one)? != std::fs::read(&two)? {
            return Err(io::Error::other(format!("{}: one and two threads write other bytes", data.name)));
        }
        written_whole("pgn fmt", data, &one, counts)?;
        let mut first: Vec<Contender<'_>> = vec![("pgn fmt", Box::new(|| child::program(&pin(&ours_one))))];
        let mut second: Vec<Contender<'_>> = vec![("pgn fmt -j 2", Box::new(|| child::program(&ours_two)))];
        match &peer {
            Some(peer) => {
                child::program(peer)?;
                written_whole("pgn-extract", data, &extract, counts)?;
                first.push(("pgn-extract", Box::new(|| child::program(&pin(peer)))));
                second.push(("pgn-extract", Box::new(|| child::program(peer))));
            }
            None => println!("skipped: pgn-extract is not installed"),
        }
        self.time("fmt, one core", data, counts.moves, Measure::Cpu, first)?;
        self.time("fmt, two cores", data, counts.moves, Measure::Wall, second)?;
        [one, two, extract].iter().filter(|path| path.exists()).try_for_each(std::fs::remove_file)
    }

    /// python-chess on one megabyte: it would need minutes for more.
    fn python_chess(&mut self, plain: &Data) -> io::Result<()> {
        const SCRIPT: &str = "import sys, chess.pgn\n\
            with open(sys.argv[1], encoding='latin-1') as games:\n    while chess.pgn.read_game(games): pass";
        if !self.wants("python-chess") {
            return Ok(());
        }
        let installed =
            Command::new("python3").args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
        if !installed.is_ok_and(|status| status.success()) {
            println!("skipped: python-chess is not installed");
            return Ok(());
        }
        let slice = plain.slice(1_000_000, "1MB")?;
        let counts = self.agree(&slice)?;
        let words = words_and(Path::new("python3"), &["-c", SCRIPT], &[&slice.path]);
        let who: Vec<Contender<'_>> = vec![
            ("pgnkit", Box::new(|| child::pass("validate-ours", &slice.path))),
            ("python-chess read_game", Box::new(|| child::program(&words))),
        ];
        self.time("python-chess, read", &slice, counts.moves, Measure::Cpu, who)
    }

    /// Checking a compressed file, against unpacking it and against checking the plain text on one core.
    fn compressed(&mut self, plain: &Data) -> io::Result<()> {
        if !self.wants("zst") {
            return Ok(());
        }
        let packed = plain.compressed()?;
        let check = words_and(&self.pgn, &["check", "-q", "-j", "2"], &[&packed.path]);
        let alone = words_and(&self.pgn, &["check", "-q", "-j", "1"], &[&plain.path]);
        let unpack = words_and(Path::new("zstd"), &["-dc"], &[&packed.path]);
        let mut who: Vec<Contender<'_>> = vec![
            ("pgn check -j 2, .zst", Box::new(|| child::program(&check))),
            ("pgn check -j 1, plain", Box::new(|| child::program(&alone))),
        ];
        match find_program(&["zstd"]) {
            Some(_) => who.push(("zstd -dc", Box::new(|| child::program(&unpack)))),
            None => println!("skipped: zstd is not installed"),
        }
        self.time("zst, check", &packed, 0, Measure::Wall, who)
    }

    fn second_core(&mut self, plain: &Data) -> io::Result<()> {
        if !self.wants("second core") {
            return Ok(());
        }
        let large = plain.repeated(300_000_000, "300MB")?;
        let out = large.path.with_file_name("out-cores.pgn");
        for (work, arguments) in
            [("second core, check", &["check", "-q", "-j"][..]), ("second core, fmt", &["fmt", "-q", "-j"])]
        {
            let run = |jobs: &str| {
                let mut words = words_and(&self.pgn, arguments, &[]);
                words.push(jobs.to_owned());
                if arguments[0] == "fmt" {
                    words.extend(words_and(Path::new("-o"), &[], &[&out]));
                }
                words.extend([large.path.to_string_lossy().into_owned()]);
                words
            };
            let (two, one) = (run("2"), run("1"));
            let who: Vec<Contender<'_>> = vec![
                ("pgn -j 2", Box::new(|| child::program(&two))),
                ("pgn -j 1", Box::new(|| child::program(&one))),
            ];
            self.time(work, &large, 0, Measure::Wall, who)?;
        }
        if out.exists() { std::fs::remove_file(out) } else { Ok(()) }
    }

    /// Time a ply and memory at growing sizes.
    fn growth(&mut self, plain: &Data) -> io::Result<()> {
        if !self.wants("growth") {
            return Ok(());
        }
        let mut sizes = vec![plain.slice(1_000_000, "1MB")?, plain.repeated(100_000_000, "100MB")?];
        if self.big {
            sizes.push(plain.repeated(2_000_000_000, "2GB")?);
        }
        for data in sizes {
            // A small file is named many times, so that starting the program does not count.
            let times = (100_000_000 / data.bytes.max(1)).clamp(1, 100);
            let plies = child::pass("count-ours", &data.path)?.counts.moves * times;
            let files = vec![data.path.as_path(); times as usize];
            let words = words_and(&self.pgn, &["check", "-q", "-j", "1"], &files);
            let who: Vec<Contender<'_>> = vec![("pgn check -j 1", Box::new(|| child::program(&words)))];
            self.time("growth", &data, plies, Measure::Cpu, who)?;
        }
        Ok(())
    }
}

/// The output of a formatter must hold what its input held.
fn written_whole(who: &str, data: &Data, out: &Path, counts: Counts) -> io::Result<()> {
    let seen = child::pass("count-ours", out)?.counts;
    // Tags may be added: the roster is completed.
    same(who, data, Counts { tags: 0, ..seen }, Counts { tags: 0, ..counts })
}

fn same(who: &str, data: &Data, one: Counts, other: Counts) -> io::Result<()> {
    if one == other {
        return Ok(());
    }
    Err(io::Error::other(format!("{}: {who} do not agree:\n  {one:?}\n  {other:?}", data.name)))
}

fn find_program(names: &[&'static str]) -> Option<PathBuf> {
    let runs = |name: &&&str| {
        Command::new(name)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok()
    };
    names.iter().find(runs).map(PathBuf::from)
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn words_and(program: &Path, arguments: &[&str], paths: &[&Path]) -> Vec<String> {
    let mut all = vec![program.to_string_lossy().into_owned()];
    all.extend(words(arguments));
    all.extend(paths.iter().map(|path| path.to_string_lossy().into_owned()));
    all
}
