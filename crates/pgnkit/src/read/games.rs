use std::borrow::Cow;

use pgnkit_syntax::{Encoding, Event, Ignore, Parser, RawTag, Sink};

/// The games of a text, one slice each, in order. Nothing is decoded and nothing but the brackets of the text is
/// understood.
///
/// ```
/// let text = b"[White \"Tal\"]\n\n1. e4 *\n\n[White \"Fine\"]\n\n1. d4 *\n";
/// let games: Vec<_> = pgnkit::games(text).collect();
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[1].offset, 24);
/// assert_eq!(games[1].tag("White").as_deref(), Some(&b"Fine"[..]));
/// ```
pub fn games(text: &[u8]) -> Games<'_> {
    Games { parser: Parser::new(text) }
}

/// Iterator over the games of a text; see [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    parser: Parser<'a>,
}

impl<'a> Iterator for Games<'a> {
    type Item = RawGame<'a>;

    fn next(&mut self) -> Option<RawGame<'a>> {
        while let Some(event) = self.parser.next_event(&mut Ignore) {
            if let Event::GameEnd(span) = event {
                return Some(RawGame { bytes: span.of(self.parser.bytes()), offset: span.start });
            }
            self.parser.skip_moves();
        }
        None
    }
}

/// The text of one game, borrowed and undecoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawGame<'a> {
    /// From the first to the last token.
    pub bytes: &'a [u8],
    /// Offset of the first byte in the text given to [`games`].
    pub offset: usize,
}

impl<'a> RawGame<'a> {
    /// The events of this game; spans are relative to [`bytes`](Self::bytes).
    pub fn events(&self) -> impl Iterator<Item = Event> + use<'a> {
        let mut parser = Parser::new(self.bytes);
        std::iter::from_fn(move || parser.next_event(&mut Ignore))
    }

    /// The tag pairs in the order of the text.
    pub fn tags(&self) -> impl Iterator<Item = RawTag> + use<'a> {
        let mut parser = Parser::new(self.bytes);
        std::iter::from_fn(move || next_tag(&mut parser, &mut Ignore))
    }

    /// The decoded value bytes of the first tag of that name.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, [u8]>> {
        let is_named = |tag: &RawTag| Encoding::read(tag.name.of(self.bytes)) == name;
        self.tags().find(is_named).map(|tag| tag.value(self.bytes))
    }
}

/// The next tag pair before the movetext begins.
fn next_tag(parser: &mut Parser<'_>, sink: &mut dyn Sink) -> Option<RawTag> {
    loop {
        match parser.next_event(sink)? {
            Event::Tag(tag) => return Some(tag),
            Event::Comment(_) | Event::Escape(_) | Event::Unread(_) => {}
            _ => return None,
        }
    }
}
