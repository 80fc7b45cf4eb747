use super::*;
use crate::blocks::newlines_before;
use proptest::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A game of the toy language: what is between white space and the next `*`. Where it starts, its line, its text.
type Game = (u64, u64, String);

/// Amount of text after a `*` that a toy worker consumes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Greed {
    /// All white space.
    White,
    /// Nothing but a CR, so that it divides CRLF.
    Return,
    /// All white space, and after two games there is a pause.
    Pause,
}

fn toy(block: &BlockView<'_>, greed: Greed) -> BlockOutcome<Vec<Game>> {
    let mut games = Vec::new();
    let mut at = 0;
    let mut consumed = 0;
    let is_white = |byte: &u8| byte.is_ascii_whitespace();
    while at < block.bytes.len() {
        let start = at + block.bytes[at..].iter().take_while(|b| is_white(b)).count();
        let Some(star) = block.bytes[start..].iter().position(|b| *b == b'*') else { break };
        let end = start + star + 1;
        games.push(game(block, start, end));
        let more = match greed {
            Greed::White | Greed::Pause => block.bytes[end..].iter().take_while(|b| is_white(b)).count(),
            Greed::Return => usize::from(block.bytes.get(end) == Some(&b'\r')),
        };
        (at, consumed) = (end + more, end + more);
        if greed == Greed::Pause && games.len() == 2 {
            return BlockOutcome::new(games, consumed).paused();
        }
    }
    if block.is_last {
        let start = at + block.bytes[at..].iter().take_while(|b| is_white(b)).count();
        if start < block.bytes.len() {
            games.push(game(block, start, block.bytes.len()));
        }
    }
    BlockOutcome::new(games, consumed)
}

fn game(block: &BlockView<'_>, start: usize, end: usize) -> Game {
    let text = String::from_utf8_lossy(&block.bytes[start..end]).into_owned();
    (block.offset + start as u64, block.first_line + newlines_before(block.bytes, start), text)
}

fn options(jobs: usize, block_bytes: usize) -> Options {
    Options::default().jobs(jobs).block_bytes(block_bytes)
}

fn run_toy(
    bytes: &[u8],
    is_at_hand: bool,
    jobs: usize,
    block_bytes: usize,
    greed: Greed,
) -> (Vec<Game>, usize) {
    let worked = AtomicUsize::new(0);
    let mut games = Vec::new();
    let end = process_stream(
        ByteStream::new(bytes, SplitPoints::Games).at_hand(is_at_hand),
        &options(jobs, block_bytes),
        || (),
        |block, ()| {
            worked.fetch_add(block.bytes.len(), Ordering::Relaxed);
            toy(block, greed)
        },
        |found| {
            games.extend(found);
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(end.unwrap().is_continue());
    (games, worked.into_inner())
}

fn whole(bytes: &[u8]) -> Vec<Game> {
    if bytes.is_empty() {
        return Vec::new();
    }
    toy(
        &BlockView { bytes, records: None, offset: 0, first_line: 1, first_column: 1, is_last: true },
        Greed::White,
    )
    .value
}

/// A game whose tag section holds empty lines, so that there are false boundaries in it.
const DIVIDED: &str = "[A \"1\"]\n\n[B \"2\"]\n\n[C \"3\"]\n\n1. e4 *\n\n";
const SIMPLE: &str = "[A \"1\"]\n[B \"2\"]\n\n1. e4 *\n\n";

#[test]
fn results_do_not_depend_on_jobs_or_block_size() {
    let one = format!("{SIMPLE}{DIVIDED}{SIMPLE}{DIVIDED}{DIVIDED}[D \"no end\"]\n\n[E \"x\"]\n");
    for text in
        [one.clone(), one.replace('\n', "\r\n"), one.replace('\n', "\r"), String::new(), "x".to_owned()]
    {
        let expected = whole(text.as_bytes());
        // One job reads for itself anyway.
        let jobs = [(1, false), (2, false), (3, false), (4, false), (2, true), (3, true)];
        for (jobs, is_at_hand) in jobs {
            for size in (1..100).chain([1 << 20]) {
                for greed in [Greed::White, Greed::Return, Greed::Pause] {
                    let (games, _) = run_toy(text.as_bytes(), is_at_hand, jobs, size, greed);
                    assert_eq!(games, expected, "{jobs} jobs, {size} bytes, {greed:?}, {text:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_text_gives_the_same_for_any_cut(
        pieces in prop::collection::vec(
            prop::sample::select(vec![SIMPLE, DIVIDED, "\n\n[A \"", "*", "\r\n", "\r", "\n", " ", "x", "[", "*\r\n\r\n[A \"x\"]"]), 0..60),
        jobs in 1usize..5,
        size in 1usize..200,
        greed in prop::sample::select(vec![Greed::White, Greed::Return, Greed::Pause]),
        is_at_hand in any::<bool>(),
    ) {
        let text = pieces.concat();
        prop_assert_eq!(run_toy(text.as_bytes(), is_at_hand, jobs, size, greed).0, whole(text.as_bytes()));
    }
}

#[test]
fn failing_seams_cost_linear_work() {
    for is_at_hand in [false, true] {
        let tags = "[A \"1\"]\n\n";
        let texts = [
            tags.repeat(20_000),
            DIVIDED.repeat(5_000),
            format!("{}*\n\n", tags.repeat(50)).repeat(400),
            format!("{SIMPLE}{}", tags.repeat(20_000)),
        ];
        for text in &texts {
            for (jobs, size) in [(1, 16), (1, 1000), (3, 16), (3, 1000)] {
                for greed in [Greed::White, Greed::Return] {
                    let (games, worked) = run_toy(text.as_bytes(), is_at_hand, jobs, size, greed);
                    assert_eq!(games, whole(text.as_bytes()));
                    assert!(worked <= 5 * text.len(), "{worked} bytes worked for {}", text.len());
                }
            }
        }
    }
}

#[test]
fn good_seams_are_worked_once() {
    for is_at_hand in [false, true] {
        let text = SIMPLE.repeat(1000);
        for jobs in [1, 3] {
            assert_eq!(run_toy(text.as_bytes(), is_at_hand, jobs, 500, Greed::White).1, text.len());
        }
    }
}

#[test]
fn slow_blocks_keep_their_place() {
    for is_at_hand in [false, true] {
        let text: String = (0..60).map(|i| format!("[A \"{i}\"]\n\n*\n\n")).collect();
        let mut seen = Vec::new();
        let end = process_stream(
            ByteStream::new(text.as_bytes(), SplitPoints::Games).at_hand(is_at_hand),
            &options(4, 16),
            || (),
            |block, ()| {
                if block.first_line % 3 == 0 {
                    std::thread::sleep(Duration::from_millis(2));
                }
                BlockOutcome::new(block.offset, block.bytes.len())
            },
            |offset| {
                seen.push(offset);
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(end.unwrap().is_continue());
        assert!(seen.len() > 30 && seen.is_sorted(), "{seen:?}");
    }
}

/// Gives the same text for ever, or fails or panics after `left` bytes, and counts what it gave.
struct Endless<'c> {
    given: &'c AtomicUsize,
    left: usize,
    panics: bool,
}

impl Read for Endless<'_> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            assert!(!self.panics, "the reader panics");
            return Err(io::Error::other("the disk fails"));
        }
        let got = output.len().min(self.left);
        let from = self.given.load(Ordering::Relaxed);
        for (i, byte) in output[..got].iter_mut().enumerate() {
            *byte = SIMPLE.as_bytes()[(from + i) % SIMPLE.len()];
        }
        self.left -= got;
        self.given.fetch_add(got, Ordering::Relaxed);
        Ok(got)
    }
}

#[test]
fn the_sink_can_stop_an_endless_stream() {
    for (jobs, is_at_hand) in [1, 2, 4].into_iter().flat_map(|jobs| [(jobs, false), (jobs, true)]) {
        let given = AtomicUsize::new(0);
        let mut left = 10;
        let reader = Endless { given: &given, left: usize::MAX, panics: false };
        let end = process_stream(
            ByteStream::new(reader, SplitPoints::Games).at_hand(is_at_hand),
            &options(jobs, 256),
            || (),
            |block, ()| BlockOutcome::new((), block.bytes.len()),
            |()| {
                left -= 1;
                if left == 0 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(end.unwrap(), ControlFlow::Break("enough"));
        let most = (10 + 2 * jobs + 2 + 1) * 256;
        assert!(given.into_inner() <= most, "read on after the end");
    }
}

#[test]
fn only_so_many_blocks_exist_at_a_time() {
    for is_at_hand in [false, true] {
        let (jobs, size) = (3, 256);
        let given = AtomicUsize::new(0);
        let mut done = 0;
        let reader = Endless { given: &given, left: 100_000, panics: false };
        let end = process_stream(
            ByteStream::new(reader, SplitPoints::Games).at_hand(is_at_hand),
            &options(jobs, size),
            || (),
            |block, ()| BlockOutcome::new(block.bytes.len(), block.bytes.len()),
            |bytes| {
                let ahead = given.load(Ordering::Relaxed) - done;
                assert!(ahead <= (2 * jobs + 3) * size, "{ahead} bytes ahead");
                done += bytes;
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(end.unwrap_err().to_string(), "the disk fails");
        assert_eq!(done, 100_000, "what was read before the error is worked");
    }
}

#[test]
fn an_error_in_the_first_block_is_reported() {
    for is_at_hand in [false, true] {
        for jobs in [1, 3] {
            for left in [0, 10] {
                let given = AtomicUsize::new(0);
                let mut done = 0;
                let reader = Endless { given: &given, left, panics: false };
                let work = |block: &BlockView<'_>, _: &mut ()| BlockOutcome::new(block.bytes.len(), 0);
                let end = process_stream(
                    ByteStream::new(reader, SplitPoints::Games).at_hand(is_at_hand),
                    &options(jobs, 256),
                    || (),
                    work,
                    |bytes| {
                        done += bytes;
                        ControlFlow::<()>::Continue(())
                    },
                );
                assert_eq!(end.unwrap_err().to_string(), "the disk fails");
                assert_eq!(done, left);
            }
        }
    }
}

#[test]
fn panics_reach_the_caller() {
    for is_at_hand in [false, true] {
        for jobs in [1, 2, 4] {
            for culprit in ["worker", "state", "sink", "reader"] {
                let given = AtomicUsize::new(0);
                let reader = Endless { given: &given, left: 20_000, panics: culprit == "reader" };
                let mut sunk = 0;
                let run = || {
                    process_stream(
                        ByteStream::new(reader, SplitPoints::Games).at_hand(is_at_hand),
                        &options(jobs, 256),
                        || assert!(culprit != "state", "the state panics"),
                        |block, ()| {
                            assert!(culprit != "worker" || block.offset < 5000, "the worker panics");
                            BlockOutcome::new((), block.bytes.len())
                        },
                        |()| {
                            sunk += 1;
                            assert!(culprit != "sink" || sunk < 10, "the sink panics");
                            ControlFlow::<()>::Continue(())
                        },
                    )
                };
                let panic = catch_unwind(AssertUnwindSafe(run)).expect_err(culprit);
                let text = panic.downcast_ref::<&str>().copied().unwrap_or_default();
                assert_eq!(text, format!("the {culprit} panics"));
            }
        }
    }
}

#[test]
fn state_is_made_once_a_thread_and_reused() {
    for is_at_hand in [false, true] {
        let made = AtomicUsize::new(0);
        let text = SIMPLE.repeat(500);
        let end = process_stream(
            ByteStream::new(text.as_bytes(), SplitPoints::Games).at_hand(is_at_hand),
            &options(3, 100),
            || made.fetch_add(1, Ordering::Relaxed),
            |block, _| BlockOutcome::new((), block.bytes.len()),
            |()| ControlFlow::<()>::Continue(()),
        );
        assert!(end.unwrap().is_continue());
        assert_eq!(made.into_inner(), 3);
    }
}

#[test]
fn a_worker_that_claims_too_much_is_not_believed() {
    for is_at_hand in [false, true] {
        let text = SIMPLE.repeat(20);
        for jobs in [1, 2] {
            let mut total = 0;
            let work = |block: &BlockView<'_>, _: &mut ()| BlockOutcome::new(block.bytes.len(), usize::MAX);
            let end = process_stream(
                ByteStream::new(text.as_bytes(), SplitPoints::Games).at_hand(is_at_hand),
                &options(jobs, 100),
                || (),
                work,
                |bytes| {
                    total += bytes;
                    ControlFlow::<()>::Continue(())
                },
            );
            assert!(end.unwrap().is_continue());
            assert_eq!(total, text.len());
        }
    }
}

#[test]
fn many_small_streams_share_their_memory() {
    let stream = |_| {
        let bytes = ByteStream::new(&b"a b *"[..], crate::blocks::SplitPoints::Games);
        Ok::<_, ()>(Stream { content: StreamContent::Bytes(bytes), context: () })
    };
    let mut items = streams::Items::new((0..100).map(stream), &options(1, 1 << 16));
    // Known again by its size, since the allocator may give the same place twice.
    let mut memory = Some(Vec::with_capacity(70_001));
    let mut capacities = Vec::new();
    while let Some(item) = items.next() {
        if let streams::Item::Block(_, block) = item {
            capacities.push(block.bytes.capacity());
            items.recycle(memory.take().unwrap_or(block.bytes));
        }
    }
    assert_eq!(capacities[1..], [70_001; 99]);
}
