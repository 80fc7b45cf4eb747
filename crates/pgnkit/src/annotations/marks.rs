//! Squares and arrows as Scid writes them.

use pgnkit_chess::Square;

use crate::command::{Mark, MarkColor};

/// ```text
/// draw  = "arrow," square "," square "," color | "full," square "," color
/// arrow = square " " square " " color               ; older ones, with spaces or commas
/// mark  = square " " color
/// ```
///
/// `None` for other shapes (`circle`, `disk`, a letter …) and for colours without a letter: they have no counterpart.
pub(super) fn read(name: &str, operands: &[&str]) -> Option<Mark> {
    let words: Vec<&str> = operands.iter().flat_map(|operand| operand.split_ascii_whitespace()).collect();
    let (square, to, color) = match (name, words.as_slice()) {
        ("draw", ["arrow", from, to, color]) | ("arrow", [from, to, color]) => (from, Some(to), color),
        ("draw", ["full", square, color]) | ("mark", ["full", square, color] | [square, color]) => {
            (square, None, color)
        }
        _ => return None,
    };
    // Scid has names, no letters.
    let color = MarkColor::named(color).filter(|_| color.len() > 1)?;
    let to = match to {
        Some(to) => Some(Square::parse(to.as_bytes())?),
        None => None,
    };
    Some(Mark { color, square: Square::parse(square.as_bytes())?, to })
}

/// A mark as `csl` and `cal` have it: `Gd4`, `Gd2d4`.
pub(super) fn write(mark: &Mark) -> String {
    let letter = mark.color.letter();
    match mark.to {
        Some(to) => format!("{letter}{}{to}", mark.square),
        None => format!("{letter}{}", mark.square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_scid() {
        for (name, operands, expected) in [
            ("draw", &["arrow", "e2", "e4", "green"][..], Some("Ge2e4")),
            ("draw", &["full", "e4", "red"], Some("Re4")),
            ("draw", &["circle", "e4", "red"], None),
            ("draw", &["full", "e9", "red"], None),
            ("draw", &["full", "e4", "purple"], None),
            ("draw", &["arrow", "e2", "green"], None),
            ("arrow", &["e2 e4 blue"], Some("Be2e4")),
            ("mark", &["e4 yellow"], Some("Ye4")),
            ("mark", &["full e4 yellow"], Some("Ye4")),
            ("mark", &[], None),
        ] {
            assert_eq!(read(name, operands).as_ref().map(write).as_deref(), expected, "{name} {operands:?}");
        }
    }
}
