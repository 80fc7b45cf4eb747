//! Forms of the tree: a table for people, a JSON object for each move, a game with variations.

use std::fmt::Write as _;

use pgnkit::chess::{Move, Position};
use pgnkit::{Game, NodeId};

use super::stats::{Example, Stats};
use super::table::OpeningTree;
use super::walk::Row;
use crate::movetext;

/// The columns of the table for people.
#[derive(Clone, Copy, Debug)]
pub struct TextForm {
    width: usize,
}

impl TextForm {
    /// For moves of these plies and widths at the most.
    pub fn new(tree: &OpeningTree, min_games: u64) -> Self {
        let mut width = "move".len();
        let _ = tree.each(min_games, |row| {
            width = width.max(indented(row).chars().count());
            Ok::<(), ()>(())
        });
        Self { width }
    }

    /// The head of the table.
    pub fn head(&self) -> String {
        let width = self.width;
        format!("{:width$}   games      %   white  draw black   score  perf   Elo  years      game", "move")
    }

    /// A move; `game` is the example.
    pub fn row(&self, row: &Row<'_>, tree: &OpeningTree, game: &str) -> String {
        let (stats, width) = (row.stats, self.width);
        let number = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let [white, draws, black] = stats.results();
        let decided = (white + draws + black) as f64;
        let part = |count: u64| {
            if decided > 0.0 { format!("{:.1}", 100.0 * count as f64 / decided) } else { "-".to_owned() }
        };
        let score =
            stats.score(row.position.turn()).map_or_else(|| "-".to_owned(), |score| format!("{score:.1}"));
        let share = 100.0 * stats.games() as f64 / row.of_games.max(1) as f64;
        let mut text = format!(
            "{:width$} {:>7}  {share:>5.1}   {:>5} {:>5} {:>5}   {score:>5}  {:>4}  {:>4}  {:<9}  {game}",
            indented(row),
            stats.games(),
            part(white),
            part(draws),
            part(black),
            number(stats.performance()),
            number(stats.elo()),
            years(stats).unwrap_or_else(|| "-".to_owned()),
        );
        if let Some(moves) = &row.transposes_to {
            let _ = write!(text, "  = {}", movetext::write(*tree.root(), moves));
        }
        text
    }
}

fn indented(row: &Row<'_>) -> String {
    format!("{:indent$}{}", "", row.numbered(), indent = 2 * row.ply)
}

fn years(stats: &Stats) -> Option<String> {
    let [first, last] = stats.years()?;
    Some(if first == last { first.to_string() } else { format!("{first}-{last}") })
}

/// A move as JSON: one object in one line, without what is not known. `example` writes the game as a JSON value.
#[cfg(feature = "report")]
pub fn json_row(row: &Row<'_>, tree: &OpeningTree, path: &[Move], file: &str) -> String {
    let stats = row.stats;
    let [white, draws, black] = stats.results();
    let mut object = serde_json::json!({
        "ply": row.ply + 1,
        "line": movetext::write(*tree.root(), path),
        "san": row.position.san(row.mv).to_string(),
        "games": stats.games(),
        "of_games": row.of_games,
        "white": white,
        "draws": draws,
        "black": black,
    });
    let mut put = |name: &str, value: Option<serde_json::Value>| {
        if let (Some(value), Some(object)) = (value, object.as_object_mut()) {
            object.insert(name.to_owned(), value);
        }
    };
    put("score", stats.score(row.position.turn()).map(|score| ((score * 10.0).round() / 10.0).into()));
    put("performance", stats.performance().map(Into::into));
    put("elo", stats.elo().map(Into::into));
    put("first_year", stats.years().map(|years| years[0].into()));
    put("last_year", stats.years().map(|years| years[1].into()));
    let Example { game, .. } = stats.example();
    put("example", Some(serde_json::json!({ "file": file, "game": game + 1 })));
    put("transposes_to", row.transposes_to.as_ref().map(|moves| movetext::write(*tree.root(), moves).into()));
    object.to_string()
}

/// What a comment says of a move: `70123 games, 54.6 %, performance 2412, Elo 2398, 1851-2001`.
pub fn comment(row: &Row<'_>, tree: &OpeningTree) -> String {
    let stats = row.stats;
    let games = stats.games();
    let mut text = format!("{games} game{}", if games == 1 { "" } else { "s" });
    if let Some(score) = stats.score(row.position.turn()) {
        let _ = write!(text, ", {score:.1} %");
    }
    if let Some(performance) = stats.performance() {
        let _ = write!(text, ", performance {performance}");
    }
    if let Some(elo) = stats.elo() {
        let _ = write!(text, ", Elo {elo}");
    }
    if let Some(years) = years(stats) {
        let _ = write!(text, ", {years}");
    }
    if let Some(moves) = &row.transposes_to {
        let _ = write!(text, "; goes on after {}", movetext::write(*tree.root(), moves));
    }
    text
}

impl OpeningTree {
    /// The moves that were played in so many games or more as one game with variations and comments. `before` are the moves that lead
    /// to the root from the usual initial position, where it is known by them.
    ///
    /// ```
    /// use pgnkit::chess::Position;
    /// use pgnkit_archive::tree::{GatherLines, OpeningTree};
    ///
    /// let mut tree = OpeningTree::new(Position::START, 2);
    /// tree.add(0, 0, &GatherLines::new(Position::START, 2).of_text(b"1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 c5 0-1\n"));
    /// let game = tree.to_game(1, None).to_string();
    /// assert!(game.ends_with(
    ///     "1. e4 {2 games, 50.0 %} (1. d4 {1 game, 50.0 %} 1... d5 {1 game, 50.0 %}) 1...\n\
    ///      c5 {1 game, 100.0 %} (1... e5 {1 game, 0.0 %}) *\n\n"
    /// ), "{game}");
    /// ```
    pub fn to_game(&self, min_games: u64, before: Option<&[Move]>) -> Game {
        let root = *self.root();
        let mut game =
            if before.is_some() || root == Position::START { Game::new() } else { Game::from_position(root) };
        // All of these are legal where they are played: nothing fails.
        let mut at = NodeId::ROOT;
        for mv in before.unwrap_or_default() {
            at = game.add_move(at, *mv).unwrap_or(at);
        }
        let mut nodes = vec![at];
        let _ = self.each(min_games, |row| {
            nodes.truncate(row.ply + 1);
            let Some(parent) = nodes.last().copied() else { return Ok(()) };
            if let Ok(node) = game.add_move(parent, row.mv) {
                let _ = game.add_comment(node, &comment(row, self));
                nodes.push(node);
            }
            Ok::<(), ()>(())
        });
        game
    }
}
