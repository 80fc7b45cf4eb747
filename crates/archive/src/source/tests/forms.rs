use super::*;

#[test]
fn detection_by_table() {
    let cases: [(&[u8], Compression); 22] = [
        (b"", Compression::Plain),
        (b"[Event \"x\"]", Compression::Plain),
        (b"\x1f\x8b\x08\0", Compression::Gzip),
        (b"\x1f\x8b", Compression::Plain),
        (b"\x1f\x8b\x07", Compression::Plain),
        (b"BZh91AY&SY", Compression::Bzip2),
        (b"BZh9\x17rE8P\x90", Compression::Bzip2),
        (b"BZh9 is a name", Compression::Plain),
        (b"BZh01AY&SY", Compression::Plain),
        (b"\xfd7zXZ\0", Compression::Xz),
        (b"\xfd7zXZ", Compression::Plain),
        (b"\x28\xb5\x2f\xfd", Compression::Zstd),
        (b"\x50\x2a\x4d\x18", Compression::Zstd),
        (b"\x5f\x2a\x4d\x18", Compression::Zstd),
        (b"\x60\x2a\x4d\x18", Compression::Plain),
        (b"PK\x03\x04", Compression::Zip),
        (b"PK\x05\x06", Compression::Zip),
        (b"PK\x07\x08", Compression::Zip),
        (b"PK\x01\x02", Compression::Plain),
        (b"\xef\xbb\xbf[", Compression::Plain),
        (b"\xff\xfe[\0", Compression::Plain),
        (b"P*M", Compression::Plain),
    ];
    for (head, expected) in cases {
        assert_eq!(Compression::detect(head), expected, "{head:?}");
    }
}

#[test]
fn every_form_gives_its_content() {
    for text in [Vec::new(), b"*".to_vec(), games(3000)] {
        for (form, encode) in FORMS {
            let stored = encode(&text);
            assert_eq!(Compression::detect(&stored), form);
            for (in_piece, out_piece) in [(1, 4096), (7, 100), (1 << 20, 1), (1 << 20, 1 << 20)] {
                if text.len() > 1000 && out_piece == 1 {
                    continue;
                }
                let mut source = from_reader("x", slow(stored.clone(), in_piece)).unwrap();
                assert_eq!(source.compression(), form);
                let (content, error) = read_all(&mut source, out_piece);
                assert!(error.is_none(), "{form}: {error:?}");
                assert!(content == text, "{form} in {in_piece} out {out_piece}");
                assert_eq!(source.progress().stored_bytes_read(), stored.len() as u64);
            }
        }
    }
}

#[test]
fn joined_members_are_one_content() {
    let (a, b) = (games(700), games(3));
    let expected = [&a[..], &b, b"", &a].concat();
    for (form, encode) in FORMS {
        // After padding by zeros, which xz defines, as without.
        for padding in [0, 4, 1000] {
            let parts = [encode(&a), encode(&b), encode(b""), encode(&a)];
            let stored: Vec<u8> =
                parts.iter().flat_map(|part| [part.clone(), vec![0; padding]].concat()).collect();
            for piece in [1, 1000, 1 << 20] {
                let mut source = from_reader("x", slow(stored.clone(), piece)).unwrap();
                let (content, error) = read_all(&mut source, 1 << 16);
                assert!(error.is_none() && content == expected, "{form} {padding} {piece}: {error:?}");
            }
        }
    }
}

#[test]
fn skippable_frames_are_skipped_anywhere() {
    let (a, b) = (games(700), games(2));
    let (skip, empty, large) = (skippable(b"seek table"), skippable(b""), skippable(&vec![7; 300_000]));
    let orders = [
        [&skip[..], &zstd(&a), &zstd(&b)].concat(),
        [&zstd(&a)[..], &skip, &zstd(&b)].concat(),
        [&zstd(&a)[..], &zstd(&b), &skip].concat(),
        [&large[..], &empty, &zstd(&a), &empty, &large, &skip, &zstd(&b), &skip, &empty].concat(),
    ];
    for (number, stored) in orders.iter().enumerate() {
        for piece in [1, 1000, 1 << 20] {
            let mut source = from_reader("x", slow(stored.clone(), piece)).unwrap();
            assert_eq!(source.compression(), Compression::Zstd);
            let (content, error) = read_all(&mut source, 1 << 16);
            assert!(error.is_none(), "{number}: {error:?}");
            assert!(content == [&a[..], &b].concat(), "{number}");
        }
    }
}

#[test]
fn large_windows_are_read() {
    let text = games(50);
    // A frame header that declares a window of 2^31 bytes (descriptor byte (31 - 10) << 3), no checks, one raw block.
    let mut stored = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 21 << 3];
    stored.extend(&((text.len() as u32) << 3 | 1).to_le_bytes()[..3]);
    stored.extend(&text);
    let (content, error) = read_all(&mut from_reader("x", io::Cursor::new(stored)).unwrap(), 4096);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(content, text);
}

#[test]
fn a_truncated_stream_gives_what_it_has_and_then_an_error() {
    let text = games(3000);
    for (form, encode) in FORMS {
        let stored = [encode(&text), encode(&text)].concat();
        for keep in [stored.len() - 1, stored.len() - 9, stored.len() * 3 / 4, stored.len() / 2 + 3, 12] {
            let mut source = from_reader("dir/x.pgn", slow(stored[..keep].to_vec(), 5000)).unwrap();
            let (content, error) = read_all(&mut source, 1 << 16);
            let error = error.unwrap_or_else(|| panic!("{form} cut at {keep} of {}", stored.len()));
            let problem = SourceError::from_io(&error).unwrap();
            assert_eq!(
                (problem.name(), problem.kind()),
                ("dir/x.pgn", SourceErrorKind::Truncated),
                "{error}"
            );
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
            assert!([&text[..], &text].concat().starts_with(&content));
            if keep > stored.len() / 2 {
                assert!(content.len() >= text.len(), "{form} cut at {keep}: {} bytes", content.len());
            }
            if keep >= stored.len() - 1 {
                // Only the check at the end is missing, or for bzip2 the end of the last block's.
                let missing = 2 * text.len() - content.len();
                assert!(missing == 0 || form == Compression::Bzip2 && missing < 100_000, "{form}: {missing}");
            }
            // It stays an error.
            assert!(source.read(&mut [0; 10]).is_err());
        }
    }
}

#[test]
fn damaged_streams_give_what_came_before() {
    let text = games(6000);
    for (form, encode) in FORMS {
        let good = encode(&text);
        let mut stored = [&good[..], &good].concat();
        let place = good.len() + good.len() * 3 / 4;
        for byte in &mut stored[place..place + 40] {
            *byte ^= 0xa5;
        }
        let (content, error) = read_all(&mut from_reader("x", io::Cursor::new(stored)).unwrap(), 1 << 20);
        let error = error.unwrap_or_else(|| panic!("{form} has not seen the damage"));
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{form}: {error}");
        assert!(error.to_string().starts_with("x: compressed data are damaged: "), "{error}");
        let common = content.iter().zip(text.iter().chain(&text)).take_while(|(a, b)| a == b).count();
        // Nearly three quarters of the second one: all blocks before the damaged one.
        assert!(common > text.len() * 3 / 2 - 2_000, "{form}: only {common} of {} bytes", text.len());
    }
}

#[test]
fn the_blocks_before_damage_are_not_lost_in_one_large_read() {
    // The buffer holds the whole stream and the output can take all of it: the error comes within one call.
    let text = games(12_000);
    let mut stored = zstd(&text);
    let place = stored.len() - 200;
    stored[place..place + 50].fill(0xff);
    let (content, error) = read_all(&mut from_reader("x", io::Cursor::new(stored)).unwrap(), 8 << 20);
    assert!(error.is_some());
    assert!(content.len() + (128 << 10) >= text.len(), "{} of {}", content.len(), text.len());
}

#[test]
fn rubbish_behind_the_data_is_an_error() {
    let text = games(10);
    for (form, encode) in FORMS {
        let stored = [&encode(&text)[..], b"\nrubbish of some length, longer than any header"].concat();
        let (content, error) = read_all(&mut from_reader("x", io::Cursor::new(stored)).unwrap(), 1000);
        assert_eq!(content, text, "{form}");
        let error = error.unwrap_or_else(|| panic!("{form} is silent"));
        assert_eq!(SourceError::from_io(&error).unwrap().kind(), SourceErrorKind::Corrupt, "{error}");
        assert!(error.to_string().contains(" 2, near compressed byte "), "{error}");
    }
}

#[test]
fn errors_of_the_reader_keep_their_kind() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.0 -= 1;
            output[0] = b'x';
            Ok(1)
        }
    }
    assert_eq!(from_reader("net", Failing(0)).unwrap_err().io_kind(), io::ErrorKind::TimedOut);
    for count in [3, 30] {
        let (content, error) = read_all(&mut from_reader("net", Failing(count)).unwrap(), 100);
        assert_eq!(content.len(), count);
        let error = error.unwrap();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(error.to_string().starts_with("net: cannot read: "), "{error}");
    }
}
