//! Export format (section 8, with the conventions CEX for what the standard leaves open).

mod comment;
mod convert;
mod exporter;
mod fill;
mod lines;
mod losses;
mod notation;
mod out;
mod tags;
mod trees;

use std::io;

use pgnkit_chess::{ChessMode, Color};

use pgnkit_diagnostics::Suppression;
use pgnkit_syntax::Ignore;

use crate::game::{Game, GameBuilder, Node, Note};
use crate::read::{Replayer, Start};
pub(crate) use comment::{Words, clings};
pub use convert::{to_crlf, to_latin1};
pub use exporter::Exporter;
use fill::Fill;
pub use losses::ExportLosses;
pub use notation::{LongAlgebraicStyle, Notation};
use out::Out;
pub(crate) use tags::{ExportedTags, PlyCount, as_written, result_value};
#[cfg(feature = "json")]
pub(crate) use trees::Trees;

/// The longest line of movetext that section 8.2.1 allows.
pub const MAX_WIDTH: usize = pgnkit_syntax::internals::EXPORT_WIDTH;

/// Which tags are written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TagSelection {
    /// The roster and all others.
    #[default]
    All,
    /// The Seven Tag Roster only (section 8.1.1).
    Roster,
    /// The roster, and of the others the ones named.
    Named(Vec<String>),
}

/// Options of export format, and its writer.
///
/// The default is full export format: everything, at most 79 columns. Whatever is chosen, the tags FEN and SetUp of a
/// game that needs them are kept, since its moves mean nothing without them.
///
/// ```
/// use pgnkit::{Export, Game};
///
/// let game: Game = "1. e4! {best} (1. d4) e5 *".parse()?;
/// let mut out = Vec::new();
/// Export::reduced().write_game(&game, &mut out);
/// assert!(out.ends_with(b"[Result \"*\"]\n\n1. e4 e5 *\n\n"));
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Export {
    /// The longest line of movetext, in characters.
    pub width: usize,
    /// Tags.
    pub tags: TagSelection,
    /// Whether comments are written.
    pub comments: bool,
    /// Whether numeric annotation glyphs are written.
    pub nags: bool,
    /// Whether variations are written.
    pub variations: bool,
    /// Notation of moves. Any other than [`Notation::SAN`] is for display or for other programs, and no export format.
    pub notation: Notation,
    /// Whether the glyphs from `$1` to `$6` are written as `!`, `?`, `!!`, `??`, `!?` and `?!` at their move: for display, and
    /// no export format. A move has one at most; further ones remain numbers.
    pub suffixes: bool,
}

impl Default for Export {
    fn default() -> Self {
        Self {
            width: MAX_WIDTH,
            tags: TagSelection::All,
            comments: true,
            nags: true,
            variations: true,
            notation: Notation::SAN,
            suffixes: false,
        }
    }
}

impl Export {
    /// Reduced export format: the roster and the moves of the main line (section 3.2.4).
    pub fn reduced() -> Self {
        Self {
            tags: TagSelection::Roster,
            comments: false,
            nags: false,
            variations: false,
            ..Self::default()
        }
    }

    /// With another line width; 1 puts each token on a line.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns;
        self
    }

    /// With moves in another notation, and all else as it is.
    ///
    /// ```
    /// use pgnkit::{Export, Game, Notation};
    ///
    /// let game: Game = "1. e4 e5 2. Nf3 {Nf3!} *".parse()?;
    /// let mut out = Vec::new();
    /// Export::default().notation(Notation::Figurine).write_game(&game, &mut out);
    /// assert!(out.ends_with("1. e4 e5 2. ♘f3 {Nf3!} *\n\n".as_bytes()));
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn notation(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
    }

    /// With `!`, `?` and the like at moves, and no numbers for them, or the other way around.
    ///
    /// ```
    /// use pgnkit::{Export, Game, Notation};
    ///
    /// let game: Game = "1. e4! e5 $6 $14 2. Nf3 *".parse()?;
    /// let mut out = Vec::new();
    /// Export::default().notation(Notation::Figurine).suffixes(true).write_game(&game, &mut out);
    /// assert!(out.ends_with("1. e4! e5?! $14 2. ♘f3 *\n\n".as_bytes()));
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn suffixes(mut self, suffixes: bool) -> Self {
        self.suffixes = suffixes;
        self
    }

    /// Appends a game to `out`: tags, empty line, movetext, empty line. Text is written as
    /// UTF-8 with LF; see [`to_latin1`] and [`to_crlf`] for others.
    ///
    /// Returns counts of what export format cannot hold and is written otherwise.
    ///
    /// ```
    /// use pgnkit::{Export, Game};
    ///
    /// let mut game: Game = "1. e4 {a {b} e5 *".parse()?;
    /// let mut out = Vec::new();
    /// let losses = Export::default().write_game(&game, &mut out);
    /// assert!(out.ends_with(b"1. e4 {a (b} 1... e5 *\n\n"));
    /// assert_eq!(losses.to_string(), "1 brace");
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn write_game(&self, game: &Game, out: &mut Vec<u8>) -> ExportLosses {
        let is_plain = !game.has_unread() && game.start().rules_are_known;
        let unread = if is_plain { Unread::None } else { self.unread_form(game) };
        self.write(game, unread, out)
    }

    /// Half-moves from White's move 0 up to the first move.
    fn first_ply(start: &Start) -> u32 {
        let position = &start.position;
        position.fullmove_number().wrapping_mul(2) + u32::from(position.turn() == Color::Black)
    }

    fn write(&self, game: &Game, unread: Unread, out: &mut Vec<u8>) -> ExportLosses {
        let has_escapes = game.has_escapes();
        let mut escapes = if has_escapes { write_first_escapes(game, self.comments, out) } else { 0 };
        let mut out = Out::new(out);
        // Where the unread moves are not written so that they can be read again, the number is that of the moves written.
        let is_part = unread == Unread::Marked && !tags::is_read_to_its_end(game);
        let ply_count = if is_part { PlyCount::AsWritten } else { PlyCount::OfTree };
        self.write_tags(game, ply_count, &mut out);
        let mut movetext = Movetext {
            export: self,
            fill: Fill::new(out, self.width.max(1)),
            needs_number: true,
            is_san: self.notation == Notation::SAN && game.start().rules_are_known,
            unread,
            mode: game.start().mode,
            text: String::new(),
            has_escapes,
            escapes: 0,
        };
        if unread == Unread::Comment && !game.start().rules_are_known {
            movetext.as_comment(game);
        } else {
            movetext.game(game);
        }
        escapes += movetext.escapes;
        let mut out = movetext.fill.finish();
        out.put(b"\n\n");
        let mut losses = out.losses;
        if has_escapes {
            losses.escape_lines = game.escape_count().saturating_sub(escapes);
        }
        losses
    }

    /// Marked where reading what is written gives the same text again. It may not: a parenthesis or a marker that meant
    /// nothing where it was can end something here, and a word of an unknown variant can be none at the beginning of a line.
    #[cold]
    fn unread_form(&self, game: &Game) -> Unread {
        let is_stable = if game.start().rules_are_known {
            Self::default().is_stable(game)
        } else {
            // Wherever lines end: what a percent sign or a quote means depends on what else is in its line.
            !game.nodes().filter_map(|node| node.unchecked()).any(|text| text.contains(['%', '"']))
                && [MAX_WIDTH, 1, self.width].iter().all(|width| self.clone().width(*width).is_stable(game))
        };
        if is_stable { Unread::Marked } else { Unread::Comment }
    }

    fn is_stable(&self, game: &Game) -> bool {
        let (mut once, mut twice) = (Vec::new(), Vec::new());
        self.write(game, Unread::Marked, &mut once);
        let (mut replayer, mut builder) = (Replayer::new(&once), GameBuilder::new());
        let mut games = 0;
        while replayer.read_into(&mut builder, &mut Ignore).is_some() {
            self.write(builder.game(), Unread::Marked, &mut twice);
            games += 1;
        }
        games == 1 && once == twice
    }

    /// Writes a game to a file, a socket or the like, as [`write_game`](Self::write_game) does.
    ///
    /// ```
    /// use pgnkit::{Export, Game};
    ///
    /// let game: Game = "1. e4 *".parse()?;
    /// Export::default().write_to(&game, &mut std::io::stdout())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, game: &Game, out: &mut (impl io::Write + ?Sized)) -> io::Result<ExportLosses> {
        let mut text = Vec::new();
        let losses = self.write_game(game, &mut text);
        out.write_all(&text)?;
        Ok(losses)
    }
}

/// Writes the escape lines before the first move of a game: before the tag pairs, where those count that are meant for pgnkit
/// itself (decision A-111); of a game without comments only these. Returns how many.
#[cold]
fn write_first_escapes(game: &Game, all: bool, out: &mut Vec<u8>) -> u64 {
    let mut count = 0;
    for note in game.root().notes() {
        if let Note::Escape(line) = note
            && (all || Suppression::parse(line.as_bytes()).is_some())
            && is_one_line(line)
        {
            out.push(b'%');
            out.extend_from_slice(line.as_bytes());
            out.push(b'\n');
            count += 1;
        }
    }
    count
}

/// Whether the text of an escape line is one line, as in a game that was no text it may not be.
fn is_one_line(line: &str) -> bool {
    !line.contains(['\n', '\r'])
}

/// How movetext that was not read is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unread {
    /// The game has none.
    None,
    /// So that it is read again (decision A-68).
    Marked,
    /// As a comment.
    Comment,
}

/// What the glyphs from `$1` on are at a move (section 8.2.3.8).
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

struct Movetext<'o> {
    export: &'o Export,
    fill: Fill<'o>,
    /// Whether the next move of Black needs its number: after anything but a move (section 8.2.2.2).
    needs_number: bool,
    /// Whether moves are written as they are kept.
    is_san: bool,
    unread: Unread,
    mode: ChessMode,
    /// The move written last, in another notation.
    text: String,
    /// Whether the game has escape lines, and how many were written.
    has_escapes: bool,
    escapes: u64,
}

/// A line that is interrupted by a variation. [`Game::walk`] plays every move to give positions; text needs none, and
/// [`Fill::moves`] writes many moves at a time.
struct Interrupted<'g> {
    /// The move the variations belong to.
    owner: Node<'g>,
    /// The start of the variation being written.
    variation: Node<'g>,
    /// Half-moves from White's move 0 up to `owner`.
    ply: u32,
}

impl Movetext<'_> {
    fn game(&mut self, game: &Game) {
        let mut ply = Export::first_ply(game.start());
        self.notes(game.root());
        self.unread(game.root());
        let mut interrupted: Vec<Interrupted<'_>> = Vec::new();
        let mut next = game.root().next();
        loop {
            while let Some(node) = next {
                let needs_number = std::mem::take(&mut self.needs_number);
                let node = if self.is_san {
                    self.fill.moves(node, &mut ply, needs_number)
                } else {
                    self.spelled_move(node, ply, needs_number)
                };
                if node.has_company()
                    && let Some(variation) = self.company(node)
                {
                    interrupted.push(Interrupted { owner: node, variation, ply });
                    next = self.open(variation);
                } else {
                    if node.has_company() {
                        self.unread(node);
                    }
                    next = node.next();
                    ply = ply.wrapping_add(1);
                }
            }
            let Some(outer) = interrupted.last_mut() else { break };
            self.fill.glue(b")");
            self.needs_number = true;
            ply = outer.ply;
            if let Some(variation) = outer.variation.next_variation() {
                outer.variation = variation;
                next = self.open(variation);
            } else {
                self.unread(outer.owner);
                next = outer.owner.next();
                ply = ply.wrapping_add(1);
                interrupted.pop();
            }
        }
        self.fill.word(game.result().as_str().as_bytes());
    }

    /// Writes a game whose moves would not be read again as what they are: all of it is a comment.
    #[cold]
    fn as_comment(&mut self, game: &Game) {
        let result = game.result().as_str().as_bytes();
        if !self.export.comments {
            return self.fill.word(result);
        }
        let mut text = Vec::new();
        // The same text whatever the notation.
        let export = &Export { notation: Notation::SAN, suffixes: false, ..self.export.clone() };
        *self.fill.losses() += {
            let fill = Fill::new(Out::new(&mut text), usize::MAX);
            let text = String::new();
            let mut movetext = Movetext { export, fill, unread: Unread::Marked, text, ..*self };
            movetext.game(game);
            self.escapes = movetext.escapes;
            movetext.fill.finish().losses
        };
        comment::write_odd(text.strip_suffix(result).unwrap_or(&text), &mut self.fill);
        self.fill.word(result);
    }

    /// Writes one move in another notation.
    #[inline(never)]
    fn spelled_move<'g>(&mut self, node: Node<'g>, ply: u32, needs_number: bool) -> Node<'g> {
        if let Some(text) = node.unchecked() {
            comment::write_unchecked(text, &mut self.fill);
            return node;
        }
        self.text.clear();
        self.export.notation.write(node.mv(), node.san(), self.mode, &mut self.text);
        self.fill.spelled_move(&self.text, ply, needs_number);
        node
    }

    /// Begins a variation; returns its first move.
    fn open<'g>(&mut self, start: Node<'g>) -> Option<Node<'g>> {
        self.fill.open();
        self.needs_number = true;
        self.notes(start);
        self.unread(start);
        start.next()
    }

    /// Writes the notes of a move; its variations, of which the first is returned, come next.
    #[inline]
    fn company<'g>(&mut self, node: Node<'g>) -> Option<Node<'g>> {
        // A clock time after every move is what there mostly is.
        match node.only_comment().and_then(|comment| comment.plain()) {
            Some((text, length)) if self.export.comments => {
                self.needs_number |= comment::write_plain(text, length, &mut self.fill);
            }
            _ => self.notes(node),
        }
        node.first_variation().filter(|_| self.export.variations)
    }

    #[inline(never)]
    fn notes(&mut self, node: Node<'_>) {
        match node.only_comment() {
            Some(comment) if self.export.comments => {
                self.needs_number |= comment::write(comment, &mut self.fill);
            }
            Some(_) => {}
            None => self.all_notes(node),
        }
    }

    #[inline(never)]
    fn all_notes(&mut self, node: Node<'_>) {
        if self.export.nags && node.nags().next().is_some() {
            self.nags(node);
        }
        if self.export.comments {
            for comment in node.raw_comments(self.unread == Unread::Comment) {
                self.needs_number |= comment::write(comment, &mut self.fill);
            }
            if self.has_escapes && !node.is_root() {
                self.write_escapes(node);
            }
        }
    }

    /// Escape lines after a move stay where they are (decision A-111).
    #[cold]
    fn write_escapes(&mut self, node: Node<'_>) {
        for note in node.notes() {
            if let Note::Escape(line) = note
                && is_one_line(line)
            {
                self.fill.line(&format!("%{line}"));
                self.needs_number = true;
                self.escapes += 1;
            }
        }
    }

    /// What could not be played after a move, and after its variations: what comes next would be taken for a part of it.
    #[inline]
    fn unread(&mut self, node: Node<'_>) {
        if self.unread == Unread::Marked && self.export.comments {
            self.write_unread(node);
        }
    }

    #[cold]
    fn write_unread(&mut self, node: Node<'_>) {
        for text in node.unread() {
            comment::write_unread(text, &mut self.fill);
            self.needs_number = true;
        }
    }

    fn nags(&mut self, node: Node<'_>) {
        // Before any move there is no annotation, and readers take it for a comment.
        let is_comment = node.starts_line();
        if is_comment && !self.export.comments {
            return;
        }
        // Under rules that are not known the suffix would be read as a part of some words.
        let mut may_be_suffix = self.export.suffixes && !is_comment && node.unchecked().is_none();
        for nag in exported_nags(node) {
            let suffix = SUFFIXES.get(usize::from(nag) - 1).filter(|_| may_be_suffix);
            may_be_suffix = false;
            if let Some(suffix) = suffix {
                self.fill.glue(suffix.as_bytes());
                continue;
            }
            if is_comment {
                self.fill.word(format!("{{${nag}}}").as_bytes());
            } else {
                self.fill.nag(nag);
            }
            self.needs_number = true;
        }
    }
}

/// The annotations beside a move as they are exported: ascending, each once, `$0` left out (NAG-03, NAG-12).
pub(crate) fn exported_nags(node: Node<'_>) -> impl Iterator<Item = u8> {
    let mut last = 0;
    std::iter::from_fn(move || {
        last = node.nags().filter(|nag| *nag > last).min()?;
        Some(last)
    })
}
