//! The log as a whole: which line belongs to which game.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use pgnkit::chess::UnalignedPosition;

use super::about::{About, Names, announcement, notice, opening, text};
use super::board::{Board, Holdings};
use super::ends::End;
use super::game::Play;
use super::lines::{Line, Lines};
use super::list::{List, Part, number_of_list};
use super::pgn::{Embedded, Piece};
use super::{Fault, Reason};

/// A game of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogGame {
    /// The game in PGN.
    pub pgn: String,
    /// Its place: from its first byte to where it ends, with all that is between. A game without an end ends with the log, or where another one
    /// takes its number. Ends ascend.
    pub span: Range<usize>,
    /// The places at which it is not whole.
    pub faults: Vec<Fault>,
}

/// Numbers of what a log has, games aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All lines.
    pub lines: u64,
    /// Lines that are of no game: talk, commands, announcements, boards that are drawn.
    pub talk: u64,
    /// Boards of style 12 without a game: nothing can be played from them, or no move was.
    pub boards: u64,
    /// Ends of games that the log has nothing else of.
    pub ends: u64,
    /// Lists of moves of games that go on by boards, and are one with them.
    pub joined_lists: u64,
    /// Half-moves that were taken back, or replaced in a game that was examined.
    pub taken_back: u64,
}

/// A log or a mailbox, read as games are asked for.
///
/// Memory is a constant times the length of the text. See the [module](super).
#[derive(Debug)]
pub struct Log<'a> {
    lines: Lines<'a>,
    counts: Counts,
    list: Option<List>,
    embedded: Option<Embedded>,
    /// The number of the next list, and its place.
    announced: Option<(u32, usize)>,
    /// Games that go on, by number.
    live: HashMap<u32, Play>,
    /// Adjourned games, by names.
    adjourned: HashMap<Names, Play>,
    /// Facts that were announced, by names.
    known: HashMap<Names, About>,
    /// Positions other than the usual one from which games have started, by names.
    starts: HashMap<Names, UnalignedPosition>,
    holdings: HashMap<u32, Holdings>,
    done: VecDeque<LogGame>,
    /// Offset at which the last game has ended.
    end: usize,
    is_over: bool,
}

/// The games of a log.
#[derive(Debug)]
pub struct Games<'l, 'a> {
    log: &'l mut Log<'a>,
}

impl Iterator for Games<'_, '_> {
    type Item = LogGame;

    fn next(&mut self) -> Option<LogGame> {
        self.log.next_game()
    }
}

impl<'a> Log<'a> {
    /// A log of these bytes.
    #[must_use]
    pub fn parse(text: &'a [u8]) -> Self {
        Self {
            lines: Lines::new(text),
            counts: Counts::default(),
            list: None,
            embedded: None,
            announced: None,
            live: HashMap::new(),
            adjourned: HashMap::new(),
            known: HashMap::new(),
            starts: HashMap::new(),
            holdings: HashMap::new(),
            done: VecDeque::new(),
            end: 0,
            is_over: false,
        }
    }

    /// The games, in the order in which they end. Those whose end the log does not have come last, as do adjourned ones that are not continued.
    pub fn games(&mut self) -> Games<'_, 'a> {
        Games { log: self }
    }

    /// The numbers up to the last game that was given, or of the whole log after all of them.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts { lines: self.lines.count, ..self.counts }
    }

    /// The next game.
    pub fn next_game(&mut self) -> Option<LogGame> {
        loop {
            if let Some(game) = self.done.pop_front() {
                return Some(game);
            }
            if self.is_over {
                return None;
            }
            match self.lines.next(self.embedded.is_some()) {
                Some(line) => self.line(&line),
                None => self.finish(),
            }
        }
    }

    fn line(&mut self, line: &Line<'_>) {
        if let Some(embedded) = &mut self.embedded {
            match embedded.line(line) {
                Piece::Inner => return,
                Piece::Last => return self.end_embedded(),
                Piece::Outside => {
                    self.end_embedded();
                    // It may have a prompt, which PGN has not.
                    return self.lines.back(line);
                }
            }
        }
        if let Some(list) = &mut self.list {
            match list.line(line) {
                Part::Inner => return,
                Part::End(end) => return self.end_list(Some(end)),
                Part::Break => self.end_list(None),
                Part::Other => {}
            }
        }
        if line.is_blank() {
            return;
        }
        if !self.outer(line) {
            self.counts.talk += 1;
        }
    }

    /// A line that is in no list and no PGN; whether it is of a game.
    fn outer(&mut self, line: &Line<'_>) -> bool {
        let bytes = &*line.text;
        match bytes.first() {
            Some(b'<') => {
                if let Some(board) = Board::parse(bytes) {
                    self.board(&board, line);
                    return true;
                }
                if let Some(holdings) = Holdings::parse(bytes) {
                    if let Some(play) = self.live.get_mut(&holdings.game) {
                        play.set_holdings(&holdings);
                    }
                    self.holdings.insert(holdings.game, holdings);
                    return true;
                }
            }
            Some(b'{') => return self.notice(line),
            Some(b'[') => {
                if let Some(embedded) = Embedded::begin(line) {
                    self.end_list(None);
                    self.embedded = Some(embedded);
                    return true;
                }
            }
            Some(b'M') => {
                if let Some(number) = number_of_list(bytes) {
                    self.end_list(None);
                    self.announced = Some((number, line.span.start));
                    return true;
                }
            }
            _ => {}
        }
        if let Some((game, names, about)) = announcement(bytes) {
            self.announce(game, names, about);
        }
        let announced = self.announced.take();
        let Some(mut list) = List::begin(line, announced.map(|(number, _)| number)) else { return false };
        if let Some((_, begin)) = announced {
            list.begin = begin;
        }
        self.end_list(None);
        self.list = Some(list);
        true
    }

    /// Facts about a game that goes on, or the next one of two players.
    fn announce(&mut self, game: Option<u32>, names: Names, about: About) {
        if let Some(play) = game.and_then(|game| self.live.get_mut(&game)).filter(|play| play.names == names)
        {
            play.merge(&about);
        }
        self.known.insert(names, about);
    }

    /// A line in braces that names a game by its number.
    fn notice(&mut self, line: &Line<'_>) -> bool {
        let Some(notice) = notice(&line.text) else { return false };
        let names = notice.names.map(|name| text(name).into_owned());
        if let Some((_, about)) = opening(notice.reason) {
            // Another game has the number from here on.
            if let Some(play) = self.live.remove(&notice.number) {
                self.give(play, line.span.start);
            }
            self.holdings.remove(&notice.number);
            let known = self.known.entry(names).or_default();
            known.is_rated = about.is_rated;
            known.kind = about.kind;
            return true;
        }
        let Some(end) = End::new(notice.reason, notice.after) else { return false };
        self.holdings.remove(&notice.number);
        match self.live.remove(&notice.number) {
            Some(mut play) if play.names == names => {
                let is_adjourned = end.is_adjourned();
                play.end = Some(end);
                if is_adjourned && play.has_moves() {
                    if let Some(older) = self.adjourned.insert(names, play) {
                        self.give(older, line.span.end);
                    }
                } else {
                    self.give(play, line.span.end);
                }
            }
            other => {
                if let Some(play) = other {
                    self.live.insert(notice.number, play);
                }
                self.counts.ends += 1;
            }
        }
        true
    }

    fn board(&mut self, board: &Board<'_>, line: &Line<'_>) {
        let names = board.names.map(|name| text(name).into_owned());
        let mut fault = None;
        if let Some(play) = self.live.get_mut(&board.game) {
            if play.names == names {
                if play.follow(board, &mut self.counts.taken_back).is_ok() {
                    return;
                }
                fault = Some(Fault { offset: line.span.start, reason: Reason::Board { ply: board.ply } });
            } else {
                self.holdings.remove(&board.game);
            }
        }
        if let Some(mut play) = self.live.remove(&board.game) {
            if play.has_moves() {
                play.faults.extend(fault);
            }
            self.give(play, line.span.start);
        }
        if let Some(mut play) = self.adjourned.remove(&names) {
            if play.follow(board, &mut self.counts.taken_back).is_ok() {
                play.end = None;
                self.live.insert(board.game, play);
                return;
            }
            self.adjourned.insert(names.clone(), play);
        }
        let about = self.known.get(&names).cloned().unwrap_or_default();
        let Some(play) =
            Play::from_board(board, names, about, self.holdings.get(&board.game), line.span.start)
        else {
            self.counts.boards += 1;
            return;
        };
        if let Some(start) = play.unusual_start().filter(|_| board.ply <= 1) {
            self.starts.insert(play.names.clone(), start.into());
        }
        self.live.insert(board.game, play);
    }

    fn end_list(&mut self, end: Option<End>) {
        let Some(list) = self.list.take() else { return };
        if list.words.is_empty() && end.is_none() {
            return;
        }
        let known = self.starts.get(&list.names).copied().map(UnalignedPosition::position);
        let List { game, names, about, words, black_begins, begin, last, .. } = list;
        let mut play = Play::from_list(names, about, words, black_begins, known, begin);
        if end.is_none() {
            play.faults.push(Fault { offset: last, reason: Reason::Cut });
        }
        let goes_on = end.as_ref().is_none_or(End::is_in_progress);
        play.end = end;
        let Some(number) = game.filter(|_| goes_on && play.is_legal()) else { return self.give(play, last) };
        match self.live.get_mut(&number) {
            Some(live) if live.names == play.names => {
                if live.join(&play) {
                    self.counts.joined_lists += 1;
                } else {
                    self.give(play, last);
                }
            }
            other => {
                if other.is_some()
                    && let Some(other) = self.live.remove(&number)
                {
                    self.give(other, begin);
                }
                self.live.insert(number, play);
            }
        }
    }

    fn end_embedded(&mut self) {
        let Some(mut embedded) = self.embedded.take() else { return };
        if !embedded.is_game() {
            self.counts.talk += embedded.lines;
            return;
        }
        let mut faults = Vec::new();
        if !embedded.is_whole() {
            faults.push(Fault { offset: embedded.span.end, reason: Reason::Pgn });
        }
        embedded.text.truncate(embedded.text.trim_end().len());
        embedded.text.push_str("\n\n");
        self.end = self.end.max(embedded.span.end);
        self.done.push_back(LogGame { pgn: embedded.text, span: embedded.span, faults });
    }

    /// Gives a game out, which is over at an offset.
    fn give(&mut self, play: Play, end: usize) {
        if !play.is_game() {
            self.counts.boards += play.boards;
            return;
        }
        let pgn = play.pgn(self.lines.server);
        // A list may break off before the end of a game that was given during it.
        self.end = self.end.max(end);
        self.done.push_back(LogGame { pgn, span: play.begin..self.end, faults: play.faults });
    }

    /// Gives out what the log does not end.
    fn finish(&mut self) {
        self.is_over = true;
        self.end_embedded();
        self.end_list(None);
        let mut rest: Vec<Play> = self.live.drain().map(|(_, play)| play).collect();
        rest.extend(self.adjourned.drain().map(|(_, play)| play));
        rest.sort_by_key(|play| play.begin);
        let end = self.lines.at;
        for play in rest {
            self.give(play, end);
        }
    }
}
