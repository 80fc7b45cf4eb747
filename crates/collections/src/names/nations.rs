//! Codes of nations: how often each occurs, and of which time it is.

use std::collections::BTreeMap;

use pgnkit::{Game, Nation};

/// Tags that are a code, if they are three capital letters.
const TEAMS: [&str; 9] = [
    "WhiteTeam",
    "BlackTeam",
    "WhiteTeamCountry",
    "BlackTeamCountry",
    "WhiteCountry",
    "BlackCountry",
    "WhiteFederation",
    "BlackFederation",
    "EventCountry",
];

/// Three capital letters in parentheses that are no nation.
const TITLES: [&str; 4] = ["WGM", "WIM", "WFM", "WCM"];

/// Codes and how often they occur: in sites, as teams and countries, and beside the names of players.
#[derive(Clone, Debug, Default)]
pub(super) struct Nations(BTreeMap<[u8; 3], [u64; 3]>);

/// The time that a code is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NationKind {
    /// Section 15 has it, and it means the same today.
    Standard,
    /// Section 15 has it; today there is another code, or no such nation.
    Old,
    /// The Olympic Committee or FIDE use it or lately used it; section 15 has it not.
    Today,
    /// Section 15 has it, and it says that there is no nation: `NET`, `UNK` and the like.
    None,
    /// It is no code that is known.
    Unknown,
}

impl NationKind {
    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Old => "old",
            Self::Today => "today",
            Self::None => "no nation",
            Self::Unknown => "unknown",
        }
    }
}

/// A code, and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NationCount {
    /// The code.
    pub code: String,
    /// The time it is of.
    pub kind: NationKind,
    /// The nation: that of section 15 where it has the code.
    pub name: Option<&'static str>,
    /// The code of today, where it is another one.
    pub code_today: Option<&'static str>,
    /// The meaning of the code today, if it is another one.
    pub name_today: Option<&'static str>,
    /// Sites that end with it.
    pub sites: u64,
    /// Teams and countries that are it.
    pub teams: u64,
    /// Players who have it in parentheses.
    pub players: u64,
}

impl NationCount {
    fn of(code: [u8; 3], [sites, teams, players]: [u64; 3]) -> Self {
        let code = String::from_utf8_lossy(&code).into_owned();
        let nation = Nation::from_code(&code);
        let later = Nation::name_today(&code);
        let code_today = nation.and_then(Nation::code_today);
        let kind = match nation {
            Some(nation) if !nation.is_nation() => NationKind::None,
            Some(nation) if nation.is_gone() || code_today.is_some() => NationKind::Old,
            Some(_) => NationKind::Standard,
            None if later.is_some() => NationKind::Today,
            None => NationKind::Unknown,
        };
        let name = nation.map(Nation::name).or(later);
        let name_today = later.filter(|later| Some(*later) != name);
        Self { code, kind, name, code_today, name_today, sites, teams, players }
    }

    /// All places it was found at.
    pub fn total(&self) -> u64 {
        self.sites + self.teams + self.players
    }
}

impl Nations {
    pub(super) fn add(&mut self, game: &Game) {
        let value = |name: &str| game.tag(name).unwrap_or_default();
        let site = value("Site");
        // Three capital letters alone may be the name of a server.
        let code = site.rsplit_once(' ').and_then(|(_, last)| code(last));
        let code = code.or_else(|| Nation::of_site(site).and_then(|nation| self::code(nation.code())));
        self.count(code, 0);
        TEAMS.iter().for_each(|name| self.count(self::code(value(name)), 1));
        for name in ["White", "Black"] {
            self.count(in_parentheses(value(name)), 2);
        }
    }

    fn count(&mut self, code: Option<[u8; 3]>, place: usize) {
        if let Some(code) = code {
            self.0.entry(code).or_default()[place] += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (code, counts) in &other.0 {
            let all = self.0.entry(*code).or_default();
            all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        }
    }

    pub(super) fn counts(&self) -> Vec<NationCount> {
        let mut counts: Vec<_> =
            self.0.iter().map(|(code, counts)| NationCount::of(*code, *counts)).collect();
        counts.sort_by(|one, other| other.total().cmp(&one.total()).then_with(|| one.code.cmp(&other.code)));
        counts
    }
}

/// Three capital letters.
fn code(text: &str) -> Option<[u8; 3]> {
    let code: [u8; 3] = text.as_bytes().try_into().ok()?;
    code.iter().all(u8::is_ascii_uppercase).then_some(code)
}

/// The code in parentheses beside a name.
pub(super) fn in_parentheses(name: &str) -> Option<[u8; 3]> {
    let mut rest = name;
    while let Some((_, inner)) = rest.split_once('(') {
        let (word, after) = inner.split_once(')').unwrap_or((inner, ""));
        if let Some(found) = code(word.trim()).filter(|_| !TITLES.contains(&word.trim())) {
            return Some(found);
        }
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_their_times() {
        let mut nations = Nations::default();
        for (tags, count) in [
            ("[Site \"Biel SUI\"]\n[WhiteTeam \"SUI\"]\n[White \"Polgar Judit (GM) (HUN)\"]", 2),
            ("[Site \"Biel SWZ\"]\n[WhiteTeam \"SUI\"]\n[BlackTeam \"Club\"]\n[Black \"X (WGM)\"]", 1),
            ("[Site \"ICC\"]", 1),
            ("[Site \"NET\"]", 1),
            ("[Site \"Lagos NIG\"]", 1),
            ("[Site \"Nowhere XYZ\"]", 1),
        ] {
            let game = pgnkit::parse_games(format!("{tags}\n\n*\n").as_bytes()).next().unwrap().game;
            (0..count).for_each(|_| nations.add(&game));
        }
        let found: Vec<_> = nations
            .counts()
            .into_iter()
            .map(|found| {
                let NationCount { code, kind, name, code_today, name_today, sites, teams, players } = found;
                (
                    code,
                    kind.as_str(),
                    name.unwrap_or(""),
                    code_today.or(name_today).unwrap_or(""),
                    [sites, teams, players],
                )
            })
            .collect();
        let expected = [
            ("SUI", "today", "Switzerland", "", [2, 3, 0]),
            ("HUN", "standard", "Hungary", "", [0, 0, 2]),
            ("NET", "no nation", "The Internet", "", [1, 0, 0]),
            ("NIG", "old", "Nigeria", "NGR", [1, 0, 0]),
            ("SWZ", "old", "Switzerland", "SUI", [1, 0, 0]),
            ("XYZ", "unknown", "", "", [1, 0, 0]),
        ];
        let found: Vec<_> = found
            .iter()
            .map(|(code, kind, name, today, counts)| (code.as_str(), *kind, *name, *today, *counts))
            .collect();
        assert_eq!(found, expected);
    }
}
