//! A table as a picture: bars, in SVG.
//!
//! Bars rise from an axis of numbers, such as years, or lie beside names, such as openings. Their parts are the results, or
//! whatever else a table has. The picture has colours for light and for dark surroundings.

use std::fmt::Write as _;

use pgnkit::render::safe;

use super::table::{Row, Table, shortened};

const WIDTH: f64 = 860.0;
/// Bars that lie beside names, at the most.
const LYING: usize = 40;
/// Maximum number of bars on an axis: with more numbers, several share a bar.
const STANDING: u64 = 250;
/// The width of a character of the small text, roughly.
const CHARACTER: f64 = 7.0;
/// Characters of a name.
const NAME: usize = 36;

const STYLE: &str = "\
.paper{fill:#ffffff}.title{font-size:18px;font-weight:600;fill:#1f2430}.text{font-size:12px;fill:#3d4452}\
.note{font-size:12px;fill:#6b7280}.grid{stroke:#dfe3ea;stroke-width:1}.axis{stroke:#9aa3b2;stroke-width:1}\
.bar{stroke:#5b6474;stroke-width:.6}.value{stroke:#ffffff;stroke-width:4px;paint-order:stroke}\
.s0{fill:#f2e3c2}.s1{fill:#a9b3c2}.s2{fill:#4a5263}.s3{fill:#d98c7a}\
.e0{fill:#f0cf65}.e1{fill:#e39a4b}.e2{fill:#c4513f}\
@media(prefers-color-scheme:dark){.paper{fill:#15181e}.title{fill:#eceff4}.text{fill:#cbd2dd}.note{fill:#98a1b0}\
.grid{stroke:#2b313c}.axis{stroke:#5d6777}.bar{stroke:#8a94a6}.value{stroke:#15181e}\
.s0{fill:#ecdcb8}.s1{fill:#8a94a4}.s2{fill:#46608c}.s3{fill:#b86c5b}\
.e0{fill:#d9b848}.e1{fill:#cc7f35}.e2{fill:#b34636}}";

/// A bar: its name or place, and its parts.
struct Bar {
    label: String,
    parts: Vec<f64>,
}

impl Bar {
    fn of(row: &Row, places: &[usize], label: String) -> Self {
        let part = |at: &usize| row.cells[*at].value().filter(|value| value.is_finite()).unwrap_or(0.0);
        Self { label, parts: places.iter().map(part).collect() }
    }
}

impl Table {
    /// A picture of it, as SVG; none where there is nothing that could be drawn.
    pub fn plot(&self) -> Option<String> {
        let series: Vec<(usize, &str)> =
            self.series.iter().filter_map(|(name, text)| Some((self.place(name)?, *text))).collect();
        // A part that is nowhere is not in the legend.
        let is_there =
            |at: usize| self.rows.iter().any(|row| row.cells[at].value().is_some_and(|value| value > 0.0));
        let series: Vec<(usize, (usize, &str))> =
            series.into_iter().enumerate().filter(|(_, (at, _))| is_there(*at)).collect();
        if series.is_empty() {
            return None;
        }
        let picture = Picture {
            table: self,
            classes: series.iter().map(|(number, _)| self.class(*number)).collect(),
            legend: series.iter().map(|(_, (_, text))| *text).collect(),
            places: series.iter().map(|(_, (at, _))| *at).collect(),
        };
        let numbered: Vec<&Row> = self.rows.iter().filter(|row| row.at.is_some()).collect();
        match self.step {
            Some(step) if !numbered.is_empty() => Some(picture.standing(&numbered, step)),
            _ => Some(picture.lying()),
        }
    }

    fn class(&self, part: usize) -> String {
        match self.name {
            "errors" => format!("e{part}"),
            // White and Black.
            "time" => format!("s{}", 2 * part),
            _ => format!("s{part}"),
        }
    }
}

struct Picture<'t> {
    table: &'t Table,
    classes: Vec<String>,
    legend: Vec<&'t str>,
    places: Vec<usize>,
}

impl Picture<'_> {
    /// Bars on an axis; rows without a place there are named below. A few numbers far from each other are names.
    fn standing(&self, rows: &[&Row], step: u64) -> String {
        let at = |row: &Row| row.at.unwrap_or(0);
        let first = rows.iter().map(|row| at(row)).min().unwrap_or(0);
        let last = rows.iter().map(|row| at(row)).max().unwrap_or(0);
        let step = step.max(1);
        let offset = first % step;
        let place = |number: u64, width: u64| (number - offset) / width;
        let fits = |width: &u64| place(last, *width) - place(first, *width) < STANDING;
        let width = widths(step).find(fits).unwrap_or(u64::MAX);
        if width > step && rows.len() <= LYING {
            return self.lying();
        }
        let start = place(first, width);
        let mut bars: Vec<Bar> = (start..=place(last, width))
            .map(|place| {
                let from = offset + place * width;
                let label = if width > 1 {
                    format!("{from}-{}", from.saturating_add(width - 1))
                } else {
                    from.to_string()
                };
                Bar { label, parts: vec![0.0; self.places.len()] }
            })
            .collect();
        for row in rows {
            let bar = &mut bars[(place(at(row), width) - start) as usize];
            let own = Bar::of(row, &self.places, String::new());
            bar.parts.iter_mut().zip(own.parts).for_each(|(sum, part)| *sum += part);
        }
        let step = width;
        let mut notes = Vec::new();
        if self.is_of_games() {
            notes.extend(self.table.rows.iter().filter(|row| row.at.is_none()).map(|row| {
                let games: f64 = Bar::of(row, &self.places, String::new()).parts.iter().sum();
                format!("{}: {games}", row.cells.first().map(|cell| cell.shown()).unwrap_or_default())
            }));
        }
        let is_grouped = self.table.name == "time";
        let height_of = |bar: &Bar| {
            if is_grouped { bar.parts.iter().copied().fold(0.0, f64::max) } else { bar.parts.iter().sum() }
        };
        let most = bars.iter().map(height_of).fold(0.0, f64::max);
        let ticks = ticks(most);
        let top = ticks.last().copied().unwrap_or(1.0);
        let left = 24.0 + CHARACTER * ticks.iter().map(|tick| number(*tick).len()).max().unwrap_or(1) as f64;
        let (right, head, plot) = (WIDTH - 24.0, 84.0, 300.0);
        let mut out = self.begin(head + plot + 58.0, &notes);
        for tick in &ticks {
            let y = head + plot * (1.0 - tick / top);
            let _ = writeln!(
                out,
                "<line class=\"grid\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"text\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 8.0,
                y + 4.0,
                number(*tick)
            );
        }
        let slot = (right - left) / bars.len().max(1) as f64;
        let wide = if slot > 6.0 { (slot * 0.8).min(64.0) } else { slot };
        for (place, bar) in bars.iter().enumerate() {
            let x = left + slot * place as f64 + (slot - wide) / 2.0;
            let mut base = 0.0;
            let parts = bar.parts.iter().filter(|part| **part > 0.0).count();
            if parts == 0 {
                continue;
            }
            let _ = write!(out, "<g><title>{}</title>", self.label(bar));
            for (number, part) in bar.parts.iter().enumerate().filter(|(_, part)| **part > 0.0) {
                let height = plot * part / top;
                let (x, wide) = if is_grouped {
                    let each = wide / bar.parts.len() as f64;
                    (x + each * number as f64, each)
                } else {
                    (x, wide)
                };
                let y = head + plot - plot * base / top - height;
                let class = &self.classes[number];
                let bar = if wide < 4.0 { "" } else { "bar " };
                let _ = write!(
                    out,
                    "<rect class=\"{bar}{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{wide:.2}\" height=\"{height:.2}\"/>"
                );
                if !is_grouped {
                    base += part;
                }
            }
            out.push_str("</g>\n");
        }
        let floor = head + plot;
        let _ = writeln!(
            out,
            "<line class=\"axis\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{floor:.1}\" y2=\"{floor:.1}\"/>"
        );
        // Names that have room beside each other.
        let longest = bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(1) as f64;
        let every = ((longest * CHARACTER + 14.0) / slot).ceil().max(1.0) as usize;
        for (place, bar) in
            bars.iter().enumerate().filter(|(place, _)| is_labelled(*place, every, &bars, step))
        {
            let half = CHARACTER * bar.label.chars().count() as f64 / 2.0 + 4.0;
            let x = (left + slot * (place as f64 + 0.5)).clamp(half, (WIDTH - half).max(half));
            let label = escaped(&bar.label);
            let _ = writeln!(
                out,
                "<text class=\"text\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                floor + 18.0
            );
        }
        self.end(out)
    }

    /// Bars beside names.
    fn lying(&self) -> String {
        let rows = &self.table.rows;
        let names = self.table.place("games").map_or(1, |at| at.max(1)).min(2);
        let name = |row: &Row| {
            let cells: Vec<String> = row.cells.iter().take(names).map(|cell| cell.shown()).collect();
            shortened(&cells.join(if self.table.name == "opponents" { " – " } else { " " }), NAME)
        };
        let bars: Vec<Bar> =
            rows.iter().take(LYING).map(|row| Bar::of(row, &self.places, name(row))).collect();
        let mut notes = Vec::new();
        if rows.len() > LYING {
            notes.push(format!("the first {LYING} of {}", rows.len()));
        }
        let sum = |bar: &Bar| bar.parts.iter().sum::<f64>();
        let most = bars.iter().map(sum).fold(0.0, f64::max);
        let ticks = ticks(most);
        let top = ticks.last().copied().unwrap_or(1.0);
        let longest = bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(1) as f64;
        let (left, right, head, slot) = (36.0 + longest * CHARACTER, WIDTH - 72.0, 84.0, 24.0);
        let plot = slot * bars.len() as f64;
        let mut out = self.begin(head + plot + 44.0, &notes);
        for tick in &ticks {
            let x = left + (right - left) * tick / top;
            let _ = writeln!(
                out,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{head:.1}\" y2=\"{:.1}\"/>\
                 <text class=\"text\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                head + plot,
                head + plot + 18.0,
                number(*tick)
            );
        }
        let errors = self.table.place("accuracy_error");
        for (place, bar) in bars.iter().enumerate() {
            let y = head + slot * place as f64 + 3.0;
            let (middle, mut x) = (y + 13.0, left);
            let _ = write!(
                out,
                "<g><title>{}</title><text class=\"text\" x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
                self.label(bar),
                left - 10.0,
                escaped(&bar.label)
            );
            for (number, part) in bar.parts.iter().enumerate().filter(|(_, part)| **part > 0.0) {
                let wide = (right - left) * part / top;
                let class = &self.classes[number];
                let _ = write!(
                    out,
                    "<rect class=\"bar {class}\" x=\"{x:.2}\" y=\"{y:.1}\" width=\"{wide:.2}\" height=\"18\"/>"
                );
                x += wide;
            }
            if let Some(error) = errors.and_then(|at| rows[place].cells[at].value()) {
                let end = |value: f64| left + (right - left) * value.clamp(0.0, top) / top;
                let (from, to) = (end(sum(bar) - error), end(sum(bar) + error));
                let _ = write!(
                    out,
                    "<path class=\"axis\" fill=\"none\" d=\"M{from:.1} {0:.1}v8m0-4H{to:.1}m0-4v8\"/>",
                    middle - 8.0
                );
                x = to;
            }
            let _ = writeln!(
                out,
                "<text class=\"note value\" x=\"{:.1}\" y=\"{middle:.1}\">{}</text></g>",
                x + 8.0,
                number(sum(bar))
            );
        }
        let _ = writeln!(
            out,
            "<line class=\"axis\" x1=\"{left:.1}\" x2=\"{left:.1}\" y1=\"{head:.1}\" y2=\"{:.1}\"/>",
            head + plot
        );
        self.end(out)
    }

    fn is_of_games(&self) -> bool {
        self.table.place("games").is_some()
    }

    /// The numbers of a bar, for who points at it.
    fn label(&self, bar: &Bar) -> String {
        let parts: Vec<String> = self
            .legend
            .iter()
            .zip(&bar.parts)
            .filter(|(_, part)| **part > 0.0)
            .map(|(text, part)| format!("{text} {}", number(*part)))
            .collect();
        escaped(&format!("{}: {}", bar.label, parts.join(", ")))
    }

    /// Title, notes and legend.
    fn begin(&self, height: f64, notes: &[String]) -> String {
        let what = match self.table.name {
            "time" => "Seconds per move, by move number".to_owned(),
            "errors" => "Errors, by move number".to_owned(),
            "by" => format!("Games by {}", self.table.title),
            "lengths" => "Games by number of moves".to_owned(),
            "years" => "Games by year".to_owned(),
            "ratings" => "Games by average rating of both players".to_owned(),
            "endings" => "Games by ending".to_owned(),
            "openings" | "variations" => "Games by opening".to_owned(),
            "players" => "Games by player".to_owned(),
            "accuracy" => "Accuracy by player, with standard errors".to_owned(),
            "opponents" => "Games of players against each other".to_owned(),
            _ => "Games by result".to_owned(),
        };
        let title = escaped(&shortened(&safe(&what), 80));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             role=\"img\" aria-label=\"{title}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n\
             <style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
             <text class=\"title\" x=\"24\" y=\"34\">{title}</text>\n"
        );
        let mut x = 24.0;
        for (text, class) in self.legend.iter().zip(&self.classes) {
            let _ = writeln!(
                out,
                "<rect class=\"bar {class}\" x=\"{x:.1}\" y=\"48\" width=\"12\" height=\"12\" rx=\"2\"/>\
                 <text class=\"text\" x=\"{:.1}\" y=\"58.5\">{}</text>",
                x + 18.0,
                escaped(text)
            );
            x += 42.0 + CHARACTER * text.chars().count() as f64;
        }
        if !notes.is_empty() {
            let room = ((WIDTH - 24.0 - x) / CHARACTER).max(12.0) as usize;
            let note = escaped(&shortened(&notes.join("; "), room));
            let _ = writeln!(
                out,
                "<text class=\"note\" x=\"{:.1}\" y=\"58.5\" text-anchor=\"end\">{note}</text>",
                WIDTH - 24.0
            );
        }
        out
    }

    fn end(&self, mut out: String) -> String {
        out.push_str("</svg>\n");
        out
    }
}

/// Round widths of bars, from that of the table.
fn widths(step: u64) -> impl Iterator<Item = u64> {
    let powers = (0..20).map_while(|power| 10_u64.checked_pow(power));
    powers
        .flat_map(|power| [1, 2, 5].map(|one| power.checked_mul(one)))
        .flatten()
        .filter_map(move |width| width.checked_mul(step))
}

/// Which bars have their names: round numbers where not all have room.
fn is_labelled(place: usize, every: usize, bars: &[Bar], step: u64) -> bool {
    if every <= 1 {
        return true;
    }
    let number = |bar: &Bar| bar.label.split('-').next().and_then(|from| from.parse::<u64>().ok());
    let round = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000].into_iter();
    let Some(every_round) = round.clone().find(|width| *width as usize >= every) else {
        return place.is_multiple_of(every);
    };
    match bars.get(place).and_then(number) {
        Some(from) => (from / step.max(1)).is_multiple_of(every_round),
        None => place.is_multiple_of(every),
    }
}

/// Round numbers from 0 to what is not less than the most.
fn ticks(most: f64) -> Vec<f64> {
    let most = if most > 0.0 { most } else { 1.0 };
    let rough = most / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let width = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|one| one * power).find(|width| *width >= rough);
    let width = width.unwrap_or(rough);
    // Games are whole.
    let width = if width < 1.0 && most >= 3.0 { 1.0 } else { width };
    let count = (most / width).ceil().max(1.0) as u32;
    (0..=count).map(|tick| f64::from(tick) * width).collect()
}

fn number(number: f64) -> String {
    if (number - number.round()).abs() < 1e-9 { format!("{number:.0}") } else { format!("{number:.1}") }
}

/// Text that XML may hold: without control characters, with its own signs escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in safe(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
