//! Text shown to a person.

use std::fmt::Write as _;

use pgnkit::chess::san::Language;
use pgnkit::epd::{Reader, RecordFormat};
use pgnkit::syntax::Ignore;
use pgnkit::{Game, Notation};
use pgnkit_view::Sheet;

/// How a game is to be shown.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shown {
    pub(crate) language: Language,
    pub(crate) figurines: bool,
    pub(crate) commands: bool,
    pub(crate) ascii: bool,
}

pub(crate) fn shown(text: &[u8], format: Option<RecordFormat>, shown: Shown) -> String {
    match format {
        None => pgnkit::parse_games(text).map(|parsed| of_game(&parsed.game, shown)).collect(),
        Some(format) => records(text, format, shown.language),
    }
}

/// The tag pairs that there are in the order of export format, and the moves in one line.
fn of_game(game: &Game, shown: Shown) -> String {
    let notation = if shown.figurines { Notation::Figurine } else { Notation::San(shown.language) };
    Sheet::new(game).notation(notation).commands(shown.commands).ascii(shown.ascii).few_signs(true).plain()
}

/// The fields of each position, and the move that is predicted.
fn records(text: &[u8], format: RecordFormat, language: Language) -> String {
    let mut reader = Reader::new(text).format(format);
    let mut shown = String::new();
    while let Some(record) = reader.read_record(&mut Ignore) {
        let Some(epd) = record.epd else { continue };
        let position = epd.position();
        let fen = position.fen(Default::default());
        let fields: Vec<&str> = fen.as_str().split(' ').take(4).collect();
        shown.push_str(&fields.join(" "));
        if let Some((mv, san)) = epd.predicted_move() {
            let _ = write!(shown, " pm {}", Notation::San(language).text(mv, san, epd.mode()));
        }
        shown.push('\n');
    }
    shown
}
