//! The forms of Arrow. A file is a stream between a mark and a list of its batches, and is read as one: from a pipe, too.

use std::io::{Cursor, Read};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::FileDecoder;
use arrow_ipc::{Block, MessageHeader, root_as_message};
use arrow_schema::{ArrowError, SchemaRef};

use super::footer::rows_of;
use super::{Batches, Damage, guarded};

/// The beginning and the end of a file.
const MARK: &[u8] = b"ARROW1";

/// Words of zeros after the mark.
const MAX_PADDING_WORDS: usize = 8;

/// The mark before each message.
pub(super) const CONTINUATION: [u8; 4] = [0xff; 4];

/// Bytes that are read at a time.
const PIECE_BYTES: u64 = 1 << 16;

/// Bytes at the beginning of a file that [`is_stream`] looks at.
const HEAD_BYTES: usize = (1 + MAX_PADDING_WORDS) * 8;

/// Whether what begins so is, or holds, a stream that can be read from its beginning. Some programs write files that can only be read by the list at
/// their end.
pub fn is_stream(head: &[u8]) -> bool {
    let mut words = head.get(..HEAD_BYTES.min(head.len())).unwrap_or(head).chunks(8);
    let words = words.by_ref();
    match words.next() {
        Some(mark) if mark.starts_with(MARK) => words
            .find(|word| word.iter().any(|byte| *byte != 0))
            .is_none_or(|word| word.starts_with(&CONTINUATION)),
        _ => true,
    }
}

/// The batches of Arrow's file format, or of a stream under its name.
///
/// # Errors
/// When it cannot be read, or is no such file.
pub fn arrow_file(input: impl Read + Send + 'static) -> Result<Batches, ArrowError> {
    arrow(input, false)
}

/// The batches of Arrow's streaming format, or of a file under its name.
///
/// # Errors
/// When it cannot be read, or is no such stream.
pub fn arrow_stream(input: impl Read + Send + 'static) -> Result<Batches, ArrowError> {
    arrow(input, true)
}

/// The batches of either form; whether nothing at all is a stream without batches.
fn arrow(mut input: impl Read + Send + 'static, may_be_cut: bool) -> Result<Batches, ArrowError> {
    let mut word = Vec::new();
    read_some(&mut input, 8, &mut word)?;
    if !word.starts_with(MARK) {
        if !may_be_cut && !word.starts_with(&CONTINUATION) {
            return Err(ArrowError::ParseError("it does not begin as an Arrow file does".to_owned()));
        }
        return batches(Cursor::new(word).chain(input), false);
    }
    // Some programs align the stream to 64 bytes.
    for _ in 0..MAX_PADDING_WORDS {
        word.clear();
        read_some(&mut input, 8, &mut word)?;
        if word.iter().any(|byte| *byte != 0) || word.is_empty() {
            break;
        }
    }
    batches(Cursor::new(word).chain(input), true)
}

/// Appends so many bytes, or what there is.
fn read_some(input: &mut impl Read, most: u64, bytes: &mut Vec<u8>) -> Result<(), ArrowError> {
    input.take(most).read_to_end(bytes).map_err(ArrowError::from)?;
    Ok(())
}

fn batches(input: impl Read + Send + 'static, is_file: bool) -> Result<Batches, ArrowError> {
    let mut stream = Stream { input, is_file, decoder: None, last: Vec::new(), has_ended: false };
    let schema = guarded(|| stream.read_schema())?;
    Ok(Batches::new(schema, stream))
}

struct Stream<R> {
    input: R,
    is_file: bool,
    decoder: Option<FileDecoder>,
    /// The last bytes that were read.
    last: Vec<u8>,
    has_ended: bool,
}

/// What comes next in a stream.
enum Next {
    /// A message with its body.
    Message(Message),
    /// Its end, or that of the input.
    End,
}

/// The bytes of a message, and where in them its head, a flat buffer, and its body begin.
struct Message {
    bytes: Vec<u8>,
    head: usize,
    body: usize,
}

impl Message {
    fn kind(&self) -> Result<MessageHeader, ArrowError> {
        let message = root_as_message(&self.bytes[self.head..self.body]);
        Ok(message.map_err(|error| ArrowError::ParseError(error.to_string()))?.header_type())
    }

    /// The message as a list at the end of a file would name it.
    fn block(&self) -> Result<Block, ArrowError> {
        let head = i32::try_from(self.body).map_err(|_| cut())?;
        let body = i64::try_from(self.bytes.len() - self.body).map_err(|_| cut())?;
        Ok(Block::new(0, head, body))
    }
}

fn cut() -> ArrowError {
    ArrowError::ParseError("it is cut off".to_owned())
}

impl<R: Read> Stream<R> {
    /// Reads what comes before dictionaries and batches.
    fn read_schema(&mut self) -> Result<SchemaRef, ArrowError> {
        let none = || ArrowError::ParseError("it has no schema".to_owned());
        let Next::Message(message) = self.read_message()? else { return Err(none()) };
        let root = root_as_message(&message.bytes[message.head..message.body])
            .map_err(|error| ArrowError::ParseError(error.to_string()))?;
        let schema = Arc::new(fb_to_schema(root.header_as_schema().ok_or_else(none)?));
        self.decoder = Some(FileDecoder::new(schema.clone(), root.version()));
        Ok(schema)
    }

    /// The next batch. Of one that cannot be decoded the end is known, so that others may follow.
    fn next_batch(&mut self) -> Result<Option<RecordBatch>, Damage> {
        while !self.has_ended {
            match guarded(|| self.read_message()).map_err(Damage::rest)? {
                Next::Message(message) => {
                    let rows = rows_of(&message.bytes);
                    match guarded(|| self.decode(message)) {
                        Ok(None) => {}
                        Ok(Some(batch)) => return Ok(Some(batch)),
                        // Without a dictionary nothing that follows means what it should.
                        Err(error) if rows == 0 => return Err(Damage::rest(error)),
                        Err(error) => return Err(Damage::part(rows, error)),
                    }
                }
                Next::End => {
                    self.has_ended = true;
                    // What comes after the end of the stream is the list.
                    while self.is_file && self.read_rest().map_err(Damage::rest)? {}
                }
            }
        }
        if self.is_file && !self.last.ends_with(MARK) {
            return Err(Damage::rest(ArrowError::ParseError("the file is cut off".to_owned())));
        }
        Ok(None)
    }

    fn decode(&mut self, message: Message) -> Result<Option<RecordBatch>, ArrowError> {
        let Some(decoder) = &mut self.decoder else { return Ok(None) };
        let (kind, block) = (message.kind()?, message.block()?);
        check_sizes(&message.bytes[message.head..message.body], &message.bytes[message.body..])?;
        let bytes = Buffer::from_vec(message.bytes);
        match kind {
            MessageHeader::RecordBatch => decoder.read_record_batch(&block, &bytes),
            MessageHeader::DictionaryBatch => decoder.read_dictionary(&block, &bytes).map(|()| None),
            MessageHeader::Schema => {
                Err(ArrowError::ParseError("it has a second schema, which is not supported".to_owned()))
            }
            other => {
                Err(ArrowError::ParseError(format!("expected a batch, found a message of kind {other:?}")))
            }
        }
    }

    /// Reads a message whole, and no more of its body than there is.
    fn read_message(&mut self) -> Result<Next, ArrowError> {
        let mut bytes = Vec::new();
        read_some(&mut self.input, 4, &mut bytes)?;
        if bytes == CONTINUATION {
            read_some(&mut self.input, 4, &mut bytes)?;
        }
        let Some(length) = bytes.last_chunk().map(|length| u32::from_le_bytes(*length)) else {
            return if bytes.is_empty() { Ok(Next::End) } else { Err(cut()) };
        };
        if bytes == CONTINUATION {
            return Err(cut());
        }
        if length == 0 {
            return Ok(Next::End);
        }
        let head = bytes.len();
        read_some(&mut self.input, length.into(), &mut bytes)?;
        let message = &bytes[head..];
        if message.len() < length as usize {
            return Err(cut());
        }
        let message = root_as_message(message).map_err(|error| ArrowError::ParseError(error.to_string()))?;
        let body = u64::try_from(message.bodyLength()).map_err(|_| cut())?;
        let begin = bytes.len();
        read_some(&mut self.input, body, &mut bytes)?;
        if bytes.len() - begin < usize::try_from(body).map_err(|_| cut())? {
            return Err(cut());
        }
        Ok(Next::Message(Message { bytes, head, body: begin }))
    }

    fn read_rest(&mut self) -> Result<bool, ArrowError> {
        let mut piece = Vec::new();
        read_some(&mut self.input, PIECE_BYTES, &mut piece)?;
        self.last.extend_from_slice(&piece[piece.len().saturating_sub(MARK.len())..]);
        self.last.drain(..self.last.len().saturating_sub(MARK.len()));
        Ok(!piece.is_empty())
    }
}

/// The most bytes that a compressed byte can stand for.
const MAX_EXPANSION: u64 = 1 << 16;

/// Refuses a batch that says that it is larger than its bytes can be: memory is asked for by what it says.
pub(super) fn check_sizes(message: &[u8], body: &[u8]) -> Result<(), ArrowError> {
    let message = root_as_message(message).map_err(|error| ArrowError::ParseError(error.to_string()))?;
    let batch = match message.header_as_dictionary_batch() {
        Some(dictionary) => dictionary.data(),
        None => message.header_as_record_batch(),
    };
    let Some(batch) = batch.filter(|batch| batch.compression().is_some()) else { return Ok(()) };
    for buffer in batch.buffers().into_iter().flatten() {
        let place = usize::try_from(buffer.offset()).ok().zip(usize::try_from(buffer.length()).ok());
        let bytes = place.and_then(|(start, length)| body.get(start..start.checked_add(length)?));
        let Some(bytes) = bytes else {
            return Err(ArrowError::ParseError("a column is outside of its batch".to_owned()));
        };
        // Minus one stands for bytes that are as they are.
        let Some(length) = bytes.first_chunk().map(|length| i64::from_le_bytes(*length)) else { continue };
        if length > 0 && length.unsigned_abs() > (bytes.len() as u64).saturating_mul(MAX_EXPANSION) {
            return Err(ArrowError::ParseError("a column is longer than it can be".to_owned()));
        }
    }
    Ok(())
}

impl<R: Read> Iterator for Stream<R> {
    type Item = Result<RecordBatch, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().transpose()
    }
}
