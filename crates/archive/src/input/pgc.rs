//! PGC: games in binary coding.

use pgnkit::GameBuilder;
use pgnkit::pgc::{self, Reader};
use pgnkit::syntax::{Ignore, Sink, Span};

use super::{Access, EntryReader, InputFormat, Kind, Locations, ReadOptions, Sniff, StreamFormat, Target};
use crate::blocks::BlockView;
use crate::blocks::SplitPoints;
use crate::entry::Title;

/// Games in binary coding (section 20).
#[derive(Clone, Copy, Debug, Default)]
pub struct Pgc;

impl InputFormat for Pgc {
    fn name(&self) -> &'static str {
        "pgc"
    }

    fn summary(&self) -> &'static str {
        "Games in binary coding"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pgc"]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if pgc::begins_file(head) { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn locations(&self) -> Locations {
        Locations::Offsets
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it holds games in binary coding, which are in no export format")
    }

    fn title(&self, entry: &[u8]) -> Title {
        let mut builder = GameBuilder::new();
        let _ = Reader::new(entry).read_into(&mut builder, &mut Ignore);
        Title::of_game(|name| builder.game().tag(name).map(str::to_owned))
    }

    fn append_reject(&self, stretch: &[u8], _entry: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(stretch);
    }
}

impl StreamFormat for Pgc {
    fn split(&self) -> SplitPoints {
        SplitPoints::Whole { all: pgc::whole_games, first: pgc::whole_game }
    }

    fn open<'b>(&self, block: &BlockView<'b>, _options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Box::new(Games { reader: Reader::new(block.bytes), saved: None })
    }
}

struct Games<'b> {
    reader: Reader<'b>,
    saved: Option<pgc::Place<'b>>,
}

impl EntryReader for Games<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        let reader = &mut self.reader;
        let end = match target {
            Target::Build(buffer) => reader.read_into(&mut buffer.builder, sink),
            Target::Check(checker) => checker.check_pgc(reader, sink),
            Target::Export(exporter) => reader.read_into(exporter.builder(), sink),
            Target::Visit(visitor) => reader.read_game(visitor, sink),
        };
        end.map(|end| end.span)
    }

    fn consumed(&self) -> usize {
        self.reader.consumed()
    }

    fn save(&mut self) {
        self.saved = Some(self.reader.place());
    }

    fn restore(&mut self) {
        if let Some(place) = self.saved.take() {
            self.reader.go_back_to(place);
        }
    }

    /// A nested game begins inside the one before.
    fn can_pause(&self) -> bool {
        !self.reader.is_nested()
    }

    fn unread(&self) -> Option<Span> {
        self.reader.unread()
    }
}
