use super::*;
use tempfile::tempdir;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_dropped_file_leaves_the_old_one() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, "old").unwrap();
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(&vec![b'x'; 2 * BUFFER_BYTES]).unwrap();
    file.flush().unwrap();
    assert_eq!(names(folder.path()).len(), 2, "the temporary file is beside the target");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(file);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["a.pgn"]);
}

#[test]
fn a_committed_file_replaces_the_old_one() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    for text in ["first", "second and longer", ""] {
        let mut output = Output::File(AtomicFile::create(&path).unwrap());
        output.write_all(text.as_bytes()).unwrap();
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
        assert_eq!(names(folder.path()), ["a.pgn"]);
    }
}

#[test]
fn a_large_file_is_whole() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    let mut file = AtomicFile::create(&path).unwrap();
    let parts: Vec<_> = (0..40u8).map(|part| vec![part; (300 << 10) + usize::from(part)]).collect();
    for part in &parts {
        file.write_all(part).unwrap();
    }
    assert!(!path.exists());
    file.commit().unwrap();
    assert!(fs::read(&path).unwrap() == parts.concat());
    // Dropped while bytes are on their way to the disk.
    let mut file = AtomicFile::create(&path).unwrap();
    parts.iter().for_each(|part| file.write_all(part).unwrap());
    drop(file);
    assert!(fs::read(&path).unwrap() == parts.concat());
    assert_eq!(names(folder.path()), ["a.pgn"]);
}

#[test]
fn long_names_work() {
    let folder = tempdir().unwrap();
    let path = folder.path().join(format!("{}.pgn", "ü".repeat(120)));
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"x").unwrap();
    file.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"x");
}

#[test]
fn what_cannot_be_written_says_so() {
    let folder = tempdir().unwrap();
    let error = AtomicFile::create(folder.path()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    let path = folder.path().join("missing").join("a.pgn");
    let error = AtomicFile::create(&path).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    assert_eq!(OutputError::from_io(&error).unwrap().name(), path.display().to_string());
    assert!(error.to_string().contains("a.pgn: cannot write: there is no directory "), "{error}");
    assert!(!is_broken_pipe(&error));
}

#[test]
fn a_broken_pipe_is_recognised_through_the_context() {
    let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
    let error = OutputError::wrap("<stdout>", "cannot write", pipe);
    assert!(is_broken_pipe(&error) && OutputError::from_io(&error).is_some());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn write(path: &Path, text: &str) {
        let mut file = AtomicFile::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.commit().unwrap();
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn permissions_are_kept() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        fs::write(&path, "old").unwrap();
        for bits in [0o600, 0o640, 0o775] {
            fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
            write(&path, "new");
            assert_eq!(mode(&path), bits);
        }
        // A new file gets what any new file gets.
        let (new, plain) = (folder.path().join("new.pgn"), folder.path().join("plain"));
        write(&new, "new");
        fs::write(&plain, "x").unwrap();
        assert_eq!(mode(&new), mode(&plain));
    }

    #[test]
    fn links_are_followed() {
        let folder = tempdir().unwrap();
        let (real, link, chain) =
            (folder.path().join("real.pgn"), folder.path().join("link.pgn"), folder.path().join("chain.pgn"));
        symlink("real.pgn", &link).unwrap();
        symlink(&link, &chain).unwrap();
        // First the target of the links does not exist, then it does.
        for text in ["one", "two"] {
            write(&chain, text);
            assert_eq!(fs::read(&real).unwrap(), text.as_bytes());
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert!(fs::symlink_metadata(&chain).unwrap().is_symlink());
        }
        let looping = folder.path().join("loop.pgn");
        symlink("loop.pgn", &looping).unwrap();
        assert!(AtomicFile::create(&looping).is_err());
    }

    #[test]
    fn devices_are_written_through() {
        let mut file = AtomicFile::create("/dev/null").unwrap();
        assert!(matches!(file.body, Body::Through(_)));
        file.write_all(b"x").unwrap();
        file.commit().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn pipes_are_written_through_and_can_break() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        // Opened for reading too, so that opening for writing does not wait.
        let reader = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"through").unwrap();
        file.flush().unwrap();
        let mut got = [0; 7];
        io::Read::read_exact(&mut &reader, &mut got).unwrap();
        assert_eq!(&got, b"through");
        drop(reader);
        file.write_all(b"lost").unwrap();
        let error = file.commit().unwrap_err();
        assert!(is_broken_pipe(&error), "{error}");
        assert!(error.to_string().contains("pipe: cannot write"), "{error}");
    }
}

#[test]
fn a_directory_appears_whole_or_not_at_all() {
    let folder = tempdir().unwrap();
    let target = folder.path().join("out");
    let write = |directory: &AtomicDirectory| {
        fs::create_dir_all(directory.path().join("a=1/b=2")).unwrap();
        fs::write(directory.path().join("a=1/b=2/part"), "x").unwrap();
    };
    let dropped = AtomicDirectory::create(&target).unwrap();
    write(&dropped);
    assert!(!target.exists());
    drop(dropped);
    assert_eq!(names(folder.path()), [] as [&str; 0]);

    for is_there in [false, true] {
        if is_there {
            fs::create_dir(&target).unwrap();
        }
        let directory = AtomicDirectory::create(&target).unwrap();
        write(&directory);
        directory.commit().unwrap();
        assert_eq!(names(folder.path()), ["out"]);
        assert_eq!(fs::read(target.join("a=1/b=2/part")).unwrap(), b"x");
        let error = AtomicDirectory::create(&target).unwrap_err();
        assert!(error.to_string().ends_with("out: cannot write: the directory is not empty"), "{error}");
        fs::remove_dir_all(&target).unwrap();
    }

    // Something has come into it meanwhile.
    let directory = AtomicDirectory::create(&target).unwrap();
    fs::create_dir(&target).unwrap();
    fs::write(target.join("other"), "x").unwrap();
    assert!(directory.commit().unwrap_err().to_string().contains("cannot replace"));
    assert_eq!(names(folder.path()), ["out"]);
    assert_eq!(names(&target), ["other"]);

    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    assert!(AtomicDirectory::create(&file).is_err());
    assert!(AtomicDirectory::create(folder.path().join("missing/out")).is_err());
}

#[test]
fn what_was_changed_meanwhile_is_left_as_it_is() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    let change: [fn(&Path); 4] = [
        |_| {},
        |path| OpenOptions::new().append(true).open(path).unwrap().write_all(b"new").unwrap(),
        |path| fs::remove_file(path).unwrap(),
        |path| {
            fs::write(path.with_extension("other"), "old").unwrap();
            fs::rename(path.with_extension("other"), path).unwrap();
        },
    ];
    for (at, change) in change.iter().enumerate() {
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::replacing(&path, Stamp::of_path(&path).unwrap()).unwrap();
        file.write_all(b"written").unwrap();
        change(&path);
        let now = fs::read(&path).ok();
        let result = file.commit();
        if at == 0 {
            result.unwrap();
            continue;
        }
        let error = result.unwrap_err();
        assert!(is_changed_meanwhile(&error));
        assert!(error.to_string().ends_with("a.pgn: changed while it was read; left as it is"), "{error}");
        assert_eq!(fs::read(&path).ok(), now);
        assert!(names(folder.path()).len() < 2);
    }
}

#[test]
fn what_is_settled_is_in_its_place_and_is_written_on() {
    let folder = tempdir().unwrap();
    for (name, compression) in [("a", Compression::Plain), ("b", Compression::Gzip)] {
        let path = folder.path().join(name);
        let read = || {
            let mut text = String::new();
            io::Read::read_to_string(&mut crate::source::open(&path).unwrap(), &mut text).unwrap();
            text
        };
        let mut output = Output::file(AtomicFile::create(&path).unwrap(), compression).unwrap();
        for text in ["one", "onetwo", "onetwothree"] {
            output
                .write_all(&text.as_bytes()[text.len().saturating_sub(if text.len() > 6 { 5 } else { 3 })..])
                .unwrap();
            output = output.settle().unwrap();
            assert_eq!(read(), text);
        }
        output.finish().unwrap();
        assert_eq!(read(), "onetwothree");
    }
}

#[test]
#[cfg(unix)]
fn an_owner_is_kept() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, "old").unwrap();
    if chown(&path, Some(1234), Some(1235)).is_err() {
        return;
    }
    AtomicFile::create(&path).unwrap().commit().unwrap();
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!((metadata.uid(), metadata.gid(), metadata.len()), (1234, 1235, 0));
}
