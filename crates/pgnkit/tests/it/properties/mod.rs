//! What holds for every text, however broken.

mod comments;
mod edit;
mod feed;
mod fix;
#[cfg(feature = "json")]
mod json;
mod lines;
mod notations;
pub(crate) mod texts;
mod words;

use pgnkit::chess::Position;
use pgnkit::syntax::{
    Area, AtLevel, Code, Collect, Diagnostic, Event, Ignore, Level, Parser, Severity, Sink,
};
use pgnkit::{Checker, Export, Exporter, GameBuilder, Replayer, games};
use proptest::prelude::*;

use texts::{cuts, fragment, text};

/// As many cases as `PROPTEST_CASES` in the environment says, usually that many: few enough for every day.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(wanted.unwrap_or(usual))
}

fn export(text: &[u8], partial: bool, out: &mut Vec<u8>) -> usize {
    let parser = if partial { Parser::block(text) } else { Parser::new(text) };
    let mut replayer = Replayer::from_parser(parser);
    let mut builder = GameBuilder::new();
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        Export::default().write_game(builder.game(), out);
    }
    replayer.parser().consumed()
}

/// Writes each game of a text while it is read, and as a tree; both must be the same.
pub(crate) fn same_while_reading(text: &[u8], export: &Export) {
    let (mut of_tree, mut of_text) = (Replayer::new(text), Replayer::new(text));
    let mut builder = GameBuilder::new();
    // One for all games, and a new one for each, which has found nothing odd yet.
    let mut exporters = [Exporter::new(export.clone()), Exporter::new(export.clone())];
    let mut others = Replayer::new(text);
    loop {
        let mut found = [(); 3].map(|()| Collect::default());
        let end = of_tree.read_into(&mut builder, &mut found[0]);
        exporters[1] = Exporter::new(export.clone());
        for ((exporter, replayer), found) in
            exporters.iter_mut().zip([&mut of_text, &mut others]).zip(&mut found[1..])
        {
            assert_eq!(exporter.read_game(replayer, found), end, "{}", text.escape_ascii());
            assert_eq!(replayer.parser().consumed(), of_tree.parser().consumed());
        }
        assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
        if end.is_none() {
            break;
        }
        let mut expected = Vec::new();
        let losses = export.write_game(builder.game(), &mut expected);
        for exporter in &exporters {
            let mut out = Vec::new();
            assert_eq!(exporter.write(&mut out), losses, "{}", text.escape_ascii());
            assert_eq!(out.escape_ascii().to_string(), expected.escape_ascii().to_string());
        }
    }
}

fn exported(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    export(text, false, &mut out);
    out
}

/// Wants some codes only.
struct Chosen<'a> {
    wanted: &'a dyn Fn(Code) -> bool,
    found: Vec<Diagnostic>,
}

impl Sink for Chosen<'_> {
    fn wants(&self, code: Code) -> bool {
        (self.wanted)(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }
}

/// The warnings and errors at the level of export format.
fn said(text: &[u8]) -> Vec<Code> {
    let mut found = AtLevel { level: Level::Export, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    let grave = found.sink.iter().filter(|found| found.severity >= Severity::Warning);
    grave.map(|found| found.code).collect()
}

/// What is said of the style of whole games, and how long their lines are; spans count from `base`. Returns how far they
/// reach.
fn style(parser: Parser<'_>, base: usize, all: &mut Vec<(Code, usize, usize, String)>) -> usize {
    let mut found = AtLevel { level: Level::Archive, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::from_parser(parser));
    while checker.check_game(&mut replayer, &mut found).is_some() {
        for found in found.sink.drain(..) {
            if found.code.area() == Area::Export || found.code == Code::LineTooLong {
                let message = found.message.into_owned();
                all.push((found.code, base + found.span.start, base + found.span.end, message));
            }
        }
    }
    replayer.parser().consumed()
}

/// With LF for every newline.
fn unified(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\r', "\n")
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn export_of_export_is_export(text in text()) {
        let once = exported(&text);
        let twice = exported(&once);
        prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
    }

    /// Nothing is said of the style of export format, and something of every text that is not.
    #[test]
    fn a_text_is_called_export_format_when_it_is(text in text(), place in any::<prop::sample::Index>(), with in fragment()) {
        let once = exported(&text);
        let mut changed = once.clone();
        let at = place.index(changed.len() + 1);
        changed.splice(at..at, with);
        for text in [text, once, changed] {
            // ISO 8859-1 is export format, too, game by game.
            if std::str::from_utf8(&text).is_err() {
                continue;
            }
            let is_export = unified(&text) == unified(&exported(&text));
            let said = said(&text);
            let of_style = said.iter().any(|code| code.area() == Area::Export);
            prop_assert!(!(if is_export { of_style } else { said.is_empty() }), "{said:?} of {}", String::from_utf8_lossy(&text));
        }
    }

    /// A game that was read without an error is written without one; of others, what was not read is reported again.
    #[test]
    fn export_has_errors_only_where_the_text_has(text in text()) {
        let once = exported(&text);
        let errors = |text: &[u8]| {
            let (mut replayer, mut games) = (Replayer::new(text), Vec::new());
            let mut found = Collect::default();
            while replayer.read_game(&mut (), &mut found).is_some() {
                let found = std::mem::take(&mut found).into_iter();
                games.push(found.filter(|one| one.severity == Severity::Error).collect::<Vec<_>>());
            }
            games
        };
        let (of_text, of_export) = (errors(&text), errors(&once));
        prop_assert_eq!(of_text.len(), of_export.len());
        for (of_text, of_export) in of_text.iter().zip(of_export) {
            let fine = of_export.is_empty() || !of_text.is_empty();
            prop_assert!(fine, "{:?} in {}", of_export, String::from_utf8_lossy(&once));
        }
    }

    /// The way without a tree writes and reports what the other does.
    #[test]
    fn games_are_written_the_same_while_they_are_read(text in text(), width in prop::sample::select(vec![1usize, 20, 79])) {
        same_while_reading(&text, &Export::default().width(width));
    }

    /// With one column each token has a line of its own; filling the lines with them one by one must give what the
    /// writer, with all its shortcuts, gives.
    #[test]
    fn lines_are_filled_greedily(text in text(), width in 20usize..90) {
        let mut builder = GameBuilder::new();
        let mut replayer = Replayer::new(&text);
        while replayer.read_into(&mut builder, &mut Ignore).is_some() {
            let movetext = |width| {
                let mut out = Vec::new();
                Export::default().width(width).write_game(builder.game(), &mut out);
                let out = String::from_utf8(out).unwrap();
                out.split_once("\n\n").unwrap().1.trim_end().to_owned()
            };
            let wide = movetext(width);
            if wide.contains(';') || wide.lines().any(|line| line.starts_with('%')) {
                continue;
            }
            let mut filled = String::new();
            let mut column = 0;
            for token in movetext(1).lines() {
                let length = token.chars().count();
                if column > 0 {
                    let fits = column + 1 + length <= width;
                    filled.push(if fits { ' ' } else { '\n' });
                    column = if fits { column + 1 } else { 0 };
                }
                filled.push_str(token);
                column += length;
            }
            prop_assert_eq!(wide, filled);
        }
    }

    #[test]
    fn what_is_checked_does_not_depend_on_what_else_is_wanted(text in text()) {
        let check = |wanted: &dyn Fn(Code) -> bool| {
            let mut found = Chosen { wanted, found: Vec::new() };
            let (mut checker, mut replayer) = (Checker::new(), Replayer::new(&text));
            while checker.check_game(&mut replayer, &mut found).is_some() {}
            found.found
        };
        let is_note = |code: Code| code.severity() == Severity::Note;
        let all = check(&|_| true);
        for diagnostic in &all {
            prop_assert!(diagnostic.span.start <= text.len(), "{:?}", diagnostic);
            let mut end = 0;
            for edit in diagnostic.fix.iter().flat_map(|fix| &fix.edits) {
                prop_assert!(end <= edit.span.start && edit.span.start <= edit.span.end, "{:?}", diagnostic);
                end = edit.span.end;
            }
            prop_assert!(end <= text.len(), "{:?}", diagnostic);
        }
        let grave: Vec<_> = all.into_iter().filter(|found| !is_note(found.code)).collect();
        prop_assert_eq!(check(&|code| !is_note(code)), grave);
    }

    #[test]
    fn spans_lie_in_the_text_and_variations_are_balanced(text in text()) {
        let mut diagnostics = Collect::default();
        let mut parser = Parser::new(&text);
        let mut depth = 0usize;
        let mut ended = 0;
        while let Some(event) = parser.next_event(&mut diagnostics) {
            match event {
                Event::RavBegin(_) => depth += 1,
                Event::RavEnd(_) => depth = depth.checked_sub(1).expect("closed more than opened"),
                Event::GameEnd(span) => {
                    prop_assert_eq!(depth, 0);
                    prop_assert!(span.start >= ended && span.end <= text.len());
                    ended = span.end;
                }
                _ => {}
            }
        }
        prop_assert_eq!(parser.consumed(), text.len());
        for found in &diagnostics {
            prop_assert!(found.span.start <= found.span.end && found.span.end <= text.len() + 1, "{:?}", found);
        }
    }

    #[test]
    fn slices_of_games_lie_where_they_say(text in text()) {
        let mut count = 0;
        let mut replayer = Replayer::new(&text);
        while replayer.read_game(&mut (), &mut Ignore).is_some() {
            count += 1;
        }
        let slices: Vec<_> = games(&text).collect();
        prop_assert_eq!(slices.len(), count);
        for game in slices {
            prop_assert_eq!(&text[game.offset..game.offset + game.bytes.len()], game.bytes);
        }
    }

    #[test]
    fn a_text_cut_at_synchronisation_points_reads_the_same(text in text(), pick in any::<prop::sample::Index>()) {
        let places = cuts(&text);
        if places.is_empty() {
            return Ok(());
        }
        let cut = places[pick.index(places.len())];
        let mut apart = Vec::new();
        let consumed = export(&text[..cut], true, &mut apart);
        export(&text[consumed..], false, &mut apart);
        let whole = exported(&text);
        prop_assert_eq!(String::from_utf8_lossy(&whole), String::from_utf8_lossy(&apart), "cut at {}, consumed {}", cut, consumed);
    }

    #[test]
    fn what_is_said_of_style_does_not_depend_on_where_a_text_is_cut(text in text(), pick in any::<prop::sample::Index>()) {
        // A first game that is larger than a block can be cut off from the white space before it: that goes unsaid.
        let places: Vec<usize> =
            cuts(&text).into_iter().filter(|cut| !text[..*cut].trim_ascii().is_empty()).collect();
        if places.is_empty() {
            return Ok(());
        }
        let cut = places[pick.index(places.len())];
        let mut apart = Vec::new();
        let consumed = style(Parser::block(&text[..cut]), 0, &mut apart);
        style(Parser::new(&text[consumed..]), consumed, &mut apart);
        let mut whole = Vec::new();
        style(Parser::new(&text), 0, &mut whole);
        prop_assert_eq!(whole, apart, "cut at {}, consumed {} in {}", cut, consumed, String::from_utf8_lossy(&text));
    }

    /// Plain moves are read by machine words; with more space between the tokens they are read one by one.
    #[test]
    fn the_shortcut_for_plain_moves_changes_nothing(choices in prop::collection::vec(any::<u16>(), 0..120), style in 0..6usize) {
        let mut position = Position::START;
        let mut tokens = Vec::new();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&mv) = moves.as_slice().get(usize::from(choice) % moves.len().max(1)) else { break };
            let next = position.after(mv);
            let white = position.turn() == pgnkit::chess::Color::White;
            if white || (style == 3 && choice % 3 == 0) {
                tokens.push(format!("{}{}", position.fullmove_number(), if white { "." } else { "..." }));
            }
            let mut san = position.san_with_next(mv, &next).to_string();
            match (style, choice % 11) {
                (2, 0) => san.push('!'),
                (3, 1) => san.push_str(" {[%clk 0:00:01]}"),
                (4, 2) => san.push_str(" (1. e4)"),
                (5, 3) => san = san.replace(['+', '#', 'x'], ""),
                _ => {}
            }
            tokens.push(san);
            position = next;
        }
        tokens.push("1-0".to_owned());
        let plain = tokens.join(if style == 1 { "\r\n" } else { " " });
        let spread = tokens.join("\n\n\n\n\n\n");
        let (a, b) = (exported(plain.as_bytes()), exported(spread.as_bytes()));
        prop_assert_eq!(String::from_utf8_lossy(&a), String::from_utf8_lossy(&b));
        let mut replayer = Replayer::new(plain.as_bytes());
        let mut diagnostics = Collect::default();
        while replayer.read_game(&mut (), &mut diagnostics).is_some() {}
        let mut spread_diagnostics = Collect::default();
        let mut replayer = Replayer::new(spread.as_bytes());
        while replayer.read_game(&mut (), &mut spread_diagnostics).is_some() {}
        let codes = |found: &Collect| found.iter().map(|one| one.code).collect::<Vec<_>>();
        prop_assert_eq!(codes(&diagnostics), codes(&spread_diagnostics));
    }
}
