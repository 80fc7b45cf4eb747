//! The files that are timed, made once and kept in `compare/data`.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The size most files are brought to by repetition.
const USUAL: usize = 60_000_000;

/// A file of games to time.
#[derive(Clone, Debug)]
pub struct Data {
    /// What it holds, in a word.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
}

impl Data {
    fn at(name: &str, path: PathBuf) -> io::Result<Self> {
        Ok(Self { name: name.to_owned(), bytes: fs::metadata(&path)?.len(), path })
    }

    /// The same text as a `.zst` beside it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn compressed(&self) -> io::Result<Self> {
        let path = self.path.with_extension("pgn.zst");
        if !path.exists() {
            whole(&path, |out| zstd::stream::copy_encode(fs::File::open(&self.path)?, out, 3))?;
        }
        Self::at(&format!("{}.zst", self.name), path)
    }

    /// The first games of the file, up to about `bytes`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn slice(&self, bytes: usize, suffix: &str) -> io::Result<Self> {
        let name = format!("{}-{suffix}", self.name);
        let path = self.path.with_file_name(format!("{name}.pgn"));
        if !path.exists() {
            let text = fs::read(&self.path)?;
            let games = pgnkit::games(&text).take_while(|game| game.offset + game.bytes.len() <= bytes);
            let end = games.last().map_or(0, |game| game.offset + game.bytes.len());
            whole(&path, |out| out.write_all(&text[..end]).and_then(|()| out.write_all(b"\n\n")))?;
        }
        Self::at(&name, path)
    }

    /// The file repeated until it has at least `bytes`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn repeated(&self, bytes: u64, suffix: &str) -> io::Result<Self> {
        let name = format!("{}-{suffix}", self.name);
        let path = self.path.with_file_name(format!("{name}.pgn"));
        if !path.exists() {
            let text = fs::read(&self.path)?;
            whole(&path, |out| repeat(&text, bytes as usize, out))?;
        }
        Self::at(&name, path)
    }
}

/// The three kinds of games: plain, with a clock after each move, with long engine comments. Without the corpus, one:
/// the product's own examples.
///
/// # Errors
/// When there is nothing to make them from, or they cannot be written.
pub fn prepare() -> io::Result<Vec<Data>> {
    let folder = corpus::compare_folder().join("data");
    fs::create_dir_all(&folder)?;
    let corpus = corpus::default_folder();
    if !corpus.is_dir() {
        println!("no corpus at {}: timing the repository's own examples", corpus.display());
        let examples = corpus::compare_folder().join("../examples");
        return Ok(vec![made(&folder, "examples", &[examples], USUAL)?]);
    }
    let engine = ["tcec-s13-superfinal", "tcec-s24-dfrc", "tcec-s28-frc"];
    let engine = engine.map(|name| corpus.join(format!("engine/{name}.pgn.zst")));
    Ok(vec![
        made(&folder, "plain", &[corpus.join("games/gnuchess-book-1.02.pgn.zst")], 0)?,
        made(&folder, "lichess", &[corpus.join("lichess")], USUAL)?,
        made(&folder, "engine", &engine, USUAL)?,
    ])
}

/// `name.pgn` from the files in `sources`, repeated up to `size`.
fn made(folder: &Path, name: &str, sources: &[PathBuf], size: usize) -> io::Result<Data> {
    let path = folder.join(format!("{name}.pgn"));
    if !path.exists() {
        println!("making {name}.pgn");
        let mut text = Vec::new();
        for file in corpus::find(sources)?.unwrap_or_default() {
            text.extend(file.read()?);
            text.extend(b"\n\n");
        }
        if text.is_empty() {
            return Err(io::Error::other(format!("no games to make {name}.pgn from")));
        }
        whole(&path, |out| repeat(&text, size, out))?;
    }
    Data::at(name, path)
}

fn repeat(text: &[u8], size: usize, out: &mut impl Write) -> io::Result<()> {
    (0..size.div_ceil(text.len()).max(1)).try_for_each(|_| out.write_all(text))
}

/// Writes a file that is there only when it is complete.
fn whole(path: &Path, write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut out = BufWriter::new(fs::File::create(&unfinished)?);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(unfinished, path)
}
