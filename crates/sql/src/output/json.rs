//! JSON: an array of objects, or an object a line. NULL is `null`.

use std::io::Write;

use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::{JsonArray, LineDelimited, Writer as JsonWriter};
use datafusion::arrow::record_batch::RecordBatch;

use super::{Writer, of_arrow};
use crate::error::Failure;

type Out<'w> = &'w mut (dyn Write + Send);

pub(super) enum Json<'w> {
    Array(JsonWriter<Out<'w>, JsonArray>),
    Lines(JsonWriter<Out<'w>, LineDelimited>),
}

impl<'w> Json<'w> {
    pub(super) fn array(out: Out<'w>) -> Self {
        Self::Array(WriterBuilder::new().with_explicit_nulls(true).build(out))
    }

    pub(super) fn lines(out: Out<'w>) -> Self {
        Self::Lines(WriterBuilder::new().with_explicit_nulls(true).build(out))
    }
}

impl Writer for Json<'_> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        match self {
            Self::Array(writer) => writer.write(batch),
            Self::Lines(writer) => writer.write(batch),
        }
        .map_err(of_arrow)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        match *self {
            Self::Array(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                let out = writer.into_inner();
                writeln!(out)?;
                Ok(out.flush()?)
            }
            Self::Lines(mut writer) => writer.finish().map_err(of_arrow),
        }
    }
}
