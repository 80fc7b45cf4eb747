//! A database of ChessBase as PGN: `chessbase BASE.cbh` or `chessbase ARCHIVE.cbv` prints its games.

use std::error::Error;
use std::path::Path;
use std::{fs, io};

use pgnkit::GameBuilder;
use pgnkit_formats::cbv::{Archive, unpack};
use pgnkit_formats::chessbase::{
    Entities, EntityKind, ExtraHeader, Extras, GameReader, GameRecord, Header, HeaderRecord, annotations_of,
    moves_of, text_title,
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: chessbase BASE.cbh | ARCHIVE.cbv")?;
    let path = Path::new(&path);
    let mut out = io::BufWriter::new(io::stdout().lock());
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cbh")) {
        return print(&|extension| fs::read(path.with_extension(extension)), &mut out);
    }
    let bytes = fs::read(path)?;
    let archive = Archive::parse(&bytes)?;
    let open = |extension: &str| {
        let is_it = |name: &str| name.to_ascii_lowercase().ends_with(&format!(".{extension}"));
        let file = archive.files().iter().find(|file| is_it(&file.name)).ok_or(io::ErrorKind::NotFound)?;
        let packed = bytes.get(file.packed.start as usize..file.packed.end as usize);
        unpack(packed.unwrap_or_default(), file.len).map_err(io::Error::other)
    };
    print(&open, &mut out)
}

fn print(open: &dyn Fn(&str) -> io::Result<Vec<u8>>, out: &mut dyn io::Write) -> Result<(), Box<dyn Error>> {
    let (headers, moves) = (open("cbh")?, open("cbg")?);
    let annotations = open("cba").unwrap_or_default();
    let mut names = Entities::new();
    for kind in EntityKind::ALL {
        if let Ok(file) = open(kind.extension())
            && let Err(damage) = names.read(kind, file)
        {
            eprintln!("{damage}");
        }
    }
    if let Ok(file) = open("cbtt") {
        names.read_tournament_ends(file).unwrap_or_else(|damage| eprintln!("{damage}"));
    }
    let extras_file = open("cbj").unwrap_or_default();
    let extras = Extras::parse(&extras_file).ok();
    let header = Header::parse(&headers)?;
    let (mut reader, mut builder) = (GameReader::new(), GameBuilder::new());
    for number in 1..=header.records(headers.len() as u64) {
        let Some(bytes) = headers.get(header.record(number)) else { break };
        let game = match HeaderRecord::parse(bytes)? {
            HeaderRecord::Game(game) if !game.is_deleted => game,
            HeaderRecord::Game(_) => continue,
            HeaderRecord::Text(text) => {
                let at = text.text_at(None, moves.len() as u64);
                let title = text_title(moves_of(&moves, at).unwrap_or_default(), names.code_page);
                eprintln!("game {number}: a text, {}", title.unwrap_or_default());
                continue;
            }
        };
        let extra = extras.and_then(|extras| extras_file.get(extras.record(number))).map(ExtraHeader::parse);
        let moves_at = game.moves_at(extra.as_ref(), moves.len() as u64);
        let record = GameRecord {
            number,
            header: &game,
            extra: extra.as_ref(),
            names: &names,
            moves: moves_of(&moves, moves_at).unwrap_or_default(),
            moves_at,
            annotations: game
                .annotations_at(extra.as_ref(), annotations.len() as u64)
                .map_or(Ok(&[][..]), |at| annotations_of(&annotations, at))
                .unwrap_or_default(),
        };
        reader.read_into(&record, &mut builder, &mut |damage| eprintln!("{damage}"));
        write!(out, "{}", builder.game())?;
    }
    Ok(())
}
