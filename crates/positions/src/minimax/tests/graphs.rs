//! Graphs of any shape, cycles and all, beside a slow and simple second opinion.

use super::super::book::{NO_CE, solve};
use super::super::graph::Graph;
use super::super::stop::Stop;
use super::super::{InnerScores, Origin, Solution, Statistics};
use pgnkit_chess::{Color, Move};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// A position as a test makes it.
#[derive(Clone, Debug)]
struct Node {
    turn: Color,
    ce: Option<i16>,
    /// Targets of moves; only positions in which the other side is to move.
    targets: Vec<usize>,
}

fn solve_nodes(nodes: &[Node], inner: InnerScores) -> Solution {
    let mut graph = Graph { first_edges: vec![0], ..Graph::default() };
    for node in nodes {
        graph.turns.push(node.turn);
        graph.targets.extend(node.targets.iter().map(|target| *target as u32));
        graph.moves.resize(graph.targets.len(), Move::NULL);
        graph.first_edges.push(graph.targets.len() as u32);
    }
    let given: Vec<i16> = nodes.iter().map(|node| node.ce.unwrap_or(NO_CE)).collect();
    let places = (0..nodes.len() as u32).collect();
    let stop = AtomicBool::new(false);
    solve(graph, &given, inner, places, Statistics::default(), &mut Stop::new(&stop)).unwrap()
}

/// Twice the centipawns, so that a draw can be a little better than another.
fn doubled(ce: i16) -> i64 {
    match i64::from(ce) {
        ce if ce > 32_000 => 1_000_000 - (32_767 - ce),
        ce if ce < -32_000 => -1_000_000 + (32_767 + ce),
        ce => 2 * ce,
    }
}

/// Value of a score that many plies before: a mate gets further away.
fn before(score: i64, plies: usize) -> i64 {
    let age = if score.abs() > 500_000 { score.signum() * plies as i64 } else { 0 };
    if plies.is_multiple_of(2) { score - age } else { age - score }
}

/// The scores when play ends after so many plies as there are positions, and is then worth `endless` to White: enough
/// to reach what can be reached at all.
fn play_on(nodes: &[Node], inner: InnerScores, endless: i64) -> Vec<Option<i64>> {
    let mut is_source: Vec<bool> = nodes
        .iter()
        .map(|node| node.ce.is_some() && (node.targets.is_empty() || inner == InnerScores::Keep))
        .collect();
    let mut is_unknown = vec![false; nodes.len()];
    for _ in nodes {
        for (at, node) in nodes.iter().enumerate() {
            if !is_source[at] && node.targets.iter().all(|target| is_unknown[*target]) {
                (is_source[at], is_unknown[at]) = (node.ce.is_some(), node.ce.is_none());
            }
        }
    }
    let mut scores: Vec<Option<i64>> = nodes
        .iter()
        .zip(&is_source)
        .zip(&is_unknown)
        .map(|((node, is_source), is_unknown)| match (is_source, is_unknown) {
            (true, _) => node.ce.map(doubled),
            (_, true) => None,
            _ => Some(if node.turn == Color::White { endless } else { -endless }),
        })
        .collect();
    for _ in nodes {
        let last = scores.clone();
        for (at, node) in nodes.iter().enumerate().filter(|(at, _)| !is_source[*at] && !is_unknown[*at]) {
            let moves = node.targets.iter().filter_map(|target| last[*target]);
            scores[at] = moves.map(|score| before(score, 1)).max();
        }
    }
    scores
}

fn check(nodes: &[Node], inner: InnerScores) {
    let solution = solve_nodes(nodes, inner);
    let expected = play_on(nodes, inner, 0);
    let (worse, better) = (play_on(nodes, inner, -1), play_on(nodes, inner, 1));
    for (at, node) in nodes.iter().enumerate() {
        let verdict = solution.verdict(at).unwrap();
        assert_eq!(verdict.ce.map(doubled), expected[at], "position {at}");
        let by_repetition = expected[at] == Some(0) && worse[at] != better[at];
        assert_eq!(verdict.origin == Origin::Repetition, by_repetition, "position {at}");
        assert_eq!(verdict.best.is_some(), verdict.origin.is_backed_up());
        // The line ends, and with a score that is the same but for the age of a mate.
        let mut path = vec![at];
        while let Some(target) = solution.targets.get(solution.best[path[path.len() - 1]] as usize) {
            if path.contains(&(*target as usize)) {
                assert_eq!(solution.verdict(path[path.len() - 1]).unwrap().origin, Origin::Repetition);
                break;
            }
            path.push(*target as usize);
        }
        let plies = path.len() - 1;
        assert_eq!(solution.line(at).count(), plies);
        let end = expected[path[plies]];
        assert_eq!(end.map(|score| before(score, plies)), expected[at], "the line from {at}");
        // Without cycles the first of the best moves is taken.
        if solution.statistics.cycles == 0 && verdict.origin.is_backed_up() {
            let is_best = |target: &&usize| expected[**target].map(|score| before(score, 1)) == expected[at];
            assert_eq!(Some(&path[1]), node.targets.iter().find(is_best));
        }
    }
}

fn nodes(most: usize) -> impl Strategy<Value = Vec<Node>> {
    let ce =
        prop::sample::select(vec![0, 0, 1, -1, 7, -7, 32_000, -32_000, 32_766, 32_760, -32_765, -32_759]);
    let node = (any::<bool>(), prop::option::weighted(0.6, ce), prop::collection::vec(0..most, 0..4));
    prop::collection::vec(node, 1..most).prop_map(|raw| {
        raw.iter()
            .map(|(is_white, ce, targets)| {
                let mut targets: Vec<usize> = targets.iter().map(|target| target % raw.len()).collect();
                targets.retain(|target| raw[*target].0 != *is_white);
                Node { turn: if *is_white { Color::White } else { Color::Black }, ce: *ce, targets }
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn scores_are_what_can_be_forced(nodes in nodes(14)) {
        check(&nodes, InnerScores::Replace);
        check(&nodes, InnerScores::Keep);
    }

    #[test]
    fn acyclic_graphs_give_what_recursion_gives(mut nodes in nodes(20)) {
        for (at, node) in nodes.iter_mut().enumerate() {
            node.targets.retain(|target| *target > at);
        }
        check(&nodes, InnerScores::Replace);
        assert_eq!(solve_nodes(&nodes, InnerScores::Replace).statistics().cycles, 0);
    }

    #[test]
    fn components_are_what_can_be_reached_both_ways(nodes in nodes(12)) {
        let mut reach = vec![vec![false; nodes.len()]; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            node.targets.iter().for_each(|target| reach[at][*target] = true);
        }
        for middle in 0..nodes.len() {
            for from in 0..nodes.len() {
                for to in 0..nodes.len() {
                    reach[from][to] |= reach[from][middle] && reach[middle][to];
                }
            }
        }
        // Every leaf known, so that no position is left out.
        let nodes: Vec<Node> = nodes.into_iter().map(|node| Node { ce: Some(1), ..node }).collect();
        let statistics = solve_nodes(&nodes, InnerScores::Replace).statistics;
        let in_cycle = |at: &usize| reach[*at][*at];
        let first = |at: &usize| !(0..*at).any(|before| reach[*at][before] && reach[before][*at]);
        let all = 0..nodes.len();
        prop_assert_eq!(statistics.in_cycles, all.clone().filter(in_cycle).count());
        prop_assert_eq!(statistics.cycles, all.filter(in_cycle).filter(first).count());
    }
}

/// A line of a million moves that ends in mate: nothing overflows, and the mate stays one all the way.
#[test]
fn depth_does_not_matter() {
    let len = 1_000_000;
    let turn = |at: usize| if at.is_multiple_of(2) { Color::White } else { Color::Black };
    let mut nodes: Vec<Node> =
        (0..len).map(|at| Node { turn: turn(at), ce: None, targets: vec![at + 1] }).collect();
    nodes.push(Node { turn: turn(len), ce: Some(-32_765), targets: vec![] });
    let solution = solve_nodes(&nodes, InnerScores::Replace);
    assert_eq!(solution.verdict(0).unwrap().ce, Some(-32_001));
    assert_eq!(solution.verdict(1).unwrap().ce, Some(32_002));
    assert_eq!(solution.verdict(len - 763).unwrap().ce, Some(32_002));
    assert_eq!(solution.verdict(len - 764).unwrap().ce, Some(-32_001));
    assert_eq!(solution.statistics().long_mates, len - 764);
    assert_eq!(solution.line(0).count(), len);
    // The same as one great cycle.
    nodes[len].targets.push(1);
    nodes[len].ce = None;
    let solution = solve_nodes(&nodes, InnerScores::Replace);
    assert_eq!(solution.verdict(0).unwrap().origin, Origin::Repetition);
    assert_eq!((solution.statistics().cycles, solution.statistics().in_cycles), (1, len));
    assert_eq!(solution.line(0).count(), len);
}
