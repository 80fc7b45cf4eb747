//! Large collections, for time and memory.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use crate::game::Plain;
use crate::names;
use crate::random::Random;

const SYLLABLES: [&str; 24] = [
    "ka", "ro", "vi", "ten", "mar", "lo", "sku", "bern", "dal", "ev", "gri", "ham", "is", "jo", "kel", "nim",
    "ost", "per", "qui", "ras", "sol", "tar", "ulm", "zan",
];

fn name(number: usize) -> String {
    let mut name = String::new();
    let mut rest = number;
    for _ in 0..4 {
        name.push_str(SYLLABLES[rest % SYLLABLES.len()]);
        rest /= SYLLABLES.len();
    }
    let first = name.remove(0).to_ascii_uppercase();
    format!("{first}{name}, {}", ["Anna", "Boris", "Carl", "Dora", "Emil", "Fritz"][number % 6])
}

/// Writes `count` games: lines of real ones, cut somewhere, with other players and dates. A twentieth are copies of earlier ones.
pub fn write(games: &[Plain], count: u64, path: &Path) -> io::Result<()> {
    let games: Vec<&Plain> = games.iter().filter(|game| game.plies >= 40).collect();
    let mut out = io::BufWriter::with_capacity(1 << 20, fs::File::create(path)?);
    let mut random = Random::new(0x6c61_7267);
    let (mut text, mut kept) = (String::new(), Vec::<Plain>::new());
    let mut copies = 0_u64;
    for number in 0..count {
        let mut game;
        if number % 20 == 19 && !kept.is_empty() {
            game = kept.swap_remove(random.below(kept.len()));
            copies += 1;
            match random.below(4) {
                0 => {}
                1 => game.annotated = true,
                2 => game.change("White", names::initials),
                _ => game.plies -= random.below(6),
            }
        } else {
            game = games[random.below(games.len())].clone();
            game.plies = 36 + random.below(game.plies - 35);
            let players = [random.below(250_000), random.below(250_000)];
            game.set("White", name(players[0]));
            game.set("Black", name(players[1]));
            game.set(
                "Date",
                format!(
                    "{}.{:02}.{:02}",
                    1950 + random.below(75),
                    1 + random.below(12),
                    1 + random.below(28)
                ),
            );
            // Some of them are copied later, from near and far.
            if kept.len() < 200_000 {
                kept.push(game.clone());
            } else if random.below(10) == 0 {
                let at = random.below(kept.len());
                kept[at] = game.clone();
            }
        }
        text.clear();
        game.append(&mut text);
        out.write_all(text.as_bytes())?;
    }
    println!("{count} games, {copies} of them copies");
    out.flush()
}
