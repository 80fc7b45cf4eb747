//! LaTeX source, for pdfLaTeX. Moves are text: packages that play them stop at variations.

mod escape;
mod plot;

use std::fmt::Write as _;
use std::io::{self, Write};

use pgnkit::chess::Color;
use pgnkit::chess::san::Language;
use pgnkit::command::MarkColor;

use super::index::{Entry, Index, Place};
use super::typeset::{Paragraph, Pen, typeset};
use super::{Book, BookTable, Chapter, Paper, details, placement};
use crate::plot::EvaluationPlot;
use crate::{Diagram, Heading, Sheet};

const PREAMBLE: &str = include_str!("preamble.tex");
const PLOT: &str = include_str!("plot.tex");

/// Rows of a table on a page.
const ROWS: usize = 45;

/// The game after its number, which is an argument like the others.
pub(super) fn chapter(sheet: &Sheet<'_>, heading: &Heading, plot: Option<&EvaluationPlot>) -> Chapter {
    let entry = Entry::of(heading);
    let mut pen = LatexPen { text: String::new(), replaced: 0 };
    for argument in [&heading.white.with_rating(), &heading.black.with_rating(), &heading.result] {
        pen.group(argument);
    }
    // The same names again.
    let replaced = pen.replaced;
    pen.group(&entry.title());
    pen.replaced = replaced;
    pen.text.push('\n');
    for detail in details(heading) {
        pen.text.push_str("\\detail");
        pen.group(&detail);
        pen.text.push('\n');
    }
    if let Some(plot) = plot {
        plot::write(plot, &mut pen.text);
    }
    pen.text.push_str("\\moves\n");
    typeset(sheet, &heading.result, &mut pen);
    Chapter { replaced: pen.replaced, ..Chapter::new(entry, pen.text) }
}

struct LatexPen {
    text: String,
    replaced: u64,
}

impl LatexPen {
    fn text(&mut self, text: &str) {
        self.replaced += escape::text(text, &mut self.text);
    }

    fn group(&mut self, text: &str) {
        self.text.push('{');
        self.text(text);
        self.text.push('}');
    }
}

impl Pen for LatexPen {
    fn begin(&mut self, paragraph: Paragraph) {
        self.text.push_str(match paragraph {
            Paragraph::Main => "\\m{",
            Paragraph::Comment => "\\par{",
            Paragraph::Variation => "\\var{",
        });
    }

    fn source(&mut self) -> &mut String {
        &mut self.text
    }

    /// A word that is not broken.
    fn word(&mut self, word: &str) {
        if word.contains(['-', ' ']) {
            self.text.push_str("\\mbox");
            self.group(word);
        } else {
            self.text(word);
        }
    }

    fn comment(&mut self, text: &str, paragraph: Paragraph) {
        if paragraph == Paragraph::Main {
            self.text.push_str("\\cmt");
            self.group(text);
        } else {
            self.text(text);
        }
    }

    fn unread(&mut self, words: &str) {
        self.text.push_str("\\unread");
        self.group(words);
    }

    fn end(&mut self, _: Paragraph) {
        self.text.push_str("}\n");
    }

    fn board(&mut self, diagram: &Diagram, caption: Option<&str>) {
        let position = &diagram.position;
        let turn = if position.turn() == Color::White { 'w' } else { 'b' };
        let _ = write!(self.text, "\\diagram{{setfen={} {turn} - - 0 1", placement(position));
        if diagram.bottom == Color::Black {
            self.text.push_str(",inverse");
        }
        for mark in diagram.drawn_marks() {
            let grey = match mark.color {
                MarkColor::Red => 60,
                MarkColor::Yellow => 25,
                MarkColor::Blue => 75,
                MarkColor::Orange => 35,
                MarkColor::Cyan => 65,
                _ => 45,
            };
            let color = format!("color=black!{grey}");
            let _ = match mark.to {
                Some(to) => {
                    write!(self.text, ",{color},pgfstyle=straightmove,markmoves={{{}-{to}}}", mark.square)
                }
                None => write!(self.text, ",{color},pgfstyle=border,markfields={{{}}}", mark.square),
            };
        }
        self.text.push('}');
        self.group(caption.unwrap_or_default());
        self.text.push('\n');
    }
}

pub(super) fn begin(book: &Book, out: &mut impl Write) -> io::Result<()> {
    let (paper, margins, size) = match book.paper {
        Paper::A4 => ("a4paper", "hmargin=17mm,top=22mm,bottom=20mm", 15),
        Paper::A5 => ("a5paper", "hmargin=12mm,top=18mm,bottom=16mm", 10),
        Paper::Letter => ("letterpaper", "hmargin=17mm,top=22mm,bottom=20mm", 15),
    };
    let mut pen = LatexPen { text: String::new(), replaced: 0 };
    let _ = write!(
        pen.text,
        "% A book of chess games: pdflatex book.tex, three times. Packages: chessboard, chessfss (Debian: texlive-games, texlive-latex-extra).\n\
         \\documentclass[10pt,{paper}]{{article}}\n\\usepackage[{margins}]{{geometry}}\n\
         \\newcommand{{\\diagramsize}}{{{size}pt}}\n\\newcommand{{\\booktitle}}"
    );
    pen.group(&book.title);
    pen.text.push('\n');
    pen.text.push_str(PREAMBLE);
    if book.eval_plot {
        pen.text.push_str(PLOT);
    }
    if book.language != Language::English {
        // Patterns for other languages are in packages of their own.
        pen.text.push_str("\\hyphenpenalty=10000\\emergencystretch=4em\n");
    }
    pen.text.push_str("\\hypersetup{pdftitle=");
    pen.group(&book.title);
    pen.text.push_str(",pdfauthor=");
    pen.group(&book.author);
    pen.text.push_str("}\n\\begin{document}\n");
    if !book.title.is_empty() {
        pen.text.push_str(
            "\\hypersetup{pageanchor=false}\\begin{titlepage}\\centering\\vspace*{0.3\\textheight}\n{\\Huge\\bfseries\\booktitle\\par}\n",
        );
        if !book.author.is_empty() {
            pen.text.push_str("\\vspace{2em}{\\Large ");
            pen.text(&book.author);
            pen.text.push_str("\\par}\n");
        }
        pen.text.push_str("\\end{titlepage}\\hypersetup{pageanchor=true}\n");
    }
    if book.index {
        pen.text.push_str(&columns(book, true));
        pen.text.push_str(
            "{\\Large\\bfseries Contents\\par}\\medskip\n\\makeatletter\\@starttoc{toc}\\makeatother\n",
        );
        pen.text.push_str(&columns(book, false));
        pen.text.push_str("\\clearpage\n");
    }
    pen.text.push_str(&columns(book, true));
    out.write_all(pen.text.as_bytes())
}

/// Begins or ends columns.
fn columns(book: &Book, begins: bool) -> String {
    let end = if begins { "begin{multicols}{2}" } else { "end{multicols}" };
    if book.columns < 2 { String::new() } else { format!("\\{end}\n") }
}

pub(super) fn add(number: u64, chapter: &Chapter, out: &mut impl Write) -> io::Result<()> {
    write!(out, "\n\\game{{{number}}}{}", chapter.text)
}

pub(super) fn finish(
    book: &Book,
    tables: &[BookTable],
    index: &Index,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut pen = LatexPen { text: columns(book, false), replaced: 0 };
    if !tables.is_empty() {
        pen.text.push_str("\\clearpage\n\\parttitle{Crosstable}\n");
        tables.iter().for_each(|table| write_table(table, &mut pen));
    }
    if book.index && index.players().len() > 0 {
        pen.text.push_str("\\clearpage\n");
        pen.text.push_str(&columns(book, true));
        pen.text.push_str("\\parttitle{Players}\nThe numbers are those of games; \\textbf{bold} with White, \\textit{italic} with Black.\\par\\medskip\n");
        for (name, places) in index.players() {
            pen.text.push_str("\\entry");
            pen.group(name);
            numbers(places, &mut pen.text);
        }
        if index.openings().len() > 0 {
            pen.text.push_str("\\parttitle{Openings}\n");
        }
        for ([eco, name], places) in index.openings() {
            pen.text.push_str("\\entry{\\textbf");
            pen.group(eco);
            pen.text.push(' ');
            pen.text(name);
            pen.text.push('}');
            numbers(places, &mut pen.text);
        }
        pen.text.push_str(&columns(book, false));
    }
    pen.text.push_str("\\end{document}\n");
    out.write_all(pen.text.as_bytes())
}

fn numbers(places: &[Place], text: &mut String) {
    text.push('{');
    for (at, (number, color)) in places.iter().enumerate() {
        let command = match color {
            Some(Color::White) => "white",
            Some(Color::Black) => "black",
            None => "gameref",
        };
        let _ = write!(text, "{}\\{command}{{{number}}}", if at > 0 { ", " } else { "" });
    }
    text.push_str("}\n");
}

fn write_table(table: &BookTable, pen: &mut LatexPen) {
    pen.text.push_str("\\par\\medskip\\textbf");
    pen.group(&table.title);
    pen.text.push_str("\\par\\medskip\n");
    for rows in table.rows.chunks(ROWS) {
        pen.text.push_str("\\fitting{\\begin{tabular}{");
        pen.text.extend(table.columns.iter().map(|(_, is_left)| if *is_left { 'l' } else { 'r' }));
        pen.text.push_str("}\n");
        for (at, (head, _)) in table.columns.iter().enumerate() {
            pen.text.push_str(if at > 0 { " & \\textbf" } else { "\\textbf" });
            pen.group(head);
        }
        pen.text.push_str("\\\\\\hline\n");
        for row in rows {
            for (at, cell) in row.iter().enumerate() {
                pen.text.push_str(if at > 0 { " & " } else { "" });
                pen.text(cell);
            }
            pen.text.push_str("\\\\\n");
        }
        pen.text.push_str("\\end{tabular}}\n");
    }
    for note in &table.notes {
        pen.text.push_str("\\textit");
        pen.group(note);
        pen.text.push_str("\\par\n");
    }
}
