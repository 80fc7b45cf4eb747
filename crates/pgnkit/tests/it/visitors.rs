//! Visitors that stop and skip, over every form of input: they see a part of what others see, and the games after it are
//! whole.

use pgnkit::syntax::{Collect, Ignore, Span};
use pgnkit::{EndOfGame, Extent, Flow, Ply, Replayer, Start, Text, Variation, Visitor};
use proptest::prelude::*;

use crate::properties::{cases, texts};

/// A half-move with the number of variations around it.
type Played = (usize, String);

/// Writes down the moves of each game, and leaves out what it is told to.
#[derive(Clone, Debug, Default)]
struct Recorder {
    /// Games whose White is this are left out.
    skipped_player: Option<&'static str>,
    skips_variations: bool,
    /// After so many half-moves of the main line the game is left.
    plies: Option<usize>,
    /// What is asked for after them.
    flow: Flow,
    is_skipped: bool,
    moves: Vec<Played>,
    open: usize,
    games: Vec<(Vec<Played>, Extent)>,
}

impl Visitor for Recorder {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.is_skipped |= name == "White" && Some(&*value.to_str()) == self.skipped_player;
    }

    fn start(&mut self, _: &Start) -> Flow {
        (self.open, self.moves) = (0, Vec::new());
        if std::mem::take(&mut self.is_skipped) { Flow::Skip } else { Flow::Continue }
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        assert_eq!(ply.depth, self.open, "variations that were opened and not closed");
        self.moves.push((ply.depth, ply.mv.to_uci(Default::default()).to_string()));
        let mainline = self.moves.iter().filter(|(depth, _)| *depth == 0).count();
        if ply.depth == 0 && Some(mainline) == self.plies { self.flow } else { Flow::Continue }
    }

    fn begin_variation(&mut self, variation: Variation<'_>) -> Flow {
        if self.skips_variations {
            return Flow::Skip;
        }
        self.open += 1;
        assert_eq!(variation.depth, self.open);
        Flow::Continue
    }

    fn end_variation(&mut self, _: pgnkit::syntax::Span, _: bool) {
        self.open -= 1;
    }

    fn end(&mut self, end: &EndOfGame) {
        self.games.push((std::mem::take(&mut self.moves), end.extent));
    }
}

/// The games of a text in every form, as a recorder sees them.
fn in_every_form(text: &str, recorder: &Recorder) -> Vec<(&'static str, Recorder)> {
    let mut pgn = recorder.clone();
    let mut replayer = Replayer::new(text.as_bytes());
    while replayer.read_game(&mut pgn, &mut Ignore).is_some() {}
    let (mut coded, mut writer) = (Vec::new(), pgnkit::pgc::Writer::new());
    for parsed in pgnkit::parse_games(text.as_bytes()) {
        writer.write_lossy(&parsed.game, &mut coded);
    }
    let (mut pgc, mut reader) = (recorder.clone(), pgnkit::pgc::Reader::new(&coded));
    while reader.read_game(&mut pgc, &mut Ignore).is_some() {}
    let mut tree = recorder.clone();
    for parsed in pgnkit::parse_games(text.as_bytes()) {
        parsed.game.visit(Span::default(), &mut tree);
    }
    #[cfg_attr(not(feature = "json"), allow(unused_mut))]
    let mut all = vec![("pgn", pgn), ("pgc", pgc), ("tree", tree)];
    #[cfg(feature = "json")]
    {
        let mut lines = Vec::new();
        for parsed in pgnkit::parse_games(text.as_bytes()) {
            pgnkit::json::Writer::new().write_game(&parsed.game, &mut lines);
        }
        let (mut json, mut reader) = (recorder.clone(), pgnkit::json::Reader::new(&lines));
        while reader.read_game(&mut json, &mut Ignore).is_some() {}
        all.push(("json", json));
    }
    all
}

const GAMES: &str = "[White \"Tal\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... e6)) 2... d6) (1... e6) 2. Nf3 Nc6 1-0\n\n\
                     [White \"Fine\"]\n\n1. d4 d5 2. c4 (2. Nf3) 2... e6 3. Nc3 *\n\n[White \"Tal\"]\n\n1. c4 *\n";

fn mainline(game: &[Played]) -> Vec<&str> {
    game.iter().filter(|(depth, _)| *depth == 0).map(|(_, uci)| uci.as_str()).collect()
}

#[test]
fn the_same_calls_come_from_every_form() {
    for (form, recorder) in in_every_form(GAMES, &Recorder::default()) {
        let counts: Vec<usize> = recorder.games.iter().map(|(moves, _)| moves.len()).collect();
        assert_eq!(counts, [11, 6, 1], "{form}");
        assert_eq!(mainline(&recorder.games[0].0), ["e2e4", "e7e5", "g1f3", "b8c6"], "{form}");
        assert!(recorder.games[0].0.contains(&(3, "e7e6".to_owned())), "{form}");
        assert!(recorder.games.iter().all(|(_, extent)| *extent == Extent::Whole), "{form}");
    }
}

#[test]
fn games_are_skipped_by_their_tags() {
    let recorder = Recorder { skipped_player: Some("Tal"), ..Recorder::default() };
    for (form, recorder) in in_every_form(GAMES, &recorder) {
        let seen: Vec<_> = recorder.games.iter().map(|(moves, extent)| (moves.len(), *extent)).collect();
        assert_eq!(seen, [(0, Extent::Tags), (6, Extent::Whole), (0, Extent::Tags)], "{form}");
    }
}

#[test]
fn variations_are_skipped_with_all_that_is_in_them() {
    let recorder = Recorder { skips_variations: true, ..Recorder::default() };
    for (form, recorder) in in_every_form(GAMES, &recorder) {
        let seen: Vec<Vec<&str>> = recorder.games.iter().map(|(moves, _)| mainline(moves)).collect();
        let expected =
            [&["e2e4", "e7e5", "g1f3", "b8c6"][..], &["d2d4", "d7d5", "c2c4", "e7e6", "b1c3"], &["c2c4"]];
        assert_eq!(seen, expected, "{form}");
        assert!(recorder.games.iter().flat_map(|(moves, _)| moves).all(|(depth, _)| *depth == 0), "{form}");
    }
}

#[test]
fn a_game_that_is_left_costs_its_neighbours_nothing() {
    for flow in [Flow::Stop, Flow::Skip] {
        let recorder = Recorder { plies: Some(2), flow, ..Recorder::default() };
        for (form, recorder) in in_every_form(GAMES, &recorder) {
            let seen: Vec<_> = recorder.games.iter().map(|(moves, extent)| (moves.len(), *extent)).collect();
            assert_eq!(seen[2], (1, Extent::Whole), "{form} {flow:?}");
            for (moves, extent) in &seen[..2] {
                assert_eq!((*moves, *extent), (2, Extent::Part), "{form} {flow:?}");
            }
        }
    }
}

#[test]
fn a_game_that_is_finished_is_read_to_its_end() {
    let all = in_every_form(GAMES, &Recorder::default());
    let recorder = Recorder { plies: Some(2), flow: Flow::Finish, ..Recorder::default() };
    for ((form, all), (_, few)) in all.iter().zip(in_every_form(GAMES, &recorder)) {
        // Other forms than PGN go on giving.
        for ((whole, _), (given, extent)) in all.games.iter().zip(&few.games) {
            let count = if *form == "pgn" { whole.len().min(2) } else { whole.len() };
            assert_eq!(given, &whole[..count], "{form}");
            assert_eq!(*extent == Extent::Part, count < whole.len(), "{form}");
        }
    }
}

/// Ends of games as if they had been given whole, the positions at their ends, and all diagnostics.
fn ends(text: &[u8], visitor: &mut dyn Visitor) -> (Vec<(EndOfGame, String)>, Collect) {
    let (mut replayer, mut diagnostics, mut ends) = (Replayer::new(text), Collect::default(), Vec::new());
    while let Some(mut end) = replayer.read_game(visitor, &mut diagnostics) {
        end.extent = Extent::Whole;
        ends.push((end, replayer.position().to_string()));
    }
    (ends, diagnostics)
}

fn read(text: &[u8], recorder: Recorder) -> (Recorder, Vec<pgnkit::syntax::Span>) {
    let (mut recorder, mut replayer) = (recorder, Replayer::new(text));
    let mut spans = Vec::new();
    while let Some(end) = replayer.read_game(&mut recorder, &mut Collect::default()) {
        spans.push(end.span);
    }
    (recorder, spans)
}

proptest! {
    #![proptest_config(cases(500))]

    /// Whatever is wrong with a text: a visitor that leaves variations out sees the main lines of one that does not.
    #[test]
    fn main_lines_do_not_depend_on_variations(text in texts::text()) {
        let (all, spans) = read(&text, Recorder::default());
        let (few, same) = read(&text, Recorder { skips_variations: true, ..Recorder::default() });
        prop_assert_eq!(spans, same);
        for ((whole, _), (part, _)) in all.games.iter().zip(&few.games) {
            prop_assert_eq!(mainline(whole), mainline(part));
        }
    }

    /// Nothing that is reported, no result and no position depends on how much of a game is given.
    #[test]
    fn games_that_are_finished_are_read_as_others(text in texts::text(), plies in 1usize..6) {
        let whole = ends(&text, &mut ());
        let mut recorder = Recorder { plies: Some(plies), flow: Flow::Finish, ..Recorder::default() };
        prop_assert_eq!(&ends(&text, &mut recorder), &whole);
        for (moves, _) in &recorder.games {
            prop_assert!(mainline(moves).len() <= plies);
        }
        struct Nothing;
        impl Visitor for Nothing {
            fn start(&mut self, _: &Start) -> Flow {
                Flow::Finish
            }

            fn unchecked(&mut self, _: Text<'_>) -> Flow {
                Flow::Finish
            }
        }
        prop_assert_eq!(&ends(&text, &mut Nothing), &whole);
    }

    /// Leaving games early, or after their tags, finds the same games.
    #[test]
    fn bounds_of_games_do_not_depend_on_what_is_left_out(text in texts::text(), plies in 1usize..4, stops: bool) {
        let (all, spans) = read(&text, Recorder::default());
        let flow = if stops { Flow::Stop } else { Flow::Skip };
        let (few, same) = read(&text, Recorder { plies: Some(plies), flow, ..Recorder::default() });
        prop_assert_eq!(&spans, &same);
        for ((whole, _), (part, _)) in all.games.iter().zip(&few.games) {
            let whole = mainline(whole);
            prop_assert_eq!(&whole[..whole.len().min(plies)], &mainline(part)[..]);
        }
        let (_, same) = read(&text, Recorder { skipped_player: Some("M\u{fc}ller"), ..Recorder::default() });
        prop_assert_eq!(&spans, &same);
    }
}
