//! The places that games came from, a page of them as columns.

use crate::table::numbers;

/// The place of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Origin {
    /// The number of its source among those of the index, from 0.
    pub source: u64,
    /// Its number in the source, from 1.
    pub number: u64,
    /// The place where it begins in the source, in bytes from 0, if the source is a text.
    pub place: Option<u64>,
}

/// Appends a place, as it is before it has columns.
pub(crate) fn put(origin: &Origin, out: &mut Vec<u8>) {
    columns(origin).into_iter().for_each(|number| numbers::put(number, out));
}

/// Takes one off the beginning of bytes.
pub(crate) fn take(bytes: &mut &[u8]) -> Option<Origin> {
    let [source, number] = [numbers::take(bytes)?, numbers::take(bytes)?];
    Some(Origin { source, number, place: numbers::take(bytes)?.checked_sub(1) })
}

fn columns(origin: &Origin) -> [u64; 3] {
    [origin.source, origin.number, origin.place.map_or(0, |place| place.saturating_add(1))]
}

/// Appends the number of games, and column after column.
pub(crate) fn write(origins: &[Origin], out: &mut Vec<u8>) {
    numbers::put(origins.len() as u64, out);
    for column in 0..3 {
        origins.iter().for_each(|origin| numbers::put(columns(origin)[column], out));
    }
}

/// Reads what [`write`] wrote; `None` if the bytes are no such columns.
pub(crate) fn read(mut bytes: &[u8]) -> Option<Vec<Origin>> {
    // Each takes three bytes at least.
    let count = usize::try_from(numbers::take(&mut bytes)?).ok().filter(|count| *count <= bytes.len() / 3)?;
    let mut column = || (0..count).map(|_| numbers::take(&mut bytes)).collect::<Option<Vec<u64>>>();
    let (sources, numbers, places) = (column()?, column()?, column()?);
    let origins = sources.into_iter().zip(numbers).zip(places);
    let origins =
        origins.map(|((source, number), place)| Origin { source, number, place: place.checked_sub(1) });
    let origins: Vec<Origin> = origins.collect();
    bytes.is_empty().then_some(origins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_back() {
        let origins: Vec<Origin> = (0..500_u64)
            .map(|number| Origin {
                source: number % 3,
                number,
                place: number.checked_sub(9).map(|n| n * 700),
            })
            .collect();
        let mut bytes = Vec::new();
        write(&origins, &mut bytes);
        assert_eq!(read(&bytes), Some(origins.clone()));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        let mut loose = Vec::new();
        origins.iter().for_each(|origin| put(origin, &mut loose));
        let mut rest = &loose[..];
        origins.iter().for_each(|origin| assert_eq!(take(&mut rest), Some(*origin)));
    }
}
