//! Pixels as numbers of colours.

use super::layout::Area;

/// A picture: the number of a colour of the palette for each pixel, row by row.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) pixels: Vec<u8>,
}

impl Picture {
    pub(super) fn new(width: usize, height: usize, color: u8) -> Self {
        Self { width, pixels: vec![color; width * height] }
    }

    /// The rows of an area.
    pub(super) fn rows(&self, area: Area) -> impl Iterator<Item = &[u8]> {
        let rows = self.pixels.chunks_exact(self.width).skip(area.y).take(area.height);
        rows.map(move |row| &row[area.x..area.x + area.width])
    }

    pub(super) fn rows_mut(&mut self, area: Area) -> impl Iterator<Item = &mut [u8]> {
        let rows = self.pixels.chunks_exact_mut(self.width).skip(area.y).take(area.height);
        rows.map(move |row| &mut row[area.x..area.x + area.width])
    }

    /// The part of an area where two pictures of one size are not the same.
    pub(super) fn difference(&self, other: &Self, area: Area) -> Option<Area> {
        let rows = self.rows(area).zip(other.rows(area)).zip(area.y..);
        let parts = rows.filter_map(|((one, two), y)| {
            let is_other = |(one, two): (&u8, &u8)| one != two;
            let first = one.iter().zip(two).position(is_other)?;
            let last = one.iter().zip(two).rposition(is_other)?;
            Some(Area { x: area.x + first, y, width: last - first + 1, height: 1 })
        });
        parts.reduce(Area::join)
    }

    pub(super) fn fill(&mut self, area: Area, color: u8) {
        self.rows_mut(area).for_each(|row| row.fill(color));
    }

    /// Puts pixels into an area of their size.
    pub(super) fn put(&mut self, area: Area, pixels: &[u8]) {
        for (row, pixels) in self.rows_mut(area).zip(pixels.chunks_exact(area.width.max(1))) {
            row.copy_from_slice(pixels);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences() {
        let one = Picture::new(7, 5, 1);
        let mut two = one.clone();
        let all = Area { x: 0, y: 0, width: 7, height: 5 };
        assert_eq!(one.difference(&two, all), None);
        let part = Area { x: 2, y: 1, width: 3, height: 2 };
        two.put(part, &[1, 1, 2, 2, 1, 1]);
        assert_eq!(one.difference(&two, all), Some(part));
        assert_eq!(
            one.difference(&two, Area { width: 4, ..all }),
            Some(Area { y: 2, width: 1, height: 1, ..part })
        );
        two.fill(part, 1);
        assert_eq!(one.difference(&two, all), None);
    }
}
