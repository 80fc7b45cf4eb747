//! EPUB 3: a page for each game, in a zip archive whose bytes depend on nothing but the games and the options.

mod zip;

use std::fmt::Write as _;
use std::io::{self, Write};

use pgnkit::chess::Color;
use zip::Zip;

use super::index::{Entry, Index, Place};
use super::typeset::{Paragraph, Pen, typeset};
use super::{Book, BookTable, Chapter, details};
use crate::plot::{Colors, EvaluationPlot, svg};
use crate::svg::Definitions;
use crate::{Diagram, Heading, Sheet, Theme, markup};

const STYLE: &str = include_str!("style.css");
const PLOT: &str = "figure.plot svg { width: 30em; }\n";

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">
<rootfiles><rootfile full-path=\"book/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>
</container>
";

/// A book without a title needs one all the same.
const NO_TITLE: &str = "Chess games";

/// The game after its number.
pub(super) fn chapter(
    book: &Book,
    sheet: &Sheet<'_>,
    heading: &Heading,
    plot: Option<&EvaluationPlot>,
) -> Chapter {
    let entry = Entry::of(heading);
    let mut pen = XhtmlPen { text: String::new(), theme: book.theme, boards: 0 };
    pen.text.push_str(&markup::text(&heading.white.with_rating()));
    pen.text.push_str(" – ");
    pen.text.push_str(&markup::text(&heading.black.with_rating()));
    pen.text.push(' ');
    pen.element("span", "result", &heading.result);
    pen.text.push_str("</h1>\n");
    for detail in details(heading) {
        pen.element("p", "details", &detail);
        pen.text.push('\n');
    }
    if let Some(plot) = plot {
        let _ = writeln!(pen.text, "<figure class=\"plot\">{}</figure>", svg(plot, Colors::SCREEN));
    }
    typeset(sheet, &heading.result, &mut pen);
    let XhtmlPen { text, boards, .. } = pen;
    Chapter { has_boards: boards > 0 || plot.is_some(), ..Chapter::new(entry, text) }
}

struct XhtmlPen {
    text: String,
    theme: Theme,
    boards: usize,
}

impl XhtmlPen {
    fn element(&mut self, name: &str, class: &str, content: &str) {
        let _ = write!(self.text, "<{name} class=\"{class}\">");
        self.text.push_str(&markup::text(content));
        let _ = write!(self.text, "</{name}>");
    }
}

impl Pen for XhtmlPen {
    fn begin(&mut self, paragraph: Paragraph) {
        self.text.push_str(match paragraph {
            Paragraph::Main => "<p class=\"main\">",
            Paragraph::Comment => "<p>",
            Paragraph::Variation => "<p class=\"variation\">",
        });
    }

    fn source(&mut self) -> &mut String {
        &mut self.text
    }

    fn space(&mut self) {
        self.text.push(' ');
    }

    /// A word that is not broken: in an element of its own where a line could end inside it.
    fn word(&mut self, word: &str) {
        if word.contains(['-', ' ', '–']) {
            self.element("span", "move", word);
        } else {
            self.text.push_str(&markup::text(word));
        }
    }

    fn hard_space(&mut self) {
        self.text.push('\u{a0}');
    }

    fn comment(&mut self, text: &str, paragraph: Paragraph) {
        if paragraph == Paragraph::Main {
            self.element("span", "comment", text);
        } else {
            self.text.push_str(&markup::text(text));
        }
    }

    fn unread(&mut self, words: &str) {
        self.element("span", "unread", words);
    }

    fn end(&mut self, _: Paragraph) {
        self.text.push_str("</p>\n");
    }

    fn board(&mut self, diagram: &Diagram, caption: Option<&str>) {
        let mut diagram = diagram.clone();
        diagram.title = caption.unwrap_or_default().to_owned();
        self.text.push_str("<figure>");
        // A page may have thousands of boards: their pieces are defined by the first of them.
        let definitions = if self.boards == 0 { Definitions::Shared } else { Definitions::Earlier };
        let svg = diagram.svg().theme(self.theme).id_prefix("b").definitions(definitions);
        let _ = write!(self.text, "{svg}");
        self.boards += 1;
        if let Some(caption) = caption {
            self.text.push_str("<figcaption>");
            self.text.push_str(&markup::text(caption));
            self.text.push_str("</figcaption>");
        }
        self.text.push_str("</figure>\n");
    }
}

/// An EPUB being written.
#[derive(Debug)]
pub(super) struct Package<W> {
    zip: Zip<W>,
    language: &'static str,
    /// Entries of the manifest, the spine and the contents.
    manifest: String,
    spine: String,
    contents: String,
    /// Of everything that is written, so that another book has another name.
    hash: u128,
}

impl<W: Write> Package<W> {
    pub(super) fn begin(book: &Book, out: W) -> io::Result<Self> {
        let mut package = Self {
            zip: Zip::new(out),
            language: book.language.code(),
            manifest: String::new(),
            spine: String::new(),
            contents: String::new(),
            hash: 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d,
        };
        package.zip.store("mimetype", "application/epub+zip")?;
        package.zip.deflate("META-INF/container.xml", &[CONTAINER])?;
        package.zip.deflate("book/style.css", &[STYLE, if book.eval_plot { PLOT } else { "" }])?;
        package.manifest.push_str("<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n");
        package.hash(&format!("{}\n{}\n", book.title, book.author));
        if !book.title.is_empty() {
            let mut body = String::from("<section class=\"titlepage\" epub:type=\"titlepage\"><h1>");
            body.push_str(&markup::text(&book.title));
            body.push_str("</h1>\n<p>");
            body.push_str(&markup::text(&book.author));
            body.push_str("</p></section>\n");
            package.page("title", &book.title, (&body, ""), "")?;
        }
        Ok(package)
    }

    fn hash(&mut self, text: &str) {
        for byte in text.bytes() {
            self.hash = (self.hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }

    /// Writes a page and puts it into manifest and spine. The body comes in two parts, since one of them may be large.
    fn page(&mut self, id: &str, title: &str, body: (&str, &str), properties: &str) -> io::Result<()> {
        let head = head(self.language, title);
        let page = [head.as_str(), body.0, body.1, END];
        page.iter().for_each(|part| self.hash(part));
        self.zip.deflate(&format!("book/{id}.xhtml"), &page)?;
        let _ = writeln!(
            self.manifest,
            "<item id=\"{id}\" href=\"{id}.xhtml\" media-type=\"application/xhtml+xml\"{properties}/>"
        );
        let _ = writeln!(self.spine, "<itemref idref=\"{id}\"/>");
        Ok(())
    }

    fn entry(&mut self, id: &str, title: &str) {
        let _ = write!(self.contents, "<li><a href=\"{id}.xhtml\">");
        self.contents.push_str(&markup::text(title));
        self.contents.push_str("</a></li>\n");
    }

    pub(super) fn add(&mut self, number: u64, chapter: &Chapter) -> io::Result<()> {
        let id = format!("g{number}");
        let title = format!("{number}. {}, {}", chapter.entry.title(), chapter.entry.result);
        let heading = format!("<h1><span class=\"number\">{number}</span> ");
        let properties = if chapter.has_boards { " properties=\"svg\"" } else { "" };
        self.page(&id, &title, (&heading, &chapter.text), properties)?;
        self.entry(&id, &title);
        Ok(())
    }

    pub(super) fn finish(mut self, book: &Book, tables: &[BookTable], index: &Index) -> io::Result<W> {
        let mut appendix = |id: &str, title: &str, content: String| {
            self.page(id, title, (&format!("<h1>{title}</h1>\n"), &content), "")?;
            self.entry(id, title);
            Ok::<(), io::Error>(())
        };
        if !tables.is_empty() {
            let mut content = String::new();
            tables.iter().for_each(|table| write_table(table, &mut content));
            appendix("crosstable", "Crosstable", content)?;
        }
        if book.index && index.players().len() > 0 {
            let mut content = String::from(
                "<p>The numbers are those of games; <b>bold</b> with White, <i>italic</i> with Black.</p>\n",
            );
            list(index.players().map(|(name, places)| (name.to_owned(), places)), &mut content);
            appendix("players", "Players", content)?;
        }
        if book.index && index.openings().len() > 0 {
            let mut content = String::new();
            list(index.openings().map(|(names, places)| (names.join(" "), places)), &mut content);
            appendix("openings", "Openings", content)?;
        }
        let title = if book.title.is_empty() { NO_TITLE } else { &book.title };
        if self.contents.is_empty() {
            // Lists of contents and pages may not be empty.
            self.page("empty", title, ("<p>There is no game.</p>\n", ""), "")?;
            self.entry("empty", title);
        }
        let contents = std::mem::take(&mut self.contents);
        let nav = "<nav epub:type=\"toc\" role=\"doc-toc\" id=\"toc\"><h1>Contents</h1>\n<ol>\n";
        let page = [&head(self.language, "Contents"), nav, &contents, "</ol></nav>\n", END];
        self.zip.deflate("book/nav.xhtml", &page)?;
        self.zip.deflate("book/package.opf", &[&self.package(book, title)])?;
        self.zip.finish()
    }

    /// The package document. Its dates are fixed, so that equal games make equal books.
    fn package(&self, book: &Book, title: &str) -> String {
        // A UUID of version 8, whose other bits are free.
        let bits = self.hash & !(0xf << 76 | 0x3 << 62) | 0x8 << 76 | 0x2 << 62;
        let hex = format!("{bits:032x}");
        let uuid = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-");
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" \
             unique-identifier=\"id\" xml:lang=\"{0}\">\n<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
             <dc:identifier id=\"id\">urn:uuid:{uuid}</dc:identifier>\n<dc:language>{0}</dc:language>\n<dc:title>",
            self.language
        );
        out.push_str(&markup::text(title));
        out.push_str("</dc:title>\n");
        if !book.author.is_empty() {
            out.push_str("<dc:creator>");
            out.push_str(&markup::text(&book.author));
            out.push_str("</dc:creator>\n");
        }
        out.push_str(
            "<meta property=\"dcterms:modified\">2000-01-01T00:00:00Z</meta>\n\
             <meta property=\"schema:accessMode\">textual</meta>\n<meta property=\"schema:accessMode\">visual</meta>\n\
             <meta property=\"schema:accessModeSufficient\">textual</meta>\n\
             <meta property=\"schema:accessibilityFeature\">alternativeText</meta>\n\
             <meta property=\"schema:accessibilityFeature\">tableOfContents</meta>\n\
             <meta property=\"schema:accessibilityHazard\">none</meta>\n\
             <meta property=\"schema:accessibilitySummary\">Diagrams have their positions in words.</meta>\n\
             </metadata>\n<manifest>\n\
             <item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n",
        );
        out.push_str(&self.manifest);
        out.push_str("</manifest>\n<spine>\n");
        // The first page is the title, if there is one.
        let (first, rest) = match book.title.is_empty() {
            true => ("", self.spine.as_str()),
            false => self.spine.split_at(self.spine.find('\n').map_or(0, |at| at + 1)),
        };
        out.push_str(first);
        if book.index {
            out.push_str("<itemref idref=\"nav\"/>\n");
        }
        out.push_str(rest);
        out.push_str("</spine>\n</package>\n");
        out
    }
}

/// The end of a page.
const END: &str = "</body>\n</html>\n";

/// A page up to its body.
fn head(language: &str, title: &str) -> String {
    let mut head = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
         xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"{language}\" xml:lang=\"{language}\">\n<head><title>"
    );
    head.push_str(&markup::text(title));
    head.push_str("</title><link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/></head>\n<body>\n");
    head
}

/// An index.
fn list<'a>(entries: impl Iterator<Item = (String, &'a [Place])>, out: &mut String) {
    out.push_str("<ul class=\"index\">\n");
    for (name, places) in entries {
        out.push_str("<li>");
        out.push_str(&markup::text(&name));
        for (at, (number, color)) in places.iter().enumerate() {
            let class = match color {
                Some(Color::White) => " class=\"white\"",
                Some(Color::Black) => " class=\"black\"",
                None => "",
            };
            let separator = if at > 0 { ", " } else { " " };
            let _ = write!(out, "{separator}<a{class} href=\"g{number}.xhtml\">{number}</a>");
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
}

fn write_table(table: &BookTable, out: &mut String) {
    out.push_str("<div class=\"scrolled\"><table>\n<caption>");
    out.push_str(&markup::text(&table.title));
    out.push_str("</caption>\n<thead><tr>");
    let class = |at: usize| match table.columns.get(at) {
        Some((_, true)) => " class=\"left\"",
        _ => "",
    };
    for (at, (head, _)) in table.columns.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>", class(at));
        out.push_str(&markup::text(head));
        out.push_str("</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>", class(at));
            out.push_str(&markup::text(cell));
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    for note in &table.notes {
        out.push_str("<p>");
        out.push_str(&markup::text(note));
        out.push_str("</p>\n");
    }
}
