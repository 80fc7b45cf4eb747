use super::*;
use proptest::prelude::*;

/// Points that a function finds.
fn whole(all: fn(&[u8]) -> usize) -> SplitPoints {
    SplitPoints::Whole { all, first: |_| 0 }
}

/// Starts of lines.
fn naive_lines(bytes: &[u8]) -> Vec<usize> {
    let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect()
}

/// The definition of a synchronisation point, written down as plainly as possible.
fn naive_points(bytes: &[u8]) -> Vec<usize> {
    let lines = naive_lines(bytes);
    let trimmed = |from: usize, to: usize| -> Vec<u8> {
        bytes[from..to].iter().copied().filter(|b| !b" \t\r\n".contains(b)).collect()
    };
    let opens_tag = |line: &[u8]| {
        let Some(rest) = String::from_utf8_lossy(line)
            .trim_start_matches([' ', '\t'])
            .strip_prefix('[')
            .map(|rest| rest.trim_start_matches([' ', '\t']).to_owned())
        else {
            return false;
        };
        let name = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').count();
        name > 0 && !rest.starts_with('_') && rest[name..].trim_start_matches([' ', '\t']).starts_with('"')
    };
    (1..lines.len())
        .filter(|i| trimmed(lines[i - 1], lines[*i]).is_empty())
        .filter(|i| opens_tag(&bytes[lines[*i]..lines.get(i + 1).copied().unwrap_or(bytes.len())]))
        .map(|i| lines[i])
        .collect()
}

fn naive_line(bytes: &[u8], position: usize) -> u64 {
    naive_lines(bytes).into_iter().filter(|line| *line <= position).count() as u64
}

/// Gives at most `piece` bytes a call.
struct Slow<'a> {
    bytes: &'a [u8],
    piece: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let wanted = output.len().min(self.piece);
        self.bytes.read(&mut output[..wanted])
    }
}

fn check(bytes: &[u8], block_bytes: usize, piece: usize) {
    check_cut(bytes, SplitPoints::Games, &naive_points(bytes), block_bytes, piece);
    check_cut(bytes, SplitPoints::Lines, &naive_lines(bytes), block_bytes, piece);
}

fn check_cut(bytes: &[u8], split: SplitPoints, points: &[usize], block_bytes: usize, piece: usize) {
    let mut reader = Blocks::new(Slow { bytes, piece }, block_bytes).split(split);
    let mut at = 0;
    let mut last = false;
    while let Some(block) = reader.next() {
        let block = block.unwrap();
        assert!(!last && !block.bytes.is_empty());
        assert_eq!(block.offset, at as u64);
        assert!(bytes[at..].starts_with(&block.bytes));
        assert_eq!(block.first_line, naive_line(bytes, at), "line at {at} of {bytes:?}");
        assert!(at == 0 || points.contains(&at), "{at} is no point of {bytes:?}");
        at += block.bytes.len();
        last = block.is_last;
        reader.recycle(block.bytes);
    }
    assert_eq!((at, last), (bytes.len(), !bytes.is_empty()));
}

#[test]
fn the_caller_may_say_where_to_cut() {
    let bytes: Vec<u8> = (0..=254).collect();
    for (block_bytes, piece) in [(1, 1), (2, 7), (3, 3), (10, 4), (100, 1000), (1000, 1000)] {
        let reader =
            Blocks::new(Slow { bytes: &bytes, piece }, block_bytes).split(whole(|bytes| bytes.len() / 5 * 5));
        let blocks: Vec<Block> = reader.map(Result::unwrap).collect();
        assert!(blocks.iter().all(|block| block.bytes.len().is_multiple_of(5)), "{block_bytes}");
        assert!(blocks.iter().flat_map(|block| &block.bytes).eq(&bytes));
    }
    // Bytes that are never complete are one block.
    let blocks = Blocks::new(&bytes[..], 10).split(whole(|_| 0));
    assert_eq!(blocks.count(), 1);
}

#[test]
fn points_by_table() {
    let cases: [(&[u8], &[usize]); 21] = [
        (b"", &[]),
        (b"[A \"", &[]),
        (b"\n[A \"", &[1]),
        (b"\n\n[A \"", &[2]),
        (b"x\n[A \"", &[]),
        (b"x\n\n[A \"", &[3]),
        (b"x\r\n\r\n[A \"", &[5]),
        (b"x\r\r[A \"", &[3]),
        (b"x\n\r[A \"", &[3]),
        (b"x\r\n[A \"", &[]),
        (b"x\r\r\n[A \"", &[4]),
        (b"x\n \t \n\t [ \tA_1 \t\"", &[6]),
        (b"x\n y \n[A \"", &[]),
        (b"x\n\n[_A \"", &[]),
        (b"x\n\n[1A\"", &[3]),
        (b"x\n\n[ \"", &[]),
        (b"x\n\n[A-B \"", &[]),
        (b"x\n\n[A", &[]),
        (b"x\n\n{[A \"", &[]),
        (b"\n[A \"\n\n[B \"", &[1, 7]),
        (b"\n\n[[A \"", &[]),
    ];
    for (bytes, points) in cases {
        assert_eq!(sync::search_back(bytes, 0, &mut 0).point, points.last().copied(), "last of {bytes:?}");
        assert_eq!(naive_points(bytes), points, "the test's own definition on {bytes:?}");
    }
}

const GAMES: &str = "[Event \"a\"]\n[Site \"x\"]\n\n1. e4 {[%clk 1]} e5 *\n\n \t\n [ Event \"b\"]\n\n{open\n\n[Event \"c\"]\n\n[Site \"in the tags\"]\n\n*\n\n\n[Event\"d\"] 1-0";

#[test]
fn every_size_rebuilds_the_input() {
    let mixed = GAMES.replacen('\n', "\r\n", 7).replacen("\n\n", "\r\r", 2);
    let texts = [
        String::new(),
        "\n".to_owned(),
        "\r".to_owned(),
        "x".to_owned(),
        GAMES.to_owned(),
        format!("{GAMES}\n"),
        GAMES.replace('\n', "\r\n"),
        GAMES.replace('\n', "\r"),
        GAMES.replace('\n', "\r\r\n"),
        mixed,
        format!("\u{feff}{GAMES}"),
        "\n\n[".repeat(40),
        "[".repeat(130),
        "\r\n".repeat(70),
    ];
    for text in &texts {
        for block_bytes in 0..=64 {
            for piece in [1, 3, 1000] {
                check(text.as_bytes(), block_bytes, piece);
            }
        }
        check(text.as_bytes(), 1 << 20, 1 << 20);
    }
}

#[test]
fn a_block_ends_at_the_last_point_in_reach() {
    let text = "[A \"1\"]\n\n*\n\n".repeat(10);
    let lengths =
        |size| Blocks::new(text.as_bytes(), size).map(|b| b.unwrap().bytes.len()).collect::<Vec<_>>();
    assert_eq!(lengths(120), [108, 12]);
    assert_eq!(lengths(121), [120]);
    assert_eq!(lengths(40), [36, 36, 36, 12]);
    // Too small for one game: doubled until there is a point.
    assert_eq!(lengths(5), [12, 12, 12, 12, 12, 12, 12, 12, 12, 12]);
}

#[test]
fn what_was_read_before_an_error_comes_first() {
    struct Failing<'a>(&'a [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("disk on fire")) } else { self.0.read(output) }
        }
    }
    let mut blocks = Blocks::new(Failing(GAMES.as_bytes()), 50);
    let mut read = Vec::new();
    let error = loop {
        match blocks.next().unwrap() {
            Ok(block) => read.extend(block.bytes),
            Err(error) => break error,
        }
    };
    assert_eq!(read, GAMES.as_bytes());
    assert_eq!(error.to_string(), "disk on fire");
    assert!(blocks.next().is_none());
}

#[test]
fn no_more_is_held_than_allowed() {
    let long = format!("{GAMES}\n[A \"b\"]\n\n1. e4 {{{}}} *\n", "x ".repeat(1 << 16));
    for (longest, is_enough) in [(1 << 10, false), (1 << 16, false), (1 << 18, true)] {
        let mut blocks = Blocks::new(long.as_bytes(), 64).at_most(longest);
        let (mut read, mut error, mut largest) = (Vec::new(), None, 0);
        for block in &mut blocks {
            match block {
                Ok(block) => {
                    largest = largest.max(block.bytes.len());
                    read.extend(block.bytes);
                }
                Err(found) => error = Some(found.to_string()),
            }
        }
        assert!(long.as_bytes().starts_with(&read) && read.len() >= GAMES.len());
        assert_eq!((error.is_none(), read.len() == long.len()), (is_enough, is_enough), "{error:?}");
        assert!(largest <= longest);
    }
    let pgc = |bytes: &[u8]| if bytes.len() == 4096 { bytes.len() } else { 0 };
    let mut blocks = Blocks::new(&[0; 4096][..], 64).at_most(100).split(whole(pgc));
    assert_eq!(blocks.next().unwrap().unwrap().bytes.len(), 4096);
}

#[test]
fn hostile_streams_are_searched_in_linear_time() {
    let size = 1 << 20;
    let fill = |unit: &str| unit.repeat(size / unit.len());
    let name = format!("\n\n[{}", "A".repeat(size));
    let blanks = format!("\n\n{}[", " ".repeat(size));
    let streams = [
        fill("["),
        fill("\n"),
        fill("\r\n"),
        fill("\n\n["),
        fill("\n\n[A "),
        fill("\n\n[A\""),
        fill(" "),
        fill("\n\n[A \"x\"]\n{ no end "),
        fill("[A \"x\"]\n{ no end "),
        name,
        blanks,
    ];
    for text in &streams {
        for block_bytes in [16, 1000, 1 << 16, 1 << 22] {
            let mut blocks = Blocks::new(text.as_bytes(), block_bytes);
            let mut total = 0;
            while let Some(block) = blocks.next() {
                let block = block.unwrap();
                total += block.bytes.len();
                blocks.recycle(block.bytes);
            }
            assert_eq!(total, text.len());
            let most = 6 * text.len() as u64;
            let start = &text[..text.len().min(12)];
            assert!(blocks.examined() <= most, "{start:?} {block_bytes}: {} > {most}", blocks.examined());
        }
    }
}

#[test]
fn buffers_are_reused() {
    let text = "[A \"1\"]\n\n*\n\n".repeat(1000);
    let mut blocks = Blocks::new(text.as_bytes(), 240);
    let mut places = std::collections::HashSet::new();
    while let Some(block) = blocks.next() {
        let block = block.unwrap();
        places.insert(block.bytes.as_ptr() as usize);
        blocks.recycle(block.bytes);
    }
    assert!(places.len() <= 3, "{} buffers", places.len());
}

#[test]
fn newlines_by_table() {
    for (text, count) in
        [("", 0), ("\n", 1), ("\r\n", 1), ("\r", 1), ("\n\r", 2), ("\r\r\n", 2), ("a\r\nb\rc\n", 3)]
    {
        assert_eq!(count_newlines(text.as_bytes()), count, "{text:?}");
    }
    let long = "x\r\n\r".repeat(1000);
    assert_eq!(count_newlines(long.as_bytes()), 2000);
}

/// Bytes out of which points, and what only looks like one, are made often.
fn nearly_pgn() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        "\n", "\r", "\r\n", "\n\n", " ", "\t", "[", "A", "_", "\"", "[A \"", "{", "1",
    ]);
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn any_bytes_are_cut_rightly(bytes in nearly_pgn(), size in 1usize..64, piece in 1usize..20) {
        check(&bytes, size, piece);
        let points = naive_points(&bytes);
        prop_assert_eq!(sync::search_back(&bytes, 0, &mut 0).point, points.last().copied());
        for position in 0..=bytes.len() {
            prop_assert_eq!(newlines_before(&bytes, position) + 1, naive_line(&bytes, position));
        }
    }
}

/// Texts whose entries are certain at the end of their line, and those where they are not.
const SINGLE: [(&str, &[&str]); 6] = [
    (
        "[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n1. d4 *\n",
        &["[White \"a\"]\n\n1. e4 1-0\n\n", "[White \"b\"]\n\n1. d4 *\n"],
    ),
    ("1. e4 *\n1. d4 *\n1. c4 *", &["1. e4 *\n", "1. d4 *\n", "1. c4 *"]),
    ("1. e4 * 1. d4 *\n1. c4 *\n", &["1. e4 * 1. d4 *\n", "1. c4 *\n"]),
    (
        "[White \"a\"]\n\n1. e4\n\n[White \"b\"]\n\n1. d4 *\n",
        &["[White \"a\"]\n\n1. e4\n\n", "[White \"b\"]\n\n1. d4 *\n"],
    ),
    ("1. e4 *\r\n\r\n{c}\r\n1. d4 *\r\n", &["1. e4 *\r\n\r\n", "{c}\r\n1. d4 *\r\n"]),
    ("1. e4 {never closed *\n1. d4 *\n", &["1. e4 {never closed *\n1. d4 *\n"]),
];

#[test]
fn a_block_is_one_entry_where_its_end_is_certain() {
    for (text, expected) in SINGLE {
        for target in [1, 10, 1000] {
            let blocks: Vec<Block> =
                Blocks::new(text.as_bytes(), target).single(true).collect::<Result<_, _>>().unwrap();
            // Empty lines between two entries are in either block.
            let text_of =
                |block: &'_ Block| String::from_utf8(block.bytes.clone()).unwrap().trim().to_owned();
            let found: Vec<String> = blocks.iter().map(text_of).collect();
            let expected: Vec<&str> = expected.iter().map(|entry| entry.trim()).collect();
            assert_eq!(found, expected, "{target}");
            let mut offset = 0;
            for (at, block) in blocks.iter().enumerate() {
                assert_eq!(block.is_last, at + 1 == blocks.len(), "{text:?}");
                assert_eq!(block.offset, offset);
                assert_eq!(block.first_line, 1 + count_newlines(&text.as_bytes()[..offset as usize]));
                offset += block.bytes.len() as u64;
            }
        }
    }
    let lines = Blocks::new(&b"a\nb\n\nc"[..], 100).split(SplitPoints::Lines).single(true);
    let lines: Vec<_> = lines.map(|block| block.unwrap().bytes).collect();
    assert_eq!(lines, [&b"a\n"[..], b"b\n", b"\n", b"c"]);
    let split =
        SplitPoints::Whole { all: |bytes| bytes.len() / 5 * 5, first: |bytes| bytes.len() / 5 * 5 % 6 };
    let whole = Blocks::new(&[7; 13][..], 5).split(split).single(true);
    let lengths: Vec<_> = whole.map(|block| block.unwrap().bytes.len()).collect();
    assert_eq!(lengths.iter().sum::<usize>(), 13);
    assert!(lengths.len() > 1);
}

proptest! {
    #[test]
    fn blocks_of_one_entry_are_the_stream(parts in prop::collection::vec(0..8_usize, 0..12), target in 1..300_usize) {
        const PARTS: [&str; 8] = [
            "[A \"b\"]\n\n1. e4 1-0\n\n", "1. d4 *\n", "1. e4 (1. d4 ", "{x\n", "junk 1/2-1/2\n", "\n\n", "% e *\n", "*\r\n",
        ];
        let text: String = parts.iter().map(|part| PARTS[*part]).collect();
        let mut joined = Vec::new();
        let blocks: Vec<Block> =
            Blocks::new(text.as_bytes(), target).single(true).collect::<Result<_, _>>().unwrap();
        for (at, block) in blocks.iter().enumerate() {
            prop_assert_eq!(block.offset, joined.len() as u64);
            prop_assert_eq!(block.is_last, at + 1 == blocks.len());
            joined.extend_from_slice(&block.bytes);
        }
        prop_assert_eq!(joined, text.as_bytes());
    }
}
