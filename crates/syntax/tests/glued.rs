//! Evaluations glued to a move, and digits that number no move (decisions ).

use pgnkit_syntax::{Event, Ignore, Parser};

const GLYPHS: [&str; 26] = [
    "+-", "+−", "+–", "-+", "−+", "–+", "=", "+=", "+/=", "⩲", "=+", "=/+", "⩱", "+/-", "+/−", "+/–", "±",
    "-/+", "−/+", "–/+", "∓", "∞", "~", "□", "‼", "⁉",
];
const MOVES: [&str; 30] = [
    "e4", "e4+", "exd5", "exd5+", "Nf3", "Nf3+", "Nf3#", "Nf3++", "Nbd7", "N1f3", "Nxe5+", "Qh4xe1+", "e2e4",
    "e2-e4", "Ng1-f3", "Ng1xf3+", "e7e8q", "e8=Q", "e8=Q+", "exd8=N#", "e8(Q)", "e8Q", "e8/Q", "O-O", "O-O+",
    "O-O-O", "O-O-O#", "0-0", "0-0-0", "Re8",
];
const AFTER: [&str; 9] = [" e5 *", "\ne5", ")", "{x}", " 1-0", "", "! e5 *", "?! *", "$5 e5 *"];

/// What is read, without its place.
fn tokens(text: &str) -> Vec<String> {
    let mut parser = Parser::new(text.as_bytes());
    let mut tokens = Vec::new();
    while let Some(event) = parser.next_event(&mut Ignore) {
        tokens.push(match event {
            Event::Move(span) => format!("move {}", &text[span.start..span.end]),
            Event::Nag { value, .. } => format!("${value}"),
            Event::Unread(span) => format!("unread {}", &text[span.start..span.end]),
            Event::MoveNumber { number, .. } => format!("{number}."),
            Event::Comment(span) => format!("comment {}", &text[span.start..span.end]),
            Event::Termination { outcome, .. } => format!("end {outcome}"),
            Event::RavBegin(_) => "(".into(),
            Event::RavEnd(_) => ")".into(),
            _ => "other".into(),
        });
    }
    tokens
}

#[test]
fn a_glyph_glued_to_a_move_is_as_one_behind_a_blank() {
    let letters = ["N", "D", "RR"];
    for glyph in GLYPHS.into_iter().chain(letters) {
        for san in MOVES {
            // In `Nf3+=` the plus is the glyph's.
            if san.ends_with('+') && GLYPHS.contains(&format!("+{glyph}").as_str()) {
                continue;
            }
            // Behind the last ranks letters promote.
            let may_promote = !matches!(san.as_bytes(), [.., b'a'..=b'h', b'2'..=b'7']);
            if letters.contains(&glyph) && may_promote {
                continue;
            }
            for after in AFTER {
                let open = if after == ")" { "1. d4 (1. " } else { "1. " };
                let glued = tokens(&format!("{open}{san}{glyph}{after}"));
                let apart = tokens(&format!("{open}{san} {glyph}{after}"));
                assert_eq!(glued, apart, "{open}{san}{glyph}{after}");
                assert!(glued.contains(&format!("move {san}")), "{san}{glyph}{after}: {glued:?}");
            }
        }
    }
}

#[test]
fn checks_and_promotions_stay() {
    for word in
        ["Nf3+", "e8=Q", "e8=Q+", "O-O", "O-O+", "Nf3#", "e8=N", "e8N", "Nf3++", "e8=♕", "e8=♕+", "e8=Ф"]
    {
        assert_eq!(tokens(&format!("1. {word} *")).join(", "), format!("1., move {word}, end *, other"));
    }
}

#[test]
fn digits_that_number_no_move_are_unread() {
    for (text, unread) in [
        ("1. 5254 5755 2. 7163 2836 3. 6125 1-0", "5254 5755 7163 2836 6125"),
        ("1. 57581 47484 *", "57581 47484"),
        ("1. e4 e5 5254 2. Nf3 *", "5254"),
        ("1. e4 1 2 3 e5 *", "1 2"),
        ("1 e4 e5 2 Nf3 *", ""),
        ("1. 2. e4 *", ""),
        ("1. e4 e5 12 1-0", ""),
        ("1... 1-0", ""),
        ("e4 1 *", ""),
        ("1 {x} e4 (1 d4 2) 1 e5 2 0-0 3 1/2-1/2", ""),
        ("1. e4 0.5-0.5", ""),
        ("1. e4 e5 2. foo/3p4/8 Nc6", "foo / 3p4 / 8"),
    ] {
        let found: Vec<_> = tokens(text)
            .iter()
            .filter_map(|token| token.strip_prefix("unread ").map(str::to_owned))
            .collect();
        assert_eq!(found.join(" "), unread, "{text}");
    }
}

#[test]
fn draws_in_decimal_fractions() {
    for marker in ["0.5-0.5", "0.5–0.5", ".5-.5"] {
        for end in ["", " ", "\n", " {x}"] {
            assert!(
                tokens(&format!("1. e4 {marker}{end}")).contains(&"end 1/2-1/2".to_owned()),
                "{marker}{end:?}"
            );
        }
    }
}
