//! Colours and emphasis. Without colours everything is said by reversed, bold and underlined text.

use pgnkit::command::MarkColor;
use pgnkit_view::Theme;
use ratatui_core::style::{Color, Modifier, Style};

use super::board::SquareState;
use crate::app::{Colors, Look};

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// Bars with titles and keys.
    Bar,
    /// Heads of columns, names of players.
    Head,
    /// What is selected.
    Selected,
    /// What is less important: ranks and files, numbers, variations.
    Dim,
    Comment,
    Good,
    Bad,
    Dubious,
    Error,
    Warning,
}

pub(super) fn style(look: &Look, role: Role) -> Style {
    let plain = Style::default();
    let is_colored = look.colors != Colors::None;
    let colored = |color, otherwise: Style| if is_colored { plain.fg(color) } else { otherwise };
    match role {
        Role::Plain => plain,
        Role::Bar | Role::Selected if !is_colored => plain.add_modifier(Modifier::REVERSED),
        Role::Bar => plain.fg(Color::White).bg(rgb(look, [48, 52, 70])),
        Role::Selected => plain.fg(Color::Black).bg(rgb(look, [230, 190, 80])),
        Role::Head => plain.add_modifier(Modifier::BOLD),
        Role::Dim => colored(Color::DarkGray, plain),
        Role::Comment => colored(Color::Green, plain),
        Role::Good => colored(Color::Green, plain.add_modifier(Modifier::BOLD)).add_modifier(Modifier::BOLD),
        Role::Bad => colored(Color::Red, plain).add_modifier(Modifier::BOLD),
        Role::Dubious => colored(Color::Yellow, plain).add_modifier(Modifier::BOLD),
        Role::Error => colored(Color::Red, plain).add_modifier(Modifier::BOLD),
        Role::Warning => colored(Color::Yellow, plain).add_modifier(Modifier::BOLD),
    }
}

/// The colours of the squares, light and dark, and of those of the last move and of marks. Pieces in a terminal are filled figures in
/// white and black, so that both squares are darker than in a picture.
pub(super) fn square(look: &Look, is_dark: bool, state: SquareState<'_>) -> Style {
    let [light, dark, last] = match look.theme {
        Theme::Blue => [[120, 152, 182], [70, 98, 128], [60, 170, 155]],
        Theme::Green => [[124, 156, 95], [76, 104, 56], [176, 156, 40]],
        Theme::Grey => [[140, 140, 140], [88, 88, 88], [120, 150, 50]],
        Theme::Contrast => [[150, 150, 160], [40, 80, 140], [190, 140, 0]],
        Theme::Print => [[255, 255, 255], [200, 200, 200], [160, 160, 160]],
        _ => [[182, 138, 99], [118, 86, 60], [160, 140, 40]],
    };
    let mut color = if is_dark { dark } else { light };
    if state.is_last {
        color = mixed(color, last);
    }
    if let Some(mark) = state.mark {
        color = match mark.color {
            MarkColor::Red => mixed(color, [220, 60, 50]),
            MarkColor::Yellow => mixed(color, [230, 190, 0]),
            MarkColor::Blue => mixed(color, [30, 110, 220]),
            MarkColor::Orange => mixed(color, [235, 120, 20]),
            MarkColor::Cyan => mixed(color, [0, 170, 190]),
            _ => mixed(color, [40, 160, 70]),
        };
    }
    if state.is_check {
        color = [200, 50, 40];
    }
    Style::default().bg(rgb(look, color))
}

/// The colour of a piece.
pub(super) fn piece(look: &Look, is_white: bool) -> Color {
    match (look.theme, is_white) {
        (Theme::Print, _) | (_, false) => rgb(look, [0, 0, 0]),
        (_, true) => rgb(look, [255, 255, 255]),
    }
}

/// The colour of a piece of several cells.
pub(super) fn sprite(look: &Look, is_white: bool) -> Color {
    match (look.theme, is_white) {
        (Theme::Print, true) => rgb(look, [120, 120, 120]),
        (_, true) => rgb(look, [245, 245, 245]),
        (_, false) => rgb(look, [20, 20, 20]),
    }
}

fn mixed(a: [u8; 3], b: [u8; 3]) -> [u8; 3] {
    std::array::from_fn(|at| (u16::from(a[at]) + 3 * u16::from(b[at])).div_euclid(4) as u8)
}

/// A colour, or the one of the table of 256 that is next to it.
fn rgb(look: &Look, [red, green, blue]: [u8; 3]) -> Color {
    if look.colors == Colors::Many {
        return Color::Rgb(red, green, blue);
    }
    if red.abs_diff(green) < 10 && green.abs_diff(blue) < 10 {
        // Greys are 232 to 255, from 8 in steps of 10; black and white are corners of the cube.
        return match red {
            0..=3 => Color::Indexed(16),
            4..=243 => Color::Indexed(232 + ((u16::from(red.max(8)) - 8 + 5) / 10).min(23) as u8),
            244.. => Color::Indexed(231),
        };
    }
    // The levels of the cube are 0, 95, 135, 175, 215, 255.
    let level = |value: u8| match value {
        0..=47 => 0,
        48..=114 => 1,
        value => (value - 35) / 40,
    };
    Color::Indexed(16 + 36 * level(red) + 6 * level(green) + level(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_table() {
        let look = Look { colors: Colors::Few, ..Look::default() };
        for (color, index) in [
            ([0, 0, 0], 16),
            ([255, 255, 255], 231),
            ([8, 8, 8], 232),
            ([255, 0, 0], 196),
            ([95, 135, 175], 67),
            ([140, 140, 140], 245),
        ] {
            assert_eq!(rgb(&look, color), Color::Indexed(index), "{color:?}");
        }
    }
}
