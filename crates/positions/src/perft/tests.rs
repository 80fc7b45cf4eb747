use super::table::PositionKey;
use super::*;
use pgnkit_chess::fen;
use std::sync::atomic::Ordering;

static NEVER: AtomicBool = AtomicBool::new(false);

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}")).position
}

/// The well-known positions, Chess960, and pawns pinned so that they may not capture en passant: with the counts for
/// depth 1 and so on.
#[rustfmt::skip]
const KNOWN: &[(&str, &[u64])] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281, 4_865_609]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862, 4_085_603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &[6, 264, 9467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379, 2_103_487]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890]),
    ("1b1rk2r/1p1bqp1p/1np1pnp1/p1Np4/6P1/P2P1PBQ/1PP1P2P/1B1RK1NR w HDhd - 2 10", &[37, 1110, 38_563]),
    ("rbbnknrq/p3pppp/2p5/1p1p4/4P3/3N3P/PPPP1PP1/QRNB1KBR w HBga d6 0 4", &[28, 901, 26_403]),
    ("bb1rnk1r/ppp1npq1/7p/N2p2p1/3p1P1P/P2P4/1PP1P1P1/BB1RNK1R w HDhd - 6 10", &[27, 812, 22_138]),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", &[6, 136, 863]),
    ("8/8/8/3k4/3pP3/8/8/3RK3 b - e3 0 1", &[7, 75, 481]),
    ("k7/8/8/8/1pP5/8/8/K5b1 b - c3 0 1", &[12, 42, 518]),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[0, 0, 0, 0, 0, 0, 0]),
];

#[test]
fn known_counts_with_any_number_of_threads_and_any_memory() {
    let mut items = vec![(Position::START, 0)];
    let mut expected = vec![1];
    for (text, counts) in KNOWN {
        items.extend((1..).zip(*counts).map(|(depth, _)| (position(text), depth)));
        expected.extend(*counts);
    }
    for jobs in [1, 2, 4] {
        for hash_mib in [0, 1, 16] {
            let perft = Perft::new(&Options::default().jobs(jobs).hash_mib(hash_mib)).unwrap();
            let mut counts = Vec::new();
            let end = perft.count_all(&items, &NEVER, |index, count| {
                assert_eq!(index, counts.len(), "not in order");
                counts.push(count);
            });
            assert!(end.is_continue());
            assert_eq!(counts, expected, "{jobs} threads, {hash_mib} MiB");
        }
    }
}

/// The same view exactly where the same can be played, colours aside.
#[test]
fn views() {
    for (one, other, same) in [
        // Clocks, and an en passant square without a capture.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 7", "4k3/8/8/8/4P3/8/8/4K3 b - - 5 9", true),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1", true),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false),
        ("4k3/8/8/8/2PpP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/2PpP3/8/8/4K3 b - c3 0 1", false),
        // The side to move.
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", false),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", true),
        // Rights, and which rook has them.
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kkq - 0 1", true),
        ("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", false),
        // Kinds and colours.
        ("7k/8/8/8/2N5/8/8/K7 w - - 0 1", "7k/8/8/8/2B5/8/8/K7 w - - 0 1", false),
        ("7k/8/8/8/4R3/8/8/K7 w - - 0 1", "7k/8/8/8/4Q3/8/8/K7 w - - 0 1", false),
        ("7k/8/8/8/4R3/8/8/K7 b - - 0 1", "7k/8/8/8/4r3/8/8/K7 b - - 0 1", false),
    ] {
        assert_eq!(
            PositionKey::new(&position(one)) == PositionKey::new(&position(other)),
            same,
            "{one} and {other}"
        );
    }
}

/// Kings that cannot get past a wall: few positions, so that what is remembered leads to any depth.
const WALL: &str = "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/7K w - - 0 1";

#[test]
fn counts_that_are_too_large_are_the_largest_number() {
    let perft = Perft::new(&Options::default().jobs(2).hash_mib(4)).unwrap();
    let count = |depth| perft.count(&position(WALL), depth, &NEVER).unwrap();
    // 2^56 and more is not remembered, but counted.
    let large = (1..=30).map(count).find(|&count| count >> 56 != 0).unwrap();
    assert!(large < u64::MAX / 16);
    assert_eq!(count(255), u64::MAX);
}

#[test]
fn stops() {
    for jobs in [1, 2] {
        let perft = Perft::new(&Options::default().jobs(jobs).hash_mib(0)).unwrap();
        let stop = AtomicBool::new(false);
        let (mut seen, items) =
            (Vec::new(), [(Position::START, 3), (Position::START, 30), (Position::START, 1)]);
        let end = perft.count_all(&items, &stop, |index, count| {
            seen.push((index, count));
            stop.store(true, Ordering::Relaxed);
        });
        assert!(end.is_break());
        assert_eq!(seen, [(0, 8902)]);
        assert_eq!(perft.count(&Position::START, 1, &stop), None);
    }
}

#[test]
fn memory_that_there_is_not() {
    for mib in [usize::MAX, usize::MAX >> 10, usize::MAX >> 20] {
        let error = Perft::new(&Options::default().hash_mib(mib)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}
