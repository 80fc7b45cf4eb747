//! The parameters of a query string.

use super::{BadRequest, Parameter};

/// The parameters of a query string that have a value, each once. An empty value is like none.
pub(super) struct Parameters(Vec<(Parameter, String)>);

impl Parameters {
    pub(super) fn parse(query: &str) -> Result<Self, BadRequest> {
        let mut found = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decoded(name);
            let Some(parameter) = Parameter::ALL.into_iter().find(|it| it.name().as_bytes() == name) else {
                continue;
            };
            if found.iter().any(|(other, _)| *other == parameter) {
                return Err(BadRequest::Twice(parameter));
            }
            let value = String::from_utf8(decoded(value)).map_err(|_| BadRequest::NotText(parameter))?;
            found.push((parameter, value));
        }
        Ok(Self(found))
    }

    /// The value, also if it is empty.
    pub(super) fn given(&self, parameter: Parameter) -> Option<&str> {
        self.0.iter().find(|(it, _)| *it == parameter).map(|(_, value)| &**value)
    }

    pub(super) fn get(&self, parameter: Parameter) -> Option<&str> {
        self.given(parameter).filter(|value| !value.is_empty())
    }

    /// The value as something, the default if there is none.
    pub(super) fn read<T>(
        &self,
        parameter: Parameter,
        default: T,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, BadRequest> {
        let Some(text) = self.get(parameter) else { return Ok(default) };
        read(text).ok_or_else(|| BadRequest::value(parameter, text))
    }
}

/// Bytes of a text with `+` for a space and `%` before two digits; a `%` before anything else is itself.
fn decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'+', _) => bytes.push(b' '),
            (b'%', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                bytes.push(digit(*high) << 4 | digit(*low));
                rest = after;
            }
            _ => bytes.push(*first),
        }
    }
    bytes
}

fn digit(letter: u8) -> u8 {
    char::from(letter).to_digit(16).map_or(0, |digit| digit as u8)
}
