//! Beside ourselves: compressed input, the second core, growth, memory, and text made to be slow.

use super::*;
use crate::data::Endless;

/// Times the larger of unpacking alone and checking alone.
const ZST: f64 = 1.15;

/// Times as fast with a second core.
const SECOND_CORE: f64 = 1.8;

/// The commands that are tried on two cores: a name, and the words.
const ON_TWO_CORES: [(&str, &[&str]); 12] = [
    ("check", &["check"]),
    ("fmt", &["fmt"]),
    ("filter", &["filter", "pattern('?????rk?/?????pbp/*p?/*/*/8/PPP*/??KR????')"]),
    ("eco", &["eco"]),
    ("convert --to json", &["convert", "--to", "json"]),
    ("convert --to csv", &["convert", "--to", "csv"]),
    ("convert --to parquet", &["convert", "--to", "parquet"]),
    ("tree", &["tree", "--depth", "20", "--min-games", "10"]),
    ("sort", &["sort", "--by", "date"]),
    ("dedup", &["dedup"]),
    ("stats", &["stats"]),
    ("names", &["names"]),
];

/// Times the least time a ply at any size.
const GROWTH: f64 = 1.1;

/// MiB that the command may take, and more for each thread.
const MEMORY: (f64, f64) = (32.0, 8.0);

/// Times the processor time that twice the input may take. Caches make it a little more than 2.
const LINEAR: f64 = 2.3;

impl Suite {
    /// Work without a peer must at least agree with itself: compressed and plain, one thread and two.
    pub(super) fn own_outputs_agree(&self, all: &[Agreed<'_>]) -> io::Result<()> {
        let run = |command: &str, jobs: &str| self.pgn(&[command, "-q", "-j", jobs, "-"], &[]);
        for data in all.iter().map(|agreed| agreed.data).filter(|_| self.wants("zst")) {
            let packed = data.compressed()?;
            same_output((&run("check", "2"), &packed), (&run("check", "1"), data))?;
            same_output((&run("fmt", "2"), &packed), (&run("fmt", "1"), data))?;
        }
        if self.wants("second core") {
            let large = large(all[0].data)?;
            same_output((&run("check", "2"), &large), (&run("check", "1"), &large))?;
            same_output((&run("fmt", "2"), &large), (&run("fmt", "1"), &large))?;
        }
        Ok(())
    }

    /// Checking a compressed file on two cores, against unpacking it and against checking the plain text on one.
    pub(super) fn compressed(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        if !self.wants("zst") {
            return Ok(());
        }
        let (program, unpack) = match find_program(&["zstd"]) {
            Some(zstd) => ("zstd -dc", words(&zstd, &["-dc"], &[])),
            None => {
                println!("zstd is not installed: unpacking by the crate zstd instead");
                ("crate zstd, unpacking", child::itself("unpack")?)
            }
        };
        for &Agreed { data, counts } in all {
            let packed = data.compressed()?;
            let check = self.pgn(&["check", "-q", "-j", "2"], &[&packed.path]);
            let alone = self.pgn(&["check", "-q", "-j", "1"], &[&data.path]);
            let unpack = [&unpack[..], &[packed.path.to_string_lossy().into_owned()]].concat();
            let who = vec![
                Contender::new("pgn check -j 2, .zst", &packed, counts.moves, || child::program(&check)),
                Contender::new("pgn check -j 1, plain", &packed, counts.moves, || child::program(&alone)),
                Contender::new(program, &packed, 0, || child::program(&unpack)),
            ];
            let rows = self.time("zst, two cores", Measure::Wall, who)?;
            self.against_first(rows.clone(), None);
            if let [ours, others @ ..] = &mut self.rows[rows] {
                let larger = others.iter().map(Row::median).fold(0.0, f64::max);
                ours.ratio = Some(ours.median() / larger);
                ours.goal = Some(Goal::AtMost(ZST));
            }
        }
        Ok(())
    }

    pub(super) fn second_core(&mut self, plain: &Agreed<'_>) -> io::Result<()> {
        if !self.wants("second core") {
            return Ok(());
        }
        let large = large(plain.data)?;
        let plies = child::pass("count-ours", &large.path)?.counts.moves;
        let out = large.path.with_file_name("out-cores.pgn");
        for (command, arguments) in ON_TWO_CORES {
            // Its name has the ending of what is in it.
            let form = command.strip_prefix("convert --to ").unwrap_or("pgn");
            let out = out.with_extension(form);
            let run = |jobs: &str| {
                let mut arguments = arguments.to_vec();
                arguments.extend(["-q", "-j", jobs]);
                if !matches!(command, "check" | "tree" | "stats" | "names") {
                    arguments.push("-o");
                    return self.pgn(&arguments, &[&out, &large.path]);
                }
                self.pgn(&arguments, &[&large.path])
            };
            let (two, one) = (run("2"), run("1"));
            let data = large.named(command);
            let who = vec![
                Contender::new("-j 2", &data, plies, || child::program(&two)),
                Contender::new("-j 1", &data, plies, || child::program(&one)),
            ];
            let rows = self.time("second core", Measure::Wall, who)?;
            self.against_first(rows, Some(Goal::AtLeast(SECOND_CORE)));
            remove(&out)?;
        }
        Ok(())
    }

    /// Time a ply at growing sizes.
    pub(super) fn growth(&mut self, plain: &Agreed<'_>) -> io::Result<()> {
        if !self.wants("growth") {
            return Ok(());
        }
        let mut runs = Vec::new();
        for data in self.sizes(plain.data)? {
            // A small file is named many times, so that starting the program does not count.
            let times = (100_000_000 / data.bytes.max(1)).clamp(1, 100);
            let plies = child::pass("count-ours", &data.path)?.counts.moves * times;
            let words = self.command("check", 1, &vec![data.path.as_path(); times as usize], Path::new(""));
            runs.push((data, plies, words));
        }
        let who = runs.iter().map(|(data, plies, words)| {
            Contender::new("pgn check -j 1", data, *plies, || child::program(words))
        });
        let rows = self.time("growth", Measure::CpuPerPly, who.collect())?;
        let rows = &mut self.rows[rows];
        let least = rows.iter().map(Row::median).fold(f64::INFINITY, f64::min);
        for row in rows {
            row.ratio = Some(row.median() / least);
            row.goal = Some(Goal::AtMost(GROWTH));
        }
        Ok(())
    }

    /// The largest memory at growing sizes, plain and compressed; here the worst run counts.
    pub(super) fn memory(&mut self, plain: &Agreed<'_>) -> io::Result<()> {
        if !self.wants("memory") {
            return Ok(());
        }
        for plain in self.sizes(plain.data)? {
            let packed = plain.compressed()?;
            let out = plain.path.with_file_name("out-memory.pgn");
            for (command, data) in [("check", &plain), ("fmt", &plain), ("check", &packed), ("fmt", &packed)]
            {
                let runs = [1, 2].map(|jobs| (jobs, self.command(command, jobs, &[&data.path], &out)));
                let who = runs.iter().map(|(jobs, words)| {
                    Contender::new(&format!("pgn {command} -j {jobs}"), data, 0, || child::program(words))
                });
                let rows = self.time("memory", Measure::Peak, who.collect())?;
                for (row, (jobs, _)) in self.rows[rows].iter_mut().zip(&runs) {
                    let bound = MEMORY.0 + MEMORY.1 * f64::from(*jobs);
                    row.ratio = Some(row.peak_mib() / bound);
                    row.goal = Some(Goal::WithinMib(bound));
                }
            }
            remove(&out)?;
        }
        Ok(())
    }

    /// Twice as much of what readers stumble over takes twice the time.
    pub(super) fn linear(&mut self) -> io::Result<()> {
        if !self.wants("linear") {
            return Ok(());
        }
        let comment = if self.big { 1 << 30 } else { 64 << 20 };
        let kinds = [
            (Endless::Plies, 1_000_000),
            (Endless::Nested, 1_000_000),
            (Endless::Games, 1_000_000),
            (Endless::Comment, comment),
        ];
        for (kind, n) in kinds {
            let (half, full) = (kind.data(n / 2)?, kind.data(n)?);
            let out = full.path.with_file_name("out-linear.pgn");
            // Small files are named several times, both as often, so that what is compared is not noise.
            let times = (100_000_000 / full.bytes.max(1)).clamp(1, 10) as usize;
            for command in ["check", "fmt"] {
                let runs = [&half, &full]
                    .map(|data| (data, self.command(command, 1, &vec![data.path.as_path(); times], &out)));
                let name = format!("pgn {command} -j 1, {times} times");
                let who =
                    runs.iter().map(|(data, words)| Contender::new(&name, data, 0, || child::program(words)));
                let rows = self.time("linear", Measure::Cpu, who.collect())?;
                self.against_first(rows, Some(Goal::AtMost(LINEAR)));
            }
            remove(&out)?;
        }
        Ok(())
    }

    /// `pgn check`, or `pgn fmt` to the file `out`.
    fn command(&self, command: &str, jobs: u32, files: &[&Path], out: &Path) -> Vec<String> {
        let jobs = jobs.to_string();
        let mut arguments = vec![command, "-q", "-j", &jobs];
        let out = out.to_string_lossy();
        if command == "fmt" {
            arguments.extend(["-o", &out]);
        }
        self.pgn(&arguments, files)
    }

    /// The same games as files of growing size.
    fn sizes(&self, plain: &Data) -> io::Result<Vec<Data>> {
        let last = if self.big { plain.repeated(2_000_000_000, "2GB")? } else { large(plain)? };
        Ok(vec![plain.slice(1_000_000, "1MB")?, plain.repeated(100_000_000, "100MB")?, last])
    }
}

/// Enough for a second core to show.
fn large(plain: &Data) -> io::Result<Data> {
    plain.repeated(300_000_000, "300MB")
}

fn remove(path: &Path) -> io::Result<()> {
    if path.exists() { std::fs::remove_file(path) } else { Ok(()) }
}
