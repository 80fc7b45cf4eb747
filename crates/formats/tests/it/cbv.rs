//! Archives of ChessBase.

use pgnkit_formats::cbv::{Archive, CbvError, Password, begins_archive, list_len, looks_encrypted, unpack};

/// A block of a packed file.
fn block(flags: u8, data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u16 + 1).to_le_bytes();
    [&length[..], &[0xaa, 0x55, flags], data].concat()
}

/// Bits from the highest.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn put(&mut self, value: usize, length: usize) {
        for bit in (0..length).rev() {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> bit & 1) as u8) << (7 - self.count % 8);
            self.count += 1;
        }
    }
}

/// Packs by codes: one bit for the most frequent byte, and nine for each other one.
fn huffman(data: &[u8]) -> Vec<u8> {
    let common = data.first().copied().unwrap_or(0);
    let code = |byte: u8| if byte == common { (0, 1) } else { (0x100 | usize::from(byte), 9) };
    let mut bits = Bits::default();
    for byte in 0..=255 {
        let (value, length) = code(byte);
        bits.put(length, 4);
        bits.put(value, length);
    }
    for &byte in data {
        let (value, length) = code(byte);
        bits.put(value, length);
    }
    [&(data.len() as u16).to_be_bytes()[..], &bits.bytes].concat()
}

/// Packs by runs and copies, the longest that there is.
fn lz(data: &[u8]) -> Vec<u8> {
    let mut items: Vec<(bool, Vec<u8>)> = Vec::new();
    let mut at = 0;
    while at < data.len() {
        let run = data[at..].iter().take_while(|byte| **byte == data[at]).count();
        let copy = (3..=at.min(4098))
            .map(|distance| {
                let length =
                    data[at..].iter().zip(&data[at - distance..]).take_while(|(a, b)| a == b).count();
                (length.min(271), distance)
            })
            .max()
            .unwrap_or((0, 0));
        let (length, item) = match (run, copy) {
            (run @ 3..=18, copy) if run >= copy.0 => (run, (true, vec![run as u8 - 3, data[at]])),
            (run @ 19.., copy) if run >= copy.0 => {
                let run = run.min(4114);
                let more = run - 19;
                (run, (true, vec![0x10 | (more % 16) as u8, (more / 16) as u8, data[at]]))
            }
            (_, (length @ 3..=15, distance)) => {
                let distance = distance - 3;
                (length, (true, vec![(length as u8) << 4 | (distance % 16) as u8, (distance / 16) as u8]))
            }
            (_, (length @ 16.., distance)) => {
                let distance = distance - 3;
                let head = vec![0x20 | (distance % 16) as u8, (distance / 16) as u8, (length - 16) as u8];
                (length, (true, head))
            }
            _ => (1, (false, vec![data[at]])),
        };
        items.push(item);
        at += length;
    }
    let mut out = Vec::new();
    for items in items.chunks(16) {
        let flags = items
            .iter()
            .enumerate()
            .fold(0_u16, |flags, (at, (is_copy, _))| flags | u16::from(*is_copy) << (15 - at));
        out.extend(flags.to_le_bytes());
        items.iter().for_each(|(_, bytes)| out.extend(bytes));
    }
    out
}

/// A packed file of blocks of each kind in turn.
fn pack(data: &[u8], block_len: usize) -> Vec<u8> {
    let blocks = data.chunks(block_len).enumerate().map(|(at, part)| match at % 4 {
        0 => block(0, part),
        1 => block(1, &lz(part)),
        2 => block(2, &huffman(part)),
        _ => block(3, &huffman(&lz(part))),
    });
    blocks.collect::<Vec<_>>().concat()
}

fn archive(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let packed: Vec<Vec<u8>> = files.iter().map(|(_, data)| pack(data, 700)).collect();
    let mut out = [&[8, 0][..], &(files.len() as u16).to_le_bytes(), &[173, 0, 3, 0]].concat();
    let mut offset = (8 + 173 * files.len()) as u64;
    for ((name, data), packed) in files.iter().zip(&packed) {
        let mut entry = [*name, &[0]].concat();
        entry.resize(132, b'x');
        entry.extend((packed.len() as u32).to_le_bytes());
        entry.extend((data.len() as u32).to_le_bytes());
        entry.extend([0; 9]);
        for number in [offset, packed.len() as u64, data.len() as u64] {
            entry.extend(number.to_le_bytes());
        }
        offset += packed.len() as u64;
        out.extend(entry);
    }
    packed.iter().for_each(|packed| out.extend(packed));
    out
}

fn sample(length: usize) -> Vec<u8> {
    let mut random = 1_u32;
    let mut data = Vec::new();
    while data.len() < length {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match random >> 30 {
            0 => data.resize(data.len() + (random >> 20 & 0x3f) as usize, (random >> 8) as u8),
            1 if data.len() > 40 => data.extend_from_within(data.len() - 33..),
            _ => data.push((random >> 16) as u8),
        }
    }
    data.truncate(length);
    data
}

#[test]
fn files_come_back() {
    let files = [sample(10_000), Vec::new(), vec![7; 9000], b"abcabcabcabcabc".to_vec()];
    let names: [&[u8]; 4] = [b"base.cbh", b"base.cbg", b"base.html\\logo.bmp", b"M\xfcller.ini"];
    let entries: Vec<(&[u8], &[u8])> = names.into_iter().zip(files.iter().map(|file| &file[..])).collect();
    let bytes = archive(&entries);
    assert!(begins_archive(&bytes[..9]) && !begins_archive(&bytes[..8]));
    assert_eq!(list_len(&bytes[..9]), Ok(8 + 4 * 173));
    let archive = Archive::parse(&bytes).unwrap();
    let found: Vec<&str> = archive.files().iter().map(|file| &*file.name).collect();
    assert_eq!(found, ["base.cbh", "base.cbg", "base.html/logo.bmp", "M\u{fc}ller.ini"]);
    for (file, data) in archive.files().iter().zip(&files) {
        let packed = &bytes[file.packed.start as usize..file.packed.end as usize];
        assert_eq!(file.len, data.len() as u64);
        assert!(unpack(packed, file.len).unwrap() == *data, "{}", file.name);
    }
}

#[test]
fn other_files_are_no_archives() {
    for bytes in [&b""[..], b"[Event \"a\"]", b"\x08\0\x01\0\xad\0\0\0\0", b"\x08\0\x01\0\x10\0\0\0a"] {
        assert_eq!(Archive::parse(bytes).unwrap_err(), CbvError::NoArchive);
    }
    let whole = archive(&[(b"a.cbh", b"data")]);
    assert_eq!(Archive::parse(&whole[..180]).unwrap_err(), CbvError::Short("the list of files"));
    // Encrypted, the zeros after a name are equal blocks of eight bytes.
    let zeros = [0x78, 0x1c, 0xf4, 0x61, 0xbb, 0x66, 0x06, 0xad];
    let encrypted = [&[0x47; 8][..], &[0x91; 3], &[0x17; 13], &zeros, &zeros, &[0x55; 160]].concat();
    assert!(looks_encrypted(&encrypted));
    assert_eq!(Archive::parse(&encrypted).unwrap_err(), CbvError::Password);
    for other in [&b"--------------------------------------------"[..], &[0; 400], &[0xff; 400], b""] {
        assert!(!looks_encrypted(&other.repeat(10)));
    }
}

#[test]
fn damaged_blocks() {
    let fault = |expected| CbvError::Block { offset: 0, expected };
    let (copies, codes) = ("a copy of bytes before it", "a code of Huffman");
    for (packed, error) in [
        (vec![1, 2, 3], fault("the header of a block")),
        (vec![9, 0, 0, 0, 0], fault("a whole block")),
        (vec![0, 0, 0, 0], fault("the flags of a block")),
        // A copy from before the block, and one that is not whole.
        (block(1, &[0, 0x80, 0x30, 0]), fault(copies)),
        (block(1, &[0, 0x80, 0x10, 0]), fault(copies)),
        (block(1, &[0]), fault(copies)),
        // No code at all, and one for which bits are missing.
        (block(2, &[0, 1]), fault(codes)),
        (block(2, &[&[0, 9][..], &[0; 200]].concat()), fault(codes)),
        (block(2, &[0xff, 0xff]), fault(codes)),
        // More than there is to be.
        (block(1, &[0, 0x80, 0x1f, 0xff, 7]), fault(copies)),
        (block(0, &[1; 101]), CbvError::Length { expected: 100, found: 101 }),
        (block(0, &[1; 99]), CbvError::Length { expected: 100, found: 99 }),
        (Vec::new(), CbvError::Length { expected: 100, found: 0 }),
    ] {
        let found = unpack(&packed, 100).unwrap_err();
        assert_eq!(found, error, "{packed:x?}");
        assert!(!found.to_string().is_empty());
    }
    // A later block has its offset.
    let two = [block(0, &[1; 50]), block(1, &[0])].concat();
    assert_eq!(unpack(&two, 100).unwrap_err(), CbvError::Block { offset: 55, expected: copies });
    // Lengths that no memory has are not believed.
    assert_eq!(unpack(&[], u64::MAX).unwrap_err(), CbvError::Length { expected: u64::MAX, found: 0 });
    let bomb = block(1, &[&[0xff, 0xff][..], &[0x1f, 0xff, 7].repeat(16)].concat()).repeat(100);
    let found = unpack(&bomb, u64::MAX).unwrap_err();
    assert_eq!(found, CbvError::Length { expected: u64::MAX, found: 100 * 16 * 4114 });
}

/// Each byte of an archive with each of some values, and each of its beginnings.
#[test]
fn no_byte_panics() {
    let data = sample(3000);
    let whole = archive(&[(b"a.cbh", &data), (b"b.cbg", b"aaaaaaaaaaaaaaaaaaaaaaaaaabcbcbcbcbc")]);
    let read = |bytes: &[u8]| {
        let Ok(archive) = Archive::parse(bytes) else { return };
        for file in archive.files() {
            let place = file.packed.start as usize..file.packed.end as usize;
            if let Some(packed) = bytes.get(place)
                && let Ok(data) = unpack(packed, file.len)
            {
                assert_eq!(data.len() as u64, file.len);
            }
        }
    };
    for at in 0..whole.len() {
        for value in [0, 1, 3, 0x20, 0x7f, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            read(&bytes);
        }
        read(&whole[..at]);
    }
}

/// As OpenSSL encrypts with the keys that the passwords make: repeated, as it is, folded.
#[test]
fn passwords() {
    for (password, expected) in [
        ("pass", 0xf255_f8f3_4fb6_e8db_u64),
        ("password", 0xc292_4fc5_45e5_325f),
        ("my long password", 0x0855_9a57_875b_5d46),
    ] {
        let password = Password::new(password);
        let mut bytes = *b"pgnkit!!rest";
        password.encrypt(&mut bytes);
        assert_eq!((&bytes[..8], &bytes[8..]), (&expected.to_be_bytes()[..], &b"rest"[..]));
        password.decrypt(&mut bytes);
        assert_eq!(&bytes, b"pgnkit!!rest");
        assert_eq!(format!("{password:?}"), "Password { .. }");
    }
    Password::new("").decrypt(&mut [0; 7]);
}
