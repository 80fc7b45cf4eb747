//! Merging records of one position.

use std::collections::HashMap;

use pgnkit_chess::fen::EnPassant;
use pgnkit_chess::{PackedPosition, Variant};

use super::opcode::Takes;
use super::{Centipawns, Epd, Opcode, Operand, Operation};

/// Two operations that cannot both be in a record.
///
/// They have the same opcode, or they contradict each other: a move that is both a best move and a move to avoid, a
/// draw both accepted and rejected, a predicted move other than the first one of the predicted variation, a mate in a
/// number of moves other than that of the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The operation that was there, and stays.
    pub kept: Operation,
    /// The operation that was not taken.
    pub refused: Operation,
}

/// What is equal for records of the same position, and of no others; see [`Epd::position_key`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(Key);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    Standard(PackedPosition),
    /// Pockets and checks need room, and such records are few.
    Variant(Variant, Box<str>),
}

impl Epd {
    /// A key that is equal for records of the same position, whatever their counters.
    ///
    /// An en passant square that no capture can use does not count, so that records of programs that omit it (decision
    /// A-51) agree with those that follow section 16.1.3.4.
    ///
    /// ```
    /// use pgnkit::epd::Epd;
    ///
    /// let key = |fields: &str| Ok::<_, pgnkit::syntax::Diagnostic>(fields.parse::<Epd>()?.position_key());
    /// let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    /// assert_eq!(key(&format!("{after_e4} e3"))?, key(&format!("{after_e4} -"))?);
    /// assert_ne!(key("4k3/8/8/8/3pP3/8/8/4K3 b - e3")?, key("4k3/8/8/8/3pP3/8/8/4K3 b - -")?);
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn position_key(&self) -> PositionKey {
        PositionKey(match self.position.variant() {
            Variant::Standard => Key::Standard(PackedPosition::new(&self.position)),
            variant => Key::Variant(variant, self.position.epd(EnPassant::Legal).as_str().into()),
        })
    }

    /// Adds the operations of another record of the same position.
    ///
    /// An operation is added if its opcode is not there yet. Best moves and moves to avoid are united. In all other
    /// conflicts the existing operation stays, and the conflict is returned, in the order of the other record.
    ///
    /// The positions are not compared; use [`position_key`](Self::position_key) for that. If they differ in an en
    /// passant square that no capture can use, the existing one stays.
    ///
    /// ```
    /// use pgnkit::epd::Epd;
    ///
    /// let mut epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A\";".parse()?;
    /// let other: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2; ce 85; id \"B\";".parse()?;
    /// let conflicts = epd.merge(&other);
    /// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; ce 85; id \"A\";");
    /// assert_eq!(conflicts[0].refused.to_string(), "id \"B\";");
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Vec<Conflict> {
        Places::default().merge(self, other)
    }
}

/// Number of operations that are looked through rather than looked up.
const FEW: usize = 32;

/// A record that many others are merged into, in time linear in their length.
///
/// ```
/// use pgnkit::epd::{Epd, Merger};
///
/// let mut merger = Merger::new("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;".parse()?);
/// assert_eq!(merger.merge(&"4k3/8/8/8/8/8/4P3/4K3 w - - ce 85;".parse()?), []);
/// assert_eq!(merger.epd().to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 85;");
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Merger {
    epd: Epd,
    places: Places,
}

impl Merger {
    /// Begins with a record.
    #[must_use]
    pub fn new(epd: Epd) -> Self {
        Self { epd, places: Places::default() }
    }

    /// Adds the operations of another record of the same position, as [`Epd::merge`] does.
    pub fn merge(&mut self, other: &Epd) -> Vec<Conflict> {
        self.places.merge(&mut self.epd, other)
    }

    /// The record merged so far.
    #[must_use]
    pub fn epd(&self) -> &Epd {
        &self.epd
    }

    /// The merged record.
    #[must_use]
    pub fn into_epd(self) -> Epd {
        self.epd
    }
}

/// Where the operations of a record are; empty for a record with few.
#[derive(Clone, Debug, Default)]
struct Places(HashMap<Opcode, usize>);

impl Places {
    fn merge(&mut self, epd: &mut Epd, other: &Epd) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for new in &other.operations {
            let same = self.find(epd, &new.opcode);
            if same.is_some_and(|at| says_all(&epd.operations[at], new)) {
                continue;
            }
            let opposed = opposite(&new.opcode).and_then(|opcode| self.find(epd, &opcode));
            let operations = &mut epd.operations;
            let kept =
                [same, opposed].into_iter().flatten().filter(|&at| contradicts(&operations[at], new)).min();
            match (kept, same) {
                (Some(at), _) => {
                    conflicts.push(Conflict { kept: operations[at].clone(), refused: new.clone() });
                }
                (None, Some(at)) => unite(&mut operations[at], new),
                (None, None) => operations.push(new.clone()),
            }
        }
        conflicts
    }

    /// The place of an operation. Operations are only ever added at the end.
    fn find(&mut self, epd: &Epd, opcode: &Opcode) -> Option<usize> {
        let operations = &epd.operations;
        if operations.len() <= FEW {
            return operations.iter().position(|operation| operation.opcode == *opcode);
        }
        for (at, operation) in operations.iter().enumerate().skip(self.0.len()) {
            self.0.insert(operation.opcode.clone(), at);
        }
        self.0.get(opcode).copied()
    }
}

/// Adds the moves that are new.
fn unite(old: &mut Operation, new: &Operation) {
    let more: Vec<Operand> =
        new.operands.iter().filter(|operand| !old.operands.contains(operand)).cloned().collect();
    old.operands.extend(more);
}

/// The opcode that an operation with this one may contradict, besides its own.
fn opposite(opcode: &Opcode) -> Option<Opcode> {
    Some(match opcode {
        Opcode::Bm => Opcode::Am,
        Opcode::Am => Opcode::Bm,
        Opcode::DrawAccept => Opcode::DrawReject,
        Opcode::DrawReject => Opcode::DrawAccept,
        Opcode::Pm => Opcode::Pv,
        Opcode::Pv => Opcode::Pm,
        Opcode::Ce => Opcode::Dm,
        Opcode::Dm => Opcode::Ce,
        _ => return None,
    })
}

/// Whether `new` adds nothing to `old`, which has the same opcode.
fn says_all(old: &Operation, new: &Operation) -> bool {
    match old.opcode.takes() {
        Takes::Moves => new.operands.iter().all(|operand| old.operands.contains(operand)),
        _ => old.operands == new.operands,
    }
}

fn contradicts(old: &Operation, new: &Operation) -> bool {
    let first_move = |operation: &Operation| operation.each_move().next();
    match (&old.opcode, &new.opcode) {
        (old, new) if old == new => old.takes() != Takes::Moves,
        (Opcode::Bm, Opcode::Am) | (Opcode::Am, Opcode::Bm) => {
            new.each_move().any(|(mv, _)| old.each_move().any(|(other, _)| other == mv))
        }
        (Opcode::DrawAccept, Opcode::DrawReject) | (Opcode::DrawReject, Opcode::DrawAccept) => true,
        (Opcode::Pm, Opcode::Pv) | (Opcode::Pv, Opcode::Pm) => {
            first_move(old).zip(first_move(new)).is_some_and(|(old, new)| old != new)
        }
        (Opcode::Ce, Opcode::Dm) => is_other_mate(old, new),
        (Opcode::Dm, Opcode::Ce) => is_other_mate(new, old),
        _ => false,
    }
}

/// Whether an evaluation is a mate other than the direct mate.
fn is_other_mate(evaluation: &Operation, direct_mate: &Operation) -> bool {
    let value = |operation: &Operation| operation.operands.first().and_then(Operand::as_integer);
    let mate = value(evaluation).and_then(Centipawns::new).and_then(Centipawns::mate);
    mate.zip(value(direct_mate)).is_some_and(|(mate, direct)| i64::from(mate) != direct)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epd(operations: &str) -> Epd {
        format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}").parse().unwrap()
    }

    #[test]
    fn joined_or_in_conflict() {
        for (one, other, joined, conflicts) in [
            ("", "", "", ""),
            ("acn 1;", "", "acn 1;", ""),
            ("", "bm e4; id \"A\";", "bm e4; id \"A\";", ""),
            ("acn 1; id \"A\";", "acn 1; id \"A\";", "acn 1; id \"A\";", ""),
            ("acn 1;", "acn 2;", "acn 1;", "acn 1; acn 2;"),
            ("hmvc 1; fmvn 2;", "hmvc 3; fmvn 2;", "fmvn 2; hmvc 1;", "hmvc 1; hmvc 3;"),
            ("c0 \"a\";", "c0; c1 \"b\";", "c0 \"a\"; c1 \"b\";", "c0 \"a\"; c0;"),
            ("Zx 1 2;", "Zx 1 2; Zy 1;", "Zx 1 2; Zy 1;", ""),
            ("Zx 1 2;", "Zx 2 1;", "Zx 1 2;", "Zx 1 2; Zx 2 1;"),
            // Sets of moves.
            ("bm e4;", "bm Kd2 e4;", "bm Kd2 e4;", ""),
            ("am e3;", "am e4; bm Kd2;", "am e3 e4; bm Kd2;", ""),
            ("pv e4;", "pv e4 Kd7;", "pv e4;", "pv e4; pv e4 Kd7;"),
            // Contradictions between opcodes.
            ("bm e4;", "am e4 e3;", "bm e4;", "bm e4; am e3 e4;"),
            ("am e4;", "bm Kd2 e4;", "am e4;", "am e4; bm Kd2 e4;"),
            ("draw_accept;", "draw_reject;", "draw_accept;", "draw_accept; draw_reject;"),
            ("pm e4;", "pv e4 Kd7;", "pm e4; pv e4 Kd7;", ""),
            ("pm e4;", "pv e3 Kd7;", "pm e4;", "pm e4; pv e3 Kd7;"),
            ("dm 2;", "ce 32764;", "ce 32764; dm 2;", ""),
            ("dm 2;", "ce 32762;", "dm 2;", "dm 2; ce 32762;"),
            ("ce 32762;", "dm 2;", "ce 32762;", "ce 32762; dm 2;"),
            ("ce 10;", "dm 2;", "ce 10; dm 2;", ""),
            // Contradictions within one record do not come from merging.
            ("am e4; bm e4;", "am e4; bm e4;", "am e4; bm e4;", ""),
        ] {
            let mut merged = epd(one);
            let found = merged.merge(&epd(other));
            assert_eq!(merged.operations_text(), joined, "{one} + {other}");
            let pairs: Vec<String> =
                found.iter().map(|Conflict { kept, refused }| format!("{kept} {refused}")).collect();
            assert_eq!(pairs.join(" "), conflicts, "{one} + {other}");
        }
    }

    #[test]
    fn many_opcodes_are_merged_in_linear_time() {
        use std::time::{Duration, Instant};
        let records: Vec<Epd> = (0..60_000).map(|number| epd(&format!("x{number} {number};"))).collect();
        let began = Instant::now();
        let mut merger = Merger::new(epd("bm e4;"));
        for record in records.iter().chain(&records) {
            assert_eq!(merger.merge(record), []);
        }
        assert_eq!(merger.merge(&epd("am e4; x7 8;")).len(), 2);
        assert_eq!(merger.epd().operations().len(), 60_001);
        // Looking through all of them each time takes minutes.
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    }
}
