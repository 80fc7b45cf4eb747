//! The rating that a score would fit.

/// Points against opponents whose ratings are known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Against {
    opponents_sum: u64,
    opponents: u32,
    half_points: u32,
}

impl Against {
    /// The sum of the opponents' ratings, their number, and the half points against them.
    #[cfg(feature = "index")]
    pub(crate) fn of_sums((opponents_sum, opponents, half_points): (u64, u64, u64)) -> Self {
        let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        Self { opponents_sum, opponents: number(opponents), half_points: number(half_points) }
    }

    /// Counts a game with so many half points; one with an opponent of whom no rating is known (0) does not count.
    pub(crate) fn add(&mut self, opponent: u16, half_points: u32) {
        if opponent > 0 {
            self.opponents_sum += u64::from(opponent);
            self.opponents += 1;
            self.half_points += half_points;
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.opponents_sum += other.opponents_sum;
        self.opponents += other.opponents;
        self.half_points += other.half_points;
    }

    /// The average rating of the opponents.
    pub(crate) fn opponents(&self) -> Option<u32> {
        average(self.opponents_sum, u64::from(self.opponents))
    }

    /// The average of the opponents' ratings, and what the table of the federation adds for the score (Rating Regulations,
    /// 8.1.1).
    pub(crate) fn performance(&self) -> Option<u32> {
        let opponents = self.opponents()?;
        let percent =
            (50 * u64::from(self.half_points) + u64::from(self.opponents) / 2) / u64::from(self.opponents);
        let above = DIFFERENCES[percent.abs_diff(50) as usize];
        let performance = if percent >= 50 { opponents + above } else { opponents.saturating_sub(above) };
        Some(performance)
    }
}

/// The rating that a score would fit, as explorers have it: the mean of the opponents' ratings, and what the table of the federation adds for the score
/// (Rating Regulations, 8.1.1), with the values between whole percents between those of the table. The sum of the opponents' ratings, their number, and
/// the half points of the player; `None` without opponents.
#[must_use]
pub fn performance(opponents_sum: u64, opponents: u64, half_points: u64) -> Option<i32> {
    if opponents == 0 {
        return None;
    }
    let mean = opponents_sum as f64 / opponents as f64;
    let percent = (50.0 * half_points as f64 / opponents as f64).clamp(0.0, 100.0);
    let above = (percent - 50.0).abs();
    let whole = above as usize;
    let at = |place: usize| f64::from(DIFFERENCES[place.min(50)]);
    let difference = at(whole) + (above - whole as f64) * (at(whole + 1) - at(whole));
    Some((mean + difference * if percent < 50.0 { -1.0 } else { 1.0 }).round() as i32)
}

/// The average, rounded.
pub(crate) fn average(sum: u64, count: u64) -> Option<u32> {
    (count > 0).then(|| ((sum + count / 2) / count) as u32)
}

/// The difference of ratings for a score, from 50 to 100 percent.
const DIFFERENCES: [u32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performances_are_those_of_the_table() {
        assert_eq!(performance(0, 0, 0), None);
        assert_eq!(performance(4000, 2, 2), Some(2000));
        assert_eq!(performance(4000, 2, 4), Some(2800));
        assert_eq!(performance(4000, 2, 0), Some(1200));
        // 75 percent, and 62.5, which is between 87 and 95.
        assert_eq!(performance(8000, 4, 6), Some(2193));
        assert_eq!(performance(8000, 4, 5), Some(2091));
        assert_eq!(performance(8000, 4, 3), Some(1909));
    }
}
