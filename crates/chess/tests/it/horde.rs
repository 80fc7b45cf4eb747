//! With which pieces a horde can mate, by looking at every mate in a corner.

use std::collections::BTreeSet;

use pgnkit_chess::{Bitboard, Color, File, PieceKind, Position, Rank, Square, Status, Variant, attacks, fen};

/// How many there are of each: pawns, knights, bishops on squares of a8's colour and of the other one, rooks, queens.
type Pieces = [u8; 6];

const LETTERS: [char; 6] = ['p', 'n', 'b', 'b', 'r', 'q'];
const ROLES: [PieceKind; 6] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

fn is_light(square: Square) -> bool {
    (square.file().index() + square.rank().index()) % 2 == 1
}

fn fits(role: usize, square: Square) -> bool {
    match role {
        0 => !matches!(square.rank().index(), 0 | 7),
        2 => is_light(square),
        3 => !is_light(square),
        _ => true,
    }
}

/// Whether the pieces there are can be those that are needed, pawns being promoted.
fn suffices(there: Pieces, needed: Pieces) -> bool {
    let missing: u8 = (1..6).map(|role| needed[role].saturating_sub(there[role])).sum();
    there[0] >= needed[0] && there[0] - needed[0] >= missing
}

/// The placement of a FEN.
fn board(king: Square, pieces: &[(Square, char)]) -> String {
    let symbol = |square: Square| match pieces.iter().find(|(at, _)| *at == square) {
        _ if square == king => 'k',
        Some((_, letter)) => *letter,
        None => '1',
    };
    let rank = |rank: Rank| File::ALL.map(|file| symbol(Square::at(file, rank))).iter().collect::<String>();
    Rank::ALL.map(rank).into_iter().rev().collect::<Vec<_>>().join("/")
}

/// Whether White can have moved last: one of its pieces came from where it gave no check. Had it taken something, no more
/// would be possible.
fn can_arise(king: Square, pieces: &[(Square, char)]) -> bool {
    let occupied = pieces.iter().fold(Bitboard::from(king), |set, (at, _)| set | at.bit());
    (0..pieces.len()).any(|at| {
        let (square, letter) = pieces[at];
        let kind = PieceKind::from_letter(letter as u8).filter(|_| letter.is_ascii_uppercase());
        let from =
            kind.map_or(Bitboard::EMPTY, |kind| attacks::of(Color::White, kind, square, occupied) - occupied);
        from.into_iter().any(|from| {
            let mut before = pieces.to_vec();
            before[at].0 = from;
            let text = format!("{} w - - 0 1", board(king, &before));
            fen::parse_variant(text.as_bytes(), Variant::Horde, None).is_ok()
        })
    })
}

/// The mates with the fewest pieces: those of the horde, and those that shut Black's king in.
struct Search {
    mates: BTreeSet<(Pieces, Pieces)>,
}

impl Search {
    fn is_known(&self, horde: Pieces, army: Pieces) -> bool {
        self.mates.iter().any(|(own, theirs)| suffices(horde, *own) && suffices(army, *theirs))
    }

    /// Puts the horde's remaining pieces on the board, then looks at what shuts the king in.
    fn place(&mut self, king: Square, roles: &[usize], placed: &mut Vec<(Square, usize)>) {
        let Some((&role, rest)) = roles.split_first() else { return self.look(king, placed) };
        for square in Bitboard::ALL {
            let ordered =
                placed.last().is_none_or(|(last, other)| *other != role || last.index() < square.index());
            if square != king && fits(role, square) && ordered && placed.iter().all(|(at, _)| *at != square) {
                placed.push((square, role));
                self.place(king, rest, placed);
                placed.pop();
            }
        }
    }

    fn look(&mut self, king: Square, placed: &[(Square, usize)]) {
        let horde = placed.iter().fold(Bitboard::EMPTY, |set, (square, _)| set | square.bit());
        let covered = placed.iter().fold(Bitboard::EMPTY, |set, (square, role)| {
            set | attacks::of(Color::White, ROLES[*role], *square, horde)
        });
        let shut = attacks::king(king) - covered;
        if covered.contains(king) && !shut.intersects(horde) {
            let mut own = [0; 6];
            placed.iter().for_each(|(_, role)| own[*role] += 1);
            let squares: Vec<Square> = shut.into_iter().collect();
            self.fill(king, placed, own, &squares, &mut Vec::new());
        }
    }

    fn fill(
        &mut self,
        king: Square,
        placed: &[(Square, usize)],
        own: Pieces,
        squares: &[Square],
        army: &mut Vec<(Square, usize)>,
    ) {
        let mut theirs = [0; 6];
        army.iter().for_each(|(_, role)| theirs[*role] += 1);
        if self.is_known(own, theirs) {
            return;
        }
        if let Some((&square, rest)) = squares.split_first() {
            for role in (0..6).filter(|role| fits(*role, square)) {
                army.push((square, role));
                self.fill(king, placed, own, rest, army);
                army.pop();
            }
            return;
        }
        let pieces: Vec<(Square, char)> = placed
            .iter()
            .map(|(at, role)| (*at, LETTERS[*role].to_ascii_uppercase()))
            .chain(army.iter().map(|(at, role)| (*at, LETTERS[*role])))
            .collect();
        let text = format!("{} b - - 0 1", board(king, &pieces));
        let position = fen::parse_variant(text.as_bytes(), Variant::Horde, None).unwrap().position;
        let is_mate = position.status() == (Status::Checkmate { winner: Color::White });
        if is_mate && can_arise(king, &pieces) {
            let recoloured = |[pawns, knights, light, dark, rooks, queens]: Pieces| {
                [pawns, knights, dark, light, rooks, queens]
            };
            for (own, theirs) in [(own, theirs), (recoloured(own), recoloured(theirs))] {
                self.mates.retain(|(other, army)| !(suffices(*other, own) && suffices(*army, theirs)));
                self.mates.insert((own, theirs));
            }
        }
    }
}

/// Every list of so many roles, in order.
fn lists(count: usize, roles: std::ops::Range<usize>) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        let longer = |list: &Vec<usize>| {
            let least = list.last().copied().unwrap_or(roles.start);
            let list = list.clone();
            (least..roles.end).map(move |role| list.iter().copied().chain([role]).collect())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

fn counted(roles: &[usize]) -> Pieces {
    let mut pieces = [0; 6];
    roles.iter().for_each(|role| pieces[*role] += 1);
    pieces
}

/// A position in which Black is to move and has these pieces on the upper half of the board, the horde on the lower one.
fn position(horde: &[usize], army: &[usize]) -> Position {
    let mut pieces: Vec<(Square, char)> = Vec::new();
    let halves = [(Bitboard(0xffff_ffff), horde, true), (Bitboard(0x00ff_ffff_0000_0000), army, false)];
    for (half, roles, is_white) in halves {
        for &role in roles {
            let is_free = |square: &Square| fits(role, *square) && pieces.iter().all(|(at, _)| at != square);
            let square = half.into_iter().find(is_free).expect("a square");
            pieces.push((square, if is_white { LETTERS[role].to_ascii_uppercase() } else { LETTERS[role] }));
        }
    }
    let text = format!("{} b - - 0 1", board(Square::H8, &pieces));
    fen::parse_variant(text.as_bytes(), Variant::Horde, None)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
        .position
}

/// Two pieces are looked at all over the board, three, of which nearly all mate a bare king, in the corners.
#[test]
fn what_a_horde_can_mate_with() {
    let corners = [Square::A8, Square::A1];
    // The other half is the same with bishops on the other colour, and away from the edges more is needed.
    let edge = Bitboard(0xff81_8181_8181_81ff & 0x0f0f_0f0f_0f0f_0f0f);
    let edge: Vec<Square> = edge.into_iter().collect();
    let mut search = Search { mates: BTreeSet::new() };
    for (count, kings) in [(1, &corners[..]), (2, &corners), (3, &corners), (1, &edge), (2, &edge)] {
        for list in lists(count, 1..6) {
            kings.iter().for_each(|king| search.place(*king, &list, &mut Vec::new()));
        }
    }
    assert_eq!(search.mates.len(), 74);
    for (own, theirs) in (0..=3).flat_map(|own| (0..=4).map(move |theirs| (own, theirs))) {
        for (horde, army) in lists(own, 0..6)
            .iter()
            .flat_map(|horde| lists(theirs, 0..6).into_iter().map(move |army| (horde, army)))
        {
            let can_mate = search.is_known(counted(horde), counted(&army));
            let position = position(horde, &army);
            assert_eq!(position.has_insufficient_material(Color::White), !can_mate, "{position}");
            assert!(!position.has_insufficient_material(Color::Black), "{position}");
        }
    }
}
