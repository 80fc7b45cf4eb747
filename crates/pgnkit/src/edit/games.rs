//! Edits of many games, and edits that are known by their places.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use pgnkit_syntax::{Edit, Parser, Span};

use super::add::{Memory, Out};
use super::reading::Outline;
use super::{EditableGame, Made, TextEditError};
use crate::fix::{Change, Window};

/// Rounds of taking back edits that depend on their neighbours, before all are taken back.
const MAX_ATTEMPTS: usize = 24;

/// A text after edits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited<'a> {
    /// The new text; borrowed when nothing changed.
    pub text: Cow<'a, [u8]>,
    /// The changes, in the order of the text.
    pub changes: Vec<Change>,
}

/// A text after [`edit_games`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditedGames<'a> {
    /// The new text; borrowed when nothing changed.
    pub text: Cow<'a, [u8]>,
    /// The changes, in the order of the text.
    pub changes: Vec<Change>,
    /// Number of games.
    pub games: u64,
    /// Number of games that have changed.
    pub edited: u64,
    /// Games that are as they were although they were to be edited.
    pub refused: Vec<Refused>,
}

/// A game whose edits were refused; it is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// Number of the game in the text, from 0.
    pub game: u64,
    /// The game in the original text.
    pub span: Span,
    /// The reason.
    pub error: TextEditError,
}

/// Applies edits whose places are known, such as those of a diagnostic's [`Fix`](pgnkit_syntax::Fix), in whatever order
/// they come. Their effect is not looked at; a [`Fixer`](crate::Fixer) proves what it applies.
///
/// ```
/// use pgnkit::{Replayer, apply, syntax::Collect};
///
/// let text = b"1. e2e4 e7e5 *";
/// let mut found = Collect::default();
/// Replayer::new(text).read_game(&mut (), &mut found);
/// let edits: Vec<_> = found.into_iter().filter_map(|found| found.fix).flat_map(|fix| fix.edits).collect();
/// assert_eq!(apply(text, &edits)?.text, &b"1. e4 e5 *"[..]);
/// # Ok::<(), pgnkit::edit::TextEditError>(())
/// ```
///
/// # Errors
/// [`TextEditError::Span`] when an edit does not lie in the text, or two replace the same bytes or are put in at one place.
pub fn apply<'a>(text: &'a [u8], edits: &[Edit]) -> Result<Edited<'a>, TextEditError> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    // An insertion comes before what is replaced there.
    sorted.sort_by_key(|edit| edit.span);
    let mut last: Option<Span> = None;
    for edit in &sorted {
        let Span { start, end } = edit.span;
        let is_free = last.is_none_or(|last| last.end <= start && last != edit.span);
        if start > end || end > text.len() || !is_free {
            return Err(TextEditError::Span(edit.span));
        }
        last = Some(edit.span);
    }
    if sorted.is_empty() {
        return Ok(Edited { text: Cow::Borrowed(text), changes: Vec::new() });
    }
    let changes = crate::fix::compose(&[], &crate::fix::lengths(&sorted));
    Ok(Edited { text: Cow::Owned(crate::fix::apply(text, &sorted)), changes })
}

/// A game that is to be edited.
#[derive(Debug)]
struct Edition {
    game: u64,
    /// The bytes that are replaced: the game, and those between the game before and it, or a part of its tag section.
    stretch: Span,
    /// The beginning of the game and of the bytes before it.
    start: usize,
    /// The bytes that replace them, among those of all games.
    text: Range<usize>,
    /// Among those of all games; places count from the beginning of the stretch.
    changes: Range<usize>,
    /// None where it is certain that no other game reads differently.
    digest: Option<u64>,
}

/// Edits the games of a text one by one and copies everything else. `edit` is given each game; where it returns an error,
/// or its edits cannot be proven to do what they should and nothing else, the game stays as it is and is among those that
/// are [refused](EditedGames::refused).
///
/// Takes time in the length of the text. A game that is not touched costs a scan.
///
/// ```
/// use pgnkit::edit::edit_games;
///
/// let text = b"[Site \"?\"]\n\n1. e4   *\n\n[Site \"Riga\"]\n\n1. d4 *\n";
/// let edited = edit_games(text, |game| {
///     if game.tag("Site") == Some("?") { game.set_tag("Site", "Oslo") } else { Ok(()) }
/// });
/// assert_eq!(edited.text, &b"[Site \"Oslo\"]\n\n1. e4   *\n\n[Site \"Riga\"]\n\n1. d4 *\n"[..]);
/// assert_eq!((edited.games, edited.edited), (2, 1));
/// ```
pub fn edit_games<'a, F>(text: &'a [u8], mut edit: F) -> EditedGames<'a>
where
    F: FnMut(&mut EditableGame<'_>) -> Result<(), TextEditError>,
{
    let whole = Parser::new(text);
    let mut parser = whole.clone();
    let (mut games, mut edits) = (0, GameEdits::default());
    loop {
        let start = parser.consumed();
        let Some(outline) = Outline::read(&mut parser, start) else { break };
        let stretch = Span::new(start, parser.consumed());
        edits.edit_known(&whole, games, stretch, Some(outline), &mut edit);
        games += 1;
    }
    edits.finish(&whole, games)
}

/// Edits of games whose places another reader of the text has found, as [`edit_games`] makes them; the other games stay
/// as they are.
///
/// ```
/// use pgnkit::edit::GameEdits;
/// use pgnkit::syntax::{Ignore, Parser, Span};
/// use pgnkit::Replayer;
///
/// let text = b"1. e4   *\n\n1. d4 *\n";
/// let mut replayer = Replayer::new(text);
/// let (mut edits, mut number, mut start) = (GameEdits::default(), 0, 0);
/// while replayer.read_game(&mut (), &mut Ignore).is_some() {
///     let end = replayer.parser().consumed();
///     if number == 0 {
///         edits.edit(&Parser::new(text), number, Span::new(start, end), |game| game.set_tag("White", "Tal"));
///     }
///     (number, start) = (number + 1, end);
/// }
/// let edited = edits.finish(&Parser::new(text), number);
/// assert_eq!(edited.text, &b"[White \"Tal\"]\n\n1. e4   *\n\n1. d4 *\n"[..]);
/// ```
#[derive(Debug, Default)]
pub struct GameEdits {
    editions: Vec<Edition>,
    /// The new bytes of all games.
    text: Vec<u8>,
    changes: Vec<Change>,
    refused: Vec<Refused>,
    memory: Memory,
}

impl GameEdits {
    /// Edits the game with that number, from 0, as [`edit_games`] does. `parser` is one of the whole text; `stretch` is all that
    /// was [consumed](Parser::consumed) since the game before, the game included. Games come in the order of the text. False
    /// where the game stays as it is.
    pub fn edit<F>(&mut self, parser: &Parser<'_>, number: u64, stretch: Span, edit: F) -> bool
    where
        F: FnOnce(&mut EditableGame<'_>) -> Result<(), TextEditError>,
    {
        self.edit_known(parser, number, stretch, None, edit)
    }

    fn edit_known<F>(
        &mut self,
        parser: &Parser<'_>,
        number: u64,
        stretch: Span,
        outline: Option<Outline>,
        edit: F,
    ) -> bool
    where
        F: FnOnce(&mut EditableGame<'_>) -> Result<(), TextEditError>,
    {
        let text = parser.bytes();
        let before = &text[..stretch.start];
        let window = Window::new(before, text, stretch, parser.is_block(), parser.start_context());
        let mut game = EditableGame::new(window, stretch.of(text), outline);
        let made = edit(&mut game).and_then(|()| game.made());
        match made {
            Ok(Some(made)) => {
                self.push(number, stretch, made);
                return true;
            }
            Ok(None) => {}
            Err(error) => {
                let span = moved(game.span(), stretch.start);
                self.refused.push(Refused { game: number, span, error });
            }
        }
        false
    }

    /// Takes a game that is edited. Games come in the order of the text.
    fn push(&mut self, game: u64, stretch: Span, made: Made) {
        let Made { span, text, changes, digest } = made;
        let begin = (self.text.len(), self.changes.len());
        self.text.extend_from_slice(&text);
        self.changes.extend_from_slice(&changes);
        self.enter(game, stretch, span, digest, begin);
    }

    /// Takes a game that a function writes a part of: it gives what that takes the place of, or `None` where nothing is to change.
    pub(super) fn write(
        &mut self,
        game: u64,
        stretch: Span,
        write: impl FnOnce(&mut Memory, &mut Out<'_>) -> Option<Span>,
    ) -> bool {
        let Self { text, changes, memory, .. } = self;
        let begin = (text.len(), changes.len());
        let span = write(memory, &mut Out { text, changes });
        match span {
            Some(span) => self.enter(game, stretch, span, None, begin),
            None => {
                self.text.truncate(begin.0);
                self.changes.truncate(begin.1);
            }
        }
        span.is_some()
    }

    /// Enters a game whose text and changes have been written from these places on.
    fn enter(&mut self, game: u64, stretch: Span, span: Span, digest: Option<u64>, begin: (usize, usize)) {
        let (start, stretch) = (stretch.start, moved(span, stretch.start));
        let (text, changes) = (begin.0..self.text.len(), begin.1..self.changes.len());
        self.editions.push(Edition { game, stretch, start, text, changes, digest });
    }

    /// Takes the edits of games that come after those that it has.
    pub fn append(&mut self, later: &mut Self) {
        let (text, changes) = (self.text.len(), self.changes.len());
        let shifted = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        self.editions.extend(later.editions.drain(..).map(|edition| Edition {
            text: shifted(edition.text, text),
            changes: shifted(edition.changes, changes),
            ..edition
        }));
        self.text.append(&mut later.text);
        self.changes.append(&mut later.changes);
        self.refused.append(&mut later.refused);
    }

    /// The text with the edits, of which there are so many `games`. Edits on which the reading of other games depends are
    /// taken back.
    pub fn finish<'a>(self, parser: &Parser<'a>, games: u64) -> EditedGames<'a> {
        let Self { mut editions, mut refused, text: new, changes: all_changes, .. } = self;
        let text = parser.bytes();
        // Each game was proven by itself. In junk its reading may still depend on its neighbours: then they stay as they were.
        let mut attempt = 0;
        loop {
            let made = make(text, &editions, &new, &all_changes);
            let Some(differing) = first_difference(parser, &made.0, &editions) else {
                let (out, changes) = made;
                let text = if changes.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(out) };
                refused.sort_by_key(|refused| refused.game);
                return EditedGames { text, changes, games, edited: editions.len() as u64, refused };
            };
            let is_beside =
                |edition: &Edition| attempt >= MAX_ATTEMPTS || edition.game.abs_diff(differing) <= 1;
            let any = editions.iter().any(is_beside);
            let taken_back: BTreeSet<u64> = editions
                .iter()
                .filter(|edition| !any || is_beside(edition))
                .map(|edition| edition.game)
                .collect();
            for &Edition { game, start, .. } in &editions {
                if taken_back.contains(&game) {
                    let outline = Outline::read(&mut parser.clone().resumed_at(start), 0);
                    let span = outline.map_or(Span::new(start, start), |outline| outline.game);
                    refused.push(Refused { game, span, error: TextEditError::SideEffect });
                }
            }
            editions.retain(|edition| !taken_back.contains(&edition.game));
            attempt += 1;
        }
    }
}

fn moved(span: Span, by: usize) -> Span {
    Span::new(span.start + by, span.end + by)
}

/// The text with the edited games, and what changed.
fn make(text: &[u8], editions: &[Edition], new: &[u8], all_changes: &[Change]) -> (Vec<u8>, Vec<Change>) {
    if editions.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let longer: usize =
        editions.iter().map(|edition| edition.text.len().saturating_sub(edition.stretch.len())).sum();
    let mut out = Vec::with_capacity(text.len() + longer);
    let mut changes = Vec::with_capacity(all_changes.len());
    let mut copied = 0;
    for edition in editions {
        out.extend_from_slice(&text[copied..edition.stretch.start]);
        let at = out.len();
        out.extend_from_slice(&new[edition.text.clone()]);
        let moved = all_changes[edition.changes.clone()].iter();
        changes.extend(moved.map(|change| change.moved(edition.stretch.start, at)));
        copied = edition.stretch.end;
    }
    out.extend_from_slice(&text[copied..]);
    (out, changes)
}

/// The first game whose text is read in other parts than it was to be, when the new text is read.
///
/// A game that is edited in its tag section alone begins after an empty line, where reading needs nothing of what is before it. So what
/// is between two of these is read for itself, and only where a game is edited otherwise.
fn first_difference(parser: &Parser<'_>, new: &[u8], editions: &[Edition]) -> Option<u64> {
    let is_certain = |edition: &Edition| edition.digest.is_none();
    let (mut at, mut grown) = (0, 0);
    while let Some(uncertain) = editions[at..].iter().position(|edition| !is_certain(edition)) {
        let uncertain = at + uncertain;
        // Reading begins at the certain one before it, or at the beginning of the text.
        let first = uncertain.saturating_sub(1).max(at);
        let end = editions[uncertain..].iter().position(is_certain);
        let end = end.map_or(editions.len(), |length| uncertain + length);
        grown += growth(&editions[at..first]);
        let (start, game) = match &editions[first] {
            edition if is_certain(edition) => (edition.start, edition.game),
            _ => (0, 0),
        };
        let readers = [
            parser.clone().resumed_at(start),
            parser.with_bytes(new).resumed_at(start.saturating_add_signed(grown)),
        ];
        let until = editions.get(end).map(|edition| edition.start);
        let differing = difference_between(readers, &editions[first..end], game, until);
        if differing.is_some() {
            return differing;
        }
        grown += growth(&editions[first..end]);
        at = end;
    }
    None
}

/// How much longer a text becomes.
fn growth(editions: &[Edition]) -> isize {
    let growth = |edition: &Edition| edition.text.len() as isize - edition.stretch.len() as isize;
    editions.iter().map(growth).sum()
}

/// The same up to a place in the old text. One parser is of the old text and one of the new one, both before the game with
/// that number.
fn difference_between(
    [mut before, mut after]: [Parser<'_>; 2],
    editions: &[Edition],
    first: u64,
    until: Option<usize>,
) -> Option<u64> {
    let mut editions = editions.iter().peekable();
    for game in first.. {
        let (old_start, new_start) = (before.consumed(), after.consumed());
        if let Some(until) = until.filter(|until| old_start >= *until) {
            return (old_start > until).then_some(game);
        }
        let was = Outline::read(&mut before, old_start);
        let is = Outline::read(&mut after, new_start);
        let (Some(was), Some(is)) = (&was, &is) else {
            return (was.is_some() != is.is_some() || until.is_some()).then_some(game);
        };
        let edition = editions.next_if(|edition| edition.game == game);
        let digest = edition.map_or(Some(was.digest), |edition| edition.digest);
        let grown = edition.map_or((0, 0), |edition| (edition.text.len(), edition.stretch.len()));
        let length = before.consumed() - old_start + grown.0 - grown.1;
        if digest.is_some_and(|digest| is.digest != digest) || after.consumed() - new_start != length {
            return Some(game);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeId, Outcome};

    /// Games, and text that reaches into its neighbours.
    const PARTS: [&str; 14] = [
        "[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 1-0\n\n",
        "[Event \"a\"]\n\n1. d4 *\n\n",
        "[Event \"a\"]\n1. d4 (1. c4) *\n\n",
        "1. c4 {a} c5 1/2-1/2\n\n",
        "1. Nf3 Nf6\n\n",
        "1. Nf3 * ",
        "[White \"c\"]\n\n*\n\n",
        "[White \"c\"]\n\n",
        "{a comment\n\n",
        "(1. e4\n\n",
        "%b\n",
        "junk\n\n",
        "\n",
        " ; end\n",
    ];

    #[test]
    fn reading_parts_of_a_text_finds_what_reading_all_of_it_finds() {
        let (mut equal, mut different, mut in_parts) = (0, 0, 0);
        for seed in 0..20_000_u64 {
            let mut random = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut next = |bound: usize| {
                random = (random ^ random >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                (random >> 33) as usize % bound
            };
            let text: String = (0..next(10) + 2).map(|_| PARTS[next(PARTS.len())]).collect();
            let (text, mut edits) = (text.as_bytes(), GameEdits::default());
            let whole = Parser::new(text);
            let mut parser = whole.clone();
            for game in 0.. {
                let start = parser.consumed();
                let Some(outline) = Outline::read(&mut parser, start) else { break };
                let stretch = Span::new(start, parser.consumed());
                let kind = next(6);
                edits.edit_known(&whole, game, stretch, Some(outline), |game| match kind {
                    0 => game.add_comment(NodeId::ROOT, "x"),
                    1 => {
                        game.set_result(Outcome::Draw);
                        Ok(())
                    }
                    2 => Ok(()),
                    _ => game.set_tag("Annotator", "y"),
                });
            }
            let editions = &edits.editions;
            let (new, _) = make(text, editions, &edits.text, &edits.changes);
            if editions.is_empty() {
                continue;
            }
            let found = first_difference(&whole, &new, editions);
            let all = difference_between([whole.clone(), whole.with_bytes(&new)], editions, 0, None);
            assert_eq!(found, all, "{}\n{}", text.escape_ascii(), new.escape_ascii());
            equal += usize::from(all.is_none());
            different += usize::from(all.is_some());
            let changes =
                editions.windows(2).filter(|pair| pair[0].digest.is_none() != pair[1].digest.is_none());
            in_parts += usize::from(changes.count() > 1);
        }
        assert!(equal > 5_000 && different > 50 && in_parts > 1_000, "{equal} {different} {in_parts}");
    }
}
