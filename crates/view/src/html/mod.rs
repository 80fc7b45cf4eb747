//! Games as a page of HTML.

mod game;
mod sources;
mod streams;

use pgnkit::chess::Color;

use crate::markup;
use crate::sheet::Sheet;
use crate::svg::{PageDefinitions, PieceSet, Theme};

/// Games that have a final board for readers without scripts.
const FINAL_BOARDS: u64 = 100;

/// Games as a page that needs nothing but itself: no network, no fonts, no other files.
///
/// It is written in parts, so that any number of games takes no more memory than the longest: the [head](Self::head), each
/// [game](Self::game) in its [place](Self::place), the [foot](Self::foot). Without scripts it can be read as it is. Its script adds the board, the list with search and
/// the keys; its policy allows that script and that style by their hashes and nothing else.
///
/// ```
/// use pgnkit_view::{HtmlPage, Sheet};
///
/// let game: pgnkit::Game = "[White \"<Tal>\"]\n[Black \"?\"]\n\n1. e4 e5 *".parse()?;
/// let page = HtmlPage::new("One game");
/// let html = page.head() + &HtmlPage::place(&page.game(&Sheet::new(&game)), 0) + &page.foot();
/// assert!(html.contains("<title>One game</title>"));
/// assert!(html.contains("<b>&lt;Tal&gt;</b>"));
/// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HtmlPage {
    title: String,
    theme: Theme,
    pieces: PieceSet,
    /// In place of that of each game.
    bottom: Option<Color>,
    clocks: bool,
    evaluations: bool,
    is_fragment: bool,
}

impl HtmlPage {
    /// A page with that title.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            theme: Theme::default(),
            pieces: PieceSet::default(),
            bottom: None,
            clocks: true,
            evaluations: true,
            is_fragment: false,
        }
    }

    /// The colours of boards.
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The pieces.
    pub fn pieces(self, pieces: PieceSet) -> Self {
        Self { pieces, ..self }
    }

    /// The colour at the bottom of boards, until the reader turns them; otherwise it is that of each sheet.
    pub fn bottom(self, bottom: Color) -> Self {
        Self { bottom: Some(bottom), ..self }
    }

    /// Whether clocks are shown.
    pub fn clocks(self, shown: bool) -> Self {
        Self { clocks: shown, ..self }
    }

    /// Whether evaluations are shown.
    pub fn evaluations(self, shown: bool) -> Self {
        Self { evaluations: shown, ..self }
    }

    /// Whether it is an element `<pgn-viewer>`, to be put into a page of other things, in place of a page. It has a shadow root: neither's
    /// styles reach the other. The policy is that of the page then.
    pub fn fragment(self, is_fragment: bool) -> Self {
        Self { is_fragment, ..self }
    }

    /// The content security policy of pages, for servers that send it as a header, too.
    pub fn policy() -> String {
        format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
            sources::SCRIPT_HASH.trim(),
            sources::STYLE_HASH.trim()
        )
    }

    /// The declarations of the script that draw positions, for the script of another page, within a function of its own. `readGame`
    /// and `Drawing` are the beginning; the drawings are those of [`definitions`](Self::definitions).
    pub fn drawing_script() -> String {
        sources::drawing_script()
    }

    /// The style of pages; it is for an element of class `pgn`, and all in it.
    pub fn style() -> String {
        sources::style()
    }

    /// The pieces and the empty board that the script uses: an element for the beginning of the page.
    pub fn definitions(&self) -> String {
        let definitions = PageDefinitions { theme: self.theme, pieces: self.pieces };
        format!("<svg class=defs aria-hidden=true>{definitions}</svg>\n")
    }

    /// Everything before the first game.
    pub fn head(&self) -> String {
        let title = markup::short(&self.title);
        let (script, style) = (sources::script(), sources::style());
        let definitions = self.definitions();
        let flip = if self.bottom == Some(Color::Black) { " data-flip" } else { "" };
        let body = format!(
            "<div class=\"pgn\"{flip}>{definitions}\
             <header><h1>{title}</h1></header>\n<main>\n<ol class=games>\n"
        );
        if self.is_fragment {
            return format!(
                "<pgn-viewer lang=en>\n<template shadowrootmode=open>\n<style>{style}</style>\n{body}"
            );
        }
        format!(
            "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n\
             <meta http-equiv=Content-Security-Policy content=\"{}\">\n\
             <meta name=viewport content=\"width=device-width,initial-scale=1\">\n\
             <meta name=color-scheme content=\"light dark\">\n\
             <meta name=generator content=pgnkit>\n\
             <title>{title}</title>\n<style>{style}</style>\n<script>{script}</script>\n</head>\n<body>\n{body}",
            Self::policy()
        )
    }

    /// A game. Takes time and memory in the length of what the sheet prints.
    pub fn game(&self, sheet: &Sheet<'_>) -> String {
        game::write(self, sheet)
    }

    /// Games that [`game`](Self::game) has written, as they are in the page, so many games being before them. Without scripts the first game
    /// is open, and only the first hundred have final boards, which are more than a third of a short game.
    #[must_use]
    pub fn place(games: &str, before: u64) -> String {
        let mut out = String::with_capacity(games.len() + 8);
        // All of these are only there as markup: texts are escaped.
        for (number, game) in (before..).zip(games.split_inclusive("</details>")) {
            let (start, rest) = game.split_once("<noscript>").unwrap_or((game, ""));
            let after_board = rest.split_once("</noscript>").map_or(rest, |(_, after)| after);
            match number {
                0 => out.push_str(&game.replacen("<details>", "<details open>", 1)),
                number if number < FINAL_BOARDS => out.push_str(game),
                _ => {
                    out.push_str(start);
                    out.push_str(after_board);
                }
            }
        }
        out
    }

    /// Everything after the last game.
    pub fn foot(&self) -> String {
        let end = "</ol>\n</main>\n</div>\n";
        match self.is_fragment {
            true => {
                format!("{end}</template>\n</pgn-viewer>\n<script>{}</script>\n", sources::script())
            }
            false => format!("{end}</body>\n</html>\n"),
        }
    }
}
