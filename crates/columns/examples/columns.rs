//! The columns of a file of games, and what they take: `cargo run --release --example columns -- games.pgn`.

use pgnkit::{Replayer, syntax::Ignore};
use pgnkit_columns::{Builder, Layout, Rows};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of games")?;
    let text = std::fs::read(path)?;
    let mut builder = Builder::new(&Layout::new(Rows::Games)).reading_on(true);
    let mut replayer = Replayer::new(&text);
    let mut number = 0;
    let mut bytes = vec![0; builder.schema().fields().len()];
    loop {
        let is_over = replayer.read_game(builder.visitor(), &mut Ignore).is_none();
        if !is_over {
            number += 1;
            builder.add(number, None, &[]);
        }
        if is_over || builder.len() == 4096 {
            let batch = builder.finish()?;
            batch
                .columns()
                .iter()
                .zip(&mut bytes)
                .for_each(|(column, sum)| *sum += column.get_array_memory_size());
        }
        if is_over {
            break;
        }
    }
    println!("{number} games of {} bytes", text.len());
    for (field, bytes) in builder.schema().fields().iter().zip(bytes) {
        println!("{:>16} {bytes:>10} bytes in memory", field.name());
    }
    Ok(())
}
