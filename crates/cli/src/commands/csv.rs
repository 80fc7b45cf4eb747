//! Games as a table: comma-separated values, quoted as RFC 4180 has it, lines ended with LF.

use std::borrow::Cow;
use std::io::Write as _;

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Position};
use pgnkit::command::{ClockTime, Commands, Score};
use pgnkit::{Game, Node};

use crate::args::Rows;

/// The roster but for the result, which is a column of its own.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// What the commands about time are called, and the columns of their values.
const CLOCKS: [&str; 4] = ["clk", "emt", "egt", "mct"];

/// Which table is written.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Rows,
    /// Tags that are columns.
    tags: Vec<String>,
    /// Whether positions are a column.
    fen: bool,
}

impl Table {
    pub(super) fn new(rows: Rows, tags: Option<&[String]>, fen: bool) -> Self {
        let tags = match (tags, rows) {
            (Some(tags), _) => tags.iter().map(|name| name.trim().to_owned()).collect(),
            (None, Rows::Games) => ROSTER.map(str::to_owned).to_vec(),
            (None, Rows::Plies) => Vec::new(),
        };
        Self { rows, tags, fen }
    }

    /// The names of the columns, in a line.
    pub(super) fn head(&self) -> String {
        let tags = self.tags.iter().map(|name| field(name));
        let fen = self.fen.then_some(Cow::Borrowed("fen"));
        let columns: Vec<Cow<'_, str>> = match self.rows {
            Rows::Games => {
                let first = ["game".into()].into_iter().chain(tags);
                first.chain(["plies".into(), "result".into()]).chain(fen).collect()
            }
            Rows::Plies => {
                let first = ["game", "ply", "number", "color", "san", "uci"].map(Cow::Borrowed).into_iter();
                let clocks = CLOCKS.iter().map(|name| format!("{name}_seconds").into());
                let last = ["eval_pawns", "eval_mate", "eval_depth", "nags", "comment"].map(Cow::Borrowed);
                first.chain(fen).chain(clocks).chain(last).chain(tags).collect()
            }
        };
        columns.join(",") + "\n"
    }

    /// Writes the rows of a game, the `count`-th of its block, each as [`number`](Self::number) reads it.
    pub(super) fn write_game(&self, game: &Game, count: u64, out: &mut Vec<u8>) {
        match self.rows {
            Rows::Games => row(count, out, |out| self.write_whole(game, out)),
            Rows::Plies => self.write_plies(game, count, out),
        }
    }

    /// Gives the rows of a block the numbers of their games in the run; `before` is how many came before the block.
    pub(super) fn number(block: &[u8], before: u64, out: &mut Vec<u8>) {
        let mut rest = block;
        while let Some((head, behind)) = rest.split_first_chunk::<HEAD>() {
            let [count, length] = words(head);
            let (row, behind) = behind.split_at_checked(length as usize).unwrap_or((behind, &[]));
            // Writing to memory cannot fail.
            let _ = write!(out, "{}", before + u64::from(count));
            out.extend_from_slice(row);
            rest = behind;
        }
    }

    fn write_whole(&self, game: &Game, out: &mut Vec<u8>) {
        self.write_tags(game, out);
        let _ = write!(out, ",{},{}", game.ply_count(), game.result());
        if self.fen {
            let end = game.mainline().last().unwrap_or(game.root()).position();
            let _ = write!(out, ",{}", end.fen(EnPassant::Always).as_str());
        }
    }

    fn write_plies(&self, game: &Game, count: u64, out: &mut Vec<u8>) {
        let start = game.start();
        let mut position = start.position;
        let mut tags = Vec::new();
        self.write_tags(game, &mut tags);
        // Moves are numbered from the start on, whatever they are.
        let offset = u64::from(position.turn() == Color::Black);
        let first = u64::from(position.fullmove_number());
        for (at, node) in (0u64..).zip(game.mainline()) {
            let number = first + (at + offset) / 2;
            let color = if (at + offset).is_multiple_of(2) { "white" } else { "black" };
            row(count, out, |out| {
                let (san, uci) = (node.san(), node.mv().to_uci(start.mode));
                let _ = write!(out, ",{},{number},{color},{san},{uci}", at + 1);
                if self.fen {
                    position.play(node.mv());
                    write_fen(&position, out);
                }
                write_notes(node, out);
                out.extend_from_slice(&tags);
            });
        }
    }

    fn write_tags(&self, game: &Game, out: &mut Vec<u8>) {
        for name in &self.tags {
            out.push(b',');
            out.extend_from_slice(field(game.tag(name).unwrap_or_default()).as_bytes());
        }
    }
}

fn write_fen(position: &Position, out: &mut Vec<u8>) {
    out.push(b',');
    out.extend_from_slice(position.fen(EnPassant::Always).as_bytes());
}

/// Bytes before each row of a block: the game's number in it, and the length of the row.
const HEAD: usize = 8;

fn words(head: &[u8; HEAD]) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = *head;
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// Writes a row without its first field, line break included.
fn row(count: u64, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&[0; HEAD]);
    write(out);
    out.push(b'\n');
    let length = (out.len() - start - HEAD) as u32;
    out[start..start + 4].copy_from_slice(&(count as u32).to_le_bytes());
    out[start + 4..start + HEAD].copy_from_slice(&length.to_le_bytes());
}

/// The columns of what stands beside a move. Of each command the first that has a value counts; the comment is what is
/// left without them.
fn write_notes(node: Node<'_>, out: &mut Vec<u8>) {
    let mut clocks: [Option<ClockTime>; CLOCKS.len()] = [None; CLOCKS.len()];
    let mut evaluation = None;
    let mut words: Vec<&str> = Vec::new();
    for comment in node.comments() {
        let mut written = 0;
        for command in Commands::new(comment.as_bytes()).flatten() {
            let column = CLOCKS.iter().position(|name| *name == command.name());
            let is_taken = match (column, command.time(), command.evaluation()) {
                (Some(column), Some((time, _)), _) if clocks[column].is_none() => {
                    clocks[column] = Some(time);
                    true
                }
                (_, _, Some(found)) if evaluation.is_none() => {
                    evaluation = Some(found);
                    true
                }
                _ => false,
            };
            if is_taken {
                words.extend(comment[written..command.span.start].split_ascii_whitespace());
                written = command.span.end;
            }
        }
        words.extend(comment[written..].split_ascii_whitespace());
    }
    for clock in clocks {
        write_value(clock.map(ClockTime::in_seconds), out);
    }
    let (mut pawns, mut mate) = (None, None);
    match evaluation.map(|found| found.score) {
        Some(Score::Pawns(value)) => pawns = Some(value).filter(|value| value.is_finite()),
        Some(Score::Mate(moves)) => mate = Some(moves),
        None => {}
    }
    write_value(pawns, out);
    write_value(mate, out);
    write_value(evaluation.and_then(|found| found.depth), out);
    let nags: Vec<String> = node.nags().map(|nag| nag.to_string()).collect();
    let _ = write!(out, ",{},{}", nags.join(" "), field(&words.join(" ")));
}

fn write_value(value: Option<impl std::fmt::Display>, out: &mut Vec<u8>) {
    out.push(b',');
    if let Some(value) = value {
        let _ = write!(out, "{value}");
    }
}

/// A value as a field, in quotes where it needs them.
fn field(value: &str) -> Cow<'_, str> {
    if value.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\"")).into()
    } else {
        value.into()
    }
}
