//! The positions of an opening book of engines.

use std::sync::Arc;

use pgnkit::chess::{Color, Position, Variant};
use pgnkit_archive::Compression;
use pgnkit_formats::book::BookForm;

use super::Moment;

/// The keys of the positions of a book, in order.
#[derive(Clone, Debug)]
pub(in crate::condition) struct BookKeys(Arc<[u64]>);

impl BookKeys {
    /// Reads the content of a file of that name.
    pub(in crate::condition) fn new(name: &str, bytes: &[u8]) -> Result<Self, String> {
        let mut first = None;
        let form = BookForm::of(Compression::name_without(name), bytes);
        let book = form.read(bytes, &mut |damage| _ = first.get_or_insert(damage));
        if let Some(damage) = first {
            return Err(format!("expected {form}, {damage}"));
        }
        let mut keys: Vec<u64> =
            book.entries().filter(|entry| !entry.is_header()).map(|entry| entry.key).collect();
        keys.dedup();
        Ok(Self(keys.into()))
    }

    pub(super) fn has(&self, moment: &Moment<'_>) -> bool {
        let position = moment.position;
        let has = |position: &Position| self.0.binary_search(&position.polyglot_key()).is_ok();
        position.variant() == Variant::Standard
            && if moment.view == Color::White { has(position) } else { has(&position.mirrored()) }
    }
}
