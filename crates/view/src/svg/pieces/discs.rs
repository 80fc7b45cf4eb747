//! Discs with letters.

use super::Drawing;

const DISC: &str = "M12 46a38 38 0 1 1 76 0a38 38 0 1 1-76 0Z";
const SMALL_DISC: &str = "M25 46a25 25 0 1 1 50 0a25 25 0 1 1-50 0Z";

/// In the order of [`PieceKind`](pgnkit::chess::PieceKind).
pub(super) static SET: [Drawing; 6] = [
    drawing(SMALL_DISC, ""),
    drawing(DISC, "M37.6 66.2V25.8L62.4 66.2V25.8"),
    drawing(
        DISC,
        "M38.6 45.4V66.2H51.6C59.1 66.2 63.4 62.1 63.4 55.6C63.4 49.1 59.1 45.4 51.6 45.4H38.6V25.8H50.4C57.2 25.8 61.2 29.6 61.2 35.5C61.2 41.4 57.2 45.4 50.4 45.4",
    ),
    drawing(
        DISC,
        "M38.6 66.2V25.8H51C58.8 25.8 63.4 30.2 63.4 36.7C63.4 43.2 58.8 47.5 51 47.5H38.6M51 47.5L63.4 66.2",
    ),
    drawing(
        DISC,
        "M50 25.8C40.7 25.8 35 35.1 35 46C35 56.9 40.7 66.2 50 66.2C59.3 66.2 65 56.9 65 46C65 35.1 59.3 25.8 50 25.8ZM54 55.6L64.6 68.6",
    ),
    drawing(DISC, "M38.6 25.8V66.2M63.4 25.8L39.6 50.6M47.6 42.7L63.4 66.2"),
];

const fn drawing(body: &'static str, details: &'static str) -> Drawing {
    Drawing { body, details, line_width: "4.5", detail_width: "7" }
}
