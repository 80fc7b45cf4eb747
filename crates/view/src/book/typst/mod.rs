//! Typst source.

mod escape;

use std::fmt::Write as _;
use std::io::{self, Write};

use escape::{markup, string};
use pgnkit::chess::Color;

use super::index::{Entry, Index, Place};
use super::typeset::{Paragraph, Pen, typeset};
use super::{Book, BookTable, Chapter, Paper, details, placement};
use crate::plot::{Colors, EvaluationPlot, svg};
use crate::svg::{Shared, above, below};
use crate::{Diagram, Heading, Sheet, Theme};

const PREAMBLE: &str = include_str!("preamble.typ");
const PLOT: &str = include_str!("plot.typ");

/// The game after its number, which is an argument like the others.
pub(super) fn chapter(
    book: &Book,
    sheet: &Sheet<'_>,
    heading: &Heading,
    plot: Option<&EvaluationPlot>,
) -> Chapter {
    let entry = Entry::of(heading);
    let mut text = String::new();
    let title = entry.title();
    let arguments = [&heading.white.with_rating(), &heading.black.with_rating(), &heading.result, &title];
    let details = details(heading);
    for argument in arguments.into_iter().chain(&details) {
        text.push_str(", ");
        string(argument, &mut text);
    }
    text.push_str(")\n");
    if let Some(plot) = plot {
        text.push_str("#plot(");
        string(&svg(plot, Colors::PRINT).replace('"', "'"), &mut text);
        text.push_str(", alt: ");
        string(&plot.description(), &mut text);
        text.push_str(")\n");
    }
    let mut pen = TypstPen { text, theme: book.theme };
    typeset(sheet, &heading.result, &mut pen);
    Chapter::new(entry, pen.text)
}

struct TypstPen {
    text: String,
    theme: Theme,
}

impl Pen for TypstPen {
    fn begin(&mut self, paragraph: Paragraph) {
        self.text.push_str(match paragraph {
            Paragraph::Main => "#m[",
            Paragraph::Comment => "#t[",
            Paragraph::Variation => "#v[",
        });
    }

    fn source(&mut self) -> &mut String {
        &mut self.text
    }

    /// A word that is not broken: in a box where a line could end inside it.
    fn word(&mut self, word: &str) {
        let is_breakable = word.contains(['-', ' ', '–']);
        if is_breakable {
            self.text.push_str("#b[");
        }
        markup(word, &mut self.text);
        if is_breakable {
            self.text.push(']');
        }
    }

    fn comment(&mut self, text: &str, paragraph: Paragraph) {
        if paragraph == Paragraph::Main {
            self.text.push_str("#c[");
            markup(text, &mut self.text);
            self.text.push(']');
        } else {
            markup(text, &mut self.text);
        }
    }

    fn unread(&mut self, words: &str) {
        self.text.push_str("#unread(");
        string(words, &mut self.text);
        self.text.push(')');
    }

    fn end(&mut self, _: Paragraph) {
        self.text.push_str("]\n");
    }

    fn board(&mut self, diagram: &Diagram, caption: Option<&str>) {
        self.text.push_str("#board(\"");
        rows(diagram, &mut self.text);
        self.text.push('"');
        if diagram.bottom == Color::Black {
            self.text.push_str(", black: true");
        }
        for (name, part) in [("below", below(diagram, self.theme)), ("above", above(diagram, self.theme))] {
            if !part.trim().is_empty() {
                let _ = write!(self.text, ", {name}: ");
                string(&part.trim().replace('"', "'"), &mut self.text);
            }
        }
        if let Some(caption) = caption {
            self.text.push_str(", caption: ");
            string(caption, &mut self.text);
        }
        self.text.push_str(", alt: ");
        string(&diagram.description(), &mut self.text);
        self.text.push_str(")\n");
    }
}

/// The board as in FEN, but as it is seen: of Black's view the last square comes first.
fn rows(diagram: &Diagram, out: &mut String) {
    let rows = placement(&diagram.position);
    match diagram.bottom {
        Color::White => out.push_str(&rows),
        Color::Black => out.extend(rows.chars().rev()),
    }
}

pub(super) fn begin(book: &Book, out: &mut impl Write) -> io::Result<()> {
    let mut text =
        String::from("// A book of chess games, for Typst 0.13 or later: typst compile book.typ\n\n");
    let_string("title", &book.title, &mut text);
    text.push_str("#let author = (");
    if !book.author.is_empty() {
        string(&book.author, &mut text);
        text.push(',');
    }
    let paper = match book.paper {
        Paper::A4 => "a4",
        Paper::A5 => "a5",
        Paper::Letter => "us-letter",
    };
    let _ = writeln!(text, ")\n#let paper = \"{paper}\"\n#let columns = {}", book.columns.clamp(1, 2));
    let_string("lang", book.language.code(), &mut text);
    let Shared { head, frames: [white, black], end } = Shared::new(book.theme);
    for (name, part) in
        [("board-head", head), ("frame-white", white), ("frame-black", black), ("board-end", end)]
    {
        let_string(name, &part.replace('"', "'"), &mut text);
    }
    text.push('\n');
    text.push_str(PREAMBLE);
    if book.eval_plot {
        text.push_str(PLOT);
    }
    if !book.title.is_empty() {
        text.push_str("\n#title-page()\n");
    }
    if book.index {
        text.push_str("\n#outline(title: \"Contents\", indent: 0pt)\n#pagebreak()\n");
    }
    out.write_all(text.as_bytes())
}

fn let_string(name: &str, value: &str, text: &mut String) {
    let _ = write!(text, "#let {name} = ");
    string(value, text);
    text.push('\n');
}

pub(super) fn add(number: u64, chapter: &Chapter, out: &mut impl Write) -> io::Result<()> {
    write!(out, "\n#game({number}{}", chapter.text)
}

pub(super) fn finish(
    book: &Book,
    tables: &[BookTable],
    index: &Index,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = String::new();
    if !tables.is_empty() {
        text.push_str("\n#running.update(none)\n#page(columns: 1)[\n= Crosstable\n");
        tables.iter().for_each(|table| write_table(table, &mut text));
        text.push_str("]\n");
    }
    if book.index && index.players().len() > 0 {
        text.push_str("\n#running.update(none)\n#pagebreak(weak: true)\n= Players\nThe numbers are those of games; *bold* with White, _italic_ with Black.\n\n");
        for (name, places) in index.players() {
            text.push_str("#player(");
            string(name, &mut text);
            numbers(places, &mut text);
        }
    }
    if book.index && index.openings().len() > 0 {
        text.push_str("\n= Openings\n");
        for ([eco, name], places) in index.openings() {
            text.push_str("#opening(");
            string(eco, &mut text);
            text.push_str(", ");
            string(name, &mut text);
            numbers(places, &mut text);
        }
    }
    out.write_all(text.as_bytes())
}

fn numbers(places: &[Place], text: &mut String) {
    for (number, color) in places {
        let sign = if *color == Some(Color::Black) { "-" } else { "" };
        let _ = write!(text, ", {sign}{number}");
    }
    text.push_str(")\n");
}

fn write_table(table: &BookTable, text: &mut String) {
    let list = |cells: &mut dyn Iterator<Item = &String>, text: &mut String| {
        text.push('(');
        for cell in cells {
            string(cell, text);
            text.push_str(", ");
        }
        text.push(')');
    };
    text.push_str("#table-of(");
    string(&table.title, text);
    text.push_str(",\n  ");
    list(&mut table.columns.iter().map(|(head, _)| head), text);
    text.push_str(",\n  (");
    table.columns.iter().for_each(|(_, is_left)| {
        let _ = write!(text, "{is_left}, ");
    });
    text.push_str("),\n  (");
    for row in &table.rows {
        text.push_str("\n    ");
        for cell in row {
            string(cell, text);
            text.push_str(", ");
        }
    }
    text.push_str("\n  ),\n  ");
    list(&mut table.notes.iter(), text);
    text.push_str(",\n)\n");
}
