//! Truth while a game is being read: what a part of a condition may still turn out to be.

/// The values that a part of a condition may have: true, false, NULL. It is known when there is only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth(u8);

impl Truth {
    pub(super) const TRUE: Self = Self(1);
    pub(super) const FALSE: Self = Self(2);
    pub(super) const NULL: Self = Self(4);
    /// False, or NULL.
    pub(super) const NOT_TRUE: Self = Self(2 | 4);
    /// Not known before more of the game has been read.
    pub(super) const LATER: Self = Self(7);

    pub(super) fn of(value: Option<bool>) -> Self {
        match value {
            Some(true) => Self::TRUE,
            Some(false) => Self::FALSE,
            None => Self::NULL,
        }
    }

    /// The value, as far as it is known: NULL as `None`.
    pub(super) fn value(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            Self::FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether a game of which the whole condition has this value is chosen, once that is certain.
    pub(super) fn verdict(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            truth if !truth.may_be(Self::TRUE) => Some(false),
            _ => None,
        }
    }

    pub(super) fn is_known(self) -> bool {
        self.0.count_ones() == 1
    }

    fn may_be(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// All of several; those that come after a false one are not looked at.
    pub(super) fn all(parts: impl Iterator<Item = Self>) -> Self {
        let mut all = Self::TRUE;
        for part in parts {
            all = all.and(part);
            if all == Self::FALSE {
                break;
            }
        }
        all
    }

    /// One of several at least; those that come after a true one are not looked at.
    pub(super) fn any(parts: impl Iterator<Item = Self>) -> Self {
        !Self::all(parts.map(|part| !part))
    }

    fn and(self, other: Self) -> Self {
        let both = |one, another| self.may_be(one) && other.may_be(another);
        let is_true = both(Self::TRUE, Self::TRUE);
        let is_false = self.may_be(Self::FALSE) || other.may_be(Self::FALSE);
        let is_null =
            both(Self::NULL, Self::NULL) || both(Self::NULL, Self::TRUE) || both(Self::TRUE, Self::NULL);
        let bit = |is: bool, truth: Self| if is { truth.0 } else { 0 };
        // One that is certainly false decides, whatever the other may be.
        if self == Self::FALSE || other == Self::FALSE {
            return Self::FALSE;
        }
        Self(bit(is_true, Self::TRUE) | bit(is_false, Self::FALSE) | bit(is_null, Self::NULL))
    }
}

impl std::ops::Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 & Self::NULL.0 | (self.0 & Self::TRUE.0) << 1 | (self.0 & Self::FALSE.0) >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Truth; 3] = [Truth::TRUE, Truth::FALSE, Truth::NULL];

    fn sets() -> impl Iterator<Item = Truth> {
        (1..8).map(Truth)
    }

    fn members(set: Truth) -> impl Iterator<Item = Truth> {
        KNOWN.into_iter().filter(move |one| set.may_be(*one))
    }

    /// By the tables of SQL, for each value that the parts may have.
    #[test]
    fn what_may_be_is_what_comes_of_values_that_may_be() {
        let sql_and = |a: Truth, b: Truth| match (a.value(), b.value()) {
            (Some(false), _) | (_, Some(false)) => Truth::FALSE,
            (Some(true), Some(true)) => Truth::TRUE,
            _ => Truth::NULL,
        };
        for one in sets() {
            for other in sets() {
                let pairs = members(one).flat_map(|a| members(other).map(move |b| (a, b)));
                let expected = pairs.fold(0, |all, (a, b)| all | sql_and(a, b).0);
                assert_eq!(Truth::all([one, other].into_iter()), Truth(expected), "{one:?} {other:?}");
            }
            assert_eq!(!!one, one);
        }
        assert_eq!(Truth::any([Truth::NULL, Truth::TRUE].into_iter()), Truth::TRUE);
        assert_eq!(Truth::any([Truth::NULL, Truth::FALSE].into_iter()), Truth::NULL);
        assert_eq!(!Truth::NULL, Truth::NULL);
    }

    #[test]
    fn a_verdict_comes_as_soon_as_it_is_certain() {
        for (truth, expected) in [
            (Truth::TRUE, Some(true)),
            (Truth::FALSE, Some(false)),
            (Truth::NULL, Some(false)),
            (Truth(2 | 4), Some(false)),
            (Truth::LATER, None),
            (Truth::all([Truth::NULL, Truth::LATER].into_iter()), Some(false)),
            (Truth::any([Truth::NULL, Truth::LATER].into_iter()), None),
        ] {
            assert_eq!(truth.verdict(), expected, "{truth:?}");
        }
    }
}
