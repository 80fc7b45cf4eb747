//! A game in PGN that is written piece by piece.

use std::fmt::Write as _;

use pgnkit::Outcome;

/// Tags and movetext of a game.
#[derive(Debug)]
pub(crate) struct PgnText<'o> {
    out: &'o mut String,
    /// Half-moves before the next one, and whether its number is due though Black moves.
    ply: usize,
    needs_number: bool,
}

impl<'o> PgnText<'o> {
    pub(crate) fn new(out: &'o mut String) -> Self {
        Self { out, ply: 0, needs_number: true }
    }

    pub(crate) fn tag(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, "[{name} \"");
        for c in value.chars() {
            match c {
                '"' | '\\' => self.out.extend(['\\', c]),
                c if c.is_control() => self.out.push(' '),
                c => self.out.push(c),
            }
        }
        self.out.push_str("\"]\n");
    }

    #[cfg(feature = "sites")]
    pub(crate) fn tag_if(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.tag(name, value);
        }
    }

    /// Ends the tags; the first move is the half-move with this number, from 0.
    pub(crate) fn begin_moves(&mut self, ply: usize) {
        self.out.push('\n');
        self.ply = ply;
    }

    pub(crate) fn san(&mut self, san: &str) {
        if self.ply.is_multiple_of(2) {
            let _ = write!(self.out, "{}. ", self.ply / 2 + 1);
        } else if self.needs_number {
            let _ = write!(self.out, "{}... ", self.ply / 2 + 1);
        }
        // Characters that would begin something else are in no move.
        self.out.extend(san.chars().filter(|c| c.is_ascii_alphanumeric() || "+#=@-".contains(*c)));
        self.out.push(' ');
        self.needs_number = false;
        self.ply += 1;
    }

    #[cfg(feature = "sites")]
    pub(crate) fn nag(&mut self, nag: u8) {
        let _ = write!(self.out, "${nag} ");
    }

    pub(crate) fn comment(&mut self, text: &str) {
        self.out.push('{');
        self.out.extend(text.chars().map(|c| match c {
            '}' => ')',
            c if c.is_control() => ' ',
            c => c,
        }));
        self.out.push_str("} ");
        self.needs_number = true;
    }

    /// Moves that replace the last one.
    #[cfg(feature = "sites")]
    pub(crate) fn variation<'m>(&mut self, moves: impl Iterator<Item = &'m str>) {
        let mut moves = moves.peekable();
        if moves.peek().is_none() {
            return;
        }
        let after = self.ply;
        self.ply = after.saturating_sub(1);
        self.needs_number = true;
        self.out.push('(');
        moves.for_each(|san| self.san(san));
        self.out.pop();
        self.out.push_str(") ");
        self.ply = after;
        self.needs_number = true;
    }

    pub(crate) fn end(self, outcome: Outcome) {
        self.out.push_str(outcome.as_str());
        self.out.push_str("\n\n");
    }
}

/// Whether a word is the text of a move, and nothing else that movetext can have.
#[cfg(feature = "sites")]
pub(crate) fn is_move(word: &str) -> bool {
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@') || word.starts_with("0-0");
    begins && word.chars().all(|c| c.is_ascii_alphanumeric() || "+#=@-".contains(c))
}
