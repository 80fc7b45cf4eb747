//! Text put into cells: safe, cut to its place, in the characters that the terminal has.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::style::{Role, style};
use crate::app::Look;
use crate::text;

/// A screen that is drawn on.
pub(super) struct Canvas<'b> {
    pub(super) buffer: &'b mut Buffer,
    pub(super) look: Look,
}

impl Canvas<'_> {
    /// A text from anywhere as it can be shown here.
    pub(super) fn shown(&self, text: &str) -> String {
        if self.look.ascii { text::ascii(text) } else { text::shown(text) }
    }

    /// The dots at the end of a text that is cut.
    pub(super) fn dots(&self) -> &'static str {
        if self.look.ascii { "~" } else { "…" }
    }

    /// The style of a role.
    pub(super) fn style(&self, role: Role) -> Style {
        style(&self.look, role)
    }

    /// Puts a text at the beginning of a line, cut at its end. The columns that it takes.
    pub(super) fn put(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let style = self.style(role);
        self.put_styled(area, text, style)
    }

    /// The same in a style.
    pub(super) fn put_styled(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return 0;
        }
        let text = text::fitted(&self.shown(text), usize::from(area.width), self.dots());
        let (x, _) = self.buffer.set_stringn(area.x, area.y, text, usize::from(area.width), style);
        x - area.x
    }

    /// Puts a text at the end of a line. The columns that it takes.
    pub(super) fn put_right(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let columns = text::columns(&self.shown(text)).min(usize::from(area.width)) as u16;
        self.put(Rect::new(area.right() - columns, area.y, columns, 1), text, role)
    }

    /// Fills an area with a style.
    pub(super) fn fill(&mut self, area: Rect, role: Role) {
        let area = area.intersection(self.buffer.area);
        let style = self.style(role);
        self.buffer.set_style(area, style);
    }
}

/// A line of an area.
pub(super) fn line(area: Rect, line: u16) -> Rect {
    if line < area.height {
        Rect::new(area.x, area.y + line, area.width, 1)
    } else {
        Rect::new(area.x, area.y, 0, 0)
    }
}

/// An area without its first columns.
pub(super) fn after(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    Rect::new(area.x + columns, area.y, area.width - columns, area.height)
}
