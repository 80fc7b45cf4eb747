//! Search finds what a plain search finds.

use pgnkit_tui::{Field, Search};

use crate::rig::Reader;

/// Games with all kinds of tags, made by a small generator.
fn games() -> String {
    let names = ["Tal, M", "Müller, K", "MORPHY, P", "Σωκράτης", "Ivanov", "van der Wiel, J", "棋王", ""];
    let events = ["Candidates", "Linares", "?", "İstanbul Open"];
    let mut state = 1_u32;
    let mut below = |count: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % count
    };
    let mut text = String::new();
    for _ in 0..4_000 {
        let (white, black, event) =
            (names[below(names.len())], names[below(names.len())], events[below(events.len())]);
        let (year, elo) = (1900 + below(120), 2000 + below(800));
        text += &format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Event \"{event}\"]\n[Date \"{year}.01.02\"]\n[WhiteElo \"{elo}\"]\n\n*\n\n"
        );
    }
    text
}

#[test]
fn every_word_in_any_field_in_any_case() {
    let mut reader = Reader::of("a.pgn", games());
    let list = reader.app.list_mut();
    assert_eq!(list.len(), 4_000);
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<String>();
    let naive = |text: &str| -> Vec<u32> {
        let words: Vec<String> = text.split_whitespace().map(lower).collect();
        let has = |row: usize, word: &String| {
            Field::ALL.iter().any(|field| lower(list.text(row, *field)).contains(word))
        };
        (0..list.len()).filter(|row| words.iter().all(|word| has(*row, word))).map(|row| row as u32).collect()
    };
    for text in [
        "tal",
        "TAL",
        "müller",
        "MÜLLER k",
        "morphy tal",
        "19",
        "2650",
        "2650 1950",
        "σωκράτησ",
        "ΣΩΚ",
        "棋",
        "der w",
        "tal tal tal",
        "a e i o u 1 2 0 .",
        "candidates tal 196",
        "istanbul",
        "i\u{307}stanbul",
        "nobody",
        "tal,m",
        "1-0",
        "*",
    ] {
        let found = Search::new(text, list);
        assert_eq!(found.rows(), naive(text), "{text}");
        // Typed letter by letter, and erased again.
        let mut typed = Search::default();
        for (end, letter) in text.char_indices() {
            typed.change(&text[..end + letter.len_utf8()], list);
        }
        assert_eq!(typed.rows(), naive(text), "{text}, typed");
        typed.change("ta", list);
        assert_eq!(typed.rows(), naive("ta"), "{text}, erased");
    }
}

#[test]
fn a_list_is_compact() {
    let mut reader = Reader::of("a.pgn", games());
    let list = reader.app.list_mut();
    let bytes = list.allocated_bytes() / list.len();
    assert!(bytes < 100, "{bytes} bytes a game");
}
