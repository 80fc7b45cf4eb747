//! The options of `pgn split`.

use clap::Args;
use clap::builder::StringValueParser;
use pgnkit_collections::split::Pattern;

const AFTER_HELP: &str = "\
Examples:
  pgn split games.pgn --by year           1992.pgn, 1993.pgn …
  pgn split games.pgn --by player         a file for each player
  pgn split big.pgn.zst --max-size 10MB -o 'big-{number}.pgn.zst'
  pgn split *.pgn --max-games 1000 -o '{year}/{eco}-{number}.pgn'
  pgn split study.pgn --variations        each line a game, on standard output
  pgn split new.pgn --archive PGN         PGN/MGR/1992/1992.pgn …, added to what is there

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct SplitArgs {
    /// Games with the same values go into one file: white, black, player, event, site, year, eco, result … or a tag
    ///
    /// Several fields have commas between them, as in --by 'year, eco'. A field can be an expression of `pgn filter`: --by
    /// "player('Tal')" for true.pgn and false.pgn, --by 'lower(white)'.
    #[arg(long, value_name = "FIELDS", value_parser = super::words::fields(StringValueParser::new()), hide_possible_values = true)]
    pub(crate) by: Option<String>,

    /// Add the games to an archive: a directory tree of files by year, month and day (sections 11.4, 11.5 of the standard)
    ///
    /// Each file is in the collating sequence. A year with more than 10000 games (or what --max-games and --max-size say) is in
    /// files by month, a month in files by day, a day in numbered ones. A game that is there already with the same bytes is not
    /// added again. The archive is changed as a whole or not at all, also if the run is killed.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["by", "output", "force"])]
    pub(crate) archive: Option<super::OutputDirectory>,

    /// At most N games in a file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_games: Option<u64>,

    /// At most this size of a file, before it is compressed, as 10MB; a longer game is alone
    #[arg(long, alias = "size", value_name = "SIZE", value_parser = pgnkit_archive::parse_size)]
    pub(crate) max_size: Option<usize>,

    /// Write each line of a game as a game: the main line, and each variation with the moves before it
    ///
    /// Comments stay with their moves, and tags are kept; the result and the tag Termination are those of the main line alone. With
    /// nothing else that says how to split, all goes to standard output, or to the file that -o names.
    #[arg(long)]
    pub(crate) variations: bool,

    /// Names of the files: fields in braces, {number} to count them [default: '{FIELD}.pgn', '{number}.pgn' or '{FIELD}-{number}.pgn']
    ///
    /// Fields are those of `pgn sort --by`, and player for both players, so that a game is in two files. Directories are
    /// made. Characters that some file system does not take become _ in values, as do those that nobody sees, a period before a
    /// name, and a period or blank after it: no value leads out of the directory that the pattern names, and links that do are
    /// refused. Files whose names end in .gz, .zst, .xz or .bz2 are compressed.
    #[arg(short, long, value_name = "PATTERN", value_parser = parse_pattern)]
    pub(crate) output: Option<Pattern>,

    /// Replace files that are there
    #[arg(long)]
    pub(crate) force: bool,

    /// Write games in export format instead of as they are
    #[arg(long)]
    pub(crate) fmt: bool,

    #[command(flatten)]
    pub(crate) memory: super::MemoryArgs,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

pub(crate) fn parse_pattern(text: &str) -> Result<Pattern, String> {
    text.parse::<Pattern>().map_err(|error| error.to_string())
}
