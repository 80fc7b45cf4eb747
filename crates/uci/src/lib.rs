#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
mod analyst;
mod command;
mod engine;
mod error;
mod gather;
mod info;
mod limits;
mod lines;
mod live;
mod options;
mod process;
mod root;
mod score;
mod search;
mod text;
mod variants;

pub use analysis::{Analysis, Choice, IllegalMove, Interruption, Line};
pub use analyst::Analyst;
pub use command::{CommandError, EngineCommand};
pub use engine::Engine;
pub use error::{EngineError, Stage};
pub use limits::{Limits, Timeouts};
pub use live::{LiveEngine, LiveEvent, LiveOptions, LiveQuestion};
pub use options::{EngineOption, OptionKind, Options};
pub use root::Root;
pub use score::{Bound, Score, Wdl};
