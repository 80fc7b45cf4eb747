//! Any text as a move where a few bytes lead: what it means is legal, and its canonical notation means the same.

use pgnkit::chess::san::{self, Language, San, SanChanges, SanWord};
use pgnkit::chess::{Move, PieceKind, Position};

use crate::{input, places};

/// A position, followed by words to be read in it, in English and in one other language.
pub fn check(data: &[u8]) {
    let choice = input::choice(data) as usize;
    check_in(data, &Language::ALL[choice % Language::ALL.len()..][..1]);
}

/// In all languages.
pub fn check_all(data: &[u8]) {
    check_in(data, Language::ALL);
}

fn check_in(data: &[u8], languages: &[Language]) {
    let (position, words) = places::reach(data);
    for word in words.split(|byte| matches!(byte, b'\n' | 0)).take(8) {
        check_word(&position, word);
        languages.iter().for_each(|language| check_word_in(*language, &position, word));
    }
}

/// A move in the letters of a language is legal, and its canonical notation in those letters means the same.
fn check_word_in(language: Language, position: &Position, word: &[u8]) {
    let Ok(reading) = san::read_in(language, position, word) else { return };
    let mv = reading.mv;
    assert!((mv.is_null() && !position.is_check()) || position.is_legal(mv), "{mv:?} in {position:?}");
    assert_eq!(reading.san, position.san(mv));
    let text = in_letters(language, reading.san);
    let again = san::read_in(language, position, text.as_bytes()).expect("canonical notation is read");
    assert_eq!((again.mv, again.san, again.changes), (mv, reading.san, SanChanges::NONE), "{text}");
}

fn in_letters(language: Language, san: San) -> String {
    let mut text = String::new();
    for c in san.to_string().chars() {
        let kind = PieceKind::ALL.into_iter().find(|kind| Language::English.letter(*kind).starts_with(c));
        match kind {
            Some(kind) => text.push_str(language.letter(kind)),
            None => text.push(c),
        }
    }
    text
}

fn check_word(position: &Position, word: &[u8]) {
    let resolved = SanWord::parse(word).and_then(|word| position.resolve(word));
    assert_eq!(followed(position, word), resolved);
    match san::read(position, word) {
        Ok(reading) => {
            let mv = reading.mv;
            let is_null = mv.is_null() && !position.is_check();
            assert!(is_null || position.is_legal(mv), "{mv:?} in {position:?}");
            assert!(
                resolved.is_none_or(|resolved| resolved == mv),
                "{resolved:?} and {mv:?} in {position:?}"
            );
            let canonical = reading.san.to_string();
            assert_eq!(reading.san, position.san(mv));
            let again = san::read(position, canonical.as_bytes()).expect("canonical notation is read");
            assert_eq!((again.mv, again.san, again.changes), (mv, reading.san, SanChanges::NONE));
            assert_eq!(
                reading.changes.is_empty(),
                canonical.as_bytes() == word,
                "{canonical}: {}",
                reading.changes
            );
            if !mv.is_null() {
                let word = SanWord::parse(canonical.as_bytes()).expect("canonical notation has its shape");
                assert_eq!(position.resolve(word), Some(mv), "{canonical} in {position:?}");
            }
        }
        Err(error) => {
            assert_eq!(resolved, None, "{error} in {position:?}");
            assert!(!error.to_string().is_empty());
            for mv in &san::alternatives(position, word) {
                assert!(position.is_legal(*mv));
            }
            for (_, san) in san::readings_by_language(position, word) {
                assert!(san::read(position, san.to_string().as_bytes()).is_ok());
            }
        }
    }
}

fn followed(position: &Position, word: &[u8]) -> Option<Move> {
    let mut next = *position;
    let mv = position.play_san_into(position.turn(), SanWord::parse(word)?, &mut next)?;
    assert_eq!(next, position.after(mv));
    Some(mv)
}
