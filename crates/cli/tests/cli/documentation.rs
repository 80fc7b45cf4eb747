//! What README.md and the pages in docs/ show is what the command does: outputs are real, options exist.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::rig::{Dir, pgn};

/// Stands for lines of an output that are left out.
const ELISION: &str = "…";

/// README.md and docs/*.md, but for docs/diagnostics.md, which has tests of its own.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for entry in std::fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") && !path.ends_with("diagnostics.md") {
            pages.push(path);
        }
    }
    pages.sort();
    assert!(pages.len() > 15, "{pages:?}");
    pages
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Each line of a page, with the language of the block of code that it is in.
fn lines(text: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut language = None;
    text.lines().map(move |line| {
        if let Some(fence) = line.strip_prefix("```") {
            language = if language.is_some() { None } else { Some(fence) };
            return (None, line);
        }
        (language, line)
    })
}

#[test]
#[cfg(unix)] // the commands are those of a shell
fn the_outputs_in_the_documentation_are_real() {
    let mut shown = 0;
    for path in pages() {
        let found = std::fs::read_to_string(&path).unwrap();
        let mut made = String::new();
        let mut old: Vec<&str> = Vec::new();
        let mut command: Option<&str> = None;
        let dir = desk();
        for (language, line) in lines(&found).chain([(None, "")]) {
            let next = (language == Some("console")).then(|| line.strip_prefix("$ ")).flatten();
            let next = next.filter(|command| is_run(command));
            if next.is_some() || language != Some("console") || line.starts_with("$ ") {
                if let Some(command) = command.take() {
                    made.push_str(&cut_as(&output(command, &dir), &old));
                    old.clear();
                    shown += 1;
                }
                command = next;
            } else if command.is_some() {
                old.push(line);
                continue;
            }
            made.push_str(line);
            made.push('\n');
        }
        made.pop(); // the line that was added
        if std::env::var_os("PGN_BLESS").is_some() {
            std::fs::write(&path, made).unwrap();
        } else {
            assert_same_lines(&path, &found, &made);
        }
    }
    assert!(shown > 10, "only {shown} outputs are shown");
}

/// Whether a shell may run it here: only `pgn`, and what makes or cuts its text.
fn is_run(command: &str) -> bool {
    let mut programs = command.split(" | ").map(|part| part.split(' ').next().unwrap());
    is_in_this_build(command)
        && command.contains("pgn ")
        && programs.all(|program| ["pgn", "printf", "echo", "head", "tail"].contains(&program))
}

/// Columns, indexes and the server are left out of a build without their features.
fn is_in_this_build(command: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| command.contains(word));
    (cfg!(feature = "columns") || !has(&["parquet", "arrow"]))
        && (cfg!(feature = "index") || !has(&["pgn index", "--index", "pgn evals", "--evals"]))
        && (cfg!(feature = "engines") || !has(&["pgn analyse"]))
        && (cfg!(feature = "serve") || !has(&["pgn serve"]))
}

fn assert_same_lines(path: &Path, found: &str, made: &str) {
    for (found, made) in found.lines().zip(made.lines()) {
        assert_eq!(
            found, made,
            "in {path:?}; PGN_BLESS=1 cargo test -p pgnkit-cli documentation writes it anew"
        );
    }
    assert_eq!(found.lines().count(), made.lines().count(), "lines of {path:?}");
}

/// A directory that has what the repository has, and in which the commands of a page may write.
#[cfg(unix)]
fn desk() -> Dir {
    let dir = Dir::new();
    for entry in std::fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        std::os::unix::fs::symlink(&path, dir.path(path.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    dir
}

/// What the command says, standard error last.
#[cfg(unix)]
fn output(command: &str, dir: &Dir) -> String {
    let directory = Path::new(env!("CARGO_BIN_EXE_pgn")).parent().unwrap();
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").unwrap_or_default());
    let ran = Command::new("sh")
        .args(["-c", command])
        .current_dir(dir.path(""))
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap()
}

/// As many lines of `real` before and after the elision as `shown` has; all of them where it has none.
fn cut_as(real: &str, shown: &[&str]) -> String {
    let real: Vec<&str> = real.lines().collect();
    let mut kept = real.clone();
    if let Some(at) = shown.iter().position(|&line| line == ELISION) {
        let after = shown.len() - at - 1;
        assert!(at + after < real.len(), "nothing is left out of {real:?}");
        kept.splice(at..real.len() - after, [ELISION]);
    }
    kept.iter().flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn every_command_in_the_documentation_is_understood() {
    let mut commands = 0;
    for path in pages() {
        let text = std::fs::read_to_string(&path).unwrap();
        for (language, line) in lines(&text) {
            let Some("console" | "sh") = language else { continue };
            let commands_of_line = line.strip_prefix("$ ").unwrap_or(line).split(" | ");
            for command in commands_of_line.filter(|command| is_in_this_build(command)) {
                let Some(arguments) = command.trim().strip_prefix("pgn ") else { continue };
                let mut arguments = words(arguments);
                let status = if arguments[0] == "explain" { 0 } else { pgn_help(&mut arguments) };
                assert_eq!(status, 0, "{path:?}: {line}");
                commands += 1;
            }
        }
    }
    assert!(commands > 40, "only {commands} commands");
}

/// With `--help` nothing is done, but the options before it must exist.
fn pgn_help(arguments: &mut Vec<String>) -> i32 {
    arguments.push("--help".to_owned());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Dir::new().command(&arguments).output().unwrap().status.code().unwrap()
}

/// The words of a command up to a comment or a redirection, as a shell reads them.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = command.trim_start();
    while !rest.is_empty() && !rest.starts_with(['#', '>']) && !rest.starts_with("2>") {
        let (mut word, mut quote) = (String::new(), None);
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match quote {
                Some(open) if open == c => quote = None,
                None if matches!(c, '\'' | '"') => quote = Some(c),
                None if c.is_whitespace() => {
                    end = at;
                    break;
                }
                _ => word.push(c),
            }
        }
        words.push(word);
        rest = rest[end..].trim_start();
    }
    words
}

#[test]
fn the_pages_of_the_manual_are_linked_from_its_first() {
    let first = std::fs::read_to_string(root().join("docs/README.md")).unwrap();
    for path in pages() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let apart = ["README.md", "SUMMARY.md", "releasing.md"].contains(&name);
        assert!(apart || first.contains(&format!("]({name})")), "docs/README.md does not link to {name}");
    }
    // And the command has a page for each subcommand.
    for command in ["check", "fmt", "convert", "clocks", "epd", "explain"] {
        assert!(first.contains(&format!("]({command}.md)")), "{command}");
        pgn(&["help", command], "").status(0);
    }
}
