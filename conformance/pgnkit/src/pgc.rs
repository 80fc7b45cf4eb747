//! Games in binary coding.

use pgnkit::pgc::{Reader, Writer};
use pgnkit::syntax::{AtLevel, Collect, Ignore, Level};
use pgnkit::{Checker, Export, Game, GameBuilder};
use serde_json::Value;

use crate::{Format, diagnostics, games};

/// The games and what is wrong with them.
pub(crate) fn read(bytes: &[u8], level: Level) -> Value {
    let mut found = AtLevel { level, sink: Collect::default() };
    let (mut checker, mut reader) = (Checker::new(), Reader::new(bytes));
    while checker.check_pgc(&mut reader, &mut found).is_some() {}
    let mut answer = diagnostics::of(&found.sink);
    let mut list = Vec::new();
    each_game(bytes, |game| list.push(games::of_game(game)));
    answer["games"] = list.into();
    answer
}

/// The games in another format, or the same one.
pub(crate) fn written(bytes: &[u8], to: Format) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new();
    each_game(bytes, |game| match to.name() {
        "pgc" => {
            writer.write_lossy(game, &mut out);
        }
        _ => {
            Export::default().write_game(game, &mut out);
        }
    });
    out
}

/// The games of a text, and whether something of them was lost.
pub(crate) fn of_games(text: &[u8]) -> (bool, Vec<u8>) {
    let mut out = Vec::new();
    let mut writer = Writer::new();
    let mut lost = false;
    for parsed in pgnkit::parse_games(text) {
        lost |= !writer.write_lossy(&parsed.game, &mut out).is_empty();
    }
    (lost, out)
}

fn each_game(bytes: &[u8], mut take: impl FnMut(&Game)) {
    let (mut reader, mut builder) = (Reader::new(bytes), GameBuilder::new());
    while reader.read_into(&mut builder, &mut Ignore).is_some() {
        take(builder.game());
    }
}
