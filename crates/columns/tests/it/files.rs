//! Files of Parquet and Arrow back to games, and what is left of damaged ones.

use std::fs::File;
use std::io::{Cursor, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pgnkit::syntax::{Ignore, Span};
use pgnkit::{GameBuilder, Replayer};
use pgnkit_columns::ipc::{self, Form};
use pgnkit_columns::parquet::{self, Encoders};
use pgnkit_columns::record::Games;
use pgnkit_columns::source::{self, Batches};
use pgnkit_columns::{Builder, Layout, RecordBatch, Rows};

const TEXT: &[u8] =
    b"[White \"Tal\"]\n\n1. e4 {a} (1. d4 $1) e5 {[%clk 0:03:00]} *\n\n[A \"b\"]\n\n1. c4 *\n\n1. Ke5 *\n";

fn rows() -> RecordBatch {
    let mut builder = Builder::new(&Layout::new(Rows::Games).lossless().unwrap());
    let (mut replayer, mut games) = (Replayer::new(TEXT), GameBuilder::new());
    for number in 1.. {
        if replayer.read_into(&mut games, &mut Ignore).is_none() {
            break;
        }
        games.game().visit(Span::default(), builder.visitor());
        builder.add(number, Some(games.game()), &[]);
    }
    builder.finish().unwrap()
}

fn parquet_file(batch: &RecordBatch) -> Vec<u8> {
    let encoders = Arc::new(Encoders::new(1));
    let mut writer =
        parquet::Writer::new(batch.schema(), &parquet::Options::new(Rows::Games), &encoders).unwrap();
    let mut bytes = Vec::new();
    writer.write(batch, &mut bytes).unwrap();
    writer.finish(&mut bytes).unwrap();
    bytes
}

fn arrow_bytes(batch: &RecordBatch, form: Form) -> Vec<u8> {
    let (mut writer, mut bytes) = (ipc::Writer::new(batch.schema(), form), Vec::new());
    writer.begin(&mut bytes).unwrap();
    writer.write(batch, &mut bytes).unwrap();
    writer.finish(&mut bytes).unwrap();
    bytes
}

fn open_parquet(bytes: &[u8]) -> Result<Batches, String> {
    let mut file: File = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    source::parquet(file, |_| {}).map_err(|error| error.to_string())
}

fn open_arrow(bytes: &[u8], form: Form) -> Result<Batches, String> {
    let input = Cursor::new(bytes.to_vec());
    match form {
        Form::File => source::arrow_file(input),
        Form::Stream => source::arrow_stream(input),
    }
    .map_err(|error| error.to_string())
}

/// The games of batches as text, up to the first error.
fn text(batches: Result<Batches, String>) -> Result<String, String> {
    let mut text = Vec::new();
    for batch in batches? {
        let mut games =
            Games::new(&batch.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
        for row in 0..games.len() {
            games.write_pgn(row, &mut text).map_err(|error| error.to_string())?;
        }
    }
    Ok(String::from_utf8(text).expect("games are UTF-8"))
}

fn expected() -> String {
    let (mut replayer, mut games, mut text) = (Replayer::new(TEXT), GameBuilder::new(), String::new());
    while replayer.read_into(&mut games, &mut Ignore).is_some() {
        text += &games.game().to_string();
    }
    text
}

#[test]
fn files_give_the_games_back() {
    let batch = rows();
    assert_eq!(text(open_parquet(&parquet_file(&batch))), Ok(expected()));
    for form in [Form::File, Form::Stream] {
        assert_eq!(text(open_arrow(&arrow_bytes(&batch, form), form)), Ok(expected()), "{form:?}");
    }
}

#[test]
fn bytes_that_are_read_are_counted() {
    let bytes = parquet_file(&rows());
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&bytes).unwrap();
    let counted = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&counted);
    let batches = source::parquet(file, move |bytes| {
        counter.fetch_add(bytes, Ordering::Relaxed);
    });
    assert!(text(batches.map_err(|error| error.to_string())).is_ok());
    let counted = counted.load(Ordering::Relaxed);
    assert!(counted > 0 && counted <= bytes.len() as u64, "{counted} of {}", bytes.len());
}

#[test]
fn damaged_files_are_errors_or_games() {
    let batch = rows();
    let files = [parquet_file(&batch), arrow_bytes(&batch, Form::File), arrow_bytes(&batch, Form::Stream)];
    let open = |index: usize, bytes: &[u8]| match index {
        0 => open_parquet(bytes),
        1 => open_arrow(bytes, Form::File),
        _ => open_arrow(bytes, Form::Stream),
    };
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for (index, file) in files.iter().enumerate() {
        for length in [0, 1, 3, 4, 7, 8, 12, file.len() / 2, file.len() - 1] {
            let cut = text(open(index, &file[..length]));
            assert!(cut.is_err() || index == 2, "{index}: {length}");
        }
        for _ in 0..crate::cases(700).cases {
            let mut damaged = file.clone();
            for _ in 0..=next(3) {
                let at = next(damaged.len());
                damaged[at] = [0, 0x7f, 0x80, 0xff, damaged[at] ^ 1 << next(8)][next(5)];
            }
            let _ = text(open(index, &damaged));
        }
        for bytes in [
            &b"PAR1"[..],
            b"PAR1PAR1",
            b"PAR1\xff\xff\xff\x7fPAR1",
            b"ARROW1\0\0ARROW1",
            b"\xff\xff\xff\xff\xff\xff\xff\x7f",
        ] {
            assert!(text(open(index, bytes)).is_err(), "{}", bytes.escape_ascii());
        }
    }
}

/// What others write unless they are told otherwise, and what they are told most often; `foreign/make.py` makes these files.
#[test]
fn files_of_other_programs_are_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/foreign");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let file = File::open(&path).unwrap();
        let mut head = [0; 128];
        std::io::Read::read_exact(&mut File::open(&path).unwrap(), &mut head).unwrap();
        let batches = match path.extension().unwrap().to_str().unwrap() {
            "py" => continue,
            "parquet" => source::parquet(file, |_| {}),
            _ if !source::is_stream(&head) => source::arrow_file_by_footer(file, |_| {}),
            "arrows" => source::arrow_stream(file),
            _ => source::arrow_file(file),
        };
        let text = text(batches.map_err(|error| error.to_string()))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        count += 1;
        let mut replayer = Replayer::new(text.as_bytes());
        let mut game = GameBuilder::new();
        for expected in
            [["Tal", "1960.03.15", "2700", "2013.01.01", "e4 e5 1-0"], ["Fine", "1938.11.06", "", "", "d4 *"]]
        {
            replayer.read_into(&mut game, &mut Ignore).unwrap_or_else(|| panic!("{name}: {text}"));
            let game = game.game();
            let tag = |tag: &str| game.tag(tag).unwrap_or_default().to_owned();
            let moves = game.to_string().split("\n\n").nth(1).unwrap().replace("1. ", "");
            let found = [tag("White"), tag("Date"), tag("WhiteElo"), tag("UTCDate"), moves.trim().to_owned()];
            assert_eq!(found, expected, "{name}: {text}");
            assert!(!game.to_string().contains("ECO"), "{name}");
        }
        assert!(replayer.read_into(&mut game, &mut Ignore).is_none(), "{name}");
    }
    assert!(count >= 20, "{count}");
}

/// A long text that all rows share is in memory once, or few rows are at a time: also in files without a schema of Arrow.
#[test]
fn a_long_text_of_all_rows_takes_little_memory() {
    use ::parquet::arrow::ArrowWriter;
    use ::parquet::arrow::arrow_writer::ArrowWriterOptions;
    use ::parquet::basic::{Compression, Encoding, ZstdLevel};
    use ::parquet::file::properties::WriterProperties;
    use arrow_array::{ArrayRef, StringArray};

    let text = format!("1. e4 {{{}}} *", "a".repeat(1 << 17));
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(std::iter::repeat_n(&text, 200)));
    let batch = RecordBatch::try_from_iter([("movetext", texts)]).unwrap();
    let properties = || {
        WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_page_size_limit(1 << 30)
    };
    for (properties, most) in [
        (properties(), 1 << 20),
        (properties().set_dictionary_enabled(false).set_encoding(Encoding::DELTA_BYTE_ARRAY), 6 << 20),
    ] {
        let options =
            ArrowWriterOptions::new().with_properties(properties.build()).with_skip_arrow_metadata(true);
        let mut bytes = Vec::new();
        let mut writer = ArrowWriter::try_new_with_options(&mut bytes, batch.schema(), options).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        assert!(bytes.len() < 1 << 20, "{}", bytes.len());
        let mut rows = 0;
        for batch in open_parquet(&bytes).unwrap() {
            let batch = batch.unwrap();
            assert!(batch.get_array_memory_size() < most, "{}", batch.get_array_memory_size());
            let (mut games, mut written) = (Games::new(&batch).unwrap(), Vec::new());
            games.write_pgn(batch.num_rows() - 1, &mut written).unwrap();
            assert!(written.len() > 1 << 17);
            rows += batch.num_rows();
        }
        assert_eq!(rows, 200);
    }
}
