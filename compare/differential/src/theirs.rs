//! Reading with pgn-reader and shakmaty.

use std::io;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::record::{Record, Wanted};

struct Recorder {
    wanted: Wanted,
}

impl Recorder {
    fn note(record: &mut Record, position: &Chess, ordinal: Option<u8>, buffer: &mut Vec<u8>) {
        buffer.clear();
        Fen::from_position(position, EnPassantMode::Always).append_ascii_to(buffer);
        if ordinal.is_some() {
            buffer.extend_from_slice(format!(" {ordinal:?}").as_bytes());
        }
        record.position(buffer);
    }

    /// The ordinal of a move by its definition (section 20.2): all moves are written, with marks, and those that come
    /// before it in ASCII order are counted.
    fn ordinal(position: &Chess, mv: Move) -> Option<u8> {
        let text = |mv| SanPlus::from_move(position.clone(), mv).to_string();
        let own = text(mv);
        position.legal_moves().into_iter().filter(|other| text(*other) < own).count().try_into().ok()
    }
}

/// A game being read: the position is lost when the FEN tag gives none.
struct State {
    position: Option<Chess>,
    record: Record,
    buffer: Vec<u8>,
}

impl Visitor for Recorder {
    type Tags = Result<Option<Chess>, String>;
    type Movetext = State;
    type Output = Record;

    fn begin_tags(&mut self) -> ControlFlow<Record, Self::Tags> {
        ControlFlow::Continue(Ok(None))
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Record> {
        if name == b"FEN" {
            *tags = Fen::from_ascii(value.as_bytes()).map_err(|error| error.to_string()).and_then(|fen| {
                fen.into_position::<Chess>(CastlingMode::Chess960)
                    .map(Some)
                    .map_err(|error| error.to_string())
            });
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Record, State> {
        let mut state =
            State { position: None, record: Record::new(self.wanted), buffer: Vec::with_capacity(100) };
        match tags {
            Ok(position) => {
                let position = position.unwrap_or_default();
                Self::note(&mut state.record, &position, None, &mut state.buffer);
                state.position = Some(position);
            }
            Err(error) => state.record.refuse(error),
        }
        ControlFlow::Continue(state)
    }

    fn san(&mut self, state: &mut State, san: SanPlus) -> ControlFlow<Record> {
        if !state.record.legal {
            return ControlFlow::Continue(());
        }
        let Some(position) = &mut state.position else { return ControlFlow::Continue(()) };
        match san.san.to_move(position) {
            Ok(mv) => {
                let ordinal = self.wanted.ordinals.then(|| Self::ordinal(position, mv)).flatten();
                position.play_unchecked(mv);
                state.record.plies += 1;
                Self::note(&mut state.record, position, ordinal, &mut state.buffer);
            }
            Err(error) => state.record.refuse(format!("{san}: {error}")),
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, state: State) -> Record {
        state.record
    }
}

/// All games of a text up to the first error that stops the reader, and that error.
pub fn games(text: &[u8], wanted: Wanted) -> (Vec<Record>, Option<io::Error>) {
    let mut reader = Reader::build(text)
        .set_supported_tag_line_length(1 << 16)
        .set_supported_comment_length(1 << 16)
        .finish();
    let mut recorder = Recorder { wanted };
    let mut games = Vec::new();
    loop {
        match reader.read_game(&mut recorder) {
            Ok(Some(record)) => games.push(record),
            Ok(None) => return (games, None),
            Err(error) => return (games, Some(error)),
        }
    }
}
