//! Text of a game, decoded when it is asked for.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use pgnkit_syntax::{Encoding, Event, Ignore, Parser, RawTag, Span, StartContext};

/// A name or value of a tag, a comment, an escape line, or a part of a game that could not be read.
///
/// Nothing is decoded or copied before it is asked for. Equal to a string when its characters are the same:
///
/// ```
/// use pgnkit::{Flow, Replayer, Start, Text, Visitor, syntax::Ignore};
///
/// #[derive(Default)]
/// struct Players(Vec<String>);
///
/// impl Visitor for Players {
///     fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
///         if name == "White" || name == "Black" {
///             self.0.push(value.to_str().into_owned());
///         }
///     }
///
///     fn start(&mut self, _: &Start) -> Flow {
///         Flow::Skip // the moves are of no interest
///     }
/// }
///
/// let mut players = Players::default();
/// // The first game is in ISO 8859-1, the second in UTF-8.
/// let text = b"[White \"M\xfcller\"]\n\n1. e4 *\n\n[White \"M\xc3\xbcller\"]\n[Black \"\\\"x\\\"\"]\n\n1. d4 *\n";
/// let mut replayer = Replayer::new(text);
/// while replayer.read_game(&mut players, &mut Ignore).is_some() {}
/// assert_eq!(players.0, ["M\u{fc}ller", "M\u{fc}ller", "\"x\""]);
/// ```
#[derive(Clone, Copy)]
pub struct Text<'a> {
    text: &'a [u8],
    /// The part of `text` that this is.
    part: Span,
    /// Its place in the source.
    span: Span,
    /// Whether it is the inside of a quoted string with escapes or line breaks.
    is_escaped: bool,
    /// The source, where the encoding is not UTF-8 anyway.
    source: Option<&'a Source<'a>>,
}

impl<'a> Text<'a> {
    /// A part of the text that `source` is about.
    #[inline(always)]
    pub(crate) fn of_source(part: Span, source: &'a Source<'a>) -> Self {
        let encoding = if source.is_utf8 { None } else { Some(source) };
        Self { text: source.bytes, part, span: part, is_escaped: false, source: encoding }
    }

    /// The value of a tag of the text that `source` is about.
    #[inline(always)]
    pub(crate) fn of_value(tag: &RawTag, source: &'a Source<'a>) -> Self {
        Self { is_escaped: tag.encoded, ..Self::of_source(tag.value, source) }
    }

    /// Bytes of the encoding of `source` that stand for what is at `span`.
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8], span: Span, source: &'a Source<'a>) -> Self {
        let whole = Span::new(0, bytes.len());
        Self { text: bytes, span, ..Self::of_source(whole, source) }
    }

    /// Text in UTF-8 for what is at `span` of an input: for readers of other forms, which call visitors themselves.
    pub fn of_str(text: &'a str, span: Span) -> Self {
        let part = Span::new(0, text.len());
        Self { text: text.as_bytes(), part, span, is_escaped: false, source: None }
    }

    /// The same text, said to be at another place.
    pub(crate) fn at(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// The place in the text or file that is read; empty for the name of a tag that only its place in a record gives.
    /// For a comment it is the text without braces or semicolon, for a value the text between its quotes.
    #[inline]
    pub fn span(&self) -> Span {
        self.span
    }

    /// The bytes as the source has them, escapes included. Games that are no PGN text give UTF-8.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.part.of(self.text)
    }

    /// The bytes with all that follow them in the source.
    #[inline(always)]
    pub(crate) fn following(&self) -> &'a [u8] {
        self.text.get(self.part.start..).unwrap_or_default()
    }

    /// The bytes with those that follow them in the source, and how many are its own; `None` near the end of the source.
    #[inline(always)]
    pub(crate) fn with_following<const N: usize>(&self) -> Option<(&'a [u8; N], usize)> {
        Some((self.following().first_chunk()?, self.part.len()))
    }

    /// The bytes with the escapes of a quoted string resolved (section 7), in the encoding of the game.
    #[inline]
    pub(crate) fn unescaped(&self) -> Cow<'a, [u8]> {
        if self.is_escaped {
            let tag = RawTag { value: self.part, encoded: true, ..RawTag::default() };
            return tag.value(self.text);
        }
        Cow::Borrowed(self.as_bytes())
    }

    /// Whether there may be escapes among the bytes, so that they are not the characters of the value.
    #[inline]
    pub(crate) fn is_escaped(&self) -> bool {
        self.is_escaped
    }

    /// The encoding of the game. The first question that a game gets about characters outside ASCII takes a look at all of
    /// it, the others nothing.
    pub fn encoding(&self) -> Encoding {
        self.source.map_or(Encoding::Utf8, Source::encoding)
    }

    /// The characters: decoded, and with the escapes of a quoted string resolved (section 7).
    pub fn to_str(&self) -> Cow<'a, str> {
        match self.unescaped() {
            Cow::Borrowed(bytes) => self.decode(bytes),
            Cow::Owned(bytes) => Cow::Owned(self.decode(&bytes).into_owned()),
        }
    }

    fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Cow::Borrowed(text),
            _ => self.encoding().decode(bytes),
        }
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        if !self.is_escaped && other.is_ascii() {
            self.as_bytes() == other.as_bytes()
        } else {
            self.to_str() == other
        }
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text").field("text", &self.to_str()).field("span", &self.span).finish()
    }
}

/// The bytes that a game is read from, and how they stand for characters.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    bytes: &'a [u8],
    is_utf8: bool,
    /// The beginning of the game.
    from: usize,
    /// Whether more follows the bytes, and where they begin: so that the game ends where it does for who reads it.
    is_partial: bool,
    context: StartContext,
    /// Decided at the first character outside ASCII.
    encoding: Cell<Option<Encoding>>,
}

impl<'a> Source<'a> {
    /// The game that `parser` reads next.
    pub(crate) fn of(parser: &Parser<'a>) -> Self {
        Self {
            bytes: parser.bytes(),
            is_utf8: false,
            from: parser.consumed(),
            is_partial: parser.is_block(),
            context: parser.start_context(),
            encoding: Cell::new(None),
        }
    }

    /// Text that is UTF-8 in any case.
    pub(crate) fn utf8(bytes: &'a [u8]) -> Self {
        let (from, is_partial, context) = (0, false, StartContext::Text);
        Self { bytes, is_utf8: true, from, is_partial, context, encoding: Cell::new(Some(Encoding::Utf8)) }
    }

    /// All bytes.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The encoding of the game: looked for in the text from its beginning to where the next game's tags begin.
    #[cold]
    pub(crate) fn encoding(&self) -> Encoding {
        if let Some(encoding) = self.encoding.get() {
            return encoding;
        }
        let parser = if self.is_partial { Parser::block(self.bytes) } else { Parser::new(self.bytes) };
        let mut again = parser.in_context(self.context).resumed_at(self.from);
        let mut end = self.bytes.len();
        while let Some(event) = again.next_event(&mut Ignore) {
            if let Event::GameEnd(span) = event {
                end = span.end;
                break;
            }
            again.skip_moves();
        }
        let encoding = Encoding::detect(&self.bytes[self.from..end]);
        self.encoding.set(Some(encoding));
        encoding
    }
}
