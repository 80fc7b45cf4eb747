//! Moving pictures.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit_view::{Animation, Diagram, NoPositions, Theme};

use super::images::{self, Image, frames_of_apng, frames_of_gif};

const GAME: &str = "[White \"Łuczak, Zoë\"]\n[Black \"Ботвинник, Михаил Моисеевич; и ещё\"]\n[WhiteTitle \"WGM\"]\n\
[WhiteElo \"2431\"]\n[BlackElo \"2600\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 1:00:05]} 1... e5 {[%clk 0:59:59.5]} \
2. Bc4 {[%csl Gf7] [%cal Gc4f7,Rd1h5] [%clk 0:59:00]} Nc6 {[%clk 0:58:10]} 3. Qh5 {[%clk 0:58:59]} Nf6 {[%clk 0:00:03.2]} \
4. Qxf7# {[%clk 0:58:00]} 1-0";

fn gif(animation: &Animation<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    animation.write_gif(&mut bytes).unwrap();
    bytes
}

fn apng(animation: &Animation<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    animation.write_apng(&mut bytes).unwrap();
    bytes
}

/// Frames say only what changes. Together they are what a picture of each position is, but for fewer colours and the sign of the side to move.
#[test]
fn frames_add_up() {
    let house = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 P@e4 5. Q@d5 *";
    let nine_sixty = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O Ke7 2. Rbe1+ Kd6 *";
    let null = "1. e4 -- 2. -- {[%csl Ge4][%cal Ra1h8]} -- 3. -- *";
    for (text, theme, bottom) in [
        (GAME, Theme::Brown, Color::White),
        (GAME, Theme::Print, Color::Black),
        (house, Theme::Green, Color::Black),
        (nine_sixty, Theme::Contrast, Color::White),
        (null, Theme::Blue, Color::White),
        ("*", Theme::Grey, Color::White),
    ] {
        for coordinates in [true, false] {
            let game: Game = text.parse().unwrap();
            let animation =
                Animation::new(&game).unwrap().theme(theme).bottom(bottom).coordinates(coordinates);
            let animation = animation.bars(false).size(177);
            let frames: Vec<Image> =
                frames_of_gif(&gif(&animation)).into_iter().map(|frame| frame.0).collect();
            assert!(frames == frames_of_apng(&apng(&animation)), "GIF and APNG are the same");
            assert_eq!(frames.len(), game.ply_count() + 1);
            let nodes = std::iter::once(game.root()).chain(game.mainline());
            for (ply, (frame, node)) in frames.iter().zip(nodes).enumerate() {
                let mut diagram = Diagram::of_node(&node);
                diagram.bottom = bottom;
                diagram.coordinates = coordinates;
                let picture = Image::of_png(&diagram.png().theme(theme).size(177).to_vec());
                let (average, others) = frame.difference(&picture);
                assert!(average < 2.5 && others < 0.004, "{text} {theme:?} {ply}: {average} {others}");
            }
        }
    }
}

#[test]
fn three_frames_are_what_they_were() {
    let game: Game = GAME.parse().unwrap();
    let animation = Animation::new(&game).unwrap().size(240);
    let frames = frames_of_gif(&gif(&animation));
    assert_eq!(frames.iter().map(|frame| frame.1).collect::<Vec<_>>(), [80, 80, 80, 80, 80, 80, 80, 300]);
    for ply in [0, 3, 7] {
        let image = &frames[ply].0;
        assert_eq!((image.width, image.height), (240, 280));
        images::compare(&super::golden().join(format!("frame-{ply}.png")), image, &png_of(image));
    }
}

fn png_of(image: &Image) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width as u32, image.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(image.pixels.as_flattened()).unwrap();
    bytes
}

#[test]
fn options() {
    let game: Game = GAME.parse().unwrap();
    let animation = Animation::new(&game).unwrap().size(100);
    let count = |animation: &Animation<'_>| frames_of_gif(&gif(animation)).len();
    let last = |animation: &Animation<'_>| frames_of_gif(&gif(animation)).pop().unwrap();
    for (plies, frames) in
        [(0..=0, 1), (2..=4, 3), (7..=7, 1), (5..=100, 3), (9..=12, 1), (0..=usize::MAX, 8)]
    {
        let part = animation.clone().plies(plies.clone());
        assert_eq!((count(&part), frames_of_apng(&apng(&part)).len()), (frames, frames), "{plies:?}");
    }
    // The points are in the last frame, if it is the end of the game.
    let without_end = animation.clone().plies(0..=6);
    let bar = |image: &Image| image.pixels[..image.width * 8].to_vec();
    assert!(bar(&last(&animation).0) != bar(&last(&without_end).0));
    assert_eq!(last(&animation.clone().last_delay(Duration::from_secs(9999))).1, u16::MAX);
    let quick = animation.clone().delay(Duration::from_millis(125));
    assert_eq!(frames_of_gif(&gif(&quick))[0].1, 12);
    let repeats = |bytes: &[u8]| bytes.windows(11).any(|part| part == b"NETSCAPE2.0");
    assert!(repeats(&gif(&animation)) && !repeats(&gif(&animation.clone().repeats(false))));
    for (bare, is_same) in [
        (animation.clone().marks(false), false),
        (animation.clone().last_move(false), false),
        (animation.clone().check(false), false),
        (animation.clone().bottom(Color::Black), false),
        (animation.clone().coordinates(false), false),
        (animation.clone().bars(true), true),
    ] {
        assert_eq!(gif(&bare) == gif(&animation), is_same, "{bare:?}");
    }
    let height = |animation: &Animation<'_>| frames_of_gif(&gif(animation))[0].0.height;
    assert_eq!((height(&animation), height(&animation.clone().bars(false))), (116, 100));
    // There is nothing to say in bars.
    let bare: Game = "[White \"?\"]\n[Black \"-\"]\n\n1. e4 *".parse().unwrap();
    assert_eq!(height(&Animation::new(&bare).unwrap().size(100)), 100);
    for (text, reason) in [
        ("[Variant \"Bughouse\"]\n\n1. e4 *", NoPositions::Variant),
        ("[SetUp \"1\"]\n[FEN \"x\"]\n\n1. e4 *", NoPositions::Setup),
    ] {
        // The second is read with a diagnostic.
        let game = Game::read(text.as_bytes(), &mut Vec::new()).unwrap();
        assert_eq!(Animation::new(&game).err(), Some(reason));
    }
}

#[test]
fn hostile_games() {
    let long = "Ω\u{301}\u{202e}\x1b[31m\u{0}刘 ".repeat(25_000);
    let squares = || ('a'..='h').flat_map(|file| ('1'..='8').map(move |rank| format!("{file}{rank}")));
    let arrows: String =
        squares().flat_map(|from| squares().map(move |to| format!("G{from}{to},"))).collect();
    for text in [
        format!(
            "[White \"{long}\"]\n[Black \"{long}\"]\n[WhiteTitle \"{long}\"]\n[BlackElo \"{long}\"]\n\n1. e4 *"
        ),
        format!("1. e4 {{[%cal {}]}} *", arrows.trim_end_matches(',')),
        format!(
            "1. e4 {{[%clk 999999:00:00] [%csl {}]}} {{[%clk -0:00:01]}} *",
            "Ge4,".repeat(20_000) + "Re5"
        ),
    ] {
        let game = Game::read(text.as_bytes(), &mut Vec::new()).unwrap();
        for size in [0, 16, 300] {
            for bytes in [
                gif(&Animation::new(&game).unwrap().size(size)),
                apng(&Animation::new(&game).unwrap().size(size)),
            ] {
                assert!(bytes.len() < 200_000, "{}", bytes.len());
            }
        }
    }
}

/// Twice the moves take twice the time, and not four times.
#[test]
fn a_long_game_takes_linear_time() {
    struct Nothing(usize);
    impl Write for Nothing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let time = |moves: usize| {
        let game: Game = format!("{}*", "Nf3 Nf6 Ng1 Ng8 ".repeat(moves / 4)).parse().unwrap();
        let begin = Instant::now();
        let mut nothing = Nothing(0);
        Animation::new(&game).unwrap().size(16).write_gif(&mut nothing).unwrap();
        assert!(nothing.0 > moves * 40);
        begin.elapsed()
    };
    let (short, long) = (time(1_000), time(4_000));
    assert!(long < short * 10 + Duration::from_secs(1), "{short:?} {long:?}");
}

#[test]
fn an_error_of_the_writer_is_handed_on() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let game: Game = GAME.parse().unwrap();
    let animation = Animation::new(&game).unwrap().size(64);
    let diagram = Diagram::of_node(&game.root());
    let whole = [gif(&animation).len(), apng(&animation).len(), diagram.png().to_vec().len()];
    for room in [0, 10, 500, whole.into_iter().min().unwrap() - 1] {
        for ran in [
            animation.write_gif(Full(room)),
            animation.write_apng(Full(room)),
            diagram.png().write_to(Full(room)),
        ] {
            assert_eq!(ran.unwrap_err().kind(), io::ErrorKind::StorageFull, "{room}");
        }
    }
}
