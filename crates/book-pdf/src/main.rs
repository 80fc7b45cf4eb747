//! `pgn-pdf`: reads Typst source on standard input, and writes its PDF to standard output. `pgn book -o book.pdf` runs it.
//!
//! The source is a document of its own: it sees no files, no packages, no clock, and no fonts but those in this program.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt as _, World, WorldExt as _};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

/// Faults that are shown.
const SHOWN: usize = 5;

/// All that the source sees.
struct Alone {
    source: Source,
    library: LazyHash<Library>,
    fonts: Vec<Font>,
    book: LazyHash<FontBook>,
}

impl Alone {
    fn new(text: String) -> Self {
        let fonts: Vec<Font> = typst_assets::fonts().flat_map(|data| Font::iter(Bytes::new(data))).collect();
        let book = LazyHash::new(FontBook::from_fonts(&fonts));
        Self { source: Source::detached(text), library: LazyHash::new(Library::default()), fonts, book }
    }

    /// Says what is wrong, with the line.
    fn complain(&self, faults: &[SourceDiagnostic]) {
        for fault in faults.iter().take(SHOWN) {
            let line = self.range(fault.span).and_then(|range| self.source.lines().byte_to_line(range.start));
            let place = line.map_or(String::new(), |line| format!("line {}: ", line + 1));
            eprintln!("pgn-pdf: {place}{}", fault.message);
        }
    }
}

impl World for Alone {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.source.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.source.id() { Ok(self.source.clone()) } else { Err(FileError::AccessDenied) }
    }

    fn file(&self, _: FileId) -> FileResult<Bytes> {
        Err(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn main() -> ExitCode {
    if std::env::args_os().len() > 1 {
        eprintln!(
            "pgn-pdf: Typst source on standard input becomes PDF on standard output; there are no options"
        );
        return ExitCode::from(2);
    }
    let mut text = String::new();
    if let Err(error) = io::stdin().lock().read_to_string(&mut text) {
        eprintln!("pgn-pdf: standard input: {error}");
        return ExitCode::from(2);
    }
    let world = Alone::new(text);
    let made = typst::compile::<PagedDocument>(&world)
        .output
        .and_then(|document| typst_pdf::pdf(&document, &PdfOptions::default()));
    let pdf = match made {
        Ok(pdf) => pdf,
        Err(faults) => {
            world.complain(&faults);
            return ExitCode::from(2);
        }
    };
    let mut out = io::stdout().lock();
    if let Err(error) = out.write_all(&pdf).and_then(|()| out.flush()) {
        eprintln!("pgn-pdf: standard output: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
