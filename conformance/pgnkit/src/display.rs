//! Text shown to a person, in the piece letters of a language.

use std::fmt::Write as _;

use pgnkit::chess::san::Language;
use pgnkit::epd::{Reader, RecordFormat};
use pgnkit::syntax::Ignore;
use pgnkit::{Export, Game, Notation};

pub(crate) fn shown(text: &[u8], format: Option<RecordFormat>, language: Language) -> Vec<u8> {
    match format {
        None => pgnkit::parse_games(text).flat_map(|parsed| of_game(&parsed.game, language)).collect(),
        Some(format) => records(text, format, language).into_bytes(),
    }
}

/// As in export format, on one line, with the tag pairs that there are.
fn of_game(game: &Game, language: Language) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, value) in game.tags() {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        out.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
    }
    if !out.is_empty() {
        out.push(b'\n');
    }
    let mut written = Vec::new();
    Export::default().notation(Notation::San(language)).width(usize::MAX).write_game(game, &mut written);
    let movetext = written.windows(2).position(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
    out.extend_from_slice(&written[movetext..]);
    out
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
