//! Variants in random games, by pgnkit and by shakmaty.
//!
//! `variants [--games N] [--perft N] [--seed N] [VARIANT]...` plays random games of each variant (1,000 unless said) and
//! compares at every ply the legal moves, their SAN, the FEN, check and how the game has ended; in N positions of them
//! (100 unless said) also the number of lines of three moves. Every third game of a variant that has castling starts
//! from a position of Chess960. `--speed` measures how long both take to count lines. The exit status is 1 where they
//! differ in what is not explained below.

mod speed;

use std::collections::BTreeSet;
use std::process::ExitCode;

use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::chess::{ChessMode, Position, Status, Variant};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::variant::{Variant as Peer, VariantPosition};
use shakmaty::{CastlingMode, EnPassantMode, KnownOutcome, Outcome, Position as _};

/// Plies of one game at the most.
const PLIES: u32 = 300;

fn main() -> ExitCode {
    let (mut games, mut perft, mut seed, mut with_speed) = (1000, 100, 1, false);
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
        match argument.as_str() {
            "--games" => games = number(),
            "--perft" => perft = number(),
            "--seed" => seed = number(),
            "--speed" => with_speed = true,
            name => wanted.push(Variant::ALL.into_iter().find(|v| v.name() == name).expect("a variant")),
        }
    }
    let wanted = if wanted.is_empty() { Variant::ALL.to_vec() } else { wanted };
    if with_speed {
        wanted.into_iter().for_each(speed::compare);
        return ExitCode::SUCCESS;
    }
    let mut differences = 0;
    for variant in wanted {
        let mut run = Run { variant, random: Random(seed), left: perft, plies: 0, ended: 0, explained: 0 };
        for game in 0..games {
            if let Err(difference) = run.play(game % 3 == 2) {
                differences += 1;
                println!("{variant}, game {game}: {difference}");
            }
        }
        let Run { plies, ended, explained, .. } = run;
        println!("{variant}: {games} games, {plies} plies, {ended} ended by a rule, {explained} explained");
    }
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn peer(variant: Variant) -> Peer {
    match variant {
        Variant::Crazyhouse => Peer::Crazyhouse,
        Variant::ThreeCheck => Peer::ThreeCheck,
        Variant::KingOfTheHill => Peer::KingOfTheHill,
        Variant::Antichess => Peer::Antichess,
        Variant::Atomic => Peer::Atomic,
        Variant::Horde => Peer::Horde,
        Variant::RacingKings => Peer::RacingKings,
        _ => Peer::Chess,
    }
}

/// A generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit.max(1)
    }
}

/// The order of the pieces in pockets differs: queens come first here, pawns there.
fn sorted_pockets(fen: &str) -> String {
    let (Some(open), Some(close)) = (fen.find('['), fen.find(']')) else { return fen.to_owned() };
    let mut pocket: Vec<u8> = fen.as_bytes()[open + 1..close].to_vec();
    pocket.sort_unstable();
    format!("{}{}{}", &fen[..open], String::from_utf8_lossy(&pocket), &fen[close + 1..])
}

struct Run {
    variant: Variant,
    random: Random,
    /// Positions in which lines are still to be counted.
    left: u64,
    plies: u64,
    ended: u64,
    explained: u64,
}

impl Run {
    fn play(&mut self, chess960: bool) -> Result<(), String> {
        let ours = self.start(chess960);
        let text = ours.fen(EnPassant::Always).as_str().to_owned();
        let theirs: Fen = text.parse().map_err(|error| format!("{text}: {error}"))?;
        let mut theirs =
            VariantPosition::from_setup(peer(self.variant), theirs.into_setup(), CastlingMode::Chess960)
                .map_err(|error| format!("{text}: {error}"))?;
        let mut ours = ours;
        for _ in 0..PLIES {
            self.plies += 1;
            self.compare(&ours, &theirs)?;
            let moves = ours.legal_moves();
            if ours.status().is_over() && theirs.outcome() != Outcome::Unknown || moves.is_empty() {
                self.ended += 1;
                break;
            }
            let mv = moves[self.random.below(moves.len())];
            let uci = mv.to_uci(ChessMode::Chess960).as_str().to_owned();
            let peers: UciMove = uci.parse().map_err(|_| uci.clone())?;
            let peers = peers.to_move(&theirs).map_err(|error| format!("{ours} {uci}: {error}"))?;
            ours.play(mv);
            theirs.play_unchecked(peers);
        }
        Ok(())
    }

    fn start(&mut self, chess960: bool) -> Position {
        let start = self.variant.start();
        if !chess960 || matches!(self.variant, Variant::Horde | Variant::RacingKings | Variant::Antichess) {
            return start;
        }
        let number = self.random.below(960) as u16;
        let text = Position::chess960(number).unwrap_or(Position::START).to_string();
        fen::parse_variant(text.as_bytes(), self.variant, None).map_or(start, |fen| fen.position)
    }

    fn compare(&mut self, ours: &Position, theirs: &VariantPosition) -> Result<(), String> {
        let text = ours.fen(EnPassant::Legal).as_str().to_owned();
        let peers = Fen::try_from_setup(theirs.to_setup(EnPassantMode::Legal)).map_err(|_| text.clone())?;
        let peers = peers.to_string();
        if sorted_pockets(&text) != sorted_pockets(&peers) {
            return Err(format!("FEN {text}, or {peers}"));
        }
        let read =
            fen::parse_variant(text.as_bytes(), self.variant, None).map_err(|e| format!("{text}: {e}"))?;
        if read.position.fen(EnPassant::Legal).as_str() != text {
            return Err(format!("{text} is read as {}", read.position));
        }
        if ours.is_check() != theirs.is_check() {
            return Err(format!("{text}: check {}, or {}", ours.is_check(), theirs.is_check()));
        }
        let our_moves: BTreeSet<String> =
            ours.legal_moves().iter().map(|mv| ours.san(*mv).to_string()).collect();
        let their_moves: BTreeSet<String> = theirs
            .legal_moves()
            .into_iter()
            .map(|mv| SanPlus::from_move(theirs.clone(), mv).to_string())
            .collect();
        if our_moves != their_moves {
            let ours: Vec<_> = our_moves.difference(&their_moves).collect();
            let theirs: Vec<_> = their_moves.difference(&our_moves).collect();
            return Err(format!("{text}: only here {ours:?}, only there {theirs:?}"));
        }
        for mv in &ours.legal_moves() {
            let (san, uci) = (ours.san(*mv).to_string(), mv.to_uci(ChessMode::Chess960));
            if ours.parse_san(&san) != Ok(*mv) || ours.parse_uci(uci.as_bytes()) != Some(*mv) {
                return Err(format!("{text}: {san}, {uci} is not read back"));
            }
        }
        self.compare_end(ours, theirs, &text)?;
        if self.left > 0 && self.random.below(40) == 0 {
            self.left -= 1;
            let (here, there) = (ours.perft(3), shakmaty::perft(theirs, 3));
            if here != there {
                return Err(format!("{text}: {here} lines, or {there}"));
            }
        }
        Ok(())
    }

    fn compare_end(&mut self, ours: &Position, theirs: &VariantPosition, text: &str) -> Result<(), String> {
        let status = match ours.status() {
            // The peer does not count moves.
            Status::SeventyFiveMoves => Status::Ongoing,
            status => status,
        };
        let here = status.is_over().then(|| status.winner().map(|color| color.letter()));
        let there = match theirs.outcome() {
            Outcome::Unknown => None,
            Outcome::Known(KnownOutcome::Draw) => Some(None),
            Outcome::Known(KnownOutcome::Decisive { winner }) => Some(Some(winner.char())),
        };
        if here == there {
            return Ok(());
        }
        // Whether a horde can mate is not judged here by its pieces.
        if self.variant == Variant::Horde && here.is_none() && there == Some(None) {
            self.explained += 1;
            return Ok(());
        }
        Err(format!("{text}: {:?}, or {:?}", ours.status(), theirs.outcome()))
    }
}
