//! Opening books.

mod abk;
mod ctg;
mod polyglot;

use pgnkit_formats::book::{Book, Damage, read};

/// The book of bytes, and its damage.
fn with_damage(bytes: &[u8]) -> (Book<'_>, Vec<String>) {
    let mut found: Vec<Damage> = Vec::new();
    let book = read(bytes, &mut |damage| found.push(damage));
    (book, found.iter().map(Damage::to_string).collect())
}
