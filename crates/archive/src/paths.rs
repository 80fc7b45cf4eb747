//! Names of inputs as programs that work in a directory take them: `git apply`, code scanning.

use std::path::{Component, Path, PathBuf};

/// The name from the working directory on, with `/` between its parts: without `.`, and not absolute where the file is
/// below that directory. What lies elsewhere keeps its name.
pub(crate) fn portable(name: &str) -> String {
    let path = Path::new(name);
    let mut parts = path.components();
    let path = if path.is_absolute() || parts.any(|part| part == Component::ParentDir) {
        below(path).unwrap_or_else(|| path.to_owned())
    } else {
        path.components().filter(|part| *part != Component::CurDir).collect()
    };
    let name = path.to_string_lossy();
    if cfg!(windows) { name.replace('\\', "/") } else { name.into_owned() }
}

/// The path from the working directory on, if it is below that.
fn below(path: &Path) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    if let Ok(rest) = path.strip_prefix(&here)
        && !rest.components().any(|part| part == Component::ParentDir)
    {
        return Some(rest.to_owned());
    }
    // A link in a path makes `..` mean something else than it looks: the system says what.
    let directory = path.parent()?.canonicalize().ok()?;
    let rest = directory.strip_prefix(here.canonicalize().ok()?).ok()?;
    Some(rest.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_from_the_working_directory() {
        let here = std::env::current_dir().unwrap();
        let here = here.to_str().unwrap();
        for (name, expected) in [
            ("a.pgn", "a.pgn"),
            ("./a.pgn", "a.pgn"),
            ("./sub/./a.pgn", "sub/a.pgn"),
            ("src/../a.pgn", "a.pgn"),
            (&format!("{here}/sub/a.pgn"), "sub/a.pgn"),
            (&format!("{here}/src/../a.pgn"), "a.pgn"),
            ("/nowhere/a.pgn", "/nowhere/a.pgn"),
            ("<stdin>", "<stdin>"),
        ] {
            assert_eq!(portable(name), expected, "{name}");
        }
    }
}
