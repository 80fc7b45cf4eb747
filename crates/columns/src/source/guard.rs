//! Readers with assertions about files that are damaged in certain ways: these are errors, and nothing is printed.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use arrow_schema::ArrowError;

thread_local! {
    /// Whether a panic of this thread is an error that is returned.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls a reader; a panic of it is an error of the file. The text of the panic is not printed: the hook of the process is asked only
/// about panics of others.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, ArrowError> {
    static HOOK: Once = Once::new();
    // A hook cannot be changed by a thread that panics.
    if !std::thread::panicking() {
        HOOK.call_once(|| {
            let others = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if !IS_GUARDED.try_with(Cell::get).unwrap_or_default() {
                    others(info);
                }
            }));
        });
    }
    let before = IS_GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(before);
    result.unwrap_or_else(|_| Err(ArrowError::InvalidArgumentError("the file is damaged".to_owned())))
}
