use pgnkit::epd::{Opcode, RecordFormat, RecordOptions};

use super::lost::{self, Kept};
use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::{Content, Entry, PositionLine};

/// Positions, one a line: records of EPD, or FEN.
#[derive(Clone, Debug)]
pub struct PositionLines {
    format: RecordFormat,
    records: RecordOptions,
}

impl PositionLines {
    /// Records of EPD; `records` says which positions of a game are written, and with which operations.
    pub fn epd(records: RecordOptions) -> Self {
        Self { format: RecordFormat::Epd, records }
    }

    /// Positions alone.
    pub fn fen() -> Self {
        Self {
            format: RecordFormat::Fen,
            records: RecordOptions::default().opcodes([Opcode::Fmvn, Opcode::Hmvc]),
        }
    }
}

impl OutputFormat for PositionLines {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(self))
    }

    fn expected_bytes(&self, _read: usize) -> usize {
        0
    }
}

struct Writer<'o>(&'o PositionLines);

impl EntryWriter for Writer<'_> {
    fn write(&mut self, entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        let PositionLines { format, records } = self.0;
        match entry.content {
            Content::Position(position) => {
                let lost = position.epd.map_or(0, |epd| format.lost_values(epd));
                account.truncated_values += lost as u64;
                position.write(*format, &mut out.bytes);
                account.written += 1;
            }
            // Nothing is known of its positions.
            Content::Game(game) if !game.start().is_known => account.dropped += 1,
            Content::Game(game) => {
                let mut records = records.records(game);
                for epd in records.by_ref() {
                    account.truncated_values += format.lost_values(&epd) as u64;
                    PositionLine::of(&epd).write(*format, &mut out.bytes);
                    account.written += 1;
                }
                account.truncated_values += records.truncated_values() as u64;
                let comments = self.0.records.opcodes.contains(&Opcode::C0);
                lost::tally(game, Kept { comments, ..Kept::default() }, account);
            }
        }
    }
}
