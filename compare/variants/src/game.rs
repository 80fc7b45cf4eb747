//! Random games, compared ply by ply.

use std::time::{Duration, Instant};

use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::chess::{ChessMode, Color, Move, PieceKind, Position, Status, Variant};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, EnPassantMode, KnownOutcome, Outcome, Position as _, Role};

use crate::{Random, peer};

/// Plies of one game at the most.
const PLIES: u32 = 300;
/// At one ply of so many texts are compared, too.
const TEXTS: u32 = 8;

/// How much is compared.
#[derive(Clone, Copy)]
pub struct Limits {
    pub games: u64,
    /// Positions in which lines are counted, and how long these are.
    pub perft: u64,
    pub depth: u8,
}

/// Plays the games of a variant, says what was compared, and returns the number of those that differ.
pub fn play_all(variant: Variant, limits: Limits, seed: u64) -> u64 {
    let mut run = Run {
        variant,
        random: Random(seed),
        left: limits.perft,
        depth: limits.depth,
        plies: 0,
        texts: 0,
        ended: 0,
        lines: 0,
        counting: [Duration::ZERO; 2],
        ours: Vec::new(),
        theirs: Vec::new(),
    };
    let (mut differences, start) = (0, Instant::now());
    for game in 0..limits.games {
        if let Err(difference) = run.play(game % 3 == 2) {
            differences += 1;
            println!("{variant}, game {game}: {difference}");
        }
    }
    let counting: Duration = run.counting.iter().sum();
    let each = (start.elapsed() - counting).as_secs_f64() * 1e6 / run.plies.max(1) as f64;
    let Run { plies, texts, ended, left, lines, counting: [here, there], .. } = run;
    println!(
        "{variant}: {} games, {plies} plies ({texts} with all texts), {ended} ended by a rule, {differences} differences, \
         {each:.1} µs a ply",
        limits.games
    );
    println!(
        "{variant}: lines of {} moves in {} positions: {lines}, in {:.1} s and {:.1} s",
        limits.depth,
        limits.perft - left,
        here.as_secs_f64(),
        there.as_secs_f64()
    );
    differences
}

/// The order of the pieces in pockets differs: queens come first here, pawns there.
fn sorted_pockets(fen: &str) -> String {
    let (Some(open), Some(close)) = (fen.find('['), fen.find(']')) else { return fen.to_owned() };
    let mut pocket: Vec<u8> = fen.as_bytes()[open + 1..close].to_vec();
    pocket.sort_unstable();
    format!("{}{}{}", &fen[..open], String::from_utf8_lossy(&pocket), &fen[close + 1..])
}

/// A move as a number: from where to where, promotion, and what is dropped; castling goes to the rook.
fn number(from: u32, to: u32, promotion: u32, drop: u32) -> u32 {
    from | to << 6 | promotion << 12 | drop << 16
}

fn our_number(mv: Move) -> u32 {
    let kind = mv.kind().index() as u32 + 1;
    let to = mv.to().index() as u32;
    match mv.promotion() {
        _ if mv.is_drop() => number(to, to, 0, kind),
        promotion => {
            let promotion = promotion.map_or(0, |kind| kind.index() as u32 + 1);
            number(mv.from().index() as u32, to, promotion, 0)
        }
    }
}

fn their_number(mv: shakmaty::Move) -> u32 {
    use shakmaty::Move::{Castle, EnPassant, Normal, Put};
    match mv {
        Normal { from, to, promotion, .. } => {
            number(u32::from(from), u32::from(to), promotion.map_or(0, u32::from), 0)
        }
        EnPassant { from, to } => number(u32::from(from), u32::from(to), 0, 0),
        Castle { king, rook } => number(u32::from(king), u32::from(rook), 0, 0),
        Put { role, to } => number(u32::from(to), u32::from(to), 0, u32::from(role)),
    }
}

fn role(kind: PieceKind) -> Role {
    Role::ALL[kind.index()]
}

/// Whether both are the same position but for en passant, which legal moves show.
fn is_same(ours: &Position, theirs: &VariantPosition) -> bool {
    let board = theirs.board();
    let colors = [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)];
    let (halfmoves, fullmoves) = (theirs.halfmoves(), u32::from(theirs.fullmoves()));
    PieceKind::ALL.into_iter().all(|kind| u64::from(board.by_role(role(kind))) == ours.kind(kind).0)
        && colors.into_iter().all(|(color, peer)| {
            u64::from(board.by_color(peer)) == ours.color(color).0
                && theirs.pockets().is_none_or(|pockets| {
                    PieceKind::ALL
                        .into_iter()
                        .all(|kind| *pockets.get(peer).get(role(kind)) == ours.pocket(color, kind))
                })
                && theirs.remaining_checks().map(|checks| u8::from(*checks.get(peer)))
                    == ours.remaining_checks(color)
        })
        && u64::from(theirs.promoted()) == ours.promoted().0
        && u64::from(theirs.castles().castling_rights()) == ours.castling_rooks().0
        && (theirs.turn() == shakmaty::Color::White) == (ours.turn() == Color::White)
        && (halfmoves, fullmoves) == (ours.halfmove_clock(), ours.fullmove_number())
}

struct Run {
    variant: Variant,
    random: Random,
    /// Positions in which lines are still to be counted.
    left: u64,
    depth: u8,
    plies: u64,
    texts: u64,
    ended: u64,
    lines: u64,
    /// The time that counting took here and there.
    counting: [Duration; 2],
    ours: Vec<(u32, Move)>,
    theirs: Vec<(u32, shakmaty::Move)>,
}

impl Run {
    fn play(&mut self, chess960: bool) -> Result<(), String> {
        let mut ours = start(self.variant, chess960, &mut self.random);
        let text = ours.fen(EnPassant::Always).as_str().to_owned();
        let theirs: Fen = text.parse().map_err(|error| format!("{text}: {error}"))?;
        let mut theirs =
            VariantPosition::from_setup(peer(self.variant), theirs.into_setup(), CastlingMode::Chess960)
                .map_err(|error| format!("{text}: {error}"))?;
        let first = self.random.below(TEXTS as usize) as u32;
        for ply in 0..PLIES {
            self.plies += 1;
            let is_over = self.compare(&ours, &theirs)?;
            if (ply + first).is_multiple_of(TEXTS) {
                self.texts += 1;
                self.compare_texts(&ours, &theirs)?;
            }
            if is_over {
                self.ended += 1;
                break;
            }
            let at = self.random.below(self.ours.len());
            let (mv, peers) = (self.ours[at].1, self.theirs[at].1);
            let next = ours.after(mv);
            let san = ours.san(mv);
            let their_san = SanPlus::from_move_and_play_unchecked(&mut theirs, peers);
            if san.to_string() != their_san.to_string() {
                return Err(format!("{ours}: {san}, or {their_san}"));
            }
            ours = next;
        }
        Ok(())
    }

    /// Compares all but texts; whether the game is over.
    fn compare(&mut self, ours: &Position, theirs: &VariantPosition) -> Result<bool, String> {
        if !is_same(ours, theirs) {
            return Err(format!("{ours}, or {}", their_fen(theirs)));
        }
        self.ours.clear();
        self.ours.extend(ours.legal_moves().iter().map(|mv| (our_number(*mv), *mv)));
        self.ours.sort_unstable_by_key(|(number, _)| *number);
        self.theirs.clear();
        self.theirs.extend(theirs.legal_moves().into_iter().map(|mv| (their_number(mv), mv)));
        self.theirs.sort_unstable_by_key(|(number, _)| *number);
        if !self.ours.iter().map(|(number, _)| number).eq(self.theirs.iter().map(|(number, _)| number)) {
            let here: Vec<_> = self.ours.iter().map(|(_, mv)| ours.san(*mv).to_string()).collect();
            let there: Vec<_> = self
                .theirs
                .iter()
                .map(|(_, mv)| SanPlus::from_move(theirs.clone(), *mv).to_string())
                .collect();
            return Err(format!("{ours}: moves {here:?}, or {there:?}"));
        }
        if ours.is_check() != theirs.is_check() {
            return Err(format!("{ours}: check {}, or {}", ours.is_check(), theirs.is_check()));
        }
        let is_over = compare_end(ours, theirs)?;
        if self.left > 0 && self.random.below(40) == 0 {
            self.left -= 1;
            self.count(ours, theirs)?;
        }
        Ok(is_over)
    }

    fn count(&mut self, ours: &Position, theirs: &VariantPosition) -> Result<(), String> {
        let start = Instant::now();
        let here = ours.perft(self.depth);
        self.counting[0] += start.elapsed();
        let start = Instant::now();
        let there = shakmaty::perft(theirs, self.depth.into());
        self.counting[1] += start.elapsed();
        self.lines += here;
        if here == there { Ok(()) } else { Err(format!("{ours}: {here} lines, or {there}")) }
    }

    /// Compares the FEN and the SAN of all moves, and reads them back.
    fn compare_texts(&self, ours: &Position, theirs: &VariantPosition) -> Result<(), String> {
        let (text, peers) = (ours.fen(EnPassant::Legal), their_fen(theirs));
        let text = text.as_str();
        if sorted_pockets(text) != sorted_pockets(&peers) {
            return Err(format!("FEN {text}, or {peers}"));
        }
        let read =
            fen::parse_variant(text.as_bytes(), self.variant, None).map_err(|e| format!("{text}: {e}"))?;
        if read.position.fen(EnPassant::Legal).as_str() != text {
            return Err(format!("{text} is read as {}", read.position));
        }
        for ((_, mv), (_, peers)) in self.ours.iter().zip(&self.theirs) {
            let (san, uci) = (ours.san(*mv).to_string(), mv.to_uci(ChessMode::Chess960));
            let peers = SanPlus::from_move(theirs.clone(), *peers).to_string();
            if san != peers {
                return Err(format!("{text}: {san}, or {peers}"));
            }
            if ours.parse_san(&san) != Ok(*mv) || ours.parse_uci(uci.as_bytes()) != Some(*mv) {
                return Err(format!("{text}: {san}, {uci} is not read back"));
            }
        }
        Ok(())
    }
}

/// Writes the positions of random games, one a line, for `python_chess.py`.
pub fn dump(variant: Variant, games: u64, seed: u64) {
    let mut random = Random(seed);
    for game in 0..games {
        let mut position = start(variant, game % 3 == 2, &mut random);
        for _ in 0..PLIES {
            let status = position.status();
            let moves = position.legal_moves();
            let texts: Vec<String> = moves
                .iter()
                .map(|mv| format!("{}={}", mv.to_uci(ChessMode::Chess960).as_str(), position.san(*mv)))
                .collect();
            let end = match status.winner() {
                Some(winner) => winner.letter().to_string(),
                None if status.is_draw() && status != Status::SeventyFiveMoves => "draw".to_owned(),
                None => "-".to_owned(),
            };
            println!(
                "{variant}\t{}\t{}\t{}\t{end}",
                position.fen(EnPassant::Legal),
                texts.join(" "),
                if position.is_check() { "check" } else { "-" }
            );
            if status.is_over() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}

fn start(variant: Variant, chess960: bool, random: &mut Random) -> Position {
    let start = variant.start();
    if !chess960
        || matches!(variant, Variant::Horde | Variant::RacingKings | Variant::Antichess | Variant::Suicide)
    {
        return start;
    }
    let number = random.below(960) as u16;
    let text = Position::chess960(number).unwrap_or(Position::START).to_string();
    fen::parse_variant(text.as_bytes(), variant, None).map_or(start, |fen| fen.position)
}

fn their_fen(theirs: &VariantPosition) -> String {
    let setup = theirs.to_setup(EnPassantMode::Legal);
    Fen::try_from_setup(setup).map_or_else(|_| "no FEN".to_owned(), |fen| fen.to_string())
}

/// Compares how the game has ended, and who can still win; whether it is over.
fn compare_end(ours: &Position, theirs: &VariantPosition) -> Result<bool, String> {
    let status = ours.status();
    let known = match status {
        // The peer does not count moves.
        Status::SeventyFiveMoves => Status::Ongoing,
        status => status,
    };
    let here = known.is_over().then(|| known.winner().map(|color| color.letter()));
    let there = match theirs.outcome() {
        Outcome::Unknown => None,
        Outcome::Known(KnownOutcome::Draw) => Some(None),
        Outcome::Known(KnownOutcome::Decisive { winner }) => Some(Some(winner.char())),
    };
    if here != there {
        return Err(format!("{ours}: {status:?}, or {:?}", theirs.outcome()));
    }
    crate::endings::compare(ours, theirs)?;
    Ok(here.is_some())
}
