//! The form of an analysis: games, or rows.

use pgnkit_archive::output::by_file_name;

#[cfg(feature = "columns")]
use pgnkit_columns::ipc;

#[cfg(feature = "columns")]
use super::columns::Encoding;
use crate::args::{AnalyseArgs, FormArgs};
use crate::form::{self, Form};

/// The content of an output.
pub(super) enum Output {
    /// Games, in any format; none is PGN as it is.
    Games(Option<Form>),
    /// A row for each move and candidate.
    Rows(RowForm),
}

/// The format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowForm {
    Csv,
    #[cfg(feature = "columns")]
    Columns(Encoding),
}

impl Output {
    pub(super) fn of(args: &AnalyseArgs) -> Result<Self, String> {
        if args.in_place {
            return form::refusal(&args.form, "-i").map_or(Ok(Self::Games(None)), Err);
        }
        if args.form.partition.is_some() {
            return Err("--partition has no effect here; `pgn convert` divides".to_owned());
        }
        let path = args.output.as_deref();
        let by_name = path.and_then(|path| by_file_name(&path.to_string_lossy()));
        let name = args.form.to.or(by_name).map(|to| to.name);
        let Some(rows) = name.and_then(RowForm::of_name) else {
            return Ok(Self::Games(Form::of(&args.form, path)?));
        };
        let others = FormArgs { to: None, ..args.form.clone() };
        if let Some(message) = form::refusal(&others, "rows of candidates") {
            return Err(message);
        }
        // The format and the name of the output agree.
        Form::of(&FormArgs { to: args.form.to, ..FormArgs::default() }, path)?;
        Ok(Self::Rows(rows))
    }
}

impl RowForm {
    /// The form of rows by the name of a format; `None` for formats of games.
    fn of_name(name: &str) -> Option<Self> {
        match name {
            "csv" => Some(Self::Csv),
            #[cfg(feature = "columns")]
            "parquet" => Some(Self::Columns(Encoding::Parquet)),
            #[cfg(feature = "columns")]
            "arrow" => Some(Self::Columns(Encoding::Arrow(ipc::Form::File))),
            #[cfg(feature = "columns")]
            "arrows" => Some(Self::Columns(Encoding::Arrow(ipc::Form::Stream))),
            _ => None,
        }
    }
}
