//! Record of a game, by either reader.

/// Data recorded in addition to the FEN after each move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Whether FENs are kept, not only their digest.
    pub fens: bool,
    /// Whether the ordinal of the move (section 20.2) is added to the FEN.
    pub ordinals: bool,
}

/// A game as one reader understood it. Main line only.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Whether the start position and every move were accepted.
    pub legal: bool,
    /// Moves played before the end or the first one that was refused.
    pub plies: usize,
    /// Digest of the FENs, the start position first.
    pub digest: u64,
    /// The FENs themselves, when asked for.
    pub fens: Vec<String>,
    /// Null moves among the plies.
    pub null_moves: usize,
    /// The refused text, in the reader's words.
    pub refused: String,
    /// Data to record.
    pub wanted: Wanted,
}

impl Record {
    /// An empty record of a legal game.
    pub fn new(wanted: Wanted) -> Self {
        Self { legal: true, wanted, ..Self::default() }
    }

    /// Notes a position.
    pub fn position(&mut self, fen: &[u8]) {
        for &byte in fen {
            self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self.digest = self.digest.rotate_left(23);
        if self.wanted.fens {
            self.fens.push(String::from_utf8_lossy(fen).into_owned());
        }
    }

    /// Notes that a move or the start position was refused.
    pub fn refuse(&mut self, what: String) {
        if self.legal {
            self.legal = false;
            self.refused = what;
        }
    }
}
