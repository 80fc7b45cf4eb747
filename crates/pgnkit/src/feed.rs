//! Games from bytes that come piece by piece.

use pgnkit_syntax::internals::{LOOK_AHEAD, is_forfeit, is_tag_start};
use pgnkit_syntax::{
    AtLevel, Code, Collect, Diagnostic, Event, Level, Outcome, Parser, Sink, Span, StartContext,
};

use crate::{Game, GameBuilder, PieceLetters, Replayer};

/// Bytes that may be read in vain for each byte pushed: bounds the work on text that often looks like the end of a
/// game.
const READ_PER_BYTE: usize = 64;

/// A line longer than this is read before it ends.
const LONG_LINE: usize = 1 << 16;

/// Bytes of finished games that are kept before the buffer is cleared.
const KEPT: usize = 1 << 16;

/// White space before a game that is kept, of which reading may ask.
const SPACE_KEPT: usize = 32;

/// A game that a [`Feed`] has completed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FeedGame {
    /// The game.
    pub game: Game,
    /// Diagnostics of the game and of the text between the game before and it, at the level of import, with spans in
    /// `text`.
    pub diagnostics: Vec<Diagnostic>,
    /// Its bytes, and those between the last token of the game before and it.
    pub text: Vec<u8>,
    /// The game in `text`, from its first to its last token.
    pub span: Span,
    /// The place of the first byte of `text` in the stream, in bytes from 0.
    pub offset: u64,
}

/// A push reader: takes bytes as they come, in pieces of any size, and gives games as they complete. For live
/// broadcasts, sockets, and other sources that cannot be pulled from. It starts no thread and waits for nothing.
///
/// A game is complete as soon as the line with its termination marker is: at the line break, since a comment may follow
/// the marker on its line (section 8.2.6). Without a marker it is complete when the tag pairs of the next game come. In
/// broken text, such as a marker inside a variation that is not closed, a game may have to wait for what follows it.
///
/// Games and diagnostics are the same however the bytes are cut into pieces, and the same as from reading the whole
/// text at once, with one exception: comments on lines of their own after the last marker of the whole text belong to
/// the last game there. A feed has given that game already, and reports them as [`Code::CommentOutsideGame`].
///
/// Memory is bounded by the largest game, time is linear in the number of bytes.
///
/// A broadcast that sends a game anew with each move sends it with the marker `*`: each of them is a game of its own
/// here, with the same tags and more moves. To follow such a broadcast, keep the last one for each set of tags.
///
/// ```
/// use pgnkit::Feed;
///
/// let mut feed = Feed::new();
/// feed.push(b"[White \"Tal\"]\n\n1. e4 e5 2. N");
/// assert!(feed.next_game().is_none());
/// assert_eq!(feed.unfinished_game().unwrap().ply_count(), 2);
/// feed.push(b"f3 1-0\n");
/// let game = feed.next_game().unwrap().game;
/// assert_eq!((game.tag("White"), game.ply_count()), (Some("Tal"), 3));
/// feed.push(b"\n1. d4");
/// feed.finish();
/// assert_eq!(feed.next_game().unwrap().game.ply_count(), 1);
/// assert!(feed.next_game().is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Feed {
    /// The text before the bytes not yet given, as far as reading looks back; then those bytes.
    buffer: Vec<u8>,
    /// The place in `buffer` of the first byte not yet given, and its place in the stream.
    start: usize,
    offset: u64,
    /// Length of the text before it that belongs to no game.
    gap: usize,
    /// Whether `buffer` begins within the stream.
    is_continued: bool,
    /// Start of the line that is not complete yet.
    line: usize,
    /// Whether the last line with text was a tag pair.
    after_tag: bool,
    /// Whether a game may have become complete.
    wanted: bool,
    /// Whether a game waits for the text that follows it.
    waits: bool,
    /// Number of bytes that may be read in vain.
    credit: usize,
    /// Number of bytes at the last search for a game.
    looked_at: usize,
    finished: bool,
    letters: PieceLetters,
    builder: GameBuilder,
    trailing: Vec<Diagnostic>,
}

impl Feed {
    /// A feed at the beginning of its stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads moves in other piece letters than those of the standard; see [`Replayer::letters`].
    #[must_use]
    pub fn letters(self, letters: PieceLetters) -> Self {
        Self { letters, ..self }
    }

    /// Reads only tags and results of games, without their moves, which is faster; see [`GameBuilder::headers_only`].
    #[must_use]
    pub fn headers_only(self, headers_only: bool) -> Self {
        let builder = self.builder.headers_only(headers_only);
        Self { builder, ..self }
    }

    /// Takes the next bytes of the stream. Games they complete are then given by [`next_game`](Self::next_game).
    pub fn push(&mut self, bytes: &[u8]) {
        self.finished = false;
        self.make_room();
        self.credit = self.credit.saturating_add(bytes.len().saturating_mul(READ_PER_BYTE));
        let mut from = self.buffer.len();
        self.buffer.extend_from_slice(bytes);
        while let Some(found) = memchr::memchr2(b'\n', b'\r', &self.buffer[from..]) {
            from += found + 1;
            self.end_line(from - 1);
        }
        let pending = self.buffer.len() - self.start;
        if self.buffer.len() - self.line > LONG_LINE && pending / 2 >= self.looked_at {
            self.wanted = true;
        }
    }

    /// The next game that is complete; `None` when more bytes are needed, or, after [`finish`](Self::finish), when
    /// there is no game left.
    pub fn next_game(&mut self) -> Option<FeedGame> {
        if self.finished {
            return self.rest();
        }
        let pending = self.buffer.len() - self.start;
        if !self.wanted || self.credit < pending {
            return None;
        }
        match self.is_certain() {
            Ok(()) => self.take(true),
            Err(waits) => {
                self.credit -= pending;
                self.looked_at = pending;
                self.wanted = false;
                self.waits = waits;
                None
            }
        }
    }

    /// Ends the stream: what is left is read as it is, and games without a marker are complete. Bytes that are
    /// pushed nevertheless go on where the stream was.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// Diagnostics of the text after the last game, known once the stream is [finished](Self::finish) and no game is
    /// left. Their spans are places in [`unfinished`](Self::unfinished).
    pub fn trailing_diagnostics(&self) -> &[Diagnostic] {
        &self.trailing
    }

    /// The bytes that no game was made of yet.
    pub fn unfinished(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// The game that is not complete yet, as far as it has come; `None` where nothing of it is there. It is read from
    /// its beginning at each call.
    pub fn unfinished_game(&self) -> Option<Game> {
        let mut builder = GameBuilder::new();
        self.replayer(false).read_into(&mut builder, &mut pgnkit_syntax::Ignore)?;
        Some(builder.into_game())
    }

    /// The place in the stream of the first byte of [`unfinished`](Self::unfinished), in bytes from 0.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// A line is over, by the line break at `end`: decides whether it may have completed a game.
    fn end_line(&mut self, end: usize) {
        let line = self.buffer[self.line..end].trim_ascii();
        self.line = end + 1;
        if line.is_empty() {
            return;
        }
        let is_tag = line.starts_with(b"[") && line.contains(&b'"');
        self.wanted |= self.waits || (is_tag && !self.after_tag) || (!is_tag && may_hold_marker(line));
        self.after_tag = is_tag;
    }

    /// Whether the next game is certain whatever follows; as an error, whether it waits for what follows.
    fn is_certain(&self) -> Result<(), bool> {
        let mut parser = self.parser(true);
        let mut ahead = LooksAhead::default();
        let (mut marker, mut follows_marker) = (false, false);
        loop {
            match parser.next_event(&mut ahead).ok_or(false)? {
                Event::Termination { span, .. } => {
                    marker = true;
                    // It is one where the text ends or the next game begins.
                    ahead.open |= is_forfeit(span.of(&self.buffer));
                }
                // Their diagnostics may depend on the next game.
                Event::Nag { .. } | Event::RavBegin(_) => follows_marker |= marker,
                Event::GameEnd(_) => break,
                _ => {}
            }
        }
        let end = parser.consumed();
        let Some(&next) = self.buffer.get(end) else { return Err(false) };
        // A comment in a tag pair may be closed by what follows.
        let is_open = |at: usize| self.buffer.get(at.wrapping_sub(1)) != Some(&b'}');
        let is_unclosed = parser.open_until() >= self.buffer.len();
        if is_unclosed || ahead.reach > end || ahead.comment_in_tag.is_some_and(is_open) {
            return Err(true);
        }
        // A line break follows somewhere: nothing before the end can depend on what follows on its line.
        let ends_line = end < self.line;
        let is_certain = if !marker {
            next == b'[' && ends_line && is_tag_start(&self.buffer, end)
        } else if ahead.past_line || ahead.open || follows_marker {
            let text = &self.buffer[end..];
            let space = text.iter().take_while(|&&byte| is_space(byte)).count();
            let decides = text.get(space).is_some_and(|byte| match ahead.open {
                true => is_tag_start(text, space),
                false => !b"{;$!?()%".contains(byte),
            });
            if !decides || end + space >= self.line {
                return Err(true);
            }
            true
        } else {
            // Another marker, a command or words may follow on the line, which would belong to this game.
            let may_belong = matches!(next, b'*' | b'0' | b'1' | b'[' | 0x80..);
            let is_long = self.buffer.len() - end > LOOK_AHEAD;
            matches!(next, b'\n' | b'\r') || ends_line || is_long && !ahead.any && !may_belong
        };
        if is_certain { Ok(()) } else { Err(false) }
    }

    /// Gives the next game; `goes_on` when it is certain whatever follows, else nothing follows.
    fn take(&mut self, goes_on: bool) -> Option<FeedGame> {
        let mut builder = std::mem::take(&mut self.builder);
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let mut replayer = self.replayer(goes_on);
        let game = replayer.read_into(&mut builder, &mut found);
        let end = replayer.parser().consumed();
        let start = self.start - self.gap;
        let given = game.map(|game| FeedGame {
            // A copy has exactly the memory it needs.
            game: builder.game().clone(),
            text: self.buffer[start..end].to_vec(),
            span: Span::new(game.span.start - start, game.span.end - start),
            offset: self.offset - self.gap as u64,
            diagnostics: moved_back(std::mem::take(&mut found.sink), start),
        });
        self.builder = builder;
        match game {
            Some(game) => self.advance(end, game.span.end),
            None => self.trailing = moved_back(found.sink, self.start),
        }
        given
    }

    /// The next game of a stream that is over.
    fn rest(&mut self) -> Option<FeedGame> {
        let is_certain = self.is_certain().is_ok();
        self.take(is_certain)
    }

    /// Goes on at `end`, where the last token of the game before ends at `last`.
    fn advance(&mut self, end: usize, last: usize) {
        self.offset += (end - self.start) as u64;
        self.start = end;
        self.gap = (end - last).min(SPACE_KEPT);
        self.wanted = true;
        self.waits = false;
        self.looked_at = 0;
    }

    /// A parser of the bytes not yet given; `goes_on` when more of them may come.
    fn parser(&self, goes_on: bool) -> Parser<'_> {
        let text = &self.buffer[..];
        let parser = if goes_on { Parser::block(text) } else { Parser::new(text) };
        let context = if self.is_continued { StartContext::WithinLine } else { StartContext::Text };
        parser.in_context(context).resumed_at(self.start)
    }

    fn replayer(&self, goes_on: bool) -> Replayer<'_> {
        Replayer::from_parser(self.parser(goes_on)).letters(self.letters)
    }

    /// Forgets the games given, but for what reading looks back at: the last word before the next game, and the white
    /// space after it.
    fn make_room(&mut self) {
        if self.start < KEPT || self.start < self.buffer.len() / 2 {
            return;
        }
        let given = &self.buffer[..self.start];
        let text = given.iter().rposition(|&byte| !is_space(byte)).map_or(0, |at| at + 1);
        let (text, space) = given.split_at(text);
        let word = &text[text.len().saturating_sub(SPACE_KEPT)..];
        let mut kept = word.to_vec();
        match space.len().checked_sub(SPACE_KEPT) {
            None | Some(0) => kept.extend_from_slice(space),
            Some(left_out) => {
                // The part left out of a long gap is represented by its line breaks.
                let breaks = space[..left_out].iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
                kept.extend_from_slice(&b"\n\n"[..breaks.min(2)]);
                kept.extend_from_slice(&space[left_out..]);
            }
        }
        let (old, new) = (self.start, kept.len());
        self.buffer.splice(..old, kept);
        self.start = new;
        self.line = (self.line + new).saturating_sub(old);
        self.is_continued = true;
    }
}

/// Notes whether diagnostics depend on text after the game.
#[derive(Debug, Default)]
struct LooksAhead {
    /// Whether anything was reported.
    any: bool,
    /// Whether a fault was reported that depends on text past the line of the marker.
    past_line: bool,
    /// Whether a comment or a tag pair was not closed: it may only seem so, until a tag pair begins a line.
    open: bool,
    /// End of the last place that was reported.
    reach: usize,
    /// End of the last comment inside a tag pair.
    comment_in_tag: Option<usize>,
}

impl Sink for LooksAhead {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.any = true;
        if diagnostic.code == Code::CommentInTag {
            self.comment_in_tag = Some(diagnostic.span.end);
        }
        let places = diagnostic.labels.iter().map(|label| label.span);
        self.reach = places.chain([diagnostic.span]).map(|span| span.end).fold(self.reach, usize::max);
        self.open |= matches!(
            diagnostic.code,
            Code::UnterminatedComment | Code::UnterminatedString | Code::MalformedTag | Code::CommentInTag
        );
        self.past_line |= matches!(
            diagnostic.code,
            Code::UnclosedVariation
                | Code::TerminationInVariation
                | Code::VariationAfterTermination
                | Code::NagBeforeMove
        );
    }
}

/// Whether a line may contain a termination marker, by a quick test.
fn may_hold_marker(line: &[u8]) -> bool {
    let is_edge = |byte: &u8| byte.is_ascii_whitespace() || b"{}();.\"]".contains(byte);
    let begins = |word: &[u8]| matches!(word, [b'0' | b'1' | b'O' | b'o' | 0xbd | 0xc2, ..]);
    line.contains(&b'*')
        // With blanks inside, or glued to a move.
        || matches!(line.trim_ascii_end(), [.., b'-' | b'/' | b' ', b'0'..=b'2'])
        || line
            .split(is_edge)
            .any(|word| begins(word) && word.len() < 24 && Outcome::from_lax(word).is_some())
}

/// Diagnostics with places counted from `start`.
fn moved_back(mut diagnostics: Vec<Diagnostic>, start: usize) -> Vec<Diagnostic> {
    let back = |span: &mut Span| {
        *span = Span::new(span.start.saturating_sub(start), span.end.saturating_sub(start));
    };
    for diagnostic in &mut diagnostics {
        back(&mut diagnostic.span);
        diagnostic.labels.iter_mut().for_each(|label| back(&mut label.span));
        let edits = diagnostic.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| back(&mut edit.span));
    }
    diagnostics
}

/// White space of section 7.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=0x0b | b'\r')
}
