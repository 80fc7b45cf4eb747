//! The tree as it is told: the most played move first, each position once.

use pgnkit::chess::{Move, Position};

use super::stats::Stats;
use super::table::{Edge, Level, NONE, OpeningTree};
use crate::movetext;

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
    /// The moves of the tree to the same position that were told before: what follows is told there.
    pub transposes_to: Option<Vec<Move>>,
}

impl Row<'_> {
    /// The move with its number, as `3... Nf6`.
    pub fn numbered(&self) -> String {
        movetext::write(self.position, &[self.mv])
    }
}

/// A position that is being told: its moves, and the next of them.
struct Open<'t> {
    position: Position,
    node: u32,
    edges: Vec<Edge<'t>>,
    games: u64,
    next: usize,
}

impl OpeningTree {
    /// Gives its moves that were played in so many games or more, the most played first, each followed by those that come after it.
    ///
    /// # Errors
    /// Those of `tell`.
    pub fn each<'t, E>(
        &'t self,
        min_games: u64,
        mut tell: impl FnMut(&Row<'t>) -> Result<(), E>,
    ) -> Result<(), E> {
        let levels = self.levels();
        // By which node and move each position was told first.
        let mut told: Vec<Vec<Option<(u32, Move)>>> =
            levels.iter().map(|level| vec![None; level.len()]).collect();
        let mut open: Vec<Open<'t>> = vec![opened(levels, 0, 0, *self.root(), min_games)];
        while let Some(last) = open.last_mut() {
            let Some(edge) = last.edges.get(last.next).copied() else {
                open.pop();
                continue;
            };
            last.next += 1;
            let (position, node, of_games) = (last.position, last.node, last.games);
            let ply = open.len() - 1;
            let child = edge.child;
            let follows = child != NONE
                && levels
                    .get(ply + 1)
                    .is_some_and(|next| next.edges_of(child).any(|edge| edge.stats.games() >= min_games));
            let mut row =
                Row { ply, position, mv: edge.mv, stats: edge.stats, of_games, transposes_to: None };
            if follows {
                let before = &mut told[ply + 1][child as usize];
                if before.is_some() {
                    row.transposes_to = Some(path(&told, ply + 1, child));
                } else {
                    *before = Some((node, edge.mv));
                }
            }
            tell(&row)?;
            if follows && row.transposes_to.is_none() {
                open.push(opened(levels, ply + 1, child, position.after(edge.mv), min_games));
            }
        }
        Ok(())
    }
}

fn opened<'t>(levels: &'t [Level], ply: usize, node: u32, position: Position, min_games: u64) -> Open<'t> {
    let Some(level) = levels.get(ply) else {
        return Open { position, node, edges: Vec::new(), games: 0, next: 0 };
    };
    let games = level.edges_of(node).map(|edge| edge.stats.games()).sum();
    let mut edges: Vec<Edge<'_>> =
        level.edges_of(node).filter(|edge| edge.stats.games() >= min_games).collect();
    edges.sort_by_cached_key(|edge| (u64::MAX - edge.stats.games(), position.san(edge.mv).to_string()));
    Open { position, node, edges, games, next: 0 }
}

/// The moves by which a position was told first.
fn path(told: &[Vec<Option<(u32, Move)>>], ply: usize, node: u32) -> Vec<Move> {
    let mut moves = Vec::with_capacity(ply);
    let (mut ply, mut node) = (ply, node);
    while let Some((before, mv)) = told[ply][node as usize] {
        moves.push(mv);
        (ply, node) = (ply - 1, before);
    }
    moves.reverse();
    moves
}
