//! Walk through the tree: the most played move first, each position once.

use pgnkit::chess::{Move, Position};

use super::stats::Stats;
use super::table::{Edge, Level, NONE, OpeningTree};
use pgnkit_query::movetext::{self, SanText};

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
    /// The move as text, where it was needed for the order.
    san: Option<SanText>,
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
        out.push_str(self.san.unwrap_or_else(|| SanText::of(&self.position, self.mv)).as_str());
    }
}

/// A position of the walk: its moves, and the next of them.
struct Open<'t> {
    position: Position,
    node: u32,
    edges: Vec<(Edge<'t>, Option<SanText>)>,
    games: u64,
    next: usize,
}

impl OpeningTree {
    /// Gives its moves that were played in so many games or more, the most played first, each followed by those that come after it.
    ///
    /// # Errors
    /// Those of `visit`.
    pub fn each<'t, E>(
        &'t self,
        min_games: u64,
        visit: impl FnMut(&Row<'t>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(min_games, true, visit)
    }

    /// The same, where it does not matter which move is the most played.
    pub(super) fn each_in_any_order<'t>(&'t self, min_games: u64, mut visit: impl FnMut(&Row<'t>)) {
        let _ = self.walk(min_games, false, |row| {
            visit(row);
            Ok::<(), ()>(())
        });
    }

    fn walk<'t, E>(
        &'t self,
        min_games: u64,
        in_order: bool,
        mut visit: impl FnMut(&Row<'t>) -> Result<(), E>,
    ) -> Result<(), E> {
        let levels = self.levels();
        // The node and move by which each position was visited first.
        let mut first_ways: Vec<Vec<Option<(u32, Move)>>> =
            levels.iter().map(|level| vec![None; level.len()]).collect();
        let opened = |ply, node, position| opened(levels, ply, node, position, min_games, in_order);
        let mut open: Vec<Open<'t>> = vec![opened(0, 0, *self.root())];
        while let Some(last) = open.last_mut() {
            let Some((edge, san)) = last.edges.get(last.next).copied() else {
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
                Row { ply, position, mv: edge.mv, stats: edge.stats, of_games, transposes_to: None, san };
            if follows {
                let before = &mut first_ways[ply + 1][child as usize];
                if before.is_some() {
                    row.transposes_to = Some(path(&first_ways, ply + 1, child));
                } else {
                    *before = Some((node, edge.mv));
                }
            }
            visit(&row)?;
            if follows && row.transposes_to.is_none() {
                open.push(opened(ply + 1, child, position.after(edge.mv)));
            }
        }
        Ok(())
    }
}

fn opened<'t>(
    levels: &'t [Level],
    ply: usize,
    node: u32,
    position: Position,
    min_games: u64,
    in_order: bool,
) -> Open<'t> {
    let (mut edges, mut games) = (Vec::new(), 0);
    for edge in levels.get(ply).into_iter().flat_map(|level| level.edges_of(node)) {
        games += edge.stats.games();
        if edge.stats.games() >= min_games {
            edges.push((edge, in_order.then(|| SanText::of(&position, edge.mv))));
        }
    }
    if in_order {
        edges.sort_unstable_by_key(|(edge, san)| (u64::MAX - edge.stats.games(), *san));
    }
    Open { position, node, edges, games, next: 0 }
}

/// The moves by which a position was visited first.
fn path(first_ways: &[Vec<Option<(u32, Move)>>], ply: usize, node: u32) -> Vec<Move> {
    let mut moves = Vec::with_capacity(ply);
    let (mut ply, mut node) = (ply, node);
    while let Some((before, mv)) = first_ways[ply][node as usize] {
        moves.push(mv);
        (ply, node) = (ply - 1, before);
    }
    moves.reverse();
    moves
}
