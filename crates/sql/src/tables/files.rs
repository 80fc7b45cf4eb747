//! What is at a path.

use std::path::{Path, PathBuf};

use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use pgnkit_archive::input;

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Games, in any form that pgnkit reads.
    Games,
    /// Parquet.
    Parquet,
    /// CSV.
    Csv,
    /// Arrow's file format.
    Arrow,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Parquet => "Parquet",
            Self::Csv => "CSV",
            Self::Arrow => "Arrow",
        }
    }

    /// The form that the name of a file says; all that is no table of columns may be games.
    fn of_name(path: &Path) -> Self {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("parquet") => Self::Parquet,
            Some("csv") => Self::Csv,
            Some("arrow" | "feather") => Self::Arrow,
            _ => Self::Games,
        }
    }
}

/// A table that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its form.
    pub kind: Kind,
    /// Files and directories, in the order of their names; `-` is standard input.
    pub paths: Vec<PathBuf>,
}

/// Files of a directory that are looked at to say what it holds.
const LOOKED_AT: usize = 1000;

impl Found {
    /// What is at a path or a pattern; `None` for a name that is neither.
    ///
    /// # Errors
    /// When nothing is there although it is a path by its looks.
    pub fn at(name: &str) -> Result<Option<Self>> {
        let path = Path::new(name);
        if name == "-" {
            return Ok(Some(Self { kind: Kind::Games, paths: vec![path.to_owned()] }));
        }
        let paths = if path.exists() {
            vec![path.to_owned()]
        } else if name.contains(['*', '?', '[']) {
            matches(name)?
        } else if name.contains(['/', '\\', '.']) {
            return plan_err!("there is no file {name}{}", near(path));
        } else {
            return Ok(None);
        };
        let first = paths.first().map(PathBuf::as_path).unwrap_or(path);
        let kind = if first.is_dir() { kind_of_directory(first) } else { Kind::of_name(first) };
        Ok(Some(Self { kind, paths }))
    }
}

fn matches(pattern: &str) -> Result<Vec<PathBuf>> {
    let external = |error: Box<dyn std::error::Error + Send + Sync>| DataFusionError::External(error);
    let found = glob::glob(pattern)
        .map_err(|error| DataFusionError::Plan(format!("{pattern} is no pattern of files: {error}")))?;
    let paths = found.collect::<Result<Vec<_>, _>>().map_err(|error| external(Box::new(error)))?;
    if paths.is_empty() {
        return plan_err!("no file matches {pattern}");
    }
    let kinds = |path: &PathBuf| Kind::of_name(path);
    let kind = kinds(&paths[0]);
    if let Some(other) = paths.iter().find(|path| kinds(path) != kind) {
        return plan_err!(
            "the files of a table must have one format: {} is {}, and {} is {}",
            paths[0].display(),
            kind.name(),
            other.display(),
            kinds(other).name()
        );
    }
    Ok(paths)
}

/// Parquet where the first file with a name that says something is Parquet.
fn kind_of_directory(directory: &Path) -> Kind {
    let mut open = vec![directory.to_owned()];
    let mut left = LOOKED_AT;
    while let Some(directory) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            left -= 1;
            if left == 0 {
                return Kind::Games;
            }
            let kind = Kind::of_name(&path);
            // Links to directories may lead in a circle.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if kind != Kind::Games {
                return kind;
            } else if input::by_file_name(&entry.file_name().to_string_lossy()).is_some() {
                return Kind::Games;
            }
        }
    }
    Kind::Games
}

/// `; is it games.pgn?`: a file beside it with nearly the same name.
fn near(path: &Path) -> String {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Some(wanted) = path.file_name().map(|name| name.to_string_lossy().to_lowercase()) else {
        return String::new();
    };
    let entries = std::fs::read_dir(parent.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let names = entries.take(LOOKED_AT).map(|entry| entry.file_name().to_string_lossy().into_owned());
    let names = names.map(|name| (strsim::damerau_levenshtein(&name.to_lowercase(), &wanted), name));
    match names.filter(|(distance, _)| *distance <= 2).min() {
        Some((_, name)) => {
            let name = parent.map_or_else(|| PathBuf::from(&name), |parent| parent.join(&name));
            format!("; is it {}?", name.display())
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_told_by_their_names() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name).display().to_string();
        for name in ["games.pgn", "b.pgn.gz", "a.parquet", "p/year=2013/1.parquet", "g/x.pgn", "t.csv"] {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let kind = |name: &str| Found::at(&at(name)).map(|found| found.unwrap().kind).ok();
        for (name, expected) in [
            ("games.pgn", Some(Kind::Games)),
            ("b.pgn.gz", Some(Kind::Games)),
            ("a.parquet", Some(Kind::Parquet)),
            ("*.parquet", Some(Kind::Parquet)),
            ("p", Some(Kind::Parquet)),
            ("g", Some(Kind::Games)),
            ("t.csv", Some(Kind::Csv)),
            ("*.pgn*", Some(Kind::Games)),
            ("*.xyz", None),
            ("*", None),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
        let error = Found::at(&at("gmaes.pgn")).unwrap_err().strip_backtrace();
        assert!(error.contains("; is it ") && error.contains("games.pgn?"), "{error}");
        assert_eq!(Found::at("white").unwrap(), None);
        assert_eq!(Found::at("-").unwrap().unwrap().kind, Kind::Games);
    }
}
