//! Candidates as rows of a table.

use std::io::{self, Write};
use std::path::Path;

use pgnkit::syntax::Code;
use pgnkit_analysis::{CandidateRow, Cell, ListCandidates};
use pgnkit_archive::Input;
use pgnkit_archive::output::field;

use super::output::RowForm;
use crate::run::inputs::with_first_errors_and;
use crate::run::{Destination, Errors, Event, Run, Stop};

/// Writes the candidates of all games; none or `-` is standard output.
pub(super) fn write(
    run: &mut Run<'_>,
    task: &ListCandidates,
    form: &RowForm,
    path: Option<&Path>,
    inputs: impl FnOnce(&mut Run<'_>) -> Vec<Input>,
) -> Result<(), Stop> {
    let inputs = with_first_errors_and(inputs(run), &[Code::UnanalysedPosition]);
    let mut out = Destination::create(path)?;
    let mut errors = Errors::default();
    let mut table = Table::new(*form)?;
    let written = table.begin(&mut out).map_err(Stop::from);
    let result = written.and_then(|()| {
        run.all(inputs, task, |_, event| {
            let Event::Entries(input, numbers, done) = event else { return Ok(()) };
            errors.show(&input.name, numbers, &done);
            for (number, row) in &done.value.rows {
                table.add(&input.name, numbers.before_in_input + number, row, &mut out)?;
            }
            if input.is_pipe {
                out.flush()?;
            }
            Ok(())
        })
    });
    let result = result.and_then(|()| Ok(table.end(&mut out)?));
    run.ledger.account.tally("rows", &[("written", table.rows)]);
    out.finish(run, result)
}

/// The table of rows.
struct Table {
    rows: u64,
    form: Writer,
}

enum Writer {
    Csv,
    #[cfg(feature = "columns")]
    Columns(Box<super::columns::Columns>),
}

impl Table {
    fn new(form: RowForm) -> io::Result<Self> {
        let form = match form {
            RowForm::Csv => Writer::Csv,
            #[cfg(feature = "columns")]
            RowForm::Columns(encoding) => Writer::Columns(Box::new(super::columns::Columns::new(encoding)?)),
        };
        Ok(Self { rows: 0, form })
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.form {
            Writer::Csv => {
                let names = CandidateRow::COLUMNS.map(|(name, ..)| name);
                writeln!(out, "file,game,{}", names.join(","))
            }
            #[cfg(feature = "columns")]
            Writer::Columns(columns) => columns.begin(out),
        }
    }

    fn add(&mut self, file: &str, game: u64, row: &CandidateRow, out: &mut dyn Write) -> io::Result<()> {
        self.rows += 1;
        match &mut self.form {
            Writer::Csv => write_csv(file, game, row, out),
            #[cfg(feature = "columns")]
            Writer::Columns(columns) => columns.add(file, game, row, out),
        }
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.form {
            Writer::Csv => out.flush(),
            #[cfg(feature = "columns")]
            Writer::Columns(columns) => columns.end(out),
        }
    }
}

fn write_csv(file: &str, game: u64, row: &CandidateRow, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{},{game}", field(file))?;
    for cell in row.cells() {
        match cell {
            Cell::Null => write!(out, ",")?,
            Cell::Text(text) => write!(out, ",{}", field(text))?,
            Cell::Integer(number) => write!(out, ",{number}")?,
            Cell::Boolean(is_so) => write!(out, ",{is_so}")?,
        }
    }
    writeln!(out)
}
