//! The loops that are worth compiling twice: for any processor, and for those with AVX2 and BMI2, which is nearly
//! all of them. The second form needs a tenth fewer instructions.
#![allow(unsafe_code)]

/// Such a loop. What it is to gain from better instructions must be inlined into it.
pub(crate) trait Hot {
    /// Its result.
    type Output;

    /// Runs it. Implementations are `#[inline(always)]`: what is not inlined is compiled for any processor.
    fn run(self) -> Self::Output;
}

/// The instructions to use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instructions {
    /// Whether the processor has all that [`modern`] is compiled for.
    #[cfg(target_arch = "x86_64")]
    modern: bool,
}

impl Default for Instructions {
    fn default() -> Self {
        Self::best()
    }
}

impl Instructions {
    /// Those that every processor has.
    #[cfg_attr(target_arch = "x86_64", allow(dead_code))] // The tests compare.
    pub(crate) const PORTABLE: Self = Self {
        #[cfg(target_arch = "x86_64")]
        modern: false,
    };

    /// The best that this processor has.
    pub(crate) fn best() -> Self {
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

    /// Runs a loop in these instructions.
    #[inline(always)]
    pub(crate) fn run<H: Hot>(self, hot: H) -> H::Output {
        #[cfg(target_arch = "x86_64")]
        if self.modern {
            // SAFETY: `modern` is only set where the processor has the features the function is compiled for.
            return unsafe { modern(hot) };
        }
        portable(hot)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn modern<H: Hot>(hot: H) -> H::Output {
    hot.run()
}

#[inline(never)]
fn portable<H: Hot>(hot: H) -> H::Output {
    hot.run()
}
