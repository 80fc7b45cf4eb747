//! Reading JSON that may be deep, as variations within variations make it.

use std::thread;

use serde::de::DeserializeOwned;

/// Levels of lists and objects that are read.
const MAX_DEPTH: usize = 10_000;

/// The stack of a thread that reads and compares JSON of [`MAX_DEPTH`] levels.
pub const STACK: usize = 128 << 20;

/// Reads `text`.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    if depth(text) > MAX_DEPTH {
        return Err(format!("more than {MAX_DEPTH} levels deep"));
    }
    let mut from = serde_json::Deserializer::from_slice(text);
    from.disable_recursion_limit();
    let value = T::deserialize(&mut from).map_err(|e| e.to_string())?;
    from.end().map_err(|e| e.to_string())?;
    Ok(value)
}

/// Does `work` on a thread whose stack is large enough for [`read`].
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread
            .expect("a thread can be started")
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The deepest nesting of brackets and braces outside strings.
fn depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0usize, 0, false, false);
    for &byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn deep_json_is_read_up_to_a_limit() {
        let nested = |levels: usize| ["[".repeat(levels), "]".repeat(levels)].concat();
        with_stack(|| {
            assert!(read::<Value>(nested(MAX_DEPTH).as_bytes()).is_ok());
            assert_eq!(
                read::<Value>(nested(MAX_DEPTH + 1).as_bytes()).unwrap_err(),
                "more than 10000 levels deep"
            );
        });
    }

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(br#"{"a": "[[\"[{", "b": [1]}"#), 2);
    }
}
