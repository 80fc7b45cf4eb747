//! How long pictures of a game take and how large they are: `cargo run --release -p pgnkit-view --features raster --example raster games.pgn`.
//! The first game of the file; PNG of its end, GIF and APNG of all of it, 720 pixels high without the bars. Medians of twenty.

use std::io;
use std::time::Instant;

use pgnkit::Game;
use pgnkit_view::{Animation, Diagram};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: raster FILE")?;
    let game = Game::read(&std::fs::read(path)?, &mut Vec::new()).ok_or("there is no game")?;
    let animation = Animation::new(&game)?.size(720);
    let last = game.mainline().last().unwrap_or(game.root());
    let diagram = Diagram::of_node(&last);
    println!("{} half-moves", game.ply_count());
    measure("PNG", |out| diagram.png().size(720).write_to(out))?;
    measure("GIF", |out| animation.write_gif(out))?;
    measure("APNG", |out| animation.write_apng(out))?;
    Ok(())
}

fn measure(name: &str, write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let mut times = Vec::new();
    let mut bytes = Vec::new();
    for _ in 0..20 {
        bytes.clear();
        let begin = Instant::now();
        write(&mut bytes)?;
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    println!("{name:<5}{:>7.1} ms{:>8} bytes", times[times.len() / 2], bytes.len());
    Ok(())
}
