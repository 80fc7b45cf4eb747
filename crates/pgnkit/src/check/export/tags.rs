//! The tag pair section (sections 8.1 and 8.1.1).

use pgnkit_syntax::{Code, RawTag, Span, quoted};

use super::gaps::Gap;
use super::walk::Walk;
use crate::read::{ROSTER, canonical_tag_name};

/// The tag pairs that were walked over.
#[derive(Debug, Default)]
pub(super) struct Tags {
    last: Option<RawTag>,
    /// The tag that comes last in export order among those so far.
    furthest: Option<RawTag>,
}

impl Tags {
    /// The pair that came last.
    pub(super) fn last(&self) -> Option<Span> {
        self.last.map(|tag| tag.span)
    }

    /// End of the last pair.
    pub(super) fn end(&self) -> usize {
        self.last.map_or(0, |tag| tag.span.end)
    }

    pub(super) fn tag(&mut self, walk: &mut Walk<'_>, tag: RawTag) {
        if let Some(last) = self.last.replace(tag) {
            walk.lines_between(
                Span::new(last.span.end, tag.span.start),
                1,
                "each tag pair on a line of its own",
            );
        }
        layout(walk, tag);
        self.order(walk, tag);
    }

    fn order(&mut self, walk: &mut Walk<'_>, tag: RawTag) {
        let place = |tag: RawTag| {
            let name = walk.of(tag.name);
            let name = canonical_tag_name(name).map_or(name, str::as_bytes);
            (ROSTER.iter().position(|known| known.as_bytes() == name).unwrap_or(ROSTER.len()), name)
        };
        match self.furthest {
            Some(furthest) if place(tag) < place(furthest) => {
                let (name, furthest) = (walk.of(tag.name), walk.of(furthest.name));
                let message =
                    || format!("expected {} before {}, found it behind", quoted(name), quoted(furthest));
                walk.add(Code::TagOrder, tag.name, message);
            }
            _ => self.furthest = Some(tag),
        }
    }
}

/// `[Name "value"]`: one space before the value, and no other white space.
fn layout(walk: &mut Walk<'_>, tag: RawTag) {
    let RawTag { span, name, value, .. } = tag;
    if walk.text.get(span.end.wrapping_sub(1)) != Some(&b']') {
        return;
    }
    let opening = (Span::new(span.start + 1, name.start), "", "no white space after `[`");
    let middle = (Span::new(name.end, value.start.saturating_sub(1)), " ", "one space after the tag name");
    let closing = (Span::new(value.end + 1, span.end - 1), "", "no white space before `]`");
    for (gap, right, expected) in [opening, middle, closing] {
        let bytes = walk.of(gap);
        if bytes == right.as_bytes() || Gap::of(bytes) == Gap::Foreign {
            continue;
        }
        let found = match (gap.is_empty(), right) {
            (true, _) => "none",
            (false, "") => "some",
            _ => "other white space",
        };
        walk.add(Code::TagLayout, gap, || format!("expected {expected}, found {found}"));
    }
}
