//! Outcomes and distances of positions, from those that tables have.
//!
//! A table has no rights of castling and of taking en passant, and where a capture is best it may have any outcome that is no
//! better: captures are looked at first, at every position.

use pgnkit_chess::{Move, PieceKind, Position, Variant};

use crate::error::{Fault, TablebaseError};
use crate::material::Material;
use crate::table::Kind;
use crate::tablebases::Tablebases;
use crate::wdl::{Category, Dtz, Wdl};

/// All that tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probe {
    /// The outcome for the side to move, with a halfmove clock of 0.
    pub wdl: Wdl,
    /// The distance to zeroing; `None` if a table of distances is missing.
    pub dtz: Option<Dtz>,
    /// The outcome with the halfmove clock that the position has.
    pub category: Category,
}

/// An outcome, and how it comes about.
#[derive(Clone, Copy)]
struct Resolution {
    wdl: Wdl,
    /// Whether a capture wins, or taking en passant is the only best move: the table has no distance of such a position.
    by_capture: bool,
}

/// Gives `None` to the caller if a table is missing.
macro_rules! known {
    ($found:expr) => {
        match $found? {
            Some(found) => found,
            None => return Ok(None),
        }
    };
}

impl Tablebases {
    /// The outcome of a position for the side to move, without regard to its halfmove clock. Any number of captures is followed, as far as
    /// tables are needed.
    ///
    /// `None` if the position has more men than any table, may castle, is of a variant, or if a table that it needs is missing.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is damaged.
    pub fn probe_wdl(&self, position: &Position) -> Result<Option<Wdl>, TablebaseError> {
        if !self.is_eligible(position) {
            return Ok(None);
        }
        Ok(self.resolve(position)?.map(|found| found.wdl))
    }

    /// The distance to zeroing of a position, without regard to its halfmove clock.
    ///
    /// `None` as for [`Tablebases::probe_wdl`].
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is damaged.
    pub fn probe_dtz(&self, position: &Position) -> Result<Option<Dtz>, TablebaseError> {
        if !self.is_eligible(position) {
            return Ok(None);
        }
        let found = known!(self.resolve(position));
        self.distance(position, found, true)
    }

    /// Outcome, distance, and the outcome with the halfmove clock of the position.
    ///
    /// `None` as for [`Tablebases::probe_wdl`]. A missing table of distances is no hindrance: [`Probe::dtz`] is `None` then.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is damaged.
    pub fn probe(&self, position: &Position) -> Result<Option<Probe>, TablebaseError> {
        if !self.is_eligible(position) {
            return Ok(None);
        }
        let found = known!(self.resolve(position));
        let dtz = self.distance(position, found, true)?;
        let category = Category::of(position, found.wdl, dtz);
        Ok(Some(Probe { wdl: found.wdl, dtz, category }))
    }

    /// Whether tables can have the position.
    pub(crate) fn is_eligible(&self, position: &Position) -> bool {
        let opponent = !position.turn();
        position.variant() == Variant::Standard
            && position.occupied().len() <= self.max_men().max(2)
            && position.castling_rooks().is_empty()
            // After a null move the side that is not to move can be in check.
            && !position.attackers(position.king(opponent), position.turn(), position.occupied()).any()
    }

    /// The outcome with all captures.
    fn resolve(&self, position: &Position) -> Result<Option<Resolution>, TablebaseError> {
        let mut best = None;
        let mut best_en_passant = None;
        for mv in position.captures().iter() {
            let wdl = -known!(self.search(&position.after(*mv), Wdl::Loss, -best.unwrap_or(Wdl::Loss)));
            if wdl == Wdl::Win {
                return Ok(Some(Resolution { wdl, by_capture: true }));
            }
            let best = if mv.is_en_passant() { &mut best_en_passant } else { &mut best };
            *best = (*best).max(Some(wdl));
        }

        let table = known!(self.table_wdl(position));
        if let Some(wdl) = best_en_passant.filter(|wdl| *wdl > table && Some(*wdl) > best) {
            return Ok(Some(Resolution { wdl, by_capture: true }));
        }
        if let Some(wdl) = best.max(best_en_passant).filter(|wdl| *wdl >= table) {
            return Ok(Some(Resolution { wdl, by_capture: wdl > Wdl::Draw }));
        }
        // Without the right to take en passant, the table's position may be stalemate.
        if let (Some(wdl), Wdl::Draw) = (best_en_passant, table)
            && !position.is_check()
            && position.legal_moves().iter().all(|mv| mv.is_en_passant())
        {
            return Ok(Some(Resolution { wdl, by_capture: true }));
        }
        Ok(Some(Resolution { wdl: table, by_capture: false }))
    }

    /// The outcome of a position where no pawn can be taken en passant, if it is between the two; as deep as there are men.
    fn search(&self, position: &Position, mut least: Wdl, most: Wdl) -> Result<Option<Wdl>, TablebaseError> {
        for mv in position.captures().iter() {
            let wdl = -known!(self.search(&position.after(*mv), -most, -least));
            if wdl >= most {
                return Ok(Some(wdl));
            }
            least = least.max(wdl);
        }
        Ok(self.table_wdl(position)?.map(|wdl| wdl.max(least)))
    }

    /// The outcome that the table has, without rights and captures.
    fn table_wdl(&self, position: &Position) -> Result<Option<Wdl>, TablebaseError> {
        let material = Material::of(position);
        if material.is_empty() {
            return Ok(Some(Wdl::Draw));
        }
        self.files.ask(material, Kind::Wdl, |table| table.wdl(position))
    }

    /// The distance of a position whose outcome has been found. The table may be that of the other side to move: if `search`,
    /// moves are looked at then.
    fn distance(
        &self,
        position: &Position,
        found: Resolution,
        search: bool,
    ) -> Result<Option<Dtz>, TablebaseError> {
        let zeroing = Dtz { plies: found.wdl.zeroing_plies(), exact: true };
        if found.wdl == Wdl::Draw || found.by_capture {
            return Ok(Some(zeroing));
        }
        let wins = found.wdl > Wdl::Draw;
        let moves = position.legal_moves();
        if wins {
            let pushes = moves.iter().filter(|mv| mv.kind() == PieceKind::Pawn && !mv.is_capture());
            for mv in pushes {
                if -known!(self.resolve(&position.after(*mv))).wdl == found.wdl {
                    return Ok(Some(zeroing));
                }
            }
        }

        let material = Material::of(position);
        match known!(self.files.ask(material, Kind::Dtz, |table| {
            match table.distance(position, found.wdl)? {
                None if !search => Err(Fault::Damaged("head")),
                distance => Ok(distance),
            }
        })) {
            Some(distance) => {
                let plies = zeroing.plies + if wins { distance.plies } else { -distance.plies };
                Ok(Some(Dtz { plies, exact: distance.exact }))
            }
            None => self.distance_by_moves(position, zeroing, moves.iter().copied()),
        }
    }

    /// The distance of a position from those after its moves. A capture or a move of a pawn does not win, and loses at once:
    /// `zeroing` is the distance then.
    fn distance_by_moves(
        &self,
        position: &Position,
        zeroing: Dtz,
        moves: impl Iterator<Item = Move>,
    ) -> Result<Option<Dtz>, TablebaseError> {
        let mut best: Option<i32> = None;
        let mut exact = true;
        for mv in moves.filter(|mv| !mv.is_irreversible()) {
            let next = position.after(mv);
            let found = known!(self.resolve(&next));
            let after = -known!(self.distance(&next, found, false));
            let plies = if zeroing.plies < 0 {
                after.plies - 1
            } else if after.plies == 1 && next.is_checkmate() {
                1
            } else if after.plies > 0 {
                after.plies + 1
            } else {
                continue;
            };
            exact &= after.exact;
            // The side that wins hurries, and the larger distance is the smaller number for the one that loses.
            best = Some(best.map_or(plies, |best| best.min(plies)));
        }
        let plies = match best {
            Some(plies) if zeroing.plies < 0 => plies.min(zeroing.plies),
            Some(plies) => plies,
            // A win has a move that wins: if no table has one, it is damaged, and there is no distance to give.
            None if zeroing.plies > 0 => return Ok(None),
            None => zeroing.plies,
        };
        Ok(Some(Dtz { plies, exact }))
    }
}
