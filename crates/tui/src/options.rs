//! What is shown, and how.

use std::env;
use std::path::{Path, PathBuf};

use pgnkit::chess::san::Language;
use pgnkit::{Notation, PieceLetters};
use pgnkit_archive::InputFormat;
use pgnkit_view::Theme;

use crate::app::{Colors, Look};
use crate::explorer::Explorer;

/// Options of [`run`](crate::run).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Files and directories; none, or `-`, is standard input.
    pub paths: Vec<PathBuf>,
    /// The form of all inputs; by default names tell it, and then content.
    pub format: Option<&'static dyn InputFormat>,
    /// The piece letters of games as text.
    pub letters: PieceLetters,
    /// The game that is opened, from 1; without it the list is shown, unless there is only one game.
    pub game: Option<usize>,
    /// Half-moves of that game's main line, or the first one's, after which it is opened.
    pub ply: Option<usize>,
    /// Whether Black is at the bottom.
    pub flip: bool,
    /// The colours of the board.
    pub theme: Theme,
    /// Whether only ASCII is drawn; by default where the locale is not UTF-8.
    pub ascii: bool,
    /// The language of the piece letters that are shown; figurines without it.
    pub language: Option<Language>,
    /// The index whose moves are shown beside the board, if there is one.
    pub explorer: Option<Explorer>,
    /// The engine that analyses the position on the board when the user wants it, if there is one.
    #[cfg(feature = "engines")]
    pub engine: Option<crate::EngineOptions>,
    /// Whether there are colours; by default unless `NO_COLOR` is set.
    pub color: Option<bool>,
}

impl Options {
    /// Shows these files.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths, ..Self::default() }
    }

    pub(crate) fn title(&self) -> String {
        match self.paths.as_slice() {
            [] => "standard input".to_owned(),
            [path] if path == Path::new("-") => "standard input".to_owned(),
            [path] => path.display().to_string(),
            [path, others @ ..] => format!("{} and {} more", path.display(), others.len()),
        }
    }

    pub(crate) fn look(&self) -> Look {
        let ascii = self.ascii || !is_utf8();
        let notation = match self.language {
            Some(language) => Notation::San(language),
            None if ascii => Notation::SAN,
            None => Notation::Figurine,
        };
        Look { colors: self.colors(), ascii, theme: self.theme, notation }
    }

    fn colors(&self) -> Colors {
        let is_wanted = self.color.unwrap_or(env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()));
        if !is_wanted {
            return Colors::None;
        }
        match env::var("COLORTERM").as_deref() {
            Ok("truecolor" | "24bit") => Colors::Many,
            _ => Colors::Few,
        }
    }
}

/// Whether the locale is UTF-8, or says nothing: so do C and POSIX, which are what is set where nobody has set anything.
fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let Some(locale) = locale.into_iter().find(|value| !value.is_empty()) else { return true };
    let locale = locale.to_ascii_lowercase();
    matches!(&*locale, "c" | "posix") || locale.contains("utf-8") || locale.contains("utf8")
}
