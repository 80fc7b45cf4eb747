//! Games whose rules are not known: read, written and converted without a move being judged (decision A-113).

use pgnkit::chess::Move;
use pgnkit::clocks::Clocks;
use pgnkit::edit::edit_games;
use pgnkit::syntax::{Code, Collect, Severity};
use pgnkit::{Checker, Export, Flow, Game, Ply, Replayer, TagError, Text, Visitor};

/// As bughouse-db.org, chess.com and others write them.
const GAMES: &str = include_str!("../data/unchecked.pgn");

fn games(text: &str) -> Vec<Game> {
    pgnkit::parse_games(text.as_bytes()).map(|read| read.game).collect()
}

fn export(games: &[Game]) -> String {
    games.iter().map(Game::to_string).collect()
}

#[test]
fn moves_are_kept_in_their_places() {
    let found: Vec<Vec<_>> = games(GAMES)
        .iter()
        .map(|game| game.nodes().filter_map(|node| node.unchecked().map(str::to_owned)).collect())
        .collect();
    assert_eq!(
        found,
        [
            &["1A. e4", "1B. d4", "1a. e5", "2A. Nf3", "2b. P@f2+", "2b. Kxd8", "1b. N@f6#"][..],
            &["1. d2-d4\u{398}-e5", ".. d7-d5\u{398}e5-e4", "2. Qd1-d2\u{398}e4-h8", ".. R"],
            &["1. h2-h3", ".. b7-c7", ".. g13-g12", ".. m8-k8", "2. Qg1xKg8#"],
            &["1. e4", "\u{398}e6", "d5", "\u{398}d3"],
            &["1. c4", "Pe7-e5", "c5", "2. Ah3"],
        ]
    );
    for node in games(GAMES)[0].nodes().filter(|node| !node.starts_line()) {
        assert_eq!(node.mv(), Move::NULL);
    }
}

#[test]
fn what_is_written_is_read_again() {
    let games = games(GAMES);
    let written = export(&games);
    assert!(!written.contains("%unread") && written.contains("1A. e4 {179.1} 1B. d4 {178.3}"), "{written}");
    let again = self::games(&written);
    assert_eq!(export(&again), written);
    for (game, again) in games.iter().zip(&again) {
        let variant = game.tag("Variant").unwrap_or_default();
        assert!(game.means_the_same(again), "{variant}");
        assert!(game.nodes().map(|node| node.unchecked()).eq(again.nodes().map(|node| node.unchecked())));
    }
    // What says that the rules are unknown is kept in any case.
    for game in &games {
        let mut reduced = Vec::new();
        Export::reduced().write_game(game, &mut reduced);
        let again = &self::games(std::str::from_utf8(&reduced).unwrap())[0];
        assert!(
            game.mainline().map(|node| node.unchecked()).eq(again.mainline().map(|node| node.unchecked()))
        );
    }
    for width in [1, 20, 1000] {
        let mut out = Vec::new();
        games.iter().for_each(|game| {
            Export::default().width(width).write_game(game, &mut out);
        });
        assert_eq!(export(&self::games(std::str::from_utf8(&out).unwrap())), written);
    }
}

/// A suffix would be a part of some of these words.
#[test]
fn glyphs_stay_apart_from_words_in_any_notation() {
    let game = &games("[Variant \"x\"]\n\n1. esc $1 -- $2 e4@d5 $3 =x $4 *")[0];
    let mut out = Vec::new();
    Export::default().suffixes(true).write_game(game, &mut out);
    let again = &games(std::str::from_utf8(&out).unwrap())[0];
    assert!(game.means_the_same(again), "{again}");
}

#[test]
fn one_warning_a_game_says_so() {
    let mut replayer = Replayer::new(GAMES.as_bytes());
    let mut checker = Checker::new();
    for _ in games(GAMES) {
        let mut found = Collect::default();
        checker.check_game(&mut replayer, &mut found).unwrap();
        let found: Vec<_> = found.to_vec();
        let codes: Vec<_> = found.iter().filter(|one| one.code == Code::UnsupportedVariant).collect();
        assert_eq!(codes.len(), 1);
        // Nothing is said of moves, numbers and the result on the board.
        let of_moves =
            |code: Code| ["-move", "-number", "-word", "-board"].iter().any(|end| code.name().ends_with(end));
        let errors = found.iter().find(|one| one.severity == Severity::Error || of_moves(one.code));
        assert_eq!(errors, None);
    }
}

#[test]
fn visitors_get_words_and_can_leave() {
    #[derive(Default)]
    struct Words(Vec<String>, Option<Flow>);
    impl Visitor for Words {
        fn play(&mut self, ply: Ply<'_>) -> Flow {
            panic!("{:?} is no move", ply.mv);
        }
        fn unchecked(&mut self, text: Text<'_>) -> Flow {
            self.0.push(text.to_str().into_owned());
            self.1.unwrap_or_default()
        }
    }
    let count = |flow| {
        let mut words = Words(Vec::new(), flow);
        let mut replayer = Replayer::new(GAMES.as_bytes());
        while replayer.read_game(&mut words, &mut pgnkit::syntax::Ignore).is_some() {}
        words.0.len()
    };
    assert_eq!((count(None), count(Some(Flow::Skip)), count(Some(Flow::Stop))), (24, 5, 5));
    let mut in_memory = Words::default();
    games(GAMES)[0].visit(Default::default(), &mut in_memory);
    assert_eq!(in_memory.0.len(), 7);
}

#[test]
fn edits_leave_the_moves_alone() {
    let edited = edit_games(GAMES.as_bytes(), |game| game.set_tag("Event", "another"));
    let text = String::from_utf8(edited.text.into_owned()).unwrap();
    let moves = |text: &str| {
        text.lines().filter(|line| !line.starts_with("[Event ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(moves(&text), moves(GAMES));
}

#[test]
fn numbers_go_with_the_move_after_them() {
    for (text, expected) in [
        ("1. {c} x", "{c} 1. x *"),
        ("1 {c} 1... x {d} .. y", "{c} 1 1... x {d} .. y *"),
        ("1. x 2. $1 y 3", "1. x $1 2. y\n;[%unread] 3\n*"),
        ("1. x (1. ) 2. ; c\n y", "1. x {c}\n;[%unread] (1.)\n2. y *"),
        ("1. x 2. (y) 3", "1. x (y)\n;[%unread] 2.\n;[%unread] 3\n*"),
        ("{c} 1 1... x", "{c} 1 1... x *"),
        ("1a x", "1a x *"),
        ("1. x (=) y (N)z (1. a (+) b) w", "1. x {(=)} y {(N)} z (1. a {(+)} b) w *"),
        (";[%unread] 1\n1... x", "1 1... x *"),
    ] {
        let text = format!("[Variant \"x\"]\n\n{text} *\n");
        let (mut found, mut builder) = (Collect::default(), pgnkit::GameBuilder::new());
        Replayer::new(text.as_bytes()).read_into(&mut builder, &mut found).unwrap();
        let written = builder.game().to_string();
        assert!(written.ends_with(&format!("\n\n{expected}\n\n")), "{text}{written}");
        assert!(found.iter().all(|found| found.severity < Severity::Error), "{text}{found:?}");
        assert_eq!(export(&games(&written)), written);
    }
    // Tag pairs after a number are tags.
    let tags = |text: &str| games(text)[0].tags().map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
    for variant in ["Bughouse", "x"] {
        let text = format!("[Variant \"{variant}\" 8/8/8/k6K [FEN \"x\"]\n\n1A. e4 *\n");
        assert_eq!(tags(&text), ["Variant", "FEN"]);
    }
    // Variations that are passed over leave no words.
    struct NoVariations(Vec<String>);
    impl Visitor for NoVariations {
        fn unchecked(&mut self, text: Text<'_>) -> Flow {
            self.0.push(text.to_str().into_owned());
            Flow::Continue
        }
        fn begin_variation(&mut self, _: pgnkit::Variation<'_>) -> Flow {
            Flow::Skip
        }
    }
    let mut words = NoVariations(Vec::new());
    let text = b"[Variant \"x\"]\n\n1. x (1. y (z) u) 2. v ((w)) *\n";
    Replayer::new(text).read_game(&mut words, &mut Collect::default());
    assert_eq!(words.0, ["1. x", "2. v"]);
    // By rules that are known a number is one of moves.
    let mut found = Collect::default();
    for tags in ["[Variant \"Atomic\"]\n[Variant \"x\"]\n", "[variant \"x\"]\n[Variant \"Atomic\"]\n", ""] {
        Game::read(format!("{tags}\n{{c}} 1 1. e4 *\n").as_bytes(), &mut found);
    }
    assert_eq!(found.iter().filter(|found| found.code == Code::StrayWord).count(), 3);
}

#[test]
fn there_are_no_clocks_and_no_lines_to_merge() {
    let games = games(GAMES);
    assert!(games.iter().all(|game| Clocks::of(game).rows.is_empty()));
    let mut game = games[0].clone();
    assert!(game.merge(&games[0]).is_err());
    assert!(game.add_move(game.root().id(), Move::NULL).is_err());
}

#[cfg(feature = "json")]
#[test]
fn games_come_back_from_json() {
    let games = games(GAMES);
    let mut json = Vec::new();
    for game in &games {
        pgnkit::json::Writer::new().fen(true).write_game(game, &mut json);
    }
    let mut again = String::new();
    let mut found = Collect::default();
    let mut builder = pgnkit::GameBuilder::new();
    let mut reader = pgnkit::json::Reader::new(&json);
    while reader.read_into(&mut builder, &mut found).is_some() {
        again += &builder.game().to_string();
    }
    assert_eq!(again, export(&games));
    assert_eq!(found.to_vec(), []);
}

#[cfg(feature = "pgc")]
#[test]
fn pgc_says_what_it_cannot_hold() {
    for game in games(GAMES) {
        let moves = game.nodes().filter(|node| !node.starts_line()).count() as u64;
        let losses = pgnkit::pgc::Writer::default().write_lossy(&game, &mut Vec::new());
        assert_eq!(losses.moves_without_ordinal + losses.moves_after, moves);
    }
}

#[test]
fn a_word_that_is_no_token_can_be_the_first_move() {
    let text = "[Variant \"x\"]\n\n0c e4 e6 *\n";
    let root = games(text)[0].root().id();
    let edited = edit_games(text.as_bytes(), |game| game.add_comment(root, "a"));
    assert_eq!(edited.text.as_ref(), b"[Variant \"x\"]\n\n{a} 0c e4 e6 *\n");
    let edited = edit_games(text.as_bytes(), |game| game.truncate_after(root));
    assert_eq!(edited.text.as_ref(), b"[Variant \"x\"]\n\n*\n");
}

#[test]
fn a_name_in_white_makes_no_other_game_of_bughouse() {
    let text = "[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n\n1A. e4 1a. e5 *\n\n";
    let mut game = games(text).remove(0);
    assert!(!game.start().rules_are_known);
    assert_eq!(game.set_tag("White", "a and c"), Err(TagError::Start));
    assert_eq!(game.set_tag("White", "?"), Ok(()));
    assert_eq!(game.set_tag("Variant", "Standard"), Err(TagError::Start));
    let edited = edit_games(text.as_bytes(), |game| game.set_tag("White", "a and c"));
    assert_eq!(edited.text.as_ref(), text.as_bytes());
    // With its rules named, the game can have any.
    assert_eq!(game.set_tag("Variant", "Bughouse"), Ok(()));
    assert_eq!(game.set_tag("White", "a and c"), Ok(()));
    assert_eq!(game.remove_tag("Variant"), Err(TagError::Start));
    let again = games(&game.to_string()).remove(0);
    assert!(!again.start().rules_are_known);
    assert_eq!((again.tag("White"), again.mainline().count()), (Some("a and c"), game.mainline().count()));
}
