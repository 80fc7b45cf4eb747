//! Games as a page of HTML.

mod game;
mod sources;
mod streams;

use pgnkit::chess::Color;

use crate::markup;
use crate::sheet::Sheet;
use crate::svg::{PageDefinitions, PieceSet, Theme};

/// Games as a page that needs nothing but itself: no network, no fonts, no other files.
///
/// It is written in parts, so that any number of games takes no more memory than the longest: the [head](Self::head), each
/// [game](Self::game), the [foot](Self::foot). Without scripts it can be read as it is. Its script adds the board, the list with search and
/// the keys; its policy allows that script and that style by their hashes and nothing else.
///
/// ```
/// use pgnkit_view::{HtmlPage, Sheet};
///
/// let game: pgnkit::Game = "[White \"<Tal>\"]\n[Black \"?\"]\n\n1. e4 e5 *".parse()?;
/// let page = HtmlPage::new("One game");
/// let html = page.head() + &page.game(&Sheet::new(&game)) + &page.foot();
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
    bottom: Color,
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
            bottom: Color::White,
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

    /// The colour at the bottom of boards, until the reader turns them.
    pub fn bottom(self, bottom: Color) -> Self {
        Self { bottom, ..self }
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

    /// Everything before the first game.
    pub fn head(&self) -> String {
        let title = markup::short(&self.title);
        let (script, style) = (sources::script(), sources::style());
        let definitions = PageDefinitions { theme: self.theme, pieces: self.pieces };
        let flip = if self.bottom == Color::Black { " data-flip" } else { "" };
        let body = format!(
            "<div class=\"pgn\"{flip}><svg class=defs aria-hidden=true>{definitions}</svg>\n\
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

    /// Leaves the final boards out of games that [`game`](Self::game) has written. Only readers without scripts see those, and they are
    /// more than a third of a short game: of a large collection the first hundred games or so should have them.
    #[must_use]
    pub fn without_final_boards(games: &str) -> String {
        // Both are only there as markup: texts are escaped.
        let mut parts = games.split("<noscript>");
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            out.push_str(part.split_once("</noscript>").map_or(part, |(_, rest)| rest));
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
