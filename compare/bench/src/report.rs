//! Medians, ratios, goals, the table and the CSV.

use std::fmt;
use std::fmt::Write as _;

use crate::child::Sample;

/// Where and when a run was made.
#[derive(Clone, Debug, Default)]
pub struct Circumstances {
    pub machine: String,
    pub date: String,
    pub commit: String,
}

/// One contender on one piece of work.
#[derive(Clone, Debug)]
pub struct Row {
    /// The product's profile: `release` or `dist`.
    pub profile: String,
    pub work: String,
    pub data: String,
    pub contender: String,
    pub bytes: u64,
    pub plies: u64,
    pub samples: Vec<Sample>,
    /// Measure that counts.
    pub measure: Measure,
    /// Comparison, if there is one.
    pub ratio: Option<f64>,
    /// Goal for the ratio.
    pub goal: Option<Goal>,
}

/// Measure of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// User and system time, in seconds: for work on one core.
    Cpu,
    /// Time that passed, in seconds: for work on several.
    Wall,
    /// The same as the first, in nanoseconds a ply.
    CpuPerPly,
    /// Largest resident memory, in MiB.
    Peak,
}

impl Measure {
    fn unit(self) -> &'static str {
        match self {
            Self::Cpu => "cpu s",
            Self::Wall => "wall s",
            Self::CpuPerPly => "ns/ply",
            Self::Peak => "MiB",
        }
    }
}

/// A bound that a ratio must keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    AtLeast(f64),
    AtMost(f64),
    /// A ratio of memory to a bound of so many MiB.
    WithinMib(f64),
    /// A ratio of time to a bound of so many milliseconds.
    WithinMs(f64),
    /// Speeds: the ratio is to one of them.
    GigabytesASecond(f64),
    MegabytesASecond(f64),
    MillionPliesASecond(f64),
}

impl Goal {
    /// Whether a ratio keeps it.
    pub fn is_reached(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(least)
            | Self::GigabytesASecond(least)
            | Self::MegabytesASecond(least)
            | Self::MillionPliesASecond(least) => ratio >= least,
            Self::AtMost(most) => ratio <= most,
            Self::WithinMib(_) | Self::WithinMs(_) => ratio <= 1.0,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, ">= {least}x"),
            Self::AtMost(most) => write!(f, "<= {most}x"),
            Self::WithinMib(bound) => write!(f, "<= 1x of {bound} MiB"),
            Self::WithinMs(bound) => write!(f, "<= 1x of {bound} ms"),
            Self::GigabytesASecond(least) => write!(f, ">= {least} GB/s"),
            Self::MegabytesASecond(least) => write!(f, ">= {least} MB/s"),
            Self::MillionPliesASecond(least) => write!(f, ">= {least} M plies/s"),
        }
    }
}

impl Row {
    fn value(&self, sample: &Sample, measure: Measure) -> f64 {
        match measure {
            Measure::Cpu => sample.cpu,
            Measure::Wall => sample.wall,
            Measure::CpuPerPly => sample.cpu * 1e9 / self.plies.max(1) as f64,
            Measure::Peak => sample.peak_kib as f64 / 1024.0,
        }
    }

    fn values(&self, measure: Measure) -> Vec<f64> {
        sorted(self.samples.iter().map(|sample| self.value(sample, measure)))
    }

    /// How many times as much as another one this takes: the middle value of the pairs, each of which was taken at about
    /// the same time.
    pub fn ratio_to(&self, other: &Self) -> f64 {
        let pairs = self.samples.iter().zip(&other.samples);
        middle(&sorted(
            pairs.map(|(one, two)| self.value(one, self.measure) / other.value(two, other.measure)),
        ))
    }

    /// Megabytes in a second, where the file is large enough to say so.
    fn megabytes_a_second(&self) -> Option<f64> {
        let is_time = matches!(self.measure, Measure::Cpu | Measure::Wall);
        (is_time && self.bytes >= 1_000_000).then(|| self.bytes as f64 / 1e6 / self.median())
    }

    /// The middle value of what counts here.
    pub fn median(&self) -> f64 {
        self.median_of(self.measure)
    }

    fn median_of(&self, measure: Measure) -> f64 {
        middle(&self.values(measure))
    }

    fn best_of(&self, measure: Measure) -> f64 {
        self.values(measure).first().copied().unwrap_or_default()
    }

    /// The largest resident memory of all runs, in MiB; 0 where only a pass was timed.
    pub fn peak_mib(&self) -> f64 {
        self.values(Measure::Peak).last().copied().unwrap_or_default()
    }

    fn ns_per_ply(&self) -> Option<f64> {
        let measure = if self.measure == Measure::Wall { Measure::Wall } else { Measure::Cpu };
        (self.plies > 0).then(|| self.median_of(measure) * 1e9 / self.plies as f64)
    }

    /// The ratio; a speed has its unit in the goal.
    fn ratio_with_unit(&self) -> String {
        let is_speed = matches!(
            self.goal,
            Some(Goal::GigabytesASecond(_) | Goal::MegabytesASecond(_) | Goal::MillionPliesASecond(_))
        );
        let unit = if is_speed { "" } else { "x" };
        self.ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}{unit}"))
    }

    /// Whether the goal is reached, where there is one.
    pub fn is_reached(&self) -> Option<bool> {
        Some(self.goal?.is_reached(self.ratio?))
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

fn middle(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn word(reached: Option<bool>) -> &'static str {
    match reached {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    }
}

/// The table for people.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<24} {:<19} {:<26} {:<6} {:>9} {:>9} {:>8} {:>8} {:>9} {:>8} {:<17} reached",
        "work", "data", "contender", "unit", "median", "best", "ns/ply", "MB/s", "peak MiB", "ratio", "goal"
    );
    let mut last = ("", "");
    for row in rows {
        if row.profile != last.0 {
            let _ = writeln!(out, "\nprofile {}", row.profile);
        }
        if (&row.profile[..], &row.work[..]) != last {
            out.push('\n');
            last = (&row.profile, &row.work);
        }
        let or_nothing = |value: Option<f64>, digits: usize| {
            value.map_or_else(String::new, |value| format!("{value:.digits$}"))
        };
        let line = format!(
            "{:<24} {:<19} {:<26} {:<6} {:>9.3} {:>9.3} {:>8} {:>8} {:>9} {:>8} {:<17} {}",
            row.work,
            row.data,
            row.contender,
            row.measure.unit(),
            row.median(),
            row.best_of(row.measure),
            or_nothing(row.ns_per_ply(), 1),
            or_nothing(row.megabytes_a_second(), 0),
            or_nothing(Some(row.peak_mib()).filter(|&peak| peak > 0.0), 1),
            row.ratio_with_unit(),
            row.goal.map_or_else(String::new, |goal| goal.to_string()),
            word(row.is_reached()),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// Number of goals, and those that are missed.
pub fn summary(rows: &[Row]) -> String {
    let goals = rows.iter().filter(|row| row.is_reached().is_some()).count();
    let missed: Vec<&Row> = rows.iter().filter(|row| row.is_reached() == Some(false)).collect();
    let mut out = format!("{} of {goals} goals reached", goals - missed.len());
    for row in missed {
        let who = format!("{}, {}, {}, {}", row.profile, row.work, row.data, row.contender);
        let goal = row.goal.map_or_else(String::new, |goal| goal.to_string());
        let _ = write!(out, "\nmissed: {who}: {}, goal {goal}", row.ratio_with_unit());
    }
    out
}

/// The same for programs.
pub fn csv(rows: &[Row], run: &Circumstances) -> String {
    let mut out = String::from(
        "profile,work,data,contender,bytes,plies,samples,unit,median,best,cpu_median_s,cpu_best_s,wall_median_s,\
         wall_best_s,peak_mib,ratio,goal,reached,machine,date,commit\n",
    );
    for row in rows {
        let _ = writeln!(
            out,
            "{},\"{}\",\"{}\",\"{}\",{},{},{},{},{:.6},{:.6},{:.6},{:.6},{:.6},{:.6},{:.2},{},{},{},\"{}\",{},{}",
            row.profile,
            row.work,
            row.data,
            row.contender,
            row.bytes,
            row.plies,
            row.samples.len(),
            row.measure.unit(),
            row.median(),
            row.best_of(row.measure),
            row.median_of(Measure::Cpu),
            row.best_of(Measure::Cpu),
            row.median_of(Measure::Wall),
            row.best_of(Measure::Wall),
            row.peak_mib(),
            row.ratio.map_or_else(String::new, |ratio| format!("{ratio:.4}")),
            row.goal.map_or_else(String::new, |goal| goal.to_string()),
            word(row.is_reached()),
            run.machine,
            run.date,
            run.commit,
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(times: &[f64], goal: Option<Goal>, ratio: Option<f64>) -> Row {
        let samples = times.iter().map(|&cpu| Sample { cpu, ..Sample::default() }).collect();
        let text = String::new;
        let (profile, work, data, contender) = (text(), text(), text(), text());
        let measure = Measure::Cpu;
        Row { profile, work, data, contender, bytes: 0, plies: 0, samples, measure, ratio, goal }
    }

    #[test]
    fn a_ratio_is_the_middle_of_pairs() {
        // A slow moment of the machine falls on both of a pair: 4, 4 and 3.
        let (ours, theirs) = (row(&[1.0, 10.0, 1.0], None, None), row(&[4.0, 40.0, 3.0], None, None));
        assert!((theirs.ratio_to(&ours) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_speed_is_not_a_multiple() {
        let json = row(&[0.5], Some(Goal::MegabytesASecond(200.0)), Some(171.0));
        assert_eq!((json.is_reached(), &json.ratio_with_unit()[..]), (Some(false), "171.00"));
        let fmt = row(&[0.5], Some(Goal::AtLeast(25.0)), Some(25.0));
        assert_eq!((fmt.is_reached(), &fmt.ratio_with_unit()[..]), (Some(true), "25.00x"));
    }
}
