//! Whole pages of facts that count by their sums.

use std::sync::Arc;

use super::counts::{Counts, Filter, result_place};
use super::{GameNumber, Index};
use crate::error::IndexError;
use crate::facts::Day;
use crate::file::{FACTS_PAGE, SUMS_PAGE};
use crate::sums::{Cell, PageSums};

/// The games of a page that a filter takes.
#[derive(Debug, Default)]
pub(super) struct PageCounts {
    pub(super) counts: Counts,
    /// The highest mean rating and the latest day that one has.
    pub(super) highest: u16,
    pub(super) latest: Day,
}

impl PageCounts {
    /// Counts the games of a page, which begins with this one; `None` if the sums do not separate those that the filter takes from the others.
    pub(super) fn of(sums: &PageSums, first: GameNumber, filter: &Filter) -> Option<Self> {
        let mut page = Self::default();
        for cell in &sums.cells {
            if takes(filter, cell)? {
                page.counts.merge(&counts(cell, first));
                page.highest = page.highest.max(cell.highest_mean());
                page.latest = page.latest.max(cell.days.1);
            }
        }
        Some(page)
    }
}

/// Whether a filter takes the games of a cell; `None` if it may take some of them.
fn takes(filter: &Filter, cell: &Cell) -> Option<bool> {
    let facts = cell.facts();
    let fits = (!filter.is_decided || result_place(&facts).is_some())
        && filter.is_rated.is_none_or(|is_rated| facts.is_rated == Some(is_rated))
        && filter
            .speeds
            .as_ref()
            .is_none_or(|speeds| facts.speed.is_some_and(|speed| speeds.contains(&speed)));
    let (first, last) = cell.days;
    let is_within = |since: Option<Day>, before: Option<Day>| {
        let is_from = since.is_none_or(|since| first >= since);
        let is_until = before.is_none_or(|before| last < before);
        let is_without =
            since.is_some_and(|since| last < since) || before.is_some_and(|before| first >= before);
        if is_from && is_until { Some(true) } else { is_without.then_some(false) }
    };
    let is_in_time = match (filter.since, filter.before) {
        (None, None) => Some(true),
        (since, before) if cell.is_dated() => is_within(since, before),
        _ => Some(false),
    };
    let is_in_groups = match (&filter.ratings, cell.means()) {
        (None, _) => Some(true),
        (Some(_), None) => Some(false),
        (Some(ranges), Some((lowest, highest))) => {
            if ranges.iter().any(|(from, to)| *from <= lowest && highest < *to) {
                Some(true)
            } else {
                ranges.iter().all(|(from, to)| highest < *from || *to <= lowest).then_some(false)
            }
        }
    };
    // One that takes none is enough, whatever the others take.
    match (fits, is_in_time, is_in_groups) {
        (false, ..) | (_, Some(false), _) | (.., Some(false)) => Some(false),
        (true, Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// The counts of the games of a cell.
fn counts(cell: &Cell, first: GameNumber) -> Counts {
    let mut counts = Counts { games: cell.games, ratings: cell.ratings, ..Counts::default() };
    if let Some(place) = result_place(&cell.facts()) {
        counts.results[place] = cell.games;
        for (side, half_points) in [[2, 1, 0][place], [0, 1, 2][place]].into_iter().enumerate() {
            let (sum, count) = cell.ratings[1 - side];
            counts.against[side] = (sum, count, count * half_points);
        }
    }
    counts.days = cell.is_dated().then_some(cell.days);
    counts.best = Some((first + cell.best.0, cell.best.1));
    counts
}

impl Index {
    /// The sums of a page of facts of a segment.
    pub(super) fn page_sums(&self, place: usize, page: usize) -> Result<SumsOfPage, IndexError> {
        let segment = &self.segments[place];
        let number = page / SUMS_PAGE;
        let damaged = || segment.sums.damaged(number);
        let read = || {
            let mut bytes = Vec::new();
            segment.sums.read(&self.file, number, &mut bytes)?;
            let (mut rest, mut pages, mut memory) = (&bytes[..], Vec::new(), 0);
            let mut left = segment.games.saturating_sub((number * SUMS_PAGE * FACTS_PAGE) as u64);
            while left > 0 && pages.len() < SUMS_PAGE {
                let games = left.min(FACTS_PAGE as u64);
                let sums = PageSums::take(&mut rest, games).ok_or_else(damaged)?;
                left -= games;
                memory += sums.bytes();
                pages.push(sums);
            }
            if rest.is_empty() { Ok((pages, memory)) } else { Err(damaged()) }
        };
        let pages = self.sum_pages.get((place, number), read)?;
        if page % SUMS_PAGE < pages.len() {
            Ok(SumsOfPage { pages, page: page % SUMS_PAGE })
        } else {
            Err(damaged())
        }
    }
}

/// The sums of a page among those that were read with it.
pub(super) struct SumsOfPage {
    pages: Arc<Vec<PageSums>>,
    page: usize,
}

impl std::ops::Deref for SumsOfPage {
    type Target = PageSums;

    fn deref(&self) -> &PageSums {
        &self.pages[self.page]
    }
}
