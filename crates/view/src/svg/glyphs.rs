//! The digits and letters that a picture needs, as lines on a field 9 wide and 13 high.

use std::fmt;

/// Writes a digit or one of the letters a to h around a point, in the line that is set.
pub(super) fn write(f: &mut dyn fmt::Write, sign: u8, (x, y): (i32, i32)) -> fmt::Result {
    let (x, y) = (f64::from(x) - HALF.0, f64::from(y) - HALF.1);
    write!(f, "<path transform=\"translate({x} {y})scale({SCALE})\" d=\"{}\"/>", lines(sign))
}

/// The field in the units of the picture.
pub(crate) const SCALE: f64 = 1.8;
/// Half of its width and height there.
pub(crate) const HALF: (f64, f64) = (8.1, 11.7);
/// The width of a line on the field.
pub(crate) const LINE: f64 = 1.9;

pub(crate) const fn lines(sign: u8) -> &'static str {
    match sign {
        b'0' => "M4.5 0C1.8 0 1 3 1 6.5S1.8 13 4.5 13S8 10 8 6.5S7.2 0 4.5 0Z",
        b'1' => "M2 2.8L5.3 0V13",
        b'2' => "M.9 3.5C.9 1.4 2.4 0 4.5 0S8 1.4 8 3.5C8 6 5.5 8 .9 13H8.3",
        b'3' => "M1 0H8L4 5.1C6.5 4.8 8.3 6.4 8.3 8.9C8.3 11.4 6.6 13 4.3 13C2.7 13 1.4 12.3.7 11",
        b'4' => "M6.5 13V0L.5 9H8.9",
        b'5' => "M7.9 0H2L1.4 6C2.3 5.3 3.3 5 4.4 5C6.8 5 8.4 6.6 8.4 9S6.7 13 4.3 13C2.7 13 1.4 12.3.7 11.1",
        b'6' => {
            "M7 0C3.5 1.5 1 4.9 1 8.800C1 11.4 2.5 13 4.7 13S8.4 11.4 8.4 9S6.9 5.1 4.7 5.100S1.2 6.6 1 8.8"
        }
        b'7' => "M.8 0H8.300L3.5 13",
        b'8' => {
            "M4.5 6C2.7 6 1.4 4.9 1.4 3S2.7 0 4.5 0S7.6 1.1 7.6 3S6.3 6 4.5 6C2.4 6 .9 7.4.9 9.500S2.4 13 4.5 13S8.1 11.6 8.1 9.500S6.6 6 4.5 6Z"
        }
        b'9' => "M2 13C5.5 11.5 8 8.1 8 4.200C8 1.6 6.5 0 4.3 0S.6 1.6.6 4S2.1 7.9 4.3 7.900S7.8 6.4 8 4.2",
        b'a' => "M8 4.500V13M8 8.750C8 6.1 6.6 4.5 4.5 4.500S.8 6.2.8 8.750S2.4 13 4.5 13S8 11.4 8 8.75",
        b'b' => "M1 0V13M1 8.750C1 6.1 2.4 4.5 4.5 4.500S8.2 6.2 8.2 8.750S6.6 13 4.5 13S1 11.4 1 8.75",
        b'c' => {
            "M7.9 5.900C7.2 5 6.2 4.5 4.9 4.500C2.5 4.5 1 6.2 1 8.750S2.5 13 4.9 13C6.2 13 7.2 12.5 7.9 11.6"
        }
        b'd' => "M8 0V13M8 8.750C8 6.1 6.6 4.5 4.5 4.500S.8 6.2.8 8.750S2.4 13 4.5 13S8 11.4 8 8.75",
        b'e' => {
            "M1.1 8.600H8.200C8.1 6 6.8 4.5 4.7 4.500C2.5 4.5 1 6.2 1 8.750S2.6 13 4.9 13C6.3 13 7.3 12.5 8 11.6"
        }
        b'f' => "M7.2.2C4.7-.4 3.5.8 3.5 3V13M1 5H7",
        b'g' => {
            "M8 3.500V12.300C8 15 6.7 16 4.6 16C3.2 16 2.2 15.6 1.4 14.900M8 7.750C8 5.1 6.6 3.5 4.5 3.500S.8 5.2.8 7.750S2.4 12 4.5 12S8 10.4 8 7.75"
        }
        _ => "M1 0V13M1 8.500C1 6 2.5 4.5 4.5 4.500S8 6 8 8.300V13",
    }
}
