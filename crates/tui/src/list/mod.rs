//! The list of games: what their tags say, and where their texts are. About fifty bytes a game, besides the different names.

mod column;
mod search;
mod texts;

use pgnkit_archive::headers::Header;

use column::Column;
pub use search::Search;
use texts::Texts;

/// A column of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The player of the white pieces.
    White,
    /// The player of the black pieces.
    Black,
    /// White's rating.
    WhiteElo,
    /// Black's rating.
    BlackElo,
    /// The result, as its tag has it.
    Result,
    /// The date of the game.
    Date,
    /// The tournament or match.
    Event,
    /// The place.
    Site,
    /// The round.
    Round,
    /// The opening's code.
    Eco,
    /// The opening's name.
    Opening,
}

impl Field {
    /// Every field, in the order of [`Field::TAGS`].
    pub const ALL: [Self; 11] = [
        Self::White,
        Self::Black,
        Self::WhiteElo,
        Self::BlackElo,
        Self::Result,
        Self::Date,
        Self::Event,
        Self::Site,
        Self::Round,
        Self::Eco,
        Self::Opening,
    ];

    /// The tags of the fields.
    pub const TAGS: [&'static str; 11] = [
        "White", "Black", "WhiteElo", "BlackElo", "Result", "Date", "Event", "Site", "Round", "ECO",
        "Opening",
    ];

    /// The table that its texts are in: both players share one, so do both ratings.
    const fn table(self) -> usize {
        [0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8][self as usize]
    }
}

const TABLES: usize = 9;

/// The place of a game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The input, from 0.
    pub input: usize,
    /// Offset of its text in the (decompressed) input, in bytes.
    pub offset: u64,
    /// Bytes of its text.
    pub length: usize,
    /// The line that its text begins on, from 1.
    pub line: u64,
}

/// Games with their tags and places.
#[derive(Debug, Default)]
pub struct GameList {
    texts: [Texts; TABLES],
    columns: [Column; Field::ALL.len()],
    offsets: Vec<u64>,
    lengths: Vec<u32>,
    lines: Vec<u32>,
    /// The first game of each input.
    inputs: Vec<usize>,
}

impl GameList {
    /// A list without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins an input: the games that are added next are of it.
    pub fn begin_input(&mut self) {
        self.inputs.push(self.len());
    }

    /// Adds a game, with the values of [`Field::TAGS`].
    pub fn push(&mut self, header: &Header<'_>) {
        for (index, field) in Field::ALL.into_iter().enumerate() {
            let value = header.value(index);
            // What is not known is the same as what is not there.
            let value = if matches!(value, "?" | "-" | "????.??.??") { "" } else { value };
            let number = self.texts[field.table()].number(value);
            self.columns[index].push(number);
        }
        self.offsets.push(header.offset);
        // A longer game would not be read into memory anyway.
        self.lengths.push(u32::try_from(header.length).unwrap_or(u32::MAX));
        self.lines.push(u32::try_from(header.line).unwrap_or(u32::MAX));
    }

    /// Gives back memory that is only needed to add games.
    pub fn seal(&mut self) {
        self.texts.iter_mut().for_each(Texts::seal);
        self.columns.iter_mut().for_each(Column::seal);
        self.offsets.shrink_to_fit();
        self.lengths.shrink_to_fit();
        self.lines.shrink_to_fit();
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// What a game has in a field; empty where that is not known.
    pub fn text(&self, row: usize, field: Field) -> &str {
        self.texts[field.table()].text(self.columns[field as usize].get(row))
    }

    /// Whether any game has anything in a field.
    pub fn has(&self, field: Field) -> bool {
        self.texts[field.table()].len() > 1
    }

    /// The place of a game; `None` where there is no such game.
    pub fn place(&self, row: usize) -> Option<Place> {
        let input = self.inputs.partition_point(|first| *first <= row).checked_sub(1)?;
        Some(Place {
            input,
            offset: *self.offsets.get(row)?,
            length: *self.lengths.get(row)? as usize,
            line: u64::from(*self.lines.get(row)?),
        })
    }

    /// The memory of the list, in bytes.
    pub fn allocated_bytes(&self) -> usize {
        self.texts.iter().map(Texts::allocated_bytes).sum::<usize>()
            + self.columns.iter().map(Column::allocated_bytes).sum::<usize>()
            + 8 * self.offsets.capacity()
            + 4 * (self.lengths.capacity() + self.lines.capacity())
    }
}
