//! What queries have read, and what the next one names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pgnkit_archive::{Account, output_refusal};

/// Shared by the tables of a session.
#[derive(Debug, Default)]
pub struct State {
    account: Mutex<Account>,
    named: Mutex<BTreeSet<String>>,
    /// Files and directories of its tables.
    inputs: Mutex<Vec<PathBuf>>,
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

    /// Notes the files of a table.
    pub(crate) fn add_inputs(&self, paths: &[PathBuf]) {
        locked(&self.inputs).extend_from_slice(paths);
    }

    /// Why an answer must not be written to a file, if so: it is a table of this session, or in a directory that is one.
    pub(crate) fn refusal(&self, output: &Path) -> Option<String> {
        output_refusal(output, locked(&self.inputs).iter().map(PathBuf::as_path))
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
