use pgnkit_syntax::{Code, Diagnostic, Sink, Span, quoted};

use super::Value;

/// The nation is the last word of the site (section 8.1.1.2), one of the codes of section 15.
pub(super) fn check<S: Sink + ?Sized>(value: &Value<'_>, sink: &mut S) {
    // Three capital letters alone are no nation but something else, such as the name of a server.
    let [.., b' ', a, b, c] = *value.bytes else { return };
    let code = [a, b, c];
    if !code.iter().all(u8::is_ascii_uppercase) || is_code(code) || !sink.wants(Code::UnknownNation) {
        return;
    }
    let end = value.tag.value.end;
    let span = if value.tag.encoded { value.tag.value } else { Span::new(end - 3, end) };
    let message = format!("expected a nation code of 1994, found {}", quoted(&code));
    let diagnostic = Diagnostic::new(Code::UnknownNation, span, message);
    sink.report(match TODAY.binary_search_by_key(&code, |(today, _)| *today) {
        Ok(at) => diagnostic.help(format!("the standard's code for this nation is `{}`", TODAY[at].1)),
        Err(_) => diagnostic,
    });
}

/// Three capital letters as a number.
const fn index([a, b, c]: [u8; 3]) -> usize {
    ((a - b'A') as usize * 26 + (b - b'A') as usize) * 26 + (c - b'A') as usize
}

/// Whether three capital letters are one of the codes.
#[inline]
fn is_code(letters: [u8; 3]) -> bool {
    IS_CODE[index(letters) / 64] >> (index(letters) % 64) & 1 != 0
}

/// One bit for each three letters.
static IS_CODE: [u64; index([b'Z'; 3]) / 64 + 1] = {
    let mut bits = [0; index([b'Z'; 3]) / 64 + 1];
    let mut at = 0;
    while at < CODES.len() {
        bits[index(CODES[at]) / 64] |= 1 << (index(CODES[at]) % 64);
        at += 1;
    }
    bits
};

/// The codes of section 15, in alphabetical order.
#[rustfmt::skip]
const CODES: [[u8; 3]; 152] = [
    *b"AFG", *b"AIR", *b"ALB", *b"ALG", *b"AND", *b"ANG", *b"ANT", *b"ARG", *b"ARM", *b"ATA", *b"AUS",
    *b"AZB", *b"BAN", *b"BAR", *b"BEL", *b"BER", *b"BHM", *b"BIH", *b"BLA", *b"BLG", *b"BLZ", *b"BOL",
    *b"BRB", *b"BRS", *b"BRU", *b"BSW", *b"CAN", *b"CHI", *b"COL", *b"CRA", *b"CRO", *b"CSR", *b"CUB",
    *b"CYP", *b"DEN", *b"DOM", *b"ECU", *b"EGY", *b"ENG", *b"ESP", *b"EST", *b"FAI", *b"FIJ", *b"FIN",
    *b"FRA", *b"GAM", *b"GCI", *b"GEO", *b"GER", *b"GHA", *b"GRC", *b"GUA", *b"GUY", *b"HAI", *b"HKG",
    *b"HON", *b"HUN", *b"IND", *b"IRL", *b"IRN", *b"IRQ", *b"ISD", *b"ISR", *b"ITA", *b"IVO", *b"JAM",
    *b"JAP", *b"JRD", *b"JUG", *b"KAZ", *b"KEN", *b"KIR", *b"KUW", *b"LAT", *b"LEB", *b"LIB", *b"LIC",
    *b"LTU", *b"LUX", *b"MAL", *b"MAU", *b"MEX", *b"MLI", *b"MLT", *b"MNC", *b"MOL", *b"MON", *b"MOZ",
    *b"MRC", *b"MRT", *b"MYN", *b"NCG", *b"NET", *b"NIG", *b"NLA", *b"NLD", *b"NOR", *b"NZD", *b"OST",
    *b"PAK", *b"PAL", *b"PAN", *b"PAR", *b"PER", *b"PHI", *b"PNG", *b"POL", *b"POR", *b"PRC", *b"PRO",
    *b"QTR", *b"RIN", *b"ROM", *b"RUS", *b"SAF", *b"SAL", *b"SCO", *b"SEA", *b"SEN", *b"SEY", *b"SIP",
    *b"SLV", *b"SMA", *b"SPC", *b"SRI", *b"SUD", *b"SUR", *b"SVE", *b"SWZ", *b"SYR", *b"TAI", *b"TMT",
    *b"TRK", *b"TTO", *b"TUN", *b"UAE", *b"UGA", *b"UKR", *b"UNK", *b"URU", *b"USA", *b"UZB", *b"VEN",
    *b"VGB", *b"VIE", *b"VUS", *b"WLS", *b"YEM", *b"YUG", *b"ZAM", *b"ZIM", *b"ZRE",
];

/// Codes that the Olympic Committee or FIDE use today, and those that the standard has for the same nations
/// (decision A-62).
#[rustfmt::skip]
static TODAY: [([u8; 3], &str); 53] = [
    (*b"AHO", "NLA"), (*b"AUT", "OST"), (*b"AZE", "AZB"), (*b"BAH", "BHM"), (*b"BIZ", "BLZ"),
    (*b"BLR", "BLA"), (*b"BOT", "BSW"), (*b"BRA", "BRS"), (*b"BRN", "BAR"), (*b"BUL", "BLG"),
    (*b"CHN", "PRC"), (*b"CIV", "IVO"), (*b"COD", "ZRE"), (*b"CRC", "CRA"), (*b"ESA", "SAL"),
    (*b"FRO", "FAI"), (*b"GRE", "GRC"), (*b"INA", "RIN"), (*b"IRI", "IRN"), (*b"ISL", "ISD"),
    (*b"ISV", "VUS"), (*b"IVB", "VGB"), (*b"JOR", "JRD"), (*b"JPN", "JAP"), (*b"KGZ", "KIR"),
    (*b"LBA", "LIB"), (*b"LBN", "LEB"), (*b"LIE", "LIC"), (*b"MAR", "MRC"), (*b"MAS", "MAL"),
    (*b"MDA", "MOL"), (*b"MGL", "MON"), (*b"MRI", "MRT"), (*b"MTN", "MAU"), (*b"MYA", "MYN"),
    (*b"NCA", "NCG"), (*b"NED", "NLD"), (*b"NGR", "NIG"), (*b"NZL", "NZD"), (*b"PLE", "PAL"),
    (*b"PUR", "PRO"), (*b"QAT", "QTR"), (*b"ROU", "ROM"), (*b"RSA", "SAF"), (*b"SGP", "SIP"),
    (*b"SLO", "SLV"), (*b"SMR", "SMA"), (*b"SUI", "SWZ"), (*b"SWE", "SVE"), (*b"THA", "TAI"),
    (*b"TKM", "TMT"), (*b"TRI", "TTO"), (*b"TUR", "TRK"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order() {
        assert!(CODES.is_sorted_by(|a, b| a < b));
        assert!(TODAY.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(IS_CODE.iter().map(|bits| bits.count_ones()).sum::<u32>(), 152);
        for (today, code) in TODAY {
            assert!(!is_code(today), "{code}");
            assert!(CODES.iter().any(|known| known == code.as_bytes()), "{code}");
        }
    }
}
