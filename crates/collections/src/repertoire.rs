//! Repertoires: games joined into one with variations.
//!
//! [`Repertoire::of`] goes through sorted games and joins those that begin from one position; [`Repertoire::write`] gives the games that
//! come of it, and then those that could not be joined, as they are.
//!
//! * **The first game is the main line**, and moves, variations, comments and glyphs of the others are added in their order, each
//!   once, in time of their own length.
//! * **At the end of the main line of each game** a comment has its players, its year and its result.
//! * **Tags** that all of them have with the same value stay; the result is `*`.
//! * **Games with errors**, games of unknown rules and those that no other game begins like stay as they are, after the others.

use std::collections::HashMap;
use std::io;

use pgnkit::chess::{ChessMode, Position};
use pgnkit::syntax::{Diagnostic, Outcome, Severity, Sink};
use pgnkit::{Export, ExportLosses, Game, GameBuilder, GameMerger, PieceLetters, Replayer};

use crate::roster::roster;
use crate::sort::{Fate, Piece, SortCounts, SortedGames};

/// Choices about repertoires.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JoinOptions {
    /// The piece letters of the games.
    pub letters: PieceLetters,
    /// Whether a position that was reached by another order of moves goes on there.
    pub normalise: bool,
    /// Half-moves that a game has at the most: another one begins where one would get more. A longer game is alone.
    pub max_plies: Option<u64>,
}

/// Counts of games that were joined, and of those that came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JoinCounts {
    /// Games that were joined, and those that came of them.
    pub games: [u64; 2],
    /// Their half-moves, with those of variations.
    pub plies: [u64; 2],
    /// Their comments, glyphs and escape lines.
    pub notes: [u64; 2],
    /// Comments with players, year and result that were added.
    pub ends: u64,
    /// Games that end with a move, players, year and result of which a comment was there already.
    pub same_ends: u64,
    /// Moves that lead to a position reached by another order.
    pub transpositions: u64,
    /// Tag pairs that are in no game that came of it, White, Black and Result aside, which are in comments.
    pub tags: u64,
    /// Games that stay as they are.
    pub apart: u64,
}

/// Games joined into trees.
#[derive(Debug)]
pub struct Repertoire {
    trees: Vec<Tree>,
    /// Whether each game is in one of them.
    is_joined: Vec<bool>,
    counts: JoinCounts,
}

/// The beginning that games must have in common to be joined.
type Beginning = (Position, ChessMode, bool);

#[derive(Debug)]
struct Tree {
    merger: GameMerger,
    /// Its first game, by its number.
    first: usize,
    /// Counts of its games.
    counts: JoinCounts,
    /// Names and values that all its games have.
    common: HashMap<String, String>,
}

impl Repertoire {
    /// Joins games.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub fn of(games: &SortedGames, options: &JoinOptions) -> io::Result<Self> {
        let mut joined = Self { trees: Vec::new(), is_joined: Vec::new(), counts: JoinCounts::default() };
        let mut open: HashMap<Beginning, usize> = HashMap::new();
        let mut builder = GameBuilder::new();
        games.each(|text| {
            let mut errors = Errors(false);
            let mut replayer = Replayer::new(text).letters(options.letters);
            let is_read = replayer.read_into(&mut builder, &mut errors).is_some();
            let is_whole = is_read && !errors.0 && builder.game().start().rules_are_known;
            joined.is_joined.push(is_whole);
            if is_whole {
                joined.add(builder.game(), &mut open, options);
            }
            Ok::<(), io::Error>(())
        })?;
        joined.settle();
        Ok(joined)
    }

    fn add(&mut self, game: &Game, open: &mut HashMap<Beginning, usize>, options: &JoinOptions) {
        let start = game.start();
        let beginning = (start.position, start.mode, start.set_up);
        let number = self.is_joined.len() - 1;
        let has_room = |tree: &Tree| {
            let most = options.max_plies.unwrap_or(u64::MAX);
            tree.counts.plies[1] + tree.merger.missing(game) as u64 <= most
        };
        let found = open.get(&beginning).copied().filter(|at| has_room(&self.trees[*at]));
        let at = found.unwrap_or_else(|| {
            self.trees.push(Tree::new(game, number, options.normalise));
            open.insert(beginning, self.trees.len() - 1);
            self.trees.len() - 1
        });
        let tree = &mut self.trees[at];
        let Ok(merged) = tree.merger.add(game) else {
            self.is_joined[number] = false;
            return;
        };
        let counts = &mut tree.counts;
        counts.games[0] += 1;
        let (plies, notes) = size(game);
        counts.plies[0] += plies;
        counts.plies[1] += merged.plies as u64;
        counts.notes[0] += notes;
        counts.transpositions += merged.transpositions as u64;
        if let Some(text) = end_of(game) {
            let is_new = tree.merger.add_comment(merged.end, &text).unwrap_or(false);
            counts.ends += u64::from(is_new);
            counts.same_ends += u64::from(!is_new);
        }
        tree.note_tags(game);
    }

    /// Takes out games that are alone, and counts what is left.
    fn settle(&mut self) {
        let Self { trees, is_joined, counts } = self;
        trees.retain(|tree| {
            if tree.counts.games[0] > 1 {
                counts.add(tree);
                return true;
            }
            is_joined[tree.first] = false;
            false
        });
        counts.apart = is_joined.iter().filter(|is_joined| !**is_joined).count() as u64;
    }

    /// Counts of games that were joined, and of those that came of them.
    pub fn counts(&self) -> JoinCounts {
        self.counts
    }

    /// Gives what comes before all games, the games that were joined, each with an empty key, then those that stay as they are, and what
    /// comes after them; and what escape lines and the like were lost.
    ///
    /// # Errors
    /// When the temporary file cannot be read, and those of `write`.
    pub fn write<E: From<io::Error>>(
        self,
        games: &SortedGames,
        mut write: impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<(SortCounts, ExportLosses), E> {
        let Self { trees, is_joined, .. } = self;
        let (mut trees, mut losses) = (trees.into_iter(), ExportLosses::default());
        let fate = |number: u64| match is_joined.get(number as usize) {
            Some(true) => Fate::LeaveOut,
            _ => Fate::Write,
        };
        let sorted = games.write(fate, |piece| {
            write(piece)?;
            if let Piece::Head(_) = piece {
                for tree in trees.by_ref() {
                    let mut text = Vec::new();
                    losses += Export::default().write_game(&tree.into_game(), &mut text);
                    write(Piece::Game { key: &[], text: &text, number: 0 })?;
                }
            }
            Ok::<(), E>(())
        })?;
        Ok((sorted, losses))
    }
}

/// The tag that says how a game ended, as the whole of them did not.
const TERMINATION: &str = "Termination";

impl JoinCounts {
    fn add(&mut self, tree: &Tree) {
        let counts = &tree.counts;
        self.games[0] += counts.games[0];
        self.games[1] += 1;
        for (total, count) in self.plies.iter_mut().zip(counts.plies) {
            *total += count;
        }
        self.notes[0] += counts.notes[0];
        self.notes[1] += size(tree.merger.game()).1;
        self.ends += counts.ends;
        self.same_ends += counts.same_ends;
        self.transpositions += counts.transpositions;
        let ended = if tree.common.contains_key(TERMINATION) { counts.games[0] } else { 0 };
        self.tags += counts.tags + ended;
    }
}

impl Tree {
    fn new(game: &Game, first: usize, normalise: bool) -> Self {
        let merger =
            if normalise { GameMerger::joining_transpositions(game) } else { GameMerger::beginning_as(game) };
        let common = game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { merger, first, counts: JoinCounts::default(), common }
    }

    /// Learns which tags all games have.
    fn note_tags(&mut self, game: &Game) {
        let values: HashMap<&str, &str> = game.tags().collect();
        let before = self.counts.games[0] - 1;
        let mut gone = 0;
        self.common.retain(|name, value| {
            let stays = values.get(&**name) == Some(&&**value);
            gone += u64::from(!stays && is_told(name, value)) * before;
            stays
        });
        let is_left =
            |(name, value): &(&&str, &&str)| !self.common.contains_key(**name) && is_told(name, value);
        self.counts.tags += gone + values.iter().filter(is_left).count() as u64;
    }

    fn into_game(self) -> Game {
        let mut game = self.merger.into_game();
        let names: Vec<String> = game.tags().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            if !self.common.contains_key(&name) {
                // Those that the start needs are the same in all.
                let _ = game.remove_tag(&name);
            }
        }
        game.set_result(Outcome::Unknown);
        let _ = game.remove_tag(TERMINATION);
        game
    }
}

/// Whether a tag says something that no comment says.
fn is_told(name: &str, value: &str) -> bool {
    let is_unknown = value.bytes().all(|byte| matches!(byte, b'?' | b'.' | b'-' | b' '));
    !is_unknown && !matches!(name, "White" | "Black" | "Result" | "PlyCount" | "SetUp" | "FEN")
}

/// Players, year and result of a game, as far as they are known: the comment at the end of its line.
fn end_of(game: &Game) -> Option<String> {
    let [event, _, date, _, white, black] = roster(game);
    let players = if (white, black) == ("?", "?") { event.to_owned() } else { format!("{white} - {black}") };
    let year = date.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
    let result = Some(game.result()).filter(|result| *result != Outcome::Unknown).map(Outcome::as_str);
    let players = Some(players).filter(|players| players != "?");
    let parts: Vec<&str> = players.as_deref().into_iter().chain(year).chain(result).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Half-moves of a game, and notes.
fn size(game: &Game) -> (u64, u64) {
    let (mut plies, mut notes) = (0, 0);
    for node in game.nodes() {
        plies += u64::from(!node.starts_line());
        notes += node.notes().count() as u64;
    }
    (plies, notes)
}

/// Whether there was an error.
struct Errors(bool);

impl Sink for Errors {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.0 |= diagnostic.severity == Severity::Error;
    }
}
