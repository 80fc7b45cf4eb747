//! Counts of legal move sequences. `examples/perft.rs` goes deeper and reads whole suites.

use pgnkit_chess::fen;

fn check(table: &[(&str, &[u64])]) {
    for (text, counts) in table {
        let fen = fen::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
        for (depth, count) in (1..).zip(*counts) {
            assert_eq!(fen.position.perft(depth), *count, "{text}, depth {depth}");
        }
    }
}

/// The positions every move generator is tried on, and small ones that concentrate on one rule each.
#[test]
fn standard() {
    check(STANDARD);
}

/// Chess960, a third of it with different arrangements for White and Black. Counted with
/// python-chess 1.11.2 after random play that keeps castling possible.
#[test]
fn chess960() {
    check(CHESS960);
}

#[rustfmt::skip]
const STANDARD: &[(&str, &[u64])] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238, 674624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89890]),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", &[24, 496, 9483, 182838]),
    ("8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1", &[18, 290, 5044]),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", &[18, 92, 1670]),
    ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", &[13, 102, 1284]),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", &[15, 126, 1928]),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", &[15, 66, 1198]),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", &[16, 71, 1286]),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", &[26, 1141, 27826]),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", &[44, 1494, 50509]),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", &[11, 133, 1442]),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", &[29, 165, 5160]),
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", &[9, 40, 472]),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", &[6, 27, 273]),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", &[2, 6, 13]),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", &[10, 25, 268]),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", &[37, 183, 6559]),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", &[6, 136, 863]),
    ("8/8/8/3k4/3pP3/8/8/3RK3 b - e3 0 1", &[7, 75, 481]),
    ("k7/8/8/8/1pP5/8/8/K5b1 b - c3 0 1", &[12, 42, 518]),
];

#[rustfmt::skip]
const CHESS960: &[(&str, &[u64])] = &[
    ("rbbnknrq/p3pppp/2p5/1p1p4/4P3/3N3P/PPPP1PP1/QRNB1KBR w HBga d6 0 4", &[28, 901, 26403]),
    ("n1qrkrbn/1ppppp2/8/p5pP/2P4b/P1Q5/1P1PPP1P/1BNRKRBN w FDfd g6 0 8", &[36, 642, 20254]),
    ("rbkrbnnq/p1ppp2p/5pp1/1p6/8/5P1P/PPPPP1PN/RBKRB1NQ w DAda - 0 4", &[19, 343, 7296]),
    ("rnbkr1qb/p3ppp1/3p4/1pp2n1p/4P3/1PPN3P/P2P1PP1/BQRB1KNR w HCea - 0 8", &[31, 863, 25244]),
    ("nrb1krnb/1p1p1pp1/7p/p3p1P1/P1p1P3/7Q/1PPP1N1P/NRB1KR1B w FBfb - 0 10", &[32, 489, 15648]),
    ("n1rbkrb1/ppp4p/5p1q/3pp1p1/1n2PP1P/1PPB2P1/P2P4/NNR1KRBQ w FCfc - 1 10", &[37, 1105, 38661]),
    ("r2qb1kr/pppp1ppp/4p1n1/P1P3b1/1n6/3PP1N1/1P3PPP/RQKBB1RN w GAha - 1 8", &[30, 1072, 30965]),
    ("nrqnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NRQNBKRB w GBgb - 0 1", &[20, 400, 8940]),
    ("1b1rk2r/1p1bqp1p/1np1pnp1/p1Np4/6P1/P2P1PBQ/1PP1P2P/1B1RK1NR w HDhd - 2 10", &[37, 1110, 38563]),
    ("rbk1bnnr/p2q3p/3p1pp1/1pp1p2Q/2PP1P2/3NP1PP/PP6/RK2BBRN w GAha b6 0 10", &[41, 1277, 50392]),
    ("rb1k1rbq/1p3p1p/p3p1p1/2p1P3/P1P2P2/1B2P3/1P4Pn/R2KNRBQ w FAfa - 0 13", &[24, 574, 14890]),
    ("nbbrkrqn/1ppp1p1p/4p3/p5p1/8/4QP1P/PPPPP1P1/NBBRKR1N w FDfd g6 0 4", &[34, 625, 21023]),
    ("rnbbk1rn/pppp2pp/B2q4/4pp2/N3P3/2P2P2/PP1P2PP/RNK1B1QR w HAga - 2 8", &[33, 1309, 43000]),
    ("rkqnbnrb/pppppppp/8/8/8/8/PPPPPPPP/RKQNBNRB w GAga - 0 1", &[20, 400, 8956]),
    ("rkbbq2r/5npp/pppp1pn1/4p2P/5P2/1P1P3Q/PBP1P1P1/RK1B1NNR w HAha - 0 10", &[36, 1142, 39997]),
    ("bnr1nkrq/pp3pp1/1bpp3p/4p3/4PPN1/8/PPPPB1PP/NRK1B1RQ w GBgc - 0 6", &[32, 853, 27438]),
    ("1q1brkbr/1ppnp2p/1n6/p2p1p1P/P2P1pP1/3NP3/1PP1B2B/NQ2RK1R w HEhe - 4 13", &[32, 695, 22645]),
    ("b2brnkr/p3p3/1p3pp1/2ppBq1p/4NPP1/3P4/PQ2P1nP/1N1BR1KR w HEhe - 0 13", &[45, 1486, 63709]),
    ("nnrqbkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB w GAgc - 0 1", &[21, 420, 9780]),
    ("b1r1nk1r/ppq1p3/1bpp3n/5pp1/4P1p1/1P3N1N/P1PP1P1P/BQRB1K1R w HChc g6 0 10", &[33, 948, 30371]),
    ("1nr1bkrb/p3p1p1/2qpn3/1pP1Pp1p/1P2Q2P/2B5/P1P2PP1/NNR2KRB w GCgc f6 0 13", &[34, 1091, 36023]),
    ("r1k1qrbb/1np1p2p/1n6/p2p1pp1/1p4PP/PP1P4/NQP1PP2/1RK1NBBR w HBfa g6 0 10", &[32, 1352, 44559]),
    ("n1rknrb1/1p1p3p/2p1pq2/P5p1/P2bp3/2P5/B2P1PPP/N1RKNRBQ w FCfc - 6 13", &[25, 1004, 25770]),
    ("qnrknbbr/ppp1p1pp/3p4/8/P4p2/2PP4/1P2PPPP/QNRKNBBR w HChc - 0 4", &[22, 570, 13076]),
    ("1rnb1k1r/p1pppppq/1p6/8/3P1Pn1/PbP1P1P1/1P2B1QP/BRK1NN1R w HBhb - 1 10", &[30, 1311, 38809]),
    ("nbrk1qbr/2p1p3/p4pp1/1p1P2n1/1PN4p/P1PP4/5PPP/1BRKNQBR w HChc - 1 13", &[25, 745, 19509]),
    ("brnkrbn1/2p1ppqp/1p6/p2p1Pp1/P7/4P3/NPPP2PP/BR1KRBNQ w EBeb d6 0 6", &[28, 724, 20301]),
    ("1rbk1brn/p1np1q1p/2p1pp2/1p5N/P3p1P1/2PP3P/1P3P2/B1NBRKR1 w GEgb - 0 13", &[31, 1233, 37542]),
    ("1brkn1r1/pbn1pB1p/1p4p1/P1Pq4/3PP2P/5PN1/1P4P1/B1RKN1RQ w GCgc - 1 13", &[32, 1203, 37838]),
    ("r1kbrnb1/p1p1Qpq1/1p1n2p1/8/4P2P/1P6/P1PP1P1P/R1KBRNB1 w EAea - 1 13", &[33, 901, 29596]),
    ("rkqbnnbr/p1pp3p/4p1p1/1p3p2/1P6/3PP1P1/P1PQ1P1P/NNRK1BBR w HCha - 0 6", &[23, 508, 12657]),
    ("bb1rnk1r/ppp1npq1/7p/N2p2p1/3p1P1P/P2P4/1PP1P1P1/BB1RNK1R w HDhd - 6 10", &[27, 812, 22138]),
    ("n2qrkrb/pbpp2pp/2n5/1p2pP2/8/P7/1PPP1PPP/NNBQRKRB w GEge e6 0 6", &[27, 781, 22496]),
    ("brq2krn/pp1p1pn1/2p3p1/1P2p1bp/2B3NP/P1P5/3PPPP1/RNB1Q1KR w HAgb - 3 13", &[31, 848, 26717]),
    ("bnrkrnqb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRNQB w ECec - 0 1", &[21, 441, 10200]),
    ("1br1kqnr/pnpppp2/P6p/5N2/1p4p1/2PB1bPP/1P1PP3/B1R1KQNR w HChc - 2 13", &[32, 796, 26061]),
    ("1nnrkb1r/pbpp3p/4ppp1/1p6/3B1PP1/N2P4/Pq1NP1QP/R2KR2B w EAhd - 2 10", &[41, 1824, 63979]),
    ("nqr1krbb/1pp2ppp/3pn3/p6Q/2PPp3/4N3/PP2PPPP/N1R1KRBB w FCfc - 2 6", &[41, 851, 32502]),
    ("rkrqnnbb/pppppppp/8/8/8/8/PPPPPPPP/RKRQNNBB w CAca - 0 1", &[20, 400, 8950]),
    ("nnrbk1br/pp1pp1pp/2p3q1/N1P1P3/1P3p2/8/P1BP1PPP/R2KBQNR w HAhc - 1 10", &[35, 1280, 41551]),
    ("nbrkb1rn/pp1pq1p1/5p1p/2p1p3/2P4P/5P2/PPNPPNP1/1BRKBQR1 w GCgc c6 0 6", &[24, 700, 18301]),
    ("2rkbbrn/p1p5/1pnpp1p1/5p1p/PPP2PPP/N7/3PPN2/QqRKBBR1 w GCgc - 2 13", &[32, 1052, 32451]),
];
