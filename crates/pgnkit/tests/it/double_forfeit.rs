//! `0-0`, `+:-`, `1-0F` as markers (decisions ).

use pgnkit::Game;

fn game(text: &str) -> Game {
    pgnkit::parse_games(text.as_bytes()).next().unwrap().game
}

/// Everything after the tags, in one line.
fn movetext(text: &str) -> String {
    let written = game(text).to_string();
    let (_, moves) = written.split_once("\n\n").unwrap();
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn both_lose_where_the_tag_says_so() {
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5";
    for result in ["0-0", "0:0", "0–0", "O-O"] {
        for marker in ["0-0", "0:0", "0–0"] {
            for end in ["", "\n", " {agreed}", "\n\n[Event \"next\"]\n\n*\n"] {
                for moves in [moves, "", "1. e4"] {
                    let text = format!("[Result \"{result}\"]\n\n{moves} {marker}{end}");
                    let read = game(&text);
                    assert_eq!(
                        read.ply_count(),
                        moves.split(' ').filter(|word| !word.is_empty() && !word.ends_with('.')).count(),
                        "{text}"
                    );
                    assert_eq!(read.tag("Result"), Some(result), "{text}");
                    assert!(movetext(&text).ends_with('*'), "{text}");
                }
            }
        }
    }
    // Castling, where the tag does not say so or the game goes on.
    for text in [
        format!("{moves} 0-0 *"),
        format!("[Result \"0-0\"]\n\n{moves} 0-0 Nc6 *"),
        format!("[Result \"1-0\"]\n\n{moves} 0-0"),
    ] {
        assert!(movetext(&text).contains("O-O"), "{text}");
    }
}

#[test]
fn signs_of_a_win_without_play_are_the_marker_where_the_tag_says_so() {
    let moves = "1. e4 e5 2. Nf3";
    let spellings = [
        ("1-0", &["+:-", "+/-", "+-", "+--", "+:\u{2013}", "1-0F", "1:0F", "1-0FF"][..]),
        ("0-1", &["-:+", "-/+", "-+", "--+", "0-1F", "0-1FF"]),
        ("1/2-1/2", &["=:=", "=/=", "=", "1/2-1/2F"]),
    ];
    for (result, signs) in spellings {
        for sign in signs {
            for end in ["", "\n", " {agreed}", " ; agreed", "\n\n[Event \"next\"]\n\n*\n"] {
                let text = format!("[Result \"{sign}\"]\n\n{moves} {sign}{end}");
                assert!(
                    movetext(&text).ends_with(&format!("Nf3 {result}"))
                        || movetext(&text).ends_with(&format!("}} {result}")),
                    "{text}: {}",
                    movetext(&text)
                );
                assert!(!movetext(&text).contains("unread") && !movetext(&text).contains('$'), "{text}");
            }
            // Something else where the game goes on, and where the tag says something else.
            for text in [
                format!("[Result \"{sign}\"]\n\n{moves} {sign} Nc6 {result}"),
                format!("[Result \"*\"]\n\n{moves} {sign}"),
                format!("{moves} {sign}"),
                format!("[Result \"{sign}\"]\n\n{moves} (2. d4 {sign}) {result}"),
            ] {
                let has_more = movetext(&text).contains('$') || movetext(&text).contains("unread");
                assert!(has_more, "{text}: {}", movetext(&text));
            }
        }
    }
}

/// What ends a game that begins with the word asks for the tags before it while it asks for those of the game.
#[test]
fn a_game_may_begin_with_it() {
    let heads = [
        "",
        "{c} ",
        "%escape\n",
        "[White \"A\"]\n",
        "[Result \"0-0\"]\n",
        "[Result \"0-0\"] [",
        "[Result \"0-0\n",
    ];
    for head in heads {
        for word in ["0-0", "0-0 0-0", "0-0 {c} 0-0 (0-0", "0-0-0", "00"] {
            for end in ["", "\n", " [", "\n[Event \"next\"]\n\n*\n", "\n\n0-0", " {", " )"] {
                let text = format!("{head}{word}{end}");
                let games: Vec<_> = pgnkit::parse_games(text.as_bytes()).collect();
                assert!(!games.is_empty(), "{text}");
            }
        }
    }
}
