//! Differences as people and programs read them.

use pgnkit::render::safe;

use super::changes::{Change, ChangeKind};
use super::sides::{Difference, Fate};

/// A form of the list of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DiffForm {
    /// For people: a line for each game, and one for each change in it.
    #[default]
    Text,
    /// An object a line.
    Json,
}

impl DiffForm {
    /// Appends a difference.
    pub fn append(self, difference: &Difference<'_>, out: &mut String) {
        match self {
            Self::Text => text(difference, out),
            Self::Json => json(difference, out),
        }
    }

    /// Appends that what comes after the last games is different.
    pub fn append_rest(self, out: &mut String) {
        out.push_str(match self {
            Self::Text => "changed: the text after the last game\n",
            Self::Json => "{\"game\":\"none\",\"changes\":[{\"what\":\"text after the last game\"}]}\n",
        });
    }
}

fn text(difference: &Difference<'_>, out: &mut String) {
    let Difference { fate, old, new, title, changes, .. } = difference;
    let place = |(input, number): (&str, u64)| format!("{}, game {number}", safe(input));
    let places = match (old.map(place), new.map(place)) {
        (Some(old), Some(new)) => format!("{old} → {new}"),
        (old, new) => old.or(new).unwrap_or_default(),
    };
    out.push_str(&format!("{}: {places}: {}\n", fate.as_str(), safe(title)));
    for change in changes {
        out.push_str(&format!("  {}\n", safe(&line(change))));
    }
}

fn line(change: &Change) -> String {
    let Change { kind, name, place, old, new } = change;
    let quotes =
        matches!(kind, ChangeKind::Tag | ChangeKind::Comment | ChangeKind::Escape | ChangeKind::Unread);
    let shown = |value: &str| if quotes { format!("\"{value}\"") } else { value.to_owned() };
    let values = match (old, new) {
        (Some(old), Some(new)) => format!(": {} → {}", shown(old), shown(new)),
        (Some(old), None) if *kind == ChangeKind::Moves => format!(": {} → the end", shown(old)),
        (None, Some(new)) if *kind == ChangeKind::Moves => format!(": the end → {}", shown(new)),
        (Some(old), None) => format!(" removed: {}", shown(old)),
        (None, Some(new)) => format!(" added: {}", shown(new)),
        (None, None) => String::new(),
    };
    let place = match (kind, place) {
        (ChangeKind::Moves, Some(place)) => format!(" from ply {} on", place.ply),
        (ChangeKind::Variation, _) | (_, None) => String::new(),
        (_, Some(place)) => format!(" {place}"),
    };
    match (kind, name) {
        (ChangeKind::Writing, _) => "only written in another way".to_owned(),
        (_, Some(name)) => format!("{} {name}{values}", kind.as_str()),
        (_, None) => format!("{}{place}{values}", kind.as_str()),
    }
}

fn json(difference: &Difference<'_>, out: &mut String) {
    let Difference { fate, old, new, title, level, changes } = difference;
    let place = |place: &Option<(&str, u64)>| {
        place.map(|(input, number)| serde_json::json!({ "input": input, "game": number }))
    };
    let change = |change: &Change| {
        let Change { kind, name, place, old, new } = change;
        let mut object = serde_json::json!({ "what": kind.as_str() });
        if let Some(name) = name {
            object["name"] = name.as_str().into();
        }
        if let Some(place) = place {
            object["ply"] = place.ply.into();
            object["move"] = place.mv.as_deref().into();
            object["before"] = place.is_before.into();
            object["variation"] = place.in_variation.into();
        }
        object["old"] = old.as_deref().into();
        object["new"] = new.as_deref().into();
        object
    };
    let mut object = serde_json::json!({
        "game": fate.as_str(),
        "old": place(old),
        "new": place(new),
        "title": title,
    });
    if *fate == Fate::Changed {
        object["matched"] = level.map(|level| level.as_str()).into();
        object["changes"] = changes.iter().map(change).collect();
    }
    out.push_str(&object.to_string());
    out.push('\n');
}
