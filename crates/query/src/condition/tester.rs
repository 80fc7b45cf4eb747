//! A game tested while it is read, no further than needed.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use pgnkit::chess::{Color, Position};
use pgnkit::internals::TagNames;
use pgnkit::syntax::Span;
use pgnkit::{EndOfGame, Extent, Flow, Game, Outcome, Ply, Start, Text, Variation, Visitor};

use super::Condition;
use super::ending::Ending;
use super::mark::{Mark, Marks};
use super::moment::{Moment, MoveAnnotations, Played, move_annotations};
use super::needs::Needs;
use super::search::{Count, Progress, Search, State};
use super::test::{Facts, Stage, Term, TermValue};
use super::truth::Truth;
use super::value::Scalar;
use crate::fields::{GameValues, Value, variant_name};
use crate::movetext;
use crate::spelling::Likeness;

/// Names whose likeness is remembered: those of one block come again and again.
const REMEMBERED: usize = 4096;

/// Tests a condition on games while they are read: visits one, and then has its [verdict](Self::verdict).
///
/// What does not decide is left out: the moves where tags decide, what comes after the move that decides.
///
/// ```
/// use pgnkit::{Replayer, syntax::Ignore};
/// use pgnkit_query::condition::{Condition, Tester};
///
/// let condition: Condition = "white = 'Tal' AND reaches('e4 c5')".parse()?;
/// let mut tester = Tester::new(&condition);
/// let mut replayer = Replayer::new(b"[White \"Tal\"]\n\n1. e4 c5 *\n\n[White \"Fine\"]\n\n1. e4 c5 *\n");
/// let mut chosen = Vec::new();
/// while replayer.read_game(&mut tester, &mut Ignore).is_some() {
///     chosen.push(tester.verdict() == Some(true));
/// }
/// assert_eq!(chosen, [true, false]);
/// # Ok::<(), pgnkit_query::condition::ConditionError>(())
/// ```
#[derive(Debug)]
pub struct Tester<'c> {
    condition: &'c Condition,
    /// Whether games are read to their end whatever decides.
    reads_on: bool,
    /// Whether it matters why a game is not chosen: for being false, or NULL.
    is_exact: bool,
    game: GameState,
    truth: Truth,
    depth: usize,
    /// Search states before the last move of each line, by depth, for variations of that move.
    before: Vec<Vec<State>>,
    /// Search states of the lines around the open variations, to go on there after them.
    outer: Vec<Vec<State>>,
    has_ended: bool,
    /// Whether the moves were left out.
    is_unread: bool,
    tag_usage: TagUsage,
    /// The tags that are kept.
    tag_names: TagNames,
    /// Whether something is looked for in variations.
    has_variations: bool,
    /// Whether nothing is looked for but boards of the main line, and only whether they come matters.
    looks_at_boards: bool,
}

/// Tags of the games since the last [`take_tag_usage`](Tester::take_tag_usage).
#[derive(Clone, Debug, Default)]
pub struct TagUsage {
    /// For each tag that the condition names whether a game had it.
    pub named: Vec<bool>,
    /// Names of others, of the first games.
    pub others: BTreeSet<Box<str>>,
    games: usize,
}

/// Games of a block of which the names of tags are kept.
const SAMPLE: usize = 32;

/// State of the game that is being read.
#[derive(Debug, Default)]
pub(super) struct GameState {
    /// The tags that the condition needs.
    tags: Vec<KeptTag>,
    start: Start,
    result: Outcome,
    marker: Option<Outcome>,
    plies: usize,
    marks: Marks,
    last: Option<Position>,
    keys: Vec<u64>,
    searches: Vec<State>,
    /// Moves so far, those in variations included.
    moves: u32,
    /// Places of finds, with their moves, for [`Tester::reasons`].
    found: Vec<String>,
    with_reasons: bool,
    /// All places, if they are requested.
    places: Option<Vec<u32>>,
    /// Annotations of the start and of each move, in text order; filled only on request for games in memory.
    annotations: Vec<MoveAnnotations>,
    /// Whether moves are missing: the rest could not be read, or the rules are not known.
    is_cut: bool,
    likenesses: RefCell<Vec<HashMap<Box<str>, Likeness>>>,
}

/// A tag that the condition needs, with its value in this game.
#[derive(Debug)]
struct KeptTag {
    name: Box<str>,
    /// Kept as memory where the game does not have it.
    value: String,
    is_there: bool,
}

impl KeptTag {
    fn new(name: &str) -> Self {
        Self { name: name.into(), value: String::new(), is_there: false }
    }
}

impl<'c> Tester<'c> {
    /// Tests this condition.
    pub fn new(condition: &'c Condition) -> Self {
        let needs = &condition.needs;
        let game = GameState {
            tags: needs.tags().iter().map(|name| KeptTag::new(name)).collect(),
            searches: vec![State::default(); needs.searches.len()],
            likenesses: RefCell::new(vec![HashMap::new(); needs.players]),
            ..GameState::default()
        };
        Self {
            condition,
            reads_on: false,
            is_exact: false,
            game,
            truth: Truth::LATER,
            depth: 0,
            before: Vec::new(),
            outer: Vec::new(),
            has_ended: true,
            is_unread: false,
            tag_usage: TagUsage::default(),
            tag_names: TagNames::of(needs.tags().iter().map(|name| &**name)),
            has_variations: needs.variations(),
            looks_at_boards: needs.only_boards(),
        }
    }

    /// Reads on until false and NULL can be distinguished.
    #[must_use]
    pub(super) fn exactly(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// Reads every game to its end, for whoever must know what is wrong with it.
    #[must_use]
    pub fn reading_on(self, reads_on: bool) -> Self {
        Self { reads_on, ..self }
    }

    /// Keeps the values of these tags, too.
    #[must_use]
    pub fn keeping(mut self, tags: &[&str]) -> Self {
        for name in tags {
            if !self.game.tags.iter().any(|tag| *tag.name == **name) {
                self.game.tags.push(KeptTag::new(name));
            }
        }
        self.tag_names = TagNames::of(self.game.tags.iter().map(|tag| &*tag.name));
        self
    }

    /// Collects the places of finds for [`reasons`](Self::reasons).
    #[must_use]
    pub fn with_reasons(mut self, with_reasons: bool) -> Self {
        self.game.with_reasons = with_reasons;
        self.looks_at_boards &= !with_reasons;
        self
    }

    /// Reads every game to its end and finds all places; there is no verdict then.
    #[must_use]
    pub fn finding_all(mut self) -> Self {
        self.game.places = Some(Vec::new());
        Self { reads_on: true, looks_at_boards: false, ..self }
    }

    /// Why the game that was tested last was chosen: tags and columns with their values, other than these, and places.
    pub fn reasons(&self, shown: &[&str]) -> Vec<String> {
        let fields = self.needs().fields().iter();
        let fields = fields.filter(|field| !shown.iter().any(|name| name.eq_ignore_ascii_case(field.name())));
        let known = fields.filter_map(|field| {
            Scalar::of(field, &self.game)?;
            Some(format!("{} {}", field.name(), field.value_from(&self.game)))
        });
        known.chain(self.game.found.iter().cloned()).collect()
    }

    /// All places of what is looked for in a game: the number of moves to each in the order of the text, those of variations included.
    pub fn places(&mut self, game: &Game) -> Vec<u32> {
        self.truth(game);
        let mut places = self.game.places.as_mut().map(std::mem::take).unwrap_or_default();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Whether the condition is true of the game that was visited last; `None` where that game must be [tested](Self::test_game) whole.
    pub fn verdict(&self) -> Option<bool> {
        self.truth.verdict()
    }

    /// The same, where the result decided although the moves were not read: `text`, the bytes of the game if they are PGN, may have
    /// another result at its end than in its tag, and then it is the board that says which of them counts (decision A-13).
    pub fn verdict_of(&self, text: Option<&[u8]>) -> Option<bool> {
        let verdict = self.verdict()?;
        let trusts_result = self.condition.needs.result && self.is_unread;
        // Nearly always the game ends with the result that is in its tag.
        let is_sure = text.is_none_or(|text| text.ends_with(self.game.result.as_str().as_bytes()));
        (!trusts_result || is_sure).then_some(verdict)
    }

    /// Whether the condition is true of a game.
    pub fn test_game(&mut self, game: &Game) -> bool {
        self.truth(game) == Truth::TRUE
    }

    pub(super) fn truth(&mut self, game: &Game) -> Truth {
        if self.needs().annotations {
            self.game.annotations = move_annotations(game);
        }
        game.visit(Span::default(), self);
        if self.is_open() {
            let facts = Facts::new(game, &self.game, Stage::Game);
            self.truth = self.condition.root.test(&facts);
        }
        self.game.annotations.clear();
        self.truth
    }

    /// The value of a term for the game that was tested last.
    pub(super) fn value(&self, term: &Term, game: &Game) -> Value<'static> {
        let facts = Facts::new(game, &self.game, Stage::Game);
        match term.value(&facts) {
            TermValue::Value(known) => known.into_value(),
            TermValue::Null | TermValue::Later => Value::Missing,
        }
    }

    /// The value of a tag of the game that was visited last, among those that are kept.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.game.tag_value(name)
    }

    /// Returns and resets the tags of the games since the last call.
    pub fn take_tag_usage(&mut self) -> TagUsage {
        std::mem::take(&mut self.tag_usage)
    }

    /// The result of the game that was visited last.
    pub fn result(&self) -> Outcome {
        self.game.result
    }

    fn needs(&self) -> &'c Needs {
        &self.condition.needs
    }

    /// Forgets the game before.
    fn begin(&mut self) {
        // The first event of a game may be a tag, a comment or its start: whichever comes first resets.
        if !self.has_ended {
            return;
        }
        self.has_ended = false;
        self.depth = 0;
        self.before.iter_mut().for_each(Vec::clear);
        self.outer.clear();
        self.truth = Truth::LATER;
        let game = &mut self.game;
        for tag in &mut game.tags {
            tag.is_there = false;
        }
        let searches = self.condition.needs.searches.iter();
        for (state, search) in game.searches.iter_mut().zip(searches) {
            // Annotations are there only in a game in memory: without them the search is left to `test_game`.
            let waits = search.waits && game.annotations.is_empty();
            *state = State::from(if waits { Progress::Waits } else { Progress::Open });
        }
        game.moves = 0;
        game.found.clear();
        game.keys.clear();
        (game.plies, game.marks, game.last, game.is_cut) = (0, Marks::default(), None, false);
        (game.result, game.marker) = (Outcome::Unknown, None);
    }

    /// Tests the condition on the facts so far.
    fn decide(&mut self, stage: Stage) {
        let facts = Facts::new(&self.game, &self.game, stage);
        self.truth = self.condition.root.test(&facts);
    }

    /// Runs the open searches on a position; whether one has found something, or has become hopeless.
    fn search(&mut self, position: &Position, played: Option<Played<'_>>, depth: usize) -> bool {
        let needs = self.needs();
        let game = &mut self.game;
        if needs.searches.is_empty() || depth > 0 && !self.has_variations {
            return false;
        }
        // Taken out while searches run, since those read the rest of the game's state.
        let mut states = std::mem::take(&mut game.searches);
        if played.is_some() && self.has_variations {
            self.before.resize_with(self.before.len().max(depth + 1), Vec::new);
            // A variation of this move begins before it. Only conditions with variations pay for the copy.
            self.before[depth].clone_from(&states);
        }
        let game = &self.game;
        let is_main = depth == 0;
        let moment = Moment {
            position,
            played,
            ply: if is_main { game.plies } else { self.ply_of(position) },
            keys: if is_main { &game.keys } else { &[] },
            annotations: game.annotations.get(game.moves as usize),
            view: Color::White,
        };
        let facts = Facts::new(game, game, Stage::Tags);
        let mut any = false;
        let mut found_here = false;
        for (search, state) in needs.searches.iter().zip(&mut states) {
            if (is_main || search.in_variations)
                && state.go_on(game.moves, |state| search.look(&moment, &facts, state))
            {
                // Found or hopeless: in both cases the condition must be tested again.
                any = true;
                found_here |= state.progress == Progress::Found;
            }
        }
        if let Some(places) = &mut self.game.places {
            for (search, state) in needs.searches.iter().zip(&mut states) {
                if (is_main || search.in_variations) && state.take_place(&search.goal) {
                    places.push(self.game.moves);
                }
            }
        }
        self.game.searches = states;
        if found_here && self.game.with_reasons {
            self.game.found.push(played.map_or_else(|| "at the start".to_owned(), place_of));
        }
        any
    }

    /// [`search`](Self::search) for boards, in a fraction of the time.
    #[inline(always)]
    fn search_board(&mut self, ply: &Ply<'_>) -> bool {
        let GameState { searches, moves, .. } = &mut self.game;
        let mut any = false;
        for (search, state) in self.condition.needs.searches.iter().zip(searches) {
            any |= state.go_on(*moves, |state| search.look_at_board(ply.after, Some(ply.mv), state));
        }
        any
    }

    /// Looks for what is not on the board alone, and notes what the condition needs of moves.
    #[inline(never)]
    fn look_further(&mut self, ply: &Ply<'_>) -> Flow {
        // Decided already: moves are read on only for diagnostics.
        if !self.is_open() && self.game.places.is_none() {
            return self.flow();
        }
        if ply.depth == 0 {
            let needs = self.needs();
            let game = &mut self.game;
            game.plies += 1;
            game.is_cut = false;
            if needs.ending {
                game.last = Some(*ply.after);
            }
            if needs.repetitions {
                let key = game.keys.last().map(|key| ply.after.repetition_key_after(ply.before, *key));
                game.keys.push(key.unwrap_or_else(|| ply.after.repetition_key()));
            }
        }
        let played = Played { mv: ply.mv, before: ply.before };
        if self.search(ply.after, Some(played), ply.depth) { self.decide_moves() } else { self.flow() }
    }

    /// Tests the condition again, now that a search has made progress.
    #[inline(never)]
    fn decide_moves(&mut self) -> Flow {
        self.decide(Stage::Tags);
        self.flow()
    }

    /// Enters a variation: searches go on from their states before the move that it would replace.
    fn enter(&mut self) {
        self.outer.push(self.game.searches.clone());
        if let Some(before) = self.before.get(self.depth).filter(|before| !before.is_empty()) {
            restore(&mut self.game.searches, before);
        }
        self.before.resize_with(self.before.len().max(self.depth + 2), Vec::new);
        self.before[self.depth + 1].clone_from(&self.game.searches);
    }

    /// Returns to the line around a variation.
    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            restore(&mut self.game.searches, &outer);
        }
    }

    /// Half-moves from the start of the game to a position of a variation.
    fn ply_of(&self, position: &Position) -> usize {
        let count = |position: &Position| {
            let is_black = position.turn() == Color::Black;
            2 * u64::from(position.fullmove_number()) + u64::from(is_black)
        };
        usize::try_from(count(position).saturating_sub(count(&self.game.start.position))).unwrap_or(0)
    }

    /// Whether it goes on after what has just been read.
    fn flow(&self) -> Flow {
        if self.is_open() || self.game.places.is_some() {
            Flow::Continue
        } else if self.reads_on {
            Flow::Finish
        } else {
            Flow::Stop
        }
    }

    fn mark(&mut self, mark: Mark) {
        if self.needs().marks.contains(mark) && !self.game.marks.contains(mark) {
            self.game.marks.insert(mark);
            self.decide(Stage::Tags);
        }
    }

    /// Whether more of the game must be read.
    fn is_open(&self) -> bool {
        if self.is_exact { !self.truth.is_known() } else { self.truth.verdict().is_none() }
    }

    /// Whether names of tags are noted that the condition does not ask for.
    fn notes_others(&self) -> bool {
        self.tag_usage.games < SAMPLE && !self.needs().named().is_empty()
    }

    /// Notes that a game has a tag of this name: of one that is kept, its place among these.
    fn note_tag(&mut self, name: &[u8], kept: Option<usize>) {
        let named = self.needs().named();
        let notes_others = self.notes_others();
        let usage = &mut self.tag_usage;
        // They are the first of those that are kept.
        if let Some(at) = kept.filter(|at| *at < named.len()) {
            usage.named.resize(named.len(), false);
            usage.named[at] = true;
        } else if notes_others
            && let Ok(name) = std::str::from_utf8(name)
            && !usage.others.contains(name)
        {
            usage.others.insert(name.into());
        }
    }
}

impl Visitor for Tester<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        let name = name.as_bytes();
        let kept = self.game.tags.iter().position(|tag| tag.name.as_bytes() == name);
        if !self.needs().named().is_empty() {
            self.note_tag(name, kept);
        }
        if let Some(tag) = kept.and_then(|at| self.game.tags.get_mut(at)) {
            tag.value.clear();
            tag.value.push_str(&value.to_str());
            tag.is_there = true;
        }
    }

    fn tag_names(&self) -> TagNames {
        if self.notes_others() { TagNames::ALL } else { self.tag_names }
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.begin();
        let needs = self.needs();
        self.tag_usage.games += 1;
        let game = &mut self.game;
        game.start = *start;
        if start.set_up {
            game.marks.insert(Mark::Setup);
        }
        game.is_cut = !start.is_known;
        if start.is_known {
            if needs.ending {
                game.last = Some(start.position);
            }
            if needs.repetitions {
                game.keys.push(start.position.repetition_key());
            }
            self.search(&start.position, None, 0);
        }
        self.decide(Stage::Tags);
        // An open condition that needs no moves waits for the result, which comes at the end.
        if self.is_open() && needs.moves() || self.game.places.is_some() {
            Flow::Continue
        } else if self.reads_on {
            Flow::Finish
        } else {
            Flow::Skip
        }
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.game.moves += 1;
        if !self.looks_at_boards || ply.depth > 0 || !self.is_open() {
            return self.look_further(&ply);
        }
        self.game.plies += 1;
        self.game.is_cut = false;
        if self.search_board(&ply) { self.decide_moves() } else { Flow::Continue }
    }

    fn unchecked(&mut self, _: Text<'_>) -> Flow {
        self.game.plies += usize::from(self.depth == 0);
        Flow::Continue
    }

    fn nag(&mut self, _: u32, _: Span) {
        self.mark(Mark::Nags);
    }

    fn comment(&mut self, text: Text<'_>) {
        self.begin();
        let needs = self.needs().marks;
        if needs.need_annotations() && self.is_open() {
            let before = self.game.marks;
            self.game.marks.add_comment(&text.to_str());
            if self.game.marks != before {
                self.decide(Stage::Tags);
            }
        }
    }

    fn escape(&mut self, _: Text<'_>) {
        self.begin();
    }

    fn unread(&mut self, _: Text<'_>) {
        self.begin();
        self.game.is_cut |= self.depth == 0;
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        self.mark(Mark::Variations);
        let needs = self.needs();
        // Places, and what is said of moves, are counted in the order of the text.
        // So variations that the condition does not need are read too: skipping one would shift all places after it.
        let counts_moves = self.game.with_reasons || !self.game.annotations.is_empty();
        let counts_moves = counts_moves || self.game.places.is_some();
        let is_needed = needs.marks.need_variations() || needs.variations() || counts_moves;
        if !(self.reads_on || self.is_open() && is_needed) {
            return Flow::Skip;
        }
        if self.has_variations {
            self.enter();
        }
        self.depth += 1;
        Flow::Continue
    }

    fn end_variation(&mut self, _: Span, _: bool) {
        self.depth = self.depth.saturating_sub(1);
        if self.has_variations {
            self.leave();
        }
    }

    fn end(&mut self, end: &EndOfGame) {
        (self.game.result, self.game.marker) = (end.result, end.marker);
        if self.is_open() {
            // Moves that nothing asks for are not missing.
            debug_assert!(end.extent == Extent::Whole || !self.needs().moves());
            self.decide(Stage::End);
        }
        self.is_unread = end.extent == Extent::Tags;
        self.has_ended = true;
    }
}

impl GameState {
    /// Likeness of a name of this game to one of the condition; found only once for equal names.
    pub(super) fn likeness(&self, at: usize, name: &str, find: impl FnOnce() -> Likeness) -> Likeness {
        let mut likenesses = self.likenesses.borrow_mut();
        let Some(known) = likenesses.get_mut(at) else { return find() };
        if let Some(likeness) = known.get(name) {
            return *likeness;
        }
        // Bounds the memory. Cleared as a whole, since the names of a block come again soon.
        if known.len() == REMEMBERED {
            known.clear();
        }
        let likeness = find();
        known.insert(name.into(), likeness);
        likeness
    }

    pub(super) fn has(&self, mark: Mark, stage: Stage) -> Truth {
        match self.marks.contains(mark) {
            true => Truth::TRUE,
            false if stage == Stage::Tags && mark != Mark::Setup => Truth::LATER,
            false => Truth::FALSE,
        }
    }

    pub(super) fn ends_in(&self, ending: Ending, stage: Stage) -> Truth {
        match &self.last {
            _ if stage == Stage::Tags => Truth::LATER,
            Some(last) if !self.is_cut => Truth::of(Some(ending.is(last, &self.keys))),
            _ => Truth::NULL,
        }
    }

    pub(super) fn found(&self, at: usize, search: &Search, stage: Stage) -> Truth {
        match self.searches.get(at).map(|state| state.progress) {
            Some(Progress::Found) => Truth::TRUE,
            Some(Progress::Waits) => Truth::LATER,
            // It may be in a variation.
            Some(Progress::Over) if !search.in_variations => Truth::FALSE,
            Some(Progress::Hopeless) if !search.in_variations && stage == Stage::Tags => Truth::NOT_TRUE,
            _ if stage == Stage::Tags => Truth::LATER,
            // It may be in what could not be read.
            _ if self.is_cut => Truth::NULL,
            _ => self.searches.get(at).map_or(Truth::FALSE, |state| search.at_end(state)),
        }
    }

    pub(super) fn counted(&self, at: usize, count: &Count, stage: Stage) -> TermValue<'static> {
        match self.searches.get(at) {
            Some(state) if state.progress == Progress::Waits || stage == Stage::Tags => TermValue::Later,
            Some(state) if !self.is_cut => count.value(state).into(),
            _ => TermValue::Null,
        }
    }
}

/// `after 9. Bxh7+`
fn place_of(played: Played<'_>) -> String {
    format!("after {}", movetext::write(*played.before, &[played.mv]))
}

/// Restores earlier search states; finds stay.
fn restore(states: &mut [State], before: &[State]) {
    for (state, before) in states.iter_mut().zip(before) {
        if state.progress != Progress::Found {
            *state = *before;
        }
    }
}

impl GameValues for GameState {
    fn tag_value(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.is_there && *tag.name == *name)?;
        Some(&tag.value)
    }

    fn result(&self) -> Outcome {
        self.result
    }

    fn marker(&self) -> Option<Outcome> {
        self.marker
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn variant(&self) -> Cow<'_, str> {
        variant_name(&self.start, self.tag_value("Variant"))
    }

    /// Needed only of a game in memory.
    fn movetext(&self) -> String {
        String::new()
    }
}
