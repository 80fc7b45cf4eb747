//! The parts of a game that a condition needs.

use super::ending::Ending;
use super::mark::Marks;
use super::moment::Need;
use super::search::{Count, Goal, Search};
use super::test::{Node, Stage, Term, stage_of};
use crate::fields::{Extent, Field};

/// The parts of a game that a condition needs; nothing else is kept while it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// Tags by name. Those that the condition itself names, and no column, come first.
    tags: Vec<Box<str>>,
    named: usize,
    /// The result.
    pub(super) result: bool,
    /// The number of half-moves.
    pub(super) plies: bool,
    /// Parts besides the moves, such as comments.
    pub(super) marks: Marks,
    /// The last position.
    pub(super) ending: bool,
    /// The positions before it.
    pub(super) repetitions: bool,
    /// Searches in the moves.
    pub(super) searches: Vec<Search>,
    /// Whether annotations of moves are needed.
    pub(super) annotations: bool,
    /// Columns and tags by name, of those that are known with the tags.
    fields: Vec<Field>,
    /// The number of names that players are compared with.
    pub(super) players: usize,
    /// All of it.
    pub(super) game: bool,
}

/// The parts of a game that a condition reads, for formats that store them apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reads {
    /// Tags by name.
    pub tags: Vec<String>,
    /// The result.
    pub result: bool,
    /// The moves of the main line, with the position it starts from.
    pub moves: bool,
    /// Annotations among the moves: clocks and evaluations, comments, glyphs, variations.
    pub annotations: bool,
}

impl Needs {
    pub(super) fn reads(&self) -> Reads {
        Reads {
            tags: self.tags.iter().map(|name| name.to_string()).collect(),
            result: self.result,
            // A set-up position is said before the moves, and with them.
            moves: self.moves() || self.marks != Marks::default(),
            annotations: self.annotations || self.game || self.marks.need_moves() || self.variations(),
        }
    }

    /// The needs of a condition. Its searches and names get their numbers.
    pub(super) fn of(root: &mut Node) -> Self {
        let mut needs = Self::default();
        needs.add_named(root);
        needs.named = needs.tags.len();
        needs.add(root);
        needs
    }

    /// Tags that the condition itself names.
    pub(super) fn named(&self) -> &[Box<str>] {
        &self.tags[..self.named]
    }

    /// Columns and tags that it names and that are known as soon as the tags are.
    pub(super) fn fields(&self) -> &[Field] {
        &self.fields
    }

    pub(super) fn tags(&self) -> &[Box<str>] {
        &self.tags
    }

    /// Whether moves must be played.
    pub(super) fn moves(&self) -> bool {
        self.plies || self.ending || self.game || !self.searches.is_empty() || self.marks.need_moves()
    }

    /// Whether something is also looked for in variations.
    pub(super) fn variations(&self) -> bool {
        self.searches.iter().any(|search| search.in_variations)
    }

    /// Whether all that it needs of moves is how the board of the main line looks after each.
    pub(super) fn only_boards(&self) -> bool {
        let is_on_board = |search: &Search| search.is_on_board() && !search.in_variations;
        !self.ending && !self.repetitions && self.searches.iter().all(is_on_board)
    }

    fn tag(&mut self, name: &str) {
        if !self.tags.iter().any(|known| **known == *name) {
            self.tags.push(name.into());
        }
    }

    fn add_named(&mut self, node: &Node) {
        match node {
            Node::All(parts) | Node::Any(parts) => parts.iter().for_each(|part| self.add_named(part)),
            Node::Not(part) => self.add_named(part),
            Node::Compare(left, _, right) => [left, right].into_iter().for_each(|term| self.add_names(term)),
            Node::Like(term, _)
            | Node::Matches(term, _)
            | Node::IsNull(term)
            | Node::SoundsLike(term, _)
            | Node::OneOf(term, _) => self.add_names(term),
            Node::Search(_, search) => self.add_named_in(&search.goal),
            Node::HasTag(name) => self.tag(name),
            Node::Constant(_) | Node::Player(_) | Node::Has(_) | Node::EndsIn(_) | Node::Look(..) => {}
        }
    }

    fn add_named_in(&mut self, goal: &Goal) {
        match goal {
            Goal::Somewhere(somewhere) => self.add_named(&somewhere.condition),
            Goal::Final(last) => self.add_named(&last.condition),
            Goal::Series(series) => series.conditions.iter().for_each(|condition| self.add_named(condition)),
            Goal::Count(count) => {
                count.only.iter().for_each(|only| self.add_named(only));
                count.of.iter().for_each(|term| self.add_names(term));
            }
            Goal::Reaches(_)
            | Goal::Moves(_)
            | Goal::Pattern(_)
            | Goal::Material(_)
            | Goal::Line(_)
            | Goal::Follows(_) => {}
        }
    }

    fn add_names(&mut self, term: &Term) {
        match term {
            Term::Field(Field::Tag(name)) => self.tag(name),
            Term::Call(_, arguments) => arguments.iter().for_each(|argument| self.add_names(argument)),
            Term::Reckoned(_, terms) => terms.iter().for_each(|term| self.add_names(term)),
            Term::Number(term) | Term::Text(term) => self.add_names(term),
            Term::Count(_, count) => self.add_named_in(&Goal::Count(count.clone())),
            Term::Field(_) | Term::Literal(_) | Term::OpponentElo(_) | Term::Measure(..) => {}
        }
    }

    fn add(&mut self, node: &mut Node) {
        match node {
            Node::All(parts) | Node::Any(parts) => parts.iter_mut().for_each(|part| self.add(part)),
            Node::Not(part) => self.add(part),
            Node::Compare(left, _, right) => [left, right].into_iter().for_each(|term| self.add_term(term)),
            Node::Like(term, _)
            | Node::Matches(term, _)
            | Node::IsNull(term)
            | Node::SoundsLike(term, _)
            | Node::OneOf(term, _) => self.add_term(term),
            Node::Constant(_) => {}
            Node::HasTag(name) => self.tag(name),
            Node::Player(player) => {
                player.number(&mut self.players);
                ["White", "Black"].into_iter().for_each(|name| self.tag(name));
            }
            Node::Has(mark) => self.marks.insert(*mark),
            Node::EndsIn(ending) => {
                self.ending = true;
                self.repetitions |= matches!(ending, Ending::Repetition | Ending::Fivefold);
            }
            Node::Search(at, search) => {
                search.waits = self.add_goal(&mut search.goal);
                *at = self.searches.len();
                self.searches.push(search.clone());
            }
            Node::Look(_, need) => self.add_need(*need),
        }
    }

    /// Whether it needs what is said of moves.
    fn add_goal(&mut self, goal: &mut Goal) -> bool {
        let outside = std::mem::take(&mut self.annotations);
        match goal {
            Goal::Somewhere(somewhere) => self.add(&mut somewhere.condition),
            Goal::Final(last) => self.add(&mut last.condition),
            Goal::Series(series) => series.conditions.iter_mut().for_each(|condition| self.add(condition)),
            Goal::Count(count) => self.add_count(count),
            Goal::Reaches(_)
            | Goal::Moves(_)
            | Goal::Pattern(_)
            | Goal::Material(_)
            | Goal::Line(_)
            | Goal::Follows(_) => {}
        }
        let in_search = self.annotations;
        self.annotations |= outside;
        self.game |= in_search;
        in_search
    }

    fn add_count(&mut self, count: &mut Count) {
        count.only.iter_mut().for_each(|only| self.add(only));
        count.of.iter_mut().for_each(|term| self.add_term(term));
    }

    fn add_need(&mut self, need: Need) {
        match need {
            Need::Board | Need::Move => {}
            Need::Repetitions => self.repetitions = true,
            Need::Annotations => self.annotations = true,
        }
    }

    fn add_term(&mut self, term: &mut Term) {
        if let Term::Field(field) = term
            && stage_of(field) == Stage::Tags
            && !self.fields.contains(field)
        {
            self.fields.push(field.clone());
        }
        match term {
            Term::Field(Field::Column(column)) => match column.reads {
                Extent::Place => {}
                Extent::Tags(names) => names.iter().for_each(|name| self.tag(name)),
                Extent::Start => self.tag("Variant"),
                Extent::Result => self.result = true,
                // It comes after all moves, and is not known without them.
                Extent::Marker | Extent::Moves => self.plies = true,
                _ => self.game = true,
            },
            Term::Call(_, arguments) => arguments.iter_mut().for_each(|argument| self.add_term(argument)),
            Term::Reckoned(_, terms) => terms.iter_mut().for_each(|term| self.add_term(term)),
            Term::Number(term) | Term::Text(term) => self.add_term(term),
            Term::OpponentElo(player) => {
                player.number(&mut self.players);
                let tags = ["White", "Black", "WhiteElo", "BlackElo"];
                tags.into_iter().for_each(|name| self.tag(name));
            }
            Term::Measure(_, need) => self.add_need(*need),
            Term::Count(at, count) => {
                let mut search = Search::from(Goal::Count(count.clone()));
                search.waits = self.add_goal(&mut search.goal);
                if let Goal::Count(compiled) = &search.goal {
                    *count = compiled.clone();
                }
                *at = self.searches.len();
                self.searches.push(search);
            }
            Term::Field(_) | Term::Literal(_) => {}
        }
    }
}
