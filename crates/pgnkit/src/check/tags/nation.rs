use pgnkit_syntax::{Code, Diagnostic, Sink, Span, quoted};

use super::Value;
use crate::Nation;

/// The nation is the last word of the site (section 8.1.1.2), one of the codes of section 15.
pub(super) fn check(value: &Value<'_>, sink: &mut dyn Sink) {
    // Three capital letters alone are no nation but something else, such as the name of a server.
    let [.., b' ', a, b, c] = *value.bytes else { return };
    let code = [a, b, c];
    if !code.iter().all(u8::is_ascii_uppercase) || Nation::is_code(code) || !sink.wants(Code::UnknownNation) {
        return;
    }
    let end = value.tag.value.end;
    let span = if value.tag.encoded { value.tag.value } else { Span::new(end - 3, end) };
    if TODAY.binary_search(&code).is_ok() {
        return;
    }
    let message = format!("expected the code of a nation, found {}", quoted(&code));
    sink.report(Diagnostic::new(Code::UnknownNation, span, message));
}

/// Codes that the Olympic Committee or FIDE use today or used lately, and that the standard has not (decision A-87); `INT` and
/// `NET` are what databases and servers write for games played on the Internet.
#[rustfmt::skip]
static TODAY: [[u8; 3]; 126] = [
    *b"AHO", *b"ARU", *b"AUT", *b"AZE", *b"BAH", *b"BDI", *b"BHU", *b"BIZ", *b"BLR", *b"BOT", *b"BRA",
    *b"BRN", *b"BUL", *b"BUR", *b"CAF", *b"CAM", *b"CAY", *b"CGO", *b"CHA", *b"CHN", *b"CIV", *b"CMR",
    *b"COD", *b"COK", *b"COM", *b"CPV", *b"CRC", *b"CZE", *b"DJI", *b"DMA", *b"ERI", *b"ESA", *b"ETH",
    *b"FID", *b"FRO", *b"FSM", *b"GAB", *b"GBR", *b"GBS", *b"GDR", *b"GEQ", *b"GRE", *b"GRN", *b"GUI",
    *b"GUM", *b"INA", *b"INT", *b"IOM", *b"IRI", *b"ISL", *b"ISV", *b"IVB", *b"JCI", *b"JOR", *b"JPN",
    *b"KGZ", *b"KOS", *b"KSA", *b"LAO", *b"LBA", *b"LBN", *b"LBR", *b"LCA", *b"LES", *b"LIE", *b"MAC",
    *b"MAD", *b"MAR", *b"MAS", *b"MAW", *b"MDA", *b"MDV", *b"MGL", *b"MHL", *b"MKD", *b"MNE", *b"MRI",
    *b"MTN", *b"MYA", *b"NAM", *b"NCA", *b"NCL", *b"NED", *b"NEP", *b"NGR", *b"NRU", *b"NZL", *b"OMA",
    *b"PLE", *b"PLW", *b"PRK", *b"PUR", *b"QAT", *b"ROU", *b"RSA", *b"RWA", *b"SCG", *b"SGP", *b"SIN",
    *b"SKN", *b"SLE", *b"SLO", *b"SMR", *b"SOL", *b"SOM", *b"SRB", *b"SSD", *b"STP", *b"SUI", *b"SVK",
    *b"SWE", *b"TAN", *b"TCH", *b"TGA", *b"THA", *b"TJK", *b"TKM", *b"TLS", *b"TOG", *b"TPE", *b"TRI",
    *b"TUR", *b"TUV", *b"URS", *b"VAN", *b"VIN",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_today_are_not_of_1994() {
        assert!(TODAY.is_sorted());
        assert!(TODAY.iter().all(|code| !Nation::is_code(*code)));
    }
}
