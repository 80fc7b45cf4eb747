//! The one loop that is worth compiling twice: for any processor, and for those with AVX2 and BMI2, which is nearly
//! all of them. The second form needs a tenth fewer instructions.
#![allow(unsafe_code)]

use pgnkit_syntax::{NumberText, Sink};

use super::Visitor;
use super::replay::Movetext;

/// The instructions to use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instructions {
    /// Whether the processor has all that `modern_plain_moves` is compiled for.
    modern: bool,
}

impl Instructions {
    /// Those that every processor has.
    #[cfg_attr(target_arch = "x86_64", allow(dead_code))] // The tests compare.
    pub(super) const PORTABLE: Self = Self { modern: false };

    /// The best that this processor has.
    pub(super) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        return Self {
            modern: is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt"),
        };
        #[cfg(not(target_arch = "x86_64"))]
        Self::PORTABLE
    }

    /// [`Movetext::plain_moves`] in these instructions.
    #[inline(always)]
    pub(super) fn plain_moves<V, S>(self, game: &mut Movetext<'_, '_, V, S>, number: &mut NumberText)
    where
        V: Visitor + ?Sized,
        S: Sink + ?Sized,
    {
        #[cfg(target_arch = "x86_64")]
        if self.modern {
            // SAFETY: `modern` is only set where the processor has the features the function is compiled for.
            return unsafe { modern_plain_moves(game, number) };
        }
        portable_plain_moves(game, number);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn modern_plain_moves<V, S>(game: &mut Movetext<'_, '_, V, S>, number: &mut NumberText)
where
    V: Visitor + ?Sized,
    S: Sink + ?Sized,
{
    game.plain_moves(number);
}

#[inline(never)]
fn portable_plain_moves<V, S>(game: &mut Movetext<'_, '_, V, S>, number: &mut NumberText)
where
    V: Visitor + ?Sized,
    S: Sink + ?Sized,
{
    game.plain_moves(number);
}
