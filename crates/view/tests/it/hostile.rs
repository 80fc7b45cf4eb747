//! Texts of files that want to be more than text, and more marks than anybody can look at.

use pgnkit::Game;
use pgnkit::chess::Position;
use pgnkit_view::Diagram;

const HOSTILE: &str = "\"'><script>alert(1)</script></title></desc><!-- ]]> &amp; &#0; \0\x1b[31m\u{9b}\u{202e}\u{2066}\u{2028}\r\nend";

#[test]
fn a_title_is_only_text() {
    let mut diagram = Diagram::new(Position::START);
    diagram.title = HOSTILE.to_owned();
    let picture = diagram.svg().id_prefix(HOSTILE).to_string();
    let bad = picture.chars().find(|c| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}')
    });
    assert_eq!(bad, None);
    for tag in ["<script", "<!--", "]]>", "&#0;", "style=", "onload="] {
        assert!(!picture.contains(tag), "{tag}");
    }
    for element in ["<title>", "</title>", "<desc>", "</desc>", "<svg ", "</svg>"] {
        assert_eq!(picture.matches(element).count(), 1, "{element}");
    }
    assert!(picture.contains("id=\"scriptalert1scripttitledesc--amp031mend-K\""));
}

#[test]
fn marks_without_end_are_drawn_once() {
    let marks = "Ga1h8,Ra1h8,Ga1a1,Bb2,".repeat(50_000);
    let game: Game =
        format!("1. e4 {{[%cal {}] [%csl Ge4,Re4]}} *", marks.trim_end_matches(",")).parse().unwrap();
    let game_with_two: Game = "1. e4 {[%cal Ra1h8,Ga1a1] [%csl Re4]} *".parse().unwrap();
    let picture = |game: &Game| Diagram::of_node(&game.mainline().last().unwrap());
    // The square among arrows is none of them, and hides none; the arrow is drawn once, in the last colour.
    assert_eq!(picture(&game).description(), picture(&game_with_two).description());
    let marks = "Ga1h8,Ra1h8,".repeat(100_000);
    let game: Game =
        format!("1. e4 {{[%cal {}] [%csl Ge4,Re4]}} *", marks.trim_end_matches(",")).parse().unwrap();
    let game_with_one: Game = "1. e4 {[%cal Ra1h8] [%csl Re4]} *".parse().unwrap();
    assert_eq!(picture(&game).svg().to_string(), picture(&game_with_one).svg().to_string());
}
