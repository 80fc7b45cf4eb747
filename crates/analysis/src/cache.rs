//! Analyses that are kept in a file, so that no position is searched twice.

use std::fmt;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pgnkit::chess::{ChessMode, Position};
use pgnkit_uci::{Bound, Choice, Interruption, Line, Score, Wdl};
use redb::{Database, ReadableTable as _, ReadableTableMetadata as _, TableDefinition, TableHandle as _};
use serde::{Deserialize, Serialize};

use crate::evaluated::{Evaluated, Origin};
use crate::query::Query;

/// Settings of analyses: engine, options, limits, lines. The number of each is a part of the keys of its analyses.
const SETTINGS: TableDefinition<'_, &str, u32> = TableDefinition::new("settings 1");
/// Analyses by the number of their settings and the [key](Query::key) of the position.
const ANALYSES: TableDefinition<'_, (u32, &str), &str> = TableDefinition::new("analyses 1");

/// A file of analyses that cannot be used.
#[derive(Debug)]
pub struct CacheError(String);

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CacheError {}

impl CacheError {
    fn of(error: impl Into<redb::Error>) -> Self {
        Self(match error.into() {
            redb::Error::DatabaseAlreadyOpen => {
                "another process writes it; wait for its end, or name another file".to_owned()
            }
            error => error.to_string(),
        })
    }
}

/// Analyses with the same settings in a file of `redb`, whatever others it has. They are on the disk as soon as they are known, so that a process that is
/// killed loses none but those that it was about to write.
#[derive(Debug)]
pub struct Cache {
    database: Arc<Database>,
    settings: u32,
    /// `None` once the writer is to end.
    analyses: Mutex<Option<Sender<(String, String)>>>,
    writer: Option<JoinHandle<Result<(), CacheError>>>,
}

impl Cache {
    /// Opens a file, or makes it. `settings` is all that results depend on besides the position.
    ///
    /// # Errors
    /// When it cannot be read or made, is no file of this kind, or another process has it open.
    pub fn open(path: &Path, settings: &str) -> Result<Self, CacheError> {
        let is_new = std::fs::metadata(path).map_or(true, |found| found.len() == 0);
        let database = Arc::new(Database::create(path).map_err(CacheError::of)?);
        let settings = number_of(&database, is_new, settings)?;
        Self::with_number(database, settings)
    }

    /// The analyses with other settings in the same file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn with_settings(&self, settings: &str) -> Result<Self, CacheError> {
        let settings = number_of(&self.database, false, settings)?;
        Self::with_number(Arc::clone(&self.database), settings)
    }

    fn with_number(database: Arc<Database>, settings: u32) -> Result<Self, CacheError> {
        let (sender, receiver) = mpsc::channel();
        let shared = Arc::clone(&database);
        let writer = thread::Builder::new()
            .name("cache".to_owned())
            .spawn(move || write(&shared, settings, &receiver))
            .map_err(|error| CacheError(error.to_string()))?;
        Ok(Self { database, settings, analyses: Mutex::new(Some(sender)), writer: Some(writer) })
    }

    /// The analysis of a position, if it is there. One that is damaged, or has a move that is not legal, is none.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&self, query: &Query) -> Result<Option<Evaluated>, CacheError> {
        let read = self.database.begin_read().map_err(CacheError::of)?;
        let table = match read.open_table(ANALYSES) {
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
            table => table.map_err(CacheError::of)?,
        };
        let found = table.get((self.settings, &*query.key())).map_err(CacheError::of)?;
        Ok(found.and_then(|found| Stored::read(found.value(), query.position())))
    }

    /// Keeps an analysis. It is written by a thread of its own; [`finish`](Self::finish) says whether that could be done.
    pub fn put(&self, query: &Query, evaluated: &Evaluated) {
        let stored = Stored::of(evaluated).and_then(|stored| serde_json::to_string(&stored).ok());
        let analyses = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(stored), Some(analyses)) = (stored, &*analyses) {
            // A writer that has failed is known at the end.
            let _ = analyses.send((query.key(), stored));
        }
    }

    /// Waits until all is written.
    ///
    /// # Errors
    /// When something could not be written.
    pub fn finish(mut self) -> Result<(), CacheError> {
        self.close()
    }

    fn close(&mut self) -> Result<(), CacheError> {
        *self.analyses.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let failed = || CacheError("the thread that writes it failed".to_owned());
        self.writer.take().map_or(Ok(()), |writer| writer.join().unwrap_or_else(|_| Err(failed())))
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

/// The number of settings, a new one if they are new.
fn number_of(database: &Database, is_new: bool, settings: &str) -> Result<u32, CacheError> {
    let write = database.begin_write().map_err(CacheError::of)?;
    if !is_new && !write.list_tables().map_err(CacheError::of)?.any(|table| table.name() == SETTINGS.name()) {
        return Err(CacheError("a database of something else; name another file".to_owned()));
    }
    let number = {
        let mut table = write.open_table(SETTINGS).map_err(CacheError::of)?;
        let known = table.get(settings).map_err(CacheError::of)?.map(|number| number.value());
        match known {
            Some(number) => number,
            None => {
                let next = table.len().map_err(CacheError::of)?;
                let next =
                    u32::try_from(next).map_err(|_| CacheError("it has too many settings".to_owned()))?;
                table.insert(settings, next).map_err(CacheError::of)?;
                next
            }
        }
    };
    write.commit().map_err(CacheError::of)?;
    Ok(number)
}

/// Writes analyses, all that wait at once, until there are no more to come.
fn write(
    database: &Database,
    settings: u32,
    analyses: &Receiver<(String, String)>,
) -> Result<(), CacheError> {
    while let Ok(first) = analyses.recv() {
        let write = database.begin_write().map_err(CacheError::of)?;
        {
            let mut table = write.open_table(ANALYSES).map_err(CacheError::of)?;
            for (key, stored) in std::iter::once(first).chain(analyses.try_iter()) {
                table.insert((settings, &*key), &*stored).map_err(CacheError::of)?;
            }
        }
        write.commit().map_err(CacheError::of)?;
    }
    Ok(())
}

/// An analysis as it is stored, in JSON.
#[derive(Debug, Deserialize, Serialize)]
struct Stored {
    lines: Vec<StoredLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Microseconds.
    time: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interrupted: Option<StoredInterruption>,
    /// Those of former versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    choices: Vec<StoredChoice>,
}

/// Best move, centipawns, moves to mate, depth, nodes, microseconds: as an array, since there are several of them.
#[derive(Debug, Deserialize, Serialize)]
struct StoredChoice(String, Option<i32>, Option<i32>, u32, Option<u64>, Option<u64>);

#[derive(Debug, Deserialize, Serialize)]
struct StoredLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    /// Below zero the value is at most the score, above zero at least.
    #[serde(default, skip_serializing_if = "is_zero")]
    bound: i8,
    depth: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seldepth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wdl: Option<[u16; 3]>,
    /// In UCI, castling as king takes rook.
    moves: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
enum StoredInterruption {
    TimedOut,
    NodesExceeded,
    EndedEarly,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &i8) -> bool {
    *number == 0
}

/// Half-moves of a line that are kept.
const KEPT: usize = 40;

impl Stored {
    /// `None` for what is not kept: a search that was cancelled.
    fn of(evaluated: &Evaluated) -> Option<Self> {
        let interrupted = match evaluated.interrupted {
            None => None,
            Some(Interruption::TimedOut) => Some(StoredInterruption::TimedOut),
            Some(Interruption::NodesExceeded) => Some(StoredInterruption::NodesExceeded),
            Some(Interruption::EndedEarly) => Some(StoredInterruption::EndedEarly),
            Some(_) => return None,
        };
        let lines = evaluated.lines.iter().map(StoredLine::of).collect();
        let time = u64::try_from(evaluated.time.as_micros()).unwrap_or(u64::MAX);
        let choices = evaluated.choices.iter().map(StoredChoice::of).collect();
        Some(Self { lines, nodes: evaluated.nodes, time, interrupted, choices })
    }

    fn read(text: &str, position: &Position) -> Option<Evaluated> {
        let stored: Self = serde_json::from_str(text).ok()?;
        let lines = stored.lines.iter().map(|line| line.read(position)).collect::<Option<Vec<_>>>()?;
        let interrupted = stored.interrupted.map(|interrupted| match interrupted {
            StoredInterruption::TimedOut => Interruption::TimedOut,
            StoredInterruption::NodesExceeded => Interruption::NodesExceeded,
            StoredInterruption::EndedEarly => Interruption::EndedEarly,
        });
        let time = Duration::from_micros(stored.time);
        let choices =
            stored.choices.iter().map(|choice| choice.read(position)).collect::<Option<Vec<_>>>()?;
        let Self { nodes, .. } = stored;
        Some(Evaluated { lines, nodes, time, interrupted, choices, ..Evaluated::empty(Origin::Engine) })
    }
}

impl StoredChoice {
    fn of(choice: &Choice) -> Self {
        let (cp, mate) = match choice.score {
            Some(Score::Centipawns(number)) => (Some(number), None),
            Some(Score::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        let time = choice.time.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        let mv = choice.best_move.to_uci(ChessMode::Chess960).to_string();
        Self(mv, cp, mate, choice.depth, choice.nodes, time)
    }

    fn read(&self, position: &Position) -> Option<Choice> {
        let Self(mv, cp, mate, depth, nodes, time) = self;
        let score = match (cp, mate) {
            (Some(number), None) => Some(Score::Centipawns(*number)),
            (None, Some(moves)) => Some(Score::Mate(*moves)),
            (None, None) => None,
            _ => return None,
        };
        let best_move = position.parse_uci(mv.as_bytes())?;
        Some(Choice::new(best_move, score, *depth, *nodes, time.map(Duration::from_micros)))
    }
}

impl StoredLine {
    fn of(line: &Line) -> Self {
        let (cp, mate) = match line.score {
            Score::Centipawns(number) => (Some(number), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let bound = match line.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => -1,
        };
        let moves: Vec<_> =
            line.moves.iter().take(KEPT).map(|mv| mv.to_uci(ChessMode::Chess960).to_string()).collect();
        Self {
            cp,
            mate,
            bound,
            depth: line.depth,
            seldepth: line.seldepth,
            wdl: line.wdl.map(|wdl| [wdl.win, wdl.draw, wdl.loss]),
            moves: moves.join(" "),
        }
    }

    fn read(&self, position: &Position) -> Option<Line> {
        let mut line = Line::default();
        line.score = match (self.cp, self.mate) {
            (Some(number), None) => Score::Centipawns(number),
            (None, Some(moves)) => Score::Mate(moves),
            _ => return None,
        };
        line.bound = match self.bound {
            0 => Bound::Exact,
            1.. => Bound::Lower,
            _ => Bound::Upper,
        };
        (line.depth, line.seldepth) = (self.depth, self.seldepth);
        line.wdl = self.wdl.map(|[win, draw, loss]| Wdl { win, draw, loss });
        let mut at = *position;
        for text in self.moves.split_ascii_whitespace().take(KEPT) {
            let mv = at.parse_uci(text.as_bytes())?;
            line.moves.push(mv);
            at.play(mv);
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluated(position: &Position) -> Evaluated {
        let mut line = Line::default();
        line.score = Score::Centipawns(-31);
        (line.bound, line.depth, line.seldepth) = (Bound::Upper, 12, Some(20));
        line.wdl = Some(Wdl { win: 1, draw: 990, loss: 9 });
        let mut at = *position;
        for text in ["e1h1", "e8a8", "a2a3"] {
            line.moves.push(at.parse_uci(text.as_bytes()).unwrap());
            at.play(*line.moves.last().unwrap());
        }
        let mut mate = Line::default();
        mate.score = Score::Mate(-3);
        Evaluated {
            lines: vec![line, mate],
            nodes: Some(7),
            time: Duration::from_micros(99),
            interrupted: Some(Interruption::EndedEarly),
            choices: [(Some(Score::Centipawns(7)), Some(5)), (Some(Score::Mate(-2)), None), (None, None)]
                .map(|(score, nodes)| {
                    let mv = position.parse_uci(b"e1h1").unwrap();
                    Choice::new(mv, score, 3, nodes, nodes.map(Duration::from_micros))
                })
                .to_vec(),
            ..Evaluated::empty(Origin::Engine)
        }
    }

    #[test]
    fn analyses_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cache");
        let position: Position = "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1".parse().unwrap();
        let query = Query::of(&position);
        let expected = evaluated(&position);
        let cache = Cache::open(&path, "one").unwrap();
        assert_eq!(cache.get(&query).unwrap(), None);
        cache.put(&query, &expected);
        let busy = Cache::open(&path, "one").unwrap_err();
        assert!(busy.to_string().starts_with("another process writes it"), "{busy}");
        let beside = cache.with_settings("three").unwrap();
        assert_eq!(beside.get(&query).unwrap(), None);
        beside.put(&query, &expected);
        cache.finish().unwrap();
        beside.finish().unwrap();
        let three = Cache::open(&path, "three").unwrap();
        assert_eq!(three.get(&query).unwrap().as_ref(), Some(&expected));
        drop(three);
        let other = Cache::open(&path, "two").unwrap();
        assert_eq!(other.get(&query).unwrap(), None);
        drop(other);
        let cache = Cache::open(&path, "one").unwrap();
        assert_eq!(cache.get(&query).unwrap(), Some(expected));
        // The same position with another side to move is another one.
        let other = Query::of(&"r3k2r/8/8/8/8/8/P7/R3K2R b KQkq - 0 1".parse().unwrap());
        assert_eq!(cache.get(&other).unwrap(), None);
    }

    #[test]
    fn what_is_damaged_is_none() {
        let position = Position::START;
        for text in [
            "",
            "{}",
            r#"{"lines":[{"depth":1,"moves":""}],"time":0}"#,
            r#"{"lines":[{"cp":1,"mate":1,"depth":1,"moves":""}],"time":0}"#,
            r#"{"lines":[{"cp":1,"depth":1,"moves":"e2e5"}],"time":0}"#,
            r#"{"lines":[{"cp":1,"depth":1,"moves":"e2e4 e2e4"}],"time":0}"#,
            r#"{"lines":[],"time":0,"choices":[["e2e5",1,null,1,null,null]]}"#,
            r#"{"lines":[],"time":0,"choices":[["e2e4",1,1,1,null,null]]}"#,
        ] {
            assert_eq!(Stored::read(text, &position), None, "{text}");
        }
        assert!(
            Stored::read(r#"{"lines":[{"cp":1,"depth":1,"moves":"e2e4 e7e5"}],"time":0}"#, &position)
                .is_some()
        );
    }

    #[test]
    fn a_file_of_something_else_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let text = "[White \"a\"]\n\n1. e4 e5 *\n".repeat(500);
        std::fs::write(&path, &text).unwrap();
        assert!(Cache::open(&path, "one").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        let path = folder.path().join("other");
        let database = Database::create(&path).unwrap();
        let write = database.begin_write().unwrap();
        write.open_table(TableDefinition::<u32, u32>::new("numbers")).unwrap();
        write.commit().unwrap();
        drop(database);
        let error = Cache::open(&path, "one").unwrap_err().to_string();
        assert!(error.starts_with("a database of something else"), "{error}");
    }
}
