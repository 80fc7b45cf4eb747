//! Names as people and programs read them.

use pgnkit::render::safe;
use serde_json::{Value, json};

use super::evidence::Evidence;
use super::groups::{Group, Link, Spelling};
use super::nations::NationCount;
use crate::ListForm;
use pgnkit_archive::internals::field;

/// The first line of the table for `pgn edit --names`.
pub const TABLE_HEAD: &str = "kind\tfrom\tto\tfide_id\ttitle\tcount\tpoints\tevidence\n";

impl Link {
    fn words(&self) -> String {
        let words: Vec<&str> = self.evidence().map(Evidence::as_str).collect();
        words.join(", ")
    }
}

impl Group {
    /// Whether there is something to be said of it: several spellings, what the list of the federation has, or what it may be.
    pub fn is_told(&self, with_doubts: bool) -> bool {
        self.spellings.len() > 1
            || self.listed.as_ref().is_some_and(|listed| with_doubts || listed.is_sure)
            || (with_doubts && self.doubt.is_some())
    }

    fn doubt_text(&self) -> Option<String> {
        let doubt = self.doubt.as_ref()?;
        let rival = doubt.rival.as_ref().map_or(String::new(), |rival| format!("; or {rival}"));
        Some(format!(
            "may be {} ({} points: {}){rival}",
            doubt.proposed,
            doubt.link.points,
            doubt.link.words()
        ))
    }

    fn listed_text(&self) -> Option<String> {
        let listed = self.listed.as_ref()?;
        let mut text = String::from(if listed.is_sure { "" } else { "may be " });
        text.push_str(&listed.name);
        if listed.id > 0 {
            text.push_str(&format!(", {}", listed.id));
        }
        for part in [&listed.title, &listed.federation].into_iter().flatten() {
            text.push_str(&format!(", {part}"));
        }
        for (name, number) in [("born", listed.born), ("rating", listed.rating)] {
            if let Some(number) = number {
                text.push_str(&format!(", {name} {number}"));
            }
        }
        Some(format!("{text} ({})", listed.reason))
    }
}

fn years(years: Option<(u16, u16)>) -> String {
    match years {
        None => String::new(),
        Some((first, last)) if first == last => format!(", {first}"),
        Some((first, last)) => format!(", {first}–{last}"),
    }
}

/// The head of a list, before the first name.
pub fn list_head(form: ListForm) -> &'static str {
    match form {
        ListForm::Csv => {
            "kind,proposed,reason,spelling,games,first_year,last_year,points,evidence,fide_id,title,rating,doubt\n"
        }
        ListForm::Text | ListForm::Json => "",
    }
}

impl Group {
    /// Appends the name to a list, with what is doubtful of it if that is wanted.
    pub fn append(&self, form: ListForm, with_doubts: bool, out: &mut String) {
        match form {
            ListForm::Text => text(self, with_doubts, out),
            ListForm::Json => {
                out.push_str(&object(self, with_doubts).to_string());
                out.push('\n');
            }
            ListForm::Csv => rows(self, with_doubts, out),
        }
    }
}

fn text(group: &Group, with_doubts: bool, out: &mut String) {
    let games = if group.games == 1 { "game" } else { "games" };
    let (name, when) = (safe(&group.proposed), years(group.years));
    out.push_str(&format!("{name}: {} {games}{when}; {}\n", group.games, group.reason.as_str()));
    if group.spellings.len() > 1 {
        for spelling in &group.spellings {
            out.push_str(&format!("  {:>6}  {}", spelling.games, safe(&spelling.text)));
            if let Some(link) = &spelling.link {
                out.push_str(&format!("  ({} points: {})", link.points, link.words()));
            }
            out.push('\n');
        }
    }
    let listed = group
        .listed_text()
        .filter(|_| with_doubts || group.listed.as_ref().is_some_and(|listed| listed.is_sure));
    for line in [listed.map(|listed| format!("FIDE: {listed}")), group.doubt_text().filter(|_| with_doubts)]
        .into_iter()
        .flatten()
    {
        out.push_str(&format!("  {}\n", safe(&line)));
    }
}

fn object(group: &Group, with_doubts: bool) -> Value {
    let evidence = |link: &Link| -> Vec<&str> { link.evidence().map(Evidence::as_str).collect() };
    let range = |range: Option<(u16, u16)>| range.map(|(first, last)| [first, last]);
    let spellings = group.spellings.iter().map(|spelling| {
        let Spelling { text, games, years, ratings, ids, title, link } = spelling;
        let mut object = json!({ "name": text, "games": games, "years": range(*years), "ratings": range(*ratings), "fide_ids": ids, "title": title });
        if let Some(link) = link {
            object["points"] = link.points.into();
            object["evidence"] = evidence(link).into();
            object["compared_with"] = json!(link.with);
        }
        object
    });
    let mut object = json!({
        "kind": group.subject.as_str(),
        "proposed": group.proposed,
        "reason": group.reason.as_str(),
        "games": group.games,
        "years": range(group.years),
        "spellings": spellings.collect::<Vec<_>>(),
    });
    if let Some(listed) = group.listed.as_ref().filter(|listed| with_doubts || listed.is_sure) {
        object["fide"] = json!({
            "name": listed.name, "id": listed.id, "title": listed.title, "rating": listed.rating,
            "federation": listed.federation, "born": listed.born, "reason": listed.reason, "sure": listed.is_sure,
        });
    }
    if let Some(doubt) = group.doubt.as_ref().filter(|_| with_doubts) {
        object["may_be"] = json!({
            "proposed": doubt.proposed, "points": doubt.link.points, "evidence": evidence(&doubt.link),
            "compared_with": doubt.link.with, "or": doubt.rival,
        });
    }
    object
}

fn rows(group: &Group, with_doubts: bool, out: &mut String) {
    let listed = group.listed.as_ref().filter(|listed| listed.is_sure);
    for spelling in &group.spellings {
        let link = spelling.link.as_ref();
        let year =
            |at: fn((u16, u16)) -> u16| spelling.years.map(|years| at(years).to_string()).unwrap_or_default();
        let fields = [
            group.subject.as_str().to_owned(),
            group.proposed.clone(),
            group.reason.as_str().to_owned(),
            spelling.text.to_string(),
            spelling.games.to_string(),
            year(|years| years.0),
            year(|years| years.1),
            link.map(|link| link.points.to_string()).unwrap_or_default(),
            link.map(Link::words).unwrap_or_default(),
            listed.map(|listed| listed.id.to_string()).unwrap_or_default(),
            listed.and_then(|listed| listed.title.clone()).unwrap_or_default(),
            listed.and_then(|listed| listed.rating).map(|rating| rating.to_string()).unwrap_or_default(),
            group.doubt_text().filter(|_| with_doubts).unwrap_or_default(),
        ];
        let fields: Vec<_> = fields.iter().map(|value| field(value)).collect();
        out.push_str(&fields.join(","));
        out.push('\n');
    }
}

/// Appends the rows of a name to the table for `pgn edit --names`, and says how many spellings have no place in one, since there is
/// a tab or a line break in them.
///
/// `to` is the proposal, and empty for a single spelling that only may be another one; what it may be is in the last column.
pub fn append_row(group: &Group, with_doubts: bool, out: &mut String) -> u64 {
    let listed = group.listed.as_ref();
    let sure = listed.filter(|listed| listed.is_sure);
    let mut left_out = 0;
    for spelling in &group.spellings {
        if spelling.text.contains(['\t', '\n', '\r']) {
            left_out += 1;
            continue;
        }
        let is_certain = group.spellings.len() > 1 || sure.is_some();
        let doubt = group.doubt.as_ref().filter(|_| with_doubts && !is_certain);
        let link = spelling.link.as_ref().or(doubt.map(|doubt| &doubt.link));
        let evidence = [
            spelling.link.as_ref().map(Link::words),
            group
                .listed_text()
                .filter(|_| with_doubts || sure.is_some())
                .map(|listed| format!("FIDE: {listed}")),
            group.doubt_text().filter(|_| with_doubts),
        ];
        let evidence: Vec<String> = evidence.into_iter().flatten().collect();
        let cells = [
            group.subject.as_str(),
            &spelling.text,
            if is_certain { &group.proposed } else { "" },
            &sure.map(|listed| listed.id.to_string()).unwrap_or_default(),
            sure.and_then(|listed| listed.title.as_deref()).unwrap_or_default(),
            &spelling.games.to_string(),
            &link.map(|link| link.points.to_string()).unwrap_or_default(),
            &evidence.join("; "),
        ];
        let cells = cells.map(|cell| cell.replace(['\t', '\n', '\r'], " "));
        out.push_str(&cells.join("\t"));
        out.push('\n');
    }
    left_out
}

/// The head of a list, before the first code of a nation.
pub fn nations_head(form: ListForm) -> &'static str {
    match form {
        ListForm::Csv => "kind,code,time,name,code_today,name_today,sites,teams,players\n",
        ListForm::Text | ListForm::Json => "",
    }
}

/// Appends a code of a nation.
pub fn append_nation(form: ListForm, nation: &NationCount, out: &mut String) {
    let NationCount { code, kind, name, code_today, name_today, sites, teams, players } = nation;
    match form {
        ListForm::Text => {
            let name = name.unwrap_or("?");
            let code_today = code_today.map_or(String::new(), |today| format!("; today {today}"));
            let name_today = name_today.map_or(String::new(), |today| format!("; today {code} is {today}"));
            out.push_str(&format!(
                "{:>8}  {code}  {:<9}  {name}{code_today}{name_today}\n",
                nation.total(),
                kind.as_str()
            ));
        }
        ListForm::Json => {
            let object = json!({
                "kind": "nation", "code": code, "time": kind.as_str(), "name": name, "code_today": code_today,
                "name_today": name_today, "sites": sites, "teams": teams, "players": players,
            });
            out.push_str(&format!("{object}\n"));
        }
        ListForm::Csv => {
            let [name, code_today, name_today] =
                [name, code_today, name_today].map(|text| text.unwrap_or_default());
            let row = format!(
                "nation,{code},{},{},{code_today},{},{sites},{teams},{players}\n",
                kind.as_str(),
                field(name),
                field(name_today)
            );
            out.push_str(&row);
        }
    }
}
