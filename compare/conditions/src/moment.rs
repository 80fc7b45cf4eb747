//! A position with the move before it, asked as simply as can be.

use shakmaty::{Chess, Color, Move, Position as _, Role, Square};

use crate::line::{self, EMPTY, Line};

/// One position of a line.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'l> {
    line: &'l Line,
    /// Half-moves before it.
    pub at: usize,
}

/// All positions of a line.
pub fn all(line: &Line) -> impl Iterator<Item = Moment<'_>> {
    (0..line.positions.len()).map(move |at| Moment { line, at })
}

impl Moment<'_> {
    fn position(&self) -> &Chess {
        &self.line.positions[self.at]
    }

    fn played(&self) -> Option<(&Chess, Move)> {
        let before = self.at.checked_sub(1)?;
        Some((&self.line.positions[before], self.line.moves[before]))
    }

    fn mv(&self) -> Option<Move> {
        Some(self.played()?.1)
    }

    pub fn white_to_move(&self) -> bool {
        self.position().turn() == Color::White
    }

    pub fn mover_is_white(&self) -> Option<bool> {
        self.mv().map(|_| !self.white_to_move())
    }

    pub fn move_number(&self) -> u32 {
        self.played().map_or(self.position(), |(before, _)| before).fullmoves().get()
    }

    pub fn is_check(&self) -> bool {
        self.position().is_check()
    }

    pub fn is_mate(&self) -> bool {
        self.position().is_checkmate()
    }

    pub fn checkers(&self) -> Vec<Square> {
        self.position().checkers().into_iter().collect()
    }

    pub fn legal_moves(&self) -> usize {
        self.position().legal_moves().len()
    }

    pub fn halfmove_clock(&self) -> u32 {
        self.position().halfmoves()
    }

    pub fn repetitions(&self) -> usize {
        let (board, key) = (&self.line.boards[self.at], line::key(self.position()));
        let is = |at: &usize| self.line.boards[*at] == *board && line::key(&self.line.positions[*at]) == key;
        (0..=self.at).filter(is).count()
    }

    pub fn san(&self) -> Option<&str> {
        Some(&self.line.sans[self.at.checked_sub(1)?])
    }

    pub fn piece(&self) -> Option<char> {
        self.mv().map(|mv| mv.role().upper_char())
    }

    pub fn captured(&self) -> Option<char> {
        self.mv()?.capture().map(Role::upper_char)
    }

    pub fn is_capture(&self) -> bool {
        self.captured().is_some()
    }

    pub fn promotion(&self) -> Option<char> {
        self.mv()?.promotion().map(Role::upper_char)
    }

    pub fn is_castling(&self) -> bool {
        matches!(self.mv(), Some(Move::Castle { .. }))
    }

    /// Whether it castles on the king's side, or on the other one.
    pub fn castles(&self, short: bool) -> bool {
        matches!(self.mv(), Some(Move::Castle { king, rook }) if (rook.file() > king.file()) == short)
    }

    pub fn is_en_passant(&self) -> bool {
        matches!(self.mv(), Some(Move::EnPassant { .. }))
    }

    /// Where the piece, or the king in castling, has come to.
    pub fn to(&self) -> Option<Square> {
        Some(match self.mv()? {
            Move::Castle { king, rook } => {
                let file = if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C };
                Square::from_coords(file, king.rank())
            }
            mv => mv.to(),
        })
    }

    pub fn destination(&self) -> Option<String> {
        self.to().map(|square| square.to_string())
    }

    pub fn origin(&self) -> Option<String> {
        self.mv()?.from().map(|square| square.to_string())
    }

    /// The pieces on the board by their letters, or a space.
    fn letter(&self, square: Square) -> char {
        self.position().board().piece_at(square).map_or(char::from(EMPTY), shakmaty::Piece::char)
    }

    fn all_of(&self, letters: &str) -> Vec<Square> {
        Square::ALL.into_iter().filter(|square| letters.contains(self.letter(*square))).collect()
    }

    fn attacks(&self, from: Square) -> Vec<Square> {
        self.position().board().attacks_from(from).into_iter().collect()
    }

    pub fn pieces(&self, letters: &str) -> usize {
        self.all_of(letters).len()
    }

    pub fn pieces_on_rank(&self, letter: char, rank: usize) -> usize {
        let squares = self.all_of(&letter.to_string());
        squares.into_iter().filter(|square| usize::from(*square) / 8 + 1 == rank).count()
    }

    /// How many of the targets the pieces attack.
    pub fn attacked(&self, targets: &str, pieces: &str) -> usize {
        let attacked: Vec<Square> =
            self.all_of(pieces).into_iter().flat_map(|from| self.attacks(from)).collect();
        self.all_of(targets).into_iter().filter(|target| attacked.contains(target)).count()
    }

    /// How many of the pieces attack a square.
    pub fn attackers(&self, square: &str, pieces: &str) -> usize {
        let square = Square::from_ascii(square.as_bytes()).expect("a square");
        self.all_of(pieces).into_iter().filter(|from| self.attacks(*from).contains(&square)).count()
    }

    /// How many of these would leave their king to a slider if they were taken off the board.
    pub fn pinned(&self, letter: char) -> usize {
        let king = if letter.is_ascii_uppercase() { 'K' } else { 'k' };
        let Some(king) = self.all_of(&king.to_string()).first().copied() else { return 0 };
        let board = self.position().board();
        let other = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
        let before = board.attacks_to(king, other, board.occupied());
        let pieces = self.all_of(&letter.to_string()).into_iter();
        pieces
            .filter(|square| board.attacks_to(king, other, board.occupied().without(*square)) != before)
            .count()
    }

    /// Files and ranks of the pawns of a side, ranks as it sees them.
    fn pawns(&self, white: bool) -> Vec<(i32, i32)> {
        let rank = |rank: i32| if white { rank } else { 7 - rank };
        let squares = self.all_of(if white { "P" } else { "p" }).into_iter();
        squares.map(|square| (i32::from(square) % 8, rank(i32::from(square) / 8))).collect()
    }

    pub fn passed(&self, white: bool) -> usize {
        let others: Vec<(i32, i32)> =
            self.pawns(!white).into_iter().map(|(file, rank)| (file, 7 - rank)).collect();
        let stops =
            |(file, rank): (i32, i32), other: &(i32, i32)| (other.0 - file).abs() <= 1 && other.1 > rank;
        self.pawns(white).into_iter().filter(|pawn| !others.iter().any(|other| stops(*pawn, other))).count()
    }

    pub fn isolated(&self, white: bool) -> usize {
        let pawns = self.pawns(white);
        pawns.iter().filter(|(file, _)| !pawns.iter().any(|(other, _)| (other - file).abs() == 1)).count()
    }

    pub fn doubled(&self, white: bool) -> usize {
        let pawns = self.pawns(white);
        let has_one_before =
            |(file, rank): &&(i32, i32)| pawns.iter().any(|other| other.0 == *file && other.1 > *rank);
        pawns.iter().filter(has_one_before).count()
    }

    pub fn points(&self, white: bool) -> i32 {
        let side = |square: &Square| self.letter(*square).is_ascii_uppercase() == white;
        let squares = self.all_of("PNBRQpnbrq").into_iter().filter(side);
        squares.map(|square| points(self.letter(square))).sum()
    }

    pub fn has_opposite_bishops(&self) -> bool {
        match [self.all_of("B"), self.all_of("b")].map(|bishops| (bishops.len(), bishops.first().copied())) {
            [(1, Some(one)), (1, Some(other))] => one.is_light() != other.is_light(),
            _ => false,
        }
    }

    /// Whether the piece that has moved attacks two that are the king, worth more, or not protected.
    pub fn is_fork(&self) -> bool {
        let Some(from) = self.to() else { return false };
        let (own, board) = (self.letter(from), self.position().board());
        let counts = |target: &Square| {
            let other = self.letter(*target);
            let is_prey = other != ' ' && other.is_ascii_uppercase() != own.is_ascii_uppercase();
            let color = if other.is_ascii_uppercase() { Color::White } else { Color::Black };
            let is_free = || board.attacks_to(*target, color, board.occupied()).is_empty();
            is_prey && !"Pp".contains(other) && (points(other) > points(own) || is_free())
        };
        self.attacks(from).iter().filter(|target| counts(target)).count() >= 2
    }

    /// What the other side wins by taking on the square of the move, less what the move took; pins are not looked at.
    pub fn sacrifice(&self) -> i32 {
        let Some((mv, square)) = self.mv().zip(self.to()) else { return 0 };
        let promoted = mv.promotion().map_or(0, |role| points(role.char()) - 1);
        let board: Vec<char> = Square::ALL.into_iter().map(|square| self.letter(square)).collect();
        let lost = (wins(&board, square, !self.white_to_move()) - promoted).max(0);
        (lost - mv.capture().map_or(0, |role| points(role.char()))).max(0)
    }
}

fn points(letter: char) -> i32 {
    match letter.to_ascii_uppercase() {
        'P' => 1,
        'N' | 'B' => 3,
        'R' => 5,
        'Q' => 9,
        'K' => 1000,
        other => panic!("a piece: {other}"),
    }
}

/// What the side that does not own the piece on a square wins by taking it, whichever piece takes, and the other one again.
fn wins(board: &[char], square: Square, owner_is_white: bool) -> i32 {
    let at = usize::from(square);
    let prize = points(board[at]);
    let takers = (0..64).filter(|from| {
        let piece = board[*from];
        piece != ' ' && piece.is_ascii_uppercase() != owner_is_white && reaches(board, *from, at)
    });
    let balance = |from: usize| {
        let mut after = board.to_vec();
        (after[at], after[from]) = (board[from], ' ');
        let is_owner = |piece: char| piece != ' ' && piece.is_ascii_uppercase() == owner_is_white;
        let is_defended = (0..64).any(|from| is_owner(after[from]) && reaches(&after, from, at));
        // A king does not take what is protected, by whatever piece.
        let may_take = !"Kk".contains(board[from]) || !is_defended;
        may_take.then(|| prize - wins(&after, square, !owner_is_white))
    };
    takers.filter_map(balance).max().unwrap_or(0).max(0)
}

/// Whether a piece attacks a square.
fn reaches(board: &[char], from: usize, to: usize) -> bool {
    let place = |at: usize| ((at % 8) as i32, (at / 8) as i32);
    let ((file, rank), (to_file, to_rank)) = (place(from), place(to));
    let (files, ranks) = (to_file - file, to_rank - rank);
    let is_free = || {
        let steps = files.abs().max(ranks.abs());
        let square = |step: i32| (rank + step * ranks.signum()) * 8 + file + step * files.signum();
        (1..steps).all(|step| board[square(step) as usize] == ' ')
    };
    let is_straight = (files == 0) != (ranks == 0);
    let is_diagonal = files != 0 && files.abs() == ranks.abs();
    match board[from] {
        'P' => files.abs() == 1 && ranks == 1,
        'p' => files.abs() == 1 && ranks == -1,
        'N' | 'n' => files.abs() * ranks.abs() == 2,
        'K' | 'k' => files.abs().max(ranks.abs()) == 1,
        'R' | 'r' => is_straight && is_free(),
        'B' | 'b' => is_diagonal && is_free(),
        _ => (is_straight || is_diagonal) && is_free(),
    }
}
