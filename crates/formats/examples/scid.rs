//! A database of Scid as PGN, or PGN as a database: `scid BASE` prints the games of BASE.si4, and `scid BASE FILE.pgn`
//! makes the three files of BASE.

use std::error::Error;
use std::fs;

use pgnkit::GameBuilder;
use pgnkit_formats::scid::{Encoder, GameReader, GameRecord, Header, IndexEntry, Names};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().ok_or("usage: scid BASE [FILE.pgn]")?;
    match arguments.next() {
        None => print(&base),
        Some(file) => make(&base, &fs::read(file)?),
    }
}

fn print(base: &str) -> Result<(), Box<dyn Error>> {
    let index = fs::read(format!("{base}.si4"))?;
    let games = fs::read(format!("{base}.sg4"))?;
    let names = Names::parse(&fs::read(format!("{base}.sn4"))?, &mut |damage| eprintln!("{damage}"))?;
    let header = Header::parse(&index)?;
    let (mut reader, mut builder) = (GameReader::new(), GameBuilder::new());
    for number in 0..header.games {
        let bytes = index.get(header.record(number)).ok_or("the index is too short")?;
        let entry = IndexEntry::parse(bytes, header.version)?;
        match entry.blob(&games) {
            Ok(blob) => {
                let record = GameRecord { number: number + 1, entry: &entry, names: &names, blob };
                reader.read_into(&record, &mut builder, &mut |damage| eprintln!("{damage}"));
                print!("{}", builder.game());
            }
            Err(damage) => eprintln!("{damage}"),
        }
    }
    Ok(())
}

fn make(base: &str, text: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut encoder = Encoder::new();
    for (number, parsed) in pgnkit::parse_games(text).enumerate() {
        if let Err(error) = encoder.push(&parsed.game) {
            eprintln!("game {}: {error}", number + 1);
        }
    }
    let files = encoder.finish();
    fs::write(format!("{base}.si4"), files.index)?;
    fs::write(format!("{base}.sn4"), files.names)?;
    fs::write(format!("{base}.sg4"), files.games)?;
    Ok(())
}
