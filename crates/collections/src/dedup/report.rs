//! Duplicates as people and programs read them.

use pgnkit::render::safe;

use super::clusters::Duplicate;
use super::evidence::Evidence;
use super::games::DedupResult;
use crate::ListForm;
use pgnkit_archive::internals::field as csv_field;

/// The head of a list, before the first duplicate.
pub fn list_head(form: ListForm) -> &'static str {
    match form {
        ListForm::Csv => "input,game,title,kept_input,kept_game,kept_title,reason,points,evidence\n",
        ListForm::Text | ListForm::Json => "",
    }
}

impl DedupResult {
    /// Appends a duplicate to a list.
    pub fn append(&self, duplicate: &Duplicate, form: ListForm, out: &mut String) {
        let Duplicate { game, kept, verdict } = *duplicate;
        let of = |game: u32| {
            let (input, number) = self.place(game);
            (input, number, self.title(game).unwrap_or_default())
        };
        let [(input, number, title), (kept_input, kept_number, kept_title)] = [of(game), of(kept)];
        let reason = verdict.reason.as_str();
        let evidence: Vec<&str> = verdict.evidence().map(Evidence::as_str).collect();
        match form {
            ListForm::Text => {
                let [input, kept_input, title, kept_title] = [input, kept_input, title, kept_title].map(safe);
                out.push_str(&format!("{input}, game {number}: {title}\n"));
                out.push_str(&format!("  {reason}: {kept_input}, game {kept_number}: {kept_title}\n"));
                if !evidence.is_empty() {
                    out.push_str(&format!("  {} points: {}\n", verdict.points, evidence.join(", ")));
                }
            }
            ListForm::Json => {
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
            ListForm::Csv => {
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
