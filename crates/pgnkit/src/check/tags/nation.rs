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
    let message = format!("expected a nation code of 1994, found {}", quoted(&code));
    let diagnostic = Diagnostic::new(Code::UnknownNation, span, message);
    sink.report(match TODAY.binary_search_by_key(&code, |(today, _)| *today) {
        Ok(at) => diagnostic.help(format!("the standard's code for this nation is `{}`", TODAY[at].1)),
        Err(_) => diagnostic,
    });
}

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
    fn codes_of_today_are_not_of_1994() {
        assert!(TODAY.is_sorted_by(|a, b| a.0 < b.0));
        for (today, code) in TODAY {
            assert!(!Nation::is_code(today), "{code}");
            assert!(Nation::from_code(code).is_some(), "{code}");
        }
    }
}
