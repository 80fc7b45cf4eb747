//! Random games: everything the crate says about them is checked against a slow and simple second
//! opinion that shares none of its tables.

use crate::random::{Random, games};
use pgnkit_chess::san::{self, CheckMark, SanChanges, SanWord};
use pgnkit_chess::{
    ChessMode, Color, File, Move, PackedPosition, PieceKind, Position, Rank, Square, attacks, fen,
};

/// A board of 64 places and rules written as one would explain them.
#[derive(Clone)]
struct Naive {
    board: [Option<(Color, PieceKind)>; 64],
    turn: Color,
    ep: Option<Square>,
}

impl Naive {
    fn new(position: &Position) -> Self {
        let mut board = [None; 64];
        for (i, place) in board.iter_mut().enumerate() {
            *place = position.piece_at(Square::new(i as u8).unwrap()).map(|piece| (piece.color, piece.kind));
        }
        Self { board, turn: position.turn(), ep: position.ep_square() }
    }

    fn attacked(&self, square: Square, by: Color) -> bool {
        (0..64).any(|from| {
            self.board[from].is_some_and(|(color, kind)| {
                color == by && reaches(self, Square::new(from as u8).unwrap(), kind, color).contains(&square)
            })
        })
    }

    fn king(&self, color: Color) -> Square {
        let index = (0..64).find(|i| self.board[*i] == Some((color, PieceKind::King))).unwrap();
        Square::new(index as u8).unwrap()
    }

    /// Legal moves but castling, as (from, to, promotion).
    fn moves(&self) -> Vec<(Square, Square, Option<PieceKind>)> {
        let mut moves = Vec::new();
        for index in 0..64u8 {
            let from = Square::new(index).unwrap();
            let Some((color, kind)) = self.board[from.index()] else { continue };
            if color != self.turn {
                continue;
            }
            let mut targets = reaches(self, from, kind, color);
            let free = |square: Square| self.board[square.index()].is_none();
            if kind == PieceKind::Pawn {
                targets.retain(|to| {
                    self.board[to.index()].is_some_and(|(other, _)| other != color) || Some(*to) == self.ep
                });
                let (step, home) = if color == Color::White { (1, 1) } else { (-1, 6) };
                if let Some(one) = offset(from, 0, step).filter(|to| free(*to)) {
                    targets.push(one);
                    if from.rank().index() == home {
                        targets.extend(offset(from, 0, 2 * step).filter(|to| free(*to)));
                    }
                }
            } else {
                targets.retain(|to| self.board[to.index()].is_none_or(|(other, _)| other != color));
            }
            for to in targets {
                let mut next = self.clone();
                next.board[to.index()] = next.board[from.index()].take();
                if kind == PieceKind::Pawn && Some(to) == self.ep && from.file() != to.file() {
                    next.board[Square::at(to.file(), from.rank()).index()] = None;
                }
                if next.attacked(next.king(color), !color) {
                    continue;
                }
                if kind == PieceKind::Pawn && matches!(to.rank().index(), 0 | 7) {
                    for promotion in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
                    {
                        moves.push((from, to, Some(promotion)));
                    }
                } else {
                    moves.push((from, to, None));
                }
            }
        }
        moves.sort();
        moves
    }
}

fn offset(square: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = square.file().index().checked_add_signed(files).and_then(File::new)?;
    let rank = square.rank().index().checked_add_signed(ranks).and_then(Rank::new)?;
    Some(Square::at(file, rank))
}

fn reaches(board: &Naive, from: Square, kind: PieceKind, color: Color) -> Vec<Square> {
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let oblique = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let all: Vec<(i8, i8)> = straight.into_iter().chain(oblique).collect();
    let forward = if color == Color::White { 1 } else { -1 };
    let (steps, far): (Vec<(i8, i8)>, bool) = match kind {
        PieceKind::Pawn => (vec![(-1, forward), (1, forward)], false),
        PieceKind::Knight => (jumps.to_vec(), false),
        PieceKind::Bishop => (oblique.to_vec(), true),
        PieceKind::Rook => (straight.to_vec(), true),
        PieceKind::Queen => (all, true),
        PieceKind::King => (all, false),
    };
    let mut squares = Vec::new();
    for (files, ranks) in steps {
        let mut at = from;
        while let Some(next) = offset(at, files, ranks) {
            squares.push(next);
            if !far || board.board[next.index()].is_some() {
                break;
            }
            at = next;
        }
    }
    squares
}

#[test]
fn moves_agree_with_the_naive_rules() {
    for chess960 in [false, true] {
        games(12, 0x5eed + u64::from(chess960), chess960, |position, moves| {
            let naive = Naive::new(position);
            let mut found: Vec<_> = moves
                .iter()
                .filter(|(mv, _)| !mv.is_castling())
                .map(|(mv, _)| (mv.from(), mv.to(), mv.promotion()))
                .collect();
            found.sort();
            assert_eq!(found, naive.moves(), "{position:?}");
            assert_eq!(position.has_legal_move(), !moves.is_empty());
            assert_eq!(position.legal_move_count(), moves.len() as u64);
            assert_eq!(position.is_check(), naive.attacked(naive.king(naive.turn), !naive.turn));
            for (mv, next) in moves {
                assert!(position.is_legal(*mv), "{position:?} {mv:?}");
                let captured = naive.board[mv.to().index()].is_some() && !mv.is_castling();
                assert_eq!(mv.is_capture(), captured || mv.is_en_passant(), "{position:?} {mv:?}");
                let after = Naive::new(next);
                assert_eq!(next.is_check(), after.attacked(after.king(after.turn), !after.turn));
                assert!(!after.attacked(after.king(naive.turn), after.turn), "{position:?} {mv:?}");
            }
        });
    }
}

#[test]
fn is_legal_accepts_nothing_else() {
    let mut foreign: Vec<Move> = Vec::new();
    games(6, 77, true, |position, moves| {
        for mv in &foreign {
            let legal = moves.iter().any(|(other, _)| other == mv);
            assert_eq!(position.is_legal(*mv), legal, "{position:?} {mv:?}");
        }
        // A sample of moves from other positions.
        foreign.extend(moves.iter().map(|(mv, _)| *mv).step_by(3));
        let excess = foreign.len().saturating_sub(200);
        foreign.drain(..excess);
    });
}

/// Each reading of a canonical text gives its move back: as a word, leniently, by filtering.
#[test]
fn san_round_trips() {
    for chess960 in [false, true] {
        games(40, 0xabc + u64::from(chess960), chess960, |position, moves| {
            let texts: Vec<String> =
                moves.iter().map(|(mv, next)| position.san_with_next(*mv, next).to_string()).collect();
            for ((mv, next), text) in moves.iter().zip(&texts) {
                assert_eq!(texts.iter().filter(|other| *other == text).count(), 1, "{position:?} {text}");
                let word = SanWord::parse(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(position.resolve(word), Some(*mv), "{position:?} {text}");
                assert_eq!((word.is_capture(), word.kind()), (mv.is_capture(), mv.kind()), "{text}");
                assert_eq!(word.mark(), position.san_with_next(*mv, next).mark());
                let reading = san::read(position, text.as_bytes()).unwrap();
                assert_eq!((reading.mv, reading.changes), (*mv, SanChanges::NONE), "{position:?} {text}");
            }
        });
    }
}

/// The mark of a move is that of the position after it.
#[test]
fn every_check_has_its_mark() {
    let (mut checks, mut discovered) = (0, 0);
    for chess960 in [false, true] {
        games(150, 44, chess960, |position, moves| {
            for (mv, next) in moves {
                let expected = match (next.is_check(), next.has_legal_move()) {
                    (false, _) => CheckMark::None,
                    (true, true) => CheckMark::Check,
                    (true, false) => CheckMark::Mate,
                };
                assert_eq!(position.san_with_next(*mv, next).mark(), expected, "{mv:?} {position:?}");
                checks += usize::from(next.is_check());
                discovered += usize::from(next.is_check() && !next.checkers().contains(mv.to()));
            }
        });
    }
    assert!(checks > 10_000 && discovered > 100, "{checks} {discovered}");
}

/// Words made without regard to the position resolve to a legal move or to nothing, and as the
/// lenient reader says.
#[test]
fn foreign_words_never_resolve_to_illegal_moves() {
    let mut pool: Vec<String> = Vec::new();
    games(10, 0xf00d, true, |position, moves| {
        for text in &pool {
            let word = SanWord::parse(text.as_bytes()).unwrap();
            let resolved = position.resolve(word);
            if let Some(mv) = resolved {
                assert!(moves.iter().any(|(other, _)| *other == mv), "{position:?} {text} {mv:?}");
            }
            if let Ok(reading) = san::read(position, text.as_bytes()) {
                assert!(moves.iter().any(|(other, _)| *other == reading.mv), "{position:?} {text}");
                assert!(resolved.is_none_or(|mv| mv == reading.mv), "{position:?} {text}");
            } else {
                assert_eq!(resolved, None, "{position:?} {text}");
            }
        }
        pool.extend(moves.iter().step_by(5).map(|(mv, next)| position.san_with_next(*mv, next).to_string()));
        let excess = pool.len().saturating_sub(60);
        pool.drain(..excess);
    });
}

#[test]
fn other_spellings_find_the_same_move() {
    games(8, 0xcafe, false, |position, moves| {
        for (mv, next) in moves {
            let san = position.san_with_next(*mv, next).to_string();
            let uci = mv.to_uci(ChessMode::Standard).to_string();
            let bare = san.trim_end_matches(['+', '#']);
            let mut texts = vec![uci.clone(), format!("{san}+"), bare.to_owned(), bare.replace('=', "")];
            if !mv.is_castling() {
                texts.push(format!("{}-{}", &uci[..2], &uci[2..]));
                texts.push(bare.replace('x', ":"));
                let letter =
                    if mv.kind() == PieceKind::Pawn { "P".into() } else { mv.kind().letter().to_string() };
                texts.push(format!("{letter}{uci}"));
            }
            for text in texts {
                let reading = san::read(position, text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(reading.mv, *mv, "{position:?} {text}");
                assert_eq!(reading.changes.is_empty(), text == san, "{text} {san}");
            }
            assert_eq!(position.parse_uci(uci.as_bytes()), Some(*mv), "{position:?} {uci}");
        }
    });
}

#[test]
fn fen_round_trips() {
    for chess960 in [false, true] {
        games(10, 0xfe2, chess960, |position, _| {
            let text = position.fen(fen::EnPassant::Always).to_string();
            let read = fen::parse(text.as_bytes()).unwrap();
            assert_eq!(read.position, *position, "{text}");
            assert!(
                read.issues
                    .without(fen::FenIssues::CASTLING_CHESS960 | fen::FenIssues::CASTLING_FILES)
                    .is_empty()
            );
        });
    }
}

/// A packed position is the position without its clocks, and of each move's next position no two are alike.
#[test]
fn packing_round_trips() {
    for chess960 in [false, true] {
        games(10, 0xb0c5, chess960, |position, moves| {
            for (_, next) in moves {
                let packed = PackedPosition::new(next);
                let same = packed.unpack();
                let epd = |position: &Position| position.epd(fen::EnPassant::Legal);
                assert_eq!(epd(&same).as_str(), epd(next).as_str());
                assert_eq!(same.legal_moves().as_slice(), next.legal_moves().as_slice(), "{next:?}");
                assert_eq!(PackedPosition::new(&same), packed);
            }
            let mut packed: Vec<_> = moves.iter().map(|(_, next)| PackedPosition::new(next)).collect();
            packed.push(PackedPosition::new(position));
            packed.sort_unstable();
            packed.dedup();
            assert_eq!(packed.len(), moves.len() + 1, "{position:?}");
        });
    }
}

#[test]
fn noise_neither_panics_nor_is_read_as_an_illegal_move() {
    let alphabet: Vec<&str> =
        "a b c d e f g h 1 2 3 4 5 6 7 8 x - + # = ( ) : N B R Q K P O 0 ♘ × – e.p. mate n q"
            .split(' ')
            .collect();
    let mut random = Random(4711);
    games(3, 99, false, |position, moves| {
        for _ in 0..60 {
            let text: String = (0..random.below(8)).map(|_| alphabet[random.below(alphabet.len())]).collect();
            let _ = san::alternatives(position, text.as_bytes());
            let _ = san::readings_by_language(position, text.as_bytes()).count();
            let _ = position.parse_uci(text.as_bytes());
            match san::read(position, text.as_bytes()) {
                Ok(reading) => assert!(reading.mv.is_null() || moves.iter().any(|(mv, _)| *mv == reading.mv)),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            for end in 0..text.len() {
                let _ = san::read(position, &text.as_bytes()[..end]);
            }
        }
    });
}

#[test]
fn lines_and_rays() {
    assert_eq!(attacks::between(Square::A1, Square::D4), Square::B2.bit() | Square::C3.bit());
    assert_eq!(attacks::between(Square::A1, Square::B3).len(), 0);
    assert_eq!(attacks::line(Square::B2, Square::C3), attacks::line(Square::A1, Square::H8));
    assert_eq!(attacks::line(Square::E1, Square::E8), File::new(4).unwrap().squares());
}
