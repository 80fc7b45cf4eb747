//! The program, run on the examples of the repository.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Games of the repository.
fn games() -> String {
    example("games.pgn")
}

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).display().to_string()
}

/// The program in a directory of its own.
struct Dir(TempDir);

impl Dir {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgn-sql"));
        command.current_dir(self.0.path()).args(args).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        Ran(self.command(args).output().unwrap())
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

struct Ran(Output);

impl Ran {
    #[track_caller]
    fn out(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).unwrap()
    }

    #[track_caller]
    fn err(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).unwrap()
    }

    #[track_caller]
    fn status(self, expected: i32) -> Self {
        assert!(!self.err().contains("panicked"), "{}", self.err());
        assert_eq!(self.0.status.code(), Some(expected), "{}{}", self.out(), self.err());
        self
    }
}

/// The rows of an answer in CSV, without its header.
#[track_caller]
fn rows(sql: &str) -> String {
    let ran = Dir::new().run(&["-q", sql]).status(0);
    ran.out().split_once('\n').unwrap().1.trim_end().to_owned()
}

#[test]
fn questions_about_games() {
    let games = games();
    for (sql, expected) in [
        ("select count(*) from '{}'", "432"),
        (
            "select white, WHITE a, White b, \"White\" w from '{}' limit 1",
            "\"Morphy, P\",\"Morphy, P\",\"Morphy, P\",\"Morphy, P\"",
        ),
        ("select white_elo, black_elo from '{}' limit 1", ","),
        ("select max(plies) from '{}'", "199"),
        ("select count(*) from '{}' where not is_mate", "412"),
        ("select count(*) from '{}' where position(is_mate and piece in ('N', 'B'))", "3"),
        ("select position('a' in 'bca')", "3"),
        ("select game_count(is_check) from '{}' order by 1 desc limit 1", "36"),
        ("select san, count(*) from plies('{}') where ply = 1 group by 1 order by 2 desc limit 1", "e4,339"),
        ("select count(*) from positions('{}')", "32103"),
        (
            "select fen from positions('{}') limit 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        ("select left(movetext, 8) from '{}' limit 1", "1. e4 e5"),
        (
            "select a.white from '{}' a join '{}' b on a.game = b.game where a.reaches('e4 e5 f4') limit 1",
            "\"Morphy, P\"",
        ),
        (
            "with t as (select White w, count(*) n from '{}' group by w) select n from t order by n desc limit 1",
            "95",
        ),
        ("create view v as select * from '{}'; select count(*) from v where date like '18%'", "178"),
    ] {
        let sql = sql.replace("{}", &games);
        assert_eq!(rows(&sql), expected, "{sql}");
    }
    // Columns on request are not for *.
    let header = Dir::new().run(&["-q", &format!("select *, san s from '{games}' limit 1")]).status(0);
    let header = header.out().lines().next().unwrap().to_owned();
    assert!(header.starts_with("game,Event,Site,") && header.ends_with(",diagnostics,s"), "{header}");
}

/// Databases and records of other programs are tables as PGN is.
#[test]
fn questions_about_games_of_other_programs() {
    let dir = Dir::new();
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/it/chessbase/base/own.cbh");
    let game = r#"{"id":"abcdefgh","variant":"standard","players":{"white":{"user":{"name":"Tal"}}},"moves":"e4 e5 Nf3","status":"resign","winner":"white"}"#;
    std::fs::write(dir.path("games.ndjson"), game).unwrap();
    for (sql, expected) in [
        (format!("select count(*), max(plies) from '{}'", base.display()), "2,7"),
        (format!("select count(*) from plies('{}') where san = 'e4'", base.display()), "2"),
        ("select white, plies, result from 'games.ndjson'".to_owned(), "Tal,3,1-0"),
    ] {
        let ran = dir.run(&["-q", &sql]).status(0);
        assert_eq!(ran.out().lines().nth(1), Some(expected), "{sql}");
    }
}

/// The same answer while games are read, afterwards, and of columns.
#[test]
fn conditions_say_the_same_wherever_they_are_tested() {
    let dir = Dir::new();
    let annotated = "\
[White \"Tal\"]\n[Black \"?\"]\n[TimeControl \"60+1\"]\n\n1. e4 {[%clk 0:01:00] good} e5 {[%clk 0:00:50]} 2. Nf3 $1 (2. f4) 2... Nc6 {[%clk 0:00:09]} 1-0\n\n\
[White \"O'Kelly\"]\n[White \"Tal\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\"]\n\n1... Kd8 2. O-O-O+ *\n\n\
[Variant \"Nobody knows\"]\n\n1. xx yy *\n\n1. e4 e5 2. Ke3 Nc6 *\n\n";
    std::fs::write(dir.path("a.pgn"), annotated).unwrap();
    for source in [games(), "a.pgn".to_owned()] {
        let columns = format!("select *, movetext from '{source}'");
        dir.run(&["-q", &columns, "-o", "columns.parquet"]);
        for condition in [
            "is_mate",
            "reaches('e4 c5')",
            "position(is_fork and piece = 'N')",
            "game_count(is_check) > 5",
            "game_count(ply > 0) > 3 and plies > 2",
            "has(clocks)",
            "has(comments)",
            "has(variations)",
            "has(setup)",
            "nag(1)",
            "game_min(clock) < 10",
            "time_used(3) > 5",
            "ends_in('repetition')",
            "castling_is_known or theme('castling')",
            "player('Morphy')",
            "plain(white) like 'm%'",
            "white = 'Tal'",
            "white in ('Tal', 'Morphy, P') or reaches('e4 e5 Nf3')",
            "white like '%a%' and reaches('e4')",
            "white <> 'Tal'",
            "black = '?'",
        ] {
            let condition = condition.replace("castling_is_known or ", "");
            let count = |sql: String| {
                let ran = dir.run(&["-q", &sql]);
                assert!(matches!(ran.0.status.code(), Some(0 | 1)), "{sql}: {}", ran.err());
                ran.out().lines().last().unwrap().to_owned()
            };
            let read = count(format!("select count(*) from '{source}' where {condition}"));
            let later = count(format!("select count(*) filter (where {condition}) from '{source}'"));
            let kept = count(format!("select count(*) from 'columns.parquet' where {condition}"));
            assert_eq!((&read, &read), (&later, &kept), "{source}: {condition}");
            let read = count(format!("select count(*) from '{source}' where not ({condition})"));
            let later = count(format!("select count(*) filter (where not ({condition})) from '{source}'"));
            assert_eq!(read, later, "{source}: not {condition}");
        }
    }
}

#[test]
fn conditions_are_tested_while_games_are_read() {
    let sql = format!("select black from '{}' where white = 'Tal' and is_mate and plies > 20", games());
    let plan = Dir::new().run(&["--explain", "--format", "table", &sql]).status(0);
    let scan = plan.out().lines().find(|line| line.contains("GamesExec")).unwrap().to_owned();
    assert!(scan.contains("condition=(\"White\" = 'Tal') AND ((is_mate))"), "{scan}");
    assert!(scan.contains("columns=[White, Black, plies]"), "{scan}");
    assert!(plan.out().contains("plies@2 > 20"), "{}", plan.out());
}

#[test]
fn answers_in_every_form() {
    let dir = Dir::new();
    let sql = format!("select White, plies, tags from '{}' limit 2", games());
    for (file, expected) in [
        ("a.csv", "White,plies,tags\n\"Morphy, P\",35,"),
        ("a.json", "[{\"White\":\"Morphy, P\",\"plies\":35,"),
        ("a.jsonl", "{\"White\":\"Morphy, P\",\"plies\":35,"),
        ("a.md", "| White | plies | tags |\n| --- | ---: | --- |\n| Morphy, P | 35 |"),
        ("a.txt", " White     │ plies │"),
    ] {
        dir.run(&["-q", &sql, "-o", file]).status(0);
        let text = std::fs::read_to_string(dir.path(file)).unwrap();
        assert!(text.starts_with(expected), "{text}");
    }
    dir.run(&["-q", &sql, "-o", "a.parquet"]).status(0);
    let ran = dir.run(&["-q", "select sum(plies) from 'a.parquet'"]).status(0);
    assert_eq!(ran.out(), "sum(plies)\n96\n");
    dir.run(&["-q", &sql, "-o", "b.csv.gz"]).status(0);
    assert_eq!(std::fs::read(dir.path("b.csv.gz")).unwrap()[..2], [0x1f, 0x8b]);
    dir.run(&["-q", &format!("copy ({sql}) to 'c.jsonl'")]).status(0);
    assert_eq!(std::fs::read_to_string(dir.path("c.jsonl")).unwrap().lines().count(), 2);
    // Nothing is half there.
    let before = dir.names();
    dir.run(&["-q", "select 1/0", "-o", "d.csv"]).status(2);
    dir.run(&["-q", "select 1; select 2", "-o", "d.csv"]).status(2);
    dir.run(&["-q", "select 1", "-o", "d.xyz"]).status(2);
    assert_eq!(dir.names(), before);
}

/// By its name, by another one, through a link, in a directory that is a table, of COPY.
#[test]
fn an_answer_takes_no_place_of_a_table() {
    let dir = Dir::new();
    std::fs::create_dir_all(dir.path("all/more")).unwrap();
    std::fs::copy(games(), dir.path("all/a.pgn")).unwrap();
    std::fs::hard_link(dir.path("all/a.pgn"), dir.path("hard.csv")).unwrap();
    std::fs::copy(games(), dir.path("g.csv.pgn")).unwrap();
    dir.run(&["-q", "select 1 as a", "-o", "t.csv"]).status(0);
    dir.run(&["-q", "select 1 as a", "-o", "p.parquet"]).status(0);
    let before: Vec<_> = dir.names().iter().map(|name| std::fs::read(dir.path(name)).ok()).collect();
    for (sql, out) in [
        ("select * from 't.csv'", "t.csv"),
        ("select * from 't.csv'", "./all/../t.csv"),
        ("select * from 'p.parquet'", "p.parquet"),
        ("select * from '*.parquet'", "p.parquet"),
        ("select White from 'all/a.pgn'", "hard.csv"),
        ("select count(*) from plies('all/a.pgn')", "hard.csv"),
        ("select count(*) from 'all'", "all/count.csv"),
        ("select count(*) from 'all/'", "all/more/count.csv"),
        ("select a from 't.csv' union all select count(*) from 'all'", "all/b.csv"),
        ("select * from x", "t.csv"),
    ] {
        let ran = dir.run(&["-q", "--table", "x=t.csv", sql, "-o", out]).status(2);
        assert!(
            ["it is an input", "which is read"].iter().any(|words| ran.err().contains(words)),
            "{sql} {out}: {}",
            ran.err()
        );
        dir.run(&["-q", "--table", "x=t.csv", &format!("copy ({sql}) to '{out}'")]).status(2);
    }
    let after: Vec<_> = dir.names().iter().map(|name| std::fs::read(dir.path(name)).ok()).collect();
    assert!(before == after);
    dir.run(&["-q", "select count(*) from 'all'", "-o", "t.csv"]).status(0);
}

#[test]
fn partitions_are_columns() {
    let dir = Dir::new();
    for (year, plies) in [("2013", "10"), ("2014", "20")] {
        let directory = dir.path(&format!("g/year={year}"));
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("1.parquet").display().to_string();
        dir.run(&["-q", &format!("select {plies} as plies, {year} as year"), "-o", &file]).status(0);
    }
    let ran = dir.run(&["-q", "select year, plies from 'g' where year > 2013"]).status(0);
    let columns = ran.out().lines().next().unwrap().to_owned();
    assert_eq!((columns.as_str(), ran.out().lines().nth(1)), ("year,plies", Some("2014,20")));
    let ran = dir.run(&["-q", "select count(*) from 'g/*/*.parquet'"]).status(0);
    assert_eq!(ran.out(), "count(*)\n2\n");
}

#[test]
fn standard_input_is_statements_or_games() {
    let dir = Dir::new();
    let with = |args: &[&str], input: &str| {
        let mut child = dir.command(args).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        Ran(child.wait_with_output().unwrap())
    };
    assert_eq!(with(&["-q"], "select 1 as a;\nselect 2 as b").status(0).out(), "a\n1\nb\n2\n");
    let ran = with(&["select White from '-'"], "[White \"Tal\"]\n\n1. e4 *\n").status(0);
    assert_eq!(ran.out(), "White\nTal\n");
    assert_eq!(ran.err(), "pgn-sql: 1 game (23 bytes): no errors in what was read\n");
    // Games with errors are counted, as far as they are read.
    let ran = dir.run(&[&format!("select count(diagnostics) from '{}'", example("broken.pgn"))]).status(1);
    assert!(ran.err().contains("with errors"), "{}", ran.err());
    let ran = dir.run(&["--table", &format!("G={}", games()), "-q", "select count(*) from g"]).status(0);
    assert_eq!(ran.out(), "count(*)\n432\n");
}

#[test]
fn what_is_wrong_is_shown_at_its_place() {
    for (sql, expected) in [
        ("select withe from '{}'", "there is no column withe; is it White?\n  select withe from"),
        (
            "select\n lenth(white)\nfrom '{}'",
            "there is no function lenth; is it length?\n   lenth(white)\n   ^^^^^",
        ),
        ("selct 1", "expected an SQL statement, found selct\n  selct 1\n  ^^^^^"),
        ("select 1 +", "found the end\n  select 1 +\n            ^"),
        ("select * from games", "there is no table games; a file is in single quotes"),
        ("select reaches('e9') from '{}'", "'e9'"),
        ("select reaches('e4') from plies('{}')", "need a column moves"),
        ("select pieces('Q') from '{}'", "asks about a position: position(pieces('Q') > 1)"),
        ("select foo.white from '{}'", "there is no table foo here"),
        ("select * from 'nothing.pgn'", "there is no file nothing.pgn\n"),
    ] {
        let ran = Dir::new().run(&[&sql.replace("{}", &games())]).status(2);
        assert!(ran.err().contains(expected), "{sql}: {}", ran.err());
        assert_eq!(ran.out(), "", "{sql}");
    }
}

#[test]
fn what_does_not_fit_into_memory_is_sorted_on_disk() {
    let dir = Dir::new();
    let sql = "select max(n) n, max(v) v from (select v, row_number() over (order by v desc, pad) n from \
               (select value % 1000003 as v, repeat('x', 60) as pad from generate_series(1, 1000000)))";
    let temporary = dir.path("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let temporary = temporary.display().to_string();
    let args = ["--memory", "64M", "--jobs", "2", "--temp-dir", &temporary];
    let plan = dir.run(&[&args[..], &[&format!("explain analyze {sql}")]].concat()).status(0);
    let spills = plan.out().split("spill_count=").skip(1);
    let spills =
        spills.filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok());
    assert!(spills.sum::<u64>() > 0, "{}", plan.out());
    let ran = dir.run(&[&args[..], &[sql]].concat()).status(0);
    assert_eq!(ran.out().lines().nth(1), Some("1000000,1000000"));
    assert_eq!(std::fs::read_dir(dir.path("tmp")).unwrap().count(), 0, "temporary files are left");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_query_and_leaves_nothing() {
    let dir = Dir::new();
    std::fs::create_dir(dir.path("tmp")).unwrap();
    let temporary = dir.path("tmp").display().to_string();
    let args = ["--temp-dir", &temporary, "select count(*) from '-'", "-o", "a.csv"];
    let mut child = dir.command(&args).stdin(Stdio::piped()).spawn().unwrap();
    // It waits for games that do not come.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"[White \"Tal\"]\n\n1. e4 *\n").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran = Ran(child.wait_with_output().unwrap()).status(130);
    assert_eq!(ran.err(), "pgn-sql: interrupted\n");
    drop(stdin);
    assert_eq!(dir.names(), ["tmp"]);
    assert_eq!(std::fs::read_dir(dir.path("tmp")).unwrap().count(), 0);
}

/// The prompt in a terminal.
#[cfg(unix)]
#[test]
fn a_prompt_completes_remembers_and_survives_errors() {
    use std::io::Read as _;

    let dir = Dir::new();
    let pair = portable_pty::native_pty_system()
        .openpty(portable_pty::PtySize { rows: 40, cols: 100, pixel_width: 0, pixel_height: 0 })
        .unwrap();
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_pgn-sql"));
    command.cwd(dir.0.path());
    command.env("XDG_STATE_HOME", dir.path("state"));
    command.env("TERM", "xterm");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut writer = pair.master.take_writer().unwrap();
    let shown = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let seen = shown.clone();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = reader.read(&mut buffer) {
            seen.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
    });
    let mut from = 0;
    let mut wait = |what: &str| {
        for _ in 0..600 {
            let text = shown.lock().unwrap().clone();
            if let Some(at) = text[from..].find(what) {
                from += at + what.len();
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("{what} does not come: {}", shown.lock().unwrap());
    };
    wait("pgn> ");
    // A statement of two lines.
    writer.write_all(format!("select count(*)\rfrom '{}';\r", games()).as_bytes()).unwrap();
    wait("432");
    wait("(1 row)");
    wait("pgn> ");
    writer.write_all(b"select withe;\r").unwrap();
    wait("there is no column withe");
    wait("pgn> ");
    writer.write_all(b"sel\t 40 + 2;\r").unwrap();
    wait("42");
    wait("pgn> ");
    writer.write_all(b"select count(*) from generate_series(1, 1000000000000);\r").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    writer.write_all(b"\x03").unwrap();
    wait("interrupted");
    wait("pgn> ");
    writer.write_all(b".help\r").unwrap();
    wait(".tables");
    writer.write_all(b".quit\r").unwrap();
    assert!(child.wait().unwrap().success());
    let history = std::fs::read_to_string(dir.path("state/pgn/sql-history")).unwrap();
    assert!(history.contains("40 + 2"), "{history}");
}
