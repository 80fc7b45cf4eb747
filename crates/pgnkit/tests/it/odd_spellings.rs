//! Spellings of castling, blanks inside moves, asterisks inside words, and words after the marker (decisions ), each
//! crossed with the places where it can stand: the oracle is the plain text.

use pgnkit::syntax::{Collect, Level};
use pgnkit::{Checker, Replayer};

/// What is written for a text.
fn written(text: &str) -> String {
    pgnkit::parse_games(text.as_bytes()).map(|parsed| parsed.game.to_string()).collect()
}

fn movetext(text: &str) -> String {
    let written = written(text);
    let (_, moves) = written.split_once("\n\n").unwrap_or_default();
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The codes at the level of import.
fn codes(text: &str) -> Vec<&'static str> {
    let (mut replayer, mut found) = (Replayer::new(text.as_bytes()), Collect::default());
    let mut checker = Checker::new();
    while checker
        .check_game(&mut replayer, &mut pgnkit::syntax::AtLevel { level: Level::Import, sink: &mut found })
        .is_some()
    {}
    found.iter().map(|found| found.code.name()).collect()
}

const OHS: [&str; 10] = ["O", "o", "0", "О", "о", "Ο", "ο", "Ｏ", "ｏ", "０"];
const DASHES: [&str; 10] = ["-", "–", "—", "‑", "‐", "−", "－", " - ", "- ", " -"];
const BEHIND: [&str; 12] = [
    " Nf6 *",
    "\nNf6 *",
    ") Nf6 *",
    "{x} Nf6 *",
    " *",
    "",
    "! Nf6 *",
    " $1 Nf6 *",
    " ; x\nNf6 *",
    "\n",
    " (4. d3) *",
    " 1-0",
];

#[test]
fn castling_in_every_spelling_at_every_place() {
    for sides in [2, 3] {
        let (before, plain) = match sides {
            2 => ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.", "O-O"),
            _ => ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5.", "O-O-O"),
        };
        for oh in OHS {
            for dash in DASHES {
                for mark in ["", "+"] {
                    for behind in BEHIND {
                        let odd = [vec![oh; sides].join(dash), mark.to_owned()].concat();
                        let text = |castling: &str| match behind.strip_prefix(')') {
                            Some(behind) => format!(
                                "{before} h3 ({} {castling}) {behind}",
                                before.rsplit(' ').next().unwrap()
                            ),
                            None => format!("{before} {castling}{behind}"),
                        };
                        assert_eq!(movetext(&text(&odd)), movetext(&text(plain)), "{}", text(&odd));
                    }
                }
            }
        }
    }
    // Without hyphens, and mixed.
    for odd in ["ОО", "ΟΟ", "O-О", "0-О", "о-0", "００"] {
        assert_eq!(
            movetext(&format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {odd} Nf6 *")),
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *",
            "{odd}"
        );
    }
    // A letter of Bulgarian that looks the same is its bishop.
    assert!(!movetext("1. e4 e5 2. Оc4 *").contains("O-O"));
}

#[test]
fn blanks_anywhere_in_a_move() {
    let plain = "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. d4 exd4 5. Nxd4 Bb4 6. Nxc6 bxc6 7. Bd3 d5 8. exd5 cxd5 9. O-O O-O 10. Bg5 c6 11. Qf3 Rb8 12. Rfe1 Bd6 13. Rad1 Bg4 *";
    let moves: Vec<&str> = plain.split(' ').filter(|word| word.len() > 1 && !word.ends_with('.')).collect();
    let expected = movetext(plain);
    let mut tried = 0;
    for (at, mv) in moves.iter().enumerate() {
        for cut in 1..mv.len() {
            let (head, rest) = mv.split_at(cut);
            let is_square = rest.trim_start_matches('x').len() == 2 && !head.is_empty();
            // `bxc 6` may be `bxc` and the number 6; `Rfe 1` and castling are tried elsewhere or mean nothing.
            let is_rank =
                rest.len() == 1 && matches!(head.as_bytes(), [_] | [b'A'..=b'Z', _] | [b'A'..=b'Z', b'x', _]);
            if mv.starts_with('O') || !(is_square || is_rank) {
                continue;
            }
            for gap in [" ", "  ", "\n", "\r\n", "\t"] {
                let mut odd: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
                odd[at] = format!("{}{gap}{rest}", &mv[..cut]);
                let text = odd.iter().enumerate().map(|(at, mv)| {
                    if at % 2 == 0 { format!("{}. {mv} ", at / 2 + 1) } else { format!("{mv} ") }
                });
                let text = text.collect::<String>() + "*";
                assert_eq!(movetext(&text), expected, "{text}");
                assert_eq!(codes(&text).iter().filter(|code| **code == "lax-move").count(), 1, "{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
    for (odd, plain) in [
        ("1. Nf3 d5 2. d4 Nf6 3. Nb d2 *", "1. Nf3 d5 2. d4 Nf6 3. Nbd2 *"),
        ("1. e 4 e 5+ 2. Nf 3 d 6 ! *", "1. e4 e5 2. Nf3 d6 $1 *"),
        ("1. e4 d5 2. e x d5 *", "1. e4 d5 2. exd5 *"),
        ("1. e4 d5 2. e xd5 Q x d5 3. Nc3 *", "1. e4 d5 2. exd5 Qxd5 3. Nc3 *"),
        ("1. Nf3 e5 2. N x e5 *", "1. Nf3 e5 2. Nxe5 *"),
        ("1. e4 (1. d4 d5 2. Bf4 Nf6 3. Nb d2) *", "1. e4 (1. d4 d5 2. Bf4 Nf6 3. Nd2) *"),
    ] {
        assert_eq!(movetext(odd), plain, "{odd}");
    }
    // A bishop that cannot go there is no pawn.
    for text in ["1. e4 e5 2. Nf3 Nc6 3. B b4 *", "1. e4 e5 2. B b3 *"] {
        assert!(movetext(text).contains("[%unread] B"), "{text}");
        assert_eq!(codes(text), ["stray-word"], "{text}");
    }
    // A number is no rank.
    assert!(movetext("1. d4 a 5. c4 *").contains("[%unread] a"));
    // Two blanks in one move are more than a slip.
    assert!(movetext("1. Nf3 d5 2. d4 Nf6 3. N b d2 *").contains("[%unread] b"));
    // A word that is no part of a move stays a word.
    assert!(movetext("1. e4 Be e5 2. Nf3 *").contains("[%unread]"));
}

#[test]
fn marks_apart_belong_to_the_move_before_them_or_are_kept() {
    let mate = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7";
    for mark in ["#", "mate", "ch mate", "+ mate", "++", "\u{2021}", "ch", "! #", "!+", "$1 #"] {
        for gap in [" ", "\n", "  "] {
            let text = format!("{mate}{gap}{mark} *");
            assert_eq!(movetext(&text.replace(" !", "!")).replace("$1 ", ""), format!("{mate}# *"), "{text}");
        }
    }
    for (text, kept) in [
        ("1. e4 e5 +/+ 2. d4 *", "+/+"),
        ("1. e4 e5 ++/-- 2. d4 *", "++/--"),
        ("1. e4 e5 =/= 2. d4 *", "=/="),
        ("1. e4 foo+ + *", "foo+"),
        ("+ 1. e4 *", "+"),
        ("# *", "#"),
        ("1. e4 {x} + *", "+"),
        ("1. e4 (1. d4) + e5 *", "+"),
        ("1. e4 e.p. e.p. e.p. # *", "#"),
        ("1. e4 mate in two *", "mate in two"),
        ("1. e4 ch and more *", "ch and more"),
        ("mate *", "mate"),
        ("1. e4+/+ e5 *", "/+"),
    ] {
        // What a reader keeps as unread is in no fix.
        let text = &format!("[Event \"x\"]\n\n{text}");
        let written = movetext(text);
        assert!(written.contains("[%unread]") && written.contains(kept), "{text}: {written}");
        let (mut replayer, mut found) = (Replayer::new(text.as_bytes()), Collect::default());
        while Checker::new().check_game(&mut replayer, &mut found).is_some() {}
        for fix in found.iter().filter_map(|found| found.fix.as_ref()) {
            let removed: Vec<&str> = fix.edits.iter().map(|edit| edit.span.text(text.as_bytes())).collect();
            assert!(
                !removed.iter().any(|removed| kept.contains(removed.trim()) && !removed.trim().is_empty()),
                "{text}: {fix:?}"
            );
        }
    }
}

#[test]
fn an_asterisk_inside_a_word_ends_no_game() {
    for (text, games) in [
        ("[Variant \"Shogi\"]\n\n1. P-7f P-3d 2. P*5e G*5h+ *\n", 1),
        ("[Variant \"Shogi\"]\n\n1. P*5e *\n\n[Event \"2\"]\n\n1. e4 *\n", 2),
        ("1. e4 d5 2. e*d5 Q*d5 *\n", 1),
        ("1. e4 e5*\n\n1. d4 *\n", 2),
        ("1. e4 e5 2. Nf3* 1. d4 *\n", 2),
        ("1. e4 e5 2. Nf3*1. d4 *\n", 2),
        ("1. e4 *e5 *\n", 2),
    ] {
        assert_eq!(pgnkit::parse_games(text.as_bytes()).count(), games, "{text}");
    }
    assert!(written("[Variant \"Shogi\"]\n\n1. P-7f P-3d 2. P*5e G*5h+ *\n").contains("P*5e G*5h+"));
    assert_eq!(movetext("1. e4 d5 2. e*d5 Q*d5 *"), "1. e4 d5 2. exd5 Qxd5 *");
}

#[test]
fn words_after_the_marker_are_a_comment() {
    for marker in ["1-0", "0-1", "1/2-1/2", "*"] {
        for words in [
            "FF",
            "(31)",
            "31",
            "White resigns",
            "-- White resigns",
            "time forfeit, move 40",
            "</td>",
            "[+3.2]",
            "time {a note} later",
            "(on time)",
            "\u{201e}ok\u{201c}",
        ] {
            for end in ["", "\n", "\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *\r\n", "\n\n1. d4 *\n"] {
                let text = format!("[Event \"a\"]\n\n1. e4 e5 {marker} {words}{end}");
                let all = written(&text);
                for word in words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                    assert!(all.contains(word), "{text}\n{all}");
                }
                let expected = 1 + usize::from(end.contains("d4"));
                assert_eq!(pgnkit::parse_games(text.as_bytes()).count(), expected, "{text}");
                // Once more nothing changes.
                assert_eq!(written(&all), all, "{text}");
            }
        }
    }
    for (text, games) in [
        ("1. e4 e5 1-0 1. d4 *", 2),
        ("1. e4 e5 1-0 [Event \"b\"] *", 2),
        ("1. e4 e5 1-0 d4 d5 *", 2),
        ("1. e4 e5 1-0\u{a0}\n", 1),
        ("1. e4 e5 1-0 <br>\n", 1),
        ("1. e4 e5 1-0 [/pgn]\n", 1),
    ] {
        assert_eq!(pgnkit::parse_games(text.as_bytes()).count(), games, "{text}");
    }
    assert_eq!(movetext("1. e4 e5 1-0\u{a0}\n"), "1. e4 e5 1-0");
}

/// Also far from the end of a text, where usual moves are read by machine words.
#[test]
fn castling_with_blanks_is_read_in_the_middle_of_a_game() {
    for castling in ["O-O -O", "O-O - O", "O-O  -O", "O -O-O", "0-0 -0", "O-O \u{2013}O", "O-O\t-O", "OOO"] {
        let text = format!(
            "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. {castling} {castling} 6. e3 e6 7. Nf3 Nf6 8. h3 h6 9. a3 a6 *"
        );
        let game: pgnkit::Game = text.parse().unwrap_or_else(|error| panic!("{castling:?}: {error}"));
        assert_eq!(game.ply_count(), 18, "{castling:?}");
        assert!(game.to_string().contains("5. O-O-O O-O-O 6."), "{castling:?}");
    }
}

#[test]
fn a_marker_glued_to_a_move_with_blanks_ends_the_game_for_every_reader() {
    for (moves, last) in [
        ("1. e4 d6 2. ", "B b5+"),
        ("1. e4 d6 2. Nf3 d5 3. ", "e x d5"),
        ("1. e4 d6 2. Nf3 d5 3. ", "ex d5"),
        ("1. e4 d6 2. ", "N f3"),
    ] {
        for marker in ["1-0", "0-1", "1/2-1/2"] {
            let text = format!("{moves}{last}{marker}\n\n[White \"next\"]\n\n*\n");
            let plain = format!("{moves}{last} {marker}\n\n[White \"next\"]\n\n*\n");
            assert_eq!(written(&text), written(&plain), "{text}");
            let lengths =
                |text: &str| pgnkit::games(text.as_bytes()).map(|game| game.bytes.len()).collect::<Vec<_>>();
            assert_eq!(lengths(&text).len(), 2);
            // After a move that cannot be played, too, where words are passed over.
            let text = format!("1. e5 {last}{marker} (1. d4 * e4 d5\n");
            let replayed: Vec<_> =
                pgnkit::parse_games(text.as_bytes()).map(|parsed| parsed.game.result()).collect();
            assert_eq!(replayed.len(), pgnkit::games(text.as_bytes()).count(), "{text}");
        }
    }
}

#[test]
fn what_looks_back_stops_at_line_comments_and_escape_lines() {
    for (text, expected) in [
        ("1. e4 ;see 12\nfoo e5 *", "1. e4 {see 12} ;[%unread] foo 1... e5 *"),
        ("1. e4 ;see 12.\nKe3 *", "1. e4 {see 12.} ;[%unread] Ke3 *"),
        ("1. e4\n%see 12\nfoo e5 *", "1. e4 %see 12 ;[%unread] foo 1... e5 *"),
        ("1. e4 ;12\n;[%unread] foo\n1... e5 *", "1. e4 {12} ;[%unread] foo 1... e5 *"),
        ("1. e4 ;12\n13 foo e5 *", "1. e4 {12} ;[%unread] 13 foo 1... e5 *"),
        ("1. e4 foo ;see Nf3\n+ e5 *", "1. e4 {see Nf3} ;[%unread] foo ;[%unread] + 1... e5 *"),
    ] {
        assert_eq!(movetext(text), expected, "{text}");
    }
    // Nothing of the comment is taken away.
    for text in [
        "1. e4 ;see 12.\n*\n",
        "1. e4\n%see 12.\n*\n",
        "1. e4 ;see 12\n… e5 *\n",
        "1. e4 ;see Nf3\ne.p. e5 *\n",
    ] {
        let fixed = pgnkit::Fixer::new().fix(text.as_bytes());
        for word in ["see", "12.", "12", "Nf3"].into_iter().filter(|word| text.contains(word)) {
            assert!(String::from_utf8_lossy(&fixed.text).contains(word), "{text}");
        }
    }
}
