//! A walk over sorted games, which are a tree: each position that several games come to by the same moves is met once.

use std::fs::File;
use std::ops::Range;

use pgnkit_chess::Position;

use crate::error::{IndexError, Place};
use crate::file::Pages;
use crate::moves::{decode_known, key};
use crate::phases;
use crate::read::{MovesReader, StoredMoves};
use crate::rows::Run;

/// A position that one game comes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    pub(super) key: u64,
    /// The code of the move played there; `None` at the end of the game.
    pub(super) next: Option<u32>,
    /// That of the move that the game played there when it had the position before.
    pub(super) before: Option<u32>,
    /// The row of its phase, if this is another one than before.
    pub(super) phase: Option<u32>,
}

/// Receives what a walk meets.
pub(super) trait Visit {
    /// Whether it takes phases.
    const PHASES: bool;
    /// The positions that only this game comes to by its moves.
    fn singles(&mut self, game: u64, singles: &[Single]) -> Result<(), IndexError>;
    /// The games that come to a position by the same moves.
    fn run(&mut self, shared: Shared) -> Result<(), IndexError>;
}

/// A position that several games come to by the same moves.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) key: u64,
    pub(super) position: Position,
    pub(super) start: u64,
    pub(super) ended: u64,
    pub(super) moves: Vec<(u32, u64)>,
    pub(super) before: Option<u32>,
}

impl Shared {
    /// The run of the position, and that by which games that had it before are not counted twice.
    pub(super) fn runs(self) -> (Run, Option<Run>) {
        let Self { start, ended, moves, before, .. } = self;
        let run = Run { start, is_counted_again: false, ended, moves };
        let again = before.map(|code| Run {
            start,
            is_counted_again: true,
            ended: 0,
            moves: vec![(code, run.len())],
        });
        (run, again)
    }
}

/// Walks over the games of some pages on as many threads as there are visitors, which get a stretch of the games each. The first one gets what goes
/// over the ends of stretches, too. What all of them meet does not depend on their number.
pub(super) fn walk<V: Visit + Send>(
    file: &File,
    pages: &Pages,
    games: u64,
    visitors: &mut [V],
) -> Result<(), IndexError> {
    let count = visitors.len().max(1) as u64;
    let end_of = |number: u64| (u128::from(games) * u128::from(number) / u128::from(count)) as u64;
    let stretches: Vec<Stretch> = std::thread::scope(|scope| {
        let walks: Vec<_> = visitors
            .iter_mut()
            .zip((0..).map(|number| end_of(number)..end_of(number + 1)))
            .filter(|(_, games)| !games.is_empty())
            .map(|(visit, games)| scope.spawn(move || walk_stretch(file, pages, games, visit)))
            .collect();
        let join = |walk: std::thread::ScopedJoinHandle<'_, _>| match walk.join() {
            Ok(stretch) => stretch,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        walks.into_iter().map(join).collect::<Result<_, IndexError>>()
    })?;
    match visitors.first_mut() {
        Some(visit) => stretches
            .into_iter()
            .try_fold(Seam::default(), |seam, stretch| seam.join(stretch, visit))
            .map(drop),
        None => Ok(()),
    }
}

/// The positions that go over the ends of a stretch of games.
#[derive(Debug)]
struct Stretch {
    /// Those that its first game shares with the one before: their part here, and the game after it if it ends here.
    inherited: Vec<(Shared, Option<u64>)>,
    /// Those that its last game shares with the next one and that begin here, after the inherited ones that go on.
    left: Vec<Shared>,
    /// Moves between the positions that go on.
    codes: Vec<u32>,
}

/// Positions that have begun before a stretch and go on in it, and the moves between them.
#[derive(Debug, Default)]
struct Seam {
    open: Vec<Shared>,
    codes: Vec<u32>,
}

impl Seam {
    /// Goes on with the next stretch.
    fn join(mut self, stretch: Stretch, visit: &mut impl Visit) -> Result<Self, IndexError> {
        let Stretch { mut inherited, left, codes } = stretch;
        // The deepest first: one that ends is a move of the one before it, and comes before the moves that this has in the stretch.
        while let Some((part, end)) = inherited.pop() {
            let ply = inherited.len();
            let Some(whole) = self.open.get_mut(ply) else { continue };
            whole.ended += part.ended;
            whole.moves.extend(part.moves);
            let Some(end) = end else { continue };
            let Some(whole) = self.open.pop() else { continue };
            if let (Some(parent), Some(code)) =
                (self.open.last_mut(), ply.checked_sub(1).and_then(|ply| self.codes.get(ply)))
            {
                parent.moves.push((*code, end - whole.start));
            }
            visit.run(whole)?;
        }
        self.open.extend(left);
        Ok(Self { open: self.open, codes })
    }
}

/// Walks over a stretch of the games.
fn walk_stretch(
    file: &File,
    pages: &Pages,
    games: Range<u64>,
    visit: &mut impl Visit,
) -> Result<Stretch, IndexError> {
    let mut reader = MovesReader::new(file, pages)?;
    let mut walker = Walker::default();
    let (mut current, mut start) = (Vec::new(), Vec::new());
    let mut next = if games.start > 0 {
        reader.seek(games.start - 1)?;
        reader.next_game()?;
        current.clone_from(&reader.game().moves);
        start.clone_from(&reader.game().start);
        let next = reader.next_game()?.is_some();
        walker.inherit(games.start, &start, &current, reader.game())?;
        next
    } else {
        reader.next_game()?.is_some()
    };
    for number in games {
        if !next {
            return Err(IndexError::Damaged(Place::Game(number)));
        }
        current.clone_from(&reader.game().moves);
        let is_first = start != reader.game().start;
        start.clone_from(&reader.game().start);
        next = reader.next_game()?.is_some();
        // Positions that the next game has too, the first one included.
        let kept = if next { shared(&start, &current, reader.game()) } else { 0 };
        let damaged = || IndexError::Damaged(Place::Game(number));
        if is_first || walker.first.is_none() {
            walker.first = Some(crate::moves::start(&start).ok_or_else(damaged)?);
        }
        walker.game(number, &current, kept, visit)?;
    }
    let Walker { open, line, mut inherited, .. } = walker;
    let codes = line.iter().map_while(|(_, code)| *code).take(open.len().saturating_sub(1)).collect();
    let mut open = open.into_iter();
    let parts = inherited.drain(..).map(|part| match part {
        Some((shared, end)) => Some((shared, Some(end))),
        None => Some((open.next()?, None)),
    });
    let inherited = parts.collect::<Option<Vec<_>>>().unwrap_or_default();
    Ok(Stretch { inherited, left: open.collect(), codes })
}

/// The number of positions that a game shares with the next one, the first one included.
fn shared(start: &[u8], moves: &[u32], next: &StoredMoves) -> usize {
    if next.start != start {
        return 0;
    }
    1 + moves.iter().zip(&next.moves).take_while(|(one, other)| one == other).count()
}

#[derive(Debug, Default)]
struct Walker {
    first: Option<Position>,
    /// Positions that this game shares with the next, or the one before.
    open: Vec<Shared>,
    singles: Vec<Single>,
    /// Keys and moves of the whole line.
    line: Vec<(u64, Option<u32>)>,
    /// For each position that the first game shares with the one before it, which is not walked over: its part and the number of the game after it, when
    /// it has ended.
    inherited: Vec<Option<(Shared, u64)>>,
}

impl Walker {
    /// Takes over the positions that the first game shares with the one before it.
    fn inherit(
        &mut self,
        number: u64,
        start: &[u8],
        before: &[u32],
        game: &StoredMoves,
    ) -> Result<(), IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let kept = shared(start, before, game);
        let mut position = crate::moves::start(&game.start).ok_or_else(damaged)?;
        self.first = Some(position);
        for ply in 0..kept {
            if let Some(code) = ply.checked_sub(1).and_then(|ply| game.moves.get(ply)) {
                position.play(decode_known(&position, *code).ok_or_else(damaged)?);
                self.line[ply - 1].1 = Some(*code);
            }
            self.add(number, None, position, kept, false);
        }
        self.inherited = vec![None; kept];
        Ok(())
    }

    fn game<V: Visit>(
        &mut self,
        number: u64,
        moves: &[u32],
        kept: usize,
        visit: &mut V,
    ) -> Result<(), IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let known = self.open.len();
        let mut position = match self.open.last() {
            Some(last) => last.position,
            None => self.first.ok_or_else(damaged)?,
        };
        self.line.truncate(known);
        self.singles.clear();
        if known == 0 {
            self.add(number, None, position, kept, V::PHASES);
        }
        for ply in known.max(1)..=moves.len() {
            let code = moves[ply - 1];
            let mv = decode_known(&position, code).ok_or_else(damaged)?;
            self.goes_on(ply - 1, code, kept);
            let before = position;
            position.play(mv);
            self.add(number, Some(&before), position, kept, V::PHASES);
        }
        match self.singles.is_empty() {
            true => self.open.last_mut().ok_or_else(damaged)?.ended += 1,
            false => visit.singles(number, &self.singles)?,
        }
        while self.open.len() > kept
            && let Some(shared) = self.open.pop()
        {
            let ply = self.open.len();
            if let Some(inherited) = self.inherited.get_mut(ply).filter(|part| part.is_none()) {
                *inherited = Some((shared, number + 1));
                continue;
            }
            if let (Some(parent), Some((_, Some(code)))) =
                (self.open.last_mut(), self.line.get(ply.wrapping_sub(1)))
            {
                parent.moves.push((*code, number + 1 - shared.start));
            }
            visit.run(shared)?;
        }
        Ok(())
    }

    /// Adds the position after the moves so far; the one before it makes this faster.
    fn add(
        &mut self,
        number: u64,
        before: Option<&Position>,
        position: Position,
        kept: usize,
        has_phase: bool,
    ) {
        let key = match (before, self.line.last()) {
            (Some(before), Some((known, _))) => position.repetition_key_after(before, *known),
            _ => key(&position),
        };
        let ply = self.line.len();
        // A position can only come again as long as no move was irreversible.
        let reach = (position.halfmove_clock() as usize).min(ply);
        let mut same_side = self.line[ply - reach..].rchunks_exact(2).map(|pair| pair[0]);
        let before = same_side.find(|(other, _)| *other == key).and_then(|(_, code)| code);
        self.line.push((key, None));
        if ply < kept {
            self.open.push(Shared { key, position, start: number, ended: 0, moves: Vec::new(), before });
        } else {
            // A phase goes on until a man is taken or a pawn moves.
            let is_new = has_phase && (position.halfmove_clock() == 0 || self.singles.is_empty());
            let phase = if is_new { phases::row(&position) } else { None };
            self.singles.push(Single { key, next: None, before, phase });
        }
    }

    /// The line goes on from a place with a move.
    fn goes_on(&mut self, ply: usize, code: u32, kept: usize) {
        self.line[ply].1 = Some(code);
        match self.singles.last_mut() {
            Some(single) => single.next = Some(code),
            // What follows belongs to this game alone: it is one of the games that go on with the move.
            None if ply + 1 >= kept => {
                if let Some(shared) = self.open.last_mut() {
                    shared.moves.push((code, 1));
                }
            }
            None => {}
        }
    }
}
