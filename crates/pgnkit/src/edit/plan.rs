//! The effect of edits on a text and on its parts.

use std::ops::Range;

use pgnkit_syntax::Span;

use super::TextEditError;
use super::places::{Item, Kind};
use super::reading::Reading;
use crate::fix::Change;

/// A part that an edit puts into a game.
#[derive(Clone, Debug)]
pub(super) enum NewItem {
    Comment(String),
    Nag(u8),
    /// One of the old ones, spelled otherwise.
    Same(usize, String),
    /// One of the old ones, in another place.
    Old(usize),
}

/// One edit: bytes that take the place of others, and what that means.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub(super) span: Span,
    pub(super) bytes: Vec<u8>,
    /// The items it removes; empty where it only adds some.
    pub(super) items: Range<usize>,
    pub(super) new: Vec<NewItem>,
}

impl Patch {
    /// A change of what is no part of the movetext.
    pub(super) fn outside(span: Span, bytes: Vec<u8>, next_item: usize) -> Self {
        Self { span, bytes, items: next_item..next_item, new: Vec::new() }
    }
}

/// Puts patches in the order of the text and leaves out those within a part that another one removes.
pub(super) fn in_order(text: &[u8], mut patches: Vec<Patch>) -> Result<Vec<Patch>, TextEditError> {
    // An insertion comes before what is replaced there, and what takes more away before what takes less.
    patches.sort_by_key(|patch| (patch.span.start, !patch.span.is_empty(), usize::MAX - patch.span.end));
    let mut ordered: Vec<Patch> = Vec::with_capacity(patches.len());
    for mut patch in patches {
        if let Some(last) = ordered.last()
            && patch.span.start < last.span.end
        {
            let is_beside = patch.items.start >= last.items.end && !patch.new.is_empty();
            if patch.span.end <= last.span.end && !is_beside {
                // Insertions, too, when they are strictly within.
                continue;
            }
            if patch.items.start < last.items.end {
                return Err(TextEditError::SideEffect);
            }
            // One space divides what is left on both sides.
            let is_divided = last.bytes.is_empty()
                && last
                    .span
                    .start
                    .checked_sub(1)
                    .is_some_and(|before| matches!(text[before], b' ' | b'\n' | b'\r'));
            if is_divided && patch.new.is_empty() && patch.bytes == b" " {
                patch.bytes.clear();
            }
            // They share the white space between them, or it is put after a part that goes with that white space.
            patch.span = Span::new(last.span.end, patch.span.end.max(last.span.end));
        }
        ordered.push(patch);
    }
    Ok(ordered)
}

/// The text with the patches applied, and what changed.
pub(super) fn applied(text: &[u8], patches: &[Patch]) -> (Vec<u8>, Vec<Change>) {
    let mut out =
        Vec::with_capacity(text.len() + patches.iter().map(|patch| patch.bytes.len()).sum::<usize>());
    let mut changes: Vec<Change> = Vec::with_capacity(patches.len());
    let mut copied = 0;
    for patch in patches {
        out.extend_from_slice(&text[copied..patch.span.start]);
        let start = out.len();
        out.extend_from_slice(&patch.bytes);
        copied = patch.span.end;
        let new = Span::new(start, out.len());
        match changes.last_mut() {
            // One directly after another is one change.
            Some(last) if last.old.end == patch.span.start => {
                last.old.end = patch.span.end;
                last.new.end = new.end;
            }
            _ => changes.push(Change { old: patch.span, new }),
        }
    }
    out.extend_from_slice(&text[copied..]);
    (out, changes)
}

/// Whether the movetext of `after` is that of `before` with the patches, which are in order.
pub(super) fn is_as_planned(before: &Reading<'_>, patches: &[Patch], after: &Reading<'_>) -> bool {
    let mut new = after.items.iter();
    let mut kept = 0;
    let is_kept = |range: Range<usize>, new: &mut std::slice::Iter<'_, Item>| {
        before.items.get(range).is_some_and(|items| {
            items.iter().all(|item| new.next().is_some_and(|other| before.is_same(item, after, other)))
        })
    };
    for patch in patches {
        if !is_kept(kept..patch.items.start, &mut new) {
            return false;
        }
        for item in &patch.new {
            let Some(found) = new.next() else { return false };
            let is_it = match item {
                NewItem::Comment(text) => found.kind == Kind::Comment && after.says(found) == *text,
                NewItem::Nag(nag) => found.kind == Kind::Nag(u32::from(*nag)),
                NewItem::Old(old) => {
                    before.items.get(*old).is_some_and(|old| before.is_same(old, after, found))
                }
                NewItem::Same(old, _) => before.items.get(*old).is_some_and(|old| old.kind == found.kind),
            };
            if !is_it {
                return false;
            }
        }
        kept = patch.items.end;
    }
    is_kept(kept..before.items.len(), &mut new) && new.next().is_none()
}
