use super::{At, Task};
use crate::account::Account;
use crate::input::{EntryBuf, InputFormat, Target};

/// Collects the names of tags, each once for each block, in the order in which they are first met.
#[derive(Clone, Copy, Debug, Default)]
pub struct TagNames;

impl Task for TagNames {
    type Scratch<'t> = EntryBuf;
    type Out = Vec<String>;

    fn scratch(&self) -> EntryBuf {
        EntryBuf::default()
    }

    fn target<'s>(&self, scratch: &'s mut EntryBuf, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(scratch)
    }

    fn take(&self, scratch: &mut EntryBuf, at: &At<'_>, out: &mut Vec<String>, _account: &mut Account) {
        for (name, _) in at.entry(scratch).content.to_game().tags() {
            if !out.iter().any(|known| known == name) {
                out.push(name.to_owned());
            }
        }
    }
}
