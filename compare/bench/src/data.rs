//! The files that are timed, made once and kept in `compare/data`.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pgnkit::chess::fen;
use pgnkit::syntax::Ignore;
use pgnkit::{Flow, Ply, Replayer, Visitor};

/// The size most files are brought to by repetition.
const USUAL: usize = 60_000_000;

/// A file of games to time.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its content, in a word.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
}

impl Data {
    fn at(name: &str, path: PathBuf) -> io::Result<Self> {
        Ok(Self { name: name.to_owned(), bytes: fs::metadata(&path)?.len(), path })
    }

    /// The same under another name: for what is done with it.
    pub fn named(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
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

    /// The games of the file as PGC, without what that cannot hold, and these as PGN again: two files of the same games.
    ///
    /// # Errors
    /// When `pgn` cannot write them.
    pub fn as_pgc(&self, pgn: &Path) -> io::Result<[Self; 2]> {
        let name = format!("{}-pgc", self.name);
        let paths = ["pgc", "pgn"].map(|ending| self.path.with_file_name(format!("{name}.{ending}")));
        let [pgc, text] = &paths;
        let write = |words: &[&str], from: &Path, to: &Path| {
            if to.exists() {
                return Ok(());
            }
            let mut command = Command::new(pgn);
            let status =
                command.args(words).arg("-q").arg(from).arg("-o").arg(to).stderr(Stdio::null()).status()?;
            // 1: there were errors in the games.
            matches!(status.code(), Some(0 | 1))
                .then_some(())
                .ok_or_else(|| io::Error::other(format!("{} cannot be written: {status}", to.display())))
        };
        write(&["convert", "--to", "pgc", "--lossy"], &self.path, pgc)?;
        write(&["fmt"], pgc, text)?;
        let [pgc, text] = paths;
        Ok([Self::at(&name, pgc)?, Self::at(&name, text)?])
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

    /// The file repeated, the last time only in part, so that it has at least `bytes` and hardly more.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn repeated(&self, bytes: usize, suffix: &str) -> io::Result<Self> {
        let name = format!("{}-{suffix}", self.name);
        let path = self.path.with_file_name(format!("{name}.pgn"));
        if !path.exists() {
            let text = fs::read(&self.path)?;
            let (times, rest) = (bytes / text.len(), bytes % text.len());
            let ends = pgnkit::games(&text).map(|game| game.offset + game.bytes.len());
            let end = ends.into_iter().find(|&end| end >= rest).unwrap_or(text.len());
            whole(&path, |out| {
                (0..times).try_for_each(|_| out.write_all(&text))?;
                out.write_all(&text[..end])?;
                out.write_all(b"\n\n")
            })?;
        }
        Self::at(&name, path)
    }
}

/// A million games: those of a file seven times over, each time with other players.
///
/// # Errors
/// When it cannot be written.
pub fn million(plain: &Data) -> io::Result<Data> {
    const TIMES: usize = 7;
    let name = format!("{}-million", plain.name);
    let path = plain.path.with_file_name(format!("{name}.pgn"));
    if !path.exists() {
        let text = fs::read(&plain.path)?;
        let mut players: Vec<usize> = ["\n[White \"", "\n[Black \""]
            .into_iter()
            .flat_map(|tag| memchr::memmem::find_iter(&text, tag).map(|at| at + tag.len()))
            .collect();
        players.sort_unstable();
        whole(&path, |out| {
            for time in 0..TIMES {
                let mut from = 0;
                for &at in &players {
                    out.write_all(&text[from..at])?;
                    write!(out, "{time} ")?;
                    from = at;
                }
                out.write_all(&text[from..])?;
                out.write_all(b"\n\n")?;
            }
            Ok(())
        })?;
    }
    Data::at(&name, path)
}

/// The three kinds of games: plain, with a clock after each move, with long engine comments. Without the corpus they
/// are made of the repository's own samples.
///
/// # Errors
/// When there is nothing to make them from, or they cannot be written.
pub fn prepare() -> io::Result<[Data; 3]> {
    let folder = corpus::compare_folder().join("data");
    fs::create_dir_all(&folder)?;
    let corpus = corpus::default_folder();
    if !corpus.is_dir() {
        println!("no corpus at {}: timing the repository's own samples", corpus.display());
        let own = |name: &str, path: &str| {
            made(&folder, &format!("{name}-sample"), &[corpus::compare_folder().join(path)], USUAL)
        };
        return Ok([
            own("plain", "../examples/games.pgn")?,
            own("lichess", "../examples/clocks.pgn")?,
            own("engine", "instructions/engine.pgn")?,
        ]);
    }
    let engine = ["tcec-s13-superfinal", "tcec-s24-dfrc", "tcec-s28-frc"];
    let engine = engine.map(|name| corpus.join(format!("engine/{name}.pgn.zst")));
    Ok([
        made(&folder, "plain", &[corpus.join("games/gnuchess-book-1.02.pgn.zst")], 0)?,
        made(&folder, "lichess", &[corpus.join("lichess")], USUAL)?,
        made(&folder, "engine", &engine, USUAL)?,
    ])
}

/// Positions on which move generators are tried, each in a file of its own with the depth to count to; from
/// <https://www.chessprogramming.org/Perft_Results>, and from random games of each variant, whose name they begin with.
///
/// # Errors
/// When they cannot be written.
pub fn positions() -> io::Result<Vec<Data>> {
    const POSITIONS: [(&str, &str); 13] = [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;D6"),
        ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;D5"),
        ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;D7"),
        ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1;D5"),
        ("talkchess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8;D5"),
        ("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10;D5"),
        (
            "crazyhouse",
            "Crazyhouse: r1bqk2r/pppp1ppp/2n1p3/4P3/1b1P4/2NB1N2/PPP2PP1/R1BQK2R[Pn] b KQkq - 0 1;D4",
        ),
        (
            "three-check",
            "Three-check: rnbq2nr/1ppkb2p/4pp2/p2p2p1/P2PPB1N/8/1PP1QPPP/RN2KB1R w KQ - 3+3 6 9;D5",
        ),
        (
            "king-of-the-hill",
            "King of the Hill: rnbq2nr/1ppkb2p/4pp2/p2p2p1/P2PPB1N/8/1PP1QPPP/RN2KB1R w KQ - 6 9;D5",
        ),
        ("antichess", "Antichess: rn2k1nr/1p1bb1pp/p3pp2/3p4/P2P4/2P4N/2P1PPPP/R2QKBR1 w - - 1 9;D6"),
        ("atomic", "Atomic: rnbq2nr/1ppkb2p/4pp2/p2p2p1/P2PPB1N/8/1PP1QPPP/RN2KB1R w KQ - 6 9;D5"),
        ("horde", "Horde: r1Qq1b2/ppp1kppr/P5Pn/1PP4P/PPP1PP1P/1PPPPPPP/PPPPnPPP/PPPPPPPP w - - 0 9;D5"),
        ("racing-kings", "Racing Kings: 1r6/6R1/4b3/2B4Q/2r3R1/8/k2nN2K/q1bnNB2 w - - 16 9;D4"),
    ];
    let folder = corpus::compare_folder().join("data");
    let file = |(name, text): (&str, &str)| {
        let path = folder.join(format!("perft-{name}.epd"));
        whole(&path, |out| out.write_all(text.as_bytes()))?;
        Data::at(name, path)
    };
    POSITIONS.into_iter().map(file).collect()
}

/// Some thousand positions of the games of a file, a FEN in each line.
///
/// # Errors
/// When they cannot be written.
pub fn positions_of(games: &Data) -> io::Result<Data> {
    struct Sample {
        seen: u64,
        lines: String,
    }
    impl Visitor for Sample {
        fn play(&mut self, ply: Ply<'_>) -> Flow {
            // Odd, so that both sides are to move.
            if self.seen.is_multiple_of(2_001) {
                self.lines.push_str(ply.before.fen(fen::EnPassant::Legal).as_str());
                self.lines.push('\n');
            }
            self.seen += 1;
            Flow::Continue
        }
    }
    let name = format!("positions of {}", games.name);
    let path = games.path.with_file_name(format!("{}-positions.fen", games.name));
    if !path.exists() {
        let text = fs::read(&games.path)?;
        let mut some = Sample { seen: 0, lines: String::new() };
        let mut replayer = Replayer::new(&text);
        while replayer.read_game(&mut some, &mut Ignore).is_some() {}
        whole(&path, |out| out.write_all(some.lines.as_bytes()))?;
    }
    Data::at(&name, path)
}

/// Text that grows without being many games: what a reader is most likely to take more than linear time for.
#[derive(Clone, Copy, Debug)]
pub enum Endless {
    /// One game of so many plies.
    Plies,
    /// So many variations, each within the one before.
    Nested,
    /// So many games of one ply.
    Games,
    /// A comment of so many bytes.
    Comment,
}

impl Endless {
    /// The file with `n` of them.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn data(self, n: usize) -> io::Result<Data> {
        let (kind, many) = match self {
            Self::Plies => ("plies", format!("{n}")),
            Self::Nested => ("nested", format!("{n}")),
            Self::Games => ("games", format!("{n}")),
            Self::Comment => ("comment", format!("{}MiB", n >> 20)),
        };
        let name = format!("{kind}-{many}");
        let path = corpus::compare_folder().join(format!("data/{name}.pgn"));
        if !path.exists() {
            whole(&path, |out| self.write(n, out))?;
        }
        Data::at(&name, path)
    }

    fn write(self, n: usize, out: &mut impl Write) -> io::Result<()> {
        let mut many = |n: usize, text: &str| (0..n).try_for_each(|_| out.write_all(text.as_bytes()));
        match self {
            Self::Plies => {
                for number in 1..=n / 2 {
                    let moves = if number % 2 == 1 { "Nf3 Nf6" } else { "Ng1 Ng8" };
                    many(1, &format!("{number}. {moves}\n"))?;
                }
                many(1, "*\n")
            }
            Self::Nested => {
                many(n / 2, "1. e4 (1. d4 (")?;
                many(1, "1. c4")?;
                many(n / 2, "))")?;
                many(1, " *\n")
            }
            Self::Games => many(n, "[Event \"?\"]\n\n1. e4 *\n\n"),
            Self::Comment => {
                // 64 bytes, so that any multiple can be had.
                const LINE: &str = "what somebody had to say about this move, and could not end yet\n";
                many(1, "1. e4 {")?;
                many(n / LINE.len(), LINE)?;
                many(1, "} e5 *\n")
            }
        }
    }
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
