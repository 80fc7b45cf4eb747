//! Variants in random games, by pgnkit and by shakmaty.
//!
//! `variants [--games N] [--perft N] [--depth D] [--endings N] [--seed N] [VARIANT]...` plays random games of each variant
//! (1,000 unless said) and compares at every ply the position, the legal moves, check, how the game has ended and who can
//! still win, and of the move that is played the SAN; at one ply of eight also the SAN of all moves, the FEN, and whether
//! all of it is read back. In N positions of them (100 unless said) also the number of lines of D moves (3 unless said).
//! Every third game of a variant that has castling starts from a position of Chess960. In N positions of a few pieces
//! (10,000 unless said) who can still win is compared. `--dump N`
//! writes the positions of N games for a second witness: `variants --dump 20 | python3 variants/python_chess.py`. The exit
//! status is 1 where they differ in what is not explained in `endings`.

mod endings;
mod game;

use std::process::ExitCode;
use std::time::Instant;

use pgnkit::chess::Variant;
use shakmaty::variant::Variant as Peer;

fn main() -> ExitCode {
    let mut limits = game::Limits { games: 1000, perft: 100, depth: 3 };
    let (mut endings, mut seed, mut dumped) = (10_000, 1, 0);
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
        match argument.as_str() {
            "--games" => limits.games = number(),
            "--perft" => limits.perft = number(),
            "--depth" => limits.depth = number() as u8,
            "--endings" => endings = number(),
            "--seed" => seed = number(),
            "--dump" => dumped = number(),
            name => wanted.push(Variant::ALL.into_iter().find(|v| v.name() == name).expect("a variant")),
        }
    }
    // Suicide is Antichess but for one ending, and no peer in Rust plays it.
    let all = || Variant::ALL.into_iter().filter(|variant| *variant != Variant::Suicide).collect();
    let wanted = if wanted.is_empty() { all() } else { wanted };
    if dumped > 0 {
        wanted.into_iter().for_each(|variant| game::dump(variant, dumped, seed));
        return ExitCode::SUCCESS;
    }
    let mut differences = 0;
    for variant in wanted {
        let start = Instant::now();
        differences += game::play_all(variant, limits, seed);
        differences += endings::compare_all(variant, endings, seed);
        println!("{variant}: {:.1} s", start.elapsed().as_secs_f64());
    }
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn peer(variant: Variant) -> Peer {
    Peer::from_ascii(variant.name().as_bytes()).expect("a variant of the peer")
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
