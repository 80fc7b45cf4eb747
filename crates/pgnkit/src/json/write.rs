//! Writing games as JSON.

use std::io;

use pgnkit_chess::fen::EnPassant;
use pgnkit_chess::{ChessMode, Color, Move, Position, Variant};
use pgnkit_syntax::Diagnostic;

use super::Located;
use super::{notes, text};
use crate::game::{Game, Node, WrittenTag};
use crate::read::{Start, is_start_in_other_case};

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
    fen: bool,
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
        out.extend_from_slice(b"{\"version\":1,\"tags\":[");
        for at in 0..game.tag_count() {
            let WrittenTag { name, value, is_plain, .. } = game.written_tag(at);
            out.extend_from_slice(if at == 0 { b"{\"name\":" } else { b",{\"name\":" });
            text::string(name, out);
            out.extend_from_slice(b",\"value\":");
            value_of_tag(value, is_plain, out);
            out.push(b'}');
        }
        out.extend_from_slice(b"],\"tag\":{");
        for at in 0..game.tag_count() {
            let WrittenTag { name, value, is_plain, .. } = game.written_tag(at);
            if at > 0 {
                out.push(b',');
            }
            text::string(name, out);
            out.push(b':');
            value_of_tag(value, is_plain, out);
        }
        out.push(b'}');
        if needs_start(game) {
            write_start(game.start(), out);
        }
        let tracked = self.fen.then(|| Tracked::new(game.start().position));
        let mover = !game.start().position.turn();
        MovetextWriter { mode: game.start().mode, mover, tracked, out }.game(game);
        out.extend_from_slice(b",\"result\":\"");
        out.extend_from_slice(game.result().as_str().as_bytes());
        out.push(b'"');
        write_diagnostics(recorded, found, out);
        out.extend_from_slice(b"}\n");
    }
}

/// The value of a tag, which is plain in JSON where it is in PGN.
fn value_of_tag(value: &[u8], is_plain: bool, out: &mut Vec<u8>) {
    if is_plain { text::plain_string(value, out) } else { text::string(value, out) }
}

/// Whether the start differs from the one that a reader would assume.
fn needs_start(game: &Game) -> bool {
    *game.start() != Start::default() || game.raw_tags().any(|(name, _)| tells_start(name))
}

/// Whether a tag determines the start and the rules of a game.
pub(super) fn tells_start(name: &[u8]) -> bool {
    match name {
        b"FEN" | b"SetUp" | b"Variant" => true,
        // Asked only where it can be: most names have neither this length nor this letter.
        [b'F' | b'f', _, _] | [b'S' | b's', _, _, _, _] => is_start_in_other_case(name),
        _ => false,
    }
}

fn write_start(start: &Start, out: &mut Vec<u8>) {
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

fn write_diagnostics(recorded: &[Diagnostic], found: &[Located], out: &mut Vec<u8>) {
    if recorded.is_empty() && found.is_empty() {
        return;
    }
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

struct MovetextWriter<'o> {
    mode: ChessMode,
    /// The side that played the last move, or would have.
    mover: Color,
    tracked: Option<Tracked>,
    out: &'o mut Vec<u8>,
}

impl MovetextWriter<'_> {
    /// Writes the members `notes` and `moves`; variations may be nested as deep as memory holds.
    fn game(&mut self, game: &Game) {
        self.notes(game.root());
        self.out.extend_from_slice(b",\"moves\":");
        let mut interrupted: Vec<Interrupted<'_>> = Vec::new();
        let mut next = game.root().next();
        // What is before the next move: the bracket that opens the list, or a comma.
        let mut before = b'[';
        loop {
            while let Some(node) = next {
                let has_company = node.has_company();
                self.ply(node, before, has_company);
                before = b',';
                next = node.next();
                if has_company {
                    self.notes(node);
                    if let Some(variation) = node.first_variation() {
                        self.out.extend_from_slice(b",\"variations\":[");
                        let (mover, positions) = (self.mover, self.tracked);
                        interrupted.push(Interrupted { owner: node, variation, mover, positions });
                        next = self.open(variation);
                        before = b'[';
                        continue;
                    }
                    self.out.push(b'}');
                }
            }
            if before == b'[' {
                self.out.push(b'[');
            }
            self.out.push(b']');
            let Some(outer) = interrupted.last_mut() else { break };
            self.out.push(b'}');
            self.tracked = outer.positions;
            self.mover = outer.mover;
            if let Some(variation) = outer.variation.next_variation() {
                outer.variation = variation;
                self.out.push(b',');
                next = self.open(variation);
                before = b'[';
            } else {
                self.out.extend_from_slice(b"]}");
                next = outer.owner.next();
                before = b',';
                interrupted.pop();
            }
        }
    }

    /// Begins a variation; returns its first move.
    fn open<'g>(&mut self, start: Node<'g>) -> Option<Node<'g>> {
        self.tracked = self.tracked.map(|positions| Tracked::new(positions.before));
        self.mover = !self.mover;
        // Notes have a comma before them, which no member comes before: it becomes the brace.
        let brace = self.out.len();
        self.notes(start);
        match self.out.get_mut(brace) {
            Some(comma) => {
                *comma = b'{';
                self.out.push(b',');
            }
            None => self.out.push(b'{'),
        }
        self.out.extend_from_slice(b"\"moves\":");
        start.next()
    }

    /// A move after the byte `before`: all of it where it has no company, else up to where its notes come.
    #[inline]
    fn ply(&mut self, node: Node<'_>, before: u8, has_company: bool) {
        if has_company && let Some(unchecked) = node.unchecked() {
            return self.unchecked_ply(unchecked, before);
        }
        self.mover = !self.mover;
        // Written in steps of constant length over room for the longest; what is too much is cut off.
        const FORM: &[u8; 32] = br#",{"san":"                       "#;
        const UCI: &[u8; 16] = br#"","uci":"a1b2"  "#;
        const SAN_AT: usize = br#",{"san":""#.len();
        const SQUARES_AT: usize = br#"","uci":""#.len();
        let start = self.out.len();
        self.out.extend_from_slice(FORM);
        let uci = node.mv().to_uci(self.mode);
        let (word, length) = node.san().to_word();
        let mut end = start + SAN_AT + length + UCI.len() - 2;
        if let Some(place) = self.out.last_chunk_mut::<32>() {
            place[0] = before;
            place[SAN_AT..][..8].copy_from_slice(&word.to_le_bytes());
            let place = &mut place[SAN_AT + (length & 7)..][..UCI.len()];
            place.copy_from_slice(UCI);
            if let Some((squares, promotion)) = uci.as_bytes().split_first_chunk::<4>() {
                place[SQUARES_AT..][..4].copy_from_slice(squares);
                if let [letter] = promotion {
                    place[SQUARES_AT + 4..].copy_from_slice(&[*letter, b'"', b' ']);
                    end += 1;
                }
            }
        }
        self.out.truncate(end);
        if self.tracked.is_some() {
            self.position(node.mv());
        }
        if !has_company {
            self.out.push(b'}');
        }
    }

    /// A move of a game whose rules are not known, up to where its notes come. There are no positions.
    #[cold]
    fn unchecked_ply(&mut self, unchecked: &str, before: u8) {
        self.mover = !self.mover;
        self.out.push(before);
        self.out.extend_from_slice(b"{\"text\":");
        text::string(unchecked.as_bytes(), self.out);
    }

    #[inline(never)]
    fn position(&mut self, mv: Move) {
        if let Some(Tracked { before, position }) = &mut self.tracked {
            *before = *position;
            position.play(mv);
            self.out.extend_from_slice(b",\"fen\":\"");
            self.out.extend_from_slice(position.fen(EnPassant::Always).as_bytes());
            self.out.push(b'"');
        }
    }

    /// The member `notes` with a comma before it, where there are any.
    fn notes(&mut self, node: Node<'_>) {
        if let Some(comment) = node.only_comment()
            && notes::only_exact_clock(comment.text(), self.out)
        {
            return;
        }
        let mut is_first = true;
        for note in node.raw_notes() {
            self.out.extend_from_slice(if is_first { b",\"notes\":[" } else { b"," });
            notes::write(note, self.mover, self.out);
            is_first = false;
        }
        if !is_first {
            self.out.push(b']');
        }
    }
}
