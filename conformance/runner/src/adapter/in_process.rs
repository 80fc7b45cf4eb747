use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Adapter, Answer};

/// A function as adapter: arguments and input give status and output. A panic is a crash; there is no time limit.
#[derive(Debug, Clone, Copy)]
pub struct InProcess<F>(pub F);

impl<F: Fn(&[String], &[u8]) -> (i32, Vec<u8>) + Sync> Adapter for InProcess<F> {
    fn answer(&self, arguments: &[String], input: &[u8]) -> Answer {
        match catch_unwind(AssertUnwindSafe(|| (self.0)(arguments, input))) {
            Ok((status, output)) => Answer::Exited { status, output },
            Err(panic) => Answer::Crashed(format!("panic: {}", message(&*panic))),
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "of unknown cause",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_crash() {
        let adapter = InProcess(|_: &[String], input: &[u8]| match input {
            b"" => (10, b"x".to_vec()),
            _ => std::panic::panic_any("no".to_owned()),
        });
        assert_eq!(adapter.answer(&[], b""), Answer::Exited { status: 10, output: b"x".to_vec() });
        assert_eq!(adapter.answer(&[], b"!"), Answer::Crashed("panic: no".to_owned()));
    }
}
