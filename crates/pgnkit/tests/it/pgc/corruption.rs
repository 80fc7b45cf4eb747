//! Every byte changed, every end cut off: faults are reported, and everything before them is kept.

use pgnkit::pgc::{Dialect, Reader};
use pgnkit::syntax::{Code, Collect, Diagnostic, Severity};
use pgnkit::{Checker, Replayer};

use super::{GAMES, coded, faults, read, recoded, records};

fn samples() -> [(Dialect, Vec<u8>); 2] {
    [Dialect::Standard, Dialect::Pgn2pgc].map(|dialect| (dialect, coded(GAMES, dialect)))
}

fn assert_spans_in(file: &[u8], found: &[Diagnostic]) {
    for one in found {
        let spans = std::iter::once(one.span).chain(one.labels.iter().map(|label| label.span));
        for span in spans {
            assert!(span.start <= span.end && span.end <= file.len(), "{one:?}");
        }
        assert!(!one.message.is_empty());
    }
}

/// What a byte is changed to: what means something as a marker, an ordinal or a length in the samples, and of the others
/// one in eight, not the same ones at each place; all with `PROPTEST_CASES` in the environment.
fn values(at: usize) -> impl Iterator<Item = u8> {
    let all = std::env::var_os("PROPTEST_CASES").is_some();
    (0..=255).filter(move |&value| all || value < 40 || (usize::from(value) + at).is_multiple_of(8))
}

#[test]
fn every_byte_as_every_other() {
    for (dialect, sample) in samples() {
        let (whole, _) = read(&sample);
        let mut silent = Vec::new();
        for at in 0..sample.len() {
            let before = whole.iter().take_while(|game| game.end.span.end <= at).count();
            for value in values(at) {
                let mut file = sample.clone();
                file[at] = value;
                let (games, found) = read(&file);
                assert_spans_in(&file, &found);
                assert!(games.len() >= before, "byte {at} as {value}");
                assert_eq!(games[..before], whole[..before], "byte {at} as {value}");
                // The effect of a changed byte is found after it, or in its own record or game.
                let first = whole.get(before).map_or(sample.len(), |game| game.end.span.start);
                let is_early = |one: &&Diagnostic| one.span.end <= first.min(at);
                assert_eq!(faults(&found).into_iter().find(is_early), None, "byte {at} as {value}");
                // Silence is right only where the bytes are a file that says something else.
                if faults(&found).is_empty() {
                    let again = recoded(&file, dialect);
                    let [again, file] = [again, file].map(|file| {
                        // The roster of the other dialect has no markers, so only all of it can be compared.
                        if dialect == Dialect::Standard { records::normal(&file) } else { vec![file] }
                    });
                    let is_same =
                        again == file || dialect == Dialect::Pgn2pgc && differs_in_form(&again[0], &file[0]);
                    if !is_same {
                        silent.push((at, sample[at], value));
                    }
                }
            }
        }
        assert_eq!(silent, [], "bytes whose change is not reported, in {sample:x?}");
    }
}

/// Whether one file has what the other has in another form: tags in another order, noops, a sequence in two.
fn differs_in_form(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(|file| {
        let (games, _) = read(file);
        games.into_iter().map(|game| game.text).collect::<Vec<_>>()
    });
    one == other
}

#[test]
fn every_end_cut_off() {
    for (_, sample) in samples() {
        let (whole, _) = read(&sample);
        let seams: Vec<usize> = whole.iter().map(|game| game.end.span.end).chain([0]).collect();
        for length in 0..sample.len() {
            let (games, found) = read(&sample[..length]);
            assert_spans_in(&sample[..length], &found);
            let before = whole.iter().filter(|game| game.end.span.end <= length).count();
            assert_eq!(games[..before], whole[..before], "{length} bytes");
            let reported = faults(&found);
            assert_eq!(reported.is_empty(), seams.contains(&length), "{length} bytes: {reported:?}");
            let is_cut = |one: &&Diagnostic| {
                matches!(one.code, Code::TruncatedRecord | Code::UnclosedGame | Code::UnknownMarker)
            };
            assert!(reported.is_empty() || reported.iter().any(is_cut), "{length} bytes: {reported:?}");
        }
    }
}

/// The way of the checks sees the same games, whatever the bytes.
#[test]
fn checking_sees_what_reading_sees() {
    for (_, sample) in samples() {
        for at in 0..sample.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut file = sample.clone();
                file[at] ^= change;
                let (games, _) = read(&file);
                let (mut checker, mut reader) = (Checker::new(), Reader::new(&file));
                let mut found = Collect::default();
                let ends: Vec<_> =
                    std::iter::from_fn(|| checker.check_pgc(&mut reader, &mut found)).collect();
                assert_eq!(
                    ends,
                    games.iter().map(|game| game.end).collect::<Vec<_>>(),
                    "byte {at} ^ {change}"
                );
                assert_spans_in(&file, &found);
            }
        }
    }
}

/// What is said of a game as a whole is said at its marker, also where it has nothing else.
#[test]
fn what_is_missing_is_told_at_the_marker() {
    let file = b"\x08\x05\x06\x05\x09\x08\x03\x01\x0d\x09\x06";
    let (mut checker, mut reader, mut found) = (Checker::new(), Reader::new(file), Collect::default());
    while checker.check_pgc(&mut reader, &mut found).is_some() {}
    let missing = found.iter().filter(|one| one.code == Code::MissingRosterTag);
    assert_eq!(missing.map(|one| one.span.start).collect::<Vec<_>>(), [1, 3]);
}

/// What was read of a damaged file is a game as any other.
#[test]
fn what_is_left_can_be_written() {
    for (_, sample) in samples() {
        for length in 0..sample.len() {
            for game in read(&sample[..length]).0 {
                let mut found = Collect::default();
                while Replayer::new(game.text.as_bytes()).read_game(&mut (), &mut found).is_none() {}
                assert!(found.iter().all(|one| one.severity < Severity::Error), "{found:?}");
            }
        }
    }
}
