//! Text of a game, decoded when it is asked for.

use std::borrow::Cow;
use std::fmt;

use pgnkit_syntax::{Encoding, Parser, RawTag, Span};

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
/// // The first value is in ISO 8859-1, the second in UTF-8.
/// let text = b"[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n\n1. e4 *\n\n[White \"\\\"x\\\"\"]\n\n1. d4 *\n";
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
    /// Whether it is movetext, of which each comment has its own encoding.
    is_movetext: bool,
    is_plain: bool,
}

impl<'a> Text<'a> {
    /// A part of the text that `source` is about.
    #[inline(always)]
    pub(crate) fn of_source(part: Span, source: &Source<'a>) -> Self {
        Self { text: source.bytes, part, span: part, is_escaped: false, is_movetext: false, is_plain: false }
    }

    /// A part of the movetext of the text that `source` is about.
    pub(crate) fn of_movetext(part: Span, source: &Source<'a>) -> Self {
        Self { is_movetext: true, ..Self::of_source(part, source) }
    }

    /// The value of a tag of the text that `source` is about.
    #[inline(always)]
    pub(crate) fn of_value(tag: &RawTag, source: &Source<'a>, is_plain: bool) -> Self {
        Self { is_escaped: tag.encoded, is_plain, ..Self::of_source(tag.value, source) }
    }

    /// Whether this is the value of a tag pair in the plain form, `[Name "value"]`, which is in the text as it is given: printing
    /// ASCII without quotes and backslashes.
    #[inline(always)]
    pub(crate) fn is_plain_value(&self) -> bool {
        self.is_plain
    }

    /// Bytes that stand for what is at `span`.
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8], span: Span) -> Self {
        Self {
            text: bytes,
            part: Span::new(0, bytes.len()),
            span,
            is_escaped: false,
            is_movetext: false,
            is_plain: false,
        }
    }

    /// Text in UTF-8 for what is at `span` of an input: for readers of other forms, which call visitors themselves.
    pub fn of_str(text: &'a str, span: Span) -> Self {
        let part = Span::new(0, text.len());
        Self { text: text.as_bytes(), part, span, is_escaped: false, is_movetext: false, is_plain: false }
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

    /// The bytes with the escapes of a quoted string resolved (section 7), in their encoding.
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

    /// The encoding of these bytes, which decide for themselves whatever else is in the game (decision A-01). In movetext that
    /// could not be read each comment decides for itself.
    pub fn encoding(&self) -> Encoding {
        Encoding::detect(self.as_bytes())
    }

    /// The characters: decoded, and with the escapes of a quoted string resolved (section 7).
    pub fn to_str(&self) -> Cow<'a, str> {
        match self.unescaped() {
            Cow::Borrowed(bytes) if self.is_movetext => Encoding::read_movetext(bytes),
            Cow::Borrowed(bytes) => Encoding::read(bytes),
            Cow::Owned(bytes) => Cow::Owned(Encoding::read(&bytes).into_owned()),
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

/// The bytes that a game is read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// The text of which `parser` reads a game next.
    pub(crate) fn of(parser: &Parser<'a>) -> Self {
        Self { bytes: parser.bytes() }
    }

    /// Any text.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// All bytes.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}
