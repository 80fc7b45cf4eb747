//! Medians, ratios, goals, the table and the CSV.

use std::fmt;
use std::fmt::Write as _;

use crate::child::Sample;

/// One contender on one piece of work.
#[derive(Clone, Debug)]
pub struct Row {
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
    /// Speeds: the ratio is to one of them.
    GigabytesASecond(f64),
    MillionPliesASecond(f64),
}

impl Goal {
    /// Whether a ratio keeps it.
    pub fn is_reached(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(least) | Self::GigabytesASecond(least) | Self::MillionPliesASecond(least) => {
                ratio >= least
            }
            Self::AtMost(most) => ratio <= most,
            Self::WithinMib(_) => ratio <= 1.0,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, ">= {least}x"),
            Self::AtMost(most) => write!(f, "<= {most}x"),
            Self::WithinMib(bound) => write!(f, "<= 1x of {bound} MiB"),
            Self::GigabytesASecond(least) => write!(f, ">= {least} GB/s"),
            Self::MillionPliesASecond(least) => write!(f, ">= {least} M plies/s"),
        }
    }
}

impl Row {
    fn values(&self, measure: Measure) -> Vec<f64> {
        let mut values: Vec<f64> = self
            .samples
            .iter()
            .map(|sample| match measure {
                Measure::Cpu => sample.cpu,
                Measure::Wall => sample.wall,
                Measure::CpuPerPly => sample.cpu * 1e9 / self.plies.max(1) as f64,
                Measure::Peak => sample.peak_kib as f64 / 1024.0,
            })
            .collect();
        values.sort_by(f64::total_cmp);
        values
    }

    /// The middle value of what counts here.
    pub fn median(&self) -> f64 {
        self.median_of(self.measure)
    }

    fn median_of(&self, measure: Measure) -> f64 {
        let values = self.values(measure);
        values.get(values.len() / 2).copied().unwrap_or_default()
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

    /// Whether the goal is reached, where there is one.
    pub fn is_reached(&self) -> Option<bool> {
        Some(self.goal?.is_reached(self.ratio?))
    }
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
        "{:<24} {:<19} {:<26} {:<6} {:>9} {:>9} {:>8} {:>9} {:>8} {:<17} reached",
        "work", "data", "contender", "unit", "median", "best", "ns/ply", "peak MiB", "ratio", "goal"
    );
    let mut last = "";
    for row in rows {
        if row.work != last {
            out.push('\n');
            last = &row.work;
        }
        let or_nothing = |value: Option<f64>, digits: usize| {
            value.map_or_else(String::new, |value| format!("{value:.digits$}"))
        };
        let line = format!(
            "{:<24} {:<19} {:<26} {:<6} {:>9.3} {:>9.3} {:>8} {:>9} {:>8} {:<17} {}",
            row.work,
            row.data,
            row.contender,
            row.measure.unit(),
            row.median(),
            row.best_of(row.measure),
            or_nothing(row.ns_per_ply(), 1),
            or_nothing(Some(row.peak_mib()).filter(|&peak| peak > 0.0), 1),
            row.ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}x")),
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
        let (ratio, goal) =
            (row.ratio.unwrap_or_default(), row.goal.map_or_else(String::new, |goal| goal.to_string()));
        let _ =
            write!(out, "\nmissed: {}, {}, {}: {ratio:.2}x, goal {goal}", row.work, row.data, row.contender);
    }
    out
}

/// The same for programs.
pub fn csv(rows: &[Row]) -> String {
    let mut out = String::from(
        "work,data,contender,bytes,plies,samples,unit,median,best,cpu_median_s,cpu_best_s,wall_median_s,wall_best_s,\
         peak_mib,ratio,goal,reached\n",
    );
    for row in rows {
        let _ = writeln!(
            out,
            "\"{}\",\"{}\",\"{}\",{},{},{},{},{:.6},{:.6},{:.6},{:.6},{:.6},{:.6},{:.2},{},{},{}",
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
        );
    }
    out
}
