//! Fingerprints of games while they are read, without holding the games.

use std::collections::HashMap;
use std::hash::{Hash as _, Hasher as _};

use pgnkit::chess::Move;
use pgnkit::syntax::Span;
use pgnkit::{EndOfGame, Flow, Game, Ply, Start, Text, Visitor};

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

    /// Visits a game in memory, without its positions: only tags, the start and the moves of the main line matter.
    pub(crate) fn see(&mut self, game: &Game) {
        for (name, value) in game.tags() {
            let [name, value] = [name, value].map(|text| Text::of_str(text, Span::default()));
            self.tag(name, value);
        }
        let _ = self.start(game.start());
        for node in game.mainline() {
            // One that could not be checked has no move.
            if node.unchecked().is_none() {
                self.add(node.mv());
            }
        }
        self.has_ended = true;
    }

    fn add(&mut self, mv: Move) {
        mv.hash(&mut self.line);
        self.plies += 1;
        if let Some(at) = BEGINNINGS.iter().position(|length| *length == self.plies) {
            self.print.beginnings[at] = self.line.finish();
        }
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
            self.add(ply.mv);
        }
        Flow::Continue
    }

    fn end(&mut self, _end: &EndOfGame) {
        self.has_ended = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_in_memory_has_the_fingerprint_of_its_visit() {
        let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
                    11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 \
                    20. Nbd2 Nxd6 21. Nc4 Nxc4 22. Bxc4 Nb6 1-0";
        let (mut visited, mut seen) = (Printer::default(), Printer::default());
        for text in [
            format!("[White \"Tal, M\"]\n[Black \"Fine\"]\n[Date \"1960.03.15\"]\n\n{line}"),
            "[White \"?\"]\n\n1. e4 {x} (1. d4 d5 (1... Nf6)) e5 $1 *".to_owned(),
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. e5 *".to_owned(),
            "[Variant \"Unheard\"]\n[White \"Tal\"]\n\n1. e4 e5 2. Zz9 *".to_owned(),
            "[White \"Tal\"]\n[White \"Fine\"]\n\n*".to_owned(),
            "1. e4 e5 2. Ke4 *".to_owned(),
            String::new(),
        ] {
            let game =
                pgnkit::parse_games(text.as_bytes()).next().map(|parsed| parsed.game).unwrap_or_default();
            game.visit(Span::default(), &mut visited);
            seen.see(&game);
            let prints = [&mut visited, &mut seen].map(|printer| format!("{:?}", printer.print(b"", false)));
            assert_eq!(prints[0], prints[1], "{text}");
        }
    }
}
