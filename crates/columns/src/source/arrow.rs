//! The forms of Arrow. A file is a stream between a mark and a list of its batches, and is read as one: from a pipe, too.

use std::io::{Cursor, Read};

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_schema::ArrowError;

use super::{Batches, guarded};

/// The beginning and the end of a file.
const MARK: &[u8] = b"ARROW1";

/// Words of zeros after the mark.
const MAX_PADDING_WORDS: usize = 8;

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 1 << 16;

/// The batches of Arrow's file format.
///
/// # Errors
/// When it cannot be read, or is no such file.
pub fn arrow_file(mut input: impl Read + Send + 'static) -> Result<Batches, ArrowError> {
    let mut word = [0; 8];
    input.read_exact(&mut word).map_err(ArrowError::from)?;
    if !word.starts_with(MARK) {
        return Err(ArrowError::ParseError("it does not begin as an Arrow file does".to_owned()));
    }
    // Some programs align the stream to 64 bytes.
    for _ in 0..MAX_PADDING_WORDS {
        input.read_exact(&mut word).map_err(ArrowError::from)?;
        if word != [0; 8] {
            break;
        }
    }
    batches(Cursor::new(word).chain(input), true)
}

/// The batches of Arrow's streaming format.
///
/// # Errors
/// When it cannot be read, or is no such stream.
pub fn arrow_stream(input: impl Read + Send + 'static) -> Result<Batches, ArrowError> {
    batches(input, false)
}

fn batches(input: impl Read + Send + 'static, is_file: bool) -> Result<Batches, ArrowError> {
    let mut stream = Stream {
        input,
        is_file,
        decoder: StreamDecoder::new(),
        piece: Buffer::default(),
        last: Vec::new(),
        has_ended: false,
    };
    // The schema is known when the first batch is.
    let first = guarded(|| stream.next_batch())?;
    let schema = match stream.decoder.schema() {
        Some(schema) => schema,
        None => return Err(ArrowError::ParseError("it has no schema".to_owned())),
    };
    let batches = Box::new(first.map(Ok).into_iter().chain(stream));
    Ok(Batches { schema, batches, has_failed: false })
}

struct Stream<R> {
    input: R,
    is_file: bool,
    decoder: StreamDecoder,
    piece: Buffer,
    /// The last bytes that were read.
    last: Vec<u8>,
    has_ended: bool,
}

impl<R: Read> Stream<R> {
    fn next_batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        while !self.has_ended {
            if self.piece.is_empty() && !self.read_piece()? {
                self.has_ended = true;
                self.decoder.finish()?;
                break;
            }
            match self.decoder.decode(&mut self.piece) {
                Ok(Some(batch)) => return Ok(Some(batch)),
                Ok(None) => {}
                // What comes after the end of the stream is the list.
                Err(_) if self.is_file && self.decoder.finish().is_ok() => {
                    while self.read_piece()? {}
                    self.has_ended = true;
                }
                Err(error) => return Err(error),
            }
        }
        if self.is_file && !self.last.ends_with(MARK) {
            return Err(ArrowError::ParseError("the file is cut off".to_owned()));
        }
        Ok(None)
    }

    fn read_piece(&mut self) -> Result<bool, ArrowError> {
        let mut piece = Vec::with_capacity(PIECE_BYTES);
        (&mut self.input).take(PIECE_BYTES as u64).read_to_end(&mut piece).map_err(ArrowError::from)?;
        if self.is_file {
            self.last.extend_from_slice(&piece[piece.len().saturating_sub(MARK.len())..]);
            self.last.drain(..self.last.len().saturating_sub(MARK.len()));
        }
        let any = !piece.is_empty();
        self.piece = Buffer::from_vec(piece);
        Ok(any)
    }
}

impl<R: Read> Iterator for Stream<R> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().transpose()
    }
}
