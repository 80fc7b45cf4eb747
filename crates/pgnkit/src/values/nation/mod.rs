mod later;

use std::fmt;

use later::LATER;

/// A nation, identified by the code at the end of a site: `Belgrade, Serbia JUG` (sections 8.1.1.2 and 15).
///
/// The 152 codes are those of 1994; many are different today ([`code_today`](Self::code_today)), such as `SUI` for `SWZ`.
///
/// ```
/// use pgnkit::Nation;
///
/// let nation = Nation::of_site("Belgrade, Serbia JUG").unwrap();
/// assert_eq!((nation.code(), nation.name()), ("JUG", "Yugoslavia"));
/// assert_eq!(Nation::of_site("Biel SUI"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nation(u8);

impl Nation {
    /// The nation with a code of three capital letters.
    pub fn from_code(code: &str) -> Option<Self> {
        let code: [u8; 3] = code.as_bytes().try_into().ok()?;
        let at = NATIONS.binary_search_by_key(&code, |(code, _)| *code).ok()?;
        u8::try_from(at).ok().map(Self)
    }

    /// The nation named by the last word of a Site value.
    pub fn of_site(site: &str) -> Option<Self> {
        Self::from_code(site.rsplit(' ').next()?)
    }

    /// All nations, in alphabetical order of their codes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..NATIONS.len() as u8).map(Self)
    }

    fn row(self) -> &'static ([u8; 3], &'static str) {
        &NATIONS[usize::from(self.0)]
    }

    /// Its code.
    pub fn code(self) -> &'static str {
        std::str::from_utf8(&self.row().0).unwrap_or_default()
    }

    /// Its English name as printed in section 15.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The code that the Olympic Committee or FIDE use or lately used for it, where it is another one.
    ///
    /// ```
    /// use pgnkit::Nation;
    ///
    /// let today = |code| Nation::from_code(code).and_then(Nation::code_today);
    /// assert_eq!(today("SWZ"), Some("SUI"));
    /// assert_eq!(today("FRA"), None);
    /// ```
    pub fn code_today(self) -> Option<&'static str> {
        let (code, _) = LATER.iter().find(|(_, name)| *name == self.name())?;
        std::str::from_utf8(code).ok()
    }

    /// The name of what the Olympic Committee or FIDE use or lately used a code for, where section 15 has not the same code for
    /// the same nation: `SUI`, which it has not, or `NIG`, which is Nigeria there and Niger today.
    ///
    /// ```
    /// use pgnkit::Nation;
    ///
    /// assert_eq!(Nation::name_today("SUI"), Some("Switzerland"));
    /// assert_eq!(Nation::name_today("NIG"), Some("Niger"));
    /// assert_eq!(Nation::name_today("FRA"), None);
    /// ```
    pub fn name_today(code: &str) -> Option<&'static str> {
        let code: [u8; 3] = code.as_bytes().try_into().ok()?;
        let at = LATER.binary_search_by_key(&code, |(code, _)| *code).ok()?;
        Some(LATER[at].1)
    }

    /// Whether it is a nation: five codes say that there is none (aboard aircraft or spacecraft, at sea, on the Internet, unknown).
    pub fn is_nation(self) -> bool {
        !matches!(self.code(), "AIR" | "NET" | "SEA" | "SPC" | "UNK")
    }

    /// Whether there no longer is such a nation.
    pub fn is_gone(self) -> bool {
        matches!(self.code(), "CSR" | "JUG" | "NLA" | "YUG" | "ZRE")
    }

    /// Whether three capital letters are a code of today that section 15 has not.
    pub(crate) fn is_later_code(letters: [u8; 3]) -> bool {
        LATER.binary_search_by_key(&letters, |(code, _)| *code).is_ok()
    }

    /// Whether three capital letters are the code of a nation; takes a few instructions.
    #[inline]
    pub(crate) fn is_code(letters: [u8; 3]) -> bool {
        IS_CODE[index(letters) / 64] >> (index(letters) % 64) & 1 != 0
    }
}

impl fmt::Debug for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Nation").field(&self.code()).finish()
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Three capital letters as a number.
const fn index([a, b, c]: [u8; 3]) -> usize {
    ((a - b'A') as usize * 26 + (b - b'A') as usize) * 26 + (c - b'A') as usize
}

/// One bit for each three letters.
static IS_CODE: [u64; index([b'Z'; 3]) / 64 + 1] = {
    let mut bits = [0; index([b'Z'; 3]) / 64 + 1];
    let mut at = 0;
    while at < NATIONS.len() {
        let letters = NATIONS[at].0;
        bits[index(letters) / 64] |= 1 << (index(letters) % 64);
        at += 1;
    }
    bits
};

/// The codes of section 15 and their nations, in alphabetical order.
static NATIONS: [([u8; 3], &str); 152] = [
    (*b"AFG", "Afghanistan"),
    (*b"AIR", "Aboard aircraft"),
    (*b"ALB", "Albania"),
    (*b"ALG", "Algeria"),
    (*b"AND", "Andorra"),
    (*b"ANG", "Angola"),
    (*b"ANT", "Antigua"),
    (*b"ARG", "Argentina"),
    (*b"ARM", "Armenia"),
    (*b"ATA", "Antarctica"),
    (*b"AUS", "Australia"),
    (*b"AZB", "Azerbaijan"),
    (*b"BAN", "Bangladesh"),
    (*b"BAR", "Bahrain"),
    (*b"BEL", "Belgium"),
    (*b"BER", "Bermuda"),
    (*b"BHM", "Bahamas"),
    (*b"BIH", "Bosnia and Herzegovina"),
    (*b"BLA", "Belarus"),
    (*b"BLG", "Bulgaria"),
    (*b"BLZ", "Belize"),
    (*b"BOL", "Bolivia"),
    (*b"BRB", "Barbados"),
    (*b"BRS", "Brazil"),
    (*b"BRU", "Brunei"),
    (*b"BSW", "Botswana"),
    (*b"CAN", "Canada"),
    (*b"CHI", "Chile"),
    (*b"COL", "Columbia"),
    (*b"CRA", "Costa Rica"),
    (*b"CRO", "Croatia"),
    (*b"CSR", "Czechoslovakia"),
    (*b"CUB", "Cuba"),
    (*b"CYP", "Cyprus"),
    (*b"DEN", "Denmark"),
    (*b"DOM", "Dominican Republic"),
    (*b"ECU", "Ecuador"),
    (*b"EGY", "Egypt"),
    (*b"ENG", "England"),
    (*b"ESP", "Spain"),
    (*b"EST", "Estonia"),
    (*b"FAI", "Faroe Islands"),
    (*b"FIJ", "Fiji"),
    (*b"FIN", "Finland"),
    (*b"FRA", "France"),
    (*b"GAM", "Gambia"),
    (*b"GCI", "Guernsey-Jersey"),
    (*b"GEO", "Georgia"),
    (*b"GER", "Germany"),
    (*b"GHA", "Ghana"),
    (*b"GRC", "Greece"),
    (*b"GUA", "Guatemala"),
    (*b"GUY", "Guyana"),
    (*b"HAI", "Haiti"),
    (*b"HKG", "Hong Kong"),
    (*b"HON", "Honduras"),
    (*b"HUN", "Hungary"),
    (*b"IND", "India"),
    (*b"IRL", "Ireland"),
    (*b"IRN", "Iran"),
    (*b"IRQ", "Iraq"),
    (*b"ISD", "Iceland"),
    (*b"ISR", "Israel"),
    (*b"ITA", "Italy"),
    (*b"IVO", "Ivory Coast"),
    (*b"JAM", "Jamaica"),
    (*b"JAP", "Japan"),
    (*b"JRD", "Jordan"),
    (*b"JUG", "Yugoslavia"),
    (*b"KAZ", "Kazakhstan"),
    (*b"KEN", "Kenya"),
    (*b"KIR", "Kyrgyzstan"),
    (*b"KUW", "Kuwait"),
    (*b"LAT", "Latvia"),
    (*b"LEB", "Lebanon"),
    (*b"LIB", "Libya"),
    (*b"LIC", "Liechtenstein"),
    (*b"LTU", "Lithuania"),
    (*b"LUX", "Luxembourg"),
    (*b"MAL", "Malaysia"),
    (*b"MAU", "Mauritania"),
    (*b"MEX", "Mexico"),
    (*b"MLI", "Mali"),
    (*b"MLT", "Malta"),
    (*b"MNC", "Monaco"),
    (*b"MOL", "Moldova"),
    (*b"MON", "Mongolia"),
    (*b"MOZ", "Mozambique"),
    (*b"MRC", "Morocco"),
    (*b"MRT", "Mauritius"),
    (*b"MYN", "Myanmar"),
    (*b"NCG", "Nicaragua"),
    (*b"NET", "The Internet"),
    (*b"NIG", "Nigeria"),
    (*b"NLA", "Netherlands Antilles"),
    (*b"NLD", "Netherlands"),
    (*b"NOR", "Norway"),
    (*b"NZD", "New Zealand"),
    (*b"OST", "Austria"),
    (*b"PAK", "Pakistan"),
    (*b"PAL", "Palestine"),
    (*b"PAN", "Panama"),
    (*b"PAR", "Paraguay"),
    (*b"PER", "Peru"),
    (*b"PHI", "Philippines"),
    (*b"PNG", "Papua New Guinea"),
    (*b"POL", "Poland"),
    (*b"POR", "Portugal"),
    (*b"PRC", "People's Republic of China"),
    (*b"PRO", "Puerto Rico"),
    (*b"QTR", "Qatar"),
    (*b"RIN", "Indonesia"),
    (*b"ROM", "Romania"),
    (*b"RUS", "Russia"),
    (*b"SAF", "South Africa"),
    (*b"SAL", "El Salvador"),
    (*b"SCO", "Scotland"),
    (*b"SEA", "At Sea"),
    (*b"SEN", "Senegal"),
    (*b"SEY", "Seychelles"),
    (*b"SIP", "Singapore"),
    (*b"SLV", "Slovenia"),
    (*b"SMA", "San Marino"),
    (*b"SPC", "Aboard spacecraft"),
    (*b"SRI", "Sri Lanka"),
    (*b"SUD", "Sudan"),
    (*b"SUR", "Surinam"),
    (*b"SVE", "Sweden"),
    (*b"SWZ", "Switzerland"),
    (*b"SYR", "Syria"),
    (*b"TAI", "Thailand"),
    (*b"TMT", "Turkmenistan"),
    (*b"TRK", "Turkey"),
    (*b"TTO", "Trinidad and Tobago"),
    (*b"TUN", "Tunisia"),
    (*b"UAE", "United Arab Emirates"),
    (*b"UGA", "Uganda"),
    (*b"UKR", "Ukraine"),
    (*b"UNK", "Unknown"),
    (*b"URU", "Uruguay"),
    (*b"USA", "United States of America"),
    (*b"UZB", "Uzbekistan"),
    (*b"VEN", "Venezuela"),
    (*b"VGB", "British Virgin Islands"),
    (*b"VIE", "Vietnam"),
    (*b"VUS", "U.S. Virgin Islands"),
    (*b"WLS", "Wales"),
    (*b"YEM", "Yemen"),
    (*b"YUG", "Yugoslavia"),
    (*b"ZAM", "Zambia"),
    (*b"ZIM", "Zimbabwe"),
    (*b"ZRE", "Zaire"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found() {
        assert!(NATIONS.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(IS_CODE.iter().map(|bits| bits.count_ones()).sum::<u32>(), 152);
        for nation in Nation::all() {
            assert_eq!(Nation::from_code(nation.code()), Some(nation));
            assert!(Nation::is_code(nation.code().as_bytes().try_into().unwrap()));
            assert!(!nation.name().is_empty());
        }
    }

    #[test]
    fn codes_of_today() {
        assert!(LATER.is_sorted_by(|a, b| a.0 < b.0));
        for (code, name) in LATER {
            // The same code for the same nation would be no later one.
            let code = std::str::from_utf8(&code).unwrap();
            assert_ne!(Nation::from_code(code).map(Nation::name), Some(name), "{code}");
        }
        let today = |code: &str| Nation::from_code(code).unwrap().code_today();
        for (code, expected) in [
            ("SWZ", Some("SUI")),
            ("NLD", Some("NED")),
            ("PRC", Some("CHN")),
            ("BAR", Some("BRN")),
            ("CSR", Some("TCH")),
            ("GER", None),
            ("NET", None),
        ] {
            assert_eq!(today(code), expected, "{code}");
        }
        for (code, expected) in
            [("SRB", Some("Serbia")), ("BAR", Some("Barbados")), ("GER", None), ("XYZ", None), ("Srb", None)]
        {
            assert_eq!(Nation::name_today(code), expected, "{code}");
        }
        assert_eq!(Nation::all().filter(|nation| !nation.is_nation()).count(), 5);
        assert_eq!(Nation::all().filter(|nation| nation.is_gone()).count(), 5);
    }

    #[test]
    fn sites() {
        for (site, code) in [
            ("New York City, NY USA", Some("USA")),
            ("NET", Some("NET")),
            ("?", None),
            ("", None),
            ("Graz oST", None),
            ("NewUSA", None),
        ] {
            assert_eq!(Nation::of_site(site).map(Nation::code), code, "{site}");
        }
    }
}
