//! Games as lines of styled text.

use pgnkit::Game;
use pgnkit_view::{Boards, Heading, Layout, Line, Role, Sheet, game_line};

fn read(text: &str) -> Game {
    Game::read(text.as_bytes(), &mut pgnkit::diagnostics::Ignore).unwrap()
}

fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn shown(game: &str, width: usize) -> String {
    text(&Layout::new(Sheet::new(&read(game))).width(width).lines())
}

#[test]
fn what_is_short_stays_in_the_line() {
    for (game, expected) in [
        ("*", "*\n"),
        ("1. e4 e5 1-0", "1. e4 e5 1-0\n"),
        ("{a} 1. e4 $2 {b} e5 $14 1/2-1/2", "a 1. e4? b 1... e5 ⩲ ½-½\n"),
        ("1. e4 (1. d4 d5 {x}) (1. c4) e5 *", "1. e4 (1. d4 d5 x) (1. c4) 1... e5 *\n"),
        // A variation in a variation, and what is longer, are paragraphs.
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. d4 *",
            "1. e4 e5\n   1... c5 2. Nf3 (2. c3 d5) 2... d6\n2. d4 *\n",
        ),
        (
            "1. e4 e5 (1... c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4) (1... e6) 2. d4 *",
            "1. e4 e5\n   1... c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4\n   1... e6\n2. d4 *\n",
        ),
        (
            "1. e4 {a comment that is longer than others} e5 *",
            "1. e4\n   a comment that is longer than others\n1... e5 *\n",
        ),
        ("1. e4 e5 2. Ke3 rest *", "1. e4 e5\n   Not read: 2. Ke3 rest\n*\n"),
        ("[Variant \"Duck\"]\n\n1. e4 e5 2. duck *", "Duck\n\n1. e4 e5 2. duck *\n"),
    ] {
        assert_eq!(shown(game, 40), expected, "{game}");
    }
}

#[test]
fn clocks_make_a_score_sheet() {
    let game =
        "1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 {[%clk 0:00:09.55]} 2. Nf3 {[%clk 0:00:59]} (2. d4 {x}) Nc6 *";
    let sheet = " 1.  e4       0:01:00  +0.30   e5     0:00:09.5\n";
    let rest = " 2.  Nf3      0:00:59\n   2. d4 x\n 2.  …                           Nc6\n*\n";
    let found = shown(game, 80);
    assert_eq!(found.lines().count(), 5, "{found}");
    // The widest clock decides.
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed(&found), squeezed(&format!("{sheet}{rest}")));
    let widths: Vec<usize> = found.lines().map(|line| line.chars().count()).collect();
    assert!(widths[0] > widths[1], "{found}");
    // Where there is no room for it, and where nothing of it is wanted, the moves run on.
    assert!(shown(game, 40).starts_with("1. e4 0:01:00 +0.30 e5 0:00:09.5"), "{}", shown(game, 40));
    let game = read(game);
    let lines = Layout::new(Sheet::new(&game)).clocks(false).scores(false).lines();
    assert_eq!(text(&lines), "1. e4 e5 2. Nf3 (2. d4 x) 2... Nc6 *\n");
}

#[test]
fn a_wide_score_sheet_has_several_columns() {
    let moves: String = (0..10)
        .map(|_| "Nf3 {[%clk 0:01:00]} Nf6 {[%clk 0:01:00]} Ng1 {[%clk 0:01:00]} Ng8 {[%clk 0:01:00]} ")
        .collect();
    let game = format!("{moves}*");
    assert_eq!(shown(&game, 80).lines().count(), 21);
    let wide = shown(&game, 100);
    assert_eq!(wide.lines().count(), 11);
    assert!(
        wide.starts_with(" 1.  Nf3      0:01:00   Nf6      0:01:00      11.  Nf3      0:01:00   Nf6"),
        "{wide}"
    );
}

#[test]
fn headings() {
    let tags = "[White \"Carlsen, Magnus\"]\n[WhiteTitle \"GM\"]\n[WhiteElo \"2864\"]\n[Black \"Nobody\"]\n[Event \"Cup\"]\n\
                [Date \"2020.??.??\"]\n[ECO \"C20\"]\n[TimeControl \"300+3\"]\n[Result \"1/2-1/2\"]\n[Termination \"time forfeit\"]\n\n1/2-1/2";
    assert_eq!(
        shown(tags, 60),
        "GM Carlsen, Magnus (2864) – Nobody                       ½-½\nCup, 2020\n\
         C20 · time control 300+3 · ended by time forfeit\n\n½-½\n"
    );
    assert!(shown(tags, 30).starts_with("GM Carlsen, Magnus (2864) –\nNobody ½-½\nCup, 2020\n"));
    let game = read(tags);
    let ascii = text(&Layout::new(Sheet::new(&game).ascii(true)).width(60).lines());
    assert!(ascii.is_ascii() && ascii.contains("C20; time control"), "{ascii}");
    for (columns, expected) in [
        (100, "     7  Carlsen, Magnus (2864) – Nobody                 1/2-1/2  2020        C20  Cup"),
        (40, "     7  Car… – Nob…   1/2-1/2  2020        C20"),
    ] {
        let line = game_line(7, &Sheet::new(&game).ascii(columns == 0).heading(), columns, false);
        assert_eq!(line.to_string().replace("½-½    ", "1/2-1/2"), expected);
    }
    let empty = game_line(1, &Heading::of(&read("*")), 80, false).to_string();
    assert_eq!(empty.split_whitespace().collect::<Vec<_>>(), ["1", "?", "–", "?", "*"]);
}

#[test]
fn boards_are_of_text_or_of_squares() {
    let game = read("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ $220 {[%csl Gf7,Re8]} *");
    let layout = Layout::new(Sheet::new(&game));
    let plain = text(&layout.lines());
    assert!(plain.contains("\n\n   8 ♜ . ♝ ♛ ♚ ♝ ♞ ♜\n   7 ♟ ♟ ♟ ♟ .[♕]♟ ♟\n"), "{plain}");
    assert!(plain.contains("\n     a b c d e f g h\n\n*\n"), "{plain}");
    let lines = layout.squares(true).lines();
    let seventh = lines.iter().find(|line| line.to_string().starts_with("   7 ")).unwrap();
    let squares: Vec<_> = seventh.spans.iter().filter(|span| matches!(span.role, Role::Square(_))).collect();
    assert_eq!(squares.len(), 8);
    let Role::Square(square) = squares[5].role else { unreachable!() };
    assert!(square.last_move && square.light && square.mark.is_some() && !square.check);
    assert_eq!(squares[5].text, " ♕ ");
    let eighth = lines.iter().find(|line| line.to_string().starts_with("   8 ")).unwrap();
    assert!(eighth.spans.iter().any(|span| matches!(span.role, Role::Square(square) if square.check)));
    let mut boards = Boards::NONE;
    boards.last = true;
    let house = read("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 *");
    let text = text(&Layout::new(Sheet::new(&house).boards(boards)).lines());
    assert!(text.contains("\n   White in hand: 1♙\n"), "{text}");
}

const HOSTILE: &str =
    "a\x1b[31m\x1b]0;t\x07\u{8}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}\x7f中文字\u{301}b";

#[test]
fn nothing_in_a_file_is_obeyed_and_no_line_is_too_wide() {
    let long = "中".repeat(300) + &"x".repeat(300);
    let games = [
        format!(
            "[White \"{HOSTILE}\"]\n[Event \"{long}\"]\n[Result \"{HOSTILE}\"]\n[Termination \"{HOSTILE}\"]\n\n1. e4 {{{HOSTILE} {long}}} *"
        ),
        format!("1. e4 {HOSTILE} {{x}} e5 ({HOSTILE}) {long} *"),
        format!("[Variant \"{HOSTILE}\"]\n\n1. {HOSTILE} {long} e5 *"),
        format!("1. e4 {{[%clk 0:01:00]}} ({{{long}}} 1. d4 {{{HOSTILE}}}) e5 {{[%clk 0:01:00]}} *"),
        format!(
            "1. e4 (1. d4 (1. c4 {{{long}}} (1. b4 {{{HOSTILE}}} c5))) {} *",
            "$9 $21 $1 $139 $255 ".repeat(40)
        ),
    ];
    for game in &games {
        let game = read(game);
        for width in [20, 33, 80, 160] {
            let mut lines = Layout::new(Sheet::new(&game).commands(width == 33)).width(width).lines();
            lines.push(game_line(1, &Heading::of(&game), width, false));
            for line in lines {
                let text = line.to_string();
                let obeyed = |c: char| {
                    c.is_control()
                        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
                };
                assert!(!text.contains(obeyed), "{text:?}");
                assert!(line.width() <= width.max(52), "{width}: {text}");
            }
        }
        let ascii = text(&Layout::new(Sheet::new(&game).ascii(true)).lines());
        assert!(ascii.is_ascii(), "{ascii}");
    }
}

#[test]
fn long_games_and_deep_variations_take_linear_time() {
    let long: String = (0..10_000).map(|_| "Nf3 {a} Nf6 Ng1 (1. a3 {b}) Ng8 ").collect();
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(4_000) + &")".repeat(4_000) + " *";
    let timed: String = (0..10_000).map(|_| "Nf3 {[%clk 0:00:01]} Nf6 {[%clk 0:00:01]} Ng1 Ng8 ").collect();
    let word = format!("1. e4 {{{}}} *", "x".repeat(1 << 20));
    for text in [long, deep, timed, word] {
        let game = read(&text);
        assert!(!Layout::new(Sheet::new(&game)).width(200).lines().is_empty());
    }
}

/// Twelve half-moves with evaluations, a gap, a mistake and a blunder.
const EVALUATED: &str = "1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 2.0]} 3. Nxe5 {[%eval 1.8]} fxe5 {[%eval 5.1]} \
                         4. Qh5+ Ke7 {[%eval #7]} 5. Qxe5+ {[%eval #6]} Kf7 {[%eval #7]} 6. Bc4+ {[%eval #6]} Kg6 {[%eval #5]} 1-0";

#[test]
fn evaluations_are_a_plot() {
    for (width, ascii, plot) in [
        (
            80,
            false,
            "   ▃▃▆ █████   White's chances,\n██████ █████   by half-move\n   X X         ? mistake  X blunder\n\n",
        ),
        (
            80,
            true,
            "   ..: #####   White's chances,\n###### #####   by half-move\n   X X         ? mistake  X blunder\n\n",
        ),
        (40, false, "   ▃▃▆ █████\n██████ █████\n   X X\n\n"),
    ] {
        let game = read(EVALUATED);
        let lines = Layout::new(Sheet::new(&game).ascii(ascii)).width(width).lines();
        let found = text(&lines);
        assert!(found.starts_with(plot), "{width}:\n{found}");
        assert!(lines.iter().all(|line| line.width() <= width), "{found}");
        assert!(!ascii || found.is_ascii(), "{found}");
        let without = text(&Layout::new(Sheet::new(&game).ascii(ascii)).width(width).scores(false).lines());
        assert!(without.starts_with("1. e4"), "{without}");
    }
}

#[test]
fn plots_of_long_games_keep_their_width() {
    let mut game = String::new();
    for number in 0..500 {
        game.push_str(&format!(
            "{}. Nf3 {{[%eval {number}]}} Nf6 {{[%eval -{number}]}} {}. Ng1 {{[%eval #{number}]}} Ng8 {{[%eval 0]}} ",
            2 * number + 1,
            2 * number + 2
        ));
    }
    let game = read(&(game + "*"));
    for width in [20, 40, 59, 60, 80, 100, 3000] {
        let lines = Layout::new(Sheet::new(&game)).width(width).lines();
        assert!(lines[..3].iter().all(|line| line.width() <= width.min(100)), "{width}");
        // No column is empty.
        let columns: String =
            lines[1].to_string().chars().take(if width < 60 { width } else { width.min(100) - 24 }).collect();
        assert!(columns.chars().all(|c| "▁▂▃▄▅▆▇█".contains(c)), "{width}: {columns}");
    }
}
