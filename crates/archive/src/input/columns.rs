//! Columns: games in files of Parquet and Arrow, which are read as the PGN that they give.

use std::io::{self, Cursor, Read};

use pgnkit_columns::RecordBatch;
use pgnkit_columns::record::{Games, RecordError};
use pgnkit_columns::source::{self, Batches};

use super::{Container, EntryReader, InputFormat, Kind, Locations, Pgn, ReadOptions, Sniff};
use crate::blocks::SplitPoints;
use crate::findings::{MainLine, Title};
use crate::pipeline::BlockView;
use crate::source::Opened;

/// Games in columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Parquet,
    ArrowFile,
    ArrowStream,
}

/// Parquet.
pub static PARQUET: Columns = Columns { form: Form::Parquet };

/// Arrow's file format.
pub static ARROW: Columns = Columns { form: Form::ArrowFile };

/// Arrow's streaming format.
pub static ARROWS: Columns = Columns { form: Form::ArrowStream };

impl InputFormat for Columns {
    fn name(&self) -> &'static str {
        match self.form {
            Form::Parquet => "parquet",
            Form::ArrowFile => "arrow",
            Form::ArrowStream => "arrows",
        }
    }

    fn summary(&self) -> &'static str {
        match self.form {
            Form::Parquet => "Games in columns, as Parquet",
            Form::ArrowFile => "Games in columns, in Arrow's file format",
            Form::ArrowStream => "Games in columns, as a stream of Arrow",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        match self.form {
            Form::Parquet => &["parquet"],
            Form::ArrowFile => &["arrow", "feather"],
            Form::ArrowStream => &["arrows"],
        }
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        let is_it = match self.form {
            Form::Parquet => head.starts_with(b"PAR1"),
            Form::ArrowFile => head.starts_with(b"ARROW1"),
            // A mark, and the length of a schema.
            Form::ArrowStream => matches!(head, [0xff, 0xff, 0xff, 0xff, _, _, 0..4, 0, ..]),
        };
        if is_it { Sniff::Certain } else { Sniff::No }
    }

    fn split(&self) -> SplitPoints {
        Pgn.split()
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it holds games in columns, which are in no export format")
    }

    fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Pgn.open(block, options)
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Pgn.main_line(entry, options)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }

    fn container(&self) -> Option<&dyn Container> {
        Some(self)
    }
}

impl Container for Columns {
    fn inside(&self) -> &'static dyn InputFormat {
        &RowText
    }

    fn unpack(&self, mut opened: Opened) -> io::Result<Box<dyn Read + Send>> {
        let name = opened.name.clone();
        let mut head = Vec::new();
        (&mut opened).take(HEAD_BYTES).read_to_end(&mut head)?;
        let is_stream = source::is_stream(&head);
        opened.reader = Box::new(Cursor::new(head).chain(opened.reader));
        let batches = match self.form {
            Form::Parquet => {
                let (file, progress) = opened.into_file()?;
                source::parquet(file, move |bytes| progress.add(bytes))
            }
            Form::ArrowFile | Form::ArrowStream if !is_stream => {
                source::arrow_file_by_footer(opened.into_file()?.0)
            }
            Form::ArrowFile => source::arrow_file(opened),
            Form::ArrowStream => source::arrow_stream(opened),
        }
        .map_err(|error| damaged(format_args!("it is no such file, or damaged: {error}")))?
        .with_partition_of(&name);
        // Refused before anything is read.
        Games::new(&RecordBatch::new_empty(batches.schema().clone())).map_err(damaged)?;
        Ok(Box::new(Text { batches, games: None, row: 0, before: 0, text: Vec::new(), at: 0, failed: None }))
    }
}

/// The text that rows give: PGN whose lines are in no file.
#[derive(Debug)]
struct RowText;

impl InputFormat for RowText {
    fn name(&self) -> &'static str {
        Pgn.name()
    }

    fn summary(&self) -> &'static str {
        Pgn.summary()
    }

    fn extensions(&self) -> &'static [&'static str] {
        Pgn.extensions()
    }

    fn holds(&self) -> Kind {
        Pgn.holds()
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        Pgn.sniff(head)
    }

    fn split(&self) -> SplitPoints {
        Pgn.split()
    }

    fn locations(&self) -> Locations {
        Locations::Rows
    }

    fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Pgn.open(block, options)
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Pgn.main_line(entry, options)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        Pgn.append_reject(stretch, entry, out);
    }
}

fn damaged(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// The games of batches as PGN.
struct Text {
    batches: Batches,
    games: Option<Games>,
    row: usize,
    /// Games of the batches before.
    before: u64,
    /// The text of some games, and how much of it has been read.
    text: Vec<u8>,
    at: usize,
    /// The reason why there is no more.
    failed: Option<String>,
}

/// Bytes of the beginning by which the forms of Arrow are told apart.
const HEAD_BYTES: u64 = 128;

/// Bytes of text that are made at a time.
const PIECE_BYTES: usize = 1 << 16;

impl Text {
    /// Makes the next piece; empty at the end.
    fn fill(&mut self) -> Result<(), String> {
        self.text.clear();
        self.at = 0;
        while self.text.len() < PIECE_BYTES {
            match &mut self.games {
                Some(games) if self.row < games.len() => {
                    let number = self.before + self.row as u64 + 1;
                    let written = games.write_pgn(self.row, &mut self.text);
                    written.map_err(|error| match error {
                        RecordError::Row { reason, .. } => format!("game {number}: {reason}"),
                        error => error.to_string(),
                    })?;
                    self.row += 1;
                }
                _ => {
                    self.before += self.row as u64;
                    (self.games, self.row) = (None, 0);
                    let Some(batch) = self.batches.next() else { break };
                    let batch = batch.map_err(|error| format!("it is damaged: {error}"))?;
                    self.games = Some(Games::new(&batch).map_err(|error| error.to_string())?);
                }
            }
        }
        Ok(())
    }
}

/// Games before damage are delivered before it is reported.
impl Read for Text {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() {
            if self.failed.is_none() {
                self.failed = self.fill().err();
            }
            if let Some(reason) = self.failed.as_ref().filter(|_| self.at == self.text.len()) {
                return Err(damaged(reason));
            }
        }
        let rest = &self.text[self.at..];
        let length = rest.len().min(out.len());
        out[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        Ok(length)
    }
}
