//! The conditions that are tested.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::line;
use crate::moment::{self, Moment};
use crate::{material, moves, pattern};

/// A condition, in what it is given.
pub enum Case {
    Reaches(&'static str),
    Moves(&'static str),
    MovesInAnyOrder(&'static str),
    Pattern(&'static str, Turned),
    Material(&'static str, usize, Colors),
    EndsIn(&'static str),
    /// Moves one after the other.
    Line(&'static str),
    /// A position of which this is true, for so many half-moves.
    Position(&'static str, usize, fn(&Moment) -> bool),
    /// Positions one after the other.
    Sequence(&'static str, &'static [fn(&Moment) -> bool]),
    /// Positions, each the next one.
    Streak(&'static str, &'static [fn(&Moment) -> bool]),
    /// So many positions or more.
    Count(&'static str, usize, fn(&Moment) -> bool),
}

/// How else a pattern may be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    No,
    EitherColor,
    Mirrored,
    Both,
    Quarters,
    Shifted,
    QuartersAndShifted,
}

/// Whose material it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    AsWritten,
    Either,
}

use Case::{
    Count, EndsIn, Line, Material, Moves, MovesInAnyOrder, Pattern, Position, Reaches, Sequence, Streak,
};
use Colors::{AsWritten, Either};
use Turned::{Both, EitherColor, Mirrored, No, Quarters, QuartersAndShifted, Shifted};

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
    Pattern("??????rk/*/*/*/*/*/*/*", Quarters),
    Pattern("p1p?????/1p1?????/P1P?????/*/*/*/*/*", Shifted),
    Pattern("[qr]?[QR]*/?!?*/[^qr]k*/*/*/*/*/*", QuartersAndShifted),
    Line("Bxh7+ Kxh7 Ng5+"),
    Line("Nf3 .. Ng5 .. Nxf7"),
    Line("x x x x x x"),
    Line("O-O|O-O-O O-O|O-O-O"),
    Line("e4 !e5|c5|e6 * Nf3"),
    Line("N N N N N N"),
    Line("e8=Q"),
    Line("=Q+ .. #"),
    Line("Qh5 .. Qxh7+ K .. !N K"),
    Line("+ K + K + K + K"),
    Position("is_mate AND piece = 'N'", 0, |at| at.is_mate() && at.piece() == Some('N')),
    Position("is_double_check", 0, |at| at.checkers().len() > 1),
    Position("is_discovered_check AND captured IS NOT NULL", 0, |at| {
        at.is_capture() && !at.is_castling() && at.checkers().iter().any(|from| Some(*from) != at.to())
    }),
    Position("is_castling AND is_check", 0, |at| at.is_castling() && at.is_check()),
    Position("is_en_passant AND is_check", 0, |at| at.is_en_passant() && at.is_check()),
    Position("promotion IN ('R', 'B', 'N')", 0, |at| at.promotion().is_some_and(|to| to != 'Q')),
    Position("captured = 'Q' AND piece = 'P' AND to_square = 'd5'", 0, |at| {
        at.captured() == Some('Q') && at.piece() == Some('P') && at.destination().as_deref() == Some("d5")
    }),
    Position("from_square = 'e1' AND to_square = 'g1' AND NOT is_castling", 0, |at| {
        at.origin().as_deref() == Some("e1") && at.destination().as_deref() == Some("g1") && !at.is_castling()
    }),
    Position("san LIKE 'N%d7+'", 0, |at| {
        at.san().is_some_and(|san| san.starts_with('N') && san.ends_with("d7+"))
    }),
    Position("move_number = 20 AND mover = 'black' AND is_check", 0, |at| {
        at.move_number() == 20 && at.mover_is_white() == Some(false) && at.is_check()
    }),
    Position("ply = 30 AND is_capture", 0, |at| at.at == 30 && at.is_capture()),
    Position("legal_moves > 60", 0, |at| at.legal_moves() > 60),
    Position("halfmove_clock >= 60", 0, |at| at.halfmove_clock() >= 60),
    Position("repetitions >= 3", 0, |at| at.repetitions() >= 3),
    Position("attacked_by('[qr]', 'N') >= 3", 0, |at| at.attacked("qr", "N") >= 3),
    Position("attacked_by('[_A]', 'k') = 0 AND is_check", 0, |at| {
        at.attacked(" PNBRQK", "k") == 0 && at.is_check()
    }),
    Position("attackers('f7', 'A') >= 3", 0, |at| at.attackers("f7", "PNBRQK") >= 3),
    Position("pinned('q') = 1 AND turn = 'black'", 0, |at| at.pinned('q') == 1 && !at.white_to_move()),
    Position("pinned('[RN]') >= 2", 0, |at| at.pinned('R') + at.pinned('N') >= 2),
    Position("passed_pawns(white) >= 3", 0, |at| at.passed(true) >= 3),
    Position("passed_pawns(black) >= 2", 40, |at| at.passed(false) >= 2),
    Position("isolated_pawns(white) >= 4", 0, |at| at.isolated(true) >= 4),
    Position("doubled_pawns(black) >= 3", 0, |at| at.doubled(false) >= 3),
    Position("points(white) <= 12 AND points(black) >= 16", 0, |at| {
        at.points(true) <= 12 && at.points(false) >= 16
    }),
    Position("has_opposite_bishops AND pieces('[QRNqrn]') = 0", 20, |at| {
        at.has_opposite_bishops() && at.pieces("QRNqrn") == 0
    }),
    Position("pieces('P7') >= 2", 0, |at| at.pieces_on_rank('P', 7) >= 2),
    Position("is_fork AND piece = 'N' AND is_check", 0, |at| {
        at.is_fork() && at.piece() == Some('N') && at.is_check()
    }),
    Position("is_fork AND piece = 'P'", 0, |at| at.is_fork() && at.piece() == Some('P')),
    Position("sacrifice >= 9", 0, |at| at.sacrifice() >= 9),
    Position("sacrifice = 2 AND is_check", 0, |at| at.sacrifice() == 2 && at.is_check()),
    Sequence(
        "castling = 'O-O', castling = 'O-O-O', is_mate",
        &[|at| at.castles(true), |at| at.castles(false), |at| at.is_mate()],
    ),
    Sequence(
        "promotion = 'Q', promotion = 'Q', captured = 'Q'",
        &[
            |at| at.promotion() == Some('Q'),
            |at| at.promotion() == Some('Q'),
            |at| at.captured() == Some('Q'),
        ],
    ),
    Streak(
        "is_capture, is_capture, is_capture, is_capture, is_capture",
        &[
            |at| at.is_capture(),
            |at| at.is_capture(),
            |at| at.is_capture(),
            |at| at.is_capture(),
            |at| at.is_capture(),
        ],
    ),
    Streak(
        "sacrifice >= 2, piece = 'K' AND is_capture, is_check",
        &[|at| at.sacrifice() >= 2, |at| at.piece() == Some('K') && at.is_capture(), |at| at.is_check()],
    ),
    Count("is_check", 15, |at| at.is_check()),
    Count("is_capture AND mover = 'black'", 12, |at| at.is_capture() && at.mover_is_white() == Some(false)),
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
    Material("RP* RP*", 0, AsWritten),
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
            Pattern(text, Quarters) => format!("pattern('{text}', turned => true)"),
            Pattern(text, Shifted) => format!("pattern('{text}', shifted => true)"),
            Pattern(text, QuartersAndShifted) => {
                format!("pattern('{text}', turned => true, shifted => true)")
            }
            Pattern(text, turned) => {
                let (either, mirrored) = turned.flags();
                format!("pattern('{text}', either_color => {either}, mirrored => {mirrored})")
            }
            Material(text, 0, AsWritten) => format!("material('{text}')"),
            Material(text, stable, colors) => {
                let either = *colors == Either;
                format!("material('{text}', stable => {stable}, either_color => {either})")
            }
            EndsIn(end) => format!("ends_in('{end}')"),
            Line(text) => format!("line('{text}')"),
            Position(text, 0, _) => format!("position({text})"),
            Position(text, stable, _) => format!("position({text}, stable => {stable})"),
            Sequence(text, _) => format!("sequence({text})"),
            Streak(text, _) => format!("streak({text})"),
            Count(text, least, _) => format!("count({text}) >= {least}"),
        }
    }

    /// Whether it is true of a line, looked at from the first to the last position.
    pub fn holds(&self, line: &line::Line) -> bool {
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
                let is_turned = matches!(turned, Quarters | QuartersAndShifted);
                let is_shifted = matches!(turned, Shifted | QuartersAndShifted);
                line.boards.iter().any(|board| {
                    pattern::is_on(text, board, either, mirrored)
                        || pattern::is_on_elsewhere(text, board, is_turned, is_shifted)
                })
            }
            Material(text, stable, colors) => material::is_in(text, &line.boards, *stable, *colors == Either),
            EndsIn(end) => line.last().is_some_and(|last| ends_in(end, last, line)),
            Line(text) => moves::come(text, line),
            Position(_, stable, is) => {
                let mut since = 0;
                moment::all(line).any(|at| {
                    since = if is(&at) { since + 1 } else { 0 };
                    since > *stable
                })
            }
            Sequence(_, wanted) => {
                // The first that fits is as good as any later one.
                let mut wanted = wanted.iter().peekable();
                moment::all(line).any(|at| wanted.next_if(|is| is(&at)).is_some() && wanted.peek().is_none())
            }
            Streak(_, wanted) => {
                let all: Vec<Moment> = moment::all(line).collect();
                all.windows(wanted.len()).any(|some| wanted.iter().zip(some).all(|(is, at)| is(at)))
            }
            Count(_, least, is) => !line.is_cut && moment::all(line).filter(is).count() >= *least,
        }
    }
}

impl Turned {
    /// Whether colours may be exchanged, and left and right.
    fn flags(self) -> (bool, bool) {
        (matches!(self, EitherColor | Both), matches!(self, Mirrored | Both))
    }
}

fn ends_in(end: &str, last: &Chess, line: &line::Line) -> bool {
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
fn times(last: &Chess, line: &line::Line) -> usize {
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
