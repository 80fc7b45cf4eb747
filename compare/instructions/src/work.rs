//! The hot paths: what runs under callgrind.

use std::hint::black_box;
use std::io;

use corpus::Findings;
use pgnkit::chess::{Move, Position, fen};
use pgnkit::syntax::{Code, Diagnostic, Event, Ignore, Parser, Severity, Sink};
use pgnkit::{Checker, Flow, Ply, Replayer, Visitor};

/// A hot path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Events of the parser, tags, moves and comments counted.
    Tokens,
    /// Games read, every move checked by the rules, errors kept.
    Read,
    /// Games read and checked with a `Checker` for what `pgn check` shows by default, findings counted.
    Checker,
    /// The command `pgn fmt` on one thread.
    Fmt,
    /// The command `pgn check` on one thread.
    Check,
    /// The command `pgn convert --to json` on one thread.
    Json,
    /// FEN to position.
    FenRead,
    /// Position to FEN.
    FenWrite,
    /// The list of legal moves.
    Moves,
    /// Counting leaves two plies deep, from one position in fifty.
    Perft,
    /// Move to SAN.
    SanWrite,
}

impl Work {
    pub const ALL: [Self; 11] = [
        Self::Tokens,
        Self::Read,
        Self::Checker,
        Self::Fmt,
        Self::Check,
        Self::Json,
        Self::FenRead,
        Self::FenWrite,
        Self::Moves,
        Self::Perft,
        Self::SanWrite,
    ];

    /// Its name in the record.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Read => "read",
            Self::Checker => "checker",
            Self::Fmt => "fmt",
            Self::Check => "check",
            Self::Json => "json",
            Self::FenRead => "fen-read",
            Self::FenWrite => "fen-write",
            Self::Moves => "legal-moves",
            Self::Perft => "perft",
            Self::SanWrite => "san-write",
        }
    }

    /// Divisor of the count.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Perft => "leaf",
            Self::FenRead | Self::FenWrite | Self::Moves => "position",
            _ => "ply",
        }
    }

    /// Whether the way a game is written matters to it.
    pub fn is_of_text(self) -> bool {
        self.command().is_some() || matches!(self, Self::Tokens | Self::Read | Self::Checker)
    }

    /// The arguments of the command `pgn`, where it is the command that is counted.
    pub fn command(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Fmt => Some(&["fmt", "-q", "-j", "1"]),
            Self::Check => Some(&["check", "-q", "-j", "1"]),
            Self::Json => Some(&["convert", "-q", "-j", "1", "--to", "json"]),
            _ => None,
        }
    }
}

/// Units of one pass over `text`.
pub fn units(work: Work, text: &[u8]) -> u64 {
    let games = Games::of(text);
    match work {
        Work::Perft => games.perft(),
        _ if work.is_of_text() => games.seen,
        _ => games.plies.len() as u64,
    }
}

/// The work of a child: `WORK PASSES FILE`, or `processor`.
///
/// # Errors
/// When the arguments say nothing, or the file cannot be read.
pub fn main(arguments: &[String]) -> io::Result<()> {
    if arguments == ["processor"] {
        println!("{}", if processor_fits() { "fits" } else { "is another" });
        return Ok(());
    }
    let wrong = || io::Error::other("--child WORK PASSES FILE");
    let [name, passes, file] = arguments else { return Err(wrong()) };
    let work = Work::ALL.into_iter().find(|work| work.name() == name).ok_or_else(wrong)?;
    let passes: u64 = passes.parse().map_err(io::Error::other)?;
    let text = std::fs::read(file)?;
    // Preparing takes the same instructions for any number of passes.
    let games = if work.is_of_text() { Games::default() } else { Games::of(&text) };
    for _ in 0..passes {
        let (text, games) = (black_box(&text[..]), black_box(&games));
        black_box(match work {
            Work::Tokens => tokens(text),
            Work::Read => read(text),
            Work::Checker => check(text),
            Work::Fmt | Work::Check | Work::Json => return Err(wrong()),
            Work::FenRead => games.read_fens(),
            Work::FenWrite => games.write_fens(),
            Work::Moves => games.list_moves(),
            Work::Perft => games.perft(),
            Work::SanWrite => games.write_moves(),
        });
    }
    Ok(())
}

fn processor_fits() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("avx2") && !std::is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Keeps errors only, as a program does that wants to know which games are bad.
#[derive(Default)]
struct Errors {
    kept: Vec<Diagnostic>,
}

impl Sink for Errors {
    fn wants(&self, code: Code) -> bool {
        code.severity() == Severity::Error
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.kept.push(diagnostic);
    }
}

#[inline(never)]
fn tokens(text: &[u8]) -> u64 {
    let mut parser = Parser::new(text);
    let (mut tags, mut moves, mut comments) = (0, 0, 0);
    while let Some(event) = parser.next_event(&mut Ignore) {
        match event {
            Event::Tag(_) => tags += 1,
            Event::Move(_) => moves += 1,
            Event::Comment(_) => comments += 1,
            _ => {}
        }
    }
    black_box(tags) + black_box(comments) + moves
}

#[inline(never)]
fn read(text: &[u8]) -> u64 {
    let mut replayer = Replayer::new(text);
    let mut sink = Errors::default();
    let mut games = 0;
    while replayer.read_game(&mut (), &mut sink).is_some() {
        games += 1;
        sink.kept.clear();
    }
    games
}

#[inline(never)]
fn check(text: &[u8]) -> u64 {
    let mut replayer = Replayer::new(text);
    let mut checker = Checker::new();
    let mut findings = Findings::default();
    while checker.check_game(&mut replayer, &mut findings).is_some() {}
    findings.seen
}

/// One ply in five of what was played, ready for the rules alone.
#[derive(Default)]
struct Games {
    /// All plies.
    seen: u64,
    plies: Vec<(Position, Move, Position)>,
    fens: Vec<fen::FenText>,
}

impl Visitor for Games {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        // Five is odd, so that both sides are to move.
        if self.seen.is_multiple_of(5) {
            self.plies.push((*ply.before, ply.mv, *ply.after));
            self.fens.push(ply.before.fen(fen::EnPassant::Always));
        }
        self.seen += 1;
        Flow::Continue
    }
}

impl Games {
    fn of(text: &[u8]) -> Self {
        let mut games = Self::default();
        let mut replayer = Replayer::new(text);
        while replayer.read_game(&mut games, &mut Ignore).is_some() {}
        games
    }

    #[inline(never)]
    fn read_fens(&self) -> u64 {
        let side = |fen: &fen::FenText| fen::parse(fen.as_bytes()).map_or(0, |fen| fen.position.occupied().0);
        self.fens.iter().map(side).fold(0, u64::wrapping_add)
    }

    #[inline(never)]
    fn write_fens(&self) -> u64 {
        let write =
            |position: &Position| black_box(position.fen(fen::EnPassant::Always)).as_bytes().len() as u64;
        self.plies.iter().map(|(before, ..)| write(before)).sum()
    }

    #[inline(never)]
    fn list_moves(&self) -> u64 {
        self.plies.iter().map(|(before, ..)| black_box(before.legal_moves()).len() as u64).sum()
    }

    #[inline(never)]
    fn perft(&self) -> u64 {
        self.plies.iter().step_by(10).map(|(before, ..)| before.perft(2)).sum()
    }

    #[inline(never)]
    fn write_moves(&self) -> u64 {
        let mut buffer = [0; 8];
        let mut write = |(before, mv, after): &(Position, Move, Position)| {
            let len = before.san_with_next(*mv, after).write(&mut buffer);
            black_box(&buffer);
            len as u64
        };
        self.plies.iter().map(&mut write).sum()
    }
}
