//! Whether two spellings are one name: the evidence, and its weights.

use pgnkit::Nation;

use super::item::Item;
use super::profile::gap;
use crate::evidence::evidence;

evidence! {
    /// A piece of evidence that two spellings are one name, or that they are not.
    SameWords 8 "same words" "the same words in any order; case, diacritics, titles, punctuation and what is in parentheses aside";
    AllWords 6 "same names" "the same words, some of them written otherwise; or one has a further initial or particle";
    MoreWords 4 "a name more" "two or more words are the same, and one has a further word";
    Initials 4 "initials" "one word is the same, of the others one has only the beginning";
    TwoInitials 1 "two initials" "initials of two names fit";
    FamilyOnly 0 "family alone" "one word is the same, and one has no other";
    Sound -1 "as it sounds" "some words are only alike as they sound, or begin with letters that stand for each other";
    OtherLetters -3 "other letters" "a word differs in a letter, a long one in two";
    MoreFamily -3 "a family more" "the further word may be of the family: Pomar Salamanca A, Pomar A";
    FamilyInFront -3 "a family in front" "the further word is in front of the family, as where several played: Hein-Petrosian, Petrosian";
    Generation -4 "Jr or Sr" "one is the father or the son, the other does not say so";
    Unlike -3 "fits others" "the shorter one fits another name as well";
    FideId 10 "FIDE id" "the number of the federation is the same";
    SameGame 6 "same game" "a game with the same 30 half-moves or more is there in both spellings";
    Places 4 "places" "both were at two or more places in the same year (of a site: events)";
    Place 3 "place" "both were at a place in the same year";
    Opponents 3 "opponents" "at least three opponents are the same, and a quarter of those of one (of an event or a site: players)";
    Opponent 2 "opponent" "an opponent is the same";
    Years 2 "years" "the years overlap";
    NearYears 1 "near years" "the years are at most five apart";
    FarYears -3 "far years" "the years are more than fifteen apart";
    Ratings 1 "ratings" "the ratings are at most 100 apart";
    OtherRatings -4 "other ratings" "the ratings are more than 400 apart";
    Nation 2 "nation" "the nation in parentheses is the same";
    OtherNation -2 "other nation" "the nations in parentheses are different";
}

/// The points that make two spellings one name.
pub const REQUIRED_POINTS: i32 = 8;

/// So many points more than another name that it fits must a short spelling have to be sure.
pub(super) const MARGIN: i32 = 6;

/// The points from which on two spellings may be one name.
pub const DOUBTFUL_POINTS: i32 = 5;

impl Found {
    /// Whether it is doubtful whatever else is known: father or son, another family in front, further words of an event or site.
    fn is_never_sure(self, is_of_people: bool) -> bool {
        let has_more = self.has(Evidence::MoreWords) || self.has(Evidence::FamilyOnly);
        self.has(Evidence::Generation) || self.has(Evidence::FamilyInFront) || (!is_of_people && has_more)
    }
}

/// What speaks for and against two spellings being one name; `None` where they certainly are two.
pub(super) fn judge(one: &Item, other: &Item) -> Option<Found> {
    let mut found = one.parsed.likeness(&other.parsed)?;
    if are_certainly_two(one, other) {
        return None;
    }
    let (a, b) = (&one.profile, &other.profile);
    if !a.ids.0.is_empty() && !b.ids.0.is_empty() {
        found.add(Evidence::FideId);
    }
    if a.lines.common(&b.lines).both > 0 {
        found.add(Evidence::SameGame);
    }
    match a.places.common(&b.places).both {
        0 => {}
        1 => found.add(Evidence::Place),
        _ => found.add(Evidence::Places),
    }
    let people = a.people.common(&b.people);
    if people.both >= 3 && people.both * 4 >= people.of {
        found.add(Evidence::Opponents);
    } else if people.both > 0 {
        found.add(Evidence::Opponent);
    }
    if let (Some(one), Some(other)) = (a.years, b.years) {
        match gap(one, other) {
            0 => found.add(Evidence::Years),
            1..=5 => found.add(Evidence::NearYears),
            6..=15 => {}
            _ => found.add(Evidence::FarYears),
        }
    }
    if let (Some(one), Some(other)) = (a.ratings, b.ratings) {
        match gap(one, other) {
            0..=100 => found.add(Evidence::Ratings),
            101..=400 => {}
            _ => found.add(Evidence::OtherRatings),
        }
    }
    if let (Some(one), Some(other)) = (one.nation, other.nation) {
        found.add(if is_one_nation(one, other) { Evidence::Nation } else { Evidence::OtherNation });
    }
    if found.is_never_sure(one.parsed.is_of_people()) && !found.has(Evidence::FideId) {
        found.points = found.points.min(REQUIRED_POINTS - 1);
    }
    Some(found)
}

/// Whether something says that they are two, however they are written.
pub(super) fn are_certainly_two(one: &Item, other: &Item) -> bool {
    let (a, b) = (&one.profile, &other.profile);
    let ids_differ =
        !a.ids.0.is_empty() && !b.ids.0.is_empty() && !a.ids.0.keys().any(|id| b.ids.0.contains_key(id));
    let played = a.namesakes.contains(other.hash) || b.namesakes.contains(one.hash);
    let are_accounts = a.is_account() && b.is_account() && !one.text.eq_ignore_ascii_case(&other.text);
    ids_differ || played || are_accounts || (one.parsed.is_of_people() && are_lives_apart(a.years, b.years))
}

/// Whether years are those of two lives.
pub(super) fn are_lives_apart(one: Option<(u16, u16)>, other: Option<(u16, u16)>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    // A wrong year in one of many games is no second life.
    let is_plausible = |years: (u16, u16)| years.1 - years.0 <= 80;
    let span = one.1.max(other.1) - one.0.min(other.0);
    gap(one, other) > 40 || (span > 80 && is_plausible(one) && is_plausible(other))
}

fn is_one_nation(one: [u8; 3], other: [u8; 3]) -> bool {
    let name = |code: [u8; 3]| {
        let code = std::str::from_utf8(&code).unwrap_or_default().to_owned();
        Nation::from_code(&code).map(Nation::name).or(Nation::name_today(&code))
    };
    one == other || name(one).is_some_and(|name_of_one| name(other) == Some(name_of_one))
}
