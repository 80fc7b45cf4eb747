//! `pgn book show` and `pgn book merge`: opening books that are there.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

use pgnkit::chess::Position;
use pgnkit::chess::fen::EnPassant;
use pgnkit::render::safe;
use pgnkit_archive::{Compression, Output, is_broken_pipe, source};
use pgnkit_collections::engine_book::{Row, json_row, to_game, walk};
use pgnkit_collections::tree::Root;
use pgnkit_formats::book::{Book, BookBuilder, BookForm, Entry};
use pgnkit_query::movetext;

use crate::args::{BookMergeArgs, BookShowArgs, TreeForm};
use crate::commands::tree::root_of;
use crate::run::{Status, complain, interrupt, refused, say};

/// Faults of a book that are shown.
const SHOWN: usize = 10;

pub(super) fn show(args: &BookShowArgs) -> Status {
    let root = match root_of(args.fen.as_deref(), args.moves.as_deref()) {
        Ok(root) => root,
        Err(message) => return refused(&message),
    };
    let mut faults = Faults::default();
    let book = match read(&args.book, &mut faults) {
        Ok(book) => book,
        Err(message) => return refused(&message),
    };
    let name = name_of(&args.book);
    let mut illegal = |position: &Position, entry: Entry| {
        let fen = position.fen(EnPassant::Legal);
        faults.add(&name, &format_args!("expected a legal move of {fen}, found {}", entry.mv));
    };
    let text = match args.report {
        TreeForm::Text => table(&book, &root, depth(args, 1), &name, &mut illegal),
        TreeForm::Json => lines(&book, &root, depth(args, 1), &mut illegal),
        TreeForm::Pgn => {
            let depth = depth(args, 400);
            to_game(&book, &root.position, root.moves.as_deref(), depth, &mut illegal).to_string()
        }
    };
    faults.close(&name);
    write(args.output.as_deref(), text.as_bytes()).max(faults.status())
}

fn depth(args: &BookShowArgs, default: usize) -> usize {
    args.depth.map_or(default, usize::from)
}

pub(super) fn merge(args: &BookMergeArgs) -> Status {
    let (mut builder, mut status) = (BookBuilder::new(), Status::Clean);
    for path in &args.books {
        let mut faults = Faults::default();
        match read(path, &mut faults) {
            Ok(book) => builder.add(&book),
            Err(message) => return refused(&message),
        }
        faults.close(&name_of(path));
        status = status.max(faults.status());
    }
    write(Some(&args.output), &builder.finish()).max(status)
}

/// Faults of a book, of which the first ones are shown.
#[derive(Default)]
pub(in crate::commands) struct Faults(usize);

impl Faults {
    fn add(&mut self, name: &str, fault: &dyn std::fmt::Display) {
        if self.0 < SHOWN {
            complain(&format_args!("{name}: {fault}"));
        }
        self.0 += 1;
    }

    pub(in crate::commands) fn close(&self, name: &str) {
        if self.0 > SHOWN {
            say(&format_args!("{name}: {} faults more", self.0 - SHOWN));
        }
    }

    pub(in crate::commands) fn status(&self) -> Status {
        if self.0 > 0 { Status::Unclean } else { Status::Clean }
    }
}

fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { path.display().to_string() }
}

pub(in crate::commands) fn read(path: &Path, faults: &mut Faults) -> Result<Book<'static>, String> {
    let mut bytes = Vec::new();
    let name = name_of(path);
    let source = if path == Path::new("-") {
        source::from_reader(&name, std::io::stdin())
    } else {
        source::open(path)
    };
    let read = source.map_err(|error| error.to_string())?.read_to_end(&mut bytes);
    read.map_err(|error| format!("{name}: {error}"))?;
    let form = BookForm::of(Compression::name_without(&name), &bytes);
    let book = form.read(&bytes, &mut |damage| faults.add(&name, &damage)).into_owned();
    if book.is_empty() && !bytes.is_empty() {
        return Err(format!("{name}: expected {form}, found no entry"));
    }
    Ok(book)
}

/// Writes a file or to standard output.
fn write(path: Option<&Path>, bytes: &[u8]) -> Status {
    let path = path.filter(|path| *path != Path::new("-"));
    let out = match path {
        Some(path) => interrupt::create_packed(path),
        None => Ok(Output::stdout()),
    };
    let written = out.and_then(|mut out| {
        std::io::Write::write_all(&mut out, bytes)?;
        interrupt::commit(|| out.finish())
    });
    match written {
        Err(error) if !is_broken_pipe(&error) => refused(&error),
        _ => Status::Clean,
    }
}

type Illegal<'i> = &'i mut dyn FnMut(&Position, Entry);

/// The moves as a table.
fn table(book: &Book<'_>, root: &Root, depth: usize, name: &str, illegal: Illegal<'_>) -> String {
    let mut rows: Vec<(String, u16, f64, String)> = Vec::new();
    let visit = |row: &Row<'_>| {
        let after = row.transposes_to.as_ref().map(|moves| movetext::write(root.position, moves));
        let after = after.map(|moves| format!("  = {moves}")).unwrap_or_default();
        rows.push((format!("{:1$}{2}", "", 2 * row.ply, row.numbered()), row.weight, row.percent(), after));
        Ok::<(), ()>(())
    };
    let _ = walk(book, &root.position, depth, visit, illegal);
    let mut text = String::new();
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let moves = book.entries().filter(|entry| !entry.is_header()).count();
    let mut keys: Vec<u64> =
        book.entries().filter(|entry| !entry.is_header()).map(|entry| entry.key).collect();
    keys.dedup();
    let positions = keys.len();
    let _ = writeln!(
        text,
        "{}: {moves} move{} in {positions} position{}",
        safe(name),
        plural(moves),
        plural(positions)
    );
    let first = rows.iter().filter(|(mv, ..)| !mv.starts_with(' ')).count();
    let _ = writeln!(text, "{}: {first} move{}", root.name, plural(first));
    let width = rows.iter().map(|(mv, ..)| mv.len()).max().unwrap_or(0).max("move".len());
    if !rows.is_empty() {
        let _ = writeln!(text, "{:width$}  weight      %", "move");
    }
    for (mv, weight, percent, after) in rows {
        let _ = writeln!(text, "{mv:width$}  {weight:>6}  {percent:>5.1}{after}");
    }
    text
}

/// The moves as JSON, one a line.
fn lines(book: &Book<'_>, root: &Root, depth: usize, illegal: Illegal<'_>) -> String {
    let mut text = String::new();
    let visit = |row: &Row<'_>| {
        text.push_str(&json_row(row, &root.position));
        text.push('\n');
        Ok::<(), ()>(())
    };
    let _ = walk(book, &root.position, depth, visit, illegal);
    text
}
