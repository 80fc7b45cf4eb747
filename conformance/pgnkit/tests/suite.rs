//! pgnkit passes the suite: every case, in every member of its expectation, but for the parts that are not built yet.

use std::path::Path;

use pgn_conformance::{InProcess, Options, Pending, lint, load, run};

fn suite() -> &'static Path {
    concat!(env!("CARGO_MANIFEST_DIR"), "/..").as_ref()
}

#[test]
fn pgnkit_passes() {
    let pending = Pending::load(concat!(env!("CARGO_MANIFEST_DIR"), "/pending.tsv").as_ref()).unwrap();
    let cases = load(suite()).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let options =
        Options { strict: true, pending: pending.clone(), name: "pgnkit".into(), ..Options::default() };
    let pgnkit = InProcess(|arguments: &[String], input: &[u8]| {
        let (status, output) = pgnkit_conformance::answer(arguments, input);
        (status.into(), output)
    });
    let report = run(&cases, &pgnkit, &options);
    assert_eq!(report.failures().count(), 0, "{report}");
    assert_eq!(pending.stale(&report), [""; 0]);
}

#[test]
fn the_suite_is_in_order() {
    let findings = lint(suite(), &[]);
    assert!(findings.problems.is_empty(), "{:#?}", findings.problems);
}
