//! Groups of spellings: which are one name, and which may be.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::candidates;
use super::evidence::{self, DOUBTFUL_POINTS, Evidence, Found, MARGIN, REQUIRED_POINTS};
use super::item::{self, Item};
use super::profile::{Profile, wider};
use super::proposal::{self, Reason};
use super::rounds::Rounds;
use super::survey::Subject;

/// The spellings of a name, or a single one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Group {
    /// What has the name.
    pub subject: Subject,
    /// How it is best written.
    pub proposed: String,
    /// Why.
    pub reason: Reason,
    /// The games of all spellings.
    pub games: u64,
    /// The first and the last year of these games.
    pub years: Option<(u16, u16)>,
    /// The spellings, those with most games first.
    pub spellings: Vec<Spelling>,
    /// Another name that this may be.
    pub doubt: Option<Doubt>,
    /// The player in a list of the federation.
    pub listed: Option<Listed>,
    /// The last year with a rating, and the rating.
    pub(super) last_rating: Option<(u16, u16)>,
}

/// A spelling.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Spelling {
    /// The value of the tag, as it is written.
    pub text: Box<str>,
    /// The games that have it.
    pub games: u64,
    /// The first and the last year of these games.
    pub years: Option<(u16, u16)>,
    /// The lowest and the highest rating.
    pub ratings: Option<(u16, u16)>,
    /// Numbers of the federation in these games, at most four.
    pub ids: Vec<u64>,
    /// The title in most of these games, where there is one.
    pub title: Option<Box<str>>,
    /// Why it is of this group; nothing for the one with most games.
    pub link: Option<Link>,
}

/// The evidence that a spelling is of a group.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The spelling of the group that it was compared with.
    pub with: Box<str>,
    /// The points of the evidence.
    pub points: i32,
    found: Found,
}

/// The evidence that a group may be another one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Doubt {
    /// How that one is best written.
    pub proposed: String,
    /// The spellings that were compared, and the evidence.
    pub link: Link,
    /// A third one, which the shorter spelling fits as well.
    pub rival: Option<Box<str>>,
}

impl Link {
    /// The evidence.
    pub fn evidence(&self) -> impl Iterator<Item = Evidence> + use<> {
        self.found.evidence()
    }
}

/// A player in a list of the federation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The name as it is there.
    pub name: String,
    /// The number of the player.
    pub id: u64,
    /// The title, such as GM.
    pub title: Option<String>,
    /// The rating of the list.
    pub rating: Option<u16>,
    /// The federation.
    pub federation: Option<String>,
    /// The year of birth.
    pub born: Option<u16>,
    /// Why it is this player, or why that is doubtful.
    pub reason: String,
    /// Whether it certainly is.
    pub is_sure: bool,
}

/// A pair of spellings that may be one name.
#[derive(Clone, Copy, Debug)]
struct Pair {
    one: u32,
    other: u32,
    found: Found,
    /// Another spelling that the shorter one fits as well.
    rival: Option<u32>,
}

impl Pair {
    fn link(&self, with: u32, items: &[Item]) -> Link {
        Link { with: items[with as usize].text.clone(), points: self.found.points, found: self.found }
    }
}

/// The groups of the spellings of a subject, those with most games first; two are one from so many points on.
pub(super) fn of(subject: Subject, spellings: HashMap<Box<str>, Profile>, required: i32) -> Vec<Group> {
    let mut items: Vec<Item> =
        spellings.into_iter().map(|(text, profile)| Item::new(subject, text, profile)).collect();
    items.sort_unstable_by(|a, b| b.profile.games.cmp(&a.profile.games).then_with(|| a.text.cmp(&b.text)));
    item::find_order(&mut items);
    let rounds = Rounds::new(&items);
    let pairs = candidates::pairs(&items).into_iter().filter_map(|(one, other)| {
        if rounds.contradict(one, other) {
            return None;
        }
        let found = evidence::judge(&items[one as usize], &items[other as usize])?;
        Some(Pair { one, other, found, rival: None })
    });
    let mut pairs: Vec<Pair> = pairs.collect();
    look_for_rivals(&items, &rounds, &mut pairs);
    // The best evidence first; of equal one that of the spellings with most games.
    pairs.retain(|pair| pair.found.points >= DOUBTFUL_POINTS);
    pairs.sort_by(|a, b| b.found.points.cmp(&a.found.points).then((a.one, a.other).cmp(&(b.one, b.other))));
    let mut clusters = Clusters::new(&items, &rounds);
    for pair in pairs.iter().filter(|pair| pair.found.points >= required) {
        clusters.join(pair);
    }
    clusters.groups(subject, &pairs)
}

/// Finds the pairs whose shorter spelling fits another name as well, and counts that against them.
fn look_for_rivals(items: &[Item], rounds: &Rounds<'_>, pairs: &mut [Pair]) {
    let letters: Vec<usize> = items.iter().map(|item| item.parsed.letters()).collect();
    // The pairs of each spelling that is the shorter one, the best first.
    let mut of_shorter: HashMap<u32, Vec<(i32, u32, Found)>> = HashMap::new();
    let shorter = |pair: &Pair| {
        if pair.found.has(Evidence::SameWords) {
            return None;
        }
        match letters[pair.one as usize].cmp(&letters[pair.other as usize]) {
            std::cmp::Ordering::Less => Some((pair.one, pair.other)),
            std::cmp::Ordering::Greater => Some((pair.other, pair.one)),
            std::cmp::Ordering::Equal => None,
        }
    };
    for pair in pairs.iter() {
        if let Some((short, long)) = shorter(pair) {
            of_shorter.entry(short).or_default().push((pair.found.points, long, pair.found));
        }
    }
    of_shorter.values_mut().for_each(|all| all.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1))));
    let rivals: Vec<_> = pairs
        .iter()
        .map(|pair| {
            {
                let (short, long) = shorter(pair)?;
                let rivals = of_shorter.get(&short)?;
                rivals.iter().find(|(points, rival, found)| {
                    let is_looser = |item| found.has(item) && !pair.found.has(item);
                    let fits = !is_looser(Evidence::Sound) && !is_looser(Evidence::OtherLetters);
                    if is_far_rarer(items, pair, *rival, *found) {
                        return false;
                    }
                    let are_in_one_round = rounds.contradict(long, *rival);
                    let (long, rival) = (&items[long as usize], &items[*rival as usize]);
                    (fits || *points >= pair.found.points)
                        && (are_in_one_round
                            || evidence::are_certainly_two(long, rival)
                            || long.parsed.likeness(&rival.parsed).is_none())
                })
            }
            .map(|(points, rival, _)| (*points, *rival))
        })
        .collect();
    for (pair, rival) in pairs.iter_mut().zip(rivals) {
        let Some((points, rival)) = rival else { continue };
        let before = pair.found.points;
        pair.rival = Some(rival);
        pair.found.add(Evidence::Unlike);
        // Only far better evidence than that of the other name counts; a family alone may be several.
        if points + MARGIN > before || pair.found.has(Evidence::FamilyOnly) {
            pair.found.points = pair.found.points.min(REQUIRED_POINTS - 1);
        }
    }
}

/// So many times more games than a namesake has make it unlikely that those of a short spelling are his.
const FAR_MORE: u64 = 10;

/// Whether another name that the shorter spelling of a pair fits has so few games that those of the spelling are not its own,
/// and no better evidence.
fn is_far_rarer(items: &[Item], pair: &Pair, rival: u32, of_rival: Found) -> bool {
    let games = |at: u32| items[at as usize].profile.games;
    let few = games(rival).saturating_mul(FAR_MORE);
    few <= games(pair.one)
        && few <= games(pair.other)
        && pair.found.has_games()
        && !pair.found.has(Evidence::FamilyOnly)
        && of_rival.points <= pair.found.points
        && !of_rival.has(Evidence::FideId)
}

/// Spellings put together.
struct Clusters<'i> {
    items: &'i [Item],
    rounds: &'i Rounds<'i>,
    /// The cluster of each spelling.
    of: Vec<u32>,
    /// The spellings of each cluster in order; none of one that has become part of another.
    members: Vec<Vec<u32>>,
    games: Vec<u64>,
    years: Vec<Option<(u16, u16)>>,
    /// Clusters that each cannot be one with.
    refused: HashMap<u32, HashSet<u32>>,
}

/// Spellings of a name, at most: each new one is compared with all of them, and no name has so many.
const MAX_MEMBERS: usize = 256;

impl<'i> Clusters<'i> {
    fn new(items: &'i [Item], rounds: &'i Rounds<'i>) -> Self {
        let all = 0..items.len() as u32;
        Self {
            items,
            rounds,
            of: all.clone().collect(),
            members: all.map(|at| vec![at]).collect(),
            games: items.iter().map(|item| item.profile.games).collect(),
            years: items.iter().map(|item| item.profile.years).collect(),
            refused: HashMap::new(),
        }
    }

    /// The clusters of a pair, the one with most games first; `None` if it is one.
    fn sides(&self, pair: &Pair) -> Option<(u32, u32)> {
        let (one, other) = (self.of[pair.one as usize], self.of[pair.other as usize]);
        let rank = |at: u32| {
            (std::cmp::Reverse(self.games[at as usize]), self.members[at as usize].first().copied())
        };
        (one != other).then(|| if rank(one) <= rank(other) { (one, other) } else { (other, one) })
    }

    /// Whether no spelling of one contradicts one of the other.
    fn agree(&mut self, one: u32, other: u32) -> bool {
        if self.refused.get(&one).is_some_and(|refused| refused.contains(&other)) {
            return false;
        }
        let (items, rounds) = (self.items, self.rounds);
        let [a, b] = [one, other].map(|at| &self.members[at as usize]);
        let agree = |a: u32, b: u32| {
            if rounds.contradict(a, b) {
                return false;
            }
            let (a, b) = (&items[a as usize], &items[b as usize]);
            a.parsed.likeness(&b.parsed).is_some() && !evidence::are_certainly_two(a, b)
        };
        let is_one_life = !items[one as usize].parsed.is_of_people()
            || !evidence::are_lives_apart(self.years[one as usize], self.years[other as usize]);
        let agree = a.len() + b.len() <= MAX_MEMBERS
            && is_one_life
            && a.iter().all(|a| b.iter().all(|b| agree(*a, *b)));
        if !agree {
            self.refuse(one, other);
        }
        agree
    }

    fn join(&mut self, pair: &Pair) {
        let Some((one, other)) = self.sides(pair) else { return };
        if !self.agree(one, other) {
            return;
        }
        let moved = std::mem::take(&mut self.members[other as usize]);
        moved.iter().for_each(|at| self.of[*at as usize] = one);
        let members = &mut self.members[one as usize];
        members.extend(moved);
        members.sort_unstable();
        self.games[one as usize] += self.games[other as usize];
        self.years[one as usize] = wider(self.years[one as usize], self.years[other as usize]);
        // What it is now may agree with less, never with more: what was refused stays refused.
        for third in self.refused.remove(&other).unwrap_or_default() {
            if let Some(refused) = self.refused.get_mut(&third) {
                refused.remove(&other);
            }
            self.refuse(one, third);
        }
    }

    fn refuse(&mut self, one: u32, other: u32) {
        self.refused.entry(one).or_default().insert(other);
        self.refused.entry(other).or_default().insert(one);
    }

    /// The evidence for each spelling but the first one of a cluster: the best that binds it to one that is bound to the first.
    fn links(&self, pairs: &[Pair]) -> Vec<Option<Link>> {
        let mut links: Vec<Option<Link>> = vec![None; self.items.len()];
        let mut within: HashMap<u32, Vec<&Pair>> = HashMap::new();
        for pair in pairs.iter().filter(|pair| self.sides(pair).is_none()) {
            within.entry(self.of[pair.one as usize]).or_default().push(pair);
        }
        for (cluster, pairs) in within {
            let mut of: HashMap<u32, Vec<usize>> = HashMap::new();
            for (at, pair) in pairs.iter().enumerate() {
                of.entry(pair.one).or_default().push(at);
                of.entry(pair.other).or_default().push(at);
            }
            let Some(first) = self.members[cluster as usize].first() else { continue };
            let mut bound = HashSet::from([*first]);
            // The pairs are in order of their points.
            let mut next: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
            next.extend(of.get(first).into_iter().flatten().copied().map(Reverse));
            while let Some(Reverse(at)) = next.pop() {
                let pair = pairs[at];
                let (at, with) = match (bound.contains(&pair.one), bound.contains(&pair.other)) {
                    (true, false) => (pair.other, pair.one),
                    (false, true) => (pair.one, pair.other),
                    _ => continue,
                };
                links[at as usize] = Some(pair.link(with, self.items));
                bound.insert(at);
                next.extend(of.get(&at).into_iter().flatten().copied().map(Reverse));
            }
        }
        links
    }

    fn groups(mut self, subject: Subject, pairs: &[Pair]) -> Vec<Group> {
        let items = self.items;
        let mut links = self.links(pairs);
        let mut doubts: HashMap<u32, (u32, &Pair)> = HashMap::new();
        for pair in pairs {
            let Some((one, other)) = self.sides(pair) else { continue };
            // The shorter name may be the longer one.
            let letters = |at: u32| {
                let members = self.members[at as usize].iter();
                members.map(|at| items[*at as usize].parsed.letters()).max()
            };
            let (host, guest) = if letters(one) < letters(other) { (other, one) } else { (one, other) };
            if !doubts.contains_key(&guest) && self.agree(one, other) {
                doubts.insert(guest, (host, pair));
            }
        }
        let proposals: HashMap<u32, (String, Reason)> = (0..items.len() as u32)
            .filter(|at| !self.members[*at as usize].is_empty())
            .map(|at| {
                let members: Vec<&Item> =
                    self.members[at as usize].iter().map(|at| &items[*at as usize]).collect();
                (at, proposal::of(subject, &members))
            })
            .collect();
        let mut groups: Vec<Group> = Vec::with_capacity(proposals.len());
        for (at, members) in self.members.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
            let at = at as u32;
            let Some((proposed, reason)) = proposals.get(&at).cloned() else { continue };
            let doubt = doubts.get(&at).and_then(|(host, pair)| {
                let with = if self.of[pair.one as usize] == *host { pair.one } else { pair.other };
                let rival = pair.rival.map(|rival| items[rival as usize].text.clone());
                Some(Doubt { proposed: proposals.get(host)?.0.clone(), link: pair.link(with, items), rival })
            });
            let spellings =
                members.iter().map(|at| Spelling::new(&items[*at as usize], links[*at as usize].take()));
            groups.push(Group {
                subject,
                proposed,
                reason,
                games: self.games[at as usize],
                years: self.years[at as usize],
                spellings: spellings.collect(),
                doubt,
                listed: None,
                last_rating: members.iter().filter_map(|at| items[*at as usize].profile.last_rating).max(),
            });
        }
        groups.sort_by(|a, b| {
            b.games.cmp(&a.games).then_with(|| a.spellings[0].text.cmp(&b.spellings[0].text))
        });
        groups
    }
}

impl Spelling {
    fn new(item: &Item, link: Option<Link>) -> Self {
        let profile = &item.profile;
        Self {
            text: item.text.clone(),
            games: profile.games,
            years: profile.years,
            ratings: profile.ratings,
            ids: profile.ids.0.keys().copied().collect(),
            title: profile.titles.most().cloned(),
            link,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Book, Survey};
    use super::*;

    /// Games of the players "White / Black, year, site, event, round, moves", with other tags after a semicolon; the groups of several spellings, and
    /// the doubts as "name ? other name".
    fn groups(games: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        for group in read(games).groups() {
            if group.spellings.len() > 1 {
                let mut spellings: Vec<&str> =
                    group.spellings.iter().map(|spelling| &*spelling.text).collect();
                spellings.sort_unstable();
                found.push(format!("{} = {}", group.proposed, spellings.join(" | ")));
            }
            if let Some(doubt) = group.doubt {
                found.push(format!("{} ? {}", group.proposed, doubt.proposed));
            }
        }
        found.sort();
        found
    }

    fn read(games: &[&str]) -> Book {
        let mut text = String::new();
        for game in games {
            let (main, others) = game.split_once(';').unwrap_or((game, ""));
            let mut fields = main.split(" / ").map(str::trim);
            for name in ["White", "Black", "Date", "Site", "Event", "Round"] {
                text += &format!("[{name} \"{}\"]\n", fields.next().unwrap_or("?"));
            }
            text += &format!("{others}\n\n{} *\n\n", fields.next().unwrap_or_default());
        }
        gather(crate::Input::from_reader("x", std::io::Cursor::new(text)).unwrap())
    }

    fn gather(input: crate::Input) -> Book {
        let mut book = Book::default();
        let input = crate::RunInput::new(input, std::sync::Arc::default());
        let survey = Survey::new(&[Subject::Player]);
        let _ = crate::run::run([Ok(input)], &survey, &crate::RunOptions::default().jobs(1), |event| {
            if let crate::RunEvent::Entries(_, _, done) = event {
                book.push(done.value);
            }
            std::ops::ControlFlow::<()>::Continue(())
        });
        book
    }

    #[test]
    fn spellings_that_are_one_name_and_such_that_are_not() {
        for (why, games, expected) in [
            (
                "order, case, titles and parentheses",
                &[
                    "Timman Jan H (NED) / A / 1980",
                    "Timman, Jan H / B / 1981",
                    "GM TIMMAN, Jan H. / C / 1982",
                ][..],
                &["Timman, Jan H = GM TIMMAN, Jan H. | Timman Jan H (NED) | Timman, Jan H"][..],
            ),
            (
                "initials with the same opponent and years",
                &["Karpov, A / Spassky, B / 1974", "Karpov, Anatoly / Spassky, B / 1974"],
                &["Karpov, Anatoly = Karpov, A | Karpov, Anatoly"],
            ),
            (
                "initials alone are doubtful",
                &["Karpov, A / X / 1974", "Karpov, Anatoly / Spassky, B / 1974"],
                &["Karpov, A ? Karpov, Anatoly"],
            ),
            (
                "another alphabet",
                &["Каспаров, Гарри / X / 1984", "Kasparov, Garry / X / 1984"],
                &["Kasparov, Garry = Kasparov, Garry | Каспаров, Гарри"],
            ),
            (
                "two who fit",
                &[
                    "Polgar, J / Spassky, B / 1990",
                    "Polgar, Judit / Spassky, B / 1990",
                    "Polgar, Jozsef / Spassky, B / 1990",
                ],
                &["Polgar, J ? Polgar, Jozsef"],
            ),
            (
                "numbers of the federation differ",
                &["Wang, Hao / X / 2010;[WhiteFideId \"1\"]", "Wang Hao / X / 2010;[WhiteFideId \"2\"]"],
                &[],
            ),
            (
                "numbers of the federation are the same",
                &["Wang, H / X / 2010;[WhiteFideId \"1\"]", "Wang, Hao / Y / 2012;[WhiteFideId \"1\"]"],
                &["Wang, Hao = Wang, H | Wang, Hao"],
            ),
            ("they played each other", &["Petrosian, T / Petrosian, Tigran / 1980"], &[]),
            ("two lives", &["Smith, John / X / 1850", "John Smith / X / 1990"], &[]),
            (
                "far years",
                &["Smith, John / X / 1950", "John Smith / X / 1980"],
                &["Smith, John ? John Smith"],
            ),
            ("father and son", &["Pein, Max Jr / X / 1980", "Pein, Max Sr / X / 1980"], &[]),
            (
                "father or who",
                &["Pein, Max Jr / X / 1980", "Pein, Max / X / 1980"],
                &["Pein, Max Jr ? Pein, Max"],
            ),
            ("husband and wife", &["Sokolov, Andrej / X / 1980", "Sokolova, Andrej / X / 1980"], &[]),
            ("engines", &["Stockfish 15 / X / 2022", "Stockfish 16 / X / 2022", "Stockfish / X / 2022"], &[]),
            (
                "accounts",
                &[
                    "anna_b / X / 2022 / https://x.org/1",
                    "anna-b / X / 2022 / https://x.org/2",
                    "Anna_b / X / 2022 / https://x.org/3",
                ],
                &["Anna_b = Anna_b | anna_b"],
            ),
            (
                "a letter in a name",
                &[
                    "Bernstein, Ossip / Tarrasch, S / 1914 / Moscow",
                    "Berstein, Ossip / Tarrasch, S / 1914 / Moscow",
                ],
                &["Berstein, Ossip ? Bernstein, Ossip"],
            ),
            (
                "a letter in a name, in a game of both",
                &[
                    "Bernstein, Ossip / Tarrasch, S / 1914 / Moscow / A / 1 / LINE",
                    "Berstein, Ossip / Tarrasch, S / 1914 / Moscow / B / 1 / LINE",
                ],
                &["Bernstein, Ossip = Bernstein, Ossip | Berstein, Ossip"],
            ),
            (
                "two who were at one place",
                &["Meyer, Hans / A / 1990 / Bonn", "Meier, Hans / B / 1990 / Bonn"],
                &["Meyer, Hans ? Meier, Hans"],
            ),
            (
                "a letter, at one place",
                &["Petersen, Lars / A / 1990 / Bonn", "Pedersen, Lars / B / 1990 / Bonn"],
                &["Petersen, Lars ? Pedersen, Lars"],
            ),
            (
                "a name that is not cut",
                &["Wang, Li / A / 1990 / Bonn", "Wang, Lin / B / 1990 / Bonn"],
                &["Wang, Li ? Wang, Lin"],
            ),
            (
                "the same months, other ratings",
                &[
                    "Ivanov, Petr / A / 1990.01.02;[WhiteElo \"2749\"]",
                    "IVANOV, Petr / A / 1990.01.09;[WhiteElo \"2335\"]",
                ],
                &[],
            ),
            (
                "other months, other ratings",
                &[
                    "Ivanov, Petr / A / 1990.01.02;[WhiteElo \"2335\"]",
                    "IVANOV, Petr / A / 1999.02.09;[WhiteElo \"2749\"]",
                ],
                &["Ivanov, Petr = IVANOV, Petr | Ivanov, Petr"],
            ),
            (
                "the family of one is no initial of the other",
                &["Huber, Gerd / A / 1990 / Bonn", "Gerd, H / A / 1990 / Bonn"],
                &[],
            ),
            ("H is not G", &["Huber, H / A / 1990 / Bonn", "Huber, Gerd / A / 1990 / Bonn"], &[]),
            (
                "consultation",
                &[
                    "Petrosian, Tigran / X / 1950",
                    "Hein-Petrosian, Tigran / X / 1950",
                    "Hein:Petrosian / X / 1950",
                ],
                &["Petrosian, Tigran ? Hein-Petrosian, Tigran"],
            ),
        ] {
            let games: Vec<String> = games.iter().map(|game| game.replace("LINE", LINE)).collect();
            let games: Vec<&str> = games.iter().map(String::as_str).collect();
            assert_eq!(groups(&games), expected, "{why}");
        }
    }

    #[test]
    #[ignore = "takes a minute or more"]
    fn the_work_grows_as_the_number_of_alike_names() {
        let letters = |mut number: usize| {
            let mut text = String::new();
            while number > 0 {
                text.push(char::from(b'a' + (number % 26) as u8));
                number /= 26;
            }
            text
        };
        for (why, name) in [
            ("one name", (|number, _| format!("Smith, John ({number})")) as fn(usize, &str) -> String),
            ("one initial", |_, letters| format!("Smith, J{letters}")),
            ("two initials", |number, letters| match number % 2 {
                0 => format!("Smith, J {letters}"),
                _ => format!("Smith, John {letters}"),
            }),
        ] {
            let work = |count: usize| {
                let of = |number: usize| {
                    let profile = Profile { games: 1, years: Some((1990, 1990)), ..Profile::default() };
                    (name(number, &letters(number)).into_boxed_str(), profile)
                };
                let before = item::compared();
                let groups = super::of(Subject::Player, (0..count).map(of).collect(), REQUIRED_POINTS);
                assert!(!groups.is_empty());
                item::compared() - before
            };
            let [few, more, many] = [2_000, 4_000, 8_000].map(work);
            assert!(more <= few * 5 / 2 && many <= more * 5 / 2, "{why}: {few} {more} {many}");
        }
    }

    /// Groups of which two spellings played in one round of an event against other opponents, and the number of groups of several.
    fn contradicted(input: crate::Input) -> (Vec<String>, usize) {
        let book = gather(input);
        let players = book.players().clone();
        let items: Vec<Item> =
            players.into_iter().map(|(text, profile)| Item::new(Subject::Player, text, profile)).collect();
        let at: HashMap<&str, u32> = items.iter().zip(0..).map(|(item, at)| (&*item.text, at)).collect();
        let rounds = Rounds::new(&items);
        let groups = book.groups();
        let mut wrong = Vec::new();
        for group in &groups {
            let members: Vec<u32> = group.spellings.iter().map(|spelling| at[&*spelling.text]).collect();
            for (place, one) in members.iter().enumerate() {
                for other in &members[place + 1..] {
                    if rounds.contradict(*one, *other) {
                        let [one, other] = [one, other].map(|at| &items[*at as usize].text);
                        wrong.push(format!("{}: {one}, {other}", group.proposed));
                    }
                }
            }
        }
        (wrong, groups.iter().filter(|group| group.spellings.len() > 1).count())
    }

    #[test]
    fn no_group_is_contradicted_by_its_rounds() {
        let mut text = String::new();
        let names = [
            "Smith, John",
            "SMITH, John",
            "John Smith",
            "Smith, J",
            "Smyth, John",
            "Smith, Joh",
            "GM Smith, John",
        ];
        for at in 0..600usize {
            let (one, other) = (names[at % 7], names[(at * 3 + at / 7) % 7]);
            for (board, name) in [one, other].into_iter().enumerate() {
                let (event, round) = (at % 23, at % 9 + 1);
                text += &format!(
                    "[Event \"E{event}\"]\n[Site \"Town\"]\n[Date \"1990.??.??\"]\n[Round \"{round}\"]\n[White \"{name}\"]\n[Black \"Opponent{}\"]\n\n*\n\n",
                    char::from(b'a' + (at % 5 * 2 + board) as u8)
                );
            }
        }
        let input = crate::Input::from_reader("x", std::io::Cursor::new(text)).unwrap();
        let (wrong, _) = contradicted(input);
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Of a whole collection: `PGN_COLLECTION=games.pgn.zst cargo test -p pgnkit-archive --lib collection -- --ignored`.
    #[test]
    #[ignore = "needs a collection"]
    fn no_group_of_a_collection_is_contradicted_by_its_rounds() {
        let path = std::env::var_os("PGN_COLLECTION").expect("PGN_COLLECTION names a file");
        let input = crate::Inputs::new([std::path::PathBuf::from(path)]).next().unwrap().unwrap();
        let (wrong, groups) = contradicted(input);
        assert!(groups > 0 && wrong.is_empty(), "{groups} groups: {wrong:#?}");
    }

    #[test]
    fn more_points_may_be_wanted() {
        let games = ["Karpov, A / Spassky, B / 1974", "Karpov, Anatoly / Spassky, B / 1974"];
        let spellings = |points: i32| {
            let groups = read(&games).groups_from(points);
            groups.into_iter().map(|group| (group.spellings.len(), group.doubt.is_some())).collect::<Vec<_>>()
        };
        // Initials, an opponent, the years: 8 points.
        assert_eq!(spellings(0), [(2, false), (1, false)]);
        assert_eq!(spellings(8), [(2, false), (1, false)]);
        assert_eq!(spellings(9).iter().filter(|group| group.1).count(), 1);
        assert!(spellings(9).iter().all(|group| group.0 == 1));
    }

    /// Long enough to be known again.
    const LINE: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6 \
                        Nb3 a5 Be3 a4";

    #[test]
    fn a_namesake_with_few_games_keeps_nobody_apart() {
        let game = |white: &str, at: usize| {
            format!("{white} / Player{} / {} / Town{}", at % 7, 1990 + at % 5, at % 3)
        };
        for (few, other, is_sure) in [
            (1, "Vera", true),
            (2, "Vera", true),
            (15, "Vera", false),
            (3, "Vladimir", false),
            (0, "Vera", true),
        ] {
            let mut games = Vec::new();
            games.extend((0..25).map(|at| game("Anand,V", at)));
            games.extend((0..20).map(|at| game("Anand, Viswanathan", at)));
            games.extend((0..few).map(|at| game(&format!("Anand, {other}"), at)));
            let games: Vec<&str> = games.iter().map(String::as_str).collect();
            let found = groups(&games);
            let is_found = found.iter().any(|line| line.ends_with("= Anand, Viswanathan | Anand,V"));
            assert_eq!(is_found, is_sure, "{few} {other}: {found:?}");
        }
    }

    #[test]
    fn two_in_one_round_against_other_opponents_are_two() {
        let pairs = [
            ("Meyer, Hans", "Meier, Hans"),
            ("Petersen, Lars", "Pedersen, Lars"),
            ("Wang, Li", "Wang, Lin"),
            ("Smith, J", "Smith, John"),
            ("Smith, John", "SMITH, John"),
            ("Müller, Karl", "Mueller, Karl"),
            ("Иванов, Петр", "Ivanov, Petr"),
        ];
        let line = LINE;
        let rows = [
            ("no round", true, ["? / A / 1990 / Bonn / Open / ?", "? / B / 1990 / Bonn / Open / ?"]),
            (
                "a round that is not known",
                true,
                ["? / A / 1990 / Bonn / Open / -", "? / B / 1990 / Bonn / Open / -"],
            ),
            ("one round", false, ["? / A / 1990 / Bonn / Open / 1", "? / B / 1990 / Bonn / Open / 1"]),
            ("no date", false, ["? / A / ? / Bonn / Open / 1", "? / B / ? / Bonn / Open / 1"]),
            ("other colours", false, ["? / A / 1990 / Bonn / Open / 1", "B / ? / 1990 / Bonn / Open / 1"]),
            ("other rounds", true, ["? / A / 1990 / Bonn / Open / 1", "? / B / 1990 / Bonn / Open / 2"]),
            ("the same opponent", true, ["? / A / 1990 / Bonn / Open / 1", "? / A / 1990 / Bonn / Open / 1"]),
            (
                "boards of teams",
                false,
                ["? / A / 1990 / Bonn / Liga / 1.3", "? / B / 1990 / Bonn / Liga / 1.5"],
            ),
            ("one board", false, ["? / A / 1990 / Bonn / Liga / 1.3", "? / B / 1990 / Bonn / Liga / 1.3"]),
            ("a board in one", false, ["? / A / 1990 / Bonn / Liga / 1", "? / B / 1990 / Bonn / Liga / 1.5"]),
            (
                "other days",
                true,
                ["? / A / 1990.01.01 / Bonn / Blitz / 1", "? / B / 1990.01.08 / Bonn / Blitz / 1"],
            ),
            (
                "one day",
                false,
                ["? / A / 1990.01.01 / Bonn / Blitz / 1", "? / B / 1990.01.01 / Bonn / Blitz / 1"],
            ),
            (
                "a day in two places",
                false,
                ["? / A / 1990.01.01 / Bonn / Liga / 1", "? / B / 1990.01.01 / Rome / Liga / 1"],
            ),
            ("other places", true, ["? / A / 1990 / Bonn / Open / 1", "? / B / 1990 / Rome / Open / 1"]),
            ("other events", true, ["? / A / 1990 / Bonn / Open A / 1", "? / B / 1990 / Bonn / Open B / 1"]),
            ("no event", true, ["? / A / 1990 / Bonn / ? / 1", "? / B / 1990 / Bonn / ? / 1"]),
            (
                "a spelling of the opponent",
                true,
                ["? / Tal, M / 1990 / Bonn / Open / 1", "? / Tal, Mihail / 1990 / Bonn / Open / 1"],
            ),
            (
                "a game with another name",
                true,
                ["? / Tal, M / 1990 / Bonn / Open / 1 / L", "? / Thal, P / 1990 / Bonn / Open / 1 / L"],
            ),
            (
                "opponents alike",
                false,
                [
                    "? / Hahn, Paul / 1990 / Bonn / Open / 1 / L",
                    "? / Hann, Paul / 1990 / Bonn / Open / 1 / d4",
                ],
            ),
            (
                "a match",
                true,
                ["? / Tal, M / 1990 / Bonn / Open / 1 / L", "Tal, Mihail / ? / 1990 / Bonn / Open / 1 / d4"],
            ),
        ]
        .map(|(why, is_one, games)| {
            (why, is_one, games.map(|game| game.replace(" / L", &format!(" / {line}"))))
        });
        for (one, other) in pairs {
            for (why, is_one, [a, b]) in &rows {
                // Without the round they have evidence enough.
                let [a, b] = [a.replacen('?', one, 1), b.replacen('?', other, 1)];
                let both = |name: &str| format!("{name} / Z / 1990 / Bonn;[WhiteFideId \"7\"]");
                let [c, d] = [both(one), both(other)];
                let found = groups(&[&a, &b, &c, &d]);
                let is_together = found.iter().any(|group| {
                    group.split_once(" = ").is_some_and(|(_, all)| {
                        let all: Vec<&str> = all.split(" | ").collect();
                        all.contains(&one) && all.contains(&other)
                    })
                });
                assert_eq!(is_together, *is_one, "{one}, {other}: {why}: {found:?}");
                let is_doubtful = found.iter().any(|line| line.contains(" ? ") && line.contains(one));
                assert!(*is_one || !is_doubtful, "{one}, {other}: {why}: {found:?}");
            }
        }
    }

    #[test]
    fn no_chain_brings_two_of_one_round_together() {
        let found = groups(&[
            "Smith, John / A / 1990 / Bonn / Open / 1",
            "SMITH, John / B / 1990 / Bonn / Open / 1",
            "John Smith / C / 1990 / Bonn / Open / 2",
        ]);
        // Written as it should be: the other one is a name of its own.
        assert_eq!(found, ["Smith, John = John Smith | SMITH, John"]);
    }

    #[test]
    fn rounds_in_which_several_play_more_than_once_say_nothing() {
        let round = |one: &str, other: &str| format!("{one} / {other} / 1990.01.01 / Bonn / Blitz / 1");
        let games = [("Smith, John", "A"), ("SMITH, John", "B"), ("C", "D"), ("C", "E"), ("D", "E")]
            .map(|(a, b)| round(a, b));
        let found = groups(&games.each_ref().map(|game| &**game));
        assert_eq!(found, ["Smith, John = SMITH, John | Smith, John"]);
    }
}
