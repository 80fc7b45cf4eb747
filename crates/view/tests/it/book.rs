//! Small books of every form, byte for byte. `PGN_BLESS=1 cargo test -p pgnkit-view` writes them anew; `compare/book/run` compiles
//! them: look at the pages.

use std::path::Path;

use pgnkit::chess::Color;
use pgnkit::chess::san::Language;
use pgnkit::diagnostics::Ignore;
use pgnkit::{Game, Notation};
use pgnkit_view::Theme;
use pgnkit_view::book::{Book, BookForm, BookTable, Opening, Paper};

const GAMES: [&str; 4] = [
    r#"[Event "Riga"] [Site "Riga"] [Date "1959.03.01"] [Round "1"] [White "Tāls, Mihails"] [Black "Łuczak, Émile"] [Result "1-0"]
[WhiteTitle "GM"] [WhiteElo "2700"] [BlackElo "2450"] [Annotator "N. N."]
{Before the game.} 1. e4 e5 2. Nf3 $1 Nc6 {natural} 3. Bb5 a6 {A long comment, which is a paragraph of its own since nobody would
like to look for the moves between its words.} 4. Ba4 (4. Bxc6 dxc6 5. O-O {the modern line} (5. Nc3 f6) (5. Nxe5 $6 Qd4 $16) 5... f6 $14
$220) (4. Bc4?) 4... Nf6 5. O-O {[%csl Re5,Gf7] [%cal Gf3e5,Rf6e4] the plan} $220 Nxe4 $146 $132 6. d4 $221 b5 7. Bb3 d5 8. dxe5 Be6 $13 1-0"#,
    // Texts that want to be more than text.
    r##"[Event "#panic() \\input{/etc/passwd} <script>alert(1)</script>"] [Site "$x$ & % ~ ^^41 {} ]]> *b* _i_ `r` @ref <label>"]
[Round "// -- ..."] [White "= \"Tal\" \\\"); panic(\""] [Black "- {\\bf Fine} & <b>Söhne</b> #1"] [Result "0-1"] [Opening "\\write18{id} #eval"]
{= head} 1. e4 {#import "x": * \input{y} $$ ]]> </p><script>} d5 {[ \ ] ( * ) _a_ `b` ~ 50% & co. -- --- << >> ,, '' https://example.org}
2. exd5 {- item} (2. e5 {1. item / term: x "quoted" \u{202e} \write18}) Qxd5 {Петров ế 中 ♘ BIDI end} 0-1"##,
    "[Event \"Riga\"] [White \"Broken\"] [Black \"Tāls, Mihails\"] [Result \"1/2-1/2\"]\n1. e4 e5 2. Ke3 {why} Nc6 \\input{x} 1/2-1/2",
    "[White \"?\"] [Black \"?\"] [SetUp \"1\"] [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"] [ECO \"A00\"]\n{$220} 40... Kd7 41. e4 *",
];

/// A game with characters that turn the direction of writing, which a source should not have.
fn read(text: &str) -> Game {
    let text = text.replace("BIDI", "\u{202e}bidi\u{2066}");
    Game::read(text.as_bytes(), &mut Ignore).unwrap()
}

fn write(book: &Book) -> Vec<u8> {
    let mut binding = book.begin(Vec::new()).unwrap();
    for (at, text) in GAMES.into_iter().enumerate() {
        let game = read(text);
        let opening = Opening { eco: "C80".to_owned(), name: "Ruy Lopez: Open".to_owned() };
        binding.add(&book.chapter(&game, Some(&opening).filter(|_| at == 0))).unwrap();
    }
    let cells = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
    let table = BookTable {
        title: "Riga, 1959: 2 players & #1".to_owned(),
        columns: vec![("#".to_owned(), false), ("player".to_owned(), true), ("points".to_owned(), false)],
        rows: vec![cells(&["1", "Tāls, Mihails", "1½"]), cells(&["2", "\\Łuczak}", "■"])],
        notes: vec!["1 pair has not met".to_owned()],
    };
    binding.finish(&[table]).unwrap()
}

fn book(form: BookForm) -> Book {
    let mut book = Book::new(form);
    book.title = "Riga #1: \\input{title} & <more>".to_owned();
    book.author = "The \"editor\" \\ & co.".to_owned();
    book.boards.last = true;
    book
}

#[track_caller]
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden").join(name);
    if std::env::var_os("PGN_BLESS").is_some() {
        return std::fs::write(path, text).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    let line = expected.lines().zip(text.lines()).find(|(expected, found)| expected != found);
    assert!(expected == text, "{name}: {line:?}");
}

#[test]
fn sources_are_what_they_were() {
    let mut typst = book(BookForm::Typst);
    golden("book.typ", &String::from_utf8(write(&typst)).unwrap());
    typst.theme = pgnkit_view::Theme::Grey;
    let grey = write(&typst);
    assert!(!String::from_utf8(grey).unwrap().contains("P-hatch"));
    let mut latex = book(BookForm::Latex);
    (latex.paper, latex.notation, latex.bottom) = (Paper::A5, Notation::Figurine, Color::Black);
    golden("book.tex", &String::from_utf8(write(&latex)).unwrap());
}

/// Names and contents of the files of an archive, in the order of its directory.
fn unzip(zip: &[u8]) -> Vec<(String, String)> {
    let number =
        |at: usize, bytes: usize| (0..bytes).rev().fold(0, |sum, byte| sum << 8 | zip[at + byte] as usize);
    let end = zip.len() - 22;
    let mut at = number(end + 16, 4);
    let mut files = Vec::new();
    for _ in 0..number(end + 10, 2) {
        let (stored, size, name, offset) =
            (number(at + 20, 4), number(at + 24, 4), number(at + 28, 2), number(at + 42, 4));
        let start = offset + 30 + name;
        let bytes = &zip[start..start + stored];
        let mut content = Vec::with_capacity(size);
        match number(at + 10, 2) {
            0 => content.extend_from_slice(bytes),
            _ => {
                let mut inflate = flate2::Decompress::new(false);
                inflate.decompress_vec(bytes, &mut content, flate2::FlushDecompress::Finish).unwrap();
            }
        }
        assert_eq!(content.len(), size);
        let mut crc = flate2::Crc::new();
        crc.update(&content);
        assert_eq!(crc.sum() as usize, number(at + 16, 4));
        let name = String::from_utf8(zip[at + 46..at + 46 + name].to_vec()).unwrap();
        at += 46 + name.len();
        files.push((name, String::from_utf8(content).unwrap()));
    }
    assert_eq!(at, end);
    files
}

#[test]
fn an_epub_is_what_it_was() {
    let mut epub = book(BookForm::Epub);
    epub.language = Language::German;
    epub.notation = Notation::San(Language::German);
    let zip = write(&epub);
    assert_eq!(&zip[30..58], b"mimetypeapplication/epub+zip");
    assert_eq!(zip, write(&epub), "there is no clock in it");
    let files = unzip(&zip);
    let text: String = files.iter().map(|(name, content)| format!("=== {name}\n{content}\n")).collect();
    golden("book.epub.txt", &text);
    for (name, content) in &files {
        assert!(!content.contains("<script") && !content.contains("\u{202e}"), "{name}");
    }
    // Every page is in the manifest, and every link leads to a page.
    let package = &files.last().unwrap().1;
    for (name, content) in &files {
        let Some(name) = name.strip_prefix("book/").filter(|name| *name != "package.opf") else { continue };
        assert!(package.contains(&format!("href=\"{name}\"")), "{name}");
        for link in content.split("<a ").skip(1) {
            let page = link.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
            assert!(files.iter().any(|(name, _)| name.strip_prefix("book/") == Some(page)), "{page}");
        }
    }
}

#[test]
fn characters_that_latex_lacks_are_counted() {
    let game = read(GAMES[1]);
    assert_eq!(Book::new(BookForm::Latex).chapter(&game, None).replaced_characters(), 8);
    assert_eq!(Book::new(BookForm::Typst).chapter(&game, None).replaced_characters(), 0);
}

#[test]
fn options_leave_out() {
    for form in [BookForm::Typst, BookForm::Latex] {
        let mut book = Book::new(form);
        (book.index, book.comments, book.variations) = (false, false, false);
        book.columns = 1;
        book.boards = pgnkit_view::Boards::NONE;
        let mut binding = book.begin(Vec::new()).unwrap();
        let game = read(GAMES[0]);
        binding.add(&book.chapter(&game, None)).unwrap();
        let text = String::from_utf8(binding.finish(&[]).unwrap()).unwrap();
        let body = text.split_once("Mihails").unwrap().1;
        for word in ["natural", "modern", "Players", "Openings", "board(", "diagram{", "begin{multicols}"] {
            assert!(!body.contains(word), "{form:?}: {word}");
        }
        assert!(body.contains("Nxe4"));
    }
}

/// Deep variations and long games take time in their length, and no stack.
#[test]
fn depth_and_length() {
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(20_000) + &")".repeat(20_000) + " *";
    let game = read(&deep);
    for form in [BookForm::Typst, BookForm::Latex, BookForm::Epub] {
        let book = Book::new(form);
        let mut binding = book.begin(Vec::new()).unwrap();
        binding.add(&book.chapter(&game, None)).unwrap();
        assert!(!binding.finish(&[]).unwrap().is_empty());
    }
}

/// The boards of a page share their pieces, in every theme; each side of the board and each variant has what it needs.
#[test]
fn a_board_of_an_epub_is_small_and_whole() {
    let board = "{[#] [%csl Ge4][%cal Re2e4]}";
    let boards = format!("Nf3 {board} Nf6 {board} Ng1 {board} Ng8 {board} ").repeat(50);
    let texts = [
        format!("{boards} *"),
        format!(
            "[Orientation \"black\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. Nf3 Ng8 4. Ng1 Nf6 5. Nc3 Ng8 {boards} *"
        ),
        format!("{boards} f3 e5 g4 Qh4# {board} 0-1"),
    ];
    for theme in Theme::ALL {
        let mut book = Book::new(BookForm::Epub);
        book.theme = theme;
        let mut binding = book.begin(Vec::new()).unwrap();
        for text in &texts {
            binding.add(&book.chapter(&read(text), None)).unwrap();
        }
        let files = unzip(&binding.finish(&[]).unwrap());
        let pages: Vec<&String> =
            files.iter().filter(|(name, _)| name.starts_with("book/g")).map(|(_, page)| page).collect();
        assert_eq!(pages.len(), texts.len());
        for page in pages {
            let count = page.matches("<figure>").count();
            assert!(count >= 200 && page.len() < count * 4_000, "{theme:?}: {count} in {}", page.len());
            let ids: Vec<&str> =
                page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
            for (at, id) in ids.iter().enumerate() {
                assert!(!ids[..at].contains(id), "{theme:?}: {id} twice");
            }
            let links = page.split("=\"#").chain(page.split("url(#")).skip(1);
            for link in
                links.filter_map(|rest| rest.split(['"', ')']).next()).filter(|id| id.starts_with("b-"))
            {
                assert!(ids.contains(&link), "{theme:?}: {link}");
            }
        }
    }
}

#[test]
fn evaluations_have_a_plot_if_it_is_wanted() {
    let text = "[White \"Tal\"]\n[Black \"Fine\"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 2.0]} 3. Nxe5 \
                {[%eval 1.8]} fxe5 {[%eval 5.1]} 4. Qh5+ Ke7 {[%eval #7]} 1-0";
    let written = |form, plot: bool, text: &str| {
        let mut book = Book::new(form);
        (book.index, book.eval_plot) = (false, plot);
        let mut binding = book.begin(Vec::new()).unwrap();
        binding.add(&book.chapter(&read(text), None)).unwrap();
        binding.finish(&[]).unwrap()
    };
    for (form, name) in [(BookForm::Typst, "plot.typ"), (BookForm::Latex, "plot.tex")] {
        let with = String::from_utf8(written(form, true, text)).unwrap();
        let without = String::from_utf8(written(form, false, text)).unwrap();
        // The preamble is long, and in the other books.
        let game = |text: &str| {
            text[text.rfind(if form == BookForm::Typst { "#game(" } else { "\\game{1}" }).unwrap()..]
                .to_owned()
        };
        golden(name, &game(&with));
        assert!(!game(&without).contains("plot"), "{name}");
        // Nothing of it is in a game without evaluations.
        let plain = |plot| String::from_utf8(written(form, plot, "[White \"Tal\"]\n\n1. e4 e5 *")).unwrap();
        assert_eq!(game(&plain(true)), game(&plain(false)), "{name}");
    }
    let epub = |plot| {
        unzip(&written(BookForm::Epub, plot, text))
            .into_iter()
            .find(|(name, _)| name == "book/g1.xhtml")
            .unwrap()
            .1
    };
    assert!(epub(true).contains("<figure class=\"plot\"><svg") && epub(true).contains("half-move"));
    assert!(!epub(false).contains("<svg"));
}
