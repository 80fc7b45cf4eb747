//! Rates of the processor, by which times become cycles where hardware counters cannot be read.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// Rates in cycles per second.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// The time-stamp counter, which runs at one rate whatever the core does; `None` where it does not, or is not known.
    pub counter: Option<f64>,
    /// The core itself while it is busy, which may be faster or slower.
    pub core: f64,
}

impl Rates {
    /// Those of this machine, now.
    pub fn now() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self { counter: counter(&info), core: core() }
    }
}

/// The rate that Linux has of the time-stamp counter: a "bogomips" is half a million of its cycles per second.
fn counter(info: &str) -> Option<f64> {
    let field = |name: &str| {
        info.lines().filter_map(|line| line.split_once(':')).find(|(found, _)| found.trim() == name)
    };
    let is_steady = |flag| field("flags").is_some_and(|(_, all)| all.split(' ').any(|one| one == flag));
    let bogomips: f64 = field("bogomips")?.1.trim().parse().ok()?;
    (is_steady("constant_tsc") && is_steady("nonstop_tsc")).then_some(bogomips / 2.0 * 1e6)
}

/// The rate of the core, from operations that each wait for the one before: a multiplication takes three cycles and an
/// exclusive or takes one on x86-64 of the last ten years. (An addition of a constant takes none on some.) This is the fastest
/// of some tries, since others may use the core too.
fn core() -> f64 {
    const STEPS: u32 = 10_000_000;
    let (factor, mask, mut value) = black_box((6_364_136_223_846_793_005_u64, 0x5555_u64, 1_u64));
    let mut least = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        for _ in 0..STEPS {
            value = value.wrapping_mul(factor) ^ mask;
        }
        value = black_box(value);
        least = least.min(start.elapsed().as_secs_f64());
    }
    4.0 * f64::from(STEPS) / least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_is_known_only_where_it_is_steady() {
        let info = "processor\t: 0\nflags\t\t: fpu constant_tsc nonstop_tsc\nbogomips\t: 5199.99\n";
        assert_eq!(counter(info), Some(2_599_995_000.0));
        assert_eq!(counter(&info.replace(" nonstop_tsc", "")), None);
        assert_eq!(counter(""), None);
    }

    #[test]
    fn a_core_has_a_rate() {
        assert!((1e7..1e11).contains(&core()));
    }
}
