//! Engines that analyse while somebody looks on: which one is started, by whom, and that none is left.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::reader::Session;
use crate::rig::Dir;
use crate::serve::Server;

const PATIENCE: Duration = Duration::from_secs(60);

const GAME: &str = "[White \"Tal, M\"]\n[Black \"Fine, R\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";

/// An engine of a few lines that writes down its process, and searches until it is stopped.
const ENGINE: &str = "\
echo $$ > process
while read -r word rest; do
    echo $word $rest >> heard
    case $word in
    uci) echo 'id name Script'; echo 'option name Hash type spin default 1 min 1 max 99'; echo uciok ;;
    isready) echo readyok ;;
    position) case $rest in *' b '*|*e2e4) move=c7c5 ;; *) move=d2d4 ;; esac ;;
    go) echo \"info depth 9 score cp 33 nodes 4000 time 10 pv $move\" ;;
    stop) echo \"bestmove $move\" ;;
    quit) exit ;;
    esac
done
";

fn folder() -> Dir {
    let dir = Dir::with("games.pgn", GAME);
    dir.write("engine.sh", ENGINE);
    dir
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until the engine has ended.
fn is_gone(dir: &Dir) {
    let process = std::fs::read_to_string(dir.path("process")).unwrap().trim().to_owned();
    let is_there = || Command::new("kill").args(["-0", &process]).output().unwrap().status.success();
    wait_for("the engine goes on", || !is_there());
}

#[test]
fn it_follows_the_board_and_none_is_left() {
    let dir = folder();
    let begin = || {
        let mut reader =
            Session::new(&dir, &["--engine", "sh engine.sh", "--engine-option", "Hash=7", "games.pgn"]);
        reader.see("1.e4 e5").press("a").see("depth 9").see("+0.33 1.d4").see("Script");
        reader
    };
    // Moves go on, and so does the engine; then it is turned off.
    let mut reader = begin();
    reader
        .press("\x1b[C")
        .see("-0.33 1...c5")
        .press("a")
        .until("no engine", |screen| !screen.contains("depth 9"));
    is_gone(&dir);
    let heard = std::fs::read_to_string(dir.path("heard")).unwrap();
    assert!(heard.contains("setoption name Hash value 7"), "{heard}");
    reader.press("a").see("-0.33 1...c5").press("q");
    assert!(reader.wait().success());
    reader.assert_given_back();
    is_gone(&dir);
    // Ctrl-C, a signal, and no time for anything.
    let mut reader = begin();
    assert!(reader.press("\x03").wait().success());
    reader.assert_given_back();
    is_gone(&dir);
    for (signal, status) in [("TERM", Some(130)), ("KILL", None)] {
        let mut reader = begin();
        let process = reader.process();
        assert!(Command::new("kill").args(["-s", signal, &process]).status().unwrap().success());
        let ended = reader.wait();
        assert!(status.is_none_or(|status| ended.exit_code() == status), "{ended:?}");
        is_gone(&dir);
    }
}

#[test]
fn one_that_fails_is_a_message() {
    let dir = folder();
    dir.write("mute.sh", "sleep 600\n");
    for (command, said) in [("nothing-of-that-name", "found no program"), ("false", "the engine ended while")]
    {
        let mut reader = Session::new(&dir, &["--engine", command, "games.pgn"]);
        reader.see("1.e4 e5").press("a").see("engine: failed").see(said).press("\x1b[C").press("q");
        assert!(reader.wait().success());
    }
    // One that says nothing at all does not hold up the end.
    let mut reader = Session::new(&dir, &["--engine", "sh mute.sh", "games.pgn"]);
    reader.see("1.e4 e5").press("a").see("engine: begins").press("q");
    let start = Instant::now();
    assert!(reader.wait().success());
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    let mut none = Session::new(&dir, &["games.pgn"]);
    none.see("1.e4 e5").press("a").see("there is no engine: pgn show").press("q");
    assert!(none.wait().success());
}

#[test]
fn the_settings_of_the_user_name_it_and_no_file_beside_games() {
    let dir = folder();
    let engine = dir.path("engine.sh").display().to_string();
    dir.write(
        "own/pgn/config.toml",
        format!("[engine]\ncommand = \"sh '{engine}'\"\noptions = {{ Hash = 5 }}\nlines = 2\n"),
    );
    let mut reader = Session::shell(&dir, "XDG_CONFIG_HOME=$PWD/own \"$0\" show -I games.pgn");
    reader.see("1.e4 e5").press("a").see("+0.33 1.d4").press("q");
    assert!(reader.wait().success());
    is_gone(&dir);
    assert!(std::fs::read_to_string(dir.path("heard")).unwrap().contains("setoption name Hash value 5"));
    // What comes with games starts nothing.
    dir.write("unpacked/games.pgn", GAME);
    dir.write("unpacked/pgn.toml", "[engine]\ncommand = \"touch started\"\n");
    let mut reader = Session::shell(&dir, "cd unpacked; XDG_CONFIG_HOME=$PWD/none \"$0\" show -I games.pgn");
    reader.see("[engine]").see("beside games");
    assert_eq!(reader.wait().exit_code(), 2);
    let ran = dir.pgn(&["check", "unpacked/games.pgn"]).status(2);
    assert!(ran.err().contains("may not start programs: move it to `pgn/config.toml`"), "{}", ran.err());
    assert!(!dir.path("unpacked/started").exists() && !dir.path("started").exists());
    // Settings that are wrong, and commands.
    dir.write("own/pgn/config.toml", "[engine]\nlines = 9\n");
    let mut reader = Session::shell(&dir, "XDG_CONFIG_HOME=$PWD/own \"$0\" show -I games.pgn");
    reader.see("expected a number of lines from 1 to 5, found 9");
    assert_eq!(reader.wait().exit_code(), 2);
    for (args, said) in [
        (&["show", "-I", "--engine", "auto", "games.pgn"][..], "expected the command of an engine in"),
        (&["show", "-I", "--engine", "'sf", "games.pgn"], "expected a second '"),
        (&["show", "-I", "--engine", " ", "games.pgn"], "expected the command of an engine"),
        (&["show", "--engine", "stockfish", "games.pgn"], "--engine needs --interactive"),
    ] {
        let ran = dir.command(args).env("XDG_CONFIG_HOME", dir.path("none")).output().unwrap();
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && errors.contains(said), "{args:?}: {errors}");
    }
}

#[test]
fn a_server_has_it_analyse() {
    let dir = folder();
    dir.pgn(&["index", "games.pgn", "-o", "games.idx"]).status(0);
    let server = Server::begin(&dir, &["games.idx", "--engine", "sh engine.sh"]);
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET /api/analysis?play=e2e4 HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), "HTTP/1.1 200 OK");
    let line = lines.find(|line| line.contains("\"depth\":9")).unwrap();
    assert!(line.contains(r#""lines":[{"cp":-33,"moves":"c7c5","san":"1... c5"}]"#), "{line}");
    drop(lines);
    wait_for("it is not stopped", || {
        std::fs::read_to_string(dir.path("heard")).unwrap().lines().any(|line| line.trim() == "stop")
    });
    assert_eq!(server.get("/api/analysis").status, 403);
    server.interrupt();
    is_gone(&dir);
}
