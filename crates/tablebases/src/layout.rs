//! The order in which a table has the men of a board, and the number that a board has by it.

use pgnkit_chess::{Color, PieceKind};

use crate::error::Fault;
use crate::material::{MAX_MEN, Material};
use crate::squares::{self, Cell};

const MEN: usize = MAX_MEN as usize;

/// A man as tables write it: 1 to 6 for a pawn to a king, 8 more for the second side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) color: Color,
    pub(crate) kind: PieceKind,
}

impl Man {
    fn read(bits: u8) -> Option<Self> {
        let color = if bits & 8 == 0 { Color::White } else { Color::Black };
        let kind = *PieceKind::ALL.get(usize::from(bits & 7).checked_sub(1)?)?;
        Some(Self { color, kind })
    }
}

/// Men whose squares are numbered together.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The first of them in the order of the table.
    first: usize,
    len: usize,
    /// The number of boards for each number of this group.
    factor: u64,
}

/// The first group of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// Both kings.
    Kings,
    /// Three men of which there is one each.
    Triple,
    /// Pawns of one colour, of which one is on this file, 0 to 3, and none has a lower [`squares::pawn_order`].
    Pawns(usize),
}

/// The order of men, and how the numbers of groups make the number of a board.
#[derive(Debug)]
pub(crate) struct Layout {
    men: Vec<Man>,
    lead: Lead,
    /// The leading group first.
    groups: Vec<Group>,
    /// Whether the second group are the other side's pawns.
    both_have_pawns: bool,
    boards: u64,
}

/// The number of pawns of the leading side, and of the other.
pub(crate) fn pawn_groups(material: &Material) -> [usize; 2] {
    let [white, black] = Color::ALL.map(|color| material.count(color, PieceKind::Pawn) as usize);
    // The side with fewer pawns leads, if it has any.
    if black > 0 && (white == 0 || white > black) { [black, white] } else { [white, black] }
}

/// The number of bytes that a layout has in a table.
pub(crate) fn layout_len(material: &Material) -> usize {
    material.len() as usize + 1 + usize::from(pawn_groups(material)[1] > 0)
}

impl Layout {
    /// Reads the layout in the low or the high halves of `bytes`, for boards whose leading pawn is on `file`.
    pub(crate) fn read(bytes: &[u8], high: bool, material: &Material, file: usize) -> Result<Self, Fault> {
        const PART: Fault = Fault::Damaged("list of men");
        let shift = if high { 4 } else { 0 };
        let mut halves = bytes.iter().map(|byte| byte >> shift & 15);
        let pawns = pawn_groups(material);
        let has_pawns = pawns[0] > 0;
        let both_have_pawns = pawns[1] > 0;
        let place_of_lead = usize::from(halves.next().ok_or(PART)?);
        let place_of_pawns =
            if both_have_pawns { Some(usize::from(halves.next().ok_or(PART)?)) } else { None };
        let men: Vec<Man> = halves.map(Man::read).collect::<Option<_>>().ok_or(PART)?;
        let total = material.len() as usize;
        let counted = |man: Man| men.iter().filter(|other| **other == man).count();
        if men.len() != total
            || total > MEN
            || men.iter().any(|man| counted(*man) as u32 != material.count(man.color, man.kind))
        {
            return Err(PART);
        }

        let alone = |man: &Man| material.count(man.color, man.kind) == 1;
        let uniques = men.iter().filter(|man| alone(man)).count();
        let (lead, mut next) = if has_pawns {
            (Lead::Pawns(file), pawns[0])
        } else if uniques == 2 {
            (Lead::Kings, 2)
        } else {
            (Lead::Triple, 3)
        };
        let leading = men.get(..next).ok_or(PART)?;
        let fits = match lead {
            Lead::Kings => leading.iter().all(|man| man.kind == PieceKind::King),
            Lead::Triple => leading.iter().all(alone),
            Lead::Pawns(_) => {
                leading.iter().all(|man| man.kind == PieceKind::Pawn && man.color == leading[0].color)
                    && counted(leading[0]) == pawns[0]
            }
        };
        if !fits {
            return Err(PART);
        }

        let mut groups = vec![Group { first: 0, len: next, factor: 0 }];
        if both_have_pawns {
            if men
                .get(next..next + pawns[1])
                .is_none_or(|men| men.iter().any(|man| man.kind != PieceKind::Pawn))
            {
                return Err(PART);
            }
            groups.push(Group { first: next, len: pawns[1], factor: 0 });
            next += pawns[1];
        }
        let fixed = groups.len();
        while let Some(man) = men.get(next) {
            let len = men[next..].iter().take_while(|other| *other == man).count();
            if len != counted(*man) {
                return Err(PART);
            }
            groups.push(Group { first: next, len, factor: 0 });
            next += len;
        }

        // Groups are multiplied in an order that the table names: the places of the leading men and of the other side's pawns,
        // the rest as they come.
        let mut free = 64 - groups[..fixed].iter().map(|group| group.len).sum::<usize>();
        let mut rest = fixed;
        let mut boards = 1_u64;
        for place in 0..groups.len() {
            let (index, numbers) = if place == place_of_lead {
                let numbers = match lead {
                    Lead::Kings => squares::KING_PAIRS,
                    Lead::Triple => squares::TRIPLES,
                    Lead::Pawns(file) => squares::pawns_on_file(pawns[0], file),
                };
                (0, numbers)
            } else if Some(place) == place_of_pawns {
                (1, squares::choose(pawns[1], 48 - pawns[0]))
            } else {
                let group = groups.get(rest).ok_or(PART)?;
                let numbers = squares::choose(group.len, free);
                free -= group.len;
                rest += 1;
                (rest - 1, numbers)
            };
            groups[index].factor = boards;
            // Below 64 to the seventh power.
            boards *= numbers;
        }
        if groups.iter().any(|group| group.factor == 0) || boards == 0 {
            return Err(PART);
        }
        Ok(Self { men, lead, groups, both_have_pawns, boards })
    }

    /// The number of boards of the table: each has a number below it.
    pub(crate) fn boards(&self) -> u64 {
        self.boards
    }

    /// The man of the first pawn.
    pub(crate) fn first(&self) -> Man {
        self.men[0]
    }

    /// The number of a board. `cells` has the squares of each kind of man, as many as the material has; those of pawns are as the
    /// first side sees them. `None` for a board that no table has.
    pub(crate) fn number(&self, cells_of: impl Fn(Man) -> u64) -> Option<u64> {
        let mut cells = [0; MEN];
        let cells = &mut cells[..self.men.len()];
        for group in self.groups.iter() {
            // Only the first group can have men of several kinds, each of which is alone.
            let mut left = 0;
            for (index, man) in self.men.iter().enumerate().skip(group.first).take(group.len) {
                if left == 0 {
                    left = cells_of(*man);
                }
                if left == 0 {
                    return None;
                }
                cells[index] = left.trailing_zeros() as usize;
                left &= left - 1;
            }
        }
        if let Lead::Pawns(_) = self.lead {
            let leading = &mut cells[..self.groups[0].len];
            // Of equals the first one leads, so the sort must keep their order.
            leading.sort_by_key(|cell| core::cmp::Reverse(squares::pawn_order(*cell)));
        }

        self.turn(cells);
        let number = match self.lead {
            Lead::Kings => squares::kings(cells[0], cells[1])?,
            Lead::Triple => squares::triple(cells[0], cells[1], cells[2]),
            Lead::Pawns(_) => {
                let leading = &mut cells[..self.groups[0].len];
                // Mirrored squares of a file have another order.
                leading[1..].sort_by_key(|cell| core::cmp::Reverse(squares::pawn_order(*cell)));
                let len = leading.len();
                let others = leading.iter().enumerate().skip(1);
                squares::pawns_before(len, leading[0])
                    + others
                        .map(|(index, cell)| squares::choose(len - index, squares::pawn_order(*cell)))
                        .sum::<u64>()
            }
        };
        let mut sum = number * self.groups[0].factor;
        for (index, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = cells.split_at_mut(group.first);
            let rest = &mut rest[..group.len];
            rest.sort_unstable();
            // Pawns have no first rank.
            let unused = if self.both_have_pawns && index == 1 { 8 } else { 0 };
            let mut number = 0;
            for (place, cell) in rest.iter().enumerate() {
                let taken = before.iter().filter(|other| *other < cell).count();
                number += squares::choose(place + 1, cell.checked_sub(taken + unused)?);
            }
            sum += number * group.factor;
        }
        (sum < self.boards).then_some(sum)
    }

    /// Turns and mirrors the board so that its first men are in the squares that have numbers.
    fn turn(&self, cells: &mut [Cell]) {
        if squares::file(cells[0]) > 3 {
            cells.iter_mut().for_each(|cell| *cell ^= 7);
        }
        let leading = match self.lead {
            Lead::Pawns(_) => return,
            Lead::Kings => 2,
            Lead::Triple => 3,
        };
        if squares::rank(cells[0]) > 3 {
            cells.iter_mut().for_each(|cell| *cell ^= 56);
        }
        let off = cells[..leading].iter().find(|cell| !squares::on_diagonal(**cell));
        if off.is_some_and(|cell| squares::rank(*cell) > squares::file(*cell)) {
            cells.iter_mut().for_each(|cell| *cell = squares::transposed(*cell));
        }
    }
}

/// The file, 0 to 3, of the leading one of these pawns: they choose the part of a table.
pub(crate) fn file_of_lead(pawns: u64) -> Option<usize> {
    let cells = (0..64).filter(|cell| pawns >> cell & 1 == 1);
    cells.max_by_key(|cell| squares::pawn_order(*cell)).map(squares::folded_file)
}

#[cfg(test)]
mod tests {
    use pgnkit_chess::Square;

    use super::*;

    /// Table, its list of men in hexadecimal, the squares of these, the number of the board, and that of all boards with the leading pawn
    /// on the same file, as the library Fathom has them.
    const NUMBERS: &[(&str, &str, &str, u64, u64)] = &[
        ("KPPvKP", "0001090101060e", "b4 d2 f2 a2 c5", 11_921_348, 23_738_760),
        ("KPPvKP", "02000901010e06", "f6 a3 e6 e8 f2", 4_281_336, 23_738_760),
        ("KPPPvK", "01010101060e", "g3 g5 g6 d1 d5", 5_387_097, 9_680_700),
        ("KPPvKPP", "020301010909060e", "e3 c4 a4 a5 d4 a7", 94_237_404, 395_701_200),
        ("KPPvKPP", "010009090101060e", "a2 b6 h5 g7 a5 h3", 352_396_741, 923_302_800),
        ("KRPPvKP", "0103090101060e04", "c3 b5 f5 c1 d7 f3", 459_881_625, 1_400_586_840),
        ("KPPPvKP", "0002090101010e06", "d2 g2 a4 g7 f7 h3", 127_733_700, 344_406_600),
        ("KPPPPvK", "0001010101060e", "h2 e3 e5 g7 b7 a4", 125_866_191, 248_915_100),
        ("KRRPvKP", "010201090404060e", "b7 b6 h3 g8 f2 g4", 903_198_232, 1_887_747_480),
        ("KPvKPPP", "0100010909090e06", "c4 g4 b6 c6 c1 c5", 181_192_383, 344_406_600),
        ("KNNvKP", "02090202060e", "g2 e1 c4 h6 f1", 1_502_238, 42_887_880),
        ("KPPPvKPP", "010209090101010e06", "f3 b5 h2 e3 g7 f8 g3", 3_204_454_017, 9_350_272_800),
        ("KPPPPPvK", "010101010101060e", "b2 d5 f6 c7 g7 h5 e3", 200_971_560, 611_497_712),
        ("KPvKPPPP", "030001090909090e06", "f2 a2 h2 b3 h5 c8 d2", 115_232_946, 3_662_190_180),
        ("KRRBvKN", "01030a0604040e", "b3 e5 e8 h2 d5 c4", 1_057_560_288, 3_382_916_040),
        ("KRRvKBB", "00060e04040b0b", "h4 g6 c1 a2 c3 h7", 652_440_681, 1_546_346_340),
        ("KRRvKRR", "02060e0c0c0404", "b1 d5 f2 c7 f1 b7", 99_030_919, 1_546_346_340),
        ("KNNNvKB", "01060e0b020202", "e5 b5 e2 b2 b6 g7", 1_077_309_735, 1_127_638_680),
        ("KQRBvKRB", "02050403060e0c0b", "h7 g7 e4 h3 c5 e5 d1", 232_792_406_503, 392_418_260_640),
        ("KQQQQQvK", "01060e0505050505", "d4 c7 c2 b3 b5 g6 f7", 2_785_016_427, 2_989_602_924),
        ("KQRvKR", "00040c05060e", "d8 a4 d5 g7 b4", 55_843_384, 114_675_120),
        ("KBBvKN", "010a0e060303", "b1 c1 e6 c7 f8", 192_020, 57_337_560),
        ("KRPvKRP", "02000109040c060e", "b3 c2 e1 d3 d4 b6", 2_328_504_740, 3_775_494_960),
    ];

    #[test]
    fn boards_have_the_numbers_of_tables() {
        for (name, head, squares, number, boards) in NUMBERS {
            let material: Material = name.parse().unwrap();
            let head: Vec<u8> = (0..head.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&head[at..at + 2], 16).unwrap())
                .collect();
            let squares: Vec<u64> =
                squares.split(' ').map(|name| name.parse::<Square>().unwrap().bit().0).collect();
            let men: Vec<Man> =
                head[head.len() - squares.len()..].iter().map(|bits| Man::read(*bits).unwrap()).collect();
            let cells = |man: Man| {
                men.iter()
                    .zip(&squares)
                    .filter(|(other, _)| **other == man)
                    .map(|(_, cell)| cell)
                    .sum::<u64>()
            };
            let file = if material.pawns() > 0 { file_of_lead(cells(men[0])).unwrap() } else { 0 };
            let layout = Layout::read(&head, false, &material, file).unwrap();
            assert_eq!((layout.boards(), layout.number(cells)), (*boards, Some(*number)), "{name} {head:?}");
            // The high halves are another layout; a file whose men are others is no table.
            let high: Vec<u8> = head.iter().map(|byte| byte << 4).collect();
            assert_eq!(Layout::read(&high, true, &material, file).unwrap().number(cells), Some(*number));
            let other: Material = "KQRBNvKQ".parse().unwrap();
            assert!(Layout::read(&head, false, &other, file).is_err());
        }
    }
}
