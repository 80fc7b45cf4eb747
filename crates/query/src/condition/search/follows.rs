//! Games that follow a repertoire.

use std::collections::HashMap;
use std::sync::Arc;

use pgnkit::chess::{Color, Move};
use pgnkit::syntax::Ignore;
use pgnkit::{Flow, Ply, Replayer, Text, Visitor};

use super::super::moment::Moment;
use super::super::truth::Truth;
use super::{Progress, State};

/// Moves by position, those of one side or of both.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Follows {
    moves: Arc<HashMap<u64, Vec<Move>>>,
    side: Option<Color>,
}

impl Follows {
    /// Reads the games of a repertoire, with their variations.
    pub(in crate::condition) fn new(games: &[u8], side: Option<Color>) -> Result<Self, String> {
        let mut moves = Moves::default();
        let mut replayer = Replayer::new(games);
        while replayer.read_game(&mut moves, &mut Ignore).is_some() {}
        match moves.unread {
            Some(text) => Err(format!("expected games without errors, found {text}, which cannot be read")),
            None if moves.all.is_empty() => Err("expected games, found no moves".to_owned()),
            None => Ok(Self { moves: Arc::new(moves.all), side }),
        }
    }

    pub(super) fn look(&self, moment: &Moment<'_>, state: &mut State) -> Progress {
        let Some(played) = moment.played else { return Progress::Open };
        if self.side.is_some_and(|side| moment.color(side) != played.before.turn()) {
            return Progress::Open;
        }
        // By position and not by line, so that transpositions into the repertoire count.
        match self.moves.get(&played.before.repetition_key()) {
            // The game has left the repertoire, and may come back.
            None => Progress::Open,
            Some(moves) if moves.contains(&played.mv) => {
                state.times = state.times.saturating_add(1);
                Progress::Open
            }
            Some(_) => Progress::Over,
        }
    }

    /// Whether there was a move of the repertoire, where none was another one.
    pub(super) fn truth(state: &State) -> Truth {
        Truth::of(Some(state.times > 0))
    }
}

#[derive(Default)]
struct Moves {
    all: HashMap<u64, Vec<Move>>,
    /// The first text that is no move, with what comes after it.
    unread: Option<String>,
}

impl Visitor for Moves {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        let moves = self.all.entry(ply.before.repetition_key()).or_default();
        if !moves.contains(&ply.mv) {
            moves.push(ply.mv);
        }
        Flow::Continue
    }

    fn unread(&mut self, text: Text<'_>) {
        self.unread.get_or_insert_with(|| text.to_str().chars().take(40).collect());
    }
}
