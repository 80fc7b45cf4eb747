//! The events of any text: in order, within it, balanced, with nothing passed over unsaid.

use pgnkit::syntax::internals::is_tag_start;
use pgnkit::syntax::{Collect, Diagnostic, Event, Ignore, Parser, Span, UNREAD_MARK};

use crate::input::{self, shown};

/// Spans are in order and in bounds, variations balanced, every byte belongs to an event, to white space or to a
/// diagnostic; without numbers the other events are the same; and games that are whole are read from the beginning of a
/// text as from all of it.
pub fn check(data: &[u8]) {
    let text = &input::text(data);
    let mut found = Collect::default();
    let mut parser = Parser::new(text);
    let events: Vec<Event> = std::iter::from_fn(|| parser.next_event(&mut found)).collect();
    assert_eq!(parser.consumed(), text.len(), "all is done with");
    assert_in_order(text, &events);
    assert_all_told(text, &events, &found);
    for one in &found {
        assert_in_bounds(text, one);
    }

    let mut parser = Parser::new(text).without_numbers();
    let is_number = |event: &Event| matches!(event, Event::MoveNumber { .. });
    for event in events.iter().filter(|event| !is_number(event)) {
        assert_eq!(parser.next_event(&mut Ignore), Some(*event), "without numbers: {}", shown(text));
    }
    assert_eq!(parser.next_event(&mut Ignore), None);

    let cuts = cuts(text);
    if !cuts.is_empty() {
        assert_beginning(text, &events, cuts[input::choice(data) as usize % cuts.len()]);
    }
}

/// The token of an event, delimiters included.
fn token(text: &[u8], event: &Event) -> Span {
    match *event {
        Event::Tag(tag) => tag.span,
        Event::Move(span) | Event::Unread(span) | Event::GameEnd(span) => span,
        Event::MoveNumber { span, .. } | Event::Nag { span, .. } | Event::Termination { span, .. } => span,
        // A command or a marker that is read as a comment has no delimiters.
        Event::Comment(span) if !matches!(text[..span.start].last(), Some(b'{' | b';')) => span,
        Event::Comment(span) => Span::new(span.start - 1, text.len().min(span.end + 1)),
        Event::Escape(span) => Span::new(span.start - 1, span.end),
        Event::RavBegin(at) => Span::new(at, at + 1),
        Event::RavEnd(at) => Span::new(at, at + usize::from(text.get(at) == Some(&b')'))),
    }
}

fn assert_in_order(text: &[u8], events: &[Event]) {
    let (mut end, mut depth, mut first, mut games) = (0, 0usize, None, 0);
    // The tag pair read last, from what is inside of it and read already on.
    let mut inside: Option<Span> = None;
    for event in events {
        let span = token(text, event);
        assert!(span.start <= span.end && span.end <= text.len(), "{event:?} out of {}", shown(text));
        if let Event::GameEnd(_) = event {
            assert_eq!(depth, 0, "balanced: {}", shown(text));
            // A game need not begin with a token: it may be a bracket without a tag pair.
            let is_around = first.is_none_or(|first| span.start <= first) && end <= span.end;
            assert!(span.start >= games && is_around, "{event:?} of {}", shown(text));
            (games, first) = (span.end, None);
            continue;
        }
        // Comments and escape lines inside of a tag pair come after it, in their order.
        if let (Event::Comment(_) | Event::Escape(_), Some(tag)) = (event, &mut inside)
            && tag.start < span.start
            && span.end <= tag.end
        {
            tag.start = span.start;
            continue;
        }
        inside = if let Event::Tag(tag) = event { Some(tag.span) } else { None };
        // The line break that ends a comment is white space for what follows, too.
        let is_closed = !matches!(event, Event::RavEnd(_));
        assert!(span.start >= end || !is_closed, "{event:?} behind {end} in {}", shown(text));
        end = if let Event::Comment(inner) = event { inner.end } else { span.end.max(end) };
        first.get_or_insert(span.start);
        match event {
            Event::Tag(tag) => {
                let (name, value) = (tag.name, tag.value);
                let are_within = span.start <= name.start
                    && name.end <= value.start
                    && value.start <= value.end
                    && value.end <= span.end;
                assert!(are_within, "{tag:?} in {}", shown(text));
            }
            Event::RavBegin(_) => depth += 1,
            Event::RavEnd(_) => depth = depth.checked_sub(1).expect("a variation that was opened"),
            _ => {}
        }
    }
}

/// Every byte that is neither white space nor in an event is in a diagnostic: nothing is lost silently. Periods may be
/// separated from their number by comments and escape lines; then they are in no event.
fn assert_all_told(text: &[u8], events: &[Event], found: &[Diagnostic]) {
    let mut covered = vec![false; text.len()];
    let mut tell = |span: Span| {
        if let Some(span) = covered.get_mut(span.start..span.end.min(text.len())) {
            span.fill(true);
        }
    };
    events
        .iter()
        .filter(|event| !matches!(event, Event::GameEnd(_)))
        .for_each(|event| tell(token(text, event)));
    found.iter().for_each(|one| tell(one.span));
    // The mark says what the rest of its line is.
    let marks = (0..text.len()).filter(|&at| text[at..].starts_with(UNREAD_MARK));
    marks.for_each(|at| tell(Span::new(at, at + UNREAD_MARK.len())));
    if text.starts_with(b"\xef\xbb\xbf") {
        tell(Span::new(0, 3));
    }
    let is_behind_number = |at: usize| {
        let is_between =
            |event: &&Event| matches!(event, Event::Comment(_) | Event::Escape(_) | Event::GameEnd(_));
        let mut before = events.iter().rev().filter(|event| token(text, event).end <= at);
        matches!(before.find(|event| !is_between(event)), Some(Event::MoveNumber { .. }))
    };
    for (at, byte) in text.iter().enumerate() {
        let says_nothing = match byte {
            b' ' | b'\t'..=b'\r' => true,
            b'.' => is_behind_number(at),
            _ => false,
        };
        assert!(
            covered[at] || says_nothing,
            "byte {at} is passed over unsaid: {}\n{events:?}\n{found:?}",
            shown(text)
        );
    }
}

fn assert_in_bounds(text: &[u8], one: &Diagnostic) {
    let is_within = |span: Span| span.start <= span.end && span.end <= text.len();
    assert!(is_within(one.span), "{one:?} out of {}", shown(text));
    assert!(one.labels.iter().all(|label| is_within(label.span)), "{one:?} out of {}", shown(text));
    let mut end = 0;
    for edit in one.fix.iter().flat_map(|fix| &fix.edits) {
        assert!(end <= edit.span.start && is_within(edit.span), "{one:?} in {}", shown(text));
        end = edit.span.end;
    }
}

/// Reads the text up to `cut`, and then on from where its last whole game ends.
fn assert_beginning(text: &[u8], events: &[Event], cut: usize) {
    let mut parser = Parser::block(&text[..cut]);
    let mut apart: Vec<Event> = std::iter::from_fn(|| parser.next_event(&mut Ignore)).collect();
    let is_end = |event: &Event| matches!(event, Event::GameEnd(_));
    apart.truncate(apart.iter().rposition(is_end).map_or(0, |last| last + 1));
    let consumed = parser.consumed();
    assert!(consumed <= cut);
    assert!(events.starts_with(&apart), "cut at {cut}: {}", shown(text));
    let mut rest = Parser::new(&text[consumed..]);
    let rest = std::iter::from_fn(|| rest.next_event(&mut Ignore)).map(|event| event_moved(event, consumed));
    assert!(
        rest.eq(events[apart.len()..].iter().copied()),
        "cut at {cut}, on at {consumed}: {}",
        shown(text)
    );
}

fn event_moved(event: Event, by: usize) -> Event {
    let moved = |span: Span| Span::new(span.start + by, span.end + by);
    match event {
        Event::Tag(mut tag) => {
            (tag.span, tag.name, tag.value) = (moved(tag.span), moved(tag.name), moved(tag.value));
            Event::Tag(tag)
        }
        Event::Move(span) => Event::Move(moved(span)),
        Event::MoveNumber { span, number, periods } => {
            Event::MoveNumber { span: moved(span), number, periods }
        }
        Event::Nag { span, value } => Event::Nag { span: moved(span), value },
        Event::Comment(span) => Event::Comment(moved(span)),
        Event::Escape(span) => Event::Escape(moved(span)),
        Event::Unread(span) => Event::Unread(moved(span)),
        Event::RavBegin(at) => Event::RavBegin(at + by),
        Event::RavEnd(at) => Event::RavEnd(at + by),
        Event::Termination { span, outcome } => Event::Termination { span: moved(span), outcome },
        Event::GameEnd(span) => Event::GameEnd(moved(span)),
    }
}

/// Points at which a text may be split: lines that begin with a tag pair, after an empty line.
fn cuts(text: &[u8]) -> Vec<usize> {
    let is_line_start = |at: usize| at > 0 && matches!(text[at - 1], b'\n' | b'\r') && text[at] != b'\n';
    let is_behind_empty_line = |at: usize| {
        let before = &text[..at];
        let before = before.strip_suffix(b"\r\n").unwrap_or(&before[..at - 1]);
        let line = before.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        before.len() > line.len() && line.iter().all(|byte| matches!(byte, b' ' | b'\t'))
    };
    let starts_tag = |at: usize| {
        let blanks = text[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        is_tag_start(text, at + blanks)
    };
    (1..text.len()).filter(|&at| is_line_start(at) && starts_tag(at) && is_behind_empty_line(at)).collect()
}
