//! Arrow's own forms: files and streams.

use std::fmt;
use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, SchemaRef};

/// A form of Arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The file format, with a list of batches at its end.
    File,
    /// The streaming format.
    Stream,
}

/// Writes batches one after the other.
pub struct Writer {
    schema: SchemaRef,
    form: Form,
    /// Written so far, and not yet handed on.
    open: Option<Open>,
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("form", &self.form).finish_non_exhaustive()
    }
}

enum Open {
    File(Box<FileWriter<Vec<u8>>>),
    Stream(Box<StreamWriter<Vec<u8>>>),
}

impl Writer {
    /// Writes batches of this schema.
    pub fn new(schema: SchemaRef, form: Form) -> Self {
        Self { schema, form, open: None }
    }

    /// Writes the schema.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let open = match self.form {
            Form::File => {
                FileWriter::try_new(Vec::new(), &self.schema).map(|writer| Open::File(Box::new(writer)))
            }
            Form::Stream => {
                StreamWriter::try_new(Vec::new(), &self.schema).map(|writer| Open::Stream(Box::new(writer)))
            }
        };
        self.open = Some(open.map_err(error)?);
        self.hand_on(out)
    }

    /// Writes a batch.
    ///
    /// # Errors
    /// Those of `out`, and when nothing was [begun](Self::begin).
    pub fn write(&mut self, batch: &RecordBatch, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.open {
            Some(Open::File(writer)) => writer.write(batch),
            Some(Open::Stream(writer)) => writer.write(batch),
            None => Err(ArrowError::IpcError("not begun".to_owned())),
        }
        .map_err(error)?;
        self.hand_on(out)
    }

    /// Writes the end.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.open {
            Some(Open::File(writer)) => writer.finish(),
            Some(Open::Stream(writer)) => writer.finish(),
            None => Ok(()),
        }
        .map_err(error)?;
        self.hand_on(out)
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let written = match &mut self.open {
            Some(Open::File(writer)) => writer.get_mut(),
            Some(Open::Stream(writer)) => writer.get_mut(),
            None => return Ok(()),
        };
        out.write_all(written)?;
        written.clear();
        Ok(())
    }
}

fn error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}
