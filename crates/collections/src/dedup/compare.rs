//! Games that may be equal, compared.

use std::collections::HashMap;
use std::io;

use pgnkit::syntax::Ignore;
use pgnkit::{GameBuilder, PieceLetters, Replayer};

use super::candidates::Pair;
use super::clusters::Match;
use super::evidence::{Verdict, Wider, judge_wider};
use super::facts::{Facts, Quality};
use crate::sort::SortedGames;

/// The matches of a comparison.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub(super) matches: Vec<Match>,
    /// Qualities of the games with matches that are not byte-identical.
    pub(super) qualities: HashMap<u32, Quality>,
    pub(super) titles: HashMap<u32, Box<str>>,
}

/// Options of a comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompareOptions {
    /// Bytes of games that are held.
    pub(super) memory: usize,
    pub(super) letters: PieceLetters,
    /// Whether the titles of games that match are wanted.
    pub(super) titles: bool,
    pub(super) wider: Wider,
}

/// A game that is held for those that come later.
struct Held {
    until: u32,
    bytes: usize,
    text: Option<Box<[u8]>>,
    facts: Option<Facts>,
}

/// The parts of a game that are kept in memory, and until which pair.
#[derive(Clone, Copy, Debug)]
struct Need {
    game: u32,
    until: u32,
    text: bool,
    facts: bool,
}

/// Compares the games of pairs, which are in the order of the later ones.
pub(super) fn compare(
    games: &SortedGames,
    mut pairs: Vec<Pair>,
    comparing: CompareOptions,
) -> io::Result<Comparison> {
    let mut compared = Comparison::default();
    // Games for which there is no memory are held the next time; at least the first one has room.
    while !pairs.is_empty() {
        pairs = round(games, &pairs, comparing, &mut compared)?;
    }
    Ok(compared)
}

/// Goes through all games once; gives the pairs that are left.
fn round(
    games: &SortedGames,
    pairs: &[Pair],
    comparing: CompareOptions,
    compared: &mut Comparison,
) -> io::Result<Vec<Pair>> {
    let needs = needs(pairs, comparing.titles);
    let (mut needs, mut pairs) = (needs.iter().copied().peekable(), pairs);
    let mut held: HashMap<u32, Held> = HashMap::new();
    let mut held_bytes = 0;
    let mut left = Vec::new();
    let mut builder = GameBuilder::new();
    let mut numbers = 0..;
    games.each(|text| {
        let Some(number) = numbers.next() else { return Ok(()) };
        let count = pairs.iter().take_while(|pair| pair.later == number).count();
        let own;
        (own, pairs) = pairs.split_at(count);
        let need = needs.next_if(|need| need.game == number);
        if own.is_empty() && need.is_none() {
            return Ok::<(), io::Error>(());
        }
        let wants_facts =
            comparing.titles || own.iter().any(|pair| !pair.is_text) || need.is_some_and(|need| need.facts);
        let facts = if wants_facts { read(text, comparing.letters, &mut builder) } else { None };
        for pair in own {
            let Some(earlier) = held.get(&pair.earlier) else {
                left.push(*pair);
                continue;
            };
            let verdict = match (pair.is_text, &earlier.facts, &facts) {
                (true, ..) => (earlier.text.as_deref() == Some(text)).then_some((Verdict::SAME_BYTES, true)),
                (false, Some(one), Some(other)) => judge_wider(one, other, comparing.wider),
                (false, ..) => None,
            };
            if let Some((verdict, is_class)) = verdict {
                compared.matches.push(Match { later: pair.later, earlier: pair.earlier, verdict, is_class });
                for (game, facts) in [(number, &facts), (pair.earlier, &earlier.facts)] {
                    let Some(facts) = facts else { continue };
                    if !pair.is_text {
                        compared.qualities.insert(game, facts.quality);
                    }
                    if comparing.titles {
                        compared.titles.entry(game).or_insert_with(|| facts.title().into());
                    }
                }
            }
            if earlier.until == number {
                held_bytes -= held.remove(&pair.earlier).map_or(0, |held| held.bytes);
            }
        }
        if let Some(need) = need {
            let text = need.text.then(|| Box::<[u8]>::from(text));
            let facts = facts.filter(|_| need.facts);
            let bytes = text.as_ref().map_or(0, |text| text.len())
                + facts.as_ref().map_or(0, Facts::bytes)
                + size_of::<Held>();
            if held.is_empty() || held_bytes + bytes <= comparing.memory {
                held_bytes += bytes;
                held.insert(number, Held { until: need.until, bytes, text, facts });
            }
        }
        Ok(())
    })?;
    Ok(left)
}

/// The games that are held, in order.
fn needs(pairs: &[Pair], titles: bool) -> Vec<Need> {
    let need = |pair: &Pair| Need {
        game: pair.earlier,
        until: pair.later,
        text: pair.is_text,
        facts: titles || !pair.is_text,
    };
    let mut needs: Vec<Need> = pairs.iter().map(need).collect();
    needs.sort_unstable_by_key(|need| (need.game, need.until));
    needs.dedup_by(|next, need| {
        let is_same = next.game == need.game;
        if is_same {
            need.until = need.until.max(next.until);
            need.text |= next.text;
            need.facts |= next.facts;
        }
        is_same
    });
    needs
}

fn read(text: &[u8], letters: PieceLetters, builder: &mut GameBuilder) -> Option<Facts> {
    Replayer::new(text).letters(letters).read_into(builder, &mut Ignore)?;
    Some(Facts::of(builder.game()))
}
