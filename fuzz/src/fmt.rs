//! Export format, whatever was read: written again it is the same bytes, and nothing is wrong with it.

use pgnkit::syntax::{Area, AtLevel, Collect, Ignore, Level, Severity, Sink};
use pgnkit::{Checker, Export, Exporter, GameBuilder, Replayer};

use crate::input::{self, shown};
use crate::reported;

/// `fmt` of what `fmt` wrote is the same bytes, in full or reduced form and for any width; where the text was read without an
/// error, it is, and nothing is to be said of the full form's style. The input has which of it is looked at.
pub fn check(data: &[u8]) {
    let choice = input::choice(data) as usize;
    let export = match choice % 8 {
        0 | 1 => Export::reduced(),
        2 => Export::default().width(1 + choice / 8 % 160),
        _ => Export::default(),
    };
    check_with(&input::text(data), &export, choice % 8 == 3);
}

/// All of it.
pub fn check_all(data: &[u8]) {
    let text = input::text(data);
    check_with(&text, &Export::reduced(), false);
    check_with(&text, &Export::default(), true);
    for width in [1, 10, 40, 120] {
        check_with(&text, &Export::default().width(width), false);
    }
}

fn check_with(text: &[u8], export: &Export, is_in_style: bool) {
    let (mut of_text, mut found) = (Collect::default(), Collect::default());
    let once = exported(text, export, &mut of_text);
    let twice = exported(&once, export, &mut found);
    assert!(once == twice, "written again, {export:?}:\n{}\n{}", shown(&once), shown(&twice));
    // What was not read is kept, and reported again.
    let has_errors = of_text.iter().any(|one| one.severity == Severity::Error);
    for one in found {
        assert!(has_errors || reported::is_fine(&one), "{one:?} in {}", shown(&once));
    }
    if is_in_style {
        assert_is_in_style(&once);
    }
}

fn exported(text: &[u8], export: &Export, sink: &mut impl Sink) -> Vec<u8> {
    let mut out = Vec::new();
    let mut builder = GameBuilder::new();
    let mut replayer = Replayer::new(text);
    while replayer.read_into(&mut builder, sink).is_some() {
        export.write_game(builder.game(), &mut out);
    }
    assert!(while_reading(text, export) == out, "written while it was read:\n{}", shown(&out));
    out
}

/// The same without a tree of most games.
fn while_reading(text: &[u8], export: &Export) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut exporter, mut replayer) = (Exporter::new(export.clone()), Replayer::new(text));
    while exporter.read_game(&mut replayer, &mut Ignore).is_some() {
        exporter.write(&mut out);
    }
    out
}

fn assert_is_in_style(text: &[u8]) {
    let mut found = AtLevel { level: Level::Export, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    for one in found.sink {
        let is_fine = one.code.area() != Area::Export || one.severity < Severity::Warning;
        assert!(is_fine, "{one:?} in {}", shown(text));
    }
}
