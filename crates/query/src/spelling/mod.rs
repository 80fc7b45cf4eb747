//! Names of players, events and sites: whether two may mean the same.

mod given;
mod marks;
mod players;
mod words;

pub use given::forms;
pub use players::{Agreement, Generation, Name, Order, is_particle};
use words::written;
pub use words::{Closeness, Word, fold, initial, words};

/// Likeness of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// They are written alike.
    Same,
    /// They may be two spellings of one name.
    Alike,
    /// One of them is not known.
    Unknown,
    /// They are different names.
    Other,
}

/// The longest word of the family as it sounds; nothing for a player who is not known. Spellings of one name mostly have the
/// same, whatever their order.
pub fn key(text: &str) -> Option<String> {
    let name = Name::read(text)?;
    let longest = name.family().iter().max_by(|one, other| {
        let length = |word: &Word| word.sound.chars().count();
        length(one).cmp(&length(other)).then_with(|| other.sound.cmp(&one.sound))
    });
    longest.map(|word| word.sound.clone())
}

/// Whether two names are those of one player.
pub fn players(one: &str, other: &str) -> Likeness {
    named_players((one, Name::read(one).as_ref()), (other, Name::read(other).as_ref()))
}

/// The same of players whose names have been read; no name is one that is not known.
pub fn named_players((one, a): (&str, Option<&Name>), (other, b): (&str, Option<&Name>)) -> Likeness {
    let (Some(a), Some(b)) = (a, b) else { return Likeness::Unknown };
    if one == other || written(one).eq(written(other)) {
        return Likeness::Same;
    }
    if a.agreement(b).is_some() { Likeness::Alike } else { Likeness::Other }
}

/// Whether two sites have a word in common.
pub fn sites(one: &str, other: &str) -> bool {
    if one.contains("://") || other.contains("://") {
        return false;
    }
    let (a, b) = (words(one), words(other));
    let says_much = |word: &&Word| word.letters.chars().count() > 3 && !word.is_number();
    a.iter().filter(says_much).any(|word| b.iter().any(|other| word.is_like(other)))
        || (!a.is_empty() && written(one).eq(written(other)))
}

/// Whether two names are those of one event.
pub fn events(one: &str, other: &str) -> Likeness {
    let (a, b) = (words(one), words(other));
    if a.is_empty() || b.is_empty() {
        return Likeness::Unknown;
    }
    if written(one).eq(written(other)) {
        return Likeness::Same;
    }
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let is_in = |word: &Word, words: &[Word]| words.iter().any(|other| word.is_like(other));
    let numbers = |words: &[Word]| words.iter().filter(|word| word.is_number()).count();
    let all = short.iter().all(|word| is_in(word, long));
    let says_much = short.iter().any(|word| word.letters.chars().count() > 2 && !word.is_number());
    let are_numbers_known = numbers(short) == 0 || numbers(long) == 0 || numbers(short) == numbers(long);
    if all && says_much && are_numbers_known { Likeness::Alike } else { Likeness::Other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Likeness::{Alike, Other, Same, Unknown};

    #[test]
    fn players_by_their_names() {
        for (one, other, expected) in [
            ("Kasparov, Garry", "Kasparov,  garry", Same),
            ("Kasparov, G.", "Kasparov,G", Same),
            ("Kasparov, Garry", "Kasparov, G", Alike),
            ("Kasparov, Garry", "Kasparov, Gary K", Alike),
            ("Kasparov, Garry", "GM Garry Kasparov", Alike),
            ("Каспаров, Гарри", "Kasparov, Garry", Alike),
            ("Блакбурне, Йосеф Х", "Blackburne, Joseph H", Alike),
            ("Лилиентал, Кс", "Liliental, X", Alike),
            ("Hou, Yifan", "Yifan Hou", Alike),
            ("Hou Yi Fan", "Hou, Yifan", Alike),
            ("Hübner, Robert", "Huebner, R", Alike),
            ("Carlsen", "Carlsen, Magnus", Alike),
            ("Murrey Jacob (FRA)", "Murey, Yacov", Alike),
            ("Carlsen, Magnus (2860)", "Carlsen, Magnus", Alike),
            ("Sterren, Paul van der", "Van der Sterren, P", Alike),
            ("Van der Sterren, Paul", "Van der Sterren, P", Alike),
            ("Polgar, Judit", "Polgar, Zsuzsa", Other),
            ("Polgar, J", "Polgar, Zsuzsa", Other),
            ("Polgar, J", "Polgar, Judit", Alike),
            ("Saemisch, Fritz", "Friedrich Saemisch", Alike),
            ("Fischer, Bobby", "Fischer, Robert J", Alike),
            ("Evans, Larry Melvyn", "Lawrence Evans", Alike),
            ("Fritz, Paul", "Friedrich, Paul", Other),
            ("Peter, Hans", "Johannes, Peter", Other),
            ("Hans Peter", "Johannes Kurt", Other),
            ("Hort, V", "Vera, H", Other),
            ("Smith, H", "Smith, Gerd", Other),
            ("Rubin, T", "Rossi, T R", Other),
            ("Tal, M", "Mann, T", Other),
            ("Alexander, K", "Kotov, Alexander", Other),
            ("Stockfish 15", "Stockfish 16", Other),
            ("Stockfish", "Stockfish 16", Other),
            ("anna_b", "anna_c", Other),
            ("?", "Carlsen", Unknown),
            ("NN", "N.N.", Unknown),
            ("Carlsen", "", Unknown),
        ] {
            assert_eq!(players(one, other), expected, "{one} / {other}");
            assert_eq!(players(other, one), expected, "{other} / {one}");
        }
    }

    #[test]
    fn events_by_their_names() {
        for (one, other, expected) in [
            ("Linares", "linares", Same),
            ("Linares", "Linares 12th", Alike),
            ("Linares 1993", "Linares 1994", Other),
            ("Wijk aan Zee", "Corus Wijk aan Zee", Alike),
            ("Brüssel", "Bruessel", Alike),
            ("?", "Linares", Unknown),
            ("Linares", "Dortmund", Other),
            ("It", "It open", Other),
        ] {
            assert_eq!(events(one, other), expected, "{one} / {other}");
            assert_eq!(events(other, one), expected, "{other} / {one}");
        }
    }

    #[test]
    fn sites_by_their_words() {
        for (one, other, expected) in [
            ("London", "London (England)", true),
            ("Palma de Mallorca", "Palma", true),
            ("Rom", "rom", true),
            ("Moskva", "Moscow", false),
            ("?", "?", false),
            ("1994 2001", "1994", false),
            ("https://lichess.org/abcdefgh", "https://lichess.org/ijklmnop", false),
        ] {
            assert_eq!(sites(one, other), expected, "{one} / {other}");
        }
    }

    #[test]
    fn keys_do_not_depend_on_the_order_of_names() {
        for (one, other) in [
            ("Hou, Yifan", "Yifan Hou"),
            ("Kasparov, Garry", "Garry Kasparov"),
            ("Kortschnoj, V", "Viktor Korchnoi"),
            ("GM Carlsen, Magnus", "Carlsen"),
        ] {
            // A comma says which name is that of the family: a short one is then found otherwise.
            if one.starts_with("Hou") {
                assert_ne!(key(one), key(other));
            } else {
                assert_eq!(key(one), key(other), "{one}");
            }
        }
        assert_eq!(key("?"), None);
    }
}
