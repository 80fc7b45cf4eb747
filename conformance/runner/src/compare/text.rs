//! Texts, byte for byte.

use super::value::excerpts;
use super::{Comparison, exported};
use crate::request::Form;

/// Compares a text; `rejected`: the program may have written nothing, and means it.
pub fn compare(out: &mut Comparison, expected: &[u8], found: &[u8], form: Form, rejected: bool) {
    let means_the_same = match form {
        Form::Games { ordered } if out.takes_the_same() => exported::means_the_same(expected, found, ordered),
        _ => expected == found,
    };
    if means_the_same {
        return;
    }
    if rejected && found.is_empty() {
        return out.differs("expected a text, found the input rejected");
    }
    if form == Form::Binary {
        let at = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
        let show = |bytes: &[u8]| bytes.get(at).map_or("the end".to_owned(), |byte| format!("0x{byte:02X}"));
        return out.differs(format_args!("byte {at}: expected {}, found {}", show(expected), show(found)));
    }
    let (mut wanted, mut got) = (expected.split_inclusive(is_end), found.split_inclusive(is_end));
    for number in 1.. {
        match (wanted.next(), got.next()) {
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) => {
                let (mut a_shown, mut b_shown) = (String::from_utf8_lossy(a), String::from_utf8_lossy(b));
                if a_shown == b_shown {
                    // Different bytes that are not UTF-8.
                    (a_shown, b_shown) =
                        (a.escape_ascii().to_string().into(), b.escape_ascii().to_string().into());
                }
                let (a, b) = excerpts(&a_shown, &b_shown);
                return out.differs(format_args!("line {number}: expected {a}, found {b}"));
            }
            (Some(a), None) => {
                let (a, _) = excerpts(&String::from_utf8_lossy(a), "");
                return out.differs(format_args!("line {number}: expected {a}, found the end"));
            }
            (None, Some(b)) => {
                let (b, _) = excerpts(&String::from_utf8_lossy(b), "");
                return out.differs(format_args!("line {number}: expected the end, found {b}"));
            }
            (None, None) => return,
        }
    }
}

fn is_end(byte: &u8) -> bool {
    *byte == b'\n'
}
