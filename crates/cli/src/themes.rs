//! The themes that conditions may name: those of the library, and files of the user.

use std::fs;
use std::path::Path;

use pgnkit_query::condition::{Condition, Themes};

use crate::config::user_directory;
use crate::run::say;

/// The folder of themes.
const FOLDER: &str = "themes";

/// Reads a condition.
pub(crate) fn condition(text: &str) -> Result<Condition, String> {
    // Files are read only for those that need them.
    let themes = if text.to_lowercase().contains("theme") { all()? } else { Themes::default() };
    let condition = Condition::with_themes(text, &themes.reading_files()).map_err(|error| {
        let is_name = ["a function", "a column or a tag"];
        let is_name =
            is_name.iter().any(|what| error.message.starts_with(&format!("expected {what}, found ")));
        let is_near = error.message.contains("; is it ");
        let hint =
            if is_name && !is_near { "\n`pgn filter --functions` lists columns and functions" } else { "" };
        format!("{error}{hint}")
    })?;
    condition.notes().iter().for_each(|note| say(&note));
    Ok(condition)
}

/// All themes; a file of the user comes instead of a theme of the library of the same name.
pub(crate) fn all() -> Result<Themes, String> {
    let mut themes = Themes::default();
    let folders = [
        user_directory().map(|own| own.join(FOLDER)),
        pgnkit_config::directory_of(Path::new(".")).map(|beside| beside.join(FOLDER)),
    ];
    for folder in folders.into_iter().flatten() {
        add(&folder, &mut themes)?;
    }
    Ok(themes)
}

/// Adds the themes of a folder, which may name each other.
fn add(folder: &Path, themes: &mut Themes) -> Result<(), String> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let mut open = Vec::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension().is_some_and(|extension| extension == "sql")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            open.push((name.to_owned(), text));
        }
    }
    open.sort();
    while !open.is_empty() {
        let before = open.len();
        let mut wrong = None;
        open.retain(|(name, text)| match themes.add(name, text) {
            Ok(()) => false,
            Err(error) => {
                wrong.get_or_insert(error);
                true
            }
        });
        if let Some(error) = wrong.filter(|_| open.len() == before) {
            return Err(format!("{}: {error}", folder.display()));
        }
    }
    Ok(())
}
