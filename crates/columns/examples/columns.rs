//! The columns of a file of games, and what they take: `cargo run --release --example columns -- games.pgn games.parquet [games|plies|positions]`.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use pgnkit::{Replayer, syntax::Ignore};
use pgnkit_columns::parquet::{Encoders, Options, Writer};
use pgnkit_columns::{Builder, Layout, Rows};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, to, rest @ ..] = &arguments[..] else {
        return Err("expected a file of games, and one to write".into());
    };
    let rows: Rows = rest.first().map_or("games", String::as_str).parse().map_err(|()| "no such rows")?;
    let text = std::fs::read(games)?;
    let mut out = File::create(to)?;
    let mut builder = Builder::new(&Layout::new(rows)).reading_on(true);
    let encoders = Arc::new(Encoders::new(2));
    let mut writer = Writer::new(builder.schema().clone(), &Options::new(rows), &encoders)?;
    let mut replayer = Replayer::new(&text);
    let mut number = 0;
    loop {
        let is_over = replayer.read_game(builder.visitor(), &mut Ignore).is_none();
        if !is_over {
            number += 1;
            builder.add(number, None, &[]);
        }
        if is_over || builder.len() >= 4096 {
            writer.write(&builder.finish()?, &mut out)?;
        }
        if is_over {
            break;
        }
    }
    writer.finish(&mut out)?;
    out.flush()?;

    let metadata = SerializedFileReader::new(File::open(to)?)?.metadata().clone();
    let total = out.metadata()?.len();
    let per_game = |bytes: u64| bytes as f64 / number.max(1) as f64;
    println!("{number} games of {} bytes are {total} bytes, {:.1} a game", text.len(), per_game(total));
    for (at, column) in metadata.file_metadata().schema_descr().columns().iter().enumerate() {
        let chunks = metadata.row_groups().iter().map(|group| group.column(at));
        let bytes: i64 = chunks.map(|chunk| chunk.compressed_size()).sum();
        println!(
            "{:>30} {bytes:>10} bytes, {:6.2} a game",
            column.path().string(),
            per_game(bytes.unsigned_abs())
        );
    }
    Ok(())
}
