//! The reader without a terminal: keys become states, states become screens.

#[cfg(feature = "engines")]
mod engine;
#[cfg(feature = "engines")]
mod fake;
mod forms;
mod hostile;
mod keys;
mod manual;
mod rig;
mod screens;
mod search;
