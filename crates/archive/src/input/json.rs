//! JSON: games as objects, one a line.

use pgnkit::json::Reader;
use pgnkit::syntax::{Diagnostic, Sink, Span};

use super::{
    Access, EntryReader, InputFormat, Kind, ReadOptions, Recognition, Sniff, StreamFormat, Target,
    append_line, first_line,
};
use crate::blocks::BlockView;
use crate::blocks::SplitPoints;
use crate::entry::Title;

/// Games as JSON, one object a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

impl InputFormat for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn summary(&self) -> &'static str {
        "Games as JSON, one a line"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json", "jsonl", "ndjson"]
    }

    /// Most files with these endings have nothing to do with chess.
    fn recognition(&self) -> Recognition {
        Recognition::NameAndHead(|head| {
            #[cfg(feature = "sites")]
            if super::sites::begins_site(head) {
                return true;
            }
            #[cfg(all(feature = "sites", feature = "databases"))]
            if pgnkit_formats::sites::livechess::begins_other_document(head) {
                return false;
            }
            begins_game(head)
        })
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if first_line(head).is_some_and(begins_object) { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it holds games as JSON, which are in no export format")
    }

    fn title(&self, _entry: &[u8]) -> Title {
        Title::default()
    }

    fn append_reject(&self, _stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        append_line(entry, out);
    }
}

impl StreamFormat for Json {
    fn split(&self) -> SplitPoints {
        SplitPoints::Lines
    }

    fn open<'b>(&self, block: &BlockView<'b>, _options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Box::new(Games { reader: Reader::new(block.bytes), saved: 0 })
    }
}

struct Games<'b> {
    reader: Reader<'b>,
    saved: usize,
}

impl EntryReader for Games<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        let end = match target {
            Target::Build(buffer) => self.reader.read_into(&mut buffer.builder, sink),
            Target::Check(_) => self.reader.read_game(&mut (), sink),
            Target::Export(exporter) => self.reader.read_into(exporter.builder(), sink),
            Target::Visit(visitor) => self.reader.read_game(visitor, sink),
        };
        end.map(|end| end.span)
    }

    fn consumed(&self) -> usize {
        self.reader.consumed()
    }

    fn save(&mut self) {
        self.saved = self.reader.consumed();
    }

    fn restore(&mut self) {
        self.reader.go_back_to(self.saved);
    }

    fn recorded(&self) -> &[Diagnostic] {
        self.reader.recorded()
    }
}

/// Whether a line begins with an object of JSON. A comment of PGN may begin with a quote, too.
fn begins_object(line: &[u8]) -> bool {
    let [b'{', rest @ ..] = line.trim_ascii_start() else { return false };
    match rest.trim_ascii_start() {
        [b'}', rest @ ..] => rest.trim_ascii().is_empty(),
        [b'"', rest @ ..] => {
            let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
            let after = end.and_then(|end| rest[end..].strip_prefix(b"\""));
            after.is_some_and(|after| after.trim_ascii_start().starts_with(b":"))
        }
        _ => false,
    }
}

/// Whether a file begins with a game: an object that has one of the members every game is written with.
fn begins_game(head: &[u8]) -> bool {
    let Some(line) = first_line(head) else { return false };
    let has = |name: &[u8]| {
        let after = memchr::memmem::find(line, name).map(|at| line[at + name.len()..].trim_ascii_start());
        after.is_some_and(|after| after.starts_with(b":"))
    };
    begins_object(line) && (has(b"\"tags\"") || has(b"\"moves\""))
}

#[cfg(test)]
mod tests {
    use super::begins_game;

    #[test]
    fn files_found_in_directories_must_begin_with_a_game() {
        for (head, expected) in [
            ("{\"tags\":[],\"moves\":[],\"result\":\"*\"}\n", true),
            ("\u{feff}\n{ \"moves\": [", true),
            ("{\n  \"name\": \"left-pad\",\n", false),
            ("{\"name\": \"tags\"}", false),
            ("[1]", false),
            ("", false),
        ] {
            assert_eq!(begins_game(head.as_bytes()), expected, "{head}");
        }
    }
}
