//! Names by their sound.

use crate::spelling::words;

/// The words of a text as they sound.
#[derive(Clone, Debug)]
pub(super) struct Sounds(Vec<String>);

impl Sounds {
    /// `None` for a text without a word.
    pub(super) fn new(text: &str) -> Option<Self> {
        let sounds: Vec<String> = words(text).into_iter().map(|word| word.sound).collect();
        (!sounds.is_empty()).then_some(Self(sounds))
    }

    /// Whether each of them is in a text, in any order.
    pub(super) fn are_in(&self, text: &str) -> bool {
        let found = words(text);
        self.0.iter().all(|sound| found.iter().any(|word| word.sound == *sound))
    }
}
