//! Fingerprints of games while they are read, without holding the games.

use std::collections::HashMap;
use std::hash::{Hash as _, Hasher as _};

use pgnkit::{EndOfGame, Flow, Ply, Start, Text, Visitor};

use super::{BEGINNINGS, Fingerprint, Mixer, hash};
use pgnkit_query::fields;
use pgnkit_query::spelling;

/// Players whose families are remembered: those of one block come again and again.
const REMEMBERED: usize = 4096;

/// Takes the fingerprint of a game: visits it, and then is [asked](Self::print).
#[derive(Debug, Default)]
pub(crate) struct Printer {
    print: Fingerprint,
    line: Mixer,
    plies: usize,
    has_ended: bool,
    families: HashMap<Box<str>, u32>,
}

impl Printer {
    /// The fingerprint of the game that was visited last. A game with errors can only be the same byte for byte.
    pub(crate) fn print(&mut self, text: &[u8], has_errors: bool) -> Fingerprint {
        let text = hash(text);
        if has_errors || self.print.bytes_only {
            return Fingerprint { text, bytes_only: true, ..Fingerprint::default() };
        }
        let plies = u16::try_from(self.plies).unwrap_or(u16::MAX);
        Fingerprint { text, line: self.line.finish(), plies, ..self.print }
    }

    /// Forgets the game before.
    fn begin(&mut self) {
        if self.has_ended {
            let families = std::mem::take(&mut self.families);
            *self = Self { families, ..Self::default() };
        }
    }

    fn family(&mut self, name: &str) -> u32 {
        if let Some(found) = self.families.get(name) {
            return *found;
        }
        let family = spelling::key(name).map_or(0, |key| hash(key.as_bytes()) as u32 | 1);
        if self.families.len() == REMEMBERED {
            self.families.clear();
        }
        self.families.insert(name.into(), family);
        family
    }
}

impl Visitor for Printer {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        match name.as_bytes() {
            b"White" => self.print.players[0] = self.family(&value.to_str()),
            b"Black" => self.print.players[1] = self.family(&value.to_str()),
            b"Date" => {
                let date = fields::date_of(&value.to_str()).unwrap_or_default();
                let [year, month, day] = date.map(u32::from);
                self.print.date = year << 9 | (month & 15) << 5 | (day & 31);
            }
            _ => {}
        }
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.begin();
        self.print.bytes_only = !start.rules_are_known;
        if start.set_up {
            self.line.write_u64(hash(format!("{} {:?}", start.position, start.mode).as_bytes()));
        }
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth == 0 {
            ply.mv.hash(&mut self.line);
            self.plies += 1;
            if let Some(at) = BEGINNINGS.iter().position(|length| *length == self.plies) {
                self.print.beginnings[at] = self.line.finish();
            }
        }
        Flow::Continue
    }

    fn end(&mut self, _end: &EndOfGame) {
        self.has_ended = true;
    }
}
