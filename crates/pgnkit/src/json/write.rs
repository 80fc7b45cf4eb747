//! Writing games as JSON.

use std::io;

use pgnkit_chess::fen::EnPassant;
use pgnkit_chess::{ChessMode, Color, Position, Variant};
use pgnkit_syntax::{Diagnostic, Outcome};

use super::moves::{Moves, close};
use super::{Located, tags};
use crate::game::{Game, Node, WrittenTag};
use crate::read::Start;

/// Writes games as JSON, one a line; [`json`](super) has the form.
///
/// ```
/// use pgnkit::{Game, json};
///
/// let game: Game = "[White \"Tal\"]\n\n1. e4 {best [%clk 0:03:00]} *".parse()?;
/// let mut out = Vec::new();
/// json::Writer::new().write_game(&game, &mut out);
/// let line = String::from_utf8(out).unwrap();
/// assert!(line.starts_with(r#"{"version":1,"tags":[{"name":"White","value":"Tal"}],"tag":{"White":"Tal"},"moves":["#));
/// assert!(line.contains(r#""commands":[{"name":"clk","operands":["0:03:00"],"seconds":180}]"#));
/// assert!(line.contains("\"result\":\"*\"") && line.ends_with("}\n"));
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Writer {
    pub(super) fen: bool,
}

impl Writer {
    /// Writes everything that a game holds, and what is cheap to derive from it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether each move also has the position after it as `fen`. This requires playing the game.
    #[must_use]
    pub fn fen(self, fen: bool) -> Self {
        Self { fen }
    }

    /// Appends a game to `out`, with a line break after it.
    pub fn write_game(&self, game: &Game, out: &mut Vec<u8>) {
        self.write_game_with(game, &[], &[], out);
    }

    /// Writes a game to a file, a socket or the like, as [`write_game`](Self::write_game) does.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, game: &Game, out: &mut (impl io::Write + ?Sized)) -> io::Result<()> {
        let mut line = Vec::new();
        self.write_game(game, &mut line);
        out.write_all(&line)
    }

    /// Appends a game with diagnostics: those that [`Reader::recorded`](super::Reader::recorded) gave, then those that
    /// were found in reading it.
    pub fn write_game_with(
        &self,
        game: &Game,
        recorded: &[Diagnostic],
        found: &[Located],
        out: &mut Vec<u8>,
    ) {
        out.extend_from_slice(tags::LIST);
        let written = || (0..game.tag_count()).map(|at| game.written_tag(at));
        for WrittenTag { name, value, is_plain, .. } in written() {
            tags::write_in_list(name, value, is_plain, out);
        }
        close(b']', out);
        out.extend_from_slice(tags::BY_NAME);
        for WrittenTag { name, value, is_plain, .. } in written() {
            tags::write_by_name(name, value, is_plain, out);
        }
        close(b'}', out);
        write_start(game.start(), game.raw_tags().any(|(name, _)| tags::tells_start(name)), out);
        out.push(b',');
        self.write_moves(game, out);
        write_result(game.result(), out);
        write_end(recorded, found, out);
    }
}

/// The member `start`, with a comma before it, where the start differs from the one that a reader would assume, or a tag says it.
pub(super) fn write_start(start: &Start, is_told: bool, out: &mut Vec<u8>) {
    if !is_told && *start == Start::default() {
        return;
    }
    out.extend_from_slice(b",\"start\":{\"fen\":\"");
    out.extend_from_slice(start.position.fen(EnPassant::Always).as_bytes());
    out.push(b'"');
    if start.mode == ChessMode::Chess960 {
        out.extend_from_slice(b",\"mode\":\"chess960\"");
    }
    if start.position.variant() != Variant::Standard {
        out.extend_from_slice(b",\"variant\":\"");
        out.extend_from_slice(start.position.variant().name().as_bytes());
        out.push(b'"');
    }
    if !start.rules_are_known {
        out.extend_from_slice(b",\"variant\":\"unknown\"");
    }
    if !start.is_known {
        out.extend_from_slice(b",\"playable\":false");
    }
    out.push(b'}');
}

/// The member `result`, with a comma before it.
pub(super) fn write_result(result: Outcome, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"result\":\"");
    out.extend_from_slice(result.as_str().as_bytes());
    out.push(b'"');
}

/// The member `diagnostics`, where there are any, and the end of the game.
pub(super) fn write_end(recorded: &[Diagnostic], found: &[Located], out: &mut Vec<u8>) {
    if !recorded.is_empty() || !found.is_empty() {
        write_diagnostics(recorded, found, out);
    }
    out.extend_from_slice(b"}\n");
}

#[cold]
fn write_diagnostics(recorded: &[Diagnostic], found: &[Located], out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"diagnostics\":[");
    let recorded = recorded.iter().map(|diagnostic| (diagnostic, None));
    let found = found.iter().map(|found| (&found.diagnostic, Some((found.start, found.end))));
    for (at, (diagnostic, place)) in recorded.chain(found).enumerate() {
        if at > 0 {
            out.push(b',');
        }
        super::recorded::write(diagnostic, place, out);
    }
    out.push(b']');
}

/// A line that is interrupted by a variation. [`Game::walk`] plays every move to give positions, which are rarely wanted.
struct Interrupted<'g> {
    /// The move the variations belong to.
    owner: Node<'g>,
    /// The start of the variation being written.
    variation: Node<'g>,
    /// The side that played it.
    mover: Color,
    /// The positions before and after `owner`, if positions are wanted.
    positions: Option<Tracked>,
}

/// The position reached, and the one before the last move.
#[derive(Clone, Copy)]
struct Tracked {
    before: Position,
    position: Position,
}

impl Tracked {
    fn new(position: Position) -> Self {
        Self { before: position, position }
    }
}

impl Writer {
    /// Writes the members `notes` and `moves`; variations may be nested as deep as memory holds.
    fn write_moves(&self, game: &Game, out: &mut Vec<u8>) {
        let start = game.start();
        let mut moves = Moves::new(std::mem::take(out), start.mode, start.position.turn());
        let mut tracked = self.fen.then(|| Tracked::new(start.position));
        let mut interrupted: Vec<Interrupted<'_>> = Vec::new();
        write_notes(game.root(), &mut moves);
        let mut next = game.root().next();
        loop {
            while let Some(node) = next {
                next = node.next();
                if !node.has_company() {
                    play(node, &mut tracked, &mut moves);
                    continue;
                }
                match node.unchecked() {
                    Some(unchecked) => moves.unchecked(unchecked),
                    None => play(node, &mut tracked, &mut moves),
                }
                write_notes(node, &mut moves);
                if let Some(variation) = node.first_variation() {
                    let mover = moves.mover();
                    interrupted.push(Interrupted { owner: node, variation, mover, positions: tracked });
                    next = open(variation, &mut tracked, &mut moves);
                }
            }
            let Some(outer) = interrupted.last_mut() else { break };
            moves.end_variation(outer.mover);
            tracked = outer.positions;
            if let Some(variation) = outer.variation.next_variation() {
                outer.variation = variation;
                next = open(variation, &mut tracked, &mut moves);
            } else {
                next = outer.owner.next();
                interrupted.pop();
            }
        }
        *out = moves.finish();
    }
}

#[inline]
fn play(node: Node<'_>, tracked: &mut Option<Tracked>, moves: &mut Moves) {
    moves.play(node.mv(), node.san(), !moves.mover());
    if let Some(Tracked { before, position }) = tracked {
        *before = *position;
        position.play(node.mv());
        moves.position(position);
    }
}

/// Begins a variation; returns its first move.
fn open<'g>(start: Node<'g>, tracked: &mut Option<Tracked>, moves: &mut Moves) -> Option<Node<'g>> {
    *tracked = tracked.map(|positions| Tracked::new(positions.before));
    moves.begin_variation();
    write_notes(start, moves);
    start.next()
}

fn write_notes(node: Node<'_>, moves: &mut Moves) {
    if let Some(comment) = node.only_comment()
        && moves.exact_clock(comment.text())
    {
        return;
    }
    node.raw_notes().for_each(|note| moves.note(note));
}
