//! A game of a page.

use std::fmt::Write as _;

use pgnkit::Node;
use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Position};
use pgnkit::command::Mark;
use pgnkit::judgement::Judgement;

use super::HtmlPage;
use super::streams::Streams;
use crate::plot::{Colors, EvaluationPlot, svg};
use crate::sheet::{Heading, Item, Player, Sheet};
use crate::svg::PageBoard;
use crate::{Diagram, markup};

/// Variations of more depth are in line, in the parentheses that all have.
const DEEPEST_BLOCK: usize = 2;

/// A game as an entry of the list: its summary, its moves as text, and what the script needs of them.
pub(super) fn write(page: &HtmlPage, sheet: &Sheet<'_>) -> String {
    let heading = sheet.heading();
    let start = sheet.game().start();
    let mut text = Text::default();
    let mut streams = Streams::default();
    let root = sheet.game().root();
    streams.add_marks(0, &drawn_marks(&root));
    let mut end = start.position;
    let sheet = match page.bottom {
        Some(bottom) => &sheet.clone().bottom(bottom),
        None => sheet,
    };
    for item in sheet.clone().items() {
        match item {
            Item::Move(mv) => {
                if mv.depth == 0 {
                    end = mv.after;
                }
                if start.is_known {
                    streams.add(&mv, &drawn_marks(&mv.node));
                }
                let number = mv.number.as_ref().map_or(String::new(), |number| format!("{number} "));
                // The script tells moves by spaces, and no line ends after a number.
                text.word(&markup::text(&format!("{number}{}", mv.with_signs()).replace(' ', "\u{a0}")));
            }
            Item::Comment(comment) => text.word(&format!("<i>{}</i>", markup::text(&comment))),
            Item::Unread(words) => {
                text.has_unread = true;
                text.word(&format!("<mark>{}</mark>", markup::text(words)));
            }
            Item::Board(diagram) => text.figure(page, &diagram),
            Item::BeginVariation => {
                streams.begin_variation();
                text.begin_variation();
            }
            Item::EndVariation => {
                streams.end_variation();
                text.end_variation();
            }
            Item::Result(_) => text.word(&format!("<b>{}</b>", markup::text(&heading.result))),
        }
    }
    streams.finish();
    // Most games have no evaluations, and no plot is looked for in them.
    let has_scores = page.evaluations && start.is_known && streams.evaluations.as_text().is_some();
    let plot = has_scores.then(|| EvaluationPlot::of(sheet.game())).flatten();
    let mut out = String::with_capacity(text.out.len() + 1024);
    let is_turned = page.bottom.is_none() && sheet.bottom == Color::Black;
    out.push_str(if is_turned { "<li data-flip><details><summary>" } else { "<li><details><summary>" });
    summary(&mut out, &heading);
    out.push_str("</summary>\n<div");
    if start.is_known {
        attribute(&mut out, "m", &streams.moves);
        if start.position != Position::START {
            let fen = start.position.fen(EnPassant::Always);
            attribute(&mut out, "s", &fen.as_str().split(' ').take(2).collect::<Vec<_>>().join(" "));
        }
        if let Some(clocks) = streams.clocks.as_text().filter(|_| page.clocks) {
            attribute(&mut out, "c", clocks);
        }
        if let Some(evaluations) = streams.evaluations.as_text().filter(|_| page.evaluations) {
            attribute(&mut out, "e", evaluations);
        }
        if let Some(errors) = plot.as_ref().and_then(errors) {
            attribute(&mut out, "j", &errors);
        }
        if !streams.marks.is_empty() {
            attribute(&mut out, "k", &streams.marks);
        }
    }
    out.push('>');
    out.push_str(&text.finish());
    facts(&mut out, &heading);
    let has_board = start.is_known && end != Position::START;
    if has_board || plot.is_some() {
        out.push_str("<noscript>");
        if has_board {
            final_board(&mut out, page, sheet.bottom, end);
        }
        if let Some(plot) = plot {
            out.push_str(&svg(&plot, Colors::SCREEN));
        }
        out.push_str("</noscript>");
    }
    out.push_str("</div></details>\n");
    out
}

fn drawn_marks(node: &Node<'_>) -> Vec<Mark> {
    let marks = node.annotations().marks;
    if marks.is_empty() {
        return marks;
    }
    let mut diagram = Diagram::new(Position::START);
    diagram.marks = marks;
    diagram.drawn_marks()
}

/// `data-m="…"`; the values are digits and signs that need no escapes, but that is not for this place to know.
fn attribute(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, " data-{name}=\"{}\"", markup::text(value));
}

/// Mistakes and blunders by their half-moves: `12? 31??`.
fn errors(plot: &EvaluationPlot) -> Option<String> {
    let word = |error: &crate::PlottedError| {
        format!("{}{}", error.ply, if error.judgement == Judgement::Blunder { "??" } else { "?" })
    };
    let words: Vec<String> = plot.errors().iter().map(word).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// `White 2785 – Black 2660 ½-½`, occasion, opening.
fn summary(out: &mut String, heading: &Heading) {
    // An address says nothing about where it was; it is among the facts.
    let mut place = heading.clone();
    place.site = place.site.filter(|site| !is_address(site));
    let player = |player: &Player| {
        let title = player.title.as_ref().map_or(String::new(), |title| format!("{} ", markup::text(title)));
        let name = markup::text(player.name.as_deref().unwrap_or("?"));
        let rating = player
            .rating
            .as_ref()
            .map_or(String::new(), |rating| format!(" <i>{}</i>", markup::text(rating)));
        format!("{title}<b>{name}</b>{rating}")
    };
    let (white, black) = (player(&heading.white), player(&heading.black));
    let _ = write!(out, "<h2>{white} – {black}</h2> <b>{}</b>", markup::text(&heading.result));
    if let Some(occasion) = place.occasion() {
        let _ = write!(out, " <span>{}</span>", markup::text(&occasion));
    }
    let opening = [heading.eco.as_deref(), heading.opening.as_deref()];
    let opening: Vec<&str> = opening.into_iter().flatten().collect();
    if !opening.is_empty() {
        let _ = write!(out, " <em>{}</em>", markup::text(&opening.join(" ")));
    }
}

/// What else is known of a game.
fn facts(out: &mut String, heading: &Heading) {
    let teams = match (&heading.white.team, &heading.black.team) {
        (None, None) => None,
        (white, black) => {
            let name = |team: &Option<String>| team.clone().unwrap_or_else(|| "?".to_owned());
            Some(format!("{} – {}", name(white), name(black)))
        }
    };
    let facts: Vec<String> = [
        ("Teams", &teams),
        ("Variant", &heading.variant),
        ("Time control", &heading.time_control),
        ("End", &heading.termination),
        ("Annotator", &heading.annotator),
        ("Address", &heading.site.clone().filter(|site| is_address(site))),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(format!("{name}: {}", markup::text(value.as_deref()?))))
    .collect();
    if !facts.is_empty() {
        let _ = write!(out, "<footer>{}</footer>", facts.join(" · "));
    }
}

fn is_address(site: &str) -> bool {
    site.starts_with("http://") || site.starts_with("https://")
}

/// The last position, for those without scripts; with scripts it costs nothing.
fn final_board(out: &mut String, page: &HtmlPage, bottom: Color, position: Position) {
    let mut diagram = Diagram::new(position);
    diagram.bottom = bottom;
    let label = format!("Final position, FEN {}", position.fen(EnPassant::Legal).as_str());
    let board = PageBoard { diagram: &diagram, theme: page.theme, pieces: page.pieces, label: &label };
    let _ = write!(out, "{board}");
}

/// The moves as paragraphs: of the main line, and of variations by their depth. They are never inside one another, however deep the
/// variations are.
#[derive(Default)]
struct Text {
    out: String,
    depth: usize,
    /// Whether a paragraph is open.
    is_open: bool,
    /// Whether the next word follows an opening parenthesis.
    is_glued: bool,
    has_unread: bool,
}

impl Text {
    /// Adds a word, after a space.
    fn word(&mut self, word: &str) {
        self.open();
        if !self.is_glued {
            self.out.push(' ');
        }
        self.is_glued = false;
        self.out.push_str(word);
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        if self.depth <= DEEPEST_BLOCK {
            self.close();
        }
        self.word("(");
        self.is_glued = true;
    }

    fn end_variation(&mut self) {
        // After a variation in it, it would be a line of its own.
        if !self.is_open && self.out.ends_with("</p>") {
            self.out.truncate(self.out.len() - "</p>".len());
            self.is_open = true;
        }
        self.open();
        self.out.push(')');
        self.is_glued = false;
        if self.depth <= DEEPEST_BLOCK {
            self.close();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn figure(&mut self, page: &HtmlPage, diagram: &Diagram) {
        self.close();
        let caption = markup::short(&diagram.title);
        let label = match diagram.title.as_str() {
            "" => diagram.description(),
            title => format!("{title}. {}", diagram.description()),
        };
        let board = PageBoard { diagram, theme: page.theme, pieces: page.pieces, label: &label };
        let _ = write!(self.out, "<figure>{board}<figcaption>{caption}</figcaption></figure>");
    }

    fn open(&mut self) {
        if self.is_open {
            return;
        }
        self.is_open = true;
        self.is_glued = true;
        match self.depth.min(DEEPEST_BLOCK) {
            0 => self.out.push_str("<p>"),
            depth => {
                let _ = write!(self.out, "<p class=v{depth}>");
            }
        }
    }

    fn close(&mut self) {
        if self.is_open {
            self.out.push_str("</p>");
        }
        self.is_open = false;
        self.is_glued = false;
    }

    fn finish(mut self) -> String {
        self.close();
        if self.has_unread {
            self.out.push_str(
                "<p class=note>The marked text could not be read as moves; it is as the file has it.</p>",
            );
        }
        self.out
    }
}
