//! The command as its users meet it: arguments in, bytes and exit status out. One file for each subject, [`rig`] is
//! what they share.

mod account;
mod annotations;
mod blocks;
mod check;
mod clocks;
mod compressed;
mod config;
mod convert;
mod convert_csv;
mod convert_json;
mod documentation;
mod epd_games;
mod epd_merge;
mod epd_minimax;
mod epd_perft;
mod epd_sort;
mod errors;
mod explain;
mod fix;
mod fmt;
mod formats;
mod help;
mod hostile;
mod in_place;
mod json;
mod languages;
mod level;
mod output;
mod pages;
mod pgc;
mod rig;
mod sarif;
mod schema;
mod selection;
mod terminal;
