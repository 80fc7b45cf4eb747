//! Tables of games whose files every machine sees.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use pgnkit_archive::Inputs;
use std::sync::Arc;

use super::exec::FilesExec;
use crate::tables::{Games, GamesExec};

/// A table of games that is read in many partitions: one of them a file, as long as there are no more than
/// [`PARTITIONS`] files.
#[derive(Debug)]
pub struct SharedGames {
    games: Games,
}

/// Partitions that a table has at most: each costs the scheduler some memory and a message or two.
pub const PARTITIONS: usize = 4096;

impl SharedGames {
    /// The same table, in many partitions.
    pub fn new(games: Games) -> Self {
        Self { games }
    }

    /// The table in one partition.
    pub fn games(&self) -> &Games {
        &self.games
    }
}

#[async_trait]
impl TableProvider for SharedGames {
    fn schema(&self) -> SchemaRef {
        self.games.schema()
    }

    fn table_type(&self) -> TableType {
        self.games.table_type()
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        self.games.supports_filters_pushdown(filters)
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let plan = self.games.scan(session, projection, filters, limit).await?;
        match plan.downcast_ref::<GamesExec>() {
            Some(games) => {
                let files = partitions(files(&games.scan().paths)?, PARTITIONS);
                Ok(Arc::new(FilesExec::of_files(games.scan(), &files)?))
            }
            None => Ok(plan),
        }
    }
}

/// Makes a path one that another process finds: absolute, and in UTF-8.
///
/// # Errors
/// When it is standard input, or is not UTF-8.
pub fn shared_path(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        return plan_err!(
            "standard input is on this machine only; a cluster reads files that all of its machines see"
        );
    }
    let absolute = std::path::absolute(path)?;
    match absolute.to_str() {
        Some(path) => Ok(path.to_owned()),
        None => plan_err!("{} is no path in UTF-8, which a cluster needs", path.display()),
    }
}

/// A file of games, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct File {
    path: PathBuf,
    bytes: u64,
}

/// The files of these paths: those of directories are looked for, an archive is one file.
fn files(paths: &[PathBuf]) -> Result<Vec<File>> {
    let mut files: Vec<File> = Vec::new();
    for path in paths {
        if !path.is_dir() {
            let bytes = std::fs::metadata(path).map_err(|error| not_seen(path, &error))?.len();
            files.push(File { path: path.clone(), bytes });
            continue;
        }
        for input in Inputs::new([path]) {
            let input = input.map_err(|error| DataFusionError::External(Box::new(error)))?;
            match input.path() {
                Some(path) => {
                    files.push(File { path: path.to_owned(), bytes: input.stored_bytes().unwrap_or(0) })
                }
                // Entries of an archive have its path and their own.
                None => {
                    let archive = Path::new(input.name()).ancestors().find(|path| path.is_file());
                    let Some(archive) = archive else {
                        return plan_err!("there is no file {}", input.name());
                    };
                    if files.last().is_none_or(|last| last.path != archive) {
                        let bytes = std::fs::metadata(archive)?.len();
                        files.push(File { path: archive.to_owned(), bytes });
                    }
                }
            }
        }
    }
    Ok(files)
}

fn not_seen(path: &Path, error: &std::io::Error) -> DataFusionError {
    DataFusionError::Plan(format!(
        "the scheduler cannot see {} ({error}); a cluster reads files that all of its machines see at the same path",
        path.display()
    ))
}

/// Shares files out: the largest first, so that the last partitions to be read are small ones.
fn partitions(mut files: Vec<File>, most: usize) -> Vec<Vec<PathBuf>> {
    files.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.path.cmp(&b.path)));
    let mut partitions: Vec<Vec<PathBuf>> = vec![Vec::new(); files.len().min(most)];
    for (at, file) in files.into_iter().enumerate() {
        partitions[at % most].push(file.path);
    }
    partitions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_partition() {
        let file = |name: &str, bytes| File { path: PathBuf::from(name), bytes };
        let files = || vec![file("a", 1), file("b", 9), file("c", 5), file("d", 5)];
        let shared = |most| {
            let names = partitions(files(), most).into_iter();
            let names =
                names.map(|names| names.iter().map(|name| name.display().to_string()).collect::<String>());
            names.collect::<Vec<_>>()
        };
        assert_eq!(shared(10), ["b", "c", "d", "a"]);
        assert_eq!(shared(3), ["ba", "c", "d"]);
        assert_eq!(shared(1), ["bcda"]);
        assert!(partitions(Vec::new(), 3).is_empty());
    }

    #[test]
    fn directories_have_files_and_archives() {
        let dir = tempfile::tempdir().unwrap();
        let game = "[White \"A\"]\n\n*\n";
        std::fs::create_dir(dir.path().join("sub")).unwrap();
        for name in ["b.pgn", "a.pgn", "sub/c.pgn", "notes.md"] {
            std::fs::write(dir.path().join(name), game).unwrap();
        }
        let found = files(&[dir.path().to_owned(), dir.path().join("a.pgn")]).unwrap();
        let names: Vec<_> = found.iter().map(|file| file.path.strip_prefix(dir.path()).unwrap()).collect();
        assert_eq!(names, ["a.pgn", "b.pgn", "sub/c.pgn", "a.pgn"].map(Path::new));
        assert!(found.iter().all(|file| file.bytes == game.len() as u64));
        let error = files(&[dir.path().join("x.pgn")]).unwrap_err().strip_backtrace();
        assert!(error.contains("cannot see") && error.contains("x.pgn"), "{error}");
        assert!(shared_path(Path::new("-")).is_err());
        assert!(Path::new(&shared_path(Path::new("x.pgn")).unwrap()).is_absolute());
    }
}
