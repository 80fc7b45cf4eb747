//! Bytes that come in pieces: a feed gives the games of the whole text, however it is cut.

use pgnkit::syntax::{AtLevel, Code, Collect, Diagnostic, Level, Span};
use pgnkit::{Feed, FeedGame, Game, GameBuilder, Replayer};

use crate::input::{self, shown};

/// A game, its diagnostics, and its place in the text.
type Found = (Game, Vec<Diagnostic>, Span);

/// Pieces of one kind, as the input has it.
pub fn check(data: &[u8]) {
    check_with(&input::text(data), input::choice(data));
}

/// Pieces of every kind.
pub fn check_all(data: &[u8]) {
    (0..64).for_each(|choice| check_with(&input::text(data), choice));
}

fn check_with(text: &[u8], choice: u32) {
    let (games, trailing, given) = fed(text, choice);
    let (mut expected, expected_trailing) = whole(text);
    let is_comment = |found: &Diagnostic| found.code == Code::CommentOutsideGame;
    // Comments after the last marker are of the last game where the text is read at once. The game without them is that of
    // the text before them; but its faults may show text as far as there is some.
    if trailing.iter().any(is_comment) && !expected_trailing.iter().any(is_comment) {
        let last = whole(&text[..given]).0.pop();
        if let (Some(with_comments), Some(without), Some((_, found, _))) =
            (expected.pop(), last, games.last())
        {
            let faults = with_comments.1.into_iter().filter(|one| one.span.start < given);
            let is_of_longer_text = found.iter().eq(&faults.collect::<Vec<_>>());
            let (game, faults, span) = without;
            expected.push((game, if is_of_longer_text { found.clone() } else { faults }, span));
        }
    } else {
        assert_eq!(trailing, expected_trailing, "{choice}: {}", shown(text));
    }
    for (game, expected) in games.iter().zip(&expected) {
        assert_eq!(game, expected, "{choice}: {}", shown(text));
    }
    assert_eq!(games.len(), expected.len(), "{choice}: {}", shown(text));
}

/// The games of a text that is read at once, and the diagnostics after them.
fn whole(text: &[u8]) -> (Vec<Found>, Vec<Diagnostic>) {
    let mut replayer = Replayer::new(text);
    let mut games = Vec::new();
    loop {
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let mut builder = GameBuilder::new();
        let Some(end) = replayer.read_into(&mut builder, &mut found) else { return (games, found.sink) };
        games.push((builder.into_game(), found.sink, end.span));
    }
}

/// The same from a feed, and the number of bytes that belong to games.
fn fed(text: &[u8], choice: u32) -> (Vec<Found>, Vec<Diagnostic>, usize) {
    let mut feed = Feed::new();
    let mut games = Vec::new();
    let (mut number, mut rest, mut given) = (choice, text, 0);
    // Single bytes, short pieces, or all at once.
    let longest = [1, 2, 9, 40, usize::MAX][choice as usize % 5];
    while !rest.is_empty() {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let length = if longest == usize::MAX { rest.len() } else { 1 + (number >> 16) as usize % longest };
        let (piece, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        feed.push(piece);
        given += piece.len();
        assert_eq!(feed.offset() as usize + feed.unfinished().len(), given, "{}", shown(text));
        // Games may wait until they are asked for.
        if (choice / 5).is_multiple_of(2) || number >> 30 == 0 {
            while let Some(game) = feed.next_game() {
                games.push(found(game, text));
            }
        }
    }
    feed.finish();
    while let Some(game) = feed.next_game() {
        games.push(found(game, text));
    }
    let offset = feed.offset() as usize;
    assert_eq!(feed.unfinished(), &text[offset..], "{}", shown(text));
    (games, moved(feed.trailing_diagnostics().to_vec(), offset), offset)
}

fn found(game: FeedGame, text: &[u8]) -> Found {
    let at = game.offset as usize;
    assert_eq!(game.text, text[at..at + game.text.len()]);
    let span = Span::new(game.span.start + at, game.span.end + at);
    (game.game, moved(game.diagnostics, at), span)
}

/// The same diagnostics in a text that begins `by` bytes earlier.
fn moved(mut diagnostics: Vec<Diagnostic>, by: usize) -> Vec<Diagnostic> {
    let forth = |span: &mut Span| *span = Span::new(span.start + by, span.end + by);
    for diagnostic in &mut diagnostics {
        forth(&mut diagnostic.span);
        diagnostic.labels.iter_mut().for_each(|label| forth(&mut label.span));
        diagnostic.fix.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| forth(&mut edit.span));
    }
    diagnostics
}
