//! Forms of output.

mod csv;
mod epd;
mod pgn;

use crate::puzzle::Puzzle;

/// A form of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PuzzleForm {
    /// Games from the position before the opponent's move, with that move and the solution.
    #[default]
    Pgn,
    /// Records of the position that is to be solved.
    Epd,
    /// A table with lichess's columns and some more.
    Csv,
}

impl PuzzleForm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pgn, Self::Epd, Self::Csv];

    /// Its name, which is the extension of files, too.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Epd => "epd",
            Self::Csv => "csv",
        }
    }

    /// A line about it.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Pgn => "Games: the opponent's move, then the solution",
            Self::Epd => "Positions with best move, solution and themes",
            Self::Csv => "A table with the columns of lichess's puzzles",
        }
    }

    /// Appends what is before the first puzzle.
    pub fn begin(self, out: &mut Vec<u8>) {
        if self == Self::Csv {
            csv::head(out);
        }
    }

    /// Appends a puzzle.
    pub fn write(self, puzzle: &Puzzle, out: &mut Vec<u8>) {
        match self {
            Self::Pgn => pgn::write(puzzle, out),
            Self::Epd => epd::write(puzzle, out),
            Self::Csv => csv::write(puzzle, out),
        }
    }
}

/// The numbers of a puzzle that say how hard it may be, with their names in tables.
fn numbers(puzzle: &Puzzle) -> [(&'static str, String); 8] {
    let joined = |values: Vec<String>| values.join(" ");
    let choices = &puzzle.choices;
    let legal_moves = choices.iter().map(|choice| choice.legal_moves.to_string()).collect();
    let gap = |gap: Option<f64>| gap.map_or_else(|| "-".to_owned(), |gap| format!("{gap:.3}"));
    let gaps = choices.iter().map(|choice| gap(choice.gap())).collect();
    let depths = choices.iter().map(|choice| choice.depth.to_string()).collect();
    [
        ("SolverMoves", choices.len().to_string()),
        ("Score", choices.first().map(|choice| choice.score.to_string()).unwrap_or_default()),
        ("FirstMove", puzzle.first_move().name().to_owned()),
        ("Material", puzzle.material().to_string()),
        ("LegalMoves", joined(legal_moves)),
        ("Gaps", joined(gaps)),
        ("Depths", joined(depths)),
        ("MatingMoves", puzzle.mates.to_string()),
    ]
}
