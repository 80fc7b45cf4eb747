//! Whether two spellings are one name: the evidence, and its weights.

use pgnkit::Nation;

use super::families::Families;
use super::item::Item;
use super::profile::gap;
use crate::evidence::evidence;

evidence! {
    /// A piece of evidence that two spellings are one name, or that they are not.
    SameWords 8 "same words" "the same words in any order, initials in theirs; case, diacritics, titles, punctuation and what is in parentheses aside";
    AllWords 6 "same names" "the same words, some of them written otherwise; or one has a further initial or particle";
    MoreWords 4 "a name more" "two or more words are the same, and one has a further word";
    Initials 4 "initials" "one word is the same, of the others one has only the beginning";
    TwoInitials 1 "two initials" "initials of two names fit";
    FamilyOnly 0 "family alone" "one word is the same, and one has no other";
    Sound -1 "as it sounds" "some words are only alike as they sound, or begin with letters that stand for each other";
    OtherForm -2 "other form" "a given name is another form of the same one: Fritz, Friedrich; Bobby, Robert";
    Cut -1 "cut" "a word is only the beginning of the other, and no initial: Zsu, Zsuzsa";
    SecondName -2 "a second name" "the first initial of one is that of a further name of the other: Roos JL, Roos L";
    EqualName 0 "an equal name" "of two words or more one is written alike";
    OtherLetters -3 "other letters" "a word differs in a letter, a long one in two";
    MoreFamily -3 "a family more" "the further word may be of the family: Pomar Salamanca A, Pomar A";
    FamilyInFront -3 "a family in front" "the further word is in front of the family, as where several played: Hein-Petrosian, Petrosian";
    Generation -4 "Jr or Sr" "one is the father or the son, the other does not say so";
    Unlike -3 "fits others" "the shorter one fits another name as well";
    OnlyOne 4 "no other" "the family, which sounds the same, has one initial in the whole collection, and that has 1000 families or more";
    FideId 10 "FIDE id" "the number of the federation is the same";
    SameGame 6 "same game" "a game with the same 30 half-moves or more is there in both spellings";
    Places 4 "places" "both were at two or more places in the same year (of a site: events)";
    Place 3 "place" "both were at a place in the same year";
    Opponents 3 "opponents" "at least three opponents are the same, and a quarter of those of one (of an event or a site: players)";
    Opponent 2 "opponent" "an opponent is the same";
    Years 2 "years" "the years overlap";
    NearYears 1 "near years" "the years are at most five apart";
    FarYears -3 "far years" "the years are more than fifteen apart";
    Ratings 1 "ratings" "the ratings of the same months are at most 100 apart";
    OtherRatings -4 "other ratings" "the ratings of the same months are more than 150 apart";
    Title 1 "title" "both have the same title (WhiteTitle, BlackTitle)";
    OtherTitle -2 "other title" "the title of one is lower than the one that the other had years before";
    Nation 2 "nation" "the nation in parentheses is the same";
    OtherNation -2 "other nation" "the nations in parentheses are different";
}

/// The points that make two spellings one name.
pub const REQUIRED_POINTS: i32 = 8;

/// Lead in points over the next name that a short spelling needs to be sure.
pub(super) const MARGIN: i32 = 6;

/// The points from which on two spellings may be one name.
pub const DOUBTFUL_POINTS: i32 = 5;

/// A spelling with so many times fewer games than another one may be a slip.
const RARE: u64 = 20;

/// Ratings of the same months so far apart are those of two players.
const TWO_RATINGS: u16 = 300;

impl EvidenceSet {
    /// Evidence besides the name that a merely similar spelling needs.
    fn needed(self, is_transcribed: bool) -> i32 {
        let has = |pieces: &[Evidence]| pieces.iter().any(|piece| self.has(*piece));
        if has(&[Evidence::OtherLetters]) {
            3
        } else if has(&[Evidence::MoreFamily, Evidence::OtherForm, Evidence::Cut])
            || (has(&[Evidence::Sound]) && !is_transcribed)
        {
            2
        } else {
            0
        }
    }

    /// Independent evidence. A common place alone is none: who is mistaken for another is mostly there, too.
    fn second(self) -> i32 {
        // As much as any spelling needs.
        if self.has(Evidence::SameGame) {
            return 3;
        }
        // Without years in common, places and opponents may be those of a namesake.
        if !self.has(Evidence::Years) {
            return 0;
        }
        // Who is at one place with two others of a similar name has opponents in common with both.
        let is_loose = self.has(Evidence::OtherLetters) || self.has(Evidence::MoreFamily);
        let [places, place] = [Evidence::Places, Evidence::Place].map(|piece| self.has(piece));
        let opponents = self.has(Evidence::Opponents);
        let was_there = (places || place) && (opponents || self.has(Evidence::Opponent));
        let games = if (was_there || opponents) && (places || !is_loose) {
            2
        } else {
            i32::from(was_there || opponents || places)
        };
        let others = [Evidence::EqualName, Evidence::Ratings, Evidence::Nation];
        let others = others.into_iter().filter(|piece| self.has(*piece)).count() as i32;
        games + others + if self.has(Evidence::OnlyOne) { 2 } else { 0 }
    }

    /// Whether games speak for it: the same ones, opponents, places.
    pub(super) fn has_games(self) -> bool {
        use Evidence::{FideId, Opponent, Opponents, Places, SameGame};
        [FideId, SameGame, Opponents, Opponent, Places].into_iter().any(|piece| self.has(piece))
    }

    /// Whether it is doubtful whatever else is known: father or son, another family in front, further words of an event or site.
    fn is_never_sure(self, is_of_people: bool) -> bool {
        let has_more = self.has(Evidence::MoreWords) || self.has(Evidence::FamilyOnly);
        self.has(Evidence::Generation) || self.has(Evidence::FamilyInFront) || (!is_of_people && has_more)
    }
}

/// The evidence for and against two spellings being one name; `None` if they certainly are two.
pub(super) fn judge(one: &Item, other: &Item, families: &Families) -> Option<EvidenceSet> {
    let mut found = one.parsed.likeness(&other.parsed)?;
    // Excluded after the comparison of the spellings, which is `None` for most pairs already.
    if are_certainly_two(one, other) {
        return None;
    }
    if families.are_only_one(&one.parsed, &other.parsed) {
        found.add(Evidence::OnlyOne);
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
    // The share counts, too: players with thousands of opponents share some with anybody.
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
    match a.ratings_apart(b) {
        Some(0..=100) => found.add(Evidence::Ratings),
        Some(101..=150) | None => {}
        Some(_) => found.add(Evidence::OtherRatings),
    }
    match a.titled.agree(&b.titled) {
        Some(false) => {}
        Some(true) => found.add(Evidence::Title),
        None => found.add(Evidence::OtherTitle),
    }
    if let (Some(one), Some(other)) = (one.nation, other.nation) {
        found.add(if is_one_nation(one, other) { Evidence::Nation } else { Evidence::OtherNation });
    }
    let is_of_people = one.parsed.is_of_people();
    let (few, many) = (a.games.min(b.games), a.games.max(b.games));
    let is_rare = found.has(Evidence::EqualName) && many >= few.saturating_mul(RARE);
    // What is written in another alphabet, or without diacritics, must be written otherwise.
    let is_transcribed = one.text.is_ascii() != other.text.is_ascii();
    let has_too_little = is_of_people && found.second() + i32::from(is_rare) < found.needed(is_transcribed);
    // Several may be written with their family alone, where one has a nation.
    let is_family_alone = is_of_people && one.parsed.words().len() == 1 && other.parsed.words().len() == 1;
    let has_one_nation = one.nation.is_some() != other.nation.is_some();
    let is_only_alike = is_family_alone && has_one_nation && !found.has(Evidence::Years);
    let is_doubtful = found.is_never_sure(is_of_people)
        || has_too_little
        || (is_only_alike && !found.has(Evidence::OnlyOne));
    if is_doubtful && !found.has(Evidence::FideId) {
        // Still shown as doubtful, but never proposed as one name, however many points it has.
        found.points = found.points.min(REQUIRED_POINTS - 1);
    }
    Some(found)
}

/// Whether something says that they are two, however they are written; games against each other and rounds in which both played
/// aside.
pub(super) fn are_certainly_two(one: &Item, other: &Item) -> bool {
    let (a, b) = (&one.profile, &other.profile);
    let ids_differ =
        !a.ids.0.is_empty() && !b.ids.0.is_empty() && !a.ids.0.keys().any(|id| b.ids.0.contains_key(id));
    let are_accounts = a.is_account() && b.is_account() && !one.text.eq_ignore_ascii_case(&other.text);
    let is_one_id = !a.ids.0.is_empty() && !b.ids.0.is_empty() && !ids_differ;
    // A number of the federation outweighs ratings.
    let ratings_differ = !is_one_id && a.ratings_apart(b).is_some_and(|apart| apart > TWO_RATINGS);
    ids_differ
        || ratings_differ
        || are_accounts
        || (one.parsed.is_of_people() && are_lives_apart(a.years, b.years))
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
