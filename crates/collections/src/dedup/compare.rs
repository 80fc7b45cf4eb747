//! Games that may be equal, compared.

use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;

use pgnkit::syntax::Ignore;
use pgnkit::{GameBuilder, PieceLetters, Replayer};

use super::candidates::Pair;
use super::clusters::Match;
use super::evidence::{Verdict, Wider, judge_wider};
use super::facts::{Facts, Quality};
use super::together::{neighbours, together};
use crate::parts::in_parts;
use crate::sort::{SortOptions, SortedGames};

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
pub(super) struct CompareOptions<'o> {
    /// Half of the memory is for games that are held.
    pub(super) sort: &'o SortOptions,
    /// Whether the titles of games that match are wanted.
    pub(super) titles: bool,
    pub(super) wider: Wider,
    /// Threads that read games.
    pub(super) jobs: NonZeroUsize,
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
///
/// A game is held until the last one that it is compared with has come. Where games that are compared are far apart, more would have to be held than
/// there is memory for: then they are brought together first.
pub(super) fn compare(
    games: &SortedGames,
    mut pairs: Vec<Pair>,
    comparing: CompareOptions<'_>,
) -> io::Result<Comparison> {
    let mut compared = Comparison::default();
    let memory = comparing.sort.memory / 2;
    let needs = needs(&pairs, comparing.titles);
    if most_held(&needs) <= memory {
        rounds(games, None, pairs, comparing, memory, &mut compared)?;
    } else {
        let order = neighbours(&pairs);
        let mut places: Vec<(u32, u32)> = order.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let place =
            |game: u32| places.get(places.partition_point(|place| place.0 < game)).map_or(0, |place| place.1);
        for Pair { later, earlier, .. } in &mut pairs {
            (*later, *earlier) = (place(*later), place(*earlier));
        }
        pairs.sort_unstable();
        drop(places);
        let games = together(games, &order, comparing.sort)?;
        rounds(&games, Some(&order), pairs, comparing, memory / 2, &mut compared)?;
    }
    compared.matches.sort_unstable_by_key(|found| (found.later, found.earlier));
    Ok(compared)
}

/// Compares the games of pairs, as often as there is memory for some of them. The numbers of the games are those of `order` where
/// it says so.
fn rounds(
    games: &SortedGames,
    order: Option<&[u32]>,
    mut pairs: Vec<Pair>,
    comparing: CompareOptions<'_>,
    memory: usize,
    compared: &mut Comparison,
) -> io::Result<()> {
    // Games for which there is no memory are held the next time; at least the first one has room.
    while !pairs.is_empty() {
        let (held, left) = (HashMap::new(), Vec::new());
        let round = Round { order, comparing, memory, compared, held, held_bytes: 0, left };
        pairs = round.go_through(games, &pairs)?;
    }
    Ok(())
}

/// All games gone through once.
struct Round<'r> {
    order: Option<&'r [u32]>,
    comparing: CompareOptions<'r>,
    memory: usize,
    compared: &'r mut Comparison,
    held: HashMap<u32, Held>,
    held_bytes: usize,
    /// The pairs for which there was no memory.
    left: Vec<Pair>,
}

/// Bytes of games that are read together.
const BATCH_BYTES: usize = 1 << 18;

/// Games that a thread reads at a time.
const GAMES: usize = 16;

/// Games that are compared with others or held for them.
#[derive(Default)]
struct Batch<'p> {
    texts: Vec<u8>,
    games: Vec<GameOfBatch<'p>>,
}

struct GameOfBatch<'p> {
    number: u32,
    text: Range<usize>,
    wants_facts: bool,
    /// The pairs whose later game it is.
    own: &'p [Pair],
    need: Option<Need>,
}

impl Round<'_> {
    /// Compares the games of pairs; gives the pairs that are left.
    fn go_through(mut self, games: &SortedGames, pairs: &[Pair]) -> io::Result<Vec<Pair>> {
        let titles = self.comparing.titles;
        let needs = needs(pairs, titles);
        let (mut needs, mut pairs) = (needs.iter().copied().peekable(), pairs);
        let (mut batch, mut numbers) = (Batch::default(), 0..);
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
                titles || own.iter().any(|pair| !pair.is_text) || need.is_some_and(|need| need.facts);
            let start = batch.texts.len();
            batch.texts.extend_from_slice(text);
            let text = start..batch.texts.len();
            batch.games.push(GameOfBatch { number, text, wants_facts, own, need });
            if batch.texts.len() >= BATCH_BYTES {
                self.compare(&mut batch);
            }
            Ok(())
        })?;
        self.compare(&mut batch);
        Ok(self.left)
    }

    /// Reads games, on several threads, and compares them, one after the other.
    fn compare(&mut self, batch: &mut Batch<'_>) {
        let Batch { texts, games } = batch;
        let letters = self.comparing.sort.letters;
        let facts = in_parts(self.comparing.jobs, games.len(), GAMES, |part| {
            let mut builder = GameBuilder::new();
            let mut facts_of = |game: &GameOfBatch<'_>| {
                if game.wants_facts { read(&texts[game.text.clone()], letters, &mut builder) } else { None }
            };
            games[part].iter().map(&mut facts_of).collect::<Vec<_>>()
        });
        for (game, facts) in games.drain(..).zip(facts.into_iter().flatten()) {
            self.take(&game, &texts[game.text.clone()], facts);
        }
        texts.clear();
    }

    /// Compares a game with those before it, and holds it for later ones.
    fn take(&mut self, game: &GameOfBatch<'_>, text: &[u8], facts: Option<Facts>) {
        let Self { order, comparing, memory, compared, held, held_bytes, left } = self;
        let number_of = |at: u32| order.and_then(|order| order.get(at as usize)).copied().unwrap_or(at);
        for pair in game.own {
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
                let [later, earlier_game] = [pair.later, pair.earlier].map(number_of);
                compared.matches.push(Match { later, earlier: earlier_game, verdict, is_class });
                for (game, facts) in [(later, &facts), (earlier_game, &earlier.facts)] {
                    let Some(facts) = facts else { continue };
                    if !pair.is_text {
                        compared.qualities.insert(game, facts.quality);
                    }
                    if comparing.titles {
                        compared.titles.entry(game).or_insert_with(|| facts.title().into());
                    }
                }
            }
            if earlier.until == game.number {
                *held_bytes -= held.remove(&pair.earlier).map_or(0, |held| held.bytes);
            }
        }
        if let Some(need) = game.need {
            let text = need.text.then(|| Box::<[u8]>::from(text));
            let facts = facts.filter(|_| need.facts);
            let bytes = text.as_ref().map_or(0, |text| text.len())
                + facts.as_ref().map_or(0, Facts::bytes)
                + size_of::<Held>();
            if held.is_empty() || *held_bytes + bytes <= *memory {
                *held_bytes += bytes;
                held.insert(game.number, Held { until: need.until, bytes, text, facts });
            }
        }
    }
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

/// Bytes that a game takes while it is held, about: its facts, or its text.
const FACTS_BYTES: usize = 3_000;
const TEXT_BYTES: usize = 1_000;

/// The bytes of the games that are held at a time, about, if there is memory for all of them.
fn most_held(needs: &[Need]) -> usize {
    let bytes =
        |need: &Need| (if need.facts { FACTS_BYTES } else { 0 }) + (if need.text { TEXT_BYTES } else { 0 });
    let mut ends: Vec<(u32, usize)> = needs.iter().map(|need| (need.until, bytes(need))).collect();
    ends.sort_unstable();
    let mut ends = ends.into_iter().peekable();
    let (mut held, mut most) = (0, 0);
    for need in needs {
        while let Some((_, bytes)) = ends.next_if(|(until, _)| *until < need.game) {
            held -= bytes;
        }
        held += bytes(need);
        most = most.max(held);
    }
    most
}

fn read(text: &[u8], letters: PieceLetters, builder: &mut GameBuilder) -> Option<Facts> {
    Replayer::new(text).letters(letters).read_into(builder, &mut Ignore)?;
    Some(Facts::of(builder.game()))
}
