//! The forms in which games and positions are written, one file each, and the one list of their names.
//!
//! A new form is a file in this folder with an implementation of [`OutputFormat`], and one word in [`OUTPUTS`].

mod canonical;
mod chunk;
mod clocks;
#[cfg(feature = "columns")]
mod columns;
mod csv;
mod fields;
mod joint;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "sites")]
mod lichess;
mod lost;
#[cfg(feature = "pgc")]
mod pgc;
mod pgn;
#[cfg(feature = "epd")]
mod positions;
#[cfg(feature = "databases")]
mod scid;

use std::fmt::Debug;
use std::io::{self, Write};

use pgnkit::Export;
use pgnkit::chess::san::Language;
#[cfg(feature = "epd")]
use pgnkit::epd::RecordOptions;
use pgnkit::syntax::{Code, Sink, Span};
use pgnkit::{LongAlgebraicStyle, Notation};

use crate::account::Account;
use crate::input::At;
use crate::input::{Entry, InputFormat, Target};

pub use canonical::Canonical;
#[cfg(feature = "columns")]
pub use chunk::Batch;
pub use chunk::{Chunk, Numbers, Origin};
pub use clocks::ClockTable;
#[cfg(feature = "json")]
pub use clocks::{ClocksCsv, ClocksJson};
#[cfg(feature = "columns")]
pub use columns::{ColumnsFile, Encoding, Partitioned};
pub use csv::{Csv, ROSTER, Rows};
pub use fields::field;
#[cfg(feature = "json")]
pub use json::JsonLines;
#[cfg(feature = "sites")]
pub use lichess::LichessLines;
#[cfg(feature = "pgc")]
pub use pgc::PgcFile;
pub use pgn::PgnText;
#[cfg(feature = "epd")]
pub use positions::PositionLines;
#[cfg(feature = "databases")]
pub use scid::{ScidFiles, ScidVersion};

/// A form in which games or positions are written.
///
/// A form takes both kinds of entries: one that holds games writes the game that starts from a position, one that holds
/// positions writes those of a game ([`PositionLine::to_game`](crate::input::PositionLine::to_game) and
/// [`RecordOptions`] are the two adapters).
pub trait OutputFormat: Debug + Send + Sync {
    /// A writer for one thread.
    fn writer(&self) -> Box<dyn EntryWriter + '_>;

    /// Appends what comes before the first entry, such as the head of a table.
    fn begin(&self, _out: &mut Vec<u8>) {}

    /// The name of an input as it is written in this form, for forms that name their inputs.
    fn input_name(&self, _name: &str) -> String {
        String::new()
    }

    /// About how many bytes are written for a block of `read` bytes.
    fn expected_bytes(&self, read: usize) -> usize {
        read + read / 8
    }

    /// Puts what the threads have written together, for forms that are more than one chunk after the other; `jobs` threads may
    /// help. [`assembler`] has one for every form.
    fn assembler(&self, _jobs: usize) -> Option<Box<dyn Assembler + '_>> {
        None
    }

    /// Whether diagnostics of entries are written with them.
    fn wants_located(&self) -> bool {
        false
    }

    /// Diagnostics of text that is not written as it is read: whoever writes it must see them.
    fn alters(&self) -> &'static [Code] {
        &[]
    }

    /// Whether the original bytes of an entry of that form may be a part of this output.
    fn holds_original(&self, _format: &dyn InputFormat) -> bool {
        false
    }
}

/// Writes entries; made by an [`OutputFormat`] for one thread.
pub trait EntryWriter {
    /// Looks at an entry before it is known whether it is clean: what the form cannot hold is reported here.
    fn look(&mut self, _entry: Entry<'_>, _span: Span, _sink: &mut dyn Sink) {}

    /// Writes the entry that was looked at last, the `number`-th of its block, from 1, and counts what was written.
    fn write(&mut self, entry: Entry<'_>, number: u64, out: &mut Chunk, account: &mut Account);

    /// The place that the next entry of an input of that form is read into, for forms that need no document of it.
    fn target(&mut self, _format: &dyn InputFormat) -> Option<Target<'_>> {
        None
    }

    /// Writes the entry that was read into the [target](Self::target).
    fn write_target(&mut self, _at: &At<'_>, _out: &mut Chunk, _account: &mut Account) {}

    /// Writes what is left when the entries of a block are written.
    fn end_of_entries(&mut self, _out: &mut Chunk) {}
}

/// The place that a form is written to: a file or a stream, and for forms of several files the others of them.
pub trait Outlet: Write {
    /// The file of the same name with this extension, which gets its place together with the first one.
    ///
    /// # Errors
    /// When there can be none, as of a stream, or it cannot be made.
    fn companion(&mut self, _extension: &'static str) -> io::Result<&mut dyn Write> {
        let text = "this format has several files; name an output of its own";
        Err(io::Error::new(io::ErrorKind::InvalidInput, text))
    }
}

impl Outlet for Vec<u8> {}

impl Outlet for crate::files::Output {}

/// Puts the chunks of a run together, in order.
pub trait Assembler {
    /// Writes what comes before the first chunk.
    ///
    /// # Errors
    /// Those of `out`; for all three likewise.
    fn begin(&mut self, out: &mut dyn Outlet) -> io::Result<()>;

    /// Writes the next chunk, with its place in the run; `name` is that of the input.
    #[allow(clippy::missing_errors_doc, reason = "said above")]
    fn add(&mut self, chunk: Chunk, numbers: Numbers, name: &str, out: &mut dyn Outlet) -> io::Result<()>;

    /// Writes what comes after the last chunk.
    #[allow(clippy::missing_errors_doc, reason = "said above")]
    fn end(&mut self, _out: &mut dyn Outlet) -> io::Result<()> {
        Ok(())
    }
}

/// The assembler of a form.
pub fn assembler(output: &dyn OutputFormat, jobs: usize) -> Box<dyn Assembler + '_> {
    output.assembler(jobs).unwrap_or_else(|| Box::new(Sealer { output, joined: joint::Joined::default() }))
}

/// Puts text together: one chunk after the other, with its gaps filled.
struct Sealer<'o> {
    output: &'o dyn OutputFormat,
    joined: joint::Joined,
}

impl Assembler for Sealer<'_> {
    fn begin(&mut self, out: &mut dyn Outlet) -> io::Result<()> {
        let mut head = Vec::new();
        self.output.begin(&mut head);
        out.write_all(&head)
    }

    fn add(&mut self, chunk: Chunk, numbers: Numbers, name: &str, out: &mut dyn Outlet) -> io::Result<()> {
        out.write_all(&self.joined.before(&chunk.joint))?;
        out.write_all(&chunk.seal(numbers, &self.output.input_name(name)))
    }
}

/// A form of output by name, with a place for each option that some form has.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct NamedOutput {
    /// The name people use, such as `pgn`.
    pub name: &'static str,
    /// Content of the output, in a few words for help texts.
    pub summary: &'static str,
    /// Endings of the names of such files, without a dot, in lower case. Of forms with the same ending the first is meant by it.
    pub extensions: &'static [&'static str],
    /// Whether an option has a meaning for it, given the others.
    pub uses: fn(OutputOption, &OutputOptions) -> bool,
    /// Makes it.
    pub make: fn(&OutputOptions) -> Box<dyn OutputFormat>,
}

impl Debug for NamedOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NamedOutput").field("name", &self.name).finish_non_exhaustive()
    }
}

/// An option of some form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutputOption {
    /// [`OutputOptions::fen`].
    Fen,
    /// [`OutputOptions::rows`].
    Rows,
    /// [`OutputOptions::tags`].
    Tags,
    /// A [step](crate::step::RewriteAnnotations), and not an option of the output itself.
    Annotations,
    /// [`OutputOptions::lossy`].
    Lossy,
    /// [`OutputOptions::language`].
    Language,
    /// [`OutputOptions::long_style`].
    LongStyle,
    /// [`OutputOptions::dialect`] of PGC; of PGN [a step](crate::step::RewriteAnnotations) and [`OutputOptions::suffixes`].
    Dialect,
    /// `OutputOptions::layout`, but for its rows.
    Columns,
    /// `OutputOptions::level` and `OutputOptions::row_group_rows`.
    RowGroups,
    /// Whether the output may be a directory of many files.
    Partitions,
}

/// Options of all forms of output; each uses those that concern it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct OutputOptions {
    /// Whether the position after each move is written, too.
    pub fen: bool,
    /// The rows of a table.
    pub rows: Option<Rows>,
    /// Tags that are columns of a table.
    pub tags: Option<Vec<String>>,
    /// Whether games are written that the form cannot hold whole.
    pub lossy: bool,
    /// Whether PGN has `e4!` for `e4 $1`, as some programs write it.
    pub suffixes: bool,
    /// The language of piece letters.
    pub language: Option<Language>,
    /// The style of long algebraic notation.
    pub long_style: Option<LongAlgebraicStyle>,
    /// The rows and columns of tables of Arrow and Parquet.
    #[cfg(feature = "columns")]
    pub layout: Option<pgnkit_columns::Layout>,
    /// The level of compression of Parquet.
    #[cfg(feature = "columns")]
    pub level: Option<i32>,
    /// The rows of a row group of Parquet.
    #[cfg(feature = "columns")]
    pub row_group_rows: Option<usize>,
    /// Whether games do not come in the order of their numbers, which tables of columns store otherwise.
    pub is_out_of_order: bool,
    /// The version of databases of Scid.
    #[cfg(feature = "databases")]
    pub scid_version: ScidVersion,
    /// The dialect of PGC.
    #[cfg(feature = "pgc")]
    pub dialect: Option<pgnkit::pgc::Dialect>,
    /// The positions of a game that are written, and the operations of their records.
    #[cfg(feature = "epd")]
    pub records: Option<RecordOptions>,
}

#[cfg(feature = "columns")]
impl OutputOptions {
    /// The columns that are asked for.
    fn layout(&self) -> pgnkit_columns::Layout {
        self.layout.clone().unwrap_or_else(|| pgnkit_columns::Layout::new(pgnkit_columns::Rows::Games))
    }

    /// Columns as Parquet.
    pub fn parquet(&self) -> ColumnsFile {
        let layout = self.layout();
        let mut options = pgnkit_columns::parquet::Options::new(layout.rows());
        options.level = self.level.unwrap_or(options.level);
        options.row_group_rows = self.row_group_rows.unwrap_or(options.row_group_rows);
        options.is_in_order = !self.is_out_of_order;
        ColumnsFile::new(layout, Encoding::Parquet(options))
    }

    /// Whether an option has a meaning for columns.
    fn uses_columns(&self, option: OutputOption) -> bool {
        match option {
            OutputOption::Rows | OutputOption::Columns => true,
            OutputOption::Fen => self.layout().rows() != pgnkit_columns::Rows::Games,
            _ => false,
        }
    }
}

/// Every form of output. The order is that of help and error texts.
pub static OUTPUTS: &[NamedOutput] = &[
    NamedOutput {
        name: "pgn",
        summary: "Games in export format; each record becomes a game that starts from its position",
        extensions: &["pgn"],
        uses: |option, _| matches!(option, OutputOption::Annotations | OutputOption::Dialect),
        make: |options| Box::new(PgnText(Export::default().suffixes(options.suffixes))),
    },
    NamedOutput {
        name: "san",
        summary: "Games to be shown: as in export format, but with the piece letters of --lang, and e4! for e4 $1",
        extensions: &["pgn"],
        uses: |option, _| matches!(option, OutputOption::Language),
        make: |options| Box::new(PgnText::shown(Notation::San(options.language.unwrap_or_default()))),
    },
    NamedOutput {
        name: "fan",
        summary: "Games to be shown: with chess symbols for pieces, and e4! for e4 $1",
        extensions: &["pgn"],
        uses: |_, _| false,
        make: |_| Box::new(PgnText::shown(Notation::Figurine)),
    },
    NamedOutput {
        name: "lan",
        summary: "Games with moves in long algebraic notation",
        extensions: &["pgn"],
        uses: |option, options| match option {
            OutputOption::LongStyle => true,
            OutputOption::Language => options.long_style.unwrap_or(LongAlgebraicStyle::Full).has_letters(),
            _ => false,
        },
        make: |options| {
            let style = options.long_style.unwrap_or(LongAlgebraicStyle::Full);
            Box::new(PgnText::notation(Notation::Long(style, options.language.unwrap_or_default())))
        },
    },
    NamedOutput {
        name: "uci",
        summary: "Games with moves as engines speak them",
        extensions: &["pgn"],
        uses: |_, _| false,
        make: |_| Box::new(PgnText::notation(Notation::Uci)),
    },
    NamedOutput {
        name: "iccf",
        summary: "Games with moves in ICCF numeric notation; `--from iccf` reads it back",
        extensions: &["pgn"],
        uses: |_, _| false,
        make: |_| Box::new(PgnText::notation(Notation::Iccf)),
    },
    #[cfg(feature = "json")]
    NamedOutput {
        name: "json",
        summary: "Games with all that is in them, one object a line; `--from json` reads it back",
        extensions: &["json", "jsonl", "ndjson"],
        uses: |option, _| matches!(option, OutputOption::Fen),
        make: |options| Box::new(JsonLines(pgnkit::json::Writer::new().fen(options.fen))),
    },
    #[cfg(feature = "sites")]
    NamedOutput {
        name: "lichess",
        summary: "Games as the interface of lichess gives them, one object a line",
        extensions: &["ndjson", "jsonl", "json"],
        uses: |_, _| false,
        make: |_| Box::new(LichessLines),
    },
    #[cfg(feature = "columns")]
    NamedOutput {
        name: "parquet",
        summary: "Columns for DuckDB, polars, Spark and others: games, moves or positions as rows",
        extensions: &["parquet"],
        uses: |option, options| {
            matches!(option, OutputOption::RowGroups | OutputOption::Partitions)
                || options.uses_columns(option)
        },
        make: |options| Box::new(options.parquet()),
    },
    #[cfg(feature = "columns")]
    NamedOutput {
        name: "arrow",
        summary: "Columns in Arrow's file format, for programs in memory",
        extensions: &["arrow", "feather"],
        uses: |option, options| options.uses_columns(option),
        make: |options| Box::new(ColumnsFile::new(options.layout(), Encoding::ArrowFile)),
    },
    #[cfg(feature = "columns")]
    NamedOutput {
        name: "arrows",
        summary: "Columns as a stream of Arrow, for pipes",
        extensions: &["arrows"],
        uses: |option, options| options.uses_columns(option),
        make: |options| Box::new(ColumnsFile::new(options.layout(), Encoding::ArrowStream)),
    },
    NamedOutput {
        name: "csv",
        summary: "A table for programs that count",
        extensions: &["csv"],
        uses: |option, _| matches!(option, OutputOption::Fen | OutputOption::Rows | OutputOption::Tags),
        make: |options| {
            Box::new(Csv::new(options.rows.unwrap_or_default(), options.tags.as_deref(), options.fen))
        },
    },
    #[cfg(feature = "epd")]
    NamedOutput {
        name: "epd",
        summary: "Records; each position of a game becomes one, `pgn epd from-pgn` can choose",
        extensions: &["epd"],
        uses: |_, _| false,
        make: |options| Box::new(PositionLines::epd(options.records.clone().unwrap_or_default())),
    },
    #[cfg(feature = "epd")]
    NamedOutput {
        name: "fen",
        summary: "Positions; each position of a game becomes one",
        extensions: &["fen"],
        uses: |_, _| false,
        make: |_| Box::new(PositionLines::fen()),
    },
    #[cfg(feature = "pgc")]
    NamedOutput {
        name: "pgc",
        summary: "Games in binary coding, which holds no comments",
        extensions: &["pgc"],
        uses: |option, _| matches!(option, OutputOption::Lossy | OutputOption::Dialect),
        make: |options| {
            Box::new(PgcFile { dialect: options.dialect.unwrap_or_default(), lossy: options.lossy })
        },
    },
    #[cfg(feature = "databases")]
    NamedOutput {
        name: "scid",
        summary: "A database of Scid: NAME.si4 with NAME.sn4 and NAME.sg4, or the same with 5",
        extensions: &["si4", "si5"],
        uses: |_, _| false,
        make: |options| Box::new(ScidFiles::new(options.scid_version)),
    },
];

/// The form of output of that name.
pub fn by_name(name: &str) -> Option<&'static NamedOutput> {
    OUTPUTS.iter().find(|output| output.name == name)
}

/// Formats that need the feature `columns`, with the extensions of their files.
const COLUMNS: [(&str, &[&str]); 3] =
    [("parquet", &["parquet"]), ("arrow", &["arrow", "feather"]), ("arrows", &["arrows"])];

/// The format that the extension of a file name asks for, if it is left out of this build, compressed or not.
pub fn left_out_by_file_name(name: &str) -> Option<&'static str> {
    let extension = crate::input::extension(name)?;
    let (name, _) = COLUMNS.into_iter().find(|(_, extensions)| extensions.contains(&extension.as_str()))?;
    is_left_out(name).then_some(name)
}

/// Whether a format is left out of this build: it needs the feature `columns`.
pub fn is_left_out(name: &str) -> bool {
    by_name(name).is_none() && COLUMNS.iter().any(|(known, _)| *known == name)
}

/// The form of output that the ending of a file name asks for, compressed or not.
pub fn by_file_name(name: &str) -> Option<&'static NamedOutput> {
    let extension = crate::input::extension(name)?;
    OUTPUTS.iter().find(|output| output.extensions.contains(&extension.as_str()))
}

impl NamedOutput {
    /// The name of the format that the extension of a file name asks for instead of this one, if it is another.
    pub fn contradicts(&self, name: &str) -> Option<&'static str> {
        let Some(other) = by_file_name(name) else { return left_out_by_file_name(name) };
        let is_shared = other.extensions.iter().any(|extension| self.extensions.contains(extension));
        (!is_shared).then_some(other.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_input_form_can_be_written() {
        let mut names: Vec<_> = OUTPUTS.iter().map(|output| output.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), OUTPUTS.len());
        // A form without a name for its files is only read, and so are these.
        let is_only_read = |name: &str| matches!(name, "chessbase" | "index" | "si3");
        let inputs = crate::input::INPUTS.iter();
        for input in inputs.filter(|input| !input.extensions().is_empty() && !is_only_read(input.name())) {
            assert!(by_name(input.name()).is_some(), "{}", input.name());
            for extension in input.extensions().iter().filter(|extension| !is_only_read(extension)) {
                let named = by_file_name(&format!("x.{extension}.gz")).map(|output| output.name);
                assert_eq!(named, Some(input.name()), "{extension}");
            }
        }
    }
}
