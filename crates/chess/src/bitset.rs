//! Small sets of named flags.

/// Defines a set of flags with documented constants, set operations and iteration in the order of
/// definition. Each flag has a short description, which its `Display` and iteration give.
macro_rules! flag_set {
    ($(#[$meta:meta])* $name:ident: $bits:ty { $($(#[$flag_meta:meta])* $flag:ident = $text:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name($bits);

        impl $name {
            /// No flag.
            pub const NONE: Self = Self(0);

            $crate::bitset::flag_set!(@constants $bits, 0, $($(#[$flag_meta])* $flag;)*);

            const TABLE: &'static [(Self, &'static str)] = &[$((Self::$flag, $text)),*];

            /// Whether no flag is set.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether every flag of `other` is set.
            #[inline]
            #[must_use]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether a flag of `other` is set.
            #[inline]
            #[must_use]
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The flags of both sets.
            #[inline]
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The flags of this set that are not in `other`.
            #[inline]
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Adds the flags of `other`.
            #[inline]
            pub const fn insert(&mut self, other: Self) {
                self.0 |= other.0;
            }

            /// The single flags that are set, each with its description in lower case.
            pub fn iter(self) -> impl Iterator<Item = (Self, &'static str)> {
                Self::TABLE.iter().copied().filter(move |(flag, _)| self.contains(*flag))
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                self.union(other)
            }
        }

        impl core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.insert(other);
            }
        }

        impl core::fmt::Display for $name {
            /// The descriptions, separated by commas.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                for (i, (_, text)) in self.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    f.write_str(text)?;
                }
                Ok(())
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(self.iter().map(|(_, text)| text)).finish()
            }
        }
    };
    (@constants $bits:ty, $n:expr, $(#[$meta:meta])* $flag:ident; $($rest:tt)*) => {
        $(#[$meta])*
        pub const $flag: Self = Self(1 << ($n));
        $crate::bitset::flag_set!(@constants $bits, $n + 1, $($rest)*);
    };
    (@constants $bits:ty, $n:expr,) => {};
}

pub(crate) use flag_set;
