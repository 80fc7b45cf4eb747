#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "engines")]
mod analysis;
mod cache;
mod desk;
mod etag;
mod evaluation;
mod event;
mod explorer;
mod gate;
mod json;
mod options;
mod page;
mod question;
mod reply;
mod server;
mod shape;

#[cfg(feature = "engines")]
pub use analysis::EngineOptions;
pub use evaluation::{Evaluation, Score, ScoredLine};
pub use event::{Event, RequestRecord};
pub use explorer::{
    Answer, Counts, ExploreError, Explorer, FoundGames, Game, GameMove, MonthCounts, MoveAnswer, Opening,
    Player,
};
pub use options::{DEFAULT_ADDRESS, Options};
pub use question::{
    BadRequest, Choice, Database, Endpoint, EvaluationQuestion, GameSearch, Kind, MAX_PLAY, Mode, Month,
    Parameter, ParseMonthError, Question, RatingGroup, Speed,
};
pub use server::Server;
