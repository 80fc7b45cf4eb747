//! Games written in other notations.

use pgnkit::chess::san::Language;
use pgnkit::chess::{Move, PieceKind};
use pgnkit::syntax::Ignore;
use pgnkit::{Export, Game, GameBuilder, LongAlgebraicStyle, Notation, PieceLetters, Replayer};

/// Castling, a capture in passing, promotions, disambiguation, checks, mate.
const GAME: &str = "1. e4 Nf6 2. e5 d5 3. exd6 Ng4 4. dxc7 Nxf2 5. cxd8=Q+ Kxd8 6. Nf3 Nc6 7. Be2 Nxd1 8. O-O Be6 \
                    9. Rxd1 Kc8 10. Nc3 a6 11. Nd5 a5 12. Nb6+ 1-0";

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

fn moves(notation: Notation, game: &Game) -> String {
    let mut out = Vec::new();
    Export::default().notation(notation).width(1000).write_game(game, &mut out);
    let text = String::from_utf8(out).unwrap();
    text.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn one_game_in_every_notation() {
    use LongAlgebraicStyle::{Full, Hyphen, Letter, Squares};
    let long = |form| Notation::Long(form, Language::English);
    for (notation, expected) in [
        (Notation::SAN, GAME),
        (
            Notation::San(Language::German),
            "1. e4 Sf6 2. e5 d5 3. exd6 Sg4 4. dxc7 Sxf2 5. cxd8=D+ Kxd8 6. Sf3 Sc6 7. Le2 Sxd1 8. O-O Le6 9. Txd1 Kc8 \
             10. Sc3 a6 11. Sd5 a5 12. Sb6+ 1-0",
        ),
        (
            Notation::Figurine,
            "1. e4 ♘f6 2. e5 d5 3. exd6 ♘g4 4. dxc7 ♘xf2 5. cxd8=♕+ ♔xd8 6. ♘f3 ♘c6 7. ♗e2 ♘xd1 8. O-O ♗e6 9. ♖xd1 ♔c8 \
             10. ♘c3 a6 11. ♘d5 a5 12. ♘b6+ 1-0",
        ),
        (
            Notation::Uci,
            "1. e2e4 g8f6 2. e4e5 d7d5 3. e5d6 f6g4 4. d6c7 g4f2 5. c7d8q e8d8 6. g1f3 b8c6 7. f1e2 f2d1 8. e1g1 c8e6 \
             9. f1d1 d8c8 10. b1c3 a7a6 11. c3d5 a6a5 12. d5b6 1-0",
        ),
        (
            long(Squares),
            "1. e2e4 g8f6 2. e4e5 d7d5 3. e5d6 f6g4 4. d6c7 g4f2 5. c7d8q+ e8d8 6. g1f3 b8c6 7. f1e2 f2d1 8. e1g1 c8e6 \
             9. f1d1 d8c8 10. b1c3 a7a6 11. c3d5 a6a5 12. d5b6+ 1-0",
        ),
        (
            long(Hyphen),
            "1. e2-e4 g8-f6 2. e4-e5 d7-d5 3. e5-d6 f6-g4 4. d6-c7 g4-f2 5. c7-d8q+ e8-d8 6. g1-f3 b8-c6 7. f1-e2 f2-d1 \
             8. e1-g1 c8-e6 9. f1-d1 d8-c8 10. b1-c3 a7-a6 11. c3-d5 a6-a5 12. d5-b6+ 1-0",
        ),
        (
            long(Letter),
            "1. e2e4 Ng8f6 2. e4e5 d7d5 3. e5d6ep Nf6g4 4. d6c7 Ng4f2 5. c7d8=Q+ Ke8d8 6. Ng1f3 Nb8c6 7. Bf1e2 Nf2d1 8. O-O \
             Bc8e6 9. Rf1d1 Kd8c8 10. Nb1c3 a7a6 11. Nc3d5 a6a5 12. Nd5b6+ 1-0",
        ),
        (
            long(Full),
            "1. e2-e4 Ng8-f6 2. e4-e5 d7-d5 3. e5xd6ep Nf6-g4 4. d6xc7 Ng4xf2 5. c7xd8=Q+ Ke8xd8 6. Ng1-f3 Nb8-c6 7. Bf1-e2 \
             Nf2xd1 8. O-O Bc8-e6 9. Rf1xd1 Kd8-c8 10. Nb1-c3 a7-a6 11. Nc3-d5 a6-a5 12. Nd5-b6+ 1-0",
        ),
    ] {
        assert_eq!(moves(notation, &game(GAME)), expected, "{notation:?}");
    }
}

#[test]
fn what_was_written_is_read_again() {
    let original = game(GAME);
    let long = |language| {
        [
            LongAlgebraicStyle::Squares,
            LongAlgebraicStyle::Hyphen,
            LongAlgebraicStyle::Letter,
            LongAlgebraicStyle::Full,
        ]
        .map(|form| Notation::Long(form, language))
    };
    for &language in Language::ALL {
        let notations = [Notation::San(language)].into_iter().chain(long(language));
        for notation in notations.chain([Notation::Figurine, Notation::Uci]) {
            let text = moves(notation, &original);
            let mut builder = GameBuilder::new();
            let mut replayer = Replayer::new(text.as_bytes()).letters(PieceLetters::Of(language));
            replayer.read_into(&mut builder, &mut pgnkit::syntax::Ignore).unwrap();
            // A queen that is named in lower case is an English one.
            let is_lower = matches!(
                notation,
                Notation::Uci | Notation::Long(LongAlgebraicStyle::Squares | LongAlgebraicStyle::Hyphen, _)
            );
            let expected = if is_lower || notation == Notation::Figurine { None } else { Some(GAME) };
            let read = moves(Notation::SAN, builder.game());
            assert!(expected.is_none_or(|expected| read == expected), "{notation:?}: {text}\n{read}");
            if language == Language::English {
                assert_eq!(read, GAME, "{notation:?}");
            }
        }
    }
}

#[test]
fn everything_else_is_as_in_export_format() {
    let text = "[Event \"Nf3\"]\n\n{Nf3} 1. e4! (1. d4 {Nf3} d5 (1... Nf6)) 1... e5 $14 2. Nf3 -- 1/2-1/2";
    let shown = "{Nf3} 1. e4 $1 (1. d4 {Nf3} 1... d5 (1... Sf6)) 1... e5 $14 2. Sf3 -- 1/2-1/2";
    assert_eq!(moves(Notation::San(Language::German), &game(text)), shown);
    // Columns are characters, not bytes.
    let mut out = Vec::new();
    let long = format!(
        "{} *",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3"
    );
    Export::default().write_game(&game(&long), &mut out);
    let columns = |text: &[u8]| {
        let text = String::from_utf8(text.to_vec()).unwrap();
        text.lines().map(|line| line.chars().count()).collect::<Vec<_>>()
    };
    let expected = columns(&out);
    out.clear();
    Export::default().notation(Notation::Figurine).write_game(&game(&long), &mut out);
    assert_eq!(columns(&out), expected);
}

#[test]
fn glyphs_are_written_at_moves() {
    let moves = |text: &str| {
        let game = Game::read(text.as_bytes(), &mut Ignore).unwrap();
        let mut out = Vec::new();
        Export::default().suffixes(true).width(1000).write_game(&game, &mut out);
        let again = Game::read(&out, &mut Ignore).unwrap();
        assert_eq!(again.to_string(), game.to_string());
        String::from_utf8(out).unwrap().split_once("\n\n").unwrap().1.trim_end().to_owned()
    };
    for (text, shown) in [
        (
            "1. e4 $1 e5 $2 2. Nf3 $3 Nc6 $4 3. Bb5 $5 a6 $6 4. Ba4 $7 *",
            "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $7 *",
        ),
        // One at most, and first of all: `!` and `?` would be another glyph.
        ("1. e4 $14 $1 $2 e5 *", "1. e4! $2 $14 1... e5 *"),
        ("1. e4 $14 {x} (1. d4 ! d5) e5 $1 {y} *", "1. e4 $14 {x} (1. d4! d5) 1... e5! {y} *"),
        ("1. f3 e5 2. g4 -- $6 3. a3 Qh4+ ! *", "1. f3 e5 2. g4 --?! 3. a3 Qh4#! *"),
        // Before any move there is none to write it at.
        ("$1 1. e4 *", "{$1} 1. e4 *"),
    ] {
        assert_eq!(moves(text), shown, "{text}");
    }
    // The line breaks before the move, not in it.
    let game = game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 $1 Ng8 *");
    let mut out = Vec::new();
    Export::default().suffixes(true).width(39).write_game(&game, &mut out);
    let text = String::from_utf8(out).unwrap();
    assert!(text.ends_with("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4.\nNg1! Ng8 *\n\n"), "{text}");
}

/// The null move of engines looks like a number, and numbers before what cannot be read are kept with it.
#[test]
fn what_follows_a_null_move_is_not_read_with_it() {
    for (text, read) in [
        ("1. 0000 foo", "1. --\n;[%unread] foo\n*"),
        ("1. e4 0000 ] 2. e5", "1. e4 --\n;[%unread] ]\n2. e5 *"),
        ("1. e4 e5 2. 0000 Ke3", "1. e4 e5 2. --\n;[%unread] Ke3\n*"),
        ("1. e4 e5 2. 0000. Ke3", "1. e4 e5\n;[%unread] 0000. Ke3\n*"),
    ] {
        let game = Game::read(text.as_bytes(), &mut Ignore).unwrap();
        assert_eq!(moves(Notation::SAN, &game), read, "{text}");
    }
}

#[test]
fn castling_in_chess960_takes_the_rook() {
    let fen = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *";
    assert_eq!(moves(Notation::Uci, &game(fen)), "1. e1g1 *");
    assert_eq!(
        moves(Notation::Long(LongAlgebraicStyle::Hyphen, Language::English), &game(fen)),
        "1. e1-g1 *"
    );
    assert_eq!(moves(Notation::Long(LongAlgebraicStyle::Full, Language::German), &game(fen)), "1. O-O *");
}

/// Games of Chess960, with moves chosen as if by lot: whatever castles is told from a step of the king to the same square.
#[test]
fn chess960_is_read_again_in_every_notation() {
    use LongAlgebraicStyle::{Full, Hyphen, Letter, Squares};
    let long = |form| Notation::Long(form, Language::English);
    let notations = [Notation::Uci, long(Squares), long(Hyphen), long(Letter), long(Full)];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut castled = 0;
    for fen in [
        "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1",
        "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1",
        "r3k1r1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w KQkq - 0 1",
        "2r2krb/pppppppp/8/8/8/8/PPPPPPPP/2R2KRB w KQkq - 0 1",
        "1r4kr/pppppppp/8/8/8/8/PPPPPPPP/1R4KR w KQkq - 0 1",
    ] {
        for _ in 0..40 {
            let mut game = game(&format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*"));
            let mut position = game.start().position;
            let mut node = game.root().id();
            for _ in 0..30 {
                let legal = position.legal_moves();
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let kings = legal.iter().filter(|mv| mv.is_castling() || mv.kind() == PieceKind::King);
                let some: Vec<Move> = if seed >> 63 == 0 { kings.copied().collect() } else { legal.to_vec() };
                let Some(&mv) = some.get((seed >> 33) as usize % some.len().max(1)) else { continue };
                castled += usize::from(mv.is_castling());
                node = game.add_move(node, mv).unwrap();
                position.play(mv);
            }
            for notation in notations {
                let mut out = Vec::new();
                Export::default().notation(notation).write_game(&game, &mut out);
                let again = Game::read(&out, &mut Ignore).unwrap();
                assert_eq!(again.to_string(), game.to_string(), "{}", String::from_utf8_lossy(&out));
            }
        }
    }
    assert!(castled > 50, "{castled}");
}
