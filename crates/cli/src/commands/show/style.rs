//! Colours of what is shown: those sixteen that every terminal has.

use clap::builder::styling::{AnsiColor, Color, Style};
use pgnkit::command::MarkColor;
use pgnkit_view::{Role, SquareRole};

use pgnkit_config::ShowTheme;

/// The style of a role in a theme.
pub(super) fn style(theme: ShowTheme, role: Role) -> Style {
    let plain = Style::new();
    let colored = |dark: AnsiColor, light: AnsiColor| match theme {
        ShowTheme::Dark => plain.fg_color(Some(Color::Ansi(dark))),
        ShowTheme::Light => plain.fg_color(Some(Color::Ansi(light))),
        ShowTheme::Plain => plain,
    };
    match role {
        Role::Player | Role::Result | Role::Move => plain.bold(),
        Role::Detail | Role::Clock | Role::Number => plain.dimmed(),
        Role::Variation => colored(AnsiColor::Cyan, AnsiColor::Blue),
        Role::Good => colored(AnsiColor::Green, AnsiColor::Green).bold(),
        Role::Bad | Role::Unread => colored(AnsiColor::BrightRed, AnsiColor::Red).bold(),
        Role::Sign => colored(AnsiColor::Yellow, AnsiColor::Magenta),
        Role::Score => colored(AnsiColor::Yellow, AnsiColor::Magenta).dimmed(),
        Role::Square(square) => {
            plain.fg_color(Some(AnsiColor::Black.into())).bg_color(Some(under(square).into()))
        }
        _ => plain,
    }
}

/// The colour of a square: always one on which black can be read, since pieces differ by their shapes.
fn under(square: SquareRole) -> AnsiColor {
    let of = |light, dark| if square.light { light } else { dark };
    match square.mark {
        _ if square.check => AnsiColor::BrightRed,
        Some(MarkColor::Red) => AnsiColor::BrightRed,
        Some(MarkColor::Blue) => AnsiColor::BrightBlue,
        Some(MarkColor::Yellow | MarkColor::Orange) => AnsiColor::BrightYellow,
        Some(MarkColor::Cyan) => AnsiColor::BrightCyan,
        Some(_) => of(AnsiColor::BrightGreen, AnsiColor::Green),
        None if square.last_move => of(AnsiColor::BrightYellow, AnsiColor::Yellow),
        None => of(AnsiColor::White, AnsiColor::Cyan),
    }
}
