//! Whether games come back, and what is lost of those that do not.

use std::io;

use corpus::CorpusFile;
use pgnkit::pgc::{Losses, Reader, Writer};
use pgnkit::syntax::{Collect, Ignore, Severity};
use pgnkit::{Export, Game, GameBuilder, Replayer};

/// No more failures of a file are shown.
const SHOWN: usize = 3;

/// The games of one form of export that came back, and those that could not.
#[derive(Default)]
struct Form {
    same: usize,
    /// Something is lost, and nothing else.
    lossy: usize,
    losses: Losses,
    pgn: usize,
    pgc: usize,
}

impl Form {
    fn add(&mut self, other: &Self) {
        self.same += other.same;
        self.lossy += other.lossy;
        self.losses += other.losses;
        self.pgn += other.pgn;
        self.pgc += other.pgc;
    }
}

#[derive(Default)]
struct Summary {
    games: usize,
    plies: usize,
    reduced: Form,
    full: Form,
    failures: Vec<String>,
}

/// Prints a line for each file; whether all games come back.
pub fn check(files: &[CorpusFile]) -> io::Result<bool> {
    println!(
        "{:<45} {:>7} {:>9} | {:>7} {:>5} {:>10} {:>9} | {:>7} {:>7} {:>10} {:>9}",
        "file", "games", "plies", "reduced", "lossy", "PGN", "PGC", "full", "lossy", "PGN", "PGC"
    );
    let (mut all, mut failures) = (Summary::default(), 0);
    for file in files {
        let summary = summary(&file.read()?);
        print(&file.name, &summary);
        for failure in summary.failures.iter().take(SHOWN) {
            println!("    FAILED: {failure}");
        }
        failures += summary.failures.len();
        all.games += summary.games;
        all.plies += summary.plies;
        all.reduced.add(&summary.reduced);
        all.full.add(&summary.full);
    }
    print("all", &all);
    println!("lost in reduced form: {}", all.reduced.losses);
    println!("lost in full form: {}", all.full.losses);
    println!("pgc: {} files, {} games, {failures} failures", files.len(), all.games);
    Ok(failures == 0)
}

fn print(name: &str, summary: &Summary) {
    let Summary { games, plies, reduced, full, .. } = summary;
    println!(
        "{name:<45} {games:>7} {plies:>9} | {:>7} {:>5} {:>10} {:>9} | {:>7} {:>7} {:>10} {:>9}",
        reduced.same, reduced.lossy, reduced.pgn, reduced.pgc, full.same, full.lossy, full.pgn, full.pgc
    );
}

fn summary(text: &[u8]) -> Summary {
    let mut summary = Summary::default();
    let (mut replayer, mut builder) = (Replayer::new(text), GameBuilder::new());
    let mut tools = Tools::default();
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let game = builder.game();
        summary.games += 1;
        summary.plies += game.ply_count();
        let full = tools.there_and_back(game, &Export::default(), &mut summary.full);
        // The reduced game is read anew, so that nothing of the full game helps.
        let mut reduced = Vec::new();
        Export::reduced().write_game(game, &mut reduced);
        let read = Game::read(&reduced, &mut Ignore);
        let reduced = read.map_or(Err("is no game".to_owned()), |game| {
            tools.there_and_back(&game, &Export::reduced(), &mut summary.reduced)
        });
        for (form, result) in [("full", full), ("reduced", reduced)] {
            if let Err(why) = result {
                summary.failures.push(format!("game {}, {form}: {why}", summary.games));
            }
        }
    }
    summary
}

/// Memory reused from game to game.
#[derive(Default)]
struct Tools {
    writer: Writer,
    builder: GameBuilder,
    before: Vec<u8>,
    after: Vec<u8>,
    records: Vec<u8>,
}

impl Tools {
    /// Writes a game as records and reads it back.
    fn there_and_back(&mut self, game: &Game, export: &Export, form: &mut Form) -> Result<(), String> {
        self.records.clear();
        let mut losses = Losses::default();
        if let Err(lost) = self.writer.write_game(game, &mut self.records) {
            if !self.records.is_empty() {
                return Err("something was written of what cannot be".into());
            }
            losses = self.writer.write_lossy(game, &mut self.records);
            if losses != lost {
                return Err(format!("{lost}, or {losses}"));
            }
        }
        let mut found = Collect::default();
        let mut reader = Reader::new(&self.records);
        let end = reader.read_into(&mut self.builder, &mut found).ok_or("no game is read")?;
        if end.span.len() != self.records.len() || !end.complete && game.start().is_known {
            return Err("it is not read to its end".into());
        }
        // A start that cannot be read is as wrong as it was.
        if let Some(error) = found.iter().find(|one| one.severity == Severity::Error && game.start().is_known)
        {
            return Err(format!("{}: {}", error.code.name(), error.message));
        }
        // Comments are all that is mostly lost; the game without them must be the same. Of what was cut only the size
        // of the game can be known.
        let mut without_comments = export.clone();
        without_comments.comments = false;
        let only_comments = losses.total() == losses.comments;
        let export = if losses.is_empty() { export } else { &without_comments };
        self.before.clear();
        self.after.clear();
        export.write_game(game, &mut self.before);
        export.write_game(self.builder.game(), &mut self.after);
        if only_comments && self.before != self.after {
            // With the text that was not read it is lost that the number of half-moves is not known.
            let is_told = |line: &str| losses.is_empty() || !line.starts_with("[PlyCount ");
            let lines = |text: &[u8]| -> Vec<String> {
                String::from_utf8_lossy(text).lines().filter(|line| is_told(line)).map(String::from).collect()
            };
            let (before, after) = (lines(&self.before), lines(&self.after));
            if before == after {
                return Ok(());
            }
            let differs = before.iter().zip(&after).find(|(before, after)| before != after);
            return Err(format!("{differs:?} differ, {losses} lost"));
        }
        let moves_are_kept = losses.moves_without_ordinal == 0;
        if moves_are_kept && game.ply_count() != self.builder.game().ply_count() {
            return Err("it has another number of moves".into());
        }
        form.same += usize::from(losses.is_empty());
        form.lossy += usize::from(!losses.is_empty());
        form.losses += losses;
        form.pgn += self.before.len();
        form.pgc += self.records.len();
        Ok(())
    }
}
