//! The work grows as the number of names does, and not as that of their pairs.

use super::super::evidence::REQUIRED_POINTS;
use super::super::item;
use super::*;

/// Fewer than usual, so that as many names as a test has time for are more than are compared.
const FEW: Bounds = Bounds { alike: 40, other_letters: 8, rivals: 8 };

/// A number in letters, those of consonants and vowels by turns.
pub(super) fn letters(mut number: usize) -> String {
    const LETTERS: [&[u8]; 2] = [b"bdgklmnprtv", b"aeiou"];
    let mut text = String::new();
    while number > 0 {
        let of = LETTERS[text.len() % 2];
        text.push(char::from(of[number % of.len()]));
        number /= of.len();
    }
    text
}

/// Groups of so many names, and the comparisons that were made for them.
fn work(count: usize, bounds: Bounds, name: fn(usize) -> String) -> (Groups, u64) {
    let of = |number: usize| {
        let profile = Profile { games: 1, years: Some((1990, 1990)), ..Profile::default() };
        (name(number).into_boxed_str(), profile)
    };
    let before = item::compared();
    let groups =
        super::of(Subject::Player, (0..count).map(of).collect(), REQUIRED_POINTS, bounds, NonZeroUsize::MIN);
    (groups, item::compared() - before)
}

/// A kind of likeness of generated names, and the name of each number.
type Alike = (&'static str, fn(usize) -> String);

const ALIKE: [Alike; 8] = [
    ("one name", |number| format!("Smith, John ({number})")),
    ("a family alone", |number| match number % 2 {
        0 => format!("Smith ({number})"),
        _ => format!("Smith, {}", letters(number)),
    }),
    ("one initial", |number| format!("Smith, J{}", letters(number))),
    ("two initials", |number| match number % 2 {
        0 => format!("Smith, J {}", letters(number)),
        _ => format!("Smith, John {}", letters(number)),
    }),
    ("a letter of the family", |number| format!("Karam{}anov, John", letters(number))),
    ("a letter of both", |number| format!("Karam{}ov, Alexa{}", letters(number % 97), letters(number / 97))),
    ("a number in front", |number| format!("3 {}, {}", letters(number), letters(number % 7))),
    ("a letter, with initials", |number| match number % 2 {
        0 => format!("Karam{}ov, John", letters(number)),
        _ => format!("Karam{}ov, J", letters(number - 1)),
    }),
];

/// Comparisons for a name, at most: those with its neighbours, for all keys that it has; with the spellings of a name that it comes to;
/// and of its rivals.
const MOST: u64 = 200;

#[test]
fn the_work_grows_as_the_number_of_alike_names() {
    for (why, name) in ALIKE {
        for count in [1_000, 3_000] {
            let (_, work) = work(count, FEW, name);
            assert!(work <= MOST * count as u64, "{why}: {work} comparisons for {count} names");
        }
    }
}

/// Names with nothing in common but a number are not compared at all.
#[test]
fn a_number_makes_no_names_alike() {
    let name = |number| format!("3 {}, {}", letters(number), letters(number / 7 + 5));
    let (_, work) = work(1_000, Bounds::USUAL, name);
    assert!(work <= 10 * 1_000, "{work}");
}

#[test]
fn it_is_said_how_many_are_compared_in_part() {
    for (count, bounds, all) in [(30, FEW, true), (90, FEW, false), (90, Bounds::USUAL, true)] {
        let (groups, _) = work(count, bounds, ALIKE[0].1);
        assert_eq!(groups.compared_in_part == 0, all, "{count}: {}", groups.compared_in_part);
        assert!(groups.compared_in_part <= count as u64);
    }
}
