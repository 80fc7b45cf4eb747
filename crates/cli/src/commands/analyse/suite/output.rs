//! The outputs of a test suite: the list of results, the records with their analyses, or both.

use std::path::{Path, PathBuf};

use pgnkit_archive::Compression;
use pgnkit_collections::ListForm;

use crate::args::{AnalyseArgs, FormArgs};
use crate::form::{self, Form};

/// The outputs with their paths; none is standard output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) list: Option<(ListForm, Option<PathBuf>)>,
    pub(super) records: Option<Option<PathBuf>>,
}

impl Output {
    pub(super) fn of(args: &AnalyseArgs) -> Result<Self, String> {
        let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
        let others = FormArgs { to: None, ..args.form.clone() };
        if let Some(message) = form::refusal(&others, "a test suite") {
            return Err(message);
        }
        if let Some(to) = args.form.to {
            if to.name != "epd" {
                return Err(format!(
                    "--to {} has no effect with a test suite: --to epd writes the records, and --report has the formats of the list",
                    to.name
                ));
            }
            // The format and the name of the output agree.
            Form::of(&FormArgs { to: args.form.to, ..FormArgs::default() }, path)?;
        }
        by_name(path, args.form.to.is_some(), args.suite.report)
    }
}

/// The outputs by the name of `-o`, whether records are asked for, and the form of the list that is asked for.
fn by_name(path: Option<&Path>, to_epd: bool, report: Option<ListForm>) -> Result<Output, String> {
    let name = path.map(|path| path.display().to_string()).unwrap_or_default();
    let bare = Compression::name_without(&name).to_ascii_lowercase();
    let extension = bare.rsplit_once('.').map(|(_, extension)| extension);
    if to_epd || extension == Some("epd") {
        if path.is_none() && report.is_some() {
            return Err("--report: the records go to standard output already; give -o a file".to_owned());
        }
        let list = path.is_some().then(|| (report.unwrap_or_default(), None));
        return Ok(Output { list, records: Some(path.map(Path::to_owned)) });
    }
    let (form, words) = match extension {
        Some("csv") => (Some(ListForm::Csv), "CSV"),
        Some("json" | "jsonl" | "ndjson") => (Some(ListForm::Json), "JSON"),
        Some("pgn" | "fen" | "pgc" | "parquet" | "arrow" | "arrows") => {
            return Err(format!(
                "{name}: expected .epd for the records, or .csv, .json or .txt for the list of results"
            ));
        }
        _ => (None, ""),
    };
    if let (Some(form), Some(asked)) = (form, report)
        && form != asked
    {
        return Err(format!(
            "{name}: its extension asks for {words}, the options ask for {}",
            asked.as_str()
        ));
    }
    let form = report.or(form).unwrap_or_default();
    Ok(Output { list: Some((form, path.map(Path::to_owned))), records: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_by_name() {
        use ListForm::{Csv, Json, Text};
        for (path, to_epd, report, list, records) in [
            ("", false, None, Some((Text, "")), None),
            ("", false, Some(Json), Some((Json, "")), None),
            ("", true, None, None, Some("")),
            ("a.epd", false, None, Some((Text, "")), Some("a.epd")),
            ("a.EPD.gz", false, Some(Csv), Some((Csv, "")), Some("a.EPD.gz")),
            ("a.csv", false, None, Some((Csv, "a.csv")), None),
            ("a.json", false, Some(Json), Some((Json, "a.json")), None),
            ("a.txt", false, None, Some((Text, "a.txt")), None),
            ("a.txt", false, Some(Csv), Some((Csv, "a.txt")), None),
            ("a.txt", true, None, Some((Text, "")), Some("a.txt")),
        ] {
            let path_of = |text: &str| (!text.is_empty()).then(|| PathBuf::from(text));
            let found = by_name(path_of(path).as_deref(), to_epd, report).unwrap();
            let list = list.map(|(form, path)| (form, path_of(path)));
            assert_eq!(found, Output { list, records: records.map(path_of) }, "{path} {to_epd} {report:?}");
        }
        for (path, to_epd, report) in
            [("", true, Some(Text)), ("a.csv", false, Some(Json)), ("a.pgn", false, None)]
        {
            let path = (!path.is_empty()).then(|| Path::new(path));
            assert!(by_name(path, to_epd, report).is_err(), "{path:?}");
        }
    }
}
