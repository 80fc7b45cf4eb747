//! Output that can be written further than it goes.

use super::ExportLosses;

/// The end of a vector, with room after it that already holds bytes: text is copied there in steps of constant length,
/// and what was too much is overwritten by the next. Dropping it cuts off the rest.
#[derive(Debug)]
pub(super) struct Out<'o> {
    bytes: &'o mut Vec<u8>,
    len: usize,
    /// A length below which the vector is not cut.
    kept: usize,
    /// Counts of what could not be written unchanged.
    pub(super) losses: ExportLosses,
}

/// Room that is made at once: about a game.
const STEP: usize = 1024;

impl<'o> Out<'o> {
    pub(super) fn new(bytes: &'o mut Vec<u8>) -> Self {
        let len = bytes.len();
        bytes.resize(len + STEP, 0);
        Self { bytes, len, kept: 0, losses: ExportLosses::default() }
    }

    /// Output over what a vector holds. Its length is not touched: [`len`](Self::len) says at last how much of it is text.
    pub(super) fn over(bytes: &'o mut Vec<u8>) -> Self {
        Self { bytes, len: 0, kept: usize::MAX, losses: ExportLosses::default() }
    }

    /// Bytes written, before this output began included.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The next `N` bytes; [`advance`](Self::advance) takes the number of those that are written.
    #[inline(always)]
    pub(super) fn room<const N: usize>(&mut self) -> &mut [u8; N] {
        // In this form the compiler sees that the slice is there.
        if self.bytes.len().checked_sub(self.len).is_none_or(|room| room < N) {
            self.grow(N);
        }
        // Always there; a panic would cost no less than this.
        match self.bytes[self.len..].first_chunk_mut() {
            Some(room) => room,
            None => unreachable!("room was made"),
        }
    }

    /// All the room there is, 16 bytes or more.
    #[inline(always)]
    pub(super) fn room_ahead(&mut self) -> &mut [u8] {
        if self.bytes.len() < self.len + 16 {
            self.grow(16);
        }
        &mut self.bytes[self.len..]
    }

    #[inline(always)]
    pub(super) fn advance(&mut self, length: usize) {
        self.len += length;
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        self.bytes.resize(self.len + length + STEP, 0);
    }

    /// Appends text of any length.
    #[inline]
    pub(super) fn put(&mut self, text: &[u8]) {
        if self.bytes.len() < self.len + text.len() {
            self.grow(text.len());
        }
        self.bytes[self.len..][..text.len()].copy_from_slice(text);
        self.len += text.len();
    }

    /// Appends the first `length` bytes of `text` and a line break, quickly where they are few and more follow them.
    #[inline]
    pub(super) fn put_line(&mut self, text: &[u8], length: usize) {
        match text.first_chunk::<64>() {
            Some(text) if length <= 64 => {
                let to = self.room::<65>();
                if let Some(to) = to.first_chunk_mut() {
                    copy_padded(text, length, to);
                }
                to[length] = b'\n';
                self.len += length + 1;
            }
            _ => {
                self.put(text.get(..length).unwrap_or_default());
                self.put(b"\n");
            }
        }
    }

    /// Turns a byte that was written into a line break.
    pub(super) fn break_at(&mut self, at: usize) {
        self.bytes[at] = b'\n';
    }

    /// The bytes written from `start` on.
    pub(super) fn written(&self, start: usize) -> &[u8] {
        self.bytes.get(start..self.len).unwrap_or_default()
    }
}

/// Copies at least `length` bytes, in steps that are single instructions.
#[inline(always)]
pub(super) fn copy_padded(from: &[u8; 64], length: usize, to: &mut [u8; 64]) {
    to[..16].copy_from_slice(&from[..16]);
    if length > 16 {
        to[16..32].copy_from_slice(&from[16..32]);
        if length > 32 {
            to[32..].copy_from_slice(&from[32..]);
        }
    }
}

impl Drop for Out<'_> {
    fn drop(&mut self) {
        self.bytes.truncate(self.len.max(self.kept));
    }
}
