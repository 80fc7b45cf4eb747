//! Symbols: a value, or two other symbols.

use crate::error::Fault;

/// Symbols are numbered by twelve bits.
pub(crate) const MAX_SYMBOLS: usize = 4096;
/// The right half of a symbol that is a value.
const NO_RIGHT: u16 = 0xfff;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    pub(crate) left: u16,
    pub(crate) right: u16,
    /// The number of its values, less 1.
    pub(crate) more: u8,
}

impl Symbol {
    pub(crate) fn is_value(self) -> bool {
        self.right == NO_RIGHT
    }
}

/// Symbols from three bytes each. That each is made of others and not of itself, at no depth, is checked here.
pub(crate) fn read_symbols(bytes: &[u8]) -> Result<Vec<Symbol>, Fault> {
    const SYMBOLS: Fault = Fault::Damaged("list of symbols");
    let halves = |three: &[u8]| {
        let [low, middle, high] = [three[0], three[1], three[2]].map(u16::from);
        Symbol { left: (middle & 15) << 8 | low, right: high << 4 | middle >> 4, more: 0 }
    };
    let mut symbols: Vec<Symbol> = bytes.chunks_exact(3).map(halves).collect();
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Counted,
    }
    let mut states: Vec<State> =
        symbols.iter().map(|symbol| if symbol.is_value() { State::Counted } else { State::New }).collect();
    let mut open = Vec::new();
    for start in 0..symbols.len() {
        if states[start] == State::New {
            open.push(start);
        }
        while let Some(&number) = open.last() {
            let symbol = symbols[number];
            let halves = [symbol.left, symbol.right].map(usize::from);
            if halves.iter().any(|half| *half >= symbols.len()) {
                return Err(SYMBOLS);
            }
            if states[number] == State::Counted {
                open.pop();
                continue;
            }
            if states[number] == State::New {
                states[number] = State::Open;
                open.extend(halves.iter().filter(|half| states[**half] == State::New));
                continue;
            }
            if halves.iter().any(|half| states[*half] != State::Counted) {
                return Err(SYMBOLS);
            }
            let more = halves.iter().map(|half| u32::from(symbols[*half].more)).sum::<u32>() + 1;
            symbols[number].more = u8::try_from(more).map_err(|_| SYMBOLS)?;
            states[number] = State::Counted;
            open.pop();
        }
    }
    Ok(symbols)
}
