//! What `pgn check` shows for the bad example of each diagnostic's page: one snapshot holds all, for each format.

use crate::rig::{Dir, snapshot};
use page::Page;

#[path = "../../../pgnkit/tests/pages/page.rs"]
#[expect(dead_code, reason = "the other parts are tested in crates/pgnkit")]
mod page;

#[test]
fn the_examples_of_all_pages() {
    for format in ["text", "concise"] {
        let mut all = String::new();
        for page in Page::all() {
            let dir = Dir::with("bad.pgn", &page.bad);
            let level = page.code.level().as_str();
            let ran = dir.pgn(&["check", "-q", "--notes", "--level", level, "--format", format, "bad.pgn"]);
            let status = i32::from(page.severity == "error");
            all += &format!(
                "=== {} {}\n\n{}\n",
                page.code,
                page.code.name(),
                ran.status(status).out().trim_end()
            );
            all.push('\n');
        }
        snapshot(&format!("pages-{format}"), &all);
    }
}
