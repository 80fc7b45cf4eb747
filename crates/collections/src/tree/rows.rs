//! The tree as it is shown: the most played move first, each position once.

use std::num::NonZeroUsize;
use std::ops::Range;

use pgnkit::chess::{Move, Position};

use super::level::NONE;
use super::stats::Stats;
use super::table::OpeningTree;
use crate::parts::in_parts;
use pgnkit_query::movetext::{self, SanText};

/// Rows of which a thread makes text at a time.
const ROWS: usize = 2048;

/// Positions of which a thread looks for the moves at a time.
const POSITIONS: usize = 1024;

/// A move of the tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Row<'t> {
    /// Half-moves before it in the tree.
    pub ply: usize,
    /// The position it was played in.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The games in which it was played there.
    pub stats: &'t Stats,
    /// Games that came to the position.
    pub of_games: u64,
    /// Moves to the same position that the walk has taken before, where what follows is given; `None` for the first visit.
    pub transposes_to: Option<Vec<Move>>,
    san: SanText,
}

impl Row<'_> {
    /// The move with its number, as `3... Nf6`.
    pub fn numbered(&self) -> String {
        let mut text = String::new();
        self.write_numbered(&mut text);
        text
    }

    pub(super) fn write_numbered(&self, out: &mut String) {
        movetext::write_number(&self.position, out);
        out.push_str(self.san.as_str());
    }
}

/// The moves of a tree in the order in which they are shown.
#[derive(Debug)]
pub struct Rows<'t> {
    tree: &'t OpeningTree,
    levels: Vec<LevelOfRows>,
    /// The half-moves before each: it is the next move of that level.
    plies: Vec<u32>,
    /// The next moves of all levels at each [`ROWS`]th row.
    marks: Vec<u32>,
    width: usize,
}

/// The moves after the same number of half-moves, and the positions that they were played in. The moves of each position are in order, and
/// the positions in that of the moves that led to them first: so all are in the order in which they are shown.
#[derive(Debug, Default)]
struct LevelOfRows {
    positions: Vec<PositionOfRows>,
    moves: Vec<MoveOfRows>,
}

#[derive(Clone, Debug)]
struct PositionOfRows {
    /// Games that came to it.
    games: u64,
    /// The place of the first move that leads to it in the level before.
    by: u32,
    /// The place of its first move.
    start: u32,
}

#[derive(Clone, Debug)]
struct MoveOfRows {
    mv: Move,
    /// The place in the level of the tree.
    edge: u32,
    /// The place of its position.
    position: u32,
    /// Before the next level is made, the position it leads to in the tree; then its place in that level.
    child: u32,
    san: SanText,
}

impl LevelOfRows {
    fn moves_of(&self, position: u32) -> Range<usize> {
        let position = position as usize;
        let Some(one) = self.positions.get(position) else { return 0..0 };
        let end = self.positions.get(position + 1).map_or(self.moves.len(), |next| next.start as usize);
        one.start as usize..end
    }
}

impl OpeningTree {
    /// Gives its moves that were played in so many games or more, the most played first, each followed by those that come after it.
    ///
    /// # Errors
    /// Those of `visit`.
    pub fn each<'t, E>(
        &'t self,
        min_games: u64,
        mut visit: impl FnMut(&Row<'t>) -> Result<(), E>,
    ) -> Result<(), E> {
        let rows = self.rows(min_games, NonZeroUsize::MIN);
        rows.each_in(0..rows.len(), |row, _| visit(row))
    }

    /// Its moves that were played in so many games or more, the most played first, each followed by those that come after it;
    /// found on so many threads.
    pub fn rows(&self, min_games: u64, jobs: NonZeroUsize) -> Rows<'_> {
        let mut levels = Vec::new();
        let mut width = 0;
        // Positions by their names in the tree, and by the moves that lead to them: the place of one in the level before, the
        // position it is played in, and the move.
        let mut reached = vec![(0, 0, 0, Move::NULL)];
        // Those of the level before, in the parts in which they were made.
        let mut positions = Vec::new();
        for (ply, level) in self.levels().iter().enumerate() {
            let parts = in_parts(jobs, reached.len(), POSITIONS, |part| {
                let mut part_of_level = (LevelOfRows::default(), Vec::new(), 0);
                let (rows, after, width) = &mut part_of_level;
                // The first moves at once, so that no position waits for the memory of the one before.
                let nodes = reached[part.clone()].iter().map(|(node, ..)| *node);
                let firsts: Vec<u32> = nodes.map(|node| level.last_of(node)).collect();
                level.touch(firsts.into_iter());
                for (number, (node, by, before, mv)) in part.clone().zip(&reached[part]) {
                    let before = *before as usize;
                    let position = match positions.get(before / POSITIONS) {
                        Some(part) => Vec::<Position>::as_slice(part)[before % POSITIONS].after(*mv),
                        None => *self.root(),
                    };
                    let start = rows.moves.len();
                    let mut games = 0;
                    for edge in level.edges_of(*node) {
                        games += edge.stats.games();
                        if edge.stats.games() >= min_games {
                            let san = SanText::of(&position, edge.mv);
                            let length = 2 * ply + movetext::number_length(&position) + san.as_str().len();
                            *width = length.max(*width);
                            let position = number as u32;
                            rows.moves.push(MoveOfRows {
                                mv: edge.mv,
                                edge: edge.at,
                                position,
                                child: edge.child,
                                san,
                            });
                        }
                    }
                    if rows.moves.len() > start + 1 {
                        rows.moves[start..]
                            .sort_unstable_by_key(|mv| (u64::MAX - level.games_of(mv.edge), mv.san));
                    }
                    rows.positions.push(PositionOfRows { games, by: *by, start: start as u32 });
                    after.push(position);
                }
                part_of_level
            });
            let mut rows = LevelOfRows::default();
            positions = Vec::new();
            for (mut part, after, widest) in parts {
                let start = rows.moves.len() as u32;
                part.positions.iter_mut().for_each(|position| position.start += start);
                rows.positions.append(&mut part.positions);
                rows.moves.append(&mut part.moves);
                positions.push(after);
                width = width.max(widest);
            }
            let is_last = ply + 1 == self.levels().len();
            reached.clear();
            let mut places = vec![NONE; if is_last { 0 } else { level.len() }];
            for (number, mv) in (0..).zip(&mut rows.moves) {
                let node = std::mem::replace(&mut mv.child, NONE);
                let Some(place) = places.get_mut(node as usize) else { continue };
                if *place == NONE {
                    *place = reached.len() as u32;
                    reached.push((node, number, mv.position, mv.mv));
                }
                mv.child = *place;
            }
            levels.push(rows);
            if reached.is_empty() {
                break;
            }
        }
        Rows::new(self, levels, width)
    }
}

impl<'t> Rows<'t> {
    fn new(tree: &'t OpeningTree, levels: Vec<LevelOfRows>, width: usize) -> Self {
        let count = levels.iter().map(|level| level.moves.len()).sum();
        let (mut plies, mut marks) = (Vec::with_capacity(count), Vec::new());
        let mut next = vec![0u32; levels.len()];
        // The ends of the moves of the open positions.
        let mut open = vec![levels[0].moves_of(0).end];
        while let Some(end) = open.last() {
            let ply = open.len() - 1;
            let number = next[ply];
            if number as usize == *end {
                open.pop();
                continue;
            }
            if plies.len() % ROWS == 0 {
                marks.extend_from_slice(&next);
            }
            next[ply] += 1;
            plies.push(ply as u32);
            let child = levels[ply].moves[number as usize].child;
            let Some(after) = levels.get(ply + 1) else { continue };
            if after.positions.get(child as usize).is_some_and(|position| position.by == number) {
                open.push(after.moves_of(child).end);
            }
        }
        Self { tree, levels, plies, marks, width }
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move was played so often.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The most that a move with its number, indented by two for each half-move before it, takes.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Writes a text of each move, made on so many threads of it and of the moves that lead to it from the root.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write<E>(
        &self,
        jobs: NonZeroUsize,
        form: impl Fn(&Row<'t>, &[Move], &mut String) + Sync,
        mut out: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let many = ROWS * if jobs.get() > 1 { 8 * jobs.get() } else { 1 };
        for start in (0..self.len()).step_by(many) {
            let texts = in_parts(jobs, many.min(self.len() - start), ROWS, |part| {
                let mut text = String::new();
                let part = start + part.start..start + part.end;
                let _ = self.each_in(part, |row, line| {
                    form(row, line, &mut text);
                    Ok::<(), ()>(())
                });
                text
            });
            texts.iter().try_for_each(|text| out(text))?;
        }
        Ok(())
    }

    /// Gives some of them, each with the moves from the root up to it. The first is one of the [marks](Self::marks).
    fn each_in<E>(
        &self,
        range: Range<usize>,
        mut visit: impl FnMut(&Row<'t>, &[Move]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(ply) = self.plies.get(range.start).map(|ply| *ply as usize) else { return Ok(()) };
        let mark = range.start / ROWS * self.levels.len();
        let mut next = self.marks[mark..mark + self.levels.len()].to_vec();
        // The moves before the row, and the positions from the root on.
        let mut line: Vec<Move> =
            (0..ply).map(|ply| self.levels[ply].moves[next[ply] as usize - 1].mv).collect();
        let mut positions = vec![*self.tree.root()];
        self.touch(&next, range.clone());
        for (ply, mv) in line.iter().enumerate() {
            positions.push(positions[ply].after(*mv));
        }
        for ply in &self.plies[range] {
            let ply = *ply as usize;
            if positions.len() == ply {
                positions.push(positions[ply - 1].after(line[ply - 1]));
            }
            positions.truncate(ply + 1);
            line.truncate(ply);
            let (level, after) = (&self.levels[ply], self.levels.get(ply + 1));
            let number = next[ply];
            next[ply] += 1;
            let MoveOfRows { mv, edge, child, san, position } = level.moves[number as usize];
            line.push(mv);
            // Nothing follows a move whose position is in no game long enough.
            let same = after.filter(|after| !after.moves_of(child).is_empty());
            let same = same.filter(|after| after.positions[child as usize].by != number);
            let transposes_to = same.map(|_| self.line(ply + 1, child));
            let of_games = level.positions[position as usize].games;
            let (position, stats) = (positions[ply], self.tree.levels()[ply].stats(edge));
            visit(&Row { ply, position, mv, stats, of_games, transposes_to, san }, &line)?;
        }
        Ok(())
    }

    /// Gets what is counted of some moves near, so that none of them waits for the memory of the one before.
    fn touch(&self, next: &[u32], range: Range<usize>) {
        let mut ends = next.to_vec();
        self.plies[range].iter().for_each(|ply| ends[*ply as usize] += 1);
        for (ply, level) in self.levels.iter().enumerate() {
            let moves = &level.moves[next[ply] as usize..ends[ply] as usize];
            self.tree.levels()[ply].touch(moves.iter().map(|mv| mv.edge));
        }
    }

    /// The moves that led first to a position after so many half-moves.
    fn line(&self, ply: usize, mut position: u32) -> Vec<Move> {
        let mut moves = vec![Move::NULL; ply];
        for ply in (0..ply).rev() {
            let by = &self.levels[ply].moves[self.levels[ply + 1].positions[position as usize].by as usize];
            (moves[ply], position) = (by.mv, by.position);
        }
        moves
    }
}
