//! What queries have read, and what the next one names.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pgnkit_archive::Account;

/// Shared by the tables of a session.
#[derive(Debug, Default)]
pub struct State {
    account: Mutex<Account>,
    named: Mutex<BTreeSet<String>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Adds what was read.
    pub(crate) fn add(&self, account: &Account) {
        *locked(&self.account) += account;
    }

    /// What was read since it was last taken.
    pub(crate) fn take_account(&self) -> Account {
        std::mem::take(&mut *locked(&self.account))
    }

    /// Sets the words that the next statement has: columns that are made on request are there if they are among them.
    pub(crate) fn set_named(&self, words: BTreeSet<String>) {
        *locked(&self.named) = words;
    }

    /// Whether the statement has a word, in lower case and without underscores.
    pub(crate) fn is_named(&self, word: &str) -> bool {
        locked(&self.named).contains(word)
    }
}
