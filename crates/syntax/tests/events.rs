//! Tables of texts and their events: each text is read unchanged, with CR LF and CR newlines, and after a byte
//! order mark, and must give the same events.

use pgnkit_syntax::{Code, Collect, Event, Parser, Severity, StartContext};

/// The events of `text` in a short notation, and the names of the diagnostics.
fn read(text: &[u8]) -> (String, String) {
    let mut diagnostics = Collect::default();
    let mut parser = Parser::new(text);
    let mut out = Vec::new();
    let show = |span: pgnkit_syntax::Span| {
        String::from_utf8_lossy(span.of(text)).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    while let Some(event) = parser.next_event(&mut diagnostics) {
        out.push(match event {
            Event::Tag(tag) => format!("[{}={}]", show(tag.name), String::from_utf8_lossy(&tag.value(text))),
            Event::Move(span) => show(span),
            Event::MoveNumber { number, periods, .. } => format!("#{number}{}", ".".repeat(periods as usize)),
            Event::Nag { value, .. } => format!("${value}"),
            Event::Comment(span) => format!("{{{}}}", show(span)),
            Event::Escape(span) => format!("%{}", show(span)),
            Event::RavBegin(_) => "(".to_owned(),
            Event::RavEnd(_) => ")".to_owned(),
            Event::Termination { outcome, .. } => outcome.to_string(),
            Event::Unread(span) => {
                format!("~{}~", show(span).replace("\r\n", " ").replace(['\r', '\n'], " "))
            }
            Event::GameEnd(_) => "|".to_owned(),
        });
    }
    assert_eq!(parser.consumed(), text.len(), "everything is consumed: {}", String::from_utf8_lossy(text));
    let names: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
    (out.join(" "), names.join(" "))
}

#[track_caller]
fn check(table: &[(&str, &str, &str)]) {
    for &(text, events, diagnostics) in table {
        let expected = (events.to_owned(), diagnostics.to_owned());
        assert_eq!(read(text.as_bytes()), expected, "{text:?}");
        for newline in ["\r\n", "\r"] {
            assert_eq!(read(text.replace('\n', newline).as_bytes()), expected, "{newline:?} {text:?}");
        }
        let marked = format!("\u{feff}{text}");
        let (found, names) = read(marked.as_bytes());
        assert_eq!(
            (found.as_str(), names.as_str()),
            (events, format!("byte-order-mark {diagnostics}").trim()),
            "{marked:?}"
        );
    }
}

#[test]
fn plain_games() {
    check(&[
        ("", "", ""),
        ("\n\n\n", "", ""),
        ("*", "* |", ""),
        ("1. e4 *", "#1. e4 * |", ""),
        ("1.e4 e5 2 . Nf3*", "#1. e4 e5 #2. Nf3 * |", ""),
        ("1.e4(1.d4)e5*", "#1. e4 ( #1. d4 ) e5 * |", ""),
        ("1.\ne4\te5 \n*", "#1. e4 e5 * |", ""),
        ("1. e4 e5\n\n2. Nf3 *", "#1. e4 e5 #2. Nf3 * |", ""),
        ("1. e4 * 1. d4 1-0", "#1. e4 * | #1. d4 1-0 |", ""),
        ("1 e4 1.. e5 2..... Nf3 *", "#1 e4 #1.. e5 #2..... Nf3 * |", ""),
        ("1 . e4 1\n... e5 *", "#1. e4 #1... e5 * |", ""),
        ("e4 e5 1/2-1/2", "e4 e5 1/2-1/2 |", ""),
        ("1. O-O 0-0-0+ 0-1", "#1. O-O 0-0-0+ 0-1 |", ""),
        ("[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *", "[Event=a] #1. e4 * | [Event=b] #1. d4 * |", ""),
        ("e8=Q+ Qa6xb7# e2-e4 e7e8q *", "e8=Q+ Qa6xb7# e2-e4 e7e8q * |", ""),
    ]);
}

#[test]
fn a_run_of_words_is_one_diagnostic() {
    check(&[
        ("1. e4 this is a run of words e5 *", "#1. e4 ~this is a run of words~ e5 * |", "stray-word"),
        (
            "1. e4 White threatens, they say.\nSo what e5 *",
            "#1. e4 ~White threatens, they say. So what~ e5 * |",
            "stray-word",
        ),
        // What means something ends a run.
        ("1. e4 better is Nf3 indeed *", "#1. e4 ~better is~ Nf3 ~indeed~ * |", "stray-word stray-word"),
        (
            "1. e4 bad mate so they say = here e5 *",
            "#1. e4 ~bad~ ~mate so they say~ $10 ~here~ e5 * |",
            "stray-word stray-word glyph stray-word",
        ),
        // Marks of no move are words.
        ("1. e4 foo e.p. bar *", "#1. e4 ~foo~ ~e.p. bar~ * |", "stray-word stray-word"),
        ("1. e4 e.p. bar *", "#1. e4 ~e.p. bar~ * |", "stray-word"),
        ("1. e4 e.p. *", "#1. e4 * |", "stray-mark"),
        ("1. e4 foo\n\nbar 1-0", "#1. e4 ~foo~ ~bar~ 1-0 |", "stray-word stray-word"),
        ("1. e4 foo bar\n1-0", "#1. e4 ~foo bar~ 1-0 |", "stray-word"),
        ("1. e4 foo {bar} baz 2. e5 *", "#1. e4 ~foo~ {bar} ~baz~ #2. e5 * |", "stray-word stray-word"),
    ]);
    let text = b"1. e4 this is, they say, it e5 *";
    let mut found = Collect::default();
    let mut parser = Parser::new(text);
    while parser.next_event(&mut found).is_some() {}
    assert_eq!(found[0].span.of(text), b"this is, they say, it");
    assert_eq!(found[0].message, "expected a move, found `this` and 4 more words; they are skipped");
}

#[test]
fn annotations_after_the_marker() {
    check(&[
        ("1. e4 1-0 $1", "#1. e4 1-0 $1 |", "nag-after-termination"),
        ("1. e4 1-0! {x}", "#1. e4 1-0 $1 {x} |", "nag-after-termination"),
        ("1. e4 1-0 {x} $3 *", "#1. e4 1-0 {x} $3 {*} |", "nag-after-termination empty-game"),
    ]);
}

#[test]
fn signs_with_any_dash() {
    check(&[
        (
            "1. e4 +/– e5 –/+ 2. d4 +/− −/+ *",
            "#1. e4 $16 e5 $17 #2. d4 $16 $17 * |",
            "glyph glyph glyph glyph",
        ),
        ("1. e4 +– e5 –+ *", "#1. e4 $18 e5 $19 * |", "glyph glyph"),
    ]);
}

#[test]
fn typographic_quotes_close_a_value() {
    check(&[
        ("[Round \"57”]\n\n*", "[Round=57] * |", "unterminated-string"),
        ("[Event \"a\"]\n[White \"x“ ]\n\n*", "[Event=a] [White=x] * |", "unterminated-string"),
        // Here the plain quote is missing.
        ("[White \"“57”]\n\n*", "[White=“57”] * |", "unterminated-string"),
    ]);
}

#[test]
fn tag_pairs() {
    check(&[
        ("[Event\n%b\n\"x\"\n%c\n]\n\n1. e4 *", "[Event=x] %b %c #1. e4 * |", "escape-line escape-line"),
        (
            "[Event ; a\n%b\n{c} \"x\"]\n\n*",
            "[Event=x] {a} %b {c} * |",
            "comment-in-tag escape-line comment-in-tag",
        ),
        ("[Event\"x\"][Site\"y\"] *", "[Event=x] [Site=y] * |", ""),
        ("[ Event\n\n\"x\"\t] *", "[Event=x] * |", ""),
        ("[Event \"a\"] {c}\n[Site \"b\"] *", "[Event=a] {c} [Site=b] * |", ""),
        ("; head\n[Event {x} \"y\"] *", "{head} [Event=y] {x} * |", "comment-in-tag"),
        ("[Event \"\"] *", "[Event=] * |", ""),
        ("[Event \"a \\\"b\\\" c\"] *", "[Event=a \"b\" c] * |", ""),
        ("[Event \"a\\\\\"] *", "[Event=a\\] * |", ""),
        ("[Event \"c:\\\"]\n*", "[Event=c:\\] * |", "stray-backslash"),
        ("[Event \"a]b[c;{d}\"] *", "[Event=a]b[c;{d}] * |", ""),
        ("[Event \"a \"q\" b\"]\n*", "[Event=a \"q\" b] * |", "unescaped-quote unescaped-quote"),
        ("[Event \"a\tb\"] *", "[Event=a b] * |", "string-control-character"),
        ("[Event \"a\nb\"] *", "[Event=a b] * |", "string-control-character"),
        ("[Event \"abc]\n[Site \"y\"]\n\n*", "[Event=abc] [Site=y] * |", "unterminated-string"),
        ("[Event \"abc\n[Site \"y\"]\n\n*", "[Event=abc] [Site=y] * |", "unterminated-string malformed-tag"),
        ("[Event \"a\"\n[Site \"b\"]\n*", "[Event=a] [Site=b] * |", "malformed-tag"),
        ("[Event \"a\" [Site \"b\"]\n*", "[Event=a] [Site=b] * |", "malformed-tag"),
        ("[Event]\n[Site \"b\"] *", "~[Event]~ [Site=b] * |", "malformed-tag"),
        ("[Event 'x'] *", "[Event=x] * |", "malformed-tag"),
        ("[Event\n1. e4 *", "~[Event~ #1. e4 * |", "malformed-tag"),
        ("[Foo (1 2)] 1. e4 *", "~[Foo (1 2)]~ #1. e4 * |", "malformed-tag"),
        (
            "[White-Elo \"1\"][W:x \"2\"] *",
            "[White-Elo=1] [W:x=2] * |",
            "tag-name-character tag-name-character",
        ),
        ("[\u{41c}\u{43e}\u{451} \"x\"] *", "[\u{41c}\u{43e}\u{451}=x] * |", "tag-name-character"),
        ("[My_Tag2 \"x\"] *", "[My_Tag2=x] * |", ""),
        (
            "[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *",
            "[Event=a] | [Event=b] #1. e4 * |",
            "missing-termination",
        ),
        ("[A \"a\"]\n[B \"b\"]\n\n[B \"c\"]\n\n*", "[A=a] [B=b] | [B=c] * |", "missing-termination"),
        ("[Event \"a\"]<br />[Site \"b\"]<BR>*", "[Event=a] [Site=b] * |", "formatted-space formatted-space"),
        ("[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4 *", "[Event=a] [Site=b] #1. e4 * |", ""),
    ]);
}

#[test]
fn comments_and_escapes() {
    check(&[
        ("1. e4 ; best\ne5 *", "#1. e4 {best} e5 * |", ""),
        ("1. e4 {a\nb} e5 *", "#1. e4 {a b} e5 * |", ""),
        ("1. e4{x}e5 *", "#1. e4 {x} e5 * |", ""),
        ("1. e4 {a {b} e5 *", "#1. e4 {a {b} e5 * |", "nested-brace"),
        ("{a {b} c} e5 *", "{a {b} ~c~ ~}~ e5 * |", "nested-brace stray-word stray-brace"),
        ("1. e4 {a {b} c} e5 *", "#1. e4 {a {b} ~c~ ~}~ e5 * |", "nested-brace stray-word stray-brace"),
        ("1. e4 {a ; b} e5 *", "#1. e4 {a ; b} e5 * |", ""),
        ("1. e4 ; { open\ne5 *", "#1. e4 {{ open} e5 * |", "nested-brace"),
        ("1. e4 {} e5 *", "#1. e4 {} e5 * |", ""),
        ("1. e4 ;\ne5 *", "#1. e4 {} e5 * |", ""),
        ("1. e4 * ; end", "#1. e4 * {end} |", ""),
        ("1. e4 *\n; next\n1. d4 *", "#1. e4 * | {next} #1. d4 * |", ""),
        ("1. e4 *\n\n{last}\n; word\n", "#1. e4 * {last} {word} |", ""),
        ("{alone}\n", "{alone}", "comment-outside-game"),
        ("1. e4 {oops", "#1. e4 {oops} |", "unterminated-comment missing-termination"),
        ("1. e4 {a\n\nb} e5 *", "#1. e4 {a b} e5 * |", ""),
        (
            "1. e4 {oops\n \n\n[Event \"b\"]\n\n1. d4 {x} *",
            "#1. e4 {oops} | [Event=b] #1. d4 {x} * |",
            "unterminated-comment missing-termination",
        ),
        ("1. e4 {x\n[Event \"b\"]\ny} *", "#1. e4 {x [Event \"b\"] y} * |", ""),
        ("1. e4\n% 1... d5\ne5 *", "#1. e4 %1... d5 e5 * |", "escape-line"),
        ("1. e4\n % 1... d5\n*", "#1. e4 ~%~ #1... d5 * |", "stray-percent"),
        ("1. e4\n % nothing here\ne5 *", "#1. e4 ~% nothing here~ e5 * |", "stray-percent"),
        ("{100% sure} *", "{100% sure} * |", ""),
        (
            "%a\n[Event \"x\"]\n%b\n[Site \"y\"]\n\n%c\n1. e4 *",
            "%a [Event=x] %b [Site=y] %c #1. e4 * |",
            "escape-line escape-line escape-line",
        ),
    ]);
}

#[test]
fn odd_tokens() {
    check(&[
        ("1e4 12Nf3 *", "#1 e4 #12 Nf3 * |", "glued-move-number glued-move-number"),
        ("1. e4 } e5 *", "#1. e4 ~}~ e5 * |", "stray-brace"),
        ("1. e4 <x> e5 *", "#1. e4 ~<x>~ e5 * |", "angle-bracket"),
        ("1. e4 , e5 *", "#1. e4 e5 * |", "stray-character"),
        ("1. e4 foo e5 *", "#1. e4 ~foo~ e5 * |", "stray-word"),
        ("1. e4 += e5 N *", "#1. e4 $14 e5 $146 * |", "glyph glyph"),
        ("1. e4 +/- e5 ± *", "#1. e4 $16 e5 $16 * |", "glyph glyph"),
        ("1. e4 -- 2. Z0 *", "#1. e4 -- #2. Z0 * |", ""),
        ("1. ♘f3 O–O *", "#1. ♘f3 O–O * |", ""),
        ("1. exd6 e.p. exd6e.p. *", "#1. exd6 exd6e.p. * |", "stray-mark"),
        ("a8(Q) a8/Q a8(Nf3) *", "a8(Q) a8/Q a8 ( Nf3 ) * |", ""),
        ("1. e4 \"x\" e5 *", "#1. e4 ~\"x\"~ e5 * |", "stray-string"),
        ("1. e4 [x] e5 *", "#1. e4 ~[x]~ e5 * |", "malformed-tag"),
        ("[pgn]\n1. e4 *\n[/pgn]", "#1. e4 * |", "formatted-space formatted-space"),
        ("1.&nbsp;e4\u{a0}e5 *", "#1. e4 e5 * |", "formatted-space formatted-space"),
        ("From: somebody\n\n1. e4 *", "#1. e4 * |", "stray-text"),
        ("##see 37.Qh6f8 {x} 0-1\n[A \"b\"]\n\n1. e4 *", "[A=b] #1. e4 * |", "stray-text"),
        ("1. e4 ... e5 *", "#1. e4 e5 * |", "stray-period"),
        ("1{a}. e4 1 ; b\n.{c}\n%d\n.. {e}. e5 *", "#1 {a} e4 #1 {b} {c} %d {e} e5 * |", "escape-line"),
        ("1. {a} e4 {b} . e5 *", "#1. {a} e4 {b} e5 * |", "stray-period"),
        ("1. e4 *\n-- \nBest regards", "#1. e4 * |", "stray-text stray-text"),
        ("-- 1... e5 *", "-- #1... e5 * |", ""),
        ("1. é4 *", "#1. ~\u{e9}4~ * |", "non-ascii-token"),
    ]);
}

#[test]
fn annotations() {
    check(&[
        ("e4! e5? f4!! f5?? g4!? g5?! *", "e4 $1 e5 $2 f4 $3 f5 $4 g4 $5 g5 $6 * |", ""),
        ("e4!!! *", "e4 $3 * |", "invalid-suffix"),
        ("e4 ! ? *", "e4 $1 $2 * |", ""),
        ("Qh5!?+ *", "Qh5 $5 * |", "stray-mark"),
        ("e4 $1$14 $001 *", "e4 $1 $14 $1 * |", ""),
        ("e4 $14e5 *", "e4 $14 e5 * |", ""),
        ("e4 $x $ *", "e4 ~$~ ~x~ ~$~ * |", "invalid-nag stray-word invalid-nag"),
        ("e4 $256 *", "e4 $256 * |", "nag-out-of-range"),
    ]);
}

#[test]
fn variations_and_terminations() {
    check(&[
        ("1. e4 (1. d4 *", "#1. e4 ( #1. d4 ) * |", "unclosed-variation"),
        ("1. e4 (1. d4", "#1. e4 ( #1. d4 ) |", "unclosed-variation missing-termination"),
        ("1. e4 ) e5 *", "#1. e4 ~)~ e5 * |", "stray-parenthesis"),
        (
            "1. e4 (1. d4 d5 1/2-1/2) 1... e5 *",
            "#1. e4 ( #1. d4 d5 {1/2-1/2} ) #1... e5 * |",
            "termination-in-variation",
        ),
        ("1. e4 (1. d4 * {x} $1) e5 *", "#1. e4 ( #1. d4 {*} {x} $1 ) e5 * |", "termination-in-variation"),
        ("1. e4 (d4 ; best) x\nd5) e5 *", "#1. e4 ( d4 {best) x} d5 ) e5 * |", ""),
        (
            "1. e4 e5 * (1... c5) {t}\n1. d4 *",
            "#1. e4 e5 * ( #1... c5 ) {t} | #1. d4 * |",
            "variation-after-termination",
        ),
        ("1. e4 1/2", "#1. e4 1/2-1/2 |", "lax-termination"),
        ("1. e4 ½-½", "#1. e4 1/2-1/2 |", "lax-termination"),
        ("1. e4 1:0", "#1. e4 1-0 |", "lax-termination"),
        ("1. e4 0\u{2011}1", "#1. e4 0-1 |", "lax-termination"),
        ("1. e4 1-O", "#1. e4 1-0 |", "lax-termination"),
        ("1. e4 **", "#1. e4 * |", "empty-game"),
        ("1. e4 1-0 e5 *", "#1. e4 1-0 | e5 * |", ""),
        (
            "[Result \"1-0\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n*",
            "[Result=1-0] #1. e4 e5 | [Event=b] * |",
            "missing-termination",
        ),
    ]);
}

#[test]
fn latin1_and_control_characters() {
    for (text, events, diagnostics) in [
        (&b"1. e4\x0ce5 *"[..], "#1. e4 e5 * |", "control-character"),
        (b"1. e4\x0be5 *", "#1. e4 e5 * |", ""),
        (b"1. e4\0e5 *", "#1. e4 e5 * |", "control-character"),
        (b"e4 {a\x7fb\x7f} *", "e4 {a\x7fb\x7f} * |", "unused-character"),
        (b"1. \xe94 *", "#1. ~\u{fffd}4~ * |", "non-ascii-token"),
        (b"e4 {\xc4\x8d} {\xfc} {\xc4\x8e} *", "e4 {\u{10d}} {\u{fffd}} {\u{10e}} * |", ""),
        (b"e4 {\xc4\x8d} *\n\n{\xc4\xa0\xff} *", "e4 {\u{10d}} * | {\u{120}\u{fffd}} * |", ""),
        (b"e4 {\x93x\x94} *", "e4 {\u{fffd}x\u{fffd}} * |", "unused-character"),
        (b"e4\xa0e5 1/2-1/2", "e4 e5 1/2-1/2 |", "formatted-space"),
        (b"e4 \xbd-\xbd", "e4 1/2-1/2 |", "lax-termination"),
    ] {
        assert_eq!(read(text), (events.to_owned(), diagnostics.to_owned()), "{text:?}");
    }
}

#[test]
fn every_cut_of_a_game_is_read_without_losing_its_neighbour() {
    let game = "[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n{start} 1. e4 $1 (1. d4 {x} (1. c4 ; y\n)) 1... e5!? 2. Nf3 1-0";
    for cut in 0..=game.len() {
        let text = format!("{}\n\n[Event \"next\"]\n\n1. c4 0-1\n", &game[..cut]);
        let (events, _) = read(text.as_bytes());
        assert!(events.ends_with("[Event=next] #1. c4 0-1 |"), "{cut}: {events}");
    }
}

#[test]
fn a_partial_text_says_what_the_whole_says() {
    let rest = "[Event \"b\"]\n\n*\n";
    for text in
        ["1. e4 {open\n\n", "[A{open \n\n", "1. e4 {open\n \r\n\n", "1. e4 {\n\n\u{b}\n\n", "[A{a}\n\n"]
    {
        let mut partial = Collect::default();
        let mut parser = Parser::block(text.as_bytes());
        while parser.next_event(&mut partial).is_some() {}
        let mut whole = Collect::default();
        let joined = format!("{text}{rest}");
        let mut parser = Parser::new(joined.as_bytes());
        while !matches!(parser.next_event(&mut whole), Some(Event::GameEnd(_))) {}
        assert_eq!(partial, whole, "{text:?}");
    }
}

#[test]
fn what_stands_behind_a_game_on_its_line_can_be_read_alone() {
    for (text, events) in [("]d3 e5 *", "~]~ d3 e5 * |"), ("% Nf3 *", "~%~ Nf3 * |")] {
        let whole = format!("1. e4 *{text}");
        let (read, _) = read(whole.as_bytes());
        assert_eq!(read, format!("#1. e4 * | {events}"), "{text:?}");
        let mut alone = Parser::new(text.as_bytes()).in_context(StartContext::WithinLine);
        let count = std::iter::from_fn(|| alone.next_event(&mut Collect::default())).count();
        assert_eq!(count, events.split(' ').count(), "{text:?}");
    }
}

#[test]
fn a_byte_order_mark_is_at_its_place_only_where_the_text_begins() {
    for (beginning, severity) in [
        (StartContext::Text, Severity::Note),
        (StartContext::Line, Severity::Warning),
        (StartContext::WithinLine, Severity::Warning),
    ] {
        let mut found = Collect::default();
        let mut parser = Parser::new(b"\xef\xbb\xbf% x\n1. e4 *").in_context(beginning);
        while parser.next_event(&mut found).is_some() {}
        assert_eq!((found[0].code, found[0].severity), (Code::ByteOrderMark, severity), "{beginning:?}");
        let has_escape = found.iter().any(|one| one.code == Code::EscapeLine);
        assert_eq!(has_escape, beginning == StartContext::Text, "{beginning:?}");
    }
}

#[test]
fn a_partial_text_keeps_what_may_go_on() {
    for (text, consumed) in [
        ("1. e4 *\n\n", 9),
        ("1. e4 *\n\n[Event \"a\"]\n\n", 9),
        ("1. e4 *\n\n{c}\n\n", 9),
        ("[Event \"a\"]\n\n1. e4\n\n", 20),
        ("1. e4 {open\n\n", 13),
    ] {
        let mut parser = Parser::block(text.as_bytes());
        while parser.next_event(&mut Collect::default()).is_some() {}
        assert_eq!(parser.consumed(), consumed, "{text:?}");
    }
}
