//! Evidence that two things are one: each piece has a name, points, and words for reports and documentation.

/// Defines `Evidence`, an enum of pieces (`Name points "words in reports" "what it says";`), and `EvidenceSet`, what is gathered of it.
macro_rules! evidence {
    ($(#[$about:meta])* $($name:ident $points:literal $text:literal $doc:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Evidence {
            $(#[doc = $doc] $name,)*
        }

        impl Evidence {
            /// All of it.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its weight.
            pub const fn points(self) -> i32 {
                match self { $(Self::$name => $points,)* }
            }

            /// The words it is called by in reports.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Its description.
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$name => $doc,)* }
            }
        }

        const _: () = assert!(Evidence::ALL.len() <= 32);

        /// Evidence as it is gathered.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(super) struct EvidenceSet {
            pub(super) points: i32,
            /// A bit for each piece.
            bits: u32,
        }

        impl EvidenceSet {
            pub(super) fn add(&mut self, piece: Evidence) {
                self.points += piece.points();
                self.bits |= 1 << piece as u32;
            }

            pub(super) fn has(self, piece: Evidence) -> bool {
                self.bits & 1 << piece as u32 != 0
            }

            pub(super) fn evidence(self) -> impl Iterator<Item = Evidence> + use<> {
                Evidence::ALL.iter().copied().filter(move |piece| self.has(*piece))
            }
        }
    };
}
pub(crate) use evidence;
