//! Rows of candidates: for each move that is judged, the lines of the position before it.

use pgnkit::Game;
use pgnkit::chess::{ChessMode, Color, Move, fen::EnPassant};
use pgnkit_query::movetext::{self, SanText};
use pgnkit_uci::{Bound, Line, Score};

use crate::evaluated::Evaluated;
use crate::game::{AnalysedPly, GameAnalysis};

/// A candidate in a position of a game, beside the move that was played there.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CandidateRow {
    /// The half-move, from 1.
    pub ply: u32,
    /// The side that moves: `white`, `black`.
    pub side: &'static str,
    /// The player, by the tag.
    pub player: String,
    /// The position, in FEN.
    pub fen: String,
    /// The move that was played, in UCI and SAN.
    pub played: [String; 2],
    /// The number of the candidate, from 1: the best one.
    pub rank: u32,
    /// The candidate, in UCI and SAN; empty where an evaluation has no moves.
    pub candidate: [String; 2],
    /// Whether it was played.
    pub is_played: bool,
    /// Its score, as the side that moves sees it.
    pub score: ScoreCells,
    /// `exact`, or `lower` and `upper` for bounds.
    pub bound: &'static str,
    /// Depth in half-moves; none if it is not known.
    pub depth: Option<u32>,
    /// Depth of the deepest branch.
    pub seldepth: Option<u32>,
    /// Positions searched for all candidates of the position.
    pub nodes: Option<u64>,
    /// Milliseconds of the search.
    pub time_ms: Option<u64>,
    /// Chances in thousandths: won, drawn, lost.
    pub wdl: [Option<u16>; 3],
    /// The line, with numbers.
    pub line: String,
    /// The score after the move that was played, as its player sees it.
    pub played_score: ScoreCells,
    /// Centipawns that the move lost, with scores cut to 1000.
    pub loss: Option<u32>,
    /// The judgement of the move: `inaccuracy`, `mistake`, `blunder`.
    pub judgement: Option<&'static str>,
}

/// A score in two cells, of which one is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreCells {
    /// Hundredths of a pawn.
    pub centipawns: Option<i32>,
    /// Moves to mate, below zero if it is given by the other side.
    pub mate: Option<i32>,
}

impl From<Score> for ScoreCells {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(number) => Self { centipawns: Some(number), mate: None },
            Score::Mate(moves) => Self { centipawns: None, mate: Some(moves) },
        }
    }
}

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'r> {
    /// There is none.
    Null,
    /// A text.
    Text(&'r str),
    /// A whole number.
    Integer(i64),
    /// Yes or no.
    Boolean(bool),
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// [`Cell::Text`].
    Text,
    /// [`Cell::Integer`].
    Integer,
    /// [`Cell::Boolean`].
    Boolean,
}

impl CandidateRow {
    /// The columns, in their order: names, types, and whether values may be missing.
    pub const COLUMNS: [(&'static str, CellKind, bool); 25] = [
        ("ply", CellKind::Integer, false),
        ("side", CellKind::Text, false),
        ("player", CellKind::Text, false),
        ("fen", CellKind::Text, false),
        ("move", CellKind::Text, false),
        ("san", CellKind::Text, false),
        ("rank", CellKind::Integer, false),
        ("candidate", CellKind::Text, true),
        ("candidate_san", CellKind::Text, true),
        ("is_played", CellKind::Boolean, false),
        ("cp", CellKind::Integer, true),
        ("mate", CellKind::Integer, true),
        ("bound", CellKind::Text, false),
        ("depth", CellKind::Integer, true),
        ("seldepth", CellKind::Integer, true),
        ("nodes", CellKind::Integer, true),
        ("time_ms", CellKind::Integer, true),
        ("wdl_win", CellKind::Integer, true),
        ("wdl_draw", CellKind::Integer, true),
        ("wdl_loss", CellKind::Integer, true),
        ("line", CellKind::Text, true),
        ("played_cp", CellKind::Integer, true),
        ("played_mate", CellKind::Integer, true),
        ("lost_cp", CellKind::Integer, true),
        ("judgement", CellKind::Text, true),
    ];

    /// The values of [`COLUMNS`](Self::COLUMNS).
    #[must_use]
    pub fn cells(&self) -> [Cell<'_>; 25] {
        fn number<'r>(value: Option<impl TryInto<i64>>) -> Cell<'r> {
            value.map_or(Cell::Null, |value| Cell::Integer(value.try_into().unwrap_or(i64::MAX)))
        }
        let text = |text| if str::is_empty(text) { Cell::Null } else { Cell::Text(text) };
        let ([uci, san], [candidate, candidate_san]) = (&self.played, &self.candidate);
        [
            Cell::Integer(self.ply.into()),
            Cell::Text(self.side),
            Cell::Text(&self.player),
            Cell::Text(&self.fen),
            Cell::Text(uci),
            Cell::Text(san),
            Cell::Integer(self.rank.into()),
            text(candidate),
            text(candidate_san),
            Cell::Boolean(self.is_played),
            number(self.score.centipawns),
            number(self.score.mate),
            Cell::Text(self.bound),
            number(self.depth),
            number(self.seldepth),
            number(self.nodes),
            number(self.time_ms),
            number(self.wdl[0]),
            number(self.wdl[1]),
            number(self.wdl[2]),
            text(&self.line),
            number(self.played_score.centipawns),
            number(self.played_score.mate),
            number(self.loss),
            self.judgement.map_or(Cell::Null, Cell::Text),
        ]
    }

    /// The rows of a game: of all moves that are judged and whose position before is evaluated.
    #[must_use]
    pub fn of_game(game: &Game, analysis: &GameAnalysis) -> Vec<Self> {
        let mut rows = Vec::new();
        for (at, ply) in analysis.plies.iter().enumerate().filter(|(_, ply)| ply.is_chosen) {
            if let Some(evaluated) = &ply.evaluation_before {
                let common = Self::common(game, at, ply, evaluated);
                rows.extend(
                    evaluated
                        .lines
                        .iter()
                        .enumerate()
                        .map(|(rank, line)| common.clone().with(rank, line, ply)),
                );
            }
        }
        rows
    }

    fn common(game: &Game, at: usize, ply: &AnalysedPly, evaluated: &Evaluated) -> Self {
        let mover = ply.mover();
        let (side, tag) = if mover == Color::White { ("white", "White") } else { ("black", "Black") };
        let after = ply.evaluation_after.as_ref().and_then(|after| after.lines.first());
        let played_score = after.map(|line| ScoreCells::from(line.score.reversed())).unwrap_or_default();
        let loss = ply.score_before.zip(ply.score_after).map(|(before, after)| {
            let own = |score| pgnkit_collections::judgement::centipawns(score, mover).clamp(-1000.0, 1000.0);
            (own(before) - own(after)).max(0.0).round() as u32
        });
        let is_known = !evaluated.time.is_zero();
        Self {
            ply: at as u32 + 1,
            side,
            player: game.tag(tag).unwrap_or_default().to_owned(),
            fen: ply.before.fen(EnPassant::Legal).as_str().to_owned(),
            played: names(ply, ply.mv),
            nodes: evaluated.nodes,
            time_ms: is_known.then(|| u64::try_from(evaluated.time.as_millis()).unwrap_or(u64::MAX)),
            played_score,
            loss,
            judgement: ply.judgement.map(|judgement| match judgement {
                pgnkit_collections::judgement::Judgement::Inaccuracy => "inaccuracy",
                pgnkit_collections::judgement::Judgement::Mistake => "mistake",
                pgnkit_collections::judgement::Judgement::Blunder => "blunder",
            }),
            ..Self::default()
        }
    }

    fn with(self, rank: usize, line: &Line, ply: &AnalysedPly) -> Self {
        let first = line.moves.first().copied();
        Self {
            rank: rank as u32 + 1,
            candidate: first.map(|mv| names(ply, mv)).unwrap_or_default(),
            is_played: first == Some(ply.mv),
            score: line.score.into(),
            bound: match line.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            depth: (line.depth > 0).then_some(line.depth),
            seldepth: line.seldepth,
            wdl: line.wdl.map(|wdl| [wdl.win, wdl.draw, wdl.loss].map(Some)).unwrap_or_default(),
            line: movetext::write(ply.before, &line.moves),
            ..self
        }
    }
}

fn names(ply: &AnalysedPly, mv: Move) -> [String; 2] {
    let mode = if ply.before.needs_chess960() { ChessMode::Chess960 } else { ChessMode::Standard };
    [mv.to_uci(mode).as_str().to_owned(), SanText::of(&ply.before, mv).as_str().to_owned()]
}
