//! The loop over the entries of a block: the only one there is, whatever the form of the input and the task.

use std::ops::Range;

use pgnkit::syntax::{Severity, Span};

use crate::blocks::SplitPoints;
use crate::blocks::{BlockOutcome, BlockView};
use crate::entry::Locations;
use crate::findings::{Done, FindingFilter, Findings, Firsts};
use crate::input::{EntryBuf, EntryReader, InputFormat, Pgn, ReadOptions, Target};
use crate::select::{Choice, EntrySelector};
use crate::task::{At, Task};

/// Findings of a block that are held before they are shown: some megabytes. A text without tag pairs is one block,
/// however long it is, and may have millions.
const MAX_HELD: usize = 10_000;

/// Treatment of entries with errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnError {
    /// It is kept: its legal moves, and the unread rest so that it can be read again.
    #[default]
    Keep,
    /// Its bytes are kept as they are, and those outside games, too, where the output is text of the form of the input;
    /// elsewhere as [`Keep`](Self::Keep). Games that cannot be written without a loss are kept likewise.
    Leave,
    /// It is left out.
    Drop,
    /// The run ends before it.
    Stop,
}

/// The rules by which entries are worked.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntryRules {
    pub(crate) read: ReadOptions,
    pub(crate) on_error: OnError,
    /// Whether the original bytes of entries with errors are kept.
    pub(crate) rejects: bool,
    /// Whether a block is worked to its end, however much is found in it.
    pub(crate) whole_blocks: bool,
}

/// Works through the entries of a block.
pub(crate) fn work<'t, T: Task>(
    rules: &EntryRules,
    filter: &FindingFilter,
    task: &'t T,
    format: &'static dyn InputFormat,
    block: &BlockView<'_>,
    scratch: &mut T::Scratch<'t>,
    mut selector: Option<&mut EntrySelector<'_>>,
) -> BlockOutcome<Done<T::Out>> {
    let mut reader = format.open(block, &rules.read);
    let mut findings = Findings::new(block, format, &rules.read, filter, task.wants_located());
    let mut done = Done { value: task.begin_block(format, block), ..Done::default() };
    // Only blocks of text may end inside an entry.
    let is_whole = block.is_last || !matches!(format.split(), Some(SplitPoints::Games));
    let is_records = block.records.is_some();
    // The text of a record, where somebody looks at it.
    let mut text = Vec::new();
    let mut paused = false;
    let mut end_of_entries = 0;
    let mut number = 0;
    let mut is_last_chosen = true;
    while !paused {
        let start = reader.consumed();
        let leaves = rules.on_error == OnError::Leave;
        if let Some(selector) = &mut selector {
            match selector.choose(&mut *reader, format, block.bytes) {
                // Text after the last entry goes where that entry goes.
                None if !is_last_chosen => break,
                None | Some(Choice::Take) => {}
                Some(Choice::Pass(span)) => {
                    end_of_entries = reader.consumed();
                    number += 1;
                    let stretch_span = Span::new(start, end_of_entries);
                    let stretch = if is_records { &[] } else { stretch(block.bytes, start..end_of_entries) };
                    let (has_errors, located) = (false, &[][..]);
                    let at = At {
                        format,
                        block,
                        span,
                        number,
                        stretch,
                        stretch_span,
                        leaves,
                        has_errors,
                        located,
                    };
                    task.pass(scratch, &at, &mut done.value, &mut done.account);
                    selector.count(false, 1);
                    done.account.count_entry(format.holds());
                    done.account.passed += 1;
                    is_last_chosen = false;
                    continue;
                }
                Some(Choice::End) => {
                    done.is_past = true;
                    break;
                }
            }
        }
        findings.begin_entry(start);
        let Some(span) = reader.read(task.target(scratch, format), &mut findings) else {
            if is_whole {
                findings.end_of_text();
            }
            break;
        };
        let end = reader.consumed();
        end_of_entries = end;
        let lost = reader.lost();
        number += lost.max(1);
        if let Some(selector) = &mut selector {
            selector.count(true, lost.max(1));
            is_last_chosen = true;
        }
        text.clear();
        if is_records && (task.wants_text(format) || findings.waits()) {
            reader.write_text(&mut text);
        }
        if lost > 0 {
            findings.end_of_entry(span, Some(&text));
            findings.skip(lost - 1);
            done.account.count_lost(format.holds(), lost);
            if rules.on_error == OnError::Stop {
                done.stopped = true;
                break;
            }
            continue;
        }
        let entry_text = is_records.then_some(&text[..]);
        let stretch = entry_text.unwrap_or_else(|| stretch(block.bytes, start..end));
        let stretch_span = Span::new(start, end);
        let mut located_apart = Vec::new();
        match task.target(scratch, format) {
            Target::Build(EntryBuf { located, recorded, .. }) => {
                *located = findings.take_located(span, entry_text);
                recorded.clear();
                recorded.extend_from_slice(reader.recorded());
            }
            Target::Check(_) | Target::Export(_) | Target::Visit(_) => {
                located_apart = findings.take_located(span, entry_text);
            }
        }
        let located = &located_apart[..];
        let has_errors = findings.have_error();
        let at = At { format, block, span, number, stretch, stretch_span, leaves, has_errors, located };
        let mut text_for_look = Vec::new();
        let entry_text = if is_records {
            // What is found out now is about the whole record, and counts from the beginning of its text.
            task.look(scratch, &At { span: Span::default(), ..at }, &mut findings);
            if text.is_empty() && findings.waits() {
                reader.write_text(&mut text_for_look);
            }
            Some(if text.is_empty() { &text_for_look[..] } else { &text[..] })
        } else {
            task.look(scratch, &at, &mut findings);
            None
        };
        let worst = findings.end_of_entry(span, entry_text);
        paused = !rules.whole_blocks && findings.len() >= MAX_HELD && reader.can_pause();
        done.account.count_entry(format.holds());
        done.account.with_warnings += u64::from(worst == Some(Severity::Warning));
        if worst == Some(Severity::Error) {
            done.account.with_errors += 1;
            if rules.rejects {
                let entry = entry_text.unwrap_or_else(|| span.of(block.bytes));
                format.append_reject(stretch, entry, &mut done.rejects);
            }
            match rules.on_error {
                OnError::Keep => {}
                OnError::Leave => {
                    task.leave(scratch, &at, &mut done.value, &mut done.account);
                    continue;
                }
                OnError::Drop => {
                    done.account.dropped += 1;
                    continue;
                }
                OnError::Stop => {
                    done.stopped = true;
                    break;
                }
            }
        }
        task.take(scratch, &at, &mut done.value, &mut done.account);
    }
    task.end_of_entries(scratch, &mut done.value);
    if is_whole && !paused && !done.stopped && !done.is_past && is_last_chosen {
        let rest = outside_entries(format, &*reader, block, end_of_entries);
        let is_blank = rest.trim_ascii().is_empty();
        if rules.rejects && !is_blank {
            format.append_reject(rest, &[], &mut done.rejects);
        }
        if rules.on_error != OnError::Leave {
            task.take_rest(format, block, end_of_entries, &mut done.value, &mut done.account);
        } else {
            task.leave_rest(format, rest, &mut done.value);
        }
    }
    let consumed = if done.is_past {
        // What follows is no part of what was chosen.
        end_of_entries
    } else if is_whole && !paused && !done.stopped {
        block.bytes.len()
    } else if findings.waits() {
        // What was reported after the last game is reported again, with the game it is before.
        end_of_entries
    } else {
        reader.consumed()
    };
    match block.records {
        None => done.account.bytes = consumed as u64,
        Some(records) if block.bytes.len() == records.count() => {
            done.account.bytes = records.bytes();
            done.left_out_before = records.left_out_before();
        }
        // The rest of a block that is counted already.
        Some(_) => {}
    }
    (done.findings, done.candidates) = findings.finish(&mut done.account);
    done.firsts = Firsts::of(block, consumed, format, filter);
    if !done.stopped {
        task.end_of_block(block, consumed, &mut done.value, &mut done.account);
    }
    let outcome = BlockOutcome::new(done, consumed);
    if paused { outcome.paused() } else { outcome }
}

/// What comes after the last entry of an input and belongs to none.
fn outside_entries<'b>(
    format: &dyn InputFormat,
    reader: &dyn EntryReader,
    block: &BlockView<'b>,
    end_of_entries: usize,
) -> &'b [u8] {
    match format.locations() {
        Locations::Offsets => reader.unread().map_or(&[], |unread| unread.of(block.bytes)),
        Locations::Lines => stretch(block.bytes, end_of_entries..block.bytes.len()),
        Locations::Records(_) => &[],
    }
}

fn stretch(bytes: &[u8], range: Range<usize>) -> &[u8] {
    bytes.get(range).unwrap_or_default()
}

/// Works the games of a PGN text in memory; those with errors are left.
pub fn of_text<T: Task>(task: &T, text: &[u8]) -> T::Out
where
    T::Out: Default,
{
    if text.is_empty() {
        return T::Out::default();
    }
    let rules = EntryRules { on_error: OnError::Leave, whole_blocks: true, ..EntryRules::default() };
    let filter = FindingFilter::default();
    work(&rules, &filter, task, &Pgn, &BlockView::whole(text), &mut task.scratch(), None).value.value
}
