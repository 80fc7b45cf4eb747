//! Folders, missing tables, and files that are damaged.

use std::fs;
use std::path::Path;

use pgnkit_tablebases::{TablebaseError, Tablebases, Wdl};

use crate::{folder, position};

fn copy(names: &[&str], to: &Path) {
    for name in names {
        fs::copy(folder().join(name), to.join(name)).unwrap();
    }
}

#[test]
fn several_folders_are_one() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    copy(&["KQvK.rtbw", "KRvK.rtbw", "KRvK.rtbz"], first.path());
    copy(&["KQvK.rtbz", "KBvK.rtbw", "KNvK.rtbw"], second.path());
    fs::write(second.path().join("README.txt"), "no table").unwrap();
    // The second one of a name is not looked at.
    fs::write(second.path().join("KRvK.rtbw"), "no table").unwrap();
    let tables = Tablebases::open([first.path(), second.path()]).unwrap();
    assert_eq!(tables.max_men(), 3);
    assert_eq!(
        tables.tables().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        "KBvK KNvK KQvK KRvK"
    );
    assert_eq!(tables.missing(3).join(" "), "KBvK.rtbz KNvK.rtbz KPvK.rtbw KPvK.rtbz");
    assert_eq!(tables.missing(4).len(), 64);
    assert_eq!(tables.missing(99).len(), 2 * 1511 - 6);

    let queen = tables.probe(&position("8/2k5/8/8/8/8/8/KQ6 b - - 0 1")).unwrap().unwrap();
    assert_eq!(queen.dtz.unwrap().plies, -18);
    assert_eq!(tables.probe(&position("7k/8/8/8/4P3/4K3/8/8 w - - 0 1")).unwrap(), None);
}

#[test]
fn without_distances_there_are_outcomes() {
    let folder = tempfile::tempdir().unwrap();
    copy(&["KRvK.rtbw"], folder.path());
    let tables = Tablebases::open([folder.path()]).unwrap();
    let start = position("8/8/8/3k4/8/8/8/KR6 w - - 4 9");
    let found = tables.probe(&start).unwrap().unwrap();
    assert_eq!((found.wdl, found.dtz, found.category.name()), (Wdl::Win, None, "maybe-win"));
    assert_eq!(tables.probe_dtz(&start).unwrap(), None);
    assert_eq!(tables.probe(&start.with_clocks(0, 1)).unwrap().unwrap().category.name(), "win");
    // Nothing is said of a win that may be none.
    assert_eq!(tables.outcome_changes(&start, []).unwrap().verdict, None);
}

#[test]
fn folders_without_tables_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let error = Tablebases::open([folder.path()]).unwrap_err();
    assert!(matches!(error, TablebaseError::NoTables(_)));
    let path = folder.path().display();
    assert_eq!(error.to_string(), format!("expected Syzygy tables such as KRvK.rtbw, found none in {path}"));
    let error = Tablebases::open([folder.path().join("none")]).unwrap_err();
    assert!(matches!(error, TablebaseError::Io { .. }));
    assert!(
        Tablebases::open(<[&Path; 0]>::default())
            .unwrap_err()
            .to_string()
            .ends_with("found none in no folder")
    );
}

#[test]
fn a_damaged_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("KRvK.rtbw");
    let whole = fs::read(crate::folder().join("KRvK.rtbw")).unwrap();
    let start = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    for (bytes, message) in [
        (&whole[..whole.len() - 16], "expected a whole table, found one whose end is damaged; copy it again"),
        (&whole[..20], "expected a whole table, found one whose head is damaged; copy it again"),
        (&whole[..3], "expected a Syzygy table of standard chess, found another file"),
        (b"<html>404</html>", "expected a Syzygy table of standard chess, found another file"),
    ] {
        fs::write(&path, bytes).unwrap();
        let tables = Tablebases::open([folder.path()]).unwrap();
        let error = tables.probe(&start).unwrap_err();
        assert_eq!(error.to_string(), format!("{}: {message}", path.display()));
    }
    // The next one is read anew: an error is not kept.
    let tables = Tablebases::open([folder.path()]).unwrap();
    assert!(tables.probe(&start).is_err());
    fs::write(&path, whole).unwrap();
    assert!(tables.probe(&start).unwrap().is_some());
}
