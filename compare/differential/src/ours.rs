//! Reading with pgnkit.

use pgnkit::chess::fen::EnPassant;
use pgnkit::syntax::{Ignore, Span};
use pgnkit::{EndOfGame, Ply, Replayer, Start, Visitor};

use crate::record::{Record, Wanted};

/// A game and its place in the text.
pub struct Game {
    pub span: Span,
    pub record: Record,
}

struct Recorder<'a> {
    text: &'a [u8],
    depth: usize,
    record: Record,
}

impl Visitor for Recorder<'_> {
    fn start(&mut self, start: &Start) {
        self.record.position(start.position.fen(EnPassant::Always).as_bytes());
        if !start.is_known {
            self.record.refuse("start position or rules not known".into());
        }
    }

    fn play(&mut self, ply: Ply<'_>) {
        if self.depth == 0 {
            self.record.plies += 1;
            self.record.null_moves += usize::from(ply.mv.is_null());
            let fen = ply.after.fen(EnPassant::Always);
            if self.record.wanted.ordinals {
                let ordinal = ply.before.ordinal(ply.mv);
                // An ordinal that does not lead back is a difference.
                let back = ordinal.and_then(|ordinal| ply.before.move_at_ordinal(ordinal));
                let ordinal = ordinal.filter(|_| back == Some(ply.mv));
                self.record.position(format!("{fen} {ordinal:?}").as_bytes());
            } else {
                self.record.position(fen.as_bytes());
            }
        }
    }

    fn unread(&mut self, span: Span) {
        if self.depth == 0 {
            let text = span.of(self.text);
            self.record.refuse(String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned());
        }
    }

    fn begin_variation(&mut self, _span: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _span: Span, _has_move: bool) {
        self.depth -= 1;
    }

    fn end(&mut self, _end: &EndOfGame) {}
}

/// All games of a text.
pub fn games(text: &[u8], wanted: Wanted) -> Vec<Game> {
    let mut replayer = Replayer::new(text);
    let mut games = Vec::new();
    loop {
        let mut recorder = Recorder { text, depth: 0, record: Record::new(wanted) };
        let Some(end) = replayer.read_game(&mut recorder, &mut Ignore) else { return games };
        games.push(Game { span: end.span, record: recorder.record });
    }
}
