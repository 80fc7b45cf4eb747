//! All commands in one screen, by what they do with games, and three of them for whoever types `pgn` alone.

use std::fmt::Write as _;

use clap::builder::styling::Style;

use crate::args::STYLES;

/// Two commands side by side, each with its name and what it does.
type Row = [(&'static str, &'static str); 2];

/// The commands in groups. There are as many lines as a terminal of 24 leaves beside the rest and the next prompt.
const GROUPS: &[(&str, &[Row])] = &[
    (
        "Read",
        &[
            [("check", "report what is wrong"), ("explain", "explain a diagnostic")],
            [("clocks", "time of each move"), ("epd", "records of positions")],
        ],
    ),
    (
        "Change",
        &[
            [("fmt", "write export format"), ("convert", "JSON, tables, FEN …")],
            [("edit", "tags, comments, moves"), ("eco", "set the opening")],
        ],
    ),
    (
        "Collect",
        &[
            [("filter", "games that match"), ("find", "games with a position")],
            [("sort", "by date, players …"), ("split", "into many files")],
            [("merge", "many files into one"), ("dedup", "remove duplicates")],
            [("diff", "compare two files"), ("names", "spellings of players")],
        ],
    ),
    (
        "Show",
        &[
            [("show", "read games; --interactive"), ("diagram", "SVG, PNG, text, GIF")],
            [("html", "games as one web page"), ("book", "LaTeX, Typst, EPUB, PDF")],
        ],
    ),
    (
        "Ask",
        &[
            [("stats", "count results, openings …"), ("tree", "moves from a position")],
            #[cfg(feature = "engines")]
            [("analyse", "scores by an engine"), ("", "")],
            #[cfg(feature = "index")]
            [("sql", "in SQL, by pgn-sql"), ("evals", "ready evaluations")],
            #[cfg(not(feature = "index"))]
            [("sql", "in SQL, by pgn-sql"), ("", "")],
            #[cfg(feature = "serve")]
            [("index", "games by their positions"), ("serve", "an opening explorer")],
            #[cfg(all(feature = "index", not(feature = "serve")))]
            [("index", "games by their positions"), ("", "")],
        ],
    ),
    ("Also", &[[("man", "manual pages, in roff"), ("completions", "those of a shell")]]),
];

/// Columns of a group's name, of names and descriptions on the left, of names on the right.
const WIDTHS: [usize; 4] = [9, 8, 27, 13];

/// Three commands, for `pgn` alone on a terminal.
pub(crate) const FIRST: &str = "\
pgn checks, formats, converts, searches and shows chess games in PGN.

  pgn check games.pgn               what is wrong, where and why
  pgn show --interactive games.pgn  the games with boards, moves and search
  pgn help                          all commands
";

/// All commands in one screen, with colours for a terminal.
pub(crate) fn overview(about: &str, after: &str, is_styled: bool) -> String {
    let style = |style: &Style| if is_styled { *style } else { Style::new() };
    let (header, literal) = (style(STYLES.get_header()), style(STYLES.get_literal()));
    let [group_width, left, text_width, right] = WIDTHS;
    let mut text = format!("{about}\n\n{header}Usage:{header:#} pgn COMMAND [OPTION]… [FILE]…\n\n");
    // Appending to memory cannot fail.
    for (group, rows) in GROUPS {
        for (at, [(one, does), (other, too)]) in rows.iter().enumerate() {
            let group = if at == 0 { group } else { "" };
            let _ = write!(text, "{header}{group:group_width$}{header:#}");
            let _ = write!(text, "{literal}{one:left$}{literal:#}{does:text_width$}");
            if !other.is_empty() {
                let _ = write!(text, "{literal}{other:right$}{literal:#}{too}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
    text.push_str("\npgn help COMMAND has its options and examples, pgn help options those of all.\n");
    let _ = writeln!(text, "{after}");
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{FIRST, GROUPS, overview};
    use crate::args::Cli;

    #[test]
    fn every_command_is_there_once() {
        let mut shown: Vec<&str> =
            GROUPS.iter().flat_map(|(_, rows)| rows.as_flattened()).map(|(name, _)| *name).collect();
        shown.retain(|name| !name.is_empty());
        shown.push("help"); // in the lines below
        shown.sort_unstable();
        let all = Cli::command();
        let mut commands: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
        commands.sort_unstable();
        assert_eq!(shown, commands);
    }

    #[test]
    fn it_fits_a_screen_of_24_lines_with_the_next_prompt() {
        let text = crate::help::all_commands(false);
        assert!(text.lines().count() <= 23, "{text}");
        for line in text.lines().chain(FIRST.lines()) {
            assert!(line.chars().count() <= 80, "{line}");
            assert_eq!(line, line.trim_end());
        }
        let columns = |start: &str| {
            let line = text.lines().find(|line| line.contains(start)).unwrap();
            line[..line.find(start).unwrap()].chars().count()
        };
        assert_eq!(columns("explain a diagnostic"), columns("those of a shell"));
    }

    #[test]
    fn colours_change_no_letter() {
        let (plain, styled) = (overview("about", "after", false), overview("about", "after", true));
        assert!(styled.contains('\u{1b}') && !plain.contains('\u{1b}'));
        assert_eq!(anstream::adapter::strip_str(&styled).to_string(), plain);
    }
}
