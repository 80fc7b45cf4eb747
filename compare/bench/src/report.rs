//! Medians, ratios, the table and the CSV.

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
    /// The time that counts here.
    pub measure: Measure,
}

/// Which of the two times counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// User and system time: for work on one core.
    Cpu,
    /// Time that passed: for work on several.
    Wall,
}

impl Row {
    fn times(&self, measure: Measure) -> Vec<f64> {
        let mut times: Vec<f64> = self
            .samples
            .iter()
            .map(|sample| if measure == Measure::Cpu { sample.cpu } else { sample.wall })
            .collect();
        times.sort_by(f64::total_cmp);
        times
    }

    fn median(&self, measure: Measure) -> f64 {
        let times = self.times(measure);
        times.get(times.len() / 2).copied().unwrap_or_default()
    }

    fn best(&self, measure: Measure) -> f64 {
        self.times(measure).first().copied().unwrap_or_default()
    }

    fn peak_kib(&self) -> u64 {
        self.samples.iter().map(|sample| sample.peak_kib).max().unwrap_or_default()
    }

    fn ns_per_ply(&self) -> f64 {
        if self.plies == 0 { 0.0 } else { self.median(self.measure) * 1e9 / self.plies as f64 }
    }
}

/// How many times as long as the first row of the same work and data this one takes.
fn ratio(rows: &[Row], row: &Row) -> f64 {
    let first = rows.iter().find(|other| other.work == row.work && other.data == row.data).unwrap_or(row);
    row.median(row.measure) / first.median(row.measure)
}

/// The table for people.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<26} {:<12} {:<26} {:>9} {:>9} {:>9} {:>7} {:>9} {:>8}",
        "work", "data", "contender", "cpu s", "wall s", "best", "ns/ply", "peak MiB", "times"
    );
    let mut last = (String::new(), String::new());
    for row in rows {
        let this = (row.work.clone(), row.data.clone());
        if this != last {
            out.push('\n');
            last = this;
        }
        let _ = writeln!(
            out,
            "{:<26} {:<12} {:<26} {:>9.4} {:>9.4} {:>9.4} {:>7.1} {:>9.1} {:>7.2}x",
            row.work,
            row.data,
            row.contender,
            row.median(Measure::Cpu),
            row.median(Measure::Wall),
            row.best(row.measure),
            row.ns_per_ply(),
            row.peak_kib() as f64 / 1024.0,
            ratio(rows, row)
        );
    }
    out
}

/// The same for programs.
pub fn csv(rows: &[Row]) -> String {
    let mut out = String::from(
        "work,data,contender,bytes,plies,samples,cpu_median_s,cpu_best_s,wall_median_s,wall_best_s,peak_kib,measure,ratio\n",
    );
    for row in rows {
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{:.6},{:.6},{:.6},{:.6},{},{},{:.4}",
            row.work,
            row.data,
            row.contender,
            row.bytes,
            row.plies,
            row.samples.len(),
            row.median(Measure::Cpu),
            row.best(Measure::Cpu),
            row.median(Measure::Wall),
            row.best(Measure::Wall),
            row.peak_kib(),
            if row.measure == Measure::Cpu { "cpu" } else { "wall" },
            ratio(rows, row)
        );
    }
    out
}
