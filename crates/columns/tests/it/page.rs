//! The table of docs/parquet.md.

use std::fmt::Write as _;

use arrow_schema::DataType;
use pgnkit_columns::{COLUMNS, Layout, Rows};

const HEAD: &str = "| column | type | rows | content |\n| --- | --- | --- | --- |\n";

fn type_name(data_type: &DataType) -> String {
    match data_type {
        DataType::Utf8 => "text".to_owned(),
        DataType::Binary => "bytes".to_owned(),
        DataType::Date32 => "date".to_owned(),
        DataType::Time32(_) => "time".to_owned(),
        DataType::List(element) => format!("list of {}", type_name(element.data_type())),
        DataType::Map(..) => "map of texts".to_owned(),
        DataType::Struct(fields) => {
            let fields: Vec<_> = fields
                .iter()
                .map(|field| format!("{} {}", field.name(), type_name(field.data_type())))
                .collect();
            format!("({})", fields.join(", "))
        }
        other => other.to_string().to_ascii_lowercase(),
    }
}

fn table() -> String {
    let mut table = HEAD.to_owned();
    for column in COLUMNS {
        let rows: Vec<String> = Rows::ALL
            .iter()
            .filter(|rows| column.rows.contains(rows))
            .map(|rows| {
                if column.default.contains(rows) {
                    rows.name().to_owned()
                } else {
                    format!("({})", rows.name())
                }
            })
            .collect();
        let schema = Layout::all(column.rows[0]).schema();
        let data_type = type_name(schema.field_with_name(column.name).unwrap().data_type());
        writeln!(table, "| `{}` | {data_type} | {} | {} |", column.name, rows.join(", "), column.fact.doc)
            .unwrap();
    }
    table
}

#[test]
fn the_page_has_the_columns() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/parquet.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let start = page.find(HEAD).unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(&path, format!("{}{}{}", &page[..start], table(), &page[end..])).unwrap();
    } else {
        assert_eq!(page[start..end], table(), "PGN_BLESS=1 cargo test -p pgnkit-columns page writes it anew");
    }
}
