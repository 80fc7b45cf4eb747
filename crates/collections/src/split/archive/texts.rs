//! Texts of an archive.

use std::fmt::Write as _;

/// The first line of texts that are written anew when what they say has changed.
pub(super) const OURS: &str =
    "This text is made by `pgn split --archive`. Remove this line to write it yourself.\n";

/// The directories of section 11.5 besides those of years, each with what is said of it.
pub(super) const DIRECTORIES: [(&str, Option<&str>); 6] = [
    (
        "",
        Some(
            "Chess games in Portable Game Notation (PGN), arranged as section 11.5 of\n\
             its standard suggests.\n\n\
             Events     files each with the games of one event\n\
             MGR        the Master Games Repository: all games, by date\n\
             Players    files each with the games of one player\n\
             Standard   a place for the text of the standard\n\
             Tools      a place for programs that read PGN\n",
        ),
    ),
    (
        "Events",
        Some(
            "A place for files each with the games of one event, named after it, as\n\
             `pgn split --by event` writes them.\n",
        ),
    ),
    ("MGR", None),
    (
        "Players",
        Some(
            "A place for files each with the games of one player, named after the\n\
             player, as `pgn split --by player` writes them.\n",
        ),
    ),
    ("Standard", None),
    ("Tools", None),
];

/// Those of them that have news.
pub(super) const WITH_NEWS: [&str; 4] = ["", "Events", "MGR", "Players"];

/// A new text of news.
pub(super) const NEWS: &str = "No news yet.\n";

/// The text about the directory of years.
pub(super) fn of_years(years: &[String]) -> String {
    let mut text = "The Master Games Repository: games by date, a directory for each year. Year\n\
                    0000 has the games whose year is not known.\n"
        .to_owned();
    for row in years.chunks(12) {
        let _ = write!(text, "\n{}", row.join("  "));
    }
    text + "\n"
}

/// The text about the directory of a year, whose files have so many games and bytes.
pub(super) fn of_year(year: &str, files: &[(String, u64, u64)]) -> String {
    let of =
        if year == "0000" { "whose year is not known".to_owned() } else { format!("of the year {year}") };
    let games: u64 = files.iter().map(|(_, games, _)| games).sum();
    let mut text = format!(
        "Games {of}: {games}, in the collating sequence of the PGN standard\n\
         (section 12). In names of files, 0 stands for what is not known of a date.\n\n"
    );
    let _ = writeln!(text, "{:<24}{:>10}{:>14}", "file", "games", "bytes");
    for (name, games, bytes) in files {
        let _ = writeln!(text, "{name:<24}{games:>10}{bytes:>14}");
    }
    text
}
