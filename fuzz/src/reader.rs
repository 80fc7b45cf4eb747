//! Whole files in pieces: however a stream is read and cut into blocks, its games and what is wrong with them are the
//! same.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::LazyLock;

use pgnkit::syntax::{AtLevel, Collect, Diagnostic, Edit, Level, Span};
use pgnkit::{Checker, Export, GameBuilder, PieceLetters};
use pgnkit_archive::blocks::SplitPoints;
use pgnkit_archive::pipeline::{self, BlockOutcome, BlockView, Options};
use pgnkit_archive::{Block, Blocks};

use crate::input::{self, shown};

/// A game with its diagnostics and those of the text before it.
#[derive(Debug, PartialEq)]
struct Found {
    game: String,
    diagnostics: Vec<Diagnostic>,
}

/// Made once: to find out how many processors there are takes longer than many an input.
static OPTIONS: LazyLock<Options> = LazyLock::new(|| Options::default().jobs(1));

/// The text in pieces of a few bytes, cut into small blocks, gives what it gives as a whole.
pub fn check(data: &[u8]) {
    check_with(&input::text(data), input::choice(data));
}

/// Blocks of every small size, resumed after each game or not.
pub fn check_all(data: &[u8]) {
    (0..2 * 97).for_each(|choice| check_with(&input::text(data), choice));
}

fn check_with(text: &[u8], choice: u32) {
    let block_bytes = 1 + choice as usize % 97;
    assert_blocks_are_whole(text, block_bytes, choice);
    let options = OPTIONS.clone().block_bytes(block_bytes);
    let pauses = choice.is_multiple_of(3);
    let mut found = Vec::new();
    let end = pipeline::process(
        Pieces { text, choice },
        SplitPoints::Games,
        &options,
        Scratch::default,
        |block, scratch| work(block, scratch, pauses),
        |games| {
            found.extend(games);
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(matches!(end, Ok(ControlFlow::Continue(()))), "{end:?}");
    let mut whole = whole(text);
    let apart = found.iter().flat_map(|one| &one.diagnostics);
    for (apart, whole) in apart.zip(whole.iter_mut().flat_map(|one| &mut one.diagnostics)) {
        if apart.fix.is_none() {
            whole.fix = None;
        }
    }
    for (apart, whole) in found.iter().zip(&whole) {
        assert_eq!(apart, whole, "blocks of {block_bytes}: {}", shown(text));
    }
    assert_eq!(found.len(), whole.len(), "blocks of {block_bytes}: {}", shown(text));
}

fn whole(text: &[u8]) -> Vec<Found> {
    if text.is_empty() {
        return Vec::new();
    }
    let block = BlockView::whole(text);
    work(&block, &mut Scratch::default(), false).value
}

#[derive(Default)]
struct Scratch {
    checker: Checker,
    builder: GameBuilder,
}

/// Reads the complete games of a block, only one if it `pauses`; diagnostics after the last one are left to be found
/// again, with the game after them.
fn work(block: &BlockView<'_>, scratch: &mut Scratch, pauses: bool) -> BlockOutcome<Vec<Found>> {
    let open = || pgnkit_archive::input::replayer(block, PieceLetters::default());
    let (mut checked, mut built) = (open(), open());
    let mut games = Vec::new();
    let mut consumed = 0;
    loop {
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let end = scratch.checker.check_game(&mut checked, &mut found);
        let again = built.read_into(&mut scratch.builder, &mut pgnkit::syntax::Ignore);
        assert_eq!(end.map(|end| end.span), again.map(|end| end.span), "checked and built");
        let diagnostics: Vec<Diagnostic> = found
            .sink
            .into_iter()
            .map(|one| moved(without_early_fix(one, block), block.offset as usize))
            .collect();
        if end.is_none() {
            if block.is_last {
                games.extend((!diagnostics.is_empty()).then(|| Found { game: String::new(), diagnostics }));
                return BlockOutcome::new(games, block.bytes.len());
            }
            return BlockOutcome::new(
                games,
                if diagnostics.is_empty() { checked.parser().consumed() } else { consumed },
            );
        }
        let mut game = Vec::new();
        Export::default().write_game(scratch.builder.game(), &mut game);
        games.push(Found { game: String::from_utf8_lossy(&game).into_owned(), diagnostics });
        consumed = checked.parser().consumed();
        if pauses {
            return BlockOutcome::new(games, consumed).paused();
        }
    }
}

/// The replacement of a fix can depend on the text before it on its line, which a block that begins within a line does
/// not have.
fn without_early_fix(mut one: Diagnostic, block: &BlockView<'_>) -> Diagnostic {
    let line = block.bytes.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
    let is_early = |edit: &Edit| block.first_column > 1 && edit.span.start <= line;
    one.fix = one.fix.filter(|fix| !fix.edits.iter().any(is_early));
    one
}

/// A diagnostic of a text that begins at `by`.
fn moved(mut one: Diagnostic, by: usize) -> Diagnostic {
    let moved = |span: Span| Span::new(span.start + by, span.end + by);
    one.span = moved(one.span);
    for label in &mut one.labels {
        label.span = moved(label.span);
    }
    if let Some(fix) = &mut one.fix {
        let edits = std::mem::take(&mut fix.edits);
        fix.edits = edits.into_iter().map(|edit| Edit { span: moved(edit.span), ..edit }).collect();
    }
    one
}

/// Blocks put together are the stream, none is empty, and the last one alone says so.
fn assert_blocks_are_whole(text: &[u8], block_bytes: usize, choice: u32) {
    let blocks: Vec<Block> =
        Blocks::new(Pieces { text, choice }, block_bytes).collect::<Result<_, _>>().expect("no error");
    let mut offset = 0;
    for (at, block) in blocks.iter().enumerate() {
        assert_eq!(block.offset, offset as u64);
        assert!(!block.bytes.is_empty() && text[offset..].starts_with(&block.bytes), "{}", shown(text));
        assert_eq!(block.is_last, at + 1 == blocks.len(), "{}", shown(text));
        let before = pgnkit_archive::blocks::newlines_before(text, offset);
        assert_eq!(block.first_line, 1 + before, "{}", shown(text));
        offset += block.bytes.len();
    }
    assert_eq!(offset, text.len());
}

/// Gives a text in pieces of a few bytes, and is interrupted now and then.
struct Pieces<'a> {
    text: &'a [u8],
    choice: u32,
}

impl Read for Pieces<'_> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        // The next number of a usual generator.
        self.choice = self.choice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let size = 1 + (self.choice >> 24) as usize % 40;
        if size == 40 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (piece, rest) = self.text.split_at(size.min(output.len()).min(self.text.len()));
        output[..piece.len()].copy_from_slice(piece);
        self.text = rest;
        Ok(piece.len())
    }
}
