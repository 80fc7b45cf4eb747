//! Games in the piece letters of other languages.

use pgnkit::chess::san::Language;
use pgnkit::syntax::{Code, Collect};
use pgnkit::{GameBuilder, PieceLetters, Replayer};

/// The moves of a game as they are exported, without its tags, and what was found in it.
fn read(letters: PieceLetters, text: &str) -> (String, Vec<(Code, String)>) {
    let (mut builder, mut found) = (GameBuilder::new(), Collect::default());
    Replayer::new(text.as_bytes()).letters(letters).read_into(&mut builder, &mut found).unwrap();
    let written = builder.game().to_string();
    let moves = written.split_once("\n\n").unwrap().1.trim_end().to_owned();
    (moves, found.iter().map(|one| (one.code, one.span.text(text.as_bytes()).to_string())).collect())
}

#[test]
fn found_out() {
    // The text, how it is read, and what is said at which word.
    let national = |word: &str| vec![(Code::NationalPieceLetters, word.to_owned())];
    let illegal = |word: &str| vec![(Code::IllegalMove, word.to_owned())];
    for (text, moves, found) in [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", national("Sf3")),
        // English, whatever else it would be.
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", vec![]),
        // `Pf3` would be a pawn's move.
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", national("Pf3")),
        ("1. e4 e5 2. Pf3 *", "1. e4 e5 2. f3 *", vec![(Code::LaxMove, "Pf3".to_owned())]),
        ("1. e4 e5 (1... Sf6 2. Sc3) 2. Sf3 *", "1. e4 e5 (1... Nf6 2. Nc3) 2. Nf3 *", national("Sf6")),
        (
            "1. e4 e5 2. Кf3 Кc6 3. Сc4 Фe7 4. Крe2 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Qe7 4. Ke2 *",
            national("Кf3"),
        ),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *",
            national("Cf3"),
        ),
        // One move of the main line is legal in no language.
        ("1. e4 e5 2. Sf3 Sc6 3. Lb7 *", "1. e4 e5\n;[%unread] 2. Sf3 Sc6 3. Lb7\n*", illegal("Sf3")),
        ("1. e4 e5 2. Sf3 Nc6 *", "1. e4 e5\n;[%unread] 2. Sf3 Nc6\n*", illegal("Sf3")),
        // In a variation one may be.
        (
            "1. e4 e5 2. Sf3 (2. Sd7) Sc6 *",
            "1. e4 e5 2. Nf3\n;[%unread] (2. Sd7)\n2... Nc6 *",
            vec![(Code::NationalPieceLetters, "Sf3".to_owned()), (Code::IllegalMove, "Sd7".to_owned())],
        ),
        ("1. e4 e5 2. Ke3 *", "1. e4 e5\n;[%unread] 2. Ke3\n*", illegal("Ke3")),
        // A promotion to a D may be one to a queen only.
        ("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=D *", "1. a8=Q *", national("a8=D")),
        // A knight in Icelandic and Finnish, a rook in English: the first of two rooks would go there.
        (
            "[FEN \"4k3/8/8/8/8/8/8/R3K1N1 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ra3 Kd7 2. Rf3 Tc6 *",
            "1. Ra3 Kd7 2. Rf3\n;[%unread] Tc6\n*",
            illegal("Tc6"),
        ),
    ] {
        let (is, was) = read(PieceLetters::Detected, text);
        assert_eq!((is.as_str(), &was), (moves, &found), "{text}");
    }
}

#[test]
fn of_several_languages_that_say_the_same_all_are_named() {
    let text = b"1. e4 e5 2. Sf3 Sc6 3. Lb5 *";
    let (mut builder, mut found) = (GameBuilder::new(), Collect::default());
    Replayer::new(text).letters(PieceLetters::Detected).read_into(&mut builder, &mut found).unwrap();
    let message = "expected English piece letters, found `Sf3`; the game is read in those of Danish, German, Norwegian or Swedish";
    assert_eq!(found[0].message, message);
}

#[test]
fn of_several_that_say_other_things_none_is_taken() {
    // A rook in Hungarian, a pawn in German.
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/K3R3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Sd1 *";
    assert_eq!(read(PieceLetters::Detected, text).1[0].0, Code::IllegalMove);
    let text = "[FEN \"4k3/8/8/8/8/8/8/K2Q1B2 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Le2 *";
    assert_eq!(read(PieceLetters::Detected, text).0, ";[%unread] 1. Le2\n*");
}

#[test]
fn told() {
    for (language, text, moves) in [
        (Language::German, "1. e4 e5 2. Sf3 Sc6", "1. e4 e5 2. Nf3 Nc6 *"),
        // Read again, it would be a move.
        (Language::German, "1. Nf3", "{1. Nf3} *"),
        (Language::Dutch, "1. Pf3 Pf6 2. g3 g6 3. Lg2 Lg7 4. O-O", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *"),
        (Language::Romanian, "1. e4 e5 2. Nc4", "1. e4 e5 2. Bc4 *"),
        (Language::Russian, "1. e4 e5 2. Крe2", "1. e4 e5 2. Ke2 *"),
        (Language::English, "1. Sf3", ";[%unread] 1. Sf3\n*"),
    ] {
        assert_eq!(read(PieceLetters::Of(language), text).0, moves, "{language} {text}");
    }
    // The game is noted once, spelling without a fix.
    let text = b"1. e4 d5 2. Sc3 e2-e4 3. Sf3 de4 *";
    let mut found = Collect::default();
    let letters = PieceLetters::Of(Language::German);
    Replayer::new(text).letters(letters).read_game(&mut (), &mut found);
    assert!(found.iter().all(|one| one.fix.is_none() || one.code == Code::LaxMove), "{found:?}");
    assert_eq!(found.iter().filter(|one| one.code == Code::NationalPieceLetters).count(), 1);
}

#[test]
fn each_game_on_its_own() {
    let text = b"1. e4 e5 2. Sf3 Sc6 *\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 e5 2. Cf3 Cc6 *\n";
    let (mut replayer, mut builder) =
        (Replayer::new(text).letters(PieceLetters::Detected), GameBuilder::new());
    for _ in 0..3 {
        replayer.read_into(&mut builder, &mut pgnkit::syntax::Ignore).unwrap();
        assert!(builder.game().to_string().contains("2. Nf3 Nc6"));
    }
}
