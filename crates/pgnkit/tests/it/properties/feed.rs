//! Games that come piece by piece are those of the whole text.

use pgnkit::syntax::{AtLevel, Code, Collect, Diagnostic, Level, Span};
use pgnkit::{Feed, FeedGame, GameBuilder, Replayer};
use proptest::prelude::*;

use super::cases;
use super::texts::{mutated, text};

/// A game as it is compared: what it is, what is wrong with it, and where it stands.
type Seen = (String, Vec<Diagnostic>, Span);

/// All games of a text, and what is wrong after them.
fn whole(text: &[u8]) -> (Vec<Seen>, Vec<Diagnostic>) {
    let mut replayer = Replayer::new(text);
    let mut games = Vec::new();
    loop {
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let mut builder = GameBuilder::new();
        let Some(end) = replayer.read_into(&mut builder, &mut found) else { return (games, found.sink) };
        games.push((builder.game().to_string(), found.sink, end.span));
    }
}

/// The same with places as in a text that begins `offset` bytes before.
fn moved(mut diagnostics: Vec<Diagnostic>, offset: u64) -> Vec<Diagnostic> {
    let forth = |span: &mut Span| *span = Span::new(span.start + offset as usize, span.end + offset as usize);
    for diagnostic in &mut diagnostics {
        forth(&mut diagnostic.span);
        diagnostic.labels.iter_mut().for_each(|label| forth(&mut label.span));
        diagnostic.fix.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| forth(&mut edit.span));
    }
    diagnostics
}

fn seen(given: FeedGame, text: &[u8]) -> Seen {
    let at = given.offset as usize;
    assert_eq!(given.text, text[at..at + given.text.len()]);
    let span = Span::new(given.span.start + at, given.span.end + at);
    (given.game.to_string(), moved(given.diagnostics, given.offset), span)
}

/// All that a feed gives of a text in pieces of the given lengths, in turn; and how much of the text it has given.
fn fed(text: &[u8], pieces: &[usize]) -> (Vec<Seen>, Vec<Diagnostic>, usize) {
    let mut feed = Feed::new();
    let mut games = Vec::new();
    let mut lengths = pieces.iter().cycle();
    let mut rest = text;
    while let Some(&length) = lengths.next().filter(|_| !rest.is_empty()) {
        let (piece, behind) = rest.split_at(length.min(rest.len()));
        rest = behind;
        feed.push(piece);
        // Asking more often, or less, makes no difference.
        while length % 3 != 0
            && let Some(game) = feed.next_game()
        {
            games.push(seen(game, text));
        }
    }
    feed.finish();
    while let Some(game) = feed.next_game() {
        games.push(seen(game, text));
    }
    assert_eq!(feed.unfinished(), &text[feed.offset() as usize..]);
    let behind = moved(feed.trailing_diagnostics().to_vec(), feed.offset());
    (games, behind, feed.offset() as usize)
}

fn check(text: &[u8], pieces: &[usize]) {
    let (games, behind, given) = fed(text, pieces);
    let is_comment = |found: &Diagnostic| found.code == Code::CommentOutsideGame;
    let (mut expected, expected_behind) = whole(text);
    // Read at once, they are of the last game.
    let comments_follow = behind.iter().any(is_comment) && !expected_behind.iter().any(is_comment);
    if comments_follow {
        // Diagnostics of games before it may be of text as far as the end.
        let (mut before, _) = whole(&text[..given]);
        if let (Some(last), Some(without)) = (expected.last_mut(), before.pop()) {
            *last = without;
        }
    } else {
        assert_eq!(behind, expected_behind, "{}", text.escape_ascii());
    }
    for (game, expected) in games.iter().zip(&expected) {
        assert_eq!(game, expected, "{} bytes: {}", text.len(), text.escape_ascii());
    }
    assert_eq!(games.len(), expected.len(), "{} bytes", text.len());
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn pieces_make_no_difference(
        text in prop_oneof![text(), mutated()],
        pieces in prop::collection::vec(1..200usize, 1..6),
    ) {
        check(&text, &pieces);
        check(&text, &[1]);
        check(&text, &[1 << 20]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn nor_when_the_memory_of_games_given_is_used_again(
        texts in prop::collection::vec(prop_oneof![mutated(), text()], 60..100),
        pieces in prop::collection::vec(1..5000usize, 1..4),
    ) {
        let text: Vec<u8> = texts.concat();
        check(&text, &pieces);
    }
}

#[test]
fn a_game_is_given_with_the_line_of_its_marker() {
    for (text, games) in [
        ("1. e4 *\n", 1),
        ("1. e4 *", 0),
        ("1. e4 * ", 0),
        ("1. e4 *\r", 1),
        ("1. e4 {x} 1-0 {said after it}\n", 1),
        ("1. e4 {x} 1/2\n", 1),
        ("[White \"a\"]\n\n1. e2e4 e7e5\n1. d4\n0-1\n", 1),
        ("1. e4 * 1. d4\n", 1),
        ("1. e4 * 1. d4 1-0\n", 2),
        ("[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 *\n", 1),
        ("1. e4 {not yet: 1-0\n", 0),
        ("1. e4 (1. d4 1-0\n", 0),
        ("1. e4 (1. d4 1-0\n\n1. e4 *\n", 2),
        ("1. e4\n\n[White \"a\"]\n", 1),
        ("1. e4\n\n[White \"a\"", 0),
        ("*\n", 1),
        ("* *\n", 1),
        ("* *\n1", 1),
        ("* *\n1. e4\n", 1),
    ] {
        let mut feed = Feed::new();
        let mut given = 0;
        for byte in text.bytes() {
            feed.push(&[byte]);
            while feed.next_game().is_some() {
                given += 1;
            }
        }
        assert_eq!(given, games, "{text:?}");
    }
}

#[test]
fn a_stream_goes_on_after_its_end() {
    let mut feed = Feed::new();
    feed.push(b"1. e4 e5");
    assert_eq!(feed.unfinished_game().unwrap().ply_count(), 2);
    feed.finish();
    assert_eq!(feed.next_game().unwrap().game.ply_count(), 2);
    assert!(feed.next_game().is_none() && feed.unfinished_game().is_none());
    feed.push(b"\n\n1. d4 *\n{nothing more}");
    let game = feed.next_game().unwrap();
    assert_eq!((game.offset, game.span), (8, Span::new(2, 9)));
    assert_eq!(game.text, b"\n\n1. d4 *");
    feed.finish();
    assert!(feed.next_game().is_none());
    assert_eq!(feed.trailing_diagnostics()[0].code, Code::CommentOutsideGame);
    assert_eq!(feed.unfinished(), b"\n{nothing more}");
}

/// Text that looks like the end of a game again and again, and never is one.
#[test]
fn hostile_text_takes_linear_time() {
    for line in ["{1-0\n", "1-0\n", "(1-0\n", "[A \"1-0\"]\n", "* ", "1. e4 (", "{*}\n"] {
        let text = ["{", &line.repeat(40_000)].concat();
        let mut feed = Feed::new();
        for piece in text.as_bytes().chunks(7) {
            feed.push(piece);
            while feed.next_game().is_some() {}
        }
        feed.finish();
        while feed.next_game().is_some() {}
    }
}

#[test]
fn a_line_with_a_marker_ends_a_game_whatever_comes_after_it() {
    for text in [
        &b"[White \"x\"]\n1+-- ]1-0\n[Black \"y\"]\n\n1. e4 *\n"[..],
        b"[White \"x\"]\n2001-01-05\n[Black \"y\"]\n\n1. e4 *\n",
    ] {
        (1..40).for_each(|length| check(text, &[length]));
    }
}

#[test]
fn a_comment_in_a_tag_pair_that_nothing_closes() {
    let text = b"[E{ \n e4 [Event \"a\"]\n * ; [%mct 7:00:00]\n { ";
    check(text, &[1]);
}

#[test]
fn words_after_the_marker_come_in_pieces() {
    for behind in
        ["x y z\n", ". O-O-[Variant \"a\"] *\n", "1. d4 d5 0-1\n", "1. foo\n", "-- a b\n", "-- a4\n", "12 \n"]
    {
        for blanks in ["", " ", "   "] {
            let text = format!("1. d4 *\n1. e4 *{blanks}{behind}1. c4 *\n");
            (1..text.len()).for_each(|length| check(text.as_bytes(), &[length, 1]));
        }
    }
}

#[test]
fn a_sign_that_ends_a_game_only_where_nothing_follows() {
    for sign in ["0-0", "+:-", "-/+", "=/=", "1-0F", "1-0"] {
        for behind in [
            "",
            "\n",
            "\na4 A80\n",
            " {x}\n\n",
            "\n{x}\nNf6 *\n",
            "\n\n[White \"b\"]\n\n1. d4 *\n",
            "\n\n%x\n[White",
        ] {
            let text = format!("[Result \"{sign}\"]\n\n1. Nf3 a6 2. g Bg2 a4 {sign}{behind}");
            for pieces in [&[1][..], &[3], &[40], &[1, 7]] {
                check(text.as_bytes(), pieces);
            }
        }
    }
}
