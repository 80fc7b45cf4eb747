//! Pages of HTML.

use std::fmt::Write as _;
use std::path::Path;

use pgnkit::Game;
use pgnkit_view::{HtmlPage, Sheet};

fn read(text: &str) -> Game {
    Game::read(text.as_bytes(), &mut pgnkit::diagnostics::Ignore).unwrap()
}

fn game(text: &str) -> String {
    HtmlPage::new("Games").game(&Sheet::new(&read(text)))
}

/// The moves alone.
fn moves(text: &str) -> String {
    let game = game(text);
    let start = game.find("<p").unwrap();
    let end = game.rfind("</p>").unwrap() + "</p>".len();
    game[start..end].to_owned()
}

#[test]
fn a_game_is_text_with_what_the_script_needs() {
    let text = "[Event \"Cup\"]\n[Site \"https://example.org/1\"]\n[Date \"2024.05.??\"]\n[White \"Müller, A\"]\n[Black \"Łoś\"]\n\
                [WhiteTitle \"GM\"]\n[WhiteElo \"2500\"]\n[ECO \"C42\"]\n[Opening \"Petrov\"]\n[TimeControl \"300+2\"]\n[Result \"1-0\"]\n\n\
                {Before} 1. e4 {[%clk 0:05:02] [%eval 0.3]} e5 {[%clk 0:05:01] [%eval 0.25]} 2. Nf3 $1 {[%clk 0:05:00] [%csl Ge5][%cal Rf3e5] best} \
                (2. f4 exf4 (2... d5 3. exd5 (3. d4)) 3. Nf3) 2... Nf6 $6 3. Nxe5 $16 $220 Qe7 1-0";
    let html = game(text);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden/game.html");
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(&golden, &html).unwrap();
    }
    assert_eq!(html, std::fs::read_to_string(&golden).unwrap());
}

#[test]
fn variations_are_paragraphs_and_never_inside_one_another() {
    for (text, expected) in [
        ("1. e4 e5 1-0", "<p>1.\u{a0}e4 e5 <b>1-0</b></p>"),
        (
            "1. e4 (1. d4 {x} d5) (1. c4) e5 *",
            "<p>1.\u{a0}e4</p><p class=v1>(1.\u{a0}d4 <i>x</i> 1...\u{a0}d5)</p><p class=v1>(1.\u{a0}c4)</p>\
             <p>1...\u{a0}e5 <b>*</b></p>",
        ),
        (
            "1. e4 ({first} 1. d4 (1. c4 (1. b4 (1. a4) b5) c5) d5) *",
            "<p>1.\u{a0}e4</p><p class=v1>(<i>first</i> 1.\u{a0}d4</p><p class=v2>(1.\u{a0}c4 (1.\u{a0}b4 (1.\u{a0}a4) \
             1...\u{a0}b5) 1...\u{a0}c5)</p><p class=v1>1...\u{a0}d5)</p><p><b>*</b></p>",
        ),
        (
            "1. e4 e5 2. Ke3 <b> *",
            "<p>1.\u{a0}e4 e5 <mark>2. Ke3 &lt;b&gt;</mark> <b>*</b></p>\
             <p class=note>The marked text could not be read as moves; it is as the file has it.</p>",
        ),
        ("1. e4 $16 $1 e5 $200 *", "<p>1.\u{a0}e4!\u{a0}± e5\u{a0}$200 <b>*</b></p>"),
        ("*", "<p><b>*</b></p>"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn games_that_have_no_positions_are_text_alone() {
    for text in
        ["[Variant \"Unheard\"]\n\n1. e4 Xx9 (1... (( 2. )) *", "[FEN \"no\"]\n[SetUp \"1\"]\n\n1. e4 *"]
    {
        let html = game(text);
        assert!(!html.contains("data-m") && !html.contains("<svg"), "{html}");
    }
    let html = game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Kd7 *");
    assert!(html.contains(" data-s=\"4k3/8/8/8/8/8/4P3/4K3 b\""), "{html}");
}

const HOSTILE: &str = "\"'><script>alert(1)</script></title></style><!-- <![CDATA[ &amp; &#0; \0\x1b[31m\u{9b}\u{202e}\u{2066}\u{2028}`${1}`";

#[test]
fn texts_of_files_are_only_text() {
    let plain = HOSTILE.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = String::new();
    for tag in [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "WhiteTitle",
        "BlackElo",
        "WhiteTeam",
        "ECO",
        "Opening",
        "Variation",
        "TimeControl",
        "Annotator",
        "Termination",
    ] {
        let _ = writeln!(text, "[{tag} \"{plain}\"]");
    }
    let _ = write!(text, "\n1. e4 {{{HOSTILE}}} $220 e5 ({{{HOSTILE}}} 1... c5) 2. Ke3 {HOSTILE} *");
    let page = HtmlPage::new(HOSTILE);
    let html = page.head() + &page.game(&Sheet::new(&read(&text))) + &page.foot();
    for (markup, count) in [
        ("<script", 1),
        ("</script", 1),
        ("<style", 1),
        ("</style", 1),
        ("<title", 1),
        ("</title", 1),
        ("<!--", 0),
        ("<![CDATA[", 0),
        (" style=", 0),
        ("&#0;", 0),
        ("alert(1)", 1 + html.matches("&gt;alert(1)&lt;").count() - 1),
    ] {
        assert_eq!(html.matches(markup).count(), count, "{markup}");
    }
    let bad = html.chars().find(|c| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}')
    });
    assert_eq!(bad, None);
    // The text itself is all there.
    assert!(html.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count() >= 18);
}

#[test]
fn depth_length_and_size_cost_no_more_than_their_length() {
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(5_000) + &")".repeat(5_000) + " *";
    let html = game(&deep);
    assert!(html.len() < 40 * deep.len());
    let long: String = (0..25_000).map(|_| "Nf3 Nf6 Ng1 Ng8 ").collect();
    assert!(game(&long).len() < 4 * long.len());
    let comment = "<".repeat(1 << 20);
    assert!(game(&format!("1. e4 {{{comment}}} *")).contains(&"&lt;".repeat(1 << 20)));
}

#[test]
fn parts_make_a_page_or_an_element() {
    let page = HtmlPage::new("A & B");
    let empty = page.head() + &page.foot();
    assert!(empty.len() < 60_000, "{}", empty.len());
    assert!(empty.starts_with("<!doctype html>\n<html lang=en>"));
    assert!(empty.contains(&format!("content=\"{}\"", HtmlPage::policy())));
    assert!(empty.contains("<h1>A &amp; B</h1>"));
    assert!(!HtmlPage::policy().contains("unsafe"));
    let page = page.fragment(true);
    let element = page.head() + &page.foot();
    assert!(element.starts_with("<pgn-viewer"));
    assert!(!element.contains("<meta") && !element.contains("<html"));
    for address in ["http:", "https:", "//www", "@import", "url(/"] {
        let found = empty.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(address), "{address}");
    }
}

#[test]
fn games_have_their_place() {
    let games = game("1. e4 {<noscript>} *") + &game("*") + &game("1. d4 *");
    assert_eq!(HtmlPage::place(&games, 0).matches("<details open>").count(), 1);
    assert_eq!(HtmlPage::place(&games, 1), games);
    let without = HtmlPage::place(&games, 100);
    assert!(
        games.contains("<noscript><svg") && !without.contains("<svg") && !without.contains("noscript>"),
        "{without}"
    );
    assert_eq!(without.matches("<li>").count(), 3);
    assert_eq!(HtmlPage::place(&games, 99).matches("<noscript>").count(), 1);
    assert!(without.contains("&lt;noscript&gt;"));
}

#[test]
fn evaluations_have_a_plot_without_scripts() {
    let text = "1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 2.0]} 3. Nxe5 {[%eval 1.8]} fxe5 {[%eval 5.1]} \
                4. Qh5+ Ke7 {[%eval #7]} 1-0";
    let html = game(text);
    let plot = &html[html.find("<title>Evaluation by half-move").unwrap()..];
    assert!(html.contains(" data-j=\"4?? 6??\""), "{html}");
    for part in ["<title>Evaluation by half-move", "2... f6: blunder", "</svg></noscript></div></details>"] {
        assert!(plot.contains(part), "{part}: {plot}");
    }
    // The gap is there: the ground has two stretches.
    assert_eq!(plot.matches("V0Z").count(), 2, "{plot}");
    let without = HtmlPage::new("Games").evaluations(false).game(&Sheet::new(&read(text)));
    assert!(!without.contains("data-j") && !without.contains("half-move"), "{without}");
    // A game that has few of them has no plot, and one without is as it always was.
    for text in ["1. e4 {[%eval 0.2]} e5 2. Nf3 Nc6 *", "1. e4 e5 *", "1. e4? e5?? *"] {
        assert!(!game(text).contains("half-move") && !game(text).contains("data-j"), "{text}");
    }
    // Beyond the first hundred games there is neither board nor plot.
    assert!(!HtmlPage::place(&html, 100).contains("<svg"));
    assert_eq!(HtmlPage::place(&html, 99).matches("<svg").count(), 2);
}

#[test]
fn the_script_has_the_curve_of_the_library() {
    let html = HtmlPage::new("Games").head();
    let found =
        pgnkit::judgement::win_percentage(pgnkit::command::Score::Pawns(1.0), pgnkit::chess::Color::White);
    assert!((found - 100.0 / (1.0 + (-0.003_682_08_f64 * 100.0).exp())).abs() < 1e-9);
    assert!(html.contains("Math.exp(-0.00368208 * Math.max(-1000, Math.min(1000, centipawns)))"));
}
