//! Compressed inputs: known by content, whatever the name says.

use std::io::Write as _;

use crate::rig::{CANONICAL, Dir, LAX, Ran, feed, pgn};

fn gz(text: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

fn bz2(text: &[u8]) -> Vec<u8> {
    let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

fn xz(text: &[u8]) -> Vec<u8> {
    let mut writer = liblzma::write::XzEncoder::new(Vec::new(), 1);
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

fn zst(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 1).unwrap()
}

/// A zip archive of stored entries.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let mut header = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        header.extend(crc.sum().to_le_bytes());
        header.extend(size);
        header.extend(size);
        header.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        header.extend([0, 0]);
        let offset = u32::try_from(archive.len()).unwrap();
        archive.extend(b"PK\x03\x04");
        archive.extend(&header);
        archive.extend(name.as_bytes());
        archive.extend(*content);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&header);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(entries.len()).unwrap().to_le_bytes();
    let (at, length) = (archive.len() as u32, directory.len() as u32);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count);
    archive.extend(count);
    archive.extend(length.to_le_bytes());
    archive.extend(at.to_le_bytes());
    archive.extend([0, 0]);
    archive
}

#[test]
fn every_form_under_misleading_names() {
    let text = LAX.as_bytes();
    let forms = [
        ("a.xz", gz(text)),
        ("b.pgn", bz2(text)),
        ("c.gz", xz(text)),
        ("d.zip", zst(text)),
        ("e.zst", text.to_vec()),
    ];
    let dir = Dir::new();
    for (name, bytes) in &forms {
        dir.write(name, bytes);
        assert_eq!(dir.pgn(&["fmt", name]).status(0).out(), CANONICAL, "{name}");
        assert_eq!(pgn(&["fmt"], bytes).status(0).out(), CANONICAL, "{name} by a pipe");
    }
    dir.write("f.bz2", zip(&[("one.pgn", text), ("dir/two.pgn", text), ("read.me", b"no game")]));
    let ran = dir.pgn(&["fmt", "f.bz2"]).status(0);
    assert_eq!(ran.out(), CANONICAL.repeat(2));
    let names: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
    let all = dir.pgn(&[&["check"], &names[..]].concat()).status(0);
    assert!(all.account().starts_with("pgn: 5 games (380 bytes)"), "{}", all.account());
}

#[test]
fn findings_name_the_entry_of_an_archive() {
    let dir = Dir::with("a.zip", zip(&[("x/good.pgn", LAX.as_bytes()), ("x/bad.pgn", b"1. e4\ne4 *\n")]));
    let ran = dir.pgn(&["check", "--format", "concise", "-q", "a.zip"]).status(1);
    assert!(ran.out().starts_with("a.zip/x/bad.pgn:2:1: error[PGN-C001] illegal-move: "), "{}", ran.out());
}

#[test]
fn compressed_output_of_another_program_may_be_joined() {
    let joined = [gz(LAX.as_bytes()), gz(b"\n"), gz(LAX.as_bytes())].concat();
    assert_eq!(pgn(&["fmt"], joined).status(0).out(), CANONICAL.repeat(2));
    let joined = [zst(LAX.as_bytes()), zst(LAX.as_bytes())].concat();
    assert_eq!(pgn(&["fmt"], joined).status(0).out(), CANONICAL.repeat(2));
}

/// Text that stays large when compressed.
fn big() -> String {
    let mut state = 1u32;
    let mut text = String::new();
    for _ in 0..40_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.push_str(&format!("[White \"{state}\"]\n\n1. e4 *\n\n"));
    }
    text
}

#[test]
fn what_was_read_before_the_damage_is_written() {
    let text = big();
    for (form, bytes) in [
        ("gz", gz(text.as_bytes())),
        ("bz2", bz2(text.as_bytes())),
        ("xz", xz(text.as_bytes())),
        ("zst", zst(text.as_bytes())),
    ] {
        let dir = Dir::with("cut.pgn", &bytes[..bytes.len() * 3 / 4]);
        let ran = dir.pgn(&["fmt", "cut.pgn"]).status(2);
        assert!(ran.err().contains("pgn: cut.pgn: compressed data are cut off"), "{form} {}", ran.err());
        let games = ran.out().matches("[White ").count();
        assert!(games > 1000 || form == "xz", "{form}: {games} games");
        assert!(ran.account().contains(&format!("pgn: {games} game")), "{form} {}", ran.account());

        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle..middle + 64].fill(0x55);
        dir.write("damaged.pgn", &damaged);
        let ran = dir.pgn(&["fmt", "damaged.pgn"]).status(2);
        assert!(ran.err().contains("pgn: damaged.pgn: compressed data are damaged"), "{form} {}", ran.err());

        // A file made of a part of the games would be a half file.
        dir.write("out.pgn", "old");
        dir.pgn(&["fmt", "cut.pgn", "-o", "out.pgn"]).status(2);
        assert_eq!(dir.read("out.pgn"), "old");
    }
}

#[test]
fn a_compressed_stream_by_a_slow_pipe() {
    let bytes = zst(LAX.as_bytes());
    let dir = Dir::new();
    let mut child = dir.command(&["fmt"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for byte in &bytes {
        stdin.write_all(&[*byte]).unwrap();
    }
    drop(stdin);
    assert_eq!(Ran(child.wait_with_output().unwrap()).status(0).out(), CANONICAL);
    let mut child = dir.command(&["fmt"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    feed(&mut child, bytes[..bytes.len() - 1].to_vec());
    Ran(child.wait_with_output().unwrap()).status(2);
}

#[test]
fn in_place_a_file_stays_compressed_as_it_was() {
    let lax = LAX.repeat(500);
    for (name, packed) in [
        ("a.pgn.gz", gz(lax.as_bytes())),
        ("a.pgn.bz2", bz2(lax.as_bytes())),
        ("a.pgn.xz", xz(lax.as_bytes())),
        ("a.pgn.zst", zst(lax.as_bytes())),
        // The content decides, not the name.
        ("a.pgn", gz(lax.as_bytes())),
    ] {
        for args in [&["fmt", "-i", name][..], &["fmt", "-i", "-q", name]] {
            let dir = Dir::with(name, &packed);
            dir.pgn(args).status(0);
            let written = std::fs::read(dir.path(name)).unwrap();
            assert_eq!(written[..3], packed[..3], "{args:?}");
            assert_eq!(dir.pgn(&["fmt", name]).status(0).out(), CANONICAL.repeat(500), "{args:?}");
            dir.pgn(&["fmt", "--check", name]).status(0);
            assert_eq!(dir.names(), [name]);
        }
        // What cannot be read to its end stays as it is.
        let damaged = &packed[..packed.len() / 2];
        let dir = Dir::with(name, damaged);
        dir.pgn(&["fmt", "-i", name]).status(2);
        assert_eq!(std::fs::read(dir.path(name)).unwrap(), damaged);
        assert_eq!(dir.names(), [name]);
    }
    // An archive is not replaced by one of its games.
    let packed = zip(&[("a.pgn", LAX.as_bytes())]);
    let dir = Dir::with("a.zip", &packed);
    let ran = dir.pgn(&["fmt", "-i", "a.zip"]).status(2);
    assert!(ran.err().contains("only a file of its own can be formatted in place"), "{}", ran.err());
    assert_eq!(std::fs::read(dir.path("a.zip")).unwrap(), packed);
}

#[test]
fn two_entries_of_one_name_are_not_read_as_one() {
    let games = [&b"[White \"a\"]\n\n*\n\n"[..], b"[White \"b\"]\n\n*\n\n"];
    let dir = Dir::with("a.zip", zip(&[("x.pgn", games[0]), ("x.pgn", games[1])]));
    let ran = dir.pgn(&["fmt", "a.zip"]).status(2);
    assert!(ran.err().contains("two files in it have the name x.pgn"), "{}", ran.err());
    dir.write("b.zip", zip(&[("x.pgn", games[0]), ("y/x.pgn", games[1])]));
    assert_eq!(dir.pgn(&["sort", "--by", "white", "b.zip"]).status(0).bytes(), games.concat());
}
