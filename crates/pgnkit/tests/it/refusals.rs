//! Why a move is not played: every reason, with the exact message and the help that goes with it.

use pgnkit::Replayer;
use pgnkit::syntax::Collect;

/// Reads the moves from a position and returns the message of the first one that is refused, without what was expected, and
/// its help.
fn refusal(fen: &str, moves: &str) -> (String, String) {
    let tags = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n") };
    let text = format!("{tags}{moves} *");
    let mut found = Collect::default();
    Replayer::new(text.as_bytes()).read_game(&mut (), &mut found);
    let refused = found.iter().find(|diagnostic| diagnostic.fen.is_some());
    let refused = refused.unwrap_or_else(|| panic!("expected a refusal of {moves}"));
    let message = refused.message.strip_prefix("expected a ").unwrap();
    let message = message
        .strip_prefix("legal move, found ")
        .or_else(|| message.strip_prefix("move that fits one piece only, found "))
        .unwrap();
    (message.to_owned(), refused.help.clone().unwrap_or_default().into_owned())
}

const START: &str = "";
const TWO_KNIGHTS: &str = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
const PIN: &str = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
const PROMOTE: &str = "8/P7/8/8/8/8/k7/7K w - - 0 1";
const KINGS: &str = "8/8/8/4k3/8/4K3/8/8 w - - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const THREE_QUEENS: &str = "6k1/8/8/Q7/8/Q7/8/Q3K3 w - - 0 1";

#[test]
fn the_reason_is_named() {
    for (fen, moves, message, help) in [
        // Where no piece can go.
        (START, "1. Nf4", "`Nf4`: no knight can reach f4", ""),
        (START, "1. e4 e5 2. Bc4 Nc6 3. Bh5", "`Bh5`: no bishop can reach h5", ""),
        (START, "1. e4 N1a6", "`N1a6`: black has no knight on rank 1", "a knight can play Na6"),
        (START, "1. Nef3", "`Nef3`: white has no knight on the e-file", "a knight can play Nf3"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1. Qd4", "`Qd4`: white has no queen", ""),
        (START, "1. Nd2", "`Nd2`: the pawn on d2 belongs to the same side", ""),
        (START, "1. Bc4", "`Bc4`: the bishop on f1 is blocked by the pawn on e2", ""),
        (START, "1. e3e4", "`e3e4`: white has no piece on e3", ""),
        (TWO_KNIGHTS, "1. Nge4", "`Nge4`: no knight can reach e4", "a knight can play Ne4"),
        (KINGS, "1. Kf4", "`Kf4`: f4 is next to the king on e5", ""),
        (
            "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
            "1. Ke2",
            "`Ke2`: e2 is attacked by the rook on a2",
            "the king can play Kd1 or Kf1",
        ),
        // The king's safety.
        (
            PIN,
            "1. Nd5",
            "`Nd5`: the knight on c3 is pinned by the bishop on b4",
            "a knight can play Ne2, Nf3 or Nh3",
        ),
        ("4k3/8/8/8/8/8/3p4/4K2R w K - 0 1", "1. Rh2", "`Rh2`: the king is in check by the pawn on d2", ""),
        (
            "4k3/8/8/8/4r3/8/6n1/4K2R w - - 0 1",
            "1. Rh2",
            "`Rh2`: the king is in double check and must move",
            "",
        ),
        (
            "8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1",
            "1... fxe3",
            "`fxe3`: the move exposes its own king to the rook on a4",
            "the pawn can play f3",
        ),
        // Pawns.
        (START, "1. e5", "`e5`: it is white's move", "Black could play it: is a move missing before it?"),
        (START, "1. e4 d4", "`d4`: it is black's move", "White could play it: is a move missing before it?"),
        (START, "1. e8", "`e8`: no pawn can reach e8", ""),
        (START, "1. e4 e5 2. e5", "`e5`: the pawn on e4 is blocked by the pawn on e5", ""),
        (START, "1. exd3", "`exd3`: the pawn on e2 has nothing to capture on d3", "a pawn can play d3"),
        (START, "1. ed", "`ed`: the pawn on e2 has nothing to capture on d3", ""),
        (
            START,
            "1. e4 a6 2. e5 d5 3. h3 h6 4. exd6",
            "`exd6`: en passant is possible only directly after the pawn on d5 has moved there",
            "",
        ),
        (PROMOTE, "1. a8=K", "`a8=K`: a promotion to a king is not possible here", ""),
        (START, "1. e4=Q", "`e4=Q`: a promotion to a queen is not possible here", "a pawn can play e4"),
        // Castling.
        (START, "1. O-O", "`O-O`: king-side castling is blocked by the bishop on f1", ""),
        (
            "4k3/8/8/8/8/8/3p4/4K2R w K - 0 1",
            "1. O-O",
            "`O-O`: king-side castling is not possible in check by the pawn on d2",
            "",
        ),
        (
            "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
            "1. O-O",
            "`O-O`: king-side castling crosses f1, which is attacked by the rook on f3",
            "",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "1. O-O",
            "`O-O`: king or rook is not in place for king-side castling, or has moved",
            "",
        ),
        // More than one piece.
        (
            TWO_KNIGHTS,
            "1. Ne2",
            "`Ne2`: it may be Nce2 or Nge2",
            "add the file or the rank that the piece comes from",
        ),
        (
            THREE_QUEENS,
            "1. Qc3",
            "`Qc3`: it may be Q1c3, Q3c3 or Q5c3",
            "add the file or the rank that the piece comes from",
        ),
        // The other side's.
        (START, "1. Nf6", "`Nf6`: it is white's move", "Black could play it: is a move missing before it?"),
        // After the end.
        (START, "1. f3 e5 2. g4 Qh4# 3. Kf2", "`Kf2`: the game ended with 2... Qh4#", ""),
        (START, "1. f3 e5 2. g4 Qh4# Kf2", "`Kf2`: the game ended with 2... Qh4#", ""),
        (START, "1. f3 e5 2. g4 Qh4 {mate} 3. Kf2", "`Kf2`: white is checkmated, and the game is over", ""),
        (
            START,
            "1. f3 e5 2. g4 Qh4!! ; so e4\n 3. Kf2",
            "`Kf2`: white is checkmated, and the game is over",
            "",
        ),
        (MATED, "3. Kf2", "`Kf2`: white is checkmated, and the game is over", ""),
        ("7k/8/8/6Q1/8/8/8/K7 w - - 0 23", "23. Qg6 Kg8", "`Kg8`: the game ended with 23. Qg6", ""),
        // Passing.
        (
            "4k3/8/8/8/8/8/3p4/4K2R w K - 0 1",
            "1. --",
            "`--`: a null move is not possible in check by the pawn on d2",
            "",
        ),
        // Letters of other languages.
        (
            START,
            "1. Sf3",
            "`Sf3`: this is not a move",
            "it is Nf3 with the piece letters of Danish, German, Norwegian, Polish or Swedish",
        ),
        (
            START,
            "1. e4 d5 2. exd5 Dxd5",
            "`Dxd5`: this is not a move",
            "it is Qxd5 with the piece letters of Czech, Danish, Dutch, Finnish, French, German, Icelandic, Italian, \
             Norwegian, Portuguese, Romanian, Spanish or Swedish",
        ),
        (START, "1. P@e4", "`P@e4`: this is not a move", ""),
    ] {
        assert_eq!(refusal(fen, moves), (message.to_owned(), help.to_owned()), "{fen} {moves}");
    }
}

#[test]
fn a_refusal_in_a_variation_shows_where_it_begins() {
    let text = b"1. e4 e5 (1... c5 2. Nf3 (2. Ke3)) *";
    let mut found = Collect::default();
    Replayer::new(text).read_game(&mut (), &mut found);
    let [refused] = &found[..] else { panic!("{found:?}") };
    let labels: Vec<_> = refused.labels.iter().map(|label| (label.span.start, &*label.text)).collect();
    assert_eq!(labels, [(25, "the variation begins here")]);
}
