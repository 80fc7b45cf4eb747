//! Books made of games.

use pgnkit::chess::{Color, PackedPosition, PieceKind, Position};
use pgnkit::syntax::Ignore;
use pgnkit::{Flow, Ply, Replayer, Start, Variation, Visitor};
use pgnkit_positions::minimax::{Book, Options, Origin, Solution};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;

/// Positions, all different, in the order in which games came to them.
#[derive(Default)]
pub struct Records {
    positions: Vec<PackedPosition>,
    known: HashSet<PackedPosition>,
}

/// A solution, and which record of it is which position.
pub struct Solved {
    pub solution: Solution,
    /// The number among the records of the book solved, for each position.
    places: Vec<usize>,
}

/// Numbers that look like chance.
pub struct Random(pub u64);

impl Random {
    /// A number less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The evaluation of every position: what the pieces of the side to move are worth more than those of the other.
pub fn material(position: &Position) -> i16 {
    let worth = |color: Color| -> i16 {
        [(PieceKind::Pawn, 100), (PieceKind::Knight, 300), (PieceKind::Bishop, 310), (PieceKind::Rook, 500)]
            .into_iter()
            .chain([(PieceKind::Queen, 900)])
            .map(|(kind, each)| each * position.pieces(color, kind).len() as i16)
            .sum()
    };
    worth(position.turn()) - worth(!position.turn())
}

impl Records {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// One of the positions.
    pub fn position(&self, number: usize) -> Position {
        self.positions[number].unpack()
    }

    /// Adds the positions of the main lines of all games of a text, as long as there are less than `most`.
    pub fn read(&mut self, text: &[u8], most: usize) {
        let mut replayer = Replayer::new(text);
        while self.len() < most && replayer.read_game(&mut Collector { records: self }, &mut Ignore).is_some()
        {
        }
        self.positions.truncate(most);
    }

    fn add(&mut self, position: &Position) {
        let packed = PackedPosition::new(position);
        if self.known.insert(packed) {
            self.positions.push(packed);
        }
    }

    /// Solves a book of all positions with so many threads, its records in the order that a seed makes; 0 is their own.
    pub fn solve(&self, jobs: usize, seed: u64) -> Solved {
        let mut order: Vec<usize> = (0..self.len()).collect();
        let mut random = Random(seed);
        if seed != 0 {
            (1..self.len()).for_each(|at| order.swap(at, random.below(at + 1)));
        }
        let mut book = Book::new();
        let mut places = vec![0; self.len()];
        for (place, number) in order.into_iter().enumerate() {
            let position = self.position(number);
            book.push(&position, Some(material(&position)));
            places[number] = place;
        }
        let options = Options::default().jobs(jobs);
        let solution = book.solve(&options, &AtomicBool::new(false)).expect("nobody stops it");
        Solved { solution, places }
    }

    /// Whether the line from a position ends where its score comes from.
    pub fn ends_well(&self, number: usize, solution: &Solution) -> bool {
        let verdict = solution.verdict(number).expect("a record");
        let mut end = self.position(number);
        let mut sign = 1;
        for mv in solution.line(number) {
            end.play(mv);
            sign = -sign;
        }
        // A draw by repetition may also end where its line would go round.
        verdict.ce == Some(sign * material(&end))
            || verdict.origin == Origin::Repetition && verdict.ce == Some(0)
    }
}

impl Solved {
    /// Result for each position, as a number.
    pub fn digests(&self) -> Vec<u64> {
        let digest = |place: &usize| {
            let mut hasher = DefaultHasher::new();
            let verdict = self.solution.verdict(*place);
            format!("{verdict:?}").hash(&mut hasher);
            self.solution.line(*place).for_each(|mv| mv.hash(&mut hasher));
            hasher.finish()
        };
        self.places.iter().map(digest).collect()
    }
}

/// Hands on the positions of a main line.
struct Collector<'r> {
    records: &'r mut Records,
}

impl Visitor for Collector<'_> {
    fn start(&mut self, start: &Start) -> Flow {
        self.records.add(&start.position);
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.records.add(ply.after);
        Flow::Continue
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        Flow::Skip
    }
}
