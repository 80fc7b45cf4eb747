//! Reading with pgnkit.

use pgnkit::chess::fen::EnPassant;
use pgnkit::syntax::{Ignore, Span};
use pgnkit::{EndOfGame, Flow, Ply, Replayer, Start, Text, Variation, Visitor};

use crate::record::{Record, Wanted};

/// A game and its place in the text.
pub struct Game {
    pub span: Span,
    pub record: Record,
}

struct Recorder {
    record: Record,
}

impl Visitor for Recorder {
    fn start(&mut self, start: &Start) -> Flow {
        self.record.position(start.position.fen(EnPassant::Always).as_bytes());
        if !start.is_known {
            self.record.refuse("start position or rules not known".into());
        }
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth == 0 {
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
        Flow::Continue
    }

    fn unread(&mut self, text: Text<'_>) {
        let text = text.as_bytes();
        self.record.refuse(String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned());
    }

    /// Words that are no moves.
    fn skipped(&mut self, _: Text<'_>) {}

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        Flow::Skip
    }

    fn end(&mut self, _end: &EndOfGame) {}
}

/// All games of a text.
pub fn games(text: &[u8], wanted: Wanted) -> Vec<Game> {
    let mut replayer = Replayer::new(text);
    let mut games = Vec::new();
    loop {
        let mut recorder = Recorder { record: Record::new(wanted) };
        let Some(end) = replayer.read_game(&mut recorder, &mut Ignore) else { return games };
        games.push(Game { span: end.span, record: recorder.record });
    }
}
