//! Arrow files by the list at their end.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use std::vec;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, root_as_footer, root_as_message};
use arrow_schema::ArrowError;

use super::arrow::{CONTINUATION, check_sizes};
use super::{Batches, Damage, guarded};

/// Bytes after the list: its length, and the mark.
const END_BYTES: u64 = 10;

/// The batches of a file in Arrow's file format, which are found by the list at its end. `count` is called with the numbers of bytes that are
/// read.
///
/// # Errors
/// When it cannot be read, or is no such file.
pub fn arrow_file_by_footer(
    mut file: File,
    count: impl Fn(u64) + Send + 'static,
) -> Result<Batches, ArrowError> {
    guarded(move || {
        let length = file.metadata().map_err(ArrowError::from)?.len();
        let end = length.checked_sub(END_BYTES).ok_or_else(cut)?;
        let tail = read_at(&mut file, end, END_BYTES, length)?;
        let tail: [u8; END_BYTES as usize] = tail.try_into().map_err(|_| cut())?;
        let list_bytes = read_footer_length(tail)? as u64;
        let list = read_at(&mut file, end.checked_sub(list_bytes).ok_or_else(cut)?, list_bytes, length)?;
        let list = root_as_footer(&list).map_err(|error| ArrowError::ParseError(error.to_string()))?;
        let Some(schema) = list.schema() else {
            return Err(ArrowError::ParseError("it has no schema".to_owned()));
        };
        let schema = Arc::new(fb_to_schema(schema));
        let mut decoder = FileDecoder::new(schema.clone(), list.version());
        for block in list.dictionaries().into_iter().flatten() {
            let bytes = read_block(&mut file, block, length)?;
            decoder.read_dictionary(block, &bytes)?;
        }
        let blocks: Vec<Block> = list.recordBatches().into_iter().flatten().copied().collect();
        Ok(Batches::new(schema, Blocks { file, length, decoder, blocks: blocks.into_iter(), count }))
    })
}

struct Blocks<C> {
    file: File,
    length: u64,
    decoder: FileDecoder,
    blocks: vec::IntoIter<Block>,
    count: C,
}

impl<C: Fn(u64)> Iterator for Blocks<C> {
    type Item = Result<RecordBatch, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = self.blocks.next()?;
        let mut rows = 0;
        let batch = guarded(|| {
            let bytes = read_block(&mut self.file, &block, self.length)?;
            rows = rows_of(&bytes);
            (self.count)(bytes.len() as u64);
            self.decoder.read_record_batch(&block, &bytes)
        });
        batch.map_err(|error| Damage::part(rows, error)).transpose()
    }
}

/// The rows that a message says to have.
pub(super) fn rows_of(message: &[u8]) -> u64 {
    let prefix = if message.starts_with(&CONTINUATION) { 8 } else { 4 };
    let head = message.get(prefix..).and_then(|message| root_as_message(message).ok());
    let batch = head.and_then(|message| message.header_as_record_batch());
    batch.and_then(|batch| u64::try_from(batch.length()).ok()).unwrap_or_default()
}

fn cut() -> ArrowError {
    ArrowError::ParseError("the file is cut off".to_owned())
}

/// The message of a block with its body.
fn read_block(file: &mut File, block: &Block, length: u64) -> Result<Buffer, ArrowError> {
    let number = |value: i64| u64::try_from(value).map_err(|_| cut());
    let (start, head, body) =
        (number(block.offset())?, number(block.metaDataLength().into())?, number(block.bodyLength())?);
    let bytes = read_at(file, start, head.checked_add(body).ok_or_else(cut)?, length)?;
    let (message, body) = bytes.split_at(head as usize);
    let prefix = if message.starts_with(&CONTINUATION) { 8 } else { 4 };
    check_sizes(message.get(prefix..).ok_or_else(cut)?, body)?;
    Ok(Buffer::from_vec(bytes))
}

/// Bytes of a file that is no longer than `length`.
fn read_at(file: &mut File, start: u64, count: u64, length: u64) -> Result<Vec<u8>, ArrowError> {
    if start.checked_add(count).is_none_or(|end| end > length) {
        return Err(cut());
    }
    let mut bytes = vec![0; usize::try_from(count).map_err(|_| cut())?];
    file.seek(SeekFrom::Start(start)).map_err(ArrowError::from)?;
    file.read_exact(&mut bytes).map_err(ArrowError::from)?;
    Ok(bytes)
}
