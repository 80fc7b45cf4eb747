//! What a position of a variant has besides pieces, rights and clocks.

use super::Variant;
use crate::board::{Color, PieceKind};

/// In 16 bytes, so that a position stays small. All zero in standard chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Extra {
    /// Pieces that were pawns, as a set.
    pub(crate) promoted: u64,
    /// From the lowest bit: the pockets by colour and kind without kings, [`COUNT`] bits each; the checks that each colour
    /// has still to give, [`CHECKS`] bits each; and in the highest byte the variant.
    packed: u64,
}

const COUNT: u32 = 5;
const CHECKS: u32 = 2;
const FIRST_CHECKS: u32 = 10 * COUNT;
const VARIANT: u32 = 56;

/// The most pieces of one kind that a pocket holds.
pub(crate) const MAX_POCKET: u8 = (1 << COUNT) - 1;
/// The most checks that a colour has to give.
pub(crate) const MAX_CHECKS: u8 = (1 << CHECKS) - 1;

const fn pocket_shift(color: Color, kind: PieceKind) -> Option<u32> {
    if kind.index() < 5 { Some((5 * color.index() + kind.index()) as u32 * COUNT) } else { None }
}

const fn checks_shift(color: Color) -> u32 {
    FIRST_CHECKS + color.index() as u32 * CHECKS
}

impl Extra {
    pub(crate) const STANDARD: Self = Self { promoted: 0, packed: 0 };

    /// As at the start of a game.
    pub(crate) fn of(variant: Variant) -> Self {
        let mut extra = Self { promoted: 0, packed: (variant as u64) << VARIANT };
        if variant == Variant::ThreeCheck {
            Color::ALL.into_iter().for_each(|color| extra.set_checks(color, 3));
        }
        extra
    }

    #[inline(always)]
    pub(crate) const fn variant(&self) -> Variant {
        Variant::ALL[(self.packed >> VARIANT) as usize % Variant::ALL.len()]
    }

    #[inline(always)]
    pub(crate) const fn is_standard(&self) -> bool {
        self.packed == 0
    }

    pub(crate) const fn pocket(&self, color: Color, kind: PieceKind) -> u8 {
        match pocket_shift(color, kind) {
            Some(shift) => (self.packed >> shift) as u8 & MAX_POCKET,
            None => 0,
        }
    }

    /// Sets a number of at most [`MAX_POCKET`]; there are no kings.
    pub(crate) fn set_pocket(&mut self, color: Color, kind: PieceKind, count: u8) {
        if let Some(shift) = pocket_shift(color, kind) {
            let count = u64::from(count.min(MAX_POCKET));
            self.packed = self.packed & !(u64::from(MAX_POCKET) << shift) | count << shift;
        }
    }

    /// The number of pieces in both pockets.
    pub(super) fn pocketed(&self) -> u32 {
        let of = |color| {
            PieceKind::ALL.into_iter().map(move |kind| u32::from(self.pocket(color, kind))).sum::<u32>()
        };
        Color::ALL.into_iter().map(of).sum()
    }

    /// The checks that a colour has still to give.
    pub(crate) const fn checks(&self, color: Color) -> u8 {
        (self.packed >> checks_shift(color)) as u8 & MAX_CHECKS
    }

    /// Sets a number of at most [`MAX_CHECKS`].
    pub(crate) fn set_checks(&mut self, color: Color, count: u8) {
        let shift = checks_shift(color);
        let count = u64::from(count.min(MAX_CHECKS));
        self.packed = self.packed & !(u64::from(MAX_CHECKS) << shift) | count << shift;
    }

    /// With the colours exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        let mut mirrored = Self { promoted: self.promoted.swap_bytes(), ..*self };
        for color in Color::ALL {
            PieceKind::ALL
                .into_iter()
                .for_each(|kind| mirrored.set_pocket(color, kind, self.pocket(!color, kind)));
            mirrored.set_checks(color, self.checks(!color));
        }
        mirrored
    }

    /// A number that differs where variants, pockets, promoted pieces or checks do.
    pub(crate) const fn key(&self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let key = self.packed.wrapping_mul(ODD).rotate_left(29) ^ self.promoted;
        let key = key.wrapping_mul(ODD);
        key ^ key >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_has_its_own_place() {
        for variant in Variant::ALL {
            assert_eq!(Extra::of(variant).variant(), variant);
            assert_eq!(Extra::of(variant).is_standard(), variant == Variant::Standard);
        }
        let mut extra = Extra::of(Variant::Crazyhouse);
        let places = || Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| (color, kind)));
        for (count, (color, kind)) in (1..).zip(places()) {
            extra.set_pocket(color, kind, 200);
            extra.set_pocket(color, kind, count);
        }
        extra.set_checks(Color::Black, 2);
        for (count, (color, kind)) in (1..).zip(places()) {
            let expected = if kind == PieceKind::King { 0 } else { count };
            assert_eq!(extra.pocket(color, kind), expected);
            assert_eq!(extra.mirrored().pocket(!color, kind), expected);
        }
        assert_eq!((extra.checks(Color::White), extra.checks(Color::Black)), (0, 2));
        assert_eq!((extra.mirrored().checks(Color::White), extra.variant()), (2, Variant::Crazyhouse));
        assert_eq!(extra.mirrored().mirrored(), extra);
        assert_eq!(extra.pocketed(), 1 + 2 + 3 + 4 + 5 + 7 + 8 + 9 + 10 + 11);
    }
}
