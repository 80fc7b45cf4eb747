//! Every position of three men against what going back from the mates has found.

use pgnkit_chess::{PieceKind, Position};
use pgnkit_tablebases::{Category, Tablebases, Wdl};

use crate::retrograde::{Solved, Truth};

fn compare(tables: &Tablebases, position: &Position, truth: Truth) {
    let found = tables.probe(position).unwrap().unwrap();
    let dtz = found.dtz.unwrap();
    let (wdl, category, plies) = match truth {
        Truth::Win(plies) => (Wdl::Win, Category::Win, i32::from(plies)),
        // Mate is a distance of -1.
        Truth::Loss(plies) => (Wdl::Loss, Category::Loss, -i32::from(plies.max(1))),
        Truth::Draw => (Wdl::Draw, Category::Draw, 0),
        Truth::Illegal => unreachable!(),
    };
    assert_eq!((found.wdl, found.category), (wdl, category), "{position}");
    let longer = dtz.plies + dtz.plies.signum();
    assert!(dtz.plies == plies || !dtz.exact && longer == plies, "{position}: {dtz:?}, {plies}");
}

#[test]
fn tables_have_what_is_true() {
    let tables = crate::tables();
    let pieces = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
    let mut solved: Vec<Solved> = pieces.map(|kind| Solved::new(kind, &[])).into();
    solved.push(Solved::new(PieceKind::Pawn, &solved));
    let mut count = 0;
    for solved in &solved {
        for (index, (position, truth)) in solved.positions().enumerate() {
            // The first eighth of a board without pawns is the whole of it but for turns and mirrors, a half of one with pawns.
            let king = position.king(pgnkit_chess::Color::White);
            let (file, rank) = (king.file().index(), king.rank().index());
            let first = file < 4 && (position.kind(PieceKind::Pawn).any() || rank <= file);
            if first {
                compare(&tables, &position, truth);
                count += 1;
            }
            // Turned boards and exchanged colours.
            if index % 31 == 0 {
                compare(&tables, &position, truth);
                compare(&tables, &position.mirrored(), truth);
            }
        }
    }
    assert!(count > 400_000, "{count}");
}
