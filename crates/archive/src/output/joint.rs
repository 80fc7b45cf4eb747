//! The white space between games that are rewritten in place and games that stay as they are: a file of which nothing is
//! rewritten stays the same, byte for byte (decision A-206).

/// What ends a text so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum End {
    /// There is no text yet.
    #[default]
    Nothing,
    /// A game that was written anew, with the empty line after it.
    Written,
    /// A text that stays as it is, with so many line ends at its end, and of that kind.
    Kept { line_ends: usize, line_end: &'static str },
}

impl End {
    fn after(kept: &[u8], before: Self) -> Self {
        let blank = kept.len() - kept.trim_ascii_end().len();
        let is_blank = blank == kept.len();
        let line_ends = line_ends(&kept[kept.len() - blank..]);
        match before {
            Self::Kept { line_ends: more, line_end } if is_blank => {
                Self::Kept { line_ends: line_ends + more, line_end }
            }
            before if is_blank => before,
            _ => Self::Kept { line_ends, line_end: line_end_of(kept) },
        }
    }

    /// What keeps a game that is written anew apart from this, where `lead` is the white space before it.
    fn apart(self, lead: &[u8]) -> Vec<u8> {
        let Self::Kept { line_ends: before, line_end } = self else { return Vec::new() };
        // Blanks of the first line of the game are not between the games.
        let end = lead.iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
        let mut apart = lead[..end].to_vec();
        for _ in before + line_ends(&apart)..2 {
            apart.extend_from_slice(line_end.as_bytes());
        }
        apart
    }
}

fn line_ends(text: &[u8]) -> usize {
    let pairs = text.windows(2).filter(|pair| *pair == b"\r\n").count();
    text.iter().filter(|byte| matches!(byte, b'\r' | b'\n')).count() - pairs
}

fn line_end_of(text: &[u8]) -> &'static str {
    match memchr::memchr2(b'\r', b'\n', text).map(|at| &text[at..]) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}

/// Where the lines begin that hold more than white space.
fn lead(text: &[u8]) -> usize {
    let blank = text.len() - text.trim_ascii_start().len();
    if blank == text.len() {
        return blank;
    }
    // Blanks of the first line stay: on them depends whether a `%` is in the first column.
    text[..blank].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1)
}

/// The first text of a part, which is put together with what comes before only when that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum First {
    #[default]
    Nothing,
    Written,
    Kept,
}

/// How the output of a block goes together with that before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Joint {
    first: First,
    /// White space before the first game of the block, which is not in its output.
    lead: Vec<u8>,
    end: End,
}

impl Joint {
    /// Appends what is between the text so far and a game that will be written anew; `stretch` is its text with all before it.
    pub(super) fn separate(&self, stretch: &[u8], out: &mut Vec<u8>) {
        out.append(&mut self.end.apart(&stretch[..lead(stretch)]));
    }

    /// A game was written anew.
    pub(super) fn written(&mut self, stretch: &[u8]) {
        if self.first == First::Nothing {
            self.first = First::Written;
            self.lead.extend_from_slice(&stretch[..lead(stretch)]);
        }
        self.end = End::Written;
    }

    /// Appends a text as it is.
    pub(super) fn keep(&mut self, stretch: &[u8], out: &mut Vec<u8>) {
        let (lead, body) = stretch.split_at(lead(stretch));
        match self.end {
            End::Nothing => {
                self.first = First::Kept;
                self.lead.extend_from_slice(lead);
            }
            End::Kept { .. } => out.extend_from_slice(lead),
            End::Written => {}
        }
        out.extend_from_slice(body);
        self.end = if body.is_empty() && self.end == End::Nothing {
            End::Nothing
        } else {
            End::after(if body.is_empty() { lead } else { body }, self.end)
        };
    }
}

/// What the output of a file ends with, from block to block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Joined(End);

impl Joined {
    /// What comes before the output of the next block.
    pub(super) fn before(&mut self, next: &Joint) -> Vec<u8> {
        let between = match (self.0, next.first) {
            (End::Kept { .. }, First::Written) => self.0.apart(&next.lead),
            (End::Nothing | End::Kept { .. }, First::Kept) => next.lead.clone(),
            _ => Vec::new(),
        };
        self.0 = match next.end {
            End::Nothing => End::after(&between, self.0),
            end => end,
        };
        between
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games in capitals stay, the others are written anew; each way of cutting the text into blocks gives the same.
    #[test]
    fn white_space_stays_where_nothing_is_rewritten() {
        for (games, rest, expected) in [
            (&["A *"][..], "", "A *"),
            (&["A *"], "\n", "A *\n"),
            (&["\n\n A *", "\n\n\n\nB *"], "\n\n\n", "\n\n A *\n\n\n\nB *\n\n\n"),
            (&["A *", "\nb *"], "\n", "A *\n\nb *\n\n"),
            (&["A *", "\r\n\r\nb *"], "", "A *\r\n\r\nb *\n\n"),
            (&["[X]\r\nA *", "  b *"], "", "[X]\r\nA *\r\n\r\nb *\n\n"),
            (&["a *", "\n\n\n\nB *"], "", "a *\n\nB *"),
            (&["a *", "\n\n\n\nB *\n"], "text", "a *\n\nB *\ntext"),
            (&["a *"], "\n\x1a", "a *\n\n\x1a"),
            (&["A *"], "\n\x1a", "A *\n\x1a"),
            (&["\n\na *"], "\n\n\n", "a *\n\n"),
        ] {
            for cuts in 0..1 << games.len() {
                let mut blocks = vec![(Joint::default(), Vec::new())];
                for (index, game) in games.iter().enumerate() {
                    if cuts & (1 << index) != 0 {
                        blocks.push((Joint::default(), Vec::new()));
                    }
                    let (joint, out) = blocks.last_mut().unwrap();
                    if game.contains(char::is_uppercase) {
                        joint.keep(game.as_bytes(), out);
                    } else {
                        joint.separate(game.as_bytes(), out);
                        out.extend_from_slice(game.trim().as_bytes());
                        out.extend_from_slice(b"\n\n");
                        joint.written(game.as_bytes());
                    }
                }
                let (joint, out) = blocks.last_mut().unwrap();
                joint.keep(rest.as_bytes(), out);
                let mut joined = Joined::default();
                let mut all = Vec::new();
                for (joint, out) in blocks {
                    all.extend(joined.before(&joint));
                    all.extend(out);
                }
                assert_eq!(String::from_utf8(all).unwrap(), expected, "{games:?} {rest:?} {cuts:b}");
            }
        }
    }
}
