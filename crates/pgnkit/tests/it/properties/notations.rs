//! Games in other notations are the same games.

use pgnkit::chess::san::Language;
use pgnkit::syntax::Ignore;
use pgnkit::{Export, GameBuilder, LongAlgebraicStyle, Notation, Replayer};
use proptest::prelude::*;

use super::texts::{mutated, text};
use super::{cases, exported};

const fn long(style: LongAlgebraicStyle) -> Notation {
    Notation::Long(style, Language::English)
}

const NOTATIONS: [Notation; 6] = [
    Notation::Uci,
    Notation::Figurine,
    long(LongAlgebraicStyle::Full),
    long(LongAlgebraicStyle::Letter),
    long(LongAlgebraicStyle::Hyphen),
    long(LongAlgebraicStyle::Squares),
];

proptest! {
    #![proptest_config(cases(1000))]

    /// With all that is in them: comments, glyphs, variations, and what could not be read.
    #[test]
    fn what_is_written_in_any_notation_is_read_again(text in prop_oneof![text(), mutated()]) {
        let expected = exported(&text);
        for notation in NOTATIONS {
            let export = Export::default().notation(notation).suffixes(notation == Notation::Figurine);
            let (mut builder, mut replayer) = (GameBuilder::new(), Replayer::new(&text));
            let mut written = Vec::new();
            while replayer.read_into(&mut builder, &mut Ignore).is_some() {
                export.write_game(builder.game(), &mut written);
            }
            let again = exported(&written);
            prop_assert_eq!(
                String::from_utf8_lossy(&again), String::from_utf8_lossy(&expected),
                "{:?} of {}", notation, String::from_utf8_lossy(&written)
            );
        }
    }
}
