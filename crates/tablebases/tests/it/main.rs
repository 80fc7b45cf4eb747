//! Tablebases.
