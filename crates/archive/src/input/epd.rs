//! EPD: positions with operations, one a line.

use pgnkit::epd::RecordFormat;

use super::{EntryReader, InputFormat, Kind, ReadOptions, Sniff, append_line, records};
use crate::blocks::SplitPoints;
use crate::findings::Title;
use crate::pipeline::BlockView;

/// Positions with operations, one a line (section 16.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct Epds;

impl InputFormat for Epds {
    fn name(&self) -> &'static str {
        "epd"
    }

    fn summary(&self) -> &'static str {
        "Positions with operations, one a line"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["epd"]
    }

    fn holds(&self) -> Kind {
        Kind::Positions
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if records::sniff(head) == Some(RecordFormat::Epd) { Sniff::Likely } else { Sniff::No }
    }

    fn split(&self) -> SplitPoints {
        SplitPoints::Lines
    }

    fn open<'b>(&self, block: &BlockView<'b>, _options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        records::open(block, self.record_format())
    }

    fn title(&self, entry: &[u8]) -> Title {
        records::title(entry)
    }

    fn append_reject(&self, _stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        append_line(entry, out);
    }

    fn record_format(&self) -> RecordFormat {
        RecordFormat::Epd
    }
}
