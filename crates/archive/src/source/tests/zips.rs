use super::*;
use crate::inputs::Inputs;
use std::collections::BTreeMap;

/// Every input of an archive that comes by standard input: name and content or error.
fn inputs_of(archive: Vec<u8>) -> Vec<(String, Result<Vec<u8>, String>)> {
    let mut found = Vec::new();
    for input in Inputs::with_stdin(["-"], io::Cursor::new(archive)) {
        match input {
            Err(error) => found.push((error.name().to_owned(), Err(error.to_string()))),
            Ok(input) => {
                let name = input.name().to_owned();
                let content = input.open().map_err(|e| e.to_string()).and_then(|mut source| {
                    assert_eq!((source.name(), source.compression()), (&name[..], Compression::Zip));
                    let (content, error) = read_all(&mut source, 5000);
                    error.map_or(Ok(content), |e| Err(e.to_string()))
                });
                found.push((name, content));
            }
        }
    }
    found
}

#[test]
fn every_method_is_read() {
    let text = games(500);
    let archive = zip_of(&[
        entry("a.pgn", 0, plain, &text),
        entry("dir/b.PGN", 8, deflate, &text),
        entry("c.epd", 12, bzip2, &text),
        entry("d.fen", 93, zstd, &text),
        entry("e.pgc", 95, xz, &text),
        entry("empty.pgn", 8, deflate, b""),
    ]);
    let found = inputs_of(archive);
    let names: Vec<_> = found.iter().map(|(name, _)| &name[..]).collect();
    let expected = ["a.pgn", "dir/b.PGN", "c.epd", "d.fen", "e.pgc", "empty.pgn"];
    assert_eq!(names, expected.map(|name| format!("<stdin>/{name}")));
    for (name, content) in &found[..5] {
        assert!(content.as_ref() == Ok(&text), "{name}: {:?}", content.as_ref().err());
    }
    assert_eq!(found[5].1, Ok(Vec::new()));
}

#[test]
fn which_entries_are_inputs() {
    let make = |names: &[&str]| {
        let entries: Vec<_> = names.iter().map(|name| entry(name, 0, plain, b"x")).collect();
        inputs_of(zip_of(&entries))
            .into_iter()
            .map(|(name, _)| name.replace("<stdin>/", ""))
            .collect::<Vec<_>>()
    };
    assert_eq!(make(&["z.pgn", "readme.txt", "dir/", "a.pgn"]), ["z.pgn", "a.pgn"]);
    assert_eq!(make(&["readme.txt", "dir/", "games"]), ["readme.txt", "games"]);
    assert_eq!(make(&["__MACOSX/._a.pgn", "a.pgn", "dir/._b.pgn", "dir/b.pgn"]), ["a.pgn", "dir/b.pgn"]);
}

#[test]
fn one_bad_entry_does_not_cost_the_others() {
    let text = games(300);
    let mut archive = [
        entry("wrong-sum.pgn", 8, deflate, &text),
        entry("unknown.pgn", 14, plain, &text),
        entry("secret.pgn", 8, deflate, &text),
        entry("good.pgn", 8, deflate, &text),
        entry("cut.pgn", 8, |bytes| deflate(bytes)[..2000].to_vec(), &text),
        entry("last.pgn", 0, plain, &text),
    ];
    archive[0].crc ^= 1;
    archive[2].flags = 1;
    let found: BTreeMap<_, _> = inputs_of(zip_of(&archive)).into_iter().collect();
    assert_eq!(found.len(), 6);
    assert!(found["<stdin>/good.pgn"].as_ref() == Ok(&text));
    assert!(found["<stdin>/last.pgn"].as_ref() == Ok(&text));
    for (name, part) in [
        ("wrong-sum", "the check sum is wrong"),
        ("unknown", "unsupported compression: compression method"),
        ("secret", "it is encrypted"),
        ("cut", "compressed data are cut off"),
    ] {
        let name = format!("<stdin>/{name}.pgn");
        let error = found[&name].as_ref().unwrap_err();
        assert!(error.starts_with(&name) && error.contains(part), "{error}");
    }
}

#[test]
fn a_damaged_local_header_costs_one_entry() {
    let entries = [entry("a.pgn", 0, plain, b"a"), entry("b.pgn", 0, plain, b"b")];
    let mut archive = zip_of(&entries);
    archive[0] = b'X';
    // The first bytes are no longer those of a zip archive: a file that begins with something else is the other way to
    // get here.
    assert_eq!(Compression::detect(&archive), Compression::Plain);
    let mut archive = zip_of(&entries);
    let second = archive.windows(4).rposition(|window| window == b"PK\x03\x04").unwrap();
    archive[second] = b'X';
    let found = inputs_of(archive);
    assert_eq!(found[0], ("<stdin>/a.pgn".to_owned(), Ok(b"a".to_vec())));
    assert_eq!(found[1].0, "<stdin>/b.pgn");
    assert!(found[1].1.as_ref().unwrap_err().contains("cannot use the zip archive"));
}

#[test]
fn archives_that_cannot_be_used_say_so() {
    let good = zip_of(&[entry("a.pgn", 0, plain, b"x")]);
    for (archive, part) in [
        (zip_of(&[]), "no file in it"),
        (zip_of(&[entry("dir/", 0, plain, b"")]), "no file in it"),
        (good[..good.len() - 5].to_vec(), "cannot use the zip archive"),
        (b"PK\x03\x04 and nothing".to_vec(), "cannot use the zip archive"),
    ] {
        let found = inputs_of(archive.clone());
        assert_eq!(found.len(), 1);
        let error = found[0].1.as_ref().unwrap_err();
        assert!(found[0].0 == "<stdin>" && error.contains(part), "{error}");
        let error = from_reader("x.zip", io::Cursor::new(archive)).unwrap_err();
        assert_eq!((error.name(), error.kind()), ("x.zip", SourceErrorKind::Zip));
    }
}

#[test]
fn an_archive_as_one_stream_keeps_its_entries_apart() {
    let archive = zip_of(&[
        entry("a.pgn", 8, deflate, b"{ open"),
        entry("b.pgn", 0, plain, b"[Event \"b\"]\n"),
        entry("c.pgn", 0, plain, b""),
        entry("d.pgn.txt", 0, plain, b"not a game"),
    ]);
    for piece in [1, 1000] {
        let mut source = from_reader("x", io::Cursor::new(archive.clone())).unwrap();
        let (content, error) = read_all(&mut source, piece);
        assert!(error.is_none(), "{error:?}");
        assert_eq!(content, b"{ open\n\n[Event \"b\"]\n\n\n\n\nnot a game");
    }
}

#[test]
fn entries_that_are_compressed_once_more_are_unpacked() {
    let text = games(20);
    for (_, encode) in FORMS {
        let found = inputs_of(zip_of(&[entry("a.pgn.x", 0, plain, &encode(&text))]));
        assert!(found[0].1.as_ref() == Ok(&text));
    }
    let inner = zip_of(&[entry("a.pgn", 0, plain, b"x")]);
    let found = inputs_of(zip_of(&[entry("inner.zip", 0, plain, &inner)]));
    assert!(found[0].1.as_ref().unwrap_err().contains("unpack it first"));
}

#[test]
fn entries_can_be_read_in_turns() {
    let (a, b) = (games(200), games(300));
    let archive = zip_of(&[entry("a.pgn", 8, deflate, &a), entry("b.pgn", 93, zstd, &b)]);
    let inputs = Inputs::with_stdin(["-"], io::Cursor::new(archive));
    let mut sources: Vec<Source> = inputs.map(|input| input.unwrap().open().unwrap()).collect();
    let mut contents = [Vec::new(), Vec::new()];
    let mut buffer = [0; 777];
    for turn in 0..1000 {
        let got = sources[turn % 2].read(&mut buffer).unwrap();
        contents[turn % 2].extend_from_slice(&buffer[..got]);
    }
    assert!(contents == [a, b]);
    let progress = sources[0].progress();
    assert_eq!(Some(progress.stored_bytes_read()), progress.stored_bytes_total());
}
