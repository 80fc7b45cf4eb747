//! Diagnostics of the records of each file, and whether they survive canonical writing.

use std::collections::BTreeMap;
use std::io;

use corpus::CorpusFile;
use pgnkit::epd::{Epd, Opcode, Reader};
use pgnkit::syntax::{AtLevel, Code, Collect, Level, Severity};

/// Faults that writing cannot fix: of content, not of form.
const INHERENT: [Code; 17] = [
    Code::IllegalMove,
    Code::AmbiguousMove,
    Code::NullMove,
    Code::LaxFen, // too many pieces
    Code::NonAsciiToken,
    Code::TokenTooLong,
    Code::InvalidOpcode,
    Code::UnusualOpcode,
    Code::PrivateOpcode,
    Code::OperandCount,
    Code::OperandType,
    Code::OperandOutOfRange,
    Code::InvalidMateDistance,
    Code::EvaluationContradictsBoard,
    Code::MissingSuppliedMove,
    Code::ContradictingOperations,
    Code::AvoidedBestMove,
];

/// The records of a file by what is wrong with them.
#[derive(Default)]
struct Summary {
    clean: usize,
    warned: usize,
    /// With errors, among them `lost`.
    invalid: usize,
    /// Those that give no position.
    lost: usize,
    kinds: BTreeMap<&'static str, usize>,
    failures: Vec<String>,
}

/// Prints a line for each file; whether all records survive.
pub fn check(files: &[CorpusFile], details: bool) -> io::Result<bool> {
    println!("{:<45} {:>7} {:>7} {:>7} {:>7} {:>5}", "file", "records", "clean", "warned", "invalid", "lost");
    let mut failures = 0;
    for file in files {
        let summary = summary(&file.read()?, details);
        let Summary { clean, warned, invalid, lost, .. } = summary;
        let records = clean + warned + invalid;
        println!("{:<45} {records:>7} {clean:>7} {warned:>7} {invalid:>7} {lost:>5}", file.name);
        let kinds: Vec<_> = summary.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        if !kinds.is_empty() {
            println!("    {}", kinds.join(", "));
        }
        for failure in &summary.failures {
            println!("    FAILED: {failure}");
        }
        failures += summary.failures.len();
    }
    println!("records: {failures} do not survive writing");
    Ok(failures == 0)
}

fn summary(text: &[u8], details: bool) -> Summary {
    let mut summary = Summary::default();
    let mut reader = Reader::new(text);
    loop {
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let Some(record) = reader.read_record(&mut found) else { break };
        let line = String::from_utf8_lossy(record.span.of(text));
        match found.sink.iter().map(|one| one.severity).max() {
            Some(Severity::Error) => {
                summary.invalid += 1;
                for one in found.sink.iter().filter(|one| details && one.severity == Severity::Error) {
                    println!("{line}\n    {}: {}", one.code.name(), one.message);
                }
            }
            Some(Severity::Warning) => summary.warned += 1,
            _ => summary.clean += 1,
        }
        for one in &found.sink {
            *summary.kinds.entry(one.code.name()).or_default() += 1;
        }
        match record.epd {
            Some(epd) => summary.failures.extend(failure(&epd).map(|why| format!("{why}: {line}"))),
            None => summary.lost += 1,
        }
    }
    summary
}

/// Faults of a record that was written and read back.
fn failure(epd: &Epd) -> Option<String> {
    let text = epd.to_string();
    let mut found = AtLevel { level: Level::Export, sink: Collect::default() };
    let again = Reader::new(text.as_bytes()).read_record(&mut found).and_then(|record| record.epd);
    let Some(again) = again else { return Some("cannot be read back".to_owned()) };
    if again != in_order(epd) {
        return Some(format!("is read back as {again}"));
    }
    if again.to_string() != text {
        return Some(format!("is written otherwise the second time: {text}"));
    }
    let left = found.sink.iter().find(|one| !INHERENT.contains(&one.code))?;
    Some(format!("{} is left in {text}", left.code.name()))
}

/// The record with its operations, and those operands whose order means nothing, in ASCII order.
fn in_order(epd: &Epd) -> Epd {
    let mut operations = epd.operations().to_vec();
    operations.sort_by(|a, b| a.opcode.cmp(&b.opcode));
    let mut ordered = Epd::new(epd.position(), epd.mode());
    for mut operation in operations {
        if matches!(operation.opcode, Opcode::Am | Opcode::Bm) {
            operation.operands.sort_by_key(ToString::to_string);
        }
        ordered.set(operation);
    }
    ordered
}
