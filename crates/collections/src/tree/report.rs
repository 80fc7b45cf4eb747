//! Forms of the tree: a table for people, a JSON object for each move, a game with variations.

use std::fmt::Write as _;

use pgnkit::chess::{Move, Position};
use pgnkit::{Game, NodeId};

use super::rows::{Row, Rows};
use super::stats::{Example, Stats};
use super::table::OpeningTree;
use crate::engine_book::percent_of;
use pgnkit_formats::book::Book;
use pgnkit_query::movetext;

/// The columns of the table for people.
#[derive(Clone, Copy, Debug)]
pub struct TextForm<'b> {
    width: usize,
    book: Option<&'b Book<'b>>,
}

impl<'b> TextForm<'b> {
    /// For these moves.
    pub fn new(rows: &Rows<'_>) -> Self {
        Self { width: rows.width().max("move".len()), book: None }
    }

    /// With a column for the part of the weights that a move has in an opening book of engines.
    #[must_use]
    pub fn book(self, book: Option<&'b Book<'b>>) -> Self {
        Self { book, ..self }
    }

    /// The head of the table.
    pub fn head(&self) -> String {
        let width = self.width;
        let book = if self.book.is_some() { "    book" } else { "" };
        format!(
            "{:width$}   games      %   white  draw black   score  perf   Elo{book}  years      game",
            "move"
        )
    }

    /// A move; `game` is the example.
    pub fn row(&self, row: &Row<'_>, tree: &OpeningTree, game: &str) -> String {
        let mut text = String::new();
        self.write_row(row, tree, game, &mut text);
        text
    }

    /// The same, appended to a text.
    pub fn write_row(&self, row: &Row<'_>, tree: &OpeningTree, game: &str, out: &mut String) {
        let stats = row.stats;
        let start = out.len();
        push_many(' ', 2 * row.ply, out);
        row.write_numbered(out);
        pad_right(start + self.width, out);
        let mut cell = |before: &str, width, value: Option<NumberText>| {
            out.push_str(before);
            pad_left(width, value.unwrap_or(NumberText::NOTHING).as_str(), out);
        };
        let [white, draws, black] = stats.results();
        let decided = white + draws + black;
        let part = |count| (decided > 0).then(|| NumberText::tenths(100, count, decided));
        let score =
            (decided > 0).then(|| NumberText::tenths(50, stats.half_points(row.position.turn()), decided));
        cell(" ", 7, Some(NumberText::number(stats.games())));
        cell("  ", 5, Some(NumberText::tenths(100, stats.games(), row.of_games.max(1))));
        cell("   ", 5, part(white));
        cell(" ", 5, part(draws));
        cell(" ", 5, part(black));
        cell("   ", 5, score);
        cell("  ", 4, stats.performance().map(|elo| NumberText::number(elo.into())));
        cell("  ", 4, stats.elo().map(|elo| NumberText::number(elo.into())));
        if let Some(book) = self.book {
            match percent_of(book, &row.position, row.mv) {
                Some(percent) => _ = write!(out, "   {percent:5.1}"),
                None => out.push_str("       -"),
            }
        }
        out.push_str("  ");
        let start = out.len();
        let first = stats.years().map(|[first, _]| first);
        if let Some(first) = first {
            out.push_str(NumberText::number(first.into()).as_str());
        }
        match stats.last_year().filter(|last| Some(*last) != first) {
            Some(last) => {
                out.push('-');
                out.push_str(NumberText::number(last.into()).as_str());
            }
            None if first.is_none() => out.push('-'),
            None => {}
        }
        pad_right(start + YEARS, out);
        out.push_str("  ");
        out.push_str(game);
        if let Some(moves) = &row.transposes_to {
            out.push_str("  = ");
            movetext::append(*tree.root(), moves, out);
        }
    }
}

/// The width of two years.
const YEARS: usize = 9;

fn push_many(character: char, count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(character, count));
}

/// Brings a text of ASCII to a length.
fn pad_right(length: usize, out: &mut String) {
    push_many(' ', length.saturating_sub(out.len()), out);
}

fn pad_left(width: usize, text: &str, out: &mut String) {
    push_many(' ', width.saturating_sub(text.len()), out);
    out.push_str(text);
}

/// A number as it is shown.
#[derive(Clone, Copy)]
struct NumberText {
    text: [u8; 24],
    start: usize,
}

impl NumberText {
    const NOTHING: Self = {
        let mut text = [0; 24];
        text[23] = b'-';
        Self { text, start: 23 }
    };

    fn number(number: u64) -> Self {
        Self { text: [0; 24], start: 24 }.with_digits(number)
    }

    /// `factor * part / whole` with one digit after the point, as that is written of a number of the machine.
    fn tenths(factor: u64, part: u64, whole: u64) -> Self {
        let (tenths, rest) = (10 * factor * part / whole, 10 * factor * part % whole);
        let tenths = match (2 * rest).cmp(&whole) {
            std::cmp::Ordering::Less => tenths,
            std::cmp::Ordering::Greater => tenths + 1,
            // In the middle it depends on how the machine has the number.
            std::cmp::Ordering::Equal => {
                let written = format!("{:.1}", (factor * part) as f64 / whole as f64);
                written
                    .bytes()
                    .filter(u8::is_ascii_digit)
                    .fold(0, |all, digit| 10 * all + u64::from(digit - b'0'))
            }
        };
        let mut shown = Self { text: [0; 24], start: 22 };
        (shown.text[22], shown.text[23]) = (b'.', b'0' + (tenths % 10) as u8);
        shown.with_digits(tenths / 10)
    }

    /// With the digits of a number before what is there.
    fn with_digits(mut self, mut number: u64) -> Self {
        loop {
            self.start -= 1;
            self.text[self.start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return self;
            }
        }
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.text[self.start..]).unwrap_or_default()
    }
}

fn years(stats: &Stats) -> Option<String> {
    let Some([first, last]) = stats.years() else { return Some(format!("to {}", stats.last_year()?)) };
    Some(if first == last { first.to_string() } else { format!("{first}-{last}") })
}

/// A move as JSON: one object in one line, without what is not known. `file` is that of the example; of a book, the part of the weights that the
/// move has in it is given.
#[cfg(feature = "report")]
pub fn json_row(
    row: &Row<'_>,
    tree: &OpeningTree,
    path: &[Move],
    file: &str,
    book: Option<&Book<'_>>,
) -> String {
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
    put("last_year", stats.last_year().map(Into::into));
    let percent = book.and_then(|book| percent_of(book, &row.position, row.mv));
    put("book_percent", percent.map(|percent| ((percent * 10.0).round() / 10.0).into()));
    let example =
        stats.example().map(|Example { game, .. }| serde_json::json!({ "file": file, "game": game + 1 }));
    put("example", example);
    put("transposes_to", row.transposes_to.as_ref().map(|moves| movetext::write(*tree.root(), moves).into()));
    object.to_string()
}

/// The comment on a move: `70123 games, 54.6 %, performance 2412, Elo 2398, 1851-2001, 40.0 % in the book`.
pub fn comment(row: &Row<'_>, tree: &OpeningTree, book: Option<&Book<'_>>) -> String {
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
    if let Some(percent) = book.and_then(|book| percent_of(book, &row.position, row.mv)) {
        let _ = write!(text, ", {percent:.1} % in the book");
    }
    if let Some(moves) = &row.transposes_to {
        let _ = write!(text, "; goes on after {}", movetext::write(*tree.root(), moves));
    }
    text
}

impl OpeningTree {
    /// The moves that were played in so many games or more as one game with variations and comments. `before` are the moves that lead
    /// to the root from the usual initial position, where it is known by them; `book` is an opening book of engines, whose weights are given, too.
    ///
    /// ```
    /// use pgnkit::chess::Position;
    /// use pgnkit_collections::tree::{GatherLines, OpeningTree};
    ///
    /// let mut tree = OpeningTree::new(Position::START, 2);
    /// tree.add(0, 0, &GatherLines::new(Position::START, 2).of_text(b"1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 c5 0-1\n"));
    /// let game = tree.to_game(1, None, None).to_string();
    /// assert!(game.ends_with(
    ///     "1. e4 {2 games, 50.0 %} (1. d4 {1 game, 50.0 %} 1... d5 {1 game, 50.0 %}) 1...\n\
    ///      c5 {1 game, 100.0 %} (1... e5 {1 game, 0.0 %}) *\n\n"
    /// ), "{game}");
    /// ```
    pub fn to_game(&self, min_games: u64, before: Option<&[Move]>, book: Option<&Book<'_>>) -> Game {
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
                let _ = game.add_comment(node, &comment(row, self, book));
                nodes.push(node);
            }
            Ok::<(), ()>(())
        });
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_the_library_shows_them() {
        for number in [0, 1, 9, 10, 145_716, u64::MAX] {
            assert_eq!(NumberText::number(number).as_str(), number.to_string());
        }
        let check = |factor, part, whole| {
            let written = format!("{:.1}", (factor * part) as f64 / whole as f64);
            assert_eq!(NumberText::tenths(factor, part, whole).as_str(), written, "{factor} {part} {whole}");
        };
        for whole in (1..400).chain([2000, 145_716, u32::MAX.into()]) {
            (0..=whole.min(2000)).for_each(|part| check(100, part, whole));
            (0..=2 * whole.min(1000)).for_each(|part| check(50, part, whole));
            check(100, whole, whole);
            check(50, 2 * whole - 1, whole);
        }
    }

    #[test]
    fn columns_are_as_wide_as_the_widest_move() {
        let fen = "1r2k3/2P5/8/8/8/8/8/Q3K2Q w - - 0 99999";
        let root = pgnkit::chess::fen::parse(fen.as_bytes()).unwrap().position;
        for (moves, widest) in [
            ("99999. Ke2", "99999. Ke2"),
            ("99999. cxb8=Q+ Ke7 100000. Qhh8", "    100000. Qhh8"),
            ("99999. Kd1 Rb1+ 100000. Qxb1", "    100000. Qxb1"),
        ] {
            let text = format!("[FEN \"{fen}\"]\n\n{moves} *\n");
            let mut tree = OpeningTree::new(root, 3);
            tree.add(0, 0, &super::super::GatherLines::new(root, 3).of_text(text.as_bytes()));
            assert_eq!(
                TextForm::new(&tree.rows(1, std::num::NonZeroUsize::MIN)).width,
                widest.len(),
                "{moves}"
            );
        }
    }
}
