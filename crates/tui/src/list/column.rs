//! Numbers of texts, one for each game.

/// A column of numbers. Two bytes each as long as no number needs more.
#[derive(Debug)]
pub(crate) enum Column {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Default for Column {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl Column {
    pub(crate) fn push(&mut self, number: u32) {
        match self {
            Self::Wide(numbers) => numbers.push(number),
            Self::Narrow(numbers) => match u16::try_from(number) {
                Ok(narrow) => numbers.push(narrow),
                Err(_) => {
                    let mut wide: Vec<u32> = numbers.iter().map(|number| u32::from(*number)).collect();
                    wide.push(number);
                    *self = Self::Wide(wide);
                }
            },
        }
    }

    pub(crate) fn get(&self, row: usize) -> u32 {
        match self {
            Self::Narrow(numbers) => numbers.get(row).map_or(0, |number| u32::from(*number)),
            Self::Wide(numbers) => numbers.get(row).copied().unwrap_or(0),
        }
    }

    /// Adds the marks of the texts of some games, one after the other, to those that the games have.
    pub(crate) fn add_marks(&self, first: usize, marks_of_texts: &[u8], marks: &mut [u8]) {
        let of = |number: usize| marks_of_texts.get(number).copied().unwrap_or(0);
        match self {
            Self::Narrow(numbers) => {
                marks
                    .iter_mut()
                    .zip(&numbers[first..])
                    .for_each(|(mark, number)| *mark |= of(usize::from(*number)));
            }
            Self::Wide(numbers) => {
                marks
                    .iter_mut()
                    .zip(&numbers[first..])
                    .for_each(|(mark, number)| *mark |= of(*number as usize));
            }
        }
    }

    /// Gives back memory that is kept for more games.
    pub(crate) fn seal(&mut self) {
        match self {
            Self::Narrow(numbers) => numbers.shrink_to_fit(),
            Self::Wide(numbers) => numbers.shrink_to_fit(),
        }
    }

    pub(crate) fn allocated_bytes(&self) -> usize {
        match self {
            Self::Narrow(numbers) => 2 * numbers.capacity(),
            Self::Wide(numbers) => 4 * numbers.capacity(),
        }
    }
}
