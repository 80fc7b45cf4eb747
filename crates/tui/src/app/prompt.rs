//! A line in which one types: a search, or a place to go to.

use super::jump;
use super::{Action, App, Effect, Screen};
use crate::list::Search;

/// Characters that can be typed.
const LONGEST: usize = 200;

/// A line in which one types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

/// What is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Search,
    Jump,
}

impl Prompt {
    pub(super) fn new(purpose: Purpose, text: String) -> Self {
        Self { purpose, text }
    }
}

impl App {
    pub(super) fn begin_search(&mut self) {
        self.screen = Screen::List;
        let text = self.search.as_ref().map_or_else(String::new, |search| search.text().to_owned());
        self.prompt = Some(Prompt::new(Purpose::Search, text));
    }

    /// Shows all games again, the selected one where it is among them.
    pub(super) fn end_search(&mut self) {
        let row = self.row(self.selected);
        self.search = None;
        self.select(row.unwrap_or(0));
    }

    pub(super) fn type_letter(&mut self, letter: char) -> Effect {
        if let Some(prompt) = &mut self.prompt
            && prompt.text.chars().count() < LONGEST
            && !pgnkit::render::is_unsafe(letter)
        {
            prompt.text.push(letter);
            self.typed();
        }
        Effect::None
    }

    /// Does in a prompt what a key asks for.
    pub(super) fn edit(&mut self, action: Action) -> Effect {
        let Some(prompt) = &mut self.prompt else { return Effect::None };
        match action {
            // In an empty line it has nothing to erase but the line itself.
            Action::Erase if prompt.text.is_empty() => return self.give_up(),
            Action::Erase => drop(prompt.text.pop()),
            Action::EraseWord => {
                let end = prompt.text.trim_end().rfind(' ').map_or(0, |space| space + 1);
                prompt.text.truncate(end);
            }
            Action::EraseAll => prompt.text.clear(),
            Action::Up | Action::Down => {
                if prompt.purpose == Purpose::Search {
                    return self.act_in_list(action);
                }
                return Effect::None;
            }
            Action::Accept => return self.accept(),
            Action::Back => return self.give_up(),
            _ => return Effect::None,
        }
        self.typed();
        Effect::None
    }

    /// Searches for what is typed now.
    fn typed(&mut self) {
        let Some(Prompt { purpose: Purpose::Search, text }) = &self.prompt else { return };
        if text.trim().is_empty() {
            self.end_search();
            return;
        }
        match &mut self.search {
            Some(search) => search.change(text, &self.list),
            None => self.search = Some(Search::new(text, &self.list)),
        }
        self.top = 0;
        self.select(0);
    }

    fn accept(&mut self) -> Effect {
        match self.prompt.take() {
            Some(Prompt { purpose: Purpose::Jump, text }) => {
                self.jump(jump::parse(&text, self.screen == Screen::Game))
            }
            _ => Effect::None,
        }
    }

    fn give_up(&mut self) -> Effect {
        if let Some(Prompt { purpose: Purpose::Search, .. }) = self.prompt.take() {
            self.end_search();
        }
        Effect::None
    }
}
