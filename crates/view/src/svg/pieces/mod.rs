//! Pieces as paths.

mod discs;
mod staunton;

use std::str::FromStr;

use pgnkit::chess::PieceKind;

use super::theme::UnknownName;

/// The form of the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PieceSet {
    /// The usual figures, in profile.
    #[default]
    Staunton,
    /// Discs with the English letters; pawns are smaller, without.
    Discs,
}

impl PieceSet {
    /// Every set.
    pub const ALL: [Self; 2] = [Self::Staunton, Self::Discs];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Staunton => "staunton",
            Self::Discs => "discs",
        }
    }

    pub(crate) const fn drawing(self, kind: PieceKind) -> &'static Drawing {
        let set = match self {
            Self::Staunton => &staunton::SET,
            Self::Discs => &discs::SET,
        };
        &set[kind.index()]
    }
}

impl FromStr for PieceSet {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name)).ok_or(UnknownName)
    }
}

/// A piece on a field of 100 by 100, its feet at 86.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// Closed outlines, filled with the colour of the piece.
    pub(crate) body: &'static str,
    /// Lines on it.
    pub(crate) details: &'static str,
    pub(crate) line_width: &'static str,
    pub(crate) detail_width: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of a path of absolute commands, and whether it has others.
    fn points(path: &str) -> Option<Vec<(f64, f64)>> {
        if path.contains(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        let numbers: Vec<f64> = path
            .split(|c: char| c.is_ascii_uppercase() || c == ' ')
            .filter_map(|number| number.parse().ok())
            .collect();
        Some(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
    }

    #[test]
    fn outlines_are_symmetric_and_inside_the_field() {
        for set in PieceSet::ALL {
            for kind in PieceKind::ALL {
                // A ball on the tip is an outline of its own.
                let body = set.drawing(kind).body.rsplit('Z').find(|part| !part.is_empty()).unwrap();
                let Some(points) = points(body) else { continue };
                for &(x, y) in &points {
                    assert!(
                        (0.0..=100.0).contains(&x) && (0.0..=90.0).contains(&y),
                        "{set:?} {kind}: {x} {y}"
                    );
                    let has_mirror = points.contains(&(100.0 - x, y));
                    assert!(has_mirror || kind == PieceKind::Knight, "{set:?} {kind}: {x} {y}");
                }
            }
        }
        assert!(
            points(PieceSet::Staunton.drawing(PieceKind::King).body).is_some_and(|points| points.len() > 20)
        );
    }

    #[test]
    fn names() {
        for set in PieceSet::ALL {
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert_eq!("merida".parse::<PieceSet>(), Err(UnknownName));
    }
}
