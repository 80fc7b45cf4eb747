//! Events of the same name, by the days on which they were played.

use super::events::{Record, parts};

/// Days without a game that make two events of one.
const GAP: u32 = 120;

/// Days since the year 0, roughly; none where the month is not known.
fn day(record: &Record) -> Option<u32> {
    let [year, month, day] = parts(record.date);
    (year > 0 && month > 0).then(|| year * 365 + (month - 1) * 30 + day)
}

/// Games that were played together: those whose month is known by the days between them, others with those of their year,
/// and those without a date with all others if these are one event (decision A-191).
pub(super) fn split(records: Vec<&Record>) -> Vec<Vec<&Record>> {
    let mut days: Vec<u32> = records.iter().filter_map(|record| day(record)).collect();
    days.sort_unstable();
    let mut starts: Vec<u32> = Vec::new();
    let mut before = None;
    for day in days {
        if before.is_none_or(|before| day - before > GAP) {
            starts.push(day);
        }
        before = Some(day);
    }
    // By the place among these, or by the year.
    let place = |day: u32| starts.partition_point(|start| *start <= day) as u32;
    let mut years: Vec<(u32, u32)> = records
        .iter()
        .filter_map(|record| day(record).map(|day| (parts(record.date)[0], place(day))))
        .collect();
    years.sort_unstable();
    years.dedup();
    let of_year = |year: u32| {
        let from = years.partition_point(|(other, _)| *other < year);
        match &years[from..] {
            [(other, place), rest @ ..]
                if *other == year && rest.first().is_none_or(|(next, _)| *next != year) =>
            {
                (0, *place)
            }
            _ => (1, year),
        }
    };
    let keys: Vec<Option<(u32, u32)>> = records
        .iter()
        .map(|record| match (day(record), parts(record.date)[0]) {
            (Some(day), _) => Some((0, place(day))),
            (None, 0) => None,
            (None, year) => Some(of_year(year)),
        })
        .collect();
    let mut dated: Vec<(u32, u32)> = keys.iter().flatten().copied().collect();
    dated.sort_unstable();
    dated.dedup();
    let undated = if let [only] = dated[..] { only } else { (2, 0) };
    let mut places = std::collections::HashMap::new();
    let mut events: Vec<Vec<&Record>> = Vec::new();
    for (record, key) in records.into_iter().zip(keys) {
        let at = *places.entry(key.unwrap_or(undated)).or_insert(events.len());
        if at == events.len() {
            events.push(Vec::new());
        }
        events[at].push(record);
    }
    events
}
