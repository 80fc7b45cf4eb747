//! The conditions that are tested.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::line::{self, Line};
use crate::{material, moves, pattern};

/// A condition, in what it is given.
pub enum Case {
    Reaches(&'static str),
    Moves(&'static str),
    MovesInAnyOrder(&'static str),
    Pattern(&'static str, Turned),
    Material(&'static str, usize, Colors),
    EndsIn(&'static str),
}

/// How else a pattern may be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    No,
    EitherColor,
    Mirrored,
    Both,
}

/// Whose material it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    AsWritten,
    Either,
}

use Case::{EndsIn, Material, Moves, MovesInAnyOrder, Pattern, Reaches};
use Colors::{AsWritten, Either};
use Turned::{Both, EitherColor, Mirrored, No};

/// All of them. Each chooses some game of the corpus.
pub const CASES: &[Case] = &[
    Reaches("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
    Reaches("d4 Nf6 c4 e6 g3 d5"),
    Reaches("Nf3 d5 d4 Nf6"),
    Reaches("e4 e6 d4 d5 e5 c5"),
    Reaches("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"),
    // After a double step: with a capture that is possible, and without one.
    Reaches("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"),
    Reaches("rnbqkbnr/pp2pppp/2p5/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3"),
    Reaches("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"),
    Moves("e4 e5 Nf3 Nc6 Bb5"),
    Moves("e4 * Nf3 * Bb5"),
    Moves("* b6"),
    Moves("e4 c5 !Nf3"),
    Moves("e4|d4 e5|d5 * Nf6|Nc6"),
    Moves("d4 d5 c4 !e6 * * * * e3"),
    MovesInAnyOrder("d4 Nf6 c4 e6 Nf3"),
    MovesInAnyOrder("d4 * c4 * Nc3 *"),
    MovesInAnyOrder("e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7"),
    MovesInAnyOrder("* g6 * Bg7 * d6 * Nf6 O-O O-O"),
    MovesInAnyOrder("Nf3 * g3 * Bg2 * O-O * * d5"),
    Pattern("?????rk?/?????pbp/*p?/*/*/8/PPP*/??KR????", No),
    Pattern("?????rk?/?????pbp/??????p?/*/*/*/PPP*/??KR????", EitherColor),
    Pattern("*/*/*/*/*/*/?????PPP/*RK?", EitherColor),
    Pattern("rnbqkbnr/*/*/*/*/*/*/RNBQKBNR", No),
    Pattern("*/*/*/*/*/*[Qq]*/*[^P]P?/*K*", No),
    Pattern("*/*/*/*/*/*[Qq]*/*[^P]P?/*K*", Both),
    Pattern("*/*R*/*/*/*/*/*/*", EitherColor),
    Pattern("*/*/*/*Aa*/*/*/*/!*!", No),
    Pattern("*/*/*/*Aa*/*/*/*/!*!", Mirrored),
    Pattern("*/*/*/*/???PP???/*/*/*", No),
    Pattern("*/*/*/*/3P4/*/*/*", Both),
    Pattern("*/*/*p*p*p*/*/*/*/*/*", EitherColor),
    Pattern("8/*/*/*/*/*/*/8", No),
    Pattern("*/*/*/*/*/*/*/*1R1*", Both),
    Pattern("[^Pp][^Pp][^Pp]*/[^p]*/*/*/*/*/8/*", EitherColor),
    Pattern("*/*/*/*[AQ][aK]*/*/*/!*/?2*", Mirrored),
    Pattern("*/*/*[Bb]*[Nn]*/*/2*/*[^A]2[^A]*/*/*", Both),
    Pattern("*/*/*/*/*/*/?B??????/*", No),
    Pattern("*/*/*/*/*/*/?B??????/*", Mirrored),
    Pattern("*/*/*/*/*/*/?B??????/*", Both),
    Material("RP* RP*", 2, AsWritten),
    Material("RP+ RP1<=", 2, Either),
    Material("RP+ RP+", 20, Either),
    Material("RP* LP*", 2, Either),
    Material("RP* LP*", 2, AsWritten),
    Material("QP* R2P*", 0, Either),
    Material("QP* RRP*", 6, AsWritten),
    Material("q*r*b2n0p* q=r=b0n2p=", 2, AsWritten),
    Material("q*r+l*p+ q=r1<=l2>=p1<", 4, Either),
    Material("Q*R+L+P* Q=R1<=L1>=P=", 0, Either),
    Material("Q2R*B*N*P* Q*R*B*N*P*", 1, Either),
    Material("Q2R*B*N*P* Q*R*B*N*P*", 1, AsWritten),
    Material("P+ P+", 10, AsWritten),
    Material("P3+ P2-", 0, Either),
    Material("Q*R2>L*P* Q*R*L*P*", 2, Either),
    Material("R+P# R=P#", 2, AsWritten),
    Material("Q>R*L*P* Q*R*L*P*", 3, Either),
    Material("B2P* N2P*", 0, Either),
    Material("KL2P+ KLLP+", 8, AsWritten),
    Material("q0r1>=l*p* q0r+l*p*", 2, Either),
    EndsIn("mate"),
    EndsIn("stalemate"),
    EndsIn("insufficient"),
    EndsIn("repetition"),
    EndsIn("fivefold"),
    EndsIn("fifty"),
];

impl Case {
    /// As it is written for `pgn filter`.
    pub fn condition(&self) -> String {
        match self {
            Reaches(text) => format!("reaches('{text}')"),
            Moves(text) => format!("moves('{text}')"),
            MovesInAnyOrder(text) => format!("moves('{text}', any_order => true)"),
            Pattern(text, No) => format!("pattern('{text}')"),
            Pattern(text, turned) => {
                let (either, mirrored) = turned.flags();
                format!("pattern('{text}', either_color => {either}, mirrored => {mirrored})")
            }
            Material(text, 2, AsWritten) => format!("material('{text}')"),
            Material(text, stable, colors) => {
                let either = *colors == Either;
                format!("material('{text}', stable => {stable}, either_color => {either})")
            }
            EndsIn(end) => format!("ends_in('{end}')"),
        }
    }

    /// Whether it is true of a line, looked at from the first to the last position.
    pub fn holds(&self, line: &Line) -> bool {
        match self {
            Reaches(text) => {
                let wanted = position(text);
                let board = line::board(&wanted);
                let key = line::key(&wanted);
                let is = |at: usize| line.boards[at] == board && line::key(&line.positions[at]) == key;
                (0..line.boards.len()).any(is)
            }
            Moves(text) => moves::begin(text, line, false),
            MovesInAnyOrder(text) => moves::begin(text, line, true),
            Pattern(text, turned) => {
                let (either, mirrored) = turned.flags();
                line.boards.iter().any(|board| pattern::is_on(text, board, either, mirrored))
            }
            Material(text, stable, colors) => material::is_in(text, &line.boards, *stable, *colors == Either),
            EndsIn(end) => line.last().is_some_and(|last| ends_in(end, last, line)),
        }
    }
}

impl Turned {
    /// Whether colours may be exchanged, and left and right.
    fn flags(self) -> (bool, bool) {
        (matches!(self, EitherColor | Both), matches!(self, Mirrored | Both))
    }
}

fn ends_in(end: &str, last: &Chess, line: &Line) -> bool {
    match end {
        "mate" => last.is_checkmate(),
        "stalemate" => last.is_stalemate(),
        "insufficient" => last.is_insufficient_material(),
        "repetition" => times(last, line) >= 3,
        "fivefold" => times(last, line) >= 5,
        "fifty" => last.halfmoves() >= 100,
        other => panic!("an end: {other}"),
    }
}

/// How often the last position was there.
fn times(last: &Chess, line: &Line) -> usize {
    let key = line::key(last);
    line.positions.iter().filter(|position| line::key(position) == key).count()
}

/// The position of a FEN, or after moves.
fn position(text: &str) -> Chess {
    if text.contains('/') {
        let fen = Fen::from_ascii(text.as_bytes()).expect("a FEN");
        return fen.into_position(CastlingMode::Standard).expect("a position");
    }
    text.split(' ').fold(Chess::default(), |mut position, text| {
        let san = San::from_ascii(text.as_bytes()).expect("a move");
        let mv = san.to_move(&position).expect("a legal move");
        position.play_unchecked(mv);
        position
    })
}
