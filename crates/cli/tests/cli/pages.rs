//! What `pgn check` shows for the bad example of each diagnostic's page: one snapshot for each format holds all.

use pgnkit::syntax::Severity;

use crate::formats::{FORMATS, normal};
use crate::rig::{Dir, snapshot};
use page::Page;

#[path = "../../../pgnkit/tests/it/pages/page.rs"]
#[expect(dead_code, reason = "the other parts are tested in crates/pgnkit")]
pub mod page;

#[test]
fn the_examples_of_all_pages() {
    for format in FORMATS {
        let mut all = String::new();
        // What is found where something is written, no check finds.
        for page in Page::all().filter(|page| !page.format.contains('-')) {
            let file = format!("bad.{}", page.format);
            let dir = Dir::with(&file, &page.bad);
            let level = page.code.level().as_str();
            let args = ["check", "-q", "--notes", "--level", level, "--format", format, &file];
            let status = i32::from(page.code.severity() == Severity::Error);
            let ran = dir.pgn(&args).status(status);
            let shown = normal(format, ran.out().trim_end());
            all += &format!("=== {} {}\n\n{shown}\n\n", page.code, page.code.name());
        }
        snapshot(&format!("pages-{format}"), &all);
    }
}
