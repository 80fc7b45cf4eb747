//! The command as its users meet it: arguments in, bytes and exit status out. One file for each subject, [`rig`] is
//! what they share.

mod account;
#[cfg(all(unix, feature = "engines"))]
mod analyse;
mod annotations;
mod any_format;
mod baseline;
mod blocks;
mod book;
mod book_opening;
mod check;
mod clocks;
mod coming_from;
mod compressed;
mod config;
mod convert;
#[cfg(feature = "columns")]
mod convert_columns;
mod convert_csv;
mod convert_json;
mod databases;
mod dedup;
mod diagram;
mod diff;
mod documentation;
mod drift;
mod eco;
mod edit;
mod encodings;
// The engine is this program, started again.
#[cfg(all(unix, feature = "engines"))]
#[path = "../../../analysis/tests/it/engine.rs"]
#[expect(dead_code, reason = "the library uses more of it")]
mod engine;
#[cfg(all(unix, feature = "engines", feature = "serve"))]
mod engines;
mod epd_games;
mod epd_merge;
mod epd_minimax;
mod epd_perft;
mod epd_sort;
mod errors;
#[cfg(all(unix, feature = "index"))]
mod evals;
mod explain;
mod external;
#[cfg(feature = "columns")]
mod facts;
mod file_names;
mod filter;
mod fix;
mod fmt;
mod foreign;
mod formats;
mod help;
mod hostile;
mod html;
mod ignored;
mod in_place;
#[cfg(all(unix, feature = "index"))]
mod index;
#[cfg(all(feature = "columns", feature = "index"))]
mod index_rows;
mod json;
mod languages;
mod level;
mod limits;
mod lists;
mod live;
#[cfg(feature = "columns")]
mod lossless;
mod manners;
mod merge;
mod names;
mod notations;
#[cfg(feature = "index")]
mod oe;
mod output;
mod packed;
mod pages;
mod pgc;
#[cfg(all(unix, feature = "engines"))]
mod puzzles;
#[cfg(unix)]
mod reader;
mod reporting;
mod rig;
mod sarif;
mod schema;
mod select;
mod selection;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(all(unix, feature = "serve"))]
mod serve_counts;
mod show;
mod sites;
mod sort;
mod split;
mod stats;
#[cfg(all(unix, feature = "engines"))]
mod suites;
mod summary;
mod suppressions;
mod terminal;
mod tree;
mod words;
