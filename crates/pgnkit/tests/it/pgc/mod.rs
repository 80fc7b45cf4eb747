//! Games as records of PGC (section 20), and back.

mod allocations;
mod corruption;
mod examples;
mod pieces;
mod properties;
mod records;

use pgnkit::pgc::{Dialect, Reader, Writer};
use pgnkit::syntax::{Code, Collect, Diagnostic, Ignore};
use pgnkit::{EndOfGame, Game, GameBuilder, Replayer};

/// What the samples are made of: games of all forms.
const GAMES: &str = "[Event \"Test\"]\n[Site \"?\"]\n[Date \"1992.11.04\"]\n[Round \"1\"]\n[White \"G\u{fc}nther\"]\n\
    [Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
    [White \"a \\\"b\\\" \\\\\"]\n[ECO \"B00\"]\n\n%1\n1. e4 $1 (1. d4 (1. c4 $5 $6 c5) (1. Nf3) 1... d5 $5) \
    (1. b3) 1... e5 2. Nf3 *\n%2\n\n\
    [FEN \"8/P7/8/8/8/8/k7/7K w - - 0 1\"]\n\n1. a8=Q+ $14 Kb3 2. Qe4 1/2-1/2\n\n\
    1. f3 e5 2. g4 Qh4# 0-1\n";

/// A game that was read, and where it lies.
#[derive(Debug, PartialEq)]
struct Found {
    text: String,
    end: EndOfGame,
}

/// The games of a file in records, and what is wrong with it.
fn read(file: &[u8]) -> (Vec<Found>, Vec<Diagnostic>) {
    let (mut reader, mut builder, mut found) = (Reader::new(file), GameBuilder::new(), Collect::default());
    let mut games = Vec::new();
    while let Some(end) = reader.read_into(&mut builder, &mut found) {
        games.push(Found { text: builder.game().to_string(), end });
    }
    (games, found)
}

/// Without the remark on the dialect.
fn faults(found: &[Diagnostic]) -> Vec<&Diagnostic> {
    found.iter().filter(|one| one.code != Code::BareRoster).collect()
}

/// The games of a text as records; nothing of them may be lost.
fn coded(text: &str, dialect: Dialect) -> Vec<u8> {
    let (mut replayer, mut builder) = (Replayer::new(text.as_bytes()), GameBuilder::new());
    let (mut writer, mut file) = (Writer::new().dialect(dialect), Vec::new());
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        if dialect == Dialect::Pgn2pgc {
            writer.write_lossy(builder.game(), &mut file);
        } else {
            writer.write_game(builder.game(), &mut file).unwrap_or_else(|lost| panic!("{lost}"));
        }
    }
    file
}

/// The games of a file in records, written again.
fn recoded(file: &[u8], dialect: Dialect) -> Vec<u8> {
    let (mut reader, mut builder) = (Reader::new(file), GameBuilder::new());
    let (mut writer, mut out) = (Writer::new().dialect(dialect), Vec::new());
    while reader.read_into(&mut builder, &mut Ignore).is_some() {
        writer.write_game(builder.game(), &mut out).unwrap_or_else(|lost| panic!("{lost}"));
    }
    out
}

fn game(text: &str) -> Game {
    Game::read(text.as_bytes(), &mut Ignore).expect("a game")
}
