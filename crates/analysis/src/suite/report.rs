//! Lists of results: lines for people, JSON, a table for programs.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

use pgnkit::render::safe;
use pgnkit_archive::output::field;
use pgnkit_collections::ListForm;
use pgnkit_uci::Score;
use serde_json::{Value, json};

use super::outcome::Verdict;
use super::row::{SuiteResult, SuiteRow};
use super::summary::{Summary, Sums};

/// An engine as lists name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestedEngine {
    /// Its name.
    pub name: String,
    /// Its limit, and whatever else sets it apart, in words.
    pub settings: String,
}

/// The list of a run, in one form. Methods append its parts to a text.
#[derive(Clone, Debug)]
pub struct SuiteReport {
    /// The form.
    pub form: ListForm,
    /// The engines, one or two.
    pub engines: Vec<TestedEngine>,
}

const CSV_HEAD: &str = "file,record,id,fen,bm,am,dm,engine,move,uci,result,points,max_points,cp,mate,depth,nodes,time_ms,\
                        solution_depth,solution_nodes,solution_time_ms,line\n";

/// Characters of a goal in a table for people.
const WIDEST_GOAL: usize = 22;

impl SuiteReport {
    /// Appends what comes before the first record.
    pub fn begin(&self, out: &mut String) {
        match self.form {
            ListForm::Csv => out.push_str(CSV_HEAD),
            ListForm::Text => self.begin_text(out),
            _ => {}
        }
    }

    /// Appends a record of a file.
    pub fn add(&self, file: &str, row: &SuiteRow, out: &mut String) {
        match self.form {
            ListForm::Csv => self.add_csv(file, row, out),
            ListForm::Json => {
                let _ = writeln!(out, "{}", self.json(file, row));
            }
            _ => self.add_text(row, out),
        }
    }

    /// Appends what comes after the last record.
    pub fn end(&self, summary: &Summary, out: &mut String) {
        match self.form {
            ListForm::Csv => {}
            ListForm::Json => {
                let _ = writeln!(out, "{}", self.summary_json(summary));
            }
            _ => self.end_text(summary, out),
        }
    }

    fn begin_text(&self, out: &mut String) {
        for (number, engine) in (1..).zip(&self.engines) {
            let which = if self.engines.len() > 1 { format!("{number}: ") } else { String::new() };
            let _ = writeln!(out, "{which}{}", engine_words(engine));
        }
        out.push('\n');
        let found = format!("{:<9} {:<7} {:>7} {:>7} {:>8}", "result", "move", "points", "depth", "nodes");
        if self.engines.len() > 1 {
            let _ = writeln!(out, "    #  1 {found}  2 {found}  only    {:<WIDEST_GOAL$}  id", "wanted");
        } else {
            let _ =
                writeln!(out, "    #  {found} {:>8}  {:>8}  {:<WIDEST_GOAL$}  id", "time", "score", "wanted");
        }
    }

    fn add_text(&self, row: &SuiteRow, out: &mut String) {
        let _ = write!(out, "{:>5}", row.number);
        let is_compared = self.engines.len() > 1;
        for result in &row.results {
            out.push_str(if is_compared { "  " } else { "" });
            add_result(row, result, out);
            if !is_compared {
                let SuiteResult { outcome, .. } = result;
                let time = outcome.solution.as_ref().and_then(|solution| solution.time).map(seconds);
                let score = outcome.score.map(|score| score.to_string());
                let _ = write!(out, " {:>8}  {:>8}", time.unwrap_or_default(), score.unwrap_or_default());
            }
        }
        if is_compared {
            let only = ["1", "2"].get(row.only_solver().unwrap_or(2)).copied().unwrap_or_default();
            let _ = write!(out, "  {only:<6}");
        }
        let goal = safe(&row.goal());
        let goal = clipped(&goal, WIDEST_GOAL);
        let line = format!("  {goal:<WIDEST_GOAL$}  {}", safe(&row.id));
        out.push_str(line.trim_end());
        out.push('\n');
    }

    fn end_text(&self, summary: &Summary, out: &mut String) {
        let themes = summary.themes();
        if !themes.is_empty() {
            self.add_themes(themes, out);
        }
        out.push('\n');
        for (number, (engine, sums)) in (1..).zip(self.engines.iter().zip(summary.total())) {
            let which = if self.engines.len() > 1 {
                format!("{number}: {}: ", safe(&engine.name))
            } else {
                String::new()
            };
            let solved = share("solved", sums.solved, sums.records);
            let points = if sums.most_points > 0 {
                format!(", {}", share("points", sums.points, sums.most_points))
            } else {
                String::new()
            };
            let _ =
                writeln!(out, "{which}{solved}{points}; {} nodes in {} s", sums.nodes, seconds(sums.time));
            for (count, words) in
                [(sums.without_goal, "without a move to find"), (sums.failed, "without a result")]
            {
                if count > 0 {
                    let _ =
                        writeln!(out, "   {count} {} {words}", if count == 1 { "record" } else { "records" });
                }
            }
        }
        if let Some(comparison) = summary.comparison() {
            let [one, other] = comparison.only;
            let _ = writeln!(
                out,
                "both solved {}, only 1 {one}, only 2 {other}, neither {}\n{}",
                comparison.both,
                comparison.neither,
                verdict(one, other, comparison.probability())
            );
        }
    }

    fn add_themes(&self, themes: &[(String, Vec<Sums>)], out: &mut String) {
        let has_points = themes.iter().any(|(_, sums)| sums.iter().any(|sums| sums.most_points > 0));
        let width = themes.iter().map(|(name, _)| safe(name).chars().count()).max().unwrap_or(0).clamp(5, 60);
        let _ = write!(out, "\n{:<width$}", "theme");
        for number in 1..=self.engines.len() {
            let which = if self.engines.len() > 1 { format!("{number}: ") } else { String::new() };
            let _ = write!(out, "  {:>16}", format!("{which}solved"));
            if has_points {
                let _ = write!(out, "  {:>20}", "points");
            }
        }
        out.push('\n');
        for (name, sums) in themes {
            let name = if name.is_empty() {
                "(others)".to_owned()
            } else {
                clipped(&safe(name), width).into_owned()
            };
            let _ = write!(out, "{name:<width$}");
            for sums in sums {
                let _ = write!(out, "  {:>16}", of_all(sums.solved, sums.records));
                if has_points {
                    let _ = write!(out, "  {:>20}", of_all(sums.points, sums.most_points));
                }
            }
            out.push('\n');
        }
    }

    fn add_csv(&self, file: &str, row: &SuiteRow, out: &mut String) {
        for (engine, SuiteResult { outcome, san, uci, line }) in self.engines.iter().zip(&row.results) {
            let (cp, mate) = cells(outcome.score);
            let solution = outcome.solution.as_ref();
            let cells = [
                field(file),
                row.number.to_string().into(),
                field(&row.id),
                field(&row.fen),
                field(&row.best.join(" ")).into_owned().into(),
                field(&row.avoid.join(" ")).into_owned().into(),
                cell(row.mate),
                field(&engine.name),
                field(san),
                field(uci),
                outcome.verdict.as_str().into(),
                cell(outcome.points),
                cell(row.most_points),
                cell(cp),
                cell(mate),
                cell((outcome.depth > 0).then_some(outcome.depth)),
                cell(outcome.nodes),
                cell(Some(outcome.time.as_millis())),
                cell(solution.map(|solution| solution.depth)),
                cell(solution.and_then(|solution| solution.nodes)),
                cell(solution.and_then(|solution| solution.time).map(|time| time.as_millis())),
                field(line),
            ];
            out.push_str(&cells.join(","));
            out.push('\n');
        }
    }

    fn json(&self, file: &str, row: &SuiteRow) -> Value {
        let result = |(engine, SuiteResult { outcome, san, uci, line }): (&TestedEngine, &SuiteResult)| {
            let (cp, mate) = cells(outcome.score);
            let solution = outcome.solution.as_ref().map(|solution| {
                json!({
                    "depth": solution.depth,
                    "nodes": solution.nodes,
                    "time_ms": solution.time.map(milliseconds),
                })
            });
            let text = |text: &String| (!text.is_empty()).then(|| text.clone());
            json!({
                "engine": engine.name,
                "move": text(san),
                "uci": text(uci),
                "result": outcome.verdict.as_str(),
                "points": outcome.points,
                "cp": cp,
                "mate": mate,
                "depth": (outcome.depth > 0).then_some(outcome.depth),
                "nodes": outcome.nodes,
                "time_ms": milliseconds(outcome.time),
                "solution": solution,
                "line": text(line),
            })
        };
        json!({
            "file": file,
            "record": row.number,
            "id": (!row.id.is_empty()).then_some(&row.id),
            "fen": row.fen,
            "bm": row.best,
            "am": row.avoid,
            "dm": row.mate,
            "max_points": row.most_points,
            "results": self.engines.iter().zip(&row.results).map(result).collect::<Vec<_>>(),
        })
    }

    fn summary_json(&self, summary: &Summary) -> Value {
        let sums = |sums: &Sums| {
            json!({
                "records": sums.records,
                "solved": sums.solved,
                "points": sums.points,
                "max_points": sums.most_points,
                "nodes": sums.nodes,
                "time_ms": milliseconds(sums.time),
                "without_goal": sums.without_goal,
                "failed": sums.failed,
            })
        };
        let of_engine = |(engine, total): (&TestedEngine, &Sums)| {
            let mut value = sums(total);
            value["engine"] = json!(engine.name);
            value["settings"] = json!(engine.settings);
            value
        };
        let of_theme = |(name, each): &(String, Vec<Sums>)| json!({ "theme": name, "engines": each.iter().map(sums).collect::<Vec<_>>() });
        let comparison = summary.comparison().map(|comparison| {
            json!({
                "both": comparison.both,
                "only": comparison.only,
                "neither": comparison.neither,
                "p": comparison.probability(),
            })
        });
        json!({
            "summary": {
                "engines": self.engines.iter().zip(summary.total()).map(of_engine).collect::<Vec<_>>(),
                "themes": summary.themes().iter().map(of_theme).collect::<Vec<_>>(),
                "comparison": comparison,
            }
        })
    }
}

fn engine_words(engine: &TestedEngine) -> String {
    let TestedEngine { name, settings } = engine;
    safe(&if settings.is_empty() { name.clone() } else { format!("{name}, {settings}") })
}

/// The result of one engine, from its mark to the nodes of its solution.
fn add_result(row: &SuiteRow, SuiteResult { outcome, san, .. }: &SuiteResult, out: &mut String) {
    let (mark, word) = match outcome.verdict {
        Verdict::Solved => ('✓', "solved"),
        Verdict::Missed => ('✗', "missed"),
        Verdict::NoGoal => ('-', "no goal"),
        Verdict::Ended => ('-', "ended"),
        Verdict::Failed => ('!', "failed"),
    };
    let points = outcome.points.zip(row.most_points).map(|(points, most)| format!("{points}/{most}"));
    let (depth, nodes) = match &outcome.solution {
        Some(solution) => (solution.depth.to_string(), solution.nodes.map(short).unwrap_or_default()),
        None => (String::new(), String::new()),
    };
    let points = points.unwrap_or_default();
    let _ = write!(out, "  {mark} {word:<7} {san:<7} {points:>7} {depth:>7} {nodes:>8}");
}

/// The verdict on two engines, in words.
fn verdict(one: u64, other: u64, probability: f64) -> String {
    if one + other == 0 {
        return "no record was solved by only one of them: nothing sets them apart here".to_owned();
    }
    let shown = if probability < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {probability:.4}") };
    let words = if probability < 0.01 {
        "hardly chance"
    } else if probability < 0.05 {
        "probably not chance"
    } else {
        "it may be chance"
    };
    format!("{shown} (exact sign test of the {} that only one solved, two-sided): {words}", one + other)
}

/// `17 of 24 solved (70.8 %)`.
fn share(what: &str, part: u64, all: u64) -> String {
    format!("{what} {}", of_all(part, all).replacen('/', " of ", 1))
}

/// `17/24  70.8 %`.
fn of_all(part: u64, all: u64) -> String {
    if all == 0 {
        "-".to_owned()
    } else {
        format!("{part}/{all} ({:.1} %)", 100.0 * part as f64 / all as f64)
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A number in at most seven characters, for those that an engine can search.
fn short(number: u64) -> String {
    match number {
        0..10_000_000 => number.to_string(),
        10_000_000..10_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}

fn clipped(text: &str, width: usize) -> Cow<'_, str> {
    if text.chars().count() <= width {
        return text.into();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…").into()
}

fn cells(score: Option<Score>) -> (Option<i32>, Option<i32>) {
    match score {
        Some(Score::Centipawns(number)) => (Some(number), None),
        Some(Score::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    }
}

fn cell<'c>(value: Option<impl ToString>) -> Cow<'c, str> {
    value.map(|value| value.to_string()).unwrap_or_default().into()
}
