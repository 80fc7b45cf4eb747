//! A position in words, for those who do not see the picture.

use pgnkit::chess::{Color, PieceKind, Position};
use pgnkit::command::{Mark, MarkColor};

use super::Diagram;

const KINDS: [PieceKind; 6] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];

impl Diagram {
    /// Everything that is shown, in words.
    ///
    /// ```
    /// let game: pgnkit::Game = "[FEN \"8/8/6q1/8/8/5k2/8/7K b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Qg3 *".parse()?;
    /// let diagram = pgnkit_view::Diagram::of_node(&game.mainline().last().unwrap());
    /// assert_eq!(
    ///     diagram.description(),
    ///     "White: king h1. Black: king f3, queen g3. White to move, stalemate. Last move: g6 to g3."
    /// );
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn description(&self) -> String {
        let mut sentences: Vec<String> =
            Color::ALL.into_iter().map(|color| side(&self.position, color)).collect();
        sentences.push(turn_sentence(&self.position, self.check));
        if let Some(last) = self.last_move {
            sentences.push(match last.from {
                Some(from) => format!("Last move: {from} to {}.", last.to),
                None => format!("Last move: put on {}.", last.to),
            });
        }
        sentences.extend(self.drawn_marks().iter().map(mark_sentence));
        sentences.join(" ")
    }
}

pub(crate) const fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `White to move, check.`
pub(crate) fn turn_sentence(position: &Position, check: bool) -> String {
    let state = match (position.is_check(), position.has_legal_move()) {
        (true, false) => ", checkmate",
        (true, true) if check => ", check",
        (false, false) if position.occupied().any() => ", stalemate",
        _ => "",
    };
    format!("{} to move{state}.", color_word(position.turn()))
}

/// The pieces of a colour, by kind, with what it has in its pocket.
fn side(position: &Position, color: Color) -> String {
    let mut items: Vec<String> = Vec::new();
    for kind in KINDS {
        let squares: Vec<String> =
            position.pieces(color, kind).into_iter().map(|square| square.to_string()).collect();
        match squares.as_slice() {
            [] => {}
            [one] => items.push(format!("{kind} {one}")),
            many => items.push(format!("{kind}s {}", many.join(" "))),
        }
    }
    if items.is_empty() {
        items.push("no pieces".to_owned());
    }
    let pocket: Vec<String> = KINDS
        .into_iter()
        .filter_map(|kind| match position.pocket(color, kind) {
            0 => None,
            1 => Some(kind.to_string()),
            count => Some(format!("{count} {kind}s")),
        })
        .collect();
    if !pocket.is_empty() {
        items.push(format!("in hand {}", pocket.join(" ")));
    }
    if let Some(count) = position.remaining_checks(color) {
        items.push(format!("{count} check{} to go", if count == 1 { "" } else { "s" }));
    }
    format!("{}: {}.", color_word(color), items.join(", "))
}

fn mark_sentence(mark: &Mark) -> String {
    let color = match mark.color {
        MarkColor::Red => "Red",
        MarkColor::Yellow => "Yellow",
        MarkColor::Blue => "Blue",
        MarkColor::Orange => "Orange",
        MarkColor::Cyan => "Cyan",
        _ => "Green",
    };
    match mark.to {
        Some(to) => format!("{color} arrow from {} to {to}.", mark.square),
        None => format!("{color} square {}.", mark.square),
    }
}
