use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file of games or of records, and the name by which the table of differences knows it.
#[derive(Clone, Debug)]
pub struct CorpusFile {
    /// Path below the corpus folder (or below the folder given), with `/` between its parts.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

impl CorpusFile {
    /// The text, unpacked when the file is Zstandard.
    ///
    /// # Errors
    /// When the file cannot be read or unpacked.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let bytes = fs::read(&self.path)?;
        if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) { zstd::decode_all(&bytes[..]) } else { Ok(bytes) }
    }
}

/// The folder `compare`, wherever the command was started.
pub fn compare_folder() -> PathBuf {
    let this = Path::new(env!("CARGO_MANIFEST_DIR"));
    this.parent().unwrap_or(this).to_owned()
}

/// Default path of the corpus.
pub fn default_folder() -> PathBuf {
    compare_folder().join("../../shared/corpus")
}

/// Every `.pgn` and `.pgn.zst` in `paths`, folders walked, sorted by name. Without paths: the default corpus, or
/// `None` when it is not there.
///
/// # Errors
/// When a path cannot be read.
pub fn find(paths: &[PathBuf]) -> io::Result<Option<Vec<CorpusFile>>> {
    find_any(paths, &[".pgn", ".pgn.zst"])
}

/// The same of `.epd` and `.epd.zst`.
///
/// # Errors
/// When a path cannot be read.
pub fn find_records(paths: &[PathBuf]) -> io::Result<Option<Vec<CorpusFile>>> {
    find_any(paths, &[".epd", ".epd.zst"])
}

fn find_any(paths: &[PathBuf], endings: &[&str]) -> io::Result<Option<Vec<CorpusFile>>> {
    let default = default_folder();
    let mut files = Vec::new();
    if paths.is_empty() {
        if !default.is_dir() {
            return Ok(None);
        }
        walk(&default, &default, endings, &mut files)?;
    }
    let corpus = default.canonicalize().unwrap_or(default);
    for path in paths {
        let path = path.canonicalize()?;
        let inside = path.starts_with(&corpus);
        let root = if inside { &corpus } else { path.parent().filter(|_| path.is_file()).unwrap_or(&path) };
        if path.is_file() {
            files.push(CorpusFile { name: name_below(root, &path), path: path.clone() });
        } else {
            walk(root, &path, endings, &mut files)?;
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Some(files))
}

fn walk(root: &Path, folder: &Path, endings: &[&str], files: &mut Vec<CorpusFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(root, &path, endings, files)?;
        } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
            files.push(CorpusFile { name: name_below(root, &path), path });
        }
    }
    Ok(())
}

fn name_below(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
