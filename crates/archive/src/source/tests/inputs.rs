use super::*;
use crate::inputs::{Input, Inputs, STDIN_NAME};
use std::fs;
use std::path::PathBuf;
use tempfile::tempdir;

/// The inputs as names relative to `root`, with `!` before errors.
fn names(root: &Path, paths: &[PathBuf]) -> Vec<String> {
    let relative = |name: &str| name.replace(&format!("{}/", root.display()), "");
    Inputs::with_stdin(paths, io::empty())
        .map(|input| match input {
            Ok(input) => relative(input.name()),
            Err(error) => format!("!{}", relative(error.name())),
        })
        .collect()
}

fn content(input: Result<Input, SourceError>) -> Vec<u8> {
    let (content, error) = read_all(&mut input.unwrap().open().unwrap(), 100);
    assert!(error.is_none(), "{error:?}");
    content
}

#[test]
fn standard_input_is_the_default_and_is_read_once() {
    for paths in [vec![], vec!["-"], vec!["-", "-"]] {
        let mut inputs = Inputs::with_stdin(paths.clone(), io::Cursor::new(gzip(b"games")));
        let input = inputs.next().unwrap().unwrap();
        assert_eq!((input.name(), input.path(), input.stored_bytes()), (STDIN_NAME, None, None));
        assert_eq!(content(Ok(input)), b"games");
        if paths.len() == 2 {
            assert_eq!(content(inputs.next().unwrap()), b"");
        }
        assert!(inputs.next().is_none());
    }
}

#[test]
fn a_directory_is_walked_in_the_order_of_names() {
    let folder = tempdir().unwrap();
    let root = folder.path();
    for name in [
        "b.pgn",
        "B.PGN",
        "a.txt",
        "a.epd",
        "sub/x.fen",
        "sub/deep/y.pgc.ZST",
        "sub/readme",
        "sub-1/z.pgn",
        ".hidden.pgn",
        ".git/h.pgn",
        "ü.pgn",
        "c.pgn.gz",
        "d.gz",
        "dir.pgn/in.pgn",
        "empty/.keep",
    ] {
        fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
        fs::write(root.join(name), "x").unwrap();
    }
    fs::write(
        root.join("two.pgn.zip"),
        zip_of(&[entry("1.pgn", 0, plain, b"1"), entry("2.pgn", 0, plain, b"2")]),
    )
    .unwrap();
    let expected = [
        "B.PGN",
        "a.epd",
        "b.pgn",
        "c.pgn.gz",
        "dir.pgn/in.pgn",
        "sub/deep/y.pgc.ZST",
        "sub/x.fen",
        "sub-1/z.pgn",
        "two.pgn.zip/1.pgn",
        "two.pgn.zip/2.pgn",
        "ü.pgn",
    ];
    assert_eq!(names(root, &[root.to_owned()]), expected);
    // Named files are read whatever their ending, and as often as they are named.
    let named = ["a.txt", ".hidden.pgn", "sub", ".git", "a.txt"].map(|name| root.join(name));
    let expected = ["a.txt", ".hidden.pgn", "sub/deep/y.pgc.ZST", "sub/x.fen", ".git/h.pgn", "a.txt"];
    assert_eq!(names(root, &named), expected);
}

#[test]
fn what_cannot_be_read_stays_in_its_place() {
    let folder = tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.pgn"), "a").unwrap();
    fs::write(root.join("bad.zip"), b"PK\x03\x04").unwrap();
    fs::write(root.join("z.pgn"), "z").unwrap();
    let paths = ["a.pgn", "missing.pgn", "bad.zip", "z.pgn"].map(|name| root.join(name));
    assert_eq!(names(root, &paths), ["a.pgn", "!missing.pgn", "!bad.zip", "z.pgn"]);
    let error = open(root.join("missing.pgn")).unwrap_err();
    assert_eq!((error.io_kind(), error.kind()), (io::ErrorKind::NotFound, SourceErrorKind::Open));
    assert_eq!(open(root).unwrap_err().io_kind(), io::ErrorKind::IsADirectory);
}

#[test]
fn files_are_opened_by_content_not_by_name() {
    let folder = tempdir().unwrap();
    let text = games(30);
    for (name, bytes) in
        [("a.pgn", zstd(&text)), ("b.gz", text.clone()), ("c", gzip(&text)), ("d.zst", xz(&text))]
    {
        let path = folder.path().join(name);
        fs::write(&path, &bytes).unwrap();
        let mut source = open(&path).unwrap();
        assert_eq!(source.progress().stored_bytes_total(), Some(bytes.len() as u64));
        assert!(read_all(&mut source, 1000).0 == text, "{name}");
        let input = Inputs::new([&path]).next().unwrap().unwrap();
        assert_eq!((input.path(), input.stored_bytes()), (Some(path.as_path()), Some(bytes.len() as u64)));
        assert!(content(Ok(input)) == text, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_but_not_in_circles() {
    use std::os::unix::fs::symlink;
    let folder = tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("one/two")).unwrap();
    fs::write(root.join("one/a.pgn"), "a").unwrap();
    fs::write(root.join("one/two/b.pgn"), "b").unwrap();
    symlink(root, root.join("one/two/up")).unwrap();
    symlink(".", root.join("one/self")).unwrap();
    symlink("one", root.join("again")).unwrap();
    symlink("one/a.pgn", root.join("link.pgn")).unwrap();
    symlink("nowhere", root.join("dead.pgn")).unwrap();
    symlink("nowhere", root.join("dead.txt")).unwrap();
    symlink("loop.pgn", root.join("loop.pgn")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(root.join("pipe.pgn")).status();
    assert!(made.is_ok());
    let expected = ["again/a.pgn", "again/two/b.pgn", "!dead.pgn", "link.pgn", "!loop.pgn"];
    assert_eq!(names(root, &[root.to_owned()]), expected);
}

#[cfg(unix)]
#[test]
fn a_pipe_given_by_name_is_read_once() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("pipe");
    if !std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()) {
        return;
    }
    for stored in [b"games".to_vec(), zstd(b"games"), zip_of(&[entry("a.pgn", 0, plain, b"games")])] {
        let (writer_path, bytes) = (path.clone(), stored.clone());
        let writer = std::thread::spawn(move || fs::write(writer_path, bytes).unwrap());
        let mut inputs = Inputs::with_stdin([&path], io::empty());
        assert_eq!(content(inputs.next().unwrap()), b"games");
        assert!(inputs.next().is_none());
        writer.join().unwrap();
    }
}
