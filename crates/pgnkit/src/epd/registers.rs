//! Registers of a program that scans a sequence of records (sections 16.2.5.5, 16.2.5.12, 16.2.5.16, 16.2.5.26).

use super::{Epd, Opcode, Operation};

/// Comments, variation names and opening codes in force after the records so far.
///
/// Operations are applied from left to right: comment `cN` clears the registers from N on before it sets its own, and
/// so do variation names. An opcode missing from a record leaves its register unchanged.
///
/// ```
/// use pgnkit::epd::{Epd, Registers};
///
/// let mut registers = Registers::default();
/// for record in ["8/8/8/8/8/8/4P1k1/4K3 w - - c0 \"A\"; c1 \"B\"; eco \"A00\";", "8/8/8/8/8/8/4P1k1/4K3 w - - c1;"] {
///     registers.scan(&record.parse::<Epd>()?);
/// }
/// assert_eq!((registers.comment(0), registers.comment(1)), (Some("A"), None));
/// assert_eq!(registers.eco(), Some("A00"));
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    comments: [Option<Box<str>>; 10],
    variation_names: [Option<Box<str>>; 10],
    eco: Option<Box<str>>,
    nic: Option<Box<str>>,
}

impl Registers {
    /// Applies the next record of the sequence.
    pub fn scan(&mut self, record: &Epd) {
        for operation in record.operations() {
            self.execute(operation);
        }
    }

    fn execute(&mut self, operation: &Operation) {
        let text = || operation.first_text().map(Into::into);
        let opcode = &operation.opcode;
        match opcode {
            Opcode::Eco => self.eco = text(),
            Opcode::Nic => self.nic = text(),
            _ => {
                if let Some(rank) = opcode.comment_rank() {
                    set(&mut self.comments, rank, text());
                } else if let Some(rank) = opcode.variation_rank() {
                    set(&mut self.variation_names, rank, text());
                }
            }
        }
    }

    /// The comment of a rank from 0 to 9.
    #[must_use]
    pub fn comment(&self, rank: usize) -> Option<&str> {
        self.comments.get(rank)?.as_deref()
    }

    /// The variation name of a rank from 0 to 9.
    #[must_use]
    pub fn variation_name(&self, rank: usize) -> Option<&str> {
        self.variation_names.get(rank)?.as_deref()
    }

    /// The code of the Encyclopedia of Chess Openings.
    #[must_use]
    pub fn eco(&self) -> Option<&str> {
        self.eco.as_deref()
    }

    /// The code of New In Chess.
    #[must_use]
    pub fn nic(&self) -> Option<&str> {
        self.nic.as_deref()
    }
}

fn set(registers: &mut [Option<Box<str>>; 10], rank: usize, text: Option<Box<str>>) {
    registers[rank..].fill(None);
    registers[rank] = text;
}
