//! Tag values: what is written is read again as the same, as text and as the types of the standard.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use pgnkit::command::{ClockTime, Commands};
use pgnkit::syntax::{Event, Ignore, Parser, RawTag, Span};
use pgnkit::{Date, Game, Round, TimeControl};

use crate::input::shown;

/// The bytes as a value that is encoded, as one between quotes, as each type, and as a comment.
pub fn check(data: &[u8]) {
    check_encoded(data);
    check_between_quotes(data);
    if let Ok(text) = str::from_utf8(data) {
        check_type::<Date>(text);
        check_type::<Round>(text);
        check_type::<TimeControl>(text);
    }
    check_clock(data);
    check_commands(data);
}

/// Encoded as section 7 says, a value is decoded to itself; but line breaks and tabs become spaces.
fn check_encoded(value: &[u8]) {
    let mut text = b"[A \"".to_vec();
    for &byte in value {
        match byte {
            b'"' | b'\\' => text.extend_from_slice(&[b'\\', byte]),
            // They end a tag pair that is left open; spaces are what would be read.
            b'\n' | b'\r' | b'\t' | 0x0b => text.push(b' '),
            _ => text.push(byte),
        }
    }
    text.extend_from_slice(b"\"]\n\n*\n");
    let mut parser = Parser::new(&text);
    let Some(Event::Tag(tag)) = parser.next_event(&mut Ignore) else { panic!("no tag in {}", shown(&text)) };
    let plain = |byte: &u8| if matches!(byte, b'\n' | b'\r' | b'\t' | 0x0b) { b' ' } else { *byte };
    let expected: Vec<u8> = value.iter().map(plain).collect();
    assert_eq!(tag.value(&text).as_ref(), expected, "{}", shown(&text));
    assert!(matches!(parser.next_event(&mut Ignore), Some(Event::Termination { .. })), "{}", shown(&text));
}

/// Any text between quotes: once it was read, writing and reading it again changes nothing.
fn check_between_quotes(raw: &[u8]) {
    let tag = RawTag { value: Span::new(0, raw.len()), encoded: true, ..RawTag::default() };
    assert!(tag.value(raw).len() <= raw.len());
    let text = [b"[A \"", raw, b"\"]\n\n*\n"].concat();
    let Some(game) = Game::read(&text, &mut Ignore) else { return };
    let written = game.to_string();
    let again = Game::read(written.as_bytes(), &mut Ignore).expect("what is written is a game");
    let twice = again.to_string();
    assert_eq!(written, twice);
    for (name, value) in again.tags() {
        assert_eq!(
            Game::read(twice.as_bytes(), &mut Ignore).as_ref().and_then(|game| game.tag(name)),
            Some(value)
        );
    }
}

/// A value of a type, written, is read as the same value.
fn check_type<T: FromStr + Display + Debug + PartialEq>(text: &str)
where
    T::Err: Display,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert_eq!(written.parse().ok().as_ref(), Some(&value), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_clock(text: &[u8]) {
    let Some((time, _)) = ClockTime::read(text) else { return };
    let written = time.to_string();
    let again = ClockTime::read(written.as_bytes()).map(|(time, _)| time);
    assert_eq!(again, Some(time), "{written}");
    let seconds = format!("{time:.0}");
    assert!(ClockTime::read(seconds.as_bytes()).is_some_and(|(time, _)| time.is_whole()), "{seconds}");
}

/// The commands of a comment lie in it, in order, with their operands within; writing the comment in a game keeps them.
fn check_commands(comment: &[u8]) {
    let is_within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    let mut end = 0;
    for found in Commands::new(comment) {
        let (span, name) = match &found {
            Ok(command) => (command.span, command.name),
            Err(command) => (command.span, command.name),
        };
        assert!(
            end <= span.start && span.end <= comment.len() && is_within(name, span),
            "{}",
            shown(comment)
        );
        end = span.end;
        let Ok(command) = found else { continue };
        let mut last = name.end;
        for operand in command.operands() {
            assert!(
                last <= operand.span.start && is_within(operand.span, command.operands.expect("operands"))
            );
            assert!(is_within(operand.value, operand.span));
            last = operand.span.end;
        }
    }
    // Control characters are left out, and what was none can become a command.
    if comment.iter().any(|byte| matches!(byte, 0..=0x1f | 0x7f) && !byte.is_ascii_whitespace()) {
        return;
    }
    let text = [b"{", comment, b"} *"].concat();
    let Some(game) = Game::read(&text, &mut Ignore) else { return };
    // A brace or the next game's tags end it: what follows is no comment, but may become one.
    if game.nodes().map(|node| node.notes().count()).sum::<usize>() > 1 || game.ply_count() > 0 {
        return;
    }
    let again = Game::read(game.to_string().as_bytes(), &mut Ignore).expect("what is written is a game");
    assert_eq!(commands(&game), commands(&again), "{}", shown(game.to_string().as_bytes()));
}

/// Names and operands of the commands before the first move, however they are wrapped; braces and unused characters
/// cannot be written.
fn commands(game: &Game) -> Vec<(String, Vec<String>)> {
    let of_comment = |comment: &str| {
        let text = comment.as_bytes();
        let shown = |command: pgnkit::command::Command<'_>| {
            let words = |span: Span| {
                let value = String::from_utf8_lossy(span.of(text)).replace('{', "(").replace('}', ")");
                let value = value.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "?");
                value.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
            };
            let operands = command.operands().map(|operand| words(operand.value)).collect();
            (command.name().to_owned(), operands)
        };
        Commands::new(text).flatten().map(shown).collect::<Vec<_>>()
    };
    game.root().comments().flat_map(of_comment).collect()
}
