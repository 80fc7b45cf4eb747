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
