//! The sample of engine games: there is none whose licence would let it lie here.
//!
//! Moves are those of games in `examples/games.pgn` (public domain); the comments are made up, in the manner of a
//! tournament of engines, with lines of play that are legal. It is made once and lies beside: were it made anew for each
//! count, a change of the order in which moves are generated would change it.

use std::fmt::Write as _;
use std::io;

use pgnkit::chess::Position;
use pgnkit::{Game, GameBuilder, Replayer, syntax::Ignore};

const GAMES: usize = 10;
const PLIES: std::ops::Range<u32> = 60..120;

/// Writes `engine.pgn`.
///
/// # Errors
/// When a file cannot be read or written.
pub fn make() -> io::Result<()> {
    let folder = corpus::compare_folder();
    let text = std::fs::read(folder.join("../examples/games.pgn"))?;
    let mut replayer = Replayer::new(&text);
    let mut builder = GameBuilder::new();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut out, mut seen, mut made) = (String::new(), 0, 0);
    while made < GAMES && replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let game = builder.game();
        if !PLIES.contains(&(game.ply_count() as u32)) {
            continue;
        }
        seen += 1;
        // Not all of one master.
        if seen % 12 == 0 {
            made += 1;
            write_game(game, made, &mut random, &mut out);
        }
    }
    std::fs::write(folder.join("instructions/engine.pgn"), out)
}

fn write_game(game: &Game, number: usize, random: &mut Random, out: &mut String) {
    let result = game.tag("Result").unwrap_or("*");
    let _ = write!(
        out,
        "[Event \"A match that was never played\"]\n[Site \"?\"]\n[Date \"2026.01.{number:02}\"]\n\
         [Round \"1.{number}\"]\n[White \"Engine A 20260101\"]\n[Black \"Engine B 4711.00\"]\n[Result \"{result}\"]\n\
         [PlyCount \"{}\"]\n[TimeControl \"7200+15\"]\n\n\
         {{WhiteEngineOptions: Protocol=uci; Hash=16384; Threads=43; OwnBook=false;, BlackEngineOptions: Protocol=uci; \
         Hash=16384; Threads=43; OwnBook=false;}}\n",
        game.ply_count()
    );
    let mut before = Position::START;
    for (ply, node) in game.mainline().enumerate() {
        let after = node.position();
        if ply % 2 == 0 {
            let _ = write!(out, "{}. ", ply / 2 + 1);
        }
        let _ = write!(out, "{} {{", node.san());
        if ply < 12 {
            out.push_str("book, mb=+0+0+0+0+0,");
        } else {
            let _ = write!(
                out,
                "d={}, sd={}, mt={}, tl={}, s={}, n={}, pv={}",
                20 + random.below(20),
                30 + random.below(40),
                random.below(500_000),
                random.below(7_000_000),
                random.below(60_000_000),
                random.below(30_000_000_000),
                node.san(),
            );
            write_line(after, random, out);
            let _ = write!(
                out,
                ", tb={}, h={}.{}, ph=0.0, wv=0.{:02}, R50={}, mb=+0+0+0+0+0,",
                random.below(1000),
                random.below(100),
                random.below(10),
                random.below(100),
                random.below(51),
            );
        }
        out.push('}');
        out.push(if ply % 2 == 1 { '\n' } else { ' ' });
        before = after;
    }
    let _ = write!(out, "{{{} pieces are left}}\n{result}\n\n", before.occupied().0.count_ones());
}

/// Up to forty legal moves, as an engine's line of play.
fn write_line(mut position: Position, random: &mut Random, out: &mut String) {
    for _ in 0..5 + random.below(35) {
        let moves = position.legal_moves();
        let Some(&mv) = moves.as_slice().get(random.below(moves.len().max(1) as u64) as usize) else {
            return;
        };
        let next = position.after(mv);
        let _ = write!(out, " {}", position.san_with_next(mv, &next));
        position = next;
    }
}

/// xorshift64*: any will do, as long as it is always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) % bound
    }
}
