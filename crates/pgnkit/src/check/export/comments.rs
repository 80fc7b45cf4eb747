//! Comments: `{text}`, one space or line break between words (conventions CEX-01 to CEX-06).

use pgnkit_syntax::{Code, Span, quoted};

use super::gaps::Gap;
use super::walk::Walk;
use crate::write::{MAX_WIDTH, Words, clings};

/// A comment in the text: the whole token, and its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    pub(super) token: Span,
    pub(super) inside: Span,
    /// Whether it begins with `;` and so ends with its line.
    pub(super) is_rest_of_line: bool,
}

impl Comment {
    pub(super) fn new(text: &[u8], inside: Span) -> Self {
        let start = inside.start.saturating_sub(1);
        if !matches!(text.get(start), Some(b'{' | b';')) {
            // A command outside any comment.
            return Self { token: inside, inside, is_rest_of_line: false };
        }
        let is_rest_of_line = text.get(start) == Some(&b';');
        let closed = !is_rest_of_line && text.get(inside.end) == Some(&b'}');
        let token = Span::new(start, inside.end + usize::from(closed));
        Self { token, inside, is_rest_of_line }
    }

    /// Whether it has no word and so is not written.
    pub(super) fn is_empty(self, text: &[u8]) -> bool {
        Words::new(self.inside.of(text)).next().is_none()
    }

    /// The words one space apart.
    fn joined(self, walk: &Walk<'_>) -> Vec<u8> {
        Words::new(walk.of(self.inside)).collect::<Vec<_>>().join(&b' ')
    }
}

/// The braced form of a comment that ends with its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// The same, since it holds `}`.
    AsItIs,
    /// Its words in braces.
    InBraces,
}

/// Looks at a comment from its `;` to the end of its line.
pub(super) fn rest_of_line(walk: &mut Walk<'_>, comment: Comment) -> Written {
    walk.put(comment.token);
    let joined = comment.joined(walk);
    if !joined.contains(&b'}') {
        return Written::InBraces;
    }
    let is_too_wide = walk.columns(comment.token) > MAX_WIDTH;
    if is_too_wide || walk.of(comment.inside) != joined {
        let message =
            || "expected one space between the words of this comment and none around them".to_owned();
        walk.add(Code::CommentLayout, comment.token, message);
    }
    Written::AsItIs
}

/// Looks at a comment in braces, word by word.
pub(super) fn in_braces(walk: &mut Walk<'_>, comment: Comment) {
    let Comment { token, inside, .. } = comment;
    walk.put(Span::new(token.start, inside.start));
    let mut end = inside.start;
    let mut words = Words::new(walk.of(inside));
    while let Some(word) = words.next() {
        let word_end = inside.end - words.rest().len();
        let span = Span::new(word_end - word.len(), word_end);
        let gap = Span::new(end, span.start);
        if end == inside.start {
            edge(walk, gap, "after `{`");
        } else {
            between(walk, gap, span);
        }
        walk.put(span);
        end = word_end;
    }
    edge(walk, Span::new(end, inside.end), "before `}`");
    walk.put(Span::new(inside.end, token.end));
}

/// No white space is allowed beside the braces.
fn edge(walk: &mut Walk<'_>, gap: Span, place: &str) {
    if !matches!(Gap::of(walk.of(gap)), Gap::Nothing | Gap::Foreign) {
        walk.add(Code::CommentLayout, gap, || format!("expected no white space {place}, found some"));
    }
}

fn between(walk: &mut Walk<'_>, gap: Span, word: Span) {
    let mut kind = Gap::of(walk.of(gap));
    if let Gap::Odd(newlines) | Gap::Newlines(newlines @ 2..) = kind {
        let message = || "expected one space between words, found other white space".to_owned();
        walk.add(Code::CommentLayout, gap, message);
        kind = if newlines > 0 { Gap::Newlines(1) } else { Gap::Space };
    }
    let misplaced = match (kind, clings(walk.of(word))) {
        (Gap::Newlines(_), true) => {
            let text = walk.of(word);
            walk.add(Code::LineFill, word, || {
                let text = quoted(text);
                format!("expected {text} not to begin a line, where it means something else, found it there")
            });
            walk.lines.forced_break()
        }
        (Gap::Newlines(_), false) => walk.lines.line_break(),
        (_, true) => {
            walk.put(gap);
            None
        }
        (_, false) => walk.lines.space(),
    };
    if let Some(misplaced) = misplaced {
        walk.misplaced(misplaced);
    }
}
