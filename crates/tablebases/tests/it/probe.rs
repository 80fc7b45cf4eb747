//! Single positions: what tables have, what they cannot have, and threads.

use std::thread;

use pgnkit_chess::{Move, Variant, fen};
use pgnkit_tablebases::{Category, Dtz, Wdl};

use crate::{position, tables};

#[test]
fn outcomes_and_distances() {
    let tables = tables();
    for (fen, wdl, plies, category) in [
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", Wdl::Win, 29, Category::Win),
        ("8/8/8/3k4/8/8/8/KR6 w - - 70 90", Wdl::Win, 29, Category::Win),
        ("8/8/8/3k4/8/8/8/KR6 w - - 71 90", Wdl::Win, 29, Category::MaybeWin),
        ("8/8/8/3k4/8/8/8/KR6 w - - 72 90", Wdl::Win, 29, Category::CursedWin),
        ("8/2k5/8/8/8/8/8/KQ6 b - - 0 1", Wdl::Loss, -18, Category::Loss),
        ("8/2k5/8/8/8/8/8/KQ6 b - - 90 99", Wdl::Loss, -18, Category::BlessedLoss),
        ("kq6/8/8/8/8/8/2K5/8 w - - 0 1", Wdl::Loss, -18, Category::Loss),
        // A pawn that cannot be stopped, from either side; stalemate; a piece taken at once; mate.
        ("7k/8/8/8/4P3/4K3/8/8 w - - 0 1", Wdl::Win, 7, Category::Win),
        ("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", Wdl::Draw, 0, Category::Draw),
        ("3k4/8/8/8/8/8/1r6/K7 w - - 0 1", Wdl::Draw, 0, Category::Draw),
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 100 80", Wdl::Loss, -1, Category::Loss),
        ("8/8/8/3k4/8/8/8/KN6 w - - 0 1", Wdl::Draw, 0, Category::Draw),
        ("8/8/8/3k4/8/8/8/K7 w - - 0 1", Wdl::Draw, 0, Category::Draw),
    ] {
        let found = tables.probe(&position(fen)).unwrap().unwrap();
        assert_eq!(
            (found.wdl, found.dtz.map(|dtz| dtz.plies), found.category),
            (wdl, Some(plies), category),
            "{fen}"
        );
        assert_eq!(tables.probe_wdl(&position(fen)).unwrap(), Some(wdl));
        assert_eq!(tables.probe_dtz(&position(fen)).unwrap(), found.dtz);
    }
}

#[test]
fn positions_that_no_table_has() {
    let tables = tables();
    for fen in [
        // Four men; rights to castle.
        "8/8/8/3k4/8/8/8/KRR5 w - - 0 1",
        "8/8/8/3k4/8/8/8/4K2R w K - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        assert_eq!(tables.probe(&position(fen)).unwrap(), None, "{fen}");
        assert_eq!(tables.ranked_moves(&position(fen)).unwrap(), None, "{fen}");
    }
    let atomic =
        fen::parse_variant(b"8/8/8/3k4/8/8/8/KR6 w - - 0 1", Variant::Atomic, None).unwrap().position;
    assert_eq!(tables.probe(&atomic).unwrap(), None);
    // After a null move a king can be taken.
    let check = position("3k4/8/8/8/8/8/8/KR1R4 b - - 0 1");
    assert_eq!(tables.probe(&check.after(Move::NULL)).unwrap(), None);
}

#[test]
fn threads_share_tables() {
    let tables = tables();
    let expected = tables.probe(&position("8/8/8/3k4/8/8/8/KR6 w - - 0 1")).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(tables.probe(&position("8/8/8/3k4/8/8/8/KR6 w - - 0 1")).unwrap(), expected);
                    assert_eq!(
                        tables
                            .probe_dtz(&position("7k/8/8/8/4P3/4K3/8/8 w - - 0 1"))
                            .unwrap()
                            .map(|dtz: Dtz| dtz.plies),
                        Some(7)
                    );
                }
            });
        }
    });
}
