//! Games as columns of Arrow, handed over without a copy.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pgnkit_archive::FindingFilter;
use pgnkit_archive::output::{ColumnsFile, Encoding};
use pgnkit_archive::task::Rewrite;
use pgnkit_columns::{Layout, Rows};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::games::Games;
use crate::stream::Stream;
use pgnkit_archive::origin::WithPlaces;

/// Games as columns. Whatever knows Arrow takes them: `pyarrow.table(columns)`, `polars.DataFrame(columns)`, `duckdb.sql("from columns")`.
///
/// Each time they are taken the games are read anew, on all cores, a batch after the other.
#[pyclass(frozen, module = "pgnkit")]
pub(crate) struct Columns {
    games: Games,
    layout: Layout,
    schema: SchemaRef,
}

/// The rows and columns of these names; without any the usual ones.
pub(crate) fn layout(rows: &str, columns: Option<&[String]>) -> PyResult<Layout> {
    let rows: Rows = rows.parse().map_err(|()| {
        PyValueError::new_err(format!("rows: expected games, plies or positions, not '{rows}'"))
    })?;
    match columns {
        None => Ok(Layout::new(rows)),
        Some([]) => Err(PyValueError::new_err("columns: expected one or more")),
        Some(names) => Layout::of(rows, names.iter().map(String::as_str))
            .map_err(|error| PyValueError::new_err(error.to_string())),
    }
}

impl Columns {
    pub(crate) fn new(games: Games, rows: &str, columns: Option<Vec<String>>) -> PyResult<Self> {
        let layout = layout(rows, columns.as_deref())?;
        let schema = Arc::new(layout.schema().as_ref().clone());
        Ok(Self { games, layout, schema })
    }
}

#[pymethods]
impl Columns {
    /// The stream of the C interface of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Casting is offered to producers as something they may do; those who ask do it themselves otherwise.
        let _ = requested_schema;
        let layout = self.layout.clone();
        let stream = self.games.rows(py, move |inputs, sender| {
            let task = WithPlaces(Rewrite::new(Box::new(
                ColumnsFile::new(layout, Encoding::ArrowStream).reading_on(false),
            )));
            let is_made = inputs.is_made();
            inputs.stream(&task, FindingFilter::default(), sender, |open, numbers, mut done, block| {
                if is_made {
                    block.fill(&mut done.value, &*task.0.output);
                }
                Ok(done.value.rows(numbers, &open.name)?)
            })
        })?;
        let reader = Batches { stream, schema: Arc::clone(&self.schema) };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// The schema, by the C interface of Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        let schema: &Schema = &self.schema;
        schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Columns {}>", self.names().join(", "))
    }
}

/// Batches as they are read.
struct Batches {
    stream: Stream<RecordBatch>,
    schema: SchemaRef,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Who takes them may hold Python's lock or not; reading may need it.
        // That ends the reading in any case, also by Ctrl-C: as an error of who takes them, since rows that end early would be taken for all.
        Python::attach(|py| {
            self.stream.next(py).map_err(|error| ArrowError::ExternalError(error.to_string().into()))
        })
        .transpose()
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
