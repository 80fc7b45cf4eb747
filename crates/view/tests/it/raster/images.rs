//! Pictures as they are seen.

use std::path::Path;

/// Red, green and blue of each pixel.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[u8; 3]>,
}

impl Image {
    pub fn of_svg(text: &str) -> Self {
        let tree = resvg::usvg::Tree::from_str(text, &resvg::usvg::Options::default()).unwrap();
        let size = tree.size().to_int_size();
        let mut pixmap = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
        resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixmap.as_mut());
        Self {
            width: size.width() as usize,
            height: size.height() as usize,
            pixels: pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect(),
        }
    }

    pub fn of_png(bytes: &[u8]) -> Self {
        let mut frames = frames_of_apng(bytes);
        assert_eq!(frames.len(), 1);
        frames.remove(0)
    }

    pub fn row(&self, y: usize) -> &[[u8; 3]] {
        &self.pixels[y * self.width..][..self.width]
    }

    /// The average difference of all colours, and the share of those that are far from each other.
    pub fn difference(&self, other: &Self) -> (f64, f64) {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let pairs = self.pixels.as_flattened().iter().zip(other.pixels.as_flattened());
        let (mut sum, mut far) = (0.0, 0.0);
        for (one, two) in pairs {
            let off = one.abs_diff(*two);
            sum += f64::from(off);
            far += f64::from(u8::from(off > 40));
        }
        let count = (self.pixels.len() * 3) as f64;
        (sum / count, far / count)
    }

    fn blank(width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        Self { width, height, pixels: vec![[0; 3]; width * height] }
    }

    /// Lays a part over the picture; `None` is transparent.
    fn lay(&mut self, (x, y): (u32, u32), width: u32, pixels: impl Iterator<Item = Option<[u8; 3]>>) {
        let (x, y, width) = (x as usize, y as usize, width as usize);
        for (index, pixel) in pixels.enumerate() {
            if let Some(pixel) = pixel {
                self.pixels[(y + index / width) * self.width + x + index % width] = pixel;
            }
        }
    }
}

/// The frames of a PNG or APNG, each as the whole picture.
pub fn frames_of_apng(bytes: &[u8]) -> Vec<Image> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let info = reader.info();
    let count = info.animation_control.map_or(1, |control| control.num_frames);
    let mut image = Image::blank(info.width, info.height);
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    (0..count)
        .map(|_| {
            let frame = reader.next_frame(&mut buffer).unwrap();
            let place =
                reader.info().frame_control.map_or((0, 0), |control| (control.x_offset, control.y_offset));
            let pixels = buffer[..frame.buffer_size()].chunks_exact(4);
            image.lay(place, frame.width, pixels.map(|p| (p[3] > 0).then_some([p[0], p[1], p[2]])));
            image.clone()
        })
        .collect()
}

/// The frames of a GIF, each as the whole picture, with its time in hundredths of a second.
pub fn frames_of_gif(bytes: &[u8]) -> Vec<(Image, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let mut image = Image::blank(decoder.width().into(), decoder.height().into());
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let pixels = frame.buffer.chunks_exact(4).map(|p| (p[3] > 0).then_some([p[0], p[1], p[2]]));
        image.lay((frame.left.into(), frame.top.into()), frame.width.into(), pixels);
        frames.push((image.clone(), frame.delay));
    }
    frames
}

/// Compares a picture with the kept one; `PGN_BLESS=1` keeps it anew.
pub fn compare(path: &Path, image: &Image, bytes: &[u8]) {
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(path, bytes).unwrap();
        return;
    }
    let kept = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (average, others) = Image::of_png(&kept).difference(image);
    // Other processors round otherwise.
    assert!(average < 0.2 && others < 0.0005, "{} is another picture: {average} {others}", path.display());
}
