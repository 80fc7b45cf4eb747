//! Pictures of pixels: beside the SVG, beside kept ones, and put together again from the frames of a game.

mod animations;
mod images;

use std::path::Path;

use images::Image;
use pgnkit::chess::Color;
use pgnkit_view::{PieceSet, Theme};

use crate::cases::{cases, end_of};

/// How far the pixels of a PNG of 444 pixels, in which squares of the SVG are whole pixels, are from the SVG: at most this on average of all
/// colours of all pixels, which have 255 steps; and not more than such a share of them by more than 40.
const AVERAGE: f64 = 0.8;
const OTHERS: f64 = 0.002;

#[test]
fn a_png_looks_as_the_svg() {
    let marks = "{[%csl Gc4,Rd5,Yb2,Be7,Ge1] [%cal Gc4d5,Rd8d5,Yb1c3,Bg8f6,Ga1h8]}";
    let game = format!("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ {marks} *");
    let house = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 P@e4 5. Q@d5 *";
    for theme in Theme::ALL {
        for pieces in PieceSet::ALL {
            for (index, text) in [game.as_str(), house, "*"].into_iter().enumerate() {
                let mut diagram = end_of(text);
                diagram.bottom = Color::ALL[(index + pieces as usize) % 2];
                diagram.coordinates = index != 1 || theme != Theme::Blue;
                // Squares of 50 pixels.
                let size = if diagram.coordinates { 444 } else { 400 };
                let png = Image::of_png(&diagram.png().theme(theme).pieces(pieces).size(size).to_vec());
                let svg = Image::of_svg(&diagram.svg().theme(theme).pieces(pieces).size(size).to_string());
                let (average, others) = png.difference(&svg);
                let case = format!("{theme:?} {pieces:?} {index}");
                assert!(average <= AVERAGE && others <= OTHERS, "{case}: {average} {others}");
            }
        }
    }
}

#[test]
fn squares_are_whole_pixels_at_any_size() {
    let diagram = end_of("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0");
    for size in [96, 127, 200, 361, 720] {
        let png = Image::of_png(&diagram.png().size(size).to_vec());
        // From one square to the next there is no colour between: along the middle of an empty rank.
        let row = png.row(size as usize / 2 - size as usize / 14);
        let mut colors: Vec<_> = row.to_vec();
        colors.sort_unstable();
        colors.dedup();
        assert!(colors.len() <= 12, "{size}: {}", colors.len());
    }
}

#[test]
fn ten_positions_are_what_they_were() {
    for case in cases() {
        let picture = case.diagram.png().theme(case.theme).pieces(case.pieces).size(120).to_vec();
        images::compare(&golden().join(format!("{}.png", case.name)), &Image::of_png(&picture), &picture);
    }
}

fn golden() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden")
}

#[test]
fn texts_of_a_png_are_only_text() {
    let mut diagram = end_of("1. e4 *");
    diagram.title = format!("Ding\u{202e} \x1b[31m\0– Nepo\n{}", "x".repeat(100_000));
    let picture = diagram.png().size(16).to_vec();
    let reader = png::Decoder::new(std::io::Cursor::new(&picture)).read_info().unwrap();
    let texts: Vec<(String, String)> =
        reader.info().utf8_text.iter().map(|text| (text.keyword.clone(), text.get_text().unwrap())).collect();
    assert_eq!(texts[0].0, "Title");
    assert!(texts[0].1.starts_with("Ding [31m– Nepo xxx") && texts[0].1.len() < 5010);
    assert_eq!(texts[1], ("Description".to_owned(), diagram.description()));
}

#[test]
fn sizes() {
    let mut diagram = end_of("*");
    for (size, shown) in [(0, 16), (16, 16), (17, 17), (999, 999)] {
        for coordinates in [true, false] {
            diagram.coordinates = coordinates;
            let picture = Image::of_png(&diagram.png().size(size).to_vec());
            assert_eq!((picture.width, picture.height), (shown, shown), "{size}");
        }
    }
    let house = end_of("[Variant \"Crazyhouse\"]\n\n1. e4 *");
    let picture = Image::of_png(&house.png().size(444).to_vec());
    assert_eq!((picture.width, picture.height), (514, 444));
    assert_eq!(picture.width, Image::of_svg(&house.svg().size(444).to_string()).width);
    let large = diagram.png().size(8192).to_vec();
    assert!(large.len() < 2_000_000, "{}", large.len());
}
