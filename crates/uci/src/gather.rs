//! The lines of a search, gathered until its end.

use std::time::Duration;

use pgnkit_chess::{Move, Position};

use crate::analysis::{Choice, IllegalMove, Line};
use crate::info::Info;
use crate::score::{Bound, Score};
use crate::text::shown;

/// Choices that are kept, the latest: more have no engines but those that want to fill memory.
const MOST_CHOICES: usize = 256;

/// The lines and counts that a search has given so far.
pub(crate) struct Gatherer<'r> {
    position: &'r Position,
    searchmoves: &'r [Move],
    /// Lines with an exact score and moves, scores alone, and bounds: the first that has something counts.
    sets: [LineSet; 3],
    /// Lines with moves, exact or not: some engines mark the last line of a whole depth as a bound, and repeat it without the mark at
    /// the next one.
    any: LineSet,
    choices: Vec<Choice>,
    pub(crate) nodes: Option<u64>,
    pub(crate) nps: Option<u64>,
    pub(crate) time: Option<Duration>,
}

impl<'r> Gatherer<'r> {
    /// For so many lines of a position; only lines that begin with one of `searchmoves` count, if there are any.
    pub(crate) fn new(position: &'r Position, searchmoves: &'r [Move], wanted: usize) -> Self {
        let set = || LineSet { latest: vec![None; wanted], whole: None };
        let (sets, any) = ([set(), set(), set()], set());
        Self { position, searchmoves, sets, any, choices: Vec::new(), nodes: None, nps: None, time: None }
    }

    /// Takes a line; whether it made a set of lines whole.
    pub(crate) fn take(&mut self, info: &Info<'_>) -> bool {
        self.nodes = info.nodes.or(self.nodes);
        self.nps = info.nps.or(self.nps);
        self.time = info.time.or(self.time);
        // There are legal moves, so that nobody is mated yet.
        let Some(score) = info.score.filter(|score| *score != Score::Mate(0)) else { return false };
        let (moves, cut) = self.moves(&info.moves);
        let set = match (info.bound, moves.as_slice()) {
            (Bound::Exact, [_, ..]) => 0,
            (Bound::Exact, []) => 1,
            _ => 2,
        };
        let line = Line {
            score,
            bound: info.bound,
            depth: info.depth.unwrap_or(0),
            seldepth: info.seldepth,
            nodes: info.nodes,
            time: info.time,
            wdl: info.wdl,
            moves,
            cut,
        };
        let number = info.multipv.unwrap_or(1);
        if number == 1 {
            self.choose(&line);
        }
        if !line.moves.is_empty() {
            self.any.take(number, line.clone());
        }
        self.sets[set].take(number, line) && set == 0
    }

    /// The lines so far, and how many are missing.
    pub(crate) fn lines(&self) -> (Vec<Line>, usize) {
        let depth = |lines: &[Line]| lines.first().map_or(0, |line| line.depth);
        let mut lines =
            self.sets.iter().map(LineSet::lines).find(|lines| !lines.is_empty()).unwrap_or_default();
        // One ply deeper, they are of a depth that is not finished.
        if let Some(any) = self.any.whole.as_ref().filter(|any| depth(any) >= depth(&lines).saturating_add(2))
        {
            lines.clone_from(any);
        }
        let missing = self.any.latest.len().saturating_sub(lines.len());
        (lines, missing)
    }

    /// Takes note of the best move, if it is another one.
    fn choose(&mut self, line: &Line) {
        let Some(best_move) = line.moves.first().copied().filter(|_| line.bound != Bound::Upper) else {
            return;
        };
        let choice = Choice::new(best_move, Some(line.score), line.depth, self.nodes, self.time);
        if self.choices.last().is_none_or(|last| last.best_move != best_move || last.mate() != choice.mate())
        {
            self.push(choice);
        }
    }

    fn push(&mut self, choice: Choice) {
        if self.choices.len() >= MOST_CHOICES {
            self.choices.remove(0);
        }
        self.choices.push(choice);
    }

    /// The choices of a search that ended with this move.
    pub(crate) fn choices(&mut self, best_move: Move) -> Vec<Choice> {
        if self.choices.last().is_none_or(|last| last.best_move != best_move) {
            let depth =
                self.sets.iter().filter_map(|set| set.latest.first()?.as_ref()).map(|line| line.depth).max();
            self.push(Choice::new(best_move, None, depth.unwrap_or(0), self.nodes, self.time));
        }
        std::mem::take(&mut self.choices)
    }

    /// The legal beginning of a line, and the move with which it ends being legal.
    fn moves(&self, words: &[&str]) -> (Vec<Move>, Option<IllegalMove>) {
        let mut position = *self.position;
        let mut moves = Vec::with_capacity(words.len());
        for (ply, word) in words.iter().enumerate() {
            let is_searched =
                |mv: &Move| ply > 0 || self.searchmoves.is_empty() || self.searchmoves.contains(mv);
            match read_move(&position, word).filter(is_searched) {
                Some(mv) => {
                    moves.push(mv);
                    position.play(mv);
                }
                None => return (moves, Some(IllegalMove { ply, text: shown(word, 20) })),
            }
        }
        (moves, None)
    }
}

/// The legal move that an engine writes so, in any case of letters; not the null move.
pub(crate) fn read_move(position: &Position, text: &str) -> Option<Move> {
    let found = position.parse_uci(text.as_bytes()).or_else(|| {
        let text = match text.split_once('@') {
            Some((piece, square)) => {
                format!("{}@{}", piece.to_ascii_uppercase(), square.to_ascii_lowercase())
            }
            None => text.to_ascii_lowercase(),
        };
        position.parse_uci(text.as_bytes())
    });
    found.filter(|mv| !mv.is_null())
}

/// The lines of one kind by their numbers.
struct LineSet {
    latest: Vec<Option<Line>>,
    /// The last time that all were of one depth. Between two depths, engines repeat lines of the one before under other
    /// numbers.
    whole: Option<Vec<Line>>,
}

impl LineSet {
    fn take(&mut self, number: usize, line: Line) -> bool {
        let Some(place) = number.checked_sub(1).and_then(|at| self.latest.get_mut(at)) else { return false };
        *place = Some(line);
        let lines = self.of_one_depth();
        let is_whole = lines.len() == self.latest.len();
        if is_whole {
            self.whole = Some(lines);
        }
        is_whole
    }

    fn lines(&self) -> Vec<Line> {
        self.whole.clone().unwrap_or_else(|| self.of_one_depth())
    }

    /// The latest lines with the depth of the first, each with another first move.
    fn of_one_depth(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::with_capacity(self.latest.len());
        for line in self.latest.iter().flatten() {
            let is_new =
                |other: &Line| other.depth == line.depth && other.moves.first() != line.moves.first();
            if lines.iter().all(is_new) {
                lines.push(line.clone());
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::Message;

    /// Scores, depths and moves of what remains of these lines.
    fn gathered(position: &Position, wanted: usize, lines: &[&str]) -> (Vec<String>, usize) {
        let mut gatherer = Gatherer::new(position, &[], wanted);
        for line in lines {
            match Message::parse(&format!("info {line}")) {
                Message::Info(info) => gatherer.take(&info),
                other => panic!("{other:?}"),
            };
        }
        let (lines, missing) = gatherer.lines();
        let shown =
            lines.iter().map(|line| format!("{} {} {:?}", line.depth, line.score, line.moves)).collect();
        (shown, missing)
    }

    #[test]
    fn the_last_whole_set_of_one_depth_counts() {
        for (wanted, lines, expected, missing) in [
            (
                1,
                &["depth 1 score cp 5 pv e2e4", "depth 2 score cp 7 pv d2d4"][..],
                &["2 +0.07 [d2d4]"][..],
                0,
            ),
            // Bounds count only if there is nothing else, scores alone before bounds.
            (
                1,
                &["depth 1 score cp 5 pv e2e4", "depth 2 score cp 9 lowerbound pv d2d4"],
                &["1 +0.05 [e2e4]"],
                0,
            ),
            (1, &["depth 1 score cp 5 lowerbound pv e2e4"], &["1 +0.05 [e2e4]"], 0),
            (1, &["depth 1 score cp 5 lowerbound pv e2e4", "depth 1 score cp 4"], &["1 +0.04 []"], 0),
            (
                1,
                &["depth 1 score cp 5 pv e2e4", "depth 3 score cp 4", "depth 3 nodes 4"],
                &["1 +0.05 [e2e4]"],
                0,
            ),
            (1, &["depth 9 score cp 9 pv e2e4", "depth 3 score cp 3 pv e2e4"], &["3 +0.03 [e2e4]"], 0),
            (1, &["depth 1 score mate 0 pv e2e4", "depth 1 pv e2e4"], &[], 1),
            (
                2,
                &[
                    "multipv 1 depth 1 score cp 5 pv e2e4",
                    "multipv 2 depth 1 score cp 4 pv d2d4",
                    // Another one has become better, and the old first is repeated.
                    "multipv 1 depth 2 score cp 9 pv d2d4 d7d5",
                    "multipv 2 depth 1 score cp 5 pv e2e4",
                ],
                &["1 +0.05 [e2e4]", "1 +0.04 [d2d4]"],
                0,
            ),
            (
                2,
                &[
                    "multipv 1 depth 1 score cp 5 pv e2e4",
                    "multipv 2 depth 1 score cp 4 pv d2d4",
                    "multipv 1 depth 1 score cp 6 pv d2d4",
                ],
                &["1 +0.05 [e2e4]", "1 +0.04 [d2d4]"],
                0,
            ),
            (
                3,
                &["multipv 1 depth 1 score cp 5 pv e2e4", "multipv 2 depth 1 score cp 4 pv d2d4"],
                &["1 +0.05 [e2e4]", "1 +0.04 [d2d4]"],
                1,
            ),
            // Toga marks the last line of each depth as a bound.
            (
                2,
                &[
                    "multipv 1 depth 4 score cp 5 pv e2e4",
                    "multipv 2 depth 4 score cp 4 pv d2d4",
                    "multipv 1 depth 5 score cp 6 pv e2e4",
                    "multipv 2 depth 5 score cp 5 upperbound pv d2d4",
                    "multipv 1 depth 6 score cp 7 pv e2e4",
                    "multipv 2 depth 5 score cp 5 pv d2d4",
                    "multipv 2 depth 6 score cp 6 upperbound pv d2d4",
                ],
                &["6 +0.07 [e2e4]", "6 +0.06 [d2d4]"],
                0,
            ),
            (
                1,
                &["depth 1 score cp 5 pv e2e4", "depth 3 score cp 9 lowerbound pv d2d4"],
                &["3 +0.09 [d2d4]"],
                0,
            ),
            (1, &["multipv 0 score cp 1 pv e2e4", "multipv 2 score cp 1 pv e2e4"], &[], 1),
        ] {
            let (found, lacking) = gathered(&Position::START, wanted, lines);
            assert_eq!(
                (found.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), lacking),
                (expected, missing)
            );
        }
    }

    #[test]
    fn an_illegal_move_cuts_its_line() {
        let mut gatherer = Gatherer::new(&Position::START, &[], 1);
        for (words, legal, cut) in [
            ("pv e2e4 e7e5 e4e5 g1f3", 2, Some("e4e5")),
            ("pv e2e4 0000 d2d4", 1, Some("0000")),
            ("pv E2E4 c7c5", 2, None),
        ] {
            let line = format!("info score cp 1 {words}");
            let Message::Info(info) = Message::parse(&line) else { panic!("{line}") };
            gatherer.take(&info);
            let (lines, _) = gatherer.lines();
            assert_eq!(lines[0].moves.len(), legal, "{words}");
            assert_eq!(
                lines[0].cut,
                cut.map(|text| IllegalMove { ply: legal, text: text.to_owned() }),
                "{words}"
            );
        }
        let d4 = [read_move(&Position::START, "d2d4").unwrap()];
        let mut gatherer = Gatherer::new(&Position::START, &d4, 1);
        gatherer.take(&Info { score: Some(Score::Centipawns(1)), moves: vec!["e2e4"], ..Info::default() });
        assert!(gatherer.lines().0[0].moves.is_empty());
    }

    #[test]
    fn choices_are_changes_of_the_best_move_or_its_mate() {
        let mut gatherer = Gatherer::new(&Position::START, &[], 2);
        for line in [
            "depth 1 score cp 5 nodes 10 time 1 pv e2e4",
            "depth 2 score cp 7 nodes 20 pv e2e4 e7e5",
            "depth 2 multipv 2 score cp 6 pv d2d4",
            // It is searched once more with another window.
            "depth 3 score cp 1 upperbound nodes 25 pv g1f3",
            "depth 3 score cp 9 lowerbound nodes 30 pv d2d4",
            "depth 3 score cp 8 nodes 40 time 4 pv d2d4",
            "depth 4 score mate 5 nodes 50 pv d2d4",
            "depth 5 score mate 5 nodes 60 pv d2d4",
            "depth 5 score mate 0 pv c2c4",
            "depth 6 score mate 3 nodes 70 pv e7e5",
            "depth 6 score mate 3 nodes 80 pv d2d4",
        ] {
            let line = format!("info {line}");
            let Message::Info(info) = Message::parse(&line) else { panic!("{line}") };
            gatherer.take(&info);
        }
        let shown = |choices: Vec<Choice>| -> Vec<String> {
            let shown = |choice: &Choice| {
                let score = choice.score.map(|score| score.to_string()).unwrap_or_default();
                let nodes = choice.nodes.unwrap_or_default();
                format!("{:?} {score} {} {nodes} {:?}", choice.best_move, choice.depth, choice.time)
            };
            choices.iter().map(shown).collect()
        };
        let c4 = read_move(&Position::START, "c2c4").unwrap();
        let expected = [
            "e2e4 +0.05 1 10 Some(1ms)",
            "d2d4 +0.09 3 30 Some(1ms)",
            "d2d4 #5 4 50 Some(4ms)",
            "d2d4 #3 6 80 Some(4ms)",
            "c2c4  6 80 Some(4ms)",
        ];
        assert_eq!(shown(gatherer.choices(c4)), expected);
        // However often an engine changes its mind.
        let mut gatherer = Gatherer::new(&Position::START, &[], 1);
        for depth in 0..1000 {
            let mv = ["e2e4", "d2d4"][depth as usize % 2];
            let info = Info {
                depth: Some(depth),
                score: Some(Score::Centipawns(1)),
                moves: vec![mv],
                ..Info::default()
            };
            gatherer.take(&info);
        }
        let d4 = read_move(&Position::START, "d2d4").unwrap();
        let choices = gatherer.choices(d4);
        assert_eq!((choices.len(), choices[0].depth, choices[255].depth), (256, 744, 999));
    }

    proptest::proptest! {
        #[test]
        fn lines_are_legal_and_not_more_than_wanted(
            lines in proptest::collection::vec(
                "(depth [1-3] )?(multipv [0-4] )?(score (cp -?[0-9]{1,3}|mate -?[0-9]) )?(lowerbound )?pv( (e2e4|d2d4|e7e5|d7d5|e4d5|0000|\\PC{1,5})){0,6}",
                0..30,
            ),
            wanted in 1..4usize,
        ) {
            let mut gatherer = Gatherer::new(&Position::START, &[], wanted);
            for line in &lines {
                if let Message::Info(info) = Message::parse(&format!("info {line}")) {
                    gatherer.take(&info);
                }
            }
            let (found, missing) = gatherer.lines();
            assert_eq!(found.len() + missing, wanted);
            for (i, line) in found.iter().enumerate() {
                assert_eq!(line.depth, found[0].depth);
                assert!(found[..i].iter().all(|other| other.moves.first() != line.moves.first()));
                let mut position = Position::START;
                for mv in &line.moves {
                    assert!(!mv.is_null() && position.is_legal(*mv), "{lines:?}");
                    position.play(*mv);
                }
            }
        }
    }

    #[test]
    fn moves_as_engines_write_them() {
        let pawn = "8/4P3/8/8/8/2k5/8/4K2R w K - 0 1".parse().unwrap();
        let chess960 = "4k3/8/8/8/8/8/8/1K1R4 w D - 0 1".parse().unwrap();
        let house = pgnkit_chess::fen::parse_variant(
            b"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            pgnkit_chess::Variant::Crazyhouse,
            None,
        );
        let house = house.unwrap().position;
        for (position, text, found) in [
            (pawn, "e7e8Q", "e7e8q"),
            (pawn, "E7E8n", "e7e8n"),
            (pawn, "e1g1", "e1h1"),
            (pawn, "e1h1", "e1h1"),
            (chess960, "b1d1", "b1d1"),
            (chess960, "b1g1", "b1d1"),
            (house, "P@e4", "P@e4"),
            (house, "p@E4", "P@e4"),
        ] {
            let mv = read_move(&position, text).map(|mv| format!("{mv:?}"));
            assert_eq!(mv.as_deref(), Some(found), "{text}");
        }
        for text in ["0000", "(none)", "", "e7e8", "e1e9", "♞", "NULL"] {
            assert_eq!(read_move(&pawn, text), None, "{text}");
        }
    }
}
