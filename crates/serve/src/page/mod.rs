//! The page for people: its files, and what it asks for besides the answers of the explorer.

mod files;
mod game;
mod position;

pub(crate) use files::Asset;
pub(crate) use game::{game, game_page, game_policy};
pub(crate) use position::position;
