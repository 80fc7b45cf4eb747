//! Games in columns: whatever was read comes back as the same text, and damaged rows are errors.

use std::io::Cursor;
use std::panic;

use pgnkit::chess::ChessMode;
use pgnkit::chess::Position;
use pgnkit::syntax::{Ignore, Span};
use pgnkit::{Export, Game, GameBuilder, Replayer};
use pgnkit_columns::ipc::{Form, Writer};
use pgnkit_columns::moves::Moves;
use pgnkit_columns::record::Games;
use pgnkit_columns::source::{arrow_file, arrow_stream};
use pgnkit_columns::{Builder, Layout, RecordBatch, Rows};

use crate::input::{self, shown};

/// The bytes as games, as moves, as a file, and as damage of the file that the games make.
pub fn check(data: &[u8]) {
    let choice = input::choice(data);
    let text = input::text(data);
    let batch = check_games(&text);
    check_moves(data);
    match choice % 4 {
        0 => check_file(data.to_vec(), choice & 4 == 0),
        _ => check_damaged(&batch, data, choice),
    }
}

fn export(game: &Game) -> Vec<u8> {
    let mut text = Vec::new();
    Export::default().write_game(game, &mut text);
    text
}

/// The rows of the games of a text, which come back.
fn check_games(text: &[u8]) -> RecordBatch {
    let layout = Layout::new(Rows::Games).lossless().expect("rows of games");
    let (mut rows, mut builder) = (Builder::new(&layout), GameBuilder::new());
    let (mut replayer, mut exports) = (Replayer::new(text), Vec::new());
    while replayer.read_into(&mut builder, &mut Ignore).is_some() {
        let game = builder.game();
        game.visit(Span::default(), rows.visitor());
        exports.push(export(game));
        rows.add(exports.len() as u64, Some(game), &[]);
    }
    let batch = rows.finish().expect("few games");
    let mut games = Games::new(&batch).expect("rows of games");
    for (row, expected) in exports.iter().enumerate() {
        games.read_into(row, &mut builder).unwrap_or_else(|error| panic!("{error}: {}", shown(text)));
        assert_eq!(shown(&export(builder.game())), shown(expected), "{}", shown(text));
    }
    batch
}

/// Moves are legal, or an error with a place.
fn check_moves(bytes: &[u8]) {
    let games =
        [Moves::new(bytes).ok(), Some(Moves::from_position(Position::START, ChessMode::Standard, bytes))];
    for mut moves in games.into_iter().flatten() {
        let mut position = *moves.position();
        while let Some(read) = moves.next() {
            match read {
                Ok(mv) => {
                    assert!(position.is_legal(mv));
                    position.play(mv);
                    assert_eq!(&position, moves.position());
                }
                Err(error) => {
                    assert!(error.at < bytes.len());
                    assert!(moves.next().is_none());
                }
            }
        }
    }
}

/// Games of a file that may be none. A row is a game or an error, and what it appends is a text.
fn check_file(bytes: Vec<u8>, is_file: bool) {
    // The reader of this form has assertions of its own, which are caught.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let batches: Option<Vec<RecordBatch>> = match is_file {
        true => arrow_file(Cursor::new(bytes)),
        false => arrow_stream(Cursor::new(bytes)),
    }
    .ok()
    .map(|batches| batches.map_while(Result::ok).take(4).collect());
    panic::set_hook(hook);
    for batch in batches.into_iter().flatten() {
        let Ok(mut games) = Games::new(&batch) else { continue };
        let mut builder = GameBuilder::new();
        for row in 0..games.len().min(16) {
            let mut text = Vec::new();
            let written = games.write_pgn(row, &mut text);
            assert_eq!(written.is_err(), games.read_into(row, &mut builder).is_err() && text.is_empty());
            assert!(written.is_ok() || text.is_empty());
        }
    }
}

/// The file of some rows with a few bytes changed, or without its end.
fn check_damaged(batch: &RecordBatch, data: &[u8], choice: u32) {
    let is_file = choice & 4 == 0;
    let form = if is_file { Form::File } else { Form::Stream };
    let (mut writer, mut file) = (Writer::new(batch.schema(), form), Vec::new());
    let written = writer
        .begin(&mut file)
        .and_then(|()| writer.write(batch, &mut file))
        .and_then(|()| writer.finish(&mut file));
    written.expect("writing to memory");
    let mut at = choice as usize;
    for byte in data.iter().take(1 + (choice >> 3) as usize % 4) {
        at = at.wrapping_mul(31).wrapping_add(usize::from(*byte)) % file.len();
        file[at] = file[at].wrapping_add(byte | 1);
    }
    if choice & 0x100 == 0 {
        file.truncate(at);
    }
    check_file(file, is_file);
}
