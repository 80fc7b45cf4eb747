//! The main lines of games, read with pgn-reader and played with shakmaty.

use std::io;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, Rank, Square};

/// A board, from a8 to h1, as the letters of FEN.
pub type Board = [u8; 64];

/// What is on an empty square.
pub const EMPTY: u8 = b' ';

/// What is beside a board.
pub const OUTSIDE: u8 = b'#';

/// A main line: its positions, and the moves between them.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub positions: Vec<Chess>,
    pub boards: Vec<Board>,
    pub moves: Vec<Move>,
    /// The moves in SAN.
    pub sans: Vec<String>,
    /// Whether moves are missing, because one could not be read.
    pub is_cut: bool,
}

impl Line {
    fn add(&mut self, position: &Chess) {
        self.positions.push(position.clone());
        self.boards.push(board(position));
    }

    /// The last position.
    pub fn last(&self) -> Option<&Chess> {
        self.positions.last().filter(|_| !self.is_cut)
    }
}

pub fn board(position: &Chess) -> Board {
    let letter = |square| position.board().piece_at(square).map_or(EMPTY, |piece| piece.char() as u8);
    let mut squares = Rank::ALL
        .into_iter()
        .rev()
        .flat_map(|rank| shakmaty::File::ALL.into_iter().map(move |file| Square::from_coords(file, rank)));
    std::array::from_fn(|_| squares.next().map_or(EMPTY, letter))
}

/// What makes positions the same: all of a FEN but its counters, with en passant only where it is possible.
pub fn key(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

struct Lines;

impl Visitor for Lines {
    type Tags = Option<Chess>;
    type Movetext = Line;
    type Output = Line;

    fn begin_tags(&mut self) -> ControlFlow<Line, Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, start: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Line> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *start = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<Line, Line> {
        let mut line = Line { is_cut: start.is_none(), ..Line::default() };
        if let Some(start) = start {
            line.add(&start);
        }
        ControlFlow::Continue(line)
    }

    fn begin_variation(&mut self, _: &mut Line) -> ControlFlow<Line, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, line: &mut Line, san: SanPlus) -> ControlFlow<Line> {
        let Some(mut position) = line.last().cloned() else { return ControlFlow::Continue(()) };
        match san.san.to_move(&position) {
            Ok(mv) => {
                line.sans.push(SanPlus::from_move(position.clone(), mv).to_string());
                position.play_unchecked(mv);
                line.moves.push(mv);
                line.add(&position);
            }
            Err(_) => line.is_cut = true,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, line: Line) -> Line {
        line
    }
}

/// The main lines of all games.
///
/// # Errors
/// When the reader stops.
pub fn read(text: &[u8]) -> io::Result<Vec<Line>> {
    let mut reader = Reader::build(text)
        .set_supported_tag_line_length(1 << 16)
        .set_supported_comment_length(1 << 16)
        .finish();
    let mut lines = Vec::new();
    while let Some(line) = reader.read_game(&mut Lines)? {
        lines.push(line);
    }
    Ok(lines)
}
