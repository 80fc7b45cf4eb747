//! Moves of another notation than SAN.

use pgnkit_syntax::{Code, Collect, Event, Ignore, Parser};

/// Four digits, or a letter, a hyphen and a letter, perhaps with ` ch` after them.
fn words(text: &[u8]) -> Option<usize> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match text {
        _ if digits == 4 => Some(4),
        [b'A'..=b'Z', b'-', b'A'..=b'Z', b' ', b'c', b'h', ..] => Some(6),
        [b'A'..=b'Z', b'-', b'A'..=b'Z', ..] => Some(3),
        _ => None,
    }
}

/// The events as words: moves as they are, numbers as `#`, text that is not read in quotes.
fn events(text: &str, numbers: bool) -> (String, Vec<Code>) {
    let parser = Parser::new(text.as_bytes()).with_move_words(words);
    let mut parser = if numbers { parser } else { parser.without_numbers() };
    let (mut found, mut seen) = (Collect::default(), Vec::new());
    while let Some(event) = parser.next_event(&mut found) {
        let of = |span: pgnkit_syntax::Span| span.text(text.as_bytes()).to_string();
        seen.push(match event {
            Event::Move(span) => of(span),
            Event::MoveNumber { number, .. } => format!("#{number}"),
            Event::Unread(span) => format!("'{}'", of(span)),
            Event::Comment(span) => format!("{{{}}}", of(span)),
            Event::RavBegin(_) => "(".into(),
            Event::RavEnd(_) => ")".into(),
            Event::Termination { outcome, .. } => outcome.to_string(),
            Event::Nag { value, .. } => format!("${value}"),
            Event::Tag(tag) => format!("[{}]", of(tag.name)),
            Event::Escape(_) => "%".into(),
            Event::GameEnd(_) => ".".into(),
        });
    }
    (seen.join(" "), found.iter().map(|one| one.code).collect())
}

#[test]
fn they_are_moves_and_all_else_is_pgn() {
    for (text, expected) in [
        ("1. 5254 5755 2. 7163 1-0", "#1 5254 5755 #2 7163 1-0 ."),
        ("1 5254 5755 2 7163 *", "#1 5254 5755 #2 7163 * ."),
        (
            "[A \"b\"]\n\n5254 5755! $14 {c} (P-K (P-Q)) 1/2-1/2\n\n[A \"b\"]\n\nP-K *",
            "[A] 5254 5755 $1 $14 {c} ( P-K ( P-Q ) ) 1/2-1/2 . [A] P-K * .",
        ),
        ("P-K B-Q ch\nP-Q;rest\n%escape\n0-1 P-K P-Q *", "P-K B-Q ch P-Q {rest} % 0-1 . P-K P-Q * ."),
        ("1.P-K 1...P-Q *", "#1 P-K #1 P-Q * ."),
        // Words of SAN are moves for the parser, and no moves of the notation.
        ("1. P-K e5 *", "#1 P-K e5 * ."),
        // A stray word ends before a move.
        ("1. P-K foo P-Q bar baz 5254 *", "#1 P-K 'foo' P-Q 'bar baz' 5254 * ."),
        ("1. P-K (P-Q", "#1 P-K ( P-Q ) ."),
    ] {
        assert_eq!(events(text, true).0, expected, "{text}");
        let without: Vec<_> = expected.split(' ').filter(|word| !word.starts_with('#')).collect();
        assert_eq!(events(text, false).0, without.join(" "), "{text}");
    }
    assert_eq!(events("1. 5254 5755 2. 7163 *", true).1, []);
    assert_eq!(events("1. P-K foo P-Q *", true).1, [Code::StrayWord]);
}

#[test]
fn a_parser_of_other_bytes_reads_them_too() {
    let parser = Parser::new(b"").with_move_words(words);
    assert!(parser.move_words().is_some());
    let mut again = parser.with_bytes(b"P-K *");
    assert!(matches!(again.next_event(&mut Ignore), Some(Event::Move(_))));
    // Without them it is no move.
    assert!(!matches!(Parser::new(b"1. P-K *").next_event(&mut Ignore), Some(Event::Move(_))));
    // A function that gives nothing, or too much, stops nothing.
    for bad in [|_: &[u8]| Some(0), |_: &[u8]| Some(usize::MAX / 2)] {
        let mut parser = Parser::new(b"1. e4 foo {x} *").with_move_words(bad);
        let mut events = 0;
        while parser.next_event(&mut Ignore).is_some() {
            events += 1;
        }
        assert!(events > 0);
    }
}
