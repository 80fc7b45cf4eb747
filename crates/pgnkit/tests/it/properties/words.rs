//! No word is dropped: what is in a text is in an event or named by a diagnostic, and what is in a game is written.

use std::collections::BTreeMap;

use pgnkit::syntax::{Collect, Event, Ignore, Parser, Span};
use pgnkit::{Export, GameBuilder, Note, Replayer};
use proptest::prelude::*;

use super::cases;
use super::texts::text;

/// The parts of a text that an event or a diagnostic accounts for.
fn covered(text: &[u8]) -> Vec<bool> {
    let mut covered = vec![false; text.len()];
    let mut cover = |span: Span| {
        let end = span.end.min(covered.len());
        covered[span.start.min(end)..end].fill(true);
    };
    let (mut parser, mut found) = (Parser::new(text), Collect::default());
    while let Some(event) = parser.next_event(&mut found) {
        match event {
            Event::Tag(tag) => cover(tag.span),
            // With what opens and closes it.
            Event::Comment(span) => cover(Span::new(span.start.saturating_sub(1), span.end + 1)),
            Event::Escape(span) => cover(Span::new(span.start - 1, span.end)),
            Event::Move(span)
            | Event::Unread(span)
            | Event::MoveNumber { span, .. }
            | Event::Nag { span, .. }
            | Event::Termination { span, .. } => cover(span),
            Event::RavBegin(at) | Event::RavEnd(at) => cover(Span::new(at, at + 1)),
            Event::GameEnd(_) => {}
        }
    }
    for diagnostic in found {
        cover(diagnostic.span);
    }
    for (at, _) in text.windows(11).enumerate().filter(|(_, part)| *part == b";[%unread] ") {
        cover(Span::new(at, at + 11));
    }
    covered
}

/// The words of a text, and how often each is there. A glyph ends with its digits: `$0E` is `0` and `E`.
fn words(text: &[u8]) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    let mut add = |word: &[u8]| {
        if !word.is_empty() {
            *words.entry(String::from_utf8_lossy(word).into_owned()).or_default() += 1;
        }
    };
    let mut end_before = None;
    for word in text.split(|byte| !byte.is_ascii_alphanumeric()) {
        let start = end_before.map_or(0, |end: usize| end + 1);
        let is_glyph = start.checked_sub(1).is_some_and(|before| text[before] == b'$');
        let digits = word.iter().take_while(|byte| is_glyph && byte.is_ascii_digit()).count();
        add(&word[..digits]);
        add(&word[digits..]);
        end_before = Some(start + word.len());
    }
    words
}

/// The text of the comments of each game and what is no token in it, and the number of its moves.
fn contents(text: &[u8]) -> Vec<(Vec<u8>, usize)> {
    let (mut games, mut comments, mut moves) = (Vec::new(), Vec::new(), 0);
    let mut parser = Parser::new(text);
    while let Some(event) = parser.next_event(&mut Ignore) {
        match event {
            Event::Comment(span) | Event::Unread(span) => {
                comments.extend_from_slice(&[span.of(text), b" "].concat());
            }
            Event::Move(_) => moves += 1,
            Event::GameEnd(_) => games.push((std::mem::take(&mut comments), std::mem::take(&mut moves))),
            _ => {}
        }
    }
    games
}

proptest! {
    #![proptest_config(cases(3000))]

    // Periods belong to the number before, wherever they are.
    #[test]
    fn every_byte_is_read_or_named(text in text()) {
        let covered = covered(&text);
        let lost = text
            .iter()
            .zip(covered)
            .position(|(byte, covered)| !covered && !matches!(byte, b' ' | b'\t'..=b'\r' | b'.'));
        prop_assert_eq!(lost, None, "{}", text.escape_ascii());
    }

    #[test]
    fn every_word_of_a_game_is_written(text in text()) {
        let is_plain = |byte: &u8| byte.is_ascii() && (byte.is_ascii_whitespace() || !byte.is_ascii_control());
        let text: Vec<u8> = text.into_iter().filter(is_plain).collect();
        let (mut builder, mut replayer) = (GameBuilder::new(), Replayer::new(&text));
        for (comments, moves) in contents(&text) {
            prop_assert!(replayer.read_into(&mut builder, &mut Ignore).is_some());
            let game = builder.game();
            let mut written = Vec::new();
            Export::default().write_game(game, &mut written);
            let out = words(&written);
            let lost = words(&comments).into_iter().find(|(word, count)| out.get(word).unwrap_or(&0) < count);
            prop_assert_eq!(lost, None, "{}\n{}", text.escape_ascii(), String::from_utf8_lossy(&written));
            // What was not read may be written as a comment.
            let is_unread = |note| matches!(note, Note::Unread(_) | Note::Move(_));
            if !game.nodes().any(|node| node.notes().any(is_unread)) {
                prop_assert_eq!(contents(&written)[0].1, moves, "{}", text.escape_ascii());
            }
        }
    }
}
