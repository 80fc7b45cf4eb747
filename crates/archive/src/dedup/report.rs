//! Duplicates as people and programs read them.

use pgnkit::render::safe;

use super::clusters::Duplicate;
use super::evidence::Evidence;
use super::games::Found;
use crate::output::field as csv_field;

/// A form of the list of duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReportForm {
    /// For people: some lines for each.
    #[default]
    Text,
    /// An object a line.
    Json,
    /// A table.
    Csv,
}

impl ReportForm {
    /// What comes before the first one.
    pub fn head(self) -> &'static str {
        match self {
            Self::Csv => "input,game,title,kept_input,kept_game,kept_title,reason,points,evidence\n",
            Self::Text | Self::Json => "",
        }
    }

    /// Appends a duplicate.
    pub fn append(self, found: &Found, duplicate: &Duplicate, out: &mut String) {
        let Duplicate { game, kept, verdict } = *duplicate;
        let of = |game: u32| {
            let (input, number) = found.place(game);
            (input, number, found.title(game).unwrap_or_default())
        };
        let [(input, number, title), (kept_input, kept_number, kept_title)] = [of(game), of(kept)];
        let reason = verdict.reason.as_str();
        let evidence: Vec<&str> = verdict.evidence().map(Evidence::as_str).collect();
        match self {
            Self::Text => {
                let [input, kept_input, title, kept_title] = [input, kept_input, title, kept_title].map(safe);
                out.push_str(&format!("{input}, game {number}: {title}\n"));
                out.push_str(&format!("  {reason}: {kept_input}, game {kept_number}: {kept_title}\n"));
                if !evidence.is_empty() {
                    out.push_str(&format!("  {} points: {}\n", verdict.points, evidence.join(", ")));
                }
            }
            Self::Json => {
                let game = |input: &str, number: u64, title: &str| serde_json::json!({ "input": input, "game": number, "title": title });
                let object = serde_json::json!({
                    "duplicate": game(input, number, title),
                    "kept": game(kept_input, kept_number, kept_title),
                    "reason": reason,
                    "points": verdict.points,
                    "evidence": evidence,
                });
                out.push_str(&object.to_string());
                out.push('\n');
            }
            Self::Csv => {
                let (number, kept_number) = (number.to_string(), kept_number.to_string());
                let (points, evidence) = (verdict.points.to_string(), evidence.join("; "));
                let fields =
                    [input, &number, title, kept_input, &kept_number, kept_title, reason, &points, &evidence];
                let fields: Vec<_> = fields.iter().map(|field| csv_field(field)).collect();
                out.push_str(&fields.join(","));
                out.push('\n');
            }
        }
    }
}
