//! Files that are read with an input, which no output may replace either.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use pgnkit_formats::sites::livechess;

/// Whether a file is a part of the database or the round that an input is the index of. Both paths are without links.
pub(super) fn is_read_with(input: &Path, file: &Path) -> bool {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let (own, other) = (name(input), name(file));
    let (home, other_home) = (input.parent(), file.parent());
    let is_game = home == other_home && other.starts_with("game-") && other.ends_with(".json");
    let is_above = home.and_then(Path::parent) == other_home;
    if is_game || is_above && other == livechess::TOURNAMENT_FILE {
        return begins_round(input);
    }
    let (Some((stem, index)), Some((other_stem, part))) = (own.rsplit_once('.'), other.rsplit_once('.'))
    else {
        return false;
    };
    home == other_home && stem == other_stem && is_part(index, part)
}

/// Whether files with the second extension belong to an index with the first.
fn is_part(index: &str, part: &str) -> bool {
    match index.strip_prefix("si") {
        Some(version) => part.strip_prefix("sn").or(part.strip_prefix("sg")) == Some(version),
        None => index == "cbh" && part.starts_with("cb") && !matches!(part, "cbv" | "cbz"),
    }
}

/// Whether a file is the index of a round of LiveChess.
fn begins_round(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4096).read_to_end(&mut head));
    read.is_ok() && livechess::begins_round(&head)
}
