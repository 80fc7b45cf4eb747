//! Properties of every input, as functions of bytes: one module for each fuzz target, each with its `check`.
//!
//! A claim that does not hold is a panic. The targets in `fuzz_targets` call them with what libFuzzer makes up, the
//! tests of this crate with all seeds.

pub mod book;
pub mod chessbase;
pub mod columns;
pub mod edit;
pub mod epd;
pub mod explorer;
pub mod feed;
pub mod fen;
pub mod fix;
pub mod fmt;
pub mod ics;
pub mod input;
pub mod json;
pub mod lexer;
pub mod notations;
pub mod pgc;
pub mod places;
pub mod reader;
pub mod reported;
pub mod san;
pub mod san_differential;
pub mod scid;
pub mod sites;
pub mod tablebases;
pub mod tags;

/// A target's claims.
pub type Check = fn(&[u8]);

/// The targets by name.
pub const TARGETS: [(&str, Check); 22] = [
    ("book", book::check),
    ("chessbase", chessbase::check),
    ("columns", columns::check),
    ("edit", edit::check),
    ("epd", epd::check),
    ("explorer", explorer::check),
    ("feed", feed::check),
    ("fen", fen::check),
    ("fix", fix::check),
    ("fmt", fmt::check),
    ("ics", ics::check),
    ("json", json::check),
    ("lexer", lexer::check),
    ("notations", notations::check),
    ("pgc", pgc::check),
    ("reader", reader::check),
    ("san", san::check),
    ("san_differential", san_differential::check),
    ("scid", scid::check),
    ("sites", sites::check),
    ("tablebases", tablebases::check),
    ("tags", tags::check),
];
