use super::{Candidate, Finding, Firsts};
use crate::account::Account;

/// The outcome of a block of an input.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Done<T> {
    /// The outcome of the task.
    pub value: T,
    /// Counts.
    pub account: Account,
    /// Diagnostics with their places, in the order of the input.
    pub findings: Vec<Finding>,
    /// Original bytes of entries with errors, where they are asked for.
    pub rejects: Vec<u8>,
    /// Records of the input before these, after those of the block before, that nobody needs.
    pub(crate) left_out_before: u64,
    /// Whether an entry with errors ends the run.
    pub stopped: bool,
    /// Whether no further entry of the input can be chosen.
    pub(crate) is_past: bool,
    /// Whether no further entry of the run can be chosen.
    pub(crate) is_full: bool,
    /// Findings of which it is not yet decided whether they count.
    pub(crate) candidates: Vec<Candidate>,
    /// The encodings of its text.
    pub(crate) firsts: Firsts,
}

impl<T> Done<T> {
    /// The same with another value.
    pub fn map<U>(self, map: impl FnOnce(T) -> U) -> Done<U> {
        let Self { value, account, findings, rejects, left_out_before, .. } = self;
        let Self { stopped, is_past, is_full, candidates, firsts, .. } = self;
        let value = map(value);
        Done {
            value,
            account,
            findings,
            rejects,
            left_out_before,
            stopped,
            is_past,
            is_full,
            candidates,
            firsts,
        }
    }
}
