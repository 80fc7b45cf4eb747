//! A table of outcomes or of distances: one file.

use pgnkit_chess::{Color, Position};

use crate::cursor::Cursor;
use crate::error::Fault;
use crate::layout::{Layout, Man, file_of_lead, layout_len, pawn_groups};
use crate::material::Material;
use crate::pairs::Pairs;
use crate::source::Source;
use crate::wdl::Wdl;

/// The values of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Outcomes (`.rtbw`), for both sides to move.
    Wdl,
    /// Distances to zeroing (`.rtbz`), for one side to move.
    Dtz,
}

impl Kind {
    fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }

    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }
}

/// Flags of distances.
mod flags {
    /// The side to move, 1 for the second one.
    pub(super) const SIDE: u8 = 1;
    /// Values are places in lists, one for each outcome.
    pub(super) const MAPPED: u8 = 2;
    /// Distances of wins are in plies, not in moves.
    pub(super) const WIN_PLIES: u8 = 4;
    /// Those of losses likewise.
    pub(super) const LOSS_PLIES: u8 = 8;
    /// Numbers of the lists have two bytes.
    pub(super) const WIDE: u8 = 16;
}

/// An open table. Of its file only the head is in memory, at most some 100 KiB for each of its parts.
#[derive(Debug)]
pub(crate) struct Table {
    source: Source,
    material: Material,
    /// One, or with pawns one for each file of the leading pawn.
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    /// One for each side to move that the table has.
    sides: Vec<Side>,
    flags: u8,
    /// Lists of distances: of wins, losses, cursed wins and blessed losses.
    lists: Option<[Vec<u16>; 4]>,
}

#[derive(Debug)]
struct Side {
    layout: Layout,
    pairs: Pairs,
}

/// A distance of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance {
    pub(crate) plies: i32,
    /// Whether it is no ply longer.
    pub(crate) exact: bool,
}

/// The bytes at the end: a check sum.
const FOOT: u64 = 16;

impl Table {
    /// Reads the head, and compares the places of all parts with the length of the file.
    pub(crate) fn read(source: Source, material: Material, kind: Kind) -> Result<Self, Fault> {
        let mut magic = [0; 4];
        source.read(0, &mut magic).map_err(|_| Fault::NotATable)?;
        if magic != kind.magic() {
            return Err(Fault::NotATable);
        }
        let cursor = &mut Cursor { source: &source, at: 4 };
        let [first_pawns, _] = pawn_groups(&material);
        let sides = if kind == Kind::Wdl && !material.is_symmetric() { 2 } else { 1 };
        let head = cursor.u8("head")?;
        if kind == Kind::Wdl && (head & 1 == 1) != (sides == 2) || (head & 2 == 2) != (first_pawns > 0) {
            return Err(Fault::Damaged("head"));
        }

        let mut layouts = Vec::new();
        for file in 0..if first_pawns > 0 { 4 } else { 1 } {
            let bytes = cursor.bytes(layout_len(&material), "list of men")?;
            for side in 0..sides {
                layouts.push(Layout::read(&bytes, side == 1, &material, file)?);
            }
        }
        cursor.align(2);

        let mut parts: Vec<Part> = Vec::new();
        let mut lead = None;
        for (index, layout) in layouts.into_iter().enumerate() {
            if first_pawns > 0 && *lead.get_or_insert(layout.first()) != layout.first() {
                return Err(Fault::Damaged("list of men"));
            }
            let (pairs, flags) = Pairs::read(cursor, layout.boards(), kind == Kind::Wdl)?;
            if index % sides == 0 {
                parts.push(Part { sides: Vec::new(), flags, lists: None });
            }
            if let Some(part) = parts.last_mut() {
                part.sides.push(Side { layout, pairs });
            }
        }

        if kind == Kind::Dtz {
            for part in &mut parts {
                if part.flags & flags::MAPPED != 0 {
                    part.lists = Some(read_lists(cursor, part.flags & flags::WIDE != 0)?);
                }
            }
            cursor.align(2);
        }
        for side in parts.iter_mut().flat_map(|part| &mut part.sides) {
            side.pairs.place_index(cursor)?;
        }
        for side in parts.iter_mut().flat_map(|part| &mut part.sides) {
            side.pairs.place_sizes(cursor)?;
        }
        for side in parts.iter_mut().flat_map(|part| &mut part.sides) {
            side.pairs.place_data(cursor)?;
        }
        let end = cursor.at.next_multiple_of(64) + FOOT;
        if end != source.len() {
            return Err(Fault::Damaged("end"));
        }
        Ok(Self { source, material, parts })
    }

    /// The outcome of a position with the men of the table, for the side to move, as the table has it: captures, and taking en
    /// passant, can be better.
    pub(crate) fn wdl(&self, position: &Position) -> Result<Wdl, Fault> {
        let view = self.view(position);
        let (_, side, number) = self.find(&view, view.second_to_move)?;
        Wdl::ALL
            .get(usize::from(side.pairs.value(&self.source, number)?))
            .copied()
            .ok_or(Fault::Damaged("data"))
    }

    /// The plies to the next capture or move of a pawn from a position of this outcome, which is no draw, as the table has it, less
    /// 1; `None` if it has those of the other side to move.
    pub(crate) fn distance(&self, position: &Position, wdl: Wdl) -> Result<Option<Distance>, Fault> {
        let view = self.view(position);
        let (part, side, number) = self.find(&view, false)?;
        if !self.material.is_symmetric() && (part.flags & flags::SIDE != 0) != view.second_to_move {
            return Ok(None);
        }
        let mut value = side.pairs.value(&self.source, number)?;
        if let Some(lists) = &part.lists {
            let list = match wdl {
                Wdl::Win | Wdl::Draw => 0,
                Wdl::Loss => 1,
                Wdl::CursedWin => 2,
                Wdl::BlessedLoss => 3,
            };
            value = *lists[list].get(usize::from(value)).ok_or(Fault::Damaged("data"))?;
        }
        let exact = match wdl {
            Wdl::Win => part.flags & flags::WIN_PLIES != 0,
            Wdl::Loss => part.flags & flags::LOSS_PLIES != 0,
            _ => false,
        };
        let plies = i32::from(value) * if exact { 1 } else { 2 };
        Ok(Some(Distance { plies, exact }))
    }

    fn view<'a>(&self, position: &'a Position) -> View<'a> {
        let black = position.turn() == Color::Black;
        if self.material.is_symmetric() {
            // Such a table is of the first side's moves alone.
            return View { position, reversed: black, second_to_move: false };
        }
        let reversed = Material::of(position) != self.material;
        View { position, reversed, second_to_move: black != reversed }
    }

    /// The part that a position is in, the values of its side to move, and its number.
    fn find(&self, view: &View<'_>, second: bool) -> Result<(&Part, &Side, u64), Fault> {
        let place = match &self.parts[..] {
            [part] => Some(part),
            parts => {
                let pawns = parts.first().and_then(|part| part.sides.first()).map(|side| side.layout.first());
                pawns.and_then(|man| file_of_lead(view.cells(man, true))).and_then(|file| parts.get(file))
            }
        };
        let has_pawns = self.parts.len() > 1;
        let side = place.and_then(|part| Some((part, part.sides.get(usize::from(second))?)));
        let found = side.and_then(|(part, side)| {
            Some((part, side, side.layout.number(|man| view.cells(man, has_pawns))?))
        });
        found.ok_or(Fault::Damaged("list of men"))
    }
}

/// A position as a table has it.
struct View<'a> {
    position: &'a Position,
    /// Whether Black is the table's first side.
    reversed: bool,
    /// Whether the table's second side is to move.
    second_to_move: bool,
}

impl View<'_> {
    /// The squares of a kind of man, as its first side sees the board if there are pawns. The board without pawns has no side.
    fn cells(&self, man: Man, has_pawns: bool) -> u64 {
        let color = if self.reversed { !man.color } else { man.color };
        let cells = self.position.pieces(color, man.kind).0;
        // Ranks are bytes.
        if self.reversed && has_pawns { cells.swap_bytes() } else { cells }
    }
}

fn read_lists(cursor: &mut Cursor<'_>, wide: bool) -> Result<[Vec<u16>; 4], Fault> {
    const PART: &str = "list of distances";
    let mut lists = [const { Vec::new() }; 4];
    if wide {
        cursor.align(2);
    }
    for list in &mut lists {
        *list = if wide {
            let len = usize::from(cursor.u16(PART)?);
            let bytes = cursor.bytes(2 * len, PART)?;
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        } else {
            let len = usize::from(cursor.u8(PART)?);
            cursor.bytes(len, PART)?.into_iter().map(u16::from).collect()
        };
    }
    Ok(lists)
}
