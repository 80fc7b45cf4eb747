//! The table of themes. Each condition is exact: what is only a likeness is not here.

use super::PuzzleTheme;
use super::Test::{Condition, Native};
use super::native;

/// All themes, in the order of outputs: kinds of advantage, mates, tactics, moves, phases, lengths. Names are those of lichess's table of puzzles
/// where the meaning is the same; the conditions are our own.
pub static THEMES: &[PuzzleTheme] = &[
    PuzzleTheme {
        name: "advantage",
        doc: "the first move is worth less than 600 centipawns and is no mate",
        test: Native(native::advantage),
    },
    PuzzleTheme {
        name: "crushing",
        doc: "the first move is worth 600 centipawns or more and is no mate",
        test: Native(native::crushing),
    },
    PuzzleTheme { name: "mate", doc: "the solution ends in mate", test: Native(native::is_mate) },
    PuzzleTheme {
        name: "mateIn1",
        doc: "it ends in mate with the first move",
        test: Native(native::mate_in::<1>),
    },
    PuzzleTheme {
        name: "mateIn2",
        doc: "it ends in mate with the second move",
        test: Native(native::mate_in::<2>),
    },
    PuzzleTheme {
        name: "mateIn3",
        doc: "it ends in mate with the third move",
        test: Native(native::mate_in::<3>),
    },
    PuzzleTheme {
        name: "mateIn4",
        doc: "it ends in mate with the fourth move",
        test: Native(native::mate_in::<4>),
    },
    PuzzleTheme {
        name: "mateIn5",
        doc: "it ends in mate with the fifth move or a later one",
        test: Native(native::mate_in_more),
    },
    pattern("anastasiaMate", "theme('anastasia-mate')"),
    pattern("arabianMate", "theme('arabian-mate')"),
    pattern("backRankMate", "theme('back-rank-mate')"),
    pattern("balestraMate", "theme('balestra-mate')"),
    pattern("blindSwineMate", "theme('blind-swine-mate')"),
    pattern("bodenMate", "theme('boden-mate')"),
    pattern("cornerMate", "theme('corner-mate')"),
    pattern("doubleBishopMate", "theme('double-bishop-mate')"),
    pattern("dovetailMate", "theme('dovetail-mate')"),
    pattern("epauletteMate", "theme('epaulette-mate')"),
    pattern("hookMate", "theme('hook-mate')"),
    pattern("killBoxMate", "theme('kill-box-mate')"),
    pattern("morphysMate", "theme('morphys-mate')"),
    pattern("operaMate", "theme('opera-mate')"),
    pattern("pillsburysMate", "theme('pillsburys-mate')"),
    pattern("smotheredMate", "theme('smothered-mate')"),
    pattern("swallowstailMate", "theme('swallows-tail-mate')"),
    pattern("triangleMate", "theme('triangle-mate')"),
    pattern("vukovicMate", "theme('vukovic-mate')"),
    PuzzleTheme {
        name: "fork",
        doc: "a piece that cannot be taken with profit attacks two pieces at least, each the king, worth more, or not protected, and a piece of that kind takes with the next move",
        test: Condition(
            "streak(is_fork AND mover = 'white' AND piece = 'Q' AND sacrifice = 0, TRUE, piece = 'Q' AND is_capture) \
             OR streak(is_fork AND mover = 'white' AND piece = 'R' AND sacrifice = 0, TRUE, piece = 'R' AND is_capture) \
             OR streak(is_fork AND mover = 'white' AND piece = 'B' AND sacrifice = 0, TRUE, piece = 'B' AND is_capture) \
             OR streak(is_fork AND mover = 'white' AND piece = 'N' AND sacrifice = 0, TRUE, piece = 'N' AND is_capture) \
             OR streak(is_fork AND mover = 'white' AND piece = 'P' AND sacrifice = 0, TRUE, piece = 'P' AND is_capture)",
        ),
    },
    PuzzleTheme {
        name: "pin",
        doc: "after a move of the solver a piece of the opponent is pinned to its king and lost: an attacker is worth less, or it is not protected",
        test: Condition("position(is_pin AND mover = 'white')"),
    },
    PuzzleTheme {
        name: "skewer",
        doc: "a queen, rook or bishop attacks a piece that must go, and with the next move a queen, rook or bishop takes a piece",
        test: Condition(
            "streak(is_skewer AND mover = 'white' AND sacrifice = 0, NOT is_mate, piece IN ('Q', 'R', 'B') AND captured <> 'P')",
        ),
    },
    PuzzleTheme {
        name: "discoveredAttack",
        doc: "a move opens the line of a piece that then gives check, or with the next move a queen, rook or bishop takes something",
        test: Condition(
            "position(is_discovered_check AND mover = 'white') \
             OR streak(is_discovered_attack AND mover = 'white', TRUE, piece IN ('Q', 'R', 'B') AND is_capture)",
        ),
    },
    PuzzleTheme {
        name: "discoveredCheck",
        doc: "a move opens the line of a piece that then gives check",
        test: Condition("position(is_discovered_check AND mover = 'white')"),
    },
    PuzzleTheme {
        name: "doubleCheck",
        doc: "two pieces give check at once",
        test: Condition("position(is_double_check AND mover = 'white')"),
    },
    PuzzleTheme {
        name: "sacrifice",
        doc: "a move gives up two points at least, the opponent takes, and the solution goes on",
        test: Condition("streak(sacrifice >= 2 AND mover = 'white', is_capture, TRUE)"),
    },
    PuzzleTheme {
        name: "hangingPiece",
        doc: "the first move takes a knight, bishop, rook or queen that nothing protects, and that has not just taken something there",
        test: Native(native::hanging_piece),
    },
    PuzzleTheme {
        name: "quietMove",
        doc: "a move before the last one takes nothing, gives no check, attacks nothing with what has moved, is no move of the king and none of a pawn to one of the last two ranks, and is not forced by a check or the lack of others",
        test: Native(native::quiet_move),
    },
    PuzzleTheme {
        name: "attackingF2F7",
        doc: "a move takes on f7, or f2, beside a king on its first square",
        test: Condition(
            "position(is_capture AND mover = 'white' AND pieces('Af7@') = 1 AND pieces('ke8') = 1)",
        ),
    },
    PuzzleTheme {
        name: "advancedPawn",
        doc: "a pawn comes to the last rank but one, or promotes",
        test: Condition("position(piece = 'P' AND mover = 'white' AND pieces('A7-8@') = 1)"),
    },
    PuzzleTheme {
        name: "promotion",
        doc: "a pawn promotes",
        test: Condition("position(promotion IS NOT NULL AND mover = 'white')"),
    },
    PuzzleTheme {
        name: "underPromotion",
        doc: "a pawn becomes a rook, bishop or knight",
        test: Condition("position(promotion IN ('R', 'B', 'N') AND mover = 'white')"),
    },
    PuzzleTheme {
        name: "enPassant",
        doc: "a pawn takes another one en passant",
        test: Condition("position(is_en_passant AND mover = 'white')"),
    },
    PuzzleTheme {
        name: "castling",
        doc: "the solver castles",
        test: Condition("position(is_castling AND mover = 'white')"),
    },
    PuzzleTheme {
        name: "opening",
        doc: "no endgame, and the move number is 12 at the most",
        test: Native(native::opening),
    },
    PuzzleTheme {
        name: "middlegame",
        doc: "no endgame, and the move number is more than 12",
        test: Native(native::middlegame),
    },
    PuzzleTheme {
        name: "endgame",
        doc: "at most six pieces are left besides kings and pawns",
        test: Native(native::endgame),
    },
    PuzzleTheme {
        name: "pawnEndgame",
        doc: "there are only kings and pawns, before the first move and after it",
        test: Native(native::pawn_endgame),
    },
    PuzzleTheme {
        name: "knightEndgame",
        doc: "there are only kings, pawns and knights, before the first move and after it",
        test: Native(native::knight_endgame),
    },
    PuzzleTheme {
        name: "bishopEndgame",
        doc: "there are only kings, pawns and bishops, before the first move and after it",
        test: Native(native::bishop_endgame),
    },
    PuzzleTheme {
        name: "rookEndgame",
        doc: "there are only kings, pawns and rooks, before the first move and after it",
        test: Native(native::rook_endgame),
    },
    PuzzleTheme {
        name: "queenEndgame",
        doc: "there are only kings, pawns and queens, before the first move and after it",
        test: Native(native::queen_endgame),
    },
    PuzzleTheme {
        name: "queenRookEndgame",
        doc: "there are only kings, pawns, one queen and rooks, before the first move and after it",
        test: Native(native::queen_rook_endgame),
    },
    PuzzleTheme { name: "oneMove", doc: "the solver has one move", test: Native(native::has_moves::<1>) },
    PuzzleTheme { name: "short", doc: "the solver has two moves", test: Native(native::has_moves::<2>) },
    PuzzleTheme { name: "long", doc: "the solver has three moves", test: Native(native::has_moves::<3>) },
    PuzzleTheme {
        name: "veryLong",
        doc: "the solver has four moves or more",
        test: Native(native::is_very_long),
    },
];

/// A pattern of mate, which is the theme of `pgn filter` of that name.
const fn pattern(name: &'static str, condition: &'static str) -> PuzzleTheme {
    PuzzleTheme {
        name,
        doc: "the solution ends with this mate, as the theme of `pgn filter`",
        test: Condition(condition),
    }
}
