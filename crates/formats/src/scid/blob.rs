//! The outline of a blob: codes that are not moves, the end of the moves, and the comments after them.

use super::bytes::Cursor;

/// Codes of the king that are marks; its number is 0, so that they are whole bytes.
pub(super) const NAG: u8 = 11;
pub(super) const COMMENT: u8 = 12;
pub(super) const BEGIN: u8 = 13;
pub(super) const END: u8 = 14;
pub(super) const LAST: u8 = 15;

/// Bits of the byte before the moves.
pub(super) const HAS_FEN: u8 = 1;
pub(super) const HAS_PROMOTION: u8 = 2;
pub(super) const HAS_UNDERPROMOTION: u8 = 4;

/// The part of moves after its first bytes: the number of marks for comments in it, and the place of its end, after the last
/// byte. No move has to be decoded for it: the second byte of a move of a queen is no mark.
pub(super) fn outline(moves: &[u8]) -> (usize, usize) {
    let mut cursor = Cursor::new(moves);
    let mut marks = 0;
    while let Some(byte) = cursor.byte() {
        match byte {
            COMMENT => marks += 1,
            NAG => {
                cursor.byte();
            }
            LAST => break,
            _ => {}
        }
    }
    (marks, cursor.at())
}

/// Passes over the rest of a variation, its end included, and gives the number of marks for comments in it.
pub(super) fn skip_variation(cursor: &mut Cursor<'_>) -> usize {
    let (mut marks, mut depth) = (0, 0_usize);
    while let Some(byte) = cursor.peek() {
        match byte {
            // The end of the game is not a part of the variation.
            LAST => break,
            COMMENT => marks += 1,
            NAG => {
                cursor.byte();
            }
            BEGIN => depth += 1,
            END if depth == 0 => {
                cursor.byte();
                break;
            }
            END => depth -= 1,
            _ => {}
        }
        cursor.byte();
    }
    marks
}

/// The texts of comments, one after another.
#[derive(Clone, Debug)]
pub(super) struct Comments<'a> {
    cursor: Cursor<'a>,
    /// Place of the texts in the blob.
    start: usize,
}

impl<'a> Comments<'a> {
    pub(super) fn new(blob: &'a [u8], start: usize) -> Self {
        Self { cursor: Cursor::new(blob.get(start..).unwrap_or_default()), start }
    }

    /// Place in the blob of what comes next.
    pub(super) fn at(&self) -> usize {
        self.start + self.cursor.at()
    }

    /// Passes over texts.
    pub(super) fn pass_over(&mut self, count: usize) {
        for _ in 0..count {
            if self.next().is_none() {
                break;
            }
        }
    }
}

impl<'a> Iterator for Comments<'a> {
    type Item = &'a [u8];

    /// The next text; a last one may lack its zero byte.
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.cursor.rest().is_empty() {
            return None;
        }
        Some(self.cursor.text().0)
    }
}
