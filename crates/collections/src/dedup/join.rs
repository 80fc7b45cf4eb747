//! Duplicates joined into the game that stays, so that nothing of them is lost.
//!
//! The texts of games that are one are brought together by sorting them once more. They are gone through twice: first they are
//! joined and written, then what was written is read, and whatever is not all in it stays as a game.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};

use pgnkit::syntax::{Ignore, Outcome};
use pgnkit::{Export, Game, GameBuilder, GameMerger, NodeId, PieceLetters, Replayer};

use super::clusters::Duplicate;
use super::evidence::Reason;
use super::together::together;
use crate::roster::known;
use crate::sort::{SortOptions, SortedGames};

/// Tags that say what the moves say.
const DERIVED: [&str; 5] = ["Result", "PlyCount", "SetUp", "FEN", "Variant"];

/// Counts of a merge. Each part of a duplicate was in the game that stays already, or was added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JoinedCounts {
    /// Games to which something was added.
    pub games: u64,
    /// Duplicates that could not be joined without a loss, and stay.
    pub apart: u64,
    /// Half-moves of the duplicates, with those of variations: all of them, and those that were added.
    pub plies: [u64; 2],
    /// Their comments and glyphs.
    pub notes: [u64; 2],
    /// Their tag pairs that say something.
    pub tags: [u64; 2],
    /// Those of the tag pairs added that are in comments, since the game has another value.
    pub in_comments: u64,
}

/// The texts of games that duplicates were joined into.
#[derive(Debug, Default)]
pub(super) struct JoinedTexts {
    file: Option<File>,
    /// The number of a game, and the place of its text.
    places: HashMap<u32, (u64, usize)>,
    pub(super) counts: JoinedCounts,
}

impl JoinedTexts {
    /// The text of a game, if something was added to it.
    pub(super) fn of(&self, game: u32) -> io::Result<Option<Vec<u8>>> {
        let (Some(mut file), Some((at, length))) = (self.file.as_ref(), self.places.get(&game)) else {
            return Ok(None);
        };
        let mut text = vec![0; *length];
        file.seek(SeekFrom::Start(*at))?;
        file.read_exact(&mut text)?;
        Ok(Some(text))
    }
}

/// Joins duplicates into the games that stay, those that are not `known`; those for which that is impossible are taken off the list.
pub(super) fn join(
    games: &SortedGames,
    duplicates: &mut Vec<Duplicate>,
    known: u32,
    options: &SortOptions,
) -> io::Result<JoinedTexts> {
    // The game that stays comes first, then its duplicates, in their order.
    let mut members: Vec<(u32, Option<u32>)> = Vec::new();
    for duplicate in duplicates.iter() {
        if duplicate.verdict.reason != Reason::SameBytes && duplicate.kept >= known {
            members.push((duplicate.kept, None));
            members.push((duplicate.kept, Some(duplicate.game)));
        }
    }
    members.sort_unstable();
    members.dedup();
    if members.is_empty() {
        return Ok(JoinedTexts::default());
    }
    let order: Vec<u32> = members.iter().map(|(kept, game)| game.unwrap_or(*kept)).collect();
    let texts = together(games, &order, options)?;
    let mut file = match &options.temp_dir {
        Some(directory) => tempfile::tempfile_in(directory)?,
        None => tempfile::tempfile()?,
    };
    let mut joined = JoinedTexts::default();
    write(&texts, &members, options.letters, &mut file, &mut joined)?;
    joined.file = Some(file);
    let apart = verify(&texts, &members, options.letters, &mut joined)?;
    duplicates.retain(|duplicate| !apart.contains(&duplicate.game));
    joined.counts.apart = apart.len() as u64;
    Ok(joined)
}

/// Joins the games of each group and writes what comes of it.
fn write(
    texts: &SortedGames,
    members: &[(u32, Option<u32>)],
    letters: PieceLetters,
    file: &mut File,
    joined: &mut JoinedTexts,
) -> io::Result<()> {
    let mut members = members.iter().peekable();
    let mut builder = GameBuilder::new();
    let mut open: Option<Group> = None;
    let (mut out, mut end) = (BufWriter::new(file), 0);
    texts.each(|text| {
        let Some((kept, game)) = members.next() else { return Ok::<(), io::Error>(()) };
        let read = read(text, letters, &mut builder);
        match (game, &mut open, read) {
            (None, open, Some(read)) => *open = Some(Group::new(read)),
            (Some(_), Some(group), Some(read)) => group.add(read),
            (None, open, None) => *open = None,
            (Some(_), ..) => {}
        }
        let is_last = members.peek().is_none_or(|(next, _)| next != kept);
        if let Some(group) = open.take_if(|_| is_last) {
            let Some(text) = group.finish(&mut joined.counts) else { return Ok(()) };
            joined.places.insert(*kept, (end, text.len()));
            end += text.len() as u64;
            out.write_all(&text)?;
        }
        Ok(())
    })?;
    out.flush()
}

/// Reads what was written; gives the duplicates that are not all in it.
fn verify(
    texts: &SortedGames,
    members: &[(u32, Option<u32>)],
    letters: PieceLetters,
    joined: &mut JoinedTexts,
) -> io::Result<HashSet<u32>> {
    let mut members = members.iter();
    let (mut builder, mut apart) = (GameBuilder::new(), HashSet::new());
    // What came of a group; nothing where it is not to be used.
    let mut whole: Option<Game> = None;
    texts.each(|text| {
        let Some((kept, game)) = members.next() else { return Ok::<(), io::Error>(()) };
        let read = read(text, letters, &mut builder);
        match (game, read) {
            (None, None) => whole = None,
            (None, Some(read)) => {
                whole = match joined.of(*kept)? {
                    Some(text) => {
                        self::read(&text, PieceLetters::default(), &mut GameBuilder::new()).cloned()
                    }
                    None => Some(read.clone()),
                };
                let goes_on_alike = |whole: &Game| {
                    whole.mainline().map(|node| node.mv()).eq(read.mainline().map(|node| node.mv()))
                };
                whole.take_if(|whole| !goes_on_alike(whole) || !has_all(whole, read));
                if whole.is_none() && joined.places.remove(kept).is_some() {
                    joined.counts.games -= 1;
                }
            }
            (Some(game), read) => {
                if !whole.as_ref().zip(read).is_some_and(|(whole, read)| has_all(whole, read)) {
                    apart.insert(*game);
                }
            }
        }
        Ok(())
    })?;
    Ok(apart)
}

fn read<'b>(text: &[u8], letters: PieceLetters, builder: &'b mut GameBuilder) -> Option<&'b Game> {
    Replayer::new(text).letters(letters).read_into(builder, &mut Ignore)?;
    Some(builder.game())
}

/// The tag pairs that say something, the result for the tag Result.
fn statements(game: &Game) -> impl Iterator<Item = (&str, &str)> {
    let tags = game.tags().filter(|(name, value)| known(value).is_some() && !DERIVED.contains(name));
    let result = Some(game.result()).filter(|result| *result != Outcome::Unknown);
    tags.chain(result.map(|result| ("Result", result.as_str())))
}

/// The comment for a tag pair of which the game has another value.
fn beside(name: &str, value: &str) -> String {
    format!("also {name} \"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether everything of a game is in another one.
fn has_all(whole: &Game, part: &Game) -> bool {
    let comments: HashSet<String> = whole.root().comments().map(words).collect();
    let says = |(name, value): (&str, &str)| {
        let has =
            if name == "Result" { whole.result().as_str() == value } else { whole.tag(name) == Some(value) };
        has || comments.contains(&words(&beside(name, value)))
    };
    statements(part).all(says) && whole.holds(part)
}

fn words(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// A game that stays, with what was added to it.
struct Group {
    merger: GameMerger,
    /// The values of its tags, and those that were added.
    values: HashMap<String, String>,
    added: Vec<(String, String)>,
    counts: JoinedCounts,
}

impl Group {
    fn new(kept: &Game) -> Self {
        let values = statements(kept).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self {
            merger: GameMerger::new(kept.clone()),
            values,
            added: Vec::new(),
            counts: JoinedCounts::default(),
        }
    }

    fn add(&mut self, game: &Game) {
        let counts = &mut self.counts;
        for node in game.nodes() {
            counts.plies[0] += u64::from(!node.starts_line());
            counts.notes[0] += node.notes().count() as u64;
        }
        let Ok(merged) = self.merger.add(game) else { return };
        counts.plies[1] += merged.plies as u64;
        counts.notes[1] += merged.notes as u64;
        for (name, value) in statements(game) {
            counts.tags[0] += 1;
            match self.values.get(name) {
                Some(found) if found == value => {}
                Some(_) => {
                    let is_new = self.merger.add_comment(NodeId::ROOT, &beside(name, value)).unwrap_or(false);
                    counts.tags[1] += u64::from(is_new);
                    counts.in_comments += u64::from(is_new);
                }
                None => {
                    self.values.insert(name.to_owned(), value.to_owned());
                    self.added.push((name.to_owned(), value.to_owned()));
                    counts.tags[1] += 1;
                }
            }
        }
    }

    /// The text of the game; none where nothing was added.
    fn finish(self, total: &mut JoinedCounts) -> Option<Vec<u8>> {
        let Self { merger, added, counts, .. } = self;
        let pairs = [
            (&mut total.plies, counts.plies),
            (&mut total.notes, counts.notes),
            (&mut total.tags, counts.tags),
        ];
        for (total, counts) in pairs {
            total[0] += counts[0];
            total[1] += counts[1];
        }
        total.in_comments += counts.in_comments;
        if counts.plies[1] + counts.notes[1] + counts.tags[1] == 0 {
            return None;
        }
        total.games += 1;
        let mut game = merger.into_game();
        for (name, value) in &added {
            if game.set_tag(name, value).is_err() {
                let _ = game.add_comment(NodeId::ROOT, &beside(name, value));
            }
        }
        let mut text = Vec::new();
        Export::default().write_game(&game, &mut text);
        Some(text)
    }
}
