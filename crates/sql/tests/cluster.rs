//! A scheduler and two executors on this machine, over loopback.

#![cfg(all(feature = "cluster", target_os = "linux"))]

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games.pgn");

/// More than any of this takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn-sql"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A node, killed when it is dropped.
struct Node {
    child: Child,
    said: Receiver<String>,
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Node {
    fn start(arguments: &[&str]) -> Self {
        let mut child = program().arg("cluster").args(arguments).spawn().unwrap();
        let (send, said) = mpsc::channel();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        Self { child, said }
    }

    /// The line that has this text.
    fn says(&self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        let mut all = String::new();
        while let Ok(line) = self.said.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if line.contains(text) {
                return line;
            }
            all = all + &line + "\n";
        }
        panic!("{text:?} is not among:\n{all}");
    }

    fn has_open(&self, path: &Path) -> bool {
        let open = fs::read_dir(format!("/proc/{}/fd", self.child.id()));
        open.into_iter()
            .flatten()
            .flatten()
            .any(|entry| fs::read_link(entry.path()).is_ok_and(|open| open == path))
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }
}

/// A scheduler with two executors of one task at a time.
struct Cluster {
    address: String,
    work: tempfile::TempDir,
    /// Those of the executors.
    directories: Vec<PathBuf>,
    // Executors end before their scheduler.
    executors: Vec<Node>,
    scheduler: Node,
}

impl Cluster {
    fn start() -> Self {
        let work = tempfile::tempdir().unwrap();
        let scheduler = Node::start(&["scheduler", "--bind", "127.0.0.1:0", "--timeout", "3"]);
        let address = scheduler.says("scheduler at ").rsplit(' ').next().unwrap().to_owned();
        let directory = work.path().to_str().unwrap();
        let executor = |_| {
            let options = ["--jobs", "1", "--memory", "256M", "--heartbeat", "1", "--work-dir", directory];
            Node::start(&[&["executor", "--scheduler", &address], &options[..]].concat())
        };
        let executors: Vec<Node> = (0..2).map(executor).collect();
        let directory = |executor: &Node| {
            let line = executor.says("executor of ");
            assert!(line.contains(": 1 task at a time, 256 MiB of memory"), "{line}");
            PathBuf::from(line.rsplit(' ').next().unwrap())
        };
        let directories = executors.iter().map(directory).collect();
        Self { address, work, directories, executors, scheduler }
    }

    fn ask(&self, query: &str) -> Command {
        let mut command = program();
        command.args(["--quiet", "--cluster", &self.address, query]);
        command
    }

    /// The executor that has a pipe open, or will in an instant: one end is open before the other is.
    fn at_work_on(&self, path: &Path) -> usize {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.executors.iter().position(|executor| executor.has_open(path)) {
                return at;
            }
            assert!(Instant::now() < end, "no executor has {} open", path.display());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn work_directories(&self) -> Vec<PathBuf> {
        fs::read_dir(self.work.path()).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

/// The lines of an answer, whose order no query of these asks for.
fn rows(output: &Output) -> Vec<String> {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    rows.sort_unstable();
    rows
}

/// A directory with copies of the examples.
fn games(count: usize) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for number in 0..count {
        fs::copy(EXAMPLES, directory.path().join(format!("{number}.pgn"))).unwrap();
    }
    directory
}

#[test]
fn a_cluster_answers_as_one_process_does() {
    let cluster = Cluster::start();
    let directory = games(5);
    let games = directory.path().display();
    let parquet = directory.path().join("parquet");
    fs::create_dir(&parquet).unwrap();
    for number in 0..3 {
        let file = parquet.join(format!("{number}.parquet"));
        let query = format!("SELECT * FROM '{EXAMPLES}'");
        assert!(program().args(["-q", &query, "-o"]).arg(file).status().unwrap().success());
    }
    let parquet = parquet.display();
    for query in [
        format!("SELECT count(*) FROM '{EXAMPLES}'"),
        format!("SELECT White, Result, count(*) FROM '{games}/*.pgn' GROUP BY White, Result"),
        format!("SELECT White, Black, year, plies FROM '{games}/*.pgn' WHERE White LIKE 'M%'"),
        format!("SELECT san, count(*) FROM plies('{games}/*.pgn') GROUP BY san"),
        format!("SELECT count(*), count(DISTINCT key) FROM positions('{games}/*.pgn')"),
        format!("SELECT White, Black FROM '{games}/*.pgn' WHERE position(is_mate)"),
        format!("SELECT White, reaches('e4 e5') AS open_game FROM '{games}/*.pgn'"),
        format!("SELECT White FROM '{games}/*.pgn' ORDER BY White DESC, Black LIMIT 3"),
        format!(
            "SELECT a.White, count(*) FROM '{games}/*.pgn' a JOIN '{games}/0.pgn' b ON a.White = b.Black GROUP BY 1"
        ),
        format!("SELECT White, count(*), max(plies) FROM '{parquet}' GROUP BY White"),
        format!("SELECT White, Black FROM '{parquet}' WHERE position(is_mate) OR plies < 40"),
        format!("SELECT count(*) FROM '{parquet}' WHERE plies > (SELECT avg(plies) FROM '{EXAMPLES}')"),
    ] {
        let alone = rows(&program().args(["--quiet", &query]).output().unwrap());
        let together = rows(&cluster.ask(&query).output().unwrap());
        assert_eq!(together, alone, "{query}");
        assert!(alone.len() > 1, "{query}");
    }
    let fails = |query: &str, says: &str| {
        let output = cluster.ask(query).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(says), "{query}: {error}");
    };
    fails("SELECT count(*) FROM '-'", "standard input is on this machine only");
    fails("SELECT count(*) FROM 'nowhere.pgn'", "there is no file nowhere.pgn");
    let output = program().args(["--cluster", "127.0.0.1:1", "SELECT 1"]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && error.contains("no scheduler answers at 127.0.0.1:1"),
        "{error}"
    );
    // All end tidily.
    assert_eq!(cluster.work_directories().len(), 2);
    let Cluster { mut executors, mut scheduler, work, .. } = cluster;
    for executor in &mut executors {
        executor.signal("TERM");
        assert!(executor.child.wait().unwrap().success());
    }
    assert_eq!(fs::read_dir(work.path()).unwrap().count(), 0);
    scheduler.signal("INT");
    assert!(scheduler.child.wait().unwrap().success());
}

/// As many games as a pipe holds.
fn some_games() -> String {
    let text = fs::read_to_string(EXAMPLES).unwrap();
    let (end, _) = text.match_indices("\n[Event ").take_while(|(at, _)| *at < 30_000).last().unwrap();
    text[..=end].to_owned()
}

/// Opens a pipe for writing as soon as something reads it.
fn open_when_read(pipe: &Path) -> File {
    const O_NONBLOCK: i32 = 0o4000;
    let end = Instant::now() + PATIENCE;
    loop {
        match OpenOptions::new().write(true).custom_flags(O_NONBLOCK).open(pipe) {
            Ok(file) => return file,
            Err(error) => assert!(Instant::now() < end, "nobody reads: {error}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_executor_that_is_killed_changes_no_answer() {
    let mut cluster = Cluster::start();
    let directory = games(8);
    // A file that takes as long as we like: a task that reads it is at work until we say what is in it.
    let pipe = directory.path().join("slow.pgn");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let games = format!("{}/*.pgn", directory.path().display());
    let query = format!("SELECT White, reaches('e4'), count(*), sum(plies) FROM '{games}' GROUP BY 1, 2");
    let answer = cluster.ask(&query).spawn().unwrap();

    let mut slow = open_when_read(&pipe);
    let victim = cluster.at_work_on(&pipe);
    let text = some_games();
    slow.write_all(&text.as_bytes()[..text.len() / 2]).unwrap();
    // The pipe, without a size, is the last file: both have read others before, and what the victim gave of them is lost, too.
    cluster.executors[victim].signal("KILL");
    cluster.executors[victim].child.wait().unwrap();
    fs::remove_dir_all(&cluster.directories[victim]).unwrap();
    drop(slow);

    let mut slow = open_when_read(&pipe);
    assert_eq!(cluster.at_work_on(&pipe), 1 - victim, "the other executor runs the task");
    slow.write_all(text.as_bytes()).unwrap();
    drop(slow);
    let together = rows(&answer.wait_with_output().unwrap());

    fs::remove_file(&pipe).unwrap();
    fs::write(&pipe, &text).unwrap();
    let alone = rows(&program().args(["--quiet", &query]).output().unwrap());
    assert_eq!(together, alone);
    assert!(alone.len() > 2);
}

#[test]
fn a_query_that_is_broken_off_ends_on_the_executors() {
    let cluster = Cluster::start();
    let directory = games(1);
    let pipe = directory.path().join("slow.pgn");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let query = format!("SELECT count(*) FROM '{}/*.pgn'", directory.path().display());
    let client = Node { child: cluster.ask(&query).spawn().unwrap(), said: mpsc::channel().1 };
    let slow = open_when_read(&pipe);
    client.signal("INT");
    let mut client = client;
    assert_eq!(client.child.wait().unwrap().code(), Some(130));
    drop(slow);
    // Its executors are free for the next one.
    let query = format!("SELECT count(*) FROM '{EXAMPLES}'");
    assert_eq!(rows(&cluster.ask(&query).output().unwrap()).len(), 2);
}

/// Moments at which a node is killed: few for every day, more by `PGN_SQL_MOMENTS`.
fn moments() -> u32 {
    std::env::var("PGN_SQL_MOMENTS").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

/// What an answer may be when a node was killed: the right one, or an error that says what to do, in bounded time.
const SOON: Duration = Duration::from_secs(60);

/// Waits for a child, and reads what it says meanwhile; `None` when it has not ended in time.
fn ended(child: Child, within: Duration) -> Option<Output> {
    let pid = child.id().to_string();
    let (send, ended) = mpsc::channel();
    std::thread::spawn(move || send.send(child.wait_with_output()));
    let output = ended.recv_timeout(within).ok();
    if output.is_none() {
        let _ = Command::new("kill").args(["-KILL", &pid]).status();
    }
    output.map(Result::unwrap)
}

/// Kills a node at moments spread over a query, its stages and the fetch of its answer.
fn killed_at_moments(answer_may_fail: bool, kill: impl Fn(&mut Cluster, u32)) {
    let directory = games(24);
    // Many rows in the answer, so that fetching them takes time.
    let query = format!(
        "SELECT key, san, count(*), min(ply) FROM plies('{}/*.pgn') GROUP BY key, san",
        directory.path().display()
    );
    let alone = rows(&program().args(["--quiet", &query]).output().unwrap());
    let start = Instant::now();
    let whole = {
        let cluster = Cluster::start();
        assert_eq!(rows(&cluster.ask(&query).output().unwrap()), alone);
        let start = Instant::now();
        assert_eq!(rows(&cluster.ask(&query).output().unwrap()), alone);
        start.elapsed()
    };
    let (mut right, mut failed, mut longest) = (0, 0, Duration::ZERO);
    for moment in 0..moments() {
        let mut cluster = Cluster::start();
        let answer = cluster.ask(&query).spawn().unwrap();
        let asked = Instant::now();
        std::thread::sleep(whole * moment / moments() * 11 / 10);
        kill(&mut cluster, moment);
        let Some(output) = ended(answer, SOON) else {
            panic!("no answer within {SOON:?} after moment {moment} of {}, a query of {whole:?}", moments());
        };
        longest = longest.max(asked.elapsed());
        if output.status.success() {
            assert_eq!(rows(&output), alone, "moment {moment}");
            right += 1;
        } else {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(answer_may_fail, "moment {moment}: {error}");
            let says = ["ask again", "no scheduler answers"].iter().any(|words| error.contains(words));
            assert!(output.status.code() == Some(2) && says, "moment {moment}: {error}");
            failed += 1;
        }
    }
    println!(
        "{} moments of a query of {whole:?}: {right} right, {failed} errors, the longest took {longest:?}; {:?} in all",
        moments(),
        start.elapsed()
    );
}

#[test]
fn an_executor_killed_at_any_moment_changes_no_answer() {
    killed_at_moments(false, |cluster, moment| {
        let victim = moment as usize % 2;
        cluster.executors[victim].signal("KILL");
        cluster.executors[victim].child.wait().unwrap();
        // With all that it has, as a machine that is gone.
        let _ = fs::remove_dir_all(&cluster.directories[victim]);
    });
}

#[test]
fn a_scheduler_killed_at_any_moment_gives_an_answer_or_an_error() {
    killed_at_moments(true, |cluster, _| {
        cluster.scheduler.signal("KILL");
        cluster.scheduler.child.wait().unwrap();
    });
}
