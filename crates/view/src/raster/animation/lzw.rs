//! The compression of GIF. As other encoders do it, code by code, but a run of one colour is taken in one step whatever its length: in frames
//! that only say what changes, nearly everything is such a run.

/// The largest code and one more.
const CODES: u16 = 1 << 12;
/// Places of the table of strings; a power of two, and twice as many as there are codes.
const PLACES: usize = 1 << 13;

/// Compresses pictures one after another.
pub(super) struct Compressor {
    /// Strings that have a code: the code of all but the last colour, that colour, and their code, in 12, 8 and 12 bits. 0 is free.
    strings: Vec<u32>,
    /// For each colour the codes of two, three and more of it.
    runs: Vec<Vec<u16>>,
}

impl Compressor {
    pub(super) fn new() -> Self {
        Self { strings: vec![0; PLACES], runs: vec![Vec::new(); 256] }
    }

    /// Appends the compressed pixels: first the bits of a pixel, from 2 to 8, as a byte.
    pub(super) fn compress(&mut self, pixels: &[u8], bits: u8, out: &mut Vec<u8>) {
        let bits = bits.clamp(2, 8);
        let clear = 1u16 << bits;
        let (end, first) = (clear + 1, clear + 2);
        out.push(bits);
        let mut codes = Codes { out, held: 0, count: 0 };
        let (mut width, mut next) = (u32::from(bits) + 1, first);
        codes.write(clear, width);
        self.forget();
        let mut at = 0;
        while let Some(&color) = pixels.get(at) {
            let runs = &mut self.runs[usize::from(color)];
            let run = run_length(&pixels[at..], runs.len() + 1);
            let mut code = if run > 1 { runs[run - 2] } else { u16::from(color) };
            at += run;
            // The longest string that has a code.
            let mut is_run = true;
            while let Some(&next_color) = pixels.get(at) {
                match find(&self.strings, code, next_color) {
                    Ok(longer) => code = longer,
                    Err(place) => {
                        if next < CODES {
                            self.strings[place] = key(code, next_color) << 12 | u32::from(next);
                            if is_run && next_color == color {
                                runs.push(next);
                            }
                        }
                        break;
                    }
                }
                is_run = false;
                at += 1;
            }
            codes.write(code, width);
            if next == CODES {
                codes.write(clear, width);
                self.forget();
                (width, next) = (u32::from(bits) + 1, first);
                continue;
            }
            width += u32::from(next == 1 << width);
            next += 1;
        }
        codes.write(end, width);
        codes.finish();
    }

    fn forget(&mut self) {
        self.strings.fill(0);
        self.runs.iter_mut().for_each(Vec::clear);
    }
}

/// How often the first of some pixels is repeated, but no more than so often.
fn run_length(pixels: &[u8], most: usize) -> usize {
    let pixels = &pixels[..pixels.len().min(most)];
    let Some(&color) = pixels.first() else { return 0 };
    let eight = u64::from_ne_bytes([color; 8]);
    let (chunks, _) = pixels.as_chunks();
    let same = 8 * chunks.iter().take_while(|chunk| u64::from_ne_bytes(**chunk) == eight).count();
    same + pixels[same..].iter().take_while(|pixel| **pixel == color).count()
}

const fn key(code: u16, color: u8) -> u32 {
    (code as u32) << 8 | color as u32
}

/// The code of a string, or the place where it can be put.
#[inline]
fn find(strings: &[u32], code: u16, color: u8) -> Result<u16, usize> {
    let key = key(code, color);
    let mut place = (key.wrapping_mul(0x9e37_79b1) >> 19) as usize % PLACES;
    loop {
        match strings[place] {
            0 => return Err(place),
            string if string >> 12 == key => return Ok((string & 0xfff) as u16),
            _ => place = (place + 1) % PLACES,
        }
    }
}

/// Codes of several widths, one behind the other.
struct Codes<'o> {
    out: &'o mut Vec<u8>,
    held: u32,
    count: u32,
}

impl Codes<'_> {
    fn write(&mut self, code: u16, width: u32) {
        self.held |= u32::from(code) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.out.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    fn finish(self) {
        if self.count > 0 {
            self.out.push(self.held as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a decoder makes of it.
    fn decoded(compressed: Vec<u8>, length: usize) -> Vec<u8> {
        let mut file = Vec::new();
        let palette = [0; 768];
        let side = |length: usize| u16::try_from(length).unwrap();
        let (width, height) = (side(length.min(1000)), side(length.div_ceil(1000)));
        let mut encoder = gif::Encoder::new(&mut file, width, height, &palette).unwrap();
        let frame = gif::Frame { width, height, buffer: compressed.into(), ..gif::Frame::default() };
        encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        drop(encoder);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&file[..]).unwrap();
        decoder.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    #[test]
    fn a_decoder_reads_it() {
        let mut state = 1u32;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        let mut compressor = Compressor::new();
        for length in [1, 2, 3, 7, 8, 9, 100, 999, 1000, 20_000, 300_000] {
            for (bits, kind) in [(1, 0), (2, 1), (5, 0), (7, 1), (8, 0), (8, 1), (8, 2), (4, 3)] {
                let colors = 1u32 << bits;
                let mut pixels = Vec::new();
                while pixels.len() < length {
                    let run = match kind {
                        0 => 1,
                        1 => 1 + random() % 40,
                        2 => 1 + (random() % 3) * (random() % 5000),
                        _ => u32::MAX,
                    };
                    let color = (random() % colors) as u8;
                    let run = (run as usize).min(length - pixels.len());
                    pixels.extend(std::iter::repeat_n(color, run));
                }
                let mut out = Vec::new();
                compressor.compress(&pixels, bits, &mut out);
                if length % 1000 == 0 || length < 1000 {
                    assert!(decoded(out, length) == pixels, "{length} {bits} {kind}");
                }
            }
        }
    }

    #[test]
    fn a_long_run_is_short() {
        let mut out = Vec::new();
        Compressor::new().compress(&[3; 1_000_000], 7, &mut out);
        assert!(out.len() < 3000, "{}", out.len());
        let mut nothing = Vec::new();
        Compressor::new().compress(&[], 2, &mut nothing);
        assert_eq!(nothing, [2, 0b10_1100]);
    }
}
