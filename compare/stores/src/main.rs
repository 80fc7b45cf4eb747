//! Stores for an index of positions, with the rows of real games.
//!
//!     cargo run --release -- FILE.pgn [PLIES]
//!
//! Two kinds of rows are made of the games. *Explorer*: for each position that two games or more have within so many half-moves (50 unless said), its moves and how often each won,
//! drew and lost. *Occurrences*: for each position, the numbers of its games. Each store gets the same sorted rows at once, and is asked for keys that it has
//! and for keys that it has not, in random order, with the system's cache warm.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use pgnkit::syntax::Ignore;
use pgnkit::{EndOfGame, Flow, Outcome, Ply, Replayer, Variation, Visitor};
use pgnkit_index::table::{Table, TableWriter};

type Rows = Vec<(u64, Vec<u8>)>;
type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let plies = arguments.next().map_or(Ok(50), |plies| plies.parse())?;
    let text = std::fs::read(&file)?;
    let mut games = Games { plies, ..Games::default() };
    let mut replayer = Replayer::new(&text);
    while replayer.read_game(&mut games, &mut Ignore).is_some() {}
    let (explorer, occurrences) = games.rows();
    println!("{file}: {} games, first {plies} half-moves", games.count);
    for (name, rows) in [("explorer", explorer), ("occurrences", occurrences)] {
        let bytes: usize = rows.iter().map(|(_, value)| 8 + value.len()).sum();
        println!(
            "{name}: {} rows of {:.1} bytes with their keys",
            rows.len(),
            bytes as f64 / rows.len() as f64
        );
        println!(
            "  {:<14} {:>9} {:>8} {:>10} {:>21} {:>21}",
            "store", "bytes/row", "build s", "open ms", "found p50, p99 µs", "absent p50, p99 µs"
        );
        for (store, run) in [("pgnkit-index", own as Run), ("fjall", fjall), ("redb", redb)] {
            let place = tempfile::tempdir()?;
            let found = run(place.path(), &rows)?;
            println!(
                "  {store:<14} {:>9.1} {:>8.2} {:>10.1} {:>21} {:>21}",
                size(place.path())? as f64 / rows.len() as f64,
                found.build,
                found.open * 1e3,
                found.present,
                found.absent
            );
        }
    }
    Ok(())
}

/// Positions of games, and the moves that follow.
#[derive(Default)]
struct Games {
    plies: usize,
    count: u32,
    /// Each position of the game that is read, with the last move that was played in it.
    game: HashMap<u64, u16>,
    read: usize,
    moves: HashMap<(u64, u16), [u32; 3]>,
    occurrences: HashMap<u64, Vec<u32>>,
}

impl Visitor for Games {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if self.read == self.plies {
            return Flow::Skip;
        }
        self.read += 1;
        let word = ply.mv.from().index() as u16 | (ply.mv.to().index() as u16) << 6;
        self.game.insert(ply.before.repetition_key(), word);
        Flow::Continue
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        Flow::Skip
    }

    fn end(&mut self, end: &EndOfGame) {
        let at = match end.result {
            Outcome::WhiteWins => 0,
            Outcome::BlackWins => 2,
            _ => 1,
        };
        for (key, word) in self.game.drain() {
            self.moves.entry((key, word)).or_default()[at] += 1;
            self.occurrences.entry(key).or_default().push(self.count);
        }
        self.count += 1;
        self.read = 0;
    }
}

impl Games {
    fn rows(&mut self) -> (Rows, Rows) {
        let mut moves: Vec<_> =
            self.moves.drain().filter(|(_, counts)| counts.iter().sum::<u32>() > 1).collect();
        moves.sort_unstable();
        let mut explorer: Rows = Vec::new();
        for ((key, word), counts) in moves {
            if explorer.last().is_none_or(|(last, _)| *last != key) {
                explorer.push((key, Vec::new()));
            }
            let Some((_, value)) = explorer.last_mut() else { continue };
            value.extend_from_slice(&word.to_le_bytes());
            counts.into_iter().for_each(|count| varint(count, value));
        }
        let mut occurrences: Rows = self
            .occurrences
            .drain()
            .map(|(key, games)| {
                let mut value = Vec::new();
                let mut last = 0;
                for game in games {
                    varint(game - last, &mut value);
                    last = game;
                }
                (key, value)
            })
            .collect();
        occurrences.sort_unstable();
        (explorer, occurrences)
    }
}

fn varint(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

type Run = fn(&Path, &Rows) -> Result<Measured>;

struct Measured {
    /// Seconds.
    build: f64,
    open: f64,
    present: String,
    absent: String,
}

fn own(place: &Path, rows: &Rows) -> Result<Measured> {
    let path = place.join("table");
    let began = Instant::now();
    let mut writer = TableWriter::new(std::io::BufWriter::new(std::fs::File::create(&path)?), *b"test")?;
    for (key, value) in rows {
        writer.push(*key, value)?;
    }
    writer.finish()?;
    let build = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let table = Table::open(std::fs::File::open(&path)?, *b"test")?;
    let open = began.elapsed().as_secs_f64();
    let mut value = Vec::new();
    let [present, absent] = asked(rows, |key| Ok(table.get(key, &mut value)?.then_some(value.len())))?;
    Ok(Measured { build, open, present, absent })
}

fn fjall(place: &Path, rows: &Rows) -> Result<Measured> {
    let open_all = || -> Result<_> {
        let database = fjall::Database::builder(place).open()?;
        let rows = database.keyspace("rows", fjall::KeyspaceCreateOptions::default)?;
        Ok((database, rows))
    };
    let began = Instant::now();
    {
        let (database, keyspace) = open_all()?;
        let mut ingestion = keyspace.start_ingestion()?;
        for (key, value) in rows {
            ingestion.write(key.to_be_bytes(), value.as_slice())?;
        }
        ingestion.finish()?;
        database.persist(fjall::PersistMode::SyncAll)?;
    }
    let build = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let (_database, keyspace) = open_all()?;
    let open = began.elapsed().as_secs_f64();
    let [present, absent] = asked(rows, |key| Ok(keyspace.get(key.to_be_bytes())?.map(|value| value.len())))?;
    Ok(Measured { build, open, present, absent })
}

const ROWS: redb::TableDefinition<'_, u64, &[u8]> = redb::TableDefinition::new("rows");

fn redb(place: &Path, rows: &Rows) -> Result<Measured> {
    let path = place.join("rows.redb");
    let began = Instant::now();
    {
        let database = redb::Database::create(&path)?;
        let transaction = database.begin_write()?;
        {
            let mut table = transaction.open_table(ROWS)?;
            for (key, value) in rows {
                table.insert(key, value.as_slice())?;
            }
        }
        transaction.commit()?;
    }
    let mut database = redb::Database::open(&path)?;
    database.compact()?;
    drop(database);
    let build = began.elapsed().as_secs_f64();
    use redb::ReadableDatabase as _;
    let began = Instant::now();
    let database = redb::Database::open(&path)?;
    let transaction = database.begin_read()?;
    let table = transaction.open_table(ROWS)?;
    let open = began.elapsed().as_secs_f64();
    let [present, absent] = asked(rows, |key| Ok(table.get(key)?.map(|value| value.value().len())))?;
    Ok(Measured { build, open, present, absent })
}

/// Times of 200,000 keys that are there, and of as many that are not.
fn asked(rows: &Rows, mut get: impl FnMut(u64) -> Result<Option<usize>>) -> Result<[String; 2]> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut times = [Vec::new(), Vec::new()];
    // The first tenth warms the cache.
    for round in 0..220_000 {
        let (key, value) = &rows[random() as usize % rows.len()];
        let other = random();
        for (at, key, expected) in [(0, *key, Some(value.len())), (1, other, None)] {
            let began = Instant::now();
            let found = get(key)?;
            let time = began.elapsed();
            assert_eq!(found, expected, "{key:#x}");
            if round >= 20_000 {
                times[at].push(time.as_nanos() as u64);
            }
        }
    }
    Ok(times.map(|mut times| {
        times.sort_unstable();
        let at = |part: usize| times[times.len() * part / 100] as f64 / 1e3;
        format!("{:.1}, {:.1}", at(50), at(99))
    }))
}

fn size(place: &Path) -> Result<u64> {
    let mut all = 0;
    for entry in std::fs::read_dir(place)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        all += if metadata.is_dir() { size(&entry.path())? } else { metadata.len() };
    }
    Ok(all)
}
